//! Directives of GNU as that all machines have.

use super::{AlignUnit, Block, Directive, DirectiveRow, FillKind, LineTest};

pub(super) const fn integers(bytes: u8) -> Directive {
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

const fn condition(
    names: &'static [&'static str],
    operands: &'static str,
    doc: &'static str,
    test: LineTest,
) -> DirectiveRow {
    DirectiveRow::new(names, operands, doc, Directive::Block(Block::If(test)))
}

/// Rows of two tables.
pub(super) const fn joined<const N: usize>(
    first: &[DirectiveRow],
    second: &[DirectiveRow],
) -> [DirectiveRow; N] {
    let mut all = [first[0]; N];
    let mut k = 0;
    while k < N {
        all[k] = if k < first.len() {
            first[k]
        } else {
            second[k - first.len()]
        };
        k += 1;
    }
    all
}

pub(super) const COMMON: &[DirectiveRow] = &[
    DirectiveRow::new(
        &[".text"],
        "[N]",
        "Puts what follows into the instructions, after all with a smaller number.",
        Directive::Named(".text"),
    ),
    DirectiveRow::new(
        &[".data"],
        "[N]",
        "Puts what follows into the data, after all with a smaller number.",
        Directive::Named(".data"),
    ),
    DirectiveRow::new(
        &[".bss"],
        "[N]",
        "Puts what follows into the zeroed data.",
        Directive::Named(".bss"),
    ),
    DirectiveRow::new(
        &[".rodata", ".rdata"],
        "",
        "Puts what follows into the data that cannot be changed.",
        Directive::Named(".rodata"),
    ),
    DirectiveRow::new(
        &[".sdata"],
        "",
        "Puts what follows into the small data, near the global pointer.",
        Directive::Named(".sdata"),
    ),
    DirectiveRow::new(
        &[".sbss"],
        "",
        "Puts what follows into the small zeroed data.",
        Directive::Named(".sbss"),
    ),
    DirectiveRow::new(
        &[".section"],
        "NAME [, \"FLAGS\" [, @TYPE]]",
        "Puts what follows into the section of that name: `a` is memory, `w` may be changed, `x` holds instructions, `@nobits` is zeroed.",
        Directive::Declared,
    ),
    DirectiveRow::new(
        &[".pushsection"],
        "NAME [, \"FLAGS\" [, @TYPE]]",
        "Remembers the section and goes on in another one.",
        Directive::PushSection,
    ),
    DirectiveRow::new(
        &[".popsection"],
        "",
        "Goes on in the section that `.pushsection` remembered.",
        Directive::PopSection,
    ),
    DirectiveRow::new(
        &[".previous"],
        "",
        "Goes on in the section before this one.",
        Directive::Previous,
    ),
    DirectiveRow::new(
        &[".subsection"],
        "N",
        "Goes on in this part of the section.",
        Directive::Subsection,
    ),
    DirectiveRow::new(
        &[".byte", ".dc.b"],
        "NUMBER…",
        "Stores numbers of 1 byte.",
        integers(1),
    ),
    DirectiveRow::new(
        &[".half", ".short", ".hword", ".dc.w"],
        "NUMBER…",
        "Stores numbers of 2 bytes.",
        integers(2),
    ),
    DirectiveRow::new(
        &[".word", ".long", ".int", ".dc.l", ".dc"],
        "NUMBER…",
        "Stores numbers or addresses, 4 bytes each.",
        integers(4),
    ),
    DirectiveRow::new(
        &[".dword", ".quad"],
        "NUMBER…",
        "Stores numbers of 8 bytes.",
        integers(8),
    ),
    DirectiveRow::new(
        &[".2byte"],
        "NUMBER…",
        "Stores numbers of 2 bytes, anywhere.",
        Directive::Packed(2),
    ),
    DirectiveRow::new(
        &[".4byte"],
        "NUMBER…",
        "Stores numbers of 4 bytes, anywhere.",
        Directive::Packed(4),
    ),
    DirectiveRow::new(
        &[".8byte"],
        "NUMBER…",
        "Stores numbers of 8 bytes, anywhere.",
        Directive::Packed(8),
    ),
    DirectiveRow::new(
        &[".uleb128"],
        "NUMBER…",
        "Stores numbers with 7 bits in each byte, the lowest first.",
        Directive::Leb { signed: false },
    ),
    DirectiveRow::new(
        &[".sleb128"],
        "NUMBER…",
        "The same for numbers with a sign.",
        Directive::Leb { signed: true },
    ),
    DirectiveRow::new(
        &[".float", ".single", ".dc.s"],
        "NUMBER…",
        "Stores floating-point numbers of 4 bytes.",
        Directive::Floats(4),
    ),
    DirectiveRow::new(
        &[".double", ".dc.d"],
        "NUMBER…",
        "Stores floating-point numbers of 8 bytes.",
        Directive::Floats(8),
    ),
    DirectiveRow::new(
        &[".ascii"],
        "\"TEXT\"…",
        "Stores strings without a zero byte.",
        strings(false),
    ),
    DirectiveRow::new(
        &[".asciz", ".string", ".string8", ".asciiz"],
        "\"TEXT\"…",
        "Stores strings, each followed by a zero byte.",
        strings(true),
    ),
    DirectiveRow::new(
        &[".space", ".skip", ".zero"],
        "N [, VALUE]",
        "Stores N bytes of this value, or zeros.",
        Directive::Fill(FillKind::Bytes),
    ),
    DirectiveRow::new(
        &[".fill"],
        "N [, SIZE [, VALUE]]",
        "Stores N numbers of that many bytes.",
        Directive::Fill(FillKind::Repeated),
    ),
    DirectiveRow::new(
        &[".org"],
        "PLACE [, VALUE]",
        "Pads the section up to a place of it.",
        Directive::Fill(FillKind::Origin),
    ),
    DirectiveRow::new(
        &[".align", ".p2align"],
        "N [, VALUE [, MOST]]",
        "Pads to a multiple of 2^N, unless that takes more than MOST bytes.",
        Directive::Pad(AlignUnit::Power(16)),
    ),
    DirectiveRow::new(
        &[".balign"],
        "N [, VALUE [, MOST]]",
        "Pads to a multiple of N, unless that takes more than MOST bytes.",
        Directive::Pad(AlignUnit::Bytes),
    ),
    DirectiveRow::new(
        &[".globl", ".global"],
        "NAME…",
        "Lets other files use these labels.",
        Directive::Global { some: true },
    ),
    DirectiveRow::new(
        &[".weak"],
        "NAME…",
        "Lets other files use these labels or define their own; what nobody defines is 0.",
        Directive::Weak,
    ),
    DirectiveRow::new(
        &[".local"],
        "NAME…",
        "Keeps these variables to this file.",
        Directive::Local,
    ),
    DirectiveRow::new(
        &[".comm", ".common"],
        "NAME, SIZE [, ALIGNMENT]",
        "Reserves a zeroed variable, once for all files that do so.",
        Directive::Variable { local: false },
    ),
    DirectiveRow::new(
        &[".lcomm"],
        "NAME, SIZE [, ALIGNMENT]",
        "Reserves a zeroed variable of this file.",
        Directive::Variable { local: true },
    ),
    DirectiveRow::new(
        &[".equ", ".eqv"],
        "NAME, VALUE",
        "Names a constant, which may be defined again; `NAME = VALUE` is the same.",
        Directive::Constant { again: true },
    ),
    DirectiveRow::new(
        &[".equiv"],
        "NAME, VALUE",
        "Names a constant, which may not be defined again.",
        Directive::Constant { again: false },
    ),
    DirectiveRow::new(
        &[".macro"],
        "NAME PARAMETER[:req|:vararg|=VALUE]…",
        "Starts a macro, in whose lines `\\PARAMETER` stands for the argument and `\\@` for the number of the call.",
        Directive::Block(Block::Macro),
    ),
    DirectiveRow::new(
        &[".endm"],
        "",
        "Ends a macro.",
        Directive::Block(Block::EndMacro),
    ),
    DirectiveRow::new(
        &[".exitm"],
        "",
        "Leaves the macro that is being expanded.",
        Directive::Block(Block::ExitMacro),
    ),
    DirectiveRow::new(
        &[".purgem"],
        "NAME…",
        "Forgets macros.",
        Directive::Block(Block::Purge),
    ),
    DirectiveRow::new(
        &[".rept"],
        "N",
        "Repeats the lines up to `.endr` N times.",
        Directive::Block(Block::Repeat),
    ),
    DirectiveRow::new(
        &[".irp"],
        "NAME, VALUE…",
        "Repeats the lines up to `.endr` for each value of `\\NAME`.",
        Directive::Block(Block::ForEach),
    ),
    DirectiveRow::new(
        &[".irpc"],
        "NAME, TEXT",
        "Repeats the lines up to `.endr` for each character as `\\NAME`.",
        Directive::Block(Block::ForEachCharacter),
    ),
    DirectiveRow::new(
        &[".endr"],
        "",
        "Ends lines that are repeated.",
        Directive::Block(Block::EndRepeat),
    ),
    condition(
        &[".if", ".ifne"],
        "NUMBER",
        "Reads the lines up to `.else` or `.endif` if the number is not 0.",
        LineTest::NotZero,
    ),
    condition(
        &[".ifeq"],
        "NUMBER",
        "The same if the number is 0.",
        LineTest::Zero,
    ),
    condition(
        &[".ifgt"],
        "NUMBER",
        "The same if it is greater than 0.",
        LineTest::Positive,
    ),
    condition(
        &[".ifge"],
        "NUMBER",
        "The same if it is not less than 0.",
        LineTest::NotNegative,
    ),
    condition(
        &[".iflt"],
        "NUMBER",
        "The same if it is less than 0.",
        LineTest::Negative,
    ),
    condition(
        &[".ifle"],
        "NUMBER",
        "The same if it is not greater than 0.",
        LineTest::NotPositive,
    ),
    condition(
        &[".ifdef"],
        "NAME",
        "The same if the name is defined above.",
        LineTest::Defined(true),
    ),
    condition(
        &[".ifndef", ".ifnotdef"],
        "NAME",
        "The same if the name is not defined above.",
        LineTest::Defined(false),
    ),
    condition(
        &[".ifb"],
        "[TEXT]",
        "The same if there is no text.",
        LineTest::Blank(true),
    ),
    condition(
        &[".ifnb"],
        "[TEXT]",
        "The same if there is a text.",
        LineTest::Blank(false),
    ),
    condition(
        &[".ifc"],
        "TEXT, TEXT",
        "The same if the texts are equal.",
        LineTest::Same(true),
    ),
    condition(
        &[".ifnc"],
        "TEXT, TEXT",
        "The same if the texts differ.",
        LineTest::Same(false),
    ),
    condition(
        &[".ifeqs"],
        "\"TEXT\", \"TEXT\"",
        "The same if the strings are equal.",
        LineTest::SameStrings(true),
    ),
    condition(
        &[".ifnes"],
        "\"TEXT\", \"TEXT\"",
        "The same if the strings differ.",
        LineTest::SameStrings(false),
    ),
    DirectiveRow::new(
        &[".elseif"],
        "NUMBER",
        "Reads the lines below if nothing above was read and the number is not 0.",
        Directive::Block(Block::ElseIf),
    ),
    DirectiveRow::new(
        &[".else"],
        "",
        "Reads the lines below if nothing above was read.",
        Directive::Block(Block::Else),
    ),
    DirectiveRow::new(
        &[".endif"],
        "",
        "Ends a condition.",
        Directive::Block(Block::EndIf),
    ),
    DirectiveRow::new(
        &[".include"],
        "\"FILE\"",
        "Inserts the text of that file, which is found beside this one.",
        Directive::Block(Block::Include),
    ),
    DirectiveRow::new(
        &[".incbin"],
        "\"FILE\" [, SKIP [, COUNT]]",
        "Stores the bytes of that file.",
        Directive::Block(Block::Binary),
    ),
    DirectiveRow::new(
        &[".err", ".error"],
        "[\"TEXT\"]",
        "Refuses the program with this text.",
        Directive::Complain { error: true },
    ),
    DirectiveRow::new(
        &[".warning"],
        "[\"TEXT\"]",
        "Warns with this text.",
        Directive::Complain { error: false },
    ),
    DirectiveRow::new(
        &[".altmacro"],
        "",
        "Is refused: arguments in angle brackets and `LOCAL` do not exist here.",
        Directive::Refused("write `\\@` for names of one call, and macros as usual"),
    ),
    DirectiveRow::new(
        &[".reloc"],
        "PLACE, HINT, NAME",
        "Does nothing if it is a hint for a linker, and is refused otherwise.",
        Directive::LinkerHint,
    ),
    DirectiveRow::new(
        &[
            ".type",
            ".size",
            ".hidden",
            ".protected",
            ".internal",
            ".extern",
            ".ident",
            ".file",
            ".loc",
            ".line",
            ".ln",
            ".attribute",
            ".gnu_attribute",
            ".addrsig",
            ".addrsig_sym",
            ".symver",
            ".version",
            ".func",
            ".endfunc",
            ".noaltmacro",
            ".print",
            ".list",
            ".nolist",
            ".title",
            ".sbttl",
            ".eject",
            ".psize",
            ".stabs",
            ".stabn",
            ".stabd",
        ],
        "…",
        "Does nothing: compilers write it for linkers and debuggers.",
        Directive::Ignored,
    ),
    DirectiveRow::new(
        &[
            ".cfi_startproc",
            ".cfi_endproc",
            ".cfi_sections",
            ".cfi_personality",
            ".cfi_lsda",
            ".cfi_def_cfa",
            ".cfi_def_cfa_register",
            ".cfi_def_cfa_offset",
            ".cfi_adjust_cfa_offset",
            ".cfi_offset",
            ".cfi_val_offset",
            ".cfi_rel_offset",
            ".cfi_register",
            ".cfi_restore",
            ".cfi_undefined",
            ".cfi_same_value",
            ".cfi_remember_state",
            ".cfi_restore_state",
            ".cfi_return_column",
            ".cfi_signal_frame",
            ".cfi_window_save",
            ".cfi_escape",
            ".cfi_val_encoded_addr",
            ".cfi_inline_lsda",
            ".cfi_fde_data",
            ".cfi_personality_id",
        ],
        "…",
        "Does nothing: it says how to unwind the stack.",
        Directive::Ignored,
    ),
];
