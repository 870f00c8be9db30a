//! The code and the one-line title of each fault.

use diag::Code;
use machine::isa::Bank;

use crate::messages::codes;
use crate::messages::error::{AsmError, Direction, LoadFailure, Wanted};

impl AsmError {
    /// The code that people look up.
    pub fn code(&self) -> Code {
        match self {
            AsmError::NotUtf8 { .. } => codes::NOT_UTF8,
            AsmError::StrayCharacter { .. } | AsmError::ZeroByte { .. } => codes::STRAY_CHARACTER,
            AsmError::OpenString => codes::OPEN_STRING,
            AsmError::OpenCharacter => codes::OPEN_CHARACTER,
            AsmError::BadCharacter { .. } => codes::BAD_CHARACTER,
            AsmError::NotAscii { .. } => codes::NOT_ASCII,
            AsmError::OpenComment => codes::OPEN_COMMENT,
            AsmError::HugeNumber { .. } => codes::HUGE_NUMBER,
            AsmError::UnknownEscape { .. } => codes::UNKNOWN_ESCAPE,
            AsmError::LateLabel { .. } => codes::LATE_LABEL,
            AsmError::Unexpected { .. } => codes::UNEXPECTED,
            AsmError::UnknownDirective { .. } => codes::UNKNOWN_DIRECTIVE,
            AsmError::DirectiveCount { .. } => codes::DIRECTIVE_COUNT,
            AsmError::DirectiveOperand { .. } => codes::DIRECTIVE_OPERAND,
            AsmError::BadAlignment { .. } => codes::BAD_ALIGNMENT,
            AsmError::DataRange { .. } => codes::DATA_RANGE,
            AsmError::BadString { .. } => codes::BAD_STRING,
            AsmError::TooDeep => codes::TOO_DEEP,
            AsmError::OpenParenthesis => codes::OPEN_PARENTHESIS,
            AsmError::LateDataStart => codes::LATE_DATA_START,
            AsmError::UnknownSection { .. } => codes::UNKNOWN_SECTION,
            AsmError::UnknownInstruction { .. } => codes::UNKNOWN_INSTRUCTION,
            AsmError::OperandCount { .. } => codes::OPERAND_COUNT,
            AsmError::UnknownRegister { .. } => codes::UNKNOWN_REGISTER,
            AsmError::WrongBank { .. } => codes::WRONG_BANK,
            AsmError::ImmediateRange { .. } => codes::IMMEDIATE_RANGE,
            AsmError::ImmediateStep { .. } => codes::IMMEDIATE_STEP,
            AsmError::OperandKind { .. } => codes::OPERAND_KIND,
            AsmError::TooFar { .. } => codes::TOO_FAR,
            AsmError::NotCompressible { .. } => codes::NOT_COMPRESSIBLE,
            AsmError::DuplicateLabel { .. } => codes::DUPLICATE_LABEL,
            AsmError::UndefinedSymbol { .. } => codes::UNDEFINED_SYMBOL,
            AsmError::DuplicateGlobal { .. } => codes::DUPLICATE_GLOBAL,
            AsmError::RedefinedConstant { .. } => codes::REDEFINED_CONSTANT,
            AsmError::CircularConstant { .. } => codes::CIRCULAR_CONSTANT,
            AsmError::DivisionByZero => codes::DIVISION_BY_ZERO,
            AsmError::NotConstant { .. } => codes::NOT_CONSTANT,
            AsmError::MissingLocal { .. } => codes::MISSING_LOCAL,
            AsmError::NoPcrelHi { .. } => codes::NO_PCREL_HI,
            AsmError::RegisterInExpression { .. } => codes::REGISTER_IN_EXPRESSION,
            AsmError::Load { why, .. } => match why {
                LoadFailure::NotFound => codes::FILE_MISSING,
                LoadFailure::NotAllowed => codes::FILE_FORBIDDEN,
                LoadFailure::Unreadable(_) => codes::FILE_UNREADABLE,
                LoadFailure::TooLarge => codes::SOURCE_LIMIT,
            },
            AsmError::SourceLimit { .. } => codes::SOURCE_LIMIT,
            AsmError::UserError { .. } => codes::USER_ERROR,
            AsmError::ExpansionLimit { .. } => codes::EXPANSION_LIMIT,
            AsmError::IncludeLoop { .. } => codes::INCLUDE_LOOP,
            AsmError::MacroOpen { .. } => codes::MACRO_OPEN,
            AsmError::StrayEndMacro => codes::STRAY_END_MACRO,
            AsmError::NestedMacro { .. } => codes::NESTED_MACRO,
            AsmError::MacroName { .. } => codes::MACRO_NAME,
            AsmError::MacroParameter { .. } => codes::MACRO_PARAMETER,
            AsmError::UnknownParameter { .. } => codes::UNKNOWN_PARAMETER,
            AsmError::MacroArguments { .. } => codes::MACRO_ARGUMENTS,
            AsmError::MacroLoop { .. } => codes::MACRO_LOOP,
            AsmError::AfterEndMacro { .. } => codes::AFTER_END_MACRO,
            AsmError::RedefinedMacro { .. } => codes::REDEFINED_MACRO,
            AsmError::DataLimit { .. } => codes::DATA_LIMIT,
            AsmError::TextLimit { .. } => codes::TEXT_LIMIT,
            AsmError::NegativeSize { .. } => codes::NEGATIVE_SIZE,
            AsmError::TooMany { .. } => codes::TOO_MANY,
            AsmError::AddressOutside { .. } => codes::ADDRESS_OUTSIDE,
            AsmError::DataInText { .. } | AsmError::CodeInData { .. } => codes::WRONG_SEGMENT,
            AsmError::OtherRegion { .. } => codes::TOO_FAR,
            AsmError::PseudoForbidden { .. } => codes::PSEUDO_FORBIDDEN,
            AsmError::Overlap { .. } => codes::OVERLAP,
            AsmError::ReplacedData { .. } => codes::REPLACED_DATA,
            AsmError::ExternLimit { .. } => codes::DATA_LIMIT,
            AsmError::OddDouble { .. } => codes::ODD_DOUBLE,
            AsmError::CutNumber { .. } => codes::CUT_NUMBER,
            AsmError::CutValue { .. } => codes::CUT_VALUE,
            AsmError::SkippedDirective { .. } => codes::SKIPPED_DIRECTIVE,
            AsmError::IgnoredDirective { .. } => codes::IGNORED_DIRECTIVE,
            AsmError::NumericTarget { .. } => codes::NUMERIC_TARGET,
            AsmError::SymbolIsRegister { .. } => codes::SYMBOL_IS_REGISTER,
            AsmError::MainNotGlobal { .. } => codes::MAIN_NOT_GLOBAL,
            AsmError::UndefinedGlobal { .. } => codes::UNDEFINED_GLOBAL,
            AsmError::NoInstructions => codes::NO_INSTRUCTIONS,
        }
    }

