//! Running: with a trace, or with the observers that the flags ask for.

use super::args::VenusArgs;
use super::dump::{self, History};
use super::memcheck::{Memcheck, MemcheckRules};
use super::messages;
use super::places::CodePlaces;
use super::{FAILED, coverage, trace};
use crate::exit_code;
use crate::folder_host::FolderHost;
use crate::streams::{err, out};
use anyhow::Context;
use callconv::venus::VenusConvention;
use machine::env::Venus;
use machine::observe::Off;
use runtime::observers::Coverage;
use runtime::{End, Host, Limit, Limits, Session, Target};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terminal::console::INTERRUPTED;

/// Steps between two looks at what else happened.
const CHUNK: u64 = 100_000;

/// Runs the program; the exit code.
pub(super) fn run(
    args: &VenusArgs,
    file: &str,
    places: &CodePlaces<'_>,
    dir: &Path,
) -> anyhow::Result<u8> {
    let mut session = match session(args, file, places) {
        // The process ends with the run: taking the machine apart would be in vain.
        Ok(session) => ManuallyDrop::new(session),
        Err(limit) => {
            err(&messages::limit(limit));
            return Ok(FAILED);
        }
    };
    let quiet = args.count_steps && !args.trace.on;
    let mut host = FolderHost::new(dir, quiet, "set it with -wd")
        .with_context(|| format!("Invalid working directory: {}", dir.display()))?;
    host.stop_on_interrupt(&session.interrupt);
    if args.trace.on {
        return run_traced(args, &mut session, &mut host, places);
    }
    let mut watch = Watch::new(args, places, &session);
    let end = watch.run(&mut session, places, &mut host);
    let finished = watch.finish(args, &session, &end, places);
    let code = report_end(args, &session, &end, places, watch.violations() > 0);
    finished?;
    Ok(code)
}

fn session(args: &VenusArgs, file: &str, places: &CodePlaces<'_>) -> Result<Session, Limit> {
    let mut image = places.program.image.clone();
    for segment in image.segments.iter_mut().filter(|s| s.access.execute) {
        segment.access.write = !args.immutable_text;
    }
    let mut environment = Venus::default();
    environment.unset_registers = args.unset_registers;
    environment.only_exit_call = args.only_exit_call;
    environment.has_boards = false;
    environment.lenient_end = true;
    environment.check_gap = !args.allow_gap && !args.memcheck;
    let mut arguments = vec![file.as_bytes().to_vec()];
    arguments.extend(args.program.iter().cloned());
    let limits = Limits {
        steps: u64::try_from(args.max_steps).ok(),
        free_calls: true,
        ..Limits::default()
    };
    Session::new(
        Target::RiscV,
        Arc::new(image),
        Box::new(environment),
        arguments,
        limits,
    )
}

/// Says how the run ended; the exit code. A program that ended by itself, but broke the calling
/// convention, has failed.
fn report_end(
    args: &VenusArgs,
    session: &Session,
    end: &End,
    places: &CodePlaces<'_>,
    broken: bool,
) -> u8 {
    let steps = session.machine.steps;
    match end {
        End::Exit(_) if broken => FAILED,
        End::Exit(code) => {
            if args.count_steps {
                out(&steps.to_string());
            }
            if steps == 0 { FAILED } else { exit_code(*code) }
        }
        End::Fault(fault) => {
            err(&messages::fault(session, fault, places));
            FAILED
        }
        End::Limit(limit) => {
            err(&messages::limit(*limit));
            FAILED
        }
        End::Interrupted | End::Waiting | End::Paused => INTERRUPTED,
        End::OutputLost => 0,
    }
}

/// What is said about the calling convention at the end of a run. No line end follows.
pub(super) fn found(count: u64) -> String {
    format!("Found {count} warnings!")
}

/// The observers that the flags ask for.
struct Watch<'a> {
    on: bool,
    observers: Observers<'a>,
}

type Observers<'a> = (
    (Option<Coverage>, Option<History>),
    (Option<Memcheck<'a>>, Option<VenusConvention>),
);

impl<'a> Watch<'a> {
    fn new(args: &VenusArgs, places: &CodePlaces<'a>, session: &Session) -> Self {
        let registers = dump::registers(session);
        let rules = MemcheckRules {
            verbose: args.memcheck_verbose,
            immutable_text: args.immutable_text,
            allow_all: args.allow_gap,
        };
        let covered = args.coverage.is_some() || args.json_coverage.is_some();
        let coverage = covered.then(Coverage::default);
        let history = args.core_text.is_some().then(|| History::new(registers));
        let memcheck = args
            .memcheck
            .then(|| Memcheck::new(*places, rules, registers));
        let convention = args.checks_convention().then(|| {
            let image = &places.program.image;
            VenusConvention::new(image, &rv32::DESC, registers, args.ret_to_all_a, usize::MAX)
        });
        let on = coverage.is_some() || history.is_some();
        let on = on || memcheck.is_some() || convention.is_some();
        Watch {
            on,
            observers: ((coverage, history), (memcheck, convention)),
        }
    }

