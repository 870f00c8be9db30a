//! Reading TOML files that people write: every key is asked for by name, and what is wrong is told
//! with its place. Unknown keys are told too, because most of them are slips of the finger.

use crate::codes;
use diag::{Diagnostic, FileId, SourceMap, Span};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Parses a text. What can be read of a text with mistakes is handed out as well.
pub fn parse<'t>(
    sources: &SourceMap,
    file: FileId,
    text: &'t str,
    said: &mut Vec<Diagnostic>,
) -> DeTable<'t> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let name = sources.name(file);
    for error in errors {
        let title = format!("`{name}` is not a TOML file that can be read");
        let (message, span) = (error.message(), error.span().unwrap_or_default());
        // The first line says it; the others repeat what may stand there.
        let message = message.lines().next().unwrap_or_default();
        said.push(Diagnostic::error(codes::NOT_TOML, title).primary(at(file, span), message));
    }
    table.into_inner()
}

fn at(file: FileId, range: Range<usize>) -> Span {
    let small = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span::new(file, small(range.start), small(range.end))
}

/// The keys of one table, as they are asked for.
pub struct Keys<'a, 't> {
    file: FileId,
    table: &'a DeTable<'t>,
    /// The table's name as shown to people, such as `[tests]`.
    name: &'static str,
    known: Vec<&'static str>,
    said: &'a mut Vec<Diagnostic>,
}

impl<'a, 't> Keys<'a, 't> {
    /// The keys of `table`. What is wrong goes to `said`.
    pub fn new(
        file: FileId,
        table: &'a DeTable<'t>,
        name: &'static str,
        said: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Keys {
            file,
            table,
            name,
            known: Vec::new(),
            said,
        }
    }

    /// The value of a key, whatever it is.
    pub fn value(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.known.push(key);
        let mut pairs = self.table.iter();
        pairs.find_map(|(k, v)| (k.get_ref() == key).then_some(v))
    }

    /// The value of a key in the form that `read` accepts. `expected` says what that is.
    pub fn get<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&'a DeValue<'t>) -> Option<T>,
    ) -> Option<T> {
        let value = self.value(key)?;
        let found = read(value.get_ref());
        if found.is_none() {
            self.wrong(key, value, expected);
        }
        found
    }

    /// A text.
    pub fn string(&mut self, key: &'static str, expected: &str) -> Option<&'a str> {
        self.get(key, expected, DeValue::as_str)
    }

    /// `true` or `false`.
    pub fn bool(&mut self, key: &'static str) -> Option<bool> {
        self.get(key, "`true` or `false`", DeValue::as_bool)
    }

    /// A list of texts.
    pub fn strings(&mut self, key: &'static str, expected: &str) -> Option<Vec<String>> {
        self.get(key, expected, |value| {
            let items = value.as_array()?.iter();
            items
                .map(|item| item.get_ref().as_str().map(str::to_owned))
                .collect()
        })
    }

    /// A table.
    pub fn table(&mut self, key: &'static str) -> Option<&'a DeTable<'t>> {
        self.get(key, "a table", DeValue::as_table)
    }

    /// Tables that stand one after the other, each below `[[key]]`.
    pub fn tables(&mut self, key: &'static str) -> Vec<(&'a DeTable<'t>, Span)> {
        let file = self.file;
        let tables = self.get(
            key,
            "tables below a line with two pairs of brackets",
            |value| {
                let items = value.as_array()?.iter();
                items
                    .map(|item| Some((item.get_ref().as_table()?, at(file, item.span()))))
                    .collect()
            },
        );
        tables.unwrap_or_default()
    }

    /// The place of a key's value.
    pub fn span(&self, key: &str) -> Option<Span> {
        let mut pairs = self.table.iter();
        let value = pairs.find_map(|(k, v)| (k.get_ref() == key).then_some(v))?;
        Some(at(self.file, value.span()))
    }

    /// Tells that a key has a value that is none.
    pub fn wrong(&mut self, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) {
        let title = format!("`{key}` in {} is not what it should be", self.name);
        let place = at(self.file, value.span());
        let label = format!("expected {expected}");
        self.say(Diagnostic::error(codes::WRONG_VALUE, title).primary(place, label));
    }

    /// Tells something about this table.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.said.push(diagnostic);
    }

    /// Where to tell things about tables in this one.
    pub fn said(&mut self) -> &mut Vec<Diagnostic> {
        self.said
    }

    /// Tells about keys that nobody asked for.
    pub fn finish(self) {
        for key in self.table.keys() {
            if self.known.iter().any(|known| *known == key.get_ref()) {
                continue;
            }
            let name = key.get_ref();
            let title = format!("there is no key `{name}` in {}", self.name);
            let place = at(self.file, key.span());
            let diagnostic = Diagnostic::error(codes::UNKNOWN_KEY, title).primary(place, "");
            let known: Vec<_> = self.known.iter().map(|key| format!("`{key}`")).collect();
            self.said.push(match similar(name, &self.known) {
                Some(best) => diagnostic
                    .help(format!("did you mean `{best}`?"))
                    .patch(place, best),
                None => diagnostic.help(format!("what can stand here: {}", known.join(", "))),
            });
        }
    }
}

/// The known word that looks most like this one, if one does.
pub fn similar<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let near = known.iter().map(|k| (strsim::osa_distance(word, k), *k));
    let near = near.filter(|(distance, k)| *distance <= 1 + k.len() / 4);
    near.min().map(|(_, best)| best)
}

/// A whole number, which may be written with `_` and with a prefix for its base.
pub fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
