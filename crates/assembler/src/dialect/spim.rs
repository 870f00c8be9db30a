//! The language of the SPIM simulator, and what goes before its programs: the start code and the handler
//! of exceptions.

use super::mars_directives::{ASCII, DOUBLE, EXTERN, FLOAT, GLOBL, SPACE, integers, strings};
use super::{
    AlignUnit, Area, Dialect, Directive, DirectiveRow, Encoding, Escapes, ImportOrder, Lexical,
    MacroStyle, MemoryMap, NumberRules, NumericTarget, OperatorRules, Placement, PreludeFile,
    SegmentKind, Words, mars, spim_original,
};
use machine::isa::DialectSet;

/// The SPIM dialect.
pub static SPIM: Dialect = Dialect {
    original: Some(&spim_original::ORIGINAL),
    ..BASE
};

/// What mipsy starts from.
pub(super) const BASE: Dialect = Dialect {
    name: "spim",
    lexical: LEXICAL,
    directives: DIRECTIVES,
    modifiers: &[],
    expansion_modifiers: mars::EXPANSION_MODIFIERS,
    pseudos: DialectSet(0b1_0000),
    maps: &[MAP],
    placement: Placement::Continuous,
    auto_align: true,
    strict_segments: true,
    words_in_text: true,
    forms_by_value: true,
    preprocessor: false,
    macros: MacroStyle::None,
    assignments: true,
    reorders: false,
    local_labels: &[],
    numbers: &[],
    modes: &[],
    loose_data: false,
    repeats_values: true,
    float_bits: false,
    skips_unknown_directives: false,
    numeric_labels: false,
    numeric_target: NumericTarget::Address,
    entry: START,
    starts_at_entry: true,
    shared_labels: &["main", START],
    main: Some("main"),
    prelude: &[
        PreludeFile {
            name: "spim-start.s",
            text: include_str!("spim-start.s"),
            unless: "__start:",
        },
        PreludeFile {
            name: "spim-exceptions.s",
            text: include_str!("spim-exceptions.s"),
            unless: ".ktext",
        },
    ],
    import_order: ImportOrder::Source,
    signs: &["syscall", ".ktext", ".kdata"],
    own_words: &[],
    own_shapes: &[],
    extension: None,
    foreign: &[FOREIGN, mars::FOREIGN],
    words: Words {
        constant: "{name} = {value}",
        ..mars::WORDS
    },
    original: None,
};

/// Where a program starts.
pub(super) const START: &str = "__start";

pub(super) const LEXICAL: Lexical = Lexical {
    comment: b'#',
    slash_comments: false,
    open_strings: false,
    odd_labels: false,
    parameters: false,
    functions: &[],
    separators: true,
    linkage_suffix: "",
    numbers: NumberRules::PlainWord,
    operators: OperatorRules::C,
    escapes: Escapes::Few,
    encoding: Encoding::Utf8,
};

/// The memory of SPIM.
pub(super) const MAP: MemoryMap = MemoryMap {
    text: Area::new(0x0040_0000, 0x0100_0000),
    data: Area {
        first: 0x1000_0000,
        start: 0x1001_0000,
        size: 0x0400_0000,
    },
    ..mars::DEFAULT
};

pub(super) const BYTE: DirectiveRow = DirectiveRow::new(
    &[".byte"],
    "NUMBER…",
    "Stores numbers of 1 byte; `NUMBER:COUNT` repeats one.",
    integers(1),
);

pub(super) const HALF: DirectiveRow = DirectiveRow::new(
    &[".half"],
    "NUMBER…",
    "Stores numbers of 2 bytes at a multiple of 2; `NUMBER:COUNT` repeats one.",
    integers(2),
);

pub(super) const WORD: DirectiveRow = DirectiveRow::new(
    &[".word"],
    "NUMBER…",
    "Stores numbers or addresses of labels, 4 bytes each, at a multiple of 4; `NUMBER:COUNT` repeats one.",
    integers(4),
);

pub(super) const ASCIIZ: DirectiveRow = DirectiveRow::new(
    &[".asciiz"],
    "\"TEXT\"…",
    "Stores strings, each followed by a zero byte.",
    strings(true),
);

pub(super) const ALIGN: DirectiveRow = DirectiveRow::new(
    &[".align"],
    "N",
    "Pads what is being written to a multiple of 2^N; `.align 0` stops aligning values until the next segment.",
    Directive::Align {
        unit: AlignUnit::Power(16),
        here: true,
    },
);

static DIRECTIVES: &[DirectiveRow] = &[
    DirectiveRow::new(
        &[".text"],
        "[ADDRESS]",
        "Puts what follows into the text: instructions, and words that are instructions.",
        Directive::Place(SegmentKind::Text),
    ),
    DirectiveRow::new(
        &[".data", ".rdata", ".sdata"],
        "[ADDRESS]",
        "Puts what follows into the data.",
        Directive::Place(SegmentKind::Data),
    ),
    mars::KTEXT,
    mars::KDATA,
    BYTE,
    HALF,
    WORD,
    FLOAT,
    DOUBLE,
    ASCII,
    ASCIIZ,
    SPACE,
    ALIGN,
    GLOBL,
    EXTERN,
    DirectiveRow::new(
        &[".comm", ".lcomm"],
        "NAME SIZE",
        "Reserves a zeroed variable in the data.",
        Directive::Common,
    ),
    DirectiveRow::new(
        &[".set"],
        "…",
        "Does nothing: `.set noat` allows the use of `$at`, which is always allowed here.",
        Directive::Ignored,
    ),
    DirectiveRow::new(
        &[
            ".ent",
            ".end",
            ".frame",
            ".mask",
            ".fmask",
            ".file",
            ".loc",
            ".lab",
            ".option",
            ".alias",
            ".noalias",
            ".bgnb",
            ".endb",
            ".livereg",
            ".verstamp",
            ".vreg",
        ],
        "…",
        "Does nothing: compilers write it for debuggers.",
        Directive::Ignored,
    ),
    DirectiveRow::new(
        &[".struct", ".repeat"],
        "…",
        "Does nothing, with a warning.",
        Directive::Noted,
    ),
];

static FOREIGN: &[(&str, &str)] = &[
    (
        ".macro",
        "SPIM has no macros; MARS has: choose it with `--dialect mars`",
    ),
    (
        ".end_macro",
        "SPIM has no macros; MARS has: choose it with `--dialect mars`",
    ),
    (".eqv", "in SPIM, write `NAME = value`"),
    (".equ", "in SPIM, write `NAME = value`"),
    (
        ".include",
        "SPIM reads one file; name the others on the command line, or use `--dialect mars`",
    ),
    (".asciz", "in SPIM it is `.asciiz`"),
    (".string", "in SPIM it is `.asciiz`"),
    (".zero", "in SPIM it is `.space`"),
    (".skip", "in SPIM it is `.space`"),
    (".short", "in SPIM it is `.half`"),
    (".int", "in SPIM it is `.word`"),
    (".long", "in SPIM it is `.word`"),
    (".p2align", "in SPIM it is `.align`"),
    (".global", "in SPIM it is `.globl`"),
];
