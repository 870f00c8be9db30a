//! Register names and the calling convention (psABI, ilp32).

use machine::isa::Bank::Float;
use machine::isa::{Abi, Reg, Register, named};

/// All registers.
pub static REGISTERS: &[Register] = &[
    Register::int(0, "zero", "x0", &[]),
    Register::int(1, "ra", "x1", &[]),
    Register::int(2, "sp", "x2", &[]),
    Register::int(3, "gp", "x3", &[]),
    Register::int(4, "tp", "x4", &[]),
    Register::int(5, "t0", "x5", &[]),
    Register::int(6, "t1", "x6", &[]),
    Register::int(7, "t2", "x7", &[]),
    Register::int(8, "s0", "x8", &["fp"]),
    Register::int(9, "s1", "x9", &[]),
    Register::int(10, "a0", "x10", &[]),
    Register::int(11, "a1", "x11", &[]),
    Register::int(12, "a2", "x12", &[]),
    Register::int(13, "a3", "x13", &[]),
    Register::int(14, "a4", "x14", &[]),
    Register::int(15, "a5", "x15", &[]),
    Register::int(16, "a6", "x16", &[]),
    Register::int(17, "a7", "x17", &[]),
    Register::int(18, "s2", "x18", &[]),
    Register::int(19, "s3", "x19", &[]),
    Register::int(20, "s4", "x20", &[]),
    Register::int(21, "s5", "x21", &[]),
    Register::int(22, "s6", "x22", &[]),
    Register::int(23, "s7", "x23", &[]),
    Register::int(24, "s8", "x24", &[]),
    Register::int(25, "s9", "x25", &[]),
    Register::int(26, "s10", "x26", &[]),
    Register::int(27, "s11", "x27", &[]),
    Register::int(28, "t3", "x28", &[]),
    Register::int(29, "t4", "x29", &[]),
    Register::int(30, "t5", "x30", &[]),
    Register::int(31, "t6", "x31", &[]),
    Register::of(Float, 0, "ft0", "f0"),
    Register::of(Float, 1, "ft1", "f1"),
    Register::of(Float, 2, "ft2", "f2"),
    Register::of(Float, 3, "ft3", "f3"),
    Register::of(Float, 4, "ft4", "f4"),
    Register::of(Float, 5, "ft5", "f5"),
    Register::of(Float, 6, "ft6", "f6"),
    Register::of(Float, 7, "ft7", "f7"),
    Register::of(Float, 8, "fs0", "f8"),
    Register::of(Float, 9, "fs1", "f9"),
    Register::of(Float, 10, "fa0", "f10"),
    Register::of(Float, 11, "fa1", "f11"),
    Register::of(Float, 12, "fa2", "f12"),
    Register::of(Float, 13, "fa3", "f13"),
    Register::of(Float, 14, "fa4", "f14"),
    Register::of(Float, 15, "fa5", "f15"),
    Register::of(Float, 16, "fa6", "f16"),
    Register::of(Float, 17, "fa7", "f17"),
    Register::of(Float, 18, "fs2", "f18"),
    Register::of(Float, 19, "fs3", "f19"),
    Register::of(Float, 20, "fs4", "f20"),
    Register::of(Float, 21, "fs5", "f21"),
    Register::of(Float, 22, "fs6", "f22"),
    Register::of(Float, 23, "fs7", "f23"),
    Register::of(Float, 24, "fs8", "f24"),
    Register::of(Float, 25, "fs9", "f25"),
    Register::of(Float, 26, "fs10", "f26"),
    Register::of(Float, 27, "fs11", "f27"),
    Register::of(Float, 28, "ft8", "f28"),
    Register::of(Float, 29, "ft9", "f29"),
    Register::of(Float, 30, "ft10", "f30"),
    Register::of(Float, 31, "ft11", "f31"),
];

/// The calling convention. Floating-point registers have the parts that ilp32f and ilp32d give them.
pub static ABI: Abi = Abi {
    name: "ilp32",
    sp: Reg(2),
    ra: Reg(1),
    gp: Reg(3),
    tp: Some(Reg(4)),
    assembler: None,
    args: &named(REGISTERS, ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"]),
    float_args: &named(
        REGISTERS,
        ["fa0", "fa1", "fa2", "fa3", "fa4", "fa5", "fa6", "fa7"],
    ),
    results: &named(REGISTERS, ["a0", "a1"]),
    float_results: &named(REGISTERS, ["fa0", "fa1"]),
    saved: &named(
        REGISTERS,
        [
            "sp", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "fs0",
            "fs1", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11",
        ],
    ),
    temporaries: &named(
        REGISTERS,
        [
            "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", "a5",
            "a6", "a7", "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "ft8", "ft9",
            "ft10", "ft11", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5", "fa6", "fa7",
        ],
    ),
    fixed: &named(REGISTERS, ["gp", "tp"]),
    kernel: &[],
    stack_alignment: 16,
    home_space: 0,
};

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
