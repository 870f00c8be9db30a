//! What a program may try against its translation: it goes as it goes in the interpreter, and takes no more
//! memory than it may.
#![cfg(all(
    feature = "native",
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]

use machine::image::Image;
use machine::observe::Off;
use machine::run::{Machine, Processor, Stop};
use machine::trap::Trap;
use testkit::segment;
use translate::{TranslateOptions, TranslateStats, attach};

const TEXT: u32 = 0x1000;
const DATA: u32 = 0x80000;
const DATA_SIZE: u32 = 0x4000;

/// Everything is hot at once, and little code is kept.
const EAGER: TranslateOptions = TranslateOptions {
    threshold: 0,
    slice: 16,
    in_background: false,
    most_bytes: 100_000,
};

fn rv(name: &str, operands: &[i64]) -> u32 {
    testkit::encode(&rv32::DESC, name, operands)
}

fn mips(name: &str, operands: &[i64]) -> u32 {
    testkit::encode(&mips32::DESC, name, operands)
}

/// A machine with a text of these words, and data.
fn machine(processor: Processor, words: &[u32], delay_slots: bool) -> Machine {
    let image = Image {
        segments: vec![
            segment(
                "text",
                TEXT,
                (4 * words.len() as u32).next_multiple_of(0x1000),
                words,
            ),
            segment("data", DATA, DATA_SIZE, &[]),
        ],
        entry: TEXT,
        delay_slots,
        ..Image::default()
    };
    let mut machine = Machine::new(processor);
    machine.load(&image).expect("it fits");
    machine
}

/// Runs a program in pieces of `fuel`, translated and interpreted, until it stops for something else or has run so
/// many instructions. Everything must be the same after each piece; the figures of the translation.
#[track_caller]
fn check(make: impl Fn() -> Machine, fuel: u64, most: u64) -> TranslateStats {
    let (mut native, mut plain) = (make(), make());
    let figures = attach(&mut native, EAGER).expect("code is generated for this host");
    loop {
        let (stop, expected) = (native.run(&mut Off, fuel), plain.run(&mut Off, fuel));
        assert_eq!(
            (stop, native.pc, native.steps),
            (expected, plain.pc, plain.steps)
        );
        assert_eq!(native.delayed_target, plain.delayed_target);
        assert_eq!(native.registers.x[..32], plain.registers.x[..32]);
        assert_eq!(native.registers.x[64..68], plain.registers.x[64..68]);
        if stop != Stop::OutOfFuel || native.steps >= most {
            break;
        }
    }
    let (one, other) = (native.memory.snapshot(), plain.memory.snapshot());
    assert!(one == other, "memory is not the same");
    let stats = figures.lock().expect("nobody else has them").clone();
    assert!(stats.steps > 0, "nothing was translated: {stats:?}");
    stats
}

/// Stores that go up through memory, past its end: the fault is at the very step.
#[test]
fn stores_end_where_memory_ends() {
    for (name, size) in [("sb", 1), ("sh", 2), ("sw", 4)] {
        let words = [
            rv("lui", &[6, i64::from(DATA >> 12)]),
            rv("addi", &[7, 0, size]),
            rv(name, &[7, 0, 6]),
            rv("add", &[6, 6, 7]),
            rv("jal", &[0, -8]),
        ];
        let make = || machine(rv32::PROCESSOR, &words, false);
        check(make, 100_000, u64::MAX);
        let stop = make().run(&mut Off, u64::MAX);
        assert!(matches!(stop, Stop::Trap(Trap::Store { .. })), "{stop:?}");
    }
}

/// Loads and stores at addresses that a generator makes of all 32 bits: hardly one is allowed, and a handler passes
/// over those that are not.
#[test]
fn addresses_that_are_anything_reach_nothing_else() {
    let words = [
        mips("lui", &[9, 0x19]),
        mips("ori", &[9, 9, 0x660d]),
        // The loop: the next address, a load and stores of all sizes.
        mips("mul", &[8, 8, 9]),
        mips("addiu", &[8, 8, 0x3c6f]),
        mips("lw", &[10, 0, 8]),
        mips("sw", &[10, 0, 8]),
        mips("sh", &[8, 2, 8]),
        mips("sb", &[8, -1, 8]),
        mips("beq", &[0, 0, -7 * 4]),
        mips("addiu", &[11, 11, 1]),
    ];
    let make = || machine(mips32::PROCESSOR, &words, true);
    let (mut native, mut plain) = (make(), make());
    attach(&mut native, EAGER).expect("code is generated for this host");
    for _ in 0..20_000 {
        let (stop, expected) = (native.run(&mut Off, 5000), plain.run(&mut Off, 5000));
        assert_eq!(stop, expected);
        assert_eq!(native.registers.x[..32], plain.registers.x[..32]);
        assert_eq!(native.steps, plain.steps);
        for machine in [&mut native, &mut plain] {
            if stop != Stop::OutOfFuel {
                machine.skip();
            }
        }
    }
}

