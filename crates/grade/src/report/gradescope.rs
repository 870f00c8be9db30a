//! One submission as Gradescope's `results.json`.

use super::page::{Shown, shown};
use crate::record::{Record, TaskRecord, TestRecord};
use crate::score::number;
use serde_json::{Value, json};

/// The results of one submission, as Gradescope reads them. The score is that of the record; tests
/// carry none of their own, so that both cannot disagree.
pub fn gradescope(record: &Record) -> Value {
    let mut tests: Vec<Value> = record.tasks.iter().enumerate().map(task).collect();
    let shown = record.tests.iter().filter_map(test);
    for (k, mut test) in shown.enumerate() {
        test["number"] = format!("{}.{}", record.tasks.len() + 1, k + 1).into();
        tests.push(test);
    }
    let output = match (record.standing.why(), &record.gate) {
        (Some(why), _) => format!("{}: {why}", record.standing.words()),
        (None, Some(gate)) => format!("No points: {gate}."),
        (None, None) => {
            let (score, points) = (number(record.score), number(record.points));
            format!("{score} of {points} points")
        }
    };
    json!({
        "score": record.score,
        "output": output,
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    })
}

/// A test, as far as its student may see it. One that may not be seen is left out: a hidden test
/// would hide the score as well.
fn test(test: &TestRecord) -> Option<Value> {
    let status = if test.passed { "passed" } else { "failed" };
    Some(match shown(test) {
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

fn task((index, task): (usize, &TaskRecord)) -> Value {
    json!({
        "name": task.name,
        "number": (index + 1).to_string(),
        "score": task.earned,
        "max_score": task.points,
        "status": if task.earned >= task.points { "passed" } else { "failed" },
        "visibility": "visible",
        "output_format": "text",
        "output": task.arithmetic,
    })
}
