//! What is reported besides the tests: what is found in the sources, and what the student's own tests
//! run.

use super::{Grader, OWN_TESTS, cut, loader, source_limits};
use crate::record::CoverageRecord;
use crate::submission::{Submission, is_own_test, is_source};
use crate::view::ROOT;
use assembler::{Assembler, FileSource, SourceFile};
use callconv::{Contract, lint};
use diag::{Diagnostic, RenderOptions, SourceMap, render};
use harness::coverage::Covered;
use harness::lints::completed;
use harness::project::kind_of;
use harness::settings::{Overrides, Settings};
use harness::{Job, RunOptions, Test, TestKind, run_one};
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::observers::Coverage;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most of a student's own tests that are run.
pub(super) const MOST_OWN_TESTS: usize = 100;
/// The most findings in sources that are reported.
const MOST_LINTS: usize = 20;
/// The most sources that are looked at one by one.
const MOST_SOURCES: usize = 100;

impl Grader {
    /// What is found in the sources without running them.
    pub(super) fn lints(
        &self,
        submission: &Submission,
        view: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
    ) -> Vec<String> {
        let mut lints = Vec::new();
        for path in written(submission) {
            let loaded = self.library(path, view, assembler);
            let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
                continue;
            };
            let restricted = |name: &str| submission.files.contains_key(name);
            let (sources, desc) = (&loaded.sources, loaded.desc());
            let (contract, _) = Contract::read_restricted(sources, program, desc, &restricted);
            let found = lint::check(&loaded.sources, program, loaded.desc(), &contract);
            let own = found.iter().filter(|d| is_in(d, &loaded.sources, path));
            let options = RenderOptions::default();
            lints.extend(own.map(|d| cut(render(&loaded.sources, d, &options))));
            if lints.len() > MOST_LINTS {
                lints.truncate(MOST_LINTS);
                break;
            }
        }
        lints
    }

    /// One source, with the names that other files define.
    fn library(
        &self,
        path: &str,
        view: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
    ) -> LoadedProgram {
        let options = LoadOptions {
            target: self.project.course.target,
            language: self.project.course.language,
            sources: source_limits(),
            ..LoadOptions::new(PathBuf::from(ROOT))
        };
        let mut load = |more: Option<&SourceFile>| {
            let mut files = loader(view);
            let request = LoadRequest {
                more,
                assembler: Some(&mut *assembler),
                ..LoadRequest::new(path, &options).from_loader(&mut files)
            };
            request.load()
        };
        completed(load(None), |more| load(Some(more)))
    }

    /// What the student's own tests run of the sources that were handed in. They see what students
    /// see, and the course sets their limits.
    pub(super) fn own_tests(
        &self,
        submission: &Submission,
        view: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
    ) -> Option<CoverageRecord> {
        let options = RunOptions {
            coverage: true,
            repeat: 1,
            sources: Some(source_limits()),
            here: PathBuf::from(ROOT),
            overrides: self.limits(),
            ..RunOptions::default()
        };
        let mut record = CoverageRecord::default();
        let tests: Vec<Test> = own_tests(submission).take(MOST_OWN_TESTS).collect();
        if tests.is_empty() {
            return Some(record);
        }
        let mut covered = self.all_lines(submission, view, assembler);
        for test in tests {
            let name = test.name.clone();
            let job = Job {
                test: Arc::new(test),
                project: &self.project,
            };
            let result = run_one(&job, &options, view, assembler);
            record.tests += 1;
            match result.verdict.is_passed() {
                true => record.passed += 1,
                false => record
                    .failed
                    .push(format!("{name}: {}", result.verdict.words())),
            }
            covered.merge(&result.covered.unwrap_or_default());
        }
        let all = covered.files(&harness::coverage::CoverageView::default());
        for (name, file) in all {
            if submission.files.contains_key(name) && !is_own_test(name) {
                let totals = file.totals();
                record.lines += totals.lines;
                record.run += totals.lines_run;
            }
        }
        Some(record)
    }

    /// The limits of the course, which the rules of a test cannot change.
    pub(super) fn limits(&self) -> Overrides {
        let mut settings = Settings::default();
        self.project.course.tests.apply(&mut settings);
        Overrides {
            max_steps: settings.limits.steps,
            max_output: settings.limits.output,
            max_memory: Some(settings.limits.memory),
            timeout: settings.limits.time,
            files: Some(settings.files),
            ..Overrides::default()
        }
    }

    /// All lines of the sources that were handed in, none of which has run.
    fn all_lines(
        &self,
        submission: &Submission,
        view: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
    ) -> Covered {
        let mut covered = Covered::default();
        for path in written(submission) {
            let loaded = self.library(path, view, assembler);
            if let Some(program) = &loaded.program {
                let (sources, nothing) = (&loaded.sources, Coverage::default());
                covered.merge(&Covered::of(program, sources, loaded.desc(), &nothing));
            }
        }
        covered
    }
}

fn is_in(finding: &Diagnostic, sources: &SourceMap, path: &str) -> bool {
    let span = finding.primary_span();
    span.is_some_and(|span| sources.name(span.file) == path)
}

/// The sources that a student wrote, without tests.
fn written(submission: &Submission) -> impl Iterator<Item = &String> {
    let sources = submission.files.keys().filter(|path| is_source(path));
    let written = sources.filter(|path| !is_own_test(path));
    written.take(MOST_SOURCES)
}

/// The tests that the student wrote.
fn own_tests(submission: &Submission) -> impl Iterator<Item = Test> {
    let tests = submission.files.keys().filter(|path| is_own_test(path));
    tests.filter_map(|path| {
        let file = Path::new(path).file_name()?.to_str()?;
        let (name, kind) = kind_of(file)?;
        let reference = format!("{OWN_TESTS}/{name}.ref");
        let is_test = kind == TestKind::Unit || submission.files.contains_key(&reference);
        is_test.then(|| Test {
            name: name.to_owned(),
            // Not a folder of the course: what is in that is not what was handed in.
            folder: String::new(),
            kind,
            project: PathBuf::new(),
            source: PathBuf::from(path),
        })
    })
}
