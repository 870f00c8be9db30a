//! Single-precision arithmetic, comparisons and conversions.

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
];

const NAN: u64 = boxed(0x7fc0_0000);
/// A quiet NaN that is not the canonical one.
const QUIET: u64 = boxed(0xffc1_2345);
const SIGNALLING: u64 = boxed(0x7f80_0001);
const INF: u64 = boxed(0x7f80_0000);
const NEG_INF: u64 = boxed(0xff80_0000);
const GREATEST: u64 = boxed(0x7f7f_ffff);
const LEAST_NORMAL: u64 = boxed(0x0080_0000);
const LEAST: u64 = boxed(0x0000_0001);
const ZERO: u64 = boxed(0);
const NEG_ZERO: u64 = boxed(0x8000_0000);
/// 2^-24: half of the last place of 1.
const HALF_PLACE: u64 = boxed(0x3380_0000);

const fn s(value: f32) -> u64 {
    boxed(value.to_bits())
}

/// Five results that differ in the last place only, from their low 32 bits.
fn each(bits: [u32; 5]) -> [u64; 5] {
    bits.map(boxed)
}

#[test]
fn sums() {
    check("fadd.s", RNE, &[s(1.5), s(2.25)], s(3.75), 0);
    check("fsub.s", RNE, &[s(1.5), s(2.25)], s(-0.75), 0);
    check("fadd.s", RNE, &[INF, s(1.0)], INF, 0);
    check("fadd.s", RNE, &[INF, NEG_INF], NAN, NV);
    check("fsub.s", RNE, &[INF, INF], NAN, NV);
    check("fadd.s", RNE, &[QUIET, s(1.0)], NAN, 0);
    check("fadd.s", RNE, &[s(1.0), SIGNALLING], NAN, NV);
    check("fsub.s", RNE, &[SIGNALLING, QUIET], NAN, NV);
    check("fadd.s", RNE, &[LEAST, LEAST], boxed(2), 0);
    check("fsub.s", RNE, &[LEAST_NORMAL, LEAST], boxed(0x007f_ffff), 0);

    let one = each([
        0x3f80_0000,
        0x3f80_0000,
        0x3f80_0000,
        0x3f80_0001,
        0x3f80_0001,
    ]);
    check_rounded("fadd.s", &[s(1.0), HALF_PLACE], one, NX);
    let odd = each([
        0x3f80_0002,
        0x3f80_0001,
        0x3f80_0001,
        0x3f80_0002,
        0x3f80_0002,
    ]);
    check_rounded("fadd.s", &[boxed(0x3f80_0001), HALF_PLACE], odd, NX);
    let minus_one = each([
        0xbf80_0000,
        0xbf80_0000,
        0xbf80_0001,
        0xbf80_0000,
        0xbf80_0001,
    ]);
    check_rounded("fsub.s", &[s(-1.0), HALF_PLACE], minus_one, NX);
    let zero = [ZERO, ZERO, NEG_ZERO, ZERO, ZERO];
    check_rounded("fsub.s", &[s(1.5), s(1.5)], zero, 0);
    check_rounded("fadd.s", &[ZERO, NEG_ZERO], zero, 0);
    check_rounded("fadd.s", &[NEG_ZERO, NEG_ZERO], [NEG_ZERO; 5], 0);
    let over = [INF, GREATEST, GREATEST, INF, INF];
    check_rounded("fadd.s", &[GREATEST, GREATEST], over, OF | NX);
    let under = each([
        0xff80_0000,
        0xff7f_ffff,
        0xff80_0000,
        0xff7f_ffff,
        0xff80_0000,
    ]);
    check_rounded("fsub.s", &[boxed(0xff7f_ffff), GREATEST], under, OF | NX);
}

