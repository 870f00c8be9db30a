//! The run loop.
//!
//! One loop, generic over the instruction set, the kind of observer and the [`rules`] of the
//! machine. The *fast* loop runs predecoded code with runs of instructions fused, and counts steps
//! when a straight run ends. For observers of instructions, and in the last stretch before the fuel
//! is used up, the loop is *exact*: it takes one instruction at a time, counts each, and asks for
//! the rules and for what the observer wants as it goes.
//!
//! With delay slots the two also differ in the code they run. The fast loop runs code in which the
//! instruction of a delay slot comes before its branch, the exact loop code in the order of
//! memory, and it alone knows the state between a branch and its slot
//! ([`Machine::delayed_target`]). So whenever the fast loop has to stop, the exact loop does the
//! instruction once more and stops at the right place.
//!
//! The loop is by far the largest function of the program, and most of its build time: it is compiled
//! five times an instruction set, twice without an observer for the rules that users wait for.

use super::{ControlState, Cx, Isa, Machine, Stop, rules};
use crate::code::{DelaySlots, Fetch, MAX_RUN};
use crate::observe::{Anybody, Listener, Nobody, Observer, OfRuns, Off, Touches, Wants};
use crate::trap::Trap;
use std::any::Any;
use std::marker::PhantomData;

impl Machine {
    /// Runs at most `fuel` instructions.
    pub fn run(&mut self, observer: &mut dyn Observer, fuel: u64) -> Stop {
        (self.processor.run)(self, observer, fuel)
    }

    /// Runs about `fuel` instructions, and stops some of them early where that costs less than to stop
    /// exactly. It may run none if there are no more than 1024.
    pub fn run_about(&mut self, observer: &mut dyn Observer, fuel: u64) -> Stop {
        self.is_rough = true;
        let stop = (self.processor.run)(self, observer, fuel);
        self.is_rough = false;
        stop
    }

    /// Runs at most `fuel` instructions in the loops of `I`. This is where all loops are compiled.
    #[inline(always)]
    pub fn run_loops<I: Isa>(&mut self, observer: &mut dyn Observer, fuel: u64) -> Stop {
        // The loop works on them while it has the machine.
        let mut touches = self.touches.take().unwrap_or_else(Touches::fresh);
        let mut seen = Seen {
            wants: observer.wants(),
            observer,
            touches: &mut touches,
        };
        let stop = match self.load_delay.is_on {
            false => self.run_loop::<I>(&mut seen, fuel),
            true => self.run_delaying::<I>(&mut seen, fuel),
        };
        self.touches = Some(touches);
        stop
    }

    #[inline(never)]
    pub(super) fn run_loop<I: Isa>(&mut self, seen: &mut Seen<'_>, fuel: u64) -> Stop {
        let end = self.steps.saturating_add(fuel);
        self.forget_overwritten::<I>(seen);
        if seen.wants_pause() {
            return Stop::Paused;
        }
        // Whether the next few instructions are for the exact loop, although nothing else asks for it.
        let mut exactly = false;
        loop {
            if self.sides.is_some() && self.crosses() {
                return Stop::Crossing;
            }
            let slice = match self.native.is_some() && !exactly {
                true => self.run_native(seen, end),
                false => u64::MAX,
            };
            let left = end - self.steps;
            let is_whole = !exactly && self.delayed_target.is_none();
            if self.is_rough && left <= MAX_RUN as u64 && is_whole {
                return Stop::OutOfFuel;
            }
            let leave = if left <= MAX_RUN as u64 || self.must_be_exact(seen.wants) {
                self.run_exact::<I>(seen, left)
            } else if exactly || self.delayed_target.is_some() {
                self.run_exact::<I>(seen, left.min(EXACTLY))
            } else {
                self.run_fast::<I>(seen, (left - MAX_RUN as u64).min(slice))
            };
            exactly = false;
            if let Leave::Stop(Stop::Trap(Trap::CodeModified)) = leave {
                self.forget_overwritten::<I>(seen);
            }
            if seen.wants_pause() {
                return Stop::Paused;
            }
            match leave {
                Leave::Exactly if self.steps >= end => return Stop::OutOfFuel,
                Leave::Exactly if self.stops_here() => {
                    self.stopped_at = Some((self.pc, self.steps));
                    return Stop::Paused;
                }
                Leave::Exactly => exactly = true,
                Leave::Stop(Stop::Trap(Trap::CodeModified)) => {}
                Leave::Stop(Stop::OutOfFuel) if self.steps < end => {}
                Leave::Stop(Stop::Paused) => {
                    self.announced = true;
                    return Stop::Paused;
                }
                // A program whose last step leaves the code has ended, not run out of fuel.
                Leave::Stop(Stop::OutOfFuel) if !self.may_fetch(self.pc) => {}
                Leave::Stop(Stop::Trap(trap)) if !self.announces && self.raise(trap) => {}
                Leave::Stop(stop) => return stop,
                Leave::Elsewhere => {}
            }
        }
    }

