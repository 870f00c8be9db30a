//! The registers and the calling convention (psABI, ilp32), one row a register.

use machine::isa::Bank::{Float, Int};
use machine::isa::Saver::{Callee, Caller, Constant, Fixed};
use machine::isa::{Abi, ControlRegister, Reg, Register};

const TEMPORARY: &str = "A temporary: free to use, and lost in a call.";
const SAVED: &str = "A saved register: it has the same value after a call as before.";

/// All registers. Floating-point registers have the parts that ilp32f and ilp32d give them.
pub(crate) const REGISTERS: &[Register] = &[
    Register::of(
        Int,
        0,
        "zero",
        "x0",
        Constant,
        "Always 0; a value written to it is lost.",
    ),
    Register::of(
        Int,
        1,
        "ra",
        "x1",
        Caller,
        "The return address: where a function continues in its caller.",
    ),
    Register::of(
        Int,
        2,
        "sp",
        "x2",
        Callee,
        "The stack pointer: the lowest address of the stack that is in use.",
    ),
    Register::of(
        Int,
        3,
        "gp",
        "x3",
        Fixed,
        "The global pointer: an address among the global variables.",
    ),
    Register::of(
        Int,
        4,
        "tp",
        "x4",
        Fixed,
        "The thread pointer: the variables of the running thread.",
    ),
    Register::of(Int, 5, "t0", "x5", Caller, TEMPORARY),
    Register::of(Int, 6, "t1", "x6", Caller, TEMPORARY),
    Register::of(Int, 7, "t2", "x7", Caller, TEMPORARY),
    Register::of(
        Int,
        8,
        "s0",
        "x8",
        Callee,
        "A saved register, or the frame pointer.",
    )
    .or(&["fp"]),
    Register::of(Int, 9, "s1", "x9", Callee, SAVED),
    Register::of(
        Int,
        10,
        "a0",
        "x10",
        Caller,
        "The first argument, and the result.",
    )
    .argument()
    .result(),
    Register::of(
        Int,
        11,
        "a1",
        "x11",
        Caller,
        "The second argument, and the second word of a result.",
    )
    .argument()
    .result(),
    Register::of(Int, 12, "a2", "x12", Caller, "The third argument.").argument(),
    Register::of(Int, 13, "a3", "x13", Caller, "The fourth argument.").argument(),
    Register::of(Int, 14, "a4", "x14", Caller, "The fifth argument.").argument(),
    Register::of(Int, 15, "a5", "x15", Caller, "The sixth argument.").argument(),
    Register::of(Int, 16, "a6", "x16", Caller, "The seventh argument.").argument(),
    Register::of(Int, 17, "a7", "x17", Caller, "The eighth argument.").argument(),
    Register::of(Int, 18, "s2", "x18", Callee, SAVED),
    Register::of(Int, 19, "s3", "x19", Callee, SAVED),
    Register::of(Int, 20, "s4", "x20", Callee, SAVED),
    Register::of(Int, 21, "s5", "x21", Callee, SAVED),
    Register::of(Int, 22, "s6", "x22", Callee, SAVED),
    Register::of(Int, 23, "s7", "x23", Callee, SAVED),
    Register::of(Int, 24, "s8", "x24", Callee, SAVED),
    Register::of(Int, 25, "s9", "x25", Callee, SAVED),
    Register::of(Int, 26, "s10", "x26", Callee, SAVED),
    Register::of(Int, 27, "s11", "x27", Callee, SAVED),
    Register::of(Int, 28, "t3", "x28", Caller, TEMPORARY),
    Register::of(Int, 29, "t4", "x29", Caller, TEMPORARY),
    Register::of(Int, 30, "t5", "x30", Caller, TEMPORARY),
    Register::of(Int, 31, "t6", "x31", Caller, TEMPORARY),
    Register::of(Float, 0, "ft0", "f0", Caller, TEMPORARY),
    Register::of(Float, 1, "ft1", "f1", Caller, TEMPORARY),
    Register::of(Float, 2, "ft2", "f2", Caller, TEMPORARY),
    Register::of(Float, 3, "ft3", "f3", Caller, TEMPORARY),
    Register::of(Float, 4, "ft4", "f4", Caller, TEMPORARY),
    Register::of(Float, 5, "ft5", "f5", Caller, TEMPORARY),
    Register::of(Float, 6, "ft6", "f6", Caller, TEMPORARY),
    Register::of(Float, 7, "ft7", "f7", Caller, TEMPORARY),
    Register::of(Float, 8, "fs0", "f8", Callee, SAVED),
    Register::of(Float, 9, "fs1", "f9", Callee, SAVED),
    Register::of(
        Float,
        10,
        "fa0",
        "f10",
        Caller,
        "The first floating-point argument, and the floating-point result.",
    )
    .argument()
    .result(),
    Register::of(
        Float,
        11,
        "fa1",
        "f11",
        Caller,
        "The second floating-point argument, and the second part of a result.",
    )
    .argument()
    .result(),
    Register::of(
        Float,
        12,
        "fa2",
        "f12",
        Caller,
        "The third floating-point argument.",
    )
    .argument(),
    Register::of(
        Float,
        13,
        "fa3",
        "f13",
        Caller,
        "The fourth floating-point argument.",
    )
    .argument(),
    Register::of(
        Float,
        14,
        "fa4",
        "f14",
        Caller,
        "The fifth floating-point argument.",
    )
    .argument(),
    Register::of(
        Float,
        15,
        "fa5",
        "f15",
        Caller,
        "The sixth floating-point argument.",
    )
    .argument(),
    Register::of(
        Float,
        16,
        "fa6",
        "f16",
        Caller,
        "The seventh floating-point argument.",
    )
    .argument(),
    Register::of(
        Float,
        17,
        "fa7",
        "f17",
        Caller,
        "The eighth floating-point argument.",
    )
    .argument(),
    Register::of(Float, 18, "fs2", "f18", Callee, SAVED),
    Register::of(Float, 19, "fs3", "f19", Callee, SAVED),
    Register::of(Float, 20, "fs4", "f20", Callee, SAVED),
    Register::of(Float, 21, "fs5", "f21", Callee, SAVED),
    Register::of(Float, 22, "fs6", "f22", Callee, SAVED),
    Register::of(Float, 23, "fs7", "f23", Callee, SAVED),
    Register::of(Float, 24, "fs8", "f24", Callee, SAVED),
    Register::of(Float, 25, "fs9", "f25", Callee, SAVED),
    Register::of(Float, 26, "fs10", "f26", Callee, SAVED),
    Register::of(Float, 27, "fs11", "f27", Callee, SAVED),
    Register::of(Float, 28, "ft8", "f28", Caller, TEMPORARY),
    Register::of(Float, 29, "ft9", "f29", Caller, TEMPORARY),
    Register::of(Float, 30, "ft10", "f30", Caller, TEMPORARY),
    Register::of(Float, 31, "ft11", "f31", Caller, TEMPORARY),
];

