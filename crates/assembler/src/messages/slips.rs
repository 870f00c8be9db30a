//! Slips that everybody makes once: other languages' punctuation, a forgotten dot or colon,
//! characters that only look right. Each gets words of its own.
//!
//! The parser asks here when a statement makes no sense. [`explain_line`] looks at the line of a
//! fault that was found later.

use diag::{SourceMap, Span};
use machine::isa::{Idioms, Row};

use crate::messages::environment;
use crate::messages::error::{AsmError, Hint, Located};
use crate::tables::Tables;
use crate::text::lex::{Op, Token, TokenKind};
use crate::text::parse::Parser;

/// Longer lines were not written by people.
const MAX_LINE: usize = 1000;

/// What the parser has understood so far.
impl Parser<'_> {
    /// What was meant by the unknown instruction `word`; the next token follows it.
    pub(crate) fn instruction_hint(&self, word: &str, span: Span) -> Option<Hint> {
        let next = self.peek();
        if next.is_some_and(|t| t.kind == TokenKind::Op(Op::Assign)) {
            return Some(self.assignment_hint(word, span));
        }
        if let Some(hint) = self.step_hint(word, span) {
            return Some(hint);
        }
        let after = self.tokens.get(self.pos + 1);
        if let (Some(name), Some(TokenKind::Op(Op::Assign))) = (next, after.map(|t| t.kind)) {
            let name = self.text(name.span);
            let hint = Hint::titled("`=` does not exist here").label("");
            return Some(hint.and(format!("define a variable in `.data`: `{name}: .word 5`")));
        }
        let lower = word.to_ascii_lowercase();
        if let Some(advice) = foreign(self.tables, &lower) {
            let operand = next.map_or("", |t| self.text(t.span).trim_matches(['{', '}']));
            let operand = match self.tables.register(operand) {
                Some(_) => operand,
                None => "rs",
            };
            let mut hint = Hint::help(advice.replace("{}", operand));
            hint.meant = meant_by(advice);
            return Some(hint);
        }
        if let Some(hint) = c_hint(self.tables, &lower) {
            return Some(hint);
        }
        let statement = next
            .filter(|t| t.kind == TokenKind::Word && !t.comma)
            .map(|t| {
                let text = self.text(t.span);
                self.tables.directive(text).is_some() || self.tables.mnemonic(text).is_some()
            });
        if statement == Some(true) {
            return Some(colon_hint(word, span));
        }
        let dotted = format!(".{lower}");
        self.tables.directive(&dotted)?;
        let hint = Hint::help(format!("a directive begins with a dot: `{dotted}`"));
        Some(hint.patch(span, dotted))
    }

    /// `a0 = 5`, `N = 5`
    fn assignment_hint(&self, left: &str, span: Span) -> Hint {
        let right = self.tokens.get(self.pos + 1..).unwrap_or(&[]);
        let value = match right {
            [first, .., last] => self.text(first.span.to(last.span)),
            [only] => self.text(only.span),
            [] => "5",
        };
        let place = right.last().map_or(span, |last| span.to(last.span));
        let hint = Hint::titled("`=` does not exist here").label("");
        if self.tables.register(left).is_none() {
            let constant = self.tables.dialect.words.constant;
            let constant = constant.replace("{name}", left).replace("{value}", value);
            let hint = hint.and(format!("to name a constant: `{constant}`"));
            return hint.patch(place, constant);
        }
        let idioms = self.tables.isa.idioms;
        let (does, step) = match right {
            _ if self.tables.register(value).is_some() => (
                "to copy a register",
                format!("{} {left}, {value}", idioms.copy[0]),
            ),
            [_] => (
                "to load a number",
                format!("{} {left}, {value}", idioms.load_number),
            ),
            [a, op, b] if let Some(step) = self.sum(left, *a, *op, *b) => ("in one step", step),
            _ => {
                let add = idioms.add;
                let row = self.tables.isa.rows.iter().find(|row| row.name == add);
                let operands = row.map_or_else(String::new, Row::syntax);
                return hint.and(format!(
                    "an instruction does one step at a time: `{add} {operands}`"
                ));
            }
        };
        hint.and(format!("{does}: `{step}`")).patch(place, step)
    }

    /// `t0++`, `t0 += 4`
    fn step_hint(&self, word: &str, span: Span) -> Option<Hint> {
        self.tables.register(word)?;
        let [op, second, rest @ ..] = self.tokens.get(self.pos..)? else {
            return None;
        };
        let add = self.tables.isa.idioms.add_number;
        let step = match (op.kind, second.kind, rest) {
            (TokenKind::Op(Op::Plus), TokenKind::Op(Op::Plus), []) => {
                format!("{add} {word}, {word}, 1")
            }
            (TokenKind::Op(Op::Minus), TokenKind::Op(Op::Minus), []) => {
                format!("{add} {word}, {word}, -1")
            }
            (TokenKind::Op(_), TokenKind::Op(Op::Assign), [value]) => {
                let own = Token { span, ..*value };
                self.sum(word, own, *op, *value)?
            }
            _ => return None,
        };
        let last = rest.last().unwrap_or(second).span;
        let title = format!("`{}` is not an instruction", self.text(span.to(last)));
        let hint = Hint::titled(title).label("").and(format!("write `{step}`"));
        Some(hint.patch(span.to(last), step))
    }

    /// The instruction that adds or subtracts two operands.
    fn sum(&self, rd: &str, a: Token, op: Token, b: Token) -> Option<String> {
        let Idioms {
            add,
            add_number,
            subtract,
            ..
        } = *self.tables.isa.idioms;
        let (a, b) = (self.text(a.span), self.text(b.span));
        self.tables.register(a)?;
        let is_register = self.tables.register(b).is_some();
        Some(match op.kind {
            TokenKind::Op(Op::Plus) if is_register => format!("{add} {rd}, {a}, {b}"),
            TokenKind::Op(Op::Plus) => format!("{add_number} {rd}, {a}, {b}"),
            TokenKind::Op(Op::Minus) if is_register => format!("{subtract} {rd}, {a}, {b}"),
            TokenKind::Op(Op::Minus) => format!("{add_number} {rd}, {a}, -{b}"),
            _ => return None,
        })
    }

    /// What was meant by the label before the colon at `at`, behind the start of a statement.
    pub(crate) fn colon_slip(&self, at: usize, name: Token) -> Option<Hint> {
        let first = self.tokens.get(self.pos)?;
        let (word, label) = (self.text(first.span), self.text(name.span));
        let directive = self.tables.directive(word).is_some();
        let known = directive || self.tables.mnemonic(word).is_some();
        let last = at + 1 == self.tokens.len();
        let colon = self.tokens.get(at)?.span;
        if !known && at == self.pos + 2 && first.kind == TokenKind::Word {
            let joined = format!("{word}_{label}");
            let hint = Hint::titled(format!("`{word} {label}` is not one name"))
                .label("")
                .and(format!("names cannot contain blanks: `{joined}:`"));
            return Some(hint.patch(first.span.to(name.span), joined));
        }
        if known && last {
            let hint = Hint::titled("write `:` only where a label is defined")
                .label("")
                .and(format!("write `{label}` without `:`"));
            return Some(hint.patch(colon, ""));
        }
        directive.then(|| Hint::help(format!("start a new line before `{label}:`")))
    }

    /// What was meant by a token that begins no operand.
    pub(crate) fn operand_slip(&self) -> Option<Hint> {
        let token = self.peek()?;
        let before = self.pos.checked_sub(1).and_then(|k| self.tokens.get(k));
        let after = self.tokens.get(self.pos + 1);
        match token.kind {
            TokenKind::Close => match before.filter(|t| t.kind == TokenKind::Open) {
                Some(open) => {
                    let name = self.pos.checked_sub(2).and_then(|k| self.tokens.get(k));
                    let name = name.map_or("", |t| self.text(t.span));
                    let hint = Hint::titled("there is nothing between the parentheses")
                        .and(format!("write `{name}` without `()`"));
                    Some(hint.patch(open.span.to(token.span), ""))
                }
                None => {
                    let hint = Hint::titled("this `)` closes nothing").and("remove it");
                    Some(hint.patch(token.span, ""))
                }
            },
            TokenKind::Op(Op::Assign) => {
                let start = before.map_or(token.span.start, |t| t.span.end);
                let place = Span::new(token.span.file, start, token.span.end);
                let hint = Hint::titled("`=` does not exist here").and("write a comma");
                Some(hint.patch(place, ","))
            }
            TokenKind::Op(Op::Percent) => self.percent_slip(token, *after?),
            _ => None,
        }
    }

    fn percent_slip(&self, percent: Token, after: Token) -> Option<Hint> {
        let name = self.text(after.span);
        if self.tables.register(name).is_some() {
            let hint = Hint::titled("write registers without `%`").and(format!("write `{name}`"));
            return Some(hint.patch(percent.span, ""));
        }
        let mut known = self.tables.dialect.modifiers.iter();
        if known.any(|(n, _)| *n == name) {
            let hint = Hint::titled(format!("`%{name}` needs parentheses"));
            return Some(hint.and(format!("write `%{name}(label)`")));
        }
        let open = self.tokens.get(self.pos + 2)?;
        let functions = self.tables.dialect.modifiers.iter();
        let functions: Vec<String> = functions.map(|(n, _)| format!("`%{n}(…)`")).collect();
        (open.kind == TokenKind::Open).then(|| {
            Hint::titled(format!("there is no function `%{name}`"))
                .and(format!("the functions are {}", functions.join(", ")))
        })
    }
}

