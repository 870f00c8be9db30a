//! What only SPIM has: constants, sums of numbers as operands, and its own rules for directives.

use crate::dialect::Directive;
use crate::original::refusal::RefusalKind;
use crate::original::statement::{LineReader, LineReading};
use crate::original::words::{OriginalWord, WordKind};

impl<'t> LineReader<'_, 't> {
    /// `NAME = VALUE`
    pub(super) fn constant(
        &self,
        name: &OriginalWord<'t>,
        operands: &[OriginalWord<'t>],
        out: &mut LineReading<'t>,
    ) {
        if (self.constants)(name.text).is_some() {
            return out.refuse(self.about(RefusalKind::ConstantAgain, name.text, name));
        }
        let value = self.summed(operands.get(1..).unwrap_or(&[]));
        match value[..] {
            [number] if matches!(number.kind, WordKind::Number(_)) => {}
            [first, ..] => out.refuse(self.about(RefusalKind::ConstantValue, name.text, &first)),
            [] => out.refuse(self.about(RefusalKind::ConstantValue, name.text, name)),
        }
    }

    /// The operands, with numbers that are added as one.
    pub(super) fn summed(&self, operands: &[OriginalWord<'t>]) -> Vec<OriginalWord<'t>> {
        let mut summed: Vec<OriginalWord<'t>> = Vec::with_capacity(operands.len());
        let mut rest = operands;
        while let [word, after @ ..] = rest {
            rest = after;
            let Some(last) = summed.last().copied() else {
                summed.push(*word);
                continue;
            };
            let (start, end) = last.range();
            let sum = |number: &OriginalWord<'t>, left: i64, right: i64| OriginalWord {
                kind: WordKind::Number(left.wrapping_add(right)),
                text: self.line.get(start..number.range().1).unwrap_or(last.text),
                start,
            };
            match (last.kind, word.kind, after) {
                (WordKind::Number(left), WordKind::Plus, [number, more @ ..])
                    if let WordKind::Number(right) = number.kind =>
                {
                    summed.pop();
                    summed.push(sum(number, left, right));
                    rest = more;
                }
                // `3-4`, where the sign touches both.
                (WordKind::Number(left), WordKind::Number(right), _)
                    if word.text.starts_with('-') && word.start == end =>
                {
                    summed.pop();
                    summed.push(sum(word, left, right));
                }
                _ => summed.push(*word),
            }
        }
        summed
    }

    pub(super) fn spim_directive(
        &self,
        name: &OriginalWord<'t>,
        operands: &[OriginalWord<'t>],
        out: &mut LineReading<'t>,
    ) {
        let Some(directive) = self.tables.directive(name.text) else {
            return;
        };
        let refusal = |kind, word| self.about(kind, name.text, word);
        let is_word = matches!(directive, Directive::Integers { bytes: 4, .. });
        if directive.is_list() && self.in_text && !is_word {
            return out.refuse(refusal(RefusalKind::DataInText, name));
        }
        match (directive, operands) {
            (_, []) if directive.is_list() => out.refuse(refusal(RefusalKind::NoValues, name)),
            (Directive::Integers { .. }, _) => self.integers(name, operands, out),
            (Directive::Floats(_), _) => {
                let mut values = operands.iter();
                if let Some(wrong) = values.find(|value| value.kind != WordKind::Real) {
                    out.refuse(refusal(RefusalKind::NotFloat, wrong));
                }
            }
            _ if directive.is_list() => self.values(directive, name.text, operands, out),
            (Directive::Space | Directive::Align { .. }, [number])
                if matches!(number.kind, WordKind::Number(_)) => {}
            (Directive::Space | Directive::Align { .. }, [wrong]) => {
                out.refuse(refusal(RefusalKind::NonNegative, wrong));
            }
            (Directive::Space | Directive::Align { .. }, _) => {
                out.refuse(refusal(RefusalKind::OneOperand, name));
            }
            (Directive::Global { .. }, [label]) if label.kind == WordKind::Name => {}
            (Directive::Global { .. }, [label]) if label.kind == WordKind::Instruction => {
                out.refuse(refusal(RefusalKind::InstructionLabel, label));
            }
            (Directive::Global { .. }, [_, second, ..]) => {
                out.refuse(refusal(RefusalKind::GlobalName, second));
            }
            (Directive::Global { .. }, _) => out.refuse(refusal(RefusalKind::NoGlobal, name)),
            (Directive::Extern | Directive::Common, [label, size])
                if label.kind == WordKind::Name && matches!(size.kind, WordKind::Number(_)) => {}
            (Directive::Extern | Directive::Common, _) => {
                out.refuse(refusal(RefusalKind::ExternOperands, name));
            }
            (Directive::Place(_), [_, _, ..]) => {
                out.refuse(refusal(RefusalKind::DirectiveOperands, name));
            }
            (Directive::Noted, _) => out.refuse(refusal(RefusalKind::IgnoredDirective, name)),
            (Directive::Ignored, _) if name.text == ".set" => match operands {
                [word] if !matches!(word.kind, WordKind::Number(_)) => {
                    out.keeps_register = match word.text {
                        "at" => Some(true),
                        "noat" => Some(false),
                        _ => None,
                    };
                }
                _ => out.refuse(refusal(RefusalKind::DirectiveOperands, name)),
            },
            _ => {}
        }
    }

    /// Numbers, constants and labels, each with a count after a colon or without one.
    fn integers(
        &self,
        name: &OriginalWord<'t>,
        operands: &[OriginalWord<'t>],
        out: &mut LineReading<'t>,
    ) {
        let refusal = |kind, word| self.about(kind, name.text, word);
        let mut rest = operands;
        while let [value, after @ ..] = rest {
            match value.kind {
                WordKind::Number(_) => {}
                WordKind::Name => out.names.push(value.range()),
                WordKind::Instruction => {
                    out.refuse(refusal(RefusalKind::InstructionLabel, value));
                }
                _ => return out.refuse(refusal(RefusalKind::NotInteger, value)),
            }
            rest = match after {
                [colon, count, more @ ..] if colon.kind == WordKind::Colon => {
                    if !matches!(count.kind, WordKind::Number(_)) {
                        return out.refuse(refusal(RefusalKind::Malformed, count));
                    }
                    more
                }
                _ => after,
            };
            // `label-4` is two values there.
            let joined = |next: &&OriginalWord<'t>| {
                next.start == value.range().1 && next.text.starts_with('-')
            };
            if let Some(number) = rest.first().filter(joined) {
                return out.refuse(refusal(RefusalKind::NotInteger, number));
            }
        }
    }

    /// Octal digits of a string: only three, and the first of them 0, give a byte of that number.
    pub(super) fn octal(&self, word: &OriginalWord<'t>, out: &mut LineReading<'t>) {
        let bytes = word.text.as_bytes();
        let mut at = 0;
        while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr(b'\\', rest)) {
            let start = at + found;
            let digits = bytes.get(start + 1..).unwrap_or(&[]).iter().take(3);
            let digits = digits.take_while(|b| matches!(b, b'0'..=b'7')).count();
            let is_byte = digits == 3 && bytes.get(start + 1) == Some(&b'0');
            at = start + 2;
            if digits > 0 && !is_byte {
                let end = start + 1 + digits;
                let escape = OriginalWord {
                    text: word.text.get(start..end).unwrap_or(""),
                    start: word.start + start,
                    ..*word
                };
                out.refuse(self.about(RefusalKind::OctalEscape, "", &escape));
            }
        }
    }
}
