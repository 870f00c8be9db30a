//! Words of which some bits are undefined.

use crate::reading::{DomainBit, DomainWord, Word32, operators};
use std::ops::Not;

/// A word, and which of its bits are undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefinedWord {
    value: u32,
    undefined: u32,
}

/// Whether something holds, and whether that is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefinedBit {
    holds: bool,
    undefined: bool,
}

impl DefinedWord {
    /// A word with these undefined bits.
    pub const fn new(value: u32, undefined: u32) -> Self {
        DefinedWord { value, undefined }
    }

    /// What it happens to be.
    pub const fn value(self) -> u32 {
        self.value
    }

    /// Its undefined bits.
    pub const fn undefined(self) -> u32 {
        self.undefined
    }

    const fn word(self) -> Word32 {
        Word32(self.value)
    }

    /// A word of which these bits are undefined.
    const fn of(value: Word32, undefined: u32) -> Self {
        DefinedWord {
            value: value.0,
            undefined,
        }
    }

    /// The undefined bits of either.
    const fn either(self, other: Self) -> u32 {
        self.undefined | other.undefined
    }

    /// All bits, if one of either is undefined.
    const fn all_of(self, other: Self) -> u32 {
        if self.either(other) == 0 { 0 } else { u32::MAX }
    }

    /// A word of which all bits are undefined if one of either is.
    const fn lazy(self, other: Self, value: Word32) -> Self {
        DefinedWord::of(value, self.all_of(other))
    }

    const fn bit(self, other: Self, holds: bool) -> DefinedBit {
        DefinedBit {
            holds,
            undefined: self.either(other) != 0,
        }
    }

    /// The high half of a product depends on all, the low half as a sum does.
    const fn halves(self, other: Self, (high, low): (Word32, Word32)) -> (Self, Self) {
        (
            self.lazy(other, high),
            DefinedWord::of(low, left(self.either(other))),
        )
    }
}

/// These bits, and all above the lowest of them: a carry may go anywhere.
const fn left(bits: u32) -> u32 {
    bits | bits.wrapping_neg()
}

/// What a shift by an amount leaves of undefined bits, which `shifted` has moved already.
const fn unless(amount: DefinedWord, shifted: u32) -> u32 {
    if amount.undefined & 31 != 0 {
        u32::MAX
    } else {
        shifted
    }
}

impl From<u32> for DefinedWord {
    fn from(value: u32) -> Self {
        DefinedWord::new(value, 0)
    }
}

operators! { [] DefinedWord:
    Add add = |a, b| DefinedWord::of(a.word() + b.word(), left(a.either(b)));
    Sub sub = |a, b| DefinedWord::of(a.word() - b.word(), left(a.either(b)));
    Mul mul = |a, b| DefinedWord::of(a.word() * b.word(), left(a.either(b)));
    // A defined zero makes a defined zero.
    BitAnd bitand = |a, b| DefinedWord::of(
        a.word() & b.word(),
        a.either(b) & (a.value | a.undefined) & (b.value | b.undefined),
    );
    // A defined one makes a defined one.
    BitOr bitor = |a, b| DefinedWord::of(
        a.word() | b.word(),
        a.either(b) & (!a.value | a.undefined) & (!b.value | b.undefined),
    );
    BitXor bitxor = |a, b| DefinedWord::of(a.word() ^ b.word(), a.either(b));
    Shl shl = |a, b| DefinedWord::of(a.word() << b.word(), unless(b, a.undefined << (b.value & 31)));
    Shr shr = |a, b| DefinedWord::of(a.word() >> b.word(), unless(b, a.undefined >> (b.value & 31)));
}

impl Not for DefinedWord {
    type Output = Self;

    fn not(self) -> Self {
        DefinedWord::of(!self.word(), self.undefined)
    }
}

impl DomainWord for DefinedWord {
    type Bit = DefinedBit;

