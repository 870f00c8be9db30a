//! Conversions between floats, doubles and integers.

use crate::common::encode;
use crate::float::{
    Held, NAN, NAN_D, NV, NX, OF, RM, RN, RP, RZ, SIGNALLING, SIGNALLING_D, UF, check, d, put,
    rounding, s,
};

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    to_integers,
    what_does_not_fit_is_the_greatest,
    rounded_by_the_control_register,
    simulators_cut_the_fraction_off,
    from_integers,
    between_floats_and_doubles,
];

const S_TO_W: (Held, Held) = (Held::Single, Held::Single);
const D_TO_W: (Held, Held) = (Held::Double, Held::Single);
const W_TO_D: (Held, Held) = (Held::Single, Held::Double);

/// The result that stands for one that does not fit.
const TOO_LARGE: u64 = 0x7fff_ffff;

fn word(value: i32) -> u64 {
    u64::from(value as u32)
}

/// Converts a number that both precisions hold, from both. The control register does not matter.
#[track_caller]
fn to_word(name: &str, value: f32, expected: u64, flags: u32) {
    for mode in [RN, RZ, RP, RM] {
        let (single, double) = (s(value).into(), d(value.into()));
        check(
            &format!("{name}.w.s"),
            S_TO_W,
            mode,
            &[single],
            expected,
            flags,
        );
        check(
            &format!("{name}.w.d"),
            D_TO_W,
            mode,
            &[double],
            expected,
            flags,
        );
    }
}

#[test]
fn to_integers() {
    for (value, [round, trunc, ceil, floor]) in [
        (2.5, [2, 2, 3, 2]),
        (3.5, [4, 3, 4, 3]),
        (-2.5, [-2, -2, -2, -3]),
        (-3.5, [-4, -3, -3, -4]),
        (0.5, [0, 0, 1, 0]),
        (-0.5, [0, 0, 0, -1]),
        (1.25, [1, 1, 2, 1]),
        (-1.75, [-2, -1, -1, -2]),
    ] {
        to_word("round", value, word(round), NX);
        to_word("trunc", value, word(trunc), NX);
        to_word("ceil", value, word(ceil), NX);
        to_word("floor", value, word(floor), NX);
    }
    for name in ["round", "trunc", "ceil", "floor"] {
        to_word(name, 0.0, 0, 0);
        to_word(name, -0.0, 0, 0);
        to_word(name, -7.0, word(-7), 0);
        to_word(name, -2_147_483_648.0, word(i32::MIN), 0);
    }
}

/// Whatever its sign, and with the invalid flag alone.
#[test]
fn what_does_not_fit_is_the_greatest() {
    let too_large = [
        2_147_483_648.0,
        1e20,
        -1e20,
        f32::INFINITY,
        f32::NEG_INFINITY,
    ];
    for name in ["round", "trunc", "ceil", "floor", "cvt"] {
        for value in too_large {
            to_word(name, value, TOO_LARGE, NV);
        }
        for nan in [NAN, SIGNALLING] {
            check(
                &format!("{name}.w.s"),
                S_TO_W,
                RN,
                &[nan.into()],
                TOO_LARGE,
                NV,
            );
        }
        for nan in [NAN_D, SIGNALLING_D] {
            check(&format!("{name}.w.d"), D_TO_W, RN, &[nan], TOO_LARGE, NV);
        }
    }
    // Which numbers fit depends on how they are rounded.
    let above = d(2_147_483_647.5);
    check("trunc.w.d", D_TO_W, RN, &[above], TOO_LARGE, NX);
    check("floor.w.d", D_TO_W, RN, &[above], TOO_LARGE, NX);
    check("ceil.w.d", D_TO_W, RN, &[above], TOO_LARGE, NV);
    check("round.w.d", D_TO_W, RN, &[above], TOO_LARGE, NV);
    let below = d(-2_147_483_648.5);
    check("trunc.w.d", D_TO_W, RN, &[below], word(i32::MIN), NX);
    check("ceil.w.d", D_TO_W, RN, &[below], word(i32::MIN), NX);
    check("round.w.d", D_TO_W, RN, &[below], word(i32::MIN), NX);
    check("floor.w.d", D_TO_W, RN, &[below], TOO_LARGE, NV);
}

