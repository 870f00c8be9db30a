//! Character literals: numbers in quotes.

use diag::Span;

use crate::dialect::Escapes;
use crate::messages::error::{AsmError, FaultStage, Hint, Located};
use crate::text::escape;
use crate::text::parse::Parser;

impl Parser<'_> {
    /// The value of a character literal. None after an error, which is reported.
    pub(crate) fn character(&mut self, span: Span) -> Option<i64> {
        let text = self.text(span);
        let inner = text.strip_prefix('\'').unwrap_or(text);
        // The lexer has reported a literal that is not closed.
        let inner = inner.strip_suffix('\'')?;
        let rules = &self.tables.dialect.lexical;
        let (bytes, faults) = escape::character(inner, rules);
        if let [byte] = bytes[..] {
            self.report_faults(span, faults);
            return Some(byte.into());
        }
        let mut characters = inner.chars();
        // Where characters are numbers, any is its code.
        if self.tables.dialect.lexical.escapes != Escapes::Full
            && let (Some(character), None) = (characters.clone().next(), characters.clone().nth(1))
        {
            return Some(u32::from(character).into());
        }
        let error = match (characters.next(), characters.next()) {
            (Some(character), None) => AsmError::NotAscii { character },
            _ => AsmError::BadCharacter {
                text: text.to_owned(),
            },
        };
        let escape = faults.into_iter().find_map(|fault| match fault.1 {
            AsmError::UnknownEscape { text } => Some(text),
            _ => None,
        });
        let hint = escape.map(|escape| {
            Hint::titled(format!("`{escape}` is not an escape sequence"))
                .and(escape::advice(rules.escapes))
        });
        let fault = Located::new(error, span, FaultStage::Pass1);
        self.errors.push(fault.hint(hint));
        None
    }
}
