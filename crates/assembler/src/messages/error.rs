//! Everything that can be wrong with a program, as typed values.
//!
//! An [`AsmError`] holds the facts; `diagnose` turns them into a [`diag::Diagnostic`] for people
//! and `venus_text` into the classic one-line message.

use diag::{Code, Span};
use machine::isa::Bank;
use thiserror::Error;

use crate::macros::origin::Trail;
use crate::messages::codes;

/// How many faults one file may have before it is given up; nobody reads more.
pub(crate) const MAX_FAULTS: usize = 10_000;

/// When a fault is found. A classic assembler stops after the first pass that found one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
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
    pub stage: Stage,
    /// The pseudo-instruction whose expansion it is in.
    pub pseudo: Option<PseudoOrigin>,
    /// The calls and includes that led there, nearest first.
    pub trail: Trail,
    /// What to say instead of the general words.
    pub hint: Option<Box<Hint>>,
}

impl Located {
    /// A fault at `span`.
    pub fn new(error: AsmError, span: Span, stage: Stage) -> Self {
        Located {
            span: Some(span),
            ..Located::placeless(error, stage)
        }
    }

    /// A fault that concerns no place.
    pub fn placeless(error: AsmError, stage: Stage) -> Self {
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
pub enum Wanted {
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
pub enum Direction {
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
    #[error("it may not be read")]
    NotAllowed,
    /// The system refused, with its reason.
    #[error("{0}")]
    Unreadable(String),
    /// It is larger than the limit.
    #[error("it is too large")]
    TooLarge,
}

/// Something wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the fields are the facts that each variant's line names"
)]
pub enum AsmError {
    /// Bytes that are not UTF-8 at this offset of the file.
    NotUtf8 { offset: usize },
    /// A control character.
    StrayCharacter { character: char },
    /// A zero byte at this offset: the file is no text.
    ZeroByte { offset: usize },
    /// A string without its closing quote.
    OpenString,
    /// A character literal without its closing quote.
    OpenCharacter,
    /// A literal that is not one character.
    BadCharacter { text: String },
    /// A character literal of more than one byte.
    NotAscii { character: char },
    /// A block comment without end.
    OpenComment,
    /// A number of more than so many bits.
    HugeNumber { text: String, bits: u32 },
    /// A backslash with a character that makes no escape sequence.
    UnknownEscape { text: String },

