//! Scramble: wherever the convention leaves a register or the stack undefined, a run gets random
//! values. A program that keeps to the convention prints the same; another breaks in the open.

use crate::checker::{CallEvent, Checker};
use machine::isa::{Reg, RegisterSet};
use machine::memory::{Memory, Tripwires};
use machine::observe::{
    Observer, Recalled, Run, RunSummary, Touches, Transfer, TrippedAccess, Wants,
};
use machine::random::SplitMix64;
use machine::run::{Machine, Registers};

/// How much of the stack below the stack pointer is overwritten.
const BELOW: u32 = 256;

/// A checker whose run is scrambled: it pauses at every entry and return.
pub struct Scrambler {
    /// What it knows, it knows from here.
    pub checker: Checker,
    random: SplitMix64,
    /// How many entries and returns there were.
    events: u64,
    /// The next of them that is to be scrambled.
    next: u64,
    /// The present one is to be scrambled.
    is_due: bool,
}

/// So many entries and returns are all scrambled, and after them one in so many.
const ALL: u64 = 1 << 14;
const ONE_IN: u64 = 64;

impl Scrambler {
    /// Scrambles with this seed.
    pub fn new(checker: Checker, seed: u64) -> Self {
        Scrambler {
            checker,
            random: SplitMix64::new(seed ^ 0x9e37_79b9_7f4a_7c15),
            events: 0,
            next: 1,
            is_due: false,
        }
    }

    /// Whether to scramble now. Whatever a program has done so often, it does not do for the first
    /// time: a part of a long run is enough.
    #[inline(always)]
    fn decide(&mut self) -> bool {
        if self.is_due || !self.checker.has_event() {
            return self.is_due;
        }
        self.events += 1;
        self.is_due = self.events == self.next;
        match self.is_due {
            true => self.next = (self.events + 1..).find(is_chosen).unwrap_or(0),
            false => self.checker.event = None,
        }
        self.is_due
    }

    /// Changes what the program must not rely on, now that it has paused.
    pub fn apply(&mut self, machine: &mut Machine) {
        self.is_due = false;
        let Some(event) = self.checker.take_event() else {
            return;
        };
        let undefined = self.checker.undefined(event);
        for reg in undefined.iter() {
            let value = self.checker.register_value(reg, self.random.draw());
            machine.registers.set(reg, value);
        }
        for reg in (undefined & self.checker.saved()).iter() {
            self.checker.set_value(reg, machine.registers.get(reg));
        }
        let (from, sp) = self.checker.dead_stack(BELOW);
        let mut bytes = [0; BELOW as usize];
        let bytes = &mut bytes[..(sp - from) as usize];
        let mut words = bytes.chunks_exact_mut(4);
        for word in &mut words {
            word.copy_from_slice(&(self.random.draw() as u32).to_le_bytes());
        }
        let rest = words.into_remainder();
        if !rest.is_empty() {
            let drawn = (self.random.draw() as u32).to_le_bytes();
            rest.copy_from_slice(&drawn[..rest.len()]);
        }
        // What cannot be written is no stack.
        let _ = machine.memory.write_host(from, bytes);
    }
}

/// Whether the entry or return with this number is scrambled.
fn is_chosen(event: &u64) -> bool {
    *event <= ALL || SplitMix64::new(*event).draw().is_multiple_of(ONE_IN)
}

impl Checker {
    /// The registers that hold no value anybody may rely on.
    fn undefined(&self, event: CallEvent) -> RegisterSet {
        match event {
            CallEvent::Entered => self.undefined_on_entry(),
            CallEvent::Returned => self.undefined_after_call(),
        }
    }
}

impl Observer for Scrambler {
    fn wants(&self) -> Wants {
        Wants::RUNS.and_pauses()
    }

    fn wants_pause(&mut self) -> bool {
        self.decide()
    }

    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        self.checker.knows(run)
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.checker.run(run, touches);
    }

    fn recalls(
        &mut self,
        data: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        match self.checker.recalls(data, to, registers, touches) {
            Recalled::Yes if self.decide() => Recalled::AndPause,
            recalled => recalled,
        }
    }

    fn enter_loop(&mut self, touches: &mut Touches) {
        self.checker.enter_loop(touches);
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        self.checker.leave_loop(touches);
    }

    fn answer(&mut self, reg: Reg, old: u64, new: u64) {
        self.checker.answer(reg, old, new);
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        self.checker.call_from_outside(call);
    }

    fn given(&mut self, reg: Reg, value: u64) {
        self.checker.given(reg, value);
    }

    fn forget_code(&mut self) {
        self.checker.forget_code();
    }

    fn tripwires(&self) -> Tripwires {
        self.checker.tripwires()
    }

    fn tripped(&mut self, access: &TrippedAccess) {
        self.checker.tripped(access);
    }

    fn environment_call(&mut self, pc: u32, registers: &Registers, memory: &Memory) {
        self.checker.environment_call(pc, registers, memory);
    }

    fn ran_out(&mut self, pc: u32) {
        self.checker.ran_out(pc);
    }
}
