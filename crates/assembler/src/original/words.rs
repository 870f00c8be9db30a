//! A line cut into words as a simulator cuts it, and what kind of word each is.

use machine::isa::Bank;

use crate::dialect::{Original, OriginalNumbers};
use crate::tables::Tables;
use crate::text::literal;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordKind {
    /// A register.
    Register(Bank),
    /// A control register.
    Control,
    /// Another word that can be nothing else.
    Reserved,
    /// A whole number with its value.
    Number(i64),
    /// A whole number of more than 32 bits.
    Long,
    /// A number with a fraction or an exponent.
    Real,
    /// The name of an instruction.
    Instruction,
    /// The name of a directive.
    Directive,
    /// A string.
    Text,
    /// A string without its closing quote.
    OpenText,
    /// Any other name.
    Name,
    /// A parameter of a macro, where none can be.
    Parameter,
    /// A function of an address, such as `%hi`.
    Function,
    Open,
    Close,
    Colon,
    Equal,
    Plus,
    Minus,
    /// A word with a meaning for linkers: `@function`.
    Tag,
    /// A name that no label has, and that is no number: an expression, which there are not.
    Odd,
    /// Nothing that the language has.
    Bad,
}

/// A word with its place in the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OriginalWord<'t> {
    /// What it is.
    pub kind: WordKind,
    /// Its text.
    pub text: &'t str,
    /// Where it begins.
    pub start: usize,
}

impl OriginalWord<'_> {
    /// Where it begins and ends.
    pub(crate) fn range(&self) -> (usize, usize) {
        (self.start, self.start + self.text.len())
    }
}

/// What cutting a line needs to know.
#[derive(Clone, Copy)]
pub(crate) struct WordCutter<'a> {
    pub tables: &'a Tables,
    pub original: &'static Original,
    /// The constants so far, which are numbers.
    pub constants: &'a dyn Fn(&str) -> Option<i64>,
}

/// What ends a word.
const ENDS: &[u8] = b" \t\r,():\"'#";

