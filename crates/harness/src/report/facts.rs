//! What every report says about a test that failed: one sentence, one place, and the whole story.

use super::text::{self, TextOptions};
use crate::cause::{Cause, Confidence};
use crate::diff::Page;
use crate::result::{CaseResult, TestResult};
use crate::verdict::Verdict;
use diag::{Diagnostic, Position, RenderOptions, Severity, Span, render};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::hash::Hash;

/// How wide the text is, where nobody knows on what it will be shown.
const WIDTH: usize = 100;
/// Cases that are named in a sentence.
const MOST_CASES: usize = 3;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FilePlace {
    /// The file, as diagnostics name it.
    pub file: String,
    /// Line and column, if it is not the whole file.
    pub position: Option<Position>,
}

impl FilePlace {
    fn of(result: &TestResult, span: Span) -> FilePlace {
        FilePlace {
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
    match result.verdict {
        Verdict::Expectation => failed_cases(result),
        _ => text::failure_in_a_line(result),
    }
}

/// `unexpected result in 2 of 5 cases: one, two`
fn failed_cases(result: &TestResult) -> String {
    let failed: Vec<&str> = failing(result).map(|case| case.name.as_str()).collect();
    let named = &failed[..failed.len().min(MOST_CASES)];
    let more = match failed.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (failed, all) = (failed.len(), result.cases.len());
    let words = result.verdict.words();
    format!(
        "{words} in {failed} of {all} cases: {}{more}",
        named.join(", ")
    )
}

/// The cases that did not pass.
pub fn failing(result: &TestResult) -> impl Iterator<Item = &CaseResult> {
    result.cases.iter().filter(|case| !case.verdict.is_passed())
}

/// What went wrong and why, in one line.
pub fn explained(result: &TestResult) -> String {
    with_cause(sentence(result), result.cause.as_ref())
}

/// A sentence, and the most probable cause.
pub(crate) fn with_cause(sentence: String, cause: Option<&Cause>) -> String {
    match cause {
        Some(cause) => {
            let (kind, words) = (cause.kind.words(), &cause.words);
            let begin = match cause.confidence {
                Confidence::Certain => "Cause:",
                Confidence::Likely => "Probably",
                Confidence::Possible => "Look at",
            };
            format!("{sentence}. {begin} {kind}. {words}")
        }
        None => sentence,
    }
}

/// The first line of a cause, from its first character that is not blank.
fn place_of(result: &TestResult, cause: &Cause) -> Option<FilePlace> {
    let place = cause.places.first()?;
    let mut files = result.sources.files();
    let file = files.find(|file| result.sources.name(*file) == place.file);
    let line = place.first.checked_sub(1)? as usize;
    let text = file.and_then(|file| result.sources.text(file).lines().nth(line));
    let blanks = |text: &str| text.chars().take_while(|c| c.is_whitespace()).count();
    Some(FilePlace {
        file: place.file.clone(),
        position: Some(Position {
            line: place.first,
            column: 1 + text.map_or(0, blanks) as u32,
        }),
    })
}

/// Where to look first. Without anything better it is the test itself.
pub fn place(result: &TestResult) -> FilePlace {
    if let Some(place) = result.cause.as_ref().and_then(|c| place_of(result, c)) {
        return place;
    }
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
        Some(span) => FilePlace::of(result, span),
        None => FilePlace {
            file: result.test.source.to_string_lossy().into_owned(),
            position: None,
        },
    }
}

/// Everything that is known about a test that failed, as plain text.
#[derive(Clone, Debug)]
pub struct Story {
    /// Which test it is, and what it is about.
    pub head: String,
    /// What went wrong.
    pub body: String,
}

impl Story {
    /// Head and body together.
    pub fn text(&self) -> String {
        let text = format!("{}{}", self.head, self.body);
        text.trim_end().to_owned()
    }
}

/// Everything that is known about a test that failed.
pub fn story(result: &TestResult) -> Story {
    let options = TextOptions {
        page: Page {
            color: false,
            width: WIDTH,
        },
        all: true,
        warnings: false,
    };
    let (head, body) = text::failure_in_full(result, &options);
    Story { head, body }
}

/// The failures in their order, each with those after it that have the same cause. One without a
/// cause stays alone.
pub fn grouped<'a, T, C: Hash + Eq>(
    failures: impl Iterator<Item = &'a T>,
    cause: impl Fn(&'a T) -> Option<C>,
) -> Vec<Vec<&'a T>> {
    let mut groups: Vec<Vec<&T>> = Vec::new();
    let mut known = FxHashMap::default();
    for failure in failures {
        let next = groups.len();
        let group = cause(failure).map_or(next, |cause| *known.entry(cause).or_insert(next));
        match groups.get_mut(group) {
            Some(group) => group.push(failure),
            None => groups.push(vec![failure]),
        }
    }
    groups
}

/// The message that says what a failure is about, and where: code that is wrong in one place fails
/// many tests.
pub fn first_error(result: &TestResult) -> Option<(&Diagnostic, FilePlace)> {
    let messages = match result.verdict {
        Verdict::DoesNotAssemble | Verdict::Fault | Verdict::Limit(_) => &result.diagnostics,
        Verdict::Convention => &result.findings,
        _ => return None,
    };
    let mut errors = messages.iter().filter(|d| d.severity == Severity::Error);
    let first = errors.next()?;
    Some((first, FilePlace::of(result, first.primary_span()?)))
}

/// Everything that is known about a case that failed, as plain text.
pub(crate) fn case_story(result: &TestResult, case: &CaseResult) -> String {
    let mut text = match case
        .cause
        .as_ref()
        .and_then(|c| Some((c, c.places.first()?)))
    {
        Some((cause, place)) => format!(
            "Look first at {} `{}`, in `{}`: {}.\n{}\n\n",
            place.words(),
            place.text,
            place.function,
            cause.kind.words(),
            cause.words
        ),
        None => String::new(),
    };
    text.push_str(&case.lines.join("\n"));
    for diagnostic in &case.diagnostics {
        let _ = writeln!(text, "\n{}", rendered(result, diagnostic));
    }
    text.truncate(text.trim_end().len());
    text
}

fn rendered(result: &TestResult, diagnostic: &Diagnostic) -> String {
    render(&result.sources, diagnostic, &RenderOptions::default())
}
