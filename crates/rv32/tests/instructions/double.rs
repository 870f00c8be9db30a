//! Double-precision arithmetic, comparisons and conversions.

use crate::float::{DZ, NV, NX, OF, RDN, RMM, RNE, RTZ, RUP, UF, boxed, check, check_rounded};

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    sums,
    products,
    quotients,
    square_roots,
    fused_products,
    a_fused_product_is_rounded_once,
    invalid_fused_products,
    signs,
    minimum_and_maximum,
    comparisons,
    classes,
    to_signed,
    to_unsigned,
    from_integers,
    narrowing,
    widening,
];

const NAN: u64 = 0x7ff8_0000_0000_0000;
/// A quiet NaN that is not the canonical one.
const QUIET: u64 = 0xfff8_1234_5678_9abc;
const SIGNALLING: u64 = 0x7ff0_0000_0000_0001;
const INF: u64 = 0x7ff0_0000_0000_0000;
const NEG_INF: u64 = 0xfff0_0000_0000_0000;
const GREATEST: u64 = 0x7fef_ffff_ffff_ffff;
const LEAST_NORMAL: u64 = 0x0010_0000_0000_0000;
const ZERO: u64 = 0;
const NEG_ZERO: u64 = 0x8000_0000_0000_0000;
/// 2^-53: half of the last place of 1.
const HALF_PLACE: u64 = 0x3ca0_0000_0000_0000;

const fn d(value: f64) -> u64 {
    value.to_bits()
}

/// Five results from a common base and what each adds to its last place.
fn near(base: u64, last_places: [u64; 5]) -> [u64; 5] {
    last_places.map(|places| base + places)
}

#[test]
fn sums() {
    check("fadd.d", RNE, &[d(1.5), d(2.25)], d(3.75), 0);
    check("fsub.d", RNE, &[d(1.5), d(2.25)], d(-0.75), 0);
    check("fadd.d", RNE, &[INF, NEG_INF], NAN, NV);
    check("fsub.d", RNE, &[INF, INF], NAN, NV);
    check("fadd.d", RNE, &[QUIET, d(1.0)], NAN, 0);
    check("fsub.d", RNE, &[d(1.0), SIGNALLING], NAN, NV);
    check("fadd.d", RNE, &[1, 1], 2, 0);

    let one = near(d(1.0), [0, 0, 0, 1, 1]);
    check_rounded("fadd.d", &[d(1.0), HALF_PLACE], one, NX);
    let odd = near(d(1.0), [2, 1, 1, 2, 2]);
    check_rounded("fadd.d", &[d(1.0) + 1, HALF_PLACE], odd, NX);
    let minus_one = near(d(-1.0), [0, 0, 1, 0, 1]);
    check_rounded("fsub.d", &[d(-1.0), HALF_PLACE], minus_one, NX);
    let zero = [ZERO, ZERO, NEG_ZERO, ZERO, ZERO];
    check_rounded("fsub.d", &[d(1.5), d(1.5)], zero, 0);
    let over = [INF, GREATEST, GREATEST, INF, INF];
    check_rounded("fadd.d", &[GREATEST, GREATEST], over, OF | NX);
}

/// Tininess is detected after rounding.
#[test]
fn products() {
    check("fmul.d", RNE, &[d(1.5), d(-2.5)], d(-3.75), 0);
    check("fmul.d", RNE, &[INF, ZERO], NAN, NV);
    check("fmul.d", RNE, &[SIGNALLING, ZERO], NAN, NV);
    let half = 0x0008_0000_0000_0000;
    check("fmul.d", RNE, &[LEAST_NORMAL, d(0.5)], half, 0);
    check_rounded("fmul.d", &[1, d(0.5)], [0, 0, 0, 1, 1], UF | NX);
    let tiny = near(NEG_ZERO, [0, 0, 1, 0, 0]);
    check_rounded("fmul.d", &[1, d(-0.25)], tiny, UF | NX);
    let over = near(NEG_INF, [1, 0, 1, 0, 1]).map(|bits| bits - 1);
    check_rounded("fmul.d", &[GREATEST, d(-2.0)], over, OF | NX);
    let just_below = d(1.0) - 1;
    check(
        "fmul.d",
        RNE,
        &[just_below, LEAST_NORMAL],
        LEAST_NORMAL,
        UF | NX,
    );
    let factors = [LEAST_NORMAL + 1, d(1.0) - 2];
    check("fmul.d", RNE, &factors, LEAST_NORMAL, NX);
    check("fmul.d", RTZ, &factors, LEAST_NORMAL - 1, UF | NX);
}

