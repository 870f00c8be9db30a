//! Fuel is exact: a run of `n` stops after `n` instructions, whatever the fast loop makes of them.

use crate::common::encode;
use crate::program::{TEXT, machine};
use machine::observe::Off;
use machine::run::Stop;

const STRAIGHT: usize = 2400;

/// A loop with calls, branches both ways and fused pairs, then straight code that is longer than
/// any run the decoder makes, then all again.
pub(crate) fn program() -> Vec<u32> {
    let mut words = vec![
        encode("addi", &[5, 0, 3]),
        encode("jal", &[0, 4 * 4]),
        // A function at 8: slli and add make a pair.
        encode("slli", &[6, 6, 1]),
        encode("add", &[6, 6, 5]),
        encode("jalr", &[0, 1, 0]),
        // The loop at 20. A pair of addi, a pair of lw, a pair of sw; a call after an addi.
        encode("addi", &[6, 6, 1]),
        encode("addi", &[6, 6, 1]),
        encode("lw", &[10, 0, 8]),
        encode("lw", &[11, 4, 8]),
        encode("sw", &[6, 0, 8]),
        encode("sw", &[6, 4, 8]),
        encode("addi", &[7, 7, 1]),
        encode("jal", &[1, -4 * 10]),
        encode("addi", &[5, 5, -1]),
        encode("bne", &[5, 0, -4 * 9]),
    ];
    words.extend(vec![encode("addi", &[12, 12, 1]); STRAIGHT]);
    words.push(encode("add", &[13, 13, 12]));
    let back = -4 * words.len() as i64;
    words.push(encode("jal", &[0, back]));
    words
}

/// The program counter and two registers after each number of steps, one step at a time.
fn trace(words: &[u32], steps: usize) -> Vec<(u32, u32, u32)> {
    let mut machine = machine(words);
    let mut trace = Vec::new();
    for _ in 0..=steps {
        let x = &machine.registers.x;
        trace.push((machine.pc, x[6], x[12]));
        assert_eq!(machine.run(&mut Off, 1), Stop::OutOfFuel);
    }
    assert_eq!(machine.steps, steps as u64 + 1);
    trace
}

#[test]
fn a_run_stops_after_exactly_its_fuel() {
    let words = program();
    let trace = trace(&words, 3700);
    let mut machine = machine(&words);
    let start = machine.snapshot();
    let dense = [0..150, 1000..1120, 2030..2080, 2440..2560, 3060..3120];
    let sparse = (0..3700).step_by(97);
    for fuel in dense.into_iter().flatten().chain(sparse) {
        machine.restore(&start);
        assert_eq!(machine.run(&mut Off, fuel), Stop::OutOfFuel);
        let x = &machine.registers.x;
        let found = (machine.pc, x[6], x[12]);
        assert_eq!(found, trace[fuel as usize], "after {fuel}");
        assert_eq!(machine.steps, fuel);
    }
}

#[test]
fn no_fuel_does_nothing() {
    let mut machine = machine(&program());
    assert_eq!(machine.run(&mut Off, 0), Stop::OutOfFuel);
    assert_eq!((machine.pc, machine.steps), (TEXT, 0));
}

/// From every instruction of the text, so also from the second of each pair, two steps are two.
#[test]
fn a_run_may_begin_inside_a_pair() {
    let words = program();
    let mut machine = machine(&words);
    let start = machine.snapshot();
    for index in 0..40 {
        machine.restore(&start);
        machine.registers.x[1] = TEXT;
        machine.pc = TEXT + 4 * index;
        assert_eq!(machine.run(&mut Off, 2000), Stop::OutOfFuel);
        let long = (machine.pc, machine.steps, machine.registers.x);
        machine.restore(&start);
        machine.registers.x[1] = TEXT;
        machine.pc = TEXT + 4 * index;
        for _ in 0..1000 {
            assert_eq!(machine.run(&mut Off, 2), Stop::OutOfFuel);
        }
        let short = (machine.pc, machine.steps, machine.registers.x);
        assert_eq!(long, short, "from {index}");
    }
}

/// Unlimited fuel does not overflow the count of steps.
#[test]
fn fuel_may_be_unlimited() {
    let words = [encode("addi", &[5, 5, 1]), encode("ecall", &[])];
    let mut machine = machine(&words);
    machine.steps = 1 << 40;
    assert_eq!(machine.run(&mut Off, u64::MAX), Stop::Host);
    assert_eq!(machine.steps, (1 << 40) + 1);
}
