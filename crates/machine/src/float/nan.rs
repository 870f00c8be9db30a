//! What becomes of NaNs: which ones are signalling, and which one a result is.

use super::{Double, Flags, Format, Single, infinity, magnitude, sign};

/// What a floating-point unit makes of NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum NanRule {
    /// Every NaN result is the same quiet NaN, as on RISC-V.
    #[default]
    Canonical = 0,
    /// IEEE 754-2008 and MIPS since then: a result is the first signalling operand, made quiet,
    /// or else the first NaN.
    Payload = 0x40,
    /// MIPS before 2008: the top fraction bit marks a NaN as *signalling*. A result is the
    /// largest quiet NaN.
    Legacy = 0x80,
}

impl Flags {
    /// The bits that are exceptions.
    const RAISED: u8 = 31;

    /// The rule that comes with the flags.
    pub fn nans(self) -> NanRule {
        match self.0 & !Self::RAISED {
            0x40 => NanRule::Payload,
            0x80 => NanRule::Legacy,
            _ => NanRule::Canonical,
        }
    }

    /// The same flags with another rule.
    pub fn with_nans(self, rule: NanRule) -> Self {
        Self(self.0 & Self::RAISED | rule as u8)
    }

    /// The exceptions alone, as a number.
    pub fn raised(self) -> u8 {
        self.0 & Self::RAISED
    }

    /// The same rule with these exceptions.
    pub fn with_raised(self, raised: u8) -> Self {
        Self(self.0 & !Self::RAISED | raised & Self::RAISED)
    }
}

pub(super) fn is_nan<F: Format>(a: F::Bits) -> bool {
    magnitude::<F>(a) > infinity::<F>()
}

pub(super) fn has_nan<F: Format>(operands: [F::Bits; 3]) -> bool {
    operands.into_iter().any(is_nan::<F>)
}

/// The top bit of the fraction, which tells quiet NaNs from signalling ones.
fn top_fraction_bit<F: Format>() -> u64 {
    1 << (F::FRACTION_BITS - 1)
}

pub(super) fn is_signalling<F: Format>(a: F::Bits, rule: NanRule) -> bool {
    let is_set = a.into() & top_fraction_bit::<F>() != 0;
    is_nan::<F>(a) && is_set == (rule == NanRule::Legacy)
}

/// The result of an operation that has none, such as zero divided by zero.
pub(super) fn no_number<F: Format>(flags: Flags) -> F::Bits {
    match flags.nans() {
        NanRule::Canonical | NanRule::Payload => F::CANONICAL_NAN,
        NanRule::Legacy => F::from_raw(infinity::<F>() | (top_fraction_bit::<F>() - 1)),
    }
}

/// The result of an operation on `operands` of which one is a NaN: invalid if one is signalling.
pub(super) fn quieted<F: Format>(
    operands: impl IntoIterator<Item = F::Bits> + Clone,
    flags: &mut Flags,
) -> F::Bits {
    let rule = flags.nans();
    let mut all = operands.clone().into_iter();
    let signalling = all.find(|&operand| is_signalling::<F>(operand, rule));
    if signalling.is_some() {
        *flags |= Flags::INVALID;
    }
    let first = || operands.into_iter().find(|&operand| is_nan::<F>(operand));
    match (rule, signalling.or_else(first)) {
        (NanRule::Payload, Some(nan)) => F::from_raw(nan.into() | top_fraction_bit::<F>()),
        _ => no_number::<F>(*flags),
    }
}

/// How many more bits the fraction of a double has.
const LONGER: u32 = Double::FRACTION_BITS - Single::FRACTION_BITS;

/// A NaN as a double. Its payload keeps its high bits.
pub(super) fn widened(nan: u32, flags: &mut Flags) -> u64 {
    let quiet = quieted::<Single>([nan], flags);
    match flags.nans() {
        NanRule::Payload => {
            let sign = sign::<Single>(quiet) << 32;
            sign | infinity::<Double>() | (magnitude::<Single>(quiet) << LONGER) & FRACTION
        }
        NanRule::Canonical | NanRule::Legacy => no_number::<Double>(*flags),
    }
}

/// A NaN as a single float.
pub(super) fn narrowed(nan: u64, flags: &mut Flags) -> u32 {
    let quiet = quieted::<Double>([nan], flags);
    match flags.nans() {
        NanRule::Payload => {
            let sign = sign::<Double>(quiet) >> 32;
            (sign | infinity::<Single>() | (quiet & FRACTION) >> LONGER) as u32
        }
        NanRule::Canonical | NanRule::Legacy => no_number::<Single>(*flags),
    }
}

