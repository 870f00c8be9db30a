//! A run pauses before the instructions that it was told to stop at, each time it comes there, and
//! is the same run otherwise.

use crate::fuel::{place, program};
use crate::program::KINDS;
use machine::observe::Off;
use machine::run::Stop;
use testkit::program::TEXT;

/// How many instructions run.
const STEPS: u64 = 2500;

#[test]
fn a_run_stops_wherever_it_is_told_to() {
    let words = program();
    // Everything in the loop, also in delay slots, and something in the code behind it.
    let mut sets: Vec<Vec<u32>> = (0..16).map(|index| vec![TEXT + 4 * index]).collect();
    sets.push((0..16).map(|index| TEXT + 4 * index).collect());
    sets.push(vec![TEXT + 4 * 300, TEXT + 4 * 914, TEXT + 4 * 915]);
    for (name, kind) in &KINDS {
        let mut machine = kind.machine(&words);
        let start = machine.snapshot();
        let mut trace = Vec::new();
        for _ in 0..STEPS {
            trace.push(place(&machine));
            assert_eq!(machine.run(&mut Off, 1), Stop::OutOfFuel, "{name}");
        }
        for stops in &sets {
            machine.restore(&start);
            machine.set_stops(stops);
            let mut paused = Vec::new();
            while machine.run(&mut Off, STEPS - machine.steps) == Stop::Paused {
                assert_eq!(place(&machine), trace[machine.steps as usize], "{name}");
                paused.push(machine.steps);
            }
            assert_eq!(machine.steps, STEPS, "{name}");
            let expected = (0..STEPS).filter(|step| stops.contains(&trace[*step as usize].0));
            assert_eq!(paused, expected.collect::<Vec<_>>(), "{name}: {stops:x?}");
        }
    }
}
