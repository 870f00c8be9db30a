//! Owns the source texts: file ids, spans, and the way from a byte offset to a line and column.
//!
//! Nothing here panics on bad offsets or on an id from another map: spans are clamped to the
//! text and widened to whole characters, and an unknown file reads as an empty one.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Which file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// How many files were added before it.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in one file: `start` inclusive, `end` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file the range is in.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to but without `end`.
    #[inline]
    #[must_use]
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The smallest span that covers both; `self` if `other` is in another file.
    #[inline]
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self::new(
            self.file,
            self.start.min(other.start),
            self.end.max(other.end),
        )
    }

    /// Length in bytes; 0 for a reversed span.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span covers no byte, that is, points between two.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A place for people: both numbers count from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line number, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
}

/// All source texts of one session, with the names shown to people.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<File>,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    text: Text,
}

/// A source text and where its lines begin. A copy of it shares both.
#[derive(Clone)]
pub struct Text(Arc<TextParts>);

struct TextParts {
    text: String,
    /// Offset of the first byte of each line; never empty, begins with 0. Found when somebody asks:
    /// most texts are read without.
    line_starts: OnceLock<Vec<u32>>,
}

impl Text {
    fn line_starts(&self) -> &[u32] {
        let find = || line_starts(&self.0.text);
        self.0.line_starts.get_or_init(find)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<T: Into<String>> From<T> for Text {
    fn from(text: T) -> Self {
        Text(Arc::new(TextParts {
            text: text.into(),
            line_starts: OnceLock::new(),
        }))
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0.text
    }
}

impl SourceMap {
    /// Adds a file. The same name may be added more than once.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Text>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(File {
            name: name.into(),
            text: text.into(),
        });
        id
    }

    /// Gives all files names that follow from their present ones.
    pub fn rename(&mut self, new: impl Fn(&str) -> String) {
        for file in &mut self.files {
            file.name = new(&file.name);
        }
    }

    /// The name as shown to people.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        self.file(file).map_or("<unknown>", |f| &f.name)
    }

    /// The whole text.
    #[inline]
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.file(file).map_or("", |f| &f.text)
    }

    /// The text under a span, clamped to the file and widened to whole characters.
    #[inline]
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        let text = self.text(span.file);
        let start = text.floor_char_boundary(span.start as usize);
        let end = text.ceil_char_boundary((span.end as usize).min(text.len()));
        text.get(start..end).unwrap_or("")
    }

    /// Line and column of a byte offset; past the end of the file it is the end's.
    ///
    /// The column is never beyond the end of the line: offsets of the newline itself count as
    /// the place just after the last character.
    #[must_use]
    pub fn position(&self, file: FileId, offset: u32) -> Position {
        let line = self.line_of(file, offset);
        let start = self.line_start(file, line) as usize;
        let text = self.line_text(file, line);
        let end = text.floor_char_boundary((offset as usize).saturating_sub(start));
        let before = text.get(..end).unwrap_or("").chars().count();
        Position {
            line,
            column: u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1),
        }
    }

    /// The span of a line (from 1) without its newline or carriage return.
    #[must_use]
    pub fn line_span(&self, file: FileId, line: u32) -> Option<Span> {
        let f = self.file(file)?;
        let index = (line as usize).checked_sub(1)?;
        let start = *f.text.line_starts().get(index)?;
        let end = f
            .text
            .line_starts()
            .get(index + 1)
            .map_or(f.text.len(), |next| *next as usize);
        let line = f.text.get(start as usize..end)?;
        let kept = line
            .strip_suffix('\n')
            .map_or(line, |l| l.strip_suffix('\r').unwrap_or(l))
            .len();
        let end = u32::try_from(start as usize + kept).unwrap_or(u32::MAX);
        Some(Span::new(file, start, end))
    }

    /// The text of a line (from 1) without its newline; empty if there is no such line.
    #[must_use]
    pub fn line_text(&self, file: FileId, line: u32) -> &str {
        self.line_span(file, line).map_or("", |s| self.slice(s))
    }

    /// All files in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..u32::try_from(self.files.len()).unwrap_or(u32::MAX)).map(FileId)
    }

    /// The line (from 1) that holds an offset.
    pub(crate) fn line_of(&self, file: FileId, offset: u32) -> u32 {
        let lines = self.file(file).map_or(1, |f| {
            f.text.line_starts().partition_point(|s| *s <= offset)
        });
        u32::try_from(lines).unwrap_or(u32::MAX)
    }

    fn line_start(&self, file: FileId, line: u32) -> u32 {
        self.line_span(file, line).map_or(0, |s| s.start)
    }

    #[inline]
    fn file(&self, file: FileId) -> Option<&File> {
        self.files.get(file.0 as usize)
    }
}