    /// A label behind an instruction.
    LateLabel { name: String },
    /// A token that cannot stand there.
    Unexpected { text: String, wanted: &'static str },
    /// A directive that the dialect does not have.
    UnknownDirective { name: String },
    /// A directive with the wrong number of operands.
    DirectiveCount {
        directive: String,
        got: usize,
        want: &'static str,
    },
    /// An operand that the directive cannot use.
    DirectiveOperand {
        directive: String,
        text: String,
        want: &'static str,
    },
    /// An alignment outside its range.
    BadAlignment {
        directive: String,
        text: String,
        low: i64,
        high: i64,
        /// Whether it is written in bytes, not as an exponent.
        bytes: bool,
    },
    /// A data value out of range.
    DataRange {
        directive: String,
        text: String,
        value: i64,
        low: i64,
        high: i64,
    },
    /// A string was expected.
    BadString { text: String },
    /// Parentheses nested too deeply.
    TooDeep,
    /// A parenthesis without its partner.
    OpenParenthesis,
    /// `.data_start` after something was placed.
    LateDataStart,
    /// An address that a segment does not have.
    AddressOutside {
        directive: String,
        address: u32,
        low: u32,
        high: u32,
        step: u32,
    },
    /// Data among instructions.
    DataInText { name: String },
    /// An instruction among data.
    CodeInData { name: String },
    /// A section name that means nothing here.
    UnknownSection { name: String },

    /// A mnemonic that does not exist.
    UnknownInstruction { name: String },
    /// No form of the instruction has this number of operands. `4(sp)` counts as two in `got`
    /// and `want`, and as one in `written` and `takes`.
    OperandCount {
        name: String,
        got: usize,
        want: Vec<usize>,
        written: usize,
        takes: Vec<usize>,
        forms: Vec<String>,
        pseudo: bool,
    },
    /// A word where a register belongs.
    UnknownRegister { text: String, bank: Bank },
    /// A register of the other bank.
    WrongBank { text: String, bank: Bank },
    /// A number that does not fit.
    ImmediateRange {
        name: &'static str,
        text: String,
        value: i64,
        low: i64,
        high: i64,
    },
    /// A number that is no multiple of `step`.
    ImmediateStep {
        name: &'static str,
        text: String,
        value: i64,
        step: i64,
    },
    /// An operand of another kind.
    OperandKind {
        name: String,
        text: String,
        found: &'static str,
        wanted: Wanted,
        forms: Vec<String>,
    },
    /// A jump beyond its reach.
    TooFar {
        name: &'static str,
        target: String,
        distance: i64,
        low: i64,
        high: i64,
        branch: bool,
    },
    /// A jump out of the part of memory that it can reach.
    OtherRegion { name: &'static str, target: String },
    /// A pseudo-instruction where none may be written.
    PseudoForbidden { form: String, expansion: String },
    /// A compressed instruction with operands that it cannot hold.
    NotCompressible { name: &'static str },

    /// A label defined again.
    DuplicateLabel { name: String, first: Span },
    /// A name without definition.
    UndefinedSymbol {
        name: String,
        similar: Vec<String>,
        local_in: Option<Span>,
        branch: bool,
    },
    /// A global label in two files.
    DuplicateGlobal { name: String, first: Span },
    /// A constant defined again.
    RedefinedConstant { name: String, first: Span },
    /// A constant that needs its own value, maybe through another one.
    CircularConstant {
        name: String,
        through: Option<(String, Span)>,
    },
    /// A division by zero.
    DivisionByZero,
    /// A value that must be known at this point.
    NotConstant { text: String },
    /// No numeric label in that direction.
    MissingLocal {
        number: String,
        direction: Direction,
        defined: bool,
    },
    /// `%pcrel_lo` without its partner.
    NoPcrelHi { text: String },
    /// A register inside an expression.
    RegisterInExpression { text: String },

    /// A file that could not be read. `importer` is the file that asked for it.
    Load {
        path: String,
        relative: bool,
        importer: Option<Importer>,
        why: LoadFailure,
    },
    /// More source than allowed.
    SourceLimit { what: &'static str, limit: u64 },
    /// `#error`
    UserError { message: String },
    /// A definition that grows without bounds.
    ExpansionLimit { name: String },

    /// A file that includes itself.
    IncludeLoop { path: String },

    /// A macro without `.end_macro`; the name is empty if it has none.
    MacroOpen { name: String },
    /// `.end_macro` without `.macro`.
    StrayEndMacro,
    /// A macro inside of the one that begins at `outer`.
    NestedMacro { outer: Span },
    /// Something that cannot be a macro's name; empty if there is nothing.
    MacroName { name: String },
    /// Something that cannot be a parameter.
    MacroParameter { text: String },
    /// A parameter that the macro does not have.
    UnknownParameter { name: String },
    /// No macro of the name takes so many arguments; one is `defined` there.
    MacroArguments {
        name: String,
        got: usize,
        takes: Vec<usize>,
        defined: Span,
    },
    /// A macro that calls itself.
    MacroLoop { name: String },
    /// Text behind `.end_macro`.
    AfterEndMacro { text: String },
    /// A macro that is defined again with as many parameters.
    RedefinedMacro {
        name: String,
        count: usize,
        first: Span,
    },

    /// Too much data.
    DataLimit { size: u64, limit: u64 },
    /// Too much code.
    TextLimit { size: u64, limit: u64 },
    /// Two statements that fill the same memory.
    Overlap { address: u32, first: Span },
    /// Data that take the place of others.
    ReplacedData { address: u32, first: Span },
    /// Too many or too large variables that no file defines.
    ExternLimit { size: u64, limit: u64 },
    /// A negative size.
    NegativeSize { directive: String, value: i64 },
    /// The list of errors was cut; `more` if not even all of them were counted.
    TooMany {
        errors: usize,
        warnings: usize,
        more: bool,
    },

    /// A number cut to 32 bits.
    CutNumber { text: String, value: i64 },
    /// A value cut to its directive's size.
    CutValue {
        directive: String,
        text: String,
        value: i64,
        bytes: u32,
    },
    /// A directive that does not exist, and is left out.
    SkippedDirective { name: String },
    /// A directive without effect.
    IgnoredDirective { name: String },
    /// A register that cannot hold a double.
    OddDouble { text: String },
    /// A jump to a number.
    NumericTarget { text: String, branch: bool },
    /// A symbol that is also a register.
    SymbolIsRegister { name: String },
    /// `main` is there, but not global.
    MainNotGlobal { address: u32 },
    /// A global name that no file defines.
    UndefinedGlobal { name: String, similar: Vec<String> },
    /// There is nothing to run.
    NoInstructions,
}

/// The file that an import stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Importer {
    /// Its name as shown to people.
    pub name: String,
    /// Whether it was itself imported relative to another file.
    pub relative: bool,
}

impl AsmError {
    /// Whether this is only a warning.
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            AsmError::UnknownEscape { .. }
                | AsmError::CutNumber { .. }
                | AsmError::CutValue { .. }
                | AsmError::SkippedDirective { .. }
                | AsmError::IgnoredDirective { .. }
                | AsmError::OddDouble { .. }
                | AsmError::NumericTarget { .. }
                | AsmError::SymbolIsRegister { .. }
                | AsmError::MainNotGlobal { .. }
                | AsmError::UndefinedGlobal { .. }
                | AsmError::NoInstructions
                | AsmError::RedefinedMacro { .. }
                | AsmError::ReplacedData { .. }
        )
    }
}
