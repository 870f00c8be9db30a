//! Programs that overwrite themselves run as overwritten, at once and without a fence.

use crate::common::encode;
use crate::program::{DATA, TEXT, machine};
use machine::observe::{Observer, Off, Wants};
use machine::run::{Machine, Stop};
use proptest::prelude::*;

/// With little fuel the exact loop runs, with much the fast one.
const FUELS: [u64; 2] = [500, 100_000];

struct Watch;

impl Observer for Watch {}

struct WatchRuns;

impl Observer for WatchRuns {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }
}

/// Runs a program to its `ecall` in both loops and under observers; register 6 at the end, and
/// the number of steps.
#[track_caller]
fn check(words: &[u32], prepare: impl Fn(&mut Machine), expected: u32, steps: u64) {
    for fuel in FUELS {
        check_with(&mut Off, fuel, words, &prepare, (expected, steps));
        check_with(&mut WatchRuns, fuel, words, &prepare, (expected, steps));
    }
    check_with(&mut Watch, FUELS[0], words, &prepare, (expected, steps));
}

#[track_caller]
fn check_with<O: Observer>(
    observer: &mut O,
    fuel: u64,
    words: &[u32],
    prepare: &impl Fn(&mut Machine),
    expected: (u32, u64),
) {
    let mut machine = machine(words);
    prepare(&mut machine);
    assert_eq!(machine.run(observer, fuel), Stop::Host);
    assert_eq!((machine.registers.x[6], machine.steps), expected);
}

/// `addi x6, x6, amount`
fn add(amount: i64) -> u32 {
    encode("addi", &[6, 6, amount])
}

fn ecall() -> u32 {
    encode("ecall", &[])
}

/// Sets register 5, the one that the programs store.
fn x5(value: u32) -> impl Fn(&mut Machine) {
    move |machine| machine.registers.x[5] = value
}

#[test]
fn a_store_over_the_next_instruction() {
    let words = [encode("sw", &[5, 4, 9]), add(1), ecall()];
    check(&words, x5(add(2)), 2, 2);
}

/// The two stores are a fused pair, and the first replaces the second.
#[test]
fn a_store_over_the_second_of_its_pair() {
    let words = [
        encode("sw", &[5, 4, 9]),
        encode("sw", &[5, 8, 9]),
        add(1),
        ecall(),
    ];
    check(&words, x5(add(10)), 11, 3);
}

/// The pair was decoded and has run before either half is replaced.
#[test]
fn a_store_into_a_pair_that_has_run() {
    for (replaced, expected) in [(4, 1 + 10 + 100 + 10), (8, 1 + 10 + 1 + 100)] {
        let words = [
            encode("addi", &[7, 0, 2]),
            add(1),
            add(10),
            encode("add", &[10, 7, 0]),
            encode("sw", &[5, replaced, 9]),
            encode("addi", &[7, 7, -1]),
            encode("bne", &[7, 0, -4 * 5]),
            ecall(),
        ];
        check(&words, x5(add(100)), expected, 13);
    }
}

#[test]
fn a_store_into_a_running_loop() {
    // Ten rounds; after five, the first instruction adds 100 instead of 1.
    let words = [
        encode("addi", &[7, 0, 10]),
        add(1),
        encode("addi", &[7, 7, -1]),
        encode("addi", &[10, 0, 5]),
        encode("bne", &[7, 10, 8]),
        encode("sw", &[5, 4, 9]),
        encode("bne", &[7, 0, -4 * 5]),
        ecall(),
    ];
    check(&words, x5(add(100)), 505, 52);
}

/// The instruction has been executed when its bytes change: what follows it is what followed it,
/// however long the new instruction at its place is.
#[test]
fn a_store_over_itself() {
    let words = [encode("sw", &[5, 0, 9]), add(1), ecall()];
    check(&words, x5(add(50)), 1, 2);
    // c.nop twice.
    check(&words, x5(0x0001_0001), 1, 2);
    check(&words, x5(0), 1, 2);
    // c.sw a5, 0(s0) and c.nop; the store becomes the first half of a longer instruction.
    let words = [0x0001_c01c, add(1), ecall()];
    let prepare = |machine: &mut Machine| {
        machine.registers.x[8] = TEXT;
        machine.registers.x[15] = 0x0001_0313;
    };
    check(&words, prepare, 1, 3);
}

/// The first bytes that are stored may be no instruction.
#[test]
fn a_store_that_ends_in_an_instruction() {
    // The jump leads over a word that is never executed.
    let words = [
        encode("jal", &[0, 8]),
        0,
        add(1),
        encode("bne", &[6, 7, 16]),
        encode("fsd", &[5, 4, 9]),
        encode("addi", &[7, 0, 1]),
        encode("jal", &[0, -16]),
        ecall(),
    ];
    let prepare = |machine: &mut Machine| {
        machine.registers.f[5] = u64::from(add(20)) << 32;
        machine.registers.x[7] = 1;
    };
    check(&words, prepare, 21, 8);
}

/// Half of an instruction may be replaced: its immediate.
#[test]
fn a_store_of_half_an_instruction() {
    let words = [encode("sh", &[5, 6, 9]), add(1), ecall()];
    check(&words, x5(add(33) >> 16), 33, 2);
    let words = [encode("sb", &[5, 7, 9]), add(1), ecall()];
    check(&words, x5(add(16 * 16 + 1) >> 24), 257, 2);
}

