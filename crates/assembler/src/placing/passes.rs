//! The two ways from a text to its place: read as a whole and then laid out, or in one go.

use diag::SourceMap;
use rustc_hash::FxHashSet;

use crate::macros::hash_lines::Texts;
use crate::messages::error::Located;
use crate::placing::layout::{Layout, Object};
use crate::tables::Tables;
use crate::text::parse::{Parser, parse};
use crate::text::parsed::ParsedFile;

/// So many statements are read before they are placed.
const PLACED_AT_ONCE: usize = 256;

/// How a text is placed.
#[derive(Clone, Copy)]
pub(crate) struct TextPlacing<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) sources: &'a SourceMap,
    /// Where it begins in each segment.
    pub(crate) starts: [u64; 4],
    /// Whether each data directive is followed by a gap of its own size.
    pub(crate) red_zones: bool,
}

impl TextPlacing<'_> {
    /// Reads a text and lays it out; what is wrong with it.
    pub(crate) fn place(&self, texts: Texts<'_>) -> (Object, Vec<Located>) {
        if let Some(object) = self.in_one_go(texts, PLACED_AT_ONCE) {
            return (object, Vec::new());
        }
        self.as_a_whole(texts)
    }

    /// Reads a text, then lays it out.
    fn as_a_whole(&self, texts: Texts<'_>) -> (Object, Vec<Located>) {
        let (parsed, mut faults) = parse(self.tables, texts);
        let mut layout = Layout::new(self, parsed);
        layout.place_items();
        let (object, more) = layout.finish();
        faults.extend(more);
        (object, faults)
    }

    /// Reads a text and lays it out in one go, without keeping its statements. None if something is
    /// wrong, or if a line may mean something else because of what stands below: then it is read as a
    /// whole first.
    fn in_one_go(&self, texts: Texts<'_>, at_once: usize) -> Option<Object> {
        let mut parser = Parser::new(self.tables, texts, FxHashSet::default());
        let empty = ParsedFile::new(texts.main.0);
        let mut layout = Layout::new(self, empty);
        let mut more = true;
        while more {
            more = parser.read_line();
            if !more {
                parser.report_missing();
            }
            if parser.is_in_doubt() {
                return None;
            }
            if more && parser.parsed.items.len() < at_once {
                continue;
            }
            std::mem::swap(&mut parser.parsed, &mut layout.object.parsed);
            layout.place_items();
            std::mem::swap(&mut parser.parsed, &mut layout.object.parsed);
            if !layout.errors.is_empty() || layout.asked_below.get() {
                return None;
            }
            let (parsed, placed) = (&mut parser.parsed, &mut parser.placed);
            placed.items += parsed.items.len();
            placed.bytes += parsed.bytes.len();
            placed.symbols = parsed.symbols.len();
            parsed.forget_statements();
        }
        layout.object.parsed = parser.parsed;
        Some(layout.finish().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Dialect, MARS, VENUS};
    use crate::options::AssembleOptions;
    use crate::placing::link::link;
    use diag::FileId;
    use machine::isa::IsaDesc;
    use proptest::prelude::*;
    use std::rc::Rc;

    /// Lines that may mean something else because of others, also of those below.
    const VENUS_LINES: &[&str] = &[
        "li a0, n",
        "li a0, 5000",
        "la a1, x",
        "beq a0, a1, x",
        "j 1f",
        "1: nop",
        "j 1b",
        "x: .word n, x, 3",
        "t0: addi a0, a0, n",
        "addi a0, a0, t0",
        ".equ n, 7",
        ".equ n, 0x12345",
        ".equ m, n + x",
        ".set k, 1",
        ".set k, 2",
        "li a2, k",
        "csrr a0, fcsr",
        "csrr a0, x",
        "csrr a0, frm",
        "frm: nop",
        ".data",
        ".text",
        ".align 3",
        ".space n",
        ".globl x",
        "lw a0, n(sp)",
        "lw a0, x",
        "c.nop",
        ".byte 300",
        "bad a0",
        "x-y: nop",
        "j x-y",
    ];
    const MARS_LINES: &[&str] = &[
        "li $t0, 70000",
        "lw $t0, x",
        "lw $t0, x+4($t1)",
        "addi $t0, $t1, 70000",
        "x: .word 1, 2",
        "y: addu $t0, $t1, $t2",
        "beq $t0, $t1, y",
        "b y",
        ".data",
        ".data 0x10010040",
        ".text",
        ".align 0",
        ".half 1",
        ".word x, y",
        ".extern z 8",
        "la $t0, z",
        ".globl y",
        "5:6",
        "7 8 9",
        ".space 3",
        "jal y",
        "bad",
    ];

    /// What comes of a text: the program, or how many faults it has.
    fn shown(object: Object, places: &TextPlacing<'_>, options: &AssembleOptions) -> String {
        let (program, errors) = link(
            places.tables,
            places.sources,
            vec![Rc::new(object)],
            options,
        );
        format!("{program:?}\n{errors:?}")
    }

    /// How and what is placed of a text.
    fn placing<'a>(
        tables: &'a Tables,
        sources: &'a SourceMap,
        file: FileId,
        text: &'a str,
    ) -> (TextPlacing<'a>, Texts<'a>) {
        let places = TextPlacing {
            tables,
            sources,
            starts: [0; 4],
            red_zones: false,
        };
        let texts = Texts {
            main: (file, text),
            defines: (file, ""),
        };
        (places, texts)
    }

    fn check(isa: &'static IsaDesc, dialect: &'static Dialect, text: &str, at_once: usize) {
        let options = AssembleOptions::new(isa, dialect);
        let tables = Tables::new(&options);
        let mut sources = SourceMap::default();
        let file = sources.add("a", text);
        let (places, texts) = placing(&tables, &sources, file, text);
        let Some(object) = places.in_one_go(texts, at_once) else {
            return;
        };
        let (whole, faults) = places.as_a_whole(texts);
        assert_eq!(faults, []);
        let [a, b] = [object, whole].map(|object| shown(object, &places, &options));
        assert_eq!(a, b, "{text}");
    }

    proptest! {
        #[test]
        fn both_ways_lead_to_the_same(
            venus in proptest::collection::vec(proptest::sample::select(VENUS_LINES), 0..14),
            mars in proptest::collection::vec(proptest::sample::select(MARS_LINES), 0..14),
            at_once in 1..5usize,
        ) {
            check(&rv32::DESC, &VENUS, &venus.join("\n"), at_once);
            check(&mips32::DESC, &MARS, &mars.join("\n"), at_once);
        }
    }

    #[test]
    fn what_stands_below_makes_a_difference() {
        let options = AssembleOptions::new(&rv32::DESC, &VENUS);
        let tables = Tables::new(&options);
        let placed = |text: &str| {
            let mut sources = SourceMap::default();
            let file = sources.add("a", text);
            let (places, texts) = placing(&tables, &sources, file, text);
            places.in_one_go(texts, 1).is_some()
        };
        assert!(placed("li a0, 5000\nla a1, x\nj 1f\nx: nop\n1: nop\n"));
        assert!(placed(".equ n, 5\nli a0, n\n"));
        assert!(!placed("li a0, n\n.equ n, 5\n"));
        assert!(!placed("x-y: nop\nj x-y\n"));
        assert!(!placed("csrr a0, x\nx: nop\n"));
    }
}
