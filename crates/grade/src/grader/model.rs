//! The course's own solution: functions of a submission are compared with it, and it must pass the
//! tests that decide about others.

use super::{Grader, course, cut};
use crate::record::FuzzRecord;
use crate::view::{ROOT, SubmissionView};
use assembler::{Assembler, FileCache, FileSource, FsLoader};
use diag::{Diagnostic, Severity};
use harness::fuzz::{FuzzOptions, FuzzSpec, search};
use harness::grading::{ConventionRule, Gate, GradingRules, Tier};
use harness::handed_in::HandedIn;
use harness::report::facts;
use harness::unit::link::{Missing, Sources, of_course};
use harness::{Project, Test, TestKind, TestResult, Verdict, codes, run_one, unit};
use runtime::load::LoadedProgram;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

/// With so many inputs the model is compared with itself when a course is opened: then a mistake in
/// what is said about inputs shows.
const TRIAL: u64 = 16;
/// The most tests that are named.
const MOST_NAMED: usize = 5;

/// A function that is compared with the model.
pub(super) struct ModelComparison {
    spec: FuzzSpec,
    sources: Sources,
    model: LoadedProgram,
    /// The tasks that it belongs to, as indices.
    tasks: Vec<usize>,
}

impl ModelComparison {
    /// All that it follows from.
    pub(super) fn digest(&self, into: &mut impl Hasher) {
        self.spec.call.hash(into);
        for file in self.model.sources.files() {
            self.model.sources.text(file).hash(into);
        }
    }
}

/// What `[[fuzz]]` says, with the model; the project reports what is wrong with it.
pub(super) fn comparisons(project: &mut Project, folder: &Path) -> Vec<ModelComparison> {
    if project.course.grading.fuzz == 0 {
        return Vec::new();
    }
    let mut files = project.sources.files();
    let file = files.find(|file| project.sources.name(*file).ends_with(harness::course::FILE));
    let Some(file) = file else {
        return Vec::new();
    };
    let (specs, mut said) = FuzzSpec::read(file, project.sources.text(file));
    if specs.is_empty() && said.is_empty() {
        let title = "`fuzz` in [grade] has nothing to compare: there are no [[fuzz]] entries";
        said.push(Diagnostic::warning(codes::NOT_COMPARED, title));
    }
    let mut found = Vec::new();
    if !course::has_errors(&said) {
        for spec in specs {
            found.extend(comparison(spec, project, folder, &mut said));
        }
    }
    project.diagnostics.extend(said);
    found
}

fn comparison(
    spec: FuzzSpec,
    project: &Project,
    folder: &Path,
    said: &mut Vec<Diagnostic>,
) -> Option<ModelComparison> {
    let (here, files) = (Path::new(""), FileCache::default());
    let Some(sources) = Sources::of_function(here, folder, &spec.call, &files) else {
        let missing = Missing::new(here, folder, &spec.call, &files);
        said.push(missing.diagnostic(Some(spec.at)));
        return None;
    };
    let patterns = project.course.tests.link.as_deref().unwrap_or_default();
    let sources = sources.in_language(project.course.language);
    let sources = sources.with(of_course(patterns, here, folder, &files));
    let mut disk = FsLoader::new(folder).with_full_names();
    let model = sources.load_completed(folder, &mut disk);
    let unusable = |why: &str| {
        let title = format!(
            "nothing can be compared with the course's own `{}`: {why}",
            spec.call
        );
        Diagnostic::error(codes::NOT_COMPARED, title).primary(spec.at, "")
    };
    if let Some(error) = first_error(&model) {
        said.push(unusable(error));
        return None;
    }
    match try_out(&spec, &model) {
        Ok(None) => {}
        Ok(Some(why)) => {
            said.push(unusable(&why));
            return None;
        }
        Err(wrong) => {
            said.extend(wrong);
            return None;
        }
    }
    let tasks = tasks_of(&sources, project);
    if tasks.is_empty() {
        let title = format!(
            "`{}` is not in a file of a task: a difference would cost nothing",
            spec.call
        );
        said.push(Diagnostic::warning(codes::NOT_COMPARED, title).primary(spec.at, ""));
    }
    Some(ModelComparison {
        spec,
        sources,
        model,
        tasks,
    })
}

/// Compares the model with itself: why it has no result for any input, if that is so.
fn try_out(spec: &FuzzSpec, model: &LoadedProgram) -> Result<Option<String>, Vec<Diagnostic>> {
    let options = FuzzOptions {
        cases: TRIAL,
        threads: Some(1),
        ..FuzzOptions::default()
    };
    let searched = search(spec, model, model, &options)?;
    let is_useless = searched.compared() == 0;
    Ok(is_useless.then(|| {
        searched
            .unknown
            .map_or_else(String::new, |unknown| unknown.why)
    }))
}

/// The tasks that the file with a function belongs to, as indices.
fn tasks_of(sources: &Sources, project: &Project) -> Vec<usize> {
    let file = sources
        .main()
        .map(Path::to_string_lossy)
        .unwrap_or_default();
    let tasks = project.course.tasks.iter().enumerate();
    let tasks = tasks.filter(|(_, task)| GradingRules::fits(&task.files, &file));
    tasks.map(|(index, _)| index).collect()
}

/// Why a function counts as different, as the rest of a sentence.
fn not_compared(why: &str) -> String {
    format!("could not be compared with the model: {why}")
}

fn first_error(loaded: &LoadedProgram) -> Option<&str> {
    let mut errors = loaded.diagnostics.iter();
    let error = errors.find(|d| d.severity == Severity::Error);
    error.map(|error| error.title.as_str())
}

