//! Words whose values are known when the code runs: values of the code generator.

use super::emit::Emit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::FunctionBuilder;
use machine::reading::{DomainBit, DomainWord, Word32};

/// A word: known now, or when the code runs.
#[derive(Clone, Copy)]
pub(crate) enum NativeWord<'e, 'f> {
    Known(u32),
    Later {
        value: Value,
        /// It is the sum of this value and a number, if that is how it was made.
        sum: Option<(Value, u32)>,
        emit: &'e Emit<'f>,
    },
}

/// Whether something holds: known now, or when the code runs.
#[derive(Clone, Copy)]
pub(crate) enum NativeBit<'e, 'f> {
    Known(bool),
    Later {
        value: Value,
        /// It holds if the value is zero.
        inverted: bool,
        emit: &'e Emit<'f>,
    },
}

use NativeWord::{Known, Later};

impl<'e, 'f> NativeWord<'e, 'f> {
    pub(crate) fn later(value: Value, emit: &'e Emit<'f>) -> Self {
        Later {
            value,
            sum: None,
            emit,
        }
    }

    /// Its value, in the present block.
    pub(crate) fn value(self, emit: &Emit<'_>) -> Value {
        match self {
            Known(number) => emit.with(|b| b.ins().iconst(I32, i64::from(number))),
            Later { value, .. } => value,
        }
    }

    /// What an operation makes of two words.
    fn with(
        self,
        other: Self,
        known: fn(Word32, Word32) -> Word32,
        later: fn(&mut FunctionBuilder<'f>, Value, Value) -> Value,
    ) -> Self {
        let emit = match (self, other) {
            (Known(a), Known(b)) => return Known(known(Word32(a), Word32(b)).0),
            (Later { emit, .. }, _) | (_, Later { emit, .. }) => emit,
        };
        let (a, b) = (self.value(emit), other.value(emit));
        NativeWord::later(emit.with(|builder| later(builder, a, b)), emit)
    }

    /// What an operation makes of a word.
    fn map(
        self,
        known: fn(Word32) -> Word32,
        later: fn(&mut FunctionBuilder<'f>, Value) -> Value,
    ) -> Self {
        match self {
            Known(number) => Known(known(Word32(number)).0),
            Later { value, emit, .. } => {
                NativeWord::later(emit.with(|builder| later(builder, value)), emit)
            }
        }
    }

    fn compare(
        self,
        other: Self,
        known: fn(Word32, Word32) -> bool,
        how: IntCC,
    ) -> NativeBit<'e, 'f> {
        let emit = match (self, other) {
            (Known(a), Known(b)) => return NativeBit::Known(known(Word32(a), Word32(b))),
            (Later { emit, .. }, _) | (_, Later { emit, .. }) => emit,
        };
        let (a, b) = (self.value(emit), other.value(emit));
        NativeBit::Later {
            value: emit.with(|builder| builder.ins().icmp(how, a, b)),
            inverted: false,
            emit,
        }
    }

    /// The two halves of a product of 64 bits.
    fn product(
        self,
        other: Self,
        known: fn(Word32, Word32) -> (Word32, Word32),
        wide: fn(&mut FunctionBuilder<'f>, Value, Value) -> (Value, Value),
    ) -> (Self, Self) {
        let emit = match (self, other) {
            (Known(a), Known(b)) => {
                let (high, low) = known(Word32(a), Word32(b));
                return (Known(high.0), Known(low.0));
            }
            (Later { emit, .. }, _) | (_, Later { emit, .. }) => emit,
        };
        let (a, b) = (self.value(emit), other.value(emit));
        let (high, low) = emit.with(|builder| {
            let (x, y) = wide(builder, a, b);
            let product = builder.ins().imul(x, y);
            let shifted = builder.ins().ushr_imm_s(product, 32);
            let high = builder.ins().ireduce(I32, shifted);
            // The low half does not depend on signs.
            (high, builder.ins().imul(a, b))
        });
        (NativeWord::later(high, emit), NativeWord::later(low, emit))
    }
}

impl From<u32> for NativeWord<'_, '_> {
    fn from(number: u32) -> Self {
        Known(number)
    }
}

/// Implements an operator of words, and the same with a number.
macro_rules! operators {
    ($( $trait:ident $method:ident |$a:ident, $b:ident, $emit:ident| $later:expr; )*) => { $(
        impl<'e, 'f> std::ops::$trait for NativeWord<'e, 'f> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.with(other, |a, b| std::ops::$trait::$method(a, b), |$emit, $a, $b| $later)
            }
        }

        impl<'e, 'f> std::ops::$trait<u32> for NativeWord<'e, 'f> {
            type Output = Self;

            fn $method(self, other: u32) -> Self {
                std::ops::$trait::$method(self, Known(other))
            }
        }
    )* };
}

operators! {
    Sub sub |a, b, e| e.ins().isub(a, b);
    Mul mul |a, b, e| e.ins().imul(a, b);
    BitAnd bitand |a, b, e| e.ins().band(a, b);
    BitOr bitor |a, b, e| e.ins().bor(a, b);
    BitXor bitxor |a, b, e| e.ins().bxor(a, b);
    // The generator, too, takes shifts by their low bits.
    Shl shl |a, b, e| e.ins().ishl(a, b);
    Shr shr |a, b, e| e.ins().ushr(a, b);
}

impl std::ops::Add for NativeWord<'_, '_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (word, number) = match (self, other) {
            (word, Known(number)) | (Known(number), word) => (word, number),
            _ => return self.with(other, |a, b| a + b, |e, a, b| e.ins().iadd(a, b)),
        };
        let sum = match word {
            Known(_) => None,
            Later { .. } if number == 0 => return word,
            Later { value, sum, .. } => {
                let (first, more) = sum.unwrap_or((value, 0));
                Some((first, more.wrapping_add(number)))
            }
        };
        let added = word.with(Known(number), |a, b| a + b, |e, a, b| e.ins().iadd(a, b));
        match added {
            Later { value, emit, .. } => Later { value, sum, emit },
            known => known,
        }
    }
}

