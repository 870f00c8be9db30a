//! The tests of all submissions as JUnit XML: a submission is a suite. Characters that XML cannot hold
//! are left out.

use super::ReportError;
use crate::record::{Record, TestRecord};
use crate::store::{Begun, Store};
use harness::Verdict;
use harness::report::xml::{END, XmlCase, XmlCounts, XmlReason, XmlStatus, XmlSuite, head};
use std::borrow::Cow;

/// What all of it is called.
const NAME: &str = "jal grade";

/// The document, which is written submission by submission.
pub(super) struct Junit {
    file: Begun,
}

impl Junit {
    /// Begins a document for as many tests as these.
    pub(super) fn begin(store: &Store, counts: XmlCounts) -> Result<Self, ReportError> {
        let mut file = store.begin("junit.xml")?;
        file.add(head(NAME, counts, None).as_bytes())?;
        Ok(Junit { file })
    }

    /// Adds a submission.
    pub(super) fn add(&mut self, record: &Record) -> Result<(), ReportError> {
        Ok(self.file.add(suite(record).text().as_bytes())?)
    }

    pub(super) fn finish(mut self) -> Result<(), ReportError> {
        self.file.add(END.as_bytes())?;
        Ok(self.file.finish()?)
    }
}

/// Counts the tests of a submission as the document does.
pub(super) fn count(counts: &mut XmlCounts, record: &Record) {
    for test in &record.tests {
        counts.add(status(test));
    }
    if record.standing.why().is_some() {
        counts.add(XmlStatus::Error);
    }
}

/// A submission as a suite.
fn suite(record: &Record) -> XmlSuite {
    let mut suite = XmlSuite::new(&record.name, None);
    for test in &record.tests {
        let class = format!("{}.{}", record.name, test.tier.name());
        let reason = XmlReason {
            message: Cow::Borrowed(&test.words),
            kind: None,
            story: Some(Cow::Borrowed(&test.details)),
        };
        suite.add(&case(&class, &test.name, status(test), reason));
    }
    if let Some(why) = record.standing.why() {
        let reason = XmlReason {
            message: Cow::Borrowed(why),
            ..XmlReason::default()
        };
        let name = record.standing.words();
        suite.add(&case(&record.name, name, XmlStatus::Error, reason));
    }
    suite
}

fn case<'a>(
    class: &'a str,
    name: &'a str,
    status: XmlStatus,
    reason: XmlReason<'a>,
) -> XmlCase<'a> {
    XmlCase {
        name,
        class,
        time: None,
        file: None,
        properties: Vec::new(),
        status,
        reason: Some(reason),
        output: None,
    }
}

fn status(test: &TestRecord) -> XmlStatus {
    match test.verdict {
        _ if test.passed => XmlStatus::Passed,
        // Nothing can be said about what such a program does.
        Verdict::Limit(_) => XmlStatus::Error,
        verdict if verdict.is_error() => XmlStatus::Error,
        _ => XmlStatus::Failure,
    }
}
