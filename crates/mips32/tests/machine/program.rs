//! Small programs, run in every way there is: all must end alike.

use crate::common::encode;
use machine::image::Image;
use machine::observe::{Observer, Off};
use machine::run::{Machine, Stop};
use mips32::Mips32;
use testkit::program::{TEXT, Whole};
use testkit::segment;

/// Where the program's own handler begins.
pub(crate) const HANDLER: u32 = 0x5000;

/// Enough for the fast loop, which leaves the last 1024 to the exact one.
const FUEL: u64 = 20_000;

/// Sees everything and does nothing.
pub(crate) struct Watch;

impl Observer for Watch {}

/// `addiu $register, $register, amount`
pub(crate) fn add(register: i64, amount: i64) -> u32 {
    encode("addiu", &[register, register, amount])
}

/// `syscall`
pub(crate) fn syscall() -> u32 {
    encode("syscall", &[])
}

/// `j` to the instruction with this index.
pub(crate) fn j(index: u32) -> u32 {
    encode("j", &[at(index).into()])
}

/// The address of the instruction with this index.
pub(crate) fn at(index: u32) -> u32 {
    TEXT + 4 * index
}

/// An image of this program with delay slots.
pub(crate) fn delayed(words: &[u32]) -> Image {
    Image {
        delay_slots: true,
        ..testkit::program::image(words)
    }
}

/// The same with a handler of exceptions, which is not installed yet.
pub(crate) fn with_handler(mut image: Image, handler: &[u32]) -> Image {
    let size = 4 * handler.len() as u32;
    let handler = segment("text", HANDLER, size, handler);
    image.segments.insert(1, handler);
    image
}

/// A machine with this program.
pub(crate) fn machine(image: &Image) -> Machine {
    let mut machine = Machine::new(mips32::PROCESSOR);
    machine.load(image).expect("it fits");
    machine
}

/// How a run has ended.
type End = (Stop, Whole<mips32::Mips32State>);

fn fast(machine: &mut Machine) -> End {
    (machine.run(&mut Off, FUEL), Whole::of::<Mips32>(machine))
}

fn watched(machine: &mut Machine) -> End {
    (machine.run(&mut Watch, FUEL), Whole::of::<Mips32>(machine))
}

fn step_by_step(machine: &mut Machine) -> End {
    let end = machine.steps + FUEL;
    while machine.steps < end {
        let stop = machine.run(&mut Off, 1);
        if stop != Stop::OutOfFuel {
            return (stop, Whole::of::<Mips32>(machine));
        }
    }
    (Stop::OutOfFuel, Whole::of::<Mips32>(machine))
}

/// Goes on until the machine stops, in every way.
#[track_caller]
pub(crate) fn go_on(machine: &mut Machine) -> Stop {
    let start = machine.snapshot();
    let expected = watched(machine);
    machine.restore(&start);
    assert_eq!(step_by_step(machine), expected);
    machine.restore(&start);
    assert_eq!(fast(machine), expected);
    // Once more, now that all is decoded.
    machine.restore(&start);
    assert_eq!(fast(machine), expected);
    expected.0
}

/// Runs a program until it stops, in every way.
#[track_caller]
pub(crate) fn run(image: &Image, prepare: impl Fn(&mut Machine)) -> (Stop, Machine) {
    let mut machine = machine(image);
    prepare(&mut machine);
    let stop = go_on(&mut machine);
    (stop, machine)
}

/// Runs a program with delay slots to its call of the environment: register 6, which programs
/// count in, where the call is, and how many instructions have run.
#[track_caller]
pub(crate) fn check(words: &[u32], registers: &[(usize, u32)], expected: (u32, u32, u64)) {
    let (stop, machine) = run(&delayed(words), |machine| {
        for &(number, value) in registers {
            machine.registers.x[number] = value;
        }
    });
    assert_eq!(stop, Stop::Host);
    let found = (machine.registers.x[6], machine.pc, machine.steps);
    assert_eq!(found, expected);
    assert_eq!(machine.delayed_target, None);
}
