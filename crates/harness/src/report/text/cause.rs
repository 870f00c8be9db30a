//! The most probable cause of a failure: where to look, and why.

use super::{BOLD, TextOptions, painted};
use crate::cause::{Cause, CausePlace, Confidence};
use std::fmt::Write as _;

/// Where to look first, and what seems to be wrong there.
pub(super) fn show(out: &mut String, cause: &Cause, options: &TextOptions) {
    let Some(first) = cause.places.first() else {
        return;
    };
    let begin = match cause.confidence {
        Confidence::Certain => "Cause",
        Confidence::Likely | Confidence::Possible => "Look first at",
    };
    let place = painted(&first.words(), BOLD, options);
    let text = match first.text.is_empty() {
        true => String::new(),
        false => format!(" `{}`", first.text),
    };
    let colon = if begin == "Cause" { ":" } else { "" };
    let (function, kind) = (&first.function, cause.kind.words());
    let others = others(cause, first);
    let _ = writeln!(
        out,
        "  {begin}{colon} {place}{text}, in `{function}`{others}: {kind}."
    );
    for line in wrapped(&cause.words, options.page.width.max(40) - 2) {
        let _ = writeln!(out, "  {line}");
    }
}

/// ` (or at line 12 or 15)`
fn others(cause: &Cause, first: &CausePlace) -> String {
    let file = format!("{}:", first.file);
    let others: Vec<String> = { cause.places.iter().skip(1) }
        .map(|place| place.words().replacen(&file, "line ", 1))
        .collect();
    match others.is_empty() {
        true => String::new(),
        false => format!(" (or at {})", others.join(" or ")),
    }
}

/// A text in lines of at most so many characters, if its words allow.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