impl std::ops::Add<u32> for NativeWord<'_, '_> {
    type Output = Self;

    fn add(self, other: u32) -> Self {
        self + Known(other)
    }
}

impl std::ops::Not for NativeWord<'_, '_> {
    type Output = Self;

    fn not(self) -> Self {
        self.map(|a| !a, |e, a| e.ins().bnot(a))
    }
}

/// A divisor for which the host's instruction is defined, and what else decides.
fn safe_divisor<'f>(e: &mut FunctionBuilder<'f>, divisor: Value) -> (Value, Value, Value) {
    let one = e.ins().iconst(I32, 1);
    let by_zero = e.ins().icmp_imm_s(IntCC::Equal, divisor, 0);
    let by_minus_one = e.ins().icmp_imm_s(IntCC::Equal, divisor, -1);
    let either = e.ins().bor(by_zero, by_minus_one);
    (e.ins().select(either, one, divisor), by_zero, by_minus_one)
}

fn quotient_signed<'f>(e: &mut FunctionBuilder<'f>, a: Value, divisor: Value) -> Value {
    let (safe, by_zero, by_minus_one) = safe_divisor(e, divisor);
    let quotient = e.ins().sdiv(a, safe);
    let negated = e.ins().ineg(a);
    let ones = e.ins().iconst(I32, 0xffff_ffff);
    let quotient = e.ins().select(by_minus_one, negated, quotient);
    e.ins().select(by_zero, ones, quotient)
}

fn rest_signed<'f>(e: &mut FunctionBuilder<'f>, a: Value, divisor: Value) -> Value {
    let (safe, by_zero, _) = safe_divisor(e, divisor);
    // By one nothing is left, and by minus one neither.
    let rest = e.ins().srem(a, safe);
    e.ins().select(by_zero, a, rest)
}

fn quotient_unsigned<'f>(e: &mut FunctionBuilder<'f>, a: Value, divisor: Value) -> Value {
    let by_zero = e.ins().icmp_imm_s(IntCC::Equal, divisor, 0);
    let one = e.ins().iconst(I32, 1);
    let safe = e.ins().select(by_zero, one, divisor);
    let quotient = e.ins().udiv(a, safe);
    let ones = e.ins().iconst(I32, 0xffff_ffff);
    e.ins().select(by_zero, ones, quotient)
}

fn rest_unsigned<'f>(e: &mut FunctionBuilder<'f>, a: Value, divisor: Value) -> Value {
    let by_zero = e.ins().icmp_imm_s(IntCC::Equal, divisor, 0);
    let one = e.ins().iconst(I32, 1);
    let safe = e.ins().select(by_zero, one, divisor);
    let rest = e.ins().urem(a, safe);
    e.ins().select(by_zero, a, rest)
}

/// Whether a sum or difference has a sign that it cannot have: `signs` has the highest bit then.
fn negative<'e, 'f>(signs: NativeWord<'e, 'f>) -> NativeBit<'e, 'f> {
    signs.is_negative()
}