    /// Forgets decoded instructions that were overwritten, if any were.
    fn forget_overwritten<I: Isa>(&mut self, seen: &mut Seen<'_>) {
        if let Some((first, last)) = self.memory.take_code_written() {
            self.code.forget(first, last, I::unfuse);
            self.in_order.forget(first, last, I::unfuse);
            seen.observer.forget_code();
            if let Some(native) = &mut self.native {
                native.overwritten(first, last);
            }
        }
    }

    /// Whether the fast loop is not for this observer: it sees instructions one by one, or a branch
    /// before its delay slot.
    fn must_be_exact(&self, wants: Wants) -> bool {
        wants.instructions || wants.runs && self.rules & rules::DELAYED != 0
    }

    /// The fast loop for the rules that hold. Without an observer it is compiled for each of them
    /// that the machine has.
    fn run_fast<I: Isa>(&mut self, seen: &mut Seen<'_>, fuel: u64) -> Leave {
        let leave = if seen.wants.runs {
            self.run_observed::<I>(seen, fuel)
        } else if const { I::RULES & rules::GAP != 0 } && self.rules & rules::GAP != 0 {
            self.run_piece::<I, Nobody, { rules::GAP }>(seen, fuel)
        } else if const { I::RULES & rules::BIG_ENDIAN != 0 } && self.rules & rules::BIG_ENDIAN != 0
        {
            self.run_piece::<I, Nobody, { rules::BIG_ENDIAN }>(seen, fuel)
        } else if const { I::RULES & rules::ALIGNED != 0 } && self.rules & rules::ALIGNED != 0 {
            self.run_piece::<I, Nobody, { rules::ALIGNED }>(seen, fuel)
        } else {
            self.run_piece::<I, Nobody, 0>(seen, fuel)
        };
        match leave {
            Leave::Stop(Stop::Trap(Trap::CodeModified)) => leave,
            Leave::Stop(Stop::Trap(_) | Stop::Host) if self.rules & rules::DELAYED != 0 => {
                Leave::Exactly
            }
            _ => leave,
        }
    }

    /// The fast loop for observers of runs: compiled for the rules that most programs have, and for
    /// all others.
    fn run_observed<I: Isa>(&mut self, seen: &mut Seen<'_>, fuel: u64) -> Leave {
        if const { I::RULES & rules::GAP != 0 } && self.rules == rules::GAP {
            self.run_piece::<I, OfRuns, { rules::GAP }>(seen, fuel)
        } else if const { I::RULES & rules::GAP == 0 } && self.rules == 0 {
            self.run_piece::<I, OfRuns, 0>(seen, fuel)
        } else {
            self.run_piece::<I, OfRuns, { rules::ASK }>(seen, fuel)
        }
    }

    fn run_exact<I: Isa>(&mut self, seen: &mut Seen<'_>, fuel: u64) -> Leave {
        self.run_piece::<I, Anybody, { rules::ASK }>(seen, fuel)
    }

    /// Runs inside one piece of code, from the program counter on. The exact loop
    /// runs one instruction
    /// at a time and never more than `fuel`; otherwise up to `MAX_RUN` more.
    fn run_piece<I: Isa, L: Listener, const RULES: u8>(
        &mut self,
        seen: &mut Seen<'_>,
        fuel: u64,
    ) -> Leave {
        let delayed = self.rules & rules::DELAYED != 0;
        let exceptions = self.rules & rules::FLOAT_EXCEPTIONS != 0;
        let fetch = Fetch {
            desc: I::DESC,
            subset: self.subset.clone(),
            fuse: I::fuse,
            big_endian: self.rules & rules::BIG_ENDIAN != 0,
            floats_exactly: exceptions && !L::EXACT,
            delay_slots: match (delayed, L::EXACT) {
                (false, _) => DelaySlots::None,
                (true, true) => DelaySlots::InPlace,
                (true, false) => DelaySlots::First,
            },
        };
        let in_order = L::EXACT && (delayed || exceptions);
        let code = if in_order {
            &mut self.in_order
        } else {
            &mut self.code
        };
        let Some((piece, slot)) = code.enter(self.pc, &fetch, &mut self.memory) else {
            return Leave::Stop(Stop::Trap(Trap::Fetch { address: self.pc }));
        };
        let start = Start {
            in_order,
            piece,
            // Over the glue that stops the run, if it has done so.
            slot: slot + usize::from(self.stopped_at == Some((self.pc, self.steps))),
            rules: self.rules,
        };
        let (leave, slot) = self.run_slots::<I, L, RULES>(seen, &start, fuel);
        if self.sides.is_some() {
            let code = if in_order { &self.in_order } else { &self.code };
            self.runs_on = code.runs_on_at(slot);
        }
        if let Leave::Stop(Stop::Trap(Trap::CodeModified)) = leave {
            self.finish_overwriting::<I>(seen.touches, &Start { slot, ..start });
        }
        leave
    }

