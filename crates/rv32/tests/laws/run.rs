//! A run does not depend on how it is cut into pieces, on who watches, or on where it came from.

use crate::program::{DATA, DATA_SIZE, TEXT, TEXT_SIZE, Whole, drive, machine, programs};
use machine::isa::Reg;
use machine::observe::{At, MemoryAccess, Observer, Off, Transfer};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Enough for the fast loop, which leaves the last 1024 to the exact one.
const STEPS: u64 = 2500;

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

fn same(a: &Whole, b: &Whole) -> Result<(), TestCaseError> {
    prop_assert!(a == b, "{}", a.difference(b));
    Ok(())
}

fn after(words: &[u32], steps: u64) -> Whole {
    let mut machine = machine(words);
    drive(&mut machine, &mut Off, steps);
    Whole::of(&machine)
}

/// Registers and memory, rebuilt from events alone.
struct Replay {
    registers: [u64; 64],
    memory: BTreeMap<u32, u8>,
}

impl Replay {
    fn of(start: &Whole) -> Replay {
        let mut registers = [0; 64];
        for number in 0..32 {
            registers[number] = start.x[number].into();
            registers[32 + number] = start.f[number];
        }
        let addresses = (TEXT..TEXT + TEXT_SIZE).chain(DATA..DATA + DATA_SIZE);
        let memory = addresses.zip(start.memory.iter().copied()).collect();
        Replay { registers, memory }
    }

    fn load(&self, access: &MemoryAccess) -> u64 {
        (0..access.size.into()).rev().fold(0, |value, k| {
            let at = access.address.wrapping_add(k);
            value << 8 | u64::from(self.memory[&at])
        })
    }

    /// Applies a change; what was there before must be what the event says.
    fn apply(&mut self, event: &Event) -> Result<(), TestCaseError> {
        match *event {
            Event::Register { reg, old, new } => {
                prop_assert_ne!(reg, Reg(0), "x0 is never written");
                let register = &mut self.registers[usize::from(reg.0)];
                prop_assert_eq!(std::mem::replace(register, new), old);
            }
            Event::Memory(access) => {
                prop_assert_eq!(self.load(&access), access.old);
                prop_assert!(access.store || access.old == access.new);
                let bytes = access.new.to_le_bytes();
                for (k, &byte) in bytes[..access.size.into()].iter().enumerate() {
                    self.memory
                        .insert(access.address.wrapping_add(k as u32), byte);
                }
            }
            Event::Instruction(_) | Event::Transfer(_) => {}
        }
        Ok(())
    }

    fn check(&self, end: &Whole) -> Result<(), TestCaseError> {
        let x: Vec<u32> = self.registers[..32].iter().map(|&v| v as u32).collect();
        prop_assert_eq!(&x, &end.x);
        prop_assert_eq!(&self.registers[32..], &end.f[..]);
        prop_assert!(self.memory.values().eq(end.memory.iter()));
        Ok(())
    }
}

/// Steps count up by one (an instruction that was passed over counts too), and control goes where
/// a transfer says.
fn check_order(events: &[Event]) -> Result<(), TestCaseError> {
    let mut step = 0;
    let mut goes_to = None;
    for event in events {
        match event {
            Event::Instruction(at) => {
                prop_assert_eq!(at.step, step);
                prop_assert_eq!(goes_to.take().unwrap_or(at.pc), at.pc);
                step += 1;
            }
            Event::Transfer(transfer) => goes_to = Some(transfer.to),
            Event::Register { .. } | Event::Memory(_) => {}
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_run_may_be_cut_anywhere(
        words in programs(),
        chunks in prop::collection::vec(prop_oneof![0u64..20, 0u64..1500], 1..20),
    ) {
        let mut machine = machine(&words);
        for chunk in &chunks {
            drive(&mut machine, &mut Off, *chunk);
        }
        let total = chunks.iter().sum();
        same(&Whole::of(&machine), &after(&words, total))?;
    }

    #[test]
    fn an_observer_changes_nothing_and_sees_everything(words in programs()) {
        let mut machine = machine(&words);
        let start = Whole::of(&machine);
        let mut recorder = Recorder::default();
        drive(&mut machine, &mut recorder, STEPS);
        let end = Whole::of(&machine);
        same(&end, &after(&words, STEPS))?;

        check_order(&recorder.0)?;
        let mut replay = Replay::of(&start);
        for event in &recorder.0 {
            replay.apply(event)?;
        }
        replay.check(&end)?;
    }

    #[test]
    fn two_observers_see_the_same(words in programs()) {
        let mut machine = machine(&words);
        let mut pair = (Recorder::default(), Some(Recorder::default()));
        drive(&mut machine, &mut pair, 300);
        let second = pair.1.map_or(0, |recorder| recorder.0.len());
        prop_assert_eq!(pair.0.0.len(), second);
    }

    #[test]
    fn a_restored_machine_goes_the_same_way(
        words in programs(),
        (first, second) in (0u64..1500, 0u64..1500),
    ) {
        let mut machine = machine(&words);
        let start = machine.snapshot();
        drive(&mut machine, &mut Off, first);
        let middle = Whole::of(&machine);
        let kept = machine.snapshot();
        drive(&mut machine, &mut Off, second);
        let end = Whole::of(&machine);

        machine.restore(&kept);
        same(&Whole::of(&machine), &middle)?;
        drive(&mut machine, &mut Off, second);
        same(&Whole::of(&machine), &end)?;
        machine.restore(&start);
        drive(&mut machine, &mut Recorder::default(), first + second);
        same(&Whole::of(&machine), &end)?;
        same(&end, &after(&words, first + second))?;
    }
}
