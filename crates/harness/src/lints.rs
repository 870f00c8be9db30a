//! Sources of a project one by one: a file that is not a whole program can be looked at, if it lacks
//! nothing but names that other files define.

use assembler::SourceFile;
use callconv::{Contract, elsewhere, lint};
use diag::{Diagnostic, Severity};
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

/// A source without a beginning that lacks nothing but names of other files, loaded `again` with these
/// names; without names, the source as it is.
pub fn as_library(
    loaded: LoadedProgram,
    again: impl FnOnce(&SourceFile) -> Option<LoadedProgram>,
) -> (LoadedProgram, Vec<String>) {
    let Some(names) = missing_names(&loaded) else {
        return (loaded, Vec::new());
    };
    let fits = |library: &LoadedProgram| {
        let mut errors = library.errors.iter().filter(|e| !e.error.is_warning());
        errors.all(|e| e.error.is_refusal())
    };
    let known = names.iter().map(|name| (*name).to_owned()).collect();
    match again(&definitions(&names, &loaded)).filter(fits) {
        Some(library) => (library, known),
        None => (loaded, Vec::new()),
    }
}

/// Everything there is to say about a source without running it. All functions share the registers in
/// `global`. The error is a sentence about wrong usage.
pub fn findings(loaded: &LoadedProgram, global: &[String]) -> Result<Vec<Diagnostic>, String> {
    let mut findings = loaded.diagnostics.clone();
    // A library may consist of data.
    findings.retain(|finding| finding.code != assembler::codes::NO_INSTRUCTIONS);
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Ok(findings);
    };
    if !loaded.is_source() {
        return Err("jal check reads sources, but this is an ELF file".to_owned());
    }
    let (sources, desc) = (&loaded.sources, loaded.desc());
    let (mut contract, warnings) = Contract::read(sources, program, desc);
    for registers in global {
        let shared = contract.share(registers, desc);
        shared.map_err(|wrong| format!("--global {registers}: {wrong}"))?;
    }
    findings.extend(warnings);
    findings.extend(lint::check(sources, program, desc, &contract));
    Ok(findings)
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
