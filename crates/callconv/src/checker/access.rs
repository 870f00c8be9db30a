//! Uses of the stack, and what the stack pointer does.

use super::{Checker, NEAR};
use crate::finding::What;
use crate::frame::{Pushed, Save};
use crate::shadow::{Found, Shadow, Stored};
use crate::undefined::{Undefined, bits_of};
use crate::usage::{BitRule, Step};
use machine::isa::{Bank, Reg, RegisterSet};
use machine::observe::Touch;

/// The largest buffer that a call of the environment fills which is followed.
const LARGEST_FILL: u32 = 1 << 16;

/// The stack pointer is outside of the stack, set to an address there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Away {
    /// By this instruction.
    pub(super) pc: u32,
    /// To this address.
    pub(super) from: u32,
    /// It was above that since.
    pub(super) popped: bool,
}

/// A load that matters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastLoad {
    /// Where from, counted from the stack pointer of the entry, if that can matter.
    pub(super) offset: Option<u32>,
    pub(super) bytes: u8,
    /// Which bytes of the word there it brings, if not all.
    pub(super) part: Option<u8>,
    pub(super) unknown: bool,
    /// A value that nobody may rely on, or that the caller left in a saved register.
    pub(super) is_loose: bool,
    /// Whose value of the entry was there, if the same instruction has stored something since.
    pub(super) exchanged: Option<Reg>,
}

impl Checker {
    /// Whether an address is one of the stack.
    pub(super) fn is_stack(&self, address: u32) -> bool {
        address >= self.floor && address < self.top
    }

    /// An access to the stack, or a store.
    pub(super) fn access(&mut self, access: &Touch) {
        let on_stack = self.is_stack(access.address);
        self.note_access(access, on_stack);
        if on_stack {
            let inside = self.frames.is_empty() || access.address < self.base();
            let own = access.address >= self.sp && inside;
            if !own && self.is_misplaced(access) {
                // What it finds there is no second mistake.
                self.shadow.forgive(access.address, access.size());
            }
        } else if self.is_above(access) {
            self.is_misplaced(access);
        }
        match access.store() {
            true => self.store(access, on_stack),
            false => self.load(access, on_stack),
        }
    }

    /// Whether an access by the stack pointer goes to where the stack began or above: the outermost
    /// code has no frame, but what is there is its own.
    fn is_above(&self, access: &Touch) -> bool {
        self.away.is_none() && access.address >= self.top && !self.frames.is_empty()
    }

    /// Reports an access outside of the function's own frame; false if there is nothing to tell.
    fn is_misplaced(&mut self, access: &Touch) -> bool {
        let (address, sp) = (access.address, self.sp);
        // A part of a word that the stack pointer points into is the part above.
        if self.usage().moves_part && sp.wrapping_sub(address) < 4 {
            return false;
        }
        if address < sp {
            self.report(What::BelowStack {
                address,
                sp,
                store: access.store(),
            });
            return true;
        }
        let Some(frame) = self.frames.last() else {
            return false;
        };
        let by_sp = self.usage().base(&self.at.insn) == Some(self.groups.sp);
        let misplaced = by_sp && address >= frame.sp && !self.is_argument(access);
        if misplaced {
            let frame = frame.sp;
            self.report(What::CallersFrame {
                address,
                frame,
                store: access.store(),
            });
        }
        misplaced
    }

    /// Whether the caller may have passed an argument there.
    fn is_argument(&self, access: &Touch) -> bool {
        let Some(frame) = self.frames.last() else {
            return true;
        };
        let abi = self.desc.abi;
        let offset = access.address.wrapping_sub(frame.sp);
        let found = self.shadow.load(access.address, access.size());
        let passed = found.unwritten == 0 && !found.save;
        // How many arguments of a compiled function are in registers depends on their types.
        if !self.has_source && (offset < abi.home_space || passed) {
            return true;
        }
        let contract = &self.options.contract;
        if let Some(count) = contract.args(frame.function) {
            let on_stack = 4 * count.saturating_sub(abi.args.len() as u32);
            let inside = offset < abi.home_space + on_stack && on_stack > 0;
            if !inside || contract.args_are_certain(frame.function) {
                return inside;
            }
        }
        self.work.all_arguments && passed
    }