/// Lines that begin beyond 4 GiB cannot be named by a [`Span`], so the table ends there.
fn line_starts(text: &str) -> Vec<u32> {
    let after_newlines = text
        .match_indices('\n')
        .map_while(|(at, _)| u32::try_from(at + 1).ok());
    std::iter::once(0).chain(after_newlines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: u32) -> (u32, u32) {
        let mut map = SourceMap::default();
        let file = map.add("t.s", text);
        let p = map.position(file, offset);
        (p.line, p.column)
    }

    #[test]
    fn positions_count_from_one_and_in_characters() {
        assert_eq!(at("", 0), (1, 1));
        assert_eq!(at("", 99), (1, 1));
        assert_eq!(at("ab\ncd", 0), (1, 1));
        assert_eq!(at("ab\ncd", 2), (1, 3));
        assert_eq!(at("ab\ncd", 3), (2, 1));
        assert_eq!(at("ab\ncd", 99), (2, 3));
        assert_eq!(at("ab\n", 3), (2, 1));
        assert_eq!(at("é日x", 5), (1, 3));
        assert_eq!(at("é日x", 3), (1, 2), "inside a character");
        assert_eq!(at("ab\r\ncd", 3), (1, 3), "the newline of CRLF");
        assert_eq!(at("a\rb", 2), (1, 3), "a lone CR is no newline");
    }

    #[test]
    fn lines_come_without_their_newline() {
        let mut map = SourceMap::default();
        let file = map.add("t.s", "one\r\n\ntwo");
        assert_eq!(map.line_span(file, 0), None);
        assert_eq!(map.line_span(file, 1), Some(Span::new(file, 0, 3)));
        assert_eq!(map.line_text(file, 2), "");
        assert_eq!(map.line_text(file, 3), "two");
        assert_eq!(map.line_span(file, 4), None);
    }

    #[test]
    fn slices_are_clamped_and_never_split_characters() {
        let mut map = SourceMap::default();
        let file = map.add("t.s", "aé日");
        assert_eq!(map.slice(Span::new(file, 0, 99)), "aé日");
        assert_eq!(map.slice(Span::new(file, 2, 4)), "é日");
        assert_eq!(map.slice(Span::new(file, 4, 1)), "");
        assert_eq!(map.slice(Span::new(file, 50, 60)), "");
    }

    #[test]
    fn an_id_of_another_map_reads_as_an_empty_file() {
        let mut other = SourceMap::default();
        let file = other.add("t.s", "abc");
        let map = SourceMap::default();
        assert_eq!(map.name(file), "<unknown>");
        assert_eq!(map.slice(Span::new(file, 0, 3)), "");
        assert_eq!(map.position(file, 2), Position { line: 1, column: 1 });
    }

    #[test]
    fn spans_join_within_a_file() {
        let mut map = SourceMap::default();
        let (a, b) = (map.add("a.s", "abcdef"), map.add("b.s", "abcdef"));
        let (one, two) = (Span::new(a, 1, 2), Span::new(a, 4, 5));
        assert_eq!(two.to(one), Span::new(a, 1, 5));
        assert_eq!(one.to(Span::new(b, 4, 5)), one);
        assert_eq!((one.len(), one.is_empty()), (1, false));
        assert!(Span::new(a, 3, 1).is_empty());
        assert_eq!(map.files().collect::<Vec<_>>(), [a, b]);
    }
}