impl WordCutter<'_> {
    /// The words of a line.
    pub(crate) fn cut<'t>(&self, line: &'t str) -> Vec<OriginalWord<'t>> {
        let bytes = line.as_bytes();
        let mut words: Vec<OriginalWord<'t>> = Vec::new();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let single = |kind| (kind, at + 1);
            let (kind, end) = match byte {
                b' ' | b'\t' | b'\r' | b',' => {
                    at += 1;
                    continue;
                }
                b'#' => break,
                b';' if self.tables.dialect.lexical.separators => break,
                b'=' if self.tables.dialect.assignments => single(WordKind::Equal),
                b'(' => single(WordKind::Open),
                b')' => single(WordKind::Close),
                b':' => single(WordKind::Colon),
                b'"' => string_end(bytes, at),
                b'\'' => self.character(line, at),
                b'+' | b'-' if self.is_operator(bytes, at, words.last()) => single(match byte {
                    b'+' => WordKind::Plus,
                    _ => WordKind::Minus,
                }),
                _ => {
                    let end = self.word_end(bytes, at);
                    (self.kind(line.get(at..end).unwrap_or("")), end)
                }
            };
            let text = line.get(at..end).unwrap_or("");
            words.push(OriginalWord {
                kind,
                text,
                start: at,
            });
            at = end;
        }
        words
    }

    /// Whether the sign at `at` is a word of its own, rather than the sign of a number.
    fn is_operator(&self, bytes: &[u8], at: usize, before: Option<&OriginalWord<'_>>) -> bool {
        let digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let after_name = before.is_some_and(|word| word.kind == WordKind::Name);
        let adds = self.original.words.sums
            && bytes.get(at) == Some(&b'+')
            && before.is_some_and(|word| matches!(word.kind, WordKind::Number(_)));
        self.original.words.splits_signs && (after_name || adds || !digit)
    }

    /// Where the word at `at` ends.
    fn word_end(&self, bytes: &[u8], at: usize) -> usize {
        let mut end = at + 1;
        let dialect = self.tables.dialect;
        while let Some(byte) = bytes.get(end)
            && !ENDS.contains(byte)
            && !(*byte == b';' && dialect.lexical.separators)
            && !(*byte == b'=' && dialect.assignments)
        {
            let exponent = matches!(bytes[end - 1], b'e' | b'E')
                && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
            if self.original.words.splits_signs && matches!(byte, b'+' | b'-') && !exponent {
                break;
            }
            end += 1;
        }
        end
    }

    /// The character literal at `at`: a number.
    fn character(&self, line: &str, at: usize) -> (WordKind, usize) {
        let rules = &self.original.words;
        let rest = line.get(at + 1..).unwrap_or("");
        let mut characters = rest.char_indices();
        let bad = |len: usize| (WordKind::Bad, (at + 1 + len).min(line.len()));
        let Some((_, first)) = characters.next() else {
            return bad(0);
        };
        if first == '\\' {
            let digits = rest.get(1..4).filter(|_| rules.octal_characters);
            let octal = digits.and_then(|d| u8::from_str_radix(d, 8).ok());
            if let Some(value) = octal
                && rest.as_bytes().get(4) == Some(&b'\'')
            {
                return (WordKind::Number(value.into()), at + 6);
            }
            let Some((_, letter)) = characters.next() else {
                return bad(1);
            };
            let known = rules.character_escapes.contains(letter);
            return match characters.next() {
                Some((end, '\'')) if known => (WordKind::Number(escaped(letter)), at + 1 + end + 1),
                Some((end, character)) => bad(end + character.len_utf8()),
                None => bad(1 + letter.len_utf8()),
            };
        }
        match characters.next() {
            _ if first == '\'' => bad(1),
            Some((end, '\'')) => (WordKind::Number(u32::from(first).into()), at + 2 + end),
            Some((end, character)) => bad(end + character.len_utf8()),
            None => bad(first.len_utf8()),
        }
    }

    /// What a word without quotes is.
    fn kind(&self, word: &str) -> WordKind {
        let (original, dialect) = (self.original, self.tables.dialect);
        if let Some(name) = word.strip_prefix('%') {
            return match dialect.lexical.functions.contains(&name) {
                true => WordKind::Function,
                false if name.is_empty() || !dialect.lexical.parameters => WordKind::Bad,
                false => WordKind::Parameter,
            };
        }
        if word.starts_with('@') && original.words.tags {
            return WordKind::Tag;
        }
        if original.reserved.contains(&word) {
            return WordKind::Reserved;
        }
        if !original.unknown_registers.contains(&word)
            && let Some(reg) = self.tables.register(word)
        {
            return WordKind::Register(reg.bank());
        }
        if original.control_registers.contains(&word) {
            return WordKind::Control;
        }
        if let Some(number) = number(word, original.words.numbers) {
            return number;
        }
        if is_real(word, original.words.numbers) {
            return WordKind::Real;
        }
        if original.has_instruction(word) {
            return WordKind::Instruction;
        }
        if original.has_directive(word) {
            return WordKind::Directive;
        }
        if let Some(value) = (self.constants)(word) {
            return WordKind::Number(value);
        }
        match (
            is_name(word, original.words.numbers),
            original.words.numbers,
        ) {
            (true, _) => WordKind::Name,
            (false, OriginalNumbers::OrName) => WordKind::Odd,
            (false, _) => WordKind::Bad,
        }
    }
}

/// The string at `at`.
fn string_end(bytes: &[u8], at: usize) -> (WordKind, usize) {
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'"' => return (WordKind::Text, end + 1),
            b'\\' if end + 1 < bytes.len() => end += 2,
            _ => end += 1,
        }
    }
    (WordKind::OpenText, bytes.len())
}

/// The code of the character that a backslash with this one stands for.
fn escaped(letter: char) -> i64 {
    match letter {
        'b' => 8,
        'f' => 12,
        _ => {
            let byte = u8::try_from(letter).ok().and_then(literal::escaped);
            byte.map_or(i64::from(u32::from(letter)), i64::from)
        }
    }
}

