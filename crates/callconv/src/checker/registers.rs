//! Reads and writes of registers that have a part in the convention.

use super::Checker;
use crate::finding::What;
use crate::frame::{Change, Hold, LoadFrom, Save};
use crate::usage::Step;
use machine::isa::{Bank, Class, Reg, RegisterSet};

/// Where the code of the kernel begins.
const KERNEL: u32 = 0x8000_0000;

impl Checker {
    /// The present instruction reads these watched registers, or calls the environment.
    pub(super) fn read_watched(&mut self, watched: RegisterSet) {
        match self.kind {
            Step::System => self.environment_call(),
            // A plain copy of a register that is to be restored is a way of saving it.
            Step::MayCopy if !watched.meets(self.work.now.unknown) => {
                let copied = self.usage().copied(&self.at.insn);
                self.use_registers(watched - copied.into_iter().collect());
            }
            _ => self.use_registers(watched),
        }
    }

    /// The values of these watched registers matter.
    pub(super) fn use_registers(&mut self, used: RegisterSet) {
        // A handler of exceptions works on registers of the program that it interrupts.
        if self.at.pc >= KERNEL {
            return;
        }
        let unknown = used & self.work.now.unknown;
        for reg in unknown.iter() {
            self.read_unknown(reg);
        }
        self.work.now.unknown -= unknown;
        let mut callers = (used & self.work.now.entry) - unknown - self.work.now.told;
        callers.remove(self.groups.ra);
        for reg in callers.iter() {
            self.report(What::CallersValue { reg });
        }
        if !callers.is_empty() {
            self.work.now.told |= callers;
            self.watch();
        }
    }

    /// Tells why nobody knows what is read here.
    fn read_unknown(&mut self, reg: Reg) {
        let (call, function) = self.work.now.last_call;
        let called = (call, function) != (0, 0) && self.groups.temporaries.contains(reg);
        let what = if called && self.results_of(function).contains(reg) {
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
            let argument = self.groups.args.contains(reg);
            What::NoArgument { reg, argument }
        };
        self.told_at = Some(self.at.step);
        self.report(what);
    }

    fn environment_call(&mut self) {
        let number = self.value(self.calls.number) as u32;
        let reads = self.calls.reads(number).chain([self.calls.number]);
        let reads: RegisterSet = reads.collect();
        self.use_registers(reads & (self.work.now.unknown | self.watch_reads));
        let writes: RegisterSet = self.calls.writes(number).collect();
        self.work.now.unknown -= writes;
        self.work.now.written |= writes & self.groups.results;
        let fills = self.calls.fills(number);
        if !writes.is_empty() || fills.is_some() {
            self.record.refuse();
        }
        if let Some((address, size)) = fills {
            let (address, size) = (self.value(address) as u32, self.value(size) as u32);
            self.fill(address, size);
        }
    }

    /// The present instruction writes a watched register, or may copy one.
    pub(super) fn write_watched(&mut self, reg: Reg) {
        if (self.groups.reserved | self.groups.assembler).contains(reg) {
            self.write_reserved(reg);
        }
        let copied = match self.kind {
            Step::Load => self.loaded_save(reg),
            Step::MayCopy => self.copied_entry(reg),
            _ => None,
        };
        if self.kind == Step::Load && self.loaded.unknown {
            self.work.now.unknown.insert(reg);
        }
        let this = RegisterSet::of(&[reg]);
        let home = self.groups.saved.contains(reg) || reg == self.groups.ra;
        if copied == Some(reg) && home {
            self.work.now.entry |= this;
            self.work.release(this);
        } else {
            self.lose_entry(reg);
            match copied.filter(|_| !self.frames.is_empty()) {
                Some(of) => {
                    let (holder, pc) = (reg, self.at.pc);
                    self.work.keep_in(Hold { holder, of, pc });
                }
                None => self.work.release(this),
            }
        }
        self.watch();
    }

    /// Whose entry value a copy instruction has just put into `reg`.
    fn copied_entry(&self, reg: Reg) -> Option<Reg> {
        let usage = self.usage();
        let from = usage.copied(&self.at.insn).filter(|from| *from != reg);
        let from = from.filter(|_| usage.copies())?;
        if self.work.now.entry.contains(from) {
            return Some(from);
        }
        self.work.hold(from).map(|hold| hold.of)
    }

    /// Whose entry value a load has just brought back into `reg`.
    fn loaded_save(&mut self, reg: Reg) -> Option<Reg> {
        let here = |save: &&Save| Some(save.offset) == self.loaded.offset;
        let saves = || self.work.saves.iter().rev().filter(here);
        let own = saves().find(|save| save.reg == reg);
        let save = *own.or_else(|| saves().next())?;
        if save.bytes < 4 || self.loaded.bytes < 4 {
            return None;
        }
        // What is written once more in this run, nobody has seen.
        if self.later.contains(reg) {
            return save.overwritten.is_none().then_some(save.reg);
        }
        let (old, new) = (self.kept_value(save.reg), self.value(reg));
        // Above a single, a register for doubles may hold anything.
        let single = self.groups.has_pairs || self.loaded.bytes == 4;
        let same = match single && reg.bank() == Bank::Float {
            true => old as u32 == new as u32,
            false => old == new,
        };
        self.record.compare(reg, save.reg, old == new);
        if same != (old == new) {
            self.record.refuse();
        }
        same.then_some(save.reg)
    }

    /// A register gets another value than the one of the entry.
    fn lose_entry(&mut self, reg: Reg) {
        if self.frames.is_empty() {
            return;
        }
        let pc = self.at.pc;
        if self.work.now.entry.contains(reg) {
            self.work.now.entry.remove(reg);
            self.work.change(Change {
                reg,
                pc,
                derived: self.reads.contains(reg),
                excused: false,
                load: None,
            });
            let row = self.desc.rows.get(usize::from(self.at.row));
            let jumps = row.is_some_and(|row| !matches!(row.class, Class::Load | Class::Alu));
            if reg == self.groups.ra && jumps && self.work.lost_at.is_none() {
                let saved = self.work.saves.iter().any(|save| save.reg == reg);
                let held = self.work.holds.iter().any(|hold| hold.of == reg);
                if !saved && !held {
                    self.work.lost_at = Some(pc);
                }
            }
        }
        let told = self.told_at == Some(self.at.step);
        let load = (self.kind == Step::Load).then_some(LoadFrom {
            pc,
            offset: self.loaded.offset,
            bytes: self.loaded.bytes,
        });
        if load.is_some() || told {
            let mut changes = self.work.changes.iter_mut();
            if let Some(change) = changes.find(|change| change.reg == reg) {
                change.excused = told;
                change.load = load.or(change.load);
            }
        }
    }

    fn write_reserved(&mut self, reg: Reg) {
        let by_hand = !self.groups.assembler.contains(reg) || self.by_hand.contains(&self.at.pc);
        // The code that starts a compiled program sets the registers that never change.
        let starting = self.frames.is_empty() && !self.has_source;
        if by_hand && !starting && self.at.pc < KERNEL {
            self.report(What::Reserved { reg });
        }
    }
}
