//! Any moves.

use crate::program::{Whole, engine, machines, memory, pieces, source, states};
use debug::Engine;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Move {
    StepInstructions(u64),
    Step(u64),
    Next(u64),
    NextInstructions(u64),
    Finish,
    Until,
    RunOn,
    Back(u64),
    GoTo(u64),
    ReverseStep(u64),
    ReverseNext(u64),
    ReverseNextInstructions(u64),
    ReverseFinish,
    ReverseContinue,
    Reset,
    Frames,
    UntilOutput,
    ToOutput(u64),
}

fn any_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        (1..20u64).prop_map(Move::StepInstructions),
        (1..5u64).prop_map(Move::Step),
        (1..5u64).prop_map(Move::Next),
        (1..5u64).prop_map(Move::NextInstructions),
        Just(Move::Finish),
        Just(Move::Until),
        Just(Move::RunOn),
        (1..30u64).prop_map(Move::Back),
        (0..200u64).prop_map(Move::GoTo),
        (1..5u64).prop_map(Move::ReverseStep),
        (1..5u64).prop_map(Move::ReverseNext),
        (1..5u64).prop_map(Move::ReverseNextInstructions),
        Just(Move::ReverseFinish),
        Just(Move::ReverseContinue),
        Just(Move::Reset),
        Just(Move::Frames),
        Just(Move::UntilOutput),
        (0..20u64).prop_map(Move::ToOutput),
    ]
}

fn go(engine: &mut Engine, to: &Move) {
    match *to {
        Move::StepInstructions(n) => drop(engine.step_instructions(n)),
        Move::Step(n) => drop(engine.step_lines(n)),
        Move::Next(n) => drop(engine.next_lines(n)),
        Move::NextInstructions(n) => drop(engine.next_instructions(n)),
        Move::Finish => drop(engine.finish(1)),
        Move::Until => drop(engine.until_behind()),
        Move::RunOn => drop(engine.run_on()),
        Move::Back(n) => drop(engine.back(n)),
        Move::GoTo(step) => drop(engine.go_to(step)),
        Move::ReverseStep(n) => drop(engine.reverse_lines(n, false)),
        Move::ReverseNext(n) => drop(engine.reverse_lines(n, true)),
        Move::ReverseNextInstructions(n) => drop(engine.reverse_next_instructions(n)),
        Move::ReverseFinish => drop(engine.reverse_finish(1)),
        Move::ReverseContinue => drop(engine.reverse_continue()),
        Move::Reset => drop(engine.reset()),
        Move::Frames => drop(engine.frames()),
        Move::UntilOutput => drop(engine.until_output(b"5")),
        Move::ToOutput(n) => drop(engine.to_output(n)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn every_way_to_a_step_leads_to_the_same_state(
        machine in machines(),
        pieces in pieces(),
        moves in prop::collection::vec(any_move(), 1..12),
        points in prop::collection::vec(0..40usize, 0..3),
        watch in prop::option::of(0..4u32),
        check: bool,
    ) {
        let text = source(machine, &pieces);
        let states = states(machine, &text);
        let mut engine = engine(machine, &text);
        if check {
            engine.check_convention(callconv::CheckOptions::default());
        }
        for point in points {
            let pc = states[point.min(states.len() - 1)].pc;
            let addresses = vec![pc];
            engine.stops.add(debug::stops::StopCause::Break { addresses }, "", None, false);
        }
        if let Some(k) = watch {
            let first = engine.evaluate("array").unwrap() as u32 + 4 * k;
            let what = debug::stops::WatchTarget::Memory { first, last: first + 3 };
            let kind = debug::stops::Kind::Change;
            engine.stops.add(debug::stops::StopCause::Watch { what, kind }, "", None, false);
        }
        for to in &moves {
            go(&mut engine, to);
            let step = engine.step() as usize;
            prop_assert!(step < states.len(), "{to:?} led to {step}\n{text}");
            prop_assert_eq!(&Whole::of(&engine), &states[step], "{:?}\n{}", to, text);
        }
        let mut fresh = crate::program::engine(machine, &text);
        fresh.go_to(engine.step());
        prop_assert_eq!(memory(&engine), memory(&fresh));
    }

    #[test]
    fn a_change_by_hand_goes_with_time(
        machine in machines(),
        pieces in pieces(),
        at in 0..30u64,
        moves in prop::collection::vec(any_move(), 1..6),
    ) {
        let text = source(machine, &pieces);
        let before = states(machine, &text);
        let at = at.min(before.len() as u64 - 1);
        let mut engine = engine(machine, &text);
        engine.go_to(at);
        if engine.ended().is_some() {
            return Ok(());
        }
        let register = if machine.is_mips() { "$s1" } else { "s1" };
        let place = engine.parse(register).unwrap().place(None, &engine.state()).unwrap();
        engine.set(place, 77, "s1 = 77").unwrap();
        // One instruction at a time gives the states of the other history.
        let mut after = vec![Whole::of(&engine)];
        while engine.ended().is_none() && after.len() < 400 {
            engine.step_instructions(1);
            if engine.step() == at + after.len() as u64 {
                after.push(Whole::of(&engine));
            }
        }
        for to in &moves {
            go(&mut engine, to);
            let step = engine.step();
            let expected = match step.checked_sub(at) {
                Some(k) if (k as usize) < after.len() => &after[k as usize],
                Some(_) => continue,
                None => &before[step as usize],
            };
            prop_assert_eq!(&Whole::of(&engine), expected, "{:?}\n{}", to, text);
        }
        engine.go_to(at);
        engine.undo().unwrap();
        prop_assert_eq!(&Whole::of(&engine), &before[at as usize]);
        engine.run_on();
        prop_assert_eq!(&Whole::of(&engine), &before[before.len() - 1]);
    }
}
