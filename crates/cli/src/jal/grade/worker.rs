//! A process that grades what another one hands out: a line with a number asks for a submission,
//! and a line tells that its record was written.

use super::{GradeArgs, open_course};
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use assembler::Assembler;
use grade::grader::Grader;
use grade::store::Store;
use grade::submission::{SubmissionCandidate, SubmissionForm};
use platform::confine::{Confined, confine};
use std::io::{self, BufRead, Write};
use std::path::Path;

/// What stands behind the number of a submission whose record was there already.
pub(super) const KEPT: &str = "kept";

/// Grades submissions until there are no more.
pub(super) fn work(args: &GradeArgs) -> Result<u8, ExpectedError> {
    platform::end_with_parent();
    let submissions = args
        .submissions
        .as_deref()
        .context("there are no submissions")?;
    let apart = [args.output.as_path(), submissions];
    let grader = open_course(&args.course, &apart, &args.messages)?;
    let candidates = match args.classroom {
        true => vec![only(submissions)],
        false => grader.find(submissions)?.candidates,
    };
    let store = Store::open(&args.output)?;
    // From here on nothing but the inputs can be read, and nothing but the report written.
    let course = super::course_folder(&args.course);
    let temporary = std::env::temp_dir();
    let confined = confine(
        &[submissions, &course],
        &[args.output.as_path(), temporary.as_path()],
    );
    let mut out = io::stdout().lock();
    let words = match confined {
        Confined::Fully => "confined".to_owned(),
        Confined::Partly => "partly".to_owned(),
        Confined::Not { why } => format!("open {why}"),
    };
    writeln!(out, "{words}")?;
    out.flush()?;
    let mut assembler = Assembler::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let index: usize = line.trim().parse().context("expected a number")?;
        let candidate = candidates
            .get(index)
            .context("there is no such submission")?;
        match grade_one(&grader, candidate, &store, args.resume, &mut assembler)? {
            true => writeln!(out, "{index}")?,
            false => writeln!(out, "{index} {KEPT}")?,
        }
        out.flush()?;
    }
    Ok(exit::SUCCESS)
}

/// The submission of a service that grades one at a time.
pub(super) fn only(submission: &Path) -> SubmissionCandidate {
    SubmissionCandidate {
        name: "submission".to_owned(),
        place: submission.to_owned(),
        form: SubmissionForm::Folder,
    }
}

/// Grades a submission, unless its record is there already; whether it did.
fn grade_one(
    grader: &Grader,
    candidate: &SubmissionCandidate,
    store: &Store,
    resume: bool,
    assembler: &mut Assembler,
) -> anyhow::Result<bool> {
    let looked = grader.look(candidate);
    if resume && store.kept(&candidate.name, &looked.key).is_some() {
        return Ok(false);
    }
    let record = grader.grade(&candidate.name, looked, assembler);
    store.keep(&record)?;
    Ok(true)
}
