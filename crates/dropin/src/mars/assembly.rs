//! Assembling, and the reports of what is wrong, as the classic program writes them.

use super::args::MarsArgs;
use super::flavour::Flavour;
use super::{Voice, messages};
use assembler::mars_text::{self, MarsStep, Scene};
use assembler::{
    Additions, AsmError, AssembleOptions, Assembly, ExpansionCause, FsLoader, Located, MainFile,
    Program, assemble as run,
};
use diag::{SourceMap, Span};
use machine::trap::Trap;
use runtime::{Fault, FaultKind, Session};
use std::path::{Path, PathBuf};

/// How many errors are told.
const MOST_ERRORS: usize = 200;

/// A program without errors.
pub(super) struct Assembled {
    /// The program.
    pub program: Program,
    /// Its sources.
    pub sources: SourceMap,
    /// The directory that paths are relative to.
    pub dir: PathBuf,
}

/// Assembles the files of the command line, and says what there is to say.
pub(super) fn assemble(args: &MarsArgs, voice: &Voice) -> Option<Assembled> {
    let dir = match std::env::current_dir() {
        Ok(dir) => dir,
        Err(error) => {
            let text = format!("Error in : there is no working directory: {error}\n");
            voice.say(&messages::failed(&text));
            return None;
        }
    };
    let mut files = source_files(args).into_iter();
    let main = files.next()?;
    let extra: Vec<String> = files.collect();
    let options = options(args);
    let mut loader = FsLoader::new(&dir);
    let assembly = run(MainFile::Path(main), &extra, &options, &mut loader);
    let reports = Reports {
        assembly: &assembly,
        dir: &dir,
        strict: args.strict,
    };
    let (warnings, errors) = (reports.warnings(), reports.errors());
    if !errors.is_empty() {
        voice.say(&messages::failed(&format!("{warnings}{errors}")));
        return None;
    }
    if !warnings.is_empty() {
        voice.say(&format!("{warnings}\n"));
    }
    Some(Assembled {
        program: assembly.program?,
        sources: assembly.sources,
        dir,
    })
}

fn options(args: &MarsArgs) -> AssembleOptions {
    let usual = args.flavour.language.options(args.map);
    AssembleOptions {
        subset: crate::classic_processor(usual.isa),
        pseudos: !args.basic_only,
        start_at_entry: args.start_at_main,
        delay_slots: args.delay_slots,
        self_modifying: args.self_modifying,
        additions: Additions::Refused,
        ..usual
    }
}

/// The files that are assembled, the first one first. A project has all sources of its folder.
fn source_files(args: &MarsArgs) -> Vec<String> {
    let mut files = args.files.clone();
    if !args.project {
        return files;
    }
    let Some(folder) = files.first().and_then(|first| Path::new(first).parent()) else {
        return files;
    };
    let real = |path: &Path| path.canonicalize().ok();
    let known: Vec<_> = files
        .iter()
        .filter_map(|file| real(Path::new(file)))
        .collect();
    let listed = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let entries = std::fs::read_dir(listed).into_iter().flatten().flatten();
    let mut more: Vec<String> = entries
        .map(|entry| folder.join(entry.file_name()))
        .filter(|path| path.extension().is_some_and(|e| e == "asm" || e == "s"))
        .filter(|path| path.is_file() && !real(path).is_some_and(|path| known.contains(&path)))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    more.sort();
    files.extend(more);
    files
}

struct Reports<'a> {
    assembly: &'a Assembly,
    dir: &'a Path,
    strict: bool,
}

