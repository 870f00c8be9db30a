//! `jal schema`: what editors know about the files that describe courses and tests.

use crate::error::ExpectedError;
use crate::exit;
use clap::{Args, ValueEnum};
use harness::schema::SettingsFile;
use std::io::{self, Write as _};

// Options of `jal schema`.
#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Which file
    pub file: SchemaFile,
}

/// A file with a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SchemaFile {
    /// course.toml
    Course,
    /// NAME.toml beside a test
    Test,
    /// NAME.unit.toml
    Unit,
}

/// Runs the command; the exit code.
pub(super) fn run(args: &SchemaArgs) -> Result<u8, ExpectedError> {
    let file = match args.file {
        SchemaFile::Course => SettingsFile::Course,
        SchemaFile::Test => SettingsFile::Test,
        SchemaFile::Unit => SettingsFile::Unit,
    };
    writeln!(io::stdout(), "{:#}", file.schema())?;
    Ok(exit::SUCCESS)
}
