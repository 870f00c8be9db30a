//! The words of an expression.

use super::ExprError;
use assembler::literal;

/// One word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(i64),
    /// A number with a fraction.
    Real(f64),
    Name(String),
    Sign(&'static str),
}

/// Signs, the longer ones first.
const SIGNS: [&str; 23] = [
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "[", "]", "+", "-", "*", "/", "%",
    "<", ">", "!", "~", "&", "|",
];

/// Takes a text apart.
pub(super) fn lex(text: &str) -> Result<Vec<Token>, ExprError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            let (token, length) = numeral(rest)?;
            tokens.push(token);
            length
        } else if is_name_start(first) {
            let length = name_length(rest);
            tokens.push(Token::Name(rest[..length].to_owned()));
            length
        } else if first == '\'' {
            let (value, length) = character(rest)?;
            tokens.push(Token::Number(value));
            length
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            sign.len()
        } else if first == '^' {
            tokens.push(Token::Sign("^"));
            1
        } else if first == '=' {
            return Err(ExprError::Syntax(
                "`=` does not compare: write `==` (`set` changes registers and memory)".to_owned(),
            ));
        } else {
            return Err(ExprError::Syntax(format!(
                "`{}` has no meaning here",
                first.escape_debug()
            )));
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '.' | '$')
}

fn name_length(text: &str) -> usize {
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$')));
    end.unwrap_or(text.len())
}

/// A number at the beginning of a text, and its length: whole as assemblers write it, or `1.5`, `2e-3`.
fn numeral(text: &str) -> Result<(Token, usize), ExprError> {
    let length = name_length(text);
    let word = &text[..length];
    let is_prefixed = word.starts_with("0x") || word.starts_with("0X");
    let signed = text[length..].strip_prefix(['-', '+']);
    let power = signed.filter(|_| !is_prefixed && word.ends_with(['e', 'E']));
    let power = power.map_or(0, |rest| 1 + name_length(rest));
    let whole = &text[..length + power];
    let is_real = !is_prefixed && (power > 0 || word.contains(['.', 'e', 'E']));
    match whole.parse().ok().filter(|_| is_real) {
        Some(real) => Ok((Token::Real(real), whole.len())),
        None => Ok((Token::Number(number(word)?), length)),
    }
}

/// A number as assemblers write it.
pub(crate) fn number(text: &str) -> Result<i64, ExprError> {
    let fits = literal::number(text).filter(|value| *value <= i64::from(u32::MAX));
    fits.ok_or_else(|| ExprError::Syntax(format!("`{text}` is not a 32-bit number")))
}

/// The character that a backslash with this one stands for; any other stands for itself.
pub(crate) fn unescaped(c: char) -> char {
    let byte = u8::try_from(c).ok().and_then(literal::escaped);
    byte.map_or(c, char::from)
}

fn character(text: &str) -> Result<(i64, usize), ExprError> {
    let mut chars = text.char_indices().skip(1);
    let wrong = || ExprError::Syntax("write a character like 'a' or '\\n'".to_owned());
    let value = match chars.next().ok_or_else(wrong)?.1 {
        '\\' => unescaped(chars.next().ok_or_else(wrong)?.1),
        plain => plain,
    };
    match chars.next() {
        Some((end, '\'')) => Ok((i64::from(u32::from(value)), end + 1)),
        _ => Err(wrong()),
    }
}
