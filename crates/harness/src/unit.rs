//! Declarative unit tests: `NAME.unit.toml` describes calls of one function, and what must come of
//! them. No assembly is needed around the function.
//!
//! A file goes through four stages: it is read (`file`, with `forms` for its values and `words` for
//! the small language of addresses), the program is linked (`link`), names are looked up
//! (`resolve`), and each case runs on one prepared machine (`prepared`, `judge`). What a person
//! sees of it is in `show`. `memory` lays out the data of a case.

mod add;
mod boundary;
pub mod codes;
mod debug;
mod file;
mod forms;
mod inquiry;
mod judge;
pub mod link;
mod memory;
mod open;
mod prepared;
mod resolve;
mod show;
#[cfg(test)]
mod tests;
mod words;

pub use add::{Added, CannotAdd, add_case};
pub use boundary::UnitBoundary;
pub use debug::{CaseProgram, CaseRefused, case_program};
pub use file::{CallKeys, Case, CaseKeys, UnitFile};
pub use forms::DATA;

pub(crate) use file::UNIT_FILE;
pub(crate) use inquiry::{count_cases, inquire};
pub(crate) use judge::extent;
pub(crate) use memory::{DataItem, DataKind, DataValue, Elements, get};
pub(crate) use prepared::{CallWatch, LIMITS, Runner, Stray};
pub(crate) use resolve::{Resolver, with_similar};
pub(crate) use show::{Difference, ShownNames, call as written_call, quoted, table};
pub(crate) use words::{Word, range as number_range};

use crate::handed_in::HandedIn;
use crate::result::CaseResult;
use crate::verdict::{LimitKind, Verdict};
use assembler::{Assembler, FileSource, Loader};
use callconv::CheckOptions;
use callconv::agreement::Agreement;
use diag::{Diagnostic, FileId, SourceMap, Span};
use judge::{Judged, Trial};
use machine::isa::{IsaDesc, Reg};
use runtime::load::LoadedProgram;
use runtime::observers::Frame;
use runtime::{End, Language, Limit, Limits};
use std::path::{Path, PathBuf};
use web_time::Instant;

/// How to run the cases of a file.
#[derive(Clone, Debug)]
pub struct UnitOptions {
    /// The project's folder: sources are looked for there.
    pub project: PathBuf,
    /// Sources that are linked with every test of the project.
    pub link: Vec<PathBuf>,
    /// Where the command was given; paths begin there.
    pub here: PathBuf,
    /// The language of the sources, if the course says it.
    pub language: Option<Language>,
    /// Check the calling convention.
    pub check: bool,
    /// What is agreed about it.
    pub agreement: Agreement,
    /// The files whose comments cannot weaken the check.
    pub handed_in: HandedIn,
    /// What the course says about the boundary of handed-in code.
    pub boundary: UnitBoundary,
    /// Run each case so many times more, with other undefined values each time.
    pub scramble: u64,
    /// Run only the case of this name or number.
    pub only: Option<String>,
    /// How far each call may go, if its case says nothing about that, and how long all cases
    /// together.
    pub limits: Limits,
    /// The most instructions of a call, whatever its case says.
    pub max_steps: Option<u64>,
}

impl Default for UnitOptions {
    fn default() -> Self {
        UnitOptions {
            project: PathBuf::new(),
            link: Vec::new(),
            here: PathBuf::new(),
            language: None,
            check: false,
            agreement: Agreement::default(),
            handed_in: HandedIn::default(),
            boundary: UnitBoundary::default(),
            scramble: 0,
            only: None,
            limits: LIMITS,
            max_steps: None,
        }
    }
}

/// What came of a file.
#[derive(Clone, Debug)]
pub struct UnitResult {
    /// What came of all of it.
    pub verdict: Verdict,
    /// Its cases, if they ran.
    pub cases: Vec<CaseResult>,
    /// Instructions that ran.
    pub steps: u64,
    /// What is wrong with the file, or why the program does not assemble.
    pub diagnostics: Vec<Diagnostic>,
    /// The sources that all diagnostics and places speak of.
    pub sources: SourceMap,
}

