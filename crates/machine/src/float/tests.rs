//! Edge cases derived by hand, each with the rule it shows. Numbers in the
//! comments are clauses of IEEE 754-2019.

use super::Rounding::{Down, NearestAway, NearestEven, TowardZero, Up};
use super::*;

/// Every rounding mode, in the order of its encoding.
pub(super) const MODES: [Rounding; 5] = [NearestEven, TowardZero, Down, Up, NearestAway];

/// The modes in which an exact zero sum is +0.
const NOT_DOWN: &[Rounding] = &[NearestEven, TowardZero, Up, NearestAway];

pub(super) const NX: u8 = 1;
const UF: u8 = 2 | NX;
const OF: u8 = 4 | NX;
const DZ: u8 = 8;
const NV: u8 = 16;

const ZERO: u32 = 0;
const NEG_ZERO: u32 = 0x8000_0000;
const ONE: u32 = 0x3f80_0000;
const NEG_ONE: u32 = 0xbf80_0000;
const INF: u32 = 0x7f80_0000;
const NEG_INF: u32 = 0xff80_0000;
const LARGEST: u32 = 0x7f7f_ffff;
const NEG_LARGEST: u32 = 0xff7f_ffff;
const NORMAL: u32 = 0x0080_0000;
const TINY: u32 = 1;
const QUIET: u32 = 0x7fc0_0000;
const PAYLOAD: u32 = 0xffc1_2345;
const SIGNALLING: u32 = 0x7f80_0001;

/// Runs an operation on a clean set of flags.
pub(super) fn run<T>(operation: impl FnOnce(&mut Flags) -> T) -> (T, u8) {
    let mut flags = Flags::default();
    let result = operation(&mut flags);
    (result, flags.0)
}

type Binary = fn(u32, u32, Rounding, &mut Flags) -> u32;

/// Rows of operands, the modes in which they hold, and the result and flags.
fn check(operation: Binary, rows: &[(u32, u32, &[Rounding], u32, u8)]) {
    for &(a, b, modes, result, flags) in rows {
        for &rm in modes {
            let got = run(|flags| operation(a, b, rm, flags));
            assert_eq!(got, (result, flags), "{a:#x}, {b:#x}, {rm:?}");
        }
    }
}

#[test]
fn encodings_are_those_of_fcsr() {
    for (bits, mode) in MODES.into_iter().enumerate() {
        assert_eq!(Rounding::from_bits(bits as u32), Some(mode));
        assert_eq!(mode as usize, bits);
    }
    // 5 and 6 are reserved; 7 is DYN, which is not a mode of its own.
    assert_eq!([5, 6, 7, 8].map(Rounding::from_bits), [None; 4]);
    let all = Flags::INEXACT
        | Flags::UNDERFLOW
        | Flags::OVERFLOW
        | Flags::DIVIDE_BY_ZERO
        | Flags::INVALID;
    assert_eq!(all, Flags(31));
    assert!(all.contains(Flags::OVERFLOW) && !Flags::INEXACT.contains(all));
}

#[test]
fn flags_accrue() {
    let mut flags = Flags::DIVIDE_BY_ZERO;
    add::<Single>(INF, NEG_INF, NearestEven, &mut flags);
    assert_eq!(flags, Flags::DIVIDE_BY_ZERO | Flags::INVALID);
}

