//! Assembling as SPIM does: it says what is wrong, and goes on with what it has read so far.
//!
//! A syntax error ends the reading of its file; other mistakes concern their statement only. Labels that
//! are defined nowhere are left open: a run ends at the instruction that needs one.

use super::args::{ExceptionCode, SpimArgs};
use super::strict;
use assembler::{
    AsmError, AssembleOptions, Assembly, LoadError, Loader, Located, MainFile, Prelude, Program,
    SPIM, SourceFile, SourceRequest, assemble,
};
use diag::{SourceMap, Span};
use machine::image::Access;
use runtime::Target;
use std::collections::BTreeMap;

/// How often the files are read again after something was taken out of them.
const MOST_ROUNDS: usize = 100;
/// The file that defines what no other does.
const OPEN_LABELS: &str = "<undefined>";
/// The line with the call of `main` in the start code, as listings show it.
const CALL_OF_MAIN: usize = 188;
const CALL: &str = "jal     main";

/// A program, and what is missing in it.
#[derive(Debug, Default)]
pub(super) struct Assembled {
    pub program: Program,
    pub sources: SourceMap,
    /// Labels that are defined nowhere, with the first instruction that needs each.
    pub undefined: BTreeMap<String, Vec<u32>>,
    /// What was wrong.
    pub messages: String,
}

/// A file of the program.
#[derive(Clone, Debug)]
pub(super) struct SpimFile {
    pub name: String,
    pub text: String,
}

/// Assembles these files.
pub(super) fn build(args: &SpimArgs, files: &[SpimFile]) -> Assembled {
    let mut files = files.to_vec();
    if files.is_empty() {
        let (name, text) = (String::new(), String::new());
        files.push(SpimFile { name, text });
    }
    let options = options(args);
    let mut messages = String::new();
    for file in &mut files {
        if let Some(fault) = strict::first_fault(file, args.pseudos) {
            messages.push_str(&fault.message(file));
            file.text.truncate(fault.cut);
        }
    }
    let mut open = BTreeMap::new();
    for _ in 0..MOST_ROUNDS {
        let assembly = assemble_once(&files, &options, &open);
        let mended = Repair {
            assembly: &assembly,
            messages: &mut messages,
            open: &mut open,
        }
        .repair(&mut files);
        if let (false, Some(mut program)) = (mended, assembly.program) {
            // Without start code, there is nothing to start with.
            let mut symbols = program.image.symbols.iter();
            if !symbols.any(|symbol| symbol.name == SPIM.entry) {
                program.image.entry = 0;
            }
            let undefined = uses(&open, &program);
            return Assembled {
                program,
                sources: assembly.sources,
                undefined,
                messages,
            };
        }
        if !mended {
            break;
        }
    }
    // Something of our own that SPIM does not know.
    messages.push_str("spim: the program cannot be loaded\n");
    Assembled {
        messages,
        ..Assembled::default()
    }
}

fn options(args: &SpimArgs) -> AssembleOptions {
    let prelude = match &args.exceptions {
        ExceptionCode::None => Prelude::Nothing,
        ExceptionCode::Usual => Prelude::Text {
            name: "exceptions.s".to_owned(),
            text: usual_prelude().into_bytes(),
        },
        ExceptionCode::File(path) => Prelude::Text {
            name: path.clone(),
            text: std::fs::read(path).unwrap_or_default(),
        },
    };
    let mut options = AssembleOptions {
        delay_slots: args.delayed_branches,
        pseudos: args.pseudos,
        prelude,
        ..AssembleOptions::new(Target::Mips.desc(), &SPIM)
    };
    // Instructions can be read and changed.
    options.map.code = Access {
        read: true,
        write: true,
        execute: true,
    };
    options
}

/// The start code and the handler as one file.
fn usual_prelude() -> String {
    let text: String = SPIM.prelude.iter().rev().map(|file| file.text).collect();
    let before = text.find(CALL).and_then(|at| text.get(..at));
    let line = before.map_or(0, |before| before.lines().count());
    let lead = "\n".repeat(CALL_OF_MAIN.saturating_sub(line));
    lead + &text
}

fn assemble_once(
    files: &[SpimFile],
    options: &AssembleOptions,
    open: &BTreeMap<String, OpenLabel>,
) -> Assembly {
    let mut memory = MemoryFiles {
        files: files.iter().skip(1).cloned().collect(),
    };
    let mut names: Vec<String> = memory.files.iter().map(|file| file.name.clone()).collect();
    if !open.is_empty() {
        let text = open
            .iter()
            .map(|(name, label)| label.definition(name))
            .collect();
        names.push(OPEN_LABELS.to_owned());
        memory.files.push(SpimFile {
            name: OPEN_LABELS.to_owned(),
            text,
        });
    }
    let main = &files[0];
    let main = MainFile::Text {
        name: main.name.clone(),
        text: main.text.clone().into_bytes(),
    };
    assemble(main, &names, options, &mut memory)
}

/// Files that were read already.
struct MemoryFiles {
    files: Vec<SpimFile>,
}

impl Loader for MemoryFiles {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        let found = self.files.iter().find(|file| file.name == request.path);
        let file = found.ok_or(LoadError::NotFound)?;
        Ok(SourceFile {
            name: file.name.clone(),
            key: file.name.clone(),
            text: file.text.clone().into_bytes(),
        })
    }
}

/// A label that is defined nowhere.
#[derive(Debug)]
struct OpenLabel {
    /// A branch needs it: then it must be near.
    is_near: bool,
    /// Where it is used.
    uses: Vec<(String, u32)>,
}