impl<'e, 'f> DomainWord for NativeWord<'e, 'f> {
    type Bit = NativeBit<'e, 'f>;

    fn shr_signed(self, amount: Self) -> Self {
        self.with(amount, Word32::shr_signed, |e, a, b| e.ins().sshr(a, b))
    }

    fn rotate_right(self, amount: Self) -> Self {
        self.with(amount, Word32::rotate_right, |e, a, b| e.ins().rotr(a, b))
    }

    fn sext8(self) -> Self {
        self.map(Word32::sext8, |e, a| {
            let low = e.ins().ireduce(I8, a);
            e.ins().sextend(I32, low)
        })
    }

    fn sext16(self) -> Self {
        self.map(Word32::sext16, |e, a| {
            let low = e.ins().ireduce(I16, a);
            e.ins().sextend(I32, low)
        })
    }

    fn leading_zeros(self) -> Self {
        self.map(Word32::leading_zeros, |e, a| e.ins().clz(a))
    }

    fn equals(self, other: Self) -> NativeBit<'e, 'f> {
        self.compare(other, Word32::equals, IntCC::Equal)
    }

    fn less_signed(self, other: Self) -> NativeBit<'e, 'f> {
        self.compare(other, Word32::less_signed, IntCC::SignedLessThan)
    }

    fn less_unsigned(self, other: Self) -> NativeBit<'e, 'f> {
        self.compare(other, Word32::less_unsigned, IntCC::UnsignedLessThan)
    }

    fn add_overflowing(self, other: Self) -> (Self, NativeBit<'e, 'f>) {
        let sum = self + other;
        (sum, negative((self ^ sum) & (other ^ sum)))
    }

    fn sub_overflowing(self, other: Self) -> (Self, NativeBit<'e, 'f>) {
        let difference = self - other;
        (difference, negative((self ^ other) & (self ^ difference)))
    }

    fn product_signed(self, other: Self) -> (Self, Self) {
        self.product(other, Word32::product_signed, |e, a, b| {
            (e.ins().sextend(I64, a), e.ins().sextend(I64, b))
        })
    }

    fn product_unsigned(self, other: Self) -> (Self, Self) {
        self.product(other, Word32::product_unsigned, |e, a, b| {
            (e.ins().uextend(I64, a), e.ins().uextend(I64, b))
        })
    }

    fn product_mixed(self, other: Self) -> (Self, Self) {
        self.product(other, Word32::product_mixed, |e, a, b| {
            (e.ins().sextend(I64, a), e.ins().uextend(I64, b))
        })
    }

    fn div_signed(self, divisor: Self) -> Self {
        self.with(divisor, Word32::div_signed, quotient_signed)
    }

    fn div_unsigned(self, divisor: Self) -> Self {
        self.with(divisor, Word32::div_unsigned, quotient_unsigned)
    }

    fn rem_signed(self, divisor: Self) -> Self {
        self.with(divisor, Word32::rem_signed, rest_signed)
    }

    fn rem_unsigned(self, divisor: Self) -> Self {
        self.with(divisor, Word32::rem_unsigned, rest_unsigned)
    }
}

impl std::ops::Not for NativeBit<'_, '_> {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            NativeBit::Known(holds) => NativeBit::Known(!holds),
            NativeBit::Later {
                value,
                inverted,
                emit,
            } => NativeBit::Later {
                value,
                inverted: !inverted,
                emit,
            },
        }
    }
}

impl<'e, 'f> DomainBit for NativeBit<'e, 'f> {
    type Word = NativeWord<'e, 'f>;

    fn word(self) -> Self::Word {
        match self {
            NativeBit::Known(holds) => Known(holds.into()),
            NativeBit::Later {
                value,
                inverted,
                emit,
            } => {
                let word = emit.with(|e| {
                    let bit = match inverted {
                        true => e.ins().icmp_imm_s(IntCC::Equal, value, 0),
                        false => value,
                    };
                    e.ins().uextend(I32, bit)
                });
                NativeWord::later(word, emit)
            }
        }
    }

    fn select(self, yes: Self::Word, no: Self::Word) -> Self::Word {
        match self {
            NativeBit::Known(true) => yes,
            NativeBit::Known(false) => no,
            NativeBit::Later {
                value,
                inverted,
                emit,
            } => {
                let (yes, no) = if inverted { (no, yes) } else { (yes, no) };
                let (yes, no) = (yes.value(emit), no.value(emit));
                NativeWord::later(emit.with(|e| e.ins().select(value, yes, no)), emit)
            }
        }
    }
}
