//! Reads and writes of registers that have a part in the convention.

use super::Checker;
use crate::finding::What;
use crate::frame::{Change, Save};
use crate::masks::{Mask, bit, members};
use crate::usage::Step;
use machine::isa::{Bank, Class, Reg};

/// Where the code of the kernel begins.
const KERNEL: u32 = 0x8000_0000;

impl Checker {
    /// The present instruction reads these watched registers, or calls the environment.
    #[inline(never)]
    pub(super) fn read_watched(&mut self, watched: Mask) {
        if self.stopped {
            return;
        }
        match self.kind {
            Step::System => self.environment_call(),
            // A plain copy of a register that is to be restored is a way of saving it.
            Step::MayCopy if watched & self.now.unknown == 0 => {
                let copied = self.usage().copied(&self.at.insn);
                self.use_registers(watched & !copied);
            }
            _ => self.use_registers(watched),
        }
    }

    /// The values of these watched registers matter.
    pub(super) fn use_registers(&mut self, used: Mask) {
        // A handler of exceptions works on registers of the program that it interrupts.
        if self.at.pc >= KERNEL {
            return;
        }
        let unknown = used & self.now.unknown;
        for reg in members(unknown) {
            self.read_unknown(reg);
        }
        self.now.unknown &= !unknown;
        let ra = bit(self.masks.ra);
        let callers = used & self.now.entry & !unknown & !ra & !self.now.told;
        for reg in members(callers) {
            self.report(What::CallersValue { reg });
        }
        if callers != 0 {
            self.now.told |= callers;
            self.watch();
        }
    }

    /// Tells why nobody knows what is read here.
    fn read_unknown(&mut self, reg: Reg) {
        let this = bit(reg);
        let (call, function) = self.now.last_call;
        let called = (call, function) != (0, 0) && this & self.masks.temporaries != 0;
        let what = if called && this & self.results_of(function) != 0 {
            What::NoResult {
                reg,
                call,
                function,
            }
        } else if called {
            What::AfterCall {
                reg,
                call,
                function,
            }
        } else if self.frames.is_empty() {
            What::NeverWritten { reg }
        } else {
            let argument = self.masks.args & this != 0;
            What::NoArgument { reg, argument }
        };
        self.told_at = Some(self.at.step);
        self.report(what);
    }

    fn environment_call(&mut self) {
        let number = self.value(self.calls.number) as u32;
        let effect = (self.calls.effect)(number);
        let reads = effect.reads.iter().fold(0, |set, reg| set | bit(*reg));
        let watched = self.now.unknown | self.watch_reads;
        self.use_registers((reads | bit(self.calls.number)) & watched);
        let writes = effect.writes.iter().fold(0, |set, reg| set | bit(*reg));
        self.now.unknown &= !writes;
        self.now.written |= writes;
        if let Some((address, size)) = effect.fills {
            let (address, size) = (self.value(address) as u32, self.value(size) as u32);
            self.fill(address, size);
        }
    }

    /// The present instruction writes a watched register, or may copy one.
    #[inline(never)]
    pub(super) fn write_watched(&mut self, reg: Reg, old: u64, new: u64) {
        if reg == self.masks.sp {
            return self.move_stack(old as u32, new as u32);
        }
        let this = bit(reg);
        if this & (self.masks.reserved | self.masks.assembler) != 0 {
            self.write_reserved(reg);
        }
        let copied = match self.kind {
            Step::Load => self.loaded_save(reg, new),
            Step::MayCopy => self.copied_entry(reg, new),
            _ => None,
        };
        if self.kind == Step::Load && self.loaded.unknown {
            self.now.unknown |= this;
        }
        let home = this & (self.masks.saved | bit(self.masks.ra)) != 0;
        if copied == Some(reg) && home {
            self.now.entry |= this;
            self.now.held &= !this;
        } else {
            self.lose_entry(reg, old);
            match copied.filter(|_| !self.frames.is_empty()) {
                Some(of) => {
                    self.now.held |= this;
                    self.holds[usize::from(reg.0) & 63] = of.0;
                    self.copied_at[usize::from(reg.0) & 63] = self.at.pc;
                }
                None => self.now.held &= !this,
            }
        }
        self.watch();
    }

    /// Whose entry value a copy instruction has just put into `reg`.
    fn copied_entry(&self, reg: Reg, new: u64) -> Option<Reg> {
        if self.reads & (self.now.entry | self.now.held) == 0 {
            return None;
        }
        let source = self.usage().copied(&self.at.insn);
        let from = members(source & !bit(reg)).next()?;
        if self.value(from) != new {
            return None;
        }
        if self.now.entry & source != 0 {
            Some(from)
        } else if self.now.held & source != 0 {
            Some(Reg(self.holds[usize::from(from.0) & 63]))
        } else {
            None
        }
    }

    /// Whose entry value a load has just brought back into `reg`.
    fn loaded_save(&self, reg: Reg, new: u64) -> Option<Reg> {
        let frame = self.frames.last()?;
        let here = |save: &&Save| save.address == self.loaded.address;
        let saves = || self.saves[frame.saves..].iter().rev().filter(here);
        let own = saves().find(|save| save.reg == reg);
        let save = own.or_else(|| saves().next())?;
        let whole = save.bytes >= 4 && self.loaded.bytes >= 4;
        // Above a single, a register for doubles may hold anything.
        let single = self.masks.has_pairs || self.loaded.bytes == 4;
        let same = match single && reg.bank() == Bank::Float {
            true => save.value as u32 == new as u32,
            false => save.value == new,
        };
        (whole && same).then_some(save.reg)
    }

    /// A register gets another value than the one of the entry.
    fn lose_entry(&mut self, reg: Reg, old: u64) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let (this, pc) = (bit(reg), self.at.pc);
        if self.now.entry & this != 0 {
            self.now.entry &= !this;
            self.changes.push(Change {
                reg,
                old,
                pc,
                derived: self.reads & this != 0,
                excused: false,
                load: None,
            });
            let row = self.desc.rows.get(usize::from(self.at.row));
            let jumps = row.is_some_and(|row| !matches!(row.class, Class::Load | Class::Alu));
            if reg == self.masks.ra && jumps && frame.lost_at.is_none() {
                let saved = self.saves[frame.saves..].iter().any(|s| s.reg == reg);
                let held = members(self.now.held)
                    .any(|holder| self.holds[usize::from(holder.0) & 63] == reg.0);
                if !saved && !held {
                    frame.lost_at = Some(pc);
                }
            }
        }
        let told = self.told_at == Some(self.at.step);
        if self.kind == Step::Load || told {
            let mut changes = self.changes[frame.changes..].iter_mut();
            if let Some(change) = changes.find(|change| change.reg == reg) {
                change.excused = told;
                if self.kind == Step::Load {
                    change.load = Some((pc, self.loaded.address, self.loaded.bytes));
                }
            }
        }
    }

    fn write_reserved(&mut self, reg: Reg) {
        let by_hand = self.masks.assembler & bit(reg) == 0 || self.by_hand.contains(&self.at.pc);
        // The code that starts a compiled program sets the registers that never change.
        let starting = self.frames.is_empty() && !self.has_source;
        if by_hand && !starting && !self.stopped && self.at.pc < KERNEL {
            self.report(What::Reserved { reg });
        }
    }
}
