//! Stops happen where single-stepping finds that they should.

use crate::program::{engine, machines, pieces, source};
use debug::stops::{Kind, StopCause, WatchTarget};
use debug::{Engine, Why};
use proptest::prelude::*;

/// The steps at which a run forward stops, and those at which a run backward from the end does. A
/// stop at the very step of the end, before an instruction that faults, is where that begins.
fn stops_of(engine: &mut Engine) -> (Vec<u64>, Vec<u64>) {
    let mut forward = Vec::new();
    while !matches!(engine.run_on().why[..], [Why::Ended(_)]) && forward.len() < 3000 {
        forward.push(engine.step());
    }
    let mut backward: Vec<u64> = forward.last().copied().into_iter().collect();
    backward.retain(|step| *step == engine.step());
    while !matches!(engine.reverse_continue().why[..], [Why::Beginning]) && backward.len() < 3000 {
        backward.push(engine.step());
    }
    backward.reverse();
    (forward, backward)
}

/// The steps at which something holds that is asked before and after each instruction.
fn steps_where(
    engine: &mut Engine,
    look: impl Fn(&Engine) -> i64,
    holds: impl Fn(&Engine, i64, i64) -> bool,
) -> Vec<u64> {
    let mut steps = Vec::new();
    let mut before = look(engine);
    loop {
        let from = engine.step();
        engine.step_instructions(1);
        if engine.ended().is_some() || engine.step() == from {
            return steps;
        }
        let now = look(engine);
        if holds(engine, before, now) {
            steps.push(engine.step());
        }
        before = now;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn watched_memory(machine in machines(), pieces in pieces(), k in 0..4u32) {
        let text = source(machine, &pieces);
        let element = format!("array[{k}]");
        let expected = steps_where(
            &mut engine(machine, &text),
            |engine| engine.evaluate(&element).unwrap(),
            |_, before, now| before != now,
        );
        let mut engine = engine(machine, &text);
        let first = engine.evaluate("array").unwrap() as u32 + 4 * k;
        let what = WatchTarget::Memory { first, last: first + 3 };
        engine.stops.add(StopCause::Watch { what, kind: Kind::Change }, "", None, false);
        let (forward, backward) = stops_of(&mut engine);
        prop_assert_eq!(&forward, &expected, "{}", text);
        prop_assert_eq!(&backward, &expected, "{}", text);
    }

    #[test]
    fn watched_registers(machine in machines(), pieces in pieces(), which in 0..3usize) {
        let text = source(machine, &pieces);
        let name = ["s1", "t1", if machine.is_mips() { "v0" } else { "a0" }][which];
        let expected = steps_where(
            &mut engine(machine, &text),
            |engine| engine.evaluate(name).unwrap(),
            |_, before, now| before != now,
        );
        let mut engine = engine(machine, &text);
        let debug::expr::Expr::Register(reg) = engine.parse(name).unwrap() else {
            panic!("{name} is a register");
        };
        let what = WatchTarget::Register(reg);
        engine.stops.add(StopCause::Watch { what, kind: Kind::Change }, "", None, false);
        let (forward, backward) = stops_of(&mut engine);
        prop_assert_eq!(&forward, &expected, "{}", text);
        prop_assert_eq!(&backward, &expected, "{}", text);
    }

    #[test]
    fn conditions(machine in machines(), pieces in pieces(), at in 0..60u64, limit in -3..12i64) {
        let text = source(machine, &pieces);
        let condition = format!("s1 > {limit} || array[0] == 2");
        let mut probe = engine(machine, &text);
        probe.go_to(at);
        let pc = probe.pc();
        if !probe.is_code(pc) {
            return Ok(());
        }
        let expected = steps_where(
            &mut engine(machine, &text),
            |engine| engine.evaluate(&condition).unwrap(),
            |engine, _, now| engine.pc() == pc && now != 0,
        );
        let mut engine = engine(machine, &text);
        let condition = Some((engine.parse(&condition).unwrap(), condition));
        let addresses = vec![pc];
        engine.stops.add(StopCause::Break { addresses }, "", condition, false);
        let (forward, backward) = stops_of(&mut engine);
        // Going backward, the very first step counts, too.
        let backward: Vec<u64> = backward.into_iter().filter(|step| *step > 0).collect();
        prop_assert_eq!(&forward, &expected, "{}", text);
        prop_assert_eq!(&backward, &expected, "{}", text);
    }

    #[test]
    fn the_last_write_is_the_last_stop(machine in machines(), pieces in pieces(), k in 0..4u32) {
        let text = source(machine, &pieces);
        let mut engine = engine(machine, &text);
        let first = engine.evaluate("array").unwrap() as u32 + 4 * k;
        let what = WatchTarget::Memory { first, last: first + 3 };
        engine.stops.add(StopCause::Watch { what, kind: Kind::Write }, "", None, false);
        let mut stops = Vec::new();
        while !matches!(engine.run_on().why[..], [Why::Ended(_)]) {
            stops.push(engine.step());
        }
        let found = engine.writes(what, 5);
        let steps: Vec<u64> = found.iter().map(|wrote| wrote.step + 1).collect();
        let expected: Vec<u64> = stops.iter().rev().copied().take(5).collect();
        prop_assert_eq!(steps, expected, "{}", text);
    }
}
