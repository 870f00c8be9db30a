//! Register names and the calling convention (o32).

use machine::isa::{Abi, Reg, Register};

const fn int(
    number: u8,
    name: &'static str,
    numbered: &'static str,
    aliases: &'static [&'static str],
) -> Register {
    Register {
        reg: Reg(number),
        name,
        numbered,
        aliases,
    }
}

const fn float(number: u8, name: &'static str) -> Register {
    Register {
        reg: Reg(32 + number),
        name,
        numbered: name,
        aliases: &[],
    }
}

const fn hidden(number: u8, name: &'static str) -> Register {
    Register {
        reg: Reg(64 + number),
        name,
        numbered: name,
        aliases: &[],
    }
}

/// All registers.
pub static REGISTERS: &[Register] = &[
    int(0, "$zero", "$0", &[]),
    int(1, "$at", "$1", &[]),
    int(2, "$v0", "$2", &[]),
    int(3, "$v1", "$3", &[]),
    int(4, "$a0", "$4", &[]),
    int(5, "$a1", "$5", &[]),
    int(6, "$a2", "$6", &[]),
    int(7, "$a3", "$7", &[]),
    int(8, "$t0", "$8", &[]),
    int(9, "$t1", "$9", &[]),
    int(10, "$t2", "$10", &[]),
    int(11, "$t3", "$11", &[]),
    int(12, "$t4", "$12", &[]),
    int(13, "$t5", "$13", &[]),
    int(14, "$t6", "$14", &[]),
    int(15, "$t7", "$15", &[]),
    int(16, "$s0", "$16", &[]),
    int(17, "$s1", "$17", &[]),
    int(18, "$s2", "$18", &[]),
    int(19, "$s3", "$19", &[]),
    int(20, "$s4", "$20", &[]),
    int(21, "$s5", "$21", &[]),
    int(22, "$s6", "$22", &[]),
    int(23, "$s7", "$23", &[]),
    int(24, "$t8", "$24", &[]),
    int(25, "$t9", "$25", &[]),
    int(26, "$k0", "$26", &[]),
    int(27, "$k1", "$27", &[]),
    int(28, "$gp", "$28", &[]),
    int(29, "$sp", "$29", &[]),
    int(30, "$fp", "$30", &["$s8"]),
    int(31, "$ra", "$31", &[]),
    float(0, "$f0"),
    float(1, "$f1"),
    float(2, "$f2"),
    float(3, "$f3"),
    float(4, "$f4"),
    float(5, "$f5"),
    float(6, "$f6"),
    float(7, "$f7"),
    float(8, "$f8"),
    float(9, "$f9"),
    float(10, "$f10"),
    float(11, "$f11"),
    float(12, "$f12"),
    float(13, "$f13"),
    float(14, "$f14"),
    float(15, "$f15"),
    float(16, "$f16"),
    float(17, "$f17"),
    float(18, "$f18"),
    float(19, "$f19"),
    float(20, "$f20"),
    float(21, "$f21"),
    float(22, "$f22"),
    float(23, "$f23"),
    float(24, "$f24"),
    float(25, "$f25"),
    float(26, "$f26"),
    float(27, "$f27"),
    float(28, "$f28"),
    float(29, "$f29"),
    float(30, "$f30"),
    float(31, "$f31"),
    hidden(0, "HI"),
    hidden(1, "LO"),
    hidden(2, "FCC"),
];

/// The calling convention's registers.
pub static ABI: Abi = Abi {
    sp: Reg(29),
    ra: Reg(31),
    gp: Reg(28),
    args: &[Reg(4), Reg(5), Reg(6), Reg(7)],
    results: &[Reg(2), Reg(3)],
    saved: &[
        Reg(16),
        Reg(17),
        Reg(18),
        Reg(19),
        Reg(20),
        Reg(21),
        Reg(22),
        Reg(23),
        Reg(28),
        Reg(29),
        Reg(30),
    ],
};
