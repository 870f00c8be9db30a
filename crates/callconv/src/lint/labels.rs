//! Labels of instructions that nothing uses. Those of data may name what is found by counting from
//! another label.

use crate::codes;
use crate::flow::ProgramFlow;
use crate::words;
use assembler::Program;
use diag::{Diagnostic, FileId, SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// One finding for each label, but for those of `told` addresses.
pub(super) fn check(
    flow: &ProgramFlow,
    sources: &SourceMap,
    program: &Program,
    told: &FxHashSet<u32>,
) -> Vec<Diagnostic> {
    let labels = candidates(flow, program, told);
    if labels.is_empty() {
        return Vec::new();
    }
    let mut definitions: FxHashMap<&str, Vec<Span>> = FxHashMap::default();
    let mut used: FxHashSet<&str> = FxHashSet::default();
    // A text after macros has the name of its source. Labels are used there too, but people look
    // for them in the source.
    let mut seen = FxHashSet::default();
    for file in sources.files() {
        let is_source = seen.insert(sources.name(file));
        for (span, name, defines) in occurrences(sources, file) {
            if !labels.contains(name) {
                continue;
            }
            if !defines {
                used.insert(name);
            } else if is_source {
                definitions.entry(name).or_default().push(span);
            }
        }
    }
    let unused = definitions
        .into_iter()
        .filter(|(name, _)| !used.contains(name));
    unused
        .flat_map(|(name, spans)| spans.into_iter().map(move |span| finding(name, span)))
        .collect()
}

/// The labels that must be used: not those for other files, nor that where the program begins.
fn candidates<'a>(
    flow: &ProgramFlow,
    program: &'a Program,
    told: &FxHashSet<u32>,
) -> FxHashSet<&'a str> {
    let symbols = program.image.symbols.iter();
    let (free, must) = symbols.partition::<Vec<_>, _>(|symbol| {
        symbol.global
            || symbol.absolute
            || flow.at(symbol.address).is_none()
            || symbol.address == program.image.entry
            || told.contains(&symbol.address)
    });
    let free: FxHashSet<&str> = free.into_iter().map(|symbol| &*symbol.name).collect();
    let names = must.into_iter().map(|symbol| &*symbol.name);
    names.filter(|name| !free.contains(name)).collect()
}

/// Every name in a file, and whether it is defined there as a label.
fn occurrences(sources: &SourceMap, file: FileId) -> impl Iterator<Item = (Span, &str, bool)> {
    let text = sources.text(file);
    words::names(text).map(move |(at, name)| {
        let end = at + name.len();
        let defines = text[end..].trim_start_matches([' ', '\t']).starts_with(':');
        (Span::new(file, at as u32, end as u32), name, defines)
    })
}

fn finding(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        codes::UNUSED_LABEL,
        format!("nothing uses the label `{name}`"),
    )
    .primary(span, "")
    .help(format!(
        "remove it; if other files use it, write `.globl {name}`"
    ))
}
