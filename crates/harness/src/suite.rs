//! What is known about all tests after they ran.

use crate::cause::{Cause, FirstStep};
use crate::result::TestResult;
use std::time::Duration;

/// What is known about all tests after they ran.
#[derive(Clone, Debug, Default)]
pub struct SuiteResult {
    /// The tests that ran, in the order in which they were found.
    pub results: Vec<TestResult>,
    /// Tests that did not run, because an earlier one failed and that was to be the end.
    pub skipped: usize,
    /// How long all of it took.
    pub time: Duration,
    /// Where to begin if more than one function fails.
    pub first_step: Option<FirstStep>,
}

impl SuiteResult {
    /// How many tests passed.
    pub fn passed(&self) -> usize {
        let passed = self.results.iter().filter(|r| r.passes());
        passed.count()
    }

    /// How many tests did not.
    pub fn failed(&self) -> usize {
        self.results.len() - self.passed()
    }

    /// The tests that failed, those of functions that others call first.
    pub fn failures(&self) -> Vec<&TestResult> {
        let mut failed: Vec<&TestResult> = self.results.iter().filter(|r| !r.passes()).collect();
        failed.sort_by_key(|result| result.depth);
        failed
    }

    /// The cause of the failure that is shown first.
    pub fn first_cause(&self) -> Option<&Cause> {
        let failures = self.failures();
        failures.first().and_then(|result| result.cause.as_ref())
    }
}