    /// What is wrong, in one line for people.
    pub fn title(&self) -> String {
        match self {
            AsmError::NotUtf8 { offset } => format!("the file is not UTF-8 text (byte {offset})"),
            AsmError::StrayCharacter { character } => {
                format!(
                    "the character U+{:04X} has no place here",
                    u32::from(*character)
                )
            }
            AsmError::ZeroByte { offset } => {
                format!("the file is not a text: byte {offset} is zero")
            }
            AsmError::OpenString => "the string has no closing `\"`".into(),
            AsmError::OpenCharacter => "the character has no closing `'`".into(),
            AsmError::BadCharacter { text } => format!("`{text}` is not one character"),
            AsmError::NotAscii { character } => {
                format!("`{character}` takes more than one byte")
            }
            AsmError::OpenComment => "the comment has no closing `*/`".into(),
            AsmError::HugeNumber { text, bits } => format!("`{text}` has more than {bits} bits"),
            AsmError::UnknownEscape { text } => format!("`{text}` is no escape sequence"),
            AsmError::LateLabel { name } => {
                format!("the label `{name}` stands in the middle of a statement")
            }
            AsmError::Unexpected { text, wanted } if text.is_empty() => {
                format!("expected {wanted}, but the line ends")
            }
            AsmError::Unexpected { text, wanted } => format!("expected {wanted}, found `{text}`"),
            AsmError::TooDeep => "the expression is nested too deeply".into(),
            AsmError::OpenParenthesis => "the parenthesis is never closed".into(),
            AsmError::DivisionByZero => "division by zero".into(),
            AsmError::RegisterInExpression { text } => {
                format!("the register `{text}` cannot be part of an expression")
            }
            AsmError::NotConstant { text } => format!("the value of `{text}` must be known here"),
            AsmError::CircularConstant { name, .. } => {
                format!("the constant `{name}` depends on itself, or on too many others")
            }
            _ => self
                .directive_title()
                .or_else(|| self.operand_title())
                .or_else(|| self.symbol_title())
                .or_else(|| self.macro_title())
                .unwrap_or_else(|| self.limit_title()),
        }
    }