/// The fraction of a double.
const FRACTION: u64 = (1 << Double::FRACTION_BITS) - 1;

#[cfg(test)]
mod tests {
    use super::super::{Rounding, add, div, eq, mul, narrow, sqrt, widen};
    use super::*;

    const INVALID: u8 = Flags::INVALID.0;
    const LEGACY: u32 = 0x7fbf_ffff;
    const QUIET: u32 = 0x7fc1_2345;
    const SIGNALLING: u32 = 0xff81_2345;
    const ONE: u32 = 0x3f80_0000;

    /// The bits of a result and what it has raised, by each rule.
    #[track_caller]
    fn check<T: PartialEq + core::fmt::Debug>(
        operation: impl Fn(&mut Flags) -> T,
        [canonical, payload, legacy]: [(T, u8); 3],
    ) {
        let rules = [
            (NanRule::Canonical, canonical),
            (NanRule::Payload, payload),
            (NanRule::Legacy, legacy),
        ];
        for (rule, expected) in rules {
            // Also where inexact was raised before, which lets the host do more.
            for before in [0, Flags::INEXACT.0] {
                let mut flags = Flags(before).with_nans(rule);
                let result = operation(&mut flags);
                let raised = expected.1 | before;
                assert_eq!((&result, flags.raised()), (&expected.0, raised), "{rule:?}");
                assert_eq!(flags.nans(), rule);
            }
        }
    }

    #[test]
    fn operands_that_are_nans() {
        let sum = |a, b| move |flags: &mut Flags| add::<Single>(a, b, Rounding::NearestEven, flags);
        check(
            sum(QUIET, ONE),
            [(0x7fc0_0000, 0), (QUIET, 0), (LEGACY, INVALID)],
        );
        check(
            sum(ONE, SIGNALLING),
            [(0x7fc0_0000, INVALID), (0xffc1_2345, INVALID), (LEGACY, 0)],
        );
        // A signalling one comes before a quiet one.
        check(
            sum(0x7fc0_0007, SIGNALLING),
            [
                (0x7fc0_0000, INVALID),
                (0xffc1_2345, INVALID),
                (LEGACY, INVALID),
            ],
        );
        check(
            |flags| eq::<Single>(QUIET, ONE, flags),
            [(false, 0), (false, 0), (false, INVALID)],
        );
        check(
            |flags| eq::<Single>(ONE, SIGNALLING, flags),
            [(false, INVALID), (false, INVALID), (false, 0)],
        );
    }

    #[test]
    fn results_that_do_not_exist() {
        let canonical = (0x7fc0_0000, INVALID);
        let all = [canonical, canonical, (LEGACY, INVALID)];
        let (rm, infinity) = (Rounding::Down, 0x7f80_0000);
        check(|flags| div::<Single>(0, 0, rm, flags), all);
        check(|flags| mul::<Single>(0, infinity, rm, flags), all);
        check(|flags| add::<Single>(infinity, 0xff80_0000, rm, flags), all);
        check(|flags| sqrt::<Single>(0xbf80_0000, rm, flags), all);
        let canonical = (Double::CANONICAL_NAN, INVALID);
        let legacy = (0x7ff7_ffff_ffff_ffff, INVALID);
        check(
            |flags| sqrt::<Double>(0xbff0_0000_0000_0000, rm, flags),
            [canonical, canonical, legacy],
        );
    }

    #[test]
    fn conversions_keep_the_high_bits_of_a_payload() {
        check(
            |flags| widen(SIGNALLING, flags),
            [
                (Double::CANONICAL_NAN, INVALID),
                (0xfff8_2468_a000_0000, INVALID),
                (0x7ff7_ffff_ffff_ffff, 0),
            ],
        );
        check(
            |flags| narrow(0x7ff8_2468_a000_0001, Rounding::Up, flags),
            [(0x7fc0_0000, 0), (QUIET, 0), (LEGACY, INVALID)],
        );
    }

    #[test]
    fn the_rule_stays_when_flags_are_set() {
        let flags = Flags(255).with_nans(NanRule::Payload);
        assert_eq!((flags.raised(), flags.nans()), (31, NanRule::Payload));
        assert_eq!(flags.with_raised(2), Flags(2).with_nans(NanRule::Payload));
    }
}