#[test]
fn addition() {
    let half_ulp = 0x3380_0000; // 2^-24, half the last place of 1
    check(
        add::<Single>,
        &[
            // 6.3: a sum of opposites is +0, but -0 when rounding down.
            (ONE, NEG_ONE, NOT_DOWN, ZERO, 0),
            (ONE, NEG_ONE, &[Down], NEG_ZERO, 0),
            (ZERO, NEG_ZERO, NOT_DOWN, ZERO, 0),
            (ZERO, NEG_ZERO, &[Down], NEG_ZERO, 0),
            // 6.3: like-signed zeros keep their sign in every mode.
            (NEG_ZERO, NEG_ZERO, &MODES, NEG_ZERO, 0),
            (ZERO, ZERO, &MODES, ZERO, 0),
            // 6.1: infinities are exact; 7.2: their difference is invalid.
            (INF, NEG_LARGEST, &MODES, INF, 0),
            (INF, NEG_INF, &MODES, QUIET, NV),
            // RISC-V: every NaN result is canonical; 6.2: signalling is invalid.
            (PAYLOAD, ONE, &MODES, QUIET, 0),
            (ONE, SIGNALLING, &MODES, QUIET, NV),
            (PAYLOAD, SIGNALLING, &MODES, QUIET, NV),
            // 4.3: a tie goes to the even neighbour or away from zero.
            (ONE, half_ulp, &[NearestEven, TowardZero, Down], ONE, NX),
            (ONE, half_ulp, &[NearestAway, Up], ONE + 1, NX),
            (
                ONE + 1,
                half_ulp,
                &[NearestEven, NearestAway, Up],
                ONE + 2,
                NX,
            ),
            (
                NEG_ONE,
                half_ulp | NEG_ZERO,
                &[NearestAway, Down],
                NEG_ONE + 1,
                NX,
            ),
            // 7.4: overflow goes to infinity or stops at the largest value as
            // the mode's direction has it, and sets the flag either way.
            (LARGEST, LARGEST, &[NearestEven, NearestAway, Up], INF, OF),
            (LARGEST, LARGEST, &[TowardZero, Down], LARGEST, OF),
            (
                NEG_LARGEST,
                NEG_LARGEST,
                &[NearestEven, NearestAway, Down],
                NEG_INF,
                OF,
            ),
            (NEG_LARGEST, NEG_LARGEST, &[TowardZero, Up], NEG_LARGEST, OF),
            // 7.4: rounding back to the largest value is not overflow.
            (
                LARGEST,
                ONE,
                &[NearestEven, NearestAway, TowardZero, Down],
                LARGEST,
                NX,
            ),
            (LARGEST, ONE, &[Up], INF, OF),
            // 7.5: a subnormal sum is always exact and so no underflow.
            (TINY, TINY, &MODES, 2, 0),
            (NORMAL, TINY | NEG_ZERO, &MODES, NORMAL - 1, 0),
        ],
    );
}

#[test]
fn subtraction() {
    check(
        sub::<Single>,
        &[
            // 6.3: x - x is +0, but -0 when rounding down.
            (ONE, ONE, NOT_DOWN, ZERO, 0),
            (ONE, ONE, &[Down], NEG_ZERO, 0),
            (NEG_ZERO, ZERO, &MODES, NEG_ZERO, 0),
            // 7.2: the difference of like infinities is invalid.
            (INF, INF, &MODES, QUIET, NV),
            (INF, NEG_INF, &MODES, INF, 0),
            (ONE, PAYLOAD, &MODES, QUIET, 0),
            (SIGNALLING, ONE, &MODES, QUIET, NV),
        ],
    );
}

#[test]
fn multiplication() {
    let half = 0x3f00_0000;
    let below_one = 0x3f7f_ffff; // 1 - 2^-24
    check(
        mul::<Single>,
        &[
            // 6.3: the sign of a product is that of its factors, zero included.
            (NEG_ONE, ZERO, &MODES, NEG_ZERO, 0),
            // 7.2: an infinity times zero is invalid.
            (INF, NEG_ZERO, &MODES, QUIET, NV),
            (NEG_INF, ONE, &MODES, NEG_INF, 0),
            // 7.5: an exact subnormal does not underflow; an inexact one does.
            (NORMAL, half, &MODES, NORMAL / 2, 0),
            (TINY, half, &[NearestEven, TowardZero, Down], ZERO, UF),
            (TINY, half, &[NearestAway, Up], TINY, UF),
            (
                TINY,
                half | NEG_ZERO,
                &[NearestAway, Down],
                TINY | NEG_ZERO,
                UF,
            ),
            (TINY, half | NEG_ZERO, &[TowardZero, Up], NEG_ZERO, UF),
            // Tininess after rounding. 2^-126 (1 - 2^-24) is a tie at the last
            // subnormal place and rounds to the smallest normal. At full
            // precision it needs no rounding and is below it: tiny.
            (
                NORMAL,
                below_one,
                &[NearestEven, NearestAway, Up],
                NORMAL,
                UF,
            ),
            (NORMAL, below_one, &[TowardZero, Down], NORMAL - 1, UF),
            // 2^-126 (1 + 2^-23)(1 - 2^-24) is 2^-126 (1 + 2^-24 - 2^-47).
            // Nothing about it is tiny, only inexact.
            (
                NORMAL + 1,
                below_one,
                &[NearestEven, NearestAway, TowardZero, Down],
                NORMAL,
                NX,
            ),
            (NORMAL + 1, below_one, &[Up], NORMAL + 1, NX),
            // 2^-126 (1 - 2^-23)(1 + 2^-23) is 2^-126 (1 - 2^-46). At full
            // precision that rounds up to the smallest normal, so upwards and
            // to nearest it is not tiny, while towards zero it is.
            (
                NORMAL - 1,
                ONE + 1,
                &[NearestEven, NearestAway, Up],
                NORMAL,
                NX,
            ),
            (NORMAL - 1, ONE + 1, &[TowardZero, Down], NORMAL - 1, UF),
            // 7.4, as for sums.
            (LARGEST, LARGEST, &[TowardZero, Down], LARGEST, OF),
            (LARGEST, NEG_LARGEST, &[TowardZero, Up], NEG_LARGEST, OF),
            (
                LARGEST,
                NEG_LARGEST,
                &[NearestEven, NearestAway, Down],
                NEG_INF,
                OF,
            ),
        ],
    );
}

