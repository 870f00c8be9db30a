//! The language of the MARS simulator, and what SPIM and GNU as users write beside it.

use super::mars_directives::*;
use super::{
    Area, Dialect, Directive, DirectiveRow, Encoding, Escapes, ImportOrder, Lexical, MacroStyle,
    MemoryMap, Modifier, NumberRules, NumericTarget, OperatorRules, Placement, SegmentKind, Words,
    mars_original,
};
use machine::image::Access;
use machine::isa::DialectSet;

/// The MARS dialect.
pub static MARS: Dialect = Dialect {
    name: "mars",
    lexical: Lexical {
        comment: b'#',
        slash_comments: false,
        odd_labels: false,
        parameters: true,
        functions: &[],
        separators: false,
        linkage_suffix: "",
        numbers: NumberRules::Word,
        operators: OperatorRules::C,
        escapes: Escapes::Letters,
        open_strings: true,
        encoding: Encoding::Latin1,
    },
    directives: DIRECTIVES,
    modifiers: &[],
    expansion_modifiers: EXPANSION_MODIFIERS,
    pseudos: DialectSet(1),
    maps: &[DEFAULT, COMPACT_DATA_AT_ZERO, COMPACT_TEXT_AT_ZERO],
    placement: Placement::Continuous,
    auto_align: true,
    strict_segments: true,
    words_in_text: false,
    forms_by_value: true,
    preprocessor: false,
    macros: MacroStyle::Percent,
    assignments: false,
    reorders: false,
    local_labels: &[],
    numbers: &[],
    modes: &[],
    loose_data: true,
    repeats_values: true,
    float_bits: false,
    skips_unknown_directives: true,
    numeric_labels: false,
    numeric_target: NumericTarget::Address,
    entry: "main",
    starts_at_entry: true,
    shared_labels: &[],
    prelude: &[],
    main: None,
    import_order: ImportOrder::Source,
    signs: &["syscall", ".ktext", ".kdata"],
    own_words: &[".macro", ".end_macro", ".include", ".eqv"],
    own_shapes: &[],
    extension: Some(".asm"),
    foreign: &[FOREIGN],
    words: WORDS,
    original: Some(&mars_original::ORIGINAL),
};

/// The functions that expansions of pseudo-instructions use.
pub(super) const EXPANSION_MODIFIERS: &[(&str, Modifier)] = &[
    ("hi", Modifier::Hi16),
    ("lo", Modifier::Lo16),
    ("upper", Modifier::Upper16),
    ("lower", Modifier::Lower16),
    ("high", Modifier::High32),
    ("shamt", Modifier::Shift),
    ("skip", Modifier::Skip),
];

/// What advice is made of.
pub(super) const WORDS: Words = Words {
    integer_registers: "registers are `$0`–`$31`, or \
                    `$zero $at $v0`–`$v1 $a0`–`$a3 $t0`–`$t9 $s0`–`$s7 $k0`–`$k1 $gp $sp $fp $ra`",
    float_registers: "floating-point registers are `$f0`–`$f31`",
    some_integer_registers: "integer registers are `$t0`, `$a0`, `$s0`, …",
    some_float_registers: "floating-point registers are `$f0`, `$f2`, `$f12`, …",
    register_prefix: "$",
    spare: ["$t0", "$t1", "$t2", "$t3"],
    instruction: "li $v0, 10",
    constant: ".eqv {name} {value}",
    far_jump: "load the address into a register with `la`, and use `jr` or `jalr`",
};

/// Instructions can be run, but neither read nor changed.
const EXECUTE_ONLY: Access = Access {
    read: false,
    write: false,
    execute: true,
};

