//! Opens a course, and looks for mistakes of the staff that would cost students points, or give
//! them points for what they did not write.

use super::{CourseError, Grader, given, model, real, staff_prints};
use crate::store::Store;
use crate::view::{Sorting, Staff};
use diag::{Diagnostic, Severity};
use harness::course::{Task, place};
use harness::grading::{GradingRules, Tier};
use harness::{Project, codes};
use keys::glob;
use rustc_hash::FxHasher;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Grader {
    /// Reads a course. The folders of the report and of the submissions may lie in it and are no
    /// part of it.
    pub fn open(folder: &Path, apart: &[&Path]) -> Result<Self, CourseError> {
        let folder = folder.canonicalize()?;
        let apart = apart.iter().map(|path| real(path));
        let mut apart = apart.collect::<io::Result<Vec<PathBuf>>>()?;
        let mut project = Project::open(Path::new(""), &folder);
        if project.has_errors() {
            return Err(CourseError::Wrong(Box::new(project)));
        }
        if !folder.join(harness::course::FILE).is_file() {
            return Err(CourseError::NoFile);
        }
        if project.course.tasks.is_empty() {
            return Err(CourseError::NoTasks);
        }
        check_tests(&project)?;
        check(&mut project, &folder);
        let comparisons = model::comparisons(&mut project, &folder);
        if project.has_errors() {
            return Err(CourseError::Wrong(Box::new(project)));
        }
        let rules = &project.course.grading;
        let written = project.course.handed_in();
        let mut handed_in = [&written[..], &rules.required].concat();
        handed_in.sort();
        handed_in.dedup();
        let sorting = Sorting {
            apart: &|path| apart.iter().any(|other| other == path) || Store::is_at(path),
            handed_in: &|path| GradingRules::fits(&handed_in, path),
            hidden: &|path| is_hidden(path, rules, &written),
        };
        let (staff, model) = Staff::read(&folder, &sorting)?;
        apart.push(folder.clone());
        let mut hasher = FxHasher::default();
        env!("CARGO_PKG_VERSION").hash(&mut hasher);
        staff.digest(&mut hasher);
        for file in project.sources.files() {
            project.sources.text(file).hash(&mut hasher);
        }
        for comparison in &comparisons {
            comparison.digest(&mut hasher);
        }
        Ok(Grader {
            given: given(&folder, &handed_in),
            staff_prints: staff_prints(&folder, &handed_in),
            digest: hasher.finish(),
            staff: Arc::new(staff),
            folder,
            handed_in,
            written,
            apart,
            model,
            comparisons,
            project,
        })
    }
}

/// There must be tests that decide something.
fn check_tests(project: &Project) -> Result<(), CourseError> {
    let rules = &project.course.grading;
    let mut tests = project.tests();
    if tests.any(|test| rules.tier(&test.folder).is_some()) {
        return Ok(());
    }
    let folders = Tier::ALL.into_iter().flat_map(|tier| rules.folders(tier));
    let folders: Vec<String> = folders.map(|name| format!("tests/{name}")).collect();
    Err(CourseError::NoTests(folders.join(", ")))
}

/// Says what is wrong with the course as far as grading is concerned.
fn check(project: &mut Project, folder: &Path) {
    let mut said = Vec::new();
    let folders: Vec<&str> = project.tests().map(|test| test.folder.as_str()).collect();
    let course = &project.course;
    course.grading.check_tiers(&folders, &mut said);
    let mut files = course.tasks.iter().flat_map(|task| &task.files);
    if course.grading.files.is_none() && files.next().is_none() {
        let title = "no task has files: nothing would be taken from submissions";
        let error = Diagnostic::error(codes::NOTHING_TAKEN, title)
            .help("list what students write for each task: `files = [\"src/merge.s\"]`");
        said.push(error);
    }
    let (mut names, mut repeated) = (BTreeSet::new(), Vec::new());
    for task in &course.tasks {
        check_files(task, &course.grading, &mut said);
        if !names.insert(&task.name) {
            let title = format!("there is already a task `{}`", task.name);
            said.push(place(
                Diagnostic::warning(codes::WRONG_VALUE, title),
                task.tests_span,
            ));
        }
        for (title, error) in check_missing(task, project, folder) {
            repeated.push(title);
            said.push(error);
        }
    }
    // The project has warned about these already.
    project
        .diagnostics
        .retain(|other| !repeated.contains(&other.title));
    check_unreachable(project, &mut said);
    project.diagnostics.extend(said);
}

