//! `jal run`: assemble or load, and run.

use super::args::{EnvName, RunArgs, Seed};
use super::say::{Voice, failure};
use crate::console::StdHost;
use crate::exit;
use anyhow::Context;
use assembler::Program;
use machine::env::{Environment, Linux, Venus};
use machine::observe::Off;
use runtime::files::Files;
use runtime::load::{EnvironmentKind, LoadOptions, Loaded, load};
use runtime::observers::{Stats, Trace};
use runtime::report::Reporter;
use runtime::{End, Host as _, Limits, Outcome, Session};
use rv32::Rv32;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Runs the command; the exit code.
pub fn run(args: &RunArgs) -> anyhow::Result<u8> {
    let voice = Voice::new(&args.messages);
    let file = args.file();
    let loaded = load(&file, &load_options(args.max_memory)?);
    voice.say_all(&loaded.sources, &loaded.diagnostics, &file);
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Ok(exit::NOT_LOADED);
    };
    let files = match &args.files {
        Some(dir) => match Files::below(dir) {
            Ok(files) => files,
            Err(error) => {
                let dir = dir.display();
                failure(&format!(
                    "cannot use `{dir}` as the directory for files: {error}"
                ));
                return Ok(exit::USAGE);
            }
        },
        None => Files::none(),
    };
    execute(args, &voice, &loaded, program, files)
}

/// The usual way to load: the Venus dialect, paths relative to the working directory.
pub fn load_options(memory: u64) -> anyhow::Result<LoadOptions> {
    let here = std::env::current_dir().context("there is no working directory")?;
    Ok(LoadOptions {
        memory,
        ..LoadOptions::new(here)
    })
}

fn execute(
    args: &RunArgs,
    voice: &Voice,
    loaded: &Loaded,
    program: &Program,
    files: Files,
) -> anyhow::Result<u8> {
    let reporter = Reporter {
        desc: loaded.desc,
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
    let session = Session::<Rv32>::new(image, environment(args, loaded), guest_args(args), limits);
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
    let (outcome, traced) = run_observed(args, voice, &reporter, &mut session, &mut host)?;
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
        End::Interrupted => exit::INTERRUPTED,
        End::OutputLost => exit::BROKEN,
    })
}

/// Runs with the observers that were asked for.
fn run_observed(
    args: &RunArgs,
    voice: &Voice,
    reporter: &Reporter<'_>,
    session: &mut Session<Rv32>,
    host: &mut StdHost,
) -> anyhow::Result<(Outcome, io::Result<()>)> {
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
        voice.stats(&stats.report(time));
    }
    Ok((outcome, traced))
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

fn environment(args: &RunArgs, loaded: &Loaded) -> Box<dyn Environment> {
    let kind = match args.env {
        Some(EnvName::Venus) => EnvironmentKind::Venus,
        Some(EnvName::Linux) => EnvironmentKind::Linux,
        None => loaded.environment,
    };
    let seed = match args.seed {
        Seed::Fixed(seed) => seed,
        Seed::Random => std::time::SystemTime::UNIX_EPOCH
            .elapsed()
            .map_or(0, |time| time.as_nanos() as u64),
    };
    match kind {
        EnvironmentKind::Venus => Box::new(Venus::default()),
        EnvironmentKind::Linux => Box::new(Linux::with_seed(seed)),
    }
}

/// The program's arguments, its own name first.
fn guest_args(args: &RunArgs) -> Vec<Vec<u8>> {
    let words = args.program.iter();
    words.map(|word| word.as_encoded_bytes().to_vec()).collect()
}
