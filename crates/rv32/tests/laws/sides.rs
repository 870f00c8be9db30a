//! With code of two sides, a run stops wherever control comes from one to the other, and is the same
//! run otherwise.

use crate::fuel::program;
use crate::program::{TEXT, machine};
use machine::code::{CodeSide, CodeSides};
use machine::observe::{Observer, Off, Wants};
use machine::run::{Machine, Stop};
use std::iter::once;
use std::sync::Arc;

/// How many instructions run.
const STEPS: u64 = 2500;

/// Where a machine stands, and what its registers hold.
fn place(machine: &Machine) -> (u32, Vec<u32>) {
    (machine.pc, machine.registers.x[..32].to_vec())
}

/// Sees straight code.
struct Runs;

impl Observer for Runs {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }
}

/// Sees every instruction.
struct Instructions;

impl Observer for Instructions {}

/// The steps at which a run stops between two sides.
fn crossings(machine: &mut Machine, observer: &mut dyn Observer, sides: &CodeSides) -> Vec<u64> {
    let mut found = Vec::new();
    loop {
        match machine.run(observer, STEPS - machine.steps) {
            Stop::Crossing => {
                assert_eq!(machine.side(), sides.of(machine.pc));
                found.push(machine.steps);
            }
            Stop::OutOfFuel => return found,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_run_stops_between_the_sides() {
    let words = program();
    let at = |index: u32| TEXT + 4 * index;
    // The function, the loop without it, single instructions, long stretches.
    let mut sets: Vec<CodeSides> = vec![
        CodeSides::new(once(at(2)..at(5))),
        CodeSides::new(vec![at(0)..at(2), at(5)..at(14)]),
        CodeSides::new(vec![at(300)..at(914), at(1000)..at(1001)]),
        CodeSides::new(once(0..u32::MAX)),
    ];
    sets.extend((0..16).map(|index| CodeSides::new(once(at(index)..at(index + 1)))));
    let name = "rv32";
    let mut machine = machine(&words);
    let start = machine.snapshot();
    let mut trace = Vec::new();
    for _ in 0..STEPS {
        trace.push(machine.pc);
        assert_eq!(machine.run(&mut Off, 1), Stop::OutOfFuel, "{name}");
    }
    let end = place(&machine);
    for sides in &sets {
        let mut side = sides.of(trace[0]);
        let expected = (0..STEPS).filter(|step| {
            let new = sides.of(trace[*step as usize]);
            std::mem::replace(&mut side, new) != new
        });
        let mut expected: Vec<u64> = expected.collect();
        if sides.of(end.0) != side {
            expected.push(STEPS);
        }
        let observers: [&mut dyn Observer; 3] = [&mut Off, &mut Runs, &mut Instructions];
        for observer in observers {
            machine.restore(&start);
            machine.set_sides(Some(Arc::new(sides.clone())));
            let found = crossings(&mut machine, observer, sides);
            assert_eq!(found, expected, "{name}: {sides:x?}");
            assert_eq!(
                (place(&machine), machine.steps),
                (end.clone(), STEPS),
                "{name}"
            );
        }
    }
    machine.set_sides(None);
    assert_eq!(machine.side(), CodeSide::Outer);
}
