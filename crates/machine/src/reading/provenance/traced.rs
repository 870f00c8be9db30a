//! Words that know which term of an instruction they are.

use super::Operand;
use super::terms::{Operation, TermKind, Terms};
use crate::reading::{DomainBit, DomainWord, Word32, operators};
use std::ops::Not;

/// A word and the term that computed it; a constant has none.
#[derive(Clone, Copy, Debug)]
pub struct Traced<'a> {
    value: u32,
    term: Option<(&'a Terms, usize)>,
}

/// Whether something holds, as a word that is 1 or 0.
#[derive(Clone, Copy, Debug)]
pub struct TracedBit<'a>(Traced<'a>);

impl<'a> Traced<'a> {
    pub(super) fn new(value: u32, terms: &'a Terms, index: usize) -> Self {
        Traced {
            value,
            term: Some((terms, index)),
        }
    }

    /// What it is.
    pub fn value(self) -> u32 {
        self.value
    }

    pub(super) fn operand(self) -> Operand {
        Operand {
            value: self.value,
            term: self.term.map(|(_, index)| index),
        }
    }

    /// A word that an operation makes of this one and another.
    fn with(self, operation: Operation, other: Self, value: Word32) -> Self {
        match self.term.or(other.term) {
            None => value.0.into(),
            Some((terms, _)) => {
                let kind = TermKind::Of(operation, self.operand(), other.operand());
                terms.add(kind, value.0)
            }
        }
    }

    fn word(self) -> Word32 {
        Word32(self.value)
    }

    fn alone(self, operation: Operation, value: Word32) -> Self {
        self.with(operation, 0.into(), value)
    }

    fn compared(self, other: Self, holds: bool) -> TracedBit<'a> {
        TracedBit(self.with(Operation::Compare, other, holds.word()))
    }

    fn halves(self, other: Self, (high, low): (Word32, Word32)) -> (Self, Self) {
        (
            self.with(Operation::All, other, high),
            self.with(Operation::Product, other, low),
        )
    }
}

impl From<u32> for Traced<'_> {
    fn from(value: u32) -> Self {
        Traced { value, term: None }
    }
}

operators! { ['a] Traced<'a>:
    Add add = |a, b| a.with(Operation::Sum, b, a.word() + b.word());
    Sub sub = |a, b| a.with(Operation::Difference, b, a.word() - b.word());
    Mul mul = |a, b| a.with(Operation::Product, b, a.word() * b.word());
    BitAnd bitand = |a, b| a.with(Operation::And, b, a.word() & b.word());
    BitOr bitor = |a, b| a.with(Operation::Or, b, a.word() | b.word());
    BitXor bitxor = |a, b| a.with(Operation::Xor, b, a.word() ^ b.word());
    Shl shl = |a, b| a.with(Operation::ShiftLeft, b, a.word() << b.word());
    Shr shr = |a, b| a.with(Operation::ShiftRight, b, a.word() >> b.word());
}

impl Not for Traced<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self ^ u32::MAX
    }
}

impl<'a> DomainWord for Traced<'a> {
    type Bit = TracedBit<'a>;

    fn shr_signed(self, amount: Self) -> Self {
        let value = self.word().shr_signed(amount.word());
        self.with(Operation::ShiftRightSigned, amount, value)
    }

    fn rotate_right(self, amount: Self) -> Self {
        let value = self.word().rotate_right(amount.word());
        self.with(Operation::RotateRight, amount, value)
    }

    fn sext8(self) -> Self {
        self.alone(Operation::SignExtend(8), self.word().sext8())
    }

    fn sext16(self) -> Self {
        self.alone(Operation::SignExtend(16), self.word().sext16())
    }

    fn leading_zeros(self) -> Self {
        self.alone(Operation::All, self.word().leading_zeros())
    }

    fn equals(self, other: Self) -> TracedBit<'a> {
        self.compared(other, self.word().equals(other.word()))
    }

    fn less_signed(self, other: Self) -> TracedBit<'a> {
        self.compared(other, self.word().less_signed(other.word()))
    }

    fn less_unsigned(self, other: Self) -> TracedBit<'a> {
        self.compared(other, self.word().less_unsigned(other.word()))
    }

    fn add_overflowing(self, other: Self) -> (Self, TracedBit<'a>) {
        let (_, overflows) = self.word().add_overflowing(other.word());
        let overflows = self.with(Operation::All, other, overflows.word());
        (self + other, TracedBit(overflows))
    }

    fn sub_overflowing(self, other: Self) -> (Self, TracedBit<'a>) {
        let (_, overflows) = self.word().sub_overflowing(other.word());
        (self - other, self.compared(other, overflows))
    }

    fn product_signed(self, other: Self) -> (Self, Self) {
        self.halves(other, self.word().product_signed(other.word()))
    }

    fn product_unsigned(self, other: Self) -> (Self, Self) {
        self.halves(other, self.word().product_unsigned(other.word()))
    }

    fn product_mixed(self, other: Self) -> (Self, Self) {
        self.halves(other, self.word().product_mixed(other.word()))
    }

    fn div_signed(self, divisor: Self) -> Self {
        let value = self.word().div_signed(divisor.word());
        self.with(Operation::All, divisor, value)
    }

    fn div_unsigned(self, divisor: Self) -> Self {
        let value = self.word().div_unsigned(divisor.word());
        self.with(Operation::All, divisor, value)
    }

    fn rem_signed(self, divisor: Self) -> Self {
        let value = self.word().rem_signed(divisor.word());
        self.with(Operation::All, divisor, value)
    }

    fn rem_unsigned(self, divisor: Self) -> Self {
        let value = self.word().rem_unsigned(divisor.word());
        self.with(Operation::All, divisor, value)
    }
}

impl<'a> TracedBit<'a> {
    /// Whether it does.
    pub fn holds(self) -> bool {
        self.0.value != 0
    }

    /// A word that is what it is because this holds.
    pub(super) fn chooses(self, chosen: Traced<'a>) -> Traced<'a> {
        match self.0.term {
            None => chosen,
            Some((terms, _)) => {
                let kind = TermKind::Chosen(self.0.operand(), chosen.operand());
                terms.add(kind, chosen.value)
            }
        }
    }
}

impl Not for TracedBit<'_> {
    type Output = Self;

    fn not(self) -> Self {
        TracedBit(self.0 ^ 1)
    }
}

impl<'a> DomainBit for TracedBit<'a> {
    type Word = Traced<'a>;

    fn word(self) -> Traced<'a> {
        self.0
    }

    fn select(self, yes: Traced<'a>, no: Traced<'a>) -> Traced<'a> {
        self.chooses(if self.holds() { yes } else { no })
    }
}
