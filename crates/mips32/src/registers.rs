//! Register names and the calling convention (o32).

use machine::isa::Bank::{Float, Hidden};
use machine::isa::{Abi, Reg, Register, named};

/// All registers.
pub static REGISTERS: &[Register] = &[
    Register::int(0, "$zero", "$0", &[]),
    Register::int(1, "$at", "$1", &[]),
    Register::int(2, "$v0", "$2", &[]),
    Register::int(3, "$v1", "$3", &[]),
    Register::int(4, "$a0", "$4", &[]),
    Register::int(5, "$a1", "$5", &[]),
    Register::int(6, "$a2", "$6", &[]),
    Register::int(7, "$a3", "$7", &[]),
    Register::int(8, "$t0", "$8", &[]),
    Register::int(9, "$t1", "$9", &[]),
    Register::int(10, "$t2", "$10", &[]),
    Register::int(11, "$t3", "$11", &[]),
    Register::int(12, "$t4", "$12", &[]),
    Register::int(13, "$t5", "$13", &[]),
    Register::int(14, "$t6", "$14", &[]),
    Register::int(15, "$t7", "$15", &[]),
    Register::int(16, "$s0", "$16", &[]),
    Register::int(17, "$s1", "$17", &[]),
    Register::int(18, "$s2", "$18", &[]),
    Register::int(19, "$s3", "$19", &[]),
    Register::int(20, "$s4", "$20", &[]),
    Register::int(21, "$s5", "$21", &[]),
    Register::int(22, "$s6", "$22", &[]),
    Register::int(23, "$s7", "$23", &[]),
    Register::int(24, "$t8", "$24", &[]),
    Register::int(25, "$t9", "$25", &[]),
    Register::int(26, "$k0", "$26", &[]),
    Register::int(27, "$k1", "$27", &[]),
    Register::int(28, "$gp", "$28", &[]),
    Register::int(29, "$sp", "$29", &[]),
    Register::int(30, "$fp", "$30", &["$s8"]),
    Register::int(31, "$ra", "$31", &[]),
    Register::of(Float, 0, "$f0", "$f0"),
    Register::of(Float, 1, "$f1", "$f1"),
    Register::of(Float, 2, "$f2", "$f2"),
    Register::of(Float, 3, "$f3", "$f3"),
    Register::of(Float, 4, "$f4", "$f4"),
    Register::of(Float, 5, "$f5", "$f5"),
    Register::of(Float, 6, "$f6", "$f6"),
    Register::of(Float, 7, "$f7", "$f7"),
    Register::of(Float, 8, "$f8", "$f8"),
    Register::of(Float, 9, "$f9", "$f9"),
    Register::of(Float, 10, "$f10", "$f10"),
    Register::of(Float, 11, "$f11", "$f11"),
    Register::of(Float, 12, "$f12", "$f12"),
    Register::of(Float, 13, "$f13", "$f13"),
    Register::of(Float, 14, "$f14", "$f14"),
    Register::of(Float, 15, "$f15", "$f15"),
    Register::of(Float, 16, "$f16", "$f16"),
    Register::of(Float, 17, "$f17", "$f17"),
    Register::of(Float, 18, "$f18", "$f18"),
    Register::of(Float, 19, "$f19", "$f19"),
    Register::of(Float, 20, "$f20", "$f20"),
    Register::of(Float, 21, "$f21", "$f21"),
    Register::of(Float, 22, "$f22", "$f22"),
    Register::of(Float, 23, "$f23", "$f23"),
    Register::of(Float, 24, "$f24", "$f24"),
    Register::of(Float, 25, "$f25", "$f25"),
    Register::of(Float, 26, "$f26", "$f26"),
    Register::of(Float, 27, "$f27", "$f27"),
    Register::of(Float, 28, "$f28", "$f28"),
    Register::of(Float, 29, "$f29", "$f29"),
    Register::of(Float, 30, "$f30", "$f30"),
    Register::of(Float, 31, "$f31", "$f31"),
    Register::of(Hidden, 0, "HI", "HI"),
    Register::of(Hidden, 1, "LO", "LO"),
    Register::of(Hidden, 2, "FCC", "FCC"),
];

/// The calling convention. `$f20`, `$f22` to `$f30` are saved together with the odd registers after
/// them: those hold the high halves of doubles, and a double is saved only if both halves are. For
/// the same reason arguments and results name even registers only.
pub static ABI: Abi = Abi {
    name: "o32",
    sp: Reg(29),
    ra: Reg(31),
    gp: Reg(28),
    tp: None,
    assembler: Some(Reg(1)),
    args: &named(REGISTERS, ["$a0", "$a1", "$a2", "$a3"]),
    float_args: &named(REGISTERS, ["$f12", "$f14"]),
    results: &named(REGISTERS, ["$v0", "$v1"]),
    float_results: &named(REGISTERS, ["$f0", "$f2"]),
    saved: &named(
        REGISTERS,
        [
            "$sp", "$fp", "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$f20", "$f21",
            "$f22", "$f23", "$f24", "$f25", "$f26", "$f27", "$f28", "$f29", "$f30", "$f31",
        ],
    ),
    temporaries: &named(
        REGISTERS,
        [
            "$ra", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2", "$t3",
            "$t4", "$t5", "$t6", "$t7", "$t8", "$t9", "$f0", "$f1", "$f2", "$f3", "$f4", "$f5",
            "$f6", "$f7", "$f8", "$f9", "$f10", "$f11", "$f12", "$f13", "$f14", "$f15", "$f16",
            "$f17", "$f18", "$f19", "HI", "LO", "FCC",
        ],
    ),
    fixed: &named(REGISTERS, ["$gp"]),
    kernel: &named(REGISTERS, ["$k0", "$k1"]),
    stack_alignment: 8,
    home_space: 16,
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
