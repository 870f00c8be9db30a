//! The registers and the calling convention (o32), one row a register.

use machine::isa::Bank::{Float, Hidden, Int};
use machine::isa::Saver::{Callee, Caller, Constant, Fixed, Kernel};
use machine::isa::{Abi, ControlRegister, Reg, Register};

const TEMPORARY: &str = "A temporary: free to use, and lost in a call.";
const SAVED: &str = "A saved register: it has the same value after a call as before.";
const HIGH: &str = "The high word of the double in the register before it.";

/// All registers. `$f20`, `$f22` to `$f30` are saved together with the odd registers after them:
/// those hold the high halves of doubles, and a double is saved only if both halves are. For the
/// same reason only even registers are arguments and results. Advice names the second saved
/// register, as the first may be the frame pointer, so `$fp` leads.
pub(crate) const REGISTERS: &[Register] = &[
    Register::of(
        Int,
        0,
        "$zero",
        "$0",
        Constant,
        "Always 0; a value written to it is lost.",
    ),
    Register::of(
        Int,
        1,
        "$at",
        "$1",
        Caller,
        "Kept for the assembler: pseudo-instructions change it.",
    ),
    Register::of(Int, 2, "$v0", "$2", Caller, "The result.").result(),
    Register::of(Int, 3, "$v1", "$3", Caller, "The second word of a result.").result(),
    Register::of(Int, 4, "$a0", "$4", Caller, "The first argument.").argument(),
    Register::of(Int, 5, "$a1", "$5", Caller, "The second argument.").argument(),
    Register::of(Int, 6, "$a2", "$6", Caller, "The third argument.").argument(),
    Register::of(Int, 7, "$a3", "$7", Caller, "The fourth argument.").argument(),
    Register::of(Int, 8, "$t0", "$8", Caller, TEMPORARY),
    Register::of(Int, 9, "$t1", "$9", Caller, TEMPORARY),
    Register::of(Int, 10, "$t2", "$10", Caller, TEMPORARY),
    Register::of(Int, 11, "$t3", "$11", Caller, TEMPORARY),
    Register::of(Int, 12, "$t4", "$12", Caller, TEMPORARY),
    Register::of(Int, 13, "$t5", "$13", Caller, TEMPORARY),
    Register::of(Int, 14, "$t6", "$14", Caller, TEMPORARY),
    Register::of(Int, 15, "$t7", "$15", Caller, TEMPORARY),
    Register::of(Int, 16, "$s0", "$16", Callee, SAVED),
    Register::of(Int, 17, "$s1", "$17", Callee, SAVED),
    Register::of(Int, 18, "$s2", "$18", Callee, SAVED),
    Register::of(Int, 19, "$s3", "$19", Callee, SAVED),
    Register::of(Int, 20, "$s4", "$20", Callee, SAVED),
    Register::of(Int, 21, "$s5", "$21", Callee, SAVED),
    Register::of(Int, 22, "$s6", "$22", Callee, SAVED),
    Register::of(Int, 23, "$s7", "$23", Callee, SAVED),
    Register::of(Int, 24, "$t8", "$24", Caller, TEMPORARY),
    Register::of(Int, 25, "$t9", "$25", Caller, TEMPORARY),
    Register::of(Int, 26, "$k0", "$26", Kernel, "Kept for the kernel."),
    Register::of(Int, 27, "$k1", "$27", Kernel, "Kept for the kernel."),
    Register::of(
        Int,
        28,
        "$gp",
        "$28",
        Fixed,
        "The global pointer: an address among the global variables.",
    ),
    Register::of(
        Int,
        29,
        "$sp",
        "$29",
        Callee,
        "The stack pointer: the lowest address of the stack that is in use.",
    )
    .leading(),
    Register::of(
        Int,
        30,
        "$fp",
        "$30",
        Callee,
        "A saved register, or the frame pointer.",
    )
    .or(&["$s8"])
    .leading(),
    Register::of(
        Int,
        31,
        "$ra",
        "$31",
        Caller,
        "The return address: where a function continues in its caller.",
    )
    .leading(),
    Register::of(
        Float,
        0,
        "$f0",
        "$f0",
        Caller,
        "The result, if it is a float or a double.",
    )
    .result(),
    Register::of(Float, 1, "$f1", "$f1", Caller, HIGH),
    Register::of(
        Float,
        2,
        "$f2",
        "$f2",
        Caller,
        "The second part of a floating-point result.",
    )
    .result(),
    Register::of(Float, 3, "$f3", "$f3", Caller, HIGH),
    Register::of(Float, 4, "$f4", "$f4", Caller, TEMPORARY),
    Register::of(Float, 5, "$f5", "$f5", Caller, TEMPORARY),
    Register::of(Float, 6, "$f6", "$f6", Caller, TEMPORARY),
    Register::of(Float, 7, "$f7", "$f7", Caller, TEMPORARY),
    Register::of(Float, 8, "$f8", "$f8", Caller, TEMPORARY),
    Register::of(Float, 9, "$f9", "$f9", Caller, TEMPORARY),
    Register::of(Float, 10, "$f10", "$f10", Caller, TEMPORARY),
    Register::of(Float, 11, "$f11", "$f11", Caller, TEMPORARY),
    Register::of(
        Float,
        12,
        "$f12",
        "$f12",
        Caller,
        "The first argument, if it is a float or a double.",
    )
    .argument(),
    Register::of(Float, 13, "$f13", "$f13", Caller, HIGH),
    Register::of(
        Float,
        14,
        "$f14",
        "$f14",
        Caller,
        "The second argument, if it and the first are floats or doubles.",
    )
    .argument(),
    Register::of(Float, 15, "$f15", "$f15", Caller, HIGH),
    Register::of(Float, 16, "$f16", "$f16", Caller, TEMPORARY),
    Register::of(Float, 17, "$f17", "$f17", Caller, TEMPORARY),
    Register::of(Float, 18, "$f18", "$f18", Caller, TEMPORARY),
    Register::of(Float, 19, "$f19", "$f19", Caller, TEMPORARY),
    Register::of(Float, 20, "$f20", "$f20", Callee, SAVED),
    Register::of(Float, 21, "$f21", "$f21", Callee, SAVED),
    Register::of(Float, 22, "$f22", "$f22", Callee, SAVED),
    Register::of(Float, 23, "$f23", "$f23", Callee, SAVED),
    Register::of(Float, 24, "$f24", "$f24", Callee, SAVED),
    Register::of(Float, 25, "$f25", "$f25", Callee, SAVED),
    Register::of(Float, 26, "$f26", "$f26", Callee, SAVED),
    Register::of(Float, 27, "$f27", "$f27", Callee, SAVED),
    Register::of(Float, 28, "$f28", "$f28", Callee, SAVED),
    Register::of(Float, 29, "$f29", "$f29", Callee, SAVED),
    Register::of(Float, 30, "$f30", "$f30", Callee, SAVED),
    Register::of(Float, 31, "$f31", "$f31", Callee, SAVED),
    Register::of(
        Hidden,
        0,
        "HI",
        "HI",
        Caller,
        "The high word of a product, or the remainder of a division.",
    ),
    Register::of(
        Hidden,
        1,
        "LO",
        "LO",
        Caller,
        "The low word of a product, or the quotient of a division.",
    ),
    Register::of(
        Hidden,
        2,
        "FCC",
        "FCC",
        Caller,
        "The condition bits that floating-point comparisons set.",
    ),
];

