//! The sixteen comparisons of floats and of doubles.

use crate::common::encode;
use crate::float::{Held, NAN, NAN_D, NV, SIGNALLING, SIGNALLING_D, d, flags, put, rounding, s};

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[every_condition, every_condition_bit, zeros_and_infinities];

const CONDITIONS: i64 = 66;

/// From the manual: the condition, and whether it holds for a first operand that is less, equal,
/// greater, and unordered.
const TRUTH: [(&str, [bool; 4]); 16] = [
    ("f", [false, false, false, false]),
    ("un", [false, false, false, true]),
    ("eq", [false, true, false, false]),
    ("ueq", [false, true, false, true]),
    ("olt", [true, false, false, false]),
    ("ult", [true, false, false, true]),
    ("ole", [true, true, false, false]),
    ("ule", [true, true, false, true]),
    ("sf", [false, false, false, false]),
    ("ngle", [false, false, false, true]),
    ("seq", [false, true, false, false]),
    ("ngl", [false, true, false, true]),
    ("lt", [true, false, false, false]),
    ("nge", [true, false, false, true]),
    ("le", [true, true, false, false]),
    ("ngt", [true, true, false, true]),
];

/// Compares with condition bit `cc`, the others being `others`.
#[track_caller]
fn check(name: &str, held: Held, (a, b): (u64, u64), cc: i64, holds: bool, raised: u32) {
    for others in [0, 0xff] {
        let mut hart = put(put(rounding(0, 0), held, 2, a), held, 4, b);
        hart = hart.with(&[(CONDITIONS, others)]);
        hart.run(encode(name, &[cc, 2, 4]));
        let bit = 1 << cc;
        let expected = others & !bit | if holds { bit } else { 0 };
        assert_eq!(hart.x(CONDITIONS), expected, "{name} {a:x}, {b:x}");
        assert_eq!(flags(&mut hart), raised, "{name} {a:x}, {b:x}");
        hart.retire();
    }
}

/// The second eight object to any NaN, the first eight to signalling ones only.
#[test]
fn every_condition() {
    let singles = [s(1.0), s(2.0), NAN, SIGNALLING].map(u64::from);
    let doubles = [d(1.0), d(2.0), NAN_D, SIGNALLING_D];
    for (suffix, held, [one, two, quiet, loud]) in
        [("s", Held::Single, singles), ("d", Held::Double, doubles)]
    {
        for (index, (name, [less, equal, greater, unordered])) in TRUTH.into_iter().enumerate() {
            let name = format!("c.{name}.{suffix}");
            let objects = if index < 8 { 0 } else { NV };
            check(&name, held, (one, two), 0, less, 0);
            check(&name, held, (two, two), 0, equal, 0);
            check(&name, held, (two, one), 0, greater, 0);
            check(&name, held, (quiet, one), 0, unordered, objects);
            check(&name, held, (one, quiet), 0, unordered, objects);
            check(&name, held, (quiet, quiet), 0, unordered, objects);
            check(&name, held, (loud, one), 0, unordered, NV);
            check(&name, held, (quiet, loud), 0, unordered, NV);
        }
    }
}

#[test]
fn every_condition_bit() {
    for cc in 0..8 {
        check(
            "c.lt.s",
            Held::Single,
            (s(1.0).into(), s(2.0).into()),
            cc,
            true,
            0,
        );
        check(
            "c.lt.s",
            Held::Single,
            (s(2.0).into(), s(1.0).into()),
            cc,
            false,
            0,
        );
        check("c.eq.d", Held::Double, (d(1.0), d(1.0)), cc, true, 0);
        check("c.eq.d", Held::Double, (d(1.0), d(2.0)), cc, false, 0);
    }
}

#[test]
fn zeros_and_infinities() {
    check(
        "c.eq.s",
        Held::Single,
        (s(0.0).into(), s(-0.0).into()),
        0,
        true,
        0,
    );
    check("c.lt.d", Held::Double, (d(-0.0), d(0.0)), 0, false, 0);
    check(
        "c.le.d",
        Held::Double,
        (d(f64::NEG_INFINITY), d(f64::INFINITY)),
        0,
        true,
        0,
    );
    check(
        "c.eq.d",
        Held::Double,
        (d(f64::INFINITY), d(f64::INFINITY)),
        0,
        true,
        0,
    );
    // Equal low halves do not make doubles equal, nor do equal high ones.
    check("c.eq.d", Held::Double, (d(1.0), d(-1.0)), 0, false, 0);
    check("c.olt.d", Held::Double, (d(1.0), d(1.0) + 1), 0, true, 0);
}