    /// How often the calling convention was broken.
    fn violations(&self) -> u64 {
        self.observers
            .1
            .1
            .as_ref()
            .map_or(0, VenusConvention::count)
    }

    fn run(
        &mut self,
        session: &mut Session,
        places: &CodePlaces<'_>,
        host: &mut FolderHost,
    ) -> End {
        if !self.on {
            return session.run(&mut Off, host).end;
        }
        // What is found must stand between what the program prints before and after it.
        let fuel = match &self.observers.1 {
            (None, None) => CHUNK,
            _ => 1,
        };
        let mut next_tick = CHUNK;
        self.tell(session, places, host);
        let end = loop {
            let end = session.advance(&mut self.observers, host, fuel);
            self.tell(session, places, host);
            if let Some(end) = end {
                break end;
            }
            if session.machine.steps >= next_tick {
                next_tick = session.machine.steps + CHUNK;
                host.tick();
            }
            if session.interrupt.load(Ordering::Relaxed) {
                break End::Interrupted;
            }
            if host.output_error().is_some() {
                break End::OutputLost;
            }
        };
        host.flush();
        end
    }

    /// Prints what was found.
    fn tell(&mut self, session: &Session, places: &CodePlaces<'_>, host: &mut FolderHost) {
        let (memcheck, convention) = &mut self.observers.1;
        let mut reports = [None, None];
        if let Some(memcheck) = memcheck {
            reports[0] = memcheck.take_report();
        }
        if let Some(convention) = convention {
            convention.settle(session.machine.steps);
            let violations = convention.take_violations();
            let lines = violations.iter().map(|found| {
                let (pc, place) = (found.pc, places.describe(found.pc));
                format!("[CC Violation]: (PC=0x{pc:08X}) {found} {place}\n")
            });
            reports[1] = (!violations.is_empty()).then(|| lines.collect());
        }
        for report in reports.into_iter().flatten() {
            host.flush();
            err(&report);
        }
    }

    /// Prints and writes what the flags ask for at the end of a run.
    fn finish(
        &mut self,
        args: &VenusArgs,
        session: &Session,
        end: &End,
        places: &CodePlaces<'_>,
    ) -> anyhow::Result<()> {
        let ((covered, history), (memcheck, convention)) = &mut self.observers;
        if let (Some(memcheck), End::Exit(_)) = (memcheck, end)
            && let Some(report) = memcheck.finish()
        {
            err(&report);
        }
        if let (Some(convention), End::Exit(_)) = (convention, end) {
            err(&found(convention.count()));
        }
        if let Some(path) = &args.core_json {
            write(path, &dump::json(session))?;
        }
        if let (Some(path), Some(history)) = (&args.core_text, history) {
            write(path, &dump::text(session, places, history))?;
        }
        let Some(covered) = covered else {
            return Ok(());
        };
        if let Some(path) = &args.coverage {
            write(path, &coverage::text(covered, places))?;
        }
        if let Some(path) = &args.json_coverage {
            write(path, &coverage::json(covered, places))?;
        }
        Ok(())
    }
}

fn write(path: &str, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("Could not write the file: {path}"))
}

/// Runs the program, then prints its trace. The exit code is 0 whatever the program did.
fn run_traced(
    args: &VenusArgs,
    session: &mut Session,
    host: &mut FolderHost,
    places: &CodePlaces<'_>,
) -> anyhow::Result<u8> {
    let pattern = match (&args.trace.file, &args.trace.pattern) {
        (Some(path), _) => match std::fs::read_to_string(path) {
            Ok(pattern) => pattern,
            Err(_) => {
                out(&format!("Could not find the file: {path}\n"));
                return Ok(FAILED);
            }
        },
        (None, Some(pattern)) => pattern.clone(),
        (None, None) => trace::default_pattern(),
    };
    let problem = match trace::record(session, host, places.instructions()) {
        Ok(recording) if recording.is_cut() => {
            "The max number of steps (1000000) in the tracer has been reached!\n".to_owned()
        }
        Ok(recording) => {
            // A reader that is gone needs no trace.
            let _ = recording.print(&args.trace, &pattern);
            return Ok(0);
        }
        Err(End::Fault(fault)) => messages::fault(session, &fault, places),
        Err(End::Limit(limit)) => messages::limit(limit),
        Err(End::Interrupted) => return Ok(INTERRUPTED),
        Err(_) => return Ok(0),
    };
    host.flush();
    out(&format!(
        "[ERROR] An uncaught error has occurred! Here are the details that may help solve this \
         issue.\n\nError:\n{problem}"
    ));
    Ok(0)
}
