//! Reads and writes of registers that have a part in the convention.

use super::Checker;
use super::access::LastLoad;
use super::spread::all_bits;
use crate::finding::What;
use crate::frame::{Change, Derived, Hold, LoadFrom, Save};
use crate::undefined::Undefined;
use crate::usage::{BitRule, Step};
use machine::isa::{Bank, Class, Reg, RegisterSet};
use machine::observe::Transfer;

/// Where the code of the kernel begins.
const KERNEL: u32 = 0x8000_0000;

impl Checker {
    /// The present instruction reads these watched registers, or calls the environment.
    pub(super) fn read_watched(&mut self, watched: RegisterSet) {
        match self.kind {
            Step::System => self.environment_call(),
            // What is computed from a value that nobody may rely on harms nobody yet, and a plain
            // copy of a register that is to be restored is a way of saving it.
            Step::Compute | Step::MayCopy => {
                let copied = match self.kind {
                    Step::MayCopy => self.copied(),
                    _ => None,
                };
                let copied: RegisterSet = copied.into_iter().collect();
                let callers = self.callers(watched) - copied;
                let now = &self.work.now;
                let lazy = watched & (now.unknown | now.given_back | now.undefined) | callers;
                if !lazy.is_empty() && !self.is_kernel() {
                    self.spread(lazy, callers);
                }
            }
            _ => self.use_registers(watched),
        }
    }

    /// Whether the present instruction is one of a handler of exceptions. The program may call the
    /// code of its kernel, too; then that is like any other.
    pub(super) fn is_kernel(&self) -> bool {
        self.is_handler(self.at.pc) && !self.work.entered_kernel
    }

    /// Whether an instruction belongs to a kernel, or to a handler of exceptions among other code.
    pub(super) fn is_handler(&self, pc: u32) -> bool {
        let inside = |(first, last): &(u32, u32)| *first <= pc && pc <= *last;
        pc >= KERNEL || self.handlers.iter().any(inside)
    }

    /// Control goes from one place to another, other than by an exception.
    pub(super) fn note_kernel(&mut self, transfer: &Transfer) {
        let (from, to) = (self.is_handler(transfer.from), self.is_handler(transfer.to));
        let now = &mut self.work.entered_kernel;
        *now = to && (*now || !from);
    }

    /// The values of these watched registers matter.
    pub(super) fn use_registers(&mut self, used: RegisterSet) {
        // A handler of exceptions works on registers of the program that it interrupts.
        if self.is_kernel() {
            return;
        }
        self.follow(used);
        for value in self.work.undefined.clone() {
            let matters = used.contains(value.reg)
                && self.work.now.undefined.contains(value.reg)
                && (self.kind != Step::Decide || self.depends_on(&value));
            if matters {
                self.report_origin(value.origin);
            }
        }
        for reg in self.callers(used).iter() {
            let origin = self.callers_origin(reg, self.at.pc);
            self.report_origin(origin);
        }
    }

    /// Those of some registers that hold what the caller left in a saved one.
    fn callers(&self, registers: RegisterSet) -> RegisterSet {
        let now = &self.work.now;
        let watched = registers & ((now.entry | now.held) - now.undefined - now.unknown);
        let is_callers = |reg: &Reg| {
            let of = self.entry_of(*reg);
            self.groups.saved.contains(of) && !now.told.contains(of)
        };
        watched.iter().filter(is_callers).collect()
    }

    /// Whose value of the entry a register holds that holds one.
    fn entry_of(&self, reg: Reg) -> Reg {
        match self.work.hold(reg) {
            Some(hold) if !self.work.now.entry.contains(reg) => hold.of,
            _ => reg,
        }
    }

    /// Where the value of the caller that a register holds was read first: here, if it was not.
    pub(super) fn callers_origin(&mut self, reg: Reg, pc: u32) -> u32 {
        let of = self.entry_of(reg);
        let known = self.work.first_reads.iter().find(|(read, _)| *read == of);
        if let Some(&(_, origin)) = known {
            return origin;
        }
        let origin = self.origin(What::CallersValue { reg: of }, pc);
        self.work.first_reads.push((of, origin));
        self.work.first_reads.sort_unstable_by_key(|(reg, _)| *reg);
        origin
    }

    /// Values of the caller's saved registers are handed on in some of these registers.
    pub(super) fn hand_on(&mut self, registers: RegisterSet) {
        for hold in self.work.holds.clone() {
            let reg = hold.holder;
            if registers.contains(reg) && self.callers(RegisterSet::of(&[reg])).contains(reg) {
                let origin = self.callers_origin(reg, hold.pc);
                let bits = all_bits(reg);
                self.work.define(reg, Some(Undefined { reg, bits, origin }));
            }
        }
    }

