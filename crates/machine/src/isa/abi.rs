//! The calling convention as data: which register has which part in a call, and how the stack is
//! laid out.
//!
//! Code that calls functions of a program, or checks how they call each other, reads it here
//! and knows no register by name. The lists of registers come from the rows of the registers.

use super::Reg;

/// A calling convention.
///
/// Every register except the constant zero is in exactly one of [`saved`](Abi::saved),
/// [`temporaries`](Abi::temporaries), [`fixed`](Abi::fixed) and [`kernel`](Abi::kernel), which say
/// what a call may do to it. The other fields name registers of these groups that have a part of
/// their own.
#[derive(Clone, Copy, Debug)]
pub struct Abi {
    /// What people call the convention.
    pub name: &'static str,
    /// Stack pointer.
    pub sp: Reg,
    /// Return address.
    pub ra: Reg,
    /// Global pointer.
    pub gp: Reg,
    /// Thread pointer, if the convention has one.
    pub tp: Option<Reg>,
    /// The register that expansions of pseudo-instructions change, if there is one.
    pub assembler: Option<Reg>,
    /// Argument registers in order.
    pub args: &'static [Reg],
    /// Argument registers of floating-point numbers in order.
    pub float_args: &'static [Reg],
    /// Result registers in order.
    pub results: &'static [Reg],
    /// Result registers of floating-point numbers in order.
    pub float_results: &'static [Reg],
    /// Registers that a function leaves as it found them: callee-saved.
    pub saved: &'static [Reg],
    /// Registers of which nothing is known after a call but the results: caller-saved. The return
    /// address is one of them, as a call itself changes it.
    pub temporaries: &'static [Reg],
    /// Registers that are the same in the whole program: no function changes them.
    pub fixed: &'static [Reg],
    /// Registers that belong to the kernel, which may change them at any time.
    pub kernel: &'static [Reg],
    /// The stack pointer is a multiple of this at every call.
    pub stack_alignment: u32,
    /// Bytes above the stack pointer that a caller leaves to the function it calls, to keep its
    /// argument registers in. Arguments for which no register was left come after them.
    pub home_space: u32,
}

impl Abi {
    /// Where the argument with this index is passed. Arguments are words; a longer one is several.
    pub fn argument(&self, index: usize) -> Argument {
        match self.args.get(index) {
            Some(&reg) => Argument::Register(reg),
            None => {
                let behind = 4 * (index - self.args.len()) as u32;
                Argument::Stack(self.home_space + behind)
            }
        }
    }

    /// Bytes of stack that a call with this many arguments needs, so that the stack pointer stays
    /// aligned.
    pub fn argument_space(&self, count: usize) -> u32 {
        let on_stack = 4 * count.saturating_sub(self.args.len()) as u32;
        (self.home_space + on_stack).next_multiple_of(self.stack_alignment)
    }

    /// Whether a double takes two floating-point registers: then the convention names the even ones.
    pub fn has_float_pairs(&self) -> bool {
        self.float_args.iter().all(|reg| reg.0 % 2 == 0)
    }

    /// The registers that hold the same value after a call as before it.
    pub fn preserved(&self) -> impl Iterator<Item = Reg> {
        self.saved.iter().chain(self.fixed).copied()
    }
}

/// Where an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// In this register.
    Register(Reg),
    /// So many bytes above the stack pointer.
    Stack(u32),
}

/// A calling convention whose lists of registers come from the rows of the registers.
#[macro_export]
macro_rules! abi {
    ($rows:expr, $($field:ident: $value:expr),* $(,)?) => {{
        use $crate::isa::{Bank, RegisterGroup as Group, Saver};
        $crate::isa::Abi {
            $($field: $value,)*
            args: $crate::register_group!($rows, Group::Arguments(Bank::Int)),
            float_args: $crate::register_group!($rows, Group::Arguments(Bank::Float)),
            results: $crate::register_group!($rows, Group::Results(Bank::Int)),
            float_results: $crate::register_group!($rows, Group::Results(Bank::Float)),
            saved: $crate::register_group!($rows, Group::SavedBy(Saver::Callee)),
            temporaries: $crate::register_group!($rows, Group::SavedBy(Saver::Caller)),
            fixed: $crate::register_group!($rows, Group::SavedBy(Saver::Fixed)),
            kernel: $crate::register_group!($rows, Group::SavedBy(Saver::Kernel)),
        }
    }};
}

/// The registers of a group, as a static slice.
#[doc(hidden)]
#[macro_export]
macro_rules! register_group {
    ($rows:expr, $group:expr) => {{
        const REGS: [$crate::isa::Reg; $group.count($rows)] = $group.list($rows);
        &REGS
    }};
}
