//! `jal check --portable`: what the simulator that a language comes from does not accept itself.

use super::args::{DialectName, SourceArgs};
use assembler::{Additions, codes};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use diag::{Diagnostic, Severity};
use runtime::load::{LoadedProgram, shown_language};
use runtime::{Language, Target};

/// The simulators of which it is known what they accept themselves.
pub(super) fn simulators() -> impl TypedValueParser<Value = DialectName> {
    let all = DialectName::value_variants().iter();
    let known = all.filter(|name| name.language().dialect().original.is_some());
    let values = known.filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(values).try_map(|name| DialectName::from_str(&name, true))
}

/// How sources are read for this check.
pub(super) fn source(simulator: DialectName, source: &SourceArgs) -> SourceArgs {
    SourceArgs {
        dialect: Some(simulator),
        additions: Additions::Noted,
        ..source.clone()
    }
}

/// What is refused in a program that was read for the simulator of this language.
pub(super) fn findings(
    file: &str,
    wanted: Language,
    loaded: &LoadedProgram,
) -> Result<Vec<Diagnostic>, String> {
    let main = loaded.sources.files().next();
    let Some(main) = main else {
        return match loaded.program {
            Some(_) => Err("jal check reads sources, but this is an ELF file".to_owned()),
            None => Ok(loaded.diagnostics.clone()),
        };
    };
    let text = loaded.sources.text(main);
    // The simulators of MIPS share their calls: there, only the lines decide.
    let differs = |shown: &Language| {
        shown.target() != wanted.target() || shown.target() == Target::RiscV && *shown != wanted
    };
    let shown = shown_language(text.as_bytes(), file).filter(differs);
    let other = shown.map(|shown| other_simulator(file, shown, wanted));
    if shown.is_some_and(|shown| shown.target() != wanted.target()) {
        return Ok(other.into_iter().collect());
    }
    let diagnostics = loaded.diagnostics.iter();
    let refused = diagnostics.filter(|d| d.severity != Severity::Warning);
    Ok(other.into_iter().chain(refused.cloned()).collect())
}

/// A program for another simulator than it is checked for.
fn other_simulator(file: &str, shown: Language, wanted: Language) -> Diagnostic {
    let name = |language: Language| {
        let dialect = language.dialect();
        dialect
            .original
            .map_or(dialect.name, |original| original.name)
    };
    let (from, to) = (name(shown), name(wanted));
    let title = format!("`{file}` is written for {from}, not for {to}");
    let wrong = Diagnostic::error(codes::OTHER_SIMULATOR, title);
    let machines = [shown, wanted].map(|language| language.target().desc().title);
    let wrong = match machines {
        [one, other] if one != other => wrong.note(format!(
            "{from} runs {one} programs, {to} runs {other} programs: the instructions differ"
        )),
        _ => wrong.note(format!(
            "the calls of {from} and {to} have other numbers, in other registers"
        )),
    };
    let dialect = shown.dialect().name;
    wrong.help(format!(
        "to check it for {from}: `jal check --portable {dialect} {file}`"
    ))
}
