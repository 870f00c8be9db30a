//! Moves in parts.

use crate::program::{Whole, engine, machines, pieces, source, states};
use debug::engine::Move;
use debug::stops::{Kind, StopCause, WatchTarget};
use debug::{Engine, Why};
use proptest::prelude::*;

fn any_way() -> impl Strategy<Value = Move> {
    prop_oneof![
        Just(Move::RunOn),
        Just(Move::StepLine),
        Just(Move::NextLine),
        Just(Move::StepInstruction),
        Just(Move::NextInstruction),
        Just(Move::Finish),
    ]
}

fn add_stops(engine: &mut Engine, points: &[u32], watch: Option<u32>) {
    for &pc in points {
        let addresses = vec![pc];
        engine
            .stops
            .add(StopCause::Break { addresses }, "", None, false);
    }
    if let Some(k) = watch {
        let first = engine.evaluate("array").unwrap() as u32 + 4 * k;
        let what = WatchTarget::Memory {
            first,
            last: first + 3,
        };
        let kind = Kind::Change;
        engine
            .stops
            .add(StopCause::Watch { what, kind }, "", None, false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_move_in_parts_ends_like_one_in_one_go(
        machine in machines(),
        pieces in pieces(),
        ways in prop::collection::vec((any_way(), 1..9u64), 1..8),
        points in prop::collection::vec(0..40usize, 0..3),
        watch in prop::option::of(0..4u32),
        check: bool,
    ) {
        let text = source(machine, &pieces);
        let states = states(machine, &text);
        let points: Vec<u32> = points.iter().map(|k| states[*k.min(&(states.len() - 1))].pc).collect();
        let (mut whole, mut parts) = (engine(machine, &text), engine(machine, &text));
        for engine in [&mut whole, &mut parts] {
            if check {
                engine.check_convention(callconv::CheckOptions::default());
            }
            add_stops(engine, &points, watch);
        }
        for (way, fuel) in &ways {
            let mut all = whole.set_out(way);
            let expected = whole.run_for(&mut all, u64::MAX);
            let mut pursuit = parts.set_out(way);
            let mut stopped = None;
            while stopped.is_none() {
                stopped = parts.run_for(&mut pursuit, *fuel);
            }
            prop_assert_eq!(&stopped, &expected, "{:?} by {}\n{}", way, fuel, text);
            prop_assert_eq!(Whole::of(&parts), Whole::of(&whole), "{:?} by {}\n{}", way, fuel, text);
        }
    }

    #[test]
    fn a_move_that_is_given_up_stays_where_it_is(
        machine in machines(),
        pieces in pieces(),
        fuel in 1..60u64,
        watch in prop::option::of(0..4u32),
    ) {
        let text = source(machine, &pieces);
        let states = states(machine, &text);
        let mut engine = engine(machine, &text);
        add_stops(&mut engine, &[], watch);
        let mut pursuit = engine.set_out(&Move::RunOn);
        if engine.run_for(&mut pursuit, fuel).is_none() {
            let stopped = engine.give_up(pursuit);
            prop_assert_eq!(stopped.why, vec![Why::Interrupted]);
        }
        prop_assert_eq!(&Whole::of(&engine), &states[engine.step() as usize]);
        engine.stops.clear();
        engine.run_on();
        prop_assert_eq!(&Whole::of(&engine), &states[states.len() - 1]);
    }
}