/// Files that are not there, and may be misspelt: the title of each, and what to say.
fn check_missing(task: &Task, project: &Project, folder: &Path) -> Vec<(String, Diagnostic)> {
    let files = task.files.iter().filter(|file| !glob::is_pattern(file));
    let missing = files.filter(|file| !folder.join(file).is_file());
    let misspelt = missing.filter_map(|file| Some((file, misspelt(file, project, folder)?)));
    let errors = misspelt.map(|(file, meant)| {
        let title = format!(
            "the file `{file}` of the task `{}` does not exist",
            task.name
        );
        let error = Diagnostic::error(codes::NOTHING_TAKEN, &title)
            .note("no student's file would count: the course's own file would be graded")
            .help(format!(
                "did you mean `{meant}`, which does not belong to a task? If not, create the file \
                 `{file}`"
            ));
        (title, place(error, task.files_span))
    });
    errors.collect()
}

/// The file that may be meant by one that is not there: it is called alike, lies beside it, and
/// belongs to no task.
fn misspelt(file: &str, project: &Project, folder: &Path) -> Option<String> {
    let (below, name) = file.rsplit_once('/').unwrap_or(("", file));
    let entries = std::fs::read_dir(folder.join(below)).ok()?.flatten();
    let path = |name: &str| match below {
        "" => name.to_owned(),
        below => format!("{below}/{name}"),
    };
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_of_task = |name: &String| {
        let mut tasks = project.course.tasks.iter();
        tasks.any(|task| GradingRules::fits(&task.files, &path(name)))
    };
    let mut names: Vec<String> = names.filter(|name| !is_of_task(name)).collect();
    names.sort();
    let near = diag::similar(name, names.iter().map(String::as_str));
    near.first().map(|name| path(name))
}

/// Something of a submission must count for a task.
fn check_files(task: &Task, rules: &GradingRules, said: &mut Vec<Diagnostic>) {
    match &rules.files {
        None if task.files.is_empty() => {
            let title = format!("the task `{}` has no files", task.name);
            let warning = Diagnostic::warning(codes::NOTHING_TAKEN, title)
                .note(
                    "unless its tests use files of other tasks, the course's own files are \
                       graded",
                )
                .help("list what students write for it: `files = [\"src/merge.s\"]`");
            said.push(place(warning, task.tests_span));
        }
        None => {}
        Some(patterns) => {
            for file in task
                .files
                .iter()
                .filter(|file| !GradingRules::fits(patterns, file))
            {
                let title = format!(
                    "`{file}` of the task `{}` is not taken from submissions",
                    task.name
                );
                let error = Diagnostic::error(codes::NOTHING_TAKEN, title)
                    .note(
                        "no pattern in `files` of [grade] matches it: the course's own file \
                           would be graded",
                    )
                    .help(format!("add it there: `files = [\"{file}\", …]`"));
                said.push(place(error, task.files_span));
            }
        }
    }
}

/// Points that nobody can get.
fn check_unreachable(project: &Project, said: &mut Vec<Diagnostic>) {
    let rules = &project.course.grading;
    for task in project.course.tasks.iter().filter(|task| task.points > 0.0) {
        let tests = project.tests().filter(|test| task.has(&test.name));
        let mut tiers = tests.filter_map(|test| rules.tier(&test.folder)).peekable();
        let compares = rules.fuzz > 0 && rules.weights.fuzz.is_some_and(|weight| weight > 0.0);
        if compares || tiers.peek().is_some() && tiers.any(|tier| rules.weights.of(tier) > 0.0) {
            continue;
        }
        let title = format!(
            "no test that counts decides the task `{}`: nobody can get its points",
            task.name
        );
        let warning = Diagnostic::warning(codes::NO_MATCH, title);
        said.push(place(warning, task.tests_span));
    }
    if rules.fuzz == 0 && rules.weights.fuzz.is_some() {
        let title = "`fuzz` in [grade.weights] counts nothing: no function is compared";
        let warning = Diagnostic::warning(codes::NOT_COMPARED, title);
        let help = "say on how many inputs: `fuzz = 100` in [grade]";
        said.push(place(warning, rules.weights_at).help(help));
    }
}

/// Whether a file of the staff is kept from what students write: folders of tests that are not
/// public, and everything that lies neither among the tests nor beside the files that they write.
/// There may be a model.
fn is_hidden(path: &str, rules: &GradingRules, written: &[String]) -> bool {
    let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash);
    match path.strip_prefix("tests/") {
        Some(below) => {
            let name = below.split_once('/').map(|(name, _)| name);
            name.is_some_and(|name| rules.tier(name) != Some(Tier::Public))
        }
        None => {
            let own = &path[..folder(path)];
            let mut folders = written.iter().map(|file| &file[..folder(file)]);
            !folders.any(|folder| folder == own)
        }
    }
}

/// The worst of some diagnostics is an error.
pub(super) fn has_errors(said: &[Diagnostic]) -> bool {
    said.iter().any(|d| d.severity == Severity::Error)
}
