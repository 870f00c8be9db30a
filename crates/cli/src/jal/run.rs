//! `jal run`: assemble or load, and run.

use super::args::{ConventionArgs, RunArgs};
use super::convention::RunConvention;
use super::devices::{HouseRules, RunHost, Shown};
use super::meant;
use super::native::NativeRun;
use super::say::Voice;
use super::source::{environment, files, load_file};
use super::views::Views;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use assembler::Program;
use machine::env::Environment;
use runtime::files::Files;
use runtime::load::LoadedProgram;
use runtime::observers::Trace;
use runtime::report::Reporter;
use runtime::{End, EnvironmentSetup, Limits, Outcome, Session};
use std::io::{self, BufWriter, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Runs the command; the exit code.
pub(super) fn run(args: &RunArgs) -> Result<u8, ExpectedError> {
    let voice = Voice::new(&args.messages);
    let file = args.file();
    let loaded = load_file(&file, None, &args.source, args.max_memory, args.env)?;
    // The process ends with the run: taking the program and the machine apart would be in vain.
    let loaded = ManuallyDrop::new(loaded);
    voice.say_all(&loaded.sources, &loaded.diagnostics, &file);
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Err(ExpectedError::NotLoaded);
    };
    meant::refuse_part(&file, program)?;
    let kind = environment(&loaded, args.env)?;
    let files = files(args.files.as_deref())?;
    let setup = EnvironmentSetup {
        seed: args.seed.number(),
        map: loaded.map,
    };
    let run = Run {
        args,
        voice: &voice,
        loaded: &loaded,
        program,
        convention: args.convention.with_checks_of(kind),
    };
    RunConvention::check_options(&args.convention, &loaded)?;
    let mut environment = kind.make(loaded.target, &setup);
    let shown = Shown::of(&args.devices, &loaded, program, kind)?;
    environment.set_devices(&shown.setup);
    run.execute(environment, files, shown)
}

/// A program that is ready to run, and how.
struct Run<'a> {
    args: &'a RunArgs,
    voice: &'a Voice,
    loaded: &'a LoadedProgram,
    program: &'a Program,
    /// What is checked: what the options ask for, and the environment by itself.
    convention: ConventionArgs,
}

