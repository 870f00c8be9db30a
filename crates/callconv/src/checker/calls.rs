//! Calls and returns: what a function may expect, and what it must have kept.

use super::effects::{Call, Exit};
use super::{CallEvent, Checker, DEEPEST};
use crate::finding::{RestoreFault, What};
use crate::frame::{Change, Derived, Frame, Knowledge, State};
use machine::isa::{Bank, Insn, Reg, RegisterSet};
use machine::observe::{Transfer, TransferKind};

/// How far up a return is looked for.
const REACH: usize = 64;

impl Checker {
    /// A function is called.
    pub(super) fn enter(&mut self, call: &Transfer, insn: &Insn) -> Option<Exit> {
        // A jump that names no register keeps the return address in the usual one.
        let link = match insn.rd {
            Insn::SINK => self.groups.ra,
            number => Reg(number & 31),
        };
        // A call of the next instruction only asks where that is.
        let asks = self.value(link) as u32 == call.to;
        if link != self.groups.ra || asks {
            // Code with a convention of its own, such as a compiler's for saving registers: what it
            // does, the function that calls it does.
            self.settle();
            return Some(Exit::Jump { to: call.to });
        }
        if self.frames.len() >= DEEPEST {
            let calls = self.frames.len() as u32;
            self.report(What::TooDeep { calls });
            self.stop();
            return None;
        }
        let sp = self.sp;
        let alignment = self.desc.abi.stack_alignment;
        // Simulators do not begin with an aligned stack: what functions take from it counts.
        let depth = self.aligned_from.wrapping_sub(sp);
        if self.options.alignment {
            self.record.refuse();
            if !depth.is_multiple_of(alignment) {
                self.report(What::Misaligned { depth, alignment });
            }
        }
        self.hand_on(self.groups.args);
        let unknown = self.work.now.unknown;
        let mut undefined = self.work.undefined.clone();
        undefined.retain(|value| self.groups.args.contains(value.reg));
        let waiting = self.settle();
        let hash = Frame::hash_of(waiting, call.from);
        let return_to = self.value(link) as u32;
        self.memo.note_return_place(return_to);
        self.push_frame(Frame {
            call: call.from,
            function: call.to,
            return_to,
            sp,
            moved: 0,
            caller: waiting,
            hash,
            kept: std::array::from_fn(|number| self.values[number] as u32),
        });
        self.work = State {
            now: self.on_entry(call.to, unknown),
            function: call.to,
            entered_kernel: self.work.entered_kernel,
            all_arguments: self.may_have_more(unknown),
            ..State::default()
        };
        self.note_kernel(call);
        for value in undefined {
            self.work.define(value.reg, Some(value));
        }
        self.event = Some(CallEvent::Entered);
        self.settle();
        Some(Exit::Call(Call {
            from: call.from,
            link: link.0,
            waiting,
            hash,
        }))
    }

    /// Whether a caller to whom these registers are unknown may pass arguments on the stack: no
    /// argument register is left. There may be holes before the last one, for a double, and where
    /// doubles take two registers, two of them leave none.
    fn may_have_more(&self, unknown: RegisterSet) -> bool {
        let last = self.desc.abi.args.last();
        let floats = self.groups.args - RegisterSet::of(self.desc.abi.args);
        last.is_some_and(|last| !unknown.contains(*last))
            || self.groups.has_pairs && !unknown.meets(floats)
    }

    /// What a function knows when it begins.
    fn on_entry(&self, function: u32, unknown: RegisterSet) -> Knowledge {
        let passed = match self.options.contract.args(function) {
            Some(count) => {
                let args = self.desc.abi.args;
                let floats = self.groups.args - RegisterSet::of(args);
                RegisterSet::of(&args[..args.len().min(count as usize)]) | floats
            }
            // Functions of one compiled file may have conventions of their own.
            None if !self.has_source => self.groups.temporaries,
            None => self.groups.args,
        };
        Knowledge {
            entry: self.groups.saved | RegisterSet::of(&[self.groups.ra]),
            unknown: (self.groups.temporaries - (passed - unknown)) | self.groups.kernel,
            ..Knowledge::default()
        }
    }

