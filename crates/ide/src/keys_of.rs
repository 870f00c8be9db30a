//! Settings files: what is wrong with them, what their keys mean, and which keys and values fit.

use crate::completion::{Completion, CompletionKind, Completions};
use crate::findings::Findings;
use crate::hover::HoverText;
use crate::workspace::Workspace;
use assembler::outline::ByteRange;
use diag::SourceMap;
use harness::course;
use harness::schema::SettingsFile;
use keys::{KeyRow, KeyTable, ValueShape};
use std::path::Path;

/// The kind of a settings file, by its name; one beside a source is about a test.
pub(crate) fn settings_file(path: &Path, is_test: impl Fn(&Path) -> bool) -> Option<SettingsFile> {
    let name = path.file_name()?.to_str()?;
    if name == course::FILE {
        return Some(SettingsFile::Course);
    }
    if name.ends_with(".unit.toml") {
        return Some(SettingsFile::Unit);
    }
    let is_test = || {
        ["s", "asm"]
            .into_iter()
            .any(|ending| is_test(&path.with_extension(ending)))
    };
    (name.ends_with(".toml") && is_test()).then_some(SettingsFile::Test)
}

/// What is wrong with a settings file.
pub(crate) fn check(path: &Path, text: &str, kind: SettingsFile) -> Findings {
    let mut sources = SourceMap::default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let list = kind.check(&name, text, &mut sources);
    Findings {
        document: path.to_owned(),
        list,
        paths: sources.files().map(|_| Some(path.to_owned())).collect(),
        sources,
    }
}

/// The line of a settings file that a place is in, and the table that it belongs to.
struct SettingsLine<'t> {
    start: usize,
    text: &'t str,
    /// The table, and the keys that it has already.
    table: Option<&'static KeyTable>,
    taken: Vec<&'t str>,
}

impl<'t> SettingsLine<'t> {
    fn of(text: &'t str, offset: usize, root: &'static KeyTable) -> Option<SettingsLine<'t>> {
        let (mut table, mut taken) = (Some(root), Vec::new());
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let is_here = offset < end || end == text.len() && !line.ends_with('\n');
            let bare = line.trim();
            if is_here {
                let text = line.trim_end_matches(['\n', '\r']);
                return Some(SettingsLine {
                    start,
                    text,
                    table,
                    taken,
                });
            }
            if bare.starts_with('[') && bare.ends_with(']') {
                let path = bare.trim_matches(['[', ']', ' ']).split('.');
                let inner = path
                    .map(str::trim)
                    .try_fold(root, |table, key| inner(table, key));
                (table, taken) = (inner, Vec::new());
            } else if let Some((key, _)) = bare.split_once('=') {
                taken.push(key.trim());
            }
            start = end;
        }
        Some(SettingsLine {
            start,
            text: "",
            table,
            taken,
        })
    }
}

/// The table below a key.
fn inner(table: &'static KeyTable, key: &str) -> Option<&'static KeyTable> {
    let row = table.row(key).or(table.free.first())?;
    table_of((row.shape)())
}

fn table_of(shape: ValueShape) -> Option<&'static KeyTable> {
    match shape {
        ValueShape::Table(table) => Some(table),
        ValueShape::List(inner) | ValueShape::Map(inner) => table_of(*inner),
        ValueShape::Either(all) => all.into_iter().find_map(table_of),
        _ => None,
    }
}

/// The words that a value can be, as they are written.
fn words(shape: ValueShape) -> Vec<String> {
    match shape {
        ValueShape::Bool => vec!["true".to_owned(), "false".to_owned()],
        ValueShape::Words(words) => words.iter().map(|word| format!("\"{word}\"")).collect(),
        ValueShape::Either(all) => all.into_iter().flat_map(words).collect(),
        ValueShape::List(inner) => words(*inner),
        _ => Vec::new(),
    }
}

/// What there is to read about a key.
fn doc(row: &KeyRow) -> String {
    let mut doc = format!("**`{}`**  \n{}", row.name, row.doc.trim());
    if !row.expects.is_empty() {
        doc.push_str(&format!("  \nValue: {}", row.expects));
    }
    if !row.default.is_empty() {
        doc.push_str(&format!("  \nWithout it: {}", row.default));
    }
    doc
}

impl Workspace {
    /// The kind of a settings file that is open, and its text.
    fn settings_text(&self, path: &Path) -> Option<(SettingsFile, diag::Text)> {
        let kind = settings_file(path, |source| self.exists(source))?;
        Some((kind, self.document(path)?.text.clone()))
    }

    /// What is known about the key at a place of a settings file.
    pub(crate) fn key_hover(&self, path: &Path, offset: usize) -> Option<HoverText> {
        let (kind, text) = self.settings_text(path)?;
        let line = SettingsLine::of(&text, offset, kind.keys())?;
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let at = offset.checked_sub(line.start)?;
        let before = line.text.get(..at)?;
        let start = before.rfind(|c| !word(c)).map_or(0, |at| at + 1);
        let rest = line.text.get(start..)?;
        let end = start + rest.find(|c| !word(c)).unwrap_or(rest.len());
        let name = line.text.get(start..end)?;
        let is_header = line.text.trim_start().starts_with('[');
        let table = if is_header {
            Some(kind.keys())
        } else {
            line.table
        };
        let before_sign = line.text.find('=').is_none_or(|sign| start < sign);
        let row = table?.row(name).filter(|_| before_sign)?;
        Some(HoverText {
            at: ByteRange::new(line.start + start, line.start + end),
            markdown: doc(row),
        })
    }

    /// What can be written at a place of a settings file.
    pub(crate) fn key_completions(&self, path: &Path, offset: usize) -> Option<Completions> {
        let (kind, text) = self.settings_text(path)?;
        let line = SettingsLine::of(&text, offset, kind.keys())?;
        let before = line.text.get(..offset.checked_sub(line.start)?)?;
        if before.contains('#') {
            return None;
        }
        let typed = |c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '-');
        let start = before.rfind(|c| !typed(c)).map_or(0, |at| at + 1);
        let prefix = &before[start..];
        let mut items = Vec::new();
        if before.trim_start().starts_with('[') {
            let rows = kind.keys().rows();
            let tables = rows.filter(|row| table_of((row.shape)()).is_some());
            items.extend(tables.map(|row| key(row, String::new())));
        } else if let Some((name, _)) = before.split_once('=') {
            let row = line.table?.row(name.trim())?;
            let words = words((row.shape)()).into_iter();
            items.extend(words.map(|word| Completion::new(&word, CompletionKind::Word, "")));
            // The same language may exist for both machines.
            items.dedup();
        } else {
            let rows = line
                .table?
                .rows()
                .filter(|row| !line.taken.contains(&row.name));
            let plain = rows.filter(|row| table_of((row.shape)()).is_none());
            items.extend(plain.map(|row| key(row, format!("{} = ", row.name))));
        }
        items.retain(|item| item.label.starts_with(prefix));
        let at = ByteRange::new(line.start + start, offset);
        Some(Completions { at, items })
    }
}

fn key(row: &KeyRow, snippet: String) -> Completion {
    let mut item = Completion::new(row.name, CompletionKind::Key, row.expects);
    item.doc = doc(row);
    item.snippet = snippet;
    item
}
