//! One source with its language and what it says.

use assembler::AssembleOptions;
use assembler::outline::{
    ByteRange, OutlineReader, OutlineReference, OutlineSymbol, ReferenceRole, SourceOutline,
    WordKind,
};
use diag::Text;
use runtime::Language;
use std::path::PathBuf;
use std::rc::Rc;

/// One source with its language and what it says.
pub struct SourceView {
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub text: Text,
    /// The language that it is read in.
    pub language: Language,
    /// What it says.
    pub outline: SourceOutline,
    /// What reads this language.
    pub reader: Rc<OutlineReader>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePlace {
    /// The file.
    pub path: PathBuf,
    /// The place.
    pub at: ByteRange,
}

/// A name at a place of a source.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NameAt<'a> {
    /// It is defined there.
    Symbol(&'a OutlineSymbol),
    /// It is used there.
    Reference(&'a OutlineReference),
}

impl SourceView {
    pub(crate) fn new(
        path: PathBuf,
        text: Text,
        language: Language,
        reader: Rc<OutlineReader>,
    ) -> Self {
        SourceView {
            outline: reader.read(&text),
            path,
            text,
            language,
            reader,
        }
    }

    /// The text of a place.
    pub fn slice(&self, at: ByteRange) -> &str {
        self.text.get(at.range()).unwrap_or("")
    }

    /// The text of a word.
    pub fn word(&self, index: usize) -> &str {
        let word = self.outline.words.get(index);
        word.map_or("", |word| self.slice(word.at))
    }

    /// Where the line of a place begins.
    pub fn line_start(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        before.rfind('\n').map_or(0, |at| at + 1)
    }

    /// Where the line of a place ends, without its end.
    pub fn line_end(&self, offset: usize) -> usize {
        let rest = self.text.get(offset..).unwrap_or("");
        let end = rest.find('\n').map_or(self.text.len(), |at| offset + at);
        match self.text[..end].ends_with('\r') && end > offset {
            true => end - 1,
            false => end,
        }
    }

    /// Whether a part of the text is a declaration for other files.
    fn declares_in(&self, start: usize, end: usize) -> bool {
        let mut references = self.outline.references.iter();
        references.any(|reference| {
            let is_here = (start..end).contains(&reference.at.start);
            is_here && reference.role == ReferenceRole::Declaration
        })
    }

    /// The name at a place.
    pub(crate) fn name_at(&self, offset: usize) -> Option<NameAt<'_>> {
        let outline = &self.outline;
        let after = outline.symbols.partition_point(|s| s.at.start <= offset);
        let near = outline.symbols[..after].iter().rev().take(2);
        if let Some(symbol) = near.into_iter().find(|s| s.at.touches(offset)) {
            return Some(NameAt::Symbol(symbol));
        }
        let references = &outline.references;
        let after = references.partition_point(|r| r.at.start <= offset);
        let near = references[..after].iter().rev().take(2);
        near.into_iter()
            .find(|r| r.at.touches(offset))
            .map(NameAt::Reference)
    }

    /// The comment that describes what is defined in a line: that after it, or those right above.
    pub(crate) fn comment_about(&self, offset: usize) -> String {
        let words = &self.outline.words;
        let line = ByteRange::new(self.line_start(offset), self.line_end(offset));
        let comment_in = |line: ByteRange| {
            let first = words.partition_point(|word| word.at.start < line.start);
            let here = words[first..].iter().take_while(|w| w.at.start <= line.end);
            let here: Vec<_> = here.collect();
            let comment = here.iter().find(|w| w.kind == WordKind::Comment)?;
            Some((self.slice(comment.at), here.len() == 1))
        };
        let mut above = Vec::new();
        let mut start = line.start;
        while start > 0 && above.len() < MOST_COMMENTS {
            let end = start - 1;
            start = self.line_start(end);
            match comment_in(ByteRange::new(start, end)) {
                Some((comment, true)) => above.push(plain_comment(comment)),
                // The line that makes the name known elsewhere may be between the two.
                _ if above.is_empty() && self.declares_in(start, end) => {}
                _ => break,
            }
        }
        above.reverse();
        let own = comment_in(line).map(|(comment, _)| plain_comment(comment));
        above.extend(own);
        above.join("\n").trim().to_owned()
    }
}

/// Comments have at most so many lines; longer ones are not about one name.
const MOST_COMMENTS: usize = 40;

/// A comment without the signs that make it one.
fn plain_comment(comment: &str) -> &str {
    let comment = comment.trim_start_matches(['#', '/', '*', ';', '!']);
    comment.trim_end_matches(['*', '/', '#', '-', '=']).trim()
}

impl NameAt<'_> {
    /// The name.
    pub(crate) fn name(&self) -> &str {
        match self {
            NameAt::Symbol(symbol) => &symbol.name,
            NameAt::Reference(reference) => &reference.name,
        }
    }

    /// Its place.
    pub(crate) fn at(&self) -> ByteRange {
        match self {
            NameAt::Symbol(symbol) => symbol.at,
            NameAt::Reference(reference) => reference.at,
        }
    }
}

/// What reads sources in a language.
pub(crate) fn reader(options: &AssembleOptions) -> Rc<OutlineReader> {
    Rc::new(OutlineReader::new(options))
}
