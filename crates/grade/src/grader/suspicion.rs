//! What the staff should look at, and students do not see.

use crate::record::{FuzzRecord, TaskRecord, TestRecord};
use harness::grading::Tier;

/// Tasks whose public tests all pass while more than half of everything else about them fails.
/// Answers that were looked up give this picture; so does code that was written for the public
/// tests only.
pub(super) fn looked_up(
    tasks: &[TaskRecord],
    tests: &[TestRecord],
    fuzz: &[FuzzRecord],
) -> Option<String> {
    let tasks = tasks.iter().enumerate();
    let found: Vec<String> = tasks
        .filter_map(|(index, task)| {
            Some(format!("{} ({})", task.name, failing(index, tests, fuzz)?))
        })
        .collect();
    (!found.is_empty()).then(|| {
        format!(
            "looked-up answers? All public tests pass, and most of the rest fails: {}",
            found.join(", ")
        )
    })
}

/// What fails of a task, if only its public tests pass.
fn failing(index: usize, tests: &[TestRecord], fuzz: &[FuzzRecord]) -> Option<String> {
    let tests = tests.iter().filter(|test| test.tasks.contains(&index));
    let (public, hidden): (Vec<_>, Vec<_>) = tests.partition(|test| test.tier == Tier::Public);
    if public.is_empty() || public.iter().any(|test| !test.passed) {
        return None;
    }
    let fuzz: Vec<_> = fuzz
        .iter()
        .filter(|fuzz| fuzz.tasks.contains(&index))
        .collect();
    let failed = hidden.iter().filter(|test| !test.passed).count();
    let different = fuzz.iter().filter(|fuzz| fuzz.difference.is_some());
    let different: Vec<String> = different
        .map(|fuzz| format!("`{}`", fuzz.function))
        .collect();
    let (bad, all) = (failed + different.len(), hidden.len() + fuzz.len());
    // Whoever looks answers up does not know those of hidden tests.
    let knows_hidden = failed == 0 && !hidden.is_empty();
    if 2 * bad <= all || knows_hidden {
        return None;
    }
    let hidden = (failed > 0).then(|| format!("{failed} of {} hidden tests", hidden.len()));
    let parts: Vec<String> = hidden.into_iter().chain(different).collect();
    Some(parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::Verdict;

    #[track_caller]
    fn check(public: [usize; 2], hidden: [usize; 2], same: Option<bool>, expected: Option<&str>) {
        let task = TaskRecord {
            name: "Merging".to_owned(),
            points: 1.0,
            passed: 0,
            of: 0,
            earned: 0.0,
            arithmetic: String::new(),
        };
        let test = |tier, passed| TestRecord {
            name: String::new(),
            tier,
            tasks: vec![0],
            passed,
            verdict: Verdict::WrongOutput,
            cause: String::new(),
            words: String::new(),
            steps: 0,
            findings: Vec::new(),
            hint: None,
            details: String::new(),
            pictures: None,
        };
        let tests = [(Tier::Public, public), (Tier::Eval, hidden)];
        let tests: Vec<TestRecord> = tests
            .into_iter()
            .flat_map(|(tier, [passed, of])| (0..of).map(move |k| test(tier, k < passed)))
            .collect();
        let fuzz = same.map(|same| FuzzRecord {
            function: "merge".to_owned(),
            tasks: vec![0],
            cases: 1,
            difference: (!same).then(String::new),
            counterexample: None,
        });
        let fuzz: Vec<FuzzRecord> = fuzz.into_iter().collect();
        let said = looked_up(&[task], &tests, &fuzz);
        let begin =
            "looked-up answers? All public tests pass, and most of the rest fails: Merging ";
        assert_eq!(
            said.as_deref()
                .map(|said| said.strip_prefix(begin).unwrap()),
            expected
        );
    }

    #[test]
    fn a_task_is_named_if_only_its_public_tests_pass() {
        check(
            [9, 9],
            [0, 4],
            Some(false),
            Some("(4 of 4 hidden tests, `merge`)"),
        );
        check(
            [6, 6],
            [2, 5],
            Some(false),
            Some("(3 of 5 hidden tests, `merge`)"),
        );
        check([6, 6], [0, 0], Some(false), Some("(`merge`)"));
        check([6, 6], [1, 3], None, Some("(2 of 3 hidden tests)"));
    }

    #[test]
    fn usual_mistakes_are_not_suspicious() {
        check([9, 9], [4, 4], Some(true), None);
        check([9, 9], [3, 4], Some(false), None);
        check([9, 9], [1, 1], Some(false), None);
        check([1, 1], [1, 2], None, None);
        check([8, 9], [0, 4], Some(false), None);
        check([0, 0], [0, 4], Some(false), None);
        check([9, 9], [0, 0], None, None);
    }
}
