//! What the options about sources mean, and which of them contradict each other.

use super::args::{DialectName, EnvName, IsaName, MemoryName, SourceArgs};
use super::meant;
use crate::error::ExpectedError;
use anyhow::Context;
use assembler::SourceFile;
use machine::env::MarsMap;
use runtime::files::Files;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::{EnvironmentKind, Target};
use std::path::Path;

impl IsaName {
    /// What programs for this machine are.
    pub(super) fn target(self) -> Target {
        match self {
            IsaName::Rv32 => Target::RiscV,
            IsaName::Mips32 => Target::Mips,
        }
    }
}

impl EnvName {
    /// The environment.
    pub(super) fn kind(self) -> EnvironmentKind {
        match self {
            EnvName::Venus => EnvironmentKind::Venus,
            EnvName::Mars => EnvironmentKind::Mars,
            EnvName::Linux => EnvironmentKind::Linux,
        }
    }
}

impl MemoryName {
    fn map(self) -> &'static MarsMap {
        match self {
            MemoryName::Default => &MarsMap::DEFAULT,
            MemoryName::CompactData => &MarsMap::COMPACT_DATA_AT_ZERO,
            MemoryName::CompactText => &MarsMap::COMPACT_TEXT_AT_ZERO,
        }
    }
}

/// Loads `file` as the options say, with one more source that lies in no folder. Mistakes in them
/// are diagnostics of what is loaded.
pub(super) fn load_file(
    file: &str,
    more: Option<&SourceFile>,
    args: &SourceArgs,
    memory: u64,
) -> Result<LoadedProgram, ExpectedError> {
    let here = std::env::current_dir().context("there is no working directory")?;
    let options = LoadOptions {
        extra: args.with.clone(),
        target: target(args)?,
        delay_slots: args.delay_slots,
        self_modifying: args.self_modifying,
        map: args.memory.unwrap_or_default().map(),
        memory,
        ..LoadOptions::new(here)
    };
    let request = LoadRequest {
        more,
        ..LoadRequest::new(file, &options)
    };
    let mut loaded = request.load();
    if loaded.has_errors() {
        meant::advise(file, &mut loaded, &options.working_dir);
        return Ok(loaded);
    }
    match unused_option(&loaded, args) {
        Some(wrong) => Err(ExpectedError::Usage(wrong)),
        None => Ok(loaded),
    }
}

/// The target that the options name.
fn target(args: &SourceArgs) -> Result<Option<Target>, ExpectedError> {
    let dialect = args.dialect.map(|dialect| match dialect {
        DialectName::Venus => Target::RiscV,
        DialectName::Mars => Target::Mips,
    });
    let isa = args.isa.map(IsaName::target);
    match (isa, dialect) {
        (Some(isa), Some(dialect)) if isa != dialect => {
            let (venus, mars) = (Target::RiscV.desc(), Target::Mips.desc());
            Err(ExpectedError::Usage(format!(
                "--isa and --dialect contradict each other: venus is for {} (--isa {}), mars for \
                 {} (--isa {}); use only one of the two options",
                venus.title, venus.name, mars.title, mars.name
            )))
        }
        (isa, dialect) => Ok(isa.or(dialect)),
    }
}

/// What to say about an option that means nothing for this program.
fn unused_option(loaded: &LoadedProgram, args: &SourceArgs) -> Option<String> {
    let title = loaded.desc().title;
    if !loaded.is_source() {
        let option = match args {
            SourceArgs { with, .. } if !with.is_empty() => "--with",
            SourceArgs {
                delay_slots: true, ..
            } => "--delay-slots",
            SourceArgs {
                self_modifying: true,
                ..
            } => "--self-modifying",
            SourceArgs {
                memory: Some(_), ..
            } => "--memory",
            _ => return None,
        };
        return Some(format!(
            "{option} is for sources, but this is an ELF file, which already decides it"
        ));
    }
    if loaded.target == Target::Mips {
        return None;
    }
    if args.delay_slots {
        return Some(format!(
            "--delay-slots is for MIPS, but this is a {title} program: {title} has no delay slots"
        ));
    }
    if args.self_modifying {
        return Some(format!(
            "--self-modifying is for MIPS sources, but this is a {title} program, which may \
             always change its instructions"
        ));
    }
    args.memory
        .map(|_| format!("--memory is for MIPS sources, but this is a {title} program"))
}

/// The environment in which a program is to run, if it can.
pub(super) fn environment(
    loaded: &LoadedProgram,
    wanted: Option<EnvName>,
) -> Result<EnvironmentKind, ExpectedError> {
    let kind = wanted.map_or(loaded.environment, EnvName::kind);
    if kind.suits(loaded.target) {
        return Ok(kind);
    }
    let (title, home) = (loaded.desc().title, loaded.target.home().name());
    Err(ExpectedError::Usage(format!(
        "a {title} program cannot use --env {}: it can run in {home} or linux",
        kind.name()
    )))
}

/// The files that a program may use: those below a directory, if one was named.
pub(super) fn files(dir: Option<&Path>) -> Result<Files, ExpectedError> {
    let Some(dir) = dir else {
        return Ok(Files::none());
    };
    Files::below(dir).map_err(|error| {
        ExpectedError::Usage(format!(
            "cannot use `{}` as the directory for files: {error}",
            dir.display()
        ))
    })
}
