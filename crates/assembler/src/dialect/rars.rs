//! The language of the RARS simulator, which is that of MARS for RISC-V.

use super::mars::EXECUTE_ONLY;
use super::{
    AlignUnit, Area, Dialect, Directive, DirectiveRow, Encoding, Escapes, ImportOrder, Lexical,
    MemoryMap, Modifier, NumberRules, NumericTarget, Placement, SegmentKind, Words,
};
use machine::isa::DialectSet;

/// The RARS dialect.
pub static RARS: Dialect = Dialect {
    name: "rars",
    lexical: Lexical {
        comment: b'#',
        slash_comments: false,
        odd_labels: false,
        parameters: true,
        functions: &["hi", "lo"],
        numbers: NumberRules::Word,
        escapes: Escapes::LettersAndUnicode,
        encoding: Encoding::Utf8,
    },
    directives: DIRECTIVES,
    modifiers: &[("hi", Modifier::Hi20), ("lo", Modifier::Lo12)],
    expansion_modifiers: &[
        ("pcrel_hi", Modifier::PcrelHi20),
        ("pcrel_lo", Modifier::PcrelLo12),
    ],
    pseudos: DialectSet(0b1_0000),
    maps: &[DEFAULT, COMPACT_DATA_AT_ZERO, COMPACT_TEXT_AT_ZERO],
    placement: Placement::Continuous,
    auto_align: true,
    strict_segments: true,
    forms_by_value: true,
    preprocessor: false,
    macros: true,
    loose_data: true,
    float_bits: false,
    skips_unknown_directives: true,
    numeric_labels: false,
    numeric_target: NumericTarget::Distance,
    entry: "main",
    starts_at_entry: false,
    import_order: ImportOrder::Source,
    signs: &["ecall", "ebreak", "ret", "uret"],
    own_words: &[".macro", ".end_macro", ".include", ".eqv", "uret"],
    extension: None,
    foreign: FOREIGN,
    words: Words {
        integer_registers: "registers are `x0`–`x31`, or \
                        `zero ra sp gp tp t0`–`t6 s0`–`s11 a0`–`a7`",
        float_registers: "floating-point registers are `f0`–`f31`, or \
                      `ft0`–`ft11 fs0`–`fs11 fa0`–`fa7`",
        some_integer_registers: "integer registers are `a0`, `t0`, `s0`, …",
        some_float_registers: "floating-point registers are `fa0`, `ft0`, `fs0`, …",
        register_prefix: "",
        spare: ["t0", "t1", "t2", "t3"],
        instruction: "li a7, 10",
        constant: ".eqv {name} {value}",
        far_jump: "use `call` or `tail`, which reach everything",
    },
};

/// The usual memory.
const DEFAULT: MemoryMap = MemoryMap {
    name: "Default",
    text: Area::new(0x0040_0000, 0x0040_0000),
    data: Area {
        first: 0x1000_0000,
        start: 0x1001_0000,
        size: 0x0040_0000,
    },
    kernel: None,
    externs: Some(Area::new(0x1000_0000, 0x0001_0000)),
    spare: &[
        Area::new(0x7fc0_0000, 0x0040_0000),
        Area::new(0xffff_0000, 0x0001_0000),
    ],
    compact: false,
    code: EXECUTE_ONLY,
    plain: MemoryMap::READ_WRITE,
};

/// 32 KiB of memory that begin with data.
const COMPACT_DATA_AT_ZERO: MemoryMap = MemoryMap {
    name: "CompactDataAtZero",
    text: Area::new(0x3000, 0x0ffc),
    data: Area::new(0, 0x2000),
    externs: Some(Area::new(0x1000, 0x1000)),
    spare: &[Area::new(0x2000, 0x1000), Area::new(0x7f00, 0x100)],
    ..DEFAULT
};

/// 32 KiB of memory that begin with instructions.
const COMPACT_TEXT_AT_ZERO: MemoryMap = MemoryMap {
    name: "CompactTextAtZero",
    text: Area::new(0, 0x0ffc),
    data: Area {
        first: 0x1000,
        start: 0x2000,
        size: 0x2000,
    },
    externs: Some(Area::new(0x1000, 0x1000)),
    spare: &[Area::new(0x3000, 0x1000), Area::new(0x7f00, 0x100)],
    ..DEFAULT
};

const fn integers(bytes: u8) -> Directive {
    Directive::Integers {
        bytes,
        strict: false,
    }
}

const fn strings(terminated: bool) -> Directive {
    Directive::Strings {
        terminated,
        single: false,
    }
}

