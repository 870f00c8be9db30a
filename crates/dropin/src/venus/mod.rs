//! The drop-in `venus` command line: the flags, messages, formats and exit codes that scripts
//! written for the Venus simulator expect.
//!
//! `args` reads the command line, `assembly` makes the program, `run` runs it; the rest
//! writes one kind of output each. Everything Venus says goes through `messages`.

mod args;
mod assembly;
mod coverage;
mod dump;
mod memcheck;
mod messages;
mod places;
mod run;
mod trace;

use crate::streams::{err, out};
use args::{VenusArgs, Wish};
use assembler::MainFile;
use assembly::{Failure, VenusSetup};
use messages::HELP;
use places::CodePlaces;
use std::ffi::OsString;
use std::io::BufRead;
use std::process::ExitCode;

/// Everything that is not the program's own code.
const FAILED: u8 = 255;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(command(&arguments))
}

/// Runs a command line without the name of the program; the exit code.
pub fn command(arguments: &[OsString]) -> u8 {
    match args::parse(arguments) {
        Ok(Wish::Help) => {
            out(HELP);
            FAILED
        }
        Ok(Wish::Version) => {
            out(concat!(env!("CARGO_PKG_VERSION"), "\n"));
            0
        }
        Ok(Wish::Mount(flag)) => {
            err(&format!(
                "{flag}: serving files to the browser version is not supported\n"
            ));
            FAILED
        }
        Ok(Wish::Go(args)) => go(&args).unwrap_or_else(|error| {
            err(&format!("{error:#}\n"));
            FAILED
        }),
        Err(usage) => {
            out(&format!("{usage}\n{HELP}"));
            FAILED
        }
    }
}

fn go(args: &VenusArgs) -> anyhow::Result<u8> {
    match args.reg_width.as_deref() {
        None | Some("32") => {}
        Some("64") => anyhow::bail!("Invalid register width 64: this build runs rv32 only"),
        Some(other) => anyhow::bail!("Invalid register width {other}"),
    }
    let Some(file) = &args.file else {
        anyhow::bail!("Missing file argument, check --help for usage");
    };
    let mut setup = VenusSetup::new(args)?;
    if args.is_source && file == "stdin" {
        return assemble_lines(&mut setup);
    }
    let main = if args.is_source {
        MainFile::Text {
            name: "<argument>".to_owned(),
            text: file.clone().into_bytes(),
        }
    } else {
        MainFile::Path(file.clone())
    };
    let assembly = setup.assemble(main);
    let (program, sources) = match assembly::report(assembly) {
        Ok(made) => made,
        Err(failure) => {
            // The classic program runs an empty one when linking failed.
            if failure == Failure::Link && args.checks_convention() {
                err(&run::found(0));
            }
            return Ok(FAILED);
        }
    };
    let places = CodePlaces {
        program: &program,
        sources: &sources,
    };
    if args.dump && !args.trace.on {
        out(&machine_code(&places));
        return Ok(0);
    }
    run::run(args, file, &places, &setup.working_dir)
}

/// The machine code, one number a line.
fn machine_code(places: &CodePlaces<'_>) -> String {
    places
        .instructions()
        .iter()
        .map(|(_, bits)| format!("0x{bits:08X}\n"))
        .collect()
}

/// Assembles each line of standard input and prints its machine code.
fn assemble_lines(setup: &mut VenusSetup) -> anyhow::Result<u8> {
    let mut code = 0;
    for line in std::io::stdin().lock().split(b'\n') {
        let main = MainFile::Text {
            name: "stdin".to_owned(),
            text: line?,
        };
        match assembly::report(setup.assemble(main)) {
            Ok((program, sources)) => {
                out(&machine_code(&CodePlaces {
                    program: &program,
                    sources: &sources,
                }));
            }
            Err(_) => {
                err("\n");
                code = FAILED;
            }
        }
    }
    Ok(code)
}
