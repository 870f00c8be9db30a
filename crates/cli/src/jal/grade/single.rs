//! One submission, for services that start the grader once for each.

use super::worker::only;
use super::workers::{self, Orders};
use super::{GradeArgs, open_course};
use crate::exit;
use anyhow::Context;
use grade::record::{Record, Standing};
use grade::report::{classroom as classroom_result, gradescope as gradescope_results};
use grade::store::Store;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Grades what lies in `ROOT/submission` by the course in `ROOT/source`.
pub(super) fn gradescope(args: &GradeArgs, root: &Path) -> anyhow::Result<u8> {
    let course = match args.course == Path::new(".") {
        true => root.join("source"),
        false => args.course.clone(),
    };
    let results = root.join("results");
    let file = results.join("results.json");
    std::fs::create_dir_all(&results)
        .with_context(|| format!("cannot make `{}`", results.display()))?;
    let submission = root.join("submission");
    let record = match grade(args, &course, &submission, &results.join("jal"))? {
        Ok(record) => record,
        Err(code) => return Ok(code),
    };
    std::fs::write(&file, format!("{:#}\n", gradescope_results(&record)))
        .with_context(|| format!("cannot write `{}`", file.display()))?;
    Ok(ended(&record))
}

/// Grades one folder and hands the result to the workflow.
pub(super) fn classroom(args: &GradeArgs, submission: &Path) -> anyhow::Result<u8> {
    let outputs = std::env::var_os("GITHUB_OUTPUT");
    let outputs = outputs.map(|file| File::options().append(true).create(true).open(file));
    let outputs = outputs.transpose();
    let outputs = outputs.context("cannot write the file that GITHUB_OUTPUT names")?;
    let record = match grade(args, &args.course, submission, &args.output)? {
        Ok(record) => record,
        Err(code) => return Ok(code),
    };
    let result = classroom_result(&record);
    match outputs {
        Some(mut file) => writeln!(file, "result={result}")?,
        None => writeln!(io::stdout(), "{result}")?,
    }
    Ok(ended(&record))
}

/// The exit code: whether the submission was graded, whatever it is worth.
fn ended(record: &Record) -> u8 {
    match record.standing {
        Standing::GraderError(_) => exit::FINDINGS,
        _ => exit::SUCCESS,
    }
}

/// Grades a folder. If that fails, there is a record nevertheless.
fn grade(
    args: &GradeArgs,
    course: &Path,
    submission: &Path,
    output: &Path,
) -> anyhow::Result<Result<Record, u8>> {
    let grader = match open_course(course, &[output, submission], &args.messages) {
        Ok(grader) => grader,
        Err(code) => return Ok(Err(code)),
    };
    let candidate = only(submission);
    let store = Store::open(output)?;
    let orders = Orders {
        course,
        submissions: submission,
        is_one: true,
        output,
        resume: false,
        jobs: None,
    };
    workers::run(&orders, &grader, &store, &[(0, &candidate)])?;
    store.clean();
    Ok(Ok(store.record(&candidate.name)?))
}
