//! Assembling, and the reports of what is wrong, as the classic program writes them.

use super::args::VenusArgs;
use crate::streams::{err, out};
use anyhow::Context;
use assembler::error::LoadFailure;
use assembler::{
    AsmError, AssembleOptions, Assembly, FaultStage, FsLoader, LoadError, Loader, Located,
    MainFile, Program, SourceFile, SourceRequest, VENUS, assemble, venus_text,
};
use diag::{Diagnostic, SourceMap, Span};
use std::path::{Path, PathBuf};

const ERROR: &str = "venusbackend.assembler.AssemblerError: ";
const WARNING: &str = "venusbackend.assembler.AssemblerWarning: ";

/// How a command line wants things assembled.
pub(super) struct VenusSetup {
    options: AssembleOptions,
    libs: Vec<String>,
    loader: Files,
    /// The directory for files of the program.
    pub working_dir: PathBuf,
}

impl VenusSetup {
    /// Takes the flags apart. An error is a sentence for the user.
    pub(super) fn new(args: &VenusArgs) -> anyhow::Result<Self> {
        let mut options = AssembleOptions::new(&rv32::DESC, &VENUS);
        options.red_zones = args.memcheck;
        options.subset = crate::classic_processor(options.isa);
        for entry in args.defines.split(';').filter(|entry| !entry.is_empty()) {
            let pair = entry.split_once('=').filter(|(name, _)| !name.is_empty());
            let Some((name, value)) = pair else {
                anyhow::bail!("Invalid define format: {entry}!");
            };
            options.defines.push((name.to_owned(), value.to_owned()));
        }
        let here = std::env::current_dir().context("There is no working directory")?;
        let working_dir = match &args.working_dir {
            Some(dir) if Path::new(dir).is_dir() => here.join(dir),
            Some(dir) => anyhow::bail!("Invalid working directory: {dir}"),
            None => here.clone(),
        };
        let libs = args
            .libs
            .split(';')
            .filter(|path| !path.is_empty())
            .map(str::to_owned);
        let named = args.working_dir.is_some().then(|| FsLoader::new(here));
        let loader = Files {
            imports: FsLoader::new(&working_dir),
            named,
        };
        Ok(VenusSetup {
            options,
            libs: libs.collect(),
            loader,
            working_dir,
        })
    }

    /// Assembles a main file with the further files.
    pub(super) fn assemble(&mut self, main: MainFile) -> Assembly {
        assemble(main, &self.libs, &self.options, &mut self.loader)
    }
}

/// Finds files named on the command line from the current directory, and `.import <...>` from
/// the one given with `-wd`.
struct Files {
    imports: FsLoader,
    named: Option<FsLoader>,
}

impl Loader for Files {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        match &mut self.named {
            Some(loader) if request.importer.is_none() => loader.load(request),
            _ => self.imports.load(request),
        }
    }
}

/// What kept a program from being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// A file that the command line names: it is not there, or it has errors.
    Assemble,
    /// What it imports, or the names that the files share.
    Link,
}

/// Says what there is to say; the program, if there is one.
pub(super) fn report(assembly: Assembly) -> Result<(Program, SourceMap), Failure> {
    let Assembly {
        sources,
        program,
        diagnostics,
        errors,
    } = assembly;
    let reports = Reports {
        sources: &sources,
        errors: &errors,
        diagnostics: &diagnostics,
    };
    reports.warnings();
    match program {
        Some(program) => Ok((program, sources)),
        None => Err(reports.errors()),
    }
}

struct Reports<'a> {
    sources: &'a SourceMap,
    errors: &'a [Located],
    /// One for each of the errors.
    diagnostics: &'a [Diagnostic],
}

