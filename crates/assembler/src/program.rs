//! What assembling yields: an image and the way back from its addresses to the source.

use diag::{Diagnostic, SourceMap, Span};
use machine::image::Image;

use crate::macros::origin::{ExpansionCause, SourceFinder, Trail};
use crate::messages::error::Located;

/// A program with its map back to the source. One loaded from an ELF has an empty map.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The bytes, symbols and entry point.
    pub image: Image,
    /// From addresses to source.
    pub lines: LineTable,
    /// Names that objects linked with it have to define.
    pub wanted: Vec<String>,
}

/// Everything that assembling a main file yields. `program` is absent when a diagnostic is an
/// error.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// The files that were read.
    pub sources: SourceMap,
    /// The program, if there was no error.
    pub program: Option<Program>,
    /// All diagnostics, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// The same faults as values, one for each diagnostic.
    pub errors: Vec<Located>,
}

/// Where a piece of the image comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Address of the first byte.
    pub address: u32,
    /// How many bytes this statement put there (all instructions of a pseudo-instruction).
    pub size: u32,
    /// The statement in the source (mnemonic to last operand; label and comment excluded).
    pub span: Span,
    /// Whether the bytes are instructions (otherwise data).
    pub code: bool,
    /// Whether the source wrote a pseudo-instruction.
    pub pseudo: bool,
}

/// All statements of a program by ascending address.
#[derive(Clone, Debug, Default)]
pub struct LineTable {
    lines: Vec<CodeLine>,
    /// For each statement that comes out of a macro or an included file, by address: where the way
    /// to it begins and ends among the steps.
    ways: Vec<(u32, u32, u32)>,
    steps: Trail,
    /// The function that the code before the program calls.
    started: Option<u32>,
}

impl LineTable {
    /// A table of these lines, in any order.
    pub fn new(mut lines: Vec<CodeLine>) -> Self {
        if !lines.is_sorted_by_key(|line| line.address) {
            lines.sort_by_key(|line| line.address);
        }
        LineTable {
            lines,
            ways: Vec::new(),
            steps: Trail::new(),
            started: None,
        }
    }

    /// Gives statements of expanded text their places in the source, and the ways from there.
    pub(crate) fn put_back(&mut self, mut finder: SourceFinder<'_>) {
        let mut last = None;
        for line in &mut self.lines {
            let Some((source, place)) = finder.find(line.span) else {
                continue;
            };
            line.span = source;
            // Statements of one call come one after the other.
            let way = match last.filter(|(key, _)| *key == place.key()) {
                Some((_, way)) => way,
                None => {
                    let start = self.steps.len() as u32;
                    self.steps.extend(place.trail());
                    (start, self.steps.len() as u32)
                }
            };
            last = Some((place.key(), way));
            if way.0 < way.1 {
                self.ways.push((line.address, way.0, way.1));
            }
        }
    }

    /// The calls of macros and the includes that lead to this statement, the innermost first, each
    /// with what it is.
    pub fn trail(&self, line: &CodeLine) -> &[(Span, ExpansionCause)] {
        let after = self.ways.partition_point(|way| way.0 <= line.address);
        let way = after.checked_sub(1).and_then(|k| self.ways.get(k));
        let Some((_, start, end)) = way.filter(|way| way.0 == line.address) else {
            return &[];
        };
        let steps = self.steps.get(*start as usize..*end as usize);
        steps.unwrap_or(&[])
    }

    /// The statement that `address` belongs to.
    pub fn find(&self, address: u32) -> Option<&CodeLine> {
        let after = self.lines.partition_point(|line| line.address <= address);
        let line = self.lines.get(after.checked_sub(1)?)?;
        (address - line.address < line.size).then_some(line)
    }

    /// Notes that code which goes before the program calls the function at this address.
    pub(crate) fn set_started(&mut self, function: Option<u32>) {
        self.started = function;
    }

    /// The function that code before the program calls, and that nobody else wants anything of.
    pub fn started(&self) -> Option<u32> {
        self.started
    }

    /// Every statement, by ascending address.
    pub fn iter(&self) -> impl Iterator<Item = &CodeLine> {
        self.lines.iter()
    }

    /// Whether there is no source at all (a program loaded from an ELF).
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}
