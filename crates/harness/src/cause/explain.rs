//! From failures to their causes.

use super::order::{CallGraph, FirstStep};
use super::repair::Trials;
use super::spectrum::Spectrum;
use super::survey::{Survey, SurveyLine};
use super::suspects::suspects;
use super::{Cause, CauseKind, Confidence};
use crate::runner::{Inquiry, Job, RunOptions, inquire, passes, slice, survey};
use crate::settings::Overrides;
use crate::suite::SuiteResult;
use crate::test::TestKind;
use crate::verdict::{LimitKind, Verdict};
use assembler::{Assembler, FileSource};
use machine::isa::Class;
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::Arc;

/// A run that is repeated to learn something has at least so many instructions, and otherwise a few
/// times those of the tests that pass.
const LEAST_STEPS: u64 = 50_000;
const TIMES_PASSING: u64 = 8;

/// Finds the causes of the failures of a suite, of as many as are wanted.
pub(crate) fn explain(
    suite: &mut SuiteResult,
    jobs: &[Job<'_>],
    options: &RunOptions,
    files: &Arc<dyn FileSource>,
) {
    let fails = |k: &usize| {
        let result = suite.results.get(*k);
        result.is_some_and(|result| !result.passes() && !result.verdict.is_error())
    };
    let failing: Vec<usize> = (0..suite.results.len()).filter(fails).collect();
    if options.explain == 0 || failing.is_empty() {
        return;
    }
    let steps = suite.results.iter().filter(|result| result.passes());
    let steps = steps.map(|result| result.steps).max().unwrap_or(0);
    let options = RunOptions {
        as_graded: false,
        check: false,
        scramble: 0,
        coverage: false,
        repeat: 1,
        overrides: Overrides {
            max_steps: Some(LEAST_STEPS.max(steps.saturating_mul(TIMES_PASSING))),
            ..options.overrides.clone()
        },
        ..options.clone()
    };
    let jobs = with_witnesses(jobs, &failing);
    let mut explainer = Explainer {
        suite,
        jobs: &jobs,
        options: &options,
        files,
        graph: CallGraph::default(),
        spectrum: None,
    };
    explainer.explain(&failing);
}

/// The tests of a suite, and others beside those that fail, which did not run but can judge a change.
fn with_witnesses<'a>(jobs: &[Job<'a>], failing: &[usize]) -> Vec<Job<'a>> {
    let mut all = jobs.to_vec();
    let ran: FxHashSet<&Path> = jobs.iter().map(|job| job.test.source.as_path()).collect();
    let mut folders: Vec<(&Path, &str)> = Vec::new();
    for job in failing.iter().filter_map(|index| jobs.get(*index)) {
        let folder = (job.project.root.as_path(), job.test.folder.as_str());
        if folders.contains(&folder) {
            continue;
        }
        folders.push(folder);
        let others = job.project.tests().filter(|test| test.folder == folder.1);
        let others = others.filter(|test| test.kind == TestKind::Program);
        let others = others.filter(|test| !ran.contains(test.source.as_path()));
        all.extend(others.map(|test| Job {
            test: Arc::new(test.clone()),
            project: job.project,
        }));
    }
    all
}

struct Explainer<'a> {
    suite: &'a mut SuiteResult,
    jobs: &'a [Job<'a>],
    options: &'a RunOptions,
    files: &'a Arc<dyn FileSource>,
    graph: CallGraph,
    spectrum: Option<Spectrum>,
}

/// A test that fails, and what is known about it.
struct Failure {
    index: usize,
    inquiry: Inquiry,
    tested: Vec<String>,
    depth: usize,
}

impl Failure {
    /// The function that the test calls, if it does nothing yet.
    fn unwritten(&self) -> Option<Cause> {
        const MOST_LINES: usize = 3;
        let function = self.tested.first()?;
        let lines: Vec<&SurveyLine> = self.inquiry.survey.function(function).collect();
        let desc = self.inquiry.desc;
        // It sets results to constants at most.
        let does_nothing = |line: &&SurveyLine| {
            let calls = line.class == Some(Class::System);
            line.is_return(desc) || line.reads.is_empty() && !line.is_branch() && !calls
        };
        let is_stub = lines.len() <= MOST_LINES
            && lines.iter().all(does_nothing)
            && !self
                .inquiry
                .survey
                .calls
                .iter()
                .any(|(from, _)| from == function);
        let first = lines.first().filter(|_| is_stub)?;
        Some(Cause {
            kind: CauseKind::Unwritten,
            confidence: Confidence::Likely,
            places: vec![first.place()],
            words: format!(
                "`{function}` only returns so far. Write it first: its tests show what it should do."
            ),
        })
    }
}

