//! The open calls of a program, and what is known in each.
//!
//! Everything about the function that runs is a [`State`], in which addresses count from the stack
//! pointer of its entry. So a function that does the same again, deeper in the stack or with other
//! numbers, goes through equal states.

use crate::finding::OpenCall;
use crate::undefined::{Undefined, registers};
use machine::isa::{Reg, RegisterSet};

/// What is known of the registers in the function that runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Knowledge {
    /// Registers whose values nobody knows and nobody has read: nothing wrote them since the
    /// function was entered, or since its last call.
    pub(crate) unknown: RegisterSet,
    /// Registers with values that depend on such ones: those of [`State::undefined`].
    pub(crate) undefined: RegisterSet,
    /// Registers with arguments of the last call, which the function has left alone although it
    /// could give a result there.
    pub(crate) given_back: RegisterSet,
    /// Saved registers, and the return address, that hold what they held on entry.
    pub(crate) entry: RegisterSet,
    /// Registers that hold such a value of another one.
    pub(crate) held: RegisterSet,
    /// Result registers written since entry; in programs without source, all temporaries.
    pub(crate) written: RegisterSet,
    /// Saved registers whose use was told already.
    pub(crate) told: RegisterSet,
    /// The call that returned last, and what it called; both 0 if there was none.
    pub(crate) last_call: (u32, u32),
}

/// All that matters of the function that runs, but values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) now: Knowledge,
    /// For each register of `now.held`, whose value it holds.
    pub(crate) holds: Vec<Hold>,
    /// Values that nobody may rely on, by register.
    pub(crate) undefined: Vec<Undefined>,
    /// Saved registers whose values of the entry were read, and the number of the origin.
    pub(crate) first_reads: Vec<(Reg, u32)>,
    pub(crate) changes: Vec<Change>,
    pub(crate) saves: Vec<Save>,
    /// Registers that were stored although nobody knows what they hold: the last of them.
    pub(crate) pushed: Vec<Pushed>,
    /// What was called; 0 for the outermost code.
    pub(crate) function: u32,
    /// How far the stack pointer is below that of the entry.
    pub(crate) depth: u32,
    /// Every argument register was set: there may be more on the stack.
    pub(crate) all_arguments: bool,
    /// The address that the function itself has put into the register of return addresses: a jump
    /// may be meant as a call that returns there.
    pub(crate) link: Option<u32>,
    /// A jump was taken since then.
    pub(crate) has_jumped: bool,
    /// The program itself has called its kernel, or jumped there: no exception has.
    pub(crate) entered_kernel: bool,
    /// The nested call that overwrote the return address while it was kept nowhere.
    pub(crate) lost_at: Option<u32>,
}

/// The most places in which one register is saved that are followed in one call.
const MOST_SAVES: usize = 8;

impl State {
    /// Whose value of the entry a register holds, and the instruction that copied it there.
    pub(crate) fn hold(&self, holder: Reg) -> Option<&Hold> {
        self.holds.iter().find(|hold| hold.holder == holder)
    }

    /// A register holds the value that another one had on entry.
    pub(crate) fn keep_in(&mut self, hold: Hold) {
        self.release(RegisterSet::of(&[hold.holder]));
        self.now.held.insert(hold.holder);
        self.holds.push(hold);
        self.holds.sort_unstable_by_key(|hold| hold.holder);
    }

    /// These registers hold no such value any more.
    pub(crate) fn release(&mut self, registers: RegisterSet) {
        if self.now.held.meets(registers) {
            self.now.held -= registers;
            self.holds.retain(|hold| !registers.contains(hold.holder));
        }
    }

    /// A register gets a value: an undefined one, or one that is known.
    pub(crate) fn define(&mut self, reg: Reg, value: Option<Undefined>) {
        self.undefined.retain(|other| other.reg != reg);
        self.undefined.extend(value);
        self.undefined.sort_unstable_by_key(|value| value.reg);
        self.now.undefined = registers(&self.undefined);
    }

    /// Only these undefined values stay.
    pub(crate) fn keep_undefined(&mut self, stays: impl FnMut(&Undefined) -> bool) {
        if !self.undefined.is_empty() {
            self.undefined.retain(stays);
            self.now.undefined = registers(&self.undefined);
        }
    }

    /// A register loses its value of the entry. If it had lost it before and got it back, only the
    /// last time counts.
    pub(crate) fn change(&mut self, change: Change) {
        self.changes.retain(|other| other.reg != change.reg);
        self.changes.push(change);
    }

