//! A run does not depend on how it is cut into pieces, on who watches, or on where it came from.

use crate::program::{Programs, Whole, addresses, drive};
use machine::isa::{Reg, Row};
use machine::observe::{At, MemoryAccess, Observer, Off, Run, RunEnd, Touches, Transfer, Wants};
use machine::run::Isa;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Enough for the fast loop, which leaves the last 1024 to the exact one.
const STEPS: u64 = 2500;

type Verdict = Result<(), TestCaseError>;

#[derive(Clone, Copy)]
enum Event {
    Instruction(At),
    Register { reg: Reg, old: u64, new: u64 },
    Memory(MemoryAccess),
    Transfer(Transfer),
}

#[derive(Default)]
struct Recorder(Vec<Event>);

impl Observer for Recorder {
    fn instruction(&mut self, at: &At) {
        self.0.push(Event::Instruction(*at));
    }

    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        self.0.push(Event::Register { reg, old, new });
    }

    fn memory(&mut self, access: &MemoryAccess) {
        self.0.push(Event::Memory(*access));
    }

    fn transfer(&mut self, transfer: &Transfer) {
        self.0.push(Event::Transfer(*transfer));
    }
}

/// What an observer of runs is told.
#[derive(Default)]
struct RunRecorder {
    /// Address, row and step of each instruction.
    instructions: Vec<(u32, u16, u64)>,
    /// Step, address, size and kind of each access.
    accesses: Vec<(u64, u32, u8, bool)>,
    transfers: Vec<Transfer>,
}

impl Observer for RunRecorder {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        for index in 0..run.len() + usize::from(run.has_begun()) {
            let at = run.at(index);
            self.instructions.push((at.pc, at.row, at.step));
        }
        for touch in (0..).map_while(|index| touches.get(index)) {
            let step = run.steps + touch.index(run.left) as u64;
            let access = (step, touch.address, touch.size(), touch.store());
            self.accesses.push(access);
        }
        if let RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) = run.end {
            self.transfers.push(transfer);
        }
    }
}

impl Recorder {
    /// What an observer of runs should be told.
    fn as_runs(&self) -> RunRecorder {
        let mut runs = RunRecorder::default();
        let mut step = 0;
        for event in &self.0 {
            match event {
                Event::Instruction(at) => {
                    step = at.step;
                    runs.instructions.push((at.pc, at.row, at.step));
                }
                Event::Memory(access) => {
                    let access = (step, access.address, access.size, access.store);
                    runs.accesses.push(access);
                }
                Event::Transfer(transfer) => runs.transfers.push(*transfer),
                Event::Register { .. } => {}
            }
        }
        runs
    }
}

fn same<S: PartialEq + Clone + Debug>(a: &Whole<S>, b: &Whole<S>) -> Verdict {
    prop_assert!(a == b, "{}", a.difference(b));
    Ok(())
}

/// Registers and memory, rebuilt from events alone.
struct Replay {
    registers: Vec<u64>,
    memory: BTreeMap<u32, u8>,
    big_endian: bool,
}

impl Replay {
    fn of<S>(start: &Whole<S>, big_endian: bool) -> Replay {
        Replay {
            registers: start.registers.clone(),
            memory: addresses().zip(start.memory.iter().copied()).collect(),
            big_endian,
        }
    }

    /// The addresses of an access, that of the lowest byte first.
    fn bytes(&self, access: &MemoryAccess) -> impl Iterator<Item = u32> + use<> {
        let (address, size, reversed) = (access.address, u32::from(access.size), self.big_endian);
        (0..size).map(move |k| address.wrapping_add(if reversed { size - 1 - k } else { k }))
    }

    fn load(&self, access: &MemoryAccess) -> u64 {
        let bytes = self.bytes(access).map(|at| u64::from(self.memory[&at]));
        bytes
            .zip(0..)
            .fold(0, |value, (byte, k)| value | byte << (8 * k))
    }

    /// Applies a change; what was there before must be what the event says.
    fn apply(&mut self, event: &Event) -> Verdict {
        match *event {
            Event::Register { reg, old, new } => {
                prop_assert_ne!(reg, Reg(0), "the constant zero is never written");
                let register = &mut self.registers[usize::from(reg.0)];
                prop_assert_eq!(std::mem::replace(register, new), old);
            }
            Event::Memory(access) => {
                prop_assert_eq!(self.load(&access), access.old);
                prop_assert!(access.store || access.old == access.new);
                let bytes = access.new.to_le_bytes();
                for (at, byte) in self.bytes(&access).zip(bytes) {
                    self.memory.insert(at, byte);
                }
            }
            Event::Instruction(_) | Event::Transfer(_) => {}
        }
        Ok(())
    }

    fn check<S>(&self, end: &Whole<S>) -> Verdict {
        prop_assert_eq!(&self.registers, &end.registers);
        prop_assert!(self.memory.values().eq(end.memory.iter()));
        Ok(())
    }
}