/// Tininess is detected after rounding: a product just below the least normal number underflows
/// only if it would with an unbounded exponent.
#[test]
fn products() {
    check("fmul.s", RNE, &[s(1.5), s(-2.5)], s(-3.75), 0);
    check("fmul.s", RNE, &[NEG_ZERO, s(2.0)], NEG_ZERO, 0);
    check("fmul.s", RNE, &[INF, s(-2.0)], NEG_INF, 0);
    check("fmul.s", RNE, &[INF, ZERO], NAN, NV);
    check("fmul.s", RNE, &[QUIET, ZERO], NAN, 0);
    check("fmul.s", RNE, &[SIGNALLING, ZERO], NAN, NV);
    check(
        "fmul.s",
        RNE,
        &[LEAST_NORMAL, s(0.5)],
        boxed(0x0040_0000),
        0,
    );

    let tie = [ZERO, ZERO, ZERO, LEAST, LEAST];
    check_rounded("fmul.s", &[LEAST, s(0.5)], tie, UF | NX);
    let tiny = each([0, 0, 0, 1, 0]);
    check_rounded("fmul.s", &[LEAST, s(0.25)], tiny, UF | NX);
    let over = [INF, GREATEST, GREATEST, INF, INF];
    check_rounded("fmul.s", &[GREATEST, s(2.0)], over, OF | NX);
    let just_below = boxed(0x3f7f_ffff);
    check(
        "fmul.s",
        RNE,
        &[just_below, LEAST_NORMAL],
        LEAST_NORMAL,
        UF | NX,
    );
    let factors = [boxed(0x0080_0001), boxed(0x3f7f_fffe)];
    check("fmul.s", RNE, &factors, LEAST_NORMAL, NX);
    check("fmul.s", RTZ, &factors, boxed(0x007f_ffff), UF | NX);
}

#[test]
fn quotients() {
    check("fdiv.s", RNE, &[s(7.5), s(2.5)], s(3.0), 0);
    check("fdiv.s", RNE, &[s(1.0), ZERO], INF, DZ);
    check("fdiv.s", RNE, &[s(1.0), NEG_ZERO], NEG_INF, DZ);
    check("fdiv.s", RNE, &[s(-1.0), ZERO], NEG_INF, DZ);
    check("fdiv.s", RNE, &[INF, ZERO], INF, 0);
    check("fdiv.s", RNE, &[ZERO, ZERO], NAN, NV);
    check("fdiv.s", RNE, &[INF, NEG_INF], NAN, NV);
    check("fdiv.s", RNE, &[s(-1.0), INF], NEG_ZERO, 0);
    check("fdiv.s", RNE, &[QUIET, ZERO], NAN, 0);
    check("fdiv.s", RNE, &[SIGNALLING, ZERO], NAN, NV);

    let third = each([
        0x3eaa_aaab,
        0x3eaa_aaaa,
        0x3eaa_aaaa,
        0x3eaa_aaab,
        0x3eaa_aaab,
    ]);
    check_rounded("fdiv.s", &[s(1.0), s(3.0)], third, NX);
    let minus_third = each([
        0xbeaa_aaab,
        0xbeaa_aaaa,
        0xbeaa_aaab,
        0xbeaa_aaaa,
        0xbeaa_aaab,
    ]);
    check_rounded("fdiv.s", &[s(-1.0), s(3.0)], minus_third, NX);
}

#[test]
fn square_roots() {
    check("fsqrt.s", RNE, &[s(2.25)], s(1.5), 0);
    check("fsqrt.s", RNE, &[NEG_ZERO], NEG_ZERO, 0);
    check("fsqrt.s", RNE, &[INF], INF, 0);
    check("fsqrt.s", RNE, &[s(-1.0)], NAN, NV);
    check("fsqrt.s", RNE, &[NEG_INF], NAN, NV);
    check("fsqrt.s", RNE, &[QUIET], NAN, 0);
    check("fsqrt.s", RNE, &[SIGNALLING], NAN, NV);
    let root = each([
        0x3fb5_04f3,
        0x3fb5_04f3,
        0x3fb5_04f3,
        0x3fb5_04f4,
        0x3fb5_04f3,
    ]);
    check_rounded("fsqrt.s", &[s(2.0)], root, NX);
}