/// What to write instead of a word of another assembly language.
pub(crate) fn foreign(tables: &Tables, word: &str) -> Option<&'static str> {
    let mut words = tables.dialect.foreign.iter().copied().flatten();
    words.find(|(w, _)| *w == word).map(|(_, advice)| *advice)
}

/// What the advice about a foreign word says to write in its place, if that is all there is to do.
pub(crate) fn meant_by(advice: &str) -> Vec<String> {
    let keys = ["it is ", "only: use ", "here: write "];
    let rest = keys.iter().find_map(|key| advice.split_once(key));
    let parts: Vec<&str> = rest.map_or("", |(_, rest)| rest).split('`').collect();
    let whole = |tail: &str| {
        tail.is_empty()
            || [":", " to ", ", which also"]
                .iter()
                .any(|t| tail.starts_with(t))
    };
    match parts[..] {
        ["", name, tail, ..] if whole(tail) => vec![name.to_owned()],
        ["", one, " for a register, and ", other, ..] => vec![one.to_owned(), other.to_owned()],
        _ => Vec::new(),
    }
}

/// What to write instead of a word of C.
fn c_hint(tables: &Tables, word: &str) -> Option<Hint> {
    let [a, b, ..] = tables.dialect.words.spare;
    let help = match word {
        "if" | "else" | "switch" | "case" => {
            format!(
                "compare and branch instead: `beq {a}, {b}, label` goes to `label:` if they are equal"
            )
        }
        "while" | "for" | "do" => {
            format!("a loop is a label and a branch back to it: `loop:` … `bne {a}, {b}, loop`")
        }
        "continue" => format!("jump to a label: `{} label`", tables.isa.idioms.jump[0]),
        _ if word.starts_with(['{', '}']) => {
            "there are no braces: a label begins a part, and a branch or jump leaves it".to_owned()
        }
        "char" | "short" | "long" | "unsigned" | "void" | "float" | "double" | "static"
        | "const" => {
            "there are no types: define a variable in `.data`, as in `x: .word 5`".to_owned()
        }
        _ => {
            let calls = environment::in_place_of(tables, word);
            let hint = calls.into_iter().fold(Hint::default(), Hint::and);
            return (!hint.help.is_empty()).then_some(hint);
        }
    };
    Some(Hint::help(help))
}

