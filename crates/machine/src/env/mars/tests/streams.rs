//! Random numbers.

use super::*;

#[test]
fn a_seeded_stream_is_that_of_java() {
    let mut world = world();
    assert_eq!(world.call(40, &[(A0, 1), (A1, 42)], &[]), quiet());
    assert_eq!(world.call(41, &[(A0, 1)], &[]), quiet());
    assert_eq!(world.reg(A0) as i32, -1_170_105_035);
    for (bound, value) in [(10, 3), (100, 48), (16, 0)] {
        world.call(42, &[(A0, 1), (A1, bound)], &[]);
        assert_eq!(world.reg(A0), value);
    }
    world.call(43, &[(A0, 1)], &[]);
    assert_eq!(f32::from_bits(world.reg(F0)), 0.308_719_4);
    world.call(44, &[(A0, 1)], &[]);
    assert_eq!(double(&world.board, F0), 0.942_073_543_028_212_8);
}

#[test]
fn a_stream_without_a_seed_begins_with_that_of_the_run_and_its_number() {
    let mars = Mars::new(&MarsMap::DEFAULT, 40);
    let mut world = World::start(mars, &image(), &[]);
    world.call(41, &[(A0, 2)], &[]);
    assert_eq!(world.reg(A0) as i32, -1_170_105_035);
    let mut other = World::start(Mars::new(&MarsMap::DEFAULT, 43), &image(), &[]);
    other.call(41, &[(A0, u32::MAX)], &[]);
    assert_eq!(other.reg(A0) as i32, -1_170_105_035);
}

#[test]
fn streams_go_their_own_ways() {
    let mut world = world();
    for id in [1, 2] {
        world.call(40, &[(A0, id), (A1, 42)], &[]);
    }
    world.call(41, &[(A0, 1)], &[]);
    world.call(41, &[(A0, 1)], &[]);
    world.call(41, &[(A0, 2)], &[]);
    assert_eq!(world.reg(A0) as i32, -1_170_105_035);
}

#[test]
fn a_bound_must_be_positive() {
    for bound in [0, -5] {
        let done = world().call(42, &[(A0, 1), (A1, bound as u32)], &[]);
        assert_eq!(done.end, Err(CallFault::RandomBound { bound }));
    }
}

#[test]
fn streams_are_bounded() {
    let mut world = world();
    for id in 0..=STREAM_LIMIT as u32 {
        world.call(41, &[(A0, id)], &[]);
    }
    assert_eq!(world.mars.streams.len(), STREAM_LIMIT);
}