    fn directive_title(&self) -> Option<String> {
        Some(match self {
            AsmError::UnknownDirective { name } => format!("there is no directive `{name}`"),
            AsmError::DirectiveCount {
                directive,
                got,
                want,
            } => {
                format!(
                    "`{directive}` takes {want}, but has {}",
                    plural(*got, "operand")
                )
            }
            AsmError::DirectiveOperand {
                directive,
                text,
                want,
            } => {
                format!("`{directive}` takes {want}, not `{text}`")
            }
            AsmError::BadAlignment {
                directive,
                text,
                high,
                bytes: true,
                ..
            } => {
                format!("`{directive}` takes a power of two up to {high}, not `{text}`")
            }
            AsmError::BadAlignment {
                directive,
                text,
                low,
                high,
                ..
            } => {
                format!("`{directive}` takes {low} to {high}, not `{text}`")
            }
            AsmError::DataRange {
                directive, text, ..
            } => {
                format!("`{text}` does not fit `{directive}`")
            }
            AsmError::BadString { text } => format!("`{text}` is not a string"),
            AsmError::LateDataStart => "the data segment's address comes too late".into(),
            AsmError::UnknownSection { name } => format!("there is no section `{name}`"),
            AsmError::AddressOutside {
                directive, address, ..
            } => format!("`{directive}` cannot be at {address:#010x}"),
            AsmError::DataInText { name } => format!("`{name}` stands among instructions"),
            AsmError::CodeInData { name } => format!("the instruction `{name}` stands among data"),
            AsmError::NegativeSize { directive, value } => {
                format!("`{directive}` cannot take {value} bytes")
            }
            AsmError::CutValue {
                directive,
                text,
                bytes,
                ..
            } => {
                let bytes = plural(*bytes as usize, "byte");
                format!("`{text}` is cut to the {bytes} of `{directive}`")
            }
            AsmError::SkippedDirective { name } => {
                format!("there is no directive `{name}`: the line is left out")
            }
            AsmError::IgnoredDirective { name } => format!("`{name}` does nothing here"),
            _ => return None,
        })
    }

