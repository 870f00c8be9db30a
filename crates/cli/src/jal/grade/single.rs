//! One submission, for services that start the grader once for each.

use super::worker::grade_one;
use super::{GradeArgs, open_course};
use crate::exit;
use anyhow::Context;
use grade::record::Record;
use grade::report::{classroom as classroom_result, gradescope as gradescope_results};
use grade::store::Store;
use grade::submission::{Candidate, Form};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Grades what lies in `ROOT/submission` by the course in `ROOT/source`.
pub(super) fn gradescope(args: &GradeArgs, root: &Path) -> anyhow::Result<u8> {
    let course = match args.course == Path::new(".") {
        true => root.join("source"),
        false => args.course.clone(),
    };
    let results = root.join("results");
    let record = grade(
        args,
        &course,
        &root.join("submission"),
        &results.join("jal"),
    );
    let record = match record? {
        Ok(record) => record,
        Err(code) => return Ok(code),
    };
    let text = format!("{:#}\n", gradescope_results(&record));
    let file = results.join("results.json");
    fs::write(&file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
    Ok(exit::SUCCESS)
}

/// Grades one folder and hands the result to the workflow.
pub(super) fn classroom(args: &GradeArgs, submission: &Path) -> anyhow::Result<u8> {
    let record = match grade(args, &args.course, submission, &args.output)? {
        Ok(record) => record,
        Err(code) => return Ok(code),
    };
    let result = classroom_result(&record);
    match std::env::var_os("GITHUB_OUTPUT") {
        Some(file) => {
            let file = fs::File::options().append(true).create(true).open(file);
            writeln!(
                file.context("cannot write GITHUB_OUTPUT")?,
                "result={result}"
            )?;
        }
        None => writeln!(io::stdout(), "{result}")?,
    }
    Ok(exit::SUCCESS)
}

fn grade(
    args: &GradeArgs,
    course: &Path,
    submission: &Path,
    output: &Path,
) -> anyhow::Result<Result<Record, u8>> {
    let args = GradeArgs {
        course: course.to_owned(),
        action: None,
        submissions: None,
        output: output.to_owned(),
        only: Vec::new(),
        resume: false,
        shard: None,
        jobs: None,
        dry_run: false,
        init: false,
        gradescope: None,
        classroom: false,
        worker: false,
        messages: args.messages.clone(),
    };
    let grader = match open_course(&args) {
        Ok(grader) => grader,
        Err(code) => return Ok(Err(code)),
    };
    let candidate = Candidate {
        name: "submission".to_owned(),
        place: submission.to_owned(),
        form: Form::Folder,
    };
    let store = Store::open(output)?;
    grade_one(&grader, &candidate, &store, false)?;
    Ok(Ok(store.record(&candidate.name)?))
}
