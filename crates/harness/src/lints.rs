//! Sources of a project one by one: a file that is not a whole program can be looked at, if it lacks
//! nothing but names that other files define.

use assembler::SourceFile;
use callconv::elsewhere;
use diag::Severity;
use runtime::load::LoadedProgram;
use std::collections::BTreeSet;

/// The names that a source without a beginning lacks, if that is all it lacks.
pub fn missing_names(loaded: &LoadedProgram) -> Option<BTreeSet<&str>> {
    let errors = loaded.errors.iter().zip(&loaded.diagnostics);
    let errors = errors.filter(|(_, d)| d.severity == Severity::Error);
    let names = elsewhere::missing(errors.map(|(error, _)| error))?;
    (!has_start(loaded)).then_some(names)
}

/// A source that defines these names.
pub fn definitions(names: &BTreeSet<&str>, loaded: &LoadedProgram) -> SourceFile {
    SourceFile {
        name: elsewhere::NAME.to_owned(),
        key: elsewhere::NAME.to_owned(),
        text: elsewhere::definitions(names, loaded.desc()).into_bytes(),
    }
}

/// A source as it is, or loaded `again` with the names that it lacks.
pub fn completed(
    loaded: LoadedProgram,
    again: impl FnOnce(&SourceFile) -> LoadedProgram,
) -> LoadedProgram {
    let Some(names) = missing_names(&loaded) else {
        return loaded;
    };
    let library = again(&definitions(&names, &loaded));
    match library.has_errors() {
        true => loaded,
        false => library,
    }
}

/// Whether a label says that the program begins in this source.
fn has_start(loaded: &LoadedProgram) -> bool {
    let start = loaded.target.dialect().entry;
    let is_start = |line: &str| {
        let after = line.trim_start().strip_prefix(start);
        after.is_some_and(|after| after.trim_start().starts_with(':'))
    };
    let mut texts = loaded.sources.files().map(|file| loaded.sources.text(file));
    texts.any(|text| text.lines().any(is_start))
}