/// The calling convention.
pub(crate) static ABI: Abi = machine::abi!(
    REGISTERS,
    name: "o32",
    sp: Reg(29),
    ra: Reg(31),
    gp: Reg(28),
    tp: None,
    assembler: Some(Reg(1)),
    stack_alignment: 8,
    home_space: 16,
);

/// The registers of coprocessor 0.
pub(crate) const CONTROL_REGISTERS: &[ControlRegister] = &[
    cp0(8, "BadVAddr", "The address that an access failed at.").of_exceptions(),
    cp0(
        12,
        "Status",
        "Bit 0 allows interrupts, bit 1 is set while an exception is handled, bits 8 to 15 choose the lines.",
    ),
    cp0(
        13,
        "Cause",
        "Why an exception happened (bits 2 to 6), and which interrupts wait (bits 8 to 15).",
    ),
    cp0(
        14,
        "EPC",
        "The address of the instruction to return to with `eret`.",
    )
    .of_exceptions(),
];

const fn cp0(number: u32, name: &'static str, doc: &'static str) -> ControlRegister {
    ControlRegister::of_programs(number, name, doc)
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::isa::Argument;

    #[test]
    fn every_register_has_one_part_in_calls() {
        testkit::every_register_has_one_part_in_calls(&crate::DESC);
    }

    #[test]
    fn four_arguments_have_registers_and_the_rest_lie_behind_their_home() {
        assert_eq!(ABI.argument(3), Argument::Register(Reg(7)));
        assert_eq!(ABI.argument(4), Argument::Stack(16));
        assert_eq!(ABI.argument(6), Argument::Stack(24));
        assert_eq!(
            [0, 4, 5, 6, 7].map(|n| ABI.argument_space(n)),
            [16, 16, 24, 24, 32]
        );
    }
}