    /// The register that the present instruction stores.
    pub(super) fn stored(&self) -> Reg {
        match self.kind {
            Step::Store | Step::Exchange => self.usage().stored(&self.at.insn),
            _ => Reg(0),
        }
    }

    fn store(&mut self, access: &Touch, on_stack: bool) {
        let stored = self.stored();
        let (address, bytes) = (access.address, access.size());
        let kernels = self.groups.kernel.contains(stored);
        let own = kernels && self.is_kernel();
        if !own && (!on_stack || kernels) {
            self.follow(RegisterSet::of(&[stored]));
        }
        let undefined = self.stored_undefined(stored, access);
        let now = &self.work.now;
        let unknown = now.unknown.contains(stored) && !kernels;
        let saved = if now.entry.contains(stored) && !unknown {
            Some(stored)
        } else if now.held.contains(stored) {
            let hold = self.work.hold(stored).filter(|hold| !hold.shifted);
            hold.map(|hold| hold.of)
        } else {
            None
        };
        if undefined.is_some() || !on_stack && self.undefined_memory.meets(address, bytes) {
            self.store_undefined(access, undefined.unwrap_or_default(), on_stack);
        }
        let what = Stored {
            save: saved.is_some(),
            unknown,
            undefined: undefined.is_some(),
        };
        if on_stack && unknown && bytes == 4 {
            self.work.push_unknown(Pushed {
                offset: self.offset(address),
                reg: stored,
                pc: self.at.pc,
                last_call: self.work.now.last_call,
            });
        }
        let part = self.word_part(access);
        if on_stack && self.shadow.store(address, bytes, what) {
            // A byte that is stored once more by the other half of the same save stays.
            let again = part.zip(saved).is_some_and(|((base, _), reg)| {
                let offset = self.offset(base);
                self.work.is_saved_at(reg, offset)
            });
            if !again {
                self.overwrite(access);
            }
        }
        match (saved, part) {
            (Some(reg), Some((base, _))) => {
                let byte = address.wrapping_sub(base);
                self.save_byte(reg, base, byte, on_stack);
            }
            (Some(reg), None) => {
                self.save(reg, self.part(stored, address, bytes), on_stack);
            }
            (None, _) => {}
        }
        // A double in two registers is saved with both of them.
        let other = Reg(stored.0 + 1);
        let pairs = self.groups.has_pairs && bytes == 8;
        if pairs && self.work.now.entry.contains(other) {
            self.save(other, self.part(other, address, bytes), on_stack);
        }
    }

    /// If the present instruction moves a part of a word: where that word begins, and which of its
    /// bytes are moved.
    pub(super) fn word_part(&self, access: &Touch) -> Option<(u32, u8)> {
        let usage = self.usage();
        let part = usage.part?;
        // A store has one access for each byte, the first of them at the address.
        if access.store()
            && let Some(base) = self.part_base
        {
            return Some((base, 0));
        }
        let address = match access.store() {
            true => access.address,
            false => {
                let base = self.value_now(usage.base(&self.at.insn)?)?;
                base.wrapping_add(self.at.insn.imm())
            }
        };
        Some(part.of_word(address, self.big_endian))
    }

    /// A byte of the value that a register had on entry is stored: which one of a word that begins
    /// here.
    fn save_byte(&mut self, reg: Reg, base: u32, byte: u32, on_stack: bool) {
        self.part_base.get_or_insert(base);
        let offset = self.offset(base);
        self.work.save_byte(Save {
            reg,
            offset,
            bytes: 4,
            missing: 0b1111 & !(1 << byte),
            pc: self.at.pc,
            elsewhere: !on_stack,
            overwritten: None,
        });
    }

    /// The address and size of the part of an access that a register has: a half, if it is one of
    /// two that hold a double.
    pub(super) fn part(&self, reg: Reg, address: u32, bytes: u8) -> (u32, u8) {
        if !self.groups.has_pairs || bytes != 8 || reg.bank() != Bank::Float {
            return (address, bytes);
        }
        let is_upper = (reg.number() % 2 == 1) != self.big_endian;
        (address.wrapping_add(4 * u32::from(is_upper)), 4)
    }

