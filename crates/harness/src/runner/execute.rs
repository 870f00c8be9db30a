//! One test: assembled, run on a fresh machine, and judged.

use super::allowed::{compares, image, may_exit};
use super::files::{LARGEST, TestFiles};
use super::graded::unit_options;
use super::venus::{self, VenusCheck};
use super::{Job, RunOptions, cover, link, picture, printed, scramble};
use crate::boundary::{BoundaryRequest, CrossingWords, Crossings, Owners};
use crate::compare::Comparison;
use crate::debugger::Debugger;
use crate::grading::ConventionRule;
use crate::handed_in::HandedIn;
use crate::result::TestResult;
use crate::settings::{ExitRule, Settings, source_limits};
use crate::test::TestKind;
use crate::verdict::Verdict;
use assembler::error::LoadFailure;
use assembler::{Assembler, FileSource, FsLoader, Program};
use callconv::agreement::{AgreedCheck, Agreement};
use callconv::{Checker, Finding};
use diag::{Diagnostic, Severity, Span};
use machine::image::Image;
use machine::observe::Off;
use runtime::files::Files;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::report::Reporter;
use runtime::session::Kept;
use runtime::{BoundaryRules, Console, End, EnvironmentSetup, Limit, Outcome, Session, Target};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use web_time::Instant;

