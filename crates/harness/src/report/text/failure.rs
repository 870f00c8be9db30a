//! One failure: what was expected, what happened, where, and why.

use super::{BOLD, RED, TextOptions, cause, painted};
use crate::cause::{Cause, CausePlace};
use crate::compare::Mismatch;
use crate::course::Task;
use crate::diff::{self, Page};
use crate::project::Project;
use crate::report::facts;
use crate::result::{Apart, PrintedAt, TestResult};
use crate::verdict::Verdict;
use diag::number::{count, grouped};
use diag::{Diagnostic, RenderOptions, SourceMap, Span};
use runtime::End;
use std::fmt::Write as _;

/// The most calls that led to a print that are shown.
const MAX_CALLS: usize = 5;
/// A longer comment is not a summary.
const MAX_PURPOSE: usize = 200;
/// The most messages about one test.
const MAX_MESSAGES: usize = 5;
/// The most cases of a unit test that are shown.
const MAX_CASES: usize = 3;
/// The most names of tests with the same cause.
const MAX_NAMES: usize = 6;

/// What a failure shares with others that have the same cause: the kind of mistake and its place.
pub(super) fn cause(result: &TestResult) -> Option<(&'static str, String)> {
    if let Some(cause) = &result.cause {
        return Some(shared_by(cause));
    }
    let (first, place) = facts::first_error(result)?;
    Some((first.code.0, place.words()))
}

/// What failures with this cause share.
fn shared_by(cause: &Cause) -> (&'static str, String) {
    let place = cause.places.first().map(CausePlace::words);
    (cause.kind.id(), place.unwrap_or_default())
}

/// A failure, and the names of those with the same cause.
pub(super) fn in_full(
    out: &mut String,
    group: &[&TestResult],
    projects: &[&Project],
    options: &TextOptions,
) {
    let Some(result) = group.first() else {
        return;
    };
    head(out, group, projects, options);
    body(out, result, projects, options);
    if group.len() > 1 {
        let names = group[1..].iter().map(|r| r.test.name.clone());
        let _ = writeln!(out, "  The same in {}.", named(names.collect()));
    }
}

/// Which test failed, what it is about, and what it is part of.
pub(super) fn head(
    out: &mut String,
    group: &[&TestResult],
    projects: &[&Project],
    options: &TextOptions,
) {
    let Some(result) = group.first() else {
        return;
    };
    let head = format!("FAILED {}", result.test);
    let head = painted(&head, &format!("{BOLD}{RED}"), options);
    let more = match group.len() - 1 {
        0 => String::new(),
        1 => ", and 1 more test for the same reason".to_owned(),
        more => format!(", and {more} more tests for the same reason"),
    };
    let _ = writeln!(out, "{head}: {}{more}", result.verdict.words());
    if let Some(cause) = &result.cause {
        cause::show(out, cause, options);
    }
    let purpose = purpose(result);
    let task = task(result, projects).filter(|task| !task.files.is_empty());
    if result.cause.is_some() && (purpose.is_some() || task.is_some()) {
        out.push('\n');
    }
    if let Some(purpose) = purpose {
        let _ = writeln!(out, "  {purpose}");
    }
    if let Some(task) = task {
        let _ = writeln!(
            out,
            "  Part of \"{}\": {}",
            task.name,
            task.files.join(", ")
        );
    }
    out.push('\n');
}

/// What went wrong.
pub(super) fn body(
    out: &mut String,
    result: &TestResult,
    projects: &[&Project],
    options: &TextOptions,
) {
    match result.verdict {
        Verdict::WrongOutput => wrong_output(out, result, options),
        Verdict::WrongPicture => wrong_picture(out, result),
        Verdict::WrongExit => wrong_exit(out, result),
        Verdict::NoReference => no_reference(out, result, options),
        Verdict::Scrambled => scrambled(out, result, projects, options),
        Verdict::Unchecked => unchecked(out, result),
        Verdict::Fault | Verdict::Limit(_) => partial_output(out, result, options),
        _ => {}
    }
    let messages = result.diagnostics.iter().chain(&result.findings);
    say_all(out, messages, &result.sources, options);
    cases(out, result, options);
    let command = result.debugger.as_ref();
    let command = command.and_then(|debugger| debugger.command(result));
    if let Some(command) = command {
        let _ = writeln!(out, "  In the debugger: {command}\n");
    }
}

