//! Programs that overwrite themselves run as overwritten, at once.

use crate::common::encode;
use crate::program::{add, at, machine, run, syscall};
use machine::image::Image;
use machine::observe::Off;
use machine::run::Stop;
use testkit::program::{TEXT, image};
use testkit::segment;

/// Runs a store over the instructions after it, with `$5`, `$f4` and `$f5` as given;
/// register 6 at the end.
#[track_caller]
fn check(store: u32, value: u32, expected: u32) {
    for delay_slots in [false, true] {
        let words = [add(10, 1), store, add(6, 1), add(6, 2), syscall()];
        let mut image = image(&words);
        image.delay_slots = delay_slots;
        let (stop, machine) = run(&image, |machine| {
            machine.registers.x[5] = value;
            machine.registers.x[9] = TEXT;
            machine.registers.f[4] = value.into();
            machine.registers.f[5] = value.into();
        });
        assert_eq!((stop, machine.pc, machine.steps), (Stop::Host, at(4), 4));
        assert_eq!(machine.registers.x[6], expected);
    }
}

#[test]
fn every_kind_of_store_is_noticed() {
    let other = add(6, 1000);
    check(encode("sw", &[5, 8, 9]), other, 1002);
    check(encode("sc", &[5, 8, 9]), other, 1002);
    check(encode("swc1", &[5, 8, 9]), other, 1002);
    check(encode("sdc1", &[4, 8, 9]), other, 2000);
    check(encode("sh", &[5, 8, 9]), 1000, 1002);
    check(encode("sb", &[5, 8, 9]), 100, 102);
}

/// All bytes are stored before the instruction is decoded again.
#[test]
fn a_store_of_parts_is_noticed_as_a_whole() {
    let other = add(6, 1000);
    check(encode("swl", &[5, 11, 9]), other, 1002);
    check(encode("swr", &[5, 8, 9]), other, 1002);
    // Two bytes: the upper half of the register to the lower half of the word.
    check(encode("swl", &[5, 9, 9]), 1000 << 16, 1002);
}

/// The store has been carried out when its own bytes change.
#[test]
fn a_store_over_itself() {
    check(encode("sw", &[5, 4, 9]), add(6, 1000), 3);
    check(encode("swr", &[5, 4, 9]), 0xffff_ffff, 3);
}

/// If each store made the whole program be decoded again, this would take minutes.
#[test]
fn overwriting_again_and_again_in_a_large_program() {
    let words = [encode("sw", &[5, 4, 9]), 0, encode("beq", &[0, 0, -12])];
    for delay_slots in [false, true] {
        let mut machine = machine(&Image {
            segments: vec![segment("text", TEXT, 4 << 20, &words)],
            entry: TEXT,
            delay_slots,
            ..Image::default()
        });
        machine.registers.x[9] = TEXT;
        assert_eq!(machine.run(&mut Off, 3000), Stop::OutOfFuel);
        assert_eq!(machine.steps, 3000);
    }
}
