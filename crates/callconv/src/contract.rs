//! What a source says about its own conventions.
//!
//! Some programs share registers on purpose, and no description of a function can be read off its
//! instructions. Comments say it: `# jal: global $t1-$t9, $s0` anywhere holds for the whole
//! program, `# jal: args 2` and `# jal: returns 2` above a label hold for that function.
//!
//! Who is graded by the check must not be able to switch it off. In files that are restricted,
//! `global` does not count, and the other comments hold for functions of the same file and only
//! ever add findings: `returns` takes away from the results that are agreed on, and `args` from
//! what the check would take as arguments by itself.

mod comment;
mod registers;
#[cfg(test)]
mod tests;

use crate::agreement::Signature;
use crate::codes;
use assembler::Program;
use comment::{Clause, Mistake};
use diag::{Diagnostic, FileId, SourceMap, Span};
use machine::isa::{IsaDesc, RegisterSet};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many mistakes in comments are told; nobody reads more.
const MAX_WARNINGS: usize = 100;

/// What a program says about its conventions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// Registers that are shared state: nothing about them is a finding.
    pub global: RegisterSet,
    args: FxHashMap<u32, Words>,
    returns: FxHashMap<u32, Words>,
    /// How many words of results somebody reads who is not part of the program.
    relied_on: FxHashMap<u32, u32>,
}

/// How many words of arguments or results a function has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words {
    count: u32,
    /// A file says so that is restricted.
    restricted: bool,
}

impl Words {
    /// Notes it about a function. Nothing takes the place of what an unrestricted file says.
    fn note(self, function: u32, all: &mut FxHashMap<u32, Words>) {
        let known = all.entry(function).or_insert(self);
        if known.restricted || !self.restricted {
            *known = self;
        }
    }
}

impl Contract {
    /// Reads the comments of all sources. What is wrong with them comes as warnings.
    pub fn read(
        sources: &SourceMap,
        program: &Program,
        desc: &IsaDesc,
    ) -> (Contract, Vec<Diagnostic>) {
        Contract::read_restricted(sources, program, desc, &|_| false)
    }

    /// The same, with some files restricted to what adds findings about their own functions.
    pub fn read_restricted(
        sources: &SourceMap,
        program: &Program,
        desc: &IsaDesc,
        is_restricted: &dyn Fn(&str) -> bool,
    ) -> (Contract, Vec<Diagnostic>) {
        let mut reader = Reader {
            sources,
            program,
            desc,
            functions: None,
            below: None,
            restricted: false,
            contract: Contract::default(),
            warnings: Vec::new(),
        };
        // A text after macros has the name of its source and repeats its comments.
        let mut seen = FxHashSet::default();
        for file in sources.files() {
            let name = sources.name(file);
            if seen.insert(name) {
                reader.restricted = is_restricted(name);
                reader.read(file);
            }
        }
        (reader.contract, reader.warnings)
    }

    /// Adds the registers of a list such as `t1-t6, s0`. The error is a sentence.
    pub fn share(&mut self, registers: &str, desc: &IsaDesc) -> Result<(), String> {
        match registers::parse(registers, desc) {
            Ok(more) => {
                self.global |= more;
                Ok(())
            }
            Err(Mistake { title, help, .. }) => Err(match help {
                Some(help) => format!("{title}: {help}"),
                None => title,
            }),
        }
    }

    /// Notes what the function at `address` takes and gives: nobody can say otherwise.
    pub(crate) fn declare(&mut self, address: u32, function: &Signature) {
        let words = |count| Words {
            count,
            restricted: false,
        };
        self.args.insert(address, words(function.args));
        self.returns.insert(address, words(function.results));
    }

    /// Somebody who is not part of the program calls the function at `address` and looks at so many
    /// words of its results.
    pub fn rely_on(&mut self, address: u32, results: u32) {
        let known = self.relied_on.entry(address).or_default();
        *known = results.max(*known);
    }

    /// How many words of its results matter, whoever called the function at `address`.
    pub(crate) fn matters(&self, address: u32) -> u32 {
        let relied_on = self.relied_on.get(&address).copied();
        relied_on.max(self.returns(address)).unwrap_or(0)
    }

    /// How many words of arguments the function at `address` takes, if it says so.
    pub fn args(&self, address: u32) -> Option<u32> {
        self.args.get(&address).map(|words| words.count)
    }

    /// Whether these words are arguments even where nothing else tells so.
    pub fn args_are_certain(&self, address: u32) -> bool {
        let words = self.args.get(&address);
        words.is_some_and(|words| !words.restricted)
    }

    /// How many words of results the function at `address` gives, if it says so.
    pub fn returns(&self, address: u32) -> Option<u32> {
        self.returns.get(&address).map(|words| words.count)
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
    /// Whether the file that is being read is restricted.
    restricted: bool,
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
                Clause::Bitmap => {}
                Clause::Global(registers) => self.share(line, from, registers),
                Clause::Args(count) => {
                    if let Some(function) = self.described(line, from, number) {
                        self.words(count).note(function, &mut self.contract.args);
                    }
                }
                Clause::Returns(count) => {
                    if let Some(function) = self.described(line, from, number) {
                        self.words(count).note(function, &mut self.contract.returns);
                    }
                }
            }
        }
    }

    fn words(&self, count: u32) -> Words {
        Words {
            count,
            restricted: self.restricted,
        }
    }

    /// Notes registers that all functions share.
    fn share(&mut self, line: Span, from: usize, registers: RegisterSet) {
        if !self.restricted {
            self.contract.global |= registers;
            return;
        }
        self.warn_of_comment(
            line,
            from,
            "`global` is ignored in a file that students hand in",
            "in this course, declare shared registers with `global` below `[convention]` in \
             course.toml",
        );
    }

    /// The function that a comment stands above.
    fn described(&mut self, line: Span, from: usize, number: u32) -> Option<u32> {
        let Some(function) = self.function_below(line.file, number) else {
            self.warn_of_comment(
                line,
                from,
                "this comment is not followed by the label of a function",
                "write it on a line just above the label",
            );
            return None;
        };
        if self.restricted && !self.is_of_file(function, line.file) {
            self.warn_of_comment(
                line,
                from,
                "the function after this comment is not defined in this file",
                "only the file that defines a function can declare its arguments and results",
            );
            return None;
        }
        Some(function)
    }

    /// Whether a function's first instruction stands in this file.
    fn is_of_file(&self, function: u32, file: FileId) -> bool {
        let line = self.program.lines.find(function);
        // A text after macros has the name of its source.
        let name = |file| self.sources.name(file);
        line.is_some_and(|line| name(line.span.file) == name(file))
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

    /// Warns about all that a comment says.
    fn warn_of_comment(&mut self, line: Span, from: usize, title: &str, help: &str) {
        let text = self.sources.slice(line);
        let start = from + text[from..].len() - text[from..].trim_start().len();
        self.warn(
            line,
            Mistake {
                at: start..text.trim_end().len(),
                title: title.to_owned(),
                help: Some(help.to_owned()),
            },
        );
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
