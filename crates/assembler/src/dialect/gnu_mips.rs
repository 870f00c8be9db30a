//! The language of GNU as for MIPS (o32), as gcc writes it and people do beside C.

use super::gnu::{LEXICAL, LINKER_SYMBOLS, SHAPES, SIGNS, map};
use super::gnu_directives::{COMMON, joined};
use super::mars;
use super::{
    Dialect, Directive, DirectiveRow, ImportOrder, LinkRules, MacroStyle, Mode, Modifier,
    NumericTarget, Placement, Words,
};
use machine::isa::DialectSet;

/// The dialect of GNU as for MIPS.
pub static GNU_MIPS: Dialect = Dialect {
    name: "gnu",
    lexical: LEXICAL,
    directives: &DIRECTIVES,
    modifiers: &[
        ("hi", Modifier::Hi16),
        ("lo", Modifier::Lo16),
        ("gp_rel", Modifier::GpRel),
        ("gprel", Modifier::GpRel),
        ("got", Modifier::Slot),
        ("call16", Modifier::Slot),
        ("got_disp", Modifier::Slot),
        ("half", Modifier::Lo16),
        ("tprel_hi", Modifier::ThreadLocal),
        ("tprel_lo", Modifier::ThreadLocal),
        ("gottprel", Modifier::ThreadLocal),
        ("tlsgd", Modifier::ThreadLocal),
        ("tlsldm", Modifier::ThreadLocal),
        ("dtprel_hi", Modifier::ThreadLocal),
        ("dtprel_lo", Modifier::ThreadLocal),
    ],
    expansion_modifiers: &[
        ("upper", Modifier::Upper16),
        ("lower", Modifier::Lower16),
        ("high", Modifier::High32),
        ("shamt", Modifier::Shift),
        ("skip", Modifier::Skip),
    ],
    pseudos: DialectSet(1 << 16),
    maps: &[map(0x40_0000)],
    placement: Placement::Sections(&LinkRules {
        symbols: LINKER_SYMBOLS,
        pointer_offset: 0x7ff0,
        other_entry: "__start",
        start: START,
    }),
    auto_align: true,
    strict_segments: false,
    words_in_text: false,
    forms_by_value: true,
    preprocessor: true,
    macros: MacroStyle::Backslash,
    assignments: true,
    reorders: true,
    local_labels: &["$L", ".L"],
    numbers: CONDITIONS,
    modes: MODES,
    loose_data: false,
    repeats_values: false,
    float_bits: true,
    skips_unknown_directives: false,
    numeric_labels: true,
    numeric_target: NumericTarget::Address,
    entry: "_start",
    starts_at_entry: true,
    shared_labels: &[],
    prelude: &[],
    main: None,
    import_order: ImportOrder::Source,
    signs: &["syscall", ".abicalls", ".cpload", ".ent", ".frame"],
    own_words: SIGNS,
    own_shapes: SHAPES,
    extension: None,
    foreign: &[],
    words: Words {
        instruction: "li $2, 4001",
        constant: ".equ {name}, {value}",
        ..mars::WORDS
    },
    original: None,
};

/// Condition bits of the floating-point unit.
const CONDITIONS: &[(&str, i64)] = &[
    ("$fcc0", 0),
    ("$fcc1", 1),
    ("$fcc2", 2),
    ("$fcc3", 3),
    ("$fcc4", 4),
    ("$fcc5", 5),
    ("$fcc6", 6),
    ("$fcc7", 7),
];

/// What `.set` can switch: all but the first few make no difference here.
const MODES: &[(&str, Mode)] = &[
    ("reorder", Mode::Reorder(true)),
    ("noreorder", Mode::Reorder(false)),
    ("push", Mode::Push),
    ("pop", Mode::Pop),
    ("at", Mode::Harmless),
    ("noat", Mode::Harmless),
    ("macro", Mode::Harmless),
    ("nomacro", Mode::Harmless),
    ("volatile", Mode::Harmless),
    ("novolatile", Mode::Harmless),
    ("bopt", Mode::Harmless),
    ("nobopt", Mode::Harmless),
    ("move", Mode::Harmless),
    ("nomove", Mode::Harmless),
    ("mips0", Mode::Harmless),
    ("mips1", Mode::Harmless),
    ("mips2", Mode::Harmless),
    ("mips32", Mode::Harmless),
    ("mips32r2", Mode::Harmless),
    ("mips32r3", Mode::Harmless),
    ("mips32r5", Mode::Harmless),
    ("nomips16", Mode::Harmless),
    ("nomicromips", Mode::Harmless),
    ("autoextend", Mode::Harmless),
    ("noautoextend", Mode::Harmless),
    ("hardfloat", Mode::Harmless),
    ("softfloat", Mode::Harmless),
    ("doublefloat", Mode::Harmless),
    ("singlefloat", Mode::Harmless),
    ("oddspreg", Mode::Harmless),
    ("nooddspreg", Mode::Harmless),
    ("sym32", Mode::Harmless),
    ("nosym32", Mode::Harmless),
    ("dsp", Mode::Harmless),
    ("nodsp", Mode::Harmless),
];

/// Calls `main` with its arguments, after the functions that ask to run before it, and ends the
/// program with its result.
const START: &str = "\
        .globl  _start
_start: la      $gp, _gp
        move    $s0, $sp
        addiu   $sp, $sp, -16
        la      $s1, __init_array_start
        la      $s2, __init_array_end
        b       2f
1:      lw      $t9, 0($s1)
        addiu   $s1, $s1, 4
        jalr    $t9
2:      bne     $s1, $s2, 1b
        lw      $a0, 0($s0)
        addiu   $a1, $s0, 4
        sll     $a2, $a0, 2
        addu    $a2, $a1, $a2
        addiu   $a2, $a2, 4
        la      $t9, main
        jalr    $t9
        move    $a0, $v0
        li      $v0, 4001
        syscall
";

static DIRECTIVES: [DirectiveRow; COMMON.len() + OWN.len()] = joined(COMMON, OWN);

const OWN: &[DirectiveRow] = &[
    DirectiveRow::new(
        &[".set"],
        "NAME, VALUE",
        "Names a constant, which may be defined again; with one word it switches how instructions are read: `noreorder` and `reorder`, `push` and `pop`, and others that make no difference here.",
        Directive::Set,
    ),
    DirectiveRow::new(
        &[".cpload"],
        "REGISTER",
        "Loads `$gp`, whatever is in that register, `$25`.",
        Directive::Instructions,
    ),
    DirectiveRow::new(
        &[".cprestore"],
        "OFFSET",
        "Saves `$gp` in the frame.",
        Directive::Instructions,
    ),
    DirectiveRow::new(
        &[".gpword"],
        "NAME…",
        "Stores the distances of labels from `_gp`, 4 bytes each.",
        Directive::FromPointer,
    ),
    DirectiveRow::new(
        &[
            ".ent",
            ".end",
            ".aent",
            ".frame",
            ".mask",
            ".fmask",
            ".abicalls",
            ".option",
            ".nan",
            ".module",
            ".cpsetup",
            ".cpreturn",
            ".cplocal",
            ".insn",
        ],
        "…",
        "Does nothing: it is for linkers and debuggers, or for other conventions than o32.",
        Directive::Ignored,
    ),
];