#[test]
fn fused_products() {
    let sources = [s(2.0), s(3.0), s(4.0)];
    check("fmadd.s", RNE, &sources, s(10.0), 0);
    check("fmsub.s", RNE, &sources, s(2.0), 0);
    check("fnmsub.s", RNE, &sources, s(-2.0), 0);
    check("fnmadd.s", RNE, &sources, s(-10.0), 0);

    let zeros = [s(1.0), ZERO, ZERO];
    let cancelled = [ZERO, ZERO, NEG_ZERO, ZERO, ZERO];
    check_rounded("fmadd.s", &zeros, [ZERO; 5], 0);
    check_rounded("fmsub.s", &zeros, cancelled, 0);
    check_rounded("fnmsub.s", &zeros, cancelled, 0);
    check_rounded("fnmadd.s", &zeros, [NEG_ZERO; 5], 0);
}

/// (1 + 2^-12)^2 is 1 + 2^-11 + 2^-24, one bit too long for a single.
#[test]
fn a_fused_product_is_rounded_once() {
    let (a, c) = (boxed(0x3f80_0800), boxed(0x3f80_1000));
    check("fmsub.s", RNE, &[a, a, c], HALF_PLACE, 0);
    check("fnmsub.s", RNE, &[a, a, c], boxed(0xb380_0000), 0);
    let rounded = each([
        0x3f80_1000,
        0x3f80_1000,
        0x3f80_1000,
        0x3f80_1001,
        0x3f80_1001,
    ]);
    check_rounded("fmadd.s", &[a, a, ZERO], rounded, NX);
    let negative = each([
        0xbf80_1000,
        0xbf80_1000,
        0xbf80_1001,
        0xbf80_1000,
        0xbf80_1001,
    ]);
    check_rounded("fnmadd.s", &[a, a, ZERO], negative, NX);
}

/// Infinity times zero is invalid even if the addend is a quiet NaN.
#[test]
fn invalid_fused_products() {
    for name in ["fmadd.s", "fmsub.s", "fnmsub.s", "fnmadd.s"] {
        check(name, RNE, &[INF, ZERO, s(1.0)], NAN, NV);
        check(name, RNE, &[ZERO, INF, QUIET], NAN, NV);
        check(name, RNE, &[QUIET, s(1.0), s(1.0)], NAN, 0);
        check(name, RNE, &[s(1.0), s(1.0), SIGNALLING], NAN, NV);
    }
    check("fmadd.s", RNE, &[INF, s(1.0), NEG_INF], NAN, NV);
    check("fmsub.s", RNE, &[INF, s(1.0), NEG_INF], INF, 0);
    check("fnmsub.s", RNE, &[INF, s(1.0), NEG_INF], NEG_INF, 0);
    check("fnmadd.s", RNE, &[INF, s(1.0), NEG_INF], NAN, NV);
}

/// Sign injection copies bits: NaNs keep their payload and raise nothing.
#[test]
fn signs() {
    check("fsgnj.s", RNE, &[s(1.5), s(-2.0)], s(-1.5), 0);
    check("fsgnj.s", RNE, &[s(-1.5), s(2.0)], s(1.5), 0);
    check("fsgnjn.s", RNE, &[s(1.5), s(-2.0)], s(1.5), 0);
    check("fsgnjn.s", RNE, &[s(1.5), s(2.0)], s(-1.5), 0);
    check("fsgnjx.s", RNE, &[s(-1.5), s(-2.0)], s(1.5), 0);
    check("fsgnjx.s", RNE, &[s(-1.5), s(2.0)], s(-1.5), 0);
    check(
        "fsgnj.s",
        RNE,
        &[SIGNALLING, NEG_ZERO],
        boxed(0xff80_0001),
        0,
    );
    check("fsgnjn.s", RNE, &[QUIET, NEG_ZERO], boxed(0x7fc1_2345), 0);
    check("fsgnjx.s", RNE, &[ZERO, QUIET], NEG_ZERO, 0);
}

