//! The language of the MARS simulator, and what SPIM and GNU as users write beside it.

use super::{
    AlignUnit, Dialect, Directive, Encoding, Escapes, ImportOrder, Lexical, MemoryMap, Numbers,
    NumericTarget, Segment,
};
use machine::isa::DialectSet;

/// The MARS dialect.
pub static MARS: Dialect = Dialect {
    name: "mars",
    lexical: Lexical {
        comment: b'#',
        slash_comments: false,
        odd_labels: false,
        parameters: true,
        numbers: Numbers::Word,
        escapes: Escapes::Letters,
        encoding: Encoding::Latin1,
    },
    directives: DIRECTIVES,
    modifiers: &[],
    pseudos: DialectSet(2),
    map: MemoryMap {
        text: 0x0040_0000,
        text_limit: 0x0040_0000,
        data: 0x1001_0000,
        data_limit: 0x003f_0000,
        text_writable: false,
    },
    preprocessor: false,
    macros: true,
    loose_data: true,
    skips_unknown_directives: true,
    numeric_labels: false,
    numeric_target: NumericTarget::Address,
    entry: "main",
    import_order: ImportOrder::Source,
    signs: &[
        "syscall",
        ".macro",
        ".end_macro",
        ".include",
        ".ktext",
        ".kdata",
    ],
    extension: Some(".asm"),
    foreign: FOREIGN,
    integer_registers: "registers are `$0`–`$31`, or \
                        `$zero $at $v0`–`$v1 $a0`–`$a3 $t0`–`$t9 $s0`–`$s7 $k0`–`$k1 $gp $sp $fp $ra`",
    float_registers: "floating-point registers are `$f0`–`$f31`",
};

const fn integers(bytes: u8) -> Directive {
    Directive::Integers {
        bytes,
        strict: None,
    }
}

const fn strings(terminated: bool) -> Directive {
    Directive::Strings {
        terminated,
        single: false,
    }
}

static DIRECTIVES: &[(&str, Directive)] = &[
    (".text", Directive::Segment(Segment::Text)),
    (".data", Directive::Segment(Segment::Data)),
    (".byte", integers(1)),
    (".half", integers(2)),
    (".word", integers(4)),
    (".float", Directive::Floats(4)),
    (".double", Directive::Floats(8)),
    (".ascii", strings(false)),
    (".asciiz", strings(true)),
    (".asciz", strings(true)),
    (".string", strings(true)),
    (".space", Directive::Space),
    (
        ".align",
        Directive::Align {
            unit: AlignUnit::Power(16),
            here: true,
        },
    ),
    (".globl", Directive::Global),
    (".global", Directive::Global),
    (".eqv", Directive::Substitute),
    (".include", Directive::Include),
    (".macro", Directive::Macro),
    (".end_macro", Directive::EndMacro),
    (".set", Directive::Noted),
    (".ent", Directive::Ignored),
    (".end", Directive::Ignored),
];

static FOREIGN: &[(&str, &str)] = &[
    ("ecall", "in MIPS it is `syscall`, with the number in `$v0`"),
    ("mv", "in MIPS it is `move`"),
    ("ret", "in MIPS it is `jr $ra`"),
    ("call", "in MIPS it is `jal`"),
    (
        ".import",
        "to add another file, write `.include \"file.asm\"`",
    ),
    (".endm", "a macro ends with `.end_macro`"),
    (".equ", "to name a constant: `.eqv NAME 5`"),
];
