//! The words of the interpreter.

use super::{DomainBit, DomainWord, operators};

/// A word of the machine, nothing but its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Word32(pub u32);

impl From<u32> for Word32 {
    #[inline(always)]
    fn from(value: u32) -> Self {
        Word32(value)
    }
}

operators! { [] Word32:
    Add add = |a, b| Word32(a.0.wrapping_add(b.0));
    Sub sub = |a, b| Word32(a.0.wrapping_sub(b.0));
    Mul mul = |a, b| Word32(a.0.wrapping_mul(b.0));
    BitAnd bitand = |a, b| Word32(a.0 & b.0);
    BitOr bitor = |a, b| Word32(a.0 | b.0);
    BitXor bitxor = |a, b| Word32(a.0 ^ b.0);
    Shl shl = |a, b| Word32(a.0 << (b.0 & 31));
    Shr shr = |a, b| Word32(a.0 >> (b.0 & 31));
}

impl std::ops::Not for Word32 {
    type Output = Word32;

    #[inline(always)]
    fn not(self) -> Word32 {
        Word32(!self.0)
    }
}

/// A product as its high and its low half.
#[inline(always)]
const fn halves(product: u64) -> (Word32, Word32) {
    (Word32((product >> 32) as u32), Word32(product as u32))
}

impl DomainWord for Word32 {
    type Bit = bool;

    #[inline(always)]
    fn shr_signed(self, amount: Self) -> Self {
        Word32((self.0 as i32 >> (amount.0 & 31)) as u32)
    }

    #[inline(always)]
    fn rotate_right(self, amount: Self) -> Self {
        Word32(self.0.rotate_right(amount.0 & 31))
    }

    #[inline(always)]
    fn sext8(self) -> Self {
        Word32(self.0 as i8 as u32)
    }

    #[inline(always)]
    fn sext16(self) -> Self {
        Word32(self.0 as i16 as u32)
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Word32(self.0.leading_zeros())
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self.0 == other.0
    }

    #[inline(always)]
    fn less_signed(self, other: Self) -> bool {
        (self.0 as i32) < other.0 as i32
    }

    #[inline(always)]
    fn less_unsigned(self, other: Self) -> bool {
        self.0 < other.0
    }

    #[inline(always)]
    fn add_overflowing(self, other: Self) -> (Self, bool) {
        let (sum, overflows) = (self.0 as i32).overflowing_add(other.0 as i32);
        (Word32(sum as u32), overflows)
    }

    #[inline(always)]
    fn sub_overflowing(self, other: Self) -> (Self, bool) {
        let (difference, overflows) = (self.0 as i32).overflowing_sub(other.0 as i32);
        (Word32(difference as u32), overflows)
    }

    #[inline(always)]
    fn product_signed(self, other: Self) -> (Self, Self) {
        halves((self.0 as i32 as i64 * other.0 as i32 as i64) as u64)
    }

    #[inline(always)]
    fn product_unsigned(self, other: Self) -> (Self, Self) {
        halves(self.0 as u64 * other.0 as u64)
    }

    #[inline(always)]
    fn product_mixed(self, other: Self) -> (Self, Self) {
        halves((self.0 as i32 as i64 * other.0 as i64) as u64)
    }

    #[inline(always)]
    fn div_signed(self, divisor: Self) -> Self {
        match divisor.0 {
            0 => Word32(u32::MAX),
            _ => Word32((self.0 as i32).wrapping_div(divisor.0 as i32) as u32),
        }
    }

    #[inline(always)]
    fn div_unsigned(self, divisor: Self) -> Self {
        Word32(self.0.checked_div(divisor.0).unwrap_or(u32::MAX))
    }

    #[inline(always)]
    fn rem_signed(self, divisor: Self) -> Self {
        match divisor.0 {
            0 => self,
            _ => Word32((self.0 as i32).wrapping_rem(divisor.0 as i32) as u32),
        }
    }

    #[inline(always)]
    fn rem_unsigned(self, divisor: Self) -> Self {
        Word32(self.0.checked_rem(divisor.0).unwrap_or(self.0))
    }
}

impl DomainBit for bool {
    type Word = Word32;

    #[inline(always)]
    fn word(self) -> Word32 {
        Word32(self.into())
    }

    #[inline(always)]
    fn select(self, yes: Word32, no: Word32) -> Word32 {
        if self { yes } else { no }
    }
}
