//! Runs in which handed-in code gets values that nobody can guess: they are part of the history.

use crate::program::{Machine, load};
use debug::{DebugSetup, Engine};
use machine::code::CodeSides;
use runtime::BoundaryRules;
use std::iter::once;
use std::sync::Arc;

/// `f` was handed in: it changes s1 and gives it back, calls a function of the course, and leaves the
/// rest to another.
const PROGRAM: &str = "\
.text
.globl main
main:
    li   s0, 7
    li   s1, 8
    li   t3, 9
    jal  f
    jal  f
    mv   a1, s0
    li   a0, 1
    ecall
    li   a0, 10
    ecall
twice:
    add  a0, a0, a0
    ret
thrice:
    add  t0, a0, a0
    add  a0, a0, t0
    ret
f:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s1, 8(sp)
    li   s1, 1
    mv   a0, t3
    jal  twice
    lw   s1, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    j    thrice
end:
    nop
";

fn start() -> Engine {
    let loaded = load(Machine::RiscV, PROGRAM);
    let image = &loaded.program.as_ref().unwrap().image;
    let at = |name: &str| image.symbol(name).unwrap().address;
    let boundary = BoundaryRules {
        sides: Arc::new(CodeSides::new(once(at("f")..at("end")))),
        values: true,
        functions: vec![at("twice"), at("thrice")],
        ..BoundaryRules::default()
    };
    let setup = DebugSetup {
        boundary: Some(boundary),
        ..DebugSetup::new(&loaded)
    };
    Engine::new(loaded, setup).unwrap()
}

/// Registers, program counter and step.
fn state(engine: &Engine) -> (Vec<u64>, u32, u64) {
    let registers = (0..32).map(|n| engine.registers().get(machine::isa::Reg(n)));
    (registers.collect(), engine.pc(), engine.step())
}

#[test]
fn handed_in_code_finds_other_values_and_the_course_its_own() {
    let mut engine = start();
    let f = engine.map().program.image.symbol("f").unwrap().address;
    engine.run_to_place(&[f], false);
    assert_eq!(engine.pc(), f);
    let given = engine.evaluate("s0").unwrap();
    assert_ne!(given, 7);
    assert_ne!(engine.evaluate("t3"), Ok(9));
    engine.finish(1);
    assert_eq!(engine.evaluate("s0"), Ok(7));
    assert_eq!(engine.evaluate("s1"), Ok(8));
    // Each call has its own values.
    engine.run_to_place(&[f], false);
    assert_ne!(engine.evaluate("s0"), Ok(given));
    engine.run_on();
    assert_eq!(engine.output(0), b"7");
}

#[test]
fn every_way_to_a_step_leads_to_the_same_state() {
    let mut engine = start();
    engine.run_on();
    let last = engine.step();
    let mut states = Vec::new();
    for step in 0..last {
        let mut fresh = start();
        fresh.go_to(step);
        states.push(state(&fresh));
    }
    for step in (0..last).rev() {
        engine.go_to(step);
        assert_eq!(state(&engine), states[step as usize], "back to {step}");
    }
    for (step, expected) in states.iter().enumerate() {
        assert_eq!(state(&engine), *expected, "forward to {step}");
        engine.step_instructions(1);
    }
    // Breakpoints at every instruction, and calls by hand between them.
    let mut engine = start();
    let lines = engine.map().program.lines.iter();
    let addresses: Vec<u32> = lines.map(|line| line.address).collect();
    let cause = debug::stops::StopCause::Break { addresses };
    engine.stops.add(cause, "all", None, false);
    let twice = engine.map().program.image.symbol("twice").unwrap().address;
    for expected in &states[..states.len() - 1] {
        assert_eq!(state(&engine), *expected);
        engine.call(twice, &[4], "call").unwrap();
        assert_eq!(state(&engine), *expected);
        engine.undo().unwrap();
        assert_eq!(state(&engine), *expected);
        engine.run_on();
    }
}
