//! Computing the values of expressions, as far as they are known.

use diag::Span;

use crate::dialect::{Modifier, SegmentKind};
use crate::text::constants::Constants;
use crate::text::expr::{MAX_DEPTH, apply, apply_unary};
use crate::text::lex::Op;
use crate::text::parsed::{Arg, Def, ExprId, ExprNode, ParsedFile, ParsedOperand, SymId};

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExprValue {
    /// A number.
    Abs(i64),
    /// A place in a segment of this file.
    Rel(SegmentKind, i64),
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExprFault {
    /// It depends on addresses that are not known yet.
    NotYet,
    /// A symbol is not defined.
    Undefined(SymId, Span),
    /// A constant depends on itself.
    Circular(SymId, Span),
    /// A division by zero.
    DivisionByZero(Span),
    /// There is no `%pcrel_hi` at the place that `%pcrel_lo` names.
    NoPcrelHi(Span),
}

/// What an expression can ask for.
pub(crate) trait Env {
    /// The symbols' file.
    fn parsed(&self) -> &ParsedFile;
    /// The value of a symbol that is no constant.
    fn label(&self, sym: SymId, span: Span) -> Result<ExprValue, ExprFault>;
    /// The address of the instruction that the expression is part of, once that is known.
    fn pc(&self) -> Option<i64> {
        None
    }
    /// The value whose `%pcrel_hi` the instruction at this address uses, once that is known.
    fn pcrel(&self, _address: i64) -> Option<i64> {
        None
    }
    /// What the global pointer points to, once that is known.
    fn global_pointer(&self) -> Option<i64> {
        None
    }
    /// The slot of the table of addresses that the instruction is about, once that is known.
    fn slot(&self) -> Option<i64> {
        None
    }
    /// Whether a symbol that had no value still has none.
    fn is_missing(&self, sym: SymId) -> bool;
    /// What is known about constants.
    fn constants(&self) -> &Constants;
    /// Which of the files it is whose constants are meant.
    fn file(&self) -> usize {
        0
    }
    /// Through how many files the expression has led here.
    fn files(&self) -> usize {
        0
    }
}

/// Computes an operand's value.
pub(crate) fn value(env: &impl Env, operand: &ParsedOperand) -> Result<ExprValue, ExprFault> {
    arg_value(env, operand.arg, operand.span, 0)
}

fn arg_value(env: &impl Env, arg: Arg, span: Span, depth: usize) -> Result<ExprValue, ExprFault> {
    match arg {
        Arg::Int(value) => Ok(ExprValue::Abs(value)),
        Arg::Name {
            sym: SymId::NONE,
            reg,
        } => {
            let shadow = reg.and_then(|reg| env.parsed().shadow(reg));
            symbol(env, shadow.unwrap_or(SymId::NONE), span, depth)
        }
        Arg::Name { sym, .. } => symbol(env, sym, span, depth),
        Arg::Expr(id) => evaluate(env, id, depth),
        Arg::Base(_) | Arg::Str => Err(ExprFault::NotYet),
    }
}

fn symbol(env: &impl Env, sym: SymId, span: Span, depth: usize) -> Result<ExprValue, ExprFault> {
    let Some(known) = env.parsed().symbols.get(sym.0 as usize) else {
        return Err(ExprFault::Undefined(sym, span));
    };
    match known.def {
        Def::Constant(..) if depth > MAX_DEPTH => Err(ExprFault::Circular(sym, span)),
        Def::Constant(Arg::Int(value), _) => {
            env.constants().add_number();
            Ok(ExprValue::Abs(value))
        }
        Def::Constant(arg, place) => {
            let compute = || arg_value(env, arg, place, depth + 1);
            env.constants().value(env, sym, depth, compute)
        }
        _ => {
            let value = env.label(sym, span);
            env.constants().add_label(value.is_err().then_some(sym));
            value
        }
    }
}

fn evaluate(env: &impl Env, id: ExprId, depth: usize) -> Result<ExprValue, ExprFault> {
    let parsed = env.parsed();
    let spans = parsed.node_spans.get(id.start as usize..).unwrap_or(&[]);
    let mut stack: Vec<ExprValue> = Vec::with_capacity(8);
    for (node, span) in parsed.expr(id).iter().zip(spans) {
        let next = match *node {
            ExprNode::Int(value) => ExprValue::Abs(value),
            ExprNode::Sym(sym) => symbol(env, sym, *span, depth)?,
            ExprNode::Unary(op) => match stack.pop() {
                Some(ExprValue::Abs(value)) => ExprValue::Abs(apply_unary(op, value)),
                _ => return Err(ExprFault::NotYet),
            },
            ExprNode::Binary(op) => {
                let (right, left) = (stack.pop(), stack.pop());
                let (Some(left), Some(right)) = (left, right) else {
                    return Err(ExprFault::NotYet);
                };
                combine(op, left, right, *span)?
            }
            ExprNode::Modifier(modifier) => {
                let Some(ExprValue::Abs(value)) = stack.pop() else {
                    return Err(ExprFault::NotYet);
                };
                ExprValue::Abs(modify(env, modifier, value, *span)?)
            }
        };
        stack.push(next);
    }
    stack.pop().ok_or(ExprFault::NotYet)
}

fn combine(op: Op, left: ExprValue, right: ExprValue, span: Span) -> Result<ExprValue, ExprFault> {
    match (op, left, right) {
        (_, ExprValue::Abs(a), ExprValue::Abs(b)) => apply(op, a, b)
            .map(ExprValue::Abs)
            .ok_or(ExprFault::DivisionByZero(span)),
        (Op::Plus, ExprValue::Rel(s, a), ExprValue::Abs(b))
        | (Op::Plus, ExprValue::Abs(b), ExprValue::Rel(s, a)) => {
            Ok(ExprValue::Rel(s, a.wrapping_add(b)))
        }
        (Op::Minus, ExprValue::Rel(s, a), ExprValue::Abs(b)) => {
            Ok(ExprValue::Rel(s, a.wrapping_sub(b)))
        }
        (Op::Minus, ExprValue::Rel(s, a), ExprValue::Rel(t, b)) if s == t => {
            Ok(ExprValue::Abs(a.wrapping_sub(b)))
        }
        _ => Err(ExprFault::NotYet),
    }
}

fn modify(env: &impl Env, modifier: Modifier, value: i64, span: Span) -> Result<i64, ExprFault> {
    let pc = || {
        env.constants().add_pc();
        env.pc().ok_or(ExprFault::NotYet)
    };
    let pointer = || env.global_pointer().ok_or(ExprFault::NotYet);
    Ok(match modifier {
        Modifier::Hi20 => upper(value),
        Modifier::Lo12 => lower(value),
        Modifier::PcrelHi20 => upper(value.wrapping_sub(pc()?)),
        Modifier::PcrelLoBack(back) => lower(value.wrapping_sub(pc()?.wrapping_sub(back.into()))),
        Modifier::PcrelLo12 => {
            pc()?;
            let target = env.pcrel(value).ok_or(ExprFault::NoPcrelHi(span))?;
            lower(target.wrapping_sub(value))
        }
        Modifier::Hi16 => high_half(value),
        Modifier::Lo16 => i64::from(value as i16),
        Modifier::Upper16 => value >> 16 & 0xffff,
        Modifier::Lower16 => value & 0xffff,
        Modifier::High32 => value >> 32 & 0xffff_ffff,
        Modifier::Shift => value & 31,
        Modifier::Skip => pc()?.wrapping_add(value.wrapping_add(1).wrapping_mul(4)),
        Modifier::GpRel => value.wrapping_sub(pointer()?),
        Modifier::Slot => {
            pc()?;
            env.slot()
                .ok_or(ExprFault::NotYet)?
                .wrapping_sub(pointer()?)
        }
        Modifier::SlotPcrelHi20 => {
            let here = pc()?;
            upper(env.slot().ok_or(ExprFault::NotYet)?.wrapping_sub(here))
        }
        Modifier::ThreadLocal => return Err(ExprFault::NotYet),
        Modifier::PointerHi16 => high_half(value.wrapping_add(pointer()?).wrapping_sub(pc()?)),
        Modifier::PointerLo16 => {
            let distance = value.wrapping_add(pointer()?).wrapping_sub(pc()?);
            i64::from(distance.wrapping_add(4) as i16)
        }
    })
}

fn high_half(value: i64) -> i64 {
    value.wrapping_add(0x8000) >> 16 & 0xffff
}

fn upper(value: i64) -> i64 {
    (value.wrapping_add(0x800) >> 12) & 0xf_ffff
}

fn lower(value: i64) -> i64 {
    ((value & 0xfff) ^ 0x800) - 0x800
}
