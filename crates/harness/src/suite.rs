//! What is known about all tests after they ran.

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
}