/// Steps count up by one (an instruction that was passed over counts too), and control goes where
/// a transfer says: after a delay slot, if its instruction has one and `delays` says so. An
/// exception may come between; then control is at its handler.
fn check_order(events: &[Event], delays: impl Fn(&At) -> bool, handler: Option<u32>) -> Verdict {
    let mut step = 0;
    let mut delayed = false;
    // Where the next instruction is, and where the one after it, as far as that is known.
    let (mut next, mut after) = (None, None);
    for event in events {
        match event {
            Event::Instruction(at) => {
                prop_assert_eq!(at.step, step);
                if Some(at.pc) == handler {
                    (next, after) = (None, None);
                }
                prop_assert_eq!(next.unwrap_or(at.pc), at.pc);
                // Two jumps in a row to the same place count as one.
                next = after.take().filter(|&to| next != Some(to));
                delayed = delays(at);
                step += 1;
            }
            Event::Transfer(transfer) if delayed => after = Some(transfer.to),
            Event::Transfer(transfer) => (next, after) = (Some(transfer.to), None),
            Event::Register { .. } | Event::Memory(_) => {}
        }
    }
    Ok(())
}

impl<I: Isa> Programs<I>
where
    I::State: PartialEq + Clone + Debug,
{
    fn after(&self, words: &[u32], steps: u64) -> Whole<I::State> {
        let mut machine = self.machine(words);
        drive(&mut machine, &mut Off, steps);
        Whole::of::<I>(&machine)
    }

    /// A run in pieces ends as one in a single piece.
    pub fn may_be_cut_anywhere(&self, words: &[u32], chunks: &[u64]) -> Verdict {
        let mut machine = self.machine(words);
        for chunk in chunks {
            drive(&mut machine, &mut Off, *chunk);
        }
        let total = chunks.iter().sum();
        same(&Whole::of::<I>(&machine), &self.after(words, total))
    }

    /// A run that is watched ends as one that is not, and its events tell all that it did.
    pub fn an_observer_changes_nothing_and_sees_everything(&self, words: &[u32]) -> Verdict {
        let mut machine = self.machine(words);
        let start = Whole::of::<I>(&machine);
        let mut recorder = Recorder::default();
        drive(&mut machine, &mut recorder, STEPS);
        let end = Whole::of::<I>(&machine);
        same(&end, &self.after(words, STEPS))?;

        let image = (self.image)(&[]);
        let rows = I::DESC.rows;
        let has_slot = |at: &At| {
            rows.get(usize::from(at.row))
                .is_some_and(Row::has_delay_slot)
        };
        let delays = |at: &At| image.delay_slots && has_slot(at);
        check_order(&recorder.0, delays, machine.exception_vector)?;
        let mut replay = Replay::of(&start, image.big_endian);
        for event in &recorder.0 {
            replay.apply(event)?;
        }
        replay.check(&end)
    }

    /// An observer of runs changes nothing, and is told the same as one of instructions; also if
    /// both watch the same run.
    pub fn runs_are_told_as_instructions_are(&self, words: &[u32]) -> Verdict {
        let mut machine = self.machine(words);
        let mut runs = RunRecorder::default();
        drive(&mut machine, &mut runs, STEPS);
        same(&Whole::of::<I>(&machine), &self.after(words, STEPS))?;

        let mut machine = self.machine(words);
        let mut both = (Recorder::default(), RunRecorder::default());
        drive(&mut machine, &mut both, STEPS);
        let expected = both.0.as_runs();
        for runs in [runs, both.1] {
            prop_assert_eq!(&runs.instructions, &expected.instructions);
            prop_assert_eq!(&runs.accesses, &expected.accesses);
            prop_assert_eq!(&runs.transfers, &expected.transfers);
        }
        Ok(())
    }

    /// Both of a pair are told the same.
    pub fn two_observers_see_the_same(&self, words: &[u32]) -> Verdict {
        let mut machine = self.machine(words);
        let mut pair = (Recorder::default(), Some(Recorder::default()));
        drive(&mut machine, &mut pair, 300);
        let second = pair.1.map_or(0, |recorder| recorder.0.len());
        prop_assert_eq!(pair.0.0.len(), second);
        Ok(())
    }

    /// What follows a snapshot follows it again once it is restored.
    pub fn a_restored_machine_goes_the_same_way(
        &self,
        words: &[u32],
        first: u64,
        second: u64,
    ) -> Verdict {
        let mut machine = self.machine(words);
        let start = machine.snapshot();
        drive(&mut machine, &mut Off, first);
        let middle = Whole::of::<I>(&machine);
        let kept = machine.snapshot();
        drive(&mut machine, &mut Off, second);
        let end = Whole::of::<I>(&machine);

        machine.restore(&kept);
        same(&Whole::of::<I>(&machine), &middle)?;
        drive(&mut machine, &mut Off, second);
        same(&Whole::of::<I>(&machine), &end)?;
        machine.restore(&start);
        drive(&mut machine, &mut Recorder::default(), first + second);
        same(&Whole::of::<I>(&machine), &end)?;
        same(&end, &self.after(words, first + second))
    }
}
