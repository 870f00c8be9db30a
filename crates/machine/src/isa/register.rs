//! Registers: their banks, names, and how instructions use them.

/// A register bank of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bank {
    /// General-purpose integer registers.
    Int,
    /// Floating-point registers.
    Float,
    /// Registers that instructions use without naming them (HI, LO and the condition bits of MIPS).
    Hidden,
}

/// A register of any bank, as observers and environments name it: integer registers are 0–31,
/// floating-point registers 32–63, hidden ones follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u8);

impl Reg {
    /// How many there are.
    pub const COUNT: u8 = 67;

    /// Register `number` of `bank`.
    pub const fn of(bank: Bank, number: u8) -> Reg {
        match bank {
            Bank::Int => Reg(number & 31),
            Bank::Float => Reg(32 + (number & 31)),
            Bank::Hidden => Reg(64 + (number & 3)),
        }
    }

    /// The bank this register belongs to.
    pub const fn bank(self) -> Bank {
        match self.0 {
            0..32 => Bank::Int,
            32..64 => Bank::Float,
            _ => Bank::Hidden,
        }
    }

    /// Its number within the bank.
    pub const fn number(self) -> u8 {
        self.0 & 31
    }
}

/// Names of one register.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// Which register this is.
    pub reg: Reg,
    /// What people read (`a0`, `$t0`).
    pub name: &'static str,
    /// The plain numbered name (`x10`, `$8`).
    pub numbered: &'static str,
    /// Further spellings that are accepted.
    pub aliases: &'static [&'static str],
}

impl Register {
    /// An integer register.
    pub const fn int(
        number: u8,
        name: &'static str,
        numbered: &'static str,
        aliases: &'static [&'static str],
    ) -> Self {
        Register {
            reg: Reg::of(Bank::Int, number),
            name,
            numbered,
            aliases,
        }
    }

    /// A register of another bank.
    pub const fn of(bank: Bank, number: u8, name: &'static str, numbered: &'static str) -> Self {
        Register {
            reg: Reg::of(bank, number),
            name,
            numbered,
            aliases: &[],
        }
    }
}

/// Whether an instruction reads or writes a register operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The register is a source.
    Read,
    /// The register is the destination.
    Write,
    /// Both: it is changed, or only under some condition.
    Update,
}

impl Role {
    /// Whether a register with this role is one of those that are read or written, as `wanted`
    /// says.
    pub(super) const fn includes(self, wanted: Role) -> bool {
        matches!(
            (self, wanted),
            (Role::Update, _) | (Role::Read, Role::Read) | (Role::Write, Role::Write)
        )
    }
}
