//! What may be scrambled at calls and returns: registers and memory that nobody may rely on.

use super::Checker;
use machine::isa::{Bank, Reg, RegisterSet};

impl Checker {
    /// The registers that nobody may rely on at the beginning of a function: temporaries in which
    /// nothing was passed, and saved registers that nothing ever wrote.
    pub(crate) fn undefined_on_entry(&self) -> RegisterSet {
        let caller = self.frames.last().map(|frame| frame.caller);
        let callers = caller.map_or(RegisterSet::EMPTY, |caller| self.unknown_in(caller));
        // The kernel's own code may keep something there.
        (self.unknown_in(self.state) - self.groups.kernel) | callers & self.groups.saved
    }

    /// Those after a call.
    pub(crate) fn undefined_after_call(&self) -> RegisterSet {
        self.unknown_in(self.state) & self.groups.temporaries
    }

    fn unknown_in(&self, state: u32) -> RegisterSet {
        self.states.get(state).now.unknown
    }

    /// The part of the stack below the stack pointer that was used, no more than `most` bytes.
    pub(crate) fn dead_stack(&self, most: u32) -> (u32, u32) {
        let sp = self.sp & !3;
        (self.lowest.max(sp.saturating_sub(most)).min(sp), sp)
    }

    /// A register was given a value from outside, right after a call or a return.
    pub(crate) fn set_value(&mut self, reg: Reg, value: u64) {
        let innermost = self.frames.len().saturating_sub(1);
        if !self.groups.saved.contains(reg) {
            return;
        }
        match (reg.bank(), self.frames.last_mut()) {
            (Bank::Int, Some(frame)) => frame.kept[usize::from(reg.0)] = value as u32,
            (Bank::Float, Some(_)) => self.kept_floats.set(innermost, reg.number(), value),
            _ => {}
        }
    }

    /// The registers that functions must keep.
    pub(crate) fn saved(&self) -> RegisterSet {
        self.groups.saved
    }

    /// A random number as a value that a register can have. A program without doubles has singles in
    /// its floating-point registers, and may save them as such.
    pub(crate) fn register_value(&self, reg: Reg, random: u64) -> u64 {
        let low = random & u64::from(u32::MAX);
        match reg.bank() {
            Bank::Float if self.groups.has_pairs => low,
            Bank::Float if self.width(reg) == 4 => low | !u64::from(u32::MAX),
            Bank::Float => random,
            _ => low,
        }
    }
}
