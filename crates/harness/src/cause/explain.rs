//! From failures to their causes.

use super::order::{CallGraph, FirstStep};
use super::repair::Trials;
use super::spectrum::Spectrum;
use super::survey::{Survey, SurveyLine};
use super::suspects::suspects;
use super::{Cause, CauseKind, Confidence, Inquiry};
use crate::result::TestResult;
use crate::runner::{Job, Probe, RunOptions, cases, inquire, passes, slice, survey};
use crate::settings::Overrides;
use crate::suite::SuiteResult;
use crate::test::{Test, TestKind};
use crate::verdict::{LimitKind, Verdict};
use assembler::{Assembler, FileSource};
use machine::isa::Class;
use rustc_hash::FxHashSet;
use std::path::PathBuf;
use std::sync::Arc;

/// A run that is repeated to learn something has at least so many instructions, and otherwise a few
/// times those of the tests that pass.
const LEAST_STEPS: u64 = 50_000;
const TIMES_PASSING: u64 = 8;
/// Of a unit test, so many cases that pass tell which lines are right.
const MOST_CASES: usize = 64;

/// Finds the causes of the failures of a suite, of as many as are wanted.
pub(crate) fn explain(
    suite: &mut SuiteResult,
    jobs: &[Job<'_>],
    options: &RunOptions,
    files: &Arc<dyn FileSource>,
) {
    let fails = |result: &TestResult| !result.passes() && !result.verdict.is_error();
    if options.explain == 0 || !suite.results.iter().any(fails) {
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
    let mut probes = ran(suite, jobs);
    let failing: Vec<usize> = (0..probes.len())
        .filter(|k| {
            probes
                .get(*k)
                .and_then(|p| verdict(suite, p))
                .is_some_and(is_wrong)
        })
        .collect();
    add_witnesses(&mut probes, &failing, &options, files);
    let mut explainer = Explainer {
        suite,
        probes: &probes,
        options: &options,
        files,
        graph: CallGraph::default(),
        spectrum: None,
    };
    explainer.explain(&failing);
    for result in &mut suite.results {
        let first = result.cases.iter().find_map(|case| case.cause.clone());
        result.cause = result.cause.take().or(first);
    }
}

/// Whether a test did something wrong, and not only its description.
fn is_wrong(verdict: Verdict) -> bool {
    !verdict.is_passed() && !verdict.is_error()
}

/// What ran: tests, and cases of unit tests.
fn ran<'a>(suite: &SuiteResult, jobs: &[Job<'a>]) -> Vec<Probe<'a>> {
    let mut probes = Vec::new();
    for (index, (job, result)) in jobs.iter().zip(&suite.results).enumerate() {
        let probe = |case| Probe {
            job: job.clone(),
            case,
            result: Some(index),
        };
        match job.test.kind {
            TestKind::Program => probes.push(probe(None)),
            TestKind::Unit => {
                probes.extend(result.cases.iter().map(|case| probe(Some(case.number))));
            }
        }
    }
    probes
}

/// What came of a probe; none if it did not run. What the course forgives has passed.
fn verdict(suite: &SuiteResult, probe: &Probe<'_>) -> Option<Verdict> {
    let result = suite.results.get(probe.result?)?;
    if result.forgiven {
        return Some(Verdict::Passed);
    }
    match probe.case {
        None => Some(result.verdict),
        Some(number) => {
            let case = result.cases.iter().find(|case| case.number == number);
            case.map(|case| case.verdict)
        }
    }
}

/// Adds tests beside those that fail, which did not run but can judge a change: those of the same folder,
/// and the other cases of a unit test.
fn add_witnesses(
    probes: &mut Vec<Probe<'_>>,
    failing: &[usize],
    options: &RunOptions,
    files: &Arc<dyn FileSource>,
) {
    let mut known: FxHashSet<(PathBuf, Option<usize>)> = { probes.iter() }
        .map(|probe| (probe.job.test.source.clone(), probe.case))
        .collect();
    let mut seen: FxHashSet<PathBuf> = FxHashSet::default();
    for &index in failing {
        let Some(job) = probes.get(index).map(|probe| probe.job.clone()) else {
            continue;
        };
        let of_unit = job.test.kind == TestKind::Unit;
        let place = match of_unit {
            true => job.test.source.clone(),
            false => job.project.root.join("tests").join(&job.test.folder),
        };
        if !seen.insert(place) {
            continue;
        }
        let (tests, numbers): (Vec<Arc<Test>>, Vec<Option<usize>>) = match of_unit {
            true => (
                vec![Arc::clone(&job.test)],
                cases(&job, options, files).map(Some).collect(),
            ),
            false => {
                let tests = job.project.tests();
                let tests = tests.filter(|test| test.folder == job.test.folder);
                let tests = tests.filter(|test| test.kind == TestKind::Program);
                (tests.cloned().map(Arc::new).collect(), vec![None])
            }
        };
        for (test, case) in tests
            .iter()
            .flat_map(|t| numbers.iter().map(move |c| (t, *c)))
        {
            if known.insert((test.source.clone(), case)) {
                probes.push(Probe {
                    job: Job {
                        test: Arc::clone(test),
                        project: job.project,
                    },
                    case,
                    result: None,
                });
            }
        }
    }
}

