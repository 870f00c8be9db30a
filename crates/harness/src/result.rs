//! What is known about a test after it ran.

use crate::cause::Cause;
use crate::compare::Comparison;
use crate::coverage::Covered;
use crate::debugger::Debugger;
use crate::settings::ExitRule;
use crate::test::Test;
use crate::verdict::Verdict;
use diag::number::grouped;
use diag::{Diagnostic, Severity, SourceMap, Span};
use machine::screen::{Picture, PictureDifference};
use runtime::End;
use std::sync::Arc;
use std::time::Duration;

/// What is known about a test after it ran.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The test.
    pub test: Arc<Test>,
    /// What came of it.
    pub verdict: Verdict,
    /// It breaks the calling convention, and the course takes it for passed all the same.
    pub forgiven: bool,
    /// Instructions that ran.
    pub steps: u64,
    /// How long it took, with assembling.
    pub time: Duration,
    /// What the test is about, for students who cannot see it.
    pub hint: Option<String>,
    /// The output, compared with what is expected.
    pub comparison: Comparison,
    /// How the program had to end.
    pub exit: ExitRule,
    /// What the program printed.
    pub output: Vec<u8>,
    /// What it should have printed, if that is known.
    pub expected: Option<Vec<u8>>,
    /// What the program showed last, if the test is about that.
    pub picture: Option<PictureResult>,
    /// How the program ended, if it ran.
    pub end: Option<End>,
    /// Why the test cannot be carried out, why the program does not assemble, and what went wrong
    /// when it ran.
    pub diagnostics: Vec<Diagnostic>,
    /// What was found about the calling convention.
    pub findings: Vec<Diagnostic>,
    /// The first byte of the output that is wrong.
    pub printed_at: Option<PrintedAt>,
    /// Where a run with other undefined values went apart from the plain one.
    pub apart: Option<Apart>,
    /// Why it most probably failed, if somebody has looked.
    pub cause: Option<Cause>,
    /// How many calls deep the functions go that it tests: what fails below makes others fail.
    pub depth: usize,
    /// Whether the program asked for the time, or slept.
    pub uses_clock: bool,
    /// What went wrong does so only, or in another way, because handed-in code got values that nobody can
    /// guess where the course's code calls it.
    pub is_of_boundary: bool,
    /// How the debugger runs its program, if it has one.
    pub debugger: Option<Debugger>,
    /// The cases of a unit test, in their order.
    pub cases: Vec<CaseResult>,
    /// What it ran of its sources, if that was asked for.
    pub covered: Option<Covered>,
    /// The source files that the test was made of, as shown to people.
    pub files: Vec<String>,
    /// The sources that the diagnostics and spans speak of. Empty for a test about which
    /// there is nothing to say.
    pub sources: SourceMap,
}

impl TestResult {
    /// A result of which nothing but the verdict is known yet.
    pub fn new(test: Arc<Test>, verdict: Verdict) -> Self {
        TestResult {
            test,
            verdict,
            forgiven: false,
            steps: 0,
            time: Duration::ZERO,
            hint: None,
            comparison: Comparison::default(),
            exit: ExitRule::default(),
            output: Vec::new(),
            expected: None,
            picture: None,
            end: None,
            diagnostics: Vec::new(),
            findings: Vec::new(),
            printed_at: None,
            apart: None,
            cause: None,
            depth: 0,
            uses_clock: false,
            is_of_boundary: false,
            debugger: None,
            cases: Vec::new(),
            covered: None,
            files: Vec::new(),
            sources: SourceMap::default(),
        }
    }

    /// Whether it counts as passed.
    pub fn passes(&self) -> bool {
        self.verdict.is_passed() || self.forgiven
    }

    /// What breaks the calling convention in it, as codes and words for programs.
    pub fn broken_codes(&self) -> Vec<String> {
        let errors = self.findings.iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        let mut codes: Vec<String> = errors.map(|d| d.code.0.to_owned()).collect();
        if self.verdict == Verdict::Scrambled {
            codes.push(self.verdict.id().to_owned());
        }
        codes.sort();
        codes.dedup();
        codes
    }
}

/// The last picture of a program, and the one that it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureResult {
    /// What it showed.
    pub found: Picture,
    /// What it should have shown, if that is known.
    pub wanted: Option<Picture>,
    /// How they differ, if they do.
    pub difference: Option<PictureDifference>,
}

impl PictureResult {
    /// Compares.
    pub fn new(found: Picture, wanted: Option<Picture>) -> Self {
        let difference = wanted.as_ref().and_then(|wanted| found.difference(wanted));
        PictureResult {
            found,
            wanted,
            difference,
        }
    }

    /// Whether it is not known to be right.
    pub fn is_wrong(&self) -> bool {
        self.wanted.is_none() || self.difference.is_some()
    }

    /// How the pictures differ, in words.
    pub fn words(&self) -> String {
        match self.difference {
            None if self.wanted.is_none() => "there is no picture to compare with".to_owned(),
            None => "the pictures are the same".to_owned(),
            Some(PictureDifference::Size { found, wanted }) => format!(
                "the picture has {}x{} pixels instead of {}x{}",
                found.0, found.1, wanted.0, wanted.1
            ),
            Some(PictureDifference::Pixels {
                count,
                first: (x, y),
                found,
                wanted,
            }) => {
                let all = self.found.pixels.len() as u64;
                format!(
                    "{} of {} pixels differ; the first is in column {x}, row {y}: #{found:06x} \
                     instead of #{wanted:06x}",
                    grouped(count),
                    grouped(all)
                )
            }
        }
    }
}

/// The instruction that printed the first wrong byte, or did something wrong in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedAt {
    /// Which byte of the output, from 0.
    pub offset: u64,
    /// Instructions that had run before.
    pub step: u64,
    /// The instruction.
    pub pc: u32,
    /// Its place in the source.
    pub span: Option<Span>,
    /// The function it is in, and the calls that led there, innermost first.
    pub calls: Vec<CallSite>,
}

/// A function that was running, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The function's name.
    pub function: String,
    /// Where it was called, in the source; for the outermost there is no such place.
    pub called_at: Option<Span>,
}

/// Where a run with other undefined values went apart from the plain one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The seed of the values.
    pub seed: u64,
    /// Instructions that had run before.
    pub step: u64,
    /// The instruction after which another one followed, or that printed something else.
    pub pc: u32,
    /// Its place in the source.
    pub span: Option<Span>,
}

/// What came of a case of a unit test.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// Its name, or its number.
    pub name: String,
    /// Its number in the description, from 1.
    pub number: usize,
    /// What came of it.
    pub verdict: Verdict,
    /// Why it most probably failed, if somebody has looked.
    pub cause: Option<Cause>,
    /// Instructions that ran.
    pub steps: u64,
    /// Its place in the description of the cases.
    pub span: Option<Span>,
    /// What is wrong, as lines to be shown below its name; empty if it passed.
    pub lines: Vec<String>,
    /// Faults and findings, with places in the sources of the test's result.
    pub diagnostics: Vec<Diagnostic>,
}