    /// An indirect jump, or one that looks like a return.
    pub(super) fn leave(&mut self, jump: &Transfer, insn: &Insn) -> Option<Exit> {
        let to = jump.to;
        let Some(top) = self.frames.last() else {
            self.settle();
            // Without a frame there is nothing to return to.
            return Some(Exit::Jump { to });
        };
        if top.return_to == to {
            if let Some(away) = self.away.filter(|_| top.sp != self.sp) {
                self.switch(away.pc);
                return None;
            }
            self.check_return(jump.from, insn);
            self.check_results();
            self.settle();
            self.back(self.frames.len() - 1, true);
            return Some(Exit::Return);
        }
        let near = self.frames.len().saturating_sub(REACH);
        let sp = self.sp;
        let outer = self.frames[near..]
            .iter()
            .rposition(|frame| frame.return_to == to && frame.sp <= sp);
        if let Some(outer) = outer {
            // As `longjmp` does: the functions between never return.
            self.rely();
            self.check_skipping(near + outer, jump.from);
            self.settle();
            self.back(near + outer, false);
            return None;
        }
        let by_ra = jump.kind == TransferKind::Return && insn.rs1 == self.groups.ra.0;
        let waited_for = self.return_places.contains(&to);
        let left = self.left_behind(jump).filter(|_| waited_for || !by_ra);
        if let Some(left) = left {
            self.unwind(left, jump.from);
            return None;
        }
        if let Some(away) = self.away {
            self.switch(away.pc);
            return None;
        }
        if by_ra && self.goes_on_at(to) {
            self.settle();
            return None;
        }
        // By another register it may be a jump to one of several places.
        let by_shifted = || {
            let hold = self.work.hold(Reg(insn.rs1 & 31));
            hold.is_some_and(|hold| hold.shifted)
        };
        if by_ra || by_shifted() {
            self.wrong_return(jump, insn);
            return None;
        }
        self.settle();
        (!waited_for).then_some(Exit::Jump { to })
    }

    /// Whether a function goes on at an address that it has put into the register of return addresses
    /// itself, before a jump: a call by hand of code that nothing else calls. Into a function that
    /// waits it would be a return to a wrong place.
    fn goes_on_at(&self, to: u32) -> bool {
        let function = self.function_at(to);
        let near = self.frames.len().saturating_sub(REACH);
        let waits = |frame: &Frame| self.function_at(frame.call) == function;
        let own = self.frames.last().map(|frame| frame.function);
        let is_own = own.is_some_and(|own| self.function_at(own) == function);
        let is_set = self.work.link == Some(to) && self.work.has_jumped;
        is_set && (is_own || !self.frames[near..].iter().any(waits))
    }

    /// The program goes on with another stack, on which nobody knows who waits for whom.
    fn switch(&mut self, pc: u32) {
        let sp = self.sp;
        self.report_at(What::Switched { sp }, pc);
        self.stop();
    }

    /// The first of the open calls that a jump leaves without a return, as `longjmp` does: their
    /// frames are given up, or they had none, and the target is in the code of one that waits.
    fn left_behind(&self, jump: &Transfer) -> Option<usize> {
        let (top, sp) = (self.frames.last()?, self.sp);
        if top.sp < sp {
            return self.frames.iter().position(|frame| frame.sp <= sp);
        }
        let target = self.function_at(jump.to);
        let within = !self.is_entry(jump.to) && self.function_at(jump.from) != target;
        // Where there is source, a function that has lost its return address is more likely: only
        // one that was loaded from elsewhere leads to another function.
        let loaded = |change: &Change| change.reg == self.groups.ra && change.load.is_some();
        let jumps = !self.has_source || self.work.changes.iter().any(loaded);
        if top.sp > sp || !jumps || !within {
            return None;
        }
        self.frames
            .iter()
            .rposition(|frame| frame.sp == sp && self.function_at(frame.call) == target)
    }

