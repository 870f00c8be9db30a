//! How the loop tells an observer where control goes and what straight code has run.

use super::{Cx, Isa, Leave, Registers, Stop};
use crate::isa::Insn;
use crate::observe::{Known, Listener, Run, RunEnd, Touch, Transfer};
use crate::trap::Trap;

impl<I: Isa, L: Listener, const RULES: u8> Cx<'_, I, L, RULES> {
    /// Tells the observer where this instruction goes. `delayed`: its delay slot comes before.
    #[inline(always)]
    pub(super) fn tell_transfer(&mut self, insn: &Insn, to: u32, delayed: bool) {
        if L::ACTIVE {
            let kind = I::transfer_kind(insn);
            let from = self.pc();
            self.listener.transfer(&Transfer { kind, from, to });
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

    /// Tells an observer of runs the ends of the present run; whether that is enough.
    #[inline(always)]
    fn tell_shortly(&mut self, first: u32, last: u32, to: u32) -> bool {
        let known = self.listener.knows(first, last, to, self.registers);
        if known == Known::Pause {
            self.end = 0;
        }
        known != Known::No
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

    /// Tells an observer of runs all of the present run, with `extra` more instructions.
    #[inline(always)]
    fn tell_run(&mut self, extra: usize, ending: Ending) {
        let begun = matches!(ending, Ending::Stop { begun: true });
        let part = self.run_start..self.slot + extra + usize::from(begun);
        let told = Told {
            code: &self.code[part.clone()],
            pcs: &self.pcs[part],
            first_slot: self.run_start,
            steps: self.retired,
        };
        if tell_run::<I, L>(self.listener, self.registers, told, ending) {
            self.end = 0;
        }
    }

    /// Tells an observer of runs of an access.
    #[inline(always)]
    pub(super) fn tell_touch<const N: usize>(&mut self, address: u32, store: bool) {
        if L::RUNS {
            let touch = Touch::new(address, self.slot, N as u8, store);
            self.listener.touch(touch);
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
struct Told<'a> {
    code: &'a [Insn],
    pcs: &'a [u32],
    first_slot: usize,
    steps: u64,
}

/// Tells an observer what has run; whether it wants to pause.
#[cold]
#[inline(never)]
fn tell_run<I: Isa, L: Listener>(
    listener: &mut L,
    registers: &Registers,
    told: Told<'_>,
    ending: Ending,
) -> bool {
    let end = match ending {
        Ending::Transfer { to, delayed } => {
            let last = told.code[told.code.len() - 1];
            let transfer = Transfer {
                kind: I::transfer_kind(&Insn {
                    handler: I::unfuse(last.handler),
                    ..last
                }),
                from: told.pcs[told.pcs.len() - 1],
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
    listener.run(&Run {
        code: told.code,
        pcs: told.pcs,
        unfuse: I::unfuse,
        row_of: I::row_of,
        first_slot: told.first_slot,
        steps: told.steps,
        end,
        registers,
    })
}
