//! Reads TOML with places: every value knows where it stands, and every mistake becomes a
//! diagnostic that points there.

use super::codes;
use super::memory::Kind;
use super::words::{self, Word};
use diag::{Diagnostic, FileId, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The most mistakes that are told; after so many the first ones are enough.
const MOST: usize = 20;

/// A value of a file.
pub type Entry<'t> = Spanned<DeValue<'t>>;

/// A key with its value.
#[derive(Clone, Copy)]
pub struct Pair<'a, 't> {
    /// The key.
    pub key: &'a str,
    /// Where it stands.
    pub at: Span,
    /// The value.
    pub value: &'a Entry<'t>,
}

/// Reads one file, and collects what is wrong with it.
pub struct Reader {
    /// The file.
    pub file: FileId,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reader {
    /// Reads the file's text as TOML. What cannot be read is told, and left out.
    pub fn open<'t>(file: FileId, text: &'t str) -> (Self, Spanned<DeTable<'t>>) {
        let mut reader = Reader {
            file,
            diagnostics: Vec::new(),
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let at = reader.span(span);
            reader.tell(
                Diagnostic::error(codes::SYNTAX, "this is no TOML")
                    .primary(at, error.message().to_owned()),
            );
        }
        (reader, table)
    }

    /// A place in the file.
    pub fn span(&self, range: std::ops::Range<usize>) -> Span {
        let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span::new(self.file, at(range.start), at(range.end))
    }

    /// Keeps a mistake, once.
    pub fn tell(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MOST && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// A value that is not what it should be.
    pub fn wrong(&mut self, at: Span, title: impl Into<String>, label: impl Into<String>) {
        self.tell(Diagnostic::error(codes::VALUE, title).primary(at, label));
    }

    /// The pairs of a table, in the order of the file.
    pub fn pairs<'a, 't>(&self, table: &'a DeTable<'t>) -> Vec<Pair<'a, 't>> {
        let mut pairs: Vec<_> = table
            .iter()
            .map(|(key, value)| Pair {
                key: key.get_ref(),
                at: self.span(key.span()),
                value,
            })
            .collect();
        pairs.sort_by_key(|pair| pair.at.start);
        pairs
    }

    /// The place of a value.
    pub fn place(&self, value: &Entry<'_>) -> Span {
        self.span(value.span())
    }

    fn not_a(&mut self, value: &Entry<'_>, key: &str, wanted: &str) {
        let at = self.place(value);
        let found = match value.get_ref() {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.wrong(
            at,
            format!("`{key}` must be {wanted}"),
            format!("this is {found}"),
        );
    }

    /// Text.
    pub fn text(&mut self, pair: &Pair<'_, '_>) -> Option<String> {
        let text = pair.value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.not_a(pair.value, pair.key, "text in quotes");
        }
        text
    }

    /// Texts with their places; one alone is a list of one.
    pub fn texts(&mut self, pair: &Pair<'_, '_>) -> Vec<(String, Span)> {
        let mut texts = Vec::new();
        for value in self.list(pair) {
            match value.get_ref().as_str() {
                Some(text) => texts.push((text.to_owned(), self.place(value))),
                None => self.not_a(value, pair.key, "a list of texts in quotes"),
            }
        }
        texts
    }

    /// The elements of a list; a value that is none is a list of itself.
    pub fn list<'a, 't>(&self, pair: &Pair<'a, 't>) -> Vec<&'a Entry<'t>> {
        match pair.value.get_ref().as_array() {
            Some(array) => array.iter().collect(),
            None => vec![pair.value],
        }
    }

    /// A table.
    pub fn table<'a, 't>(&mut self, pair: &Pair<'a, 't>, example: &str) -> Option<&'a DeTable<'t>> {
        let table = pair.value.get_ref().as_table();
        if table.is_none() {
            self.not_a(
                pair.value,
                pair.key,
                &format!("a table such as `{example}`"),
            );
        }
        table
    }

    /// A whole number in a range.
    pub fn integer(&mut self, value: &Entry<'_>, key: &str, range: (i64, i64)) -> Option<i64> {
        let Some(number) = value.get_ref().as_integer() else {
            self.not_a(value, key, "a whole number");
            return None;
        };
        let number = i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok();
        let fits = number.filter(|n| (range.0..=range.1).contains(n));
        if fits.is_none() {
            let at = self.place(value);
            let title = format!("this number does not fit into `{key}`");
            self.wrong(
                at,
                title,
                format!("must be from {} to {}", range.0, range.1),
            );
        }
        fits
    }

    /// What an element of a list of values stands for: a number, or a word in quotes.
    pub fn word(&mut self, value: &Entry<'_>, key: &str, bits: u32) -> Option<Word> {
        match value.get_ref() {
            DeValue::String(text) => match Word::parse(text) {
                Ok(word) => Some(word),
                Err(wrong) => {
                    let at = self.place(value);
                    self.wrong(at, wrong, "cannot be understood");
                    None
                }
            },
            _ => {
                let number = self.integer(value, key, words::range(bits))?;
                Some(Word::Number(number as u32))
            }
        }
    }

    /// A floating-point number.
    pub fn float(&mut self, value: &Entry<'_>, key: &str) -> Option<f32> {
        let text = match value.get_ref() {
            DeValue::Float(float) => Some(float.as_str().replace('_', "")),
            DeValue::Integer(integer) => Some(integer.as_str().replace('_', "")),
            _ => None,
        };
        let number = text.and_then(|text| text.parse().ok());
        if number.is_none() {
            self.not_a(value, key, "a list of numbers such as `[1.5, -2.0]`");
        }
        number
    }

    /// The only kind that a table of data names, and its value; `align` may stand beside it.
    pub fn kind<'a, 't>(
        &mut self,
        table: &'a DeTable<'t>,
        at: Span,
    ) -> Option<(Kind, Pair<'a, 't>)> {
        let mut found = None;
        for pair in self.pairs(table) {
            match (Kind::named(pair.key), &found) {
                (Some(kind), None) => found = Some((kind, pair)),
                (Some(_), Some((_, first))) => {
                    let (first, at) = (first.at, pair.at);
                    self.tell(
                        Diagnostic::error(codes::VALUE, "data is of one kind only")
                            .primary(at, "a second kind")
                            .secondary(first, "the first"),
                    );
                }
                (None, _) if pair.key == "align" => {}
                (None, _) => {
                    let mut known: Vec<&str> = Kind::ALL.map(Kind::name).into();
                    known.push("align");
                    self.unknown_key(&pair, known, "kind of data");
                    return None;
                }
            }
        }
        if found.is_none() {
            let kinds = Kind::ALL.map(Kind::name).join(", ");
            self.wrong(at, "data needs a kind", format!("must have one of {kinds}"));
        }
        found
    }

    /// A key that nobody knows.
    pub fn unknown_key<'k>(
        &mut self,
        pair: &Pair<'_, '_>,
        known: impl IntoIterator<Item = &'k str>,
        what: &str,
    ) {
        let title = format!("there is no {what} `{}`", pair.key);
        let diagnostic = Diagnostic::error(codes::KEY, title);
        self.tell(with_similar(
            diagnostic,
            pair.at,
            pair.key,
            known,
            "not known here",
        ));
    }
}

/// Points to a name that does not exist, and offers one that is like it.
pub fn with_similar<'k>(
    diagnostic: Diagnostic,
    at: Span,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    label: &str,
) -> Diagnostic {
    let mut known: Vec<&str> = known.into_iter().collect();
    match similar(name, &known) {
        Some(similar) => diagnostic.primary(at, format!("did you mean `{similar}`?")),
        None => {
            known.truncate(12);
            let diagnostic = diagnostic.primary(at, label);
            match known.is_empty() {
                true => diagnostic,
                false => diagnostic.help(format!("known are {}", known.join(", "))),
            }
        }
    }
}

/// The name that looks most like this one.
pub fn similar<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let distance = |other: &str| strsim::osa_distance(&other.to_lowercase(), &name.to_lowercase());
    let near = known.iter().map(|other| (distance(other), *other));
    near.filter(|(distance, _)| *distance <= 1 + name.len() / 4)
        .min()
        .map(|(_, other)| other)
}
