//! Multiplication and division.

use crate::integer::check;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[products, high_products, quotients, remainders];

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;

const fn neg(value: u32) -> u32 {
    value.wrapping_neg()
}

#[test]
fn products() {
    check("mul", 6, 7, 42);
    check("mul", neg(6), 7, 0xffff_ffd6);
    check("mul", ONES, ONES, 1);
    check("mul", MIN, MIN, 0);
    check("mul", MIN, ONES, MIN);
    check("mul", MAX, MAX, 1);
    check("mul", 0x1234_5678, 0x9abc_def0, 0x242d_2080);
}

#[test]
fn high_products() {
    check("mulh", 0x1_0000, 0x1_0000, 1);
    check("mulh", MIN, MIN, 0x4000_0000);
    check("mulh", MIN, ONES, 0);
    check("mulh", MIN, MAX, 0xc000_0000);
    check("mulh", MAX, MAX, 0x3fff_ffff);
    check("mulh", ONES, 1, ONES);
    check("mulh", ONES, ONES, 0);
    check("mulhsu", ONES, ONES, ONES);
    check("mulhsu", ONES, 0, 0);
    check("mulhsu", ONES, 1, ONES);
    check("mulhsu", 1, ONES, 0);
    check("mulhsu", MIN, MIN, 0xc000_0000);
    check("mulhsu", MIN, ONES, MIN);
    check("mulhsu", MAX, ONES, 0x7fff_fffe);
    check("mulhu", ONES, ONES, 0xffff_fffe);
    check("mulhu", ONES, 1, 0);
    check("mulhu", MIN, 2, 1);
    check("mulhu", MIN, MIN, 0x4000_0000);
    check("mulhu", MAX, ONES, 0x7fff_fffe);
}

/// Division by zero gives -1 and 2^32 - 1; the one overflow gives the dividend.
#[test]
fn quotients() {
    check("div", 7, 2, 3);
    check("div", neg(7), 2, neg(3));
    check("div", 7, neg(2), neg(3));
    check("div", neg(7), neg(2), 3);
    check("div", MIN, ONES, MIN);
    check("div", MIN, 1, MIN);
    check("div", 1, 0, ONES);
    check("div", 0, 0, ONES);
    check("div", MIN, 0, ONES);
    check("div", MAX, MIN, 0);
    check("divu", 7, 2, 3);
    check("divu", neg(7), 2, 0x7fff_fffc);
    check("divu", MIN, ONES, 0);
    check("divu", ONES, MIN, 1);
    check("divu", 1, 0, ONES);
    check("divu", 0, 0, ONES);
}

/// A remainder has the sign of the dividend; by zero it is the dividend.
#[test]
fn remainders() {
    check("rem", 7, 2, 1);
    check("rem", neg(7), 2, ONES);
    check("rem", 7, neg(2), 1);
    check("rem", neg(7), neg(2), ONES);
    check("rem", MIN, ONES, 0);
    check("rem", MIN, 3, neg(2));
    check("rem", 42, 0, 42);
    check("rem", MIN, 0, MIN);
    check("rem", MAX, MIN, MAX);
    check("remu", 7, 2, 1);
    check("remu", neg(7), 2, 1);
    check("remu", MIN, ONES, MIN);
    check("remu", 42, 0, 42);
    check("remu", ONES, 0, ONES);
    check("remu", ONES, MIN, MAX);
}
