//! One submission as Gradescope's `results.json`.

use super::student::{Shown, not_graded, shown};
use super::words::sentence;
use crate::record::{Record, TaskRecord, TestRecord};
use harness::points::number;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The results of one submission, as Gradescope reads them. The score is that of the record; tests
/// carry none of their own, so that both cannot disagree.
pub fn gradescope(record: &Record) -> Value {
    let tasks = record.tasks.iter().enumerate();
    let mut tests: Vec<Value> = tasks.map(|(k, t)| task(record, k, t)).collect();
    let shown = record.tests.iter().filter_map(|t| test(record, t));
    for (k, mut test) in shown.enumerate() {
        test["number"] = format!("{}.{}", record.tasks.len() + 1, k + 1).into();
        tests.push(test);
    }
    json!({
        "score": record.score,
        "output": output(record),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    })
}

/// What is said about all of it: the points or why there are none, and remarks.
fn output(record: &Record) -> String {
    let first = match (not_graded(record), &record.gate) {
        (Some((words, why)), _) => sentence(&format!("{words}: {why}")),
        (None, Some(gate)) => format!("No points: {gate}."),
        (None, None) => {
            let (score, points) = (number(record.score), number(record.points));
            format!("{score} of {points} points")
        }
    };
    let remarks = record.remarks.iter().map(|remark| sentence(remark));
    let lines: Vec<String> = [first].into_iter().chain(remarks).collect();
    lines.join("\n")
}

/// A test, as far as its student may see it. One that may not be seen is left out: a hidden test
/// would hide the score as well.
fn test(record: &Record, test: &TestRecord) -> Option<Value> {
    let status = if test.passed { "passed" } else { "failed" };
    Some(match shown(record, test) {
        Shown::All => json!({
            "name": test.name,
            "status": status,
            "output_format": "text",
            "output": test.details,
            "tags": test.findings,
        }),
        Shown::Hint(hint) => json!({ "name": hint, "status": status }),
        Shown::Count => return None,
    })
}

/// A task, with the inputs that tell its functions apart from the model.
fn task(record: &Record, index: usize, task: &TaskRecord) -> Value {
    let mut output = task.arithmetic.clone();
    for fuzz in record.fuzz.iter().filter(|f| f.tasks.contains(&index)) {
        let Some(difference) = &fuzz.difference else {
            continue;
        };
        let example = fuzz.counterexample.as_deref().unwrap_or_default();
        let sentence = format!("{} {difference}.\n\n{example}", fuzz.function);
        let _ = write!(output, "\n\n{}", sentence.trim_end());
    }
    json!({
        "name": task.name,
        "number": (index + 1).to_string(),
        "score": task.earned,
        "max_score": task.points,
        "status": if task.earned >= task.points { "passed" } else { "failed" },
        "visibility": "visible",
        "output_format": "text",
        "output": output,
    })
}
