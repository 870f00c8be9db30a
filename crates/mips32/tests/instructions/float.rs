//! Floating-point arithmetic in both precisions, rounded as the control register says.

use crate::common::encode;
use crate::hart::Hart;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    sums,
    products,
    quotients,
    square_roots,
    signs_and_copies,
    products_with_sums,
    each_step_of_a_product_with_a_sum_is_rounded,
];

/// To nearest, ties to even.
pub(crate) const RN: u32 = 0;
/// Towards zero.
pub(crate) const RZ: u32 = 1;
/// Up.
pub(crate) const RP: u32 = 2;
/// Down.
pub(crate) const RM: u32 = 3;

/// Inexact.
pub(crate) const NX: u32 = 1;
/// Underflow.
pub(crate) const UF: u32 = 2;
/// Overflow.
pub(crate) const OF: u32 = 4;
/// Division by zero.
pub(crate) const DZ: u32 = 8;
/// Invalid.
pub(crate) const NV: u32 = 16;

/// The NaN that operations make.
pub(crate) const NAN: u32 = 0x7fc0_0000;
/// The same as a double.
pub(crate) const NAN_D: u64 = 0x7ff8_0000_0000_0000;
/// A signalling NaN.
pub(crate) const SIGNALLING: u32 = 0x7f80_0001;
/// The same as a double.
pub(crate) const SIGNALLING_D: u64 = 0x7ff0_0000_0000_0001;
const INF: u32 = 0x7f80_0000;
const GREATEST: u32 = 0x7f7f_ffff;

/// How a register holds a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    /// In one register.
    Single,
    /// In an even register, the low half, and the next.
    Double,
}

/// The bits of a float.
pub(crate) const fn s(value: f32) -> u32 {
    value.to_bits()
}

/// The bits of a double.
pub(crate) const fn d(value: f64) -> u64 {
    value.to_bits()
}

/// Puts a number into a register.
pub(crate) fn put(hart: Hart, held: Held, register: i64, value: u64) -> Hart {
    match held {
        Held::Single => hart.with_f(&[(register, value)]),
        Held::Double => {
            hart.with_f(&[(register, value & 0xffff_ffff), (register + 1, value >> 32)])
        }
    }
}

fn get(hart: &Hart, held: Held, register: i64) -> u64 {
    match held {
        Held::Single => hart.f(register),
        Held::Double => hart.f(register) | hart.f(register + 1) << 32,
    }
}

/// A machine with this rounding and these flags, set by `ctc1`.
pub(crate) fn rounding(mode: u32, flags: u32) -> Hart {
    let mut hart = Hart::new().with(&[(5, flags << 2 | mode)]);
    hart.run(encode("ctc1", &[5, 31]));
    hart
}

/// The flags, as `cfc1` tells them.
pub(crate) fn flags(hart: &mut Hart) -> u32 {
    hart.run(encode("cfc1", &[5, 31]));
    hart.x(5) >> 2 & 0x1f
}

/// Executes `name` on these numbers: with flags that were raised before, and with the destination
/// apart and among the sources.
#[track_caller]
pub(crate) fn check(
    name: &str,
    (from, to): (Held, Held),
    mode: u32,
    sources: &[u64],
    expected: u64,
    raised: u32,
) {
    for (before, fd) in [(0, 10), (DZ | UF, 10), (0, 2)] {
        let mut hart = rounding(mode, before);
        for (register, &value) in (2..).step_by(2).zip(sources) {
            hart = put(hart, from, register, value);
        }
        let operands: Vec<i64> = [fd, 2, 4, 6][..=sources.len()].to_vec();
        hart.run(encode(name, &operands));
        let found = get(&hart, to, fd);
        assert_eq!(found, expected, "{name} {sources:x?}: {found:#x}");
        assert_eq!(flags(&mut hart), before | raised, "{name} {sources:x?}");
        hart.retire();
    }
}

#[track_caller]
fn single(name: &str, mode: u32, sources: &[u32], expected: u32, flags: u32) {
    let sources: Vec<u64> = sources.iter().map(|&bits| bits.into()).collect();
    let held = (Held::Single, Held::Single);
    check(name, held, mode, &sources, expected.into(), flags);
}