struct Explainer<'a> {
    suite: &'a mut SuiteResult,
    probes: &'a [Probe<'a>],
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
            let result = self.probes.get(failure.index).and_then(|p| p.result);
            if let Some(result) = result.and_then(|k| self.suite.results.get_mut(k)) {
                result.depth = result.depth.max(failure.depth);
            }
        }
        failures.sort_by_key(|failure| (failure.depth, failure.index));
        self.suite.first_step = self.first_step(&failures);
        let mut explained = 0;
        for k in 0..failures.len() {
            let is_open = self
                .slot(failures[k].index)
                .is_some_and(|slot| slot.is_none());
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
            let Some(probe) = self.probes.get(index) else {
                continue;
            };
            let Some(inquiry) = inquire(probe, self.options, self.files, &mut assembler) else {
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
        let verdict = self.verdict(failure.index);
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
            .or_else(|| failure.inquiry.bounds.clone().filter(|_| fails_plainly))
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
        if let Some(slot) = self.slot(index) {
            slot.get_or_insert_with(|| cause.clone());
        }
    }

    /// Where the cause of a failure is kept.
    fn slot(&mut self, index: usize) -> Option<&mut Option<Cause>> {
        let probe = self.probes.get(index)?;
        let result = self.suite.results.get_mut(probe.result?)?;
        match probe.case {
            None => Some(&mut result.cause),
            Some(number) => {
                let mut cases = result.cases.iter_mut();
                cases
                    .find(|case| case.number == number)
                    .map(|case| &mut case.cause)
            }
        }
    }

    fn verdict(&self, index: usize) -> Option<Verdict> {
        verdict(self.suite, self.probes.get(index)?)
    }

    /// Gives a cause to all failures in which the run shows the same.
    fn share(&mut self, failures: &[Failure], cause: &Cause) {
        for failure in failures {
            let Inquiry {
                convention,
                endless,
                bounds,
                ..
            } = &failure.inquiry;
            let known = [convention, endless, bounds];
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
        let Some(mut repair) = found.filter(|repair| !repair.is_lucky) else {
            return false;
        };
        let is_stopped = self.verdict(failure.index) == Some(Verdict::Limit(LimitKind::Steps));
        if let Some(endless) = failure.inquiry.endless.as_ref().filter(|_| is_stopped) {
            repair.cause = in_loop(repair.cause, endless);
        } else if let Some(bounds) = &failure.inquiry.bounds {
            repair.cause = with_access(repair.cause, bounds);
        }
        for index in repair.fixes {
            self.give(index, &repair.cause);
        }
        true
    }

    /// Adds the tests that did not run and call the same function, as they pass or fail now.
    fn add_witnesses(&self, failure: &Failure, failing: &mut Vec<usize>, passing: &mut Vec<usize>) {
        let mut assembler = Assembler::default();
        let others = { self.probes.iter().enumerate() }.filter(|(_, probe)| probe.result.is_none());
        for (index, probe) in others {
            let survey = survey(probe, self.options, self.files, &mut assembler);
            if survey.is_none_or(|survey| survey.tested() != failure.tested) {
                continue;
            }
            match passes(probe, self.options, self.files, &mut assembler) {
                true => passing.push(index),
                false => failing.insert(0, index),
            }
        }
    }

    fn trials(&self, failure: &Failure) -> Trials<'_> {
        let probe = self.probes.get(failure.index);
        Trials {
            probes: self.probes,
            options: self.options,
            files: self.files,
            desc: failure.inquiry.desc,
            leaves_array: failure.inquiry.bounds.is_some(),
            shows_changes: !probe.is_some_and(|p| p.job.project.course.hides_changes),
        }
    }

    fn suspects(&mut self, failures: &[Failure], k: usize) -> Option<Cause> {
        let failure = failures.get(k)?;
        let spectrum = self.spectrum(failures);
        let probe = self.probes.get(failure.index)?;
        let result = self.suite.results.get(probe.result?)?;
        let mismatch = result
            .comparison
            .mismatch
            .filter(|_| result.verdict == Verdict::WrongOutput);
        let slice = mismatch.and_then(|mismatch| {
            let mut assembler = Assembler::default();
            slice(
                &probe.job,
                self.options,
                self.files,
                &mut assembler,
                mismatch.at,
            )
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
        let passing = self.probes.iter().enumerate().filter(|(_, probe)| {
            let result = probe.result.and_then(|k| self.suite.results.get(k));
            let passes = verdict(self.suite, probe).is_some_and(Verdict::is_passed);
            passes && result.is_some_and(|result| uses(&result.files))
        });
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
        let passed = self.probes.iter().filter(|probe| {
            let verdict = verdict(self.suite, probe);
            verdict.is_some_and(Verdict::is_passed) && probe.case.is_none_or(|c| c <= MOST_CASES)
        });
        for probe in passed {
            if let Some(survey) = survey(probe, self.options, self.files, &mut assembler) {
                spectrum.add(&survey, true);
            }
        }
        self.spectrum.insert(spectrum).clone()
    }
}

/// What an access beside an array adds to a cause: if it is not in the same line, it shows where the
/// mistake has its effect.
fn with_access(repair: Cause, bounds: &Cause) -> Cause {
    let places = (repair.places.first(), bounds.places.first());
    let (Some(place), Some(access)) = places else {
        return repair;
    };
    if place.function != access.function || bounds.kind != CauseKind::OffByOne {
        return repair;
    }
    let begin = match place.first == access.first {
        true => "As it is, it".to_owned(),
        false => format!("As it is, `{}` in line {}", access.text, access.first),
    };
    let what = bounds.words.trim_start_matches("It");
    let what = what.split(": ").next().unwrap_or_default();
    Cause {
        words: format!("{} {begin}{what}.", repair.words),
        ..repair
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