/// A label without its colon.
pub(crate) fn colon_hint(word: &str, span: Span) -> Hint {
    let end = Span::new(span.file, span.end, span.end);
    Hint::help(format!("a label ends with `:`, as in `{word}:`")).patch(end, ":")
}

/// Better words for a fault, from the text of its line: the place and the hint.
pub(crate) fn explain_line(
    tables: &Tables,
    sources: &SourceMap,
    fault: &Located,
) -> Option<(Span, Hint)> {
    let word = match &fault.error {
        AsmError::UnknownInstruction { name } | AsmError::UnknownDirective { name } => Some(name),
        AsmError::Unexpected { .. }
        | AsmError::BadString { .. }
        | AsmError::DirectiveCount { .. }
        | AsmError::DirectiveOperand { .. }
        | AsmError::LateLabel { .. }
        | AsmError::OperandCount { .. }
        | AsmError::OperandKind { .. }
        | AsmError::UnknownRegister { .. }
        | AsmError::UndefinedSymbol { .. } => None,
        _ => return None,
    };
    let span = fault.span?;
    let number = sources.position(span.file, span.start).line;
    let line = sources.line_text(span.file, number);
    if line.len() > MAX_LINE {
        return None;
    }
    let start = sources.line_span(span.file, number)?.start;
    let place = |at: usize, len: usize| {
        let at = start + at as u32;
        Span::new(span.file, at, at + len as u32)
    };
    let code = code_of(line, tables.dialect.lexical.comment);
    if let Some(hint) = slash_hint(tables, line, code.len(), |at| place(at, 2))
        && span.start + 1 >= start + code.len() as u32
    {
        return Some((span, hint));
    }
    let concerns = |text: &str| word.is_none_or(|w| w.contains(text));
    for (at, c) in outside_of_literals(code) {
        let name = look_alike(c).filter(|_| concerns(c.encode_utf8(&mut [0; 4])));
        if let Some((what, plain)) = name {
            let (len, text) = plain_text(&code[at..]);
            let hint = look_alike_hint(c, what, plain);
            return Some((place(at, c.len_utf8()), hint.patch(place(at, len), text)));
        }
        match c {
            ';' if concerns(";") && !tables.dialect.lexical.separators => {
                let comment = char::from(tables.dialect.lexical.comment);
                let hint = Hint::stray("`;` has no meaning here").and(format!(
                    "comments start with `{comment}`, and each line holds one instruction"
                ));
                let (rest, one) = (code[at + 1..].trim_end(), place(at, 1));
                let known = |part: &&str| {
                    let word = part.split_whitespace().next().unwrap_or("");
                    tables.mnemonic(word).is_some() || tables.directive(word).is_some()
                };
                let parts = rest.split(';').map(str::trim);
                let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
                let hint = match parts.iter().all(known) {
                    true => {
                        let lines = parts.iter().map(|part| format!("\n    {part}"));
                        hint.patch(place(at, 1 + rest.len()), lines.collect::<String>())
                    }
                    false => hint.patch(one, comment),
                };
                return Some((one, hint));
            }
            '[' if concerns("[") => {
                let len = code[at..].find(']').map_or(1, |end| end + 1);
                let hint = match bracket_hint(tables, code, at, len) {
                    (hint, Some((from, right))) => hint.patch(place(from, at + len - from), right),
                    (hint, None) => hint,
                };
                return Some((place(at, len), hint));
            }
            _ => {}
        }
    }
    if word.is_none() {
        return Some((span, number_sign_hint(fault, line, code, place)?));
    }
    None
}