impl Grader {
    /// Compares the functions of a submission with those of the model.
    pub(super) fn compare_with_model(
        &self,
        view: &Arc<dyn FileSource>,
        seed: u64,
    ) -> Vec<FuzzRecord> {
        let compared = self.comparisons.iter();
        compared
            .map(|comparison| self.compare(comparison, view, seed))
            .collect()
    }

    fn compare(
        &self,
        comparison: &ModelComparison,
        view: &Arc<dyn FileSource>,
        seed: u64,
    ) -> FuzzRecord {
        let options = FuzzOptions {
            seed,
            cases: self.rules().fuzz,
            threads: Some(1),
            time: self.limits().timeout,
            convention: self.rules().convention == ConventionRule::Failure,
            agreement: self.project.course.agreement.clone(),
            handed_in: HandedIn::of(&self.project, Path::new(ROOT)),
            ..FuzzOptions::default()
        };
        let mut record = FuzzRecord {
            function: comparison.spec.call.clone(),
            tasks: comparison.tasks.clone(),
            cases: 0,
            difference: None,
            counterexample: None,
        };
        let (here, patterns) = (Path::new(ROOT), self.link_patterns());
        let sources = comparison.sources.elsewhere(here, patterns, &**view);
        let own = sources.load_completed(here, &mut super::loader(view));
        if let Some(error) = first_error(&own) {
            record.difference = Some(not_compared(error));
            return record;
        }
        let searched = match search(&comparison.spec, &own, &comparison.model, &options) {
            Ok(searched) => searched,
            Err(wrong) => {
                let why = wrong.first().map_or("", |wrong| wrong.title.as_str());
                record.difference = Some(not_compared(why));
                return record;
            }
        };
        record.cases = searched.compared();
        let is_complete = searched.cases == searched.planned && record.cases > 0;
        match searched.found {
            Some(found) => {
                let words = match found.is_of_convention() {
                    true => "breaks the calling convention",
                    false => "does not do the same as the model",
                };
                record.difference = Some(words.to_owned());
                let text = format!("{}\n\n{}", found.lines().join("\n"), found.unit_case());
                record.counterexample = Some(cut(text));
            }
            None if is_complete => {}
            None => {
                let why = match searched.cases < searched.planned {
                    true => format!(
                        "the time was up after {} of {} inputs",
                        searched.cases, searched.planned
                    ),
                    false => (searched.unknown).map_or_else(String::new, |unknown| unknown.why),
                };
                record.difference = Some(not_compared(&why));
            }
        }
        record
    }

    /// The patterns of files that the course links with every program.
    fn link_patterns(&self) -> &[String] {
        self.project
            .course
            .tests
            .link
            .as_deref()
            .unwrap_or_default()
    }

    /// Runs all tests on the course's own files: what the staff should know before students lose
    /// points. Errors are about tests that nobody can pass.
    pub fn check_model(&self) -> Vec<Diagnostic> {
        let has_model = self
            .model
            .keys()
            .any(|path| GradingRules::fits(&self.written, path));
        let view: Arc<dyn FileSource> = Arc::new(SubmissionView::new(&self.staff, &self.model));
        let (options, mut assembler) = (self.run_options(), Assembler::default());
        let (mut said, mut failing) = (Vec::new(), Vec::new());
        for (job, tier) in self.jobs() {
            let result = run_one(&job, &options, &view, &mut assembler);
            match broken(&result) {
                // It may be a source that tests share.
                Some(error) => said.extend(self.decides(&job.test, tier).then_some(error)),
                None if result.verdict.is_passed() => {}
                None => failing.push((job.test.to_string(), result.verdict)),
            }
        }
        if has_model {
            said.extend(model_fails(&failing));
        }
        said
    }

    /// Whether points depend on a test.
    fn decides(&self, test: &Test, tier: Tier) -> bool {
        let opens = self.rules().gate == Gate::All && tier == Tier::Public;
        let mut tasks = self.project.course.tasks.iter();
        opens || tasks.any(|task| task.has(&test.name))
    }
}

/// Why nobody can pass a test, if that is so.
fn broken(result: &TestResult) -> Option<Diagnostic> {
    let test = &result.test;
    // A function that students have yet to write says nothing about its test.
    let is_missing = |d: &Diagnostic| d.code == unit::codes::LINK;
    if result.verdict == Verdict::Unreadable && !result.diagnostics.iter().all(is_missing) {
        let title = format!("the test {test} cannot be read");
        let story = cut(facts::story(result).text());
        return Some(Diagnostic::error(codes::UNREADABLE, title).note(story.trim_end()));
    }
    let lacks_reference = test.kind == TestKind::Program && result.expected.is_none();
    lacks_reference.then(|| {
        let title = format!("the test {test} has no expected output");
        let help = format!("write it to `{}`", test.beside("ref").display());
        Diagnostic::error(codes::UNREADABLE, title).help(help)
    })
}

/// That the course's own solution does not pass its tests.
fn model_fails(failing: &[(String, Verdict)]) -> Option<Diagnostic> {
    let (first, verdict) = failing.first()?;
    let count = diag::number::count(failing.len() as u64, "test");
    let title = format!("the course's own files do not pass {count}");
    let others: Vec<&str> = failing
        .iter()
        .skip(1)
        .map(|(name, _)| name.as_str())
        .collect();
    let more = match others.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let others = &others[..others.len().min(MOST_NAMED)];
    let others = match others.is_empty() {
        true => String::new(),
        false => format!("; also {}{more}", others.join(", ")),
    };
    let note = format!("{first}: {}{others}", verdict.words());
    let help = "run `jal test --check` in the course's folder for more; if these files are only \
                the starting point for students, ignore this";
    Some(
        Diagnostic::warning(codes::MODEL_FAILS, title)
            .note(note)
            .help(help),
    )
}