    /// Runs decoded code from `start` on; why it stopped and at which slot.
    fn run_slots<I: Isa, L: Listener, const RULES: u8>(
        &mut self,
        seen: &mut Seen<'_>,
        start: &Start,
        fuel: u64,
    ) -> (Leave, usize) {
        let code = if start.in_order {
            &self.in_order
        } else {
            &self.code
        };
        let rest = &code.slots[start.slot..];
        let mut cx = Cx::<I, L, RULES> {
            registers: &mut self.registers,
            state: typed::<I>(&mut *self.state),
            memory: &mut self.memory,
            observer: seen.observer,
            touches: seen.touches,
            wants: seen.wants,
            kind: PhantomData,
            code: &code.slots,
            pcs: &code.pcs,
            lookup: code.lookup(start.piece),
            rest,
            steps_at_end: self.steps.saturating_add(rest.len() as u64),
            end: self.steps.saturating_add(fuel),
            left: (Leave::Elsewhere, self.pc),
            jumps: false,
            jump: 0,
            jump_address: 0,
            rules: start.rules,
            delayed_target: self.delayed_target,
            announced: std::mem::take(&mut self.announced),
        };
        cx.mark_run(start.slot);
        cx.run();
        if L::RUNS {
            cx.tell_stop();
        }
        self.steps = cx.steps();
        self.delayed_target = cx.delayed_target;
        let (leave, pc) = cx.left;
        let slot = cx.slot();
        self.pc = pc;
        (leave, slot)
    }

    /// Finishes an instruction at a slot that has overwritten code, and what belongs to it: its own
    /// slot may not be what memory holds any more.
    #[cold]
    fn finish_overwriting<I: Isa>(&mut self, touches: &mut Touches, at: &Start) {
        let code = if at.in_order {
            &self.in_order
        } else {
            &self.code
        };
        let next = at.slot + 1;
        let in_delay_slot = code.pcs[next] == code.pcs[at.slot];
        self.steps += 1;
        self.pc = self.delayed_target.take().unwrap_or(code.pcs[next]);
        if in_delay_slot {
            // It comes before its branch in the code of the fast loop, and the branch does not wait.
            let branch = Start {
                slot: next,
                rules: at.rules & !rules::DELAYED,
                ..*at
            };
            let mut nobody = Seen {
                observer: &mut Off,
                touches,
                wants: Wants::NOTHING,
            };
            self.run_slots::<I, Anybody, { rules::ASK }>(&mut nobody, &branch, 1);
        }
    }
}

/// The observer of a loop, with what the loop keeps for it.
pub(super) struct Seen<'a> {
    observer: &'a mut dyn Observer,
    /// Where the accesses of a run are collected.
    touches: &'a mut Touches,
    wants: Wants,
}

impl Seen<'_> {
    /// Nobody watches.
    pub(super) fn sees_nothing(&self) -> bool {
        self.wants.is_nothing()
    }

    fn wants_pause(&mut self) -> bool {
        self.wants.runs && self.wants.pauses && self.observer.wants_pause()
    }
}

/// Where in the decoded code the loop begins.
struct Start {
    /// In that for the exact loop, where it has its own.
    in_order: bool,
    piece: usize,
    slot: usize,
    /// The rules that hold.
    rules: u8,
}

/// The control registers as those of the instruction set whose loop runs.
fn typed<I: Isa>(state: &mut dyn ControlState) -> &mut I::State {
    let state: &mut dyn Any = state;
    let state = state.downcast_mut();
    state.expect("a machine has the control registers of its processor")
}

/// How many instructions the exact loop does for the fast one: a branch and its delay slot, and
/// some more so that going back and forth does not cost too much.
const EXACTLY: u64 = 16;

/// Why the inner loop stopped.
#[derive(Clone, Copy)]
pub(super) enum Leave {
    Stop(Stop),
    /// The program counter went to code that is not decoded or in another piece.
    Elsewhere,
    /// What comes next is for the exact loop.
    Exactly,
}
