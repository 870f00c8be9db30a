//! Directives that MARS and RARS have in common.

use super::{AlignUnit, Directive, DirectiveRow, SegmentKind};

pub(super) const fn integers(bytes: u8) -> Directive {
    Directive::Integers {
        bytes,
        strict: false,
    }
}

pub(super) const fn strings(terminated: bool) -> Directive {
    Directive::Strings {
        terminated,
        single: false,
    }
}

pub(super) const TEXT: DirectiveRow = DirectiveRow::new(
    &[".text"],
    "[ADDRESS]",
    "Puts what follows into the text: instructions.",
    Directive::Place(SegmentKind::Text),
);

pub(super) const DATA: DirectiveRow = DirectiveRow::new(
    &[".data"],
    "[ADDRESS]",
    "Puts what follows into the data.",
    Directive::Place(SegmentKind::Data),
);

pub(super) const BYTE: DirectiveRow = DirectiveRow::new(
    &[".byte"],
    "NUMBER…",
    "Stores numbers of 1 byte; `NUMBER:COUNT` repeats one, and the next line may continue the list.",
    integers(1),
);

pub(super) const HALF: DirectiveRow = DirectiveRow::new(
    &[".half"],
    "NUMBER…",
    "Stores numbers of 2 bytes at a multiple of 2, written like those of `.byte`.",
    integers(2),
);

pub(super) const WORD: DirectiveRow = DirectiveRow::new(
    &[".word"],
    "NUMBER…",
    "Stores numbers or addresses of labels, 4 bytes each, at a multiple of 4, written like those of `.byte`.",
    integers(4),
);

pub(super) const FLOAT: DirectiveRow = DirectiveRow::new(
    &[".float"],
    "NUMBER…",
    "Stores floating-point numbers of 4 bytes at a multiple of 4.",
    Directive::Floats(4),
);

pub(super) const DOUBLE: DirectiveRow = DirectiveRow::new(
    &[".double"],
    "NUMBER…",
    "Stores floating-point numbers of 8 bytes at a multiple of 8.",
    Directive::Floats(8),
);

pub(super) const ASCII: DirectiveRow = DirectiveRow::new(
    &[".ascii"],
    "\"TEXT\"…",
    "Stores strings without a zero byte.",
    strings(false),
);

pub(super) const SPACE: DirectiveRow =
    DirectiveRow::new(&[".space"], "N", "Stores N zero bytes.", Directive::Space);

pub(super) const ALIGN: DirectiveRow = DirectiveRow::new(
    &[".align"],
    "N",
    "Pads what is being written to a multiple of 2^N; `.align 0` stops aligning values until the next `.data`.",
    Directive::Align {
        unit: AlignUnit::Power(16),
        here: true,
    },
);

pub(super) const GLOBL: DirectiveRow = DirectiveRow::new(
    &[".globl", ".global"],
    "NAME…",
    "Lets other files use these labels.",
    Directive::Global { some: true },
);

pub(super) const EXTERN: DirectiveRow = DirectiveRow::new(
    &[".extern"],
    "NAME SIZE",
    "Reserves a zeroed variable that all files share.",
    Directive::Extern,
);

pub(super) const EQV: DirectiveRow = DirectiveRow::new(
    &[".eqv"],
    "NAME TEXT",
    "Makes the name stand for the text in the lines after it.",
    Directive::Substitute,
);

pub(super) const INCLUDE: DirectiveRow = DirectiveRow::new(
    &[".include"],
    "\"FILE\"",
    "Inserts the text of that file, which is found beside this one.",
    Directive::Include,
);

pub(super) const MACRO: DirectiveRow = DirectiveRow::new(
    &[".macro"],
    "NAME %PARAMETER…",
    "Starts the definition of a macro.",
    Directive::Macro,
);

pub(super) const END_MACRO: DirectiveRow = DirectiveRow::new(
    &[".end_macro"],
    "",
    "Ends the definition of a macro.",
    Directive::EndMacro,
);
