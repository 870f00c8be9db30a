//! `jal dap`: the debug adapter on standard input and output.

use super::args::{Cli, JalCommand};
use super::debug::prepare;
use super::explain;
use super::say::Voice;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::anyhow;
use assembler::tidy;
use clap::Parser;
use dap::wire::{self, MessageReader};
use dap::{Adapter, LaunchArguments, LaunchRefusal, Launcher};
use debug::Engine;
use debug::repl::{Explain, sentence};
use serde_json::Value;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

/// The instructions that run between two looks at messages: about ten milliseconds.
const FUEL: u64 = 2_000_000;

/// Runs the command; the exit code.
pub(super) fn run() -> Result<u8, ExpectedError> {
    let mut adapter = Adapter::new(FileLauncher);
    // An editor that is gone is noticed when its messages end.
    adapter.hurry_to(|messages| _ = send(messages));
    // A search through the history takes until one asks to pause.
    let interrupt = adapter.interrupt();
    let messages = listen(move |message| {
        if Adapter::<FileLauncher>::wants_pause(message) {
            interrupt.store(true, Ordering::Relaxed);
        }
    });
    while !adapter.is_done() {
        let message = match adapter.is_running() {
            false => messages.recv().ok(),
            true => match messages.try_recv() {
                Ok(message) => Some(message),
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    send(&adapter.tick(FUEL))?;
                    continue;
                }
            },
        };
        // Whoever does not listen any more does not want to know the rest either.
        let Some(message) = message else {
            break;
        };
        let message = message.map_err(|wire::Garbled| {
            let what = "standard input is not a message of the debug adapter protocol";
            ExpectedError::Broken(anyhow!("{what}: `jal dap` is started by an editor"))
        })?;
        send(&adapter.handle(&message))?;
    }
    Ok(exit::SUCCESS)
}

/// The messages on standard input, read in the background.
/// Each is `heard` as soon as it comes in, even while the one before is being answered.
pub(super) fn listen(
    heard: impl Fn(&Value) + Send + 'static,
) -> Receiver<Result<Value, wire::Garbled>> {
    let (sender, messages) = channel();
    thread::spawn(move || {
        let (mut reader, mut bytes) = (MessageReader::default(), [0; 1 << 16]);
        loop {
            match io::stdin().read(&mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(count) => reader.push(&bytes[..count]),
            }
            while let Some(message) = reader.message().transpose() {
                let is_garbled = message.is_err();
                if let Ok(message) = &message {
                    heard(message);
                }
                if sender.send(message).is_err() || is_garbled {
                    return;
                }
            }
        }
    });
    messages
}

fn send(messages: &[Value]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for message in messages {
        out.write_all(&wire::bytes(message))?;
    }
    out.flush()
}

/// Loads programs from files, as `jal debug` does.
struct FileLauncher;

impl Launcher for FileLauncher {
    fn launch(&mut self, arguments: &LaunchArguments) -> Result<Engine, LaunchRefusal> {
        if let Some(folder) = &arguments.cwd {
            std::env::set_current_dir(folder).map_err(|error| {
                let title = format!("The folder `{folder}` cannot be used: {error}.");
                refusal(title, String::new())
            })?;
        }
        let cli = Cli::try_parse_from(super::debug::with_unit_test_last(words(arguments)));
        let cli = cli.map_err(|error| {
            let report = error.to_string();
            let title = report.lines().next().unwrap_or_default();
            let title = title.trim_start_matches("error: ");
            refusal(sentence(title), report.clone())
        })?;
        let JalCommand::Debug(args) = cli.command else {
            return Err(refusal("This is not a program.".to_owned(), String::new()));
        };
        let voice = Voice::kept();
        prepare(&args, &voice).map_err(|error| {
            let title = match &error {
                ExpectedError::NotLoaded => format!("`{}` does not assemble", arguments.program),
                other => other.to_string(),
            };
            refusal(sentence(&title), voice.said())
        })
    }

    fn path(&self, name: &str) -> Option<String> {
        let here = std::env::current_dir().ok()?;
        let path = tidy(&here.join(Path::new(name)));
        path.is_file().then(|| path.to_string_lossy().into_owned())
    }

    #[cfg(feature = "play")]
    fn board(&self, engine: &Engine) -> Option<dap::DebuggedBoard> {
        let (loaded, map) = (engine.loaded(), engine.map());
        let files = loaded.sources.files();
        let names: Vec<&str> = files.map(|file| loaded.sources.name(file)).collect();
        let game = play::games::of_sources(&names, loaded.target)?;
        let reader = play::reading::GameReader {
            game,
            desc: engine.desc(),
            image: &map.program.image,
            registers: engine.registers(),
            memory: engine.memory(),
        };
        let (board, score) = reader.read()?;
        Some(dap::DebuggedBoard {
            game: game.name.to_owned(),
            columns: board.columns,
            values: board.values,
            score,
        })
    }

    fn explain(&self) -> Explain {
        explain::word
    }
}

fn refusal(title: String, report: String) -> LaunchRefusal {
    LaunchRefusal { title, report }
}

/// The command line of `jal debug` that does the same.
fn words(arguments: &LaunchArguments) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["jal".into(), "debug".into()];
    let mut option = |name: &str, value: &Option<String>| {
        if let Some(value) = value {
            words.push(format!("--{name}={value}").into());
        }
    };
    option("stdin", &arguments.stdin);
    option("seed", &arguments.seed);
    option("files", &arguments.files);
    option("dialect", &arguments.dialect);
    option("env", &arguments.env);
    option("case", &arguments.case);
    option("max-memory", &arguments.max_memory);
    option("history", &arguments.history);
    for (name, is_wanted) in [
        ("--check", arguments.check),
        ("--graded", arguments.graded),
        ("--virtual-time", arguments.virtual_time),
    ] {
        if is_wanted {
            words.push(name.into());
        }
    }
    words.push(arguments.program.clone().into());
    words.extend(arguments.args.iter().map(OsString::from));
    words
}