impl Run<'_> {
    fn execute(
        &self,
        environment: Box<dyn Environment>,
        files: Files,
        shown: Shown,
    ) -> Result<u8, ExpectedError> {
        let Run {
            args,
            voice,
            loaded,
            program,
            ..
        } = self;
        let reporter = Reporter {
            desc: loaded.desc(),
            program,
            sources: &loaded.sources,
        };
        let image = Arc::new(program.image.clone());
        let limits = Limits {
            steps: args.max_steps,
            output: args.max_output,
            memory: args.max_memory,
            time: args.timeout,
            free_calls: false,
        };
        let session = Session::new(loaded.target, image, environment, guest_args(args), limits);
        let mut session = match session {
            Ok(session) => ManuallyDrop::new(session),
            Err(limit) => {
                voice.say(&loaded.sources, &reporter.cannot_start(limit));
                return Err(ExpectedError::TooLarge);
            }
        };
        let rules = HouseRules {
            title: args.file(),
            timeout: args.timeout,
            virtual_time: args.virtual_time,
            color: args.messages.color,
        };
        let mut house = shown.house(&rules, files, &session.interrupt)?;
        let observed = self.run_observed(&reporter, &mut session, &mut house)?;
        let Observed {
            outcome,
            traced,
            broken,
        } = observed;
        let (refusal, lost) = house.close(&outcome, voice)?;
        for (pc, remark) in std::mem::take(&mut session.remarks) {
            voice.say(&loaded.sources, &reporter.remark(pc, remark));
        }
        if let Some(why) = refusal {
            voice.say(&loaded.sources, &reporter.refusal(why));
        }
        if traced.is_ok()
            && let Some(diagnostic) = reporter.end(&mut session, &outcome)
        {
            voice.say(&loaded.sources, &diagnostic);
        }
        traced.context("the trace could not be written")?;
        if let Some(kind) = lost {
            let lost = Err(io::Error::from(kind));
            return Ok(lost.context("the program's output could not be written")?);
        }
        Ok(match outcome.end {
            End::Exit(_) if broken => exit::CONVENTION,
            End::Exit(code) => exit::of_guest(code),
            End::Fault(_) => exit::FAULT,
            End::Limit(_) => exit::LIMIT,
            End::Interrupted | End::Waiting | End::Paused => exit::INTERRUPTED,
            End::OutputLost => exit::BROKEN,
        })
    }

    /// Runs with the observers that were asked for.
    fn run_observed(
        &self,
        reporter: &Reporter<'_>,
        session: &mut Session,
        host: &mut dyn RunHost,
    ) -> anyhow::Result<Observed> {
        let args = self.args;
        let agreement = self.convention.agreement();
        let convention = RunConvention::of(&self.convention, &agreement, self.loaded);
        let mut views = Views::of(args, reporter, session);
        if let (Some(convention), true) = (&convention, views.is_empty() && args.trace.is_none()) {
            let (outcome, broken) = convention.run(session, host, self.voice);
            return Ok(Observed {
                outcome,
                traced: Ok(()),
                broken,
            });
        }
        if args.trace.is_none() && convention.is_none() {
            let native = NativeRun::begin(args, views.is_empty(), session);
            let begin = Instant::now();
            let outcome = views.run(session, host);
            let time = begin.elapsed();
            self.voice.follow(host);
            native.say(self.voice, outcome.steps);
            views.say(self.voice, reporter, time);
            return Ok(Observed::plain(outcome));
        }
        let trace = match &args.trace {
            Some(path) => {
                let (out, stop) = (trace_output(path.as_ref())?, Arc::clone(&session.interrupt));
                Some(Trace::new(
                    reporter.desc,
                    reporter.program,
                    reporter.sources,
                    out,
                    stop,
                ))
            }
            None => None,
        };
        let scrambler = convention.as_ref().and_then(|c| c.scrambler(session));
        let checker = convention.as_ref().filter(|_| scrambler.is_none());
        let checker = checker.map(|c| c.checker(session));
        let mut observers = ((views.observers, trace), (checker, scrambler));
        let begin = Instant::now();
        let outcome = session.run_with(&mut observers, host, |observers, machine| {
            if let (_, (_, Some(scrambler))) = observers {
                scrambler.apply(machine);
            }
        });
        let time = begin.elapsed();
        self.voice.follow(host);
        let ((observers, mut trace), (checker, scrambler)) = observers;
        let traced = trace.as_mut().map_or(Ok(()), Trace::finish);
        Views { observers }.say(self.voice, reporter, time);
        let checker = checker.or(scrambler.map(|scrambler| scrambler.checker));
        let broken = match (&convention, checker) {
            (Some(convention), Some(mut checker)) => {
                checker.finish();
                convention.say(checker.findings(), self.voice)
            }
            _ => false,
        };
        Ok(Observed {
            outcome,
            traced,
            broken,
        })
    }
}

/// What is known after a run.
struct Observed {
    outcome: Outcome,
    /// Whether the trace could be written.
    traced: io::Result<()>,
    /// The calling convention was broken.
    broken: bool,
}

impl Observed {
    fn plain(outcome: Outcome) -> Self {
        Observed {
            outcome,
            traced: Ok(()),
            broken: false,
        }
    }
}

fn trace_output(path: Option<&PathBuf>) -> anyhow::Result<Box<dyn Write>> {
    Ok(match path {
        Some(path) => {
            let file = std::fs::File::create(path)
                .with_context(|| format!("cannot write `{}`", path.display()))?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(io::stderr())),
    })
}

/// The program's arguments, its own name first.
fn guest_args(args: &RunArgs) -> Vec<Vec<u8>> {
    let words = args.program.iter();
    words.map(|word| word.as_encoded_bytes().to_vec()).collect()
}
