//! Calls and returns: what a function may expect, and what it must have kept.

use super::{CallEvent, Checker, DEEPEST};
use crate::finding::{Cause, What};
use crate::frame::{Change, Frame, Knowledge};
use crate::masks::{Mask, bit, mask, members};
use machine::isa::{Insn, Reg};
use machine::observe::{Transfer, TransferKind};

/// How far up a return is looked for.
const REACH: usize = 64;

impl Checker {
    /// A jump takes effect, unless the instruction in its delay slot comes first.
    #[inline(never)]
    pub(super) fn take_jump(&mut self) {
        let Some((transfer, insn, before)) = self.jump.take() else {
            return;
        };
        if before > 0 {
            self.jump = Some((transfer, insn, before - 1));
            return;
        }
        if self.stopped {
            return;
        }
        match transfer.kind {
            TransferKind::Call => self.enter(&transfer, &insn),
            TransferKind::Return | TransferKind::Jump => self.leave(&transfer, &insn),
            TransferKind::Branch => {}
        }
    }

    fn enter(&mut self, call: &Transfer, insn: &Insn) {
        if self.frames.len() >= DEEPEST {
            return self.stop();
        }
        let sp = self.sp();
        let alignment = self.desc.abi.stack_alignment;
        // Simulators do not begin with an aligned stack: what functions take from it counts.
        let depth = self.aligned_from.wrapping_sub(sp);
        if self.options.alignment && !depth.is_multiple_of(alignment) {
            self.report(What::Misaligned { depth, alignment });
        }
        // A jump that names no register keeps the return address in the usual one.
        let link = match insn.rd {
            Insn::SINK => self.masks.ra,
            number => Reg(number),
        };
        self.pass_on(self.masks.args);
        let unknown = self.now.unknown;
        let int_args = mask(self.desc.abi.args);
        if self.now.held != 0 {
            self.kept_holds.push(self.holds);
        }
        self.frames.push(Frame {
            call: call.from,
            function: call.to,
            return_to: self.value(link) as u32,
            sp,
            caller: self.now,
            all_arguments: unknown & int_args == 0,
            changes: self.changes.len(),
            saves: self.saves.len(),
            lost_at: None,
        });
        self.now = self.on_entry(call.to, unknown);
        if link != self.masks.ra {
            self.now.unknown &= !bit(link);
        }
        self.event = Some(CallEvent::Entered);
        self.watch();
    }

    /// What a function knows when it begins.
    fn on_entry(&self, function: u32, unknown: Mask) -> Knowledge {
        let passed = match self.options.contract.args(function) {
            Some(count) => {
                let args = self.desc.abi.args;
                let floats = self.masks.args & !mask(args);
                mask(&args[..args.len().min(count as usize)]) | floats
            }
            None => self.masks.args,
        };
        Knowledge {
            entry: self.masks.saved | bit(self.masks.ra),
            unknown: self.masks.temporaries & !(passed & !unknown),
            ..Knowledge::default()
        }
    }

    /// Values of the caller's saved registers are handed on in some of these.
    fn pass_on(&mut self, registers: Mask) {
        for holder in members(self.now.held & registers) {
            let reg = Reg(self.holds[usize::from(holder.0) & 63]);
            if self.masks.saved & bit(reg) != 0 {
                let pc = self.copied_at[usize::from(holder.0) & 63];
                self.report_at(What::CallersValue { reg }, pc);
            }
        }
    }

    /// An indirect jump, or one that looks like a return.
    fn leave(&mut self, jump: &Transfer, insn: &Insn) {
        let Some(top) = self.frames.last() else {
            return;
        };
        if top.return_to == jump.to {
            self.check_return(jump.from);
            return self.back(self.frames.len() - 1, true);
        }
        let near = self.frames.len().saturating_sub(REACH);
        let sp = self.sp();
        let outer = self.frames[near..]
            .iter()
            .rposition(|frame| frame.return_to == jump.to && frame.sp <= sp);
        if let Some(outer) = outer {
            // As `longjmp` does: the functions between never return.
            return self.back(near + outer, false);
        }
        // By another register it may be a jump to one of several places.
        if jump.kind == TransferKind::Return && insn.rs1 == self.masks.ra.0 {
            self.wrong_return(jump);
        }
    }