#[test]
fn minimum_and_maximum() {
    check("fmin.s", RNE, &[s(1.0), s(-2.0)], s(-2.0), 0);
    check("fmax.s", RNE, &[s(1.0), s(-2.0)], s(1.0), 0);
    check("fmin.s", RNE, &[NEG_INF, INF], NEG_INF, 0);
    check("fmax.s", RNE, &[NEG_INF, INF], INF, 0);
    for (a, b) in [(ZERO, NEG_ZERO), (NEG_ZERO, ZERO)] {
        check("fmin.s", RNE, &[a, b], NEG_ZERO, 0);
        check("fmax.s", RNE, &[a, b], ZERO, 0);
    }
    for name in ["fmin.s", "fmax.s"] {
        check(name, RNE, &[s(1.0), QUIET], s(1.0), 0);
        check(name, RNE, &[QUIET, s(1.0)], s(1.0), 0);
        check(name, RNE, &[s(1.0), SIGNALLING], s(1.0), NV);
        check(name, RNE, &[SIGNALLING, s(1.0)], s(1.0), NV);
        check(name, RNE, &[QUIET, QUIET], NAN, 0);
        check(name, RNE, &[QUIET, SIGNALLING], NAN, NV);
    }
}

/// Equality is quiet; the ordered comparisons signal any NaN.
#[test]
fn comparisons() {
    let cases = [
        (s(1.0), s(2.0), 0, 1, 1),
        (s(2.0), s(1.0), 0, 0, 0),
        (s(1.0), s(1.0), 1, 0, 1),
        (s(-2.0), s(-1.0), 0, 1, 1),
        (ZERO, NEG_ZERO, 1, 0, 1),
        (NEG_ZERO, ZERO, 1, 0, 1),
        (NEG_INF, INF, 0, 1, 1),
        (INF, INF, 1, 0, 1),
    ];
    for (a, b, equal, less, at_most) in cases {
        check("feq.s", RNE, &[a, b], equal, 0);
        check("flt.s", RNE, &[a, b], less, 0);
        check("fle.s", RNE, &[a, b], at_most, 0);
    }
    for (a, b) in [(QUIET, s(1.0)), (s(1.0), QUIET), (QUIET, QUIET)] {
        check("feq.s", RNE, &[a, b], 0, 0);
        check("flt.s", RNE, &[a, b], 0, NV);
        check("fle.s", RNE, &[a, b], 0, NV);
    }
    for name in ["feq.s", "flt.s", "fle.s"] {
        check(name, RNE, &[SIGNALLING, s(1.0)], 0, NV);
        check(name, RNE, &[s(1.0), SIGNALLING], 0, NV);
    }
}

#[test]
fn classes() {
    let ten = [
        NEG_INF,
        s(-1.0),
        boxed(0x8000_0001),
        NEG_ZERO,
        ZERO,
        boxed(0x007f_ffff),
        LEAST_NORMAL,
        INF,
        SIGNALLING,
        QUIET,
    ];
    for (bit, value) in ten.into_iter().enumerate() {
        check("fclass.s", RNE, &[value], 1 << bit, 0);
    }
    check("fclass.s", RNE, &[boxed(0xffbf_ffff)], 1 << 8, 0);
    check("fclass.s", RNE, &[GREATEST], 1 << 6, 0);
}

#[test]
fn to_signed() {
    let minus = |value: u32| u64::from(value.wrapping_neg());
    check_rounded("fcvt.w.s", &[s(2.5)], [2, 2, 2, 3, 3], NX);
    check_rounded("fcvt.w.s", &[s(3.5)], [4, 3, 3, 4, 4], NX);
    let rounded = [2, 2, 3, 2, 3].map(minus);
    check_rounded("fcvt.w.s", &[s(-2.5)], rounded, NX);
    check_rounded("fcvt.w.s", &[s(-7.0)], [minus(7); 5], 0);
    check_rounded("fcvt.w.s", &[LEAST], [0, 0, 0, 1, 0], NX);
    check("fcvt.w.s", RTZ, &[NEG_ZERO], 0, 0);
    let lowest = s(-2_147_483_648.0);
    check("fcvt.w.s", RTZ, &[lowest], 0x8000_0000, 0);
    check("fcvt.w.s", RTZ, &[boxed(0xcf00_0001)], 0x8000_0000, NV);
    check("fcvt.w.s", RTZ, &[boxed(0x4eff_ffff)], 0x7fff_ff80, 0);
    check("fcvt.w.s", RTZ, &[s(2_147_483_648.0)], 0x7fff_ffff, NV);
    check("fcvt.w.s", RTZ, &[INF], 0x7fff_ffff, NV);
    check("fcvt.w.s", RTZ, &[NEG_INF], 0x8000_0000, NV);
    check("fcvt.w.s", RTZ, &[QUIET], 0x7fff_ffff, NV);
    check("fcvt.w.s", RTZ, &[SIGNALLING], 0x7fff_ffff, NV);
}

