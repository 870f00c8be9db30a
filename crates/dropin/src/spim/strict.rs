//! What `jal run` accepts in a program for SPIM, and SPIM does not; and where statements begin and end.

use super::assembly::SpimFile;
use assembler::AsmError;
use diag::Span;
use runtime::Target;

/// Directives that need a value.
const DATA: [&str; 7] = [
    ".word", ".half", ".byte", ".float", ".double", ".ascii", ".asciiz",
];

/// A mistake, and how much of the file is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub words: String,
    /// Where it shows.
    pub at: usize,
    /// Where the file is cut.
    pub cut: usize,
}

impl Fault {
    /// The message, with the line and a mark under the place.
    pub(super) fn message(&self, file: &SpimFile) -> String {
        let text = &file.text;
        let at = self.at.min(text.len());
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let rest = text.get(start..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("");
        let number = before.matches('\n').count() + 1;
        let column = text
            .get(start..at)
            .map_or(0, |before| before.chars().count());
        let (words, name) = (&self.words, &file.name);
        format!(
            "spim: (parser) {words} on line {number} of file {name}\n\t  {line}\n\t  {}^\n",
            " ".repeat(column)
        )
    }
}

/// A word of a statement with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word<'t> {
    text: &'t str,
    at: usize,
}

/// The first thing that SPIM does not accept.
pub(super) fn first_fault(file: &SpimFile, pseudos: bool) -> Option<Fault> {
    let mut allows_at = false;
    for (start, statement) in statements(&file.text) {
        let words = words(statement, start);
        let syntax = |at: usize, cut: usize| {
            let words = "syntax error".to_owned();
            Some(Fault { words, at, cut })
        };
        let (labels, rest) = split_labels(&words);
        if let Some(label) = labels
            .iter()
            .find(|label| is_instruction(label.text, pseudos))
        {
            return syntax(label.at + label.text.len(), label.at);
        }
        if let [_, second, ..] = labels[..] {
            return syntax(second.at, second.at);
        }
        let Some(head) = rest.first() else { continue };
        let lower = head.text.to_ascii_lowercase();
        if lower != head.text && is_instruction(&lower, pseudos) {
            let at = rest
                .get(1)
                .map_or(head.at + head.text.len(), |next| next.at);
            return syntax(at, head.at);
        }
        if head.text == ".set" {
            let noat = rest.get(1).is_some_and(|word| word.text == "noat");
            let at = rest.get(1).is_some_and(|word| word.text == "at");
            allows_at = noat || allows_at && !at;
        }
        if let Some(plus) = stray_sign(rest) {
            return syntax(plus, head.at);
        }
        if DATA.contains(&head.text) && rest.len() == 1 {
            return syntax(head.at + head.text.len(), head.at);
        }
        if head.text == ".globl" && rest.len() > 2 {
            return syntax(rest[2].at, head.at);
        }
        let register = rest
            .iter()
            .skip(1)
            .find(|word| word.text == "$at" || word.text == "$1");
        if let Some(register) = register.filter(|_| !allows_at) {
            let words = "Register 1 is reserved for assembler".to_owned();
            return Some(Fault {
                words,
                at: register.at,
                cut: head.at,
            });
        }
    }
    None
}

/// A sign where SPIM wants none: a plus that belongs to a number, or a minus between values.
fn stray_sign(words: &[Word<'_>]) -> Option<usize> {
    let mut before = words.first()?;
    for word in words.iter().skip(1) {
        let after_value = before
            .text
            .starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_head = std::ptr::eq(before, &words[0]);
        // `1.5e-3` is one number.
        let is_exponent = before.text.ends_with(['e', 'E'])
            && before.text.starts_with(|c: char| c.is_ascii_digit());
        match word.text {
            _ if is_exponent => {}
            "+" if is_head || !after_value => return Some(word.at),
            "-" if after_value && !is_head => {
                let touches = before.at + before.text.len() == word.at;
                if touches {
                    return Some(word.at);
                }
            }
            _ => {}
        }
        before = word;
    }
    None
}

fn is_instruction(name: &str, pseudos: bool) -> bool {
    let desc = Target::Mips.desc();
    let pseudo = || {
        let active = assembler::SPIM.pseudos;
        desc.pseudos
            .iter()
            .any(|p| p.name == name && p.dialects.meets(active))
    };
    desc.rows.iter().any(|row| row.name == name) || pseudos && pseudo()
}

/// The labels at the start of a statement, and the rest.
fn split_labels<'a, 't>(words: &'a [Word<'t>]) -> (Vec<Word<'t>>, &'a [Word<'t>]) {
    let (mut labels, mut rest) = (Vec::new(), words);
    while let [name, colon, after @ ..] = rest
        && colon.text == ":"
    {
        labels.push(*name);
        rest = after;
    }
    (labels, rest)
}

/// The statements of a text without comments, with their places.
fn statements(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, end) in breaks(text) {
        found.push((start, &text[start..at]));
        start = end;
    }
    found.push((start, &text[start..]));
    found
}

