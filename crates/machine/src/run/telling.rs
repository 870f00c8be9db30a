//! How the loop tells an observer where control goes and what straight code has run.

use super::{Cx, Isa, Leave, Registers, Stop};
use crate::isa::Insn;
use crate::observe::{Listener, Observer, Run, RunEnd, RunSummary, Touch, Touches, Transfer};
use crate::trap::Trap;

impl<I: Isa, L: Listener, const RULES: u8> Cx<'_, I, L, RULES> {
    /// Tells the observer where this instruction goes. `delayed`: its delay slot comes before.
    #[inline(always)]
    pub(super) fn tell_transfer(&mut self, insn: &Insn, to: u32, delayed: bool) {
        if L::INSTRUCTIONS {
            let kind = I::transfer_kind(insn);
            let from = self.pc();
            self.observer.transfer(&Transfer { kind, from, to });
        }
        if L::RUNS {
            let (first, last) = (self.pcs[self.run_start], self.pc());
            if delayed || !self.tell_shortly(first, last, to) {
                self.tell_run(1, Ending::Transfer { to, delayed });
            }
        }
    }

    /// Tells an observer of runs that straight code goes on at `to`, another slot.
    #[inline(always)]
    pub(super) fn tell_straight(&mut self, extra: usize, to: u32) {
        let end = self.slot + extra;
        if L::RUNS && end > self.run_start {
            let (first, last) = (self.pcs[self.run_start], self.pcs[end - 1] | 1);
            if !self.tell_shortly(first, last, to) {
                self.tell_run(extra, Ending::Straight);
            }
        }
    }

    /// Whether there is an observer of runs: the compiler knows, unless it sees instructions as well.
    #[inline(always)]
    fn tells_runs(&self) -> bool {
        L::RUNS && (!L::INSTRUCTIONS || self.wants.runs)
    }

    /// Whether the observer asks for a pause.
    #[inline(always)]
    pub(super) fn wants_pause(&mut self) -> bool {
        self.wants.pauses && self.observer.wants_pause()
    }

    /// Shows an observer of runs the summary of the present run; whether that is enough.
    #[inline(always)]
    fn tell_shortly(&mut self, first: u32, last: u32, to: u32) -> bool {
        if !self.tells_runs() {
            return true;
        }
        let known = self.observer.knows(&RunSummary {
            first,
            last,
            to,
            registers: self.registers,
            touches: self.touches,
        });
        if known {
            self.touches.clear();
            if self.wants_pause() {
                self.end = 0;
            }
        }
        known
    }

    /// Tells an observer of runs what has run since it was told last, now that the loop is left.
    #[inline(always)]
    pub(super) fn tell_stop(&mut self) {
        let (extra, begun) = match self.left.0 {
            // The store is done, and the next instruction is not begun.
            Leave::Stop(Stop::Trap(Trap::CodeModified)) => (1, false),
            Leave::Stop(Stop::Trap(_) | Stop::Host) => (0, true),
            _ => (0, false),
        };
        // A call of the environment is always at the end of its run: its address is enough.
        if let Leave::Stop(Stop::Host) = self.left.0 {
            let (first, call) = (self.pcs[self.run_start], self.pcs[self.slot]);
            if self.tell_shortly(first, call | 1, call) {
                return;
            }
        }
        if begun || self.slot + extra > self.run_start {
            self.tell_run(extra, Ending::Stop { begun });
        }
    }

    /// Shows an observer of runs all of the present run, with `extra` more instructions.
    #[inline(always)]
    fn tell_run(&mut self, extra: usize, ending: Ending) {
        if !self.tells_runs() {
            return;
        }
        let begun = matches!(ending, Ending::Stop { begun: true });
        let part = self.run_start..self.slot + extra + usize::from(begun);
        let stretch = Stretch {
            code: &self.code[part.clone()],
            pcs: &self.pcs[part],
            first_slot: self.run_start,
            steps: self.retired,
            registers: self.registers,
        };
        stretch.show::<I>(ending, self.observer, self.touches);
        if self.wants_pause() {
            self.end = 0;
        }
    }

    /// Notes an access for an observer of runs.
    #[inline(always)]
    pub(super) fn tell_touch<const N: usize>(&mut self, address: u32, store: bool) {
        if self.tells_runs() {
            let touch = Touch::new(address, self.slot, N as u8, store);
            self.touches.push(touch);
        }
    }
}

/// How a run ended, as the loop knows it.
#[derive(Clone, Copy)]
enum Ending {
    Transfer { to: u32, delayed: bool },
    Straight,
    Stop { begun: bool },
}

/// The code of a run.
struct Stretch<'a> {
    code: &'a [Insn],
    pcs: &'a [u32],
    first_slot: usize,
    steps: u64,
    registers: &'a Registers,
}

impl Stretch<'_> {
    /// Shows an observer all of it.
    #[cold]
    #[inline(never)]
    fn show<I: Isa>(&self, ending: Ending, observer: &mut dyn Observer, touches: &mut Touches) {
        let end = match ending {
            Ending::Transfer { to, delayed } => {
                let last = self.code[self.code.len() - 1];
                let transfer = Transfer {
                    kind: I::transfer_kind(&Insn {
                        handler: I::unfuse(last.handler),
                        ..last
                    }),
                    from: self.pcs[self.pcs.len() - 1],
                    to,
                };
                match delayed {
                    true => RunEnd::Delayed(transfer),
                    false => RunEnd::Transfer(transfer),
                }
            }
            Ending::Straight => RunEnd::Straight,
            Ending::Stop { begun } => RunEnd::Stop { begun },
        };
        let run = Run {
            code: self.code,
            pcs: self.pcs,
            unfuse: I::unfuse,
            row_of: I::row_of,
            first_slot: self.first_slot,
            steps: self.steps,
            end,
            registers: self.registers,
        };
        observer.run(&run, touches);
        touches.clear();
    }
}
