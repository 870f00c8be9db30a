//! The terms of an instruction's expressions, and how a demand for bits goes back through them.

use super::{Operand, Source, Traced};
use std::cell::RefCell;

/// What a term is made of. Operands are earlier terms, or constants.
#[derive(Clone, Copy, Debug)]
pub(super) enum TermKind {
    /// A register.
    Register(Source),
    /// Memory, zero-extended, and what told where.
    Load { source: Source, at: Operand },
    /// One of two words: the condition, and the one that was chosen.
    Chosen(Operand, Operand),
    /// An operation on two words.
    Of(Operation, Operand, Operand),
}

/// How bits of a result depend on bits of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// A bit depends on those at its place and below.
    Sum,
    /// The same; nothing depends on a word minus itself.
    Difference,
    /// The same; zero is all that decides.
    Product,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    RotateRight,
    /// The low bits, so many, and the highest of them above.
    SignExtend(u8),
    /// The lowest bit depends on all bits, the others on none; nothing depends on a word compared with
    /// itself.
    Compare,
    /// Every bit depends on all bits.
    All,
}

/// A part of what an instruction computes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) kind: TermKind,
    pub(super) value: u32,
}

impl Term {
    /// The input that it is, if it is one.
    pub(super) fn source(&self) -> Option<Source> {
        match self.kind {
            TermKind::Register(source) | TermKind::Load { source, .. } => Some(source),
            TermKind::Chosen(..) | TermKind::Of(..) => None,
        }
    }
}

/// The terms of one instruction, in the order in which they were computed.
#[derive(Debug, Default)]
pub(super) struct Terms(RefCell<Vec<Term>>);

impl Terms {
    /// Adds one.
    pub(super) fn add(&self, kind: TermKind, value: u32) -> Traced<'_> {
        let mut terms = self.0.borrow_mut();
        terms.push(Term { kind, value });
        Traced::new(value, self, terms.len() - 1)
    }

    /// A register; the same one is the same term.
    pub(super) fn input(&self, source: Source, value: u32) -> Traced<'_> {
        let is_it = |term: &Term| matches!(term.kind, TermKind::Register(s) if s == source);
        let known = self.0.borrow().iter().position(is_it);
        match known {
            Some(index) => Traced::new(value, self, index),
            None => self.add(TermKind::Register(source), value),
        }
    }

    /// Memory.
    pub(super) fn load(&self, address: Traced<'_>, size: u8, value: u32) -> Traced<'_> {
        let at = address.operand();
        let source = Source::Memory {
            address: at.value,
            size,
        };
        self.add(TermKind::Load { source, at }, value)
    }

    pub(super) fn into_list(self) -> Vec<Term> {
        self.0.into_inner()
    }
}

/// The inputs that these bits of a value depend on: terms, and which of their bits.
pub(super) fn demand(terms: &[Term], result: Operand, bits: u32) -> Vec<(usize, u32)> {
    let mut demanded = vec![0; terms.len()];
    let mut inputs = Vec::new();
    ask(&mut demanded, result, bits);
    // Operands come before what is made of them.
    for (index, term) in terms.iter().enumerate().rev() {
        let bits = demanded[index];
        if bits == 0 {
            continue;
        }
        match term.kind {
            TermKind::Register(_) | TermKind::Load { .. } => inputs.push((index, bits)),
            TermKind::Chosen(condition, chosen) => {
                ask(&mut demanded, condition, 1);
                ask(&mut demanded, chosen, bits);
            }
            TermKind::Of(operation, a, b) => {
                let (of_a, of_b) = operation.demand(a, b, bits);
                ask(&mut demanded, a, of_a);
                ask(&mut demanded, b, of_b);
            }
        }
    }
    inputs
}

fn ask(demanded: &mut [u32], operand: Operand, bits: u32) {
    if let Some(term) = operand.term {
        demanded[term] |= bits;
    }
}

impl Operation {
    /// The bits of both operands that these bits of the result depend on.
    fn demand(self, a: Operand, b: Operand, bits: u32) -> (u32, u32) {
        let itself = a.term.is_some() && a.term == b.term;
        let shift = b.value & 31;
        match self {
            Operation::Difference | Operation::Xor | Operation::Compare if itself => (0, 0),
            Operation::Sum | Operation::Difference => (
                if b.is_constant(0) { bits } else { up_to(bits) },
                if a.is_constant(0) && self == Operation::Sum {
                    bits
                } else {
                    up_to(bits)
                },
            ),
            Operation::Product if a.is_constant(0) || b.is_constant(0) => (0, 0),
            Operation::Product => (up_to(bits), up_to(bits)),
            Operation::And => decided(a, b, bits, 0),
            Operation::Or => decided(a, b, bits, u32::MAX),
            Operation::Xor => (bits, bits),
            Operation::ShiftLeft => (bits >> shift, 31),
            Operation::ShiftRight => (bits << shift, 31),
            Operation::ShiftRightSigned => {
                let fills = bits & !(u32::MAX >> shift) != 0;
                (bits << shift | u32::from(fills) << 31, 31)
            }
            Operation::RotateRight => (bits.rotate_left(shift), 31),
            Operation::SignExtend(count) => {
                let low = (1 << count) - 1;
                let sign = 1 << (count - 1);
                (bits & low | if bits & !low != 0 { sign } else { 0 }, 0)
            }
            Operation::Compare if bits & 1 == 0 => (0, 0),
            Operation::Compare | Operation::All => (u32::MAX, u32::MAX),
        }
    }
}

/// The bits of two operands that matter where a bit as in `decides` settles the result: of two such, a
/// constant one is enough, or else the second.
fn decided(a: Operand, b: Operand, bits: u32, decides: u32) -> (u32, u32) {
    let (open_a, open_b) = (a.value ^ decides, b.value ^ decides);
    match a.term {
        None => (0, bits & open_a),
        Some(_) => (bits & open_b, bits & (open_a | !open_b)),
    }
}

/// The highest of these bits, and all below it.
fn up_to(bits: u32) -> u32 {
    u32::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0)
}

impl Operand {
    fn is_constant(self, value: u32) -> bool {
        self.term.is_none() && self.value == value
    }
}

/// Whether a result is the number that its only input was.
pub(super) fn is_move(terms: &[Term], result: Operand) -> bool {
    let Some(index) = result.term else {
        return false;
    };
    match terms[index].kind {
        TermKind::Register(_) | TermKind::Load { .. } => true,
        TermKind::Chosen(..) => false,
        TermKind::Of(Operation::SignExtend(_), a, _) => {
            let loaded = |term: usize| matches!(terms[term].kind, TermKind::Load { .. });
            a.term.is_some_and(loaded)
        }
        TermKind::Of(operation, a, b) => match operation {
            Operation::Sum | Operation::Or | Operation::Xor => {
                b.is_constant(0) && is_move(terms, a) || a.is_constant(0) && is_move(terms, b)
            }
            Operation::Difference
            | Operation::ShiftLeft
            | Operation::ShiftRight
            | Operation::ShiftRightSigned
            | Operation::RotateRight => b.is_constant(0) && is_move(terms, a),
            Operation::And => {
                b.is_constant(u32::MAX) && is_move(terms, a)
                    || a.is_constant(u32::MAX) && is_move(terms, b)
            }
            _ => false,
        },
    }
}
