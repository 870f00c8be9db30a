//! `jal run`: assemble or load, and run.

use super::args::{EnvName, RunArgs, Seed};
use super::say::{Voice, failure};
use super::source::{load_file, wrong_environment};
use crate::console::StdHost;
use crate::exit;
use anyhow::Context;
use assembler::Program;
use machine::env::Environment;
use machine::observe::Off;
use machine::run::Isa;
use mips32::Mips32;
use runtime::files::Files;
use runtime::load::Loaded;
use runtime::observers::{Stats, Trace};
use runtime::report::Reporter;
use runtime::{End, EnvironmentSetup, Host as _, Limits, Outcome, Session, Target};
use rv32::Rv32;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Runs the command; the exit code.
pub fn run(args: &RunArgs) -> anyhow::Result<u8> {
    let voice = Voice::new(&args.messages);
    let file = args.file();
    let loaded = match load_file(&file, &args.source, args.max_memory)? {
        Ok(loaded) => loaded,
        Err(wrong) => return Ok(usage(&wrong)),
    };
    voice.say_all(&loaded.sources, &loaded.diagnostics, &file);
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Ok(exit::NOT_LOADED);
    };
    let kind = args.env.map_or(loaded.environment, EnvName::kind);
    if let Some(wrong) = wrong_environment(&loaded, kind) {
        return Ok(usage(&wrong));
    }
    let files = match &args.files {
        Some(dir) => match Files::below(dir) {
            Ok(files) => files,
            Err(error) => {
                let dir = dir.display();
                let wrong = format!("cannot use `{dir}` as the directory for files: {error}");
                return Ok(usage(&wrong));
            }
        },
        None => Files::none(),
    };
    let setup = EnvironmentSetup {
        seed: seed(args),
        map: loaded.map,
    };
    let run = Run {
        args,
        voice: &voice,
        loaded: &loaded,
        program,
    };
    let environment = kind.make(loaded.target, &setup);
    match loaded.target {
        Target::RiscV => run.execute::<Rv32>(environment, files),
        Target::Mips => run.execute::<Mips32>(environment, files),
    }
}

/// Says what is wrong with the command line; the exit code.
pub fn usage(wrong: &str) -> u8 {
    failure(wrong);
    exit::USAGE
}

/// A program that is ready to run, and how.
struct Run<'a> {
    args: &'a RunArgs,
    voice: &'a Voice,
    loaded: &'a Loaded,
    program: &'a Program,
}

impl Run<'_> {
    fn execute<I: Isa>(
        &self,
        environment: Box<dyn Environment>,
        files: Files,
    ) -> anyhow::Result<u8> {
        let Run {
            args,
            voice,
            loaded,
            program,
        } = *self;
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
        };
        let session = Session::<I>::new(image, environment, guest_args(args), limits);
        let mut session = match session {
            Ok(session) => session,
            Err(limit) => {
                voice.say(&loaded.sources, &reporter.cannot_start(limit));
                return Ok(exit::LIMIT);
            }
        };
        let mut host = StdHost::new(files);
        host.stop_on_interrupt(Arc::clone(&session.interrupt));
        if let Some(time) = args.timeout {
            host.stop_waiting_after(time);
        }
        if args.virtual_time {
            host.use_virtual_time();
        }
        let (outcome, traced) = self.run_observed(&reporter, &mut session, &mut host)?;
        for (pc, remark) in std::mem::take(&mut session.remarks) {
            voice.say(&loaded.sources, &reporter.remark(pc, remark));
        }
        if let Some(why) = host.take_refusal() {
            voice.say(&loaded.sources, &reporter.refusal(why));
        }
        if traced.is_ok()
            && let Some(diagnostic) = reporter.end(&mut session, &outcome)
        {
            voice.say(&loaded.sources, &diagnostic);
        }
        traced.context("the trace could not be written")?;
        if let Some(kind) = host.output_error() {
            return Err(io::Error::from(kind)).context("the program's output could not be written");
        }
        Ok(match outcome.end {
            End::Exit(code) => exit::of_guest(code),
            End::Fault(_) => exit::FAULT,
            End::Limit(_) => exit::LIMIT,
            End::Interrupted | End::Waiting => exit::INTERRUPTED,
            End::OutputLost => exit::BROKEN,
        })
    }

    /// Runs with the observers that were asked for.
    fn run_observed<I: Isa>(
        &self,
        reporter: &Reporter<'_>,
        session: &mut Session<I>,
        host: &mut StdHost,
    ) -> anyhow::Result<(Outcome, io::Result<()>)> {
        let args = self.args;
        if !args.stats && args.trace.is_none() {
            return Ok((session.run(&mut Off, host), Ok(())));
        }
        let stats = args.stats.then(|| Stats::new(reporter.desc));
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
        let mut observers = (stats, trace);
        let begin = Instant::now();
        let outcome = session.run(&mut observers, host);
        let time = begin.elapsed();
        let traced = observers.1.as_mut().map_or(Ok(()), Trace::finish);
        if let Some(stats) = &observers.0 {
            self.voice.stats(&stats.report(time));
        }
        Ok((outcome, traced))
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

fn seed(args: &RunArgs) -> u64 {
    match args.seed {
        Seed::Fixed(seed) => seed,
        Seed::Random => std::time::SystemTime::UNIX_EPOCH
            .elapsed()
            .map_or(0, |time| time.as_nanos() as u64),
    }
}

/// The program's arguments, its own name first.
fn guest_args(args: &RunArgs) -> Vec<Vec<u8>> {
    let words = args.program.iter();
    words.map(|word| word.as_encoded_bytes().to_vec()).collect()
}
