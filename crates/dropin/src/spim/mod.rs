//! The drop-in `spim` command line: the options, messages, prompt and exit codes that scripts written
//! for SPIM expect.
//!
//! `args` reads the command line, `assembly` makes the program (`strict` knows what SPIM refuses), `run`
//! runs it, `prompt` reads commands, and `show` writes instructions, registers and memory.

mod args;
mod assembly;
mod dump;
mod prompt;
mod run;
mod show;
mod strict;

use crate::streams::{err, out};
use args::{ExceptionCode, SpimArgs};
use assembly::SpimFile;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line of this process as `spim`.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(command(&arguments))
}

/// Runs a command line without the name of the program; the exit code.
fn command(arguments: &[OsString]) -> u8 {
    let args = args::parse(arguments);
    err(&args.remarks);
    out(&loaded(&args));
    let Some(path) = &args.file else {
        if !args.remarks.is_empty() {
            err("Cannot open file: `(null)'\n");
        }
        return prompt::read_commands(&args, Vec::new());
    };
    match read_source(path) {
        Some(file) if args.assemble_only || args.dump.is_some() => dump::write(&args, file),
        Some(file) => run::go(&args, file),
        None => {
            err(&format!("Cannot open file: `{path}'\n"));
            prompt::read_commands(&args, Vec::new())
        }
    }
}

/// The line about the start code and the exception handler.
fn loaded(args: &SpimArgs) -> String {
    match &args.exceptions {
        ExceptionCode::Usual => "Loaded: /usr/lib/spim/exceptions.s\n".to_owned(),
        ExceptionCode::None => String::new(),
        ExceptionCode::File(path) => format!("Loaded: {path}\n"),
    }
}

fn read_source(path: &str) -> Option<SpimFile> {
    /// The most that is read of a file.
    const LIMIT: u64 = 256 << 20;
    let data = std::fs::metadata(path).ok()?;
    if !data.is_file() || data.len() > LIMIT {
        return None;
    }
    let text = std::fs::read(path).ok()?;
    Some(SpimFile {
        name: path.to_owned(),
        text: String::from_utf8_lossy(&text).into_owned(),
    })
}