/// A failure in a few words.
pub(super) fn in_a_line(result: &TestResult) -> String {
    let words = result.verdict.words();
    let first = result.diagnostics.iter().chain(&result.findings);
    let mut first = first.filter(|d| d.severity == diag::Severity::Error);
    match (result.verdict, first.next()) {
        (Verdict::WrongOutput, _) => match result.comparison.mismatch {
            Some(mismatch) => {
                let (line, column) = position(&result.output, mismatch.at);
                format!("{words} starting at line {line}, column {column}")
            }
            None => words.to_owned(),
        },
        (Verdict::WrongPicture, _) => match &result.picture {
            Some(picture) => format!("{words}: {}", picture.words()),
            None => words.to_owned(),
        },
        (Verdict::Expectation, _) => {
            let failed = result.cases.iter().filter(|case| !case.verdict.is_passed());
            format!("{} of {} cases", failed.count(), result.cases.len())
        }
        (_, Some(message)) => format!("{words}: {}", message.title),
        _ => words.to_owned(),
    }
}

/// What the test is about: the first sentence of its source, which is written for people.
fn purpose(result: &TestResult) -> Option<String> {
    let shown = result.test.source.to_string_lossy();
    let mut files = result.sources.files();
    let file = files.find(|file| result.sources.name(*file) == shown)?;
    let lines = result.sources.text(file).lines();
    let comments = lines.map_while(|line| line.trim_start().strip_prefix('#'));
    let comments = comments.map(|line| line.trim_matches(['#', ' ', '\t']));
    let text: Vec<&str> = comments.take_while(|line| !line.is_empty()).collect();
    let text = text.join(" ");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    let text = diff::shown(text.get(..end)?.as_bytes(), false);
    (!text.is_empty() && text.len() <= MAX_PURPOSE).then_some(text)
}

/// The part of the project that a test decides, and where it is written.
fn task<'a>(result: &TestResult, projects: &'a [&Project]) -> Option<&'a Task> {
    let mut projects = projects.iter();
    let project = projects.find(|project| project.root == result.test.project)?;
    let tasks = &project.course.tasks;
    tasks.iter().find(|task| task.has(&result.test.name))
}

/// Line and column of a byte, from 1.
fn position(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n');
    (lines + 1, before.len() - start.map_or(0, |end| end + 1) + 1)
}

fn wrong_output(out: &mut String, result: &TestResult, options: &TextOptions) {
    let Some(expected) = &result.expected else {
        return;
    };
    show_diff(out, expected, &result.output, result, options);
    let Some(Mismatch {
        at,
        printed,
        wanted,
    }) = result.comparison.mismatch
    else {
        return;
    };
    let (line, column) = position(&result.output, at);
    let place = format!(
        "byte {} (line {line}, column {column})",
        grouped(at as u64 + 1)
    );
    match (printed, wanted) {
        (Some(is), Some(should)) => {
            let (is, should) = (diff::byte_name(is), diff::byte_name(should));
            let _ = writeln!(
                out,
                "  The first difference is at {place}: {is} instead of {should}."
            );
        }
        (Some(is), None) => {
            let is = diff::byte_name(is);
            let _ = writeln!(
                out,
                "  The output should end before {place}, which is {is}."
            );
        }
        (None, _) if result.output.is_empty() => {
            let _ = writeln!(out, "  The program printed nothing.");
        }
        (None, _) => {
            let printed = count(result.output.len() as u64, "byte");
            let _ = writeln!(out, "  The output ends too early, after {printed}.");
        }
    }
    if let Some(printed) = &result.printed_at {
        printed_at(out, printed, &result.sources);
    }
    out.push('\n');
}

fn wrong_picture(out: &mut String, result: &TestResult) {
    let Some(picture) = &result.picture else {
        return;
    };
    let file = result.test.beside("png");
    let _ = writeln!(out, "  The last picture is not {}:", file.display());
    let _ = writeln!(out, "  {}.", picture.words());
    let _ = writeln!(
        out,
        "  To see it, and what differs: the same command with --pictures DIR\n"
    );
}

