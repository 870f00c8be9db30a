//! The drop-in `mars` and `rars` command lines: the words, messages, formats and exit codes that
//! scripts written for these simulators expect. RARS is MARS for RISC-V, and so is `rars`; what
//! differs is a `flavour`.
//!
//! `args` reads the command line, `assembly` makes the program, `run` runs it; `display`
//! and `dump` show what a run leaves. What MARS says about runs is in `messages`.

mod args;
mod assembly;
mod count;
mod display;
mod dump;
mod flavour;
mod messages;
mod numbers;
mod rars_messages;
mod run;
mod window;

use crate::streams::{err, out};
use args::Parsed;
use flavour::{Flavour, MARS, RARS};
use std::ffi::OsString;
use std::process::ExitCode;

/// The exit code if the command line asks for something that only the original has. Scripts must not
/// take it for a success.
const UNSUPPORTED: u8 = 1;

/// Runs the command line of this process as `mars`.
pub fn main() -> ExitCode {
    start(&MARS)
}

/// Runs the command line of this process as `rars`.
pub fn rars_main() -> ExitCode {
    start(&RARS)
}

fn start(flavour: &'static Flavour) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(command(flavour, &arguments))
}

/// Runs a command line without the name of the program; the exit code.
fn command(flavour: &'static Flavour, arguments: &[OsString]) -> u8 {
    let alone = |word: &str| arguments.len() == 1 && arguments[0].eq_ignore_ascii_case(word);
    if arguments.is_empty() || alone("h") {
        out(&format!("{}{}", flavour.banner, flavour.help));
        return 0;
    }
    let Parsed { args, errors } = args::parse(flavour, arguments);
    let voice = Voice {
        to_stderr: args.to_stderr,
        silent: false,
    };
    if !args.quiet {
        voice.say(flavour.banner);
    }
    for line in args.remarks.iter().chain(&errors) {
        voice.say(&format!("{line}\n"));
    }
    if !args.unsupported.is_empty() {
        for (word, why) in &args.unsupported {
            voice.say(&format!("{word} is not supported: {why}.\n"));
        }
        return UNSUPPORTED;
    }
    if !errors.is_empty() {
        return 0;
    }
    if args.files.is_empty() {
        let name = flavour.name;
        voice.say(&format!(
            "There is no file to assemble. The single word h shows how to use {name}.\n"
        ));
        return 0;
    }
    run::go(&args, &voice)
}

/// Says things where the command line wants them.
#[derive(Clone, Copy)]
struct Voice {
    to_stderr: bool,
    /// Nobody hears it any more.
    silent: bool,
}

impl Voice {
    fn say(&self, text: &str) {
        match self.to_stderr {
            _ if self.silent => {}
            true => err(text),
            false => out(text),
        }
    }
}