#[test]
fn division() {
    let two = 0x4000_0000;
    let three = 0x4040_0000;
    check(
        div::<Single>,
        &[
            // 7.3: a finite non-zero over zero is an exact infinity.
            (ONE, ZERO, &MODES, INF, DZ),
            (ONE, NEG_ZERO, &MODES, NEG_INF, DZ),
            // 7.2: 0/0 and inf/inf are invalid and do not divide by zero.
            (ZERO, NEG_ZERO, &MODES, QUIET, NV),
            (INF, NEG_INF, &MODES, QUIET, NV),
            // 7.3: an infinity over zero has no exception at all.
            (INF, ZERO, &MODES, INF, 0),
            (NEG_ONE, INF, &MODES, NEG_ZERO, 0),
            (PAYLOAD, ZERO, &MODES, QUIET, 0),
            // 1/3 is 0x3eaaaaaa and two thirds of a last place.
            (ONE, three, &[NearestEven, NearestAway, Up], 0x3eaa_aaab, NX),
            (ONE, three, &[TowardZero, Down], 0x3eaa_aaaa, NX),
            (TINY, two, &[NearestEven, TowardZero, Down], ZERO, UF),
            (LARGEST, TINY, &[TowardZero, Down], LARGEST, OF),
        ],
    );
}

#[test]
fn square_root() {
    let rows: &[(u32, &[Rounding], u32, u8)] = &[
        // 5.4.1 and 6.3: the root of -0 is -0; 7.2: below zero is invalid.
        (ZERO, &MODES, ZERO, 0),
        (NEG_ZERO, &MODES, NEG_ZERO, 0),
        (NEG_ONE, &MODES, QUIET, NV),
        (NEG_INF, &MODES, QUIET, NV),
        (INF, &MODES, INF, 0),
        (PAYLOAD, &MODES, QUIET, 0),
        (SIGNALLING, &MODES, QUIET, NV),
        (0x4110_0000, &MODES, 0x4040_0000, 0), // 9
        // The root of 2, 1.6a09e667f... in hexadecimal, is 0x3fb504f3 and a
        // third of a last place.
        (
            0x4000_0000,
            &[NearestEven, NearestAway, TowardZero, Down],
            0x3fb5_04f3,
            NX,
        ),
        (0x4000_0000, &[Up], 0x3fb5_04f4, NX),
        // Subnormals have normal roots: 2^-148 exactly, 2^-149 not.
        (2 * TINY, &MODES, 0x1a80_0000, 0),
        (TINY, &[NearestEven, TowardZero, Down], 0x1a35_04f3, NX),
    ];
    for &(a, modes, result, flags) in rows {
        for &rm in modes {
            let got = run(|flags| sqrt::<Single>(a, rm, flags));
            assert_eq!(got, (result, flags), "{a:#x}, {rm:?}");
        }
    }
}

