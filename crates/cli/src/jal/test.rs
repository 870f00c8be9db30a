//! `jal test`: runs the tests of a project and tells what came of them.

mod args;
mod outputs;
mod progress;
mod watch;

pub(super) use args::{TEST_HELP, TestArgs, with_long_names};

use super::convention::{refuse_idle_warnings, refuse_unknown_codes};
use super::say::page_width;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use callconv::Contract;
use callconv::agreement::Agreement;
use diag::RenderOptions;
use harness::bless::{self, Blessing};
use harness::diff::{self, Page};
use harness::project::Choice;
use harness::report::text::{self, TextOptions};
use harness::targets::{self, Chosen};
use harness::{Job, Overrides, Project, RunOptions, SuiteResult, TestKind, TestResult};
use outputs::Outputs;
use progress::Progress;
use runtime::Target;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The width of a page that is no terminal.
const WIDTH: usize = 100;

/// As many failures are shown in full, unless all are wanted.
const EXPLAINED: usize = 3;

/// Runs the command; the exit code.
pub(super) fn run(args: &TestArgs) -> Result<u8, ExpectedError> {
    check_options(args)?;
    let here = std::env::current_dir().context("there is no working directory")?;
    let command = Command {
        args,
        page: page(args),
        here,
    };
    let chosen = command.find()?;
    if args.list {
        io::stdout().write_all(targets::list(&chosen).as_bytes())?;
        return Ok(exit::SUCCESS);
    }
    if args.watch {
        return watch::watch(&command, chosen);
    }
    let suite = command.run(&jobs(&chosen));
    command.report(&suite, &chosen)
}

/// Refuses options that cannot be followed.
fn check_options(args: &TestArgs) -> Result<(), ExpectedError> {
    let named = !args.names.is_empty() || !args.folders.is_empty() || !args.paths.is_empty();
    if args.bless && !named {
        return Err(ExpectedError::Usage(
            "--bless replaces expected outputs: say which tests you mean with -t, or their folder \
             with -d"
                .to_owned(),
        ));
    }
    for registers in &args.global {
        let share = |t: Target| Contract::default().share(registers, t.desc());
        if let (Err(wrong), Err(_)) = (share(Target::RiscV), share(Target::Mips)) {
            let wrong = format!("--global {registers}: {wrong}");
            return Err(ExpectedError::Usage(wrong));
        }
    }
    refuse_unknown_codes("--allow", &args.allow)?;
    refuse_idle_warnings(&args.warn)
}

fn page(args: &TestArgs) -> Page {
    Page {
        color: !args.no_color && args.color.is_wanted(&io::stdout()),
        width: page_width(platform::columns(io::stdout())).unwrap_or(WIDTH),
    }
}

/// Leaves out what has no cases.
fn only_units(chosen: &mut [Chosen], case: &str) -> Result<(), ExpectedError> {
    for Chosen { tests, .. } in chosen.iter_mut() {
        tests.retain(|test| test.kind == TestKind::Unit);
    }
    match chosen.iter().all(|chosen| chosen.tests.is_empty()) {
        false => Ok(()),
        true => Err(ExpectedError::Usage(format!(
            "--case {case}: none of these tests has cases; only unit tests do, such as those of \
             `jal test -d unit`"
        ))),
    }
}

/// The tests as they are to run.
fn jobs(chosen: &[Chosen]) -> Vec<Job<'_>> {
    let jobs = chosen.iter().flat_map(|Chosen { project, tests, .. }| {
        tests.iter().map(move |test| Job {
            test: Arc::new(test.clone()),
            project,
        })
    });
    jobs.collect()
}

/// The command as it was given.
struct Command<'a> {
    args: &'a TestArgs,
    page: Page,
    here: PathBuf,
}

