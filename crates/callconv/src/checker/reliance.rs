//! Whether anything that a program does can depend on values that nobody may rely on.
//!
//! This is far stricter than a finding, and has no exceptions: it is enough that an instruction reads
//! such a value. What may hold one are registers that are unknown or undefined or hold what they held
//! on entry, and the bytes of the stack that are below the stack pointer, unwritten, or hold such a
//! register. They may be saved and restored as whole words, or written; anything else, and whatever
//! is unusual (floating-point registers, exceptions, other stacks, code that changes), counts as
//! relying on them. If nothing counts, runs that have other values there are all the same:
//! [`Checker::is_independent`].
//!
//! It is noted in walks. What is remembered of code was walked before, under the same conditions.

use super::Checker;
use crate::shadow::Found;
use crate::usage::BitRule;
use machine::isa::{Bank, Class, Reg, RegisterSet};
use machine::observe::Touch;
use machine::run::Registers;

/// All floating-point registers.
const FLOATS: RegisterSet = RegisterSet::range(Reg(32), Reg(63));

impl Checker {
    /// Whether all runs do what the runs so far have done, whatever values they have where the
    /// convention leaves some undefined, and nothing is found in them.
    pub fn is_independent(&self) -> bool {
        let is_clean = self.findings.all().is_empty() && self.origins.is_empty();
        is_clean && self.has_source && !self.stopped && !self.relies.get()
    }

    /// Something may depend on such values.
    pub(super) fn rely(&self) {
        self.relies.set(true);
    }

    /// The registers that may hold such a value.
    fn loose(&self) -> RegisterSet {
        let now = &self.work.now;
        let mut entry = now.entry | now.held;
        // The return address is the same in all runs.
        entry.remove(self.groups.ra);
        for hold in self.work.holds.iter().filter(|h| h.of == self.groups.ra) {
            entry.remove(hold.holder);
        }
        now.unknown | now.given_back | now.undefined | entry
    }

    /// The present instruction begins.
    pub(super) fn note_reads(&self) {
        if self.relies.get() {
            return;
        }
        let used = self.reads | self.usage().writes(&self.at.insn);
        let is_unusual = self.row_class() == Some(Class::Atomic) || self.is_handler(self.at.pc);
        if is_unusual || used.meets(FLOATS) || self.reads.meets(self.loose()) {
            self.rely();
        }
    }

    /// The environment is called with these registers: what memory that reads is not known, nor how
    /// much of a buffer it fills.
    pub(super) fn note_call(&self, registers: &Registers) {
        let mut args = self.desc.abi.args.iter();
        if args.any(|reg| self.is_stack(registers.get(*reg) as u32)) {
            self.rely();
        }
    }

    /// A call of the environment writes these registers, or may fail to do so.
    pub(super) fn note_answers(&self, written: RegisterSet) {
        if written.meets(self.loose()) {
            self.rely();
        }
    }

    /// An access to memory: of the stack, or a store, or one that may restore something.
    pub(super) fn note_access(&self, access: &Touch, on_stack: bool) {
        let address = access.address;
        if !on_stack {
            if access.store() && self.loose().contains(self.stored()) {
                self.rely();
            }
            return;
        }
        let is_followed = self.shadow.raw(address & !3).is_some() && access.size() <= 4;
        if address < self.sp || !is_followed {
            self.rely();
        }
        let found = self.shadow.load(address, access.size());
        if access.store() {
            return self.note_store(access, &found);
        }
        let is_part = !is_word(access) || self.usage().bits == BitRule::Part;
        let is_loose = found.unknown || found.save;
        if found.unwritten != 0 || found.undefined || is_loose && is_part {
            self.rely();
        }
    }

    /// A store to the stack, where this was found before.
    pub(super) fn note_store(&self, access: &Touch, found: &Found) {
        let is_loose = found.unknown || found.save || found.undefined;
        // Whether a frame was changed is compared by value.
        let is_others = !self.frames.is_empty() && access.address >= self.base();
        let is_new = found.unwritten != 0 || is_loose;
        if is_others && is_new || is_loose && !is_word(access) {
            self.rely();
        }
    }

    /// A load has brought such a value into this register: what it holds then must be known for one.
    pub(super) fn note_restored(&self, reg: Reg) {
        let now = &self.work.now;
        let known = now.unknown | now.undefined | now.entry | now.held;
        if self.loaded.is_loose && !known.contains(reg) {
            self.rely();
        }
    }

    /// A register was given such a value from outside, after a call.
    pub(super) fn note_given(&self, reg: Reg) {
        let now = &self.states.get(self.state).now;
        let expected = now.unknown | now.entry;
        let is_between = self.jump.is_some() || self.frames.is_empty();
        if is_between || reg.bank() != Bank::Hidden && !expected.contains(reg) {
            self.rely();
        }
    }
}

/// Whether an access is to all of a word.
fn is_word(access: &Touch) -> bool {
    access.size() == 4 && access.address.is_multiple_of(4)
}
