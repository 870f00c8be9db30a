//! `jal grade`: from a folder of submissions to scores and feedback.
//!
//! The work is done by other processes of the same program, one for each core. They are confined,
//! and if one of them comes to an end on a submission, the others and the rest go on.

mod args;
mod init;
mod single;
mod tell;
mod worker;
mod workers;

pub(super) use args::{GRADE_HELP, GradeArgs};

use super::args::{MessageArgs, MessageFormat};
use super::say::Voice;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::{Context, anyhow};
use args::GradeAction;
use diag::{Severity, SourceMap};
use grade::grader::{CourseError, Grader};
use grade::merge::MergeError;
use grade::report::{self, ReportError};
use grade::store::Store;
use grade::submission::{self, FoundSubmissions, SubmissionCandidate};
use harness::grading::GradingRules;
use harness::{Project, course};
use platform::confine;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use workers::Orders;

/// What to say where submissions cannot be kept from the rest of the machine.
const UNCONFINED: &str = "jal grade confines the processes that read submissions, and only Linux \
    can do that; --trust grades without it (submissions are read, never run natively)";

/// Runs the command; the exit code.
pub(super) fn run(args: &GradeArgs) -> Result<u8, ExpectedError> {
    match &args.action {
        Some(GradeAction::Merge {
            reports,
            output,
            gradescope,
        }) => return merge(reports, output, *gradescope),
        Some(GradeAction::Explain { name, report }) => return tell::explain(name, report),
        None => {}
    }
    if args.init {
        return init::init(&course_folder(&args.course));
    }
    if args.worker {
        return worker::work(args);
    }
    if !confine::IS_POSSIBLE && !args.trust && !args.dry_run {
        return Err(ExpectedError::Usage(UNCONFINED.to_owned()));
    }
    let Some(submissions) = &args.submissions else {
        if let Some(root) = &args.gradescope {
            return single::gradescope(args, root);
        }
        return Err(ExpectedError::Usage(
            "the folder with the submissions is missing: `jal grade submissions --course DIR -o \
             report`"
                .to_owned(),
        ));
    };
    if args.classroom {
        return single::classroom(args, submissions);
    }
    let (grader, found) = prepare(args, submissions)?;
    let chosen = choose(args, &found)?;
    if args.dry_run {
        tell::plan(&grader, &found, &chosen)?;
        return Ok(exit::SUCCESS);
    }
    for passed in &found.passed {
        super::say::note(&format!(
            "{} is not a submission: {}",
            passed.name, passed.why
        ));
    }
    grade_class(args, &grader, submissions, &found, &chosen)
}

/// The course and the submissions.
fn prepare(
    args: &GradeArgs,
    submissions: &Path,
) -> Result<(Grader, FoundSubmissions), ExpectedError> {
    if let Some(wrong) = wrong_paths(args, submissions) {
        return Err(ExpectedError::Usage(wrong));
    }
    let apart = [args.output.as_path(), submissions];
    let grader = open_course(&args.course, &apart, &args.messages)?;
    check_model(&grader, &args.messages)?;
    let found = grader
        .find(submissions)
        .with_context(|| format!("cannot read `{}`", submissions.display()))?;
    if found.candidates.is_empty() {
        let wrong = format!(
            "there are no submissions in `{}`: each folder, .zip, .tar.gz or git repository in it \
             is one",
            submissions.display()
        );
        return Err(ExpectedError::Usage(wrong));
    }
    if submission::is_one(submissions, &|path| {
        GradingRules::fits(grader.handed_in(), path)
    }) {
        let wrong = format!(
            "`{0}` looks like a single submission: pass the folder around it, and `--only NAME` \
             to grade one",
            submissions.display()
        );
        return Err(ExpectedError::Usage(wrong));
    }
    let (inside, around) = (path::absolute(&args.output)?, path::absolute(submissions)?);
    if inside.starts_with(&around) {
        let wrong = format!(
            "the report would be among the submissions, in `{}`: choose another folder with -o",
            args.output.display()
        );
        return Err(ExpectedError::Usage(wrong));
    }
    Ok((grader, found))
}

