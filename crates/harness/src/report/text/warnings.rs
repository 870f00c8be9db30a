//! Warnings about tests that pass.

use super::{BOLD, TextOptions, failure, painted};
use crate::suite::SuiteResult;
use diag::{Diagnostic, Severity, SourceMap};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Each warning once, with the first test that has it.
fn all(suite: &SuiteResult) -> Vec<(String, &Diagnostic, &SourceMap)> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for result in suite.results.iter().filter(|r| r.verdict.is_passed()) {
        let warnings = result.findings.iter();
        for warning in warnings.filter(|d| d.severity == Severity::Warning) {
            let place = warning.primary_span().map(|span| {
                let position = result.sources.position(span.file, span.start);
                (result.sources.name(span.file).to_owned(), position.line)
            });
            if seen.insert((warning.code, warning.title.clone(), place)) {
                found.push((result.test.to_string(), warning, &result.sources));
            }
        }
    }
    found
}

/// How many there are.
pub(super) fn count(suite: &SuiteResult) -> u64 {
    all(suite).len() as u64
}

/// Shows all of them.
pub(super) fn show(out: &mut String, suite: &SuiteResult, options: &TextOptions) {
    for (test, warning, sources) in all(suite) {
        let head = painted(&test, BOLD, options);
        let _ = writeln!(out, "{head} passes, but:\n");
        failure::say_all(out, std::iter::once(warning), sources, options);
    }
}
