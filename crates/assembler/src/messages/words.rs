//! Words that several faults share: counts, names of operands, numbers as they are written.

use machine::isa::Bank;

use crate::messages::error::{LoadFailure, WantedOperand};

/// What an operand was found to be; [`AsmError::OperandKind`] names it.
pub(crate) const LABEL: &str = "a label";
pub(crate) const CONSTANT: &str = "a constant";

/// Whether a word begins like a number.
pub(crate) fn is_numeric(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word is a number with a fraction or an exponent.
pub(crate) fn is_fraction(word: &str) -> bool {
    is_numeric(word) && word.parse::<f64>().is_ok() && word.parse::<i64>().is_err()
}

/// How many faults are not shown.
pub(crate) fn too_many(errors: usize, warnings: usize, more: bool) -> String {
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

/// Why a file is missing.
pub(crate) fn load_title(path: &str, why: &LoadFailure) -> String {
    match why {
        LoadFailure::NotFound => format!("cannot find `{path}`"),
        LoadFailure::NotAllowed => format!("reading `{path}` is not allowed"),
        LoadFailure::Unreadable(why) => format!("cannot read `{path}`: {why}"),
        LoadFailure::TooLarge => format!("`{path}` is too large"),
    }
}

/// A number as written, with its value if that is not the same.
pub(crate) fn quoted(text: &str, value: i64) -> String {
    if text == value.to_string() {
        format!("`{text}`")
    } else {
        format!("`{text}` (= {value})")
    }
}

/// What an operand should have been, with its article.
pub(crate) fn wanted_name(wanted: WantedOperand) -> String {
    match wanted {
        WantedOperand::Register(Bank::Int | Bank::Hidden) => "an integer register".to_owned(),
        WantedOperand::Register(Bank::Float) => "a floating-point register".to_owned(),
        WantedOperand::Base => "a register in parentheses".to_owned(),
        WantedOperand::Pair => "a register that is followed by another one".to_owned(),
        WantedOperand::Number => "a number".to_owned(),
        WantedOperand::Label => "a label".to_owned(),
        WantedOperand::Name("csr") => "a control register".to_owned(),
        WantedOperand::Name("rm") => "a rounding mode".to_owned(),
        WantedOperand::Name(name) => format!("a name for `{name}`"),
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