/// The usual memory of MIPS simulators.
pub(super) const DEFAULT: MemoryMap = MemoryMap {
    name: "Default",
    text: Area::new(0x0040_0000, 0x0040_0000),
    data: Area {
        first: 0x1000_0000,
        start: 0x1001_0000,
        size: 0x0040_0000,
    },
    kernel: Some((
        Area::new(0x8000_0000, 0x0040_0000),
        Area::new(0x9000_0000, 0x0040_0000),
    )),
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
pub(super) const COMPACT_DATA_AT_ZERO: MemoryMap = MemoryMap {
    name: "CompactDataAtZero",
    text: Area::new(0x3000, 0x0ffc),
    data: Area::new(0, 0x2000),
    kernel: Some((Area::new(0x4000, 0x1000), Area::new(0x5000, 0x2f00))),
    externs: Some(Area::new(0x1000, 0x1000)),
    spare: &[Area::new(0x2000, 0x1000), Area::new(0x7f00, 0x100)],
    compact: true,
    code: EXECUTE_ONLY,
    plain: MemoryMap::READ_WRITE,
};

/// 32 KiB of memory that begin with instructions.
pub(super) const COMPACT_TEXT_AT_ZERO: MemoryMap = MemoryMap {
    name: "CompactTextAtZero",
    text: Area::new(0, 0x0ffc),
    data: Area {
        first: 0x1000,
        start: 0x2000,
        size: 0x2000,
    },
    kernel: Some((Area::new(0x4000, 0x1000), Area::new(0x5000, 0x2f00))),
    externs: Some(Area::new(0x1000, 0x1000)),
    spare: &[Area::new(0x3000, 0x1000), Area::new(0x7f00, 0x100)],
    compact: true,
    code: EXECUTE_ONLY,
    plain: MemoryMap::READ_WRITE,
};

pub(super) const KTEXT: DirectiveRow = DirectiveRow::new(
    &[".ktext"],
    "[ADDRESS]",
    "Puts what follows into the text of the kernel.",
    Directive::Place(SegmentKind::KernelText),
);

pub(super) const KDATA: DirectiveRow = DirectiveRow::new(
    &[".kdata"],
    "[ADDRESS]",
    "Puts what follows into the data of the kernel.",
    Directive::Place(SegmentKind::KernelData),
);

static DIRECTIVES: &[DirectiveRow] = &[
    TEXT,
    DATA,
    KTEXT,
    KDATA,
    BYTE,
    HALF,
    WORD,
    FLOAT,
    DOUBLE,
    ASCII,
    DirectiveRow::new(
        &[".asciiz", ".asciz", ".string"],
        "\"TEXT\"…",
        "Stores strings, each followed by a zero byte.",
        strings(true),
    ),
    SPACE,
    ALIGN,
    GLOBL,
    EXTERN,
    EQV,
    INCLUDE,
    MACRO,
    END_MACRO,
    DirectiveRow::new(
        &[".set"],
        "…",
        "Does nothing, with a warning.",
        Directive::Noted,
    ),
    DirectiveRow::new(
        &[".ent", ".end"],
        "…",
        "Does nothing: compilers write it for debuggers.",
        Directive::Ignored,
    ),
];

const FOR_A_LINKER: &str = "compilers write it for linkers and debuggers: the line can be removed";

pub(super) static FOREIGN: &[(&str, &str)] = &[
    ("ecall", "in MIPS it is `syscall`, with the number in `$v0`"),
    ("scall", "in MIPS it is `syscall`, with the number in `$v0`"),
    ("ebreak", "in MIPS it is `break`"),
    ("int", "in MIPS it is `syscall`, with the number in `$v0`"),
    ("mv", "in MIPS it is `move`"),
    (
        "mov",
        "in MIPS it is `move` for a register, and `li` for a number",
    ),
    ("lla", "in MIPS it is `la`"),
    ("ret", "in MIPS it is `jr $ra`"),
    ("return", "in MIPS it is `jr $ra`"),
    ("call", "in MIPS it is `jal`"),
    ("tail", "in MIPS it is `j`"),
    ("jmp", "in MIPS it is `j`"),
    ("goto", "in MIPS it is `j`"),
    ("seqz", "MIPS has no `seqz`: use `sltiu rd, rs, 1`"),
    ("snez", "MIPS has no `snez`: use `sltu rd, $zero, rs`"),
    ("sltz", "MIPS has no `sltz`: use `slt rd, rs, $zero`"),
    ("slli", "in MIPS it is `sll`"),
    ("srli", "in MIPS it is `srl`"),
    ("srai", "in MIPS it is `sra`"),
    ("mulh", "in MIPS it is `mult`, and then `mfhi`"),
    ("mulhu", "in MIPS it is `multu`, and then `mfhi`"),
    ("muli", "in MIPS it is `mul`, which also takes a number"),
    ("divi", "in MIPS it is `div`, which also takes a number"),
    ("auipc", "MIPS has no `auipc`: use `la` to load an address"),
    ("flw", "in MIPS it is `l.s`"),
    ("fsw", "in MIPS it is `s.s`"),
    ("fld", "in MIPS it is `l.d`"),
    ("fsd", "in MIPS it is `s.d`"),
    ("fadd.s", "in MIPS it is `add.s`"),
    ("fsub.s", "in MIPS it is `sub.s`"),
    ("fmul.s", "in MIPS it is `mul.s`"),
    ("fdiv.s", "in MIPS it is `div.s`"),
    (
        "push",
        "MIPS has no `push`: use `addi $sp, $sp, -4`, then `sw {}, 0($sp)`",
    ),
    (
        "pop",
        "MIPS has no `pop`: use `lw {}, 0($sp)`, then `addi $sp, $sp, 4`",
    ),
    (
        "cmp",
        "MIPS has no flags: branches compare, as in `blt $t0, $t1, label`",
    ),
    ("inc", "MIPS has no `inc`: use `addi $t0, $t0, 1`"),
    ("dec", "MIPS has no `dec`: use `addi $t0, $t0, -1`"),
    ("halt", "end a program with `li $v0, 10`, then `syscall`"),
    ("hlt", "end a program with `li $v0, 10`, then `syscall`"),
    ("exit", "end a program with `li $v0, 10`, then `syscall`"),
    (
        ".import",
        "to add another file, write `.include \"file.asm\"`",
    ),
    (".endm", "end a macro with `.end_macro`"),
    (
        ".rept",
        "lines cannot be repeated here: write a macro, or for data `.word 0:10`",
    ),
    (".endr", "lines cannot be repeated here: remove it"),
    (".equ", "to name a constant: `.eqv NAME 5`"),
    (".rodata", "there is no read-only data here: write `.data`"),
    (".bss", "reserve space in `.data` with `.space`"),
    (
        ".section",
        "there are no sections here: write `.text` or `.data`",
    ),
    (
        ".org",
        "write an address after the segment: `.data 0x10010100`",
    ),
    (".type", FOR_A_LINKER),
    (".size", FOR_A_LINKER),
    (".ent", FOR_A_LINKER),
    (".end", FOR_A_LINKER),
    (".frame", FOR_A_LINKER),
    (".mask", FOR_A_LINKER),
    (".fmask", FOR_A_LINKER),
    (".file", FOR_A_LINKER),
    (".loc", FOR_A_LINKER),
    (".ident", FOR_A_LINKER),
    (".previous", FOR_A_LINKER),
    (".weak", FOR_A_LINKER),
    (".local", FOR_A_LINKER),
    (".option", FOR_A_LINKER),
    (".abicalls", FOR_A_LINKER),
    (".cpload", FOR_A_LINKER),
    (".cprestore", FOR_A_LINKER),
    (".nan", FOR_A_LINKER),
    (".module", FOR_A_LINKER),
    (".gnu_attribute", FOR_A_LINKER),
    (".hidden", FOR_A_LINKER),
    (".cfi_startproc", FOR_A_LINKER),
    (".cfi_endproc", FOR_A_LINKER),
    (".p2align", "in MARS it is `.align`"),
    (".rdata", "there is no read-only data here: write `.data`"),
    (".sdata", "in MARS it is `.data`"),
    (
        ".comm",
        "reserve space in `.data`: a label, and `.space` with the number of bytes",
    ),
    (".zero", "in MARS it is `.space`"),
    (".skip", "in MARS it is `.space`"),
    (".short", "in MARS it is `.half`"),
    (".int", "in MARS it is `.word`"),
    (".long", "in MARS it is `.word`"),
];
