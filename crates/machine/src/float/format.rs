//! The two formats, and the three representations each is computed in: bits,
//! host float and software float.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

use rustc_apfloat::ieee::{self, IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert};

use super::{Flags, Rounding, narrow};

/// A binary interchange format. The module has two, [`Single`] and [`Double`],
/// and writes every operation once over this trait.
pub trait Format: Copy {
    /// A value as it sits in a register.
    type Bits: Copy + Eq + Debug + Into<u64>;
    /// The host's arithmetic type for this format; its default is zero.
    type Host: Copy
        + Add<Output = Self::Host>
        + Sub<Output = Self::Host>
        + Mul<Output = Self::Host>
        + Div<Output = Self::Host>
        + Neg<Output = Self::Host>
        + PartialEq
        + Default;
    /// The software implementation of this format.
    type Soft: Float + FloatConvert<Self::Wide>;
    /// The same precision with an exponent range that no operation on this
    /// format can leave: what IEEE-754 calls "as though the exponent range were
    /// unbounded", on which overflow and underflow are defined.
    type Wide: Float;

    /// Width of the stored fraction, which is the precision less its hidden bit.
    const FRACTION_BITS: u32;
    /// Width of the exponent field.
    const EXPONENT_BITS: u32;
    /// The sign bit.
    const SIGN: Self::Bits;
    /// The only NaN an operation returns.
    const CANONICAL_NAN: Self::Bits;

    /// The low bits of `raw` as a value of this format.
    fn from_raw(raw: u64) -> Self::Bits;
    /// The host float with these bits.
    fn to_host(bits: Self::Bits) -> Self::Host;
    /// The bits of a host float.
    fn from_host(value: Self::Host) -> Self::Bits;
    /// The host's square root, which IEEE-754 requires to be correctly rounded.
    fn host_sqrt(value: Self::Host) -> Self::Host;
    /// The host's `a * b + c` with a single rounding.
    fn host_fused(a: Self::Host, b: Self::Host, c: Self::Host) -> Self::Host;
    /// This value as an `f64`, which holds every value of either format.
    fn to_f64(bits: Self::Bits) -> f64;
    /// `value` rounded to this format.
    fn from_f64(value: f64, rm: Rounding, flags: &mut Flags) -> Self::Bits;
}

/// IEEE-754 binary32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Single;

/// IEEE-754 binary64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Double;

/// Width of the exponent field of the wide formats. The product of two
/// binary64 subnormals, near 2^-2148, is the furthest any operation reaches.
const WIDE_EXPONENT_BITS: usize = 15;

/// binary32's precision with the wide exponent.
pub struct WideSingle;

impl Semantics for WideSingle {
    const BITS: usize = 24 + WIDE_EXPONENT_BITS;
    const EXP_BITS: usize = WIDE_EXPONENT_BITS;
}

/// binary64's precision with the wide exponent.
pub struct WideDouble;

impl Semantics for WideDouble {
    const BITS: usize = 53 + WIDE_EXPONENT_BITS;
    const EXP_BITS: usize = WIDE_EXPONENT_BITS;
}

impl Format for Single {
    type Bits = u32;
    type Host = f32;
    type Soft = ieee::Single;
    type Wide = IeeeFloat<WideSingle>;

    const FRACTION_BITS: u32 = 23;
    const EXPONENT_BITS: u32 = 8;
    const SIGN: u32 = 0x8000_0000;
    const CANONICAL_NAN: u32 = 0x7fc0_0000;

    fn from_raw(raw: u64) -> u32 {
        raw as u32
    }
    fn to_host(bits: u32) -> f32 {
        f32::from_bits(bits)
    }
    fn from_host(value: f32) -> u32 {
        value.to_bits()
    }
    fn host_sqrt(value: f32) -> f32 {
        value.sqrt()
    }
    fn host_fused(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
    fn to_f64(bits: u32) -> f64 {
        f64::from(f32::from_bits(bits))
    }
    fn from_f64(value: f64, rm: Rounding, flags: &mut Flags) -> u32 {
        narrow(value.to_bits(), rm, flags)
    }
}

impl Format for Double {
    type Bits = u64;
    type Host = f64;
    type Soft = ieee::Double;
    type Wide = IeeeFloat<WideDouble>;

    const FRACTION_BITS: u32 = 52;
    const EXPONENT_BITS: u32 = 11;
    const SIGN: u64 = 0x8000_0000_0000_0000;
    const CANONICAL_NAN: u64 = 0x7ff8_0000_0000_0000;

    fn from_raw(raw: u64) -> u64 {
        raw
    }
    fn to_host(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn from_host(value: f64) -> u64 {
        value.to_bits()
    }
    fn host_sqrt(value: f64) -> f64 {
        value.sqrt()
    }
    fn host_fused(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }
    fn to_f64(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn from_f64(value: f64, _rm: Rounding, _flags: &mut Flags) -> u64 {
        value.to_bits()
    }
}
