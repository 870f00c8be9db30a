//! What single instructions do to registers and the stack, as far as saving, restoring and calling
//! need it.
//!
//! The rows of the instruction tables say what they compute ([`Meaning`]). What has no meaning
//! there is [`RowEffect::Other`], and nothing is said about what depends on that.

use machine::isa::{Class, IsaDesc, Meaning, Operand, OperandKind, Reg, RegisterSet, Role, Row};

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowEffect {
    /// `rd = rs + number`; a copy adds 0.
    Add {
        /// The register that is written.
        rd: Reg,
        /// The register that is added to.
        rs: Reg,
        /// What is added.
        number: i32,
    },
    /// `rd = a + b`
    Sum {
        /// The register that is written.
        rd: Reg,
        /// One summand.
        a: Reg,
        /// The other.
        b: Reg,
    },
    /// `rd = rs | number`
    Or {
        /// The register that is written.
        rd: Reg,
        /// The register whose bits are kept.
        rs: Reg,
        /// The bits that are set.
        number: u32,
    },
    /// `rd = value`
    Constant {
        /// The register that is written.
        rd: Reg,
        /// Its value.
        value: u32,
    },
    /// A register is loaded from memory.
    Load(LoadOrStore),
    /// A register is stored to memory.
    Store(LoadOrStore),
    /// Anything else.
    Other,
}

/// A load or a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LoadOrStore {
    /// The register that is loaded or stored.
    pub reg: Reg,
    /// The register with the address.
    pub base: Reg,
    /// What is added to it.
    pub offset: i32,
    /// How many bytes are moved.
    pub bytes: u8,
    /// Whether the next register is moved too, from or to the four bytes behind.
    pub pair: bool,
}

/// What `word`, an instruction of this row at `address`, does.
pub(crate) fn effect(desc: &IsaDesc, row: &Row, word: u32, address: u32) -> RowEffect {
    let value = |k: usize| row.operands.get(k).map_or(0, |o| o.field.extract(word));
    let reg = |k: usize| row.operands.get(k).map_or(Reg(0), |o| register(o, word));
    let zero = Reg(0);
    match row.meaning {
        Meaning::AddNumber => match (reg(0), reg(1), value(2)) {
            (rd, rs, number) if rs == zero => RowEffect::Constant {
                rd,
                value: number as u32,
            },
            (rd, rs, number) => RowEffect::Add { rd, rs, number },
        },
        Meaning::OrNumber if reg(1) == zero => RowEffect::Constant {
            rd: reg(0),
            value: value(2) as u32,
        },
        Meaning::OrNumber => RowEffect::Or {
            rd: reg(0),
            rs: reg(1),
            number: value(2) as u32,
        },
        Meaning::Add | Meaning::Or => match (reg(0), reg(1), reg(2)) {
            (rd, rs, other) if other == zero => RowEffect::Add { rd, rs, number: 0 },
            (rd, other, rs) if other == zero => RowEffect::Add { rd, rs, number: 0 },
            (rd, a, b) if row.meaning == Meaning::Add => RowEffect::Sum { rd, a, b },
            _ => RowEffect::Other,
        },
        Meaning::Upper(shift) => RowEffect::Constant {
            rd: reg(0),
            value: (value(1) as u32) << shift,
        },
        Meaning::UpperFromHere(shift) => RowEffect::Constant {
            rd: reg(0),
            value: ((value(1) as u32) << shift).wrapping_add(address),
        },
        Meaning::Move(bytes) => access(desc, row, word, bytes),
        Meaning::Copy => copy(row, word),
        _ => RowEffect::Other,
    }
}

fn copy(row: &Row, word: u32) -> RowEffect {
    let from: RegisterSet = row.registers(word, Role::Read).collect();
    let mut from = from.iter();
    match (
        row.registers(word, Role::Write).next(),
        from.next(),
        from.next(),
    ) {
        (Some(rd), Some(rs), None) => RowEffect::Add { rd, rs, number: 0 },
        _ => RowEffect::Other,
    }
}

fn access(desc: &IsaDesc, row: &Row, word: u32, bytes: u8) -> RowEffect {
    let base = row.operands.iter().find(|o| o.base);
    let offset = row
        .operands
        .iter()
        .find(|o| o.kind == OperandKind::Immediate);
    let (Some(moved), Some(base), Some(offset)) = (row.operands.first(), base, offset) else {
        return RowEffect::Other;
    };
    let access = LoadOrStore {
        reg: register(moved, word),
        base: register(base, word),
        offset: offset.field.extract(word),
        bytes,
        pair: (desc.is_pair)(row, moved),
    };
    match row.class {
        Class::Store => RowEffect::Store(access),
        _ => RowEffect::Load(access),
    }
}

fn register(operand: &Operand, word: u32) -> Reg {
    match operand.kind {
        OperandKind::Register { bank, .. } => Reg::of(bank, operand.field.extract(word) as u8),
        _ => Reg(0),
    }
}

/// The registers that an instruction reads or writes, as `wanted` says, without the constant zero
/// and with the second halves of pairs.
pub(crate) fn registers(desc: &IsaDesc, row: &Row, word: u32, wanted: Role) -> RegisterSet {
    let mut found: RegisterSet = row.registers(word, wanted).collect();
    // Whoever adds to HI and LO, or sets one condition of several, need not use the rest.
    let kept = row
        .implicit
        .iter()
        .filter(|(_, role)| *role == Role::Update);
    if wanted == Role::Read {
        kept.for_each(|(reg, _)| found.remove(*reg));
    }
    // A load of a part of a word leaves the rest to another one, and reads nothing itself.
    if wanted == Role::Read && row.class == Class::Load {
        let kept = row.operands.iter().filter(|operand| {
            matches!(operand.kind, OperandKind::Register { role, .. } if role == Role::Update)
        });
        kept.for_each(|operand| found.remove(register(operand, word)));
    }
    for operand in row.operands {
        let reg = register(operand, word);
        if (desc.is_pair)(row, operand) && found.contains(reg) {
            found.insert(Reg(reg.0 + 1));
        }
    }
    found.remove(Reg(0));
    found
}

/// What instructions compute that move the stack pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    /// A register plus a number.
    Number,
    /// A register plus another.
    Registers,
    /// A register minus another.
    Difference,
}

/// What instructions of this row compute, if it is one of these.
pub(crate) fn sum(row: &Row) -> Option<Sum> {
    match row.meaning {
        Meaning::AddNumber => Some(Sum::Number),
        Meaning::Add => Some(Sum::Registers),
        Meaning::Subtract => Some(Sum::Difference),
        _ => None,
    }
}

/// Whether instructions of this row copy a register if the other that they work on is the constant
/// zero, or the number is 0.
pub(crate) fn may_copy(row: &Row) -> bool {
    matches!(
        row.meaning,
        Meaning::AddNumber
            | Meaning::Add
            | Meaning::Or
            | Meaning::OrNumber
            | Meaning::Xor
            | Meaning::XorNumber
            | Meaning::Copy
    )
}

/// Whether a branch always or never goes to its target, because all that it compares is the
/// constant zero.
pub(crate) fn settled(row: &Row, word: u32) -> Option<bool> {
    let zero = row.registers(word, Role::Read).all(|reg| reg == Reg(0));
    let taken = match row.meaning {
        Meaning::TakenIfEqual | Meaning::TakenIfZero => true,
        Meaning::NotTakenIfEqual | Meaning::NotTakenIfZero => false,
        _ => return None,
    };
    zero.then_some(taken)
}
