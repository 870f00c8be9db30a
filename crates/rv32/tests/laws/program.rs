//! Random RISC-V programs.

use crate::common::encode;
use machine::run::Machine;
use rv32::Rv32;
use std::marker::PhantomData;
pub(crate) use testkit::program::{DATA, TEXT};
use testkit::program::{Programs, image};

/// The programs.
pub(crate) static PROGRAMS: Programs<Rv32> = Programs {
    common: &[
        "addi", "add", "lw", "sw", "slli", "srli", "andi", "mul", "lbu", "sb", "lhu", "sh", "xor",
        "lui", "auipc", "beq", "bne", "blt", "bge", "bltu", "bgeu", "jal", "jalr",
    ],
    code_pointers: 1,
    closing: |count| vec![encode("jal", &[0, -4 * count as i64])],
    image,
    prepare: |_| {},
    isa: PhantomData,
};

/// A machine with this program; register 8 points into its data, 9 to its text.
pub(crate) fn machine(words: &[u32]) -> Machine {
    PROGRAMS.machine(words)
}
