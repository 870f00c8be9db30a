//! A fault with its place, and the values that the facts of faults are made of. The faults
//! themselves are rows in [`faults`](super::faults).

use std::fmt;

use diag::{Code, SourceMap, Span};
use machine::isa::Bank;
use thiserror::Error;

use crate::macros::origin::Trail;
use crate::messages::advice::NameChoice;
use crate::messages::codes;
pub use crate::messages::faults::AsmError;

/// How many faults one file may have before it is given up; nobody counts more.
pub(crate) const MAX_FAULTS: usize = 100_000;

/// When a fault is found. A classic assembler stops after the first pass that found one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultStage {
    /// Reading: lexical rules, directives, labels, arity of pseudo-instructions.
    Pass1,
    /// Instructions and their operands.
    Pass2,
    /// Imports and symbols of several files.
    Link,
}

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// What is wrong.
    pub error: AsmError,
    /// Where, unless it concerns no place at all.
    pub span: Option<Span>,
    /// When it was found.
    pub stage: FaultStage,
    /// The pseudo-instruction whose expansion it is in.
    pub pseudo: Option<PseudoOrigin>,
    /// The calls and includes that led there, nearest first.
    pub trail: Trail,
    /// What to say instead of the general words.
    pub hint: Option<Box<Hint>>,
}

impl Located {
    /// A fault at `span`.
    pub fn new(error: AsmError, span: Span, stage: FaultStage) -> Self {
        Located {
            span: Some(span),
            ..Located::placeless(error, stage)
        }
    }

    /// A fault that concerns no place.
    pub fn placeless(error: AsmError, stage: FaultStage) -> Self {
        Located {
            error,
            span: None,
            stage,
            pseudo: None,
            trail: Trail::new(),
            hint: None,
        }
    }

    /// The same with a hint, if there is one.
    pub fn hint(mut self, hint: Option<Hint>) -> Self {
        self.hint = hint.map(Box::new);
        self
    }
}

/// Words for one fault, from where its surroundings were known. They replace the general advice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The code, if the fault is another than it seems.
    pub code: Option<Code>,
    /// The title, if not the usual one.
    pub title: Option<String>,
    /// What stands under the place, if not the usual.
    pub label: Option<String>,
    /// Facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// The fix, where there is a certain one; the last help is its heading.
    pub patch: Option<(Span, String)>,
    /// What may be written instead of the word at the place: what helps becomes the fix.
    pub meant: Vec<String>,
    /// The instructions to write instead of the one at the place.
    pub steps: Vec<String>,
}

impl Hint {
    /// A hint that says what to do.
    pub fn help(text: impl Into<String>) -> Self {
        Hint::default().and(text)
    }

    /// A hint about a character that has no place in a program.
    pub fn stray(title: impl Into<String>) -> Self {
        Hint {
            code: Some(codes::STRAY_CHARACTER),
            label: Some(String::new()),
            ..Hint::titled(title)
        }
    }

    /// A hint with another title.
    pub fn titled(title: impl Into<String>) -> Self {
        Hint {
            title: Some(title.into()),
            ..Hint::default()
        }
    }

    /// Adds something to do.
    pub fn and(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets what stands under the place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Sets the instructions to write instead.
    pub fn steps(mut self, steps: &[&dyn fmt::Display]) -> Self {
        self.steps = steps.iter().map(ToString::to_string).collect();
        self
    }

    /// Makes the steps the fix, in place of the statement at `place`.
    pub(crate) fn in_place_of(mut self, sources: &SourceMap, place: Option<Span>) -> Self {
        let Some(place) = place.filter(|_| !self.steps.is_empty()) else {
            return self;
        };
        let line = sources.position(place.file, place.start).line;
        let line = sources.line_text(place.file, line);
        let indent = &line[..line.len() - line.trim_start().len()];
        let indent = if indent.is_empty() { "    " } else { indent };
        let text = self.steps.join(&format!("\n{indent}"));
        self.steps.clear();
        self.patch(place, text)
    }

    /// The names that may have been meant at a place.
    pub(crate) fn choice(&self, span: Option<Span>) -> Option<NameChoice> {
        let names = self.meant.clone();
        let choice = span.map(|span| NameChoice {
            what: None,
            names,
            span,
        });
        choice.filter(|choice| !choice.names.is_empty())
    }

    /// Sets the fix.
    pub fn patch(mut self, span: Span, text: impl Into<String>) -> Self {
        self.patch = Some((span, text.into()));
        self
    }
}

/// A pseudo-instruction and one of the instructions it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoOrigin {
    /// The mnemonic in the source.
    pub name: &'static str,
    /// The instruction of its expansion, as its table has it.
    pub step: &'static str,
}

/// What an operand should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedOperand {
    /// A register of this bank.
    Register(Bank),
    /// A register that has a next one.
    Pair,
    /// A register in parentheses.
    Base,
    /// A number or an expression.
    Number,
    /// A label.
    Label,
    /// One of a list of names (a control register, a rounding mode).
    Name(&'static str),
}

/// Which way a numeric label was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelDirection {
    /// `1f`
    Forward,
    /// `1b`
    Backward,
}

/// Why a file could not be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadFailure {
    /// There is none.
    #[error("there is no such file")]
    NotFound,
    /// It lies outside of what may be read.
    #[error("reading it is not allowed")]
    NotAllowed,
    /// The system refused, with its reason.
    #[error("{0}")]
    Unreadable(String),
    /// It is larger than the limit.
    #[error("it is too large")]
    TooLarge,
}

/// The file that an import stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Importer {
    /// Its name as shown to people.
    pub name: String,
    /// Whether it was itself imported relative to another file.
    pub relative: bool,
}
