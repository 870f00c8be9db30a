//! Reads and writes of registers that have a part in the convention.

use super::{Checker, Loaded};
use crate::finding::What;
use crate::frame::Change;
use crate::masks::{Mask, bit, members};
use crate::usage::Step;
use machine::isa::{Class, Reg};

impl Checker {
    /// The present instruction reads these watched registers, or calls the environment.
    #[cold]
    #[inline(never)]
    pub(super) fn read_watched(&mut self, reads: Mask) {
        if self.stopped {
            return;
        }
        let usage = self.usage();
        self.storing = None;
        let address = usage.base(&self.at.insn);
        let mut used = reads;
        match usage.step {
            Step::System => return self.environment_call(),
            Step::Store => {
                // What is stored is looked at when it is known where.
                let stored = reads & !address;
                self.storing = members(stored).next().map(|reg| (self.at.step, reg));
                used = reads & address;
            }
            // A plain copy of a register that is to be restored is a way of saving it.
            Step::MayCopy => used &= !(usage.copied(&self.at.insn) & !self.now.unknown.all()),
            _ => {}
        }
        self.use_registers(used);
    }

    /// The values of these watched registers matter.
    pub(super) fn use_registers(&mut self, used: Mask) {
        let unknown = used & self.now.unknown.all();
        for reg in members(unknown) {
            self.read_unknown(reg);
        }
        let ra = bit(self.masks.ra);
        let callers = used & self.now.entry & !unknown & !ra & !self.now.told;
        for reg in members(callers) {
            self.report(What::CallersValue { reg });
        }
        self.now.told |= callers;
        if unknown | callers != 0 {
            self.watch();
        }
    }

    fn read_unknown(&mut self, reg: Reg) {
        let (unknown, this) = (self.now.unknown, bit(reg));
        self.now.unknown.learn(this);
        let (call, function) = self.now.last_call.unwrap_or_default();
        let what = if unknown.by_call & this != 0 {
            What::AfterCall {
                reg,
                call,
                function,
            }
        } else if unknown.no_result & this != 0 {
            // A function that gives a result on one path may give its argument back on another.
            if self.text.may_write(function, reg) {
                return;
            }
            What::NoResult {
                reg,
                call,
                function,
            }
        } else if unknown.at_entry & this != 0 {
            let argument = self.masks.args & this != 0;
            What::NoArgument { reg, argument }
        } else {
            What::NeverWritten { reg }
        };
        self.report(what);
    }

    fn environment_call(&mut self) {
        let number = self.value(self.calls.number) as u32;
        let effect = (self.calls.effect)(number);
        let reads = effect.reads.iter().fold(0, |set, reg| set | bit(*reg));
        self.use_registers((reads | bit(self.calls.number)) & self.watch_reads);
        let writes = effect.writes.iter().fold(0, |set, reg| set | bit(*reg));
        self.now.unknown.learn(writes);
        self.now.written |= writes;
        if let Some((address, size)) = effect.fills {
            let (address, size) = (self.value(address) as u32, self.value(size) as u32);
            self.fill(address, size);
        }
        self.watch();
    }

    /// The present instruction writes a watched register.
    #[cold]
    #[inline(never)]
    pub(super) fn write_watched(&mut self, reg: Reg, old: u64, new: u64) {
        let step = self.at.step;
        let loaded = self.loaded.take().filter(|loaded| loaded.step == step);
        if reg == self.masks.sp {
            return self.move_stack(old as u32, new as u32);
        }
        let this = bit(reg);
        if this & (self.masks.reserved | self.masks.assembler) != 0 {
            self.write_reserved(reg);
        }
        let usage = self.usage();
        let plain = this & (self.now.unknown.all() | self.now.entry | self.now.held) == 0;
        if plain && loaded.is_none() && !matches!(usage.step, Step::Load | Step::MayCopy) {
            return;
        }
        self.now.unknown.learn(this);
        if loaded.is_some_and(|loaded| loaded.unknown) {
            self.now.unknown.by_call |= this;
        }
        let copied = match usage.step {
            Step::Load => loaded.and_then(|loaded| self.loaded_save(loaded, new)),
            _ => self.copied_entry(reg, new),
        };
        let home = this & (self.masks.saved | bit(self.masks.ra)) != 0;
        if copied == Some(reg) && home {
            self.now.entry |= this;
            self.now.held &= !this;
        } else {
            self.lose_entry(reg, old, loaded);
            match copied.filter(|_| !self.frames.is_empty()) {
                Some(of) => {
                    self.now.held |= this;
                    self.holds[usize::from(reg.0) & 63] = of.0;
                }
                None => self.now.held &= !this,
            }
        }
        self.watch();
    }

    /// Whose entry value a copy instruction has just put into `reg`.
    fn copied_entry(&self, reg: Reg, new: u64) -> Option<Reg> {
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

    /// Whose entry value a load has just brought back.
    fn loaded_save(&self, loaded: Loaded, new: u64) -> Option<Reg> {
        let frame = self.frames.last()?;
        let saves = self.saves[frame.saves..].iter().rev();
        let mut here = saves.filter(|save| save.address == loaded.address);
        let save = here.next()?;
        let whole = save.bytes >= 4 && loaded.bytes >= 4;
        (whole && self.entry_value(save.reg) == new).then_some(save.reg)
    }

    /// The value that a register had when the present function was entered.
    fn entry_value(&self, reg: Reg) -> u64 {
        let first = self.frames.last().map_or(0, |frame| frame.changes);
        let mut changes = self.changes[first..].iter();
        let change = changes.find(|change| change.reg == reg);
        change.map_or(self.value(reg), |change| change.old)
    }

    /// A register gets another value than the one of the entry.
    fn lose_entry(&mut self, reg: Reg, old: u64, loaded: Option<Loaded>) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let (this, pc) = (bit(reg), self.at.pc);
        if self.now.entry & this != 0 {
            self.now.entry &= !this;
            let usage = self.usages.get(usize::from(self.at.row));
            let reads = usage.map_or(0, |usage| usage.reads(&self.at.insn));
            self.changes.push(Change {
                reg,
                old,
                pc,
                derived: reads & this != 0,
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
        if let Some(loaded) = loaded {
            let mut changes = self.changes[frame.changes..].iter_mut();
            if let Some(change) = changes.find(|change| change.reg == reg) {
                change.load = Some((pc, loaded.address, loaded.bytes));
            }
        }
    }

    fn write_reserved(&mut self, reg: Reg) {
        let by_hand = self.masks.assembler & bit(reg) == 0 || self.by_hand.contains(&self.at.pc);
        // The code that starts a compiled program sets the registers that never change.
        let starting = self.frames.is_empty() && !self.has_source;
        if by_hand && !starting && !self.stopped {
            self.report(What::Reserved { reg });
        }
    }
}
