//! Expressions about a program's state: `a0 > 3 && *(half)(a1 + 2) == 8`.
//!
//! Numbers have 64 bits while they are computed with. Registers are numbers with a sign; labels,
//! the program counter and the stack pointer are addresses without one. `byte` and `half` read
//! memory without a sign, `sbyte` and `shalf` with one. Floating-point registers, `float` and `double`
//! are numbers with a fraction, and so is what is computed from one.

mod float;
mod lex;
mod parse;

pub use float::ExprNumber;
pub(crate) use lex::{number, unescaped};
pub use parse::{Names, control_register, parse, register};

use crate::engine::FloatWidth;
use machine::isa::{IsaDesc, Reg};
use machine::memory::Memory;
use machine::run::{Machine, Registers};
use thiserror::Error;

/// How much memory a value has, and whether it has a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One byte.
    Byte,
    /// One byte with a sign.
    SignedByte,
    /// Two bytes.
    Half,
    /// Two bytes with a sign.
    SignedHalf,
    /// Four bytes with a sign.
    Word,
}

impl Width {
    /// The width of this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "byte" | "ubyte" => Width::Byte,
            "sbyte" => Width::SignedByte,
            "half" | "uhalf" => Width::Half,
            "shalf" => Width::SignedHalf,
            "word" => Width::Word,
            _ => return None,
        })
    }

    /// How many bytes.
    pub fn size(self) -> u32 {
        match self {
            Width::Byte | Width::SignedByte => 1,
            Width::Half | Width::SignedHalf => 2,
            Width::Word => 4,
        }
    }

    /// A number cut to this width.
    pub(crate) fn cut(self, number: i64) -> i64 {
        match self {
            Width::Byte => i64::from(number as u8),
            Width::SignedByte => i64::from(number as i8),
            Width::Half => i64::from(number as u16),
            Width::SignedHalf => i64::from(number as i16),
            Width::Word => i64::from(number as i32),
        }
    }
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExprError {
    /// It does not mean anything.
    #[error("{0}")]
    Syntax(String),
    /// A name that nothing has.
    #[error("unknown register or label `{name}`{}", hint(.similar))]
    Unknown {
        /// The name.
        name: String,
        /// A name that looks like it.
        similar: Option<String>,
    },
    /// Memory that is not there was to be read.
    #[error("there is no memory at 0x{0:08x}")]
    Memory(u32),
    /// A control register that this machine does not let anybody read.
    #[error("this control register cannot be read here")]
    Control,
    /// Bits of a floating-point number were asked for.
    #[error("`{0}` is for whole numbers, not for floating-point ones")]
    Whole(&'static str),
    /// A floating-point number is where a whole one belongs.
    #[error("this is a floating-point number, and a whole one is needed here")]
    Fraction,
    /// A division by zero.
    #[error("division by zero")]
    Division,
    /// Something was to be set that is not a place.
    #[error("`{0}` is a value, not a place: registers and memory (`*a0`, `board[3]`) can be set")]
    NoPlace(String),
}

fn hint(similar: &Option<String>) -> String {
    match similar {
        Some(similar) => format!("; did you mean `{similar}`?"),
        None => String::new(),
    }
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// An expression whose names are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(i64),
    /// The address of a label, and how wide what lies there is.
    Label(u32, Width),
    /// A register.
    Register(Reg),
    /// The control register with this number.
    Control(u32),
    /// The program counter.
    Pc,
    /// How many instructions have run.
    Step,
    /// What memory holds at an address.
    Load(Width, Box<Expr>),
    /// A number with a fraction, as its bits.
    Real(u64),
    /// The floating-point number that memory holds at an address.
    FloatLoad(FloatWidth, Box<Expr>),
    /// A number as one of floating point.
    ToFloat(FloatWidth, Box<Expr>),
    /// A number cut to a width.
    Cut(Width, Box<Expr>),
    /// An operator before an operand.
    Unary(Unary, Box<Expr>),
    /// An operator between operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assignable {
    /// A register.
    Register(Reg),
    /// The control register with this number.
    Control(u32),
    /// The program counter.
    Pc,
    /// Memory.
    Memory(u32, Width),
}

/// The state that an expression is about.
pub struct ExprState<'a> {
    /// Registers.
    pub registers: &'a Registers,
    /// Memory.
    pub memory: &'a Memory,
    /// The machine, for its control registers.
    pub machine: Option<&'a Machine>,
    /// The program counter.
    pub pc: u32,
    /// How many instructions have run.
    pub step: u64,
    /// Words have their high byte first.
    pub big_endian: bool,
    /// The machine.
    pub desc: &'static IsaDesc,
}

