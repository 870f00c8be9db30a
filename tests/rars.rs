//! The drop-in `rars` command line: programs in the shape of those that courses write for RARS, with
//! what it prints and its exit code. What a table says is what the original does.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "rars/assembling.rs"]
mod assembling;
#[path = "rars/calls.rs"]
mod calls;
#[path = "case.rs"]
mod case;
#[path = "rars/command_line.rs"]
mod command_line;
#[path = "program_files.rs"]
mod program_files;
#[path = "rars/programs.rs"]
mod programs;
#[path = "rars/traps.rs"]
mod traps;

pub(crate) use case::Case;

/// The command line under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_rars");
