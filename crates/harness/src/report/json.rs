//! Results as JSON, for other programs. Fields are only ever added; `version` would change if one
//! meant something else.
//!
//! | field | value |
//! |---|---|
//! | `version` | 1 |
//! | `passed` `failed` `skipped` | numbers of tests |
//! | `time` | seconds, for all of it |
//! | `beginWith` | the `function` to repair first, and how many `others` that fail call it; or `null` |
//! | `tests` | an object for each test that ran, in order |
//! | `coverage` | what the tests ran of the sources, or `null` if that was not asked for |
//!
//! A test:
//!
//! | field | value |
//! |---|---|
//! | `name` `folder` `project` `source` | its name, its folder below `tests/`, its project, its file |
//! | `kind` | `"program"` or `"unit"` |
//! | `verdict` | one word, such as `"wrong-output"` ([`Verdict::id`](crate::Verdict::id)) |
//! | `passed` | whether all is as it should be |
//! | `message` | what went wrong, in one line; `null` if it passed |
//! | `steps` `time` | instructions that ran; seconds |
//! | `exit` | the exit code, or `null` if it did not end by itself |
//! | `output` `expected` | what it printed and should have; `null` if it passed or is not known |
//! | `exact` | false if these had bytes that are not text, which are `U+FFFD` here |
//! | `picture` | how its last picture differs from `NAME.png`, in words; `null` if it does not, or there is none |
//! | `printedAt` | the first wrong byte: `offset` from 0, `step`, `pc`, a place, and `calls`, the functions that were running, innermost first: `function` and the place of the call |
//! | `apart` | where a scrambled run went another way: `seed`, `step`, `pc`, a place |
//! | `cause` | why it most probably failed, or `null`: `kind` (one word, [`CauseKind::id`](crate::CauseKind::id)), `confidence` (`"certain"`, `"likely"`, `"possible"`), `words`, and `places`, the most probable first: `file`, `firstLine`, `lastLine`, `text`, `function` |
//! | `diagnostics` `findings` | faults, and what is wrong with the calling convention, as `--message-format json` has them |
//! | `cases` | of a unit test: `name`, `number` (from 1), `verdict`, `passed`, `steps`, a place, `cause`, `lines`, `diagnostics` |
//!
//! A place is `file`, `line` and `column`, each `null` if it is not known. Coverage has `lines`,
//! `linesRun`, `branches`, `branchesBothWays`, `files` (the same of each, with `name`, `neverRun`:
//! first and last line of each range, and `oneWay`: `line` and `words` of each branch that went only
//! one way) and `tests` (`name`, `linesRun`, `branchesBothWays`).

use super::facts;
use crate::cause::Cause;
use crate::coverage::{CoverageView, FileCoverage, SuiteCoverage, Totals};
use crate::result::{CaseResult, PictureResult, TestResult};
use crate::suite::SuiteResult;
use crate::test::TestKind;
use diag::{Diagnostic, Span, to_json};
use runtime::End;
use serde_json::{Map, Value, json};

/// The version of the shape.
const VERSION: u32 = 1;

/// The results as one JSON object.
pub fn report(suite: &SuiteResult, coverage: Option<(&SuiteCoverage, &CoverageView)>) -> Value {
    json!({
        "version": VERSION,
        "passed": suite.passed(),
        "failed": suite.failed(),
        "skipped": suite.skipped,
        "time": suite.time.as_secs_f64(),
        "beginWith": suite.first_step.as_ref().map(|first| json!({
            "function": first.function,
            "others": first.others,
        })),
        "tests": suite.results.iter().map(test).collect::<Vec<_>>(),
        "coverage": coverage.map(|(coverage, view)| covered(coverage, view)),
    })
}

/// One result.
pub fn test(result: &TestResult) -> Value {
    let passed = result.passes();
    let exit = match result.end {
        Some(End::Exit(code)) => Some(code),
        _ => None,
    };
    let output = (!passed && result.end.is_some()).then_some(&result.output);
    let expected = result.expected.as_ref().filter(|_| !passed);
    let is_text = |bytes: &Vec<u8>| std::str::from_utf8(bytes).is_ok();
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    json!({
        "name": result.test.name,
        "folder": result.test.folder,
        "project": result.test.project.to_string_lossy(),
        "source": result.test.source.to_string_lossy(),
        "kind": match result.test.kind {
            TestKind::Program => "program",
            TestKind::Unit => "unit",
        },
        "verdict": result.verdict.id(),
        "passed": passed,
        "message": (!passed).then(|| facts::sentence(result)),
        "steps": result.steps,
        "time": result.time.as_secs_f64(),
        "exit": exit,
        "output": output.map(text),
        "expected": expected.map(text),
        "exact": output.is_none_or(is_text) && expected.is_none_or(is_text),
        "picture": result.picture.as_ref().filter(|p| p.is_wrong()).map(PictureResult::words),
        "printedAt": printed_at(result),
        "apart": apart(result),
        "cause": result.cause.as_ref().map(cause),
        "diagnostics": diagnostics(result, &result.diagnostics),
        "findings": diagnostics(result, &result.findings),
        "cases": result.cases.iter().map(|c| case(result, c)).collect::<Vec<_>>(),
    })
}

