//! What MARS says about a fault, for those who compare with it. Its messages are a column of the
//! [rows](super::faults); what it has no words for is reported in ours.

use diag::{Severity, Span};

use crate::messages::error::{AsmError, Located};
use crate::text::data_lines::REPEAT_COUNT;

/// When the classic program finds a fault. Each step is made only if those before it found none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarsStep {
    /// A text is taken apart into words.
    Words,
    /// Statements are read.
    Statements,
    /// At the end of that, names among data are looked up.
    DataNames,
    /// Names are looked up; the first that is missing ends it.
    Names,
}

/// The step in which a fault is found.
pub fn step(error: &AsmError) -> MarsStep {
    match error {
        AsmError::UndefinedSymbol { data: true, .. } => MarsStep::DataNames,
        _ => error.mars_step().unwrap_or(MarsStep::Statements),
    }
}

/// Where a fault is.
pub struct Scene<'a> {
    /// What stands at the place of the fault.
    pub text: &'a str,
    /// The line of source.
    pub line: &'a str,
    /// The file and the line of another place.
    pub place: &'a dyn Fn(Span) -> (String, u32),
}

/// The message for a fault, without its place.
pub fn message(fault: &Located, scene: &Scene<'_>) -> String {
    let own = fault.error.mars(scene);
    own.unwrap_or_else(|| ours(&fault.error.title()))
}

/// What MARS has no words for, in ours.
pub(super) fn ours(title: &str) -> String {
    title.replace('`', "\"")
}

/// A text that is no word of the language.
pub(super) fn bad_element(scene: &Scene<'_>) -> String {
    format!("{}\nInvalid language element: {}", scene.line, scene.text)
}

/// A directive with the wrong number of operands.
pub(super) fn directive_count(directive: &str) -> String {
    match directive {
        ".globl" | ".global" => {
            format!("\"{directive}\" directive requires at least one argument.")
        }
        ".extern" => "\".extern\" directive requires two operands (label and size).".into(),
        ".eqv" => "Too few operands for .eqv directive".into(),
        name => format!("\"{name}\" requires one operand"),
    }
}

/// An operand that a directive cannot use.
pub(super) fn directive_operand(directive: &str, text: &str, want: &str) -> String {
    match directive {
        _ if want == REPEAT_COUNT => "repetition factor must be positive".into(),
        ".float" | ".double" => format!("\"{text}\" is not a valid floating point constant"),
        ".space" | ".align" => format!("\"{directive}\" requires a non-negative integer"),
        ".globl" => "\".globl\" directive argument must be label.".into(),
        _ => format!("\"{text}\" is not a valid integer constant or label"),
    }
}

/// Whether this is only a warning for the classic program.
pub fn is_warning(error: &AsmError) -> bool {
    error.is_warning() && !matches!(error, AsmError::UndefinedGlobal { .. })
}

/// Whether the classic program reports this fault at all: it knows few warnings.
pub fn is_reported(error: &AsmError) -> bool {
    match error.severity() {
        Severity::Error => !matches!(error, AsmError::FurtherRegister { .. }),
        Severity::Warning => error.mars_step().is_some(),
        Severity::Note => false,
    }
}