    /// What tells the function that an instruction belongs to from others.
    pub(super) fn function_at(&self, pc: u32) -> u32 {
        match self.has_source {
            true => self.entry_behind(pc),
            false => self.text.function_of(pc).unwrap_or_default(),
        }
    }

    /// Whether a function begins here.
    pub(super) fn is_entry(&self, pc: u32) -> bool {
        match self.has_source {
            true => self.entry_behind(pc.wrapping_sub(1)) == pc,
            false => self.text.function_of(pc) == Some(pc),
        }
    }

    /// The open calls from this one on are left without a return: their caller goes on.
    fn unwind(&mut self, left: usize, pc: u32) {
        self.rely();
        let frame = self.frames[left].clone();
        self.frames.truncate(left);
        self.resume(&frame, self.groups.results);
        // It need not have brought the saved registers back: the function does that itself.
        for reg in (self.groups.saved & self.work.now.entry).iter() {
            let (before, after) = (self.kept_value(reg), self.value(reg));
            if !self.frames.is_empty() && !self.is_same(reg, before, after) {
                self.work.now.entry.remove(reg);
                self.work.change(Change {
                    reg,
                    pc,
                    derived: Derived::No,
                    load: None,
                    part: None,
                });
            }
        }
        self.settle();
    }

    /// A function returns in the place of another one that called it, and all between them: what
    /// that one must keep has to be there, however that came about.
    fn check_skipping(&mut self, index: usize, pc: u32) {
        let frame = &self.frames[index];
        let (before, after, moved) = (frame.sp, self.sp, frame.moved);
        if before != after && before.wrapping_add(moved) != after {
            self.report_at(What::StackPointer { before, after }, pc);
        }
        for reg in self.groups.saved.iter() {
            let before = match reg.bank() {
                Bank::Float => self.kept_floats.get(index, reg.number()),
                _ => self.frames[index].kept[usize::from(reg.0 & 31)].into(),
            };
            let after = self.value(reg);
            if !self.is_same(reg, before, after) {
                let what = What::NotRestored {
                    reg,
                    before,
                    after,
                    changed: self.changed_since(index, reg).unwrap_or(pc),
                    cause: RestoreFault::NeverSaved,
                };
                self.report_at(what, pc);
            }
        }
    }

    /// The instruction that changed a register since the frame with this index was entered.
    fn changed_since(&self, index: usize, reg: Reg) -> Option<u32> {
        let waiting = self.frames[index + 1..].iter();
        let waiting = waiting.map(|frame| self.states.get(frame.caller));
        let mut changes = waiting
            .chain([&self.work])
            .flat_map(|state| &state.changes)
            .filter(|change| change.reg == reg);
        changes.next().map(|change| change.pc)
    }