static DIRECTIVES: &[DirectiveRow] = &[
    DirectiveRow::new(
        &[".text"],
        "[ADDRESS]",
        "Puts what follows into the text: instructions.",
        Directive::Place(SegmentKind::Text),
    ),
    DirectiveRow::new(
        &[".data"],
        "[ADDRESS]",
        "Puts what follows into the data.",
        Directive::Place(SegmentKind::Data),
    ),
    DirectiveRow::new(
        &[".section"],
        "NAME",
        "Puts what follows into the section of that name: `.text`, or `.data`, `.rodata`, `.sdata`.",
        Directive::Section,
    ),
    DirectiveRow::new(
        &[".byte"],
        "NUMBER…",
        "Stores numbers of 1 byte; `NUMBER:COUNT` repeats one, and the next line may continue the list.",
        integers(1),
    ),
    DirectiveRow::new(
        &[".half"],
        "NUMBER…",
        "Stores numbers of 2 bytes at a multiple of 2, written like those of `.byte`.",
        integers(2),
    ),
    DirectiveRow::new(
        &[".word"],
        "NUMBER…",
        "Stores numbers or addresses of labels, 4 bytes each, at a multiple of 4, written like those of `.byte`.",
        integers(4),
    ),
    DirectiveRow::new(
        &[".dword"],
        "NUMBER…",
        "Stores numbers of 8 bytes at a multiple of 4, written like those of `.byte`.",
        integers(8),
    ),
    DirectiveRow::new(
        &[".float"],
        "NUMBER…",
        "Stores floating-point numbers of 4 bytes at a multiple of 4.",
        Directive::Floats(4),
    ),
    DirectiveRow::new(
        &[".double"],
        "NUMBER…",
        "Stores floating-point numbers of 8 bytes at a multiple of 8.",
        Directive::Floats(8),
    ),
    DirectiveRow::new(
        &[".ascii"],
        "\"TEXT\"…",
        "Stores strings without a zero byte.",
        strings(false),
    ),
    DirectiveRow::new(
        &[".asciz", ".string", ".asciiz"],
        "\"TEXT\"…",
        "Stores strings, each followed by a zero byte.",
        strings(true),
    ),
    DirectiveRow::new(&[".space"], "N", "Stores N zero bytes.", Directive::Space),
    DirectiveRow::new(
        &[".align"],
        "N",
        "Pads what is being written to a multiple of 2^N; `.align 0` stops aligning values until the next `.data`.",
        Directive::Align {
            unit: AlignUnit::Power(16),
            here: true,
        },
    ),
    DirectiveRow::new(
        &[".globl", ".global"],
        "NAME…",
        "Lets other files use these labels.",
        Directive::Global { some: true },
    ),
    DirectiveRow::new(
        &[".extern"],
        "NAME SIZE",
        "Reserves a zeroed variable that all files share.",
        Directive::Extern,
    ),
    DirectiveRow::new(
        &[".eqv"],
        "NAME TEXT",
        "Makes the name stand for the text in the lines after it.",
        Directive::Substitute,
    ),
    DirectiveRow::new(
        &[".include"],
        "\"FILE\"",
        "Inserts the text of that file, which is found beside this one.",
        Directive::Include,
    ),
    DirectiveRow::new(
        &[".macro"],
        "NAME %PARAMETER…",
        "Starts the definition of a macro.",
        Directive::Macro,
    ),
    DirectiveRow::new(
        &[".end_macro"],
        "",
        "Ends the definition of a macro.",
        Directive::EndMacro,
    ),
];

static FOREIGN: &[(&str, &str)] = &[
    (
        "syscall",
        "in RISC-V it is `ecall`, with the number in `a7`",
    ),
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
    ("halt", "end a program with `li a7, 10`, then `ecall`"),
    ("hlt", "end a program with `li a7, 10`, then `ecall`"),
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
    (
        ".import",
        "to add another file, write `.include \"file.s\"`",
    ),
    (".endm", "end a macro with `.end_macro`"),
    (
        ".rept",
        "lines cannot be repeated here: write a macro, or for data `.word 0:10`",
    ),
    (".endr", "lines cannot be repeated here: remove it"),
    (".equ", "to name a constant: `.eqv NAME 5`"),
    (".bss", "reserve space in `.data` with `.space`"),
    (".rodata", "write `.section .rodata`, or `.data`"),
    (
        ".org",
        "write an address after the segment: `.data 0x10010100`",
    ),
    (".zero", "in RARS it is `.space`"),
    (".skip", "in RARS it is `.space`"),
    (".short", "in RARS it is `.half`"),
    (".int", "in RARS it is `.word`"),
    (".long", "in RARS it is `.word`"),
    (".ktext", "there is no kernel here: write `.text`"),
    (".kdata", "there is no kernel here: write `.data`"),
    (".end", "a program ends with its file: remove it"),
];
