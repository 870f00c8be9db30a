//! The language of the RARS simulator, which is that of MARS for RISC-V.

use super::mars_directives::*;
use super::{
    AlignUnit, Dialect, Directive, DirectiveRow, Encoding, Escapes, ImportOrder, Lexical,
    MacroStyle, MemoryMap, Modifier, NumberRules, NumericTarget, OperatorRules, Placement, Words,
    mars, rars_original, riscv,
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
        separators: false,
        linkage_suffix: "",
        numbers: NumberRules::Word,
        operators: OperatorRules::C,
        escapes: Escapes::LettersAndUnicode,
        open_strings: false,
        encoding: Encoding::Utf8,
    },
    directives: DIRECTIVES,
    modifiers: &[("hi", Modifier::Hi20), ("lo", Modifier::Lo12)],
    expansion_modifiers: &[
        ("pcrel_hi", Modifier::PcrelHi20),
        ("pcrel_lo", Modifier::PcrelLo12),
    ],
    pseudos: DialectSet(0b1_0000),
    maps: &[
        without_kernel(mars::DEFAULT),
        without_kernel(mars::COMPACT_DATA_AT_ZERO),
        without_kernel(mars::COMPACT_TEXT_AT_ZERO),
    ],
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
    numeric_target: NumericTarget::Distance,
    entry: "main",
    starts_at_entry: false,
    shared_labels: &[],
    prelude: &[],
    main: None,
    import_order: ImportOrder::Source,
    signs: &["ecall", "ebreak", "ret", "uret"],
    own_words: &[".macro", ".end_macro", ".include", ".eqv", "uret"],
    own_shapes: &[],
    extension: None,
    foreign: &[riscv::FOREIGN, FOREIGN],
    words: Words {
        instruction: "li a7, 10",
        constant: ".eqv {name} {value}",
        ..riscv::WORDS
    },
    original: Some(&rars_original::ORIGINAL),
};

/// A map of MARS, without its kernel.
const fn without_kernel(map: MemoryMap) -> MemoryMap {
    MemoryMap {
        kernel: None,
        compact: false,
        ..map
    }
}

static DIRECTIVES: &[DirectiveRow] = &[
    TEXT,
    DATA,
    DirectiveRow::new(
        &[".section"],
        "NAME",
        "Puts what follows into the section of that name: `.text`, or `.data`, `.rodata`, `.sdata`.",
        Directive::Section,
    ),
    BYTE,
    HALF,
    WORD,
    DirectiveRow::new(
        &[".dword"],
        "NUMBER…",
        "Stores numbers of 8 bytes at a multiple of 4, written like those of `.byte`.",
        integers(8),
    ),
    FLOAT,
    DOUBLE,
    ASCII,
    DirectiveRow::new(
        &[".asciz", ".string", ".asciiz"],
        "\"TEXT\"…",
        "Stores strings, each followed by a zero byte.",
        strings(true),
    ),
    SPACE,
    DirectiveRow::new(
        &[".align"],
        "N",
        "Pads the data to a multiple of 2^N; `.align 0` stops aligning values until the next `.data`. Instructions stay where they are.",
        Directive::Align {
            unit: AlignUnit::PowerOfData(16),
            here: true,
        },
    ),
    GLOBL,
    EXTERN,
    EQV,
    INCLUDE,
    MACRO,
    END_MACRO,
];

static FOREIGN: &[(&str, &str)] = &[
    (
        "syscall",
        "in RISC-V it is `ecall`, with the number in `a7`",
    ),
    ("halt", "end a program with `li a7, 10`, then `ecall`"),
    ("hlt", "end a program with `li a7, 10`, then `ecall`"),
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
];
