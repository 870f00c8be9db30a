//! Floating-point numbers among data.

use diag::Span;

use crate::dialect::NumberRules;
use crate::messages::error::{AsmError, Hint};
use crate::text::expr;
use crate::text::lex::{Op, TokenKind};
use crate::text::parse::Parser;

impl Parser<'_> {
    /// The values of `.float` and `.double`.
    pub(crate) fn floats(&mut self, name: &str, span: Span, size: u8) {
        let (start, first) = (self.parsed.bytes.len(), self.parsed.relocs.len());
        while let Some(token) = self.peek() {
            let at = self.parsed.bytes.len();
            let sign = match token.kind {
                TokenKind::Op(Op::Minus) => "-",
                TokenKind::Op(Op::Plus) => "+",
                _ => "",
            };
            self.pos += usize::from(!sign.is_empty());
            let word = self.peek().filter(|t| t.kind == TokenKind::Word);
            self.pos += 1;
            let place = word.map_or(token.span, |w| token.span.to(w.span));
            let text = word.map_or("", |w| self.text(w.span));
            let bits = self.tables.dialect.float_bits || !has_radix(text);
            match float_bytes(sign, text, size).filter(|_| bits) {
                Some(bytes)
                    if self.tables.dialect.loose_data && is_too_large(bytes, size, text) =>
                {
                    let (directive, text) = (name.to_owned(), self.text(place).to_owned());
                    self.error(AsmError::FloatRange { directive, text }, place);
                }
                Some(bits) => {
                    let bytes = self.tables.number_bytes(i64::from_le_bytes(bits), size);
                    self.parsed.bytes.extend_from_slice(&bytes[..size.into()]);
                }
                None => {
                    self.operand_error(name, place, "a floating-point number");
                    self.add_hint((!bits).then(|| bits_hint(name, text)));
                }
            }
            if self.repeat(name, at).is_none() {
                break;
            }
        }
        self.push_data(start, first, span);
    }
}

/// Whether a number is written in another base than ten.
fn has_radix(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0b")
}

/// A hexadecimal number where only decimal ones may stand.
fn bits_hint(directive: &str, text: &str) -> Hint {
    let hint = Hint::help("write floating-point numbers in decimal: `16`, `1.5`, `2e-3`");
    match directive.eq_ignore_ascii_case(".float") {
        true => hint.and(format!("to store these bits: `.word {text}`")),
        false => hint,
    }
}

/// Whether a number is larger than any that so many bytes hold, and not written as infinity.
fn is_too_large(bytes: [u8; 8], size: u8, text: &str) -> bool {
    let [a, b, c, d, ..] = bytes;
    let infinite = match size {
        4 => f32::from_le_bytes([a, b, c, d]).is_infinite(),
        _ => f64::from_le_bytes(bytes).is_infinite(),
    };
    infinite && text.bytes().any(|b| b.is_ascii_digit())
}

fn float_bytes(sign: &str, text: &str, size: u8) -> Option<[u8; 8]> {
    let mut out = [0; 8];
    if has_radix(text) {
        let bits = expr::number(text, NumberRules::Wide)?.ok()?;
        let bits = if sign == "-" {
            bits.wrapping_neg()
        } else {
            bits
        };
        return Some(bits.to_le_bytes());
    }
    let text = text
        .strip_suffix(['f', 'F', 'd', 'D'])
        .filter(|t| t.ends_with(|c: char| c.is_ascii_digit() || c == '.'))
        .unwrap_or(text);
    let text = format!("{sign}{text}");
    if size == 4 {
        out[..4].copy_from_slice(&text.parse::<f32>().ok()?.to_le_bytes());
    } else {
        out = text.parse::<f64>().ok()?.to_le_bytes();
    }
    Some(out)
}
