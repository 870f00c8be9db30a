//! The operands that MIPS instructions have: their names, fields and where execution finds them.

use machine::isa::{Bank, Field, Operand, OperandKind, Place, Reg, Role, Slice};

const RS_FIELD: Field = Field::unsigned(&[Slice::new(21, 5, 0)]);
const RT_FIELD: Field = Field::unsigned(&[Slice::new(16, 5, 0)]);
const RD_FIELD: Field = Field::unsigned(&[Slice::new(11, 5, 0)]);
const SA_FIELD: Field = Field::unsigned(&[Slice::new(6, 5, 0)]);
const IMM_FIELD: Field = Field::signed(&[Slice::new(0, 16, 0)]);
const UIMM_FIELD: Field = Field::unsigned(&[Slice::new(0, 16, 0)]);
const BRANCH_FIELD: Field = Field::signed(&[Slice::new(0, 16, 2)]);
const JUMP_FIELD: Field = Field::unsigned(&[Slice::new(0, 26, 2)]);
const CODE20_FIELD: Field = Field::unsigned(&[Slice::new(6, 20, 0)]);
const CODE10_FIELD: Field = Field::unsigned(&[Slice::new(6, 10, 0)]);
const SEL_FIELD: Field = Field::unsigned(&[Slice::new(0, 3, 0)]);
/// The condition bit of branches and moves.
const CC_FIELD: Field = Field::unsigned(&[Slice::new(18, 3, 0)]);
/// The condition bit of comparisons.
const CC_SET_FIELD: Field = Field::unsigned(&[Slice::new(8, 3, 0)]);

const fn int(name: &'static str, role: Role, field: Field, place: Place) -> Operand {
    Operand::register(name, Bank::Int, role, field, place)
}

const fn float(name: &'static str, role: Role, field: Field, place: Place) -> Operand {
    Operand::register(name, Bank::Float, role, field, place)
}

/// Destination of most instructions with three registers.
pub(crate) const RD: Operand = int("rd", Role::Write, RD_FIELD, Place::Rd);
/// Destination that keeps its value on some condition.
pub(crate) const RD_KEPT: Operand = int("rd", Role::Update, RD_FIELD, Place::Rd);
/// First source.
pub(crate) const RS: Operand = int("rs", Role::Read, RS_FIELD, Place::Rs1);
/// Second source.
pub(crate) const RT: Operand = int("rt", Role::Read, RT_FIELD, Place::Rs2);
/// Destination of instructions with an immediate.
pub(crate) const RT_SET: Operand = int("rt", Role::Write, RT_FIELD, Place::Rd);
/// Destination of which a part is kept.
pub(crate) const RT_KEPT: Operand = int("rt", Role::Update, RT_FIELD, Place::Rd);
/// Base register of a memory operand.
pub(crate) const BASE: Operand = int("base", Role::Read, RS_FIELD, Place::Rs1).as_base();
/// Floating-point destination.
pub(crate) const FD: Operand = float("fd", Role::Write, SA_FIELD, Place::Rd);
/// Floating-point destination that keeps its value on some condition.
pub(crate) const FD_KEPT: Operand = float("fd", Role::Update, SA_FIELD, Place::Rd);
/// First floating-point source.
pub(crate) const FS: Operand = float("fs", Role::Read, RD_FIELD, Place::Rs1);
/// Floating-point register that a move from an integer register writes.
pub(crate) const FS_SET: Operand = float("fs", Role::Write, RD_FIELD, Place::Rd);
/// The same, if only a half of it is written.
pub(crate) const FS_KEPT: Operand = float("fs", Role::Update, RD_FIELD, Place::Rd);
/// Second floating-point source.
pub(crate) const FT: Operand = float("ft", Role::Read, RT_FIELD, Place::Rs2);
/// Destination of a floating-point load.
pub(crate) const FT_SET: Operand = float("ft", Role::Write, RT_FIELD, Place::Rd);
/// Floating-point addend.
pub(crate) const FR: Operand = float("fr", Role::Read, RS_FIELD, Place::ImmByte1);
/// 16-bit signed number.
pub(crate) const IMM: Operand = Operand::number("imm", IMM_FIELD, Place::Imm);
/// 16-bit unsigned number.
pub(crate) const UIMM: Operand = Operand::number("imm", UIMM_FIELD, Place::Imm);
/// Offset of a memory operand.
pub(crate) const OFFSET: Operand = Operand::number("offset", IMM_FIELD, Place::Imm);
/// Shift amount.
pub(crate) const SA: Operand = Operand::number("shamt", SA_FIELD, Place::Imm);
/// Lowest bit of a bit field.
pub(crate) const POS: Operand = Operand::number("pos", SA_FIELD, Place::Imm);
/// Number of bits of a bit field that is extracted.
pub(crate) const SIZE: Operand = width(false);
/// Number of bits of a bit field that is inserted.
pub(crate) const SIZE_INSERTED: Operand = width(true);
/// Number that a breakpoint carries.
pub(crate) const CODE20: Operand = Operand::number("code", CODE20_FIELD, Place::Imm).or(0);
/// Number that a trap carries.
pub(crate) const CODE10: Operand = Operand::number("code", CODE10_FIELD, Place::Imm).or(0);
/// Kind of memory access that is announced.
pub(crate) const HINT: Operand = Operand::number("hint", RT_FIELD, Place::Rs2);
/// Kind of ordering.
pub(crate) const STYPE: Operand = Operand::number("stype", SA_FIELD, Place::Imm).or(0);
/// Condition bit that is tested; left out, the first.
pub(crate) const CC: Operand = Operand::number("cc", CC_FIELD, Place::Rs2).or(0);
/// Condition bit that is set; left out, the first.
pub(crate) const CC_SET: Operand = Operand::number("cc", CC_SET_FIELD, Place::Rd).or(0);
/// Register of coprocessor 0.
pub(crate) const C0: Operand = Operand::new("c0", OperandKind::Control, RD_FIELD, Place::Rs1);
/// Which of several registers of coprocessor 0 with the same number.
pub(crate) const SEL: Operand = Operand::number("sel", SEL_FIELD, Place::Imm).or(0);
/// Control register of the floating-point unit.
pub(crate) const C1: Operand = Operand::new("c1", OperandKind::Control, RD_FIELD, Place::Rs1);
/// Register of the hardware that programs may read.
pub(crate) const HARDWARE: Operand =
    Operand::new("hardware", OperandKind::Control, RD_FIELD, Place::Rs1);