impl Reports<'_> {
    fn warnings(&self) {
        let warnings = self.errors.iter().filter(|e| e.error.is_warning());
        for fault in warnings.filter(|e| venus_text::is_reported(e)) {
            let line = fault.span.map_or(0, |span| self.line(span));
            err(&format!(
                "{WARNING}{} on line {line}",
                venus_text::message(&fault.error)
            ));
        }
    }

    /// Reports what kept the program from being made. The classic program works file by file and
    /// stops at the first that fails, and linking stops at the first error.
    fn errors(&self) -> Failure {
        if self.missing_file() || self.own_errors() {
            return Failure::Assemble;
        }
        if !self.library_errors() {
            self.link_error();
        }
        Failure::Link
    }

    fn real(&self) -> impl Iterator<Item = (&Located, &Diagnostic)> {
        let all = self.errors.iter().zip(self.diagnostics);
        all.filter(|(e, _)| !e.error.is_warning() && venus_text::is_reported(e))
    }

    fn missing_file(&self) -> bool {
        for (fault, _) in self.real() {
            if let AsmError::Load {
                path,
                importer: None,
                why,
                ..
            } = &fault.error
            {
                match why {
                    LoadFailure::Unreadable(why) => {
                        out(&format!("Could not read the file: {path} ({why})\n"));
                    }
                    _ => out(&format!("Could not find the file: {path}\n")),
                }
                return true;
            }
        }
        false
    }

    /// The errors of the first file that has some, among those that `wanted` lets pass: those of
    /// its first pass only, if it did not get further.
    fn of_one_file(&self, wanted: impl Fn(&Diagnostic) -> bool) -> Vec<(&Located, &Diagnostic)> {
        let placed = self
            .real()
            .filter(|(e, d)| e.stage != FaultStage::Link && wanted(d));
        let placed: Vec<_> = placed.filter(|(e, _)| e.span.is_some()).collect();
        let first = placed
            .first()
            .and_then(|(e, _)| e.span)
            .map(|span| span.file);
        let same = |e: &Located| e.span.map(|span| span.file) == first;
        let stage = placed
            .iter()
            .filter(|(e, _)| same(e))
            .map(|(e, _)| e.stage)
            .min();
        placed
            .into_iter()
            .filter(|(e, _)| same(e) && Some(e.stage) == stage)
            .collect()
    }

    /// Errors in a file that the command line names.
    fn own_errors(&self) -> bool {
        let errors = self.of_one_file(|d| d.trail.is_empty());
        if errors.is_empty() {
            return false;
        }
        out("Could not assemble program!\nHere are the errors which were produced:\n");
        for (fault, _) in errors {
            err(&format!("{ERROR}{}", self.text(fault)));
        }
        true
    }

    /// Errors in a file that is imported.
    fn library_errors(&self) -> bool {
        let errors = self.of_one_file(|d| !d.trail.is_empty());
        let Some((_, first)) = errors.first() else {
            return false;
        };
        let import = |level: usize| first.trail.get(level).map(|label| label.span);
        let Some(here) = import(0) else { return false };
        let relative = import(1).is_some_and(|span| !self.sources.slice(span).starts_with('<'));
        let path = self.sources.slice(here).trim_matches(['"', '\'', '<', '>']);
        let importer = self.sources.name(here.file);
        let mut text = format!(
            "{ERROR}Could not load the library: {path} (Note: The library file was found but it \
             could not be assembled) This library was imported by Import(path={importer}, \
             relative={relative}). Here are a list of errors which may help:\n\n"
        );
        for (fault, _) in errors {
            text.push_str(&self.text(fault));
            text.push_str("\n\n");
        }
        err(&text);
        true
    }

    /// The first error of linking: files first, then names defined twice, then all others.
    fn link_error(&self) {
        let rank = |fault: &Located| match fault.error {
            AsmError::Load { .. } => 0,
            AsmError::DuplicateGlobal { .. } => 1,
            _ => 2,
        };
        let first = self
            .real()
            .map(|(fault, _)| fault)
            .min_by_key(|fault| rank(fault));
        if let Some(fault) = first {
            err(&format!("{ERROR}{}", self.text(fault)));
        }
    }

    /// `FILE:LINE: MESSAGE` and the line of source; only the message where a place says nothing.
    fn text(&self, fault: &Located) -> String {
        let message = venus_text::message(&fault.error);
        let placeless = matches!(
            fault.error,
            AsmError::Load { .. } | AsmError::DuplicateGlobal { .. } | AsmError::SourceLimit { .. }
        );
        let Some(span) = fault.span.filter(|_| !placeless) else {
            return message;
        };
        let line = self.line(span);
        let name = self.sources.name(span.file);
        let source = self.sources.line_text(span.file, line).trim();
        format!("{name}:{line}: {message}\n{source}")
    }

    fn line(&self, span: Span) -> u32 {
        self.sources.position(span.file, span.start).line
    }
}
