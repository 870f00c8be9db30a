//! IEEE-754 arithmetic on the bits of binary32 and binary64 values, with the
//! rounding modes, exception flags and NaN rules of RISC-V's F and D.
//!
//! This module owns the numbers only. Registers, NaN boxing, `fcsr` and the
//! choice between an instruction's static rounding mode and the dynamic one
//! belong to the caller. Flags accumulate: an operation adds to the set it is
//! handed and never clears it.
//!
//! Three rules hold for every operation:
//!
//! - a NaN result is what the [`NanRule`] of the unit says: the canonical NaN, unless
//!   another rule comes with the flags;
//! - underflow means inexact and tiny, with tininess detected after rounding;
//! - the answer depends on the arguments alone, not on the host. The host's own
//!   arithmetic is used only where IEEE-754 leaves it a single possible result.

mod format;
mod host;
mod nan;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use core::ops::{BitOr, BitOrAssign};

use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

pub use format::{Double, Format, Single};
pub use nan::NanRule;

use nan::{has_nan, is_nan, no_number, quieted};

/// A rounding mode, numbered as in the `frm` field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To nearest, ties to even (RNE).
    NearestEven = 0,
    /// Towards zero (RTZ).
    TowardZero = 1,
    /// Towards negative infinity (RDN).
    Down = 2,
    /// Towards positive infinity (RUP).
    Up = 3,
    /// To nearest, ties away from zero (RMM).
    NearestAway = 4,
}

impl Rounding {
    /// The mode with this encoding. `None` for the reserved encodings, and for
    /// 7, which asks for the dynamic mode and is not one itself.
    pub fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            0 => Some(Self::NearestEven),
            1 => Some(Self::TowardZero),
            2 => Some(Self::Down),
            3 => Some(Self::Up),
            4 => Some(Self::NearestAway),
            _ => None,
        }
    }

    fn soft(self) -> Round {
        match self {
            Self::NearestEven => Round::NearestTiesToEven,
            Self::TowardZero => Round::TowardZero,
            Self::Down => Round::TowardNegative,
            Self::Up => Round::TowardPositive,
            Self::NearestAway => Round::NearestTiesToAway,
        }
    }
}

/// A set of accrued exceptions, laid out as in the `fflags` field. The bits above are the
/// [`NanRule`] of the unit: every operation has the flags at hand, and the rule is looked at
/// only where a NaN is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(pub u8);

impl Flags {
    /// NX: the result is not the exact one.
    pub const INEXACT: Self = Self(1);
    /// UF: the result is tiny and not exact.
    pub const UNDERFLOW: Self = Self(2);
    /// OF: the rounded result lies beyond the largest finite value.
    pub const OVERFLOW: Self = Self(4);
    /// DZ: an infinite result from finite operands.
    pub const DIVIDE_BY_ZERO: Self = Self(8);
    /// NV: the operation has no meaningful result, or met a signalling NaN.
    pub const INVALID: Self = Self(16);

    /// Whether every flag of `other` is set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl From<Status> for Flags {
    fn from(status: Status) -> Self {
        let pairs = [
            (Status::INEXACT, Self::INEXACT),
            (Status::UNDERFLOW, Self::UNDERFLOW),
            (Status::OVERFLOW, Self::OVERFLOW),
            (Status::DIV_BY_ZERO, Self::DIVIDE_BY_ZERO),
            (Status::INVALID_OP, Self::INVALID),
        ];
        pairs
            .into_iter()
            .filter(|&(bit, _)| status.contains(bit))
            .fold(Self::default(), |set, (_, flag)| set | flag)
    }
}

/// An arithmetic operation and its operands, in whichever representation it is
/// to be computed.
#[derive(Clone, Copy)]
enum Operation<T> {
    Add(T, T),
    Sub(T, T),
    Mul(T, T),
    Div(T, T),
    Fused(T, T, T),
}