    /// Why nobody knows what is read here.
    pub(super) fn why_unknown(&self, reg: Reg) -> What {
        self.why_unknown_after(reg, self.work.now.last_call)
    }

    /// The same, where this call was the last one.
    fn why_unknown_after(&self, reg: Reg, (call, function): (u32, u32)) -> What {
        if self.groups.kernel.contains(reg) {
            return What::KernelsValue { reg };
        }
        let called = (call, function) != (0, 0) && self.groups.temporaries.contains(reg);
        if called && self.results_of(function).contains(reg) {
            What::NoResult {
                reg,
                call,
                function,
                given_back: self.work.now.given_back.contains(reg),
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
        }
    }

    fn environment_call(&mut self) {
        let number = self.value(self.calls.number) as u32;
        let reads = self.calls.reads(number).chain([self.calls.number]);
        let reads: RegisterSet = reads.collect();
        let now = &self.work.now;
        let watched = now.unknown | now.given_back | now.undefined | self.watch_reads;
        self.use_registers(reads & watched);
        let writes: RegisterSet = self.calls.writes(number).collect();
        self.note_answers(writes);
        self.work.now.unknown -= writes;
        self.work.now.given_back -= writes;
        self.work
            .keep_undefined(|value| !writes.contains(value.reg));
        self.work.now.written |= writes & self.followed_writes();
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
            Step::Exchange => self.loaded.exchanged,
            Step::MayCopy => self.copied_entry(reg),
            _ => None,
        };
        if matches!(self.kind, Step::Load | Step::Exchange) && self.loaded.unknown {
            self.load_unknown(reg);
        }
        let shifted = self.shifted_entry(reg);
        if reg == self.groups.ra {
            self.set_link(copied.is_some());
        }
        let this = RegisterSet::of(&[reg]);
        let home = self.groups.saved.contains(reg) || reg == self.groups.ra;
        if copied == Some(reg) && home {
            self.work.now.entry |= this;
            self.work.release(this);
        } else {
            self.lose_entry(reg);
            // What the kernel may change is no place to keep anything, but for itself.
            let keeps = !self.groups.kernel.contains(reg) || self.is_kernel();
            match copied.filter(|_| !self.frames.is_empty() && keeps) {
                Some(of) => self.hold(reg, of, false),
                None if shifted => self.hold(reg, self.groups.ra, true),
                None => self.work.release(this),
            }
        }
        self.note_restored(reg);
        self.watch();
    }

    /// A load brings a value into a register that was stored although nobody knows it. If another
    /// register held it, that is the one to talk about.
    fn load_unknown(&mut self, reg: Reg) {
        let offset = self.loaded.offset;
        let pushed = self.work.pushed.iter().rev();
        let pushed = { pushed }.find(|pushed| Some(pushed.offset) == offset);
        match pushed.copied().filter(|pushed| pushed.reg != reg) {
            Some(pushed) => {
                let what = self.why_unknown_after(pushed.reg, pushed.last_call);
                let origin = self.origin(what, pushed.pc);
                let bits = all_bits(reg);
                self.work.define(reg, Some(Undefined { reg, bits, origin }));
            }
            None => {
                self.work.now.unknown.insert(reg);
            }
        }
    }

    /// The register of return addresses is written. An address that the function has computed may be
    /// where a jump is to return to, if nothing else is written there in the rest of the run.
    fn set_link(&mut self, restored: bool) {
        let ra = self.groups.ra;
        let row = self.desc.rows.get(usize::from(self.at.row));
        let computes = row.is_some_and(|row| row.class == Class::Alu);
        (self.work.link, self.work.has_jumped) = (None, false);
        if computes && !restored && !self.later.contains(ra) {
            self.work.link = Some(self.value(ra) as u32);
            self.record.refuse();
        }
    }

    fn hold(&mut self, holder: Reg, of: Reg, shifted: bool) {
        let pc = self.at.pc;
        self.work.keep_in(Hold {
            holder,
            of,
            pc,
            shifted,
        });
    }

    /// Whether what the present instruction writes is the return address with something added: to
    /// jump there is a return to another place.
    fn shifted_entry(&self, reg: Reg) -> bool {
        let ra = self.groups.ra;
        let has = self.work.now.entry.contains(ra) && self.reads.contains(ra)
            || self
                .work
                .holds
                .iter()
                .any(|hold| hold.of == ra && self.reads.contains(hold.holder));
        has && reg != ra && self.usage().bits == BitRule::Sum && !self.frames.is_empty()
    }

    /// Whose entry value a copy instruction has just put into `reg`.
    fn copied_entry(&self, reg: Reg) -> Option<Reg> {
        let from = self.copied().filter(|from| *from != reg);
        let mut from = from.filter(|_| self.copies())?;
        // The second half of a double comes from the second half.
        if self.groups.has_pairs && reg.bank() == Bank::Float && reg.0 != self.first_written().0 {
            from = Reg(from.0 + 1);
        }
        if self.work.now.entry.contains(from) {
            return Some(from);
        }
        let hold = self.work.hold(from).filter(|hold| !hold.shifted);
        hold.map(|hold| hold.of)
    }

