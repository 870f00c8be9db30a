//! The classic one-line messages, word for word, for those who compare with them.

use crate::messages::error::{AsmError, Direction, LoadFailure, Located, Wanted};

/// The classic message for a fault, without its place.
pub fn message(error: &AsmError) -> String {
    match error {
        AsmError::OpenString | AsmError::OpenCharacter | AsmError::BadCharacter { .. } => {
            "unclosed string".into()
        }
        AsmError::NotAscii { character } => {
            format!("unexpected non-ascii character: '{character}'")
        }
        AsmError::LateLabel { name } => format!("label {name} in the middle of an instruction"),
        AsmError::UnknownDirective { name } => format!("unknown assembler directive {name}"),
        AsmError::DirectiveCount { .. } => "wrong # of arguments".into(),
        AsmError::DirectiveOperand { text, .. } | AsmError::NotConstant { text } => {
            format!("{text} not a valid argument")
        }
        AsmError::BadAlignment { low, high, .. } => {
            format!(".align argument must be between {low} and {high}, inclusive")
        }
        AsmError::DataRange {
            directive, text, ..
        } => {
            format!(
                "invalid {} {text} too big",
                directive.trim_start_matches('.')
            )
        }
        AsmError::BadString { text } => format!("couldn't parse {text} as a string"),
        AsmError::UnknownInstruction { name } => {
            format!("instruction with name {name} not found")
        }
        AsmError::OperandCount { pseudo: true, .. } => "wrong # of arguments".into(),
        AsmError::OperandCount { got, want, .. } => {
            let want = want.first().copied().unwrap_or(0);
            format!("got {got} arguments but expected {want}")
        }
        AsmError::UnknownRegister { text, .. } => format!("register {text} not recognized"),
        AsmError::WrongBank { text, bank } => match bank {
            machine::isa::Bank::Float => {
                format!("Register {text} is not a floating point register")
            }
            _ => format!("Register {text} is not an integer register"),
        },
        AsmError::ImmediateRange {
            text,
            value,
            low,
            high,
            ..
        } => format!(
            "immediate {text} (= {value}) out of range (should be between {low} and {high})"
        ),
        AsmError::OperandKind { text, wanted, .. } => match wanted {
            Wanted::Register(_) | Wanted::Pair | Wanted::Base => {
                format!("register {text} not recognized")
            }
            Wanted::Number | Wanted::Name(_) => format!("undefined symbol: {text}"),
            Wanted::Label => format!("label {text} used but not defined"),
        },
        AsmError::TooFar { target, .. } => format!("branch to {target} too far"),
        AsmError::DuplicateLabel { name, .. } => format!("label {name} defined twice"),
        AsmError::UndefinedSymbol {
            name, branch: true, ..
        } => format!("could not find label {name}"),
        AsmError::UndefinedSymbol { name, .. } => format!("label {name} used but not defined"),
        AsmError::DuplicateGlobal { name, .. } => {
            format!("label {name} defined global in two different files")
        }
        AsmError::RedefinedConstant { name, .. } => format!("attempt to redefine {name}"),
        AsmError::MissingLocal {
            number,
            direction,
            defined,
        } => missing_local(number, *direction, *defined),
        AsmError::Load {
            path,
            relative,
            importer,
            why,
        } => load(path, *relative, importer.as_ref(), why),
        AsmError::NumericTarget { branch: true, .. } => {
            "Interpreting the label as an offset!; ".into()
        }
        AsmError::NumericTarget { .. } => "Interpreting label as offset!; ".into(),
        AsmError::SymbolIsRegister { .. } => {
            "You are using the load pseudoinstruction which takes in rd, symbol and the symbol \
             matches a register name."
                .into()
        }
        other => other.title().replace('`', ""),
    }
}

/// Whether the classic program reports this fault at all: it knows few warnings.
pub fn is_reported(fault: &Located) -> bool {
    match fault.error {
        AsmError::NumericTarget { .. } | AsmError::SymbolIsRegister { .. } => true,
        AsmError::IgnoredDirective { .. } => true,
        AsmError::TooMany { .. } => false,
        _ => !fault.error.is_warning(),
    }
}

fn missing_local(number: &str, direction: Direction, defined: bool) -> String {
    let way = match direction {
        Direction::Forward => "forward",
        Direction::Backward => "backward",
    };
    if defined {
        format!(
            "The number label '{number}' has been defined but couldn't be found in {way} direction."
        )
    } else {
        format!("The number label '{number}' has not been defined!")
    }
}

fn load(
    path: &str,
    relative: bool,
    importer: Option<&crate::messages::error::Importer>,
    why: &LoadFailure,
) -> String {
    let Some(importer) = importer else {
        return format!("Could not find the file: {path}");
    };
    let by = format!(
        "This library was imported by Import(path={}, relative={}).",
        importer.name, importer.relative
    );
    match why {
        LoadFailure::NotFound => {
            let from = if relative {
                "relative path from the file"
            } else {
                "absolute path (CWD)"
            };
            format!("Could not find the library: {path} from the {from}. {by}")
        }
        _ => format!("Could not load the library: {path} {by}"),
    }
}
