//! The language of mipsy, which is that of SPIM with more expressions and pseudo-instructions.

use super::mars_directives::{ASCII, DATA, DOUBLE, FLOAT, GLOBL, SPACE, TEXT};
use super::spim::{ALIGN, ASCIIZ, BASE, BYTE, HALF, LEXICAL, MAP, START, WORD};
use super::{Dialect, DirectiveRow, Escapes, Lexical, NumberRules, PreludeFile, mars};
use machine::isa::DialectSet;

/// The mipsy dialect.
pub static MIPSY: Dialect = Dialect {
    name: "mipsy",
    lexical: Lexical {
        numbers: NumberRules::Word,
        escapes: Escapes::Letters,
        ..LEXICAL
    },
    directives: DIRECTIVES,
    pseudos: DialectSet(0b1_0000_0000),
    maps: &[MAP],
    words_in_text: false,
    shared_labels: &["main", START],
    prelude: &[PreludeFile {
        name: "mipsy-start.s",
        text: include_str!("mipsy-start.s"),
        unless: "__start:",
    }],
    own_words: &[
        "push", "pop", "begin", "end", "copy", "mod", "modu", "incr", "decr", "zeb", "zeh",
    ],
    ..BASE
};

static DIRECTIVES: &[DirectiveRow] = &[
    TEXT,
    DATA,
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
];