    /// Nobody waits where a return goes: what the function has kept is still checked, but what
    /// comes after it means nothing.
    fn wrong_return(&mut self, jump: &Transfer, insn: &Insn) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let what = match self.work.lost_at {
            Some(call) => What::ReturnAddressLost { call },
            None => What::WrongReturn {
                expected: frame.return_to,
                actual: jump.to,
            },
        };
        self.report_at(what, jump.from);
        self.check_return(jump.from, insn);
        self.stop();
    }

    /// The function that returns now gives results that somebody relies on, if it is known to give
    /// some.
    fn check_results(&mut self) {
        let function = self.frames.last().map_or(0, |frame| frame.function);
        let count = self.options.contract.matters(function);
        let results = self.desc.abi.results;
        let given = RegisterSet::of(&results[..results.len().min(count as usize)]);
        for reg in (given & self.work.now.unknown).iter() {
            let what = match self.why_unknown(reg) {
                What::NoArgument { .. } => What::ResultNotSet { reg },
                what => what,
            };
            self.follow_as(reg, what);
        }
        for value in self.work.undefined.clone() {
            if given.contains(value.reg) && self.work.now.undefined.contains(value.reg) {
                self.report_origin(value.origin);
            }
        }
    }

    /// Whether the function that returns now has kept what it must keep.
    fn check_return(&mut self, pc: u32, insn: &Insn) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let (before, after) = (frame.sp, self.sp);
        let return_to = frame.return_to;
        let is_started = self.frames.len() == 1 && self.started == Some(frame.function);
        if before != after && before.wrapping_add(frame.moved) != after {
            self.report_at(What::StackPointer { before, after }, pc);
        }
        if !self.work.now.held.is_empty() {
            self.hand_on(self.groups.results);
        }
        let ra = self.groups.ra;
        let mut kept = match is_started {
            true => RegisterSet::EMPTY,
            false => self.groups.saved,
        };
        // It went to the right place, but that may be luck.
        let by_ra = insn.rs1 == ra.0 && self.value(ra) as u32 == return_to;
        if by_ra {
            kept.insert(ra);
        }
        if (kept - self.work.now.entry).is_empty() {
            return;
        }
        for change in self.work.changes.clone() {
            if kept.contains(change.reg) && !self.work.now.entry.contains(change.reg) {
                self.check_change(&change, pc);
            }
        }
    }

    fn check_change(&mut self, change: &Change, pc: u32) {
        let (before, after) = (self.kept_value(change.reg), self.value(change.reg));
        let same = self.is_same(change.reg, before, after);
        self.record.compare(change.reg, change.reg, same);
        if same != (before == after) {
            self.record.refuse();
        }
        if same && change.derived.is_undone() {
            return;
        }
        let cause = match self.cause(change) {
            RestoreFault::NeverSaved if same => RestoreFault::Luck,
            cause => cause,
        };
        let unsaved = matches!(cause, RestoreFault::NeverSaved | RestoreFault::Luck);
        if let Some(origin) = self.undefined_origin(change.reg, unsaved) {
            return self.report_origin(origin);
        }
        let what = What::NotRestored {
            reg: change.reg,
            before,
            after,
            changed: change.pc,
            cause,
        };
        self.report_at(what, pc);
    }

    /// Where the value that a register was given instead of its old one was read, if that explains
    /// more: a value that a call may have changed, or, if the register was never saved, memory that
    /// nothing was stored in.
    fn undefined_origin(&self, reg: Reg, unsaved: bool) -> Option<u32> {
        let value = self.work.undefined.iter().find(|value| value.reg == reg)?;
        let origin = self.origins.get(value.origin)?;
        let is_callers = matches!(origin.what, What::CallersValue { .. });
        (!is_callers && (unsaved || !origin.is_memory())).then_some(value.origin)
    }

    /// Why a register was not restored.
    fn cause(&self, change: &Change) -> RestoreFault {
        let saves = &self.work.saves;
        let save = saves.iter().find(|save| save.reg == change.reg);
        let width = self.width(change.reg);
        if let Some(save) = save.filter(|save| save.kept() < width) {
            return RestoreFault::Width {
                at: save.pc,
                bytes: save.kept(),
                save: true,
            };
        }
        let Some(load) = change.load else {
            return match save {
                Some(save) => RestoreFault::NotLoaded { save: save.pc },
                None => RestoreFault::NeverSaved,
            };
        };
        match save {
            Some(save) if Some(save.offset) == load.offset && load.bytes < width => {
                RestoreFault::Width {
                    at: load.pc,
                    bytes: load.bytes,
                    save: false,
                }
            }
            Some(save) if Some(save.offset) == load.offset => match save.overwritten {
                Some(by) => RestoreFault::Overwritten { by, save: save.pc },
                None => RestoreFault::NotLoaded { save: save.pc },
            },
            _ => {
                let mut saves = saves.iter();
                let other = saves.find(|other| Some(other.offset) == load.offset);
                match (save, other) {
                    (None, None) => RestoreFault::NeverSaved,
                    _ => RestoreFault::WrongPlace {
                        load: load.pc,
                        save: save.map(|save| save.pc),
                        found: other.map(|other| other.reg),
                    },
                }
            }
        }
    }

    /// Goes back to the caller of the frame with this index. A function that returned gives
    /// results; one that was left by a jump may have given anything.
    fn back(&mut self, index: usize, returned: bool) {
        let (last, callee) = (self.state, self.work.now);
        self.last_state = last;
        self.frames.truncate(index + 1);
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let results = self.results_of(frame.function);
        let known = match returned {
            true => (results & callee.written) - callee.unknown,
            false => results,
        };
        let mut undefined = self.work.undefined.clone();
        undefined.retain(|value| known.contains(value.reg));
        // A function may give its argument back as its result.
        let untouched = (results & self.groups.args) - callee.written - callee.unknown;
        let untouched = untouched - callee.undefined;
        self.resume(&frame, known);
        self.give_back(&frame, untouched);
        for value in undefined {
            self.work.define(value.reg, Some(value));
        }
        if !self.has_source {
            let waiting = self.states.get(frame.caller).now;
            let kept = self.groups.temporaries - callee.written - waiting.unknown;
            self.work.now.unknown -= kept;
            self.work.now.written |= callee.written;
        }
        self.work.now.told |= callee.told & self.work.now.entry;
        self.event = Some(CallEvent::Returned);
        if let Some(caller) = self.frames.last_mut().filter(|_| returned) {
            let moved = self.sp.wrapping_sub(frame.sp);
            caller.moved = caller.moved.wrapping_add(moved);
        }
        self.settle();
        if returned && frame.sp == self.sp {
            self.memo.note_return(last, &frame);
        }
    }

    /// The caller of this frame goes on, with a value in these registers of those that calls change.
    fn resume(&mut self, frame: &Frame, known: RegisterSet) {
        let lost = self.groups.temporaries;
        self.work.clone_from(self.states.get(frame.caller));
        self.work.release(lost);
        self.work.keep_undefined(|value| !lost.contains(value.reg));
        let now = &mut self.work.now;
        now.unknown = (now.unknown | lost) - known;
        now.given_back = RegisterSet::EMPTY;
        now.written |= known & self.groups.results;
        now.last_call = (frame.call, frame.function);
    }

    /// The function has left these registers alone, in which arguments were passed and results can
    /// be given. If it gives a result on another path, works on what the argument points to, or
    /// nobody knows what it was compiled from, this is one; if not, it may be.
    fn give_back(&mut self, frame: &Frame, untouched: RegisterSet) {
        for reg in untouched.iter() {
            let now = &mut self.work.now;
            let declared = self.options.contract.returns(frame.function).is_some();
            let known = declared || !self.has_source;
            now.unknown.remove(reg);
            if known || self.text.may_give(frame.function, reg) {
                now.written.insert(reg);
            } else {
                now.given_back.insert(reg);
            }
        }
    }

    pub(super) fn results_of(&self, function: u32) -> RegisterSet {
        let all = self.groups.results;
        match self.options.contract.returns(function) {
            Some(count) => {
                let results = self.desc.abi.results;
                let given = results.len().min(count as usize);
                all - RegisterSet::of(&results[given..])
            }
            None => all,
        }
    }

    /// Straight code has run up to `from` and passed the entry of a function.
    #[cold]
    #[inline(never)]
    pub(super) fn fell_through(&mut self, from: u32) {
        let into = self.next_entry;
        let inside = self.frames.last().filter(|frame| frame.function != into);
        if inside.is_some() && into <= from {
            self.report_at(What::FellThrough { into }, into.wrapping_sub(4));
        }
    }
}