/// The whole number that a word is.
fn number(word: &str, rules: OriginalNumbers) -> Option<WordKind> {
    let (negative, digits) = match word.as_bytes().first()? {
        b'-' => (true, &word[1..]),
        b'+' if rules != OriginalNumbers::Decimal => (false, &word[1..]),
        _ => (false, word),
    };
    let large = digits.strip_prefix("0X");
    let hex = digits
        .strip_prefix("0x")
        .or(large.filter(|_| rules != OriginalNumbers::Decimal));
    let binary = digits
        .strip_prefix("0b")
        .filter(|_| rules == OriginalNumbers::OrName);
    let (radix, digits) = match (hex, binary) {
        (Some(digits), _) => (16, digits),
        (_, Some(digits)) => (2, digits),
        _ if rules.has_octal() && digits.len() > 1 && is_octal(digits) => (8, digits),
        _ => (10, digits),
    };
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    // With a zero before it, RARS takes it for a number with a fraction.
    let zero = digits.len() > 1 && digits.starts_with('0') && radix == 10;
    if !plain || zero && rules == OriginalNumbers::Signed {
        return None;
    }
    let value = i128::from_str_radix(digits, radix).unwrap_or(i128::MAX);
    let value = if negative { -value } else { value };
    let is_word = (i128::from(i32::MIN)..=i128::from(i32::MAX)).contains(&value);
    let bits = (0..=i128::from(u32::MAX)).contains(&value);
    match rules {
        _ if is_word => Some(WordKind::Number(value as i64)),
        OriginalNumbers::OrName => Some(WordKind::Number(value as i64)),
        OriginalNumbers::Decimal => Some(WordKind::Number(i64::from(value as i32))),
        // Eight digits are the bits of a word.
        _ if radix == 16 && bits => Some(WordKind::Number(i64::from(value as u32 as i32))),
        OriginalNumbers::Wrapping if radix == 10 => Some(WordKind::Number(i64::from(value as i32))),
        OriginalNumbers::Wrapping => None,
        OriginalNumbers::Signed if i64::try_from(value).is_ok() => Some(WordKind::Long),
        OriginalNumbers::Signed => None,
    }
}

fn is_octal(digits: &str) -> bool {
    digits.starts_with('0') && digits.bytes().all(|b| matches!(b, b'0'..=b'7'))
}

/// Whether Java reads a word as a number with a fraction or an exponent.
fn is_real(word: &str, rules: OriginalNumbers) -> bool {
    match rules {
        OriginalNumbers::Wrapping if matches!(word, "NaN" | "Infinity") => return true,
        OriginalNumbers::Signed if matches!(word, "NaN" | "Inf" | "-Inf") => return true,
        OriginalNumbers::Decimal => return is_pointed(word),
        OriginalNumbers::OrName | OriginalNumbers::Wrapping | OriginalNumbers::Signed => {}
    }
    // `1f` is a label there.
    let suffix = word.strip_suffix(['f', 'F', 'd', 'D']);
    let body = suffix
        .filter(|t| t.ends_with(|c: char| c.is_ascii_digit() || c == '.'))
        .filter(|_| rules != OriginalNumbers::OrName)
        .unwrap_or(word);
    let allowed = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-');
    let digit = body.bytes().any(|b| b.is_ascii_digit());
    let first = body.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    first && digit && body.bytes().all(allowed) && body.parse::<f64>().is_ok()
}

/// Whether a word is a number that has a point with digits on both sides, and perhaps a small `e`.
fn is_pointed(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = |text: &str| text.strip_prefix(['+', '-']).map_or(digits(text), digits);
    let (number, exponent) = match word.split_once('e') {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (word, None),
    };
    let Some((whole, fraction)) = number.split_once('.') else {
        return false;
    };
    unsigned(whole) && digits(fraction) && exponent.is_none_or(unsigned)
}

/// Whether a word can be a label.
fn is_name(word: &str, rules: OriginalNumbers) -> bool {
    if rules == OriginalNumbers::Decimal {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let first = |c: char| plain(c) && !c.is_ascii_digit() || c == '$';
        let mut characters = word.chars();
        return characters.next().is_some_and(first) && characters.all(plain);
    }
    if rules == OriginalNumbers::OrName {
        // A name, with a number that is added to it.
        let (name, added) = match word.find(['+', '-']) {
            Some(at) if at > 0 => word.split_at(at),
            _ => (word, ""),
        };
        let odd = |c: char| "*/%&|^~<>!=".contains(c);
        return !name.is_empty() && !name.contains(odd) && !added.contains(odd);
    }
    let mark = |c: char| matches!(c, '_' | '.' | '$');
    let mut characters = word.chars();
    let first = characters.next();
    first.is_some_and(|c| c.is_alphabetic() || mark(c))
        && characters.all(|c| c.is_alphanumeric() || mark(c))
}
