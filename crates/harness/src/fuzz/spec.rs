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
use crate::unit::{DataKind, Word};
use diag::{Diagnostic, FileId, Span};
use keys::forms::{OneOrMore, PositiveForm, integer};
use keys::{KeyPair, Reader, ValueShape};

/// The most instructions of a call, unless an entry says otherwise.
const STEPS: u64 = 100_000;

keys::section! {
    /// An entry as it is written.
    #[derive(Debug)]
    pub struct FuzzKeys, "[[fuzz]]" {
        /// The label of the function.
        pub call: Option<(String, Span)>;
        /// What is passed: numbers, and names of what is chosen.
        pub args: Vec<(Word, Span)> as OneOrMore<(Word, Span)> {
            expects: "a list such as [\"&row\", \"len(row)\", 3]", default: "[]"
        };
        /// How many result registers count.
        pub results: u64 as ResultCount { default: "1" } = 1;
        /// The maximum number of instructions per call.
        pub max_steps: u64 as PositiveForm { default: "100000" } = STEPS;
        /// The input.
        pub stdin: String { default: "\"\"" };
    }
    free {
        /// What is chosen for each call: a generator.
        "NAME": String { expects: "a generator such as \"row(len = 1..=9)\"" };
    }
}

keys::form!(
    /// How many result registers there are.
    pub(crate) enum ResultCount, u64, "0, 1 or 2", ValueShape::Whole(0, 2),
    |value| integer(value).filter(|count| (0..=2).contains(count)).map(|count| count as u64)
);

/// How one function is compared.
#[derive(Clone, Debug)]
pub struct FuzzSpec {
    /// The label.
    pub call: String,
    /// Where it is.
    pub at: Span,
    /// What is chosen for each case.
    pub generator: Generator,
    /// What is passed.
    pub args: Vec<(Word, Span)>,
    /// How many result registers count.
    pub results: usize,
    /// The maximum number of instructions per call.
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
        let pairs = reader.pairs(&table);
        let mut specs = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.key == "fuzz") {
            for entry in reader.list(pair) {
                let at = reader.place(entry.value);
                match entry.value.get_ref().as_table() {
                    Some(table) => {
                        let pairs = reader.pairs(table);
                        specs.extend(spec(&mut reader, &pairs, at));
                    }
                    None => reader.wrong(at, "`fuzz` is a list of tables", "write `[[fuzz]]`"),
                }
            }
        }
        (specs, reader.diagnostics)
    }
}

fn spec(reader: &mut Reader, pairs: &[KeyPair<'_, '_>], at: Span) -> Option<FuzzSpec> {
    let section = FuzzKeys::SECTION;
    let mut generator = Generator::default();
    for pair in pairs.iter().filter(|pair| section.row(pair.key).is_none()) {
        variable(reader, pair, &mut generator.variables);
    }
    let FuzzKeys {
        call,
        args,
        results,
        max_steps,
        stdin,
    } = FuzzKeys::fields(reader, section, pairs);
    let Some((call, at)) = call else {
        reader.wrong(
            at,
            "the function to call is missing",
            "add `call = \"LABEL\"`",
        );
        return None;
    };
    Some(FuzzSpec {
        at,
        call,
        generator,
        args,
        results: results as usize,
        max_steps,
        stdin,
    })
}

/// A key without another meaning names a generator.
fn variable(reader: &mut Reader, pair: &KeyPair<'_, '_>, variables: &mut Vec<Variable>) {
    let text = pair.value.get_ref().as_str();
    let found = text.map(|text| (text.contains('('), parse(text, variables)));
    match found {
        Some((_, Ok(shape))) => variables.push(Variable {
            name: pair.key.to_owned(),
            shape,
        }),
        Some((true, Err(wrong))) => {
            reader.wrong(reader.place(pair.value), wrong, "this generator");
        }
        _ => reader.unknown(FuzzKeys::SECTION, pair, &[]),
    }
}

/// The kind of memory that a variable needs, if any.
pub(crate) fn memory_kind(variable: &Variable) -> Option<DataKind> {
    match &variable.shape {
        super::generator::GeneratorShape::Array { kind, .. } => Some(*kind),
        _ => None,
    }
}