    /// Nobody waits where a return goes: what the function has kept is still checked, but what
    /// comes after it means nothing.
    fn wrong_return(&mut self, jump: &Transfer) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let what = match frame.lost_at {
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
        let (before, after) = (frame.sp, self.sp());
        let first = frame.changes;
        if before != after {
            self.report_at(What::StackPointer { before, after }, pc);
        }
        if self.now.held != 0 {
            self.pass_on(self.masks.results);
        }
        if self.masks.saved & !self.now.entry == 0 {
            return;
        }
        for k in first..self.changes.len() {
            let change = self.changes[k];
            let kept = self.now.entry & bit(change.reg) != 0 || change.reg == self.masks.ra;
            if !kept {
                self.check_change(&change, pc);
            }
        }
    }

    fn check_change(&mut self, change: &Change, pc: u32) {
        let after = self.value(change.reg);
        let same = after == change.old;
        if change.excused || same && change.derived {
            return;
        }
        let cause = match self.cause(change) {
            Cause::NeverSaved if same => Cause::Luck,
            cause => cause,
        };
        let what = What::NotRestored {
            reg: change.reg,
            before: change.old,
            after,
            changed: change.pc,
            cause,
        };
        self.report_at(what, pc);
    }

    /// Why a register was not restored.
    fn cause(&self, change: &Change) -> Cause {
        let first = self.frames.last().map_or(0, |frame| frame.saves);
        let saves = &self.saves[first..];
        let save = saves.iter().find(|save| save.reg == change.reg);
        if let Some(save) = save.filter(|save| save.bytes < 4) {
            return Cause::Width {
                at: save.pc,
                bytes: save.bytes,
                save: true,
            };
        }
        let Some((load, address, bytes)) = change.load else {
            return match save {
                Some(save) => Cause::NotLoaded { save: save.pc },
                None => Cause::NeverSaved,
            };
        };
        match save {
            Some(save) if save.address == address && bytes < 4 => Cause::Width {
                at: load,
                bytes,
                save: false,
            },
            Some(save) if save.address == address => match save.overwritten {
                Some(by) => Cause::Overwritten { by, save: save.pc },
                None => Cause::NotLoaded { save: save.pc },
            },
            _ => {
                let other = saves.iter().find(|other| other.address == address);
                match (save, other) {
                    (None, None) => Cause::NeverSaved,
                    _ => Cause::WrongPlace {
                        load,
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
        let callee = self.now;
        while self.frames.len() > index + 1 {
            self.drop_frame();
        }
        let Some(frame) = self.drop_frame() else {
            return;
        };
        let results = self.results_of(frame.function);
        let mut known = match returned {
            true => results & callee.written & !callee.unknown,
            false => results,
        };
        // A function that gives a result on one path may give its argument back on another.
        let untouched = results & self.masks.args & !callee.written & !callee.unknown;
        for reg in members(untouched) {
            if self.text.may_write(frame.function, reg) {
                known |= bit(reg);
            }
        }
        let lost = self.masks.temporaries;
        let mut now = frame.caller;
        now.unknown = (now.unknown | lost) & !known;
        now.held &= !lost;
        now.written |= known;
        now.told |= callee.told & now.entry;
        now.last_call = (frame.call, frame.function);
        self.now = now;
        self.event = Some(CallEvent::Returned);
        self.watch();
    }

    fn drop_frame(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.changes.truncate(frame.changes);
        self.saves.truncate(frame.saves);
        if frame.caller.held != 0
            && let Some(holds) = self.kept_holds.pop()
        {
            self.holds = holds;
        }
        Some(frame)
    }

    pub(super) fn results_of(&self, function: u32) -> Mask {
        let all = self.masks.results;
        match self.options.contract.returns(function) {
            Some(count) => {
                let results = self.desc.abi.results;
                let given = mask(&results[..results.len().min(count as usize)]);
                all & (given | !mask(results))
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
        if inside.is_some() && !self.stopped && into <= from {
            self.report_at(What::FellThrough { into }, into.wrapping_sub(4));
        }
    }
}
