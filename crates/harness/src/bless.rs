//! Taking what a program prints as what it should print.

use crate::result::TestResult;
use crate::settings::ExitRule;
use crate::test::TestKind;
use crate::verdict::Verdict;
use runtime::End;
use std::fs;
use std::io;
use std::path::Path;

/// Whether the output of a test can be taken: the test failed by its output alone, and the program
/// ended as it should.
pub fn can_be_blessed(result: &TestResult) -> bool {
    let differs = matches!(result.verdict, Verdict::WrongOutput | Verdict::NoReference);
    let ended = match (&result.end, result.exit) {
        (Some(End::Exit(_)), rule) => rule != ExitRule::Fault,
        (Some(End::Fault(_)), rule) => rule == ExitRule::Fault,
        _ => false,
    };
    differs && ended && result.test.kind == TestKind::Program
}

/// Writes the output of a test into its file for the expected output. The file is replaced as a
/// whole or stays as it was.
pub fn bless(result: &TestResult, here: &Path) -> io::Result<()> {
    let file = here.join(result.test.reference());
    let new = here.join(
        result
            .test
            .beside(&format!("ref.{}.new", std::process::id())),
    );
    let written = fs::write(&new, &result.output).and_then(|()| fs::rename(&new, &file));
    if written.is_err() {
        // Nothing is left to do about a file that cannot be removed.
        let _ = fs::remove_file(&new);
    }
    written
}