    /// Bytes are stored, of which some are undefined or were before.
    fn store_undefined(&mut self, access: &Touch, (bytes, origin): (u8, u32), on_stack: bool) {
        let (address, size) = (access.address, access.size());
        // What was undefined in a word of the stack does not count once the shadow says otherwise.
        if on_stack && !self.shadow.load(address, size).undefined {
            for (word, _) in Shadow::pieces(address, size) {
                self.undefined_memory.store(word, 4, 0, 0);
            }
        }
        self.undefined_memory.store(address, size, bytes, origin);
        self.record.refuse();
    }

    /// The value that a register had on entry is stored.
    fn save(&mut self, reg: Reg, (address, bytes): (u32, u8), on_stack: bool) {
        let offset = self.offset(address);
        self.work.save(Save {
            reg,
            offset,
            bytes,
            missing: 0,
            pc: self.at.pc,
            elsewhere: !on_stack,
            overwritten: None,
        });
    }

    /// An address, counted from the stack pointer of the function's entry.
    pub(super) fn offset(&self, address: u32) -> u32 {
        address.wrapping_sub(self.base())
    }

    /// A store hits the place of a saved register, of this function or of one that waits.
    fn overwrite(&mut self, access: &Touch) {
        let offset = self.offset(access.address);
        if self.work.overwrite(offset, access.size(), self.at.pc) {
            return;
        }
        self.overwrite_outer(access);
    }

    /// The same, for the functions that wait.
    fn overwrite_outer(&mut self, access: &Touch) {
        self.record.refuse();
        for index in (0..self.frames.len()).rev() {
            let outer = index.checked_sub(1).map(|outer| self.frames[outer].sp);
            let base = outer.unwrap_or(self.top);
            let mut state = self.states.get(self.frames[index].caller).clone();
            if state.overwrite(access.address.wrapping_sub(base), access.size(), self.at.pc) {
                self.frames[index].caller = self.states.number(&state);
                return;
            }
        }
    }

    fn load(&mut self, access: &Touch, on_stack: bool) {
        let (address, bytes) = (access.address, access.size());
        let found = match on_stack {
            true => self.shadow.load(address, bytes),
            false => Default::default(),
        };
        self.load_undefined(access, &found, on_stack);
        // The part of a register that a smaller load does not bring is known.
        let is_part = found.unknown && bytes < 4 && self.usage().bits != BitRule::Part;
        if is_part {
            self.load_part_of_unknown(bytes);
        }
        // Where no register was saved, it does not matter where that is.
        let saves = &self.work.saves;
        let matters = on_stack || saves.iter().any(|save| save.elsewhere);
        let part = self.word_part(access);
        self.loaded = LastLoad {
            offset: matters.then(|| self.offset(part.map_or(address, |(base, _)| base))),
            bytes,
            part: part.map(|(_, mask)| mask),
            unknown: found.unknown && !is_part,
            is_loose: found.unknown || found.save,
            exchanged: None,
        };
        if self.kind == Step::Exchange {
            // Before the store writes over it.
            let reg = self.first_written();
            self.loaded.exchanged = self.loaded_save(reg);
        }
        if found.unknown || found.save {
            // Whatever register it goes to.
            self.watch_writes = RegisterSet::ALL;
        }
    }

    /// A load brings some bytes of a register that was stored although nobody knows what it holds.
    fn load_part_of_unknown(&mut self, bytes: u8) {
        self.record.refuse();
        let reg = self.first_written();
        let origin = self.origin(self.why_unknown(reg), self.at.pc);
        let others = self.pending.map_or(0, |value| value.bits);
        self.pending = Some(Undefined {
            reg,
            bits: others | ((1 << (8 * bytes)) - 1),
            origin,
        });
    }

