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
use debug::{DebugSetup, Engine, EngineError};
use runtime::load::LoadedProgram;
use runtime::report::Reporter;
use std::io::{self, IsTerminal};
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
    let loaded = load_file(&file, None, &args.source, args.max_memory, args.env)?;
    voice.say_all(&loaded.sources, &loaded.diagnostics, &file);
    if loaded.has_errors() {
        return Err(ExpectedError::NotLoaded);
    }
    if let Some(program) = &loaded.program {
        meant::refuse_part(&file, program)?;
    }
    let setup = setup(args, &loaded)?;
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
