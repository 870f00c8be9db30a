//! Arithmetic, logic, shifts, bit fields and conditional moves.

use crate::common::encode;
use crate::hart::Hart;
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    sums_and_differences,
    overflow_is_a_trap_and_changes_nothing,
    logic,
    comparisons,
    numbers,
    upper_halves,
    shifts,
    rotations,
    leading_bits,
    sign_extension,
    byte_swaps,
    extraction,
    insertion,
    conditional_moves,
];

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;

/// Two registers, with the destination apart, among the sources, and the constant zero.
#[track_caller]
fn registers(name: &str, a: u32, b: u32, expected: u32) {
    for rd in [10, 6, 7, 0] {
        let mut hart = Hart::new().with(&[(6, a), (7, b)]);
        hart.run(encode(name, &[rd, 6, 7]));
        let expected = if rd == 0 { 0 } else { expected };
        assert_eq!(hart.x(rd), expected, "{name} {a:#x}, {b:#x}");
        hart.retire();
    }
}

/// A register and a number.
#[track_caller]
fn immediate(name: &str, a: u32, number: i64, expected: u32) {
    for rt in [10, 6, 0] {
        let mut hart = Hart::new().with(&[(6, a)]);
        hart.run(encode(name, &[rt, 6, number]));
        let expected = if rt == 0 { 0 } else { expected };
        assert_eq!(hart.x(rt), expected, "{name} {a:#x}, {number}");
        hart.retire();
    }
}

/// One register.
#[track_caller]
fn unary(name: &str, a: u32, expected: u32) {
    for rd in [10, 6, 0] {
        let mut hart = Hart::new().with(&[(6, a)]);
        hart.run(encode(name, &[rd, 6]));
        let expected = if rd == 0 { 0 } else { expected };
        assert_eq!(hart.x(rd), expected, "{name} {a:#x}");
        hart.retire();
    }
}

#[test]
fn sums_and_differences() {
    for name in ["add", "addu"] {
        registers(name, 2, 3, 5);
        registers(name, ONES, 1, 0);
        registers(name, MAX, MIN, ONES);
        registers(name, MIN, 0, MIN);
    }
    registers("addu", MAX, 1, MIN);
    registers("addu", MIN, MIN, 0);
    for name in ["sub", "subu"] {
        registers(name, 2, 3, ONES);
        registers(name, MIN, MIN, 0);
        registers(name, ONES, MAX, MIN);
        registers(name, 0, MAX, 0x8000_0001);
    }
    registers("subu", 0, MIN, MIN);
    registers("subu", MIN, 1, MAX);
    for name in ["addi", "addiu"] {
        immediate(name, 5, -6, ONES);
        immediate(name, 5, 32767, 32772);
        immediate(name, MIN, 32767, 0x8000_7fff);
        immediate(name, MAX, -32768, 0x7fff_7fff);
    }
    immediate("addiu", MAX, 1, MIN);
    immediate("addiu", MIN, -1, MAX);
}

#[test]
fn overflow_is_a_trap_and_changes_nothing() {
    for (name, a, b) in [
        ("add", MAX, 1),
        ("add", MIN, ONES),
        ("add", MIN, MIN),
        ("sub", MIN, 1),
        ("sub", MAX, ONES),
        ("sub", 0, MIN),
    ] {
        for rd in [10, 6, 0] {
            let mut hart = Hart::new().with(&[(6, a), (7, b), (10, 77)]);
            hart.traps(encode(name, &[rd, 6, 7]), Trap::Overflow);
            hart.retire();
        }
    }
    for (a, number) in [(MAX, 1), (MIN, -1), (0x7fff_8001, 32767)] {
        let mut hart = Hart::new().with(&[(6, a), (10, 77)]);
        hart.traps(encode("addi", &[10, 6, number]), Trap::Overflow);
        hart.retire();
    }
}

#[test]
fn logic() {
    registers("and", 0b1100, 0b1010, 0b1000);
    registers("or", 0b1100, 0b1010, 0b1110);
    registers("xor", 0b1100, 0b1010, 0b0110);
    registers("nor", 0b1100, 0b1010, 0xffff_fff1);
    registers("nor", 0, 0, ONES);
    // Numbers of logic are not sign-extended.
    immediate("andi", ONES, 0x8001, 0x8001);
    immediate("ori", MIN, 0xffff, 0x8000_ffff);
    immediate("xori", ONES, 0xffff, 0xffff_0000);
}

#[test]
fn comparisons() {
    for (a, b, signed, unsigned) in [
        (1, 2, 1, 1),
        (2, 2, 0, 0),
        (ONES, 0, 1, 0),
        (0, ONES, 0, 1),
        (MIN, MAX, 1, 0),
        (MAX, MIN, 0, 1),
    ] {
        registers("slt", a, b, signed);
        registers("sltu", a, b, unsigned);
    }
}

/// The number of `sltiu` is sign-extended and then compared as an unsigned one.
#[test]
fn numbers() {
    for (a, number, signed, unsigned) in [
        (1, 2, 1, 1),
        (0, -1, 0, 1),
        (0xffff_fffe, -1, 1, 1),
        (ONES, -1, 0, 0),
        (0x8000, -32768, 0, 1),
        (0xffff_7fff, -32768, 1, 1),
        (0xffff_8000, -32768, 0, 0),
        (MIN, 0, 1, 0),
        (32767, 32767, 0, 0),
    ] {
        immediate("slti", a, number, signed);
        immediate("sltiu", a, number, unsigned);
    }
}

