//! How the loop reports to an observer of runs which straight code has run.

use super::{Cx, Isa, Leave, Registers, Stop};
use crate::isa::Insn;
use crate::observe::{
    Listener, Observer, Recalled, Run, RunEnd, RunSummary, Touch, Touches, Transfer,
};
use crate::trap::Trap;

impl<I: Isa, L: Listener, const RULES: u8> Cx<'_, I, L, RULES> {
    /// Leaves the handler of a jump to a slot: [`take_jump`](Cx::take_jump) does the rest.
    #[inline(always)]
    pub(super) fn jump_to(&mut self, slot: u32) -> bool {
        (self.jumps, self.jump) = (true, slot);
        false
    }

    /// The same, for a jump to an address.
    #[inline(always)]
    pub(super) fn jump_to_address(&mut self, address: u32) -> bool {
        self.jump_address = address;
        self.jump_to(self.lookup.slot(address).unwrap_or(u32::MAX))
    }

    /// Takes the jump that a handler was left for, if it was: reports the run that it ends, and begins
    /// the next. False if the loop is to be left.
    ///
    /// This is in the loop once and not in each handler of a jump: a report is long and calls the
    /// observer, and a handler with such a call in it keeps nothing in registers.
    #[inline(always)]
    pub(super) fn take_jump(&mut self) -> bool {
        if !self.jumps {
            return false;
        }
        let slot = self.jump as usize;
        match self.pcs.get(slot) {
            Some(&to) => {
                self.tell_transfer(to, false);
                self.begin_run(slot, 1)
            }
            None => {
                let to = self.jump_address;
                self.tell_transfer(to, false);
                self.count_run(1);
                self.leave(Leave::Elsewhere, to)
            }
        }
    }

    /// Tells where this instruction goes. `delayed`: its delay slot comes before.
    #[inline(always)]
    pub(super) fn tell_transfer(&mut self, to: u32, delayed: bool) {
        let ending = match delayed {
            true => Ending::Delayed,
            false => Ending::Transfer,
        };
        self.tell_run(1, to, ending);
    }

    /// Tells that straight code goes on at `to`, another slot.
    #[inline(always)]
    pub(super) fn tell_straight(&mut self, extra: usize, to: u32) {
        if self.slot() + extra > self.touches.run_start {
            self.tell_run(extra, to, Ending::Straight);
        }
    }

    /// Reports what has run since the last report, now that the loop is left.
    #[inline(always)]
    pub(super) fn tell_stop(&mut self) {
        let (extra, ending) = match self.left.0 {
            // The store is done, and the next instruction is not begun.
            Leave::Stop(Stop::Trap(Trap::CodeModified)) => {
                self.tell_overwriting();
                (1, Ending::Stop)
            }
            Leave::Stop(Stop::Trap(_)) => (0, Ending::Fault),
            Leave::Stop(Stop::Host) => (0, Ending::Host),
            _ => (0, Ending::Stop),
        };
        if ending.has_begun() || self.slot() + extra > self.touches.run_start {
            self.tell_all(extra, self.left.1, ending);
        }
        if self.tells_runs() {
            self.touches.give_back(self.observer);
        }
    }

    /// Reports the present run with `extra` more instructions, unless the observer knows it.
    #[inline(always)]
    fn tell_run(&mut self, extra: usize, to: u32, ending: Ending) {
        if L::EXACT {
            return self.tell_all(extra, to, ending);
        }
        if !L::RUNS {
            return;
        }
        let last = self.pcs[self.slot() + extra - 1] | u32::from(ending == Ending::Straight);
        let Some(run) = self.touches.known.find(last) else {
            return self.tell_all(extra, to, ending);
        };
        run.count += 1;
        let data = run.data;
        if !run.asks {
            let (next, counts) = (run.next, run.counts);
            let counting = (next, run.deeper, run.back);
            let harmless = self.touches.are_few() || self.touches.are_harmless();
            if harmless && !counts {
                return self.touches.known.go(next);
            }
            if harmless && self.touches.known.go_counting(counting, to) {
                return;
            }
        }
        let recalled = self
            .observer
            .recalls(data, to, self.registers, self.touches);
        match recalled {
            Recalled::Yes => {}
            Recalled::No => {
                self.touches.known.untake(last);
                self.tell_all(extra, to, ending);
            }
            Recalled::AndPause => self.end = 0,
        }
    }

    /// Shows the summary of the present run with `extra` more instructions and, if that is not
    /// enough, all of it.
    #[inline(always)]
    fn tell_all(&mut self, extra: usize, to: u32, ending: Ending) {
        if !self.tells_runs() {
            return;
        }
        if !self.tell_shortly(extra, to, ending) {
            let stretch = Stretch {
                code: self.code,
                pcs: self.pcs,
                first_slot: self.touches.run_start,
                end_slot: self.slot() + extra,
                steps: self.steps() - (self.slot() - self.touches.run_start) as u64,
                registers: self.registers,
                to,
                ending,
            };
            stretch.show::<I>(self.observer, self.touches);
        }
        self.touches.end_run();
        if self.wants.pauses && asks_for_pause(self.observer) {
            self.end = 0;
        }
    }

    /// Shows the summary; whether that is enough.
    #[inline(always)]
    fn tell_shortly(&mut self, extra: usize, to: u32, ending: Ending) -> bool {
        let end = self.slot() + extra;
        let last = match ending {
            Ending::Transfer => self.pcs[end - 1],
            Ending::Straight => self.pcs[end - 1] | 1,
            // A call of the environment is always at the end of its run: its address is enough.
            Ending::Host => self.pcs[end] | 1,
            Ending::Delayed | Ending::Stop | Ending::Fault => return false,
        };
        self.observer.knows(&RunSummary {
            first: self.pcs[self.touches.run_start],
            last,
            left: self.code.len() - self.touches.run_start,
            to,
            registers: self.registers,
            touches: self.touches,
        })
    }

    /// Notes an access to memory.
    #[inline(always)]
    pub(super) fn tell_touch<const N: usize>(&mut self, address: u32, store: bool) {
        if self.tells_runs() {
            let touch = Touch::new(address, self.rest.len(), N as u8, store);
            self.touches.push(touch);
        }
    }

    /// Notes the store that has overwritten code.
    #[inline(always)]
    fn tell_overwriting(&mut self) {
        let (address, size) = self.memory.last_slow_store;
        if self.tells_runs() && !L::EXACT {
            self.touches
                .push(Touch::new(address, self.rest.len(), size, true));
        }
    }

    /// Whether there is an observer of runs.
    #[inline(always)]
    fn tells_runs(&self) -> bool {
        L::RUNS && (!L::EXACT || self.wants.runs)
    }

    /// Whether the observer asks for a pause.
    #[inline(always)]
    pub(super) fn wants_pause(&mut self) -> bool {
        self.wants.pauses && self.observer.wants_pause()
    }
}

