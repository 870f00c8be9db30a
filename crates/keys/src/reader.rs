//! TOML with places: every value knows where it is, and every mistake becomes a diagnostic that
//! points there.

use crate::codes;
use crate::row::{KeyTable, Refused, ValueForm};
use diag::{Diagnostic, FileId, Span};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The most mistakes that are reported; after so many the first ones are enough.
const MOST: usize = 20;

/// A value of a file.
pub type TomlValue<'t> = Spanned<DeValue<'t>>;

/// A key with its value.
#[derive(Clone, Copy, Debug)]
pub struct KeyPair<'a, 't> {
    /// The key.
    pub key: &'a str,
    /// Where the key is.
    pub at: Span,
    /// The value.
    pub value: &'a TomlValue<'t>,
}

/// Reads one file, and collects what is wrong with it.
#[derive(Debug)]
pub struct Reader {
    /// The file.
    pub file: FileId,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reader {
    /// Reads the text of a file. What can be read of a text with mistakes is handed out as well.
    pub fn open(file: FileId, text: &str) -> (Self, DeTable<'_>) {
        let (table, errors) = DeTable::parse_recoverable(text);
        let diagnostics = Vec::new();
        let mut reader = Reader { file, diagnostics };
        for error in errors {
            let at = reader.span(error.span().unwrap_or_default());
            // The first line says it; the others repeat what may come there.
            let message = error.message().lines().next().unwrap_or_default();
            let diagnostic = Diagnostic::error(codes::NOT_TOML, "this is not valid TOML");
            reader.say(diagnostic.primary(at, message.to_owned()));
        }
        (reader, table.into_inner())
    }

    /// A place in the file.
    pub fn span(&self, range: Range<usize>) -> Span {
        let small = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Span::new(self.file, small(range.start), small(range.end))
    }

    /// The place of a value.
    pub fn place(&self, value: &TomlValue<'_>) -> Span {
        self.span(value.span())
    }

    /// The place of a key's value, if the key is there.
    pub fn place_of(&self, key: &str, pairs: &[KeyPair<'_, '_>]) -> Option<Span> {
        find(key, pairs).map(|pair| self.place(pair.value))
    }

    /// The keys of a table, in the order of the file.
    pub fn pairs<'a, 't>(&self, table: &'a DeTable<'t>) -> Vec<KeyPair<'a, 't>> {
        let pairs = table.iter().map(|(key, value)| KeyPair {
            key: key.get_ref(),
            at: self.span(key.span()),
            value,
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_by_key(|pair| pair.at.start);
        pairs
    }

    /// The elements of a list, each under the key of the list; a value that is not a list is a list
    /// of itself.
    pub fn list<'a, 't>(&self, pair: &KeyPair<'a, 't>) -> Vec<KeyPair<'a, 't>> {
        match pair.value.get_ref().as_array() {
            Some(array) => array
                .iter()
                .map(|value| KeyPair { value, ..*pair })
                .collect(),
            None => vec![*pair],
        }
    }

    /// Keeps a message, once.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MOST && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a value that its key cannot have.
    pub fn wrong(&mut self, at: Span, title: impl Into<String>, label: impl Into<String>) {
        self.say(Diagnostic::error(codes::WRONG_VALUE, title.into()).primary(at, label.into()));
    }

    /// Reports a value that does not have the form of its key.
    pub fn wrong_form(&mut self, section: &KeyTable, pair: &KeyPair<'_, '_>, expects: &str) {
        let title = format!("`{}` in {} has an invalid value", pair.key, section.name);
        self.wrong(self.place(pair.value), title, format!("expected {expects}"));
    }

    /// The value of a key, if it is there and has the right form.
    pub fn field<F: ValueForm>(
        &mut self,
        section: &KeyTable,
        key: &str,
        pairs: &[KeyPair<'_, '_>],
    ) -> Option<F::Value> {
        let pair = find(key, pairs)?;
        match F::read(pair, self) {
            Ok(value) => Some(value),
            Err(refused) => {
                if refused == Refused::ValueForm {
                    let expects = section.row(key).map_or(F::EXPECTS, |row| row.expects);
                    self.wrong_form(section, pair, expects);
                }
                None
            }
        }
    }

    /// Reports keys that a section does not have. Those of a section with free keys are left to the
    /// caller.
    pub fn no_others(&mut self, section: &KeyTable, pairs: &[KeyPair<'_, '_>]) {
        let known = |pair: &&KeyPair<'_, '_>| section.row(pair.key).is_some();
        if section.free.is_empty() {
            for pair in pairs.iter().filter(|pair| !known(pair)) {
                self.unknown(section, pair, &[]);
            }
        }
    }

    /// Reports a key that a section does not have. `more` are names that it could have besides.
    pub fn unknown(&mut self, section: &KeyTable, pair: &KeyPair<'_, '_>, more: &[String]) {
        let title = format!("unknown key `{}` in {}", pair.key, section.name);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_KEY, title).primary(pair.at, "");
        let names = section.rows().map(|row| row.name);
        let known: Vec<&str> = names.chain(more.iter().map(String::as_str)).collect();
        let near = diag::similar(pair.key, known.iter().copied());
        self.say(match near.first().copied() {
            Some(best) => diagnostic
                .help(format!("did you mean `{best}`?"))
                .patch(pair.at, best),
            None => {
                let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
                diagnostic.help(format!("valid keys are {}", known.join(", ")))
            }
        });
    }
}

/// The last of these keys with a name: the others hold for all cases, and this one for its own.
fn find<'p, 'a, 't>(key: &str, pairs: &'p [KeyPair<'a, 't>]) -> Option<&'p KeyPair<'a, 't>> {
    pairs.iter().rev().find(|pair| pair.key == key)
}