impl<T> Operation<T> {
    /// The operands; the missing third is one of the others.
    fn operands(self) -> [T; 3]
    where
        T: Copy,
    {
        match self {
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) | Self::Div(a, b) => [a, b, b],
            Self::Fused(a, b, c) => [a, b, c],
        }
    }

    fn map<U>(self, convert: impl Fn(T) -> U) -> Operation<U> {
        match self {
            Self::Add(a, b) => Operation::Add(convert(a), convert(b)),
            Self::Sub(a, b) => Operation::Sub(convert(a), convert(b)),
            Self::Mul(a, b) => Operation::Mul(convert(a), convert(b)),
            Self::Div(a, b) => Operation::Div(convert(a), convert(b)),
            Self::Fused(a, b, c) => Operation::Fused(convert(a), convert(b), convert(c)),
        }
    }
}

impl<T: Float> Operation<T> {
    fn run(self, round: Round) -> StatusAnd<T> {
        match self {
            Self::Add(a, b) => a.add_r(b, round),
            Self::Sub(a, b) => a.sub_r(b, round),
            Self::Mul(a, b) => a.mul_r(b, round),
            Self::Div(a, b) => a.div_r(b, round),
            Self::Fused(a, b, c) => a.mul_add_r(b, c, round),
        }
    }
}

/// `a + b`.
#[inline(never)]
pub fn add<F: Format>(a: F::Bits, b: F::Bits, rm: Rounding, flags: &mut Flags) -> F::Bits {
    let (x, y) = (F::to_host(a), F::to_host(b));
    let sum = x + y;
    host::settled::<F>(sum, rm, *flags, || host::sum_is::<F>(x, y, sum))
        .unwrap_or_else(|| compute::<F>(Operation::Add(a, b), rm, flags))
}

/// `a - b`.
#[inline(never)]
pub fn sub<F: Format>(a: F::Bits, b: F::Bits, rm: Rounding, flags: &mut Flags) -> F::Bits {
    let (x, y) = (F::to_host(a), F::to_host(b));
    let difference = x - y;
    host::settled::<F>(difference, rm, *flags, || {
        host::sum_is::<F>(x, -y, difference)
    })
    .unwrap_or_else(|| compute::<F>(Operation::Sub(a, b), rm, flags))
}

/// `a * b`.
#[inline(never)]
pub fn mul<F: Format>(a: F::Bits, b: F::Bits, rm: Rounding, flags: &mut Flags) -> F::Bits {
    let (x, y) = (F::to_host(a), F::to_host(b));
    let product = x * y;
    host::settled::<F>(product, rm, *flags, || host::product_is::<F>(x, y, product))
        .unwrap_or_else(|| compute::<F>(Operation::Mul(a, b), rm, flags))
}

/// `a / b`.
#[inline(never)]
pub fn div<F: Format>(a: F::Bits, b: F::Bits, rm: Rounding, flags: &mut Flags) -> F::Bits {
    let (x, y) = (F::to_host(a), F::to_host(b));
    let quotient = x / y;
    host::settled::<F>(quotient, rm, *flags, || {
        host::product_is::<F>(quotient, y, x)
    })
    .unwrap_or_else(|| compute::<F>(Operation::Div(a, b), rm, flags))
}

/// `a * b + c`, rounded once. The other three fused forms are this one with
/// operands passed through [`negate`].
///
/// An infinity times zero is invalid even when `c` is a quiet NaN: IEEE-754
/// leaves that open and RISC-V decides it.
#[inline(never)]
pub fn fused<F: Format>(
    a: F::Bits,
    b: F::Bits,
    c: F::Bits,
    rm: Rounding,
    flags: &mut Flags,
) -> F::Bits {
    let (x, y, z) = (F::to_host(a), F::to_host(b), F::to_host(c));
    let result = F::host_fused(x, y, z);
    host::settled::<F>(result, rm, *flags, || {
        let product = x * y;
        host::product_is::<F>(x, y, product) && host::sum_is::<F>(product, z, result)
    })
    .unwrap_or_else(|| compute::<F>(Operation::Fused(a, b, c), rm, flags))
}

/// The square root of `a`. That of -0 is -0.
#[inline(never)]
pub fn sqrt<F: Format>(a: F::Bits, rm: Rounding, flags: &mut Flags) -> F::Bits {
    let x = F::to_host(a);
    let root = F::host_sqrt(x);
    host::settled::<F>(root, rm, *flags, || host::product_is::<F>(root, root, x))
        .unwrap_or_else(|| general_sqrt::<F>(a, rm, flags))
}