/// How a run ended, as the loop knows it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Transfer,
    Delayed,
    Straight,
    Stop,
    Fault,
    Host,
}

impl Ending {
    /// Whether the instruction after the run was begun.
    fn has_begun(self) -> bool {
        matches!(self, Ending::Fault | Ending::Host)
    }
}

#[cold]
#[inline(never)]
fn asks_for_pause(observer: &mut dyn Observer) -> bool {
    observer.wants_pause()
}

/// Straight code that has run.
struct Stretch<'a> {
    /// All decoded code.
    code: &'a [Insn],
    pcs: &'a [u32],
    first_slot: usize,
    /// The slot after the last instruction.
    end_slot: usize,
    steps: u64,
    registers: &'a Registers,
    /// Where control is now.
    to: u32,
    ending: Ending,
}

impl Stretch<'_> {
    /// Shows an observer all of it.
    #[cold]
    #[inline(never)]
    fn show<I: Isa>(&self, observer: &mut dyn Observer, touches: &mut Touches) {
        touches.borrow_from(observer);
        observer.run(&self.run::<I>(), touches);
    }

    fn run<I: Isa>(&self) -> Run<'_> {
        let begun = self.ending.has_begun();
        let part = self.first_slot..self.end_slot + usize::from(begun);
        Run {
            code: &self.code[part.clone()],
            pcs: &self.pcs[part],
            unfuse: I::unfuse,
            row_of: I::row_of,
            left: self.code.len() - self.first_slot,
            steps: self.steps,
            end: match self.ending {
                Ending::Transfer => RunEnd::Transfer(self.transfer::<I>()),
                Ending::Delayed => RunEnd::Delayed(self.transfer::<I>()),
                Ending::Straight => RunEnd::Straight,
                Ending::Stop | Ending::Fault | Ending::Host => RunEnd::Stop { begun },
            },
            to: self.to,
            registers: self.registers,
        }
    }

    fn transfer<I: Isa>(&self) -> Transfer {
        let last = self.code[self.end_slot - 1];
        Transfer {
            kind: I::transfer_kind(&Insn {
                handler: I::unfuse(last.handler),
                ..last
            }),
            from: self.pcs[self.end_slot - 1],
            to: self.to,
        }
    }
}
