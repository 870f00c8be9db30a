//! Results that the tests of the reports share: one of each kind.

use crate::cause::{Cause, CauseKind, CausePlace, Confidence, FirstStep};
use crate::compare::Compare;
use crate::debugger::Debugger;
use crate::result::{Apart, CallSite, CaseResult, PrintedAt, TestResult};
use crate::settings::ExitRule;
use crate::suite::SuiteResult;
use crate::test::{Test, TestKind};
use crate::verdict::{LimitKind, Verdict};
use diag::{Code, Diagnostic, SourceMap, Span};
use runtime::End;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const MERGE: &str = "merge:\n    li   a0, 5\n    ecall\n    lw   t0, 0(t1)\n    ret\n";

/// A result of the test `NAME` in `tests/pub`.
fn result(name: &str, verdict: Verdict) -> TestResult {
    let test = Test {
        name: name.to_owned(),
        folder: "pub".to_owned(),
        kind: TestKind::Program,
        project: PathBuf::new(),
        source: PathBuf::from(format!("tests/pub/{name}.s")),
    };
    TestResult {
        steps: 120,
        time: Duration::from_micros(250),
        end: Some(End::Exit(0)),
        ..TestResult::new(Arc::new(test), verdict)
    }
}

/// The place of the `n`th line of `src/merge.s`.
fn line(sources: &mut SourceMap, n: u32) -> Option<Span> {
    let known = sources
        .files()
        .find(|id| sources.name(*id) == "src/merge.s");
    let file = known.unwrap_or_else(|| sources.add("src/merge.s", MERGE));
    let span = sources.line_span(file, n)?;
    let text = sources.line_text(file, n);
    let blanks = (text.len() - text.trim_start().len()) as u32;
    Some(Span::new(file, span.start + blanks, span.end))
}

fn error(code: &'static str, title: &str, span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code(code), title);
    match span {
        Some(span) => diagnostic.primary(span, "here"),
        None => diagnostic,
    }
}

fn wrong_output() -> TestResult {
    let mut result = result("prints, wrongly", Verdict::WrongOutput);
    let sources = &mut result.sources;
    let span = line(sources, 3);
    let called_at = line(sources, 1);
    result.output = b"4 0 8\n\x1b[1m\xff ]]> <b>".to_vec();
    result.expected = Some(b"4 0 9\n".to_vec());
    result.comparison = Compare::Exact.compare(&result.output, b"4 0 9\n");
    result.cause = Some(Cause {
        kind: CauseKind::SignExtension,
        confidence: Confidence::Likely,
        places: vec![CausePlace {
            file: "src/merge.s".to_owned(),
            first: 4,
            last: 4,
            text: "lh t0, 0(t1)".to_owned(),
            function: "merge".to_owned(),
        }],
        words:
            "`lh` loads a signed value, `lhu` an unsigned one. With `lhu t0, 0(t1)` instead, this \
                test passes."
                .to_owned(),
    });
    result.debugger = Some(Debugger {
        input: Some("tests/pub/prints, wrongly.in".to_owned()),
        source: "tests/pub/prints, wrongly.s".to_owned(),
        ..Debugger::default()
    });
    result.printed_at = Some(PrintedAt {
        offset: 4,
        step: 90,
        pc: 8,
        span,
        calls: vec![
            CallSite {
                function: "merge".to_owned(),
                called_at,
            },
            CallSite {
                function: "main".to_owned(),
                called_at: None,
            },
        ],
    });
    result
}

fn fault(name: &str) -> TestResult {
    let mut result = result(name, Verdict::Fault);
    let span = line(&mut result.sources, 4);
    let title = "load from 0x28000000, 100% wrong";
    result.diagnostics.push(error("R0104", title, span));
    result.end = None;
    result
}

fn convention() -> TestResult {
    let mut result = result("saves_cc", Verdict::Convention);
    let span = line(&mut result.sources, 5);
    let title = "`merge` changes `s0`";
    result.findings.push(error("CC0101", title, span));
    result
}

fn does_not_assemble() -> TestResult {
    let mut result = result("typo", Verdict::DoesNotAssemble);
    let span = line(&mut result.sources, 2);
    let title = "unknown instruction `lj`";
    result.diagnostics.push(error("E0101", title, span));
    result.end = None;
    result
}

fn scrambled() -> TestResult {
    let mut result = result("lucky", Verdict::Scrambled);
    let span = line(&mut result.sources, 2);
    result.apart = Some(Apart {
        seed: 3,
        step: 40,
        pc: 4,
        span,
    });
    result
}

fn unit() -> TestResult {
    let mut result = result("merge", Verdict::Expectation);
    let mut test = Test::clone(&result.test);
    test.kind = TestKind::Unit;
    test.source = PathBuf::from("tests/pub/merge.unit.toml");
    result.test = Arc::new(test);
    let file = result.sources.add(
        "tests/pub/merge.unit.toml",
        "call = \"merge\"\n\n[[case]]\nname = \"empty\"\n\n[[case]]\nname = \"pair\"\n",
    );
    let case = |name: &str, verdict, start| CaseResult {
        name: name.to_owned(),
        number: 1,
        verdict,
        cause: None,
        steps: 12,
        span: Some(Span::new(file, start, start + 8)),
        lines: Vec::new(),
        diagnostics: Vec::new(),
    };
    let passed = case("empty", Verdict::Passed, 16);
    let failed = CaseResult {
        number: 2,
        lines: vec!["a0 is 3, not 2".to_owned()],
        cause: Some(off_by_one()),
        ..case("pair", Verdict::Expectation, 42)
    };
    result.cases = vec![passed, failed];
    result.cause = Some(off_by_one());
    result
}

fn off_by_one() -> Cause {
    Cause {
        kind: CauseKind::OffByOne,
        confidence: Confidence::Likely,
        places: vec![CausePlace {
            file: "src/merge.s".to_owned(),
            first: 5,
            last: 5,
            text: "blt t0, t1, loop".to_owned(),
            function: "merge".to_owned(),
        }],
        words: "It reads `row[4]`, one element after its end.".to_owned(),
    }
}

/// One result of each kind.
pub(crate) fn suite() -> SuiteResult {
    let mut wrong_exit = result("exits", Verdict::WrongExit);
    wrong_exit.end = Some(End::Exit(3));
    wrong_exit.exit = ExitRule::Code(0);
    let mut endless = result("endless", Verdict::Limit(LimitKind::Steps));
    let stopped = error("R0301", "stopped after 1 000 000 instructions", None);
    endless.diagnostics.push(stopped);
    let mut alone = result("<new>", Verdict::NoReference);
    alone.test = Arc::new(Test {
        folder: "student".to_owned(),
        source: PathBuf::from("tests/student/<new>.s"),
        ..Test::clone(&alone.test)
    });
    SuiteResult {
        results: vec![
            result("good", Verdict::Passed),
            wrong_output(),
            wrong_exit,
            convention(),
            scrambled(),
            fault("falls"),
            fault("falls_too"),
            endless,
            does_not_assemble(),
            unit(),
            alone,
        ],
        skipped: 2,
        time: Duration::from_millis(12),
        first_step: Some(FirstStep {
            function: "merge".to_owned(),
            others: 3,
        }),
    }
}