    /// The register that the present instruction names as its result.
    pub(super) fn first_written(&self) -> Reg {
        let mut written = self.usage().writes(&self.at.insn).iter();
        written.next().unwrap_or(Reg(0))
    }

    /// Whose entry value a load has just brought back into `reg`.
    pub(super) fn loaded_save(&mut self, reg: Reg) -> Option<Reg> {
        let (offset, bytes) = self.loaded_part(reg);
        let here = |save: &&Save| Some(save.offset) == offset;
        let saves = || self.work.saves.iter().rev().filter(here);
        let own = saves().find(|save| save.reg == reg);
        let save = *own.or_else(|| saves().next())?;
        let width = self.width(save.reg);
        let is_whole = match self.loaded.part {
            Some(part) => part | self.work.loaded_before(reg, save.offset) == 0b1111,
            None => bytes >= width,
        };
        if save.kept() < width || !is_whole || save.overwritten.is_some() {
            return None;
        }
        // What is written once more in this run, nobody has seen.
        if self.later.contains(reg) {
            return Some(save.reg);
        }
        let (old, new) = (self.kept_value(save.reg), self.value(reg));
        // Without doubles, only the lower half of a register means something.
        let single = !self.has_doubles();
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

    /// Where the present load found what goes to a register, and how many bytes.
    fn loaded_part(&self, reg: Reg) -> (Option<u32>, u8) {
        let LastLoad { offset, bytes, .. } = self.loaded;
        let part = self.part(reg, offset.unwrap_or_default(), bytes);
        (offset.map(|_| part.0), part.1)
    }

    /// How many bytes it takes to save a register.
    pub(super) fn width(&self, reg: Reg) -> u8 {
        match reg.bank() {
            Bank::Float if self.has_doubles() => 8,
            _ => 4,
        }
    }

    /// Whether a floating-point register holds a double.
    fn has_doubles(&self) -> bool {
        let found = || !self.groups.has_pairs && self.text.has_doubles();
        *self.has_doubles.get_or_init(found)
    }

    /// How the value that a register gets comes from the one that it had.
    fn derived(&self, reg: Reg) -> Derived {
        // A number from elsewhere is added, or combined: to undo it gives the old value back.
        let (insn, usage) = (&self.at.insn, self.usage());
        let is_second = !usage.has_number() && insn.rs2 == reg.0;
        let once = self.reads.contains(reg) && !(is_second && insn.rs1 == reg.0);
        match usage.bits {
            BitRule::Sum if once && is_second && usage.is_difference() => Derived::Negated,
            BitRule::Sum if once => Derived::Sum,
            BitRule::Xor if once => Derived::Xor,
            // All bits are turned round.
            _ if once && usage.inverts(insn) => Derived::Xor,
            _ => Derived::No,
        }
    }

    /// A register gets another value than the one of the entry.
    fn lose_entry(&mut self, reg: Reg) {
        if self.frames.is_empty() {
            return;
        }
        let (pc, derived) = (self.at.pc, self.derived(reg));
        let is_new = self.work.now.entry.contains(reg);
        if is_new {
            self.work.now.entry.remove(reg);
            self.work.change(Change {
                reg,
                pc,
                derived,
                load: None,
                part: None,
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
        let (offset, bytes) = self.loaded_part(reg);
        let loads = matches!(self.kind, Step::Load | Step::Exchange);
        let load = loads.then_some(LoadFrom { pc, offset, bytes });
        let part = self.loaded.part.zip(offset);
        let part = part.map(|(part, base)| (base, part | self.work.loaded_before(reg, base)));
        let mut changes = self.work.changes.iter_mut();
        if let Some(change) = changes.find(|change| change.reg == reg) {
            change.load = load.or(change.load);
            change.part = part;
            if !is_new {
                change.derived = change.derived.then(derived);
            }
        }
    }

    fn write_reserved(&mut self, reg: Reg) {
        let by_hand = !self.groups.assembler.contains(reg) || self.by_hand.contains(&self.at.pc);
        // The code that starts a compiled program sets the registers that never change.
        let starting = self.frames.is_empty() && !self.has_source;
        // In position-independent code, a compiler sets it up in every function.
        let compiled = reg == self.desc.abi.gp && !self.has_source;
        if by_hand && !starting && !compiled && !self.is_kernel() {
            let fixed = RegisterSet::of(self.desc.abi.fixed);
            let harms = fixed.contains(reg) && !self.frames.is_empty();
            self.report(What::Reserved { reg, harms });
        }
    }
}
