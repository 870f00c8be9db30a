//! A process that grades what another one hands out. A line names a submission and its place, and a
//! line says that the record of that name was written. The process does not look into the folder of
//! the class for itself: that may have changed.

use super::{GradeArgs, open_course};
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use assembler::Assembler;
use grade::grader::Grader;
use grade::process;
use grade::store::Store;
use grade::submission::{SubmissionCandidate, SubmissionForm};
use platform::confine::confine;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::path::Path;

/// What a process answers when the record of a submission is there.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GradedAnswer {
    /// The submission.
    pub(super) name: String,
    /// Its record was there before.
    pub(super) was_kept: bool,
}

/// Grades submissions until there are no more.
pub(super) fn work(args: &GradeArgs) -> Result<u8, ExpectedError> {
    platform::end_with_parent();
    let submissions = args
        .submissions
        .as_deref()
        .context("there are no submissions")?;
    let apart = [args.output.as_path(), submissions];
    let grader = open_course(&args.course, &apart, &args.messages)?;
    let store = Store::open(&args.output)?;
    // From here on nothing but the inputs can be read, and nothing but the report written.
    let course = super::course_folder(&args.course);
    let temporary = std::env::temp_dir();
    let confined = confine(
        &[submissions, &course],
        &[args.output.as_path(), temporary.as_path()],
    );
    let mut out = io::stdout().lock();
    writeln!(out, "{}", process::first_line(&confined))?;
    out.flush()?;
    let mut assembler = Assembler::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let candidate: SubmissionCandidate =
            serde_json::from_str(&line).context("expected a submission")?;
        let graded = grade_one(&grader, &candidate, &store, args, &mut assembler)?;
        let done = GradedAnswer {
            name: candidate.name,
            was_kept: !graded,
        };
        let done = serde_json::to_string(&done).context("an answer cannot be written")?;
        writeln!(out, "{done}")?;
        out.flush()?;
    }
    Ok(exit::SUCCESS)
}

/// The submission of a service that grades one at a time.
pub(super) fn only(submission: &Path) -> SubmissionCandidate {
    SubmissionCandidate {
        name: "submission".to_owned(),
        // Services may pass a link, which is not followed in a class.
        place: (submission.canonicalize()).unwrap_or_else(|_| submission.to_owned()),
        form: SubmissionForm::Folder,
    }
}

/// Grades a submission, unless its record is there already; whether it did.
fn grade_one(
    grader: &Grader,
    candidate: &SubmissionCandidate,
    store: &Store,
    args: &GradeArgs,
    assembler: &mut Assembler,
) -> anyhow::Result<bool> {
    let looked = grader.look(candidate);
    let (key, through) = (looked.key_through(args.through.0), args.through.0);
    if args.resume && store.kept(&candidate.name, &key).is_some() {
        return Ok(false);
    }
    let record = grader.grade_through(&candidate.name, looked, through, assembler);
    store.keep(&record)?;
    Ok(true)
}