impl ExprState<'_> {
    /// What memory holds.
    pub fn load(&self, width: Width, address: u32) -> Result<i64, ExprError> {
        let bits = self.load_bits(address, width.size())?;
        Ok(width.cut(bits as i64))
    }

    /// So many bytes of memory as a number.
    fn load_bits(&self, address: u32, size: u32) -> Result<u64, ExprError> {
        let mut number = 0;
        for k in 0..size {
            let at = address.wrapping_add(k);
            if !self.memory.readable(at) {
                return Err(ExprError::Memory(at));
            }
            let byte = u64::from(self.memory.peek(at));
            number = match self.big_endian {
                true => number << 8 | byte,
                false => number | byte << (8 * k),
            };
        }
        Ok(number)
    }

    fn register(&self, reg: Reg) -> i64 {
        let value = self.registers.get(reg) as u32;
        match reg == self.desc.abi.sp {
            true => value.into(),
            false => i64::from(value as i32),
        }
    }
}

impl Expr {
    /// Its value as a whole number; that of a floating-point register or of memory is its bits.
    pub fn value(&self, state: &ExprState<'_>) -> Result<i64, ExprError> {
        match self {
            Expr::Cut(..) | Expr::Unary(..) | Expr::Binary(..) if self.has_floats() => {
                match self.number(state)? {
                    ExprNumber::Integer(number) => Ok(number),
                    ExprNumber::Float(_) => Err(ExprError::Fraction),
                }
            }
            _ => self.integer(state),
        }
    }

    /// The same of one without floating-point numbers in it.
    fn integer(&self, state: &ExprState<'_>) -> Result<i64, ExprError> {
        Ok(match self {
            Expr::Number(number) => *number,
            Expr::Label(address, _) => i64::from(*address),
            Expr::Register(reg) => state.register(*reg),
            Expr::Control(number) => {
                let machine = state.machine;
                let value = machine.and_then(|machine| machine.control_register(*number));
                i64::from(value.ok_or(ExprError::Control)? as i32)
            }
            Expr::Pc => i64::from(state.pc),
            Expr::Step => state.step as i64,
            Expr::Load(width, address) => state.load(*width, address.value(state)? as u32)?,
            Expr::Real(_) | Expr::ToFloat(..) => return Err(ExprError::Fraction),
            Expr::FloatLoad(width, address) => {
                state.load_bits(address.value(state)? as u32, width.size())? as i64
            }
            Expr::Cut(width, inner) => width.cut(inner.integer(state)?),
            Expr::Unary(operator, inner) => {
                let number = inner.integer(state)?;
                match operator {
                    Unary::Negate => number.wrapping_neg(),
                    Unary::Not => i64::from(number as u32 == 0),
                    Unary::BitNot => !number,
                }
            }
            Expr::Binary(operator, a, b) => binary(*operator, a, b, state)?,
        })
    }

    /// Whether it reads nothing but registers, the program counter, the step, and memory that is
    /// accepted: from an address on so many bytes.
    pub(crate) fn reads_only(&self, accepts: &dyn Fn(u32, u32) -> bool) -> bool {
        let loads = |address: &Expr, size: u32| address.fixed().is_some_and(|at| accepts(at, size));
        match self {
            Expr::Number(_)
            | Expr::Real(_)
            | Expr::Label(..)
            | Expr::Register(_)
            | Expr::Pc
            | Expr::Step => true,
            Expr::Control(_) => false,
            Expr::Load(width, address) => loads(address, width.size()),
            Expr::FloatLoad(width, address) => loads(address, width.size()),
            Expr::Cut(_, inner) | Expr::Unary(_, inner) | Expr::ToFloat(_, inner) => {
                inner.reads_only(accepts)
            }
            Expr::Binary(_, a, b) => a.reads_only(accepts) && b.reads_only(accepts),
        }
    }