impl Explainer<'_> {
    fn explain(&mut self, failing: &[usize]) {
        let mut failures = self.inquire(failing);
        for failure in &mut failures {
            let depths = failure.tested.iter().map(|f| self.graph.depth(f));
            failure.depth = depths.max().unwrap_or(0);
            if let Some(result) = self.suite.results.get_mut(failure.index) {
                result.depth = failure.depth;
            }
        }
        failures.sort_by_key(|failure| (failure.depth, failure.index));
        self.suite.first_step = self.first_step(&failures);
        let mut explained = 0;
        for k in 0..failures.len() {
            let is_open = { self.suite.results.get(failures[k].index) }
                .is_some_and(|result| result.cause.is_none());
            if is_open && explained < self.options.explain {
                self.explain_one(&failures, k);
                explained += 1;
            }
        }
    }

    /// Runs the tests that fail again.
    fn inquire(&mut self, failing: &[usize]) -> Vec<Failure> {
        let mut assembler = Assembler::default();
        let mut failures = Vec::new();
        for &index in failing {
            let Some(job) = self.jobs.get(index) else {
                continue;
            };
            let Some(inquiry) = inquire(job, self.options, self.files, &mut assembler) else {
                continue;
            };
            self.graph.add(&inquiry.survey);
            failures.push(Failure {
                index,
                tested: inquiry.survey.tested(),
                inquiry,
                depth: 0,
            });
        }
        failures
    }

    /// The function to begin with: the first whose tests fail and that others call.
    fn first_step(&self, failures: &[Failure]) -> Option<FirstStep> {
        let first = failures.first()?;
        let function = first.tested.first()?;
        let calls = |failure: &&Failure| {
            !failure.tested.contains(function)
                && failure
                    .tested
                    .iter()
                    .any(|f| self.graph.reaches(f, function))
        };
        let others = failures.iter().filter(calls).count();
        (others > 0).then(|| FirstStep {
            function: function.clone(),
            others,
        })
    }

    /// Finds the cause of a failure, and gives it to all that share it.
    fn explain_one(&mut self, failures: &[Failure], k: usize) {
        let failure = &failures[k];
        let known = failure.inquiry.convention.clone();
        if let Some(cause) = known
            .clone()
            .filter(|cause| cause.confidence == Confidence::Certain)
        {
            self.share(failures, &cause);
            return;
        }
        let verdict = self
            .suite
            .results
            .get(failure.index)
            .map(|result| result.verdict);
        let fails_plainly = !matches!(
            verdict,
            Some(Verdict::Convention | Verdict::Scrambled | Verdict::Unchecked) | None
        );
        if let Some(cause) = failure.unwritten().filter(|_| fails_plainly) {
            self.give(failure.index, &cause);
            for other in failures
                .iter()
                .filter(|other| other.unwritten().as_ref() == Some(&cause))
            {
                self.give(other.index, &cause);
            }
            return;
        }
        if fails_plainly && self.repair(failures, k) {
            return;
        }
        let cause = known
            .or_else(|| failure.inquiry.endless.clone())
            .or_else(|| self.suspects(failures, k).filter(|_| fails_plainly));
        if let Some(cause) = cause {
            self.give(failure.index, &cause);
            self.share(failures, &cause);
            // What was looked for in vain once is not looked for again in tests of the same function.
            let same = { failures.iter() }
                .filter(|other| fails_plainly && other.tested == failure.tested)
                .filter(|other| other.inquiry.convention.is_none());
            for other in same {
                self.give(other.index, &cause);
            }
        }
    }

    fn give(&mut self, index: usize, cause: &Cause) {
        if let Some(result) = self.suite.results.get_mut(index) {
            result.cause.get_or_insert_with(|| cause.clone());
        }
    }

    /// Gives a cause to all failures in which the run shows the same.
    fn share(&mut self, failures: &[Failure], cause: &Cause) {
        for failure in failures {
            let known = [&failure.inquiry.convention, &failure.inquiry.endless];
            let is_same = |known: &&Option<Cause>| known.as_ref().is_some_and(|k| k.is_same(cause));
            if known.iter().any(is_same) {
                self.give(failure.index, cause);
            }
        }
    }

    /// Looks for a line whose change makes the test pass; whether there is one.
    fn repair(&mut self, failures: &[Failure], k: usize) -> bool {
        let failure = &failures[k];
        // Those that test the same function must agree; others may fail for other reasons.
        let (mut failing, others): (Vec<&Failure>, Vec<&Failure>) = { failures.iter() }
            .filter(|other| other.index != failure.index)
            .partition(|other| other.tested == failure.tested);
        failing.extend(others);
        let mut failing: Vec<usize> = failing.iter().map(|other| other.index).collect();
        let mut passing = self.passing_with(&failure.inquiry.survey);
        self.add_witnesses(failure, &mut failing, &mut passing);
        let spectrum = self.spectrum(failures);
        let trials = self.trials(failure);
        let found = trials.find(
            failure.index,
            &failure.inquiry.survey,
            &spectrum,
            &failing,
            &passing,
        );
        let Some(mut repair) = found else {
            return false;
        };
        let is_stopped = { self.suite.results.get(failure.index) }
            .is_some_and(|result| result.verdict == Verdict::Limit(LimitKind::Steps));
        if let Some(endless) = failure.inquiry.endless.as_ref().filter(|_| is_stopped) {
            repair.cause = in_loop(repair.cause, endless);
        }
        for index in repair.fixes {
            self.give(index, &repair.cause);
        }
        true
    }

    /// Adds the tests that did not run and call the same function, as they pass or fail now.
    fn add_witnesses(&self, failure: &Failure, failing: &mut Vec<usize>, passing: &mut Vec<usize>) {
        let mut assembler = Assembler::default();
        for index in self.suite.results.len()..self.jobs.len() {
            let Some(job) = self.jobs.get(index) else {
                return;
            };
            let survey = survey(job, self.options, self.files, &mut assembler);
            if survey.is_none_or(|survey| survey.tested() != failure.tested) {
                continue;
            }
            match passes(job, self.options, self.files, &mut assembler) {
                true => passing.push(index),
                false => failing.insert(0, index),
            }
        }
    }

    fn trials(&self, failure: &Failure) -> Trials<'_> {
        let job = self.jobs.get(failure.index);
        Trials {
            jobs: self.jobs,
            options: self.options,
            files: self.files,
            desc: failure.inquiry.desc,
            shows_changes: !job.is_some_and(|job| job.project.course.hides_changes),
        }
    }

    fn suspects(&mut self, failures: &[Failure], k: usize) -> Option<Cause> {
        let failure = failures.get(k)?;
        let spectrum = self.spectrum(failures);
        let result = self.suite.results.get(failure.index)?;
        let mismatch = result
            .comparison
            .mismatch
            .filter(|_| result.verdict == Verdict::WrongOutput);
        let slice = mismatch
            .zip(self.jobs.get(failure.index))
            .and_then(|(mismatch, job)| {
                let mut assembler = Assembler::default();
                slice(job, self.options, self.files, &mut assembler, mismatch.at)
            });
        let desc = self.trials(failure).desc;
        suspects(desc, &failure.inquiry.survey, &spectrum, slice.as_ref())
    }

    /// The tests that pass and use a file that this one uses, too.
    fn passing_with(&self, survey: &Survey) -> Vec<usize> {
        let uses = |files: &[String]| {
            let mut own = survey.lines.iter().filter(|line| line.own && line.ran > 0);
            own.any(|line| files.contains(&line.file))
        };
        let results = self.suite.results.iter().enumerate();
        let passing = results.filter(|(_, result)| result.passes() && uses(&result.files));
        passing.map(|(index, _)| index).collect()
    }

    /// Which tests run which lines.
    fn spectrum(&mut self, failures: &[Failure]) -> Spectrum {
        if let Some(spectrum) = &self.spectrum {
            return spectrum.clone();
        }
        let mut spectrum = Spectrum::default();
        for failure in failures {
            spectrum.add(&failure.inquiry.survey, false);
        }
        let mut assembler = Assembler::default();
        for (index, job) in self.jobs.iter().enumerate() {
            let passed = self
                .suite
                .results
                .get(index)
                .is_some_and(|result| result.passes());
            if passed && let Some(survey) = survey(job, self.options, self.files, &mut assembler) {
                spectrum.add(&survey, true);
            }
        }
        self.spectrum.insert(spectrum).clone()
    }
}

/// What keeps a loop from ending.
fn in_loop(repair: Cause, endless: &Cause) -> Cause {
    let of_loop = endless.places.first();
    let inside = repair
        .places
        .first()
        .zip(of_loop)
        .filter(|(place, of_loop)| {
            place.file == of_loop.file && place.function == of_loop.function
        });
    let Some((_, of_loop)) = inside else {
        return repair;
    };
    let lines = match of_loop.first == of_loop.last {
        true => format!("line {}", of_loop.first),
        false => format!("lines {}-{}", of_loop.first, of_loop.last),
    };
    Cause {
        words: format!("The loop in {lines} never ends. {}", repair.words),
        ..repair
    }
}