#[test]
fn quotients() {
    check("fdiv.d", RNE, &[d(7.5), d(2.5)], d(3.0), 0);
    check("fdiv.d", RNE, &[d(-1.0), ZERO], NEG_INF, DZ);
    check("fdiv.d", RNE, &[INF, ZERO], INF, 0);
    check("fdiv.d", RNE, &[ZERO, NEG_ZERO], NAN, NV);
    check("fdiv.d", RNE, &[INF, INF], NAN, NV);
    check("fdiv.d", RNE, &[d(-1.0), INF], NEG_ZERO, 0);
    let third = near(0x3fd5_5555_5555_5555, [0, 0, 0, 1, 0]);
    check_rounded("fdiv.d", &[d(1.0), d(3.0)], third, NX);
    let two_thirds = near(0xbfe5_5555_5555_5555, [0, 0, 1, 0, 0]);
    check_rounded("fdiv.d", &[d(-2.0), d(3.0)], two_thirds, NX);
}

#[test]
fn square_roots() {
    check("fsqrt.d", RNE, &[d(2.25)], d(1.5), 0);
    check("fsqrt.d", RNE, &[NEG_ZERO], NEG_ZERO, 0);
    check("fsqrt.d", RNE, &[d(-1.0)], NAN, NV);
    check("fsqrt.d", RNE, &[QUIET], NAN, 0);
    let root = near(0x3ff6_a09e_667f_3bcc, [1, 0, 0, 1, 1]);
    check_rounded("fsqrt.d", &[d(2.0)], root, NX);
}

#[test]
fn fused_products() {
    let sources = [d(2.0), d(3.0), d(4.0)];
    check("fmadd.d", RNE, &sources, d(10.0), 0);
    check("fmsub.d", RNE, &sources, d(2.0), 0);
    check("fnmsub.d", RNE, &sources, d(-2.0), 0);
    check("fnmadd.d", RNE, &sources, d(-10.0), 0);

    let zeros = [d(1.0), ZERO, ZERO];
    let cancelled = [ZERO, ZERO, NEG_ZERO, ZERO, ZERO];
    check_rounded("fmadd.d", &zeros, [ZERO; 5], 0);
    check_rounded("fmsub.d", &zeros, cancelled, 0);
    check_rounded("fnmsub.d", &zeros, cancelled, 0);
    check_rounded("fnmadd.d", &zeros, [NEG_ZERO; 5], 0);
}

/// (1 + 2^-27)^2 is 1 + 2^-26 + 2^-54, two bits too long for a double.
#[test]
fn a_fused_product_is_rounded_once() {
    let (a, c) = (0x3ff0_0000_0200_0000, 0x3ff0_0000_0400_0000);
    check("fmsub.d", RNE, &[a, a, c], 0x3c90_0000_0000_0000, 0);
    check("fnmsub.d", RNE, &[a, a, c], 0xbc90_0000_0000_0000, 0);
    let rounded = near(c, [0, 0, 0, 1, 0]);
    check_rounded("fmadd.d", &[a, a, ZERO], rounded, NX);
    let negative = near(c | NEG_ZERO, [0, 0, 1, 0, 0]);
    check_rounded("fnmadd.d", &[a, a, ZERO], negative, NX);
}

#[test]
fn invalid_fused_products() {
    for name in ["fmadd.d", "fmsub.d", "fnmsub.d", "fnmadd.d"] {
        check(name, RNE, &[INF, ZERO, d(1.0)], NAN, NV);
        check(name, RNE, &[ZERO, INF, QUIET], NAN, NV);
        check(name, RNE, &[d(1.0), QUIET, d(1.0)], NAN, 0);
        check(name, RNE, &[d(1.0), d(1.0), SIGNALLING], NAN, NV);
    }
    check("fmadd.d", RNE, &[INF, d(1.0), NEG_INF], NAN, NV);
    check("fnmadd.d", RNE, &[INF, d(1.0), NEG_INF], NAN, NV);
    check("fmsub.d", RNE, &[INF, d(1.0), NEG_INF], INF, 0);
}

