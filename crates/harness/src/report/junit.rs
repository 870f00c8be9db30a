//! Results as JUnit XML, which servers and learning platforms read.
//!
//! A folder of tests is a suite, and a case of a unit test is a test case of its own. A program that
//! does the wrong thing is a *failure*; one that could not be run to its end, or not at all, is an
//! *error*. Characters that XML cannot hold are left out.

use super::facts;
use super::xml::{END, XmlCase, XmlCounts, XmlReason, XmlStatus, XmlSuite, head};
use crate::result::{CaseResult, TestResult};
use crate::suite::SuiteResult;
use crate::verdict::Verdict;
use std::borrow::Cow;
use std::path::{Component, PathBuf};

/// The results as an XML document. `name` is what all of it is called.
pub fn report(suite: &SuiteResult, name: &str) -> String {
    let groups = suite.results.chunk_by(|a, b| group(a) == group(b));
    let (mut counts, mut suites) = (XmlCounts::default(), String::new());
    for results in groups {
        let suite = test_suite(&group(&results[0]), results);
        counts.add_suite(&suite);
        suites.push_str(&suite.text());
    }
    head(name, counts, Some(suite.time)) + &suites + END
}

/// The suite that a test belongs to: project and folder. How many folders lie between the project
/// and where the command was given does not matter.
fn group(result: &TestResult) -> String {
    let project = result.test.project.components();
    let project: PathBuf = project
        .filter(|part| *part != Component::ParentDir)
        .collect();
    let project = project.to_string_lossy();
    let parts = [&*project, &*result.test.folder];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    match parts.is_empty() {
        true => "tests".to_owned(),
        false => parts.join("/"),
    }
}

fn test_suite(name: &str, results: &[TestResult]) -> XmlSuite {
    let time = results.iter().map(|result| result.time).sum();
    let mut suite = XmlSuite::new(name, Some(time));
    for result in results {
        if result.cases.is_empty() {
            suite.add(&test_case(name, result));
        }
        let class = format!("{name}/{}", result.test.name);
        for case in &result.cases {
            suite.add(&unit_case(&class, result, case));
        }
    }
    suite
}

fn test_case<'a>(group: &'a str, result: &'a TestResult) -> XmlCase<'a> {
    let passed = result.passes();
    let reason = || {
        reason(
            result.verdict,
            facts::explained(result),
            facts::story(result).text(),
        )
    };
    let output = (!passed && !result.output.is_empty()).then_some(&result.output);
    XmlCase {
        name: &result.test.name,
        class: group,
        time: Some(result.time),
        file: Some(result.test.source.to_string_lossy()),
        properties: properties(result.steps, result.findings.len()),
        status: status(result.verdict),
        reason: (!passed).then(reason),
        output: output.map(|output| String::from_utf8_lossy(output)),
    }
}

fn unit_case<'a>(class: &'a str, result: &'a TestResult, unit: &'a CaseResult) -> XmlCase<'a> {
    let reason = || {
        let words = unit.verdict.words();
        let first = unit.diagnostics.first().map(|d| d.title.as_str());
        let detail = first.or(unit.lines.first().map(String::as_str));
        let message = detail.map_or(words.to_owned(), |detail| format!("{words}: {detail}"));
        let message = facts::with_cause(message, unit.cause.as_ref());
        reason(unit.verdict, message, facts::case_story(result, unit))
    };
    // Cases are not timed one by one.
    let cases = u32::try_from(result.cases.len()).unwrap_or(u32::MAX);
    XmlCase {
        name: &unit.name,
        class,
        time: Some(result.time / cases.max(1)),
        file: Some(result.test.source.to_string_lossy()),
        properties: properties(unit.steps, 0),
        status: status(unit.verdict),
        reason: (!unit.verdict.is_passed()).then(reason),
        output: None,
    }
}

fn properties(steps: u64, findings: usize) -> Vec<(&'static str, u64)> {
    let findings = (findings > 0).then_some(("findings", findings as u64));
    [("steps", steps)].into_iter().chain(findings).collect()
}

fn reason(verdict: Verdict, message: String, story: String) -> XmlReason<'static> {
    XmlReason {
        message: Cow::Owned(message),
        kind: Some(verdict.id()),
        story: Some(Cow::Owned(story)),
    }
}

/// A wrong answer is a failure; a program that did not come to an answer is an error.
fn status(verdict: Verdict) -> XmlStatus {
    match verdict {
        Verdict::Passed => XmlStatus::Passed,
        Verdict::WrongOutput
        | Verdict::WrongPicture
        | Verdict::WrongExit
        | Verdict::Convention
        | Verdict::Scrambled
        | Verdict::NotReturned
        | Verdict::Printed
        | Verdict::Unchecked
        | Verdict::Expectation => XmlStatus::Failure,
        Verdict::Fault
        | Verdict::Limit(_)
        | Verdict::DoesNotAssemble
        | Verdict::NoReference
        | Verdict::Unreadable => XmlStatus::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing;

    #[test]
    fn failures_are_not_errors() {
        let xml = report(&testing::suite(), "jal test");
        insta::assert_snapshot!(xml);
    }
}