impl UnitResult {
    fn stopped(verdict: Verdict, diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Self {
        UnitResult {
            verdict,
            cases: Vec::new(),
            steps: 0,
            diagnostics,
            sources,
        }
    }
}

/// Runs the cases of a file, whose text this is. Sources are looked for in `files` and loaded with
/// `loader`, by an assembler that may know some of them.
pub fn run(
    name: &str,
    text: &str,
    options: &UnitOptions,
    files: &dyn FileSource,
    loader: &mut dyn Loader,
    assembler: &mut Assembler,
) -> UnitResult {
    match Test::open(name, text, options, files, loader, assembler) {
        Ok(test) => test.run(),
        Err(stopped) => *stopped,
    }
}

/// A file whose program is there.
struct Test<'a> {
    unit: UnitFile,
    loaded: LoadedProgram,
    /// The description's path, as shown to people.
    name: String,
    /// The description, among the sources of the program.
    file: FileId,
    options: &'a UnitOptions,
    check: CheckOptions,
    /// When all cases must be done.
    deadline: Option<Instant>,
}

impl Test<'_> {
    /// How far each call of a case may go.
    fn limits(&self, case: &Case) -> Limits {
        let limits = self.options.limits;
        let steps = self.options.max_steps.or(case.max_steps);
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        Limits {
            steps: steps.or(limits.steps).or(LIMITS.steps),
            time: self.deadline.map(left),
            ..limits
        }
    }

    fn run(self) -> UnitResult {
        let UnitOptions {
            boundary,
            handed_in,
            limits,
            ..
        } = self.options;
        let (rules, image) = boundary.of(handed_in, &self.loaded, &self.check.contract);
        let mut runner = match Runner::new(&self.loaded, image, rules, *limits) {
            Ok(runner) => runner,
            Err(error) => {
                let diagnostic = Diagnostic::error(codes::LINK, error.to_string());
                return self.finish(Verdict::DoesNotAssemble, Vec::new(), vec![diagnostic]);
            }
        };
        let (mut cases, mut diagnostics) = (Vec::new(), Vec::new());
        for (index, case) in self.unit.cases.iter().enumerate() {
            if !self.is_wanted(case, index) {
                continue;
            }
            let ran = match self.deadline.is_some_and(|end| Instant::now() >= end) {
                true => Ok(not_run(case, index)),
                false => self.run_case(&mut runner, case, index),
            };
            match ran {
                Ok(mut result) => {
                    let late = result.verdict == Verdict::Limit(LimitKind::Time);
                    let rest = self.unit.cases.len() - index - 1;
                    if late && rest > 0 && self.options.only.is_none() {
                        let text = format!("the time is up: {} did not run", cases_left(rest));
                        result.lines.push(text);
                    }
                    cases.push(result);
                    if late {
                        break;
                    }
                }
                Err(wrong) => {
                    let new = wrong.into_iter().filter(|d| !diagnostics.contains(d));
                    let new: Vec<Diagnostic> = new.collect();
                    diagnostics.extend(new);
                }
            }
        }
        runner.recycle();
        if cases.is_empty() && diagnostics.is_empty() {
            diagnostics.push(self.no_such_case());
        }
        if !diagnostics.is_empty() {
            return self.finish(Verdict::Unreadable, Vec::new(), diagnostics);
        }
        let failed = cases.iter().find(|case| !case.verdict.is_passed());
        let verdict = failed.map_or(Verdict::Passed, |case| case.verdict);
        self.finish(verdict, cases, Vec::new())
    }

    fn finish(
        self,
        verdict: Verdict,
        cases: Vec<CaseResult>,
        diagnostics: Vec<Diagnostic>,
    ) -> UnitResult {
        UnitResult {
            verdict,
            steps: cases.iter().map(|case| case.steps).sum(),
            cases,
            diagnostics,
            sources: self.loaded.sources,
        }
    }

    fn is_wanted(&self, case: &Case, index: usize) -> bool {
        match &self.options.only {
            None => true,
            Some(only) => case.name == *only || (index + 1).to_string() == *only,
        }
    }

    fn no_such_case(&self) -> Diagnostic {
        let only = self.options.only.as_deref().unwrap_or_default();
        let diagnostic = Diagnostic::error(codes::NAME, format!("there is no case `{only}`"));
        let names: Vec<&str> = self
            .unit
            .cases
            .iter()
            .map(|case| case.name.as_str())
            .collect();
        let at = Span::new(self.file, 0, 0);
        if let Some(similar) = diag::similar(only, names.iter().copied()).first() {
            return diagnostic.primary(at, format!("did you mean `{similar}`?"));
        }
        const MOST: usize = 12;
        let shown: Vec<String> = names
            .iter()
            .take(MOST)
            .map(|name| format!("`{name}`"))
            .collect();
        let more = if names.len() > MOST { ", …" } else { "" };
        let count = diag::number::count(names.len() as u64, "case");
        diagnostic
            .primary(at, format!("this file has {count}"))
            .help(format!(
                "valid are the numbers starting at 1, and {}{more}",
                shown.join(", ")
            ))
    }

    /// Runs a case; the error is what is wrong with its description.
    fn run_case(
        &self,
        runner: &mut Runner,
        case: &Case,
        index: usize,
    ) -> Result<CaseResult, Vec<Diagnostic>> {
        let Some(program) = &self.loaded.program else {
            return Err(Vec::new());
        };
        let plan = Resolver::new(&program.image).case(case)?;
        let unknown: Vec<Diagnostic> = case
            .preserves
            .iter()
            .filter(|(name, _)| register(self.loaded.desc(), name).is_none())
            .map(|(name, at)| unknown_register(name, *at, self.loaded.desc()))
            .collect();
        if !unknown.is_empty() {
            return Err(unknown);
        }
        let mut trial = Trial {
            case,
            plan: &plan,
            image: &program.image,
            seed: index as u64,
            limits: self.limits(case),
        };
        let fails = |error: runtime::subroutine::SubroutineError| {
            let diagnostic = Diagnostic::error(codes::VALUE, error.to_string());
            vec![diagnostic.primary(case.at, "this case cannot run")]
        };
        let watch = match self.options.check || case.check {
            true => CallWatch::Check(&self.check),
            false => CallWatch::Nobody,
        };
        let mut judged = trial.run(runner, watch).map_err(fails)?;
        let mut verdict = self.verdict(&judged);
        let mut seed = None;
        for round in 0..self.options.scramble {
            if !verdict.is_passed() {
                break;
            }
            trial.seed = round.wrapping_mul(0x9e37) ^ index as u64;
            trial.limits = self.limits(case);
            let again = CallWatch::Scramble(&self.check, round);
            let scrambled = trial.run(runner, again).map_err(fails)?;
            match self.verdict(&scrambled) {
                Verdict::Passed => {}
                // What was found says more than that results differ.
                found @ (Verdict::Convention
                | Verdict::NotReturned
                | Verdict::Printed
                | Verdict::Unchecked
                | Verdict::Limit(LimitKind::Time)) => (verdict, judged) = (found, scrambled),
                _ => (verdict, seed, judged) = (Verdict::Scrambled, Some(round), scrambled),
            }
        }
        let mut result = CaseResult {
            name: case.name.clone(),
            number: index + 1,
            verdict,
            cause: None,
            steps: judged.steps,
            span: Some(case.at),
            lines: Vec::new(),
            diagnostics: Vec::new(),
        };
        if !verdict.is_passed() {
            let mut end = judged.stopped.clone();
            // Once more, to know the calls that were open. That takes time.
            let open = match (&end, seed) {
                (Some(End::Limit(Limit::Time(_))), _) | (None, _) | (_, Some(_)) => Vec::new(),
                (Some(_), None) => {
                    trial.limits.time = self.options.limits.time;
                    trial.run(runner, CallWatch::Calls).map_err(fails)?.open
                }
            };
            if let (Some(End::Limit(Limit::Time(left))), Some(all)) =
                (&mut end, self.options.limits.time)
            {
                *left = all;
            }
            self.describe(&mut result, runner, &trial, &judged, seed);
            let (name, number) = (diag::shell_word(&self.name), index + 1);
            result.lines.extend([
                format!("this case alone: jal test {name} --case {number}"),
                format!("in the debugger: jal debug {name} --case {number}"),
            ]);
            let told = end.and_then(|end| runner.explain(&self.loaded, &end, judged.steps));
            result
                .diagnostics
                .extend(told.map(|d| self.with_calls(d, &open)));
            result.diagnostics.extend(self.findings(&judged));
        }
        Ok(result)
    }

    /// Adds the calls that were open, the innermost first.
    fn with_calls(&self, diagnostic: Diagnostic, open: &[Frame]) -> Diagnostic {
        const MOST: usize = 8;
        let Some(program) = &self.loaded.program else {
            return diagnostic;
        };
        let frames = open.iter().rev().take(MOST);
        frames.fold(diagnostic, |diagnostic, frame| {
            let name = program.image.symbol_before(frame.function);
            let name = name.map_or("a function", |symbol| symbol.name.as_str());
            match program.lines.find(frame.call) {
                Some(line) => diagnostic.trail(line.span, format!("`{name}` was called here")),
                None => diagnostic,
            }
        })
    }

    /// What went wrong, in lines.
    fn describe(
        &self,
        result: &mut CaseResult,
        runner: &Runner,
        trial: &Trial<'_>,
        judged: &Judged,
        seed: Option<u64>,
    ) {
        let plan = trial.plan;
        for call in &plan.calls {
            let text = written_call(&call.function, &call.args, &plan.items, &plan.label_names);
            result.lines.push(text);
        }
        if let Some(seed) = seed {
            result.lines.push(format!(
                "it is right with some undefined values and wrong with others (seed {seed}): it \
                 relies on a register or on stack memory that was never set"
            ));
        }
        if !judged.differences.is_empty() {
            let lines = table(&judged.differences, "expected", "got");
            result
                .lines
                .extend(lines.iter().map(|line| format!("  {line}")));
        }
        result.lines.extend(judged.remarks.iter().cloned());
        if !judged.lost.is_empty() && judged.findings.is_empty() {
            let desc = runner.desc();
            let names: Vec<&str> = judged.lost.iter().map(|r| desc.register_name(*r)).collect();
            result.lines.push(format!(
                "it changed {}, which it must preserve",
                names.join(", ")
            ));
        }
    }
}

