//! Expressions with floating-point numbers: `fa0 + 1.5`, `(double)$f4 > 2`, `*(float)(a0 + 4)`.
//!
//! They are computed with 64 bits. A result is shown with those of its longest operand; a number that is
//! written out has no length of its own.

use super::{Binary, Expr, ExprError, ExprState, Unary};
use crate::engine::{FloatNumber, FloatWidth, float_value};
use machine::isa::Bank;
use std::fmt;

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExprNumber {
    /// A whole number.
    Integer(i64),
    /// A floating-point number.
    Float(FloatNumber),
}

impl fmt::Display for ExprNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExprNumber::Integer(number) => number.fmt(f),
            ExprNumber::Float(number) => number.fmt(f),
        }
    }
}

impl From<FloatNumber> for f64 {
    fn from(number: FloatNumber) -> f64 {
        match number {
            FloatNumber::Single(number) => number.into(),
            FloatNumber::Double(number) => number,
        }
    }
}

/// A number on the way, with its length if it has one.
#[derive(Clone, Copy)]
enum Operand {
    Integer(i64),
    Float(f64, Option<FloatWidth>),
}

impl Operand {
    fn float(self) -> f64 {
        match self {
            Operand::Integer(number) => number as f64,
            Operand::Float(number, _) => number,
        }
    }

    fn width(self) -> Option<FloatWidth> {
        match self {
            Operand::Integer(_) => None,
            Operand::Float(_, width) => width,
        }
    }

    fn is_zero(self) -> bool {
        match self {
            Operand::Integer(number) => number as u32 == 0,
            Operand::Float(number, _) => number == 0.0,
        }
    }
}

impl From<FloatNumber> for Operand {
    fn from(number: FloatNumber) -> Operand {
        let width = match number {
            FloatNumber::Single(_) => FloatWidth::Single,
            FloatNumber::Double(_) => FloatWidth::Double,
        };
        Operand::Float(number.into(), Some(width))
    }
}

impl Expr {
    /// Whether it is about floating-point numbers.
    pub fn has_floats(&self) -> bool {
        match self {
            Expr::Real(_) | Expr::FloatLoad(..) | Expr::ToFloat(..) => true,
            Expr::Register(reg) => reg.bank() == Bank::Float,
            Expr::Unary(_, inner) | Expr::Cut(_, inner) => inner.has_floats(),
            Expr::Binary(_, a, b) => a.has_floats() || b.has_floats(),
            Expr::Number(_)
            | Expr::Label(..)
            | Expr::Control(_)
            | Expr::Pc
            | Expr::Step
            | Expr::Load(..) => false,
        }
    }

    /// Its value as the number that it is.
    pub fn number(&self, state: &ExprState<'_>) -> Result<ExprNumber, ExprError> {
        Ok(match self.operand(state)? {
            Operand::Integer(number) => ExprNumber::Integer(number),
            Operand::Float(number, Some(FloatWidth::Single)) => {
                ExprNumber::Float(FloatNumber::Single(number as f32))
            }
            Operand::Float(number, _) => ExprNumber::Float(FloatNumber::Double(number)),
        })
    }

    fn operand(&self, state: &ExprState<'_>) -> Result<Operand, ExprError> {
        if !self.has_floats() {
            return self.value(state).map(Operand::Integer);
        }
        Ok(match self {
            Expr::Real(bits) => Operand::Float(f64::from_bits(*bits), None),
            Expr::Register(reg) => float_value(state.desc.abi, state.registers, *reg)
                .number
                .into(),
            Expr::FloatLoad(width, address) => state.load_float(*width, address)?.into(),
            Expr::ToFloat(width, inner) => to_float(*width, inner, state)?,
            Expr::Cut(width, inner) => {
                Operand::Integer(width.cut(inner.operand(state)?.float() as i64))
            }
            Expr::Unary(operator, inner) => {
                let inner = inner.operand(state)?;
                match operator {
                    Unary::Negate => Operand::Float(-inner.float(), inner.width()),
                    Unary::Not => Operand::Integer(inner.is_zero().into()),
                    Unary::BitNot => return Err(ExprError::Whole("~")),
                }
            }
            Expr::Binary(operator, a, b) => computed(*operator, a, b, state)?,
            _ => Operand::Integer(self.value(state)?),
        })
    }
}

/// A number of this length. A register is looked at with it: a double may take two.
fn to_float(width: FloatWidth, inner: &Expr, state: &ExprState<'_>) -> Result<Operand, ExprError> {
    if let (FloatWidth::Double, Expr::Register(reg)) = (width, inner)
        && reg.bank() == Bank::Float
        && let Some(pair) = float_value(state.desc.abi, state.registers, *reg).pair
    {
        return Ok(pair.into());
    }
    let number = inner.operand(state)?.float();
    Ok(match width {
        FloatWidth::Single => FloatNumber::Single(number as f32).into(),
        FloatWidth::Double => FloatNumber::Double(number).into(),
    })
}

fn computed(
    operator: Binary,
    a: &Expr,
    b: &Expr,
    state: &ExprState<'_>,
) -> Result<Operand, ExprError> {
    let left = a.operand(state)?;
    match operator {
        Binary::And if left.is_zero() => return Ok(Operand::Integer(0)),
        Binary::Or if !left.is_zero() => return Ok(Operand::Integer(1)),
        _ => {}
    }
    let right = b.operand(state)?;
    let width = match (left.width(), right.width()) {
        (Some(FloatWidth::Double), _) | (_, Some(FloatWidth::Double)) => Some(FloatWidth::Double),
        (one, other) => one.or(other),
    };
    let (x, y) = (left.float(), right.float());
    let truth = |holds: bool| Ok(Operand::Integer(holds.into()));
    let number = |number: f64| Ok(Operand::Float(number, width));
    match operator {
        Binary::And | Binary::Or => truth(!right.is_zero()),
        Binary::Equal => truth(x == y),
        Binary::Unequal => truth(x != y),
        Binary::Less => truth(x < y),
        Binary::LessEqual => truth(x <= y),
        Binary::Greater => truth(x > y),
        Binary::GreaterEqual => truth(x >= y),
        Binary::Add => number(x + y),
        Binary::Subtract => number(x - y),
        Binary::Multiply => number(x * y),
        Binary::Divide => number(x / y),
        Binary::Remainder => number(x % y),
        Binary::BitOr => Err(ExprError::Whole("|")),
        Binary::BitXor => Err(ExprError::Whole("^")),
        Binary::BitAnd => Err(ExprError::Whole("&")),
        Binary::ShiftLeft => Err(ExprError::Whole("<<")),
        Binary::ShiftRight => Err(ExprError::Whole(">>")),
    }
}

impl ExprState<'_> {
    /// What memory holds, as a floating-point number.
    fn load_float(&self, width: FloatWidth, address: &Expr) -> Result<FloatNumber, ExprError> {
        let address = address.value(self)? as u32;
        self.load_bits(address, width.size())
            .map(|bits| FloatNumber::of(width, bits))
    }
}
