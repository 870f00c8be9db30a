//! The tests of all submissions as JUnit XML: a submission is a suite.

use super::ReportError;
use crate::record::{Record, TestRecord};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The document, as far as it was written.
pub(super) struct Junit {
    report: Report,
}

impl Default for Junit {
    fn default() -> Self {
        Junit {
            report: Report::new("jal grade"),
        }
    }
}

/// Verdicts after which nothing can be said about what a program does.
const ERRORS: [&str; 7] = [
    "does-not-assemble",
    "no-reference",
    "unreadable",
    "step-limit",
    "output-limit",
    "memory-limit",
    "time-limit",
];

impl Junit {
    pub(super) fn add(&mut self, record: &Record) {
        let mut suite = TestSuite::new(&*record.name);
        for test in &record.tests {
            suite.add_test_case(case(record, test));
        }
        if let Some(why) = record.standing.why() {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(why);
            let mut case = TestCase::new(record.standing.words(), status);
            case.set_classname(&*record.name);
            suite.add_test_case(case);
        }
        self.report.add_test_suite(suite);
    }

    pub(super) fn xml(&self) -> Result<String, ReportError> {
        Ok(self.report.to_string()?)
    }
}

fn case(record: &Record, test: &TestRecord) -> TestCase {
    let mut status = if test.passed {
        TestCaseStatus::success()
    } else if ERRORS.contains(&test.verdict.as_str()) {
        TestCaseStatus::non_success(NonSuccessKind::Error)
    } else {
        TestCaseStatus::non_success(NonSuccessKind::Failure)
    };
    if !test.passed {
        status.set_message(&*test.words);
        status.set_description(&*test.details);
    }
    let mut case = TestCase::new(&*test.name, status);
    case.set_classname(format!("{}.{}", record.name, test.tier.name()));
    case
}