/// The instruction that printed a byte, with the calls that led there.
fn printed_at(out: &mut String, printed: &PrintedAt, sources: &SourceMap) {
    let function = printed.calls.first().map_or("", |site| &site.function);
    match printed.span {
        Some(span) => {
            let text = sources
                .slice(span)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            let place = place(sources, span);
            let _ = writeln!(out, "  Printed by `{text}` at {place}, in {function}");
        }
        None => {
            let _ = writeln!(
                out,
                "  Printed at address 0x{:08x}, in {function}",
                printed.pc
            );
        }
    }
    let callers = printed.calls.iter().skip(1).map(|site| &site.function);
    let calls: Vec<_> = printed.calls.iter().zip(callers).collect();
    for (site, caller) in calls.iter().take(MAX_CALLS) {
        match site.called_at {
            Some(span) => {
                let place = place(sources, span);
                let _ = writeln!(out, "    called at {place}, in {caller}");
            }
            None => {
                let _ = writeln!(out, "    called in {caller}");
            }
        }
    }
    if calls.len() > MAX_CALLS {
        let more = count((calls.len() - MAX_CALLS) as u64, "call");
        let _ = writeln!(out, "    … and {more} outside these");
    }
}

/// `src/merge.s:12`
fn place(sources: &SourceMap, span: Span) -> String {
    let line = sources.position(span.file, span.start).line;
    format!("{}:{line}", sources.name(span.file))
}

fn show_diff(
    out: &mut String,
    expected: &[u8],
    printed: &[u8],
    result: &TestResult,
    options: &TextOptions,
) {
    let page = Page {
        width: options.page.width.saturating_sub(2),
        ..options.page
    };
    let lines = diff::render(expected, printed, result.comparison.rule, &page);
    let has = |mark: char| lines.iter().any(|line| line.contains(mark));
    let marks = [('·', "· is a blank"), ('→', "→ a tab")];
    let marks: Vec<&str> = marks
        .into_iter()
        .filter(|(m, _)| has(*m))
        .map(|(_, w)| w)
        .collect();
    for line in &lines {
        let _ = writeln!(out, "  {line}");
    }
    if !marks.is_empty() {
        let _ = writeln!(out, "  ({}, ⏎ a line end)", marks.join(", "));
    }
    out.push('\n');
}

fn wrong_exit(out: &mut String, result: &TestResult) {
    let was = match &result.end {
        Some(End::Exit(code)) => format!("the program ended with exit code {code}"),
        Some(End::Fault(_)) => "the program ended with a fault".to_owned(),
        _ => "the program was stopped".to_owned(),
    };
    let should = result.exit.words();
    let _ = writeln!(
        out,
        "  The output is right, but {was} instead of {should}.\n"
    );
}

fn no_reference(out: &mut String, result: &TestResult, options: &TextOptions) {
    let file = result.test.reference();
    let _ = writeln!(
        out,
        "  There is no file `{}` with the expected output. The program prints:\n",
        file.display()
    );
    show_output(out, &result.output, options);
}

/// What a program printed before it was stopped: how far it came.
fn partial_output(out: &mut String, result: &TestResult, options: &TextOptions) {
    let Some(expected) = &result.expected else {
        return;
    };
    if result.output.is_empty() {
        let _ = writeln!(out, "  It had not printed anything yet.\n");
    } else if result.comparison.is_right_so_far() {
        let _ = writeln!(out, "  Its output up to then is right:\n");
        show_output(out, &result.output, options);
    } else {
        let _ = writeln!(out, "  Its output up to then:\n");
        show_diff(out, expected, &result.output, result, options);
    }
}

/// The last lines of an output.
fn show_output(out: &mut String, output: &[u8], options: &TextOptions) {
    const LINES: usize = 8;
    let lines: Vec<&[u8]> = output.split_inclusive(|byte| *byte == b'\n').collect();
    let hidden = lines.len().saturating_sub(LINES);
    if hidden > 0 {
        let _ = writeln!(out, "  … {}", count(hidden as u64, "line"));
    }
    for line in &lines[hidden..] {
        let text = diff::shown(line, false);
        let text: String = text.chars().take(options.page.width.max(40) - 4).collect();
        let _ = writeln!(out, "  │ {text}");
    }
    if output.is_empty() {
        let _ = writeln!(out, "  (nothing)");
    }
    out.push('\n');
}