/// A negative number is invalid unless it rounds to zero.
#[test]
fn to_unsigned() {
    check_rounded("fcvt.wu.s", &[s(2.5)], [2, 2, 2, 3, 3], NX);
    check("fcvt.wu.s", RTZ, &[s(3_000_000_000.0)], 3_000_000_000, 0);
    check("fcvt.wu.s", RNE, &[s(-0.5)], 0, NX);
    check("fcvt.wu.s", RTZ, &[s(-0.99)], 0, NX);
    check("fcvt.wu.s", RUP, &[s(-0.99)], 0, NX);
    check("fcvt.wu.s", RDN, &[s(-0.25)], 0, NV);
    check("fcvt.wu.s", RMM, &[s(-0.5)], 0, NV);
    check("fcvt.wu.s", RNE, &[s(-0.75)], 0, NV);
    check("fcvt.wu.s", RTZ, &[s(-1.0)], 0, NV);
    check("fcvt.wu.s", RTZ, &[NEG_ZERO], 0, 0);
    check("fcvt.wu.s", RTZ, &[boxed(0x4f7f_ffff)], 0xffff_ff00, 0);
    check("fcvt.wu.s", RTZ, &[s(4_294_967_296.0)], 0xffff_ffff, NV);
    check("fcvt.wu.s", RTZ, &[INF], 0xffff_ffff, NV);
    check("fcvt.wu.s", RTZ, &[NEG_INF], 0, NV);
    check("fcvt.wu.s", RTZ, &[QUIET], 0xffff_ffff, NV);
    check("fcvt.wu.s", RTZ, &[boxed(0xff80_0001)], 0xffff_ffff, NV);
}

#[test]
fn from_integers() {
    check_rounded("fcvt.s.w", &[0], [ZERO; 5], 0);
    check_rounded("fcvt.s.w", &[0xffff_ffff], [s(-1.0); 5], 0);
    check_rounded("fcvt.s.w", &[0x8000_0000], [boxed(0xcf00_0000); 5], 0);
    let greatest = each([
        0x4f00_0000,
        0x4eff_ffff,
        0x4eff_ffff,
        0x4f00_0000,
        0x4f00_0000,
    ]);
    check_rounded("fcvt.s.w", &[0x7fff_ffff], greatest, NX);
    let tie = each([
        0x4b80_0000,
        0x4b80_0000,
        0x4b80_0000,
        0x4b80_0001,
        0x4b80_0001,
    ]);
    check_rounded("fcvt.s.w", &[16_777_217], tie, NX);
    check_rounded("fcvt.s.wu", &[16_777_217], tie, NX);
    let negative = each([
        0xcb80_0000,
        0xcb80_0000,
        0xcb80_0001,
        0xcb80_0000,
        0xcb80_0001,
    ]);
    check_rounded("fcvt.s.w", &[0xfeff_ffff], negative, NX);
    check_rounded("fcvt.s.wu", &[0x8000_0000], [boxed(0x4f00_0000); 5], 0);
    let all_ones = each([
        0x4f80_0000,
        0x4f7f_ffff,
        0x4f7f_ffff,
        0x4f80_0000,
        0x4f80_0000,
    ]);
    check_rounded("fcvt.s.wu", &[0xffff_ffff], all_ones, NX);
}
