//! Runs a test again, to learn why it fails. Such runs are bounded by fewer instructions than the test:
//! what has not shown by then is not worth more time.

use super::execute::{self, Ready, Watch};
use super::files::TestFiles;
use super::graded::unit_options;
use super::{Job, RunOptions};
use crate::cause::{Bounds, Cause, ConventionCauses, Inquiry, Scene, Survey, declared, endless};
use crate::handed_in::HandedIn;
use crate::result::TestResult;
use assembler::{Assembler, FileSource, FsLoader};
use runtime::End;
use runtime::observers::Coverage;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

/// What passes or fails on its own: a test with a program, or a case of a unit test.
#[derive(Clone, Debug)]
pub(crate) struct Probe<'a> {
    pub(crate) job: Job<'a>,
    /// The number of the case, from 1.
    pub(crate) case: Option<usize>,
    /// Where its result is in the suite; none if it did not run.
    pub(crate) result: Option<usize>,
}

/// Runs a test with all that watches runs.
pub(crate) fn inquire(
    probe: &Probe<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> Option<Inquiry> {
    if let Some(case) = probe.case {
        return inquire_case(&probe.job, case, options, source, assembler);
    }
    let mut found = None;
    execute::prepare(&probe.job, options, source, assembler, |ready, _| {
        found = look(&probe.job, options, ready);
    });
    found
}

/// What a test runs of its program.
pub(crate) fn survey(
    probe: &Probe<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> Option<Survey> {
    if probe.case.is_some() {
        return inquire(probe, options, source, assembler).map(|inquiry| inquiry.survey);
    }
    let mut found = None;
    execute::prepare(&probe.job, options, source, assembler, |ready, _| {
        found = surveyed(&probe.job, options, ready).map(|(survey, _)| survey);
    });
    found
}

/// Whether a test passes, as far as its output shows.
pub(crate) fn passes(
    probe: &Probe<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> bool {
    let job = &probe.job;
    if let Some(case) = probe.case {
        return execute::run(job, &only(case, options), source, assembler).passes();
    }
    let result = execute::prepare(job, options, source, assembler, |ready, result| {
        judge(ready, result);
    });
    result.verdict.is_passed()
}

/// The numbers of the cases of a unit test.
pub(crate) fn cases(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
) -> RangeInclusive<usize> {
    let text = execute::unit_text(job, options, &**source);
    1..=text.map_or(0, |text| crate::unit::count_cases(&text))
}

/// The options with which nothing but a case runs.
pub(crate) fn only(case: usize, options: &RunOptions) -> RunOptions {
    RunOptions {
        case: Some(case.to_string()),
        ..options.clone()
    }
}

fn inquire_case(
    job: &Job<'_>,
    case: usize,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> Option<Inquiry> {
    let options = only(case, options);
    let files = TestFiles::read(job, &options, &**source);
    if files.is_wrong() {
        return None;
    }
    let text = execute::unit_text(job, &options, &**source).ok()?;
    let how = unit_options(job, &files, &options, &**source);
    let loader = FsLoader::new(&options.here).with_full_names();
    let mut loader = loader.from_source(Arc::clone(source));
    let name = job.test.source.to_string_lossy();
    let is_own = is_own(job, &options);
    crate::unit::inquire(
        &name,
        &text,
        &how,
        &**source,
        &mut loader,
        assembler,
        &is_own,
    )
}

fn judge(ready: &Ready<'_>, result: &mut TestResult) {
    let Ok(mut session) = ready.session() else {
        return;
    };
    let (run, _) = ready.run(&mut session, None, ready.agreement);
    session.recycle();
    result.comparison = ready.compare(result, &run.output);
    result.verdict = ready.verdict(result, &run);
}

fn look(job: &Job<'_>, options: &RunOptions, ready: &Ready<'_>) -> Option<Inquiry> {
    let (survey, end) = surveyed(job, options, ready)?;
    let causes = ConventionCauses {
        desc: ready.loaded.desc(),
        survey: &survey,
    };
    let convention = ready.convention.and_then(|convention| {
        let mut session = ready.session().ok()?;
        let mut watch = Watch::new(convention, &mut session);
        let (run, findings) = ready.run(&mut session, Some(&mut watch), ready.agreement);
        let allowed = |finding: &callconv::Finding| !ready.agreement.allows(finding.what.code());
        let findings: Vec<_> = findings.into_iter().filter(allowed).collect();
        let found = causes.first(&findings, run.crossings.all());
        session.recycle();
        found
    });
    let endless = match end {
        End::Limit(_) => endless(ready.loaded.desc(), &survey),
        _ => None,
    };
    Some(Inquiry {
        desc: ready.loaded.desc(),
        convention,
        endless,
        bounds: beside_array(ready, &survey),
        survey,
    })
}

/// The first access beside an array of the data.
fn beside_array(ready: &Ready<'_>, survey: &Survey) -> Option<Cause> {
    let program = Arc::new(ready.program.clone());
    let mut bounds = Bounds::new(ready.loaded.desc(), program, survey);
    bounds.add(declared(ready.program, &ready.loaded.sources));
    let mut session = ready.session().ok()?;
    session.run(&mut bounds, &mut ready.console());
    session.recycle();
    bounds.cause(survey)
}

/// Whether a file of a name is what a test tests.
fn is_own<'a>(job: &'a Job<'_>, options: &RunOptions) -> impl Fn(&str) -> bool + use<'a> {
    let handed_in = HandedIn::of(job.project, &options.here);
    let tests = job.project.root.join("tests");
    move |name: &str| match handed_in.is_empty() {
        true => !Path::new(name).starts_with(&tests) && Path::new(name) != job.test.source,
        false => handed_in.has(name),
    }
}

fn surveyed(job: &Job<'_>, options: &RunOptions, ready: &Ready<'_>) -> Option<(Survey, End)> {
    let mut session = ready.session().ok()?;
    let mut counts = Coverage::default();
    let outcome = session.run(&mut counts, &mut ready.console());
    session.recycle();
    let is_own = is_own(job, options);
    let scene = Scene {
        desc: ready.loaded.desc(),
        program: ready.program,
        sources: &ready.loaded.sources,
        is_own: &is_own,
        entered: Vec::new(),
    };
    let survey = scene.survey(&counts);
    (!survey.lines.is_empty()).then_some((survey, outcome.end))
}
