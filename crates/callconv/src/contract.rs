//! What a source says about its own conventions.
//!
//! Some programs share registers on purpose, and no description of a function can be read off its
//! instructions. Comments say it: `# jal: global $t1-$t9, $s0` anywhere holds for the whole
//! program, `# jal: args 2` and `# jal: returns 2` above a label hold for that function.

mod comment;
mod registers;
#[cfg(test)]
mod tests;

use crate::codes;
use crate::register_set::RegisterSet;
use assembler::Program;
use comment::{Clause, Mistake};
use diag::{Diagnostic, FileId, SourceMap, Span};
use machine::isa::IsaDesc;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many mistakes in comments are told; nobody reads more.
const MAX_WARNINGS: usize = 100;

/// What a program says about its conventions.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// Registers that are shared state: nothing about them is a finding.
    pub global: RegisterSet,
    args: FxHashMap<u32, u32>,
    returns: FxHashMap<u32, u32>,
}

impl Contract {
    /// Reads the comments of all sources. What is wrong with them comes as warnings.
    pub fn read(
        sources: &SourceMap,
        program: &Program,
        desc: &IsaDesc,
    ) -> (Contract, Vec<Diagnostic>) {
        let mut reader = Reader {
            sources,
            program,
            desc,
            functions: None,
            below: None,
            contract: Contract::default(),
            warnings: Vec::new(),
        };
        // A text after macros has the name of its source and repeats its comments.
        let mut seen = FxHashSet::default();
        for file in sources.files() {
            if seen.insert(sources.name(file)) {
                reader.read(file);
            }
        }
        (reader.contract, reader.warnings)
    }

    /// Adds the registers of a list such as `t1-t6, s0`. The error is a sentence.
    pub fn share(&mut self, registers: &str, desc: &IsaDesc) -> Result<(), String> {
        match registers::parse(registers, desc) {
            Ok(more) => {
                self.global = self.global.union(more);
                Ok(())
            }
            Err(Mistake { title, help, .. }) => Err(match help {
                Some(help) => format!("{title}: {help}"),
                None => title,
            }),
        }
    }

    /// How many words of arguments the function at `address` takes, if it says so.
    pub fn args(&self, address: u32) -> Option<u32> {
        self.args.get(&address).copied()
    }

    /// How many words of results the function at `address` gives, if it says so.
    pub fn returns(&self, address: u32) -> Option<u32> {
        self.returns.get(&address).copied()
    }
}

struct Reader<'a> {
    sources: &'a SourceMap,
    program: &'a Program,
    desc: &'a IsaDesc,
    /// Looked up only if a comment is about a function.
    functions: Option<Functions<'a>>,
    /// Which function follows the last comment that was about one.
    below: Option<Below>,
    contract: Contract,
    warnings: Vec<Diagnostic>,
}

