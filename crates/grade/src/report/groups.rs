//! Failures with the same cause are shown once. A source that does not assemble fails every test
//! that imports it, and the first message says all there is to say.

use crate::record::TestRecord;
use harness::report::facts;

/// The tests in their order, each with those after it that have the same cause.
pub(super) fn grouped<'a>(tests: impl Iterator<Item = &'a TestRecord>) -> Vec<Vec<&'a TestRecord>> {
    facts::grouped(tests, |test| {
        Some(&test.cause).filter(|cause| !cause.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::Verdict;
    use harness::grading::Tier;

    fn test(name: &str, cause: &str) -> TestRecord {
        TestRecord {
            name: format!("pub/{name}"),
            tier: Tier::Public,
            tasks: vec![0],
            passed: false,
            verdict: Verdict::WrongOutput,
            words: String::new(),
            steps: 0,
            findings: Vec::new(),
            hint: None,
            details: String::new(),
            pictures: None,
            cause: cause.to_owned(),
        }
    }

    #[track_caller]
    fn check(tests: &[TestRecord], expected: &[&[&str]]) {
        let groups = grouped(tests.iter());
        let names = groups.iter().map(|group| {
            let names = group
                .iter()
                .map(|test| test.name.trim_start_matches("pub/"));
            names.collect::<Vec<_>>()
        });
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_same_cause_is_one_group() {
        let tests = [("a", "1"), ("b", "2"), ("c", ""), ("d", "1"), ("e", "")];
        let tests = tests.map(|(name, cause)| test(name, cause));
        check(&tests, &[&["a", "d"], &["b"], &["c"], &["e"]]);
    }
}
