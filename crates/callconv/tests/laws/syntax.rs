//! How the two machines write what both can do.

use super::program::Operator;
use runtime::Target;

/// A register by its part in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reg {
    Zero,
    /// Temporary.
    T(usize),
    /// Saved.
    S(usize),
    /// Argument.
    A(usize),
    /// First result.
    Result,
    ReturnAddress,
    Stack,
}

/// What differs between the machines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    pub target: Target,
}

impl Syntax {
    /// How many arguments are passed in registers.
    pub(crate) fn register_args(self) -> usize {
        self.pick(8, 4)
    }

    /// Where the arguments begin that found no register.
    pub(crate) fn stack_args(self) -> usize {
        self.pick(0, 16)
    }

    /// What the stack pointer is a multiple of.
    pub(crate) fn alignment(self) -> usize {
        self.pick(16, 8)
    }

    pub(crate) fn reg(self, reg: Reg) -> String {
        let name = match reg {
            Reg::Zero => "zero".to_owned(),
            Reg::T(k) => format!("t{k}"),
            Reg::S(k) => format!("s{k}"),
            Reg::A(k) => format!("a{k}"),
            Reg::Result => self.pick("a0", "v0").to_owned(),
            Reg::ReturnAddress => "ra".to_owned(),
            Reg::Stack => "sp".to_owned(),
        };
        format!("{}{name}", self.pick("", "$"))
    }

    pub(crate) fn set(self, to: Reg, value: i32) -> String {
        format!("li {}, {value}", self.reg(to))
    }

    pub(crate) fn copy(self, to: Reg, from: Reg) -> String {
        let name = self.pick("mv", "move");
        format!("{name} {}, {}", self.reg(to), self.reg(from))
    }

    pub(crate) fn compute(self, operator: Operator, to: Reg, from: [Reg; 2]) -> String {
        let name = match operator {
            Operator::Add => self.pick("add", "addu"),
            Operator::Sub => self.pick("sub", "subu"),
            Operator::Xor => "xor",
            Operator::And => "and",
            Operator::Or => "or",
        };
        let [a, b] = from.map(|reg| self.reg(reg));
        format!("{name} {}, {a}, {b}", self.reg(to))
    }

    pub(crate) fn add(self, reg: Reg, value: i64) -> String {
        let (name, reg) = (self.pick("addi", "addiu"), self.reg(reg));
        format!("{name} {reg}, {reg}, {value}")
    }

    pub(crate) fn load(self, to: Reg, offset: usize) -> String {
        format!("lw {}, {offset}({})", self.reg(to), self.reg(Reg::Stack))
    }

    pub(crate) fn store(self, from: Reg, offset: usize) -> String {
        format!("sw {}, {offset}({})", self.reg(from), self.reg(Reg::Stack))
    }

    pub(crate) fn branch_if_zero(self, reg: Reg, label: &str) -> String {
        format!("beqz {}, {label}", self.reg(reg))
    }

    pub(crate) fn branch_unless_zero(self, reg: Reg, label: &str) -> String {
        format!("bnez {}, {label}", self.reg(reg))
    }

    pub(crate) fn jump_back(self) -> String {
        format!("jr {}", self.reg(Reg::ReturnAddress))
    }

    /// Prints the number in a register, and ends the line.
    pub(crate) fn print(self, reg: Reg) -> Vec<String> {
        let reg = self.reg(reg);
        let lines = match self.target {
            Target::RiscV => [
                &*format!("mv a1, {reg}"),
                "li a0, 1",
                "ecall",
                "li a1, 10",
                "li a0, 11",
                "ecall",
            ]
            .map(str::to_owned),
            Target::Mips => [
                &*format!("move $a0, {reg}"),
                "li $v0, 1",
                "syscall",
                "li $a0, 10",
                "li $v0, 11",
                "syscall",
            ]
            .map(str::to_owned),
        };
        lines.to_vec()
    }

    /// Ends the program.
    pub(crate) fn exit(self) -> [String; 2] {
        self.pick(["li a0, 10", "ecall"], ["li $v0, 10", "syscall"])
            .map(str::to_owned)
    }

    fn pick<T>(self, riscv: T, mips: T) -> T {
        match self.target {
            Target::RiscV => riscv,
            Target::Mips => mips,
        }
    }
}
