//! What is told beside the tests: how a submission compares with the model, what is found in its
//! sources, and what the student's own tests run.

use super::{Grader, OWN_TESTS, cut};
use crate::record::{CoverageRecord, FuzzRecord};
use crate::submission::Submission;
use crate::view::ROOT;
use assembler::{Assembler, FileCache, FileSource, FsLoader, Loader};
use callconv::{Contract, lint};
use diag::{Diagnostic, RenderOptions, SourceMap, render};
use harness::coverage::Covered;
use harness::fuzz::{FuzzOptions, FuzzSpec, search};
use harness::lints::completed;
use harness::settings::{Overrides, Settings};
use harness::unit::link::Sources;
use harness::{Job, Project, RunOptions, Test, TestKind, course, run_one};
use runtime::load::{LoadOptions, Loaded, load_with};
use runtime::observers::Coverage;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most of a student's own tests that are run.
pub(super) const MOST_OWN_TESTS: usize = 100;
/// The most things found in sources that are told.
const MOST_LINTS: usize = 20;

/// What the course says about inputs of its functions.
pub(super) fn fuzz_specs(project: &Project) -> Vec<FuzzSpec> {
    let mut files = project.sources.files();
    let file = files.find(|file| project.sources.name(*file).ends_with(course::FILE));
    file.map_or_else(Vec::new, |file| {
        let text = project.sources.text(file);
        FuzzSpec::read(file, text).0
    })
}

impl Grader {
    /// Compares the functions of a submission with those of the model.
    pub(super) fn compare_with_model(&self, view: &Arc<dyn FileSource>) -> Vec<FuzzRecord> {
        let options = FuzzOptions {
            cases: self.rules().fuzz,
            threads: Some(1),
            ..FuzzOptions::default()
        };
        let specs = self.fuzz.iter();
        specs
            .filter_map(|spec| {
                let model_sources = Sources::of_function(
                    Path::new(""),
                    &self.folder,
                    &spec.call,
                    &FileCache::default(),
                )?;
                let mut disk = FsLoader::new(&self.folder).with_full_names();
                let model = model_sources.load(&self.folder, &mut disk);
                let own = model_sources.load(Path::new(ROOT), &mut loader(view));
                if model.has_errors() || own.has_errors() {
                    return None;
                }
                let searched = search(spec, &own, &model, &options).ok()?;
                Some(FuzzRecord {
                    function: spec.call.clone(),
                    tasks: self.tasks_of(&spec.call),
                    cases: searched.compared(),
                    counterexample: searched.found.map(|found| {
                        let mut text = found.lines().join("\n");
                        text.push_str("\n\n");
                        text.push_str(&found.unit_case());
                        cut(text)
                    }),
                })
            })
            .collect()
    }

    /// The tasks with a file of this name, as indices.
    fn tasks_of(&self, function: &str) -> Vec<usize> {
        let tasks = self.project.course.tasks.iter().enumerate();
        let has = |file: &String| Path::new(file).file_stem().is_some_and(|s| s == function);
        let tasks = tasks.filter(|(_, task)| task.files.iter().any(has));
        tasks.map(|(index, _)| index).collect()
    }

    /// What is found in the sources without running them.
    pub(super) fn lints(
        &self,
        submission: &Submission,
        view: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
    ) -> Vec<String> {
        let mut lints = Vec::new();
        for path in submission.files.keys().filter(|path| is_source(path)) {
            if path.starts_with(OWN_TESTS) {
                continue;
            }
            let loaded = self.library(path, view, assembler);
            let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
                continue;
            };
            let (contract, _) = Contract::read(&loaded.sources, program, loaded.desc());
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
    fn library(&self, path: &str, view: &Arc<dyn FileSource>, assembler: &mut Assembler) -> Loaded {
        let options = LoadOptions {
            target: self.project.course.target,
            ..LoadOptions::new(PathBuf::from(ROOT))
        };
        let loaded = load_with(assembler, path, &options, &mut loader(view));
        completed(loaded, |more| {
            let mut options = options.clone();
            options.extra.push(more.name.clone());
            let mut with_more = Beside {
                more,
                loader: loader(view),
            };
            load_with(assembler, path, &options, &mut with_more)
        })
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
            here: PathBuf::from(ROOT),
            overrides: self.limits(),
            ..RunOptions::default()
        };
        let mut covered = self.all_lines(submission, view, assembler);
        let mut record = CoverageRecord {
            tests: 0,
            passed: 0,
            run: 0,
            lines: 0,
        };
        for test in own_tests(submission).take(MOST_OWN_TESTS) {
            let job = Job {
                test: Arc::new(test),
                project: &self.project,
            };
            let result = run_one(&job, &options, view, assembler);
            record.tests += 1;
            record.passed += usize::from(result.verdict.is_passed());
            covered.merge(&result.covered.unwrap_or_default());
        }
        let all = covered.files(&harness::coverage::View::default());
        for (name, file) in all {
            if submission.files.contains_key(name) && !name.starts_with(OWN_TESTS) {
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
        for path in submission.files.keys().filter(|path| is_source(path)) {
            let loaded = self.library(path, view, assembler);
            if let Some(program) = &loaded.program {
                let (sources, nothing) = (&loaded.sources, Coverage::default());
                covered.merge(&Covered::of(program, sources, loaded.desc(), &nothing));
            }
        }
        covered
    }
}

fn loader(view: &Arc<dyn FileSource>) -> FsLoader {
    let loader = FsLoader::new(ROOT).with_full_names();
    loader.from_source(Arc::clone(view))
}

fn is_source(path: &str) -> bool {
    [".s", ".asm"].iter().any(|end| path.ends_with(end))
}

fn is_in(finding: &Diagnostic, sources: &SourceMap, path: &str) -> bool {
    let span = finding.primary_span();
    span.is_some_and(|span| sources.name(span.file) == path)
}

/// The tests that the student wrote.
fn own_tests(submission: &Submission) -> impl Iterator<Item = Test> {
    let sources = submission.files.keys().filter(|path| is_source(path));
    sources.filter_map(|path| {
        let name = path.strip_prefix(OWN_TESTS)?.strip_prefix('/')?;
        let name = Path::new(name).file_stem()?.to_str()?.to_owned();
        let reference = format!("{OWN_TESTS}/{name}.ref");
        submission.files.contains_key(&reference).then(|| Test {
            name,
            // Not a folder of the course: what is in that is not what was handed in.
            folder: String::new(),
            kind: TestKind::Program,
            project: PathBuf::new(),
            source: PathBuf::from(path),
        })
    })
}

/// A loader with one more file.
struct Beside<L> {
    more: assembler::Loaded,
    loader: L,
}

impl<L: Loader> Loader for Beside<L> {
    fn load(
        &mut self,
        request: &assembler::Request<'_>,
    ) -> Result<assembler::Loaded, assembler::LoadError> {
        match request.path == self.more.name {
            true => Ok(self.more.clone()),
            false => self.loader.load(request),
        }
    }
}