    fn operand_title(&self) -> Option<String> {
        Some(match self {
            AsmError::UnknownInstruction { name } => format!("there is no instruction `{name}`"),
            AsmError::OperandCount { name, written, .. } => {
                format!("`{name}` does not take {}", plural(*written, "operand"))
            }
            AsmError::UnknownRegister { text, .. } => format!("there is no register `{text}`"),
            AsmError::WrongBank { text, bank } => {
                format!("`{text}` is not {}", wanted_name(Wanted::Register(*bank)))
            }
            AsmError::ImmediateRange {
                name, text, value, ..
            } => {
                format!("{} does not fit `{name}`", quoted(text, *value))
            }
            AsmError::ImmediateStep {
                name,
                text,
                value,
                step,
            } => {
                format!(
                    "{} for `{name}` is not a multiple of {step}",
                    quoted(text, *value)
                )
            }
            AsmError::OperandKind {
                name,
                text,
                found: found @ (LABEL | CONSTANT),
                wanted: Wanted::Register(_) | Wanted::Base,
                ..
            } => format!("`{text}` is {found}, but `{name}` needs a register here"),
            AsmError::OperandKind {
                name, text, wanted, ..
            } => {
                format!(
                    "`{name}` needs {} where `{text}` stands",
                    wanted_name(*wanted)
                )
            }
            AsmError::TooFar { name, target, .. } | AsmError::OtherRegion { name, target } => {
                format!("`{target}` is too far away for `{name}`")
            }
            AsmError::NotCompressible { name } => {
                format!("`{name}` cannot take these operands")
            }
            AsmError::PseudoForbidden { form, .. } => {
                format!("`{form}` is a pseudo-instruction")
            }
            AsmError::OddDouble { text } => {
                format!("`{text}` is odd: a double takes an even register and the next one")
            }
            AsmError::CutNumber { text, .. } => format!("`{text}` is cut to 32 bits"),
            AsmError::NumericTarget { text, .. } => {
                format!("`{text}` is taken as a distance in bytes")
            }
            _ => return None,
        })
    }

    fn symbol_title(&self) -> Option<String> {
        Some(match self {
            AsmError::DuplicateLabel { name, .. } => format!("`{name}` is defined twice"),
            AsmError::UndefinedSymbol { name, .. } if is_numeric(name) => {
                format!("`{name}` is not a whole number")
            }
            AsmError::UndefinedSymbol { name, .. } => format!("`{name}` is not defined"),
            AsmError::DuplicateGlobal { name, .. } => {
                format!("the global label `{name}` is defined in two files")
            }
            AsmError::RedefinedConstant { name, .. } => {
                format!("the constant `{name}` is defined twice")
            }
            AsmError::MissingLocal {
                number, direction, ..
            } => match direction {
                Direction::Forward => format!("there is no `{number}:` below"),
                Direction::Backward => format!("there is no `{number}:` above"),
            },
            AsmError::NoPcrelHi { text } => {
                format!("`{text}` does not name an instruction with `%pcrel_hi`")
            }
            AsmError::SymbolIsRegister { name } => {
                format!("`{name}` is a register, but is taken as the symbol of that name")
            }
            AsmError::MainNotGlobal { address } => {
                format!("the program starts at {address:#010x}, not at `main`")
            }
            AsmError::UndefinedGlobal { name, .. } => {
                format!("`{name}` is declared global, but not defined")
            }
            AsmError::NoInstructions => "the program has no instructions".into(),
            _ => return None,
        })
    }

    fn macro_title(&self) -> Option<String> {
        Some(match self {
            AsmError::MacroOpen { name } if name.is_empty() => "the macro has no end".into(),
            AsmError::MacroOpen { name } => format!("the macro `{name}` has no end"),
            AsmError::StrayEndMacro => "there is no macro to end".into(),
            AsmError::NestedMacro { .. } => {
                "a macro cannot be defined inside of another macro".into()
            }
            AsmError::MacroName { name } if name.is_empty() => "the macro has no name".into(),
            AsmError::MacroName { name } => format!("`{name}` cannot be the name of a macro"),
            AsmError::MacroParameter { text } => format!("`{text}` cannot be a parameter"),
            AsmError::UnknownParameter { name } => format!("there is no parameter `{name}` here"),
            AsmError::MacroArguments {
                name, got, takes, ..
            } => {
                let takes = counts(takes);
                let noun = if takes == "1" {
                    "argument"
                } else {
                    "arguments"
                };
                format!("the macro `{name}` takes {takes} {noun}, but has {got}")
            }
            AsmError::MacroLoop { name } => format!("the macro `{name}` calls itself"),
            AsmError::AfterEndMacro { text } => {
                format!("`{text}` stands behind the end of the macro")
            }
            AsmError::RedefinedMacro { name, count, .. } => format!(
                "the macro `{name}` with {} is defined again",
                plural(*count, "parameter")
            ),
            _ => return None,
        })
    }

