//! The language of the Venus simulator, and what users of GNU as and RARS write beside it.

use super::{
    AlignUnit, Area, Dialect, Directive, DirectiveRow, Encoding, Escapes, ImportOrder, Lexical,
    MacroStyle, MemoryMap, Modifier, NumberRules, NumericTarget, OperatorRules, Placement,
    SegmentKind, riscv, venus_original,
};
use machine::image::Access;
use machine::isa::DialectSet;

/// The Venus dialect.
pub static VENUS: Dialect = Dialect {
    name: "venus",
    lexical: Lexical {
        comment: b'#',
        slash_comments: true,
        odd_labels: true,
        parameters: false,
        functions: &[],
        separators: false,
        linkage_suffix: "",
        numbers: NumberRules::Wide,
        operators: OperatorRules::C,
        escapes: Escapes::Full,
        open_strings: false,
        encoding: Encoding::Utf8,
    },
    directives: DIRECTIVES,
    modifiers: &[
        ("hi", Modifier::Hi20),
        ("lo", Modifier::Lo12),
        ("pcrel_hi", Modifier::PcrelHi20),
        ("pcrel_lo", Modifier::PcrelLo12),
    ],
    expansion_modifiers: &[],
    pseudos: DialectSet(1),
    maps: &[MemoryMap {
        name: "venus",
        text: Area::new(0, 0x1000_0000),
        data: Area::new(0x1000_0000, 0x4000_0000),
        kernel: None,
        externs: None,
        spare: &[],
        compact: false,
        code: Access {
            read: true,
            write: true,
            execute: true,
        },
        plain: MemoryMap::READ_WRITE,
    }],
    placement: Placement::PerFile,
    auto_align: false,
    strict_segments: false,
    words_in_text: false,
    forms_by_value: false,
    preprocessor: true,
    macros: MacroStyle::None,
    assignments: false,
    reorders: false,
    local_labels: &[],
    numbers: &[],
    modes: &[],
    loose_data: false,
    repeats_values: false,
    float_bits: true,
    skips_unknown_directives: false,
    numeric_labels: true,
    numeric_target: NumericTarget::Distance,
    entry: "main",
    starts_at_entry: true,
    shared_labels: &[],
    prelude: &[],
    main: None,
    import_order: ImportOrder::JavaHash,
    signs: &["ecall", "ebreak", "ret", ".import"],
    own_words: &[".import"],
    own_shapes: &[],
    extension: None,
    foreign: &[riscv::FOREIGN, FOREIGN],
    words: riscv::WORDS,
    original: Some(&venus_original::ORIGINAL),
};

const fn integers(bytes: u8) -> Directive {
    Directive::Integers {
        bytes,
        strict: false,
    }
}

const fn strings(terminated: bool, single: bool) -> Directive {
    Directive::Strings { terminated, single }
}

const fn align(unit: AlignUnit, here: bool) -> Directive {
    Directive::Align { unit, here }
}

/// Bytes must be in range; larger numbers are cut.
const BYTES: Directive = Directive::Integers {
    bytes: 1,
    strict: true,
};

