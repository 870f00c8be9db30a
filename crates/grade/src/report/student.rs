//! What a student may know about a submission.

use crate::record::{Record, Standing, TestRecord};
use harness::grading::Tier;

/// What a student may know about a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Everything.
    All,
    /// What its hint says, and which task it belongs to.
    Hint(String),
    /// Nothing but that it is counted.
    Count,
}

/// What a student may know about a test.
pub(super) fn shown(record: &Record, test: &TestRecord) -> Shown {
    match (&test.hint, test.tier) {
        (_, Tier::Public) => Shown::All,
        (Some(hint), _) => Shown::Hint(with_task(record, test, hint)),
        (None, _) => Shown::Count,
    }
}

/// A hint with its task: tests of two tasks may have the same.
fn with_task(record: &Record, test: &TestRecord, hint: &str) -> String {
    let tasks = test.tasks.iter().filter_map(|k| record.tasks.get(*k));
    let tasks: Vec<&str> = tasks.map(|task| task.name.as_str()).collect();
    match tasks.is_empty() {
        true => hint.to_owned(),
        false => format!("{}: {hint}", tasks.join(" and ")),
    }
}

/// Whether the points say anything. Those that the grader owes do not.
pub(super) fn has_points(record: &Record) -> bool {
    !matches!(record.standing, Standing::GraderError(_))
}

/// What came of a submission that was not graded, and why: in few words, and in more.
pub(super) fn not_graded(record: &Record) -> Option<(&'static str, &str)> {
    let why = record.standing.why()?;
    Some(match record.standing {
        // Why the grader failed is for those who can mend it.
        Standing::GraderError(_) => (
            "not graded yet",
            "the grader itself failed, which says nothing about your work; the course staff has \
             been told",
        ),
        _ => (record.standing.words(), why),
    })
}
