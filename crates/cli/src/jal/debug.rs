//! `jal debug`: a program at the prompt of the debugger, or on its full screen.

mod progress;
#[cfg(feature = "tui")]
mod screen;

use super::args::DebugArgs;
use super::explain;
use super::meant;
use super::say::Voice;
use super::source::{environment, files, load_file};
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use callconv::{CheckOptions, Contract};
use debug::repl::{Lines, Paint, Repl, read_script, terminal::Terminal};
use debug::{DebugSetup, Engine, EngineError, StartState};
use harness::unit::is_unit_file;
use harness::{debug_case, graded_program};
use runtime::load::LoadedProgram;
use runtime::report::Reporter;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::SystemTime;

/// Runs the command; the exit code.
pub(super) fn run(args: &DebugArgs) -> Result<u8, ExpectedError> {
    #[cfg(feature = "tui")]
    if let Some(why) = terminal::screen::missing().filter(|_| args.tui) {
        return Err(ExpectedError::Usage(format!(
            "--tui needs a terminal, but {why}; without it, commands are read line by line"
        )));
    }
    let voice = Voice::new(&args.messages);
    let file = args.program.first().map(|file| file.to_string_lossy());
    let file = file.unwrap_or_default().into_owned();
    let (loaded, start) = match &args.case {
        Some(case) => load_case(&file, case, &voice)?,
        None if is_unit_file(Path::new(&file)) => {
            return Err(ExpectedError::Usage(format!(
                "`{file}` has cases: choose one, such as --case 1"
            )));
        }
        None => {
            let loaded = load_file(&file, None, &args.source, args.max_memory, args.env)?;
            (loaded, CaseStart::default())
        }
    };
    voice.say_all(&loaded.sources, &loaded.diagnostics, &file);
    if loaded.has_errors() {
        return Err(ExpectedError::NotLoaded);
    }
    if let Some(program) = &loaded.program
        && args.case.is_none()
    {
        meant::refuse_part(&file, program)?;
    }
    let mut setup = setup(args, &loaded)?;
    setup.start = start.state;
    setup.input = setup.input.or(start.input);
    if args.graded {
        grade(&file, &loaded, &mut setup)?;
    }
    let sources = loaded.sources.clone();
    let (desc, program) = (loaded.desc(), loaded.program.clone());
    let engine = match Engine::new(loaded, setup) {
        Ok(engine) => engine,
        Err(EngineError::TooLarge(limit)) => {
            let reporter = Reporter {
                desc,
                program: &program.unwrap_or_default(),
                sources: &sources,
            };
            voice.say(&sources, &reporter.cannot_start(limit));
            return Err(ExpectedError::TooLarge);
        }
        Err(error @ EngineError::NoProgram) => return Err(ExpectedError::Broken(error.into())),
    };
    session(args, engine)?;
    Ok(exit::SUCCESS)
}

/// The words of a command line. What follows a program of `jal debug` is for the program; a unit test has
/// no arguments, so what follows its name is for us, wherever it is.
pub(super) fn with_unit_test_last(
    words: impl IntoIterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let is_debug = words.get(1).is_some_and(|word| word == "debug");
    let unit = words
        .iter()
        .position(|word| is_unit_file(Path::new(word)))
        .filter(|_| is_debug);
    if let Some(unit) = unit {
        let file = words.remove(unit);
        words.push(file);
    }
    words.into_iter()
}

/// What a case adds to its program.
#[derive(Default)]
struct CaseStart {
    state: StartState,
    input: Option<Vec<u8>>,
}

