//! Register names and the calling convention (psABI, ilp32).

use machine::isa::{Abi, Reg, Register};

const fn int(
    number: u8,
    name: &'static str,
    numbered: &'static str,
    aliases: &'static [&'static str],
) -> Register {
    Register { reg: Reg(number), name, numbered, aliases }
}

const fn float(number: u8, name: &'static str, numbered: &'static str) -> Register {
    Register { reg: Reg(32 + number), name, numbered, aliases: &[] }
}

/// All registers.
pub static REGISTERS: &[Register] = &[
    int(0, "zero", "x0", &[]),
    int(1, "ra", "x1", &[]),
    int(2, "sp", "x2", &[]),
    int(3, "gp", "x3", &[]),
    int(4, "tp", "x4", &[]),
    int(5, "t0", "x5", &[]),
    int(6, "t1", "x6", &[]),
    int(7, "t2", "x7", &[]),
    int(8, "s0", "x8", &["fp"]),
    int(9, "s1", "x9", &[]),
    int(10, "a0", "x10", &[]),
    int(11, "a1", "x11", &[]),
    int(12, "a2", "x12", &[]),
    int(13, "a3", "x13", &[]),
    int(14, "a4", "x14", &[]),
    int(15, "a5", "x15", &[]),
    int(16, "a6", "x16", &[]),
    int(17, "a7", "x17", &[]),
    int(18, "s2", "x18", &[]),
    int(19, "s3", "x19", &[]),
    int(20, "s4", "x20", &[]),
    int(21, "s5", "x21", &[]),
    int(22, "s6", "x22", &[]),
    int(23, "s7", "x23", &[]),
    int(24, "s8", "x24", &[]),
    int(25, "s9", "x25", &[]),
    int(26, "s10", "x26", &[]),
    int(27, "s11", "x27", &[]),
    int(28, "t3", "x28", &[]),
    int(29, "t4", "x29", &[]),
    int(30, "t5", "x30", &[]),
    int(31, "t6", "x31", &[]),
    float(0, "ft0", "f0"),
    float(1, "ft1", "f1"),
    float(2, "ft2", "f2"),
    float(3, "ft3", "f3"),
    float(4, "ft4", "f4"),
    float(5, "ft5", "f5"),
    float(6, "ft6", "f6"),
    float(7, "ft7", "f7"),
    float(8, "fs0", "f8"),
    float(9, "fs1", "f9"),
    float(10, "fa0", "f10"),
    float(11, "fa1", "f11"),
    float(12, "fa2", "f12"),
    float(13, "fa3", "f13"),
    float(14, "fa4", "f14"),
    float(15, "fa5", "f15"),
    float(16, "fa6", "f16"),
    float(17, "fa7", "f17"),
    float(18, "fs2", "f18"),
    float(19, "fs3", "f19"),
    float(20, "fs4", "f20"),
    float(21, "fs5", "f21"),
    float(22, "fs6", "f22"),
    float(23, "fs7", "f23"),
    float(24, "fs8", "f24"),
    float(25, "fs9", "f25"),
    float(26, "fs10", "f26"),
    float(27, "fs11", "f27"),
    float(28, "ft8", "f28"),
    float(29, "ft9", "f29"),
    float(30, "ft10", "f30"),
    float(31, "ft11", "f31"),
];

/// The calling convention's registers.
pub static ABI: Abi = Abi {
    sp: Reg(2),
    ra: Reg(1),
    gp: Reg(3),
    args: &[Reg(10), Reg(11), Reg(12), Reg(13), Reg(14), Reg(15), Reg(16), Reg(17)],
    results: &[Reg(10), Reg(11)],
    saved: &[
        Reg(2),
        Reg(8),
        Reg(9),
        Reg(18),
        Reg(19),
        Reg(20),
        Reg(21),
        Reg(22),
        Reg(23),
        Reg(24),
        Reg(25),
        Reg(26),
        Reg(27),
    ],
};
