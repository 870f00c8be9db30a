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
pub(crate) struct Places<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) sources: &'a SourceMap,
    /// Where it begins in each segment.
    pub(crate) starts: [u64; 4],
    /// Whether each data directive is followed by a gap of its own size.
    pub(crate) red_zones: bool,
}

impl Places<'_> {
    /// Reads a text and lays it out; what is wrong with it.
    pub(crate) fn place(&self, texts: Texts<'_>) -> (Object, Vec<Located>) {
        if let Some(object) = self.in_one_go(texts) {
            return (object, Vec::new());
        }
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
    fn in_one_go(&self, texts: Texts<'_>) -> Option<Object> {
        let mut parser = Parser::new(self.tables, texts, FxHashSet::default());
        let empty = ParsedFile::new(texts.main.0);
        let mut layout = Layout::new(self, empty);
        let mut more = true;
        while more {
            more = parser.read_line();
            if more && parser.parsed.items.len() < PLACED_AT_ONCE {
                continue;
            }
            if !more {
                parser.report_missing();
            }
            if parser.is_in_doubt() {
                return None;
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
