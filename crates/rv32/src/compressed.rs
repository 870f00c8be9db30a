//! The 16-bit instructions (extension C): each is another spelling of a 32-bit one.
//!
//! Where two patterns overlap, the more special row stands first and says by `nonzero` what the
//! other leaves to it.

use machine::isa::Short::{self, Field as F, Fixed, Popular};
use machine::isa::{Compressed, Field, Pattern, Slice};

const fn bits(word_lo: u8, len: u8, value_lo: u8) -> Slice {
    Slice {
        word_lo,
        len,
        value_lo,
    }
}

/// Bits 7–11: a register.
const R7: Field = Field::unsigned(&[bits(7, 5, 0)]);
/// Bits 2–6: a register.
const R2: Field = Field::unsigned(&[bits(2, 5, 0)]);
/// Bits 7–9: one of x8–x15.
const P7: Field = Field::unsigned(&[bits(7, 3, 0)]);
/// Bits 2–4: one of x8–x15.
const P2: Field = Field::unsigned(&[bits(2, 3, 0)]);
/// 6-bit signed number.
const IMM6: Field = Field::signed(&[bits(12, 1, 5), bits(2, 5, 0)]);
const SHAMT: Field = Field::unsigned(&[bits(12, 1, 5), bits(2, 5, 0)]);
/// c.lui: bits 12–17 of the value, as the 20-bit number that `lui` takes.
const LUI: Field = Field::signed(&[bits(12, 1, 5), bits(2, 5, 0)]);
const ADDI4SPN: Field =
    Field::unsigned(&[bits(11, 2, 4), bits(7, 4, 6), bits(6, 1, 2), bits(5, 1, 3)]);
const ADDI16SP: Field = Field::signed(&[
    bits(12, 1, 9),
    bits(6, 1, 4),
    bits(5, 1, 6),
    bits(3, 2, 7),
    bits(2, 1, 5),
]);
const WORD: Field = Field::unsigned(&[bits(10, 3, 3), bits(6, 1, 2), bits(5, 1, 6)]);
const DOUBLE: Field = Field::unsigned(&[bits(10, 3, 3), bits(5, 2, 6)]);
const LOAD_SP: Field = Field::unsigned(&[bits(12, 1, 5), bits(4, 3, 2), bits(2, 2, 6)]);
const LOAD_SP_DOUBLE: Field = Field::unsigned(&[bits(12, 1, 5), bits(5, 2, 3), bits(2, 3, 6)]);
const STORE_SP: Field = Field::unsigned(&[bits(9, 4, 2), bits(7, 2, 6)]);
const STORE_SP_DOUBLE: Field = Field::unsigned(&[bits(10, 3, 3), bits(7, 3, 6)]);
const JUMP: Field = Field::signed(&[
    bits(12, 1, 11),
    bits(11, 1, 4),
    bits(9, 2, 8),
    bits(8, 1, 10),
    bits(7, 1, 6),
    bits(6, 1, 7),
    bits(3, 3, 1),
    bits(2, 1, 5),
]);
const BRANCH: Field = Field::signed(&[
    bits(12, 1, 8),
    bits(10, 2, 3),
    bits(5, 2, 6),
    bits(3, 2, 1),
    bits(2, 1, 5),
]);

const fn row(
    name: &'static str,
    pattern: &str,
    base: &'static str,
    operands: &'static [Short],
    nonzero: &'static [Field],
) -> Compressed {
    Compressed {
        name,
        pattern: Pattern::parse(pattern),
        base,
        operands,
        nonzero,
    }
}