#[test]
fn signs() {
    check("fsgnj.d", RNE, &[d(1.5), d(-2.0)], d(-1.5), 0);
    check("fsgnjn.d", RNE, &[d(1.5), d(2.0)], d(-1.5), 0);
    check("fsgnjx.d", RNE, &[d(-1.5), d(-2.0)], d(1.5), 0);
    check(
        "fsgnj.d",
        RNE,
        &[SIGNALLING, NEG_ZERO],
        SIGNALLING | NEG_ZERO,
        0,
    );
    check("fsgnjn.d", RNE, &[QUIET, NEG_ZERO], QUIET ^ NEG_ZERO, 0);
    check("fsgnjx.d", RNE, &[ZERO, QUIET], NEG_ZERO, 0);
}

#[test]
fn minimum_and_maximum() {
    check("fmin.d", RNE, &[d(1.0), d(-2.0)], d(-2.0), 0);
    check("fmax.d", RNE, &[d(1.0), d(-2.0)], d(1.0), 0);
    for (a, b) in [(ZERO, NEG_ZERO), (NEG_ZERO, ZERO)] {
        check("fmin.d", RNE, &[a, b], NEG_ZERO, 0);
        check("fmax.d", RNE, &[a, b], ZERO, 0);
    }
    for name in ["fmin.d", "fmax.d"] {
        check(name, RNE, &[d(1.0), QUIET], d(1.0), 0);
        check(name, RNE, &[QUIET, d(1.0)], d(1.0), 0);
        check(name, RNE, &[d(1.0), SIGNALLING], d(1.0), NV);
        check(name, RNE, &[SIGNALLING, d(1.0)], d(1.0), NV);
        check(name, RNE, &[QUIET, QUIET], NAN, 0);
        check(name, RNE, &[SIGNALLING, SIGNALLING], NAN, NV);
    }
}

#[test]
fn comparisons() {
    let cases = [
        (d(1.0), d(2.0), 0, 1, 1),
        (d(2.0), d(1.0), 0, 0, 0),
        (d(1.0), d(1.0), 1, 0, 1),
        (d(-2.0), d(-1.0), 0, 1, 1),
        (ZERO, NEG_ZERO, 1, 0, 1),
        (NEG_INF, INF, 0, 1, 1),
    ];
    for (a, b, equal, less, at_most) in cases {
        check("feq.d", RNE, &[a, b], equal, 0);
        check("flt.d", RNE, &[a, b], less, 0);
        check("fle.d", RNE, &[a, b], at_most, 0);
    }
    for (a, b) in [(QUIET, d(1.0)), (d(1.0), QUIET), (QUIET, QUIET)] {
        check("feq.d", RNE, &[a, b], 0, 0);
        check("flt.d", RNE, &[a, b], 0, NV);
        check("fle.d", RNE, &[a, b], 0, NV);
    }
    for name in ["feq.d", "flt.d", "fle.d"] {
        check(name, RNE, &[SIGNALLING, d(1.0)], 0, NV);
    }
}

#[test]
fn classes() {
    let ten = [
        NEG_INF,
        d(-1.0),
        0x8000_0000_0000_0001,
        NEG_ZERO,
        ZERO,
        0x000f_ffff_ffff_ffff,
        LEAST_NORMAL,
        INF,
        SIGNALLING,
        QUIET,
    ];
    for (bit, value) in ten.into_iter().enumerate() {
        check("fclass.d", RNE, &[value], 1 << bit, 0);
    }
    // A boxed single is a NaN to a double instruction.
    check("fclass.d", RNE, &[boxed(0x3f80_0000)], 1 << 9, 0);
}

#[test]
fn to_signed() {
    let minus = |value: u32| u64::from(value.wrapping_neg());
    check_rounded("fcvt.w.d", &[d(2.5)], [2, 2, 2, 3, 3], NX);
    let rounded = [2, 2, 3, 2, 3].map(minus);
    check_rounded("fcvt.w.d", &[d(-2.5)], rounded, NX);
    let high = d(2_147_483_647.5);
    check("fcvt.w.d", RTZ, &[high], 0x7fff_ffff, NX);
    check("fcvt.w.d", RDN, &[high], 0x7fff_ffff, NX);
    check("fcvt.w.d", RNE, &[high], 0x7fff_ffff, NV);
    check("fcvt.w.d", RMM, &[high], 0x7fff_ffff, NV);
    check("fcvt.w.d", RUP, &[high], 0x7fff_ffff, NV);
    let low = d(-2_147_483_648.5);
    check("fcvt.w.d", RNE, &[low], 0x8000_0000, NX);
    check("fcvt.w.d", RTZ, &[low], 0x8000_0000, NX);
    check("fcvt.w.d", RDN, &[low], 0x8000_0000, NV);
    check("fcvt.w.d", RMM, &[low], 0x8000_0000, NV);
    check("fcvt.w.d", RTZ, &[d(1e300)], 0x7fff_ffff, NV);
    check("fcvt.w.d", RTZ, &[NEG_INF], 0x8000_0000, NV);
    check("fcvt.w.d", RTZ, &[QUIET], 0x7fff_ffff, NV);
}