static DIRECTIVES: &[DirectiveRow] = &[
    DirectiveRow::new(
        &[".text"],
        "",
        "Puts what follows into the text: instructions.",
        Directive::Segment(SegmentKind::Text),
    ),
    DirectiveRow::new(
        &[".data", ".rodata", ".bss", ".sdata"],
        "",
        "Puts what follows into the data.",
        Directive::Segment(SegmentKind::Data),
    ),
    DirectiveRow::new(
        &[".section"],
        "NAME",
        "Puts what follows into the section of that name, such as `.text` or `.rodata`.",
        Directive::Section,
    ),
    DirectiveRow::new(
        &[".byte"],
        "NUMBER…",
        "Stores numbers of 1 byte, from -128 to 255.",
        BYTES,
    ),
    DirectiveRow::new(
        &[".half", ".hword", ".short", ".2byte"],
        "NUMBER…",
        "Stores numbers of 2 bytes.",
        integers(2),
    ),
    DirectiveRow::new(
        &[".word", ".long", ".int", ".4byte"],
        "NUMBER…",
        "Stores numbers or addresses of labels, 4 bytes each.",
        integers(4),
    ),
    DirectiveRow::new(
        &[".dword", ".quad", ".8byte"],
        "NUMBER…",
        "Stores numbers of 8 bytes.",
        integers(8),
    ),
    DirectiveRow::new(
        &[".asciiz", ".string"],
        "\"TEXT\"",
        "Stores one string, followed by a zero byte.",
        strings(true, true),
    ),
    DirectiveRow::new(
        &[".asciz"],
        "\"TEXT\"…",
        "Stores strings, each followed by a zero byte.",
        strings(true, false),
    ),
    DirectiveRow::new(
        &[".ascii"],
        "\"TEXT\"…",
        "Stores strings without a zero byte.",
        strings(false, false),
    ),
    DirectiveRow::new(
        &[".float", ".single"],
        "NUMBER…",
        "Stores floating-point numbers of 4 bytes.",
        Directive::Floats(4),
    ),
    DirectiveRow::new(
        &[".double"],
        "NUMBER…",
        "Stores floating-point numbers of 8 bytes.",
        Directive::Floats(8),
    ),
    DirectiveRow::new(
        &[".space", ".zero", ".skip"],
        "N",
        "Stores N zero bytes.",
        Directive::Space,
    ),
    DirectiveRow::new(
        &[".align"],
        "N",
        "Pads the data to a multiple of 2^N.",
        align(AlignUnit::Power(8), false),
    ),
    DirectiveRow::new(
        &[".p2align"],
        "N",
        "Pads what is being written to a multiple of 2^N.",
        align(AlignUnit::Power(16), true),
    ),
    DirectiveRow::new(
        &[".balign"],
        "N",
        "Pads what is being written to a multiple of N.",
        align(AlignUnit::Bytes, true),
    ),
    DirectiveRow::new(
        &[".globl", ".global", ".weak"],
        "NAME…",
        "Lets other files use these labels.",
        Directive::Global { some: false },
    ),
    DirectiveRow::new(
        &[".import"],
        "FILE",
        "Links that file too.",
        Directive::Import,
    ),
    DirectiveRow::new(
        &[".equ", ".set"],
        "NAME, VALUE",
        "Names a constant, which may be defined again.",
        Directive::Constant { again: true },
    ),
    DirectiveRow::new(
        &[".equiv"],
        "NAME, VALUE",
        "Names a constant, which may not be defined again.",
        Directive::Constant { again: false },
    ),
    DirectiveRow::new(
        &[".eqv"],
        "NAME TEXT",
        "Makes the name stand for the text.",
        Directive::Substitute,
    ),
    DirectiveRow::new(
        &[".comm", ".lcomm"],
        "NAME, SIZE",
        "Reserves a zeroed variable.",
        Directive::Common,
    ),
    DirectiveRow::new(
        &[".data_start"],
        "ADDRESS",
        "Sets the address at which the data begin.",
        Directive::DataStart,
    ),
    DirectiveRow::new(
        &[".register_size"],
        "…",
        "Does nothing, with a warning.",
        Directive::Noted,
    ),
    DirectiveRow::new(
        &[
            ".option",
            ".type",
            ".size",
            ".file",
            ".loc",
            ".ident",
            ".attribute",
            ".local",
            ".extern",
            ".addrsig",
            ".addrsig_sym",
            ".cfi_startproc",
            ".cfi_endproc",
            ".cfi_offset",
            ".cfi_restore",
            ".cfi_def_cfa",
            ".cfi_def_cfa_offset",
            ".cfi_def_cfa_register",
            ".cfi_sections",
        ],
        "…",
        "Does nothing: compilers write it for linkers and debuggers.",
        Directive::Ignored,
    ),
];

static FOREIGN: &[(&str, &str)] = &[
    (
        "syscall",
        "in RISC-V it is `ecall`, with the number in `a0`",
    ),
    ("halt", "end a program with `li a0, 10`, then `ecall`"),
    ("hlt", "end a program with `li a0, 10`, then `ecall`"),
    (
        ".include",
        "to add another file, write `.import \"file.s\"`",
    ),
    (
        ".macro",
        "there are no macros here: write a function, or use `#define` for one line",
    ),
    (
        ".endm",
        "there are no macros here: write a function, or use `#define` for one line",
    ),
    (
        ".end_macro",
        "there are no macros here: write a function, or use `#define` for one line",
    ),
    (
        ".rept",
        "lines cannot be repeated here: write them out, or use a loop",
    ),
    (
        ".endr",
        "lines cannot be repeated here: write them out, or use a loop",
    ),
    (
        ".org",
        "you cannot choose addresses: reserve space with `.space`",
    ),
];
