//! The tests of all submissions as JUnit XML: a submission is a suite. Characters that XML cannot hold
//! are left out.

use super::ReportError;
use crate::record::{Record, TestRecord};
use crate::store::{Begun, Store};
use harness::report::junit::legal;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// What all of it is called.
const NAME: &str = "jal grade";

/// What the head of the document says about all of it.
#[derive(Default)]
pub(super) struct Totals {
    tests: usize,
    failures: usize,
    errors: usize,
}

impl Totals {
    pub(super) fn add(&mut self, record: &Record) {
        let suite = suite(record);
        self.tests += suite.tests;
        self.failures += suite.failures;
        self.errors += suite.errors;
    }
}

/// The document, which is written submission by submission.
pub(super) struct Junit {
    file: Begun,
}

/// Where suites begin and end in a document.
const FIRST_SUITE: &str = "    <testsuite ";
const END: &str = "</testsuites>";

impl Junit {
    pub(super) fn begin(store: &Store, totals: &Totals) -> Result<Self, ReportError> {
        let mut report = Report::new(NAME);
        report.tests = totals.tests;
        report.failures = totals.failures;
        report.errors = totals.errors;
        let mut file = store.begin("junit.xml")?;
        let text = report.to_string()?;
        let head = text.split(END).next().unwrap_or_default();
        file.add(head.as_bytes())?;
        Ok(Junit { file })
    }

    /// Adds a submission. It is written as a document of its own, of which only the suite is taken.
    pub(super) fn add(&mut self, record: &Record) -> Result<(), ReportError> {
        let mut report = Report::new(NAME);
        report.add_test_suite(suite(record));
        let text = report.to_string()?;
        let begin = text.find(FIRST_SUITE).unwrap_or(text.len());
        let end = text.rfind(END).unwrap_or(text.len());
        let suite = text.get(begin..end).unwrap_or_default();
        Ok(self.file.add(suite.as_bytes())?)
    }

    pub(super) fn finish(mut self) -> Result<(), ReportError> {
        self.file.add(format!("{END}\n").as_bytes())?;
        Ok(self.file.finish()?)
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

fn suite(record: &Record) -> TestSuite {
    let mut suite = TestSuite::new(legal(&record.name));
    for test in &record.tests {
        suite.add_test_case(case(record, test));
    }
    if let Some(why) = record.standing.why() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(legal(why));
        let mut case = TestCase::new(record.standing.words(), status);
        case.set_classname(legal(&record.name));
        suite.add_test_case(case);
    }
    suite
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
        status.set_message(legal(&test.words));
        status.set_description(legal(&test.details));
    }
    let mut case = TestCase::new(legal(&test.name), status);
    let class = format!("{}.{}", record.name, test.tier.name());
    case.set_classname(legal(&class));
    case
}
