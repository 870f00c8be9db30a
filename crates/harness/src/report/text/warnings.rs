//! What was found in tests that pass: warnings, and errors that the course forgives.

use super::{BOLD, TextOptions, failure, painted};
use crate::suite::SuiteResult;
use diag::{Diagnostic, Severity, SourceMap};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Each finding of this severity once, with the first test that has it.
fn all(suite: &SuiteResult, severity: Severity) -> Vec<(String, &Diagnostic, &SourceMap)> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for result in suite.results.iter().filter(|r| r.passes()) {
        let findings = result.findings.iter();
        for warning in findings.filter(|d| d.severity == severity) {
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

/// How many warnings there are.
pub(super) fn count(suite: &SuiteResult) -> u64 {
    all(suite, Severity::Warning).len() as u64
}

/// Shows all errors, and warnings if they are wanted.
pub(super) fn show(out: &mut String, suite: &SuiteResult, options: &TextOptions) {
    let mut found = all(suite, Severity::Error);
    if options.warnings {
        found.extend(all(suite, Severity::Warning));
    }
    for (test, warning, sources) in found {
        let head = painted(&test, BOLD, options);
        let _ = writeln!(out, "{head} passes, but:\n");
        failure::say_all(out, std::iter::once(warning), sources, options);
    }
}
