//! Failures with the same cause are told once. A source that does not assemble fails every test
//! that imports it, and the first message says all there is to say.

use crate::record::TestRecord;
use rustc_hash::FxHashMap;

/// Verdicts after which the first message tells the cause: the kind of mistake and its place.
const ONE_PLACE: [&str; 7] = [
    "does-not-assemble",
    "fault",
    "convention",
    "step-limit",
    "output-limit",
    "memory-limit",
    "time-limit",
];

/// The tests in their order, each with those after it that have the same cause.
pub(super) fn grouped<'a>(tests: impl Iterator<Item = &'a TestRecord>) -> Vec<Vec<&'a TestRecord>> {
    let mut groups: Vec<Vec<&TestRecord>> = Vec::new();
    let mut known = FxHashMap::default();
    for test in tests {
        let next = groups.len();
        let group = cause(test).map_or(next, |cause| *known.entry(cause).or_insert(next));
        match groups.get_mut(group) {
            Some(group) => group.push(test),
            None => groups.push(vec![test]),
        }
    }
    groups
}

/// What a failure shares with others of the same cause; none if there is nothing to say about it.
fn cause(test: &TestRecord) -> Option<String> {
    if test.details.is_empty() {
        return None;
    }
    let one_place = ONE_PLACE.contains(&test.verdict.as_str());
    let message = one_place.then(|| first_message(test)).flatten();
    let told = message.unwrap_or_else(|| anonymous(test, without_head(&test.details)));
    let findings = test.findings.join(" ");
    Some(format!("{} {findings}\n{told}", test.words))
}

/// Code and place of the first error. What a message says may differ from test to test, as
/// addresses do. If it is about the test itself, it has to be the same: then it matters less where
/// each of them names the file that is missing.
fn first_message(test: &TestRecord) -> Option<String> {
    let mut lines = test.details.lines().map(str::trim_start);
    let message = lines.find(|line| line.starts_with("error["))?;
    let place = lines.next()?.strip_prefix("--> ")?;
    let shared = anonymous(test, place);
    if shared == place {
        Some(format!("{} {place}", message.split(']').next()?))
    } else if test.verdict == "does-not-assemble" {
        Some(message.to_owned())
    } else {
        Some(format!("{message} {shared}"))
    }
}

/// A text in which the file of the test has no name.
fn anonymous(test: &TestRecord, text: &str) -> String {
    let name = test.name.rsplit('/').next().unwrap_or_default();
    text.replace(&format!("{name}."), "*.")
}

/// What is said about a failure after the name of the test and what that is about.
fn without_head(details: &str) -> &str {
    match details.split_once("\n\n") {
        Some((head, rest)) if head.starts_with("FAILED ") => rest,
        _ => details,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::grading::Tier;

    fn test(name: &str, verdict: &str, details: &str) -> TestRecord {
        TestRecord {
            name: format!("pub/{name}"),
            tier: Tier::Public,
            tasks: vec![0],
            passed: false,
            verdict: verdict.to_owned(),
            words: verdict.replace('-', " "),
            steps: 0,
            findings: Vec::new(),
            hint: None,
            details: format!("FAILED pub/{name}: {verdict}\n  About {name}.\n\n{details}"),
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
    fn the_same_place_is_the_same_cause() {
        let message = |name: &str, place: &str, title: &str| {
            let text =
                format!("  error[E0301]: {title}\n   --> {place}\n   ::: tests/pub/{name}.s:3:9\n");
            test(name, "does-not-assemble", &text)
        };
        let own =
            |name: &str, title: &str| message(name, &format!("tests/pub/{name}.s:3:9"), title);
        check(
            &[
                message("a1", "src/a.s:5:1", "no `addd`"),
                message("b", "src/b.s:5:1", "no `addd`"),
                message("a10", "src/a.s:5:1", "no `addd`"),
                own("c", "no c.s"),
                own("d", "no d.s"),
                own("e12", "no d.s"),
            ],
            &[&["a1", "a10"], &["b"], &["c"], &["d", "e12"]],
        );
    }

    #[test]
    fn other_failures_must_read_the_same() {
        let finding = "\n  error[CC0101]: s0\n   --> src/a.s:1:1";
        let nothing = "  The program printed nothing.";
        let mut passed = test("e", "passed", "");
        passed.details = String::new();
        let mut same = passed.clone();
        same.name = "pub/f".to_owned();
        check(
            &[
                test("a", "wrong-output", nothing),
                test("b", "wrong-output", nothing),
                test("c", "wrong-output", &format!("  - 1\n  + 2{finding}")),
                test("d", "wrong-output", &format!("  - 3\n  + 4{finding}")),
                passed,
                same,
            ],
            &[&["a", "b"], &["c"], &["d"], &["e"], &["f"]],
        );
    }
}
