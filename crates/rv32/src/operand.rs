//! The operands that RISC-V instructions have: their names, fields and where execution finds them.

use crate::registers::CONTROL_REGISTERS;
use machine::isa::{Bank, Field, Operand, OperandKind, Place, Role, Slice, Suffix};

/// Bits 7–11: the destination register.
pub(crate) const RD_FIELD: Field = Field::unsigned(&[Slice::new(7, 5, 0)]);
/// Bits 15–19: the first source register.
pub(crate) const RS1_FIELD: Field = Field::unsigned(&[Slice::new(15, 5, 0)]);
/// Bits 20–24: the second source register.
pub(crate) const RS2_FIELD: Field = Field::unsigned(&[Slice::new(20, 5, 0)]);
const RS3_FIELD: Field = Field::unsigned(&[Slice::new(27, 5, 0)]);
const I_FIELD: Field = Field::signed(&[Slice::new(20, 12, 0)]);
const S_FIELD: Field = Field::signed(&[Slice::new(25, 7, 5), Slice::new(7, 5, 0)]);
const B_FIELD: Field = Field::signed(&[
    Slice::new(31, 1, 12),
    Slice::new(7, 1, 11),
    Slice::new(25, 6, 5),
    Slice::new(8, 4, 1),
]);
const U_FIELD: Field = Field::unsigned(&[Slice::new(12, 20, 0)]);
const J_FIELD: Field = Field::signed(&[
    Slice::new(31, 1, 20),
    Slice::new(12, 8, 12),
    Slice::new(20, 1, 11),
    Slice::new(21, 10, 1),
]);
const CSR_FIELD: Field = Field::unsigned(&[Slice::new(20, 12, 0)]);
const RM_FIELD: Field = Field::unsigned(&[Slice::new(12, 3, 0)]);
const PRED_FIELD: Field = Field::unsigned(&[Slice::new(24, 4, 0)]);
const SUCC_FIELD: Field = Field::unsigned(&[Slice::new(20, 4, 0)]);

const fn target(field: Field) -> Operand {
    Operand::new("target", OperandKind::PcRelative(0), field, Place::Imm)
}

const fn named(name: &'static str, names: &'static [(&'static str, u32)], field: Field) -> Operand {
    Operand::new(name, OperandKind::Named(names), field, Place::Imm)
}

/// Integer destination.
pub(crate) const RD: Operand = Operand::register("rd", Bank::Int, Role::Write, RD_FIELD, Place::Rd);
/// First integer source.
pub(crate) const RS1: Operand =
    Operand::register("rs1", Bank::Int, Role::Read, RS1_FIELD, Place::Rs1);
/// Second integer source.
pub(crate) const RS2: Operand =
    Operand::register("rs2", Bank::Int, Role::Read, RS2_FIELD, Place::Rs2);
/// Base register of a memory operand.
pub(crate) const BASE: Operand = RS1.as_base();
/// Floating-point destination.
pub(crate) const FD: Operand =
    Operand::register("rd", Bank::Float, Role::Write, RD_FIELD, Place::Rd);
/// First floating-point source.
pub(crate) const FS1: Operand =
    Operand::register("rs1", Bank::Float, Role::Read, RS1_FIELD, Place::Rs1);
/// Second floating-point source.
pub(crate) const FS2: Operand =
    Operand::register("rs2", Bank::Float, Role::Read, RS2_FIELD, Place::Rs2);
/// Third floating-point source.
pub(crate) const FS3: Operand =
    Operand::register("rs3", Bank::Float, Role::Read, RS3_FIELD, Place::ImmByte1);
/// 12-bit signed number.
pub(crate) const IMM: Operand = Operand::number("imm", I_FIELD, Place::Imm);
/// Offset of a load.
pub(crate) const OFFSET: Operand = Operand::number("offset", I_FIELD, Place::Imm);
/// Offset of a store.
pub(crate) const STORE_OFFSET: Operand = Operand::number("offset", S_FIELD, Place::Imm);
/// Upper 20 bits.
pub(crate) const IMM20: Operand = Operand::number("imm", U_FIELD, Place::Imm);
/// Shift amount.
pub(crate) const SHAMT: Operand = Operand::number("shamt", RS2_FIELD, Place::Imm);
/// 5-bit number of a CSR instruction.
pub(crate) const UIMM: Operand = Operand::number("uimm", RS1_FIELD, Place::Rs1);
/// Target of a branch.
pub(crate) const BRANCH: Operand = target(B_FIELD);
/// Target of a jump.
pub(crate) const JUMP: Operand = target(J_FIELD);
/// Control and status register.
pub(crate) const CSR: Operand = named("csr", CSRS, CSR_FIELD);
/// Rounding mode; left out, the one in `frm`.
pub(crate) const RM: Operand = named("rm", ROUNDINGS, RM_FIELD).or(7);
/// Rounding mode of a conversion that is always exact; left out, to nearest.
pub(crate) const RM_EXACT: Operand = named("rm", ROUNDINGS, RM_FIELD).or(0);
/// What a fence orders before it.
pub(crate) const PRED: Operand = named("pred", FENCE_SETS, PRED_FIELD).or(15);
/// What a fence orders after it.
pub(crate) const SUCC: Operand = named("succ", FENCE_SETS, SUCC_FIELD).or(15);

/// The ordering suffixes of atomic instructions.
pub(crate) const ORDER: &[Suffix] = &[
    Suffix {
        text: ".aqrl",
        bits: 3 << 25,
    },
    Suffix {
        text: ".aq.rl",
        bits: 3 << 25,
    },
    Suffix {
        text: ".aq",
        bits: 2 << 25,
    },
    Suffix {
        text: ".rl",
        bits: 1 << 25,
    },
];

const ROUNDINGS: &[(&str, u32)] = &[
    ("rne", 0),
    ("rtz", 1),
    ("rdn", 2),
    ("rup", 3),
    ("rmm", 4),
    ("dyn", 7),
];

const FENCE_SETS: &[(&str, u32)] = &[
    ("w", 1),
    ("r", 2),
    ("rw", 3),
    ("o", 4),
    ("ow", 5),
    ("or", 6),
    ("orw", 7),
    ("i", 8),
    ("iw", 9),
    ("ir", 10),
    ("irw", 11),
    ("io", 12),
    ("iow", 13),
    ("ior", 14),
    ("iorw", 15),
];

const CSRS: &[(&str, u32)] = &{
    let mut names = [("", 0); CONTROL_REGISTERS.len()];
    let mut k = 0;
    while k < names.len() {
        names[k] = (CONTROL_REGISTERS[k].name, CONTROL_REGISTERS[k].number);
        k += 1;
    }
    names
};