#[test]
fn every_kind_of_store_is_noticed() {
    let atomic = [
        ("amoswap.w", add(7)),
        ("amoadd.w", add(7).wrapping_sub(add(1))),
        ("amoxor.w", add(7) ^ add(1)),
        ("amoor.w", add(7) | add(1)),
        ("amomaxu.w", add(7)),
    ];
    for (name, operand) in atomic {
        let words = [
            encode("addi", &[10, 9, 12]),
            encode("addi", &[11, 0, 0]),
            encode(name, &[11, 5, 10]),
            add(1),
            ecall(),
        ];
        check(&words, x5(operand), 7, 4);
    }
    let words = [
        encode("addi", &[10, 9, 12]),
        encode("lr.w", &[11, 10]),
        encode("sc.w", &[11, 5, 10]),
        add(1),
        ecall(),
    ];
    check(&words, x5(add(7)), 7, 4);
    for name in ["fsw", "fsd"] {
        let words = [encode(name, &[5, 4, 9]), add(1), ecall()];
        let both = |machine: &mut Machine| {
            machine.registers.f[5] = u64::from(ecall()) << 32 | u64::from(add(7));
        };
        check(&words, both, 7, 2);
    }
}

/// An instruction that lies across two pages is replaced from either side.
#[test]
fn a_store_into_an_instruction_across_pages() {
    const NOP: u16 = 0x0001;
    let halves_of = |word: u32| [word as u16, (word >> 16) as u16];
    let mut halves = vec![NOP; 0x7ff];
    halves[..2].copy_from_slice(&halves_of(encode("sh", &[5, 0, 10])));
    halves.extend([halves_of(add(1)), halves_of(ecall())].concat());
    halves.push(NOP);
    let words: Vec<u32> = halves
        .chunks(2)
        .map(|pair| u32::from(pair[1]) << 16 | u32::from(pair[0]))
        .collect();
    let edge = TEXT + 0x1000;
    let addi_a0 = encode("addi", &[10, 6, 1]);
    let cases = [
        (DATA, 0, 1),
        (edge, add(33) >> 16, 33),
        (edge - 2, addi_a0 & 0xffff, 0),
    ];
    for (address, value, expected) in cases {
        let prepare = |machine: &mut Machine| {
            machine.registers.x[5] = value;
            machine.registers.x[10] = address;
        };
        for fuel in [2500, 100_000] {
            check_with(&mut Off, fuel, &words, &prepare, (expected, 0x7ff));
        }
    }
}

/// What the host writes between two runs is executed too.
#[test]
fn the_host_may_overwrite_a_program() {
    let mut machine = machine(&[add(1), ecall()]);
    assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
    let bytes = add(20).to_le_bytes();
    machine.memory.write_host(TEXT, &bytes).unwrap();
    machine.pc = TEXT;
    assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
    assert_eq!(machine.registers.x[6], 21);
}

#[test]
fn a_snapshot_brings_the_old_code_back() {
    let words = [encode("sw", &[5, 4, 9]), add(1), ecall()];
    let mut machine = machine(&words);
    machine.registers.x[5] = add(2);
    let start = machine.snapshot();
    assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
    let modified = machine.snapshot();
    machine.restore(&start);
    machine.pc = TEXT + 4;
    assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
    assert_eq!(machine.registers.x[6], 1);
    machine.restore(&modified);
    machine.pc = TEXT + 4;
    assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
    assert_eq!(machine.registers.x[6], 4);
}

/// An instruction of a program that overwrites itself again and again: register 9 is where the text
/// begins, 5 and 7 hold instructions, 6 and 10 count.
fn instruction(count: u32) -> impl Strategy<Value = u32> {
    let place = (0..i64::from(count) * 2).prop_map(|half| 2 * half);
    let store = ("s[wh]", prop_oneof![Just(5), Just(7)], place);
    let there = (0..i64::from(count), 0..i64::from(count)).prop_map(|(from, to)| 4 * (to - from));
    prop_oneof![
        store.prop_map(|(name, value, at)| encode(&name, &[value, at, 9])),
        (1..9i64).prop_map(add),
        (1..9i64).prop_map(|amount| encode("addi", &[10, 10, amount])),
        there.clone().prop_map(|by| encode("bne", &[6, 10, by])),
        there.prop_map(|by| encode("jal", &[0, by])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// However often it overwrites itself, a program runs in the fast loop as it does in the exact
    /// one.
    #[test]
    fn both_loops_run_what_was_overwritten(
        mut words in prop::collection::vec(instruction(24), 24),
        kept in [instruction(24), instruction(24)],
    ) {
        words.push(encode("jal", &[0, -4 * 24]));
        let start = || {
            let mut machine = machine(&words);
            (machine.registers.x[5], machine.registers.x[7]) = (kept[0], kept[1]);
            machine
        };
        let (mut fast, mut exact) = (start(), start());
        let stops = (fast.run(&mut Off, 4000), exact.run(&mut Watch, 4000));
        prop_assert_eq!(stops.0, stops.1);
        prop_assert_eq!((fast.pc, fast.steps), (exact.pc, exact.steps));
        prop_assert_eq!(&fast.registers, &exact.registers);
    }
}
