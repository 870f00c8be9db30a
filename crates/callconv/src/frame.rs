//! The open calls of a program, and what is known in each.

use crate::masks::Mask;
use machine::isa::Reg;

/// What is known of the registers in the function that runs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Knowledge {
    /// Registers whose values nobody knows: nothing wrote them since the function was entered, or
    /// since its last call.
    pub(crate) unknown: Mask,
    /// Saved registers, and the return address, that hold what they held on entry.
    pub(crate) entry: Mask,
    /// Registers that hold such a value of another one.
    pub(crate) held: Mask,
    /// Registers written since entry.
    pub(crate) written: Mask,
    /// Saved registers whose use was told already.
    pub(crate) told: Mask,
    /// The call that returned last, and what it called; both 0 if there was none.
    pub(crate) last_call: (u32, u32),
}

/// A call that is open.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The call.
    pub(crate) call: u32,
    /// What was called.
    pub(crate) function: u32,
    /// Where it returns to.
    pub(crate) return_to: u32,
    /// The stack pointer on entry.
    pub(crate) sp: u32,
    /// What the caller knew.
    pub(crate) caller: Knowledge,
    /// Every argument register was set: there may be more on the stack.
    pub(crate) all_arguments: bool,
    /// Where its entries begin among the changes.
    pub(crate) changes: usize,
    /// Where its entries begin among the saves.
    pub(crate) saves: usize,
    /// The nested call that overwrote the return address while it was kept nowhere.
    pub(crate) lost_at: Option<u32>,
}

/// A register that lost its value of the entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) reg: Reg,
    /// The value.
    pub(crate) old: u64,
    /// The instruction that changed it.
    pub(crate) pc: u32,
    /// It computed the new value from the old one, so that another may compute it back.
    pub(crate) derived: bool,
    /// What it was given last is a mistake that was told already.
    pub(crate) excused: bool,
    /// The last load into it: instruction, address, bytes.
    pub(crate) load: Option<(u32, u32, u8)>,
}

/// A place in memory that was given the entry value of a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Save {
    pub(crate) reg: Reg,
    pub(crate) address: u32,
    pub(crate) bytes: u8,
    /// The value.
    pub(crate) value: u64,
    pub(crate) pc: u32,
    /// The store that wrote over it.
    pub(crate) overwritten: Option<u32>,
}
