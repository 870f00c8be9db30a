//! Results as JUnit XML, which servers and learning platforms read.
//!
//! A folder of tests is a suite, and a case of a unit test is a test case of its own. A program that
//! does the wrong thing is a *failure*; one that could not be run to its end, or not at all, is an
//! *error*. Characters that XML cannot hold are left out.

use super::facts;
use crate::result::{CaseResult, TestResult};
use crate::suite::SuiteResult;
use crate::verdict::Verdict;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};
use std::path::{Component, PathBuf};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the results as XML")]
pub struct JunitError(#[from] quick_junit::SerializeError);

/// The results as an XML document. `name` is what all of it is called.
///
/// # Errors
///
/// When the XML cannot be made.
pub fn report(suite: &SuiteResult, name: &str) -> Result<String, JunitError> {
    let mut report = Report::new(legal(name));
    report.set_time(suite.time);
    let mut rest = suite.results.as_slice();
    while let Some(first) = rest.first() {
        let same = |result: &&TestResult| group(result) == group(first);
        let len = rest.iter().take_while(same).count();
        let (results, others) = rest.split_at(len);
        report.add_test_suite(test_suite(&group(first), results));
        rest = others;
    }
    Ok(report.to_string()?)
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

fn test_suite(name: &str, results: &[TestResult]) -> TestSuite {
    let mut suite = TestSuite::new(legal(name));
    suite.set_time(results.iter().map(|result| result.time).sum());
    for result in results {
        if result.cases.is_empty() {
            suite.add_test_case(test_case(name, result));
        }
        for case in &result.cases {
            suite.add_test_case(unit_case(name, result, case));
        }
    }
    suite
}

fn test_case(group: &str, result: &TestResult) -> TestCase {
    let mut status = status(result.verdict);
    if !result.verdict.is_passed() {
        status.set_message(legal(&facts::sentence(result)));
        status.set_description(legal(&facts::story(result)));
    }
    let mut case = TestCase::new(legal(&result.test.name), status);
    case.set_classname(legal(group));
    case.set_time(result.time);
    add_facts(&mut case, result, result.steps, result.findings.len());
    if !result.verdict.is_passed() && !result.output.is_empty() {
        case.set_system_out(legal(&String::from_utf8_lossy(&result.output)));
    }
    case
}

fn unit_case(group: &str, result: &TestResult, unit: &CaseResult) -> TestCase {
    let mut status = status(unit.verdict);
    if !unit.verdict.is_passed() {
        let words = unit.verdict.words();
        let first = unit.diagnostics.first().map(|d| d.title.as_str());
        let detail = first.or(unit.lines.first().map(String::as_str));
        let message = detail.map_or(words.to_owned(), |detail| format!("{words}: {detail}"));
        status.set_message(legal(&message));
        status.set_description(legal(&facts::case_story(result, unit)));
    }
    let mut case = TestCase::new(legal(&unit.name), status);
    case.set_classname(legal(&format!("{group}/{}", result.test.name)));
    // Cases are not timed one by one.
    case.set_time(result.time / u32::try_from(result.cases.len()).unwrap_or(u32::MAX).max(1));
    add_facts(&mut case, result, unit.steps, 0);
    case
}

fn add_facts(case: &mut TestCase, result: &TestResult, steps: u64, findings: usize) {
    let file = legal(&result.test.source.to_string_lossy());
    case.extra.insert("file".into(), file);
    case.add_property(("steps", steps.to_string().as_str()));
    if findings > 0 {
        case.add_property(("findings", findings.to_string().as_str()));
    }
}

/// A wrong answer is a failure; a program that did not come to an answer is an error.
fn status(verdict: Verdict) -> TestCaseStatus {
    let kind = match verdict {
        Verdict::Passed => return TestCaseStatus::success(),
        Verdict::WrongOutput
        | Verdict::WrongExit
        | Verdict::Convention
        | Verdict::Scrambled
        | Verdict::Expectation => NonSuccessKind::Failure,
        Verdict::Fault
        | Verdict::Limit(_)
        | Verdict::DoesNotAssemble
        | Verdict::NoReference
        | Verdict::Unreadable => NonSuccessKind::Error,
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(verdict.id());
    status
}

/// Text without colours, and without the characters that XML cannot hold, not even in other words.
pub fn legal(text: &str) -> XmlString {
    let is_legal = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    let text = XmlString::new(text);
    let text: String = text.as_str().chars().filter(is_legal).collect();
    XmlString::new(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn failures_are_not_errors() {
        let xml = report(&samples::suite(), "jal test").unwrap_or_default();
        insta::assert_snapshot!(xml);
    }

    #[test]
    fn no_character_is_illegal() {
        let xml = report(&samples::suite(), "a\u{0}b\u{ffff}\u{1b}[1mc").unwrap_or_default();
        assert_eq!(legal(&xml).as_str(), xml);
        assert!(xml.contains("name=\"abc\"") && !xml.contains("&#"));
    }
}
