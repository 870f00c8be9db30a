//! `jal test --watch`: tests run again when a file that they are made of is saved.

use super::{Command, jobs};
use crate::error::ExpectedError;
use harness::course;
use harness::targets::Chosen;
use harness::watch::FileWatch;
use harness::{Job, SuiteResult, TestResult, Verdict};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(200);

/// Runs tests until the process is ended from outside.
pub(super) fn watch(command: &Command<'_>, chosen: Vec<Chosen>) -> Result<u8, ExpectedError> {
    let mut watch = FileWatch::new(roots(command, &chosen));
    let mut chosen = chosen;
    let mut all = command.run(&jobs(&chosen));
    watch.also(sources(&all, &command.here));
    command.report(&all, &chosen)?;
    say_waiting(&watch)?;
    // What was saved since tests ran last; it stays here while a course file has mistakes.
    let mut changed: BTreeSet<PathBuf> = BTreeSet::new();
    loop {
        std::thread::sleep(PAUSE);
        let new = watch.changed();
        if new.is_empty() {
            continue;
        }
        changed.extend(new);
        // An editor may write a file in several steps.
        std::thread::sleep(PAUSE);
        changed.extend(watch.changed());
        match command.find() {
            Ok(found) => chosen = found,
            Err(error) => {
                error.say();
                continue;
            }
        }
        let changed = std::mem::take(&mut changed);
        let jobs = jobs(&chosen);
        let again: Vec<Job<'_>> = jobs
            .iter()
            .filter(|job| is_affected(job, &all, &changed, &command.here))
            .cloned()
            .collect();
        if again.is_empty() {
            continue;
        }
        writeln!(
            io::stdout(),
            "\n{} changed.\n",
            names(&changed, &command.here)
        )?;
        let new = command.run(&again);
        command.report(&new, &chosen)?;
        all = merged(&jobs, all, new);
        watch.also(sources(&all, &command.here));
        if again.len() < jobs.len() {
            let (passed, failed) = (all.passed(), all.failed());
            writeln!(io::stdout(), "All tests: {passed} passed, {failed} failed")?;
        }
        say_waiting(&watch)?;
    }
}

fn say_waiting(watch: &FileWatch) -> io::Result<()> {
    let files = diag::number::count(watch.count() as u64, "file");
    let mut out = io::stdout();
    writeln!(out, "Watching {files}. Press Ctrl-C to stop.")?;
    out.flush()
}

/// The folders of all projects.
fn roots(command: &Command<'_>, chosen: &[Chosen]) -> Vec<PathBuf> {
    let roots = chosen.iter().map(|c| command.here.join(&c.project.root));
    roots.collect()
}

/// All sources of the tests, also those that are in none of their projects.
fn sources(all: &SuiteResult, here: &Path) -> BTreeSet<PathBuf> {
    let files = all.results.iter().flat_map(|result| &result.files);
    files.map(|file| here.join(file)).collect()
}

/// Whether what was saved may change what comes of a test.
fn is_affected(job: &Job<'_>, all: &SuiteResult, changed: &BTreeSet<PathBuf>, here: &Path) -> bool {
    let root = here.join(&job.project.root);
    if changed.contains(&root.join(course::FILE)) {
        return true;
    }
    let known = |result: &&TestResult| result.test.source == job.test.source;
    let Some(result) = all.results.iter().find(known) else {
        return true;
    };
    // A test that could not be carried out may have missed any of the files.
    if result.verdict == Verdict::DoesNotAssemble || result.verdict == Verdict::Unreadable {
        return changed.iter().any(|file| file.starts_with(&root));
    }
    if changed.iter().any(|file| may_be_linked(file, job, here)) {
        return true;
    }
    let own = ["ref", "in", "args", "code", "options", "toml"];
    let own = own.iter().map(|ending| here.join(job.test.beside(ending)));
    let sources = result.files.iter().map(|file| here.join(file));
    let mut files = own.chain(sources).chain([here.join(&job.test.source)]);
    files.any(|file| changed.contains(&file))
}

/// Whether a file may belong to a test by where it is, also one that was not there before.
fn may_be_linked(file: &Path, job: &Job<'_>, here: &Path) -> bool {
    let source = &job.test.source;
    let is_mars = source.extension().is_some_and(|ending| ending == "asm");
    if !is_mars && job.project.course.tests.link.is_none() {
        return false;
    }
    let is_test = || {
        job.project
            .tests()
            .any(|test| here.join(&test.source) == file)
    };
    file.extension() == source.extension()
        && file.starts_with(here.join(&job.project.root))
        && !is_test()
}

/// The results of all tests, the new ones in place of the old.
fn merged(jobs: &[Job<'_>], old: SuiteResult, new: SuiteResult) -> SuiteResult {
    let results = jobs.iter().filter_map(|job| {
        let known = |result: &&TestResult| result.test.source == job.test.source;
        let new = new.results.iter().find(known);
        new.or_else(|| old.results.iter().find(known)).cloned()
    });
    SuiteResult {
        results: results.collect(),
        ..new
    }
}

/// The names of files, as shown to people.
fn names(files: &BTreeSet<PathBuf>, here: &Path) -> String {
    const SHOWN: usize = 3;
    let shown = files.iter().take(SHOWN).map(|file| {
        let below = file.strip_prefix(here).unwrap_or(file);
        below.display().to_string()
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    match files.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