/// The calling convention.
pub(crate) static ABI: Abi = machine::abi!(
    REGISTERS,
    name: "ilp32",
    sp: Reg(2),
    ra: Reg(1),
    gp: Reg(3),
    tp: Some(Reg(4)),
    assembler: None,
    stack_alignment: 16,
    home_space: 0,
);

/// The control and status registers.
pub(crate) const CONTROL_REGISTERS: &[ControlRegister] = &[
    csr(
        0x000,
        "ustatus",
        "Bit 0 lets the program handle traps and interrupts; bit 4 is what it was before the handler began.",
    ),
    csr(
        0x001,
        "fflags",
        "The floating-point exceptions so far: invalid 16, by zero 8, overflow 4, underflow 2, inexact 1.",
    ),
    csr(
        0x002,
        "frm",
        "The rounding mode: 0 nearest, 1 toward zero, 2 down, 3 up, 4 nearest with ties away from zero.",
    ),
    csr(
        0x003,
        "fcsr",
        "`frm` in bits 5 to 7 and `fflags` in bits 0 to 4.",
    ),
    csr(
        0x004,
        "uie",
        "Which interrupts are allowed: software (bit 0), timer (bit 4), devices (bit 8).",
    ),
    csr(
        0x005,
        "utvec",
        "The address of the handler; with 2 in the low bits, of a table with a jump for each interrupt.",
    ),
    csr(0x040, "uscratch", "A word for handlers to use.").of_exceptions(),
    csr(
        0x041,
        "uepc",
        "The address that `uret` returns to: of the instruction that caused the trap.",
    )
    .of_exceptions(),
    csr(
        0x042,
        "ucause",
        "Why a handler runs: the number of the trap, with bit 31 for interrupts.",
    )
    .of_exceptions(),
    csr(0x043, "utval", "The address that an access failed at.").of_exceptions(),
    csr(
        0x044,
        "uip",
        "Which interrupts wait; setting bit 0 interrupts the program.",
    )
    .of_exceptions(),
    csr(
        0xc00,
        "cycle",
        "The low word of the number of instructions so far.",
    ),
    csr(
        0xc01,
        "time",
        "The same as `cycle`, so that a run depends on nothing but its input.",
    ),
    csr(
        0xc02,
        "instret",
        "The low word of the number of instructions so far.",
    ),
    csr(0xc80, "cycleh", "The high word of `cycle`."),
    csr(0xc81, "timeh", "The high word of `time`."),
    csr(0xc82, "instreth", "The high word of `instret`."),
];

const fn csr(number: u32, name: &'static str, doc: &'static str) -> ControlRegister {
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
    fn eight_arguments_have_registers_and_the_rest_lie_at_the_stack_pointer() {
        assert_eq!(ABI.argument(7), Argument::Register(Reg(17)));
        assert_eq!(ABI.argument(8), Argument::Stack(0));
        assert_eq!(ABI.argument(10), Argument::Stack(8));
        assert_eq!(
            [8, 9, 12, 13].map(|n| ABI.argument_space(n)),
            [0, 16, 16, 32]
        );
    }
}