#[track_caller]
fn double(name: &str, mode: u32, sources: &[u64], expected: u64, flags: u32) {
    check(
        name,
        (Held::Double, Held::Double),
        mode,
        sources,
        expected,
        flags,
    );
}

#[test]
fn sums() {
    single("add.s", RN, &[s(1.5), s(2.25)], s(3.75), 0);
    single("sub.s", RN, &[s(1.5), s(2.25)], s(-0.75), 0);
    single("add.s", RN, &[INF, s(1.0)], INF, 0);
    single("sub.s", RN, &[INF, INF], NAN, NV);
    single("add.s", RN, &[NAN, s(1.0)], NAN, 0);
    single("add.s", RN, &[SIGNALLING, s(1.0)], NAN, NV);
    for (mode, sum, difference) in [
        (RN, 0x3f80_0000, 0xbf80_0000),
        (RZ, 0x3f80_0000, 0xbf80_0000),
        (RP, 0x3f80_0001, 0xbf80_0000),
        (RM, 0x3f80_0000, 0xbf80_0001),
    ] {
        // 2^-24 is half of the last place of 1.
        single("add.s", mode, &[s(1.0), 0x3380_0000], sum, NX);
        single("sub.s", mode, &[s(-1.0), 0x3380_0000], difference, NX);
    }
    for (mode, sum) in [(RN, INF), (RZ, GREATEST), (RP, INF), (RM, GREATEST)] {
        single("add.s", mode, &[GREATEST, GREATEST], sum, OF | NX);
    }
    single("sub.s", RM, &[s(1.0), s(1.0)], s(-0.0), 0);
    single("sub.s", RN, &[s(1.0), s(1.0)], s(0.0), 0);

    double("add.d", RN, &[d(1.5), d(2.25)], d(3.75), 0);
    double("add.d", RN, &[d(0.1), d(0.2)], 0x3fd3_3333_3333_3334, NX);
    double("add.d", RZ, &[d(0.1), d(0.2)], 0x3fd3_3333_3333_3333, NX);
    double("sub.d", RN, &[d(1.5), d(2.25)], d(-0.75), 0);
    double(
        "sub.d",
        RN,
        &[d(f64::INFINITY), d(f64::INFINITY)],
        NAN_D,
        NV,
    );
    double("add.d", RN, &[SIGNALLING_D, d(1.0)], NAN_D, NV);
}

#[test]
fn products() {
    single("mul.s", RN, &[s(1.5), s(-2.0)], s(-3.0), 0);
    single("mul.s", RN, &[s(0.0), INF], NAN, NV);
    single("mul.s", RN, &[GREATEST, s(2.0)], INF, OF | NX);
    // Half of the least normal number is exact, half of the least is not.
    single("mul.s", RN, &[0x0080_0000, s(0.5)], 0x0040_0000, 0);
    single("mul.s", RN, &[1, s(0.5)], 0, UF | NX);
    single("mul.s", RP, &[1, s(0.5)], 1, UF | NX);
    double("mul.d", RN, &[d(1.5), d(-2.0)], d(-3.0), 0);
    double("mul.d", RN, &[d(0.1), d(3.0)], 0x3fd3_3333_3333_3334, NX);
    double("mul.d", RM, &[d(0.1), d(3.0)], 0x3fd3_3333_3333_3333, NX);
    double(
        "mul.d",
        RN,
        &[d(f64::MAX), d(2.0)],
        d(f64::INFINITY),
        OF | NX,
    );
}

#[test]
fn quotients() {
    single("div.s", RN, &[s(7.0), s(2.0)], s(3.5), 0);
    for (mode, third) in [
        (RN, 0x3eaa_aaab),
        (RZ, 0x3eaa_aaaa),
        (RP, 0x3eaa_aaab),
        (RM, 0x3eaa_aaaa),
    ] {
        single("div.s", mode, &[s(1.0), s(3.0)], third, NX);
    }
    single("div.s", RN, &[s(1.0), s(0.0)], INF, DZ);
    single("div.s", RN, &[s(-1.0), s(0.0)], s(f32::NEG_INFINITY), DZ);
    single("div.s", RN, &[s(0.0), s(0.0)], NAN, NV);
    double("div.d", RN, &[d(7.0), d(2.0)], d(3.5), 0);
    double("div.d", RN, &[d(1.0), d(3.0)], 0x3fd5_5555_5555_5555, NX);
    double("div.d", RP, &[d(1.0), d(3.0)], 0x3fd5_5555_5555_5556, NX);
    double("div.d", RN, &[d(1.0), d(0.0)], d(f64::INFINITY), DZ);
    double("div.d", RN, &[d(0.0), d(0.0)], NAN_D, NV);
}

