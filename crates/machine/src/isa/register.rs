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

/// Which side keeps the value of a register across a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saver {
    /// The caller, if it needs the value afterwards: a temporary.
    Caller,
    /// The function that uses the register: it restores the value before it returns.
    Callee,
    /// Nobody: it is the same in the whole program, and no function changes it.
    Fixed,
    /// Nobody: it belongs to the kernel, which may change it at any time.
    Kernel,
    /// Nobody: it cannot change.
    Constant,
}

impl Saver {
    /// That side, as people read it.
    pub const fn text(self) -> &'static str {
        match self {
            Saver::Caller => "the caller, if it needs the value after a call",
            Saver::Callee => "the function that changes it, before it returns",
            Saver::Fixed => "nobody: no function may change it",
            Saver::Kernel => "nobody: the kernel may change it at any time",
            Saver::Constant => "nobody: it never changes",
        }
    }
}

/// One register: its names, and its part in the calling convention.
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
    /// Which side keeps its value across a call.
    pub saver: Saver,
    /// Whether it passes an argument.
    pub argument: bool,
    /// Whether it passes a result.
    pub result: bool,
    /// Whether lists name it before the others: the pointers into the stack.
    pub leads: bool,
    /// What it is for, in one sentence.
    pub doc: &'static str,
}

impl Register {
    /// Register `number` of `bank`.
    pub const fn of(
        bank: Bank,
        number: u8,
        name: &'static str,
        numbered: &'static str,
        saver: Saver,
        doc: &'static str,
    ) -> Self {
        assert!(!doc.is_empty(), "a register needs its sentence");
        Register {
            reg: Reg::of(bank, number),
            name,
            numbered,
            aliases: &[],
            saver,
            argument: false,
            result: false,
            leads: false,
            doc,
        }
    }

    /// The same, with further spellings.
    pub const fn or(self, aliases: &'static [&'static str]) -> Self {
        Register { aliases, ..self }
    }

    /// The same, which lists name before the others.
    pub const fn leading(self) -> Self {
        Register {
            leads: true,
            ..self
        }
    }

    /// The same, which passes an argument.
    pub const fn argument(self) -> Self {
        Register {
            argument: true,
            ..self
        }
    }

    /// The same, which passes a result.
    pub const fn result(self) -> Self {
        Register {
            result: true,
            ..self
        }
    }

    /// All its names, the usual one first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let numbered = (self.numbered != self.name).then_some(self.numbered);
        let others = numbered.into_iter().chain(self.aliases.iter().copied());
        std::iter::once(self.name).chain(others)
    }
}

/// Registers with the same part in the calling convention, as the rows say.
#[derive(Clone, Copy, Debug)]
pub enum RegisterGroup {
    /// Those whose value somebody keeps.
    SavedBy(Saver),
    /// Those of a bank that pass arguments.
    Arguments(Bank),
    /// Those of a bank that pass results.
    Results(Bank),
}

impl RegisterGroup {
    const fn has(self, row: &Register) -> bool {
        match self {
            RegisterGroup::SavedBy(saver) => row.saver as u8 == saver as u8,
            RegisterGroup::Arguments(bank) => row.argument && row.reg.bank() as u8 == bank as u8,
            RegisterGroup::Results(bank) => row.result && row.reg.bank() as u8 == bank as u8,
        }
    }

    /// How many there are.
    pub const fn count(self, rows: &[Register]) -> usize {
        let (mut count, mut k) = (0, 0);
        while k < rows.len() {
            if self.has(&rows[k]) {
                count += 1;
            }
            k += 1;
        }
        count
    }

    /// The registers, those that lead first, in the order of the rows.
    pub const fn list<const N: usize>(self, rows: &[Register]) -> [Reg; N] {
        let mut found = [Reg(0); N];
        let (mut count, mut k) = (0, 0);
        while k < 2 * rows.len() {
            let row = &rows[k % rows.len()];
            if self.has(row) && row.leads == (k < rows.len()) {
                found[count] = row.reg;
                count += 1;
            }
            k += 1;
        }
        found
    }
}

/// A register that only special instructions reach: a CSR, or one of a coprocessor.
#[derive(Clone, Copy, Debug)]
pub struct ControlRegister {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// What it holds, in one sentence.
    pub doc: &'static str,
    /// Exceptions change it: outside of their handlers, nobody can rely on it.
    pub is_of_exceptions: bool,
}

impl ControlRegister {
    /// A register that programs may use.
    pub const fn of_programs(number: u32, name: &'static str, doc: &'static str) -> Self {
        ControlRegister {
            number,
            name,
            doc,
            is_of_exceptions: false,
        }
    }

    /// The same, for handlers of exceptions alone.
    #[must_use]
    pub const fn of_exceptions(self) -> Self {
        ControlRegister {
            is_of_exceptions: true,
            ..self
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
    pub const fn includes(self, wanted: Role) -> bool {
        matches!(
            (self, wanted),
            (Role::Update, _) | (Role::Read, Role::Read) | (Role::Write, Role::Write)
        )
    }
}
