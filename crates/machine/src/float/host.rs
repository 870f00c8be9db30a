//! Where the host's arithmetic gives the whole answer, flags included.
//!
//! The host rounds to nearest even and does not say whether it rounded. Its
//! result serves when the exception flags follow from the result alone,
//! which is the common case by far and many times faster than software.

use super::{Flags, Format, Rounding, infinity, magnitude, smallest_normal};

/// The host's `result`, if it settles the operation without another flag.
///
/// A finite result above the smallest normal magnitude can have raised no flag
/// but inexact: NaN and infinite operands, overflow and division by zero would
/// show in the result, and a value that rounds above the smallest normal is not
/// tiny. (One that rounds up to it may be.) So it is the answer if inexact has
/// accrued already and the rounding mode is the host's, or if it is exact: then
/// nothing was rounded and every mode agrees.
#[inline]
pub(super) fn settled<F: Format>(
    result: F::Host,
    rm: Rounding,
    flags: Flags,
    exact: impl FnOnce() -> bool,
) -> Option<F::Bits> {
    let bits = F::from_host(result);
    let magnitude = magnitude::<F>(bits);
    let normal = magnitude > smallest_normal::<F>() && magnitude < infinity::<F>();
    let accrued = rm == Rounding::NearestEven && flags.contains(Flags::INEXACT);
    (normal && (accrued || exact())).then_some(bits)
}

/// Whether `sum`, the rounded `a + b`, is exact.
///
/// This is Knuth's TwoSum: the rounding error of an addition is itself a
/// floating-point number, and this sequence computes it exactly. Should a step
/// overflow, the error comes out as NaN and so not as zero.
pub(super) fn sum_is<F: Format>(a: F::Host, b: F::Host, sum: F::Host) -> bool {
    let b_kept = sum - a;
    let a_kept = sum - b_kept;
    (a - a_kept) + (b - b_kept) == F::Host::default()
}

/// Whether `a * b` is exactly `product`, one of the three being the rounded
/// result of the operation that the others are operands of.
///
/// The difference is a multiple of the last places of `a` and `b` multiplied,
/// which is at least `product` scaled down by twice the precision. A larger
/// `product` than that leaves the difference no room to vanish by underflow;
/// for a smaller one this says no without knowing.
pub(super) fn product_is<F: Format>(a: F::Host, b: F::Host, product: F::Host) -> bool {
    let least = (2 * u64::from(F::FRACTION_BITS + 1)) << F::FRACTION_BITS;
    magnitude::<F>(F::from_host(product)) >= least
        && F::host_fused(a, b, -product) == F::Host::default()
}