/// What is wrong with the paths that were given, before anything is read.
fn wrong_paths(args: &GradeArgs, submissions: &Path) -> Option<String> {
    if submissions.is_file() {
        return Some(format!(
            "`{}` is a file: pass the folder around it, and `--only NAME` to grade one submission",
            submissions.display()
        ));
    }
    let (output, course) = (args.output.canonicalize(), course_folder(&args.course));
    let is_course = output.is_ok_and(|output| course.canonicalize().is_ok_and(|c| c == output));
    is_course.then(|| {
        format!(
            "the report would be among the files of the course, in `{}`: choose another folder \
             with -o",
            args.output.display()
        )
    })
}

/// The folder of a course that was named by its folder or by its file.
fn course_folder(course: &Path) -> PathBuf {
    let folder = match course.is_file() {
        true => course.parent().unwrap_or(course),
        false => course,
    };
    match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_owned(),
    }
}

/// Opens the course, of which these folders are no part; what is wrong with it is told.
fn open_course(
    course: &Path,
    apart: &[&Path],
    messages: &MessageArgs,
) -> Result<Grader, ExpectedError> {
    if course.is_file() && course.file_name() != Some(course::FILE.as_ref()) {
        return Err(ExpectedError::Usage(format!(
            "`{}` is not a course: pass its folder or its {} to --course",
            course.display(),
            course::FILE
        )));
    }
    let folder = course_folder(course);
    let say = |project: &Project| {
        let mut sources = project.sources.clone();
        sources.rename(|name| match folder == Path::new(".") {
            true => name.to_owned(),
            false => folder.join(name).display().to_string(),
        });
        Voice::new(messages).say_each(&sources, &project.diagnostics);
    };
    match Grader::open(&folder, apart) {
        Ok(grader) => {
            say(grader.project());
            Ok(grader)
        }
        Err(CourseError::Wrong(project)) => {
            say(&project);
            Err(ExpectedError::CourseMistakes)
        }
        Err(error) => Err(ExpectedError::NoCourse(format!(
            "{}: {error}",
            folder.display()
        ))),
    }
}

/// Says what the course's own files show about its tests, and refuses those that nobody can pass.
fn check_model(grader: &Grader, messages: &MessageArgs) -> Result<(), ExpectedError> {
    let said = grader.check_model();
    Voice::new(messages).say_each(&SourceMap::default(), &said);
    match said.iter().any(|d| d.severity == Severity::Error) {
        true => Err(ExpectedError::CourseMistakes),
        false => Ok(()),
    }
}

/// The submissions that are to be graded now.
fn choose<'a>(
    args: &GradeArgs,
    found: &'a FoundSubmissions,
) -> Result<Vec<&'a SubmissionCandidate>, ExpectedError> {
    for name in &args.only {
        if !found.candidates.iter().any(|c| c.name == *name) {
            let names = found.candidates.iter().map(|c| c.name.as_str());
            let meant = diag::similar(name, names);
            let meant = meant
                .first()
                .map_or_else(String::new, |best| format!("; did you mean `{best}`?"));
            return Err(ExpectedError::Usage(format!(
                "--only {name}: there is no such submission{meant}"
            )));
        }
    }
    let all = found.candidates.iter().enumerate();
    let chosen: Vec<_> = all
        .filter(|(_, c)| args.only.is_empty() || args.only.contains(&c.name))
        .filter(|(index, _)| args.shard.is_none_or(|shard| shard.has(*index)))
        .map(|(_, candidate)| candidate)
        .collect();
    Ok(chosen)
}