/// Where statements end, and the next begin: at line ends and `;`, but not in strings; a comment is
/// part of what is between.
fn breaks(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut quote, mut comment) = (Vec::new(), None, None);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => {
                found.push((comment.take().unwrap_or(at), at + 1));
                quote = None;
            }
            _ if comment.is_some() => {}
            b'\\' if quote.is_some() && bytes.get(at + 1) != Some(&b'\n') => at += 1,
            b'"' | b'\'' if quote == Some(bytes[at]) => quote = None,
            _ if quote.is_some() => {}
            b'"' | b'\'' => quote = Some(bytes[at]),
            b'#' => comment = Some(at),
            b';' => found.push((at, at + 1)),
            _ => {}
        }
        at += 1;
    }
    if let Some(comment) = comment {
        found.push((comment, bytes.len()));
    }
    found
}

/// The words of a statement: names, numbers, strings, and single signs.
fn words(statement: &str, start: usize) -> Vec<Word<'_>> {
    let is_name = |c: char| c.is_alphanumeric() || "._$".contains(c);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = statement[at..].chars().next() {
        let rest = &statement[at..];
        let len = match first {
            _ if first.is_whitespace() || first == ',' => {
                at += first.len_utf8();
                continue;
            }
            '"' | '\'' => {
                let mut escaped = false;
                let close = rest.char_indices().skip(1).find(|(_, c)| {
                    let closes = *c == first && !escaped;
                    escaped = *c == '\\' && !escaped;
                    closes
                });
                close.map_or(rest.len(), |(end, _)| end + 1)
            }
            _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let text = &rest[..len];
        found.push(Word {
            text,
            at: start + at,
        });
        at += len;
    }
    found
}

/// Where the statement that `at` is in begins, after its labels.
pub(super) fn statement_start(text: &str, at: usize) -> usize {
    let mut before = statements(text).into_iter().rev();
    let Some((start, statement)) = before.find(|(start, _)| *start <= at) else {
        return 0;
    };
    let words = words(statement, start);
    let (_, rest) = split_labels(&words);
    rest.first().map_or(at, |head| head.at).min(at)
}

/// Where it ends.
pub(super) fn statement_end(text: &str, at: usize) -> usize {
    let found = breaks(text).into_iter().find(|(end, _)| *end >= at);
    found.map_or(text.len(), |(end, _)| end)
}

/// Where SPIM notices a mistake: it takes an unknown instruction for a name, and stumbles over the word
/// after it.
pub(super) fn token_after(text: &str, span: Span, error: &AsmError) -> usize {
    let at = span.start as usize;
    if !matches!(
        error,
        AsmError::UnknownInstruction { .. } | AsmError::UnknownDirective { .. }
    ) {
        return at;
    }
    let end = statement_end(text, at);
    let rest = words(text.get(at..end).unwrap_or(""), at);
    rest.get(1).map_or(end, |next| next.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        let file = SpimFile {
            name: "f.s".to_owned(),
            text: text.to_owned(),
        };
        let found = first_fault(&file, true);
        let left = found.as_ref().map(|fault| &text[..fault.cut]);
        assert_eq!(left, expect, "{text}");
    }

    #[test]
    fn what_spim_does_not_accept() {
        check(
            "main: li $t0, 5 # LI +\n.data\nx: .asciiz \"B: \\\" LI\"; y: .word 1",
            None,
        );
        check("nop\n LI $t0, 5", Some("nop\n "));
        check("x: .word 1\nb: .space 4", Some("x: .word 1\n"));
        check("a: c: nop", Some("a: "));
        check("li $t0, +5", Some(""));
        check("lw $t0, x+4($t1)", None);
        check("lw $t0, x-4", Some(""));
        check("li $t0, -4", None);
        check("li.s $f0, 1.5e-3", None);
        check(".globl main, x", Some(""));
        check("move $at, $t0", Some(""));
        check(
            ".set noat\nmove $at, $t0\n.set at\nmove $t0, $at",
            Some(".set noat\nmove $at, $t0\n.set at\n"),
        );
    }

    #[test]
    fn statements_end_at_semicolons_and_lines() {
        let text = "a: add $1, $2; sub '#' # x; y\n.asciiz \"; #\"";
        let found: Vec<&str> = statements(text).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, ["a: add $1, $2", " sub '#' ", ".asciiz \"; #\""]);
        assert_eq!(statement_start(text, 9), 3);
        assert_eq!(statement_start(text, 17), 15);
        assert_eq!(statement_end(text, 3), 13);
    }

    #[test]
    fn a_message_shows_the_line() {
        let file = SpimFile {
            name: "f.s".to_owned(),
            text: "nop\nfoo $t0\n".to_owned(),
        };
        let fault = Fault {
            words: "syntax error".to_owned(),
            at: 8,
            cut: 4,
        };
        let expect = "spim: (parser) syntax error on line 2 of file f.s\n\t  foo $t0\n\t      ^\n";
        assert_eq!(fault.message(&file), expect);
    }
}
