//! Programs of tests as the tests run them, for the debugger.

use super::allowed::{compares, image, may_exit, unit_boundary};
use super::execute::{agreement, unit_link};
use super::files::{LARGEST, TestFiles};
use super::{Job, RunOptions};
use crate::boundary::BoundaryRequest;
use crate::handed_in::HandedIn;
use crate::project::{Project, kind_of};
use crate::test::{Test, TestKind};
use crate::unit::{CaseProgram, CaseRefused, UnitOptions, case_program};
use assembler::{FileSource, FsLoader, tidy};
use callconv::agreement::AgreedCheck;
use diag::{Diagnostic, SourceMap};
use machine::image::Image;
use runtime::load::LoadedProgram;
use runtime::{BoundaryRules, Limits};
use std::path::Path;
use std::sync::Arc;

/// What a graded run of a test adds to its program.
pub struct GradedProgram {
    /// The program in memory, as handed-in code sees it.
    pub image: Image,
    /// The boundary of handed-in code; none if nothing was handed in.
    pub boundary: Option<BoundaryRules>,
}

/// What a graded run adds to the program of the test at a path; none if that is not a test of a project.
/// `here` is where the command was given.
pub fn graded_program(
    path: &Path,
    here: &Path,
    loaded: &LoadedProgram,
    source: &dyn FileSource,
) -> Option<GradedProgram> {
    let project = Project::open_in(&Project::root_in(path, here, source)?, here, source);
    let job = job(path, here, &project)?;
    let options = options(here);
    let files = TestFiles::read(&job, &options, source);
    let handed_in = HandedIn::of(&project, here);
    let agreement = agreement(&job, &options);
    let convention = handed_in.check(&agreement, loaded);
    let may_exit = may_exit(&job, &files.settings);
    let request = BoundaryRequest {
        values: compares(&job),
        may_exit: &may_exit,
        tasks: &project.course.tasks,
        contract: convention.as_ref().map(AgreedCheck::contract),
    };
    let owners = handed_in.owners(loaded);
    Some(GradedProgram {
        image: image(loaded.program.as_ref()?, &handed_in, &files.settings),
        boundary: owners.map(|owners| owners.boundary(&request)),
    })
}

/// The program of one case of a unit test, with the calls that the case makes.
pub fn debug_case(
    path: &Path,
    here: &Path,
    case: &str,
    files: &Arc<dyn FileSource>,
) -> Result<CaseProgram, Box<CaseRefused>> {
    let name = path.to_string_lossy();
    let text = match files.read(&here.join(path), None, LARGEST) {
        Ok(file) => String::from_utf8_lossy(&file.text).into_owned(),
        Err(error) => {
            let title = format!("cannot read `{name}`: {error}");
            return Err(Box::new(CaseRefused {
                diagnostics: vec![Diagnostic::error(crate::codes::UNREADABLE, title)],
                sources: SourceMap::default(),
            }));
        }
    };
    let root = Project::root_in(path, here, &**files);
    let folder = path.parent().unwrap_or(Path::new(""));
    let project = Project::open_in(root.as_deref().unwrap_or(folder), here, &**files);
    let options = options(here);
    let how = match job(path, here, &project) {
        Some(job) => {
            let test_files = TestFiles::read(&job, &options, &**files);
            unit_options(&job, &test_files, &options, &**files)
        }
        None => UnitOptions {
            project: project.root.clone(),
            here: here.to_owned(),
            language: project.course.language,
            ..UnitOptions::default()
        },
    };
    let how = UnitOptions {
        only: Some(case.to_owned()),
        ..how
    };
    let loader = FsLoader::new(here).with_full_names();
    let mut loader = loader.from_source(Arc::clone(files));
    case_program(&name, &text, &how, &**files, &mut loader)
}

fn options(here: &Path) -> RunOptions {
    RunOptions {
        here: here.to_owned(),
        ..RunOptions::default()
    }
}

/// The test at a path: one that the project has, or one of a folder that it does not look into.
fn job<'a>(path: &Path, here: &Path, project: &'a Project) -> Option<Job<'a>> {
    let real = tidy(&here.join(path));
    let known = project
        .tests()
        .find(|test| tidy(&here.join(&test.source)) == real);
    let test = match known {
        Some(test) => test.clone(),
        None => {
            let file = path.file_name()?.to_string_lossy();
            let (name, kind) = kind_of(&file)?;
            Test {
                name: name.to_owned(),
                folder: String::new(),
                kind,
                project: project.root.clone(),
                source: path.to_owned(),
            }
        }
    };
    let is_test = known.is_some() || test.kind == TestKind::Unit;
    is_test.then(|| Job {
        test: Arc::new(test),
        project,
    })
}

/// How the cases of a unit test run.
pub(super) fn unit_options(
    job: &Job<'_>,
    files: &TestFiles,
    options: &RunOptions,
    source: &dyn FileSource,
) -> UnitOptions {
    UnitOptions {
        project: job.project.root.clone(),
        link: unit_link(job, &files.settings, options, source),
        here: options.here.clone(),
        language: job.project.course.language,
        check: files.settings.check,
        agreement: agreement(job, options),
        handed_in: HandedIn::of(job.project, &options.here),
        boundary: unit_boundary(job, &files.settings),
        scramble: options.scramble,
        only: options.case.clone(),
        // The limit of a whole program says nothing about a single call.
        limits: Limits {
            steps: files.max_steps.or(job.project.course.tests.max_steps),
            ..files.settings.limits
        },
        max_steps: options.overrides.max_steps,
    }
}