#[test]
fn fused_multiply_add() {
    type Row = (u32, u32, u32, &'static [Rounding], u32, u8);
    let rows: &[Row] = &[
        // RISC-V: an infinity times zero is invalid whatever is added.
        (INF, ZERO, QUIET, &MODES, QUIET, NV),
        (ZERO, NEG_INF, PAYLOAD, &MODES, QUIET, NV),
        (INF, ZERO, ONE, &MODES, QUIET, NV),
        (ONE, ONE, PAYLOAD, &MODES, QUIET, 0),
        (PAYLOAD, ONE, SIGNALLING, &MODES, QUIET, NV),
        // 7.2: the sum of opposite infinities, of a product here, is invalid.
        (INF, ONE, NEG_INF, &MODES, QUIET, NV),
        // The product's overflow is not an event of its own.
        (LARGEST, LARGEST, NEG_INF, &MODES, NEG_INF, 0),
        // 6.3: an exact zero sum is +0, but -0 when rounding down.
        (ONE, ONE, NEG_ONE, NOT_DOWN, ZERO, 0),
        (ONE, ONE, NEG_ONE, &[Down], NEG_ZERO, 0),
        (NEG_ONE, ZERO, NEG_ZERO, &MODES, NEG_ZERO, 0),
        // (1 + 2^-23)^2 - (1 + 2^-22) is 2^-46, which two roundings would lose.
        (ONE + 1, ONE + 1, 0xbf80_0002, &MODES, 0x2880_0000, 0),
        // A product too small to represent still decides the direction.
        (TINY, TINY, ONE, &[Up], ONE + 1, NX),
        (
            TINY,
            TINY,
            ONE,
            &[NearestEven, NearestAway, TowardZero, Down],
            ONE,
            NX,
        ),
        // 2^-126 less a sliver: tiny only where it does not round back up.
        (
            TINY,
            TINY | NEG_ZERO,
            NORMAL,
            &[NearestEven, NearestAway, Up],
            NORMAL,
            NX,
        ),
        (
            TINY,
            TINY | NEG_ZERO,
            NORMAL,
            &[TowardZero, Down],
            NORMAL - 1,
            UF,
        ),
    ];
    for &(a, b, c, modes, result, flags) in rows {
        for &rm in modes {
            let got = run(|flags| fused::<Single>(a, b, c, rm, flags));
            assert_eq!(got, (result, flags), "{a:#x}, {b:#x}, {c:#x}, {rm:?}");
        }
    }
}

#[test]
fn double_follows_the_same_rules() {
    const NORMAL: u64 = 0x0010_0000_0000_0000;
    const LARGEST: u64 = 0x7fef_ffff_ffff_ffff;
    const NAN: u64 = 0x7ff8_0000_0000_0000;
    let below_one = 1f64.to_bits() - 1;
    // 2^-1022 (1 - 2^-53): tiny, though it rounds to the smallest normal.
    let got = run(|f| mul::<Double>(NORMAL, below_one, NearestEven, f));
    assert_eq!(got, (NORMAL, UF));
    let got = run(|f| mul::<Double>(NORMAL - 1, 1f64.to_bits() + 1, NearestEven, f));
    assert_eq!(got, (NORMAL, NX));
    let got = run(|f| add::<Double>(LARGEST, LARGEST, TowardZero, f));
    assert_eq!(got, (LARGEST, OF));
    let got = run(|f| sqrt::<Double>((-1f64).to_bits(), Up, f));
    assert_eq!(got, (NAN, NV));
    let got = run(|f| div::<Double>(1f64.to_bits(), 0, Up, f));
    assert_eq!(got, (f64::INFINITY.to_bits(), DZ));
    let got = run(|f| fused::<Double>(f64::INFINITY.to_bits(), 0, NAN, Up, f));
    assert_eq!(got, (NAN, NV));
}

#[test]
fn signs_are_bits_even_of_nans() {
    // RISC-V: sign injection does not canonicalise.
    assert_eq!(negate::<Single>(SIGNALLING), SIGNALLING | NEG_ZERO);
    assert_eq!(sign_inject::<Single>(PAYLOAD, ONE), PAYLOAD & !NEG_ZERO);
    assert_eq!(sign_inject::<Single>(ONE, NEG_ZERO), NEG_ONE);
    assert_eq!(sign_inject_neg::<Single>(ONE, NEG_ONE), ONE);
    assert_eq!(sign_inject_neg::<Single>(NEG_ONE, ONE), NEG_ONE);
    assert_eq!(sign_inject_xor::<Single>(NEG_ONE, NEG_ONE), ONE);
    assert_eq!(sign_inject_xor::<Single>(NEG_ONE, ONE), NEG_ONE);
    assert_eq!(negate::<Double>(0), 1 << 63);
}

#[test]
fn minimum_and_maximum() {
    let rows = [
        // operands, minimum, maximum, flags
        (ONE, NEG_ONE, NEG_ONE, ONE, 0),
        // RISC-V F 2.2: -0 is below +0 in either order.
        (ZERO, NEG_ZERO, NEG_ZERO, ZERO, 0),
        (NEG_ZERO, ZERO, NEG_ZERO, ZERO, 0),
        (NEG_INF, NEG_LARGEST, NEG_INF, NEG_LARGEST, 0),
        // 9.6: a number beats a NaN, signalling or not.
        (PAYLOAD, ONE, ONE, ONE, 0),
        (ONE, SIGNALLING, ONE, ONE, NV),
        (SIGNALLING, ONE, ONE, ONE, NV),
        (PAYLOAD, PAYLOAD, QUIET, QUIET, 0),
        (PAYLOAD, SIGNALLING, QUIET, QUIET, NV),
    ];
    for (a, b, least, greatest, flags) in rows {
        assert_eq!(run(|f| min::<Single>(a, b, f)), (least, flags));
        assert_eq!(run(|f| max::<Single>(a, b, f)), (greatest, flags));
    }
}

#[test]
fn comparisons() {
    let rows = [
        // operands, eq, lt, le, flags of eq, flags of lt and le
        (ONE, ONE, true, false, true, 0, 0),
        (NEG_ONE, ONE, false, true, true, 0, 0),
        (NEG_ONE, NEG_LARGEST, false, false, false, 0, 0),
        (NEG_INF, INF, false, true, true, 0, 0),
        // 5.11: zeros are equal.
        (NEG_ZERO, ZERO, true, false, true, 0, 0),
        (ZERO, NEG_ZERO, true, false, true, 0, 0),
        // 5.11: NaNs compare false; equality signals only for signalling ones.
        (QUIET, QUIET, false, false, false, 0, NV),
        (ONE, PAYLOAD, false, false, false, 0, NV),
        (SIGNALLING, ONE, false, false, false, NV, NV),
    ];
    for (a, b, equal, less, less_equal, quiet, signalling) in rows {
        assert_eq!(run(|f| eq::<Single>(a, b, f)), (equal, quiet));
        assert_eq!(run(|f| lt::<Single>(a, b, f)), (less, signalling));
        assert_eq!(run(|f| le::<Single>(a, b, f)), (less_equal, signalling));
    }
}

#[test]
fn classes_in_the_order_of_fclass() {
    let single = [
        NEG_INF,
        NEG_ONE,
        0x807f_ffff,
        NEG_ZERO,
        ZERO,
        0x007f_ffff,
        NORMAL,
        INF,
        SIGNALLING,
        PAYLOAD,
    ];
    let double = [
        0xfff0_0000_0000_0000,
        0x8010_0000_0000_0000,
        0x8000_0000_0000_0001,
        0x8000_0000_0000_0000,
        0,
        0x000f_ffff_ffff_ffff,
        0x7fef_ffff_ffff_ffff,
        0x7ff0_0000_0000_0000,
        0xfff7_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
    ];
    for (bit, (a, b)) in single.into_iter().zip(double).enumerate() {
        assert_eq!(classify::<Single>(a), 1 << bit);
        assert_eq!(classify::<Double>(b), 1 << bit);
    }
}

#[test]
fn conversion_to_integers() {
    let signed: &[(f64, &[Rounding], i32, u8)] = &[
        // RISC-V: NaN is the maximum, infinities saturate, all invalid.
        (f64::NAN, &MODES, i32::MAX, NV),
        (-f64::NAN, &MODES, i32::MAX, NV),
        (f64::INFINITY, &MODES, i32::MAX, NV),
        (f64::NEG_INFINITY, &MODES, i32::MIN, NV),
        // The range is that of the rounded value, and out of it is not inexact.
        (2147483647.5, &[TowardZero, Down], i32::MAX, NX),
        (2147483647.5, &[NearestEven, NearestAway, Up], i32::MAX, NV),
        (-2147483648.5, &[NearestEven, TowardZero, Up], i32::MIN, NX),
        (-2147483648.5, &[NearestAway, Down], i32::MIN, NV),
        (-2147483648.0, &MODES, i32::MIN, 0),
        (2147483648.0, &MODES, i32::MAX, NV),
        (2.5, &[NearestEven, TowardZero, Down], 2, NX),
        (2.5, &[NearestAway, Up], 3, NX),
        (-2.5, &[NearestAway, Down], -3, NX),
        (-0.0, &MODES, 0, 0),
    ];
    for &(value, modes, result, flags) in signed {
        for &rm in modes {
            let got = run(|f| to_i32::<Double>(value.to_bits(), rm, f));
            assert_eq!(got, (result, flags), "{value}, {rm:?}");
        }
    }
    let unsigned: &[(f32, &[Rounding], u32, u8)] = &[
        (f32::NAN, &MODES, u32::MAX, NV),
        (f32::NEG_INFINITY, &MODES, 0, NV),
        (-1.0, &MODES, 0, NV),
        (4294967296.0, &MODES, u32::MAX, NV),
        (4294967040.0, &MODES, 4294967040, 0),
        // Between -1 and 0 it depends on where rounding leads.
        (-0.5, &[NearestEven, TowardZero, Up], 0, NX),
        (-0.5, &[NearestAway, Down], 0, NV),
        (-0.0, &MODES, 0, 0),
    ];
    for &(value, modes, result, flags) in unsigned {
        for &rm in modes {
            let got = run(|f| to_u32::<Single>(value.to_bits(), rm, f));
            assert_eq!(got, (result, flags), "{value}, {rm:?}");
        }
    }
}

#[test]
fn conversion_from_integers() {
    for rm in MODES {
        // 6.3: an integer zero is +0 even when rounding down.
        assert_eq!(run(|f| from_i32::<Single>(0, rm, f)), (ZERO, 0));
        assert_eq!(run(|f| from_u32::<Double>(0, rm, f)), (0, 0));
        // Every 32-bit integer is a binary64 value.
        let got = run(|f| from_u32::<Double>(u32::MAX, rm, f));
        assert_eq!(got, (4294967295f64.to_bits(), 0));
    }
    // 2^24 + 1 is a tie in binary32.
    let tie = (1 << 24) + 1;
    for (rm, low) in [
        (NearestEven, true),
        (TowardZero, true),
        (Down, true),
        (Up, false),
        (NearestAway, false),
    ] {
        let expected = if low { 16777216f32 } else { 16777218f32 };
        assert_eq!(
            run(|f| from_i32::<Single>(tie, rm, f)),
            (expected.to_bits(), NX)
        );
        let got = run(|f| from_u32::<Single>(tie as u32, rm, f));
        assert_eq!(got, (expected.to_bits(), NX));
    }
    let got = run(|f| from_i32::<Single>(-tie, Down, f));
    assert_eq!(got, ((-16777218f32).to_bits(), NX));
}

#[test]
fn conversion_between_formats() {
    let rows: &[(u64, &[Rounding], u32, u8)] = &[
        // RISC-V: NaNs become canonical, sign and payload gone.
        (0xfff8_0000_dead_beef, &MODES, QUIET, 0),
        (0x7ff0_0000_0000_0001, &MODES, QUIET, NV),
        (0x8000_0000_0000_0000, &MODES, NEG_ZERO, 0),
        // The largest binary64 value overflows, and 2^-1074 underflows.
        (
            0x7fef_ffff_ffff_ffff,
            &[NearestEven, NearestAway, Up],
            INF,
            OF,
        ),
        (0x7fef_ffff_ffff_ffff, &[TowardZero, Down], LARGEST, OF),
        (
            0x8000_0000_0000_0001,
            &[NearestEven, NearestAway, TowardZero, Up],
            NEG_ZERO,
            UF,
        ),
        (0x8000_0000_0000_0001, &[Down], TINY | NEG_ZERO, UF),
        // 2^-126 (1 - 2^-24) is tiny although it rounds to the smallest normal;
        // 2^-126 (1 - 2^-25) rounds there at full precision, so it is not.
        (
            0x380f_ffff_e000_0000,
            &[NearestEven, NearestAway, Up],
            NORMAL,
            UF,
        ),
        (
            0x380f_ffff_f000_0000,
            &[NearestEven, NearestAway, Up],
            NORMAL,
            NX,
        ),
        (0x380f_ffff_f000_0000, &[TowardZero, Down], NORMAL - 1, UF),
        // 2^-149 is exact.
        (0x36a0_0000_0000_0000, &MODES, TINY, 0),
    ];
    for &(a, modes, result, flags) in rows {
        for &rm in modes {
            assert_eq!(run(|f| narrow(a, rm, f)), (result, flags), "{a:#x}, {rm:?}");
        }
    }
    let canonical = Double::CANONICAL_NAN;
    assert_eq!(run(|f| widen(PAYLOAD, f)), (canonical, 0));
    assert_eq!(run(|f| widen(SIGNALLING, f)), (canonical, NV));
    assert_eq!(run(|f| widen(TINY, f)), (0x36a0_0000_0000_0000, 0));
    assert_eq!(run(|f| widen(NEG_ZERO, f)), (1 << 63, 0));
}
