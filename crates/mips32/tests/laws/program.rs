//! Random MIPS programs, on every kind of machine.

use crate::common::encode;
use machine::image::Image;
use machine::run::Machine;
use mips32::Mips32;
use std::marker::PhantomData;
use testkit::program::{Programs, TEXT, image};
use testkit::segment;

/// Where the program's own handler of exceptions begins, if it has one.
const HANDLER: u32 = 0x5000;

const fn programs(image: fn(&[u32]) -> Image, prepare: fn(&mut Machine)) -> Programs<Mips32> {
    Programs {
        common: &[
            "addiu", "addu", "lw", "sw", "sll", "srl", "andi", "mul", "lbu", "sb", "lhu", "sh",
            "xor", "lui", "ori", "slt", "sltu", "slti", "beq", "bne", "blez", "bgez", "bltzal",
            "j", "jal", "jr", "jalr", "beql", "swl", "mflo", "mult", "c.lt.s", "bc1t",
        ],
        code_pointers: 4,
        closing: |_| vec![encode("j", &[TEXT.into()]), 0],
        image,
        prepare,
        isa: PhantomData,
    }
}

/// Every kind of machine, by name.
pub(crate) static KINDS: [(&str, Programs<Mips32>); 5] = [
    ("little", programs(image, prepare)),
    ("big", programs(big, prepare)),
    ("little, delayed", programs(delayed, prepare)),
    ("big, delayed", programs(|words| delay(big(words)), prepare)),
    ("little, delayed, handled", programs(handled, with_handler)),
];

fn big(words: &[u32]) -> Image {
    let swapped: Vec<u32> = words.iter().map(|word| word.swap_bytes()).collect();
    Image {
        big_endian: true,
        ..image(&swapped)
    }
}

fn delay(image: Image) -> Image {
    Image {
        delay_slots: true,
        ..image
    }
}

fn delayed(words: &[u32]) -> Image {
    delay(image(words))
}

/// With a handler that goes on after what could not be carried out.
fn handled(words: &[u32]) -> Image {
    let mut handler = segment(
        "text",
        HANDLER,
        16,
        &[
            encode("mfc0", &[26, 14, 0]),
            encode("addiu", &[26, 26, 4]),
            encode("mtc0", &[26, 14, 0]),
            encode("eret", &[]),
        ],
    );
    // Programs do not touch it, so that what they change is all in one place.
    (handler.access.read, handler.access.write) = (false, false);
    let mut image = delayed(words);
    image.segments.insert(1, handler);
    image
}

/// A return from an exception that never was goes to the beginning.
fn prepare(machine: &mut Machine) {
    testkit::state_mut::<Mips32>(machine).epc = TEXT;
}

fn with_handler(machine: &mut Machine) {
    prepare(machine);
    machine.exception_vector = Some(HANDLER);
}