#[test]
fn upper_halves() {
    for (number, expected) in [(0, 0), (1, 0x1_0000), (0x8000, MIN), (0xffff, 0xffff_0000)] {
        for rt in [10, 0] {
            let mut hart = Hart::new().with(&[(10, 0x1234)]);
            hart.run(encode("lui", &[rt, number]));
            assert_eq!(hart.x(rt), if rt == 0 { 0 } else { expected });
            hart.retire();
        }
    }
}

#[test]
fn shifts() {
    for (amount, left, right, signed) in [
        (0, 0x8765_4321, 0x8765_4321, 0x8765_4321),
        (1, 0x0eca_8642, 0x43b2_a190, 0xc3b2_a190),
        (4, 0x7654_3210, 0x0876_5432, 0xf876_5432),
        (31, MIN, 1, ONES),
    ] {
        immediate("sll", 0x8765_4321, amount, left);
        immediate("srl", 0x8765_4321, amount, right);
        immediate("sra", 0x8765_4321, amount, signed);
        // Only the low five bits of the amount count.
        for more in [0, 32, 0xffff_ffe0] {
            registers("sllv", 0x8765_4321, amount as u32 | more, left);
            registers("srlv", 0x8765_4321, amount as u32 | more, right);
            registers("srav", 0x8765_4321, amount as u32 | more, signed);
        }
    }
    immediate("sra", MAX, 31, 0);
}

#[test]
fn rotations() {
    for (amount, expected) in [
        (0, 0x8765_4321),
        (4, 0x1876_5432),
        (16, 0x4321_8765),
        (31, 0x0eca_8643),
    ] {
        immediate("rotr", 0x8765_4321, amount, expected);
        for more in [0, 0xffff_ffe0] {
            registers("rotrv", 0x8765_4321, amount as u32 | more, expected);
        }
    }
}

#[test]
fn leading_bits() {
    for (value, zeros, ones) in [
        (0, 32, 0),
        (ONES, 0, 32),
        (1, 31, 0),
        (MIN, 0, 1),
        (MAX, 1, 0),
        (0xfff0_0000, 0, 12),
    ] {
        unary("clz", value, zeros);
        unary("clo", value, ones);
    }
    // The manual has the destination in `rt`, too; what stands there does not matter.
    let mut hart = Hart::new().with(&[(6, 1)]);
    hart.run(encode("clz", &[10, 6]) | 10 << 16);
    assert_eq!(hart.x(10), 31);
}

#[test]
fn sign_extension() {
    unary("seb", 0x1234_567f, 0x7f);
    unary("seb", 0x1234_5680, 0xffff_ff80);
    unary("seh", 0x1234_7fff, 0x7fff);
    unary("seh", 0x1234_8000, 0xffff_8000);
}

#[test]
fn byte_swaps() {
    unary("wsbh", 0x1122_3344, 0x2211_4433);
    unary("wsbh", 0xff00_00ff, 0x00ff_ff00);
}

/// `size` bits from bit `pos` on; the word holds one less than the size.
#[test]
fn extraction() {
    for (pos, size, expected) in [
        (0, 32, 0x8765_4321),
        (0, 1, 1),
        (31, 1, 1),
        (1, 31, 0x43b2_a190),
        (8, 8, 0x43),
        (28, 4, 8),
        (4, 16, 0x5432),
        // Beyond the end the manual promises nothing; zeros come in.
        (28, 8, 8),
    ] {
        for rt in [10, 6] {
            let mut hart = Hart::new().with(&[(6, 0x8765_4321), (10, ONES)]);
            hart.run(encode("ext", &[rt, 6, pos, size - 1]));
            assert_eq!(hart.x(rt), expected, "{pos} {size}");
            hart.retire();
        }
    }
}

/// The word holds the number of the last bit that is replaced.
#[test]
fn insertion() {
    for (pos, size, expected) in [
        (0, 32, 0x8765_4321),
        (0, 1, 0xaaaa_aaab),
        (31, 1, 0xaaaa_aaaa),
        (1, 31, 0x0eca_8642),
        (8, 8, 0xaaaa_21aa),
        (28, 4, 0x1aaa_aaaa),
        (4, 16, 0xaaa4_321a),
    ] {
        let mut hart = Hart::new().with(&[(6, 0x8765_4321), (10, 0xaaaa_aaaa)]);
        hart.run(encode("ins", &[10, 6, pos, pos + size - 1]));
        assert_eq!(hart.x(10), expected, "{pos} {size}");
        hart.retire();
    }
    // A field that ends before it begins is unpredictable: nothing is replaced.
    let mut hart = Hart::new().with(&[(6, ONES), (10, 0xaaaa_aaaa)]);
    hart.run(encode("ins", &[10, 6, 8, 7]));
    assert_eq!(hart.x(10), 0xaaaa_aaaa);
    hart.run(encode("ins", &[0, 6, 0, 31]));
    assert_eq!(hart.x(0), 0);
}

#[test]
fn conditional_moves() {
    for (name, condition, moves) in [
        ("movz", 0, true),
        ("movz", MIN, false),
        ("movn", 0, false),
        ("movn", 1, true),
        ("movn", MIN, true),
    ] {
        let mut hart = Hart::new().with(&[(6, 66), (7, condition), (10, 77)]);
        hart.run(encode(name, &[10, 6, 7]));
        assert_eq!(hart.x(10), if moves { 66 } else { 77 }, "{name}");
        hart.run(encode(name, &[0, 6, 7]));
        assert_eq!(hart.x(0), 0);
        hart.retire();
    }
}
