//! The tokens of a text, line by line, with the lines of the preprocessor.

use diag::{FileId, SourceMap};
use rustc_hash::FxHashSet;

use crate::macros::hash_lines::{Feed, Texts};
use crate::outline::ByteRange;
use crate::tables::Tables;
use crate::text::lex::{Lexer, Token};

/// A logical line: what the assembler reads as one statement with its labels.
#[derive(Clone, Debug)]
pub(crate) struct SourceLine {
    /// Its first and one after its last token.
    pub tokens: std::ops::Range<usize>,
    /// The word of a line for the preprocessor.
    pub hash: Option<ByteRange>,
    /// From where it was read to where the next one begins.
    pub at: ByteRange,
    /// Its characters do not make tokens: something is wrong.
    pub is_broken: bool,
}

/// All tokens of a text.
#[derive(Default)]
pub(crate) struct SourceLines {
    pub tokens: Vec<Token>,
    pub lines: Vec<SourceLine>,
    /// Where reading ended: usually the end of the text.
    pub end: usize,
}

impl SourceLines {
    /// Reads a text.
    pub(crate) fn read(tables: &Tables, text: &str) -> SourceLines {
        let file = SourceMap::default().add("", "");
        let mut odd_names = FxHashSet::default();
        let lines = SourceLines::with(tables, text, file, &mut odd_names);
        // Labels with operators in their names change how other lines are read.
        match odd_names.is_empty() {
            true => lines,
            false => SourceLines::with(tables, text, file, &mut odd_names),
        }
    }

    fn with<'t>(
        tables: &Tables,
        text: &'t str,
        file: FileId,
        odd_names: &mut FxHashSet<&'t str>,
    ) -> SourceLines {
        let (main, defines) = ((file, text), (file, ""));
        let texts = Texts { main, defines };
        let hash_lines = Feed::new(tables, texts, FxHashSet::default()).hash_lines();
        let mut hash_lines = hash_lines.into_iter().peekable();
        let rules = &tables.dialect.lexical;
        let mut lexer = Lexer::new(text, file, rules, std::mem::take(odd_names));
        let (mut out, mut tokens) = (SourceLines::default(), Vec::new());
        loop {
            let start = lexer.position();
            // Those in a comment of several lines are none.
            while hash_lines.next_if(|(at, _)| *at < start).is_some() {}
            let hash = hash_lines.next_if(|(at, _)| *at == start);
            let hash = hash.map(|(at, len)| ByteRange::new(at, at + len));
            if let Some(hash) = hash {
                lexer.seek(hash.end);
            }
            let faults = lexer.errors.len();
            if !lexer.line(&mut tokens) && hash.is_none() {
                break;
            }
            let first = out.tokens.len();
            out.tokens.append(&mut tokens);
            out.lines.push(SourceLine {
                tokens: first..out.tokens.len(),
                hash,
                at: ByteRange::new(start, lexer.position()),
                is_broken: lexer.errors.len() > faults,
            });
        }
        out.end = lexer.position();
        *odd_names = std::mem::take(&mut lexer.odd_names);
        out
    }

    /// The tokens of a line.
    pub(crate) fn tokens(&self, line: &SourceLine) -> &[Token] {
        &self.tokens[line.tokens.clone()]
    }
}
