//! Whether the simulator that a language comes from accepts a line, and what it says if not.
//!
//! This assembler reads more than MARS, RARS, SPIM and Venus do. What these accept themselves is data of the
//! dialect ([`Original`](crate::dialect::Original)); here a line is read as they read it: cut into
//! words ([`words`]), and compared with the forms of statements ([`statement`]). Nothing is done if the
//! additions are accepted, as they usually are.

pub(crate) mod refusal;
mod spim;
pub(crate) mod statement;
pub(crate) mod words;

use diag::Span;

use crate::dialect::Original;
use crate::messages::error::{AsmError, FaultStage, Located};
use crate::options::Additions;
use crate::original::refusal::Refusal;
use crate::original::statement::LineReader;
use crate::text::parse::Parser;
use crate::text::parsed::{Arg, Def};

impl<'t> Parser<'t> {
    /// Reads the line as the simulator itself does. False if that refuses it, and so the line is left
    /// out.
    pub(crate) fn is_original(&mut self) -> bool {
        let Some(original) = self.tables.original else {
            return true;
        };
        let (line, start) = self.whole_line();
        let constants = |name: &str| self.constant_so_far(name);
        let reader = LineReader {
            tables: self.tables,
            original,
            line,
            in_text: self.segment.is_text(),
            list: self.list.map(|(_, directive)| directive),
            constants: &constants,
            keeps_register: self.keeps_register,
        };
        let reading = reader.read();
        self.keeps_register = reading.keeps_register.unwrap_or(self.keeps_register);
        let file = self.file();
        let place = |(from, to): (usize, usize)| {
            Span::new(file, (start + from) as u32, (start + to) as u32)
        };
        let noted = self.tables.additions == Additions::Noted;
        let mut refused = false;
        for refusal in &reading.refusals {
            if noted && !refusal.kind.loses_something() || !noted && refusal.kind.is_silent() {
                continue;
            }
            let fault = fault(original, refusal, noted);
            refused |= !fault.is_warning();
            let fault = Located::new(fault, place(refusal.range), FaultStage::Pass1);
            self.errors.push(fault);
        }
        if noted || !refused && !reading.dropped {
            return true;
        }
        // What it names is not missing.
        if let Some(label) = reading.label {
            self.define_label(place(label));
        }
        for name in reading.names {
            self.name_value(place(name));
        }
        false
    }

    /// The number that a constant is, if it is one here.
    fn constant_so_far(&self, name: &str) -> Option<i64> {
        let symbol = self.names.get(name)?;
        match self.parsed.symbols.get(symbol.0 as usize)?.def {
            Def::Constant(Arg::Int(value), _) => Some(value),
            _ => None,
        }
    }

    /// The line, or the statement where several stand in a line, as it is written, and where it begins.
    fn whole_line(&self) -> (&'t str, usize) {
        let text = self.feed.texts.main.1;
        let at = (self.feed.line_span().start as usize).min(text.len());
        let before = text.get(..at).unwrap_or("");
        let start = match self.tables.dialect.lexical.separators {
            true => at,
            false => before.rfind('\n').map_or(0, |end| end + 1),
        };
        let line = text.get(start..).unwrap_or("");
        let line = line.split('\n').next().unwrap_or("");
        (line.strip_suffix('\r').unwrap_or(line), start)
    }
}

/// The fault that a refusal is.
fn fault(original: &'static Original, refusal: &Refusal<'_>, noted: bool) -> AsmError {
    let by = original.name;
    let said = refusal.said(original);
    let title = refusal.title(original);
    let (code, help) = (refusal.kind.code(), refusal.help(original));
    if refusal.kind.is_lexical() {
        AsmError::RefusedWord {
            title,
            said,
            by,
            code,
            help,
        }
    } else if refusal.kind.is_remark() && !noted {
        AsmError::Remark { title, said }
    } else {
        AsmError::RefusedStatement {
            title,
            said,
            by,
            code,
            help,
        }
    }
}
