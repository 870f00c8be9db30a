//! What is known about a run without its record: enough for histories, plots and letters.

use grade::record::{Record, Standing};
use harness::Verdict;
use harness::grading::Tier;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came of a run, in short.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// `graded`, `missing` and so on.
    pub(crate) standing: String,
    /// Why it was not graded, as students may read it.
    pub(crate) why: Option<String>,
    pub(crate) score: f64,
    pub(crate) points: f64,
    /// Some public test does not assemble, or there is nothing to assemble.
    pub(crate) is_broken: bool,
    /// Whether daily tests ran.
    pub(crate) has_daily: bool,
    /// The tests, in their order.
    pub(crate) tests: Vec<OutcomeTest>,
    /// What is new since the run before.
    pub(crate) changes: Changes,
}

/// A test of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OutcomeTest {
    /// For the staff.
    pub(crate) name: String,
    /// For students: empty if they only learn how many there are.
    pub(crate) shown: String,
    pub(crate) tier: String,
    pub(crate) passed: bool,
}

/// What is new since the run before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Changes {
    /// There was no run before.
    pub(crate) is_first: bool,
    /// Whether anything else than tests changed: the standing, or whether daily tests ran.
    pub(crate) is_other: bool,
    /// Tests that pass now and did not, as students see them.
    pub(crate) passing: Vec<String>,
    /// Tests that passed and do not any more.
    pub(crate) failing: Vec<String>,
}

impl Changes {
    /// Whether the student should be told.
    pub(crate) fn is_worth_a_letter(&self) -> bool {
        self.is_first || self.is_other || !self.passing.is_empty() || !self.failing.is_empty()
    }

    /// In a few words, such as "2 tests newly pass".
    pub(crate) fn words(&self) -> String {
        if self.is_first {
            return "first run".to_owned();
        }
        let count = |count: usize, one: &str, more: &str| match count {
            0 => None,
            1 => Some(format!("1 test newly {one}")),
            count => Some(format!("{count} tests newly {more}")),
        };
        let words = [
            count(self.passing.len(), "passes", "pass"),
            count(self.failing.len(), "fails", "fail"),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        match (words.is_empty(), self.is_other) {
            (true, true) => "changed".to_owned(),
            (true, false) => "no change".to_owned(),
            (false, _) => words.join(", "),
        }
    }
}

impl Outcome {
    /// What a record says, compared with the run before.
    pub(crate) fn of(record: &Record, before: Option<&Outcome>) -> Self {
        let mut ran = record.tests.iter().filter(|test| test.tier == Tier::Public);
        let is_broken = match record.standing {
            Standing::Graded => ran.any(|test| test.verdict == Verdict::DoesNotAssemble),
            Standing::GraderError(_) => false,
            _ => true,
        };
        let mut outcome = Outcome {
            standing: record.standing.words().to_owned(),
            why: match &record.standing {
                Standing::GraderError(_) => Some("the grader itself failed".to_owned()),
                standing => standing.why().map(str::to_owned),
            },
            score: record.score,
            points: record.points,
            is_broken,
            has_daily: record.tests.iter().any(|test| test.tier == Tier::Daily),
            tests: tests(record),
            changes: Changes::default(),
        };
        outcome.changes = outcome.changes_since(before);
        outcome
    }

    fn changes_since(&self, before: Option<&Outcome>) -> Changes {
        let Some(before) = before else {
            return Changes {
                is_first: true,
                ..Changes::default()
            };
        };
        let passed: BTreeMap<&str, bool> = (before.tests.iter())
            .map(|test| (&*test.name, test.passed))
            .collect();
        let mut changes = Changes {
            is_other: before.standing != self.standing || before.has_daily != self.has_daily,
            ..Changes::default()
        };
        for test in &self.tests {
            let name = match test.shown.is_empty() {
                true => format!("a {} test", test.tier),
                false => test.shown.clone(),
            };
            match (passed.get(&*test.name).copied(), test.passed) {
                (Some(false), true) => changes.passing.push(name),
                (Some(true), false) => changes.failing.push(name),
                _ => {}
            }
        }
        changes
    }

    /// How many tests of a tier pass, of how many.
    pub(crate) fn passed(&self, tier: Tier) -> (usize, usize) {
        let tests = self.tests.iter().filter(|test| test.tier == tier.name());
        let all = tests.clone().count();
        (tests.filter(|test| test.passed).count(), all)
    }
}

/// The tests of a record, as far as everybody may know about them.
fn tests(record: &Record) -> Vec<OutcomeTest> {
    let tests = record.tests.iter().map(|test| OutcomeTest {
        name: test.name.clone(),
        shown: match (test.tier, &test.hint) {
            (Tier::Public, _) => test.name.clone(),
            (_, Some(hint)) => hint.clone(),
            (_, None) => String::new(),
        },
        tier: test.tier.name().to_owned(),
        passed: test.passed,
    });
    tests.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(tests: &[(&str, bool)]) -> Outcome {
        let tests = tests.iter().map(|(name, passed)| OutcomeTest {
            name: (*name).to_owned(),
            shown: (*name).to_owned(),
            tier: "public".to_owned(),
            passed: *passed,
        });
        Outcome {
            tests: tests.collect(),
            ..Outcome::default()
        }
    }

    #[test]
    fn changes_are_said_in_few_words() {
        let before = outcome(&[("a", false), ("b", true), ("c", false), ("d", true)]);
        let words = |tests: &[(&str, bool)]| outcome(tests).changes_since(Some(&before)).words();
        assert_eq!(
            words(&[("a", true), ("b", true), ("c", true)]),
            "2 tests newly pass"
        );
        assert_eq!(
            words(&[("a", true), ("b", false)]),
            "1 test newly passes, 1 test newly fails"
        );
        assert_eq!(words(&[("b", true), ("new", true)]), "no change");
        let first = outcome(&[]).changes_since(None);
        assert_eq!(
            (first.words(), first.is_worth_a_letter()),
            ("first run".to_owned(), true)
        );
    }
}