/// The function that follows each of these lines.
#[derive(Clone, Copy)]
struct Below {
    file: FileId,
    first: u32,
    last: u32,
    function: Option<u32>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, file: FileId) {
        // Few files have such comments, and most need no look at single lines.
        if !self.sources.text(file).contains("jal:") {
            return;
        }
        for number in 1.. {
            let Some(line) = self.sources.line_span(file, number) else {
                return;
            };
            let text = self.sources.slice(line);
            if let Some(from) = comment::find(text) {
                self.read_comment(line, from, number);
            }
        }
    }

    fn read_comment(&mut self, line: Span, from: usize, number: u32) {
        let sources = self.sources;
        let words = &sources.slice(line)[from..];
        let clauses = match comment::parse(words, self.desc) {
            Ok(clauses) => clauses,
            Err(wrong) => return self.warn(line, wrong.moved(from)),
        };
        for clause in clauses {
            match clause {
                Clause::Global(registers) => {
                    self.contract.global = self.contract.global.union(registers);
                }
                Clause::Args(count) => self.describe(line, from, number, |contract, function| {
                    contract.args.insert(function, count);
                }),
                Clause::Returns(count) => {
                    self.describe(line, from, number, |contract, function| {
                        contract.returns.insert(function, count);
                    })
                }
            }
        }
    }

    /// Notes something about the function that a comment stands above.
    fn describe(
        &mut self,
        line: Span,
        from: usize,
        number: u32,
        note: impl FnOnce(&mut Contract, u32),
    ) {
        match self.function_below(line.file, number) {
            Some(function) => note(&mut self.contract, function),
            None => {
                let text = self.sources.slice(line);
                let start = from + text[from..].len() - text[from..].trim_start().len();
                self.warn(
                    line,
                    Mistake {
                        at: start..text.trim_end().len(),
                        title: "no label of a function follows this comment".to_owned(),
                        help: Some("write it on a line just above the label".to_owned()),
                    },
                );
            }
        }
    }

    /// The address of the label that follows this line before any instruction, or stands in it.
    fn function_below(&mut self, file: FileId, number: u32) -> Option<u32> {
        // Between a comment and what it is about there may be thousands of others.
        let known = self
            .below
            .filter(|below| below.file == file && (below.first..=below.last).contains(&number));
        if let Some(below) = known {
            return below.function;
        }
        let (last, label) = self.label_below(file, number);
        let function = label.and_then(|(name, line)| {
            let functions = self
                .functions
                .get_or_insert_with(|| Functions::new(self.program));
            functions.address(name, line)
        });
        self.below = Some(Below {
            file,
            first: number,
            last,
            function,
        });
        function
    }

    /// The first line from this one on that has a label or an instruction, with its label.
    fn label_below(&self, file: FileId, number: u32) -> (u32, Option<(&'a str, Span)>) {
        let sources = self.sources;
        let mut number = number;
        while let Some(line) = sources.line_span(file, number) {
            let text = sources.slice(line);
            let code = text[..comment::comment_start(text).unwrap_or(text.len())].trim();
            if let Some((name, _)) = code.split_once(':')
                && is_label(name.trim_end())
            {
                return (number, Some((name.trim_end(), line)));
            }
            if !code.is_empty() && !code.starts_with('.') {
                break;
            }
            number += 1;
        }
        (number, None)
    }

    fn warn(&mut self, line: Span, wrong: Mistake) {
        if self.warnings.len() >= MAX_WARNINGS {
            return;
        }
        let at = |offset: usize| line.start + offset as u32;
        let span = Span::new(line.file, at(wrong.at.start), at(wrong.at.end));
        let warning = Diagnostic::warning(codes::CONTRACT, wrong.title).primary(span, "");
        self.warnings.push(match wrong.help {
            Some(help) => warning.help(help),
            None => warning,
        });
    }
}

/// Where the labels of a program are.
struct Functions<'a> {
    addresses: FxHashMap<&'a str, Vec<u32>>,
    /// The statements with their addresses, in the order of their places.
    statements: Vec<(FileId, u32, u32)>,
}

impl<'a> Functions<'a> {
    fn new(program: &'a Program) -> Self {
        let mut addresses = FxHashMap::<&str, Vec<u32>>::default();
        let labels = program.image.symbols.iter().filter(|s| !s.absolute);
        for label in labels {
            let known = addresses.entry(&label.name).or_default();
            known.push(label.address);
        }
        let lines = program.lines.iter();
        let mut statements: Vec<_> = lines
            .map(|line| (line.span.file, line.span.start, line.address))
            .collect();
        statements.sort_by_key(|(file, start, _)| (*file, *start));
        Functions {
            addresses,
            statements,
        }
    }

    /// The address of a label. Local labels of several files may have the same name: then it is
    /// the one at the statement that follows it in its file.
    fn address(&self, name: &str, line: Span) -> Option<u32> {
        let addresses = self.addresses.get(name)?;
        if let [only] = addresses[..] {
            return Some(only);
        }
        let next = self.statement_after(line)?;
        addresses.contains(&next).then_some(next)
    }

    /// The address of the first statement that begins in this line or below.
    fn statement_after(&self, line: Span) -> Option<u32> {
        let before =
            |(file, start, _): &(FileId, u32, u32)| (*file, *start) < (line.file, line.start);
        let next = self.statements.partition_point(before);
        let (file, _, address) = self.statements.get(next)?;
        (*file == line.file).then_some(*address)
    }
}

/// Whether this is how labels look.
fn is_label(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))
}
