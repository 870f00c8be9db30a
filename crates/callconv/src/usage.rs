//! How each row of the instruction table uses registers, ready for a quick look: which places of a
//! decoded instruction it reads, and what kind of step that is for the checker.

use crate::effect::{self, Sum};
use machine::isa::{
    Bank, Class, Insn, IsaDesc, Meaning, OperandKind, Place, Reg, RegisterSet, Role, Row,
};
use std::sync::{Arc, Mutex, PoisonError};

/// What an instruction does, as far as it matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something with registers.
    #[default]
    Compute,
    /// Arithmetic that may be a plain copy of one register.
    MayCopy,
    /// Whatever it reads decides something: it has no result that could be followed.
    Decide,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Writes memory, and may have read what was there before.
    Exchange,
    /// Jumps to an address in a register.
    JumpRegister,
    /// Calls the environment.
    System,
}

/// What an instruction makes of bits of which nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BitRule {
    /// All of the result depends on them.
    #[default]
    Any,
    /// They stay where they are.
    Copy,
    /// They and those above them.
    Sum,
    /// They stay where they are; of a register with itself nothing is left.
    Xor,
    /// Those that are set in the other operand.
    And,
    /// Those that are not set in the other operand.
    Or,
    /// They move.
    ShiftLeft,
    /// They move.
    ShiftRight,
    /// They move, and the sign fills up.
    ShiftRightSigned,
    /// Some of the old result stay.
    Part,
    /// A comparison for equality.
    Equality,
    /// Another comparison.
    Order,
}

impl BitRule {
    fn of(row: &Row, keeps: bool) -> BitRule {
        match row.meaning {
            Meaning::AddNumber | Meaning::Add | Meaning::Subtract => BitRule::Sum,
            Meaning::XorNumber | Meaning::Xor => BitRule::Xor,
            Meaning::AndNumber | Meaning::And => BitRule::And,
            Meaning::OrNumber | Meaning::Or => BitRule::Or,
            Meaning::ShiftLeft => BitRule::ShiftLeft,
            Meaning::ShiftRight => BitRule::ShiftRight,
            Meaning::ShiftRightSigned => BitRule::ShiftRightSigned,
            Meaning::Copy => BitRule::Copy,
            Meaning::TakenIfEqual | Meaning::NotTakenIfEqual => BitRule::Equality,
            Meaning::TakenIfZero | Meaning::NotTakenIfZero => BitRule::Order,
            _ if matches!(row.class, Class::Branch | Class::LikelyBranch) => BitRule::Order,
            _ if keeps => BitRule::Part,
            _ => BitRule::Any,
        }
    }
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
    /// Where that register is.
    stored_at: Option<Place>,
    /// Registers that it reads without naming them.
    implicit: RegisterSet,
    /// The upper half of a sum that it adds to: it has no part in the lower one.
    pub(crate) upper_half: Option<Reg>,
    /// It has a number that takes part.
    number: bool,
    sum: Option<Sum>,
    /// It sets the bits that are set in neither of two registers.
    is_nor: bool,
    /// With nothing but one register to work on, it copies that.
    copies: bool,
    writes: Writes,
    pub(crate) step: Step,
    pub(crate) bits: BitRule,
    /// It moves a part of the word that it touches.
    pub(crate) moves_part: bool,
    /// It divides by a register.
    pub(crate) divides: bool,
    /// It copies `rs1` if `rs2` is zero, or if it is not.
    pub(crate) copies_if_zero: Option<bool>,
    /// Of the register that it moves, it moves the left bytes, or the right ones.
    pub(crate) part: Option<WordPart>,
}

/// Some bytes of a register that are moved to or from an address that need not be aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordPart {
    /// The most significant ones.
    Left,
    /// The least significant ones.
    Right,
}

