//! The layout changes blanks only.

use super::format;
use crate::outline::{OutlineReader, SourceOutline, WordKind};
use crate::{AssembleOptions, Dialect, GNU_MIPS, GNU_RISCV, MARS, RARS, SPIM, VENUS};
use machine::isa::IsaDesc;
use proptest::prelude::*;

fn languages() -> [(&'static IsaDesc, &'static Dialect); 6] {
    [
        (&rv32::DESC, &VENUS),
        (&rv32::DESC, &RARS),
        (&rv32::DESC, &GNU_RISCV),
        (&mips32::DESC, &MARS),
        (&mips32::DESC, &SPIM),
        (&mips32::DESC, &GNU_MIPS),
    ]
}

/// The words without comments, and whether a comma is before each.
fn words<'t>(outline: &SourceOutline, text: &'t str) -> Vec<(WordKind, &'t str)> {
    let words = outline
        .words
        .iter()
        .filter(|word| word.kind != WordKind::Comment);
    words
        .map(|word| (word.kind, &text[word.at.range()]))
        .collect()
}

/// Words are in order and do not meet; between them is nothing that means anything.
#[track_caller]
fn check_order(outline: &SourceOutline, text: &str) {
    let mut end = 0;
    for word in &outline.words {
        assert!(
            end <= word.at.start && word.at.start < word.at.end,
            "{text:?}"
        );
        let gap = &text[end..word.at.start];
        let is_blank =
            |c: char| c.is_ascii_whitespace() || c.is_ascii_control() || ",;\u{feff}".contains(c);
        assert!(gap.chars().all(is_blank), "{gap:?} is between words");
        end = word.at.end;
    }
    let starts: Vec<usize> = outline.statements.iter().map(|s| s.at.start).collect();
    assert!(starts.is_sorted());
    for statement in &outline.statements {
        for operand in &statement.operands {
            assert!(statement.words.start <= operand.start && operand.end <= statement.words.end);
            assert!(operand.start < operand.end);
        }
    }
    for symbol in &outline.symbols {
        assert_eq!(text[symbol.at.range()], symbol.name);
    }
}

const PIECES: &[&str] = &[
    "li a0, 1",
    "main:",
    "a",
    " ",
    "  ",
    "\t",
    ",",
    ",,",
    "\n",
    "\r\n",
    "\n\n\n",
    "#",
    "# x",
    "//",
    "/*",
    "*/",
    "\"",
    "\"a  b\"",
    "'",
    "(",
    ")",
    ":",
    "+",
    "-",
    "%a",
    "%hi",
    "\\a",
    ".macro m(%a)",
    ".end_macro",
    ".macro m a",
    ".endm",
    ".word",
    ".end",
    ".if",
    "1f",
    "1:",
    "#define X 1",
    "#endif",
    "#if 1",
    "x = 5",
    ";",
    "ä",
    "\u{feff}",
    "\0",
    "0x1",
    "lw $t0, 4($sp)",
    "print-board:",
    ".ascii",
];

proptest! {
    /// The layout changes blanks only: words, their order and what they are stay. It is its own layout.
    #[test]
    fn a_layout_keeps_every_word(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        let text = pieces.concat();
        for (isa, dialect) in languages() {
            let reader = OutlineReader::new(&AssembleOptions::new(isa, dialect));
            let before = reader.read(&text);
            check_order(&before, &text);
            let new = format(&reader, &text);
            let after = reader.read(&new);
            prop_assert_eq!(words(&before, &text), words(&after, &new));
            let comments = |outline: &SourceOutline, text: &str| {
                let all = outline.words.iter().filter(|w| w.kind == WordKind::Comment);
                all.map(|w| text[w.at.range()].to_owned()).collect::<Vec<_>>()
            };
            prop_assert_eq!(comments(&before, &text), comments(&after, &new));
            prop_assert_eq!(format(&reader, &new), new);
        }
    }
}