impl OpenLabel {
    fn definition(&self, name: &str) -> String {
        match self.is_near {
            true => format!(".text\n.globl {name}\n{name}:\n"),
            false => format!(".globl {name}\n{name} = 0\n"),
        }
    }
}

/// The first instruction of each statement that uses an open label.
fn uses(open: &BTreeMap<String, OpenLabel>, program: &Program) -> BTreeMap<String, Vec<u32>> {
    let starts: Vec<(u32, u32, u32)> = program
        .lines
        .iter()
        .filter(|line| line.code)
        .map(|line| (line.span.start, line.span.end, line.address))
        .collect();
    let addresses = |label: &OpenLabel| {
        let mut found = Vec::new();
        for (_, at) in &label.uses {
            let inside = starts
                .iter()
                .filter(|(start, end, _)| (*start..*end).contains(at));
            found.extend(inside.map(|(_, _, address)| *address));
        }
        found
    };
    let all = open.iter();
    all.map(|(name, label)| (name.clone(), addresses(label)))
        .collect()
}

/// Says what is wrong, and takes it out of the files.
struct Repair<'a> {
    assembly: &'a Assembly,
    messages: &'a mut String,
    open: &'a mut BTreeMap<String, OpenLabel>,
}

impl Repair<'_> {
    /// Whether the files are to be read again.
    fn repair(mut self, files: &mut [SpimFile]) -> bool {
        let errors = self.assembly.errors.iter();
        let mut errors: Vec<&Located> = errors.filter(|fault| !fault.error.is_warning()).collect();
        errors.sort_by_key(|fault| fault.span.map(|span| span.start));
        // A file that is cut has no mistakes after that, and its labels may be missing elsewhere.
        let cut = errors.iter().find(|fault| ends_reading(&fault.error));
        let limit = cut.and_then(|fault| fault.span);
        let before = |fault: &&&Located| match (fault.span, limit) {
            (Some(span), Some(limit)) => span.file != limit.file || span.start < limit.start,
            _ => true,
        };
        let mut mended = false;
        for fault in errors.iter().filter(before) {
            mended |= self.mend(files, fault);
        }
        if let Some(fault) = cut {
            mended |= self.cut(files, fault);
        }
        mended
    }

    fn file<'f>(&self, files: &'f mut [SpimFile], span: Span) -> Option<&'f mut SpimFile> {
        let name = self.assembly.sources.name(span.file);
        files.iter_mut().find(|file| file.name == name)
    }

    /// Leaves the file as it is up to the statement.
    fn cut(&mut self, files: &mut [SpimFile], fault: &Located) -> bool {
        let Some(span) = fault.span else { return false };
        let Some(file) = self.file(files, span) else {
            return false;
        };
        let start = strict::statement_start(&file.text, span.start as usize);
        let place = strict::Fault {
            words: words(&fault.error),
            at: strict::token_after(&file.text, span, &fault.error),
            cut: start,
        };
        let message = place.message(file);
        file.text.truncate(start);
        self.messages.push_str(&message);
        true
    }

    /// Changes one statement.
    fn mend(&mut self, files: &mut [SpimFile], fault: &Located) -> bool {
        let Some(span) = fault.span else { return false };
        if let AsmError::UndefinedSymbol { name, branch, .. } = &fault.error {
            let file = self.assembly.sources.name(span.file).to_owned();
            let label = self.open.entry(name.clone()).or_insert(OpenLabel {
                is_near: false,
                uses: Vec::new(),
            });
            label.is_near |= branch;
            label.uses.push((file, span.start));
            return true;
        }
        let Some(file) = self.file(files, span) else {
            return false;
        };
        let place = strict::Fault {
            words: words(&fault.error),
            at: span.start as usize,
            cut: 0,
        };
        let message = place.message(file);
        let range = span.start as usize..span.end as usize;
        match &fault.error {
            AsmError::ImmediateRange { value, .. } => {
                let cut = value & 0xffff;
                let signed = matches!(fault.error, AsmError::ImmediateRange { low, .. } if low < 0);
                let cut = if signed { i64::from(cut as i16) } else { cut };
                file.text.replace_range(range, &cut.to_string());
            }
            _ => {
                let start = strict::statement_start(&file.text, range.start);
                let end = strict::statement_end(&file.text, range.start);
                let blanks = " ".repeat(end - start);
                file.text.replace_range(start..end, &blanks);
            }
        }
        self.messages.push_str(&message);
        true
    }
}

/// Whether a mistake ends the reading of its file.
fn ends_reading(error: &AsmError) -> bool {
    !matches!(
        error,
        AsmError::ImmediateRange { .. }
            | AsmError::DataInText { .. }
            | AsmError::CodeInData { .. }
            | AsmError::TooFar { .. }
            | AsmError::UndefinedSymbol { .. }
    )
}

/// What SPIM says about a mistake.
fn words(error: &AsmError) -> String {
    match error {
        AsmError::ImmediateRange {
            low: 0, high: 31, ..
        } => "Shift distance can only be in the range 0..31".to_owned(),
        AsmError::ImmediateRange {
            value, low, high, ..
        } => format!("immediate value ({value}) out of range ({low} .. {high})"),
        AsmError::DataInText { .. } => "Can't put data in text segment".to_owned(),
        AsmError::CodeInData { .. } => "Can't put instructions in data segment".to_owned(),
        AsmError::DuplicateLabel { .. } | AsmError::DuplicateGlobal { .. } => {
            "Label is defined for the second time".to_owned()
        }
        _ => "syntax error".to_owned(),
    }
}