    fn shr_signed(self, amount: Self) -> Self {
        let undefined = Word32(self.undefined).shr_signed(amount.word()).0;
        DefinedWord::of(
            self.word().shr_signed(amount.word()),
            unless(amount, undefined),
        )
    }

    fn rotate_right(self, amount: Self) -> Self {
        let undefined = self.undefined.rotate_right(amount.value & 31);
        DefinedWord::of(
            self.word().rotate_right(amount.word()),
            unless(amount, undefined),
        )
    }

    fn sext8(self) -> Self {
        DefinedWord::of(self.word().sext8(), Word32(self.undefined).sext8().0)
    }

    fn sext16(self) -> Self {
        DefinedWord::of(self.word().sext16(), Word32(self.undefined).sext16().0)
    }

    fn leading_zeros(self) -> Self {
        // The bits above the highest one that is defined and set decide.
        let first = (self.value & !self.undefined).leading_zeros();
        let above = self.undefined.leading_zeros() < first;
        let undefined = if above { 63 } else { 0 };
        DefinedWord::of(self.word().leading_zeros(), undefined)
    }

    fn equals(self, other: Self) -> DefinedBit {
        // Defined bits that differ settle it.
        let differ = (self.value ^ other.value) & !self.either(other);
        DefinedBit {
            holds: self.word().equals(other.word()),
            undefined: self.either(other) != 0 && differ == 0,
        }
    }

    fn less_signed(self, other: Self) -> DefinedBit {
        const SIGN: u32 = 1 << 31;
        // With the sign turned round, the order is that of numbers without one.
        let turned = |word: Self| DefinedWord::new(word.value ^ SIGN, word.undefined);
        turned(self).less_unsigned(turned(other))
    }

    fn less_unsigned(self, other: Self) -> DefinedBit {
        // It is settled if it is the same for the least and the greatest that they can be.
        let least = |word: Self| word.value & !word.undefined;
        let greatest = |word: Self| word.value | word.undefined;
        let always = greatest(self) < least(other);
        let never = least(self) >= greatest(other);
        DefinedBit {
            holds: self.value < other.value,
            undefined: !always && !never,
        }
    }

    fn add_overflowing(self, other: Self) -> (Self, DefinedBit) {
        let (_, overflows) = self.word().add_overflowing(other.word());
        (self + other, self.bit(other, overflows))
    }

    fn sub_overflowing(self, other: Self) -> (Self, DefinedBit) {
        let (_, overflows) = self.word().sub_overflowing(other.word());
        (self - other, self.bit(other, overflows))
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
        self.lazy(divisor, self.word().div_signed(divisor.word()))
    }

    fn div_unsigned(self, divisor: Self) -> Self {
        self.lazy(divisor, self.word().div_unsigned(divisor.word()))
    }

    fn rem_signed(self, divisor: Self) -> Self {
        self.lazy(divisor, self.word().rem_signed(divisor.word()))
    }

    fn rem_unsigned(self, divisor: Self) -> Self {
        self.lazy(divisor, self.word().rem_unsigned(divisor.word()))
    }
}

impl DefinedBit {
    /// Whether it happens to hold.
    pub const fn holds(self) -> bool {
        self.holds
    }

    /// Whether it might as well not.
    pub const fn is_undefined(self) -> bool {
        self.undefined
    }

    /// A word that depends on it.
    pub(super) const fn spoils(self, word: DefinedWord) -> DefinedWord {
        DefinedWord {
            undefined: if self.undefined {
                u32::MAX
            } else {
                word.undefined
            },
            ..word
        }
    }
}

impl Not for DefinedBit {
    type Output = Self;

    fn not(self) -> Self {
        DefinedBit {
            holds: !self.holds,
            ..self
        }
    }
}

impl DomainBit for DefinedBit {
    type Word = DefinedWord;

    fn word(self) -> DefinedWord {
        DefinedWord::new(self.holds.into(), self.undefined.into())
    }

    fn select(self, yes: DefinedWord, no: DefinedWord) -> DefinedWord {
        self.spoils(if self.holds { yes } else { no })
    }
}
