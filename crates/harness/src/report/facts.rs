//! What every report says about a test that failed: one sentence, one place, and the whole story.

use crate::result::{CaseResult, TestResult};
use crate::verdict::Verdict;
use diag::{Diagnostic, Position, RenderOptions, Span, render};
use runtime::End;
use std::fmt::Write as _;

/// The most bytes of an output that a report quotes.
const MOST_OUTPUT: usize = 4096;
/// Cases that are named in a sentence.
const MOST_CASES: usize = 3;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as diagnostics name it.
    pub file: String,
    /// Line and column, if it is not the whole file.
    pub position: Option<Position>,
}

impl Place {
    fn of(result: &TestResult, span: Span) -> Place {
        Place {
            file: result.sources.name(span.file).to_owned(),
            position: Some(result.sources.position(span.file, span.start)),
        }
    }

    /// `file:line`
    pub fn words(&self) -> String {
        match self.position {
            Some(position) => format!("{}:{}", self.file, position.line),
            None => self.file.clone(),
        }
    }
}

/// What went wrong, in one line.
pub fn sentence(result: &TestResult) -> String {
    let words = result.verdict.words();
    let detail = match result.verdict {
        Verdict::Passed | Verdict::NoReference => None,
        Verdict::WrongOutput => result.printed_at.as_ref().map(|printed| {
            let byte = printed.offset + 1;
            let by = printed.span.map(|span| Place::of(result, span).words());
            match by {
                Some(place) => format!("byte {byte} differs, printed at {place}"),
                None => format!("byte {byte} differs"),
            }
        }),
        Verdict::WrongExit => match result.end {
            Some(End::Exit(code)) => Some(format!("the program ended with {code}")),
            _ => None,
        },
        Verdict::Scrambled => result.apart.as_ref().map(|apart| {
            let seed = format!("seed {} shows it", apart.seed);
            match apart.span {
                Some(span) => format!("{seed}, from {} on", Place::of(result, span).words()),
                None => seed,
            }
        }),
        Verdict::Expectation => Some(failed_cases(result)),
        Verdict::Convention => result.findings.first().map(|d| d.title.clone()),
        Verdict::Fault | Verdict::Limit(_) | Verdict::DoesNotAssemble | Verdict::Unreadable => {
            result.diagnostics.first().map(|d| d.title.clone())
        }
    };
    match detail {
        Some(detail) => format!("{words}: {detail}"),
        None => words.to_owned(),
    }
}

/// `2 of 5 cases: one, two`
fn failed_cases(result: &TestResult) -> String {
    let failed: Vec<&str> = failing(result).map(|case| case.name.as_str()).collect();
    let named = &failed[..failed.len().min(MOST_CASES)];
    let more = match failed.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (failed, all) = (failed.len(), result.cases.len());
    format!("{failed} of {all} cases: {}{more}", named.join(", "))
}

/// The cases that did not pass.
pub fn failing(result: &TestResult) -> impl Iterator<Item = &CaseResult> {
    result.cases.iter().filter(|case| !case.verdict.is_passed())
}

/// Where to look first. Without anything better it is the test itself.
pub fn place(result: &TestResult) -> Place {
    let first = |diagnostics: &[Diagnostic]| diagnostics.iter().find_map(|d| d.primary_span());
    let printed = || result.printed_at.as_ref().and_then(|p| p.span);
    let apart = || result.apart.as_ref().and_then(|a| a.span);
    let case = || failing(result).find_map(|case| first(&case.diagnostics).or(case.span));
    let told = || first(&result.diagnostics);
    let found = || first(&result.findings);
    let span = match result.verdict {
        Verdict::WrongOutput => printed(),
        Verdict::Convention => found(),
        Verdict::Scrambled => apart(),
        Verdict::Expectation => case(),
        _ => told(),
    };
    match span {
        Some(span) => Place::of(result, span),
        None => Place {
            file: result.test.source.to_string_lossy().into_owned(),
            position: None,
        },
    }
}

/// Everything that is known about a test that failed, as plain text.
pub fn story(result: &TestResult) -> String {
    let mut text = String::new();
    if result.verdict == Verdict::WrongOutput {
        let expected = result.expected.as_deref().unwrap_or_default();
        let _ = writeln!(text, "expected:\n{}", quoted(expected));
        let _ = writeln!(text, "printed:\n{}", quoted(&result.output));
    }
    if let Some(printed) = &result.printed_at {
        for call in &printed.calls {
            let _ = match call.called_at.map(|span| Place::of(result, span).words()) {
                Some(place) => writeln!(text, "in {}, called at {place}", call.function),
                None => writeln!(text, "in {}", call.function),
            };
        }
    }
    for diagnostic in result.diagnostics.iter().chain(&result.findings) {
        let _ = writeln!(text, "{}", rendered(result, diagnostic));
    }
    for case in failing(result) {
        let words = case.verdict.words();
        let story = case_story(result, case);
        let _ = writeln!(text, "case {}: {words}\n{story}", case.name);
    }
    text.truncate(text.trim_end().len());
    text
}

/// Everything that is known about a case that failed, as plain text.
pub fn case_story(result: &TestResult, case: &CaseResult) -> String {
    let mut text = case.lines.join("\n");
    for diagnostic in &case.diagnostics {
        let _ = writeln!(text, "\n{}", rendered(result, diagnostic));
    }
    text.truncate(text.trim_end().len());
    text
}

fn rendered(result: &TestResult, diagnostic: &Diagnostic) -> String {
    render(&result.sources, diagnostic, &RenderOptions::default())
}

/// An output with bars before its lines, nothing invisible in it, and not too long.
fn quoted(output: &[u8]) -> String {
    let cut = &output[..output.len().min(MOST_OUTPUT)];
    let text = String::from_utf8_lossy(cut);
    let mut quoted = String::new();
    for line in text.split_inclusive('\n') {
        let whole = line.strip_suffix('\n');
        let visible = diag::visible(whole.unwrap_or(line));
        let end = if whole.is_some() { "" } else { " (no newline)" };
        let _ = writeln!(quoted, "| {visible}{end}");
    }
    if cut.is_empty() {
        quoted.push_str("(nothing)\n");
    }
    if cut.len() < output.len() {
        let more = (output.len() - cut.len()) as u64;
        let more = diag::number::count(more, "more byte");
        let _ = writeln!(quoted, "({more})");
    }
    quoted.truncate(quoted.trim_end().len());
    quoted
}
