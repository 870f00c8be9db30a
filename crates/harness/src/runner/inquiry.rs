//! Runs a test again, to learn why it fails. Such runs are bounded by fewer instructions than the test:
//! what has not shown by then is not worth more time.

use super::execute::{self, Ready, Watch};
use super::{Job, RunOptions};
use crate::cause::{Cause, ConventionCauses, Scene, Survey, endless};
use crate::handed_in::HandedIn;
use crate::result::TestResult;
use crate::test::TestKind;
use assembler::{Assembler, FileSource};
use machine::isa::IsaDesc;
use runtime::End;
use runtime::observers::Coverage;
use std::path::Path;
use std::sync::Arc;

/// What was learnt about a test.
pub(crate) struct Inquiry {
    /// The machine.
    pub(crate) desc: &'static IsaDesc,
    /// What it ran.
    pub(crate) survey: Survey,
    /// What the check of the calling convention knows.
    pub(crate) convention: Option<Cause>,
    /// The loop in which it was stopped.
    pub(crate) endless: Option<Cause>,
}

/// Runs a test with all that watches runs.
pub(crate) fn inquire(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> Option<Inquiry> {
    if job.test.kind != TestKind::Program {
        return None;
    }
    let mut found = None;
    execute::prepare(job, options, source, assembler, |ready, _| {
        found = look(job, options, ready);
    });
    found
}

/// What a test runs of its program.
pub(crate) fn survey(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> Option<Survey> {
    if job.test.kind != TestKind::Program {
        return None;
    }
    let mut found = None;
    execute::prepare(job, options, source, assembler, |ready, _| {
        found = surveyed(job, options, ready).map(|(survey, _)| survey);
    });
    found
}

/// Whether a test passes, as far as its output shows.
pub(crate) fn passes(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> bool {
    if job.test.kind != TestKind::Program {
        return execute::run(job, options, source, assembler).passes();
    }
    let result = execute::prepare(job, options, source, assembler, |ready, result| {
        judge(ready, result);
    });
    result.verdict.is_passed()
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
        survey,
        convention,
        endless,
    })
}

fn surveyed(job: &Job<'_>, options: &RunOptions, ready: &Ready<'_>) -> Option<(Survey, End)> {
    let mut session = ready.session().ok()?;
    let mut counts = Coverage::default();
    let outcome = session.run(&mut counts, &mut ready.console());
    session.recycle();
    let handed_in = HandedIn::of(job.project, &options.here);
    let tests = job.project.root.join("tests");
    let is_own = |name: &str| match handed_in.is_empty() {
        true => !Path::new(name).starts_with(&tests) && Path::new(name) != job.test.source,
        false => handed_in.has(name),
    };
    let scene = Scene {
        desc: ready.loaded.desc(),
        program: ready.program,
        sources: &ready.loaded.sources,
        is_own: &is_own,
    };
    let survey = scene.survey(&counts);
    (!survey.lines.is_empty()).then_some((survey, outcome.end))
}