/// Target of a branch.
pub(crate) const BRANCH: Operand = Operand::new(
    "target",
    OperandKind::PcRelative(4),
    BRANCH_FIELD,
    Place::Imm,
);
/// Target of a jump.
pub(crate) const JUMP: Operand =
    Operand::new("target", OperandKind::Region, JUMP_FIELD, Place::Imm);

const fn width(added_to_position: bool) -> Operand {
    let kind = OperandKind::Width { added_to_position };
    Operand::new("size", kind, RD_FIELD, Place::ImmByte1)
}

/// The register of the high half of products, and of remainders.
pub(crate) const HI: u8 = 64;
/// The register of the low half of products, and of quotients.
pub(crate) const LO: u8 = 65;
/// The condition bits of the floating-point unit.
pub(crate) const CONDITIONS: u8 = 66;
/// Where the variables of a thread are: an environment sets it.
pub(crate) const USER_LOCAL: u8 = 67;

/// Keeps a return address.
pub(crate) const LINK: &[(Reg, Role)] = &[(Reg(31), Role::Write)];
/// Writes HI and LO.
pub(crate) const SETS_HI_LO: &[(Reg, Role)] = &[(Reg(HI), Role::Write), (Reg(LO), Role::Write)];
/// Adds to HI and LO.
pub(crate) const KEEPS_HI_LO: &[(Reg, Role)] = &[(Reg(HI), Role::Update), (Reg(LO), Role::Update)];
/// Reads HI.
pub(crate) const READS_HI: &[(Reg, Role)] = &[(Reg(HI), Role::Read)];
/// Writes HI.
pub(crate) const SETS_HI: &[(Reg, Role)] = &[(Reg(HI), Role::Write)];
/// Reads LO.
pub(crate) const READS_LO: &[(Reg, Role)] = &[(Reg(LO), Role::Read)];
/// Writes LO.
pub(crate) const SETS_LO: &[(Reg, Role)] = &[(Reg(LO), Role::Write)];
/// Reads the condition bits.
pub(crate) const READS_CC: &[(Reg, Role)] = &[(Reg(CONDITIONS), Role::Read)];
/// Changes a condition bit.
pub(crate) const SETS_CC: &[(Reg, Role)] = &[(Reg(CONDITIONS), Role::Update)];
