//! Calls and returns: what a function may expect, and what it must have kept.

use super::memo::{Call, Exit};
use super::{CallEvent, Checker, DEEPEST};
use crate::finding::{RestoreFault, What};
use crate::frame::{Change, Frame, Knowledge, State};
use machine::isa::{Insn, Reg, RegisterSet};
use machine::observe::{Transfer, TransferKind};

/// How far up a return is looked for.
const REACH: usize = 64;

impl Checker {
    /// A function is called.
    pub(super) fn enter(&mut self, call: &Transfer, insn: &Insn) -> Option<Exit> {
        if self.frames.len() >= DEEPEST {
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
        // A jump that names no register keeps the return address in the usual one.
        let link = match insn.rd {
            Insn::SINK => self.groups.ra,
            number => Reg(number & 31),
        };
        self.pass_on(self.groups.args);
        let unknown = self.work.now.unknown;
        let int_args = RegisterSet::of(self.desc.abi.args);
        let waiting = self.settle();
        let return_to = self.value(link) as u32;
        let entry_behind_call = self.entry_behind(return_to);
        self.memo.note_return_place(return_to);
        self.push_frame(Frame {
            call: call.from,
            function: call.to,
            return_to,
            next_entry: entry_behind_call,
            sp,
            moved: 0,
            caller: waiting,
            kept: std::array::from_fn(|number| self.values[number] as u32),
        });
        self.work = State {
            now: self.on_entry(call.to, unknown),
            function: call.to,
            all_arguments: !unknown.meets(int_args),
            ..State::default()
        };
        if link != self.groups.ra {
            self.work.now.unknown.remove(link);
        }
        self.event = Some(CallEvent::Entered);
        self.settle();
        Some(Exit::Call(Call {
            from: call.from,
            to: call.to,
            link: link.0,
            waiting,
            next_entry: self.next_entry,
            entry_behind_call,
        }))
    }

    /// What a function knows when it begins.
    fn on_entry(&self, function: u32, unknown: RegisterSet) -> Knowledge {
        let passed = match self.options.contract.args(function) {
            Some(count) => {
                let args = self.desc.abi.args;
                let floats = self.groups.args - RegisterSet::of(args);
                RegisterSet::of(&args[..args.len().min(count as usize)]) | floats
            }
            None => self.groups.args,
        };
        Knowledge {
            entry: self.groups.saved | RegisterSet::of(&[self.groups.ra]),
            unknown: self.groups.temporaries - (passed - unknown),
            ..Knowledge::default()
        }
    }

    /// Values of the caller's saved registers are handed on in some of these.
    fn pass_on(&mut self, registers: RegisterSet) {
        for hold in self.work.holds.clone() {
            if registers.contains(hold.holder) && self.groups.saved.contains(hold.of) {
                self.report_at(What::CallersValue { reg: hold.of }, hold.pc);
            }
        }
    }

    /// An indirect jump, or one that looks like a return.
    pub(super) fn leave(&mut self, jump: &Transfer, insn: &Insn) -> Option<Exit> {
        let (to, next_entry) = (jump.to, self.next_entry);
        let Some(top) = self.frames.last() else {
            self.settle();
            // Without a frame there is nothing to return to.
            return Some(Exit::Jump { to, next_entry });
        };
        if top.return_to == to {
            self.check_return(jump.from);
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
            self.settle();
            self.back(near + outer, false);
            return None;
        }
        // By another register it may be a jump to one of several places.
        if jump.kind == TransferKind::Return && insn.rs1 == self.groups.ra.0 {
            self.wrong_return(jump);
            return None;
        }
        self.settle();
        let waited_for = self.return_places.contains(&to);
        (!waited_for).then_some(Exit::Jump { to, next_entry })
    }

    /// Nobody waits where a return goes: what the function has kept is still checked, but what
    /// comes after it means nothing.
    fn wrong_return(&mut self, jump: &Transfer) {
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
        self.check_return(jump.from);
        self.stop();
    }

    /// Whether the function that returns now has kept what it must keep.
    fn check_return(&mut self, pc: u32) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let (before, after) = (frame.sp, self.sp);
        if before != after && before.wrapping_add(frame.moved) != after {
            self.report_at(What::StackPointer { before, after }, pc);
        }
        if !self.work.now.held.is_empty() {
            self.pass_on(self.groups.results);
        }
        if (self.groups.saved - self.work.now.entry).is_empty() {
            return;
        }
        for change in self.work.changes.clone() {
            let kept = self.work.now.entry.contains(change.reg) || change.reg == self.groups.ra;
            if !kept {
                self.check_change(&change, pc);
            }
        }
    }

    fn check_change(&mut self, change: &Change, pc: u32) {
        let (before, after) = (self.kept_value(change.reg), self.value(change.reg));
        let same = after == before;
        if change.excused {
            return;
        }
        self.record.compare(change.reg, change.reg, same);
        if same && change.derived {
            return;
        }
        let cause = match self.cause(change) {
            RestoreFault::NeverSaved if same => RestoreFault::Luck,
            cause => cause,
        };
        let what = What::NotRestored {
            reg: change.reg,
            before,
            after,
            changed: change.pc,
            cause,
        };
        self.report_at(what, pc);
    }

    /// Why a register was not restored.
    fn cause(&self, change: &Change) -> RestoreFault {
        let saves = &self.work.saves;
        let save = saves.iter().find(|save| save.reg == change.reg);
        if let Some(save) = save.filter(|save| save.bytes < 4) {
            return RestoreFault::Width {
                at: save.pc,
                bytes: save.bytes,
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
            Some(save) if Some(save.offset) == load.offset && load.bytes < 4 => {
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
        let mut known = match returned {
            true => (results & callee.written) - callee.unknown,
            false => results,
        };
        // A function that gives a result on one path may give its argument back on another.
        let untouched = (results & self.groups.args) - callee.written - callee.unknown;
        for reg in untouched.iter() {
            if self.text.may_write(frame.function, reg) {
                known.insert(reg);
            }
        }
        let lost = self.groups.temporaries;
        self.work.clone_from(self.states.get(frame.caller));
        self.work.release(lost);
        let now = &mut self.work.now;
        now.unknown = (now.unknown | lost) - known;
        now.written |= known;
        now.told |= callee.told & now.entry;
        now.last_call = (frame.call, frame.function);
        self.event = Some(CallEvent::Returned);
        if let Some(caller) = self.frames.last_mut().filter(|_| returned) {
            let moved = self.sp.wrapping_sub(frame.sp);
            caller.moved = caller.moved.wrapping_add(moved);
        }
        let behind = self.settle();
        if returned && frame.sp == self.sp {
            self.memo
                .remember_return(last, frame.caller, frame.call, behind);
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