/// A case for which no time was left.
fn not_run(case: &Case, index: usize) -> CaseResult {
    CaseResult {
        name: case.name.clone(),
        number: index + 1,
        verdict: Verdict::Limit(LimitKind::Time),
        cause: None,
        steps: 0,
        span: Some(case.at),
        lines: vec!["it did not run: the cases before it used up the time of the test".to_owned()],
        diagnostics: Vec::new(),
    }
}

/// The cases that did not run.
fn cases_left(count: usize) -> String {
    match count {
        1 => "the last case".to_owned(),
        count => format!("the last {count} cases"),
    }
}

/// The register of this name or number, with or without its dollar sign.
fn register(desc: &IsaDesc, name: &str) -> Option<Reg> {
    let plain = name.trim_start_matches('$');
    let is_called = |known: &str| known.trim_start_matches('$') == plain;
    let mut registers = desc.registers.iter();
    let found = registers.find(|register| {
        let names = [register.name, register.numbered];
        names
            .iter()
            .chain(register.aliases)
            .any(|name| is_called(name))
    });
    found.map(|register| register.reg)
}

fn unknown_register(name: &str, at: Span, desc: &'static IsaDesc) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::NAME, format!("unknown register `{name}`"));
    let known: Vec<&str> = (0..Reg::COUNT)
        .filter_map(|number| desc.register(Reg(number)))
        .map(|register| register.name)
        .collect();
    with_similar(
        diagnostic,
        at,
        name,
        known,
        "does not exist on this machine",
    )
}

/// Whether a file of this name describes unit tests.
pub fn is_unit_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.ends_with(".unit.toml"))
}
