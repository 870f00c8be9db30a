//! `jal serve` is a program of its own, `jal-serve`: most people never need it, and it is large. Here it
//! is found and started.

use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use clap::Args;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;

/// The name of the program.
const PROGRAM: &str = "jal-serve";

// What is passed on.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(crate) struct ServeArgs {
    /// Options and commands of the service: `jal serve --help` lists them
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    arguments: Vec<OsString>,
}

/// Runs the program with the same arguments; its exit code.
pub(super) fn run(args: &ServeArgs) -> Result<u8, ExpectedError> {
    let program = beside().unwrap_or_else(|| PathBuf::from(PROGRAM));
    match Command::new(&program).args(&args.arguments).status() {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            Ok(code.unwrap_or(exit::BROKEN))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(ExpectedError::Usage(format!(
                "`{PROGRAM}` is not installed. It is in the release files, beside jal; from the sources, \
             `cargo install --path crates/serve` builds it"
            )))
        }
        Err(error) => {
            let started =
                Err(error).with_context(|| format!("cannot start `{}`", program.display()));
            Ok(started?)
        }
    }
}

/// The program beside this one.
fn beside() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.to_owned();
    let place = folder.join(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    place.is_file().then_some(place)
}