    /// The address that it always is: of a label, a number, or a distance from one.
    pub(crate) fn fixed(&self) -> Option<u32> {
        match self {
            Expr::Number(number) => Some(*number as u32),
            Expr::Label(address, _) => Some(*address),
            Expr::Binary(operator, a, b) => {
                let (a, b) = (a.fixed()?, b.fixed()?);
                match operator {
                    Binary::Add => Some(a.wrapping_add(b)),
                    Binary::Subtract => Some(a.wrapping_sub(b)),
                    Binary::Multiply => Some(a.wrapping_mul(b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether it holds. One that cannot be computed does not.
    pub fn holds(&self, state: &ExprState<'_>) -> bool {
        match self.has_floats() {
            true => self.number(state).is_ok_and(|number| match number {
                ExprNumber::Integer(value) => value as u32 != 0,
                ExprNumber::Float(value) => f64::from(value) != 0.0,
            }),
            false => self.integer(state).is_ok_and(|value| value as u32 != 0),
        }
    }

    /// The place that it names, if it is one. `width` overrides that of memory.
    pub fn place(
        &self,
        width: Option<Width>,
        state: &ExprState<'_>,
    ) -> Result<Assignable, ExprError> {
        Ok(match self {
            Expr::Register(reg) => Assignable::Register(*reg),
            Expr::Control(number) => Assignable::Control(*number),
            Expr::Pc => Assignable::Pc,
            Expr::Load(known, address) => {
                Assignable::Memory(address.value(state)? as u32, width.unwrap_or(*known))
            }
            Expr::FloatLoad(_, address) => {
                Assignable::Memory(address.value(state)? as u32, width.unwrap_or(Width::Word))
            }
            Expr::Label(address, known) => Assignable::Memory(*address, width.unwrap_or(*known)),
            _ => return Err(ExprError::NoPlace("this".to_owned())),
        })
    }

    /// How wide what lies at the address that this is, is.
    pub(crate) fn element(&self) -> Width {
        match self {
            Expr::Label(_, width) => *width,
            Expr::Binary(Binary::Add | Binary::Subtract, a, b) => {
                match (a.element(), b.element()) {
                    (Width::Word, other) => other,
                    (known, _) => known,
                }
            }
            _ => Width::Word,
        }
    }
}

fn binary(operator: Binary, a: &Expr, b: &Expr, state: &ExprState<'_>) -> Result<i64, ExprError> {
    let left = a.integer(state)?;
    match operator {
        Binary::And if left as u32 == 0 => return Ok(0),
        Binary::Or if left as u32 != 0 => return Ok(1),
        _ => {}
    }
    let right = b.integer(state)?;
    // Addresses and large hexadecimal numbers have no sign: then the other side has none either.
    let unsigned = [left, right].iter().any(|n| *n > i64::from(i32::MAX));
    let (x, y) = match unsigned {
        true => (i64::from(left as u32), i64::from(right as u32)),
        false => (left, right),
    };
    let truth = |holds: bool| i64::from(holds);
    Ok(match operator {
        Binary::And | Binary::Or => truth(right as u32 != 0),
        Binary::BitOr => left | right,
        Binary::BitXor => left ^ right,
        Binary::BitAnd => left & right,
        Binary::Equal => truth(left as u32 == right as u32),
        Binary::Unequal => truth(left as u32 != right as u32),
        Binary::Less => truth(x < y),
        Binary::LessEqual => truth(x <= y),
        Binary::Greater => truth(x > y),
        Binary::GreaterEqual => truth(x >= y),
        Binary::ShiftLeft => i64::from((left as u32).wrapping_shl(right as u32) as i32),
        Binary::ShiftRight => left.wrapping_shr(right as u32 & 31),
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide | Binary::Remainder if y == 0 => return Err(ExprError::Division),
        Binary::Divide => x.wrapping_div(y),
        Binary::Remainder => x.wrapping_rem(y),
    })
}

#[cfg(test)]
mod tests;