/// Any operation in software, in any rounding mode.
fn compute<F: Format>(operation: Operation<F::Bits>, rm: Rounding, flags: &mut Flags) -> F::Bits {
    if flags.nans() != NanRule::Canonical && has_nan::<F>(operation.operands()) {
        return quieted::<F>(operation.operands(), flags);
    }
    let operation = operation.map(soft::<F>);
    record::<F>(operation.run(rm.soft()), flags, || {
        operation.map(widened::<F>).run(rm.soft()).value
    })
}

/// Records the flags of a software result and returns its bits.
///
/// Both range exceptions are defined on the result rounded as though the
/// exponent were unbounded, and the software implementation looks at the
/// delivered result instead, so it misses two cases:
///
/// - overflow delivered as the largest finite value, as rounding towards zero
///   does, which it reports as merely inexact;
/// - underflow of a value that reaches the smallest normal only through the
///   coarser rounding of subnormals. Tininess after rounding calls it tiny.
///
/// Only those two magnitudes are ambiguous, so only for them is the operation
/// repeated with the wider exponent that `unbounded` provides. The software
/// implementation raises underflow only with inexact, which needs no amends.
fn record<F: Format>(
    computed: StatusAnd<F::Soft>,
    flags: &mut Flags,
    unbounded: impl Fn() -> F::Wide,
) -> F::Bits {
    let StatusAnd { status, value } = computed;
    *flags |= status.into();
    if value.is_nan() {
        return no_number::<F>(*flags);
    }
    if status.contains(Status::INEXACT) {
        let magnitude = widened::<F>(value.abs());
        if value.is_largest() && unbounded().abs() > magnitude {
            *flags |= Flags::OVERFLOW;
        } else if value.is_smallest_normalized() && unbounded().abs() < magnitude {
            *flags |= Flags::UNDERFLOW;
        }
    }
    F::from_raw(value.to_bits() as u64)
}

/// Square root by integer arithmetic, the software implementation having none.
fn general_sqrt<F: Format>(a: F::Bits, rm: Rounding, flags: &mut Flags) -> F::Bits {
    if is_nan::<F>(a) {
        return quieted::<F>([a], flags);
    }
    if magnitude::<F>(a) == 0 {
        return a;
    }
    if is_negative::<F>(a) {
        *flags |= Flags::INVALID;
        return no_number::<F>(*flags);
    }
    if magnitude::<F>(a) == infinity::<F>() {
        return a;
    }
    let (significand, exponent) = decompose::<F>(a);
    // Fill the word, leaving the exponent even so that it halves exactly. The
    // root then has 64 bits, well past either precision, and one sticky bit
    // below them represents everything that the integer root drops.
    let mut shift = significand.leading_zeros() as i32;
    shift -= (exponent - shift) & 1;
    let radicand = significand << shift;
    let root = radicand.isqrt();
    let sticky = u128::from(root * root != radicand);
    let rounded = F::Soft::from_u128_r(root << 1 | sticky, rm.soft());
    *flags |= rounded.status.into();
    // Every square root is a normal number, so this scaling is exact.
    let scaled = rounded.value.scalbn((exponent - shift) / 2 - 1);
    F::from_raw(scaled.to_bits() as u64)
}

/// `a` with its sign flipped, be it a NaN or not.
pub fn negate<F: Format>(a: F::Bits) -> F::Bits {
    F::from_raw(a.into() ^ F::SIGN.into())
}

/// `a` with the sign of `b`.
pub fn sign_inject<F: Format>(a: F::Bits, b: F::Bits) -> F::Bits {
    F::from_raw(magnitude::<F>(a) | sign::<F>(b))
}

/// `a` with the opposite of the sign of `b`.
pub fn sign_inject_neg<F: Format>(a: F::Bits, b: F::Bits) -> F::Bits {
    sign_inject::<F>(a, negate::<F>(b))
}

/// `a` with the exclusive or of both signs.
pub fn sign_inject_xor<F: Format>(a: F::Bits, b: F::Bits) -> F::Bits {
    F::from_raw(a.into() ^ sign::<F>(b))
}

/// IEEE 754-2019 `minimumNumber`: a number wins over a NaN, and -0 is below +0.
#[inline(never)]
pub fn min<F: Format>(a: F::Bits, b: F::Bits, flags: &mut Flags) -> F::Bits {
    number::<F>(a, b, flags).unwrap_or_else(|| if below::<F>(a, b) { a } else { b })
}