#[test]
fn square_roots() {
    single("sqrt.s", RN, &[s(6.25)], s(2.5), 0);
    single("sqrt.s", RN, &[s(2.0)], 0x3fb5_04f3, NX);
    single("sqrt.s", RP, &[s(2.0)], 0x3fb5_04f4, NX);
    single("sqrt.s", RN, &[s(-1.0)], NAN, NV);
    single("sqrt.s", RN, &[s(-0.0)], s(-0.0), 0);
    double("sqrt.d", RN, &[d(6.25)], d(2.5), 0);
    double("sqrt.d", RN, &[d(2.0)], 0x3ff6_a09e_667f_3bcd, NX);
    double("sqrt.d", RZ, &[d(2.0)], 0x3ff6_a09e_667f_3bcc, NX);
    double("sqrt.d", RN, &[d(-1.0)], NAN_D, NV);
}

#[test]
fn signs_and_copies() {
    for (value, opposite) in [(1.5, -1.5), (0.0, -0.0), (f32::INFINITY, f32::NEG_INFINITY)] {
        single("abs.s", RN, &[s(value)], s(value), 0);
        single("abs.s", RN, &[s(opposite)], s(value), 0);
        single("neg.s", RN, &[s(value)], s(opposite), 0);
        single("neg.s", RN, &[s(opposite)], s(value), 0);
        let (value, opposite) = (d(value.into()), d(opposite.into()));
        double("abs.d", RN, &[value], value, 0);
        double("abs.d", RN, &[opposite], value, 0);
        double("neg.d", RN, &[value], opposite, 0);
        double("neg.d", RN, &[opposite], value, 0);
    }
    // A copy is of bits: a signalling NaN stays one and raises nothing.
    single("mov.s", RN, &[SIGNALLING], SIGNALLING, 0);
    single("mov.s", RN, &[s(-0.0)], s(-0.0), 0);
    double("mov.d", RN, &[SIGNALLING_D], SIGNALLING_D, 0);
}

/// The operands are written fd, fr, fs, ft: the addend comes first.
#[test]
fn products_with_sums() {
    for (name, expected) in [
        ("madd", 7.0),
        ("msub", 5.0),
        ("nmadd", -7.0),
        ("nmsub", -5.0),
    ] {
        let floats = [s(1.0), s(2.0), s(3.0)];
        single(&format!("{name}.s"), RN, &floats, s(expected as f32), 0);
        let doubles = [d(1.0), d(2.0), d(3.0)];
        double(&format!("{name}.d"), RN, &doubles, d(expected), 0);
    }
    single("nmadd.s", RN, &[s(0.0), s(0.0), s(1.0)], s(-0.0), 0);
    single("madd.s", RN, &[s(1.0), s(0.0), INF], NAN, NV);
    single("msub.s", RN, &[INF, INF, s(1.0)], NAN, NV);
    double(
        "madd.d",
        RP,
        &[d(1.0), 1, d(0.5)],
        0x3ff0_0000_0000_0001,
        NX | UF,
    );
}

/// Rounded once, the results would be 2^-24 and 2^-54.
#[test]
fn each_step_of_a_product_with_a_sum_is_rounded() {
    // 1 + 2^-11, 1 + 2^-12 twice.
    let floats = [0x3f80_1000, 0x3f80_0800, 0x3f80_0800];
    single("msub.s", RN, &floats, s(0.0), NX);
    single("nmsub.s", RN, &floats, s(-0.0), NX);
    // 1 + 2^-26, 1 + 2^-27 twice.
    let doubles = [
        0x3ff0_0000_0400_0000,
        0x3ff0_0000_0200_0000,
        0x3ff0_0000_0200_0000,
    ];
    double("msub.d", RN, &doubles, d(0.0), NX);
}