/// The program of a case of a unit test.
fn load_case(
    file: &str,
    case: &str,
    voice: &Voice,
) -> Result<(LoadedProgram, CaseStart), ExpectedError> {
    if !is_unit_file(Path::new(file)) {
        return Err(ExpectedError::Usage(format!(
            "--case is for unit tests, whose names end in .unit.toml, but not for `{file}`"
        )));
    }
    let program = match debug_case(Path::new(file), &here()?, case) {
        Ok(program) => program,
        Err(refused) => {
            voice.say_all(&refused.sources, &refused.diagnostics, file);
            return Err(ExpectedError::NotLoaded);
        }
    };
    let state = StartState {
        pc: Some(program.entry),
        registers: program.registers,
        memory: program.memory,
    };
    let input = Some(program.input);
    Ok((program.loaded, CaseStart { state, input }))
}

/// Makes the run the one that is graded.
fn grade(file: &str, loaded: &LoadedProgram, setup: &mut DebugSetup) -> Result<(), ExpectedError> {
    let Some(graded) = graded_program(Path::new(file), &here()?, loaded) else {
        return Err(ExpectedError::Usage(format!(
            "--graded is for tests of a course, but `{file}` is not one"
        )));
    };
    setup.image = Some(graded.image);
    setup.boundary = graded.boundary;
    Ok(())
}

/// The folder that paths begin in.
fn here() -> anyhow::Result<PathBuf> {
    std::env::current_dir().context("the current folder cannot be read")
}

/// How the program is debugged.
fn setup(args: &DebugArgs, loaded: &LoadedProgram) -> Result<DebugSetup, ExpectedError> {
    let environment = environment(loaded, args.env)?;
    let files = files(args.files.as_deref())?;
    let input = match &args.stdin {
        Some(path) => {
            Some(std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?)
        }
        None => None,
    };
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let words = args.program.iter();
    Ok(DebugSetup {
        args: words.map(|word| word.as_encoded_bytes().to_vec()).collect(),
        environment,
        seed: args.seed.number(),
        memory: args.max_memory,
        input,
        files,
        now: (!args.virtual_time).then_some(now.as_millis() as u64),
        history: args.history,
        check: args.check.then(|| check_options(loaded)),
        boundary: None,
        image: None,
        start: StartState::default(),
    })
}

fn check_options(loaded: &LoadedProgram) -> CheckOptions {
    let contract = loaded.program.as_ref().map(|program| {
        let (contract, _) = Contract::read(&loaded.sources, program, loaded.desc());
        contract
    });
    CheckOptions {
        contract: contract.unwrap_or_default(),
        ..CheckOptions::default()
    }
}

fn session(args: &DebugArgs, mut engine: Engine) -> anyhow::Result<()> {
    if io::stderr().is_terminal() {
        engine.show_progress(Some(progress::line()));
    }
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let color = args.messages.color.is_wanted(&io::stdout());
    let interrupt = engine.interrupt();
    // Ctrl-C stops the program, not the debugger. Failing to install a handler leaves the system's
    // own, which ends the process.
    let _ = ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed));
    let mut out = io::stdout();
    let mut repl = Repl::new(engine, &mut out, Paint::new(color), explain::word);
    #[cfg(feature = "tui")]
    if terminal::screen::missing().is_none() {
        repl.allow_screen(args.tui);
    }
    // A full screen tells it in its own way.
    if !repl.wants_screen() {
        repl.greet();
    }
    if let Some(index) = args.to_output {
        repl.command(&format!("to-output {index}"));
    }
    for script in &args.script {
        let text =
            read_script(script).with_context(|| format!("cannot read `{}`", script.display()))?;
        repl.run_script(&text);
    }
    for command in &args.command {
        repl.run_script(command);
    }
    if !is_terminal {
        repl.run(&mut Lines(io::stdin().lock()))?;
        return Ok(());
    }
    let history = platform::state_folder().map(|folder| folder.join("jal/debug-history"));
    let mut prompt = Terminal::new(history).context("the terminal cannot be used")?;
    #[cfg(feature = "tui")]
    return screen::session(repl, &mut prompt, color);
    #[cfg(not(feature = "tui"))]
    Ok(repl.run(&mut prompt)?)
}