/// IEEE 754-2019 `maximumNumber`: a number wins over a NaN, and +0 is above -0.
#[inline(never)]
pub fn max<F: Format>(a: F::Bits, b: F::Bits, flags: &mut Flags) -> F::Bits {
    number::<F>(a, b, flags).unwrap_or_else(|| if below::<F>(a, b) { b } else { a })
}

/// What [`min`] and [`max`] return when an operand is a NaN.
fn number<F: Format>(a: F::Bits, b: F::Bits, flags: &mut Flags) -> Option<F::Bits> {
    if !is_nan::<F>(a) && !is_nan::<F>(b) {
        return None;
    }
    let nan = quieted::<F>([a, b], flags);
    let number = [a, b].into_iter().find(|&x| !is_nan::<F>(x));
    Some(number.unwrap_or(nan))
}

/// The order of numbers with -0 put below +0.
fn below<F: Format>(a: F::Bits, b: F::Bits) -> bool {
    let key = |x| (order::<F>(x), !is_negative::<F>(x));
    key(a) < key(b)
}

/// `a == b`. Quiet: of NaNs, only a signalling one is invalid.
#[inline(never)]
pub fn eq<F: Format>(a: F::Bits, b: F::Bits, flags: &mut Flags) -> bool {
    if is_nan::<F>(a) || is_nan::<F>(b) {
        quieted::<F>([a, b], flags);
        return false;
    }
    order::<F>(a) == order::<F>(b)
}

/// `a < b`. Signalling: any NaN is invalid.
#[inline(never)]
pub fn lt<F: Format>(a: F::Bits, b: F::Bits, flags: &mut Flags) -> bool {
    !unordered::<F>(a, b, flags) && order::<F>(a) < order::<F>(b)
}

/// `a <= b`. Signalling: any NaN is invalid.
#[inline(never)]
pub fn le<F: Format>(a: F::Bits, b: F::Bits, flags: &mut Flags) -> bool {
    !unordered::<F>(a, b, flags) && order::<F>(a) <= order::<F>(b)
}

/// Whether a NaN keeps the operands from being ordered, which is invalid.
fn unordered<F: Format>(a: F::Bits, b: F::Bits, flags: &mut Flags) -> bool {
    let unordered = is_nan::<F>(a) || is_nan::<F>(b);
    if unordered {
        *flags |= Flags::INVALID;
    }
    unordered
}

/// The class of `a` as the one-hot mask of `fclass`.
#[inline(never)]
pub fn classify<F: Format>(a: F::Bits) -> u32 {
    let magnitude = magnitude::<F>(a);
    if magnitude > infinity::<F>() {
        return if nan::is_signalling::<F>(a, NanRule::Canonical) {
            1 << 8
        } else {
            1 << 9
        };
    }
    // The mask counts upwards from -infinity to +infinity, so the negative
    // classes are the positive ones mirrored.
    let outwards = if magnitude == 0 {
        0
    } else if magnitude < smallest_normal::<F>() {
        1
    } else if magnitude < infinity::<F>() {
        2
    } else {
        3
    };
    if is_negative::<F>(a) {
        1 << (3 - outwards)
    } else {
        1 << (4 + outwards)
    }
}

/// `a` rounded to a signed integer. Out of range saturates and is invalid
/// without being inexact; a NaN counts as too large.
#[inline(never)]
pub fn to_i32<F: Format>(a: F::Bits, rm: Rounding, flags: &mut Flags) -> i32 {
    to_integer(
        F::to_f64(a),
        rm,
        f64::from(i32::MIN)..=f64::from(i32::MAX),
        flags,
    ) as i32
}

/// `a` rounded to an unsigned integer, with the rules of [`to_i32`]. The range
/// applies after rounding, so a fraction below zero may be a valid 0.
#[inline(never)]
pub fn to_u32<F: Format>(a: F::Bits, rm: Rounding, flags: &mut Flags) -> u32 {
    to_integer(F::to_f64(a), rm, 0.0..=f64::from(u32::MAX), flags) as u32
}