    /// A register is stored although nobody knows what it holds.
    pub(crate) fn push_unknown(&mut self, new: Pushed) {
        self.pushed.retain(|pushed| pushed.offset != new.offset);
        if self.pushed.len() == MOST_SAVES {
            self.pushed.remove(0);
        }
        self.pushed.push(new);
    }

    /// A register is saved. If the same instruction has saved it there before, only the last time
    /// counts.
    pub(crate) fn save(&mut self, save: Save) {
        let place = |save: &Save| (save.reg, save.offset, save.bytes, save.pc);
        self.saves.retain(|other| place(other) != place(&save));
        let same = self.saves.iter().filter(|other| other.reg == save.reg);
        if same.count() == MOST_SAVES {
            // The first is the one of the prologue, and what was pushed last is popped first.
            let mut same = (0..self.saves.len()).filter(|k| self.saves[*k].reg == save.reg);
            if let Some(second) = same.nth(1) {
                self.saves.remove(second);
            }
        }
        self.saves.push(save);
    }

    /// Some bytes of a register are saved: with others that are there, if there are any.
    pub(crate) fn save_byte(&mut self, save: Save) {
        let same = |other: &&mut Save| {
            (other.reg, other.offset) == (save.reg, save.offset) && other.overwritten.is_none()
        };
        match self.saves.iter_mut().find(same) {
            Some(other) => other.missing &= save.missing,
            None => self.save(save),
        }
    }

    /// Whether a register, or some bytes of it, are saved here.
    pub(crate) fn is_saved_at(&self, reg: Reg, offset: u32) -> bool {
        let mut saves = self.saves.iter();
        saves.any(|save| (save.reg, save.offset) == (reg, offset) && save.overwritten.is_none())
    }

    /// Which bytes of the word at an offset a register holds already.
    pub(crate) fn loaded_before(&self, reg: Reg, offset: u32) -> u8 {
        let change = self.changes.iter().find(|change| change.reg == reg);
        let part = change.and_then(|change| change.part);
        part.filter(|(base, _)| *base == offset)
            .map_or(0, |(_, bytes)| bytes)
    }

    /// The instruction at `pc` stores where a register is saved; false if there is none.
    pub(crate) fn overwrite(&mut self, offset: u32, bytes: u8, pc: u32) -> bool {
        let meets = |save: &&mut Save| {
            let first = offset.wrapping_sub(save.offset);
            // A byte that is not there yet is not lost.
            let is_missing = bytes == 1 && first < 4 && save.missing >> first & 1 != 0;
            !is_missing
                && (first < u32::from(save.bytes)
                    || save.offset.wrapping_sub(offset) < u32::from(bytes))
        };
        let intact = self.saves.iter_mut().rev();
        let hit = intact.filter(|save| save.overwritten.is_none()).find(meets);
        hit.map(|save| save.overwritten = Some(pc)).is_some()
    }
}

/// A register with a value that nobody knows, stored on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pushed {
    /// Where, counted from the stack pointer of the entry.
    pub(crate) offset: u32,
    pub(crate) reg: Reg,
    pub(crate) pc: u32,
    /// The call that had returned last.
    pub(crate) last_call: (u32, u32),
}

/// A register that holds a value which another one had on entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hold {
    pub(crate) holder: Reg,
    /// Whose value it is.
    pub(crate) of: Reg,
    /// The instruction that copied it.
    pub(crate) pc: u32,
    /// Something was added to it.
    pub(crate) shifted: bool,
}

/// A call that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The call.
    pub(crate) call: u32,
    /// What was called.
    pub(crate) function: u32,
    /// Where it returns to.
    pub(crate) return_to: u32,
    /// The stack pointer on entry.
    pub(crate) sp: u32,
    /// By how much functions that this one has called have moved it, which is their mistake.
    pub(crate) moved: u32,
    /// The state of the caller.
    pub(crate) caller: u32,
    /// What finds what is remembered of returns from here: [`hash_of`](Frame::hash_of).
    pub(crate) hash: u32,
    /// The integer registers on entry.
    pub(crate) kept: [u32; 32],
}

impl Frame {
    /// The hash of a call in this state.
    pub(crate) fn hash_of(caller: u32, call: u32) -> u32 {
        (caller.wrapping_mul(0x9e37_79b1) ^ call.wrapping_mul(0x85eb_ca6b)).rotate_right(15)
    }
}

/// The innermost open calls, no more than `most`, the outermost of them first.
pub(crate) fn open_calls(frames: &[Frame], most: usize) -> Vec<OpenCall> {
    let open = frames[frames.len().saturating_sub(most)..].iter();
    let open = open.map(|frame| OpenCall {
        call: frame.call,
        function: frame.function,
    });
    open.collect()
}

