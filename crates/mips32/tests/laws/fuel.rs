//! Fuel is exact: a run of `n` stops after `n` instructions, whatever the fast loop makes of them.

use crate::common::encode;
use crate::program::KINDS;
use machine::observe::Off;
use machine::run::{Machine, Stop};
use testkit::program::TEXT;

/// How many instructions stand in a row without a jump.
const STRAIGHT: usize = 900;
/// How many branches follow that are never taken, with their delay slots: more instructions than
/// any run that the decoder makes.
const BRANCHES: usize = 1060;

fn add(register: i64) -> u32 {
    encode("addiu", &[register, register, 1])
}

/// A loop with a call, branches both ways and all kinds of delay slots, then straight code, then
/// branches that are never taken, then all again.
pub(crate) fn program() -> Vec<u32> {
    let mut words = vec![
        encode("addiu", &[5, 0, 3]),
        encode("j", &[i64::from(TEXT) + 4 * 6]),
        add(6),
        // A function at 12.
        encode("sll", &[6, 6, 1]),
        encode("jr", &[31]),
        encode("addu", &[6, 6, 5]),
        // The loop at 24. The slot of the call uses what the call writes.
        encode("lw", &[13, 0, 8]),
        encode("jal", &[i64::from(TEXT) + 4 * 3]),
        encode("addu", &[14, 14, 31]),
        encode("sw", &[6, 4, 8]),
        // The slot of the branch writes what the branch reads.
        encode("bne", &[5, 0, -4 * 5]),
        encode("addiu", &[5, 5, -1]),
        encode("beql", &[5, 0, 8]),
        add(6),
    ];
    words.extend(vec![add(12); STRAIGHT]);
    for _ in 0..BRANCHES {
        words.extend([encode("bne", &[0, 0, -4]), add(12)]);
    }
    words.extend([encode("j", &[TEXT.into()]), add(6)]);
    words
}

/// Where a machine stands, and what its registers hold.
pub(crate) fn place(machine: &Machine) -> (u32, Option<u32>, Vec<u32>) {
    let registers = [5, 6, 12, 13, 14, 31].map(|number| machine.registers.x[number]);
    (machine.pc, machine.delayed_target, registers.to_vec())
}

#[test]
fn a_run_stops_after_exactly_its_fuel() {
    let words = program();
    for (name, kind) in &KINDS {
        let mut machine = kind.machine(&words);
        let start = machine.snapshot();
        let mut trace = Vec::new();
        for _ in 0..=5200 {
            trace.push(place(&machine));
            assert_eq!(machine.run(&mut Off, 1), Stop::OutOfFuel, "{name}");
        }
        let dense = [0..80, 930..990, 1950..2000, 3060..3120, 4080..4120];
        let sparse = (0..5200).step_by(97);
        for fuel in dense.into_iter().flatten().chain(sparse) {
            machine.restore(&start);
            assert_eq!(machine.run(&mut Off, fuel), Stop::OutOfFuel);
            assert_eq!(place(&machine), trace[fuel as usize], "{name}: {fuel}");
            assert_eq!(machine.steps, fuel);
        }
    }
}

/// From every instruction, so also from those in delay slots.
#[test]
fn a_run_may_begin_anywhere() {
    let words = program();
    for (name, kind) in &KINDS {
        let mut machine = kind.machine(&words);
        machine.registers.x[31] = TEXT + 24;
        let start = machine.snapshot();
        for index in 0..20 {
            let mut run = |chunk: u64| {
                machine.restore(&start);
                machine.pc = TEXT + 4 * index;
                for _ in 0..3000 / chunk {
                    assert_eq!(machine.run(&mut Off, chunk), Stop::OutOfFuel);
                }
                (place(&machine), machine.steps)
            };
            assert_eq!(run(3000), run(2), "{name}: from {index}");
        }
    }
}