/// `value` as an integer of `range`. An `f64` holds all values of both formats
/// and all 32-bit integers, and rounding one to an integer is exact in the
/// host's terms, so this is the same computation for either format.
fn to_integer(
    value: f64,
    rm: Rounding,
    range: core::ops::RangeInclusive<f64>,
    flags: &mut Flags,
) -> i64 {
    let rounded = match rm {
        Rounding::NearestEven => value.round_ties_even(),
        Rounding::TowardZero => value.trunc(),
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
        Rounding::NearestAway => value.round(),
    };
    if !range.contains(&rounded) {
        *flags |= Flags::INVALID;
        let low = rounded < *range.start();
        return if low { *range.start() } else { *range.end() } as i64;
    }
    if rounded != value {
        *flags |= Flags::INEXACT;
    }
    rounded as i64
}

/// The value of a signed integer. Zero is +0 in every rounding mode.
#[inline(never)]
pub fn from_i32<F: Format>(value: i32, rm: Rounding, flags: &mut Flags) -> F::Bits {
    F::from_f64(f64::from(value), rm, flags)
}

/// The value of an unsigned integer.
#[inline(never)]
pub fn from_u32<F: Format>(value: u32, rm: Rounding, flags: &mut Flags) -> F::Bits {
    F::from_f64(f64::from(value), rm, flags)
}

/// A binary64 value rounded to binary32.
#[inline(never)]
pub fn narrow(a: u64, rm: Rounding, flags: &mut Flags) -> u32 {
    let value = f64::from_bits(a);
    let nearest = value as f32;
    // A value that binary32 holds has no rounding to do in any mode, and unlike
    // the result of an operation no zero whose sign depends on one.
    if f64::from(nearest) == value {
        return nearest.to_bits();
    }
    host::settled::<Single>(nearest, rm, *flags, || false).unwrap_or_else(|| {
        if is_nan::<Double>(a) {
            return nan::narrowed(a, flags);
        }
        let soft = soft::<Double>(a);
        // Loss of information shows in the status as well.
        let converted = soft.convert_r(rm.soft(), &mut false);
        record::<Single>(converted, flags, || {
            soft.convert_r(rm.soft(), &mut false).value
        })
    })
}

/// A binary32 value as binary64, which holds them all.
#[inline(never)]
pub fn widen(a: u32, flags: &mut Flags) -> u64 {
    if is_nan::<Single>(a) {
        return nan::widened(a, flags);
    }
    f64::from(f32::from_bits(a)).to_bits()
}

fn soft<F: Format>(a: F::Bits) -> F::Soft {
    F::Soft::from_bits(u128::from(a.into()))
}

/// The same value in the wide format, which holds every value of the narrow.
fn widened<F: Format>(value: F::Soft) -> F::Wide {
    value.convert(&mut false).value
}

fn sign<F: Format>(a: F::Bits) -> u64 {
    a.into() & F::SIGN.into()
}

fn magnitude<F: Format>(a: F::Bits) -> u64 {
    a.into() & !F::SIGN.into()
}

/// The magnitude of infinity; those above it are NaNs.
fn infinity<F: Format>() -> u64 {
    ((1 << F::EXPONENT_BITS) - 1) << F::FRACTION_BITS
}

fn smallest_normal<F: Format>() -> u64 {
    1 << F::FRACTION_BITS
}

fn is_negative<F: Format>(a: F::Bits) -> bool {
    sign::<F>(a) != 0
}

/// An integer ordered as the number `a` is: the formats are sign and magnitude.
fn order<F: Format>(a: F::Bits) -> i64 {
    let magnitude = magnitude::<F>(a) as i64;
    if is_negative::<F>(a) {
        -magnitude
    } else {
        magnitude
    }
}

/// The integer and the power of two whose product is the finite magnitude `a`.
fn decompose<F: Format>(a: F::Bits) -> (u128, i32) {
    let magnitude = magnitude::<F>(a);
    let hidden = smallest_normal::<F>();
    let fraction = magnitude & (hidden - 1);
    let field = (magnitude >> F::FRACTION_BITS) as i32;
    let bias = (1 << (F::EXPONENT_BITS - 1)) - 1 + F::FRACTION_BITS as i32;
    // Subnormals share the exponent of the smallest normals and lack their
    // hidden bit.
    let significand = if field == 0 {
        fraction
    } else {
        fraction | hidden
    };
    (significand.into(), field.max(1) - bias)
}
