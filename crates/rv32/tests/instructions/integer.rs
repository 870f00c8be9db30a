//! Integer arithmetic and logic.

use crate::common::encode;
use crate::hart::{AT, Hart};

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    add_and_sub,
    comparisons,
    logic,
    shifts,
    immediates,
    immediate_shifts,
    upper_immediates,
    shift_amounts_of_32_are_illegal,
];

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;

/// Two source registers: also with the destination among them, and dropped.
#[track_caller]
pub(crate) fn check(name: &str, a: u32, b: u32, expected: u32) {
    for (rd, rs1, rs2) in [(5, 6, 7), (6, 6, 7), (7, 6, 7), (31, 30, 1)] {
        let mut hart = Hart::new().with(&[(rs1, a), (rs2, b)]);
        hart.run(encode(name, &[rd, rs1, rs2]));
        let result = hart.x(rd);
        assert_eq!(result, expected, "{name} {a:#x}, {b:#x}: {result:#x}");
        assert!(rd == rs1 || hart.x(rs1) == a);
        assert!(rd == rs2 || hart.x(rs2) == b);
        hart.retire();
    }
    let mut hart = Hart::new().with(&[(6, a), (7, b)]);
    hart.run(encode(name, &[0, 6, 7]));
    assert_eq!(hart.x(0), 0);
}

/// A source register and a number: also with the destination as source, and dropped.
#[track_caller]
pub(crate) fn check_immediate(name: &str, a: u32, imm: i64, expected: u32) {
    for (rd, rs1) in [(5, 6), (6, 6), (31, 1)] {
        let mut hart = Hart::new().with(&[(rs1, a)]);
        hart.run(encode(name, &[rd, rs1, imm]));
        let result = hart.x(rd);
        assert_eq!(result, expected, "{name} {a:#x}, {imm}: {result:#x}");
        assert!(rd == rs1 || hart.x(rs1) == a);
        hart.retire();
    }
    let mut hart = Hart::new().with(&[(6, a)]);
    hart.run(encode(name, &[0, 6, imm]));
    assert_eq!(hart.x(0), 0);
}

#[track_caller]
fn check_upper(name: &str, imm: i64, expected: u32) {
    let mut hart = Hart::new();
    hart.run(encode(name, &[5, imm]));
    assert_eq!(hart.x(5), expected, "{name} {imm:#x}");
    hart.run(encode(name, &[0, imm]));
    assert_eq!(hart.x(0), 0);
}

#[test]
fn add_and_sub() {
    check("add", 2, 3, 5);
    check("add", ONES, 1, 0);
    check("add", MAX, 1, MIN);
    check("add", MIN, MIN, 0);
    check("sub", 2, 3, ONES);
    check("sub", 0, MIN, MIN);
    check("sub", MIN, 1, MAX);
    check("sub", ONES, ONES, 0);
}

#[test]
fn comparisons() {
    check("slt", 1, 2, 1);
    check("slt", 2, 2, 0);
    check("slt", ONES, 0, 1);
    check("slt", 0, ONES, 0);
    check("slt", MIN, MAX, 1);
    check("slt", MAX, MIN, 0);
    check("sltu", 1, 2, 1);
    check("sltu", 2, 2, 0);
    check("sltu", ONES, 0, 0);
    check("sltu", 0, ONES, 1);
    check("sltu", MIN, MAX, 0);
    check("sltu", MAX, MIN, 1);
}

#[test]
fn logic() {
    check("xor", 0xff00_ff00, 0x0ff0_0ff0, 0xf0f0_f0f0);
    check("xor", ONES, ONES, 0);
    check("or", 0xff00_ff00, 0x0ff0_0ff0, 0xfff0_fff0);
    check("or", 0, 0, 0);
    check("and", 0xff00_ff00, 0x0ff0_0ff0, 0x0f00_0f00);
    check("and", ONES, MIN, MIN);
}