impl Command<'_> {
    /// The tests that are meant, after everything about their course files was said.
    fn find(&self) -> Result<Vec<Chosen>, ExpectedError> {
        let choice = Choice {
            folders: self.args.folders.clone(),
            names: self.args.names.clone(),
        };
        let found = targets::find(&self.args.paths, &choice, &self.here);
        if self.tell_about_courses(&found.chosen) {
            return Err(ExpectedError::CourseMistakes);
        }
        if let Some(wrong) = found.wrong {
            return Err(ExpectedError::Usage(wrong.to_string()));
        }
        let mut chosen = found.chosen;
        if let Some(case) = &self.args.case {
            only_units(&mut chosen, case)?;
        }
        chosen.retain(|chosen| !chosen.tests.is_empty());
        Ok(chosen)
    }

    /// Says what is wrong with course files; whether that is too much to run tests.
    fn tell_about_courses(&self, chosen: &[Chosen]) -> bool {
        let how = RenderOptions {
            color: self.page.color && io::stderr().is_terminal(),
            width: Some(self.page.width),
        };
        let mut out = String::new();
        for Chosen { project, notes, .. } in chosen {
            for diagnostic in &project.diagnostics {
                out.push_str(&diag::render(&project.sources, diagnostic, &how));
                out.push('\n');
            }
            for note in notes {
                out.push_str(note);
                out.push('\n');
            }
        }
        let wrong = chosen.iter().any(|chosen| chosen.project.has_errors());
        if wrong {
            out.push_str("No tests were run: fix the course file first.\n");
        }
        // Nobody is left to tell when standard error is closed.
        let _ = io::stderr().write_all(out.as_bytes());
        wrong
    }

    fn run(&self, jobs: &[Job<'_>]) -> SuiteResult {
        let args = self.args;
        let options = RunOptions {
            as_graded: !args.no_check,
            check: args.check,
            scramble: args.scramble.unwrap_or(0),
            agreement: Agreement {
                returns: args.returns.map(Into::into),
                global: args.global.clone(),
                allow: args.allow.clone(),
                warn: args.warn.clone(),
                functions: Vec::new(),
            },
            overrides: Overrides {
                max_steps: args.max_steps,
                max_output: args.max_output,
                max_memory: args.max_memory,
                timeout: args.timeout,
                ..Overrides::default()
            },
            every_seed: false,
            coverage: args.outputs.coverage.is_some(),
            explain: if args.all { usize::MAX } else { EXPLAINED },
            repeat: args.repeat,
            fail_fast: args.fail_fast,
            case: args.case.clone(),
            sources: None,
            here: self.here.clone(),
        };
        let progress = Progress::new(jobs.len());
        let suite = harness::run(jobs, &options, &|done| progress.show(done));
        progress.finish();
        suite
    }

    /// Prints what came of the tests; the exit code.
    fn report(&self, suite: &SuiteResult, chosen: &[Chosen]) -> Result<u8, ExpectedError> {
        let mut out = String::new();
        let mut rest = Cow::Borrowed(suite);
        let mut unwritten = Vec::new();
        if self.args.bless {
            let mut results = Vec::new();
            for result in &suite.results {
                results.extend(self.bless(result, &mut out, &mut unwritten));
            }
            rest.to_mut().results = results;
        }
        if !rest.results.is_empty() {
            let options = TextOptions {
                page: self.page,
                all: self.args.all,
                warnings: self.args.verbose,
            };
            let projects: Vec<&Project> = chosen.iter().map(|chosen| &chosen.project).collect();
            out.push_str(&text::render(&rest, &projects, &options));
        }
        let outputs = Outputs::new(&self.args.outputs, &rest, chosen, &self.here);
        // First what everybody wants to see: a file may be impossible to write.
        io::stdout().write_all(outputs.text(&out).as_bytes())?;
        outputs.write()?;
        if !unwritten.is_empty() {
            return Err(ExpectedError::Unwritten(unwritten));
        }
        Ok(match rest.failed() {
            0 => exit::SUCCESS,
            _ => exit::FINDINGS,
        })
    }

    /// Takes an output as expected if that is possible, and shows what that changes. What is left
    /// to report about the test; what could not be written goes to `unwritten`.
    fn bless(
        &self,
        result: &TestResult,
        out: &mut String,
        unwritten: &mut Vec<String>,
    ) -> Option<TestResult> {
        let test = &result.test;
        let verdict = match bless::judge(result) {
            Blessing::NotAsked => return Some(result.clone()),
            Blessing::Refused(why) => {
                out.push_str(&format!(
                    "The output of {test} was not accepted: the program {why}.\n\n"
                ));
                return Some(result.clone());
            }
            Blessing::Possible(verdict) => verdict,
        };
        let reference = shown(&test.reference());
        if let Err(error) = bless::bless(result, &self.here) {
            unwritten.push(format!("cannot write `{reference}`: {error}"));
            return Some(result.clone());
        }
        if bless::changes_output(result) {
            let old = result.expected.as_deref().unwrap_or_default();
            out.push_str(&format!("{test} now expects:\n\n"));
            for line in diff::render(old, &result.output, result.comparison.rule, &self.page) {
                out.push_str(&format!("  {line}\n"));
            }
            out.push_str(&format!("\nWritten to {reference}\n\n"));
        }
        if let Some(picture) = result.picture.as_ref().filter(|picture| picture.is_wrong()) {
            let (words, file) = (picture.words(), shown(&test.beside("png")));
            out.push_str(&format!(
                "{test} now expects another picture: {words}.\nWritten to {file}\n\n"
            ));
        }
        (!verdict.is_passed()).then(|| TestResult {
            verdict,
            ..result.clone()
        })
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
