//! What `course.toml` says about comparing a function with a reference:
//!
//! ```toml
//! [[fuzz]]
//! call = "merge"
//! row = "row(len = 1..=9, values = [0, 2, 4])"
//! args = ["&addresses(row)", "len(row)"]
//! results = 2
//! ```

use super::generator::{Generator, Variable, parse};
use crate::unit::{Kind, Pair, Reader, Word, codes};
use diag::{Diagnostic, FileId, Span};

/// The most instructions of a call, unless an entry says otherwise.
const STEPS: u64 = 100_000;

const KEYS: [&str; 5] = ["call", "args", "results", "max_steps", "stdin"];

/// How one function is compared.
#[derive(Clone, Debug)]
pub struct FuzzSpec {
    /// The label.
    pub call: String,
    /// Where it stands.
    pub at: Span,
    /// What is chosen for each case.
    pub generator: Generator,
    /// What is passed.
    pub args: Vec<(Word, Span)>,
    /// How many result registers count.
    pub results: usize,
    /// The most instructions of a call.
    pub max_steps: u64,
    /// The input.
    pub stdin: String,
}

impl FuzzSpec {
    /// All entries of a `course.toml`; what is wrong with them comes beside them.
    pub fn read(file: FileId, text: &str) -> (Vec<FuzzSpec>, Vec<Diagnostic>) {
        let (mut reader, table) = Reader::open(file, text);
        if !reader.diagnostics.is_empty() {
            return (Vec::new(), reader.diagnostics);
        }
        let pairs = reader.pairs(table.get_ref());
        let mut specs = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.key == "fuzz") {
            for value in reader.list(pair) {
                let at = reader.place(value);
                match value.get_ref().as_table() {
                    Some(table) => {
                        let pairs = reader.pairs(table);
                        specs.extend(reader.spec(&pairs, at));
                    }
                    None => reader.wrong(at, "`fuzz` is a list of tables", "write `[[fuzz]]`"),
                }
            }
        }
        (specs, reader.diagnostics)
    }
}

impl Reader {
    fn spec(&mut self, pairs: &[Pair<'_, '_>], at: Span) -> Option<FuzzSpec> {
        let find = |key: &str| pairs.iter().find(|pair| pair.key == key);
        let Some(call) = find("call") else {
            self.wrong(at, "nothing says what to call", "add `call = \"LABEL\"`");
            return None;
        };
        let mut generator = Generator::default();
        for pair in pairs.iter().filter(|pair| !KEYS.contains(&pair.key)) {
            self.variable(pair, &mut generator.variables);
        }
        let mut args = Vec::new();
        for value in find("args").map(|pair| self.list(pair)).unwrap_or_default() {
            let at = self.place(value);
            args.extend(self.word(value, "args", 32).map(|word| (word, at)));
        }
        let results = match find("results") {
            Some(pair) => self.integer(pair.value, "results", (0, 2))? as usize,
            None => 1,
        };
        let max_steps = match find("max_steps") {
            Some(pair) => self.integer(pair.value, "max_steps", (1, i64::MAX))? as u64,
            None => STEPS,
        };
        let stdin = match find("stdin") {
            Some(pair) => self.text(pair)?,
            None => String::new(),
        };
        Some(FuzzSpec {
            at: self.place(call.value),
            call: self.text(call)?,
            generator,
            args,
            results,
            max_steps,
            stdin,
        })
    }

    /// A key that is no other names a generator.
    fn variable(&mut self, pair: &Pair<'_, '_>, variables: &mut Vec<Variable>) {
        let Some(text) = pair.value.get_ref().as_str() else {
            self.unknown_key(pair, KEYS, "key");
            return;
        };
        let is_generator = text.contains('(');
        match parse(text, variables) {
            Ok(shape) => variables.push(Variable {
                name: pair.key.to_owned(),
                shape,
            }),
            Err(_) if !is_generator => self.unknown_key(pair, KEYS, "key"),
            Err(wrong) => {
                let at = self.place(pair.value);
                let diagnostic = Diagnostic::error(codes::VALUE, wrong);
                self.tell(diagnostic.primary(at, "this generator"));
            }
        }
    }
}

/// The kind of memory that a variable needs, if any.
pub fn memory_kind(variable: &Variable) -> Option<Kind> {
    match &variable.shape {
        super::generator::Shape::Array { kind, .. } => Some(*kind),
        _ => None,
    }
}
