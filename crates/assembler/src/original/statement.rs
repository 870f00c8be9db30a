//! One line, read as a simulator reads it: its label, then a directive, more values of the list
//! before, or an instruction whose words fit one of the forms of its name.

use std::ops::RangeInclusive;

use crate::dialect::{DataRanges, Directive, Original, OriginalNumbers, Phrases};
use crate::original::refusal::{Refusal, RefusalKind};
use crate::original::words::{OriginalWord, WordCutter, WordKind};
use crate::tables::Tables;

/// A line and what is known before it.
#[derive(Clone, Copy)]
pub(crate) struct LineReader<'a, 't> {
    pub tables: &'a Tables,
    pub original: &'static Original,
    /// The line.
    pub line: &'t str,
    /// Whether instructions stand here.
    pub in_text: bool,
    /// The last directive that lists data.
    pub list: Option<Directive>,
    /// The constants so far, which are numbers.
    pub constants: &'a dyn Fn(&str) -> Option<i64>,
    /// Whether the register that expansions use may not be named here.
    pub keeps_register: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct LineReading<'t> {
    /// Why the line is refused; or remarks.
    pub refusals: Vec<Refusal<'t>>,
    /// Where the label is.
    pub label: Option<(usize, usize)>,
    /// Names that are values of data.
    pub names: Vec<(usize, usize)>,
    /// The statement is left out without a word.
    pub dropped: bool,
    /// Whether from here on the register that expansions use may not be named, if that changes.
    pub keeps_register: Option<bool>,
}