/// `li a0, #5`, where `#` begins a comment.
fn number_sign_hint(
    fault: &Located,
    line: &str,
    code: &str,
    place: impl Fn(usize, usize) -> Span,
) -> Option<Hint> {
    let short = match &fault.error {
        AsmError::OperandCount { .. } | AsmError::DirectiveCount { .. } => true,
        AsmError::Unexpected { text, .. } => text.is_empty(),
        _ => false,
    };
    let comment = line.get(code.len()..)?.strip_prefix('#')?;
    let word = comment.split_whitespace().next()?;
    let number = word
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    let alone = comment.trim() == word;
    let last = code.trim_end().ends_with(',');
    (short && number && (last || alone)).then(|| {
        Hint::help(format!(
            "`#` starts a comment, so `{word}` is not read: remove the `#`"
        ))
        .patch(place(code.len(), 1), "")
    })
}

/// `// text` where comments start with another character.
fn slash_hint(
    tables: &Tables,
    line: &str,
    at: usize,
    place: impl Fn(usize) -> Span,
) -> Option<Hint> {
    let lexical = &tables.dialect.lexical;
    let slashes = !lexical.slash_comments && line.get(at..)?.starts_with("//");
    slashes.then(|| {
        let right = char::from(lexical.comment);
        let hint = Hint::stray("`//` does not start a comment here");
        let hint = hint.and(format!("comments start with `{right}`"));
        hint.patch(place(at), right)
    })
}

/// The line up to its comment.
fn code_of(line: &str, comment: u8) -> &str {
    let mut before = ' ';
    for (at, c) in outside_of_literals(line) {
        let slashes = line[at..].starts_with("//") && before.is_whitespace();
        if c == char::from(comment) || slashes {
            return &line[..at];
        }
        before = c;
    }
    line
}

/// The characters that are not inside of a string or character literal.
fn outside_of_literals(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    let mut escaped = false;
    text.char_indices().filter(move |(_, c)| {
        let inside = quote.is_some();
        match quote {
            _ if escaped => escaped = false,
            Some(_) if *c == '\\' => escaped = true,
            Some(open) if *c == open => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(*c),
            _ => {}
        }
        !inside
    })
}

