//! `jal check`: what can be said about programs without running them.

use super::args::{CheckArgs, SourceArgs};
use super::convention::refuse_unknown_codes;
use super::portable;
use super::say::Voice;
use super::source::load_file;
use crate::error::ExpectedError;
use crate::exit;
use callconv::agreement::names_code;
use diag::Diagnostic;
use diag::number::count;
use harness::lints;
use runtime::Limits;
use runtime::load::LoadedProgram;
use std::collections::HashSet;

/// Runs the command; the exit code.
pub(super) fn run(args: &CheckArgs) -> Result<u8, ExpectedError> {
    let voice = Voice::new(&args.messages);
    check_options(args)?;
    let mut summary = Summary::default();
    for file in &args.files {
        let source = match args.portable {
            Some(simulator) => portable::source(simulator, &args.source),
            None => args.source.clone(),
        };
        let loaded = load_file(file, None, &source, Limits::DEFAULT_MEMORY, None)?;
        let loaded = as_library(loaded, file, &source, &voice);
        let findings = match args.portable {
            Some(simulator) => portable::findings(file, simulator.language(), &loaded),
            None => findings(&loaded, args),
        };
        let findings =
            findings.map_err(|wrong| ExpectedError::Usage(format!("{file}: {wrong}")))?;
        // Programs that share a file share what is found in it.
        let new = findings
            .into_iter()
            .filter(|finding| summary.is_new(&loaded, finding))
            .collect::<Vec<_>>();
        summary.add(&new);
        voice.say_each(&loaded.sources, &new);
    }
    voice.note(&summary.text());
    Ok(match summary.findings {
        0 => exit::SUCCESS,
        _ => exit::FINDINGS,
    })
}

/// A source without a beginning that lacks nothing but names of other files, with these.
fn as_library(
    loaded: LoadedProgram,
    file: &str,
    source: &SourceArgs,
    voice: &Voice,
) -> LoadedProgram {
    let (loaded, names) = lints::as_library(loaded, |more| {
        load_file(file, Some(more), source, Limits::DEFAULT_MEMORY, None).ok()
    });
    if !names.is_empty() {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let names = names.join(", ");
        voice.note(&format!("`{file}` uses names from other files: {names}\n"));
    }
    loaded
}

/// Refuses options that cannot be followed.
fn check_options(args: &CheckArgs) -> Result<(), ExpectedError> {
    if args.source.delay_slots {
        return Err(ExpectedError::Usage(
            "jal check does not follow delay slots: check such a program by running it".to_owned(),
        ));
    }
    refuse_unknown_codes("--allow", &args.allow)
}

/// Everything there is to say about a program. The error is a sentence about wrong usage.
fn findings(loaded: &LoadedProgram, args: &CheckArgs) -> Result<Vec<Diagnostic>, String> {
    let mut findings = lints::findings(loaded, &args.global)?;
    findings.retain(|finding| !names_code(&args.allow, finding.code));
    Ok(findings)
}

/// How many findings there were, in how many files.
#[derive(Default)]
struct Summary {
    files: usize,
    findings: usize,
    /// What stands before their number.
    more: &'static str,
    first: Option<&'static str>,
    seen: HashSet<(String, u32, String)>,
}

impl Summary {
    /// Whether no file before had the same finding.
    fn is_new(&mut self, loaded: &LoadedProgram, finding: &Diagnostic) -> bool {
        finding.primary_span().is_none_or(|span| {
            let file = loaded.sources.name(span.file).to_owned();
            let what = format!("{}: {}", finding.code, finding.title);
            self.seen.insert((file, span.start, what))
        })
    }

    fn add(&mut self, findings: &[Diagnostic]) {
        self.files += 1;
        let counted = |d: &&Diagnostic| d.code != assembler::codes::TOO_MANY;
        self.findings += findings.iter().filter(counted).count();
        if self.more.is_empty() {
            self.more = super::say::more_than(findings);
        }
        self.first = self.first.or(findings.first().map(|first| first.code.0));
    }

    fn text(&self) -> String {
        let files = count(self.files as u64, "file");
        match self.first {
            None => format!("{files} checked, nothing found."),
            Some(code) => {
                let findings = count(self.findings as u64, "finding");
                let more = self.more;
                format!(
                    "{files} checked, {more}{findings}. `jal explain {code}` explains the first."
                )
            }
        }
    }
}
