//! `jal debug`: a program at the prompt of the debugger, or on its full screen.

mod gdb;
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
#[cfg(feature = "dwarf")]
use assembler::FsLoader;
use assembler::{FileCache, FileSource, tidy};
use callconv::{CheckOptions, Contract};
use debug::repl::{Lines, Paint, Repl, read_script, terminal::Terminal};
use debug::{DebugSetup, Engine, EngineError, StartState};
use harness::unit::is_unit_file;
use harness::{Project, debug_case, graded_program};
use runtime::load::LoadedProgram;
use runtime::report::Reporter;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
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
    let engine = prepare(args, &Voice::new(&args.messages))?;
    match &args.gdb {
        Some(address) => gdb::serve(address, engine, args)?,
        None => session(args, engine)?,
    }
    Ok(exit::SUCCESS)
}

/// The program before its first instruction.
pub(super) fn prepare(args: &DebugArgs, voice: &Voice) -> Result<Engine, ExpectedError> {
    let file = args.program.first().map(|file| file.to_string_lossy());
    let file = file.unwrap_or_default().into_owned();
    let (loaded, start) = match &args.case {
        Some(case) => load_case(&file, case, voice)?,
        None if is_unit_file(Path::new(&file)) => {
            return Err(ExpectedError::Usage(format!(
                "`{file}` has cases: choose one, such as --case 1"
            )));
        }
        None => (load_program(&file, args)?, CaseStart::default()),
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
    match Engine::new(loaded, setup) {
        Ok(engine) => Ok(engine),
        Err(EngineError::TooLarge(limit)) => {
            let reporter = Reporter {
                desc,
                program: &program.unwrap_or_default(),
                sources: &sources,
            };
            voice.say(&sources, &reporter.cannot_start(limit));
            Err(ExpectedError::TooLarge)
        }
        Err(error @ EngineError::NoProgram) => Err(ExpectedError::Broken(error.into())),
    }
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

/// The program in a file. An ELF file has the lines of its sources, as far as it knows them.
fn load_program(file: &str, args: &DebugArgs) -> Result<LoadedProgram, ExpectedError> {
    let loaded = load_file(file, None, &args.source, args.max_memory, args.env)?;
    #[cfg(feature = "dwarf")]
    let loaded = with_lines(loaded, file);
    Ok(loaded)
}

#[cfg(feature = "dwarf")]
fn with_lines(mut loaded: LoadedProgram, file: &str) -> LoadedProgram {
    // It was read just now. Without it, there are no lines.
    if loaded.program.is_some()
        && !loaded.is_source()
        && let (Ok(here), Ok(bytes)) = (here(), std::fs::read(file))
    {
        let mut loader = FsLoader::new(&here).with_full_names();
        debug::dwarf::add_lines(&mut loaded, &bytes, &mut loader);
    }
    loaded
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
    let disk: Arc<dyn FileSource> = Arc::new(FileCache::default());
    let program = match debug_case(Path::new(file), &here()?, case, &disk) {
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
    let Some(graded) = graded_program(Path::new(file), &here()?, loaded, &FileCache::default())
    else {
        return Err(ExpectedError::Usage(format!(
            "--graded is for tests of a course, but `{file}` is not one"
        )));
    };
    setup.image = Some(graded.image);
    setup.boundary = graded.boundary;
    Ok(())
}

/// A program to compare with: a file, or the same test in another project.
fn load_reference(args: &DebugArgs, path: &str) -> Result<Engine, String> {
    let own = args.program.first().map(PathBuf::from).unwrap_or_default();
    let path = match Path::new(path).is_dir() {
        false => PathBuf::from(path),
        true => {
            let here = here().map_err(|error| error.to_string())?;
            let root = Project::root_of(&own, &here).unwrap_or_default();
            let below = tidy(&here.join(&own));
            let below = below.strip_prefix(tidy(&here.join(root)));
            Path::new(path).join(below.unwrap_or(&own))
        }
    };
    let file = path.to_string_lossy();
    let (loaded, start) = match &args.case {
        Some(case) => load_case(&file, case, &Voice::new(&args.messages)),
        None => load_program(&file, args).map(|loaded| (loaded, CaseStart::default())),
    }
    .map_err(|_| format!("`{file}` cannot be loaded."))?;
    if loaded.has_errors() || loaded.program.is_none() {
        return Err(format!("`{file}` does not assemble, or is not there."));
    }
    let mut setup = setup(args, &loaded).map_err(|_| format!("`{file}` cannot be set up."))?;
    setup.start = start.state;
    setup.input = setup.input.or(start.input);
    if args.graded {
        grade(&file, &loaded, &mut setup).map_err(|_| format!("`{file}` is not a test."))?;
    }
    Engine::new(loaded, setup).map_err(|error| error.to_string())
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
    let load = |path: &str| load_reference(args, path);
    let mut repl = Repl::new(engine, &mut out, Paint::new(color), explain::word);
    repl.allow_references(&load);
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
