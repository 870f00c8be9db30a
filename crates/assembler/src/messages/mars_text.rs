//! What MARS says about a fault, for those who compare with it. Its messages are a column of the
//! [rows](super::faults); what it has no words for is reported in ours.

use diag::{Severity, Span};
use machine::isa::{Bank, IsaDesc, OperandKind, Pseudo, Row};

use crate::messages::error::{AsmError, Located};
use crate::text::data_lines::REPEAT_COUNT;

/// When the classic program finds a fault. Each step is made only if those before it found none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarsStep {
    /// A text is taken apart into words.
    Words,
    /// Statements are read.
    Statements,
    /// Names are looked up; the first that is missing ends it.
    Names,
}

/// The step in which a fault at this text is found.
pub fn step(error: &AsmError, text: &str) -> MarsStep {
    match text {
        SEMICOLON => MarsStep::Words,
        _ => error.mars_step().unwrap_or(MarsStep::Statements),
    }
}

/// Where a fault is.
pub struct Scene<'a> {
    /// The machine.
    pub isa: &'a IsaDesc,
    /// What stands at the place of the fault.
    pub text: &'a str,
    /// The line of source.
    pub line: &'a str,
    /// The file and the line of another place.
    pub place: &'a dyn Fn(Span) -> (String, u32),
}

/// Nothing is written with it; faults of lines that have one are all at its place.
const SEMICOLON: &str = ";";

/// The message for a fault, without its place.
pub fn message(fault: &Located, scene: &Scene<'_>) -> String {
    let Scene { text, line, .. } = *scene;
    if text == SEMICOLON {
        let mut words = line.split([' ', '\t', ',', '(', ')']);
        let word = words.find(|word| word.contains(SEMICOLON));
        let word = word.unwrap_or(SEMICOLON);
        return format!("{line}\nInvalid language element: {word}");
    }
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

/// A directive that MARS does not have.
pub(super) fn unknown_directive(name: &str) -> String {
    format!("MARS does not recognize the {name} directive.  Ignored.")
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

/// An instruction with operands that fit: `add $t1,$t2,$t3`.
pub(super) fn example(isa: &IsaDesc, name: &str) -> String {
    let row = isa.rows.iter().find(|row| row.name == name);
    let pseudo = || isa.pseudos.iter().find(|pseudo| pseudo.name == name);
    let operands = match row {
        Some(row) => of_row(row),
        None => pseudo().map_or(String::new(), of_pseudo),
    };
    format!("{name} {operands}").trim_end().to_owned()
}

fn of_row(row: &Row) -> String {
    let mut next = Registers::default();
    let mut text = String::new();
    for operand in row.operands.iter().filter(|o| o.default.is_none()) {
        let written = match operand.kind {
            OperandKind::Register { bank, .. } => next.register(bank, row.name.ends_with(".d")),
            OperandKind::PcRelative(_) => "label".into(),
            OperandKind::Region => "target".into(),
            OperandKind::Control => "$8".into(),
            _ => match operand.field.range() {
                (low, _) if low < 0 => "-100".into(),
                (_, high) if high < 32 => "10".into(),
                _ => "100".into(),
            },
        };
        add(&mut text, &written, operand.base);
    }
    text
}

/// Operands of a pseudo-instruction are `name:class`, separated by commas.
fn of_pseudo(pseudo: &Pseudo) -> String {
    let mut next = Registers::default();
    let mut text = String::new();
    for operand in pseudo.operands.split(',').filter(|o| !o.trim().is_empty()) {
        let class = operand
            .split_once(':')
            .map_or("", |(_, class)| class.trim());
        let base = class.starts_with('(');
        let written = match class.trim_matches(['(', ')']) {
            "x" | "x2" => next.register(Bank::Int, false),
            "f" | "f2" => next.register(Bank::Float, pseudo.name.ends_with(".d")),
            "s16" => "-100".into(),
            "u16" => "100".into(),
            "u5" => "10".into(),
            "s32" | "i32" => "100000".into(),
            _ => "label".into(),
        };
        add(&mut text, &written, base);
    }
    text
}

fn add(text: &mut String, operand: &str, base: bool) {
    match (base, text.is_empty()) {
        (true, _) => text.push_str(&format!("({operand})")),
        (false, true) => text.push_str(operand),
        (false, false) => text.push_str(&format!(",{operand}")),
    }
}

/// Hands out registers: `$t1`, `$t2`, …, and `$f1`, `$f2`, … or even ones for doubles.
#[derive(Default)]
struct Registers {
    ints: u32,
    floats: u32,
}

impl Registers {
    fn register(&mut self, bank: Bank, double: bool) -> String {
        match (bank, double) {
            (Bank::Float, true) => {
                self.floats += 2;
                format!("$f{}", self.floats)
            }
            (Bank::Float, false) => {
                self.floats += 1;
                format!("$f{}", self.floats - 1)
            }
            _ => {
                self.ints += 1;
                format!("$t{}", self.ints)
            }
        }
    }
}
