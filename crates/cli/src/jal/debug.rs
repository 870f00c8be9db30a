//! `jal debug`: a program at the prompt of the debugger, or on its full screen.

#[cfg(feature = "tui")]
mod screen;

use super::args::{Color, DebugArgs, EnvName};
use super::explain;
use super::run::usage;
use super::say::Voice;
use super::source::{load_file, wrong_environment};
use crate::exit;
use anyhow::Context;
use callconv::{CheckOptions, Contract};
use debug::repl::{Lines, Paint, Repl, terminal::Terminal};
use debug::{Engine, EngineError, Setup};
use runtime::files::Files;
use runtime::load::Loaded;
use runtime::report::Reporter;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

/// Runs the command; the exit code.
pub fn run(args: &DebugArgs) -> anyhow::Result<u8> {
    #[cfg(feature = "tui")]
    if let Some(why) = terminal::screen::missing().filter(|_| args.tui) {
        return Ok(usage(&format!(
            "--tui needs a terminal, and {why}; without it, commands are read line by line"
        )));
    }
    let voice = Voice::new(&args.messages);
    let file = args.program.first().map(|file| file.to_string_lossy());
    let file = file.unwrap_or_default().into_owned();
    let loaded = match load_file(&file, &args.source, args.max_memory)? {
        Ok(loaded) => loaded,
        Err(wrong) => return Ok(usage(&wrong)),
    };
    voice.say_all(&loaded.sources, &loaded.diagnostics, &file);
    if loaded.has_errors() {
        return Ok(exit::NOT_LOADED);
    }
    let setup = match setup(args, &loaded)? {
        Ok(setup) => setup,
        Err(wrong) => return Ok(usage(&wrong)),
    };
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
            return Ok(exit::LIMIT);
        }
        Err(error @ EngineError::NoProgram) => return Err(error.into()),
    };
    session(args, engine)?;
    Ok(exit::SUCCESS)
}

/// How the program is debugged; the inner error is a sentence about wrong usage.
fn setup(args: &DebugArgs, loaded: &Loaded) -> anyhow::Result<Result<Setup, String>> {
    let environment = args.env.map_or(loaded.environment, EnvName::kind);
    if let Some(wrong) = wrong_environment(loaded, environment) {
        return Ok(Err(wrong));
    }
    let files = match &args.files {
        Some(dir) => match Files::below(dir) {
            Ok(files) => files,
            Err(error) => {
                let dir = dir.display();
                return Ok(Err(format!(
                    "cannot use `{dir}` as the directory for files: {error}"
                )));
            }
        },
        None => Files::none(),
    };
    let input = match &args.stdin {
        Some(path) => {
            Some(std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?)
        }
        None => None,
    };
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let words = args.program.iter();
    Ok(Ok(Setup {
        args: words.map(|word| word.as_encoded_bytes().to_vec()).collect(),
        environment,
        seed: args.seed.number(),
        memory: args.max_memory,
        input,
        files,
        now: (!args.virtual_time).then_some(now.as_millis() as u64),
        history: args.history,
        check: args.check.then(|| check_options(loaded)),
    }))
}

fn check_options(loaded: &Loaded) -> CheckOptions {
    let contract = loaded.program.as_ref().map(|program| {
        let (contract, _) = Contract::read(&loaded.sources, program, loaded.desc());
        contract
    });
    CheckOptions {
        contract: contract.unwrap_or_default(),
        ..CheckOptions::default()
    }
}

fn session(args: &DebugArgs, engine: Engine) -> anyhow::Result<()> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let color = match args.messages.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
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
        let text = std::fs::read_to_string(script)
            .with_context(|| format!("cannot read `{}`", script.display()))?;
        repl.run_script(&text);
    }
    for command in &args.command {
        repl.run_script(command);
    }
    if !is_terminal {
        repl.run(&mut Lines(io::stdin().lock()))?;
        return Ok(());
    }
    let mut prompt = Terminal::new(history_file()).context("the terminal cannot be used")?;
    #[cfg(feature = "tui")]
    return screen::session(repl, &mut prompt, color);
    #[cfg(not(feature = "tui"))]
    Ok(repl.run(&mut prompt)?)
}

/// Where typed commands are remembered: in the folder for state of the XDG rules.
fn history_file() -> Option<PathBuf> {
    let folder = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let folder = folder.filter(|folder| folder.is_absolute());
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    Some(folder.or_else(home)?.join("jal/debug-history"))
}