/// Runs a test as often as is wanted; the first result that is not good, or else the last.
pub(super) fn run(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> TestResult {
    let begin = Instant::now();
    let graded = options.as_graded(job);
    let options = graded.as_ref().unwrap_or(options);
    let mut result = run_once(job, options, source, assembler);
    for _ in 1..options.repeat {
        if !result.verdict.is_passed() {
            break;
        }
        result = run_once(job, options, source, assembler);
    }
    result.time = begin.elapsed();
    let broken = matches!(result.verdict, Verdict::Convention | Verdict::Scrambled);
    let rule = job.project.course.grading.convention;
    let decides = rule == ConventionRule::Failure || venus::decides(rule, job.test.kind);
    result.forgiven = broken && graded.is_some() && !decides;
    result
}

fn run_once(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> TestResult {
    match job.test.kind {
        TestKind::Program => run_program(job, options, source, assembler),
        TestKind::Unit => run_unit(job, options, source, assembler),
    }
}

/// Runs the cases of a unit test.
fn run_unit(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> TestResult {
    let mut result = TestResult::new(Arc::clone(&job.test), Verdict::Unreadable);
    let files = TestFiles::read(job, options, &**source);
    if files.is_wrong() {
        result.diagnostics = files.wrong;
        result.sources = files.sources;
        return result;
    }
    result.hint.clone_from(&files.settings.hint);
    let name = job.test.source.to_string_lossy();
    let text = match unit_text(job, options, &**source) {
        Ok(text) => text,
        Err(error) => {
            let title = format!("cannot read `{name}`: {error}");
            let diagnostic = Diagnostic::error(crate::codes::UNREADABLE, title);
            result.diagnostics.push(diagnostic);
            return result;
        }
    };
    let how = unit_options(job, &files, options, &**source);
    let loader = FsLoader::new(&options.here).with_full_names();
    let mut loader = loader.from_source(Arc::clone(source));
    let unit = crate::unit::run(&name, &text, &how, &**source, &mut loader, assembler);
    let names = unit.sources.files();
    result.files = names
        .map(|file| unit.sources.name(file).to_owned())
        .collect();
    (result.verdict, result.steps) = (unit.verdict, unit.steps);
    (result.cases, result.diagnostics) = (unit.cases, unit.diagnostics);
    if !result.verdict.is_passed() {
        result.sources = unit.sources;
    }
    result
}

/// The description of the cases of a unit test.
pub(super) fn unit_text(
    job: &Job<'_>,
    options: &RunOptions,
    source: &dyn FileSource,
) -> Result<String, LoadFailure> {
    let path = options.here.join(&job.test.source);
    let file = source.read(&path, None, LARGEST)?;
    Ok(String::from_utf8_lossy(&file.text).into_owned())
}

/// The files that the course links with every unit test.
pub(super) fn unit_link(
    job: &Job<'_>,
    settings: &Settings,
    options: &RunOptions,
    source: &dyn FileSource,
) -> Vec<PathBuf> {
    let patterns = settings.link.as_deref().unwrap_or_default();
    crate::unit::link::of_course(patterns, &job.project.root, &options.here, source)
}

fn run_program(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> TestResult {
    prepare(job, options, source, assembler, |ready, result| {
        ready.judge(result, ready.agreement, options);
        let is_passed = result.verdict.is_passed();
        if !is_passed {
            let is_graded = result.is_of_boundary;
            let debugger = debugger(job, ready.files, options, &**source);
            result.debugger = Some(Debugger {
                is_graded,
                ..debugger
            });
        }
        if !is_passed || !result.findings.is_empty() {
            result.sources = ready.loaded.sources.clone();
        }
    })
}

/// Prepares the program of a test and hands it over; the result says so if it cannot be run.
pub(super) fn prepare(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
    then: impl FnOnce(&Ready<'_>, &mut TestResult),
) -> TestResult {
    let mut result = TestResult::new(Arc::clone(&job.test), Verdict::Unreadable);
    let files = TestFiles::read(job, options, &**source);
    if files.is_wrong() {
        result.diagnostics = files.wrong;
        result.sources = files.sources;
        return result;
    }
    result.expected = files.expected.clone();
    result.hint.clone_from(&files.settings.hint);
    let linked = link::files(job, &files.settings, options, &**source);
    let how = LoadOptions {
        extra: linked.files,
        target: job.project.course.target,
        language: job.project.course.language,
        memory: files.settings.limits.memory,
        self_modifying: files.settings.self_modifying == Some(true),
        sources: options.sources.unwrap_or_else(source_limits),
        ..LoadOptions::new(options.here.clone())
    };
    let loader = FsLoader::new(&options.here).with_full_names();
    let mut loader = loader.from_source(Arc::clone(source));
    let main = job.test.source.to_string_lossy();
    let request = LoadRequest {
        assembler: Some(assembler),
        ..LoadRequest::new(&main, &how).from_loader(&mut loader)
    };
    let loaded = request.load();
    let names = loaded.sources.files();
    result.files = names
        .map(|file| loaded.sources.name(file).to_owned())
        .collect();
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        result.verdict = Verdict::DoesNotAssemble;
        result.diagnostics = linked.in_vain.iter().map(|p| fits_nothing(p)).collect();
        let errors = loaded.diagnostics.into_iter();
        let errors = errors.filter(|d| d.severity == Severity::Error);
        result.diagnostics.extend(errors);
        result.sources = loaded.sources;
        return result;
    };
    let handed_in = HandedIn::of(job.project, &options.here);
    let owners = handed_in.owners(&loaded);
    if let Some(overlay) = owners.as_ref().and_then(Owners::overlays) {
        result.verdict = Verdict::DoesNotAssemble;
        result.diagnostics.push(overlay);
        result.sources = loaded.sources;
        return result;
    }
    let agreement = agreement(job, options);
    let mut args = vec![
        job.test
            .path_in_project()
            .to_string_lossy()
            .into_owned()
            .into_bytes(),
    ];
    args.extend(files.args.iter().cloned());
    let convention = handed_in.check(&agreement, &loaded);
    let may_exit = may_exit(job, &files.settings);
    let request = BoundaryRequest {
        values: compares(job),
        may_exit: &may_exit,
        tasks: &job.project.course.tasks,
        contract: convention.as_ref().map(AgreedCheck::contract),
    };
    let ready = Ready {
        loaded: &loaded,
        program,
        image: Arc::new(image(program, &handed_in, &files.settings)),
        boundary: owners.map(|owners| owners.boundary(&request)),
        files: &files,
        args,
        may_use_files: files.settings.files,
        convention: convention.as_ref(),
        venus: venus::of(job, &files.settings, &agreement, loaded.target),
        agreement: &agreement,
    };
    then(&ready, &mut result);
    result
}

/// What the debugger has to be told about a test.
fn debugger(
    job: &Job<'_>,
    files: &TestFiles,
    options: &RunOptions,
    source: &dyn FileSource,
) -> Debugger {
    let (test, target) = (&job.test, job.project.course.target);
    // The name of a MARS source says which machine it is for.
    let is_mars = test
        .source
        .extension()
        .is_some_and(|ending| ending == "asm");
    let input = test.beside("in").to_string_lossy().into_owned();
    let args = files.args.iter();
    Debugger {
        with: link::files(job, &files.settings, options, source).files,
        target: target.filter(|target| (*target == Target::Mips) != is_mars),
        language: job.project.course.language,
        input: (!files.input.is_empty()).then_some(input),
        seed: files.settings.seed,
        is_graded: false,
        source: test.source.to_string_lossy().into_owned(),
        args: args
            .map(|arg| String::from_utf8_lossy(arg).into_owned())
            .collect(),
    }
}

/// What may be why a program does not assemble.
fn fits_nothing(pattern: &str) -> Diagnostic {
    let title = format!("no file matches `{pattern}` in `link`");
    Diagnostic::warning(crate::codes::NO_MATCH, title)
        .help("patterns are relative to the project's folder, such as `src/*.asm`")
}

/// What the course and the command have agreed about the calling convention.
pub(super) fn agreement(job: &Job<'_>, options: &RunOptions) -> Agreement {
    let (mut agreement, more) = (job.project.course.agreement.clone(), &options.agreement);
    agreement.returns = more.returns.or(agreement.returns);
    agreement.global.extend(more.global.iter().cloned());
    agreement.allow.extend(more.allow.iter().cloned());
    agreement.warn.extend(more.warn.iter().cloned());
    agreement
}

/// A program that can be run any number of times, each time on a fresh machine.
pub(super) struct Ready<'a> {
    pub(super) loaded: &'a LoadedProgram,
    pub(super) program: &'a Program,
    image: Arc<Image>,
    pub(super) files: &'a TestFiles,
    args: Vec<Vec<u8>>,
    /// It may use files, of which there are none at first.
    may_use_files: bool,
    /// The boundary between the course's code and what was handed in.
    boundary: Option<BoundaryRules>,
    /// The check of the calling convention.
    pub(super) convention: Option<&'a AgreedCheck<'a>>,
    /// The check of Venus, if the course grades by it.
    pub(super) venus: Option<VenusCheck>,
    /// What is agreed about the calling convention.
    pub(super) agreement: &'a Agreement,
}

/// What watches the runs of a program, one after the other.
pub(super) struct Watch<'a> {
    pub(super) convention: &'a AgreedCheck<'a>,
    /// It has learnt what the code does from the runs before.
    pub(super) checker: Checker,
    /// The machine before its first instruction.
    pub(super) start: Kept,
}

impl<'a> Watch<'a> {
    pub(super) fn new(convention: &'a AgreedCheck<'a>, session: &mut Session) -> Self {
        Watch {
            convention,
            checker: convention.checker(&session.machine.registers, session.environment.calls()),
            start: session.keep(),
        }
    }
}

/// What a run did.
pub(super) struct Run {
    pub(super) outcome: Outcome,
    pub(super) output: Vec<u8>,
    /// What showed at the boundary.
    pub(super) crossings: Crossings,
    /// What the program was refused.
    refused: Option<String>,
    uses_clock: bool,
}

impl Ready<'_> {
    /// A fresh machine with the program in it.
    pub(super) fn session(&self) -> Result<Session, Limit> {
        let setup = EnvironmentSetup {
            seed: self.files.settings.seed,
            map: self.loaded.map,
        };
        let mut environment = self.loaded.environment.make(self.loaded.target, &setup);
        environment.set_devices(&picture::setup(self.files, self.loaded));
        let limits = self.files.settings.limits;
        let mut session = Session::new(
            self.loaded.target,
            Arc::clone(&self.image),
            environment,
            self.args.clone(),
            limits,
        )?;
        if let Some(boundary) = &self.boundary {
            session.watch_boundary(boundary.clone());
        }
        Ok(session)
    }

    /// A console with the test's input, on which time passes by sleeping alone.
    pub(super) fn console(&self) -> Console<&[u8], Vec<u8>, Vec<u8>> {
        let mut console = Console::new(&self.files.input[..], Vec::new(), Vec::new());
        console.clock.use_virtual_time();
        if self.may_use_files {
            console.files = Files::in_memory(BTreeMap::new());
        }
        console
    }

    /// The place of an instruction in the source.
    pub(super) fn span(&self, pc: u32) -> Option<Span> {
        self.program.lines.find(pc).map(|line| line.span)
    }

    /// The name of the function that begins at an address.
    pub(super) fn function(&self, address: u32) -> String {
        match self.program.image.symbol_before(address) {
            Some(symbol) if symbol.address == address => symbol.name.clone(),
            _ => format!("0x{address:08x}"),
        }
    }

    pub(super) fn reporter(&self) -> Reporter<'_> {
        Reporter {
            desc: self.loaded.desc(),
            program: self.program,
            sources: &self.loaded.sources,
        }
    }

    /// Runs the program and says what came of it.
    fn judge(&self, result: &mut TestResult, agreement: &Agreement, options: &RunOptions) {
        let mut session = match self.session() {
            Ok(session) => session,
            Err(limit) => {
                result.verdict = Verdict::Limit(limit.into());
                result.diagnostics.push(self.reporter().cannot_start(limit));
                return;
            }
        };
        let wanted = self.files.settings.check || options.scramble > 0;
        let mut watch = self
            .convention
            .filter(|_| wanted)
            .map(|convention| Watch::new(convention, &mut session));
        let checked = watch.as_mut().filter(|_| self.files.settings.check);
        let (run, findings) = self.run(&mut session, checked, agreement);
        result.findings = self.told(&findings, &run.crossings, self.files.settings.check);
        venus::judge(self, &mut result.findings);
        result.comparison = self.compare(result, &run.output);
        result.picture = self.picture(&session);
        result.verdict = self.verdict(result, &run);
        if self.is_right_by_luck(result, &run, agreement) {
            // What was found says more.
            let broken = self.broken(&result.findings, &run.crossings);
            result.verdict = broken.unwrap_or(Verdict::Scrambled);
        }
        self.explain(result, &mut session, &run);
        let other = watch
            .filter(|_| result.verdict.is_passed())
            .and_then(|watch| scramble::find(self, watch, &mut session, &run, options, agreement));
        session.recycle();
        result.output = run.output;
        if let Some(other) = other {
            other.judge(self, result);
        }
        if options.coverage {
            result.covered = cover::lines(self);
        }
        result.steps = run.outcome.steps;
        result.uses_clock = run.uses_clock;
        result.end = Some(run.outcome.end);
    }

    pub(super) fn run(
        &self,
        session: &mut Session,
        checked: Option<&mut Watch<'_>>,
        agreement: &Agreement,
    ) -> (Run, Vec<Finding>) {
        let mut console = self.console();
        let (outcome, findings) = match checked {
            None => (session.run(&mut Off, &mut console), Vec::new()),
            Some(watch) => {
                let outcome = session.run(&mut watch.checker, &mut console);
                watch.checker.finish();
                (outcome, watch.checker.findings().to_vec())
            }
        };
        let run = Run {
            outcome,
            crossings: Crossings::new(session.crossings(), agreement),
            output: console.output,
            refused: console.files.take_refusal(),
            uses_clock: console.clock.was_used,
        };
        (run, findings)
    }

    /// Whether the calling convention is checked.
    pub(super) fn is_checked(&self) -> bool {
        self.files.settings.check
    }

    /// Whether a test that fails passes if handed-in code finds in registers and below the stack pointer
    /// what the course's code happens to leave there. Whether it prints or ends otherwise then is noted,
    /// for the debugger.
    fn is_right_by_luck(
        &self,
        result: &mut TestResult,
        failed: &Run,
        agreement: &Agreement,
    ) -> bool {
        let differs = matches!(
            result.verdict,
            Verdict::WrongOutput | Verdict::WrongExit | Verdict::Fault
        );
        let rules = self.boundary.as_ref().filter(|r| differs && r.values);
        // A machine is made only where it is needed.
        let session = rules.and_then(|rules| Some((rules, self.session().ok()?)));
        let Some((rules, mut session)) = session else {
            return false;
        };
        session.watch_boundary(BoundaryRules {
            values: false,
            ..rules.clone()
        });
        let (run, _) = self.run(&mut session, None, agreement);
        session.recycle();
        let same = run.output == failed.output && run.outcome.end == failed.outcome.end;
        result.is_of_boundary = !same;
        let mut other = TestResult::new(Arc::clone(&result.test), Verdict::Passed);
        other.expected.clone_from(&result.expected);
        other.comparison = self.compare(&other, &run.output);
        self.verdict(&other, &run).is_passed()
    }

    /// All that was found about the calling convention in a run, as messages. What the check of the
    /// whole run explains is not told twice.
    pub(super) fn told(
        &self,
        findings: &[Finding],
        crossings: &Crossings,
        warnings: bool,
    ) -> Vec<Diagnostic> {
        let words = CrossingWords {
            desc: self.loaded.desc(),
            program: self.program,
        };
        let mut told = Vec::new();
        if let Some(convention) = self.convention {
            if warnings {
                told.extend(convention.warnings.iter().cloned());
            }
            told.extend(convention.diagnostics(findings));
        }
        let crossings = crossings.unexplained(findings);
        told.extend(crossings.map(|crossing| words.diagnostic(crossing)));
        told
    }

    /// What findings mean for a test that is right otherwise.
    pub(super) fn broken(&self, findings: &[Diagnostic], crossings: &Crossings) -> Option<Verdict> {
        let is_error = |d: &Diagnostic| d.severity == Severity::Error;
        let ends = |d: &Diagnostic| callconv::codes::ENDS_CHECK.contains(&d.code);
        if let Some(verdict) = crossings.verdict() {
            return Some(verdict);
        }
        if findings.iter().any(is_error) {
            return Some(Verdict::Convention);
        }
        let is_graded = self.boundary.is_some() && self.venus.is_none();
        (is_graded && findings.iter().any(ends)).then_some(Verdict::Unchecked)
    }

    /// The output, compared with what is expected.
    pub(super) fn compare(&self, result: &TestResult, output: &[u8]) -> Comparison {
        let rule = self.files.settings.compare;
        match &result.expected {
            Some(expected) => rule.compare(output, expected),
            None => Comparison {
                rule,
                mismatch: None,
            },
        }
    }

    pub(super) fn verdict(&self, result: &TestResult, run: &Run) -> Verdict {
        let rule = self.files.settings.exit;
        if result.expected.is_none() {
            return Verdict::NoReference;
        }
        // A function that does not come back, or prints what the test should, is why all else happened.
        if let Some(verdict @ (Verdict::NotReturned | Verdict::Printed)) = run.crossings.verdict() {
            return verdict;
        }
        match run.outcome.end {
            End::Limit(limit) => return Verdict::Limit(limit.into()),
            End::Fault(_) if rule != ExitRule::Fault => return Verdict::Fault,
            _ => {}
        }
        if result.comparison.mismatch.is_some() {
            return Verdict::WrongOutput;
        }
        if let Some(verdict) = picture::verdict(result) {
            return verdict;
        }
        if !rule.accepts(&run.outcome.end) {
            return Verdict::WrongExit;
        }
        let broken = self.broken(&result.findings, &run.crossings);
        broken.unwrap_or(Verdict::Passed)
    }

    /// Adds why a test failed.
    fn explain(&self, result: &mut TestResult, session: &mut Session, run: &Run) {
        result.exit = self.files.settings.exit;
        if result.verdict.is_passed() {
            return;
        }
        let reporter = self.reporter();
        for (pc, remark) in std::mem::take(&mut session.remarks) {
            result.diagnostics.push(reporter.remark(pc, remark));
        }
        if let Some(why) = &run.refused {
            result.diagnostics.push(reporter.refusal(why.clone()));
        }
        result
            .diagnostics
            .extend(reporter.end(session, &run.outcome));
        let mismatch = result.comparison.mismatch;
        if let (Verdict::WrongOutput, Some(mismatch)) = (result.verdict, mismatch) {
            result.printed_at = printed::find(self, mismatch.at);
        }
    }
}