impl Reports<'_> {
    fn reported(&self) -> impl Iterator<Item = &Located> {
        let all = self.assembly.errors.iter();
        all.filter(|fault| mars_text::is_reported(&fault.error))
    }

    fn warnings(&self) -> String {
        let warnings = self
            .reported()
            .filter(|fault| mars_text::is_warning(&fault.error));
        warnings
            .filter(|_| !self.strict)
            .map(|fault| self.line("Warning", fault))
            .collect()
    }

    /// The errors of the first step that has some.
    fn errors(&self) -> String {
        let is_error = |fault: &&Located| self.strict || !mars_text::is_warning(&fault.error);
        let mut errors: Vec<&Located> = self.reported().filter(is_error).collect();
        let step_of = |fault: &Located| mars_text::step(&fault.error);
        let step = errors.iter().map(|fault| step_of(fault)).min();
        match step {
            // A text is read for its includes first, and then once more for its words and constants.
            // A file with such an error is the last.
            Some(MarsStep::Words) => {
                errors.retain(|fault| step_of(fault) == MarsStep::Words);
                let file = |fault: &Located| fault.span.map(|span| span.file);
                let first = errors.first().and_then(|fault| file(fault));
                errors.retain(|fault| file(fault) == first);
                let included = |fault: &Located| {
                    matches!(
                        fault.error,
                        AsmError::Load { .. } | AsmError::IncludeLoop { .. }
                    )
                };
                let again: Vec<&Located> = errors
                    .iter()
                    .copied()
                    .filter(|fault| !included(fault))
                    .collect();
                let is_word = |fault: &Located| matches!(fault.error, AsmError::RefusedWord { .. });
                errors.retain(|fault| included(fault) || is_word(fault));
                errors.extend(again);
            }
            // Names of instructions are looked up if there is nothing else; the first ends it.
            Some(MarsStep::Names) => errors.truncate(1),
            _ => {
                errors.retain(|fault| step_of(fault) != MarsStep::Names);
                errors.sort_by_key(|fault| step_of(fault));
            }
        }
        let told = errors.iter().take(MOST_ERRORS);
        let mut text: String = told.map(|fault| self.line("Error", fault)).collect();
        if errors.len() > MOST_ERRORS || self.is_cut() {
            text.push_str("Error in  line 201 column 1: Error Limit of 200 exceeded.\n");
        }
        // Something of our own that the classic program does not know.
        if text.is_empty() && self.assembly.program.is_none() {
            text = format!("Error in : {}\n", self.first_title());
        }
        text
    }

    fn is_cut(&self) -> bool {
        let mut errors = self.assembly.errors.iter();
        errors.any(|fault| matches!(fault.error, AsmError::TooMany { errors: 1.., .. }))
    }

    fn first_title(&self) -> String {
        let errors = &self.assembly.errors;
        let first = errors.iter().find(|fault| !fault.error.is_warning());
        first.map_or("the program has errors".to_owned(), |fault| {
            fault.error.title()
        })
    }

    /// `Error in FILE line L column C: MESSAGE`
    fn line(&self, kind: &str, fault: &Located) -> String {
        let sources = &self.assembly.sources;
        let file = |span: Span| absolute(self.dir, sources.name(span.file));
        let scene = Scene {
            text: fault.span.map_or("", |span| sources.slice(span)),
            line: fault.span.map_or("", |span| source_line(sources, span)),
            place: &|span| (file(span), sources.position(span.file, span.start).line),
        };
        let message = mars_text::message(fault, &scene);
        let Some(span) = fault.span else {
            return format!("{kind} in : {message}\n");
        };
        let position = sources.position(span.file, span.start);
        let mut places = macro_calls(&fault.trail);
        places.push(span);
        if let AsmError::MacroLoop { name } = &fault.error {
            places.extend(next_call(sources, &places, name));
        }
        let lines = line_numbers(sources, &places);
        let file = match &fault.error {
            // A pseudo-instruction does not know its file.
            AsmError::AddressOutside {
                pseudo: Some(true), ..
            } => String::new(),
            _ => file(span),
        };
        // Of a jump that does not reach its target, RARS knows the line only.
        let column = match &fault.error {
            AsmError::TooFar {
                high: ..0x20_0000, ..
            } => String::new(),
            _ => format!(" column {}", position.column),
        };
        format!("{kind} in {file} line {lines}{column}: {message}\n")
    }
}

/// The line that a place stands in.
fn source_line(sources: &SourceMap, span: Span) -> &str {
    sources.line_text(span.file, sources.position(span.file, span.start).line)
}

/// The call that would come next in macros that call each other without end: the one that came
/// after `name` was called first.
fn next_call(sources: &SourceMap, calls: &[Span], name: &str) -> Option<Span> {
    let is_call = |call: &Span| sources.slice(*call).starts_with(name);
    let first = calls.iter().position(is_call)?;
    calls.get(first + 1).copied()
}

/// The numbers of the lines of macro calls and of the place that they led to: `12->9->4`.
fn line_numbers(sources: &SourceMap, places: &[Span]) -> String {
    let number = |span: &Span| sources.position(span.file, span.start).line.to_string();
    let numbers = places.iter().map(number);
    numbers.collect::<Vec<_>>().join("->")
}

/// The calls of macros on the way to a place, the outermost first.
fn macro_calls(trail: &[(Span, ExpansionCause)]) -> Vec<Span> {
    let calls = trail
        .iter()
        .rev()
        .filter(|(_, cause)| *cause == ExpansionCause::Macro);
    calls.map(|(call, _)| *call).collect()
}

/// The whole path of a file, as it was written.
fn absolute(dir: &Path, name: &str) -> String {
    dir.join(name).to_string_lossy().into_owned()
}

impl Assembled {
    /// The report of a fault of the run.
    pub(super) fn run_error(&self, flavour: &Flavour, session: &Session, fault: &Fault) -> String {
        let message = messages::fault(flavour, session, fault);
        if let FaultKind::Trap(Trap::Fetch { .. }) = fault.kind {
            return format!("Error in : {message}\n");
        }
        let place = match self.program.lines.find(fault.pc) {
            Some(line) => {
                let file = absolute(&self.dir, self.sources.name(line.span.file));
                // Of the calls, only the outermost is told.
                let calls = macro_calls(self.program.lines.trail(line));
                let outermost = calls.first().copied();
                let places: Vec<Span> = outermost.into_iter().chain([line.span]).collect();
                let lines = line_numbers(&self.sources, &places);
                format!("{file} line {lines}")
            }
            None => String::new(),
        };
        let pc = fault.pc;
        format!("Error in {place}: Runtime exception at 0x{pc:08x}: {message}\n")
    }
}