/// A register shift looks at the low five bits only: 32 is 0, 33 is 1, -1 is 31.
#[test]
fn shifts() {
    check("sll", 0x8765_4321, 0, 0x8765_4321);
    check("sll", 0x8765_4321, 4, 0x7654_3210);
    check("sll", 3, 31, MIN);
    check("sll", 0x8765_4321, 32, 0x8765_4321);
    check("sll", 1, 33, 2);
    check("sll", 1, ONES, MIN);
    check("srl", 0x8765_4321, 0, 0x8765_4321);
    check("srl", 0x8765_4321, 4, 0x0876_5432);
    check("srl", MIN, 31, 1);
    check("srl", 0x8765_4321, 32, 0x8765_4321);
    check("srl", MIN, 33, 0x4000_0000);
    check("srl", ONES, ONES, 1);
    check("sra", 0x8765_4321, 0, 0x8765_4321);
    check("sra", 0x8765_4321, 4, 0xf876_5432);
    check("sra", 0x7765_4321, 4, 0x0776_5432);
    check("sra", MIN, 31, ONES);
    check("sra", MAX, 31, 0);
    check("sra", 0x8765_4321, 32, 0x8765_4321);
    check("sra", MIN, 33, 0xc000_0000);
}

#[test]
fn immediates() {
    check_immediate("addi", 40, 2, 42);
    check_immediate("addi", 0, -1, ONES);
    check_immediate("addi", MAX, 1, MIN);
    check_immediate("addi", MIN, -1, MAX);
    check_immediate("addi", 0, 2047, 0x7ff);
    check_immediate("addi", 0, -2048, 0xffff_f800);
    check_immediate("slti", 0, 1, 1);
    check_immediate("slti", 1, 1, 0);
    check_immediate("slti", ONES, 0, 1);
    check_immediate("slti", 0, -1, 0);
    check_immediate("slti", MIN, -2048, 1);
    check_immediate("slti", MAX, 2047, 0);
    check_immediate("sltiu", 0, 1, 1);
    check_immediate("sltiu", 1, 1, 0);
    check_immediate("sltiu", 0, -1, 1);
    check_immediate("sltiu", ONES, -1, 0);
    check_immediate("sltiu", 0xffff_fffe, -1, 1);
    check_immediate("sltiu", ONES, 2047, 0);
    check_immediate("sltiu", 0xffff_f7ff, -2048, 1);
    check_immediate("xori", 0x0f0f_0f0f, -1, 0xf0f0_f0f0);
    check_immediate("xori", 0xff, 0x0f, 0xf0);
    check_immediate("ori", 0x1234_5000, 0x678, 0x1234_5678);
    check_immediate("ori", 0, -2048, 0xffff_f800);
    check_immediate("andi", 0x1234_5678, 0xff, 0x78);
    check_immediate("andi", 0x1234_5678, -16, 0x1234_5670);
}

#[test]
fn immediate_shifts() {
    check_immediate("slli", 0x8765_4321, 0, 0x8765_4321);
    check_immediate("slli", 0x8765_4321, 8, 0x6543_2100);
    check_immediate("slli", 3, 31, MIN);
    check_immediate("srli", 0x8765_4321, 0, 0x8765_4321);
    check_immediate("srli", 0x8765_4321, 8, 0x0087_6543);
    check_immediate("srli", MIN, 31, 1);
    check_immediate("srai", 0x8765_4321, 0, 0x8765_4321);
    check_immediate("srai", 0x8765_4321, 8, 0xff87_6543);
    check_immediate("srai", MIN, 31, ONES);
    check_immediate("srai", MAX, 31, 0);
}

#[test]
fn upper_immediates() {
    check_upper("lui", 0, 0);
    check_upper("lui", 1, 0x1000);
    check_upper("lui", 0x12345, 0x1234_5000);
    check_upper("lui", 0xfffff, 0xffff_f000);
    check_upper("auipc", 0, AT);
    check_upper("auipc", 1, AT + 0x1000);
    check_upper("auipc", 0xfffff, AT - 0x1000);
    check_upper("auipc", 0x80000, AT + 0x8000_0000);
}

/// Bit 25 of an immediate shift would be the sixth bit of the amount, which rv32 has not.
#[test]
fn shift_amounts_of_32_are_illegal() {
    for name in ["slli", "srli", "srai"] {
        Hart::new().is_illegal(encode(name, &[5, 6, 0]) | 1 << 25);
    }
}