impl WordPart {
    /// Where the whole word begins of which a part is moved to or from this address, and which of its
    /// bytes, in the order of memory.
    pub(crate) fn of_word(self, address: u32, big_endian: bool) -> (u32, u8) {
        let inside = address % 4;
        match (self == WordPart::Left) == big_endian {
            // From the address up to the end of its aligned word.
            true => (address, 0b1111 >> inside),
            // Down to its beginning.
            false => (address.wrapping_sub(3), 0b1111 << (3 - inside) & 0b1111),
        }
    }
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
    /// The usage of every row. It is found out once for each instruction set, not for each checker.
    pub(crate) fn of_rows(desc: &'static IsaDesc) -> Arc<[Usage]> {
        type Known = Vec<(&'static IsaDesc, Arc<[Usage]>)>;
        static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
        // What another thread leaves there is whole, whatever happened to it.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().find(|(other, _)| std::ptr::eq(*other, desc));
        if let Some((_, usages)) = found {
            return Arc::clone(usages);
        }
        let usages: Arc<[Usage]> = desc.rows.iter().map(|row| Usage::of(desc, row)).collect();
        known.push((desc, Arc::clone(&usages)));
        usages
    }

    fn of(desc: &IsaDesc, row: &Row) -> Usage {
        let mut usage = Usage {
            sum: effect::sum(row),
            is_nor: row.meaning == Meaning::Nor,
            copies: effect::may_copy(row),
            writes: Writes::of(desc, row),
            implicit: implicit_reads(row),
            divides: row.meaning == Meaning::Divide,
            step: match row.class {
                Class::Alu => Step::MayCopy,
                _ if row.meaning == Meaning::Copy => Step::MayCopy,
                Class::Load => Step::Load,
                Class::Store => Step::Store,
                Class::JumpRegister => Step::JumpRegister,
                Class::Branch | Class::LikelyBranch => Step::Decide,
                _ if row.meaning == Meaning::Exchange => Step::Exchange,
                _ if row.meaning == Meaning::StoreConditional => Step::Exchange,
                // What goes into memory or a control register here is not followed.
                Class::Atomic | Class::Csr => Step::Decide,
                // Traps and breakpoints are in this class, too.
                Class::System if row.meaning == Meaning::EnvironmentCall => Step::System,
                _ => Step::Compute,
            },
            ..Usage::default()
        };
        let mut keeps = false;
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
            keeps |= role == Role::Update;
            // What a store stores is looked at when it is known where; and a load of a part leaves
            // the rest to another one.
            let part = usage.step == Step::Load && role == Role::Update;
            let stores = matches!(usage.step, Step::Store | Step::Exchange) && !operand.base;
            if stores && role != Role::Write {
                usage.stored_at.get_or_insert(operand.place);
            }
            if role == Role::Write || part || stores {
                continue;
            }
            match operand.place {
                Place::Rs1 => usage.rs1 = Some(bank),
                Place::Rs2 => usage.rs2 = Some(bank),
                Place::Rd => usage.rd = Some(bank),
                Place::Imm | Place::ImmByte1 => usage.third = Some(bank),
            }
        }
        let computes = matches!(usage.step, Step::Compute | Step::MayCopy);
        if computes && usage.writes.is_nothing() {
            usage.step = Step::Decide;
        }
        usage.bits = BitRule::of(row, keeps);
        usage.upper_half = match row.implicit {
            [(upper, Role::Update), (_, Role::Update)] => Some(*upper),
            _ => None,
        };
        let moves = matches!(usage.step, Step::Load | Step::Store);
        usage.moves_part = moves && !matches!(row.meaning, Meaning::Move(_));
        usage.part = match row.meaning {
            Meaning::MoveLeft => Some(WordPart::Left),
            Meaning::MoveRight => Some(WordPart::Right),
            _ => None,
        };
        usage.copies_if_zero = match row.meaning {
            Meaning::CopyIfZero => Some(true),
            Meaning::CopyUnlessZero => Some(false),
            _ => None,
        };
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
        reads |= self.implicit;
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
        let number = match self.stored_at {
            Some(Place::Rs1) => insn.rs1,
            Some(Place::Rd) => insn.rd,
            _ => insn.rs2,
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
        let twice = self.names_twice(insn);
        // A register with itself: as a sum it is doubled, and nothing is left by exclusive or.
        let doubled = twice && !matches!(self.bits, BitRule::Copy | BitRule::Or);
        let plain = self.step == Step::MayCopy && (!self.number || insn.imm == 0) && !doubled;
        let mut reads = self.reads(insn).iter();
        let first = reads.next().filter(|_| plain)?;
        reads.next().is_none().then_some(first)
    }

    /// Whether an instruction works on a register and the same again.
    pub(crate) fn names_twice(&self, insn: &Insn) -> bool {
        self.rs1.is_some() && self.rs2 == self.rs1 && insn.rs1 == insn.rs2
    }

    /// Whether what [`copied`](Usage::copied) tells is sure.
    pub(crate) fn copies(&self) -> bool {
        self.copies
    }

    /// Whether a number takes part.
    pub(crate) fn has_number(&self) -> bool {
        self.number
    }

    /// Whether it turns all bits of a register round.
    pub(crate) fn inverts(&self, insn: &Insn) -> bool {
        self.is_nor && (insn.rs1 == 0) != (insn.rs2 == 0)
    }

    /// Whether it subtracts one register from another.
    pub(crate) fn is_difference(&self) -> bool {
        self.sum == Some(Sum::Difference)
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
}

/// The registers that instructions of this row read without naming them. A comparison sets one of
/// the conditions and leaves the others: it counts as if it set them all. What a control register
/// shows of them is not all that it holds.
fn implicit_reads(row: &Row) -> RegisterSet {
    let reads = |role: &Role| match role {
        Role::Update => row.class == Class::MulDiv,
        role => *role == Role::Read,
    };
    let implicit = row.implicit.iter().filter(|(_, role)| reads(role));
    let implicit = implicit.filter(|_| !names_control(row));
    implicit.map(|(reg, _)| *reg).collect()
}

/// Whether instructions of this row name a control register.
fn names_control(row: &Row) -> bool {
    let mut kinds = row.operands.iter().map(|operand| operand.kind);
    kinds.any(|kind| kind == OperandKind::Control)
}

impl Writes {
    fn is_nothing(&self) -> bool {
        self.rd.is_none() && self.implicit.is_empty()
    }

    fn of(desc: &IsaDesc, row: &Row) -> Writes {
        let written = |role: Role| matches!(role, Role::Write | Role::Update);
        let mut writes = Writes::default();
        let implicit = row.implicit.iter().filter(|(_, role)| written(*role));
        // What goes into a control register is not followed.
        let implicit =
            implicit.filter(|(reg, _)| reg.bank() != Bank::Hidden || !names_control(row));
        writes.implicit = implicit.map(|(reg, _)| *reg).collect();
        for operand in row.operands {
            if let OperandKind::Register { bank, role } = operand.kind
                && written(role)
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