impl<'t> LineReader<'_, 't> {
    /// Reads the line.
    pub(crate) fn read(&self) -> LineReading<'t> {
        let cutter = WordCutter {
            tables: self.tables,
            original: self.original,
            constants: self.constants,
        };
        let words = cutter.cut(self.line);
        let mut out = LineReading::default();
        for word in &words {
            match word.kind {
                WordKind::Bad => out.refuse(self.about(RefusalKind::BadWord, "", word)),
                WordKind::OpenText if !self.original.words.open_strings => {
                    out.refuse(self.about(RefusalKind::OpenString, "", word));
                }
                WordKind::Text => self.string(word, &mut out),
                WordKind::Register(_) if self.is_kept(word.text) => {
                    out.refuse(self.about(RefusalKind::KeptRegister, "", word));
                }
                // What a macro does not know is reported elsewhere.
                WordKind::Parameter => return LineReading::default(),
                _ => {}
            }
        }
        if out.refusals.iter().any(|refusal| !refusal.kind.is_remark()) {
            return out;
        }
        let mut rest = &words[..];
        while let [label, colon, after @ ..] = rest
            && colon.kind == WordKind::Colon
            && self.is_label(label.kind)
            && (out.label.is_none() || self.original.several_labels)
        {
            out.label = Some(label.range());
            rest = after;
        }
        self.statement(rest, &mut out);
        out
    }

    /// Whether a word before a colon is a label.
    fn is_label(&self, kind: WordKind) -> bool {
        let any = self.original.several_labels;
        kind == WordKind::Name
            || kind == WordKind::Instruction && self.original.instructions_as_labels
            || any && matches!(kind, WordKind::Number(_) | WordKind::Odd)
    }

    /// Whether this is the register that expansions use, and may not be named.
    fn is_kept(&self, name: &str) -> bool {
        let kept = self.original.kept_register.filter(|_| self.keeps_register);
        kept.is_some_and(|kept| self.tables.register(kept) == self.tables.register(name))
    }

    pub(super) fn about(
        &self,
        kind: RefusalKind,
        statement: &'t str,
        word: &OriginalWord<'t>,
    ) -> Refusal<'t> {
        let text = match word.kind {
            // A character is its code.
            WordKind::Number(value) if word.text.starts_with('\'') => value.to_string(),
            _ => word.text.to_owned(),
        };
        Refusal {
            kind,
            statement,
            word: text,
            line: self.line,
            range: word.range(),
        }
    }

    /// A string whose escape sequences mean something else there.
    fn string(&self, word: &OriginalWord<'t>, out: &mut LineReading<'t>) {
        match self.original.phrases {
            Phrases::Rars => self.unicode(word, out),
            Phrases::Spim => self.octal(word, out),
            Phrases::Mars | Phrases::Venus => {}
        }
        let Some(known) = self.original.words.string_escapes else {
            return;
        };
        let mut characters = word.text.char_indices();
        while let Some((at, character)) = characters.next() {
            if character != '\\' {
                continue;
            }
            let Some((end, letter)) = characters.next() else {
                return;
            };
            if !known.contains(letter) {
                let end = end + letter.len_utf8();
                let escape = OriginalWord {
                    text: word.text.get(at..end).unwrap_or(""),
                    start: word.start + at,
                    ..*word
                };
                out.refuse(self.about(RefusalKind::PlainEscape, "", &escape));
            }
        }
    }

    /// Unicode escapes of a string: four digits each.
    fn unicode(&self, word: &OriginalWord<'t>, out: &mut LineReading<'t>) {
        let mut at = 0;
        while let Some(found) = word.text.get(at..).and_then(|rest| rest.find('\\')) {
            let start = at + found;
            let rest = word.text.get(start..).unwrap_or("");
            at = start + 1 + rest.chars().nth(1).map_or(1, char::len_utf8);
            if !rest.starts_with("\\u") {
                continue;
            }
            let escape: String = rest.chars().take(6).collect();
            let digits = escape.chars().skip(2);
            let kind = match (escape.chars().count(), escape.contains('"')) {
                (6, false) if digits.into_iter().all(|c| c.is_ascii_hexdigit()) => continue,
                (6, false) => RefusalKind::BadUnicode,
                _ => RefusalKind::ShortUnicode,
            };
            let mut refusal = self.about(kind, "", word);
            refusal.word = escape;
            out.refuse(refusal);
        }
    }

    fn statement(&self, words: &[OriginalWord<'t>], out: &mut LineReading<'t>) {
        let [first, operands @ ..] = words else {
            return;
        };
        let in_list = !self.in_text && self.tables.dialect.loose_data;
        let follows = operands.first().map(|second| second.kind);
        match first.kind {
            _ if follows == Some(WordKind::Equal) => self.constant(first, operands, out),
            WordKind::Directive if self.original.phrases == Phrases::Spim => {
                self.spim_directive(first, operands, out);
            }
            WordKind::Directive => self.directive(first, operands, out),
            WordKind::Name if first.text.starts_with('.') => {
                out.dropped = true;
                out.refuse(self.about(RefusalKind::UnknownDirective, first.text, first));
            }
            WordKind::Number(_)
            | WordKind::Long
            | WordKind::Real
            | WordKind::Text
            | WordKind::OpenText
            | WordKind::Name
            | WordKind::Plus
            | WordKind::Minus
                if in_list =>
            {
                let list = self.list.or_else(|| self.tables.first_list());
                if let Some(list) = list {
                    self.values(list, "the list", words, out);
                }
            }
            // Other lines among data are left out without a word.
            _ if in_list => {
                out.dropped = true;
                let label = operands.first().is_some_and(|o| o.kind == WordKind::Colon);
                if label {
                    out.refuse(self.about(RefusalKind::DroppedLabel, first.text, first));
                }
            }
            WordKind::Instruction
                if follows == Some(WordKind::Colon) && !self.original.instructions_as_labels =>
            {
                out.refuse(self.about(RefusalKind::InstructionLabel, first.text, first));
            }
            WordKind::Instruction => self.instruction(first, operands, out),
            _ => {
                let kind = match follows == Some(WordKind::Colon) {
                    true => RefusalKind::SecondLabel,
                    false => RefusalKind::NotOperator,
                };
                out.refuse(self.about(kind, first.text, first));
            }
        }
    }

    fn directive(
        &self,
        name: &OriginalWord<'t>,
        operands: &[OriginalWord<'t>],
        out: &mut LineReading<'t>,
    ) {
        let Some(directive) = self.tables.directive(name.text) else {
            return;
        };
        let refusal = |kind, word| self.about(kind, name.text, word);
        let data = directive.is_list() || directive == Directive::Space;
        if data && self.in_text && self.tables.dialect.strict_segments {
            return out.refuse(refusal(RefusalKind::DataInText, name));
        }
        match directive {
            _ if directive.is_list() => {
                if let [value, colon, count] = operands
                    && colon.kind == WordKind::Colon
                {
                    return self.repeated(directive, name, [value, count], out);
                }
                self.values(directive, name.text, operands, out);
            }
            Directive::Space | Directive::Align { .. } => match operands {
                [number] => {
                    let wrong = !matches!(number.kind, WordKind::Number(0..));
                    let name_fits = self.takes_names() && number.kind == WordKind::Name;
                    if wrong && !name_fits {
                        out.refuse(refusal(RefusalKind::NonNegative, number));
                    } else if self.in_text
                        && self.original.phrases == Phrases::Rars
                        && matches!(number.kind, WordKind::Number(..2))
                    {
                        out.refuse(refusal(RefusalKind::TextAlignment, name));
                    }
                }
                _ => out.refuse(refusal(RefusalKind::OneOperand, name)),
            },
            Directive::Global { some } => {
                if operands.is_empty() && some {
                    out.refuse(refusal(RefusalKind::NoGlobal, name));
                }
                let label = |o: &&OriginalWord<'t>| {
                    !matches!(o.kind, WordKind::Name | WordKind::Instruction)
                };
                if let Some(wrong) = operands.iter().find(label) {
                    out.refuse(refusal(RefusalKind::GlobalName, wrong));
                }
            }
            Directive::Extern => match operands {
                [_, size] if matches!(size.kind, WordKind::Number(0..)) => {}
                [_, size] => out.refuse(refusal(RefusalKind::NonNegative, size)),
                _ => out.refuse(refusal(RefusalKind::ExternOperands, name)),
            },
            Directive::Noted => out.refuse(refusal(RefusalKind::IgnoredDirective, name)),
            Directive::Section if self.original.phrases == Phrases::Rars => {
                let known = [".data", ".rodata", ".sdata", ".text"];
                let section = operands.first().map_or("", |o| o.text);
                if !known.iter().any(|known| section.starts_with(known)) {
                    out.dropped = true;
                    let mut ignored = refusal(RefusalKind::IgnoredSection, name);
                    ignored.word = section.to_owned();
                    out.refuse(ignored);
                }
            }
            _ => {}
        }
    }

    fn takes_names(&self) -> bool {
        self.original.words.numbers == OriginalNumbers::OrName
    }

    /// `value : count`
    pub(super) fn repeated(
        &self,
        directive: Directive,
        name: &OriginalWord<'t>,
        [value, count]: [&OriginalWord<'t>; 2],
        out: &mut LineReading<'t>,
    ) {
        let fits = match directive {
            Directive::Integers { .. } => is_whole(value.kind),
            Directive::Floats(_) => is_whole(value.kind) || value.kind == WordKind::Real,
            _ => false,
        };
        let refusal = |kind, word| self.about(kind, name.text, word);
        match count.kind {
            _ if directive.is_list() && matches!(directive, Directive::Strings { .. }) => {
                self.values(directive, name.text, &[*value, *count], out);
            }
            WordKind::Number(1..) if fits => self.value(directive, name.text, value, out),
            WordKind::Number(_) if fits => out.refuse(refusal(RefusalKind::RepeatCount, count)),
            _ => out.refuse(refusal(RefusalKind::Malformed, value)),
        }
    }

    /// The values of a list.
    pub(super) fn values(
        &self,
        directive: Directive,
        name: &'t str,
        values: &[OriginalWord<'t>],
        out: &mut LineReading<'t>,
    ) {
        if let Directive::Strings { single: true, .. } = directive
            && values.len() > 1
            && let Some(second) = values.get(1)
        {
            return out.refuse(self.about(RefusalKind::OneString, name, second));
        }
        for value in values {
            self.value(directive, name, value, out);
        }
    }

    fn value(
        &self,
        directive: Directive,
        name: &'t str,
        value: &OriginalWord<'t>,
        out: &mut LineReading<'t>,
    ) {
        let refusal = |kind| self.about(kind, name, value);
        match directive {
            Directive::Integers { bytes, .. } => match value.kind {
                WordKind::Number(number) => {
                    if self.takes_names() && bytes == 1 && !(-127..=255).contains(&number) {
                        out.refuse(refusal(RefusalKind::ByteRange));
                    } else if !self.holds(bytes, number) {
                        let value = number;
                        out.refuse(refusal(RefusalKind::Cut { value, bytes }));
                    }
                }
                WordKind::Long if bytes < 8 => {
                    let value = value.text.parse().unwrap_or(i64::MAX);
                    out.refuse(refusal(RefusalKind::Cut { value, bytes }));
                }
                WordKind::Long => {}
                WordKind::Name => out.names.push(value.range()),
                _ => out.refuse(refusal(RefusalKind::NotInteger)),
            },
            Directive::Floats(bytes) => match value.kind {
                WordKind::Number(_) | WordKind::Real | WordKind::Long => {
                    let text = value.text.trim_end_matches(['f', 'F', 'd', 'D']);
                    let number = text.parse::<f64>();
                    let huge = |n: f64| n.is_finite() && bytes == 4 && (n as f32).is_infinite();
                    match number {
                        Ok(number) if huge(number) || is_infinite(number, text) => {
                            out.refuse(refusal(RefusalKind::FloatRange));
                        }
                        Ok(_) => {}
                        Err(_) if value.text.contains("Inf") || self.takes_names() => {}
                        Err(_) => out.refuse(refusal(RefusalKind::NotFloat)),
                    }
                }
                _ => out.refuse(refusal(RefusalKind::NotFloat)),
            },
            _ => {
                if !matches!(value.kind, WordKind::Text | WordKind::OpenText) {
                    out.refuse(refusal(RefusalKind::NotString));
                }
            }
        }
    }

    /// Whether so many bytes hold a number without a remark.
    fn holds(&self, bytes: u8, number: i64) -> bool {
        let bits = u32::from(bytes) * 8;
        if bits >= 32 {
            return true;
        }
        let half = 1i64 << (bits - 1);
        match self.original.data_ranges {
            DataRanges::Signed => (-half..half).contains(&number),
            DataRanges::Either => (-half..2 * half).contains(&number),
            DataRanges::Any => true,
        }
    }

    fn instruction(
        &self,
        name: &OriginalWord<'t>,
        operands: &[OriginalWord<'t>],
        out: &mut LineReading<'t>,
    ) {
        // A constant may have the name of a label in an example.
        let cutter = WordCutter {
            tables: self.tables,
            original: self.original,
            constants: &|_| None,
        };
        let summed = match self.original.words.sums {
            true => self.summed(operands),
            false => Vec::new(),
        };
        let operands = match self.original.words.sums {
            true => &summed,
            false => operands,
        };
        let mut first = None;
        for example in self.original.forms_of(name.text) {
            let form = cutter.cut(example);
            let Some(misfit) = self.misfit(name, &form, operands, example) else {
                return;
            };
            first = first.or(Some(misfit));
        }
        out.refusals.extend(first);
    }

    /// Why operands do not fit a form.
    fn misfit(
        &self,
        name: &OriginalWord<'t>,
        form: &[OriginalWord<'_>],
        operands: &[OriginalWord<'t>],
        example: &str,
    ) -> Option<Refusal<'t>> {
        if form.len() != operands.len() {
            let few = operands.len() < form.len();
            let expected = match example {
                "" => name.text.to_ascii_lowercase(),
                _ if example.starts_with(' ') => format!("{}{example}", name.text),
                _ => format!("{} {example}", name.text),
            };
            let kind = RefusalKind::OperandCount { few, expected };
            return Some(self.about(kind, name.text, name));
        }
        form.iter().zip(operands).find_map(|(slot, operand)| {
            let kind = self.unfit(slot.kind, operand.kind)?;
            Some(self.about(kind, name.text, operand))
        })
    }

    /// Why an operand is not what a form has there.
    fn unfit(&self, slot: WordKind, operand: WordKind) -> Option<RefusalKind> {
        match (slot, operand) {
            (WordKind::Name, WordKind::Instruction) if self.original.instructions_as_labels => None,
            (WordKind::Number(_), WordKind::Name) | (WordKind::Name, WordKind::Number(_))
                if self.takes_names() =>
            {
                None
            }
            (WordKind::Control, WordKind::Number(-2048..=4095)) => None,
            (WordKind::Number(example), WordKind::Number(number)) => {
                let range = self.range_of(example);
                match range.contains(&number) {
                    true => None,
                    false if *range.end() == 2047 && (2048..4096).contains(&number) => {
                        Some(RefusalKind::Unsigned)
                    }
                    false if self.original.phrases == Phrases::Spim => {
                        let (low, high) = range.into_inner();
                        let value = number;
                        Some(RefusalKind::Immediate { value, low, high })
                    }
                    false => Some(RefusalKind::OperandRange),
                }
            }
            _ if slot == operand => None,
            _ => Some(RefusalKind::OperandType),
        }
    }

    /// The numbers that may stand where this one stands in a form.
    fn range_of(&self, example: i64) -> RangeInclusive<i64> {
        let word = i64::from(i32::MIN)..=i64::from(i32::MAX);
        match (self.original.words.numbers, example) {
            (OriginalNumbers::OrName, _) => i64::MIN..=i64::MAX,
            (_, 0..=31) => 0..=31,
            (OriginalNumbers::Wrapping | OriginalNumbers::Decimal, -32768..0) => -32768..=32767,
            (OriginalNumbers::Wrapping | OriginalNumbers::Decimal, 0..=65535) => 0..=65535,
            (OriginalNumbers::Signed, -2048..=2047) => -2048..=2047,
            (OriginalNumbers::Signed, 0..=0xf_ffff) => -2048..=0xf_ffff,
            _ => word,
        }
    }
}

impl<'t> LineReading<'t> {
    pub(super) fn refuse(&mut self, refusal: Refusal<'t>) {
        self.refusals.push(refusal);
    }
}

fn is_whole(kind: WordKind) -> bool {
    matches!(kind, WordKind::Number(_) | WordKind::Long)
}

/// Whether a number is larger than any that there is, and not written as such.
fn is_infinite(number: f64, text: &str) -> bool {
    number.is_infinite() && !text.contains("nf")
}
