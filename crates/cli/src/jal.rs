//! The `jal` command: its subcommands, and how their results become exit codes.

mod args;
mod asm;
mod check;
mod convention;
mod dap;
mod debug;
mod devices;
mod disasm;
mod doctor;
mod explain;
mod fmt;
mod fuzz;
#[cfg(feature = "grade")]
mod grade;
mod lsp;
mod meant;
mod native;
#[cfg(feature = "play")]
mod new;
#[cfg(feature = "pages")]
pub mod pages;
#[cfg(feature = "play")]
mod play;
mod portable;
mod run;
pub(crate) mod say;
mod schema;
mod serve;
mod source;
mod studio;
mod test;
mod views;

use crate::exit;
use args::{Cli, JalCommand};
use clap::{CommandFactory, Parser};
use std::process::ExitCode;

/// The commands and options, for man pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let mut cli = match Cli::try_parse_from(debug::with_unit_test_last(test::with_long_names(
        std::env::args_os(),
    ))) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no mistakes; a closed pipe while printing them is none either.
            let _ = error.print();
            return if error.use_stderr() {
                exit::USAGE.into()
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    match &mut cli.command {
        JalCommand::Run(args) => source::link_with(&mut args.program, &mut args.source),
        JalCommand::Debug(args) => source::link_with(&mut args.program, &mut args.source),
        _ => {}
    }
    let done = match &cli.command {
        JalCommand::Run(args) => run::run(args),
        JalCommand::Test(args) => test::run(args),
        JalCommand::Asm(args) => asm::run(args),
        JalCommand::Check(args) => check::run(args),
        JalCommand::Debug(args) => debug::run(args),
        JalCommand::Dap => dap::run(),
        JalCommand::Lsp(_) => lsp::run(),
        JalCommand::Disasm(args) => disasm::run(args),
        JalCommand::Explain(args) => explain::run(args),
        JalCommand::Fmt(args) => fmt::run(args),
        JalCommand::Fuzz(args) => fuzz::run(args),
        JalCommand::Schema(args) => schema::run(args),
        JalCommand::Studio(args) => studio::run(args),
        JalCommand::Doctor(args) => doctor::run(args),
        #[cfg(feature = "pages")]
        JalCommand::Completions(args) => pages::completions(args),
        #[cfg(feature = "pages")]
        JalCommand::Man(args) => pages::man(args),
        #[cfg(feature = "grade")]
        JalCommand::Grade(args) => grade::run(args),
        JalCommand::Serve(args) => serve::run(args),
        #[cfg(feature = "play")]
        JalCommand::Play(args) => play::play(args),
        #[cfg(feature = "play")]
        JalCommand::Games => play::games(),
        #[cfg(feature = "play")]
        JalCommand::New(args) => new::new(args),
    };
    match done {
        Ok(code) => code.into(),
        Err(error) => {
            error.say();
            error.exit_code().into()
        }
    }
}
