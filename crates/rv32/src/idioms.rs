//! How RISC-V programs do the usual things, and what the rows mean to those who follow values.

use machine::isa::Bank::{self, Float, Int};
use machine::isa::{Idioms, Meaning, Save};

/// The idioms of RISC-V.
pub(crate) static IDIOMS: Idioms = Idioms {
    nop: "nop",
    short_nop: Some("c.nop"),
    load_number: "li",
    load_address: &["la", "lla"],
    copy: &["mv", "move"],
    add: "add",
    add_number: "addi",
    move_pointer: "addi",
    subtract: "sub",
    jump: &["j", "b", "tail"],
    jump_register: "jr",
    call: &["call", "jal"],
    call_register: "jalr",
    ret: "ret",
    load_float: "flw",
    saves: &[
        save(Int, "sw", "lw"),
        save(Float, "fsw", "flw"),
        save(Float, "fsd", "fld"),
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
    (&["addi"], Meaning::AddNumber),
    (&["add"], Meaning::Add),
    (&["sub"], Meaning::Subtract),
    (&["andi"], Meaning::AndNumber),
    (&["and"], Meaning::And),
    (&["ori"], Meaning::OrNumber),
    (&["or"], Meaning::Or),
    (&["xori"], Meaning::XorNumber),
    (&["xor"], Meaning::Xor),
    (&["slli"], Meaning::ShiftLeft),
    (&["srli"], Meaning::ShiftRight),
    (&["srai"], Meaning::ShiftRightSigned),
    (&["fsgnj.s", "fsgnj.d"], Meaning::Copy),
    (&["fmv.x.w", "fmv.w.x"], Meaning::Copy),
    (&["lui"], Meaning::Upper(12)),
    (&["auipc"], Meaning::UpperFromHere(12)),
    (&["lb", "lbu", "sb"], Meaning::Move(1)),
    (&["lh", "lhu", "sh"], Meaning::Move(2)),
    (&["lw", "sw", "flw", "fsw"], Meaning::Move(4)),
    (&["fld", "fsd"], Meaning::Move(8)),
    (&["amoswap.w"], Meaning::Exchange),
    (&["sc.w"], Meaning::StoreConditional),
    (&["beq"], Meaning::TakenIfEqual),
    (&["bne"], Meaning::NotTakenIfEqual),
    (&["bge", "bgeu"], Meaning::TakenIfZero),
    (&["blt", "bltu"], Meaning::NotTakenIfZero),
    (&["ecall"], Meaning::EnvironmentCall),
    (&["div", "divu", "rem", "remu"], Meaning::Divide),
    (&["uret"], Meaning::HandlerReturn),
    (&["ebreak"], Meaning::Breakpoint),
];