#[test]
fn to_unsigned() {
    let high = d(4_294_967_295.5);
    check("fcvt.wu.d", RTZ, &[high], 0xffff_ffff, NX);
    check("fcvt.wu.d", RUP, &[high], 0xffff_ffff, NV);
    check("fcvt.wu.d", RTZ, &[d(4_294_967_295.0)], 0xffff_ffff, 0);
    check("fcvt.wu.d", RNE, &[d(-0.5)], 0, NX);
    check("fcvt.wu.d", RDN, &[d(-0.5)], 0, NV);
    check("fcvt.wu.d", RTZ, &[d(-1.0)], 0, NV);
    check("fcvt.wu.d", RTZ, &[NEG_ZERO], 0, 0);
    check("fcvt.wu.d", RTZ, &[QUIET], 0xffff_ffff, NV);
    check("fcvt.wu.d", RTZ, &[NEG_INF], 0, NV);
}

/// Every 32-bit integer is a double.
#[test]
fn from_integers() {
    check_rounded("fcvt.d.w", &[0], [ZERO; 5], 0);
    check_rounded("fcvt.d.w", &[0xffff_ffff], [d(-1.0); 5], 0);
    let lowest = 0xc1e0_0000_0000_0000;
    check_rounded("fcvt.d.w", &[0x8000_0000], [lowest; 5], 0);
    let greatest = 0x41df_ffff_ffc0_0000;
    check_rounded("fcvt.d.w", &[0x7fff_ffff], [greatest; 5], 0);
    let all_ones = 0x41ef_ffff_ffe0_0000;
    check_rounded("fcvt.d.wu", &[0xffff_ffff], [all_ones; 5], 0);
    check_rounded("fcvt.d.wu", &[0], [ZERO; 5], 0);
}

#[test]
fn narrowing() {
    let each = |bits: [u32; 5]| bits.map(boxed);
    check("fcvt.s.d", RNE, &[d(1.5)], boxed(0x3fc0_0000), 0);
    check("fcvt.s.d", RNE, &[NEG_ZERO], boxed(0x8000_0000), 0);
    check("fcvt.s.d", RNE, &[NEG_INF], boxed(0xff80_0000), 0);
    check("fcvt.s.d", RNE, &[QUIET], boxed(0x7fc0_0000), 0);
    check("fcvt.s.d", RNE, &[SIGNALLING], boxed(0x7fc0_0000), NV);
    let one = 0x3f80_0000;
    let tie = each([one, one, one, one + 1, one + 1]);
    check_rounded("fcvt.s.d", &[0x3ff0_0000_1000_0000], tie, NX);
    let above = each([one + 1, one, one, one + 1, one + 1]);
    check_rounded("fcvt.s.d", &[0x3ff0_0000_1000_0001], above, NX);
    let (inf, greatest) = (0x7f80_0000, 0x7f7f_ffff);
    let over = each([inf, greatest, greatest, inf, inf]);
    check_rounded("fcvt.s.d", &[d(1e39)], over, OF | NX);
    // 2^-150, half of the least single, and 2^-149, the least itself.
    let half = each([0, 0, 0, 1, 1]);
    check_rounded("fcvt.s.d", &[0x3690_0000_0000_0000], half, UF | NX);
    check_rounded("fcvt.s.d", &[0x36a0_0000_0000_0000], [boxed(1); 5], 0);
}

#[test]
fn widening() {
    check_rounded("fcvt.d.s", &[boxed(0xbfc0_0000)], [d(-1.5); 5], 0);
    check("fcvt.d.s", RNE, &[boxed(1)], 0x36a0_0000_0000_0000, 0);
    check(
        "fcvt.d.s",
        RNE,
        &[boxed(0x7f7f_ffff)],
        0x47ef_ffff_e000_0000,
        0,
    );
    check("fcvt.d.s", RNE, &[boxed(0x8000_0000)], NEG_ZERO, 0);
    check("fcvt.d.s", RNE, &[boxed(0x7f80_0000)], INF, 0);
    check("fcvt.d.s", RNE, &[boxed(0xffc1_2345)], NAN, 0);
    check("fcvt.d.s", RNE, &[boxed(0x7f80_0001)], NAN, NV);
}
