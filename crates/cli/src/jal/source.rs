//! What the options about sources mean, and which of them contradict each other.

use super::args::{DialectName, EnvName, IsaName, MemoryName, SourceArgs};
use super::meant;
use crate::error::ExpectedError;
use anyhow::Context;
use assembler::SourceFile;
use diag::SourceMap;
use harness::course::{self, Course};
use machine::env::MarsMap;
use machine::isa::Subset;
use runtime::files::Files;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::{EnvironmentKind, Language, Target};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

impl IsaName {
    /// What programs for this machine are.
    pub(super) fn target(self) -> Target {
        match self {
            IsaName::Rv32 => Target::RiscV,
            IsaName::Mips32 => Target::Mips,
        }
    }
}

impl DialectName {
    /// The language.
    pub(super) fn language(self) -> Language {
        match self {
            DialectName::Venus => Language::Venus,
            DialectName::Rars => Language::Rars,
            DialectName::Mars => Language::Mars,
            DialectName::Spim => Language::Spim,
            DialectName::Mipsy => Language::Mipsy,
            DialectName::Gnu => Language::Gnu,
        }
    }
}

impl EnvName {
    /// The environment.
    pub(super) fn kind(self) -> EnvironmentKind {
        match self {
            EnvName::Venus => EnvironmentKind::Venus,
            EnvName::Rars => EnvironmentKind::Rars,
            EnvName::Mars => EnvironmentKind::Mars,
            EnvName::Spim => EnvironmentKind::Spim,
            EnvName::Mipsy => EnvironmentKind::Mipsy,
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
    env: Option<EnvName>,
) -> Result<LoadedProgram, ExpectedError> {
    let here = std::env::current_dir().context("there is no working directory")?;
    meant::refuse_sealed(file)?;
    let chosen = language(args);
    let language = match (chosen, args.isa) {
        (None, None) => course_language(file, &here),
        _ => chosen,
    };
    let options = LoadOptions {
        extra: args.with.clone(),
        target: target(args)?,
        language,
        environment: env.map(EnvName::kind),
        delay_slots: args.delay_slots,
        big_endian: args.big_endian,
        subset: subset(args)?,
        float_exceptions: args.fpu_exceptions,
        self_modifying: args.self_modifying,
        map: args.memory.unwrap_or_default().map(),
        memory,
        additions: args.additions,
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

/// The language that the course of a file says its sources are written in.
fn course_language(file: &str, here: &Path) -> Option<Language> {
    let real = here.join(file).canonicalize().ok()?;
    let folders = real.ancestors().skip(1);
    let mut files = folders.map(|folder| folder.join(course::FILE));
    let file = files.find(|file| file.is_file())?;
    let text = std::fs::read_to_string(file).ok()?;
    // Most courses do not say it.
    if !text.contains("dialect") {
        return None;
    }
    let (mut sources, mut said) = (SourceMap::default(), Vec::new());
    Course::read(course::FILE, &text, &mut sources, &mut said).language
}

/// Objects and archives right after the program are linked with it; what follows are its arguments. A
/// program gets such a file as its argument after `--`.
pub(super) fn link_with(program: &mut Vec<OsString>, source: &mut SourceArgs) {
    let is_linked = |word: &OsString| {
        let path = Path::new(word);
        let ending = path.extension();
        ending.is_some_and(|ending| ending == "o" || ending == "a") && path.is_file()
    };
    let words = program.iter().skip(1);
    let count = words.take_while(|word| is_linked(word)).count();
    let linked = program.drain(1.min(program.len())..1.min(program.len()) + count);
    let linked = linked.map(|word| word.to_string_lossy().into_owned());
    source.with.extend(linked);
}

/// The target that the options name.
fn target(args: &SourceArgs) -> Result<Option<Target>, ExpectedError> {
    let language = language(args);
    let isa = args.isa.map(IsaName::target);
    match (isa, language) {
        (Some(isa), Some(language)) if isa != language.target() => {
            let (name, desc) = (language.dialect().name, language.target().desc());
            Err(ExpectedError::Usage(format!(
                "--isa and --dialect contradict each other: {name} is for {} (--isa {}); use only \
                 one of the two options",
                desc.title, desc.name
            )))
        }
        (isa, language) => Ok(isa.or_else(|| language.and_then(only_target))),
    }
}

/// The language that the options name, for the machine that they name.
fn language(args: &SourceArgs) -> Option<Language> {
    let language = args.dialect.map(DialectName::language)?;
    let isa = args.isa.map(IsaName::target);
    Some(isa.and_then(|isa| language.on(isa)).unwrap_or(language))
}

/// The machine of a language, if it has only one.
fn only_target(language: Language) -> Option<Target> {
    let mut targets = Target::ALL
        .into_iter()
        .filter(|target| language.on(*target).is_some());
    targets.next().filter(|_| targets.next().is_none())
}

/// The part of RISC-V that the options name.
fn subset(args: &SourceArgs) -> Result<Option<Arc<Subset>>, ExpectedError> {
    let Some(name) = &args.march else {
        return Ok(None);
    };
    let found = (Target::RiscV.desc().subset)(name);
    let found = found.map_err(|wrong| ExpectedError::Usage(format!("--march {name}: {wrong}")))?;
    Ok(Some(Arc::new(found)))
}

/// What to say about an option that means nothing for this program.
fn unused_option(loaded: &LoadedProgram, args: &SourceArgs) -> Option<String> {
    let title = loaded.desc().title;
    if args.march.is_some() && loaded.target != Target::RiscV {
        return Some(format!(
            "--march is for RISC-V, but this is a {title} program"
        ));
    }
    if args.fpu_exceptions && loaded.target != Target::Mips {
        return Some(format!(
            "--fpu-exceptions is for MIPS, but this is a {title} program, whose floating-point \
             instructions never trap"
        ));
    }
    if !loaded.is_source() {
        let option = match args {
            SourceArgs { with, .. } if !with.is_empty() && !loaded.has_objects => "--with",
            SourceArgs {
                delay_slots: true, ..
            } => "--delay-slots",
            SourceArgs {
                big_endian: true, ..
            } => "--big-endian",
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
    if let Some(wrong) = linked_option(loaded, args) {
        return Some(wrong);
    }
    if loaded.target == Target::Mips || loaded.language == Language::Rars && !args.delay_slots {
        return None;
    }
    if args.big_endian {
        return Some(format!(
            "--big-endian is for MIPS, but this is a {title} program: it has its lowest byte first"
        ));
    }
    if args.delay_slots {
        return Some(format!(
            "--delay-slots is for MIPS, but this is a {title} program: {title} has no delay slots"
        ));
    }
    if args.self_modifying {
        let wrong = "--self-modifying is for MARS and RARS sources, but this is a Venus program, \
                     which may always change its instructions";
        return Some(wrong.to_owned());
    }
    args.memory
        .map(|_| "--memory is for MARS and RARS sources, but this is a Venus program".to_owned())
}

/// What to say about an option that means nothing for a program that a linker places.
fn linked_option(loaded: &LoadedProgram, args: &SourceArgs) -> Option<String> {
    let is_linked = matches!(loaded.language, Language::Gnu | Language::GnuMips);
    let option = match args {
        _ if !is_linked => return None,
        SourceArgs {
            self_modifying: true,
            ..
        } => "--self-modifying",
        SourceArgs {
            memory: Some(_), ..
        } => "--memory",
        _ => return None,
    };
    Some(format!(
        "{option} is for MARS and RARS sources, but this is written for GNU as"
    ))
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
    let all = EnvironmentKind::ALL.into_iter();
    let names = all.filter(|kind| kind.suits(loaded.target) && *kind != EnvironmentKind::Linux);
    let names: Vec<&str> = names.map(EnvironmentKind::name).collect();
    Err(ExpectedError::Usage(format!(
        "a {} program cannot use --env {}: it can run in {} or linux",
        loaded.desc().title,
        kind.name(),
        names.join(", ")
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