#[test]
fn rounded_by_the_control_register() {
    for (mode, ties, negative) in [(RN, 2, -2), (RZ, 2, -2), (RP, 3, -2), (RM, 2, -3)] {
        check("cvt.w.s", S_TO_W, mode, &[s(2.5).into()], word(ties), NX);
        check("cvt.w.d", D_TO_W, mode, &[d(2.5)], word(ties), NX);
        check(
            "cvt.w.s",
            S_TO_W,
            mode,
            &[s(-2.5).into()],
            word(negative),
            NX,
        );
        check("cvt.w.d", D_TO_W, mode, &[d(-2.5)], word(negative), NX);
        check("cvt.w.s", S_TO_W, mode, &[s(-9.0).into()], word(-9), 0);
    }
}

/// The simulators' `cvt.w` is a cast: to the nearest that fits, and zero for what is no number.
#[test]
fn simulators_cut_the_fraction_off() {
    for (value, expected) in [
        (2.75, 2),
        (-2.75, -2),
        (1e20, i32::MAX),
        (-1e20, i32::MIN),
        (f32::INFINITY, i32::MAX),
        (f32::NEG_INFINITY, i32::MIN),
        (f32::NAN, 0),
    ] {
        for mode in [RN, RZ, RP, RM] {
            for (name, held, bits) in [
                ("cvt.w.s", Held::Single, s(value).into()),
                ("cvt.w.d", Held::Double, d(value.into())),
            ] {
                let mut hart = put(rounding(mode, 0), held, 2, bits);
                hart.machine.relax();
                hart.run(encode(name, &[10, 2]));
                assert_eq!(hart.f(10), word(expected), "{name} {value}");
                hart.retire();
            }
        }
    }
    // The others are as ever.
    let mut hart = put(rounding(RN, 0), Held::Single, 2, s(-1e20).into());
    hart.machine.relax();
    hart.run(encode("trunc.w.s", &[10, 2]));
    assert_eq!(hart.f(10), TOO_LARGE);
}

#[test]
fn from_integers() {
    for value in [0, 1, -1, 1000, i32::MIN] {
        check(
            "cvt.s.w",
            S_TO_W,
            RN,
            &[word(value)],
            s(value as f32).into(),
            0,
        );
        check("cvt.d.w", W_TO_D, RN, &[word(value)], d(value.into()), 0);
    }
    // 2^24 + 1 lies between two floats; a double holds any integer.
    let between = word(16_777_217);
    for (mode, expected) in [
        (RN, 16_777_216.0),
        (RZ, 16_777_216.0),
        (RP, 16_777_218.0),
        (RM, 16_777_216.0),
    ] {
        check("cvt.s.w", S_TO_W, mode, &[between], s(expected).into(), NX);
        check("cvt.d.w", W_TO_D, mode, &[between], d(16_777_217.0), 0);
    }
}

#[test]
fn between_floats_and_doubles() {
    for value in [1.5, -0.0, f32::INFINITY, f32::MIN_POSITIVE, 1e-45] {
        check(
            "cvt.d.s",
            W_TO_D,
            RN,
            &[s(value).into()],
            d(value.into()),
            0,
        );
        check(
            "cvt.s.d",
            D_TO_W,
            RN,
            &[d(value.into())],
            s(value).into(),
            0,
        );
    }
    check("cvt.d.s", W_TO_D, RN, &[NAN.into()], NAN_D, 0);
    check("cvt.d.s", W_TO_D, RN, &[SIGNALLING.into()], NAN_D, NV);
    check("cvt.s.d", D_TO_W, RN, &[NAN_D], NAN.into(), 0);
    check("cvt.s.d", D_TO_W, RN, &[SIGNALLING_D], NAN.into(), NV);
    for (mode, tenth) in [
        (RN, 0x3dcc_cccd),
        (RZ, 0x3dcc_cccc),
        (RP, 0x3dcc_cccd),
        (RM, 0x3dcc_cccc),
    ] {
        check("cvt.s.d", D_TO_W, mode, &[d(0.1)], tenth, NX);
    }
    check(
        "cvt.s.d",
        D_TO_W,
        RN,
        &[d(1e300)],
        s(f32::INFINITY).into(),
        OF | NX,
    );
    check("cvt.s.d", D_TO_W, RN, &[d(1e-300)], 0, UF | NX);
}