    fn limit_title(&self) -> String {
        match self {
            AsmError::Load { path, why, .. } => match why {
                LoadFailure::NotFound => format!("cannot find `{path}`"),
                LoadFailure::NotAllowed => format!("`{path}` may not be read"),
                LoadFailure::Unreadable(why) => format!("cannot read `{path}`: {why}"),
                LoadFailure::TooLarge => format!("`{path}` is too large"),
            },
            AsmError::SourceLimit { what, limit } => format!("more than {limit} {what}"),
            AsmError::IncludeLoop { path } => format!("`{path}` includes itself"),
            AsmError::UserError { message } if message.is_empty() => "`#error`".into(),
            AsmError::UserError { message } => message.clone(),
            AsmError::ExpansionLimit { name } => format!("`{name}` stands for too much text"),
            AsmError::DataLimit { size, limit } => {
                format!("{size} bytes of data are too many: there is room for {limit}")
            }
            AsmError::TextLimit { size, limit } => {
                format!("{size} bytes of instructions are too many: there is room for {limit}")
            }
            AsmError::Overlap { address, .. } => {
                format!("the memory at {address:#010x} is filled twice")
            }
            AsmError::ReplacedData { address, .. } => {
                format!("the data at {address:#010x} are replaced")
            }
            AsmError::ExternLimit { size, limit } => {
                format!(
                    "{size} bytes of `.extern` variables are too many: there is room for {limit}"
                )
            }
            AsmError::TooMany {
                errors,
                warnings,
                more,
            } => too_many(*errors, *warnings, *more),
            _ => String::new(),
        }
    }
}

/// What an operand was found to be; [`AsmError::OperandKind`] names it.
pub(crate) const LABEL: &str = "a label";
pub(crate) const CONSTANT: &str = "a constant";

/// Whether a word begins like a number.
pub(crate) fn is_numeric(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn too_many(errors: usize, warnings: usize, more: bool) -> String {
    let counted = |count: usize, noun| plural(count, noun).replacen(' ', " more ", 1);
    match (errors, warnings) {
        _ if more => format!(
            "more than {} more errors are not shown",
            errors / 1000 * 1000
        ),
        (1, 0) | (0, 1) => {
            let noun = if errors == 1 { "error" } else { "warning" };
            format!("1 more {noun} is not shown")
        }
        (_, 0) => format!("{} are not shown", counted(errors, "error")),
        (0, _) => format!("{} are not shown", counted(warnings, "warning")),
        _ => format!(
            "{} and {} are not shown",
            counted(errors, "error"),
            plural(warnings, "warning")
        ),
    }
}

/// A number as written, with its value if that is not the same.
fn quoted(text: &str, value: i64) -> String {
    if text == value.to_string() {
        format!("`{text}`")
    } else {
        format!("`{text}` (= {value})")
    }
}

/// What an operand should have been, with its article.
pub(crate) fn wanted_name(wanted: Wanted) -> String {
    match wanted {
        Wanted::Register(Bank::Int | Bank::Hidden) => "an integer register".to_owned(),
        Wanted::Register(Bank::Float) => "a floating-point register".to_owned(),
        Wanted::Base => "a register in parentheses".to_owned(),
        Wanted::Pair => "a register that another one follows".to_owned(),
        Wanted::Number => "a number".to_owned(),
        Wanted::Label => "a label".to_owned(),
        Wanted::Name("csr") => "a control register".to_owned(),
        Wanted::Name("rm") => "a rounding mode".to_owned(),
        Wanted::Name(name) => format!("a name for `{name}`"),
    }
}

/// `1, 2 or 3`
pub(crate) fn counts(want: &[usize]) -> String {
    let mut sorted = want.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let texts: Vec<String> = sorted.iter().map(usize::to_string).collect();
    match &texts[..] {
        [] => "another number".to_owned(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// `1 operand`, `2 operands`
pub(crate) fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}