/// Memory written with brackets; where the right text goes from, if that is certain.
fn bracket_hint(
    tables: &Tables,
    code: &str,
    at: usize,
    len: usize,
) -> (Hint, Option<(usize, String)>) {
    let inner = code[at..at + len].trim_matches(['[', ']']);
    let words = inner.split(|c: char| c.is_whitespace() || matches!(c, ',' | '+' | '#'));
    let words: Vec<&str> = words.filter(|w| !w.is_empty()).collect();
    let before = code[..at]
        .rsplit(|c: char| c.is_whitespace() || c == ',')
        .next();
    let offset = before.filter(|b| !b.is_empty());
    let register = words.iter().find(|w| tables.register(w).is_some());
    let number = words.iter().find(|w| {
        w.trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit())
    });
    let hint = Hint::stray("this language does not use brackets");
    match register {
        Some(register) => {
            let from = at - offset.map_or(0, str::len);
            let offset = offset.or(number.copied()).unwrap_or("0");
            let right = format!("{offset}({register})");
            let hint = hint.and(format!("write memory with parentheses: `{right}`"));
            (hint, Some((from, right)))
        }
        None => {
            let spare = tables.dialect.words.spare[0];
            let hint = hint.and(format!(
                "write memory with an address in a register, as in `0({spare})`"
            ));
            (hint, None)
        }
    }
}

fn look_alike_hint(c: char, what: &str, plain: &str) -> Hint {
    let code = u32::from(c);
    let title = format!("the character U+{code:04X} ({what}) does not belong here");
    let hint = Hint::stray(title);
    match plain {
        "" => hint.and("remove it"),
        " " => hint.and("write a plain blank"),
        _ => hint.and(format!("write a plain `{plain}`")),
    }
}

/// The text up to its last look-alike: its length, and what it should be.
fn plain_text(text: &str) -> (usize, String) {
    let (mut len, mut out, mut kept) = (0, String::new(), 0);
    for (at, c) in text.char_indices() {
        match look_alike(c) {
            Some((_, plain)) => {
                out.push_str(plain);
                (len, kept) = (at + c.len_utf8(), out.len());
            }
            None => out.push(c),
        }
    }
    out.truncate(kept);
    (len, out)
}

/// What a character is, and the plain one that it looks like.
fn look_alike(c: char) -> Option<(&'static str, &'static str)> {
    Some(match c {
        '\u{a0}' | '\u{202f}' => ("a no-break space", " "),
        '\u{2000}'..='\u{200a}' | '\u{205f}' | '\u{3000}' => ("a wide or narrow space", " "),
        '\u{2212}' => ("a minus sign", "-"),
        '\u{2010}'..='\u{2015}' => ("a dash", "-"),
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{b4}' => {
            ("a typographic quote", "'")
        }
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => ("a typographic quote", "\""),
        '\u{d7}' => ("a multiplication sign", "*"),
        '\u{ff0c}' | '\u{3001}' => ("a wide comma", ","),
        '\u{ff1a}' => ("a wide colon", ":"),
        '\u{ff08}' => ("a wide parenthesis", "("),
        '\u{ff09}' => ("a wide parenthesis", ")"),
        '\u{ff03}' => ("a wide number sign", "#"),
        '\u{430}' => ("a Cyrillic letter", "a"),
        '\u{441}' => ("a Cyrillic letter", "c"),
        '\u{435}' => ("a Cyrillic letter", "e"),
        '\u{456}' => ("a Cyrillic letter", "i"),
        '\u{43e}' => ("a Cyrillic letter", "o"),
        '\u{440}' => ("a Cyrillic letter", "p"),
        '\u{455}' => ("a Cyrillic letter", "s"),
        '\u{445}' => ("a Cyrillic letter", "x"),
        '\u{443}' => ("a Cyrillic letter", "y"),
        _ if diag::is_invisible(c) => ("invisible", ""),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expect: &str) {
        assert_eq!(code_of(line, b'#'), expect);
    }

    #[test]
    fn comments_are_cut() {
        check("li a0, 5 # five", "li a0, 5 ");
        check("li a0, '#' # x", "li a0, '#' ");
        check(".string \"a\\\"#\" // x", ".string \"a\\\"#\" ");
        check("li a0, 4//2", "li a0, 4//2");
    }
}
