//! How each row of the instruction table uses registers, ready for a quick look: which places of a
//! decoded instruction it reads, and what kind of step that is for the checker.

use crate::effect::{self, Sum};
use machine::isa::{
    Bank, Class, Insn, IsaDesc, Meaning, OperandKind, Place, Reg, RegisterSet, Role, Row,
};

/// What an instruction does, as far as it matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something with registers.
    #[default]
    Compute,
    /// Arithmetic that may be a plain copy of one register.
    MayCopy,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Jumps to an address in a register.
    JumpRegister,
    /// Calls the environment.
    System,
}

/// How a row uses registers: which bank it reads at which place of an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    rs1: Option<Bank>,
    rs2: Option<Bank>,
    rd: Option<Bank>,
    third: Option<Bank>,
    /// The base address is in `rs1`.
    base_is_rs1: bool,
    has_base: bool,
    /// What a store stores is a floating-point register.
    stores_float: bool,
    /// It has a number that takes part.
    number: bool,
    sum: Option<Sum>,
    /// With nothing but one register to work on, it copies that.
    copies: bool,
    writes: Writes,
    pub(crate) step: Step,
}

/// Which registers an instruction writes: the one in its place for that, and ones it does not name.
#[derive(Clone, Copy, Debug, Default)]
struct Writes {
    rd: Option<Bank>,
    /// The next register is written as well.
    pair: bool,
    implicit: RegisterSet,
}

impl Usage {
    /// The usage of every row.
    pub(crate) fn of_rows(desc: &IsaDesc) -> Vec<Usage> {
        desc.rows.iter().map(|row| Usage::of(desc, row)).collect()
    }

    fn of(desc: &IsaDesc, row: &Row) -> Usage {
        let mut usage = Usage {
            sum: effect::sum(row),
            copies: effect::may_copy(row),
            writes: Writes::of(desc, row),
            step: match row.class {
                Class::Alu => Step::MayCopy,
                Class::Load => Step::Load,
                Class::Store => Step::Store,
                Class::JumpRegister => Step::JumpRegister,
                // Traps and breakpoints are in this class, too.
                Class::System if row.meaning == Meaning::EnvironmentCall => Step::System,
                _ => Step::Compute,
            },
            ..Usage::default()
        };
        for operand in row.operands {
            let OperandKind::Register { bank, role } = operand.kind else {
                usage.number |= operand.place == Place::Imm;
                continue;
            };
            usage.stores_float |= bank == Bank::Float && row.class == Class::Store;
            if operand.base {
                usage.has_base = true;
                usage.base_is_rs1 = operand.place == Place::Rs1;
            }
            // What a store stores is looked at when it is known where.
            if role == Role::Write || usage.step == Step::Store && !operand.base {
                continue;
            }
            let bank = Some(bank).filter(|bank| *bank != Bank::Hidden);
            match operand.place {
                Place::Rs1 => usage.rs1 = bank,
                Place::Rs2 => usage.rs2 = bank,
                Place::Rd => usage.rd = bank,
                Place::Imm | Place::ImmByte1 => usage.third = bank,
            }
        }
        usage
    }

    /// The registers that an instruction reads.
    #[inline(always)]
    pub(crate) fn reads(&self, insn: &Insn) -> RegisterSet {
        let places = [
            (self.rs1, insn.rs1),
            (self.rs2, insn.rs2),
            (self.rd, insn.rd),
            (self.third, (insn.imm >> 8) as u8),
        ];
        let named = places.into_iter();
        let named = named.filter_map(|(bank, number)| Some(Reg::of(bank?, number)));
        let mut reads: RegisterSet = named.collect();
        // The constant zero is always known.
        reads.remove(Reg(0));
        reads
    }

    /// Of these registers, the one that holds the address.
    pub(crate) fn base(&self, insn: &Insn) -> Option<Reg> {
        let number = if self.base_is_rs1 { insn.rs1 } else { insn.rs2 };
        self.has_base.then(|| Reg::of(Bank::Int, number))
    }

    /// The register that a store stores.
    pub(crate) fn stored(&self, insn: &Insn) -> Reg {
        let number = match self.base_is_rs1 {
            true => insn.rs2,
            false => insn.rs1,
        };
        let bank = if self.stores_float {
            Bank::Float
        } else {
            Bank::Int
        };
        Reg::of(bank, number)
    }

    /// The register that an instruction only copies, if it does: the other source is zero.
    pub(crate) fn copied(&self, insn: &Insn) -> Option<Reg> {
        let plain = self.step == Step::MayCopy && (!self.number || insn.imm == 0);
        let mut reads = self.reads(insn).iter();
        let first = reads.next().filter(|_| plain)?;
        reads.next().is_none().then_some(first)
    }

    /// Whether what [`copied`](Usage::copied) tells is sure.
    pub(crate) fn copies(&self) -> bool {
        self.copies
    }

    /// The registers that an instruction writes, or may write.
    pub(crate) fn writes(&self, insn: &Insn) -> RegisterSet {
        self.writes.of_insn(insn)
    }

    /// The number that an instruction adds to a register that it also writes, if it does.
    pub(crate) fn added(&self, insn: &Insn) -> Option<u32> {
        let adds = self.sum == Some(Sum::Number) && insn.rd == insn.rs1;
        adds.then_some(insn.imm())
    }

    /// The sum that an instruction computes from what it reads, if it computes one and that is
    /// known.
    pub(crate) fn sum(&self, insn: &Insn, value: impl Fn(Reg) -> Option<u32>) -> Option<u32> {
        let first = value(Reg(insn.rs1 & 31));
        let second = || value(Reg(insn.rs2 & 31));
        match self.sum? {
            Sum::Number => Some(first?.wrapping_add(insn.imm())),
            Sum::Registers => Some(first?.wrapping_add(second()?)),
            Sum::Difference => Some(first?.wrapping_sub(second()?)),
        }
    }
}

impl Writes {
    fn of(desc: &IsaDesc, row: &Row) -> Writes {
        let written = |role: Role| matches!(role, Role::Write | Role::Update);
        let mut writes = Writes::default();
        for (reg, role) in row.implicit {
            if written(*role) && reg.bank() != Bank::Hidden {
                writes.implicit.insert(*reg);
            }
        }
        for operand in row.operands {
            if let OperandKind::Register { bank, role } = operand.kind
                && written(role)
                && bank != Bank::Hidden
            {
                writes.rd = Some(bank);
                writes.pair = bank == Bank::Float && (desc.is_pair)(row, operand);
            }
        }
        writes
    }

    fn of_insn(&self, insn: &Insn) -> RegisterSet {
        let mut written = self.implicit;
        if let Some(bank) = self.rd.filter(|_| insn.rd != Insn::SINK) {
            let reg = Reg::of(bank, insn.rd);
            written.insert(reg);
            if self.pair {
                written.insert(Reg::of(bank, insn.rd | 1));
            }
        }
        written.remove(Reg(0));
        written
    }
}
