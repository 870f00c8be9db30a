//! Multiplication, division, and HI and LO.

use crate::common::encode;
use crate::hart::Hart;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    products,
    a_product_in_a_register,
    quotients,
    division_by_zero_changes_nothing,
    sums_of_products,
    moves,
];

const HI: i64 = 64;
const LO: i64 = 65;
const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;

/// Executes `name` on two registers with HI and LO as `before`; HI and LO afterwards.
#[track_caller]
fn check(name: &str, a: u32, b: u32, before: (u32, u32), expected: (u32, u32)) {
    let mut hart = Hart::new().with(&[(6, a), (7, b), (HI, before.0), (LO, before.1)]);
    hart.run(encode(name, &[6, 7]));
    let found = (hart.x(HI), hart.x(LO));
    assert_eq!(found, expected, "{name} {a:#x}, {b:#x}");
    hart.retire();
}

#[test]
fn products() {
    for (a, b, signed, unsigned) in [
        (0, 0, (0, 0), (0, 0)),
        (6, 7, (0, 42), (0, 42)),
        (ONES, ONES, (0, 1), (0xffff_fffe, 1)),
        (ONES, 2, (ONES, 0xffff_fffe), (1, 0xffff_fffe)),
        (MIN, MIN, (0x4000_0000, 0), (0x4000_0000, 0)),
        (MIN, MAX, (0xc000_0000, MIN), (0x3fff_ffff, MIN)),
        (MAX, MAX, (0x3fff_ffff, 1), (0x3fff_ffff, 1)),
        (0x1_0000, 0x1_0000, (1, 0), (1, 0)),
    ] {
        check("mult", a, b, (5, 5), signed);
        check("multu", a, b, (5, 5), unsigned);
    }
}

#[test]
fn a_product_in_a_register() {
    for (a, b, high, low) in [
        (6, 7, 0, 42),
        (ONES, 3, ONES, 0xffff_fffd),
        (0x1_0000, 0x1_0001, 1, 0x1_0000),
        (MIN, 2, ONES, 0),
    ] {
        for rd in [10, 6, 0] {
            let mut hart = Hart::new().with(&[(6, a), (7, b)]);
            hart.run(encode("mul", &[rd, 6, 7]));
            assert_eq!(hart.x(rd), if rd == 0 { 0 } else { low });
            // The manual leaves HI and LO open; the simulators put the product there.
            assert_eq!((hart.x(HI), hart.x(LO)), (high, low));
            hart.retire();
        }
    }
}

/// The remainder, in HI, has the sign of the dividend.
#[test]
fn quotients() {
    for (a, b, expected) in [
        (7u32, 2u32, (1, 3)),
        (-7i32 as u32, 2, (ONES, -3i32 as u32)),
        (7, -2i32 as u32, (1, -3i32 as u32)),
        (-7i32 as u32, -2i32 as u32, (ONES, 3)),
        (MIN, ONES, (0, MIN)),
        (MIN, 1, (0, MIN)),
        (0, 5, (0, 0)),
    ] {
        check("div", a, b, (9, 9), expected);
    }
    for (a, b, expected) in [
        (7, 2, (1, 3)),
        (ONES, 2, (1, MAX)),
        (MIN, ONES, (MIN, 0)),
        (5, 7, (5, 0)),
    ] {
        check("divu", a, b, (9, 9), expected);
    }
}

#[test]
fn division_by_zero_changes_nothing() {
    for a in [0, 1, MIN, ONES] {
        check("div", a, 0, (11, 12), (11, 12));
        check("divu", a, 0, (11, 12), (11, 12));
    }
}

/// With carries and borrows between LO and HI.
#[test]
fn sums_of_products() {
    check("madd", 2, 3, (0, 4), (0, 10));
    check("madd", 1, 1, (0, ONES), (1, 0));
    check("madd", ONES, 1, (0, 0), (ONES, ONES));
    check("madd", ONES, 1, (1, 0), (0, ONES));
    check("madd", 1, 1, (ONES, ONES), (0, 0));
    check("maddu", ONES, 1, (0, 0), (0, ONES));
    check("maddu", ONES, 1, (0, 1), (1, 0));
    check("maddu", ONES, ONES, (1, ONES), (0, 0));
    check("msub", 2, 3, (0, 10), (0, 4));
    check("msub", 1, 1, (1, 0), (0, ONES));
    check("msub", 1, 1, (0, 0), (ONES, ONES));
    check("msub", ONES, 1, (0, ONES), (1, 0));
    check("msubu", ONES, 1, (1, 0), (0, 1));
    check("msubu", ONES, 1, (0, 0), (ONES, 1));
    check("msubu", ONES, ONES, (0, 0), (1, ONES));
}

#[test]
fn moves() {
    let mut hart = Hart::new().with(&[(6, 66), (7, 77)]);
    hart.run(encode("mthi", &[6]));
    hart.run(encode("mtlo", &[7]));
    assert_eq!((hart.x(HI), hart.x(LO)), (66, 77));
    hart.run(encode("mfhi", &[10]));
    hart.run(encode("mflo", &[11]));
    assert_eq!((hart.x(10), hart.x(11)), (66, 77));
    hart.run(encode("mfhi", &[0]));
    hart.run(encode("mflo", &[0]));
    assert_eq!(hart.x(0), 0);
    hart.run(encode("mthi", &[0]));
    assert_eq!((hart.x(HI), hart.x(LO)), (0, 77));
}
