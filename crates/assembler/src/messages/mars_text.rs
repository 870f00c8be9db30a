//! The one-line messages of the MARS simulator, word for word, for those who compare with them.
//! What it has no words for is told in ours.

use diag::Span;
use machine::isa::{Bank, IsaDesc, OperandKind, Pseudo, Row};

use crate::messages::error::{AsmError, LoadFailure, Located};
use crate::text::data_lines::REPEAT_COUNT;

/// When the classic program finds a fault. Each step is made only if those before it found none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A text is taken apart into words.
    Words,
    /// Statements are read.
    Statements,
    /// Names are looked up; the first that is missing ends it.
    Names,
}

/// The step in which a fault at this text is found.
pub fn step(error: &AsmError, text: &str) -> Step {
    match error {
        _ if text == SEMICOLON => Step::Words,
        AsmError::StrayCharacter { .. }
        | AsmError::ZeroByte { .. }
        | AsmError::OpenString
        | AsmError::OpenCharacter
        | AsmError::BadCharacter { .. }
        | AsmError::HugeNumber { .. }
        | AsmError::CircularConstant { .. }
        | AsmError::RedefinedConstant { .. }
        | AsmError::IncludeLoop { .. }
        | AsmError::Load { .. } => Step::Words,
        AsmError::UndefinedSymbol { .. } => Step::Names,
        _ => Step::Statements,
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
    let Scene {
        isa, text, line, ..
    } = *scene;
    match &fault.error {
        _ if text == SEMICOLON => {
            let mut words = line.split([' ', '\t', ',', '(', ')']);
            let word = words.find(|word| word.contains(SEMICOLON));
            let word = word.unwrap_or(SEMICOLON);
            format!("{line}\nInvalid language element: {word}")
        }
        AsmError::StrayCharacter { .. }
        | AsmError::ZeroByte { .. }
        | AsmError::OpenString
        | AsmError::OpenCharacter
        | AsmError::BadCharacter { .. }
        | AsmError::HugeNumber { .. } => format!("{line}\nInvalid language element: {text}"),
        AsmError::UnknownInstruction { name } => format!("\"{name}\" is not a recognized operator"),
        AsmError::LateLabel { name } => format!("\"{name}\" is not a recognized operator"),
        AsmError::OperandCount {
            name, got, want, ..
        } => {
            let few = want.iter().all(|want| got < want);
            let amount = if few { "few" } else { "many" };
            let expected = example(isa, name);
            format!(
                "\"{name}\": Too {amount} or incorrectly formatted operands. Expected: {expected}"
            )
        }
        AsmError::ImmediateRange { text, .. } | AsmError::ImmediateStep { text, .. } => {
            format!("\"{text}\": operand is out of range")
        }
        AsmError::OperandKind { text, .. }
        | AsmError::UnknownRegister { text, .. }
        | AsmError::WrongBank { text, .. } => format!("\"{text}\": operand is of incorrect type"),
        AsmError::DuplicateLabel { name, .. } => format!("label \"{name}\" already defined"),
        AsmError::UndefinedSymbol { name, .. } => {
            format!("Symbol \"{name}\" not found in symbol table.")
        }
        AsmError::UndefinedGlobal { name, .. } => {
            format!("\"{name}\" declared global label but not defined.")
        }
        AsmError::DuplicateGlobal { name, .. } => {
            format!("\"{name}\" already defined as global in a different file.")
        }
        AsmError::RedefinedConstant { name, .. } => format!("\"{name}\" is already defined"),
        AsmError::CircularConstant { name, .. } => {
            format!("Cannot substitute {name} for itself in .eqv directive")
        }
        AsmError::Overlap { address, first } => {
            let (file, line) = (scene.place)(*first);
            format!(
                "Duplicate text segment address: 0x{address:08x} already occupied by {file} line \
                 {line} (caused by use of .text operand)"
            )
        }
        AsmError::OtherRegion { .. } | AsmError::TooFar { branch: false, .. } => {
            "Jump target word address beyond 26-bit range".into()
        }
        AsmError::DataInText { name } => {
            format!("\"{name}\" directive cannot appear in text segment")
        }
        AsmError::PseudoForbidden { .. } => {
            "Extended (pseudo) instruction or format not permitted.  See Settings.".into()
        }
        AsmError::IgnoredDirective { name } => {
            format!("MARS currently ignores the {name} directive.")
        }
        AsmError::SkippedDirective { name } | AsmError::UnknownDirective { name } => {
            format!("MARS does not recognize the {name} directive.  Ignored.")
        }
        AsmError::CutValue { text, .. } | AsmError::CutNumber { text, .. } => {
            format!("\"{text}\" is out-of-range for a signed value and possibly truncated")
        }
        other => directive(other)
            .or_else(|| macros(other))
            .unwrap_or_else(|| other.title().replace('`', "\"")),
    }
}

/// Faults of directives.
fn directive(error: &AsmError) -> Option<String> {
    Some(match error {
        AsmError::DirectiveCount { directive, .. } => match directive.as_str() {
            ".globl" | ".global" => {
                format!("\"{directive}\" directive requires at least one argument.")
            }
            ".extern" => "\".extern\" directive requires two operands (label and size).".into(),
            ".eqv" => "Too few operands for .eqv directive".into(),
            name => format!("\"{name}\" requires one operand"),
        },
        AsmError::NegativeSize { directive, .. } => {
            format!("\"{directive}\" requires a non-negative integer")
        }
        AsmError::DirectiveOperand { want, .. } if *want == REPEAT_COUNT => {
            "repetition factor must be positive".into()
        }
        AsmError::DirectiveOperand {
            directive, text, ..
        } => match directive.as_str() {
            ".float" | ".double" => format!("\"{text}\" is not a valid floating point constant"),
            ".space" | ".align" => format!("\"{directive}\" requires a non-negative integer"),
            ".globl" => "\".globl\" directive argument must be label.".into(),
            _ => format!("\"{text}\" is not a valid integer constant or label"),
        },
        AsmError::NotConstant { text } => {
            format!("\"{text}\" is not a valid integer constant or label")
        }
        AsmError::BadString { text } => format!("\"{text}\" is not a valid character string"),
        AsmError::IncludeLoop { path } => format!("Recursive include of file {path}"),
        AsmError::Load {
            path,
            why: LoadFailure::NotFound | LoadFailure::Unreadable(_),
            ..
        } => format!("Error reading include file {path}"),
        _ => return None,
    })
}

/// Faults of macros.
fn macros(error: &AsmError) -> Option<String> {
    Some(match error {
        AsmError::MacroOpen { .. } => {
            "Macro started but not ended (no .end_macro directive)".into()
        }
        AsmError::StrayEndMacro => ".END_MACRO without .MACRO".into(),
        AsmError::NestedMacro { .. } => "Nested macros are not allowed".into(),
        AsmError::MacroName { name } => format!("Invalid Macro name \"{name}\""),
        AsmError::MacroParameter { text } => format!("Invalid macro argument '{text}'"),
        AsmError::UnknownParameter { .. } => "Unknown macro parameter".into(),
        AsmError::MacroArguments { name, .. } => {
            format!("forward reference or invalid parameters for macro \"{name}\"")
        }
        AsmError::MacroLoop { .. } => {
            "Detected a macro expansion loop (recursive reference). ".into()
        }
        AsmError::AfterEndMacro { .. } => "invalid text after .END_MACRO".into(),
        _ => return None,
    })
}

/// Whether this is only a warning for the classic program.
pub fn is_warning(error: &AsmError) -> bool {
    error.is_warning() && !matches!(error, AsmError::UndefinedGlobal { .. })
}

/// Whether the classic program reports this fault at all.
pub fn is_reported(error: &AsmError) -> bool {
    match error {
        AsmError::IgnoredDirective { .. }
        | AsmError::SkippedDirective { .. }
        | AsmError::CutValue { .. } => true,
        AsmError::TooMany { .. } => false,
        other => !is_warning(other),
    }
}

/// An instruction with operands that fit: `add $t1,$t2,$t3`.
fn example(isa: &IsaDesc, name: &str) -> String {
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
