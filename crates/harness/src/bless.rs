//! Taking what a program prints as what it should print.

use crate::result::TestResult;
use crate::test::TestKind;
use crate::verdict::Verdict;
use diag::Severity;
use runtime::End;
use std::fs;
use std::io;
use std::path::Path;

/// Whether the output of a test can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blessing {
    /// The test passed, or it failed by something else than its output.
    NotAsked,
    /// The program did not end as it should, so its output is not to be relied on. This is why,
    /// as the end of a sentence about the program.
    Refused(String),
    /// The output can be taken, and this will come of the test then.
    Possible(Verdict),
}

/// Whether the output of a test can be taken.
pub fn judge(result: &TestResult) -> Blessing {
    let differs = matches!(
        result.verdict,
        Verdict::WrongOutput | Verdict::WrongPicture | Verdict::NoReference
    );
    if !differs || result.test.kind != TestKind::Program {
        return Blessing::NotAsked;
    }
    let should = result.exit.words();
    match &result.end {
        Some(end) if result.exit.accepts(end) => Blessing::Possible(rest(result)),
        Some(End::Exit(code)) => {
            Blessing::Refused(format!("ended with exit code {code} instead of {should}"))
        }
        Some(End::Fault(_)) => Blessing::Refused("ended with a run-time fault".to_owned()),
        _ => Blessing::Refused("was stopped".to_owned()),
    }
}

/// What comes of a test when its output is right.
fn rest(result: &TestResult) -> Verdict {
    let mut severities = result.findings.iter().map(|finding| finding.severity);
    match severities.any(|severity| severity == Severity::Error) {
        true => Verdict::Convention,
        false => Verdict::Passed,
    }
}

/// Writes the output of a test into its file for the expected output, and its last picture into that
/// for the expected picture, if these differ. A file is replaced as a whole or stays as it was.
pub fn bless(result: &TestResult, here: &Path) -> io::Result<()> {
    if changes_output(result) {
        replace(result, "ref", &result.output, here)?;
    }
    match &result.picture {
        Some(picture) if picture.is_wrong() => {
            replace(result, "png", &frames::png::encode(&picture.found), here)
        }
        _ => Ok(()),
    }
}

/// Whether the expected output is to be replaced, and not the picture alone.
pub fn changes_output(result: &TestResult) -> bool {
    result.expected.is_none() || result.comparison.mismatch.is_some()
}

fn replace(result: &TestResult, ending: &str, bytes: &[u8], here: &Path) -> io::Result<()> {
    let file = here.join(result.test.beside(ending));
    let new = format!("{ending}.{}.new", std::process::id());
    let new = here.join(result.test.beside(&new));
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, &file));
    if written.is_err() {
        // Nothing is left to do about a file that cannot be removed.
        let _ = fs::remove_file(&new);
    }
    written
}