/// Jumps to every half-word of the code that runs, also between two instructions, and far outside.
#[test]
fn jumps_into_the_middle_find_what_is_there() {
    let mut words = vec![
        rv("auipc", &[6, 0]),
        // The loop: where to jump goes up by two, and begins again now and then.
        rv("addi", &[7, 7, 2]),
        rv("andi", &[28, 7, 0x3e]),
        rv("add", &[28, 28, 6]),
        rv("jalr", &[1, 28, 20]),
    ];
    for k in 0..16 {
        words.push(rv("addi", &[10 + k % 4, 10 + k % 4, k]));
    }
    // Two of 16 bits each: also something when begun in the middle.
    words.extend([0x0505_0505; 2]);
    words.push(rv("jal", &[0, -4 * 22]));
    check(|| machine(rv32::PROCESSOR, &words, false), 3_000, 200_000);
    check(|| machine(rv32::PROCESSOR, &words, false), 50_000, 200_000);
}

/// Jumps into delay slots, whose code is part of a branch as well.
#[test]
fn jumps_into_delay_slots_find_what_is_there() {
    let words = [
        mips("lui", &[8, 0]),
        mips("ori", &[8, 8, i64::from(TEXT)]),
        mips("addiu", &[9, 9, 4]),
        mips("andi", &[10, 9, 0x1c]),
        mips("addu", &[10, 10, 8]),
        mips("addiu", &[10, 10, 28]),
        mips("jr", &[10]),
        mips("addiu", &[11, 11, 1]),
        mips("bne", &[11, 12, 3 * 4]),
        mips("addiu", &[12, 12, 3]),
        mips("beq", &[0, 0, -9 * 4]),
        mips("addiu", &[13, 13, 5]),
        mips("bltzal", &[13, 4]),
        mips("addiu", &[31, 31, 7]),
        mips("beql", &[12, 11, -13 * 4]),
        mips("addiu", &[14, 14, 1]),
        mips("beq", &[0, 0, -15 * 4]),
        mips("xor", &[15, 15, 14]),
    ];
    check(|| machine(mips32::PROCESSOR, &words, true), 3_000, 300_000);
}

/// Far more code than is kept, all of it hot.
#[test]
fn a_cache_of_code_does_not_grow_for_ever() {
    const LOOPS: i64 = 300;
    let mut words = Vec::new();
    for k in 0..LOOPS {
        words.extend([
            rv("addi", &[5, 0, 60]),
            rv("addi", &[6, 6, k % 100]),
            rv("xor", &[7, 7, 6]),
            rv("addi", &[5, 5, -1]),
            rv("bne", &[5, 0, -12]),
            // The next loop is found only when control is there.
            rv("auipc", &[28, 0]),
            rv("jalr", &[0, 28, 8]),
        ]);
    }
    words.push(rv("lui", &[28, i64::from(TEXT >> 12)]));
    words.push(rv("jalr", &[0, 28, 0]));
    let stats = check(
        || machine(rv32::PROCESSOR, &words, false),
        1_000_000,
        2_500_000,
    );
    assert!(stats.flushes > 0, "{stats:?}");
}

/// A loop that overwrites one of its own instructions in each round, by one that adds another number.
#[test]
fn code_that_is_overwritten_runs_as_it_is_then() {
    let words = [
        rv("auipc", &[6, 0]),
        rv("lui", &[7, 0x100]),
        rv("lw", &[8, 16, 6]),
        rv("addi", &[9, 0, 0]),
        rv("addi", &[10, 10, 1]),
        rv("addi", &[9, 9, 1]),
        rv("slti", &[11, 9, 400]),
        rv("bne", &[11, 0, -12]),
        rv("addi", &[9, 0, 0]),
        rv("add", &[8, 8, 7]),
        rv("sw", &[8, 16, 6]),
        rv("jal", &[0, -4 * 7]),
    ];
    for fuel in [1100, 5_000, 1_000_000] {
        let stats = check(|| machine(rv32::PROCESSOR, &words, false), fuel, 400_000);
        assert!(stats.overwritten > 0, "{stats:?}");
    }
}

/// Planted stops hold also in code that was hot before.
#[test]
fn stops_hold_in_hot_code() {
    let words = [
        rv("addi", &[5, 5, 1]),
        rv("addi", &[6, 6, 3]),
        rv("jal", &[0, -8]),
    ];
    let mut machine = machine(rv32::PROCESSOR, &words, false);
    let figures = attach(&mut machine, EAGER).expect("code is generated for this host");
    assert_eq!(machine.run(&mut Off, 30_000), Stop::OutOfFuel);
    let before = figures.lock().expect("nobody else has them").steps;
    assert!(before > 20_000);
    machine.set_stops(&[TEXT + 4]);
    for round in 1..5 {
        assert_eq!(machine.run(&mut Off, 30_000), Stop::Paused);
        assert_eq!(
            (machine.pc, machine.registers.x[5]),
            (TEXT + 4, 10_000 + round)
        );
    }
}
