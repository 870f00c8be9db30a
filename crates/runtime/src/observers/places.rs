//! Where the instructions of a program come from, as reports name it.

use assembler::Program;
use diag::SourceMap;
use rustc_hash::FxHashMap;

/// A program with its sources.
#[derive(Clone, Copy)]
pub struct SourcePlaces<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a SourceMap,
}

/// A line of source, or a place in a program without source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePlace {
    /// `fib.s:12`, or `fib+8` without source.
    pub name: String,
    /// The statement, as it is written there.
    pub text: String,
}

impl SourcePlaces<'_> {
    /// Where the instruction at an address comes from.
    pub fn of(&self, pc: u32) -> CodePlace {
        if let Some(line) = self.program.lines.find(pc) {
            let span = line.span;
            let position = self.sources.position(span.file, span.start);
            let file = self.sources.name(span.file);
            let statement = self.sources.slice(span);
            return CodePlace {
                name: diag::one_line(&format!("{file}:{}", position.line)),
                text: words(&diag::one_line(statement)),
            };
        }
        let name = match self.program.image.symbol_before(pc) {
            Some(symbol) if symbol.address == pc => symbol.name.clone(),
            Some(symbol) => format!("{}+{}", symbol.name, pc - symbol.address),
            None => format!("0x{pc:08x}"),
        };
        CodePlace {
            name: diag::one_line(&name),
            text: String::new(),
        }
    }

    /// What was counted at addresses, added up by place. `add` adds the second to the first.
    pub(super) fn by_place<T: Copy>(
        &self,
        counted: impl Iterator<Item = (u32, T)>,
        add: impl Fn(&mut T, T),
    ) -> Vec<(CodePlace, T)> {
        let mut all: Vec<(CodePlace, T)> = Vec::new();
        let mut indices: FxHashMap<String, usize> = FxHashMap::default();
        for (pc, count) in counted {
            let place = self.of(pc);
            match indices.get(&place.name) {
                Some(&index) => add(&mut all[index].1, count),
                None => {
                    indices.insert(place.name.clone(), all.len());
                    all.push((place, count));
                }
            }
        }
        all
    }
}

/// The same with one blank between words.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
