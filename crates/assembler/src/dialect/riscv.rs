//! What the languages for RISC-V have in common: the names of registers, and words of other machines.

use super::Words;

/// What advice is made of; each language has its own way to name a constant, and its own calls.
pub(super) const WORDS: Words = Words {
    integer_registers: "registers are `x0`–`x31`, or \
                    `zero ra sp gp tp t0`–`t6 s0`–`s11 a0`–`a7`",
    float_registers: "floating-point registers are `f0`–`f31`, or \
                  `ft0`–`ft11 fs0`–`fs11 fa0`–`fa7`",
    some_integer_registers: "integer registers are `a0`, `t0`, `s0`, …",
    some_float_registers: "floating-point registers are `fa0`, `ft0`, `fs0`, …",
    register_prefix: "",
    spare: ["t0", "t1", "t2", "t3"],
    instruction: "li a0, 5",
    constant: ".equ {name}, {value}",
    far_jump: "use `call` or `tail`, which reach everything",
};

pub(super) static FOREIGN: &[(&str, &str)] = &[
    ("addu", "in RISC-V it is `add`: addition never traps"),
    ("addiu", "in RISC-V it is `addi`: addition never traps"),
    ("subu", "in RISC-V it is `sub`: subtraction never traps"),
    (
        "subi",
        "RISC-V has no `subi`: write `addi` with the negative number",
    ),
    (
        "subiu",
        "RISC-V has no `subi`: write `addi` with the negative number",
    ),
    ("negu", "in RISC-V it is `neg`"),
    ("sllv", "in RISC-V it is `sll`"),
    ("srlv", "in RISC-V it is `srl`"),
    ("srav", "in RISC-V it is `sra`"),
    (
        "mult",
        "in RISC-V it is `mul rd, rs1, rs2`, and `mulh` for the upper half",
    ),
    (
        "multu",
        "in RISC-V it is `mul rd, rs1, rs2`, and `mulhu` for the upper half",
    ),
    (
        "mfhi",
        "RISC-V has no HI: `mulh` computes the upper half, `rem` the remainder",
    ),
    (
        "mflo",
        "RISC-V has no LO: `mul` computes the lower half, `div` the quotient",
    ),
    ("nor", "RISC-V has no `nor`: write `or`, then `not`"),
    ("bal", "in RISC-V it is `jal`"),
    (
        "push",
        "RISC-V has no `push`: use `addi sp, sp, -4`, then `sw {}, 0(sp)`",
    ),
    (
        "pop",
        "RISC-V has no `pop`: use `lw {}, 0(sp)`, then `addi sp, sp, 4`",
    ),
    (
        "mov",
        "in RISC-V it is `mv` for a register, and `li` for a number",
    ),
    ("jmp", "in RISC-V it is `j`"),
    (
        "cmp",
        "RISC-V has no flags: branches compare, as in `blt a0, a1, label`",
    ),
    ("lwc1", "in RISC-V it is `flw`"),
    ("swc1", "in RISC-V it is `fsw`"),
    ("inc", "RISC-V has no `inc`: use `addi a0, a0, 1`"),
    ("dec", "RISC-V has no `dec`: use `addi a0, a0, -1`"),
    ("return", "in RISC-V it is `ret`"),
    ("goto", "in RISC-V it is `j`"),
    (
        "ld",
        "`ld` is for 64-bit machines only: use `lw` to read a word",
    ),
    (
        "sd",
        "`sd` is for 64-bit machines only: use `sw` to write a word",
    ),
    ("lwu", "`lwu` is for 64-bit machines only: use `lw`"),
    ("addw", "`addw` is for 64-bit machines only: use `add`"),
    ("addiw", "`addiw` is for 64-bit machines only: use `addi`"),
    ("subw", "`subw` is for 64-bit machines only: use `sub`"),
    ("mulw", "`mulw` is for 64-bit machines only: use `mul`"),
    ("divw", "`divw` is for 64-bit machines only: use `div`"),
    ("divuw", "`divuw` is for 64-bit machines only: use `divu`"),
    ("remw", "`remw` is for 64-bit machines only: use `rem`"),
    ("remuw", "`remuw` is for 64-bit machines only: use `remu`"),
    ("sllw", "`sllw` is for 64-bit machines only: use `sll`"),
    ("slliw", "`slliw` is for 64-bit machines only: use `slli`"),
    ("srlw", "`srlw` is for 64-bit machines only: use `srl`"),
    ("srliw", "`srliw` is for 64-bit machines only: use `srli`"),
    ("sraw", "`sraw` is for 64-bit machines only: use `sra`"),
    ("sraiw", "`sraiw` is for 64-bit machines only: use `srai`"),
    ("negw", "`negw` is for 64-bit machines only: use `neg`"),
    ("sext.w", "`sext.w` is for 64-bit machines only: use `mv`"),
    (".ktext", "there is no kernel here: write `.text`"),
    (".kdata", "there is no kernel here: write `.data`"),
    (".end", "a program ends with its file: remove it"),
];