fn scrambled(out: &mut String, result: &TestResult, projects: &[&Project], options: &TextOptions) {
    match &result.apart {
        Some(apart) => went_apart(out, apart, &result.sources),
        None => out.push_str(
            "  The program passes only with the values that happen to be in registers and stack memory\n  \
             when the test calls a function. It relies on a value that is undefined.\n",
        ),
    }
    let this = super::words_for(&result.test, projects);
    let _ = writeln!(
        out,
        "  To see where the value comes from: jal test {this} --check\n"
    );
    if let Some(expected) = &result.expected
        && result.comparison.mismatch.is_some()
    {
        show_diff(out, expected, &result.output, result, options);
    }
}

/// Where a run with other undefined values behaves differently.
fn went_apart(out: &mut String, apart: &Apart, sources: &SourceMap) {
    let _ = writeln!(
        out,
        "  The program passes, but not with other values in registers and stack memory that the\n  \
         calling convention leaves undefined (seed {}). It relies on a value that is undefined.",
        apart.seed
    );
    let step = grouped(apart.step + 1);
    match apart.span {
        Some(span) => {
            let place = place(sources, span);
            let text = sources.slice(span).trim();
            let _ = writeln!(
                out,
                "  It first behaves differently after `{text}` at {place}, instruction {step}."
            );
        }
        None => {
            let _ = writeln!(
                out,
                "  It first behaves differently at address 0x{:08x}, instruction {step}.",
                apart.pc
            );
        }
    }
}

fn unchecked(out: &mut String, result: &TestResult) {
    let ends = |d: &&Diagnostic| callconv::codes::ENDS_CHECK.contains(&d.code);
    let code = result.findings.iter().find(ends).map_or("", |d| d.code.0);
    let _ = writeln!(
        out,
        "  The output is right, but what comes after this could not be checked. If a solution needs \
         it,\n  the course allows it: `allow = [\"{code}\"]` in [convention].\n"
    );
}

/// The cases of a unit test that failed; those with the same cause are shown once.
fn cases(out: &mut String, result: &TestResult, options: &TextOptions) {
    let groups = facts::grouped(facts::failing(result), |case| {
        case.cause.as_ref().map(shared_by)
    });
    let shown = if options.all { groups.len() } else { MAX_CASES };
    for group in groups.iter().take(shown) {
        let Some((case, others)) = group.split_first() else {
            continue;
        };
        let words = case.verdict.words();
        let _ = writeln!(out, "  case {}: {words}", case.name);
        // The first cause is that of the test.
        let is_known = |cause: &&Cause| result.cause.as_ref().is_some_and(|c| c.is_same(cause));
        if let Some(cause) = case.cause.as_ref().filter(|cause| !is_known(cause)) {
            cause::show(out, cause, options);
        }
        for line in &case.lines {
            let _ = writeln!(out, "    {line}");
        }
        if !others.is_empty() {
            let names = others.iter().map(|case| case.name.clone());
            let _ = writeln!(out, "  The same in {}.", named(names.collect()));
        }
        say_all(out, case.diagnostics.iter(), &result.sources, options);
    }
    let hidden: usize = groups.iter().skip(shown).map(Vec::len).sum();
    if hidden > 0 {
        let more = count(hidden as u64, "case");
        let _ = writeln!(out, "  … and {more} more");
    }
}

/// The first of some names, and how many more there are.
fn named(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(MAX_NAMES);
    names.truncate(MAX_NAMES);
    match more {
        0 => names.join(", "),
        more => format!("{} and {} more", names.join(", "), grouped(more as u64)),
    }
}

pub(super) fn say_all<'a>(
    out: &mut String,
    messages: impl Iterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
    options: &TextOptions,
) {
    let how = RenderOptions {
        color: options.page.color,
        width: Some(options.page.width.saturating_sub(2)),
    };
    let messages: Vec<&Diagnostic> = messages.collect();
    for message in messages.iter().take(MAX_MESSAGES) {
        for line in diag::render(sources, message, &how).lines() {
            let _ = writeln!(out, "{}", format!("  {line}").trim_end());
        }
        out.push('\n');
    }
    if messages.len() > MAX_MESSAGES {
        let more = count((messages.len() - MAX_MESSAGES) as u64, "message");
        let _ = writeln!(out, "  … and {more} more\n");
    }
}
