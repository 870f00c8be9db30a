//! One submission, for services that start the grader once for each.

use super::worker::only;
use super::workers::{self, Orders};
use super::{GradeArgs, open_course};
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use grade::record::{Record, Standing};
use grade::report::{classroom as classroom_result, feedback, gradescope as gradescope_results};
use grade::store::Store;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Grades what lies in `ROOT/submission` by the course in `ROOT/source`.
pub(super) fn gradescope(args: &GradeArgs, root: &Path) -> Result<u8, ExpectedError> {
    let course = match args.course == Path::new(".") {
        true => root.join("source"),
        false => args.course.clone(),
    };
    let results = root.join("results");
    let file = results.join("results.json");
    let submission = root.join("submission");
    let record = grade(args, &course, &submission, &results.join("jal"), &results)?;
    // Not there until it is whole.
    let part = results.join("results.part");
    fs::write(&part, format!("{:#}\n", gradescope_results(&record)))
        .and_then(|()| fs::rename(&part, &file))
        .with_context(|| format!("cannot write `{}`", file.display()))?;
    Ok(ended(&record))
}

/// Grades one folder and hands the result to the workflow.
pub(super) fn classroom(args: &GradeArgs, submission: &Path) -> Result<u8, ExpectedError> {
    let (output, summary) = (named("GITHUB_OUTPUT")?, named("GITHUB_STEP_SUMMARY")?);
    let record = grade(args, &args.course, submission, &args.output, &args.output)?;
    let result = classroom_result(&record);
    match output {
        Some(mut file) => writeln!(file, "result={result}")?,
        None => writeln!(io::stdout(), "{result}")?,
    }
    if let Some(mut file) = summary {
        file.write_all(feedback(&record)?.as_bytes())?;
    }
    Ok(ended(&record))
}

/// The file of a workflow that a variable names, open for more. It lies outside of the report.
fn named(variable: &str) -> anyhow::Result<Option<File>> {
    let Some(path) = std::env::var_os(variable) else {
        return Ok(None);
    };
    let file = File::options().append(true).create(true).open(path);
    file.map(Some)
        .with_context(|| format!("cannot write the file named in {variable}"))
}

/// The exit code: whether the submission was graded, whatever it is worth.
fn ended(record: &Record) -> u8 {
    match record.standing {
        Standing::GraderError(_) => exit::FINDINGS,
        _ => exit::SUCCESS,
    }
}

/// Grades a folder, and from then on writes only to `writes`. If grading fails, there is a record
/// nevertheless.
fn grade(
    args: &GradeArgs,
    course: &Path,
    submission: &Path,
    output: &Path,
    writes: &Path,
) -> Result<Record, ExpectedError> {
    let grader = open_course(course, &[output, submission], &args.messages)?;
    super::check_model(&grader, &args.messages)?;
    let candidate = only(submission);
    let store = Store::open(output)?;
    let _ = platform::confine::write_only_to(writes);
    let orders = Orders {
        course,
        submissions: submission,
        is_one: true,
        output,
        resume: false,
        through: args.through.0,
        jobs: None,
    };
    workers::run(&orders, &grader, &store, &[&candidate])?;
    store.clean();
    Ok(store.record(&candidate.name)?)
}