fn diagnostics(result: &TestResult, diagnostics: &[Diagnostic]) -> Value {
    let all = diagnostics.iter().map(|d| to_json(&result.sources, d));
    all.collect()
}

/// The fields `file`, `line` and `column`.
fn place(result: &TestResult, span: Option<Span>) -> Map<String, Value> {
    let position = span.map(|span| result.sources.position(span.file, span.start));
    let fields = [
        ("file", json!(span.map(|s| result.sources.name(s.file)))),
        ("line", json!(position.map(|p| p.line))),
        ("column", json!(position.map(|p| p.column))),
    ];
    let fields = fields.into_iter();
    fields.map(|(key, value)| (key.to_owned(), value)).collect()
}

/// An object with a place and these fields.
fn placed(result: &TestResult, span: Option<Span>, fields: Value) -> Value {
    let mut object = place(result, span);
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    Value::Object(object)
}

fn printed_at(result: &TestResult) -> Option<Value> {
    let printed = result.printed_at.as_ref()?;
    let calls = printed.calls.iter().map(|call| {
        let function = json!({"function": call.function});
        placed(result, call.called_at, function)
    });
    let fields = json!({
        "offset": printed.offset,
        "step": printed.step,
        "pc": printed.pc,
        "calls": calls.collect::<Vec<_>>(),
    });
    Some(placed(result, printed.span, fields))
}

fn apart(result: &TestResult) -> Option<Value> {
    let apart = result.apart.as_ref()?;
    let fields = json!({"seed": apart.seed, "step": apart.step, "pc": apart.pc});
    Some(placed(result, apart.span, fields))
}

fn cause(cause: &Cause) -> Value {
    let places = cause.places.iter().map(|place| {
        json!({
            "file": place.file,
            "firstLine": place.first,
            "lastLine": place.last,
            "text": place.text,
            "function": place.function,
        })
    });
    json!({
        "kind": cause.kind.id(),
        "confidence": cause.confidence.id(),
        "words": cause.words,
        "places": places.collect::<Vec<_>>(),
    })
}

fn case(result: &TestResult, case: &CaseResult) -> Value {
    let fields = json!({
        "name": case.name,
        "number": case.number,
        "cause": case.cause.as_ref().map(cause),
        "verdict": case.verdict.id(),
        "passed": case.verdict.is_passed(),
        "steps": case.steps,
        "lines": case.lines,
        "diagnostics": diagnostics(result, &case.diagnostics),
    });
    placed(result, case.span, fields)
}

fn covered(coverage: &SuiteCoverage, view: &CoverageView) -> Value {
    let files = coverage.total.files(view);
    let files = files.iter().map(|(name, file)| covered_file(name, file));
    let tests = coverage.tests.iter().map(|(name, covered)| {
        let totals = covered.totals(view);
        json!({
            "name": name,
            "linesRun": totals.lines_run,
            "branchesBothWays": totals.branches_both,
        })
    });
    let mut object = totals(coverage.total.totals(view));
    object.insert("files".to_owned(), files.collect());
    object.insert("tests".to_owned(), tests.collect());
    Value::Object(object)
}

fn covered_file(name: &str, file: &FileCoverage) -> Value {
    let one_way: Vec<Value> = file
        .one_way()
        .map(|(line, branch)| json!({"line": line, "words": branch.words()}))
        .collect();
    let mut object = totals(file.totals());
    object.insert("name".to_owned(), json!(name));
    object.insert("neverRun".to_owned(), json!(file.gaps()));
    object.insert("oneWay".to_owned(), json!(one_way));
    Value::Object(object)
}

fn totals(totals: Totals) -> Map<String, Value> {
    let fields = [
        ("lines", totals.lines),
        ("linesRun", totals.lines_run),
        ("branches", totals.branches),
        ("branchesBothWays", totals.branches_both),
    ];
    let fields = fields.into_iter();
    let fields = fields.map(|(key, number)| (key.to_owned(), json!(number)));
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing;

    #[test]
    fn all_fields() {
        let report = report(&testing::suite(), None);
        let text = serde_json::to_string_pretty(&report).unwrap_or_default();
        insta::assert_snapshot!(text);
    }
}
