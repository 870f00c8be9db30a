//! The language of GNU as for RISC-V, as gcc writes it and people do beside C; and what a linker
//! adds on all machines.

use super::gnu_directives::{COMMON, joined};
use super::{
    Area, Dialect, Directive, DirectiveRow, Encoding, Escapes, ImportOrder, Lexical, LinkRules,
    LinkerSymbol, MacroStyle, MemoryMap, Modifier, NumberRules, NumericTarget, OperatorRules,
    Placement, Words, riscv,
};
use machine::image::Access;
use machine::isa::DialectSet;

/// The dialect of GNU as for RISC-V.
pub static GNU_RISCV: Dialect = Dialect {
    name: "gnu",
    lexical: LEXICAL,
    directives: &DIRECTIVES,
    modifiers: &[
        ("hi", Modifier::Hi20),
        ("lo", Modifier::Lo12),
        ("pcrel_hi", Modifier::PcrelHi20),
        ("pcrel_lo", Modifier::PcrelLo12),
        ("got_pcrel_hi", Modifier::SlotPcrelHi20),
        ("tprel_hi", Modifier::ThreadLocal),
        ("tprel_lo", Modifier::ThreadLocal),
        ("tprel_add", Modifier::ThreadLocal),
        ("tls_ie_pcrel_hi", Modifier::ThreadLocal),
        ("tls_gd_pcrel_hi", Modifier::ThreadLocal),
    ],
    expansion_modifiers: &[],
    pseudos: DialectSet(1 << 16),
    maps: &[map(0x1_0000)],
    placement: Placement::Sections(&LinkRules {
        symbols: LINKER_SYMBOLS,
        pointer_offset: 0x800,
        other_entry: "start",
        start: START,
    }),
    auto_align: false,
    strict_segments: false,
    words_in_text: false,
    forms_by_value: false,
    preprocessor: true,
    macros: MacroStyle::Backslash,
    assignments: true,
    reorders: false,
    local_labels: &[".L"],
    numbers: &[],
    modes: &[],
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
    signs: &["ecall", "ebreak", "ret"],
    own_words: SIGNS,
    own_shapes: SHAPES,
    extension: None,
    foreign: &[riscv::FOREIGN],
    words: Words {
        instruction: "li a7, 93",
        ..riscv::WORDS
    },
    original: None,
};

pub(super) const LEXICAL: Lexical = Lexical {
    comment: b'#',
    slash_comments: true,
    odd_labels: false,
    parameters: false,
    functions: &[],
    separators: true,
    linkage_suffix: "@plt",
    numbers: NumberRules::WideOctal,
    operators: OperatorRules::Gnu,
    escapes: Escapes::Full,
    open_strings: false,
    encoding: Encoding::Utf8,
};

/// Where a Linux program is that a linker puts at `first`.
pub(super) const fn map(first: u32) -> MemoryMap {
    let all = Area::new(first, 0x7000_0000 - first);
    MemoryMap {
        name: "linux",
        text: all,
        data: all,
        kernel: None,
        externs: None,
        spare: &[],
        compact: false,
        code: Access {
            read: true,
            write: false,
            execute: true,
        },
        plain: MemoryMap::READ_WRITE,
    }
}

/// Directives that only this language has: compilers write some of them into every file.
pub(super) const SIGNS: &[&str] = &[
    ".cfi_startproc",
    ".ident",
    ".attribute",
    ".pushsection",
    ".popsection",
    ".previous",
    ".rept",
    ".irp",
    ".irpc",
    ".endr",
    ".endm",
    ".if",
    ".ifdef",
    ".ifndef",
    ".endif",
    ".hidden",
    ".abicalls",
    ".cpload",
    ".nan",
    ".module",
];

pub(super) const SHAPES: &[(&str, &str)] = &[(".section", "\""), (".type", "@"), (".size", ".-")];

pub(super) const LINKER_SYMBOLS: &[(&str, LinkerSymbol)] = &[
    ("__executable_start", LinkerSymbol::Start),
    ("_ftext", LinkerSymbol::Start),
    ("etext", LinkerSymbol::TextEnd),
    ("_etext", LinkerSymbol::TextEnd),
    ("__etext", LinkerSymbol::TextEnd),
    ("edata", LinkerSymbol::DataEnd),
    ("_edata", LinkerSymbol::DataEnd),
    ("__bss_start", LinkerSymbol::ZerosStart),
    ("_fbss", LinkerSymbol::ZerosStart),
    ("__BSS_END__", LinkerSymbol::End),
    ("__bss_end", LinkerSymbol::End),
    ("end", LinkerSymbol::End),
    ("_end", LinkerSymbol::End),
    ("__global_pointer$", LinkerSymbol::GlobalPointer),
    ("_gp", LinkerSymbol::GlobalPointer),
    ("__gnu_local_gp", LinkerSymbol::GlobalPointer),
    ("_GLOBAL_OFFSET_TABLE_", LinkerSymbol::AddressTable),
    ("__SDATA_BEGIN__", LinkerSymbol::SectionStart(".sdata")),
    (
        "__preinit_array_start",
        LinkerSymbol::SectionStart(".preinit_array"),
    ),
    (
        "__preinit_array_end",
        LinkerSymbol::SectionEnd(".preinit_array"),
    ),
    (
        "__init_array_start",
        LinkerSymbol::SectionStart(".init_array"),
    ),
    ("__init_array_end", LinkerSymbol::SectionEnd(".init_array")),
    (
        "__fini_array_start",
        LinkerSymbol::SectionStart(".fini_array"),
    ),
    ("__fini_array_end", LinkerSymbol::SectionEnd(".fini_array")),
];

/// Calls `main` with its arguments, after the functions that ask to run before it, and ends the
/// program with its result.
const START: &str = "\
        .globl  _start
_start: la      gp, __global_pointer$
        mv      s0, sp
        la      s1, __init_array_start
        la      s2, __init_array_end
1:      bgeu    s1, s2, 2f
        lw      t0, 0(s1)
        jalr    t0
        addi    s1, s1, 4
        j       1b
2:      lw      a0, 0(s0)
        addi    a1, s0, 4
        slli    a2, a0, 2
        add     a2, a1, a2
        addi    a2, a2, 4
        call    main
        li      a7, 93
        ecall
";

static DIRECTIVES: [DirectiveRow; COMMON.len() + OWN.len()] = joined(COMMON, OWN);

const OWN: &[DirectiveRow] = &[
    DirectiveRow::new(
        &[".set"],
        "NAME, VALUE",
        "Names a constant, which may be defined again.",
        Directive::Constant { again: true },
    ),
    DirectiveRow::new(
        &[".option"],
        "push|pop|rvc|norvc|relax|norelax|pic|nopic|arch, …",
        "Does nothing: instructions keep their full size, and all addresses are known.",
        Directive::Ignored,
    ),
    DirectiveRow::new(&[".end"], "", "Ends the text.", Directive::Stop),
    DirectiveRow::new(
        &[".variant_cc"],
        "NAME",
        "Does nothing: it is for dynamic linkers.",
        Directive::Ignored,
    ),
];
