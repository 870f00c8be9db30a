//! How MIPS programs do the usual things, and what the rows mean to those who follow values.

use machine::isa::Bank::{self, Float, Int};
use machine::isa::{Idioms, Meaning, Save};

/// The idioms of MIPS.
pub(crate) static IDIOMS: Idioms = Idioms {
    nop: "nop",
    short_nop: None,
    load_number: "li",
    load_address: &["la"],
    copy: &["move"],
    add: "add",
    add_number: "addi",
    move_pointer: "addiu",
    subtract: "sub",
    jump: &["j", "b"],
    jump_register: "jr",
    call: &["jal"],
    call_register: "jalr",
    ret: "jr $ra",
    load_float: "l.s",
    saves: &[
        save(Int, "sw", "lw"),
        save(Float, "swc1", "lwc1"),
        save(Float, "sdc1", "ldc1"),
    ],
    opposites: &[
        ("beq", "bne"),
        ("blt", "bge"),
        ("bltu", "bgeu"),
        ("beqz", "bnez"),
        ("bltz", "bgez"),
        ("blez", "bgtz"),
        ("bgt", "ble"),
        ("bgtu", "bleu"),
    ],
};

const fn save(bank: Bank, store: &'static str, load: &'static str) -> Save {
    Save { bank, store, load }
}

/// What rows mean; those that are not here have no meaning to others.
pub(crate) const MEANINGS: &[(&[&str], Meaning)] = &[
    (&["addi", "addiu"], Meaning::AddNumber),
    (&["add", "addu"], Meaning::Add),
    (&["sub", "subu"], Meaning::Subtract),
    (&["andi"], Meaning::AndNumber),
    (&["and"], Meaning::And),
    (&["ori"], Meaning::OrNumber),
    (&["or"], Meaning::Or),
    (&["nor"], Meaning::Nor),
    (&["xori"], Meaning::XorNumber),
    (&["xor"], Meaning::Xor),
    (&["sll"], Meaning::ShiftLeft),
    (&["srl"], Meaning::ShiftRight),
    (&["sra"], Meaning::ShiftRightSigned),
    (&["mov.s", "mov.d", "mfc1", "mtc1"], Meaning::Copy),
    (&["mfhi", "mflo", "mthi", "mtlo"], Meaning::Copy),
    (&["lui"], Meaning::Upper(16)),
    (&["lb", "lbu", "sb"], Meaning::Move(1)),
    (&["lh", "lhu", "sh"], Meaning::Move(2)),
    (&["lw", "sw", "lwc1", "swc1"], Meaning::Move(4)),
    (&["ldc1", "sdc1"], Meaning::Move(8)),
    (&["lwl", "swl"], Meaning::MoveLeft),
    (&["lwr", "swr"], Meaning::MoveRight),
    (&["sc"], Meaning::StoreConditional),
    (&["movz"], Meaning::CopyIfZero),
    (&["movn"], Meaning::CopyUnlessZero),
    (&["beq", "beql"], Meaning::TakenIfEqual),
    (&["bne", "bnel"], Meaning::NotTakenIfEqual),
    (&["bgez", "blez", "bgezal"], Meaning::TakenIfZero),
    (&["bltz", "bgtz", "bltzal"], Meaning::NotTakenIfZero),
    (&["syscall"], Meaning::EnvironmentCall),
    (&["div", "divu"], Meaning::Divide),
    (&["eret"], Meaning::HandlerReturn),
    (&["break"], Meaning::Breakpoint),
];