    /// A load brings bytes that nothing was stored in, or undefined ones.
    fn load_undefined(&mut self, access: &Touch, found: &Found, on_stack: bool) {
        let (address, size) = (access.address, access.size());
        let known = match on_stack {
            true => found.undefined,
            false => self.undefined_memory.meets(address, size),
        };
        let stored = known.then(|| self.undefined_memory.load(address, size));
        let stored = stored.flatten();
        if known {
            self.record.refuse();
        }
        let (bytes, origin) = if found.unwritten != 0 && address >= self.sp {
            let origin = self.origin(What::Unwritten { address }, self.at.pc);
            (
                found.unwritten | stored.map_or(0, |(bytes, _)| bytes),
                origin,
            )
        } else if let Some(stored) = stored {
            stored
        } else {
            return;
        };
        // A load of a part of a word leaves the other part to another one; a word that was stored
        // undefined as a whole has no defined part.
        let whole = stored.is_some_and(|(bytes, _)| bytes == 0b1111) && found.unwritten == 0;
        if self.usage().bits != BitRule::Part || whole {
            self.pending = Some(Undefined {
                reg: Reg(0),
                bits: bits_of(bytes, size, self.big_endian),
                origin,
            });
        }
    }

    /// The environment has written this memory.
    pub(super) fn fill(&mut self, address: u32, size: u32) {
        let elsewhere = !self.undefined_memory.is_empty();
        if address < self.floor && !elsewhere {
            return;
        }
        for offset in (0..size.min(LARGEST_FILL)).step_by(4) {
            let bytes = (size - offset).min(4) as u8;
            let was = address.wrapping_add(offset);
            if elsewhere {
                self.undefined_memory.store(was, bytes, 0, 0);
            }
            self.shadow.store(was, bytes, Stored::default());
        }
    }

    /// The stack pointer is written.
    pub(super) fn move_stack(&mut self, old: u32, new: u32) {
        let computed = self.reads.contains(self.groups.sp);
        let added = new == old.wrapping_add(self.at.insn.imm());
        if self.frames.is_empty() && computed && !added {
            // The main program has rounded it.
            self.aligned_from = new;
            self.record.refuse();
        }
        let inside = new <= self.top && new >= self.lowest.saturating_sub(Self::GROWTH);
        self.check_way_back(old, new, inside, computed);
        // Its address may take two instructions to set.
        let is_begun = self.frames.is_empty() && self.has_own_stack && self.lowest == self.top;
        if is_begun && !inside {
            self.record.refuse();
            return self.begin_stack(new);
        }
        if !inside && computed && self.away.is_none() {
            let top = self.top;
            self.report(What::OutsideStack { old, new, top });
        }
        if !inside && !computed {
            self.rely();
            self.record.refuse();
            if self.frames.is_empty() {
                self.has_own_stack = true;
                self.begin_stack(new);
            } else {
                let pc = self.at.pc;
                self.away.get_or_insert(Away {
                    pc,
                    from: new,
                    popped: false,
                });
            }
            return;
        }
        if inside && self.away.take().is_some() {
            self.record.refuse();
            return;
        }
        if new < old && inside {
            self.shadow.make_room(old, new);
            self.record.make_room(old, new);
            self.set_lowest(self.lowest.min(new));
        }
    }

    /// The stack has been this deep.
    pub(super) fn set_lowest(&mut self, lowest: u32) {
        self.lowest = lowest;
        self.floor = lowest.saturating_sub(NEAR);
    }

    /// The stack pointer moves within a function. Wherever it was until now, it must have been the
    /// end of a stack: what is below may be overwritten at any time.
    fn check_way_back(&mut self, old: u32, new: u32, inside: bool, computed: bool) {
        let (Some(frame), false) = (self.frames.last(), self.is_kernel()) else {
            return;
        };
        let (entry, pc, top) = (frame.sp, self.at.pc, self.top);
        let Some(away) = &mut self.away else {
            // A function that jumps far need not come back.
            let above = old > entry && old <= top && new <= entry && frame.moved == 0;
            if above {
                self.report(What::AboveEntry { sp: old, entry });
            }
            return;
        };
        // Its address may take two instructions to set.
        let is_set = pc.wrapping_sub(away.pc) > 4;
        if !is_set {
            away.from = away.from.max(new);
        }
        // Nothing is taken from a stack that was put there by nobody.
        away.popped |= computed && new > away.from && !inside;
        let (first, from, popped) = (away.pc, away.from, away.popped);
        if inside && popped || is_set && old < self.memory_from {
            self.report_at(What::NotAStack { sp: from }, first);
        }
    }

    /// The most room that is made at once.
    pub(super) const GROWTH: u32 = 8 << 20;
}