/// Every 16-bit instruction of rv32 with F and D.
pub(crate) static COMPRESSED: &[Compressed] = &[
    row(
        "c.addi4spn",
        "000 ........ ... 00",
        "addi",
        &[Popular(P2), Fixed(2), F(ADDI4SPN)],
        &[ADDI4SPN],
    ),
    row(
        "c.fld",
        "001 ... ... .. ... 00",
        "fld",
        &[Popular(P2), F(DOUBLE), Popular(P7)],
        &[],
    ),
    row(
        "c.lw",
        "010 ... ... .. ... 00",
        "lw",
        &[Popular(P2), F(WORD), Popular(P7)],
        &[],
    ),
    row(
        "c.flw",
        "011 ... ... .. ... 00",
        "flw",
        &[Popular(P2), F(WORD), Popular(P7)],
        &[],
    ),
    row(
        "c.fsd",
        "101 ... ... .. ... 00",
        "fsd",
        &[Popular(P2), F(DOUBLE), Popular(P7)],
        &[],
    ),
    row(
        "c.sw",
        "110 ... ... .. ... 00",
        "sw",
        &[Popular(P2), F(WORD), Popular(P7)],
        &[],
    ),
    row(
        "c.fsw",
        "111 ... ... .. ... 00",
        "fsw",
        &[Popular(P2), F(WORD), Popular(P7)],
        &[],
    ),
    row(
        "c.nop",
        "000 . 00000 ..... 01",
        "addi",
        &[Fixed(0), Fixed(0), F(IMM6)],
        &[],
    ),
    row(
        "c.addi",
        "000 . ..... ..... 01",
        "addi",
        &[F(R7), F(R7), F(IMM6)],
        &[R7],
    ),
    row(
        "c.jal",
        "001 ........... 01",
        "jal",
        &[Fixed(1), F(JUMP)],
        &[],
    ),
    row(
        "c.li",
        "010 . ..... ..... 01",
        "addi",
        &[F(R7), Fixed(0), F(IMM6)],
        &[],
    ),
    row(
        "c.addi16sp",
        "011 . 00010 ..... 01",
        "addi",
        &[Fixed(2), Fixed(2), F(ADDI16SP)],
        &[ADDI16SP],
    ),
    row(
        "c.lui",
        "011 . ..... ..... 01",
        "lui",
        &[F(R7), F(LUI)],
        &[LUI],
    ),
    row(
        "c.srli",
        "100 0 00 ... ..... 01",
        "srli",
        &[Popular(P7), Popular(P7), F(SHAMT)],
        &[],
    ),
    row(
        "c.srai",
        "100 0 01 ... ..... 01",
        "srai",
        &[Popular(P7), Popular(P7), F(SHAMT)],
        &[],
    ),
    row(
        "c.andi",
        "100 . 10 ... ..... 01",
        "andi",
        &[Popular(P7), Popular(P7), F(IMM6)],
        &[],
    ),
    row(
        "c.sub",
        "100 0 11 ... 00 ... 01",
        "sub",
        &[Popular(P7), Popular(P7), Popular(P2)],
        &[],
    ),
    row(
        "c.xor",
        "100 0 11 ... 01 ... 01",
        "xor",
        &[Popular(P7), Popular(P7), Popular(P2)],
        &[],
    ),
    row(
        "c.or",
        "100 0 11 ... 10 ... 01",
        "or",
        &[Popular(P7), Popular(P7), Popular(P2)],
        &[],
    ),
    row(
        "c.and",
        "100 0 11 ... 11 ... 01",
        "and",
        &[Popular(P7), Popular(P7), Popular(P2)],
        &[],
    ),
    row(
        "c.j",
        "101 ........... 01",
        "jal",
        &[Fixed(0), F(JUMP)],
        &[],
    ),
    row(
        "c.beqz",
        "110 ... ... ..... 01",
        "beq",
        &[Popular(P7), Fixed(0), F(BRANCH)],
        &[],
    ),
    row(
        "c.bnez",
        "111 ... ... ..... 01",
        "bne",
        &[Popular(P7), Fixed(0), F(BRANCH)],
        &[],
    ),
    row(
        "c.slli",
        "000 0 ..... ..... 10",
        "slli",
        &[F(R7), F(R7), F(SHAMT)],
        &[],
    ),
    row(
        "c.fldsp",
        "001 . ..... ..... 10",
        "fld",
        &[F(R7), F(LOAD_SP_DOUBLE), Fixed(2)],
        &[],
    ),
    row(
        "c.lwsp",
        "010 . ..... ..... 10",
        "lw",
        &[F(R7), F(LOAD_SP), Fixed(2)],
        &[R7],
    ),
    row(
        "c.flwsp",
        "011 . ..... ..... 10",
        "flw",
        &[F(R7), F(LOAD_SP), Fixed(2)],
        &[],
    ),
    row(
        "c.jr",
        "100 0 ..... 00000 10",
        "jalr",
        &[Fixed(0), F(R7), Fixed(0)],
        &[R7],
    ),
    row(
        "c.mv",
        "100 0 ..... ..... 10",
        "add",
        &[F(R7), Fixed(0), F(R2)],
        &[R2],
    ),
    row("c.ebreak", "100 1 00000 00000 10", "ebreak", &[], &[]),
    row(
        "c.jalr",
        "100 1 ..... 00000 10",
        "jalr",
        &[Fixed(1), F(R7), Fixed(0)],
        &[R7],
    ),
    row(
        "c.add",
        "100 1 ..... ..... 10",
        "add",
        &[F(R7), F(R7), F(R2)],
        &[R2],
    ),
    row(
        "c.fsdsp",
        "101 ...... ..... 10",
        "fsd",
        &[F(R2), F(STORE_SP_DOUBLE), Fixed(2)],
        &[],
    ),
    row(
        "c.swsp",
        "110 ...... ..... 10",
        "sw",
        &[F(R2), F(STORE_SP), Fixed(2)],
        &[],
    ),
    row(
        "c.fswsp",
        "111 ...... ..... 10",
        "fsw",
        &[F(R2), F(STORE_SP), Fixed(2)],
        &[],
    ),
];