/// A register that lost its value of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Change {
    pub(crate) reg: Reg,
    /// The instruction that changed it.
    pub(crate) pc: u32,
    /// What the value has to do with that of the entry.
    pub(crate) derived: Derived,
    /// The last load into it.
    pub(crate) load: Option<LoadFrom>,
    /// If that was a load of a part of a word, or of two: where the word begins, counted from the
    /// stack pointer of the entry, and which of its bytes the register holds.
    pub(crate) part: Option<(u32, u8)>,
}

/// How a value comes from the one of the entry. If it is equal in the end, it is so whatever the
/// value of the entry was, unless there is nothing that ties the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Derived {
    /// Something that does not depend on it was added to it or subtracted from it.
    Sum,
    /// The same, but it was subtracted itself: that has to be done once more.
    Negated,
    /// Its bits were combined with others by exclusive or.
    Xor,
    /// Not so that it could be told.
    No,
}

impl Derived {
    /// What comes of a value that is derived so in another step.
    pub(crate) fn then(self, step: Derived) -> Derived {
        match (self, step) {
            (Derived::Sum, step @ (Derived::Sum | Derived::Negated)) => step,
            (Derived::Negated, Derived::Sum) => Derived::Negated,
            (Derived::Negated, Derived::Negated) => Derived::Sum,
            (Derived::Xor, Derived::Xor) => Derived::Xor,
            _ => Derived::No,
        }
    }

    /// Whether a value that is equal to the one of the entry is so whatever that was.
    pub(crate) fn is_undone(self) -> bool {
        matches!(self, Derived::Sum | Derived::Xor)
    }
}

/// A load into a register that is to be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LoadFrom {
    pub(crate) pc: u32,
    /// Where from, counted from the stack pointer of the entry; nothing if no register can have
    /// been saved there.
    pub(crate) offset: Option<u32>,
    pub(crate) bytes: u8,
}

/// A place in memory that was given the entry value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Save {
    pub(crate) reg: Reg,
    /// Where, counted from the stack pointer of the entry.
    pub(crate) offset: u32,
    pub(crate) bytes: u8,
    /// Those of the first bytes that are not there yet: it is saved in parts.
    pub(crate) missing: u8,
    pub(crate) pc: u32,
    /// It is not on the stack.
    pub(crate) elsewhere: bool,
    /// The store that wrote over it.
    pub(crate) overwritten: Option<u32>,
}

impl Save {
    /// How many bytes are there.
    pub(crate) fn kept(&self) -> u8 {
        self.bytes - self.missing.count_ones() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn save(reg: u8, offset: u32, pc: u32) -> Save {
        Save {
            reg: Reg(reg),
            offset,
            bytes: 4,
            missing: 0,
            pc,
            elsewhere: false,
            overwritten: None,
        }
    }

    #[test]
    fn a_save_in_a_loop_is_one_save() {
        let mut state = State::default();
        for _ in 0..3 {
            state.overwrite(16, 4, 0x40);
            state.save(save(8, 16, 0x40));
        }
        assert_eq!(state.saves, [save(8, 16, 0x40)]);
    }

    #[test]
    fn the_first_save_and_the_last_ones_are_kept() {
        let mut state = State::default();
        for k in 0..20 {
            state.save(save(8, 4 * k, 0x40));
        }
        state.save(save(9, 100, 0x44));
        let offsets: Vec<u32> = state.saves.iter().map(|save| save.offset).collect();
        assert_eq!(offsets, [0, 52, 56, 60, 64, 68, 72, 76, 100]);
    }

    #[test]
    fn a_store_meets_the_last_intact_save() {
        let mut state = State::default();
        state.save(save(8, 16, 0x40));
        state.save(save(9, 20, 0x44));
        assert!(!state.overwrite(24, 4, 0x48));
        assert!(state.overwrite(18, 4, 0x4c), "half of each");
        assert_eq!(state.saves[1].overwritten, Some(0x4c));
        assert!(state.overwrite(18, 4, 0x50));
        assert_eq!(state.saves[0].overwritten, Some(0x50));
        assert!(!state.overwrite(18, 4, 0x54));
    }

    #[test]
    fn a_register_holds_the_value_of_one_other() {
        let mut state = State::default();
        let hold = |of, pc| Hold {
            holder: Reg(5),
            of: Reg(of),
            pc,
            shifted: false,
        };
        state.keep_in(hold(8, 0x40));
        state.keep_in(hold(9, 0x44));
        assert_eq!(state.holds, [hold(9, 0x44)]);
        state.release(RegisterSet::of(&[Reg(5)]));
        assert_eq!(state, State::default());
    }
}
