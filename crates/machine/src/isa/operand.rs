//! The operands of instructions: what can be written there, and how it is encoded.

use super::{Bank, Field, Role};

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// A register.
    Register {
        /// Its bank.
        bank: Bank,
        /// How the instruction uses it.
        role: Role,
    },
    /// A number.
    Immediate,
    /// An address, encoded as the distance from a place this many bytes after the instruction.
    PcRelative(u8),
    /// An address in the same 256 MiB as the next instruction, without its top four bits.
    Region,
    /// The number of a register of a coprocessor, written like an integer register (`$12`).
    Control,
    /// How many bits a bit field has. The word holds the number of its last bit: one less than the
    /// width, counted from the operand before if `added_to_position`.
    Width {
        /// Whether the position of the bit field is added.
        added_to_position: bool,
    },
    /// A number that may be written as one of these names (CSRs, rounding modes, fence sets).
    Named(&'static [(&'static str, u32)]),
}

impl OperandKind {
    /// Whether it is where a direct jump goes.
    pub const fn is_target(self) -> bool {
        matches!(self, OperandKind::PcRelative(_) | OperandKind::Region)
    }

    /// The address that a jump at `pc` whose field holds `value` goes to; `None` if it is not a
    /// target.
    pub const fn target(self, value: i32, pc: u32) -> Option<u32> {
        match self {
            OperandKind::PcRelative(from) => {
                Some(pc.wrapping_add(from as u32).wrapping_add_signed(value))
            }
            OperandKind::Region => Some((pc.wrapping_add(4) & 0xf000_0000) | value as u32),
            _ => None,
        }
    }

    /// What the field of a jump at `pc` to `target` holds, whether it fits or not; any other
    /// operand's value is itself.
    pub const fn field_value(self, target: i64, pc: i64) -> i64 {
        match self {
            OperandKind::PcRelative(from) => target - (pc + from as i64),
            OperandKind::Region => target - ((pc + 4) & 0xf000_0000),
            _ => target,
        }
    }
}

/// Where the predecoder puts an operand's value in an [`Insn`](crate::isa::Insn).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `Insn::rd`
    Rd,
    /// `Insn::rs1`
    Rs1,
    /// `Insn::rs2`
    Rs2,
    /// `Insn::imm`
    Imm,
    /// Bits 8–15 of `Insn::imm`, for a fourth register beside a small number.
    ImmByte1,
}

/// One operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its name in the manual (`rd`, `rs1`, `imm`).
    pub name: &'static str,
    /// What can be written there.
    pub kind: OperandKind,
    /// How it is encoded.
    pub field: Field,
    /// Where it goes when predecoded.
    pub place: Place,
    /// Written in parentheses after the previous operand: `imm(rs1)`.
    pub base: bool,
    /// May be left out, and then has this value.
    pub default: Option<u32>,
}

impl Operand {
    /// A register.
    pub const fn register(
        name: &'static str,
        bank: Bank,
        role: Role,
        field: Field,
        place: Place,
    ) -> Self {
        Operand::new(name, OperandKind::Register { bank, role }, field, place)
    }

    /// A number.
    pub const fn number(name: &'static str, field: Field, place: Place) -> Self {
        Operand::new(name, OperandKind::Immediate, field, place)
    }

    /// An operand that must be written and is not a base register.
    pub const fn new(name: &'static str, kind: OperandKind, field: Field, place: Place) -> Self {
        Operand {
            name,
            kind,
            field,
            place,
            base: false,
            default: None,
        }
    }

    /// The same, written in parentheses.
    pub const fn as_base(self) -> Self {
        Operand { base: true, ..self }
    }

    /// The same, with this value if it is left out.
    pub const fn or(self, default: u32) -> Self {
        Operand {
            default: Some(default),
            ..self
        }
    }
}