fn grade_class(
    args: &GradeArgs,
    grader: &Grader,
    submissions: &Path,
    found: &FoundSubmissions,
    chosen: &[&SubmissionCandidate],
) -> Result<u8, ExpectedError> {
    let store = Store::open(&args.output)?;
    if let Some(other) = store.course()?.filter(|other| *other != grader.course()) {
        return Err(ExpectedError::Usage(format!(
            "`{}` holds the report of another course, `{other}`: choose another folder with -o, or remove it",
            args.output.display()
        )));
    }
    if args.only.is_empty() {
        let names: Vec<String> = chosen.iter().map(|c| c.name.clone()).collect();
        // Records of an earlier run stay only if this one continues it.
        match args.resume {
            true => store.keep_only(&names)?,
            false => store.remove_records()?,
        }
        let class = found.candidates.iter().map(|c| c.name.clone()).collect();
        let part = args.shard.map(|shard| shard.of_class(class));
        store.set_part(part.as_ref())?;
    }
    // There may be more parts than submissions.
    if chosen.is_empty() {
        super::say::note("there are no submissions in this part of the class");
        return Ok(exit::SUCCESS);
    }
    // Where the system cannot do that, the processes that read submissions say so.
    let _ = confine::write_only_to(&args.output);
    let orders = Orders {
        course: &args.course,
        submissions,
        is_one: false,
        output: &args.output,
        resume: args.resume,
        through: args.through.0,
        jobs: args.jobs,
    };
    workers::run(&orders, grader, &store, chosen)?;
    tell_late(grader, submissions, found);
    if !args.only.is_empty() {
        tell_other_rules(grader, &store)?;
    }
    let as_json = args.messages.message_format == MessageFormat::Json;
    write_reports(&store, &args.output, args.gradescope.is_some(), as_json)
}

/// Tells which submissions have come since the class was listed: they are in no report.
fn tell_late(grader: &Grader, submissions: &Path, found: &FoundSubmissions) {
    // A folder that is gone by now has nothing new in it.
    let now = grader.find(submissions).unwrap_or_default();
    let known: BTreeSet<&str> = found.candidates.iter().map(|c| c.name.as_str()).collect();
    let names = now.candidates.iter().map(|c| c.name.as_str());
    for late in names.filter(|name| !known.contains(name)) {
        super::say::note(&format!(
            "{late} appeared while grading ran and was not graded; run the same command with \
             --resume to add it"
        ));
    }
}

/// Tells if some records were made by other rules than those that were graded now.
fn tell_other_rules(grader: &Grader, store: &Store) -> anyhow::Result<()> {
    let rules = grader.rules_key();
    let others = store.records()?.filter_map(Result::ok);
    let others = others.filter(|record| record.rules != rules).count();
    if others > 0 {
        let (were, them) = if others == 1 {
            ("was", "it")
        } else {
            ("were", "them")
        };
        let others = diag::number::count(others as u64, "other submission");
        super::say::note(&format!(
            "{others} in this report {were} graded by an earlier version of the course; use \
             --resume instead of --only to grade {them} again"
        ));
    }
    Ok(())
}

/// Writes the reports and tells what came of it.
fn write_reports(
    store: &Store,
    output: &Path,
    for_gradescope: bool,
    as_json: bool,
) -> Result<u8, ExpectedError> {
    let written = report::write(store, for_gradescope);
    store.clean();
    let summary = match written {
        Ok(summary) => summary,
        Err(ReportError::Empty) => Err(anyhow!("there are no records of submissions"))?,
        Err(error) => return Err(error.into()),
    };
    let text = match as_json {
        true => tell::summary_as_json(&summary, output),
        false => tell::summary(&summary, output),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(match summary.errors {
        0 => exit::SUCCESS,
        _ => exit::FINDINGS,
    })
}

/// Puts reports of parts of a class together.
fn merge(reports: &[PathBuf], output: &Path, for_gradescope: bool) -> Result<u8, ExpectedError> {
    for folder in reports {
        if !folder.join("records").is_dir() {
            return Err(ExpectedError::Usage(format!(
                "`{}` is not a report of jal grade: it contains no records",
                folder.display()
            )));
        }
    }
    let whole = match grade::merge::merge(reports, output) {
        Ok(whole) => whole,
        Err(MergeError::Store(error)) => return Err(error.into()),
        Err(error) => return Err(ExpectedError::Usage(error.to_string())),
    };
    write_reports(&whole, output, for_gradescope, false)
}
