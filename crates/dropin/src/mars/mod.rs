//! The drop-in `mars` command line: the words, messages, formats and exit codes that scripts
//! written for the MARS simulator expect.
//!
//! `args` reads the command line, `assembly` makes the program, `run` runs it; `display`
//! and `dump` show what a run leaves. What MARS says about runs is in `messages`.

mod args;
mod assembly;
mod count;
mod display;
mod dump;
mod messages;
mod numbers;
mod run;
mod window;

use crate::streams::{err, out};
use args::{MarsArgs, Parsed};
use messages::{BANNER, HELP};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(command(&arguments))
}

/// Runs a command line without the name of the program; the exit code.
pub fn command(arguments: &[OsString]) -> u8 {
    let alone = |word: &str| arguments.len() == 1 && arguments[0].eq_ignore_ascii_case(word);
    if arguments.is_empty() || alone("h") {
        out(&format!("{BANNER}{HELP}"));
        return 0;
    }
    let Parsed { args, errors } = args::parse(arguments);
    let voice = Voice(&args);
    if !args.quiet {
        voice.say(BANNER);
    }
    for line in args.remarks.iter().chain(&errors) {
        voice.say(&format!("{line}\n"));
    }
    if !errors.is_empty() {
        return 0;
    }
    if args.files.is_empty() {
        voice.say("There is no file to assemble. The single word h shows how to use mars.\n");
        return 0;
    }
    run::go(&args, &voice)
}

/// Says things where the command line wants them.
struct Voice<'a>(&'a MarsArgs);

impl Voice<'_> {
    fn say(&self, text: &str) {
        match self.0.to_stderr {
            true => err(text),
            false => out(text),
        }
    }
}
