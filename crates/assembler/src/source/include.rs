//! `.include "file"`: which parts of which files make up the text, in order.

use diag::{FileId, Span, Text};
use rustc_hash::FxHashSet;

use crate::dialect::Directive;
use crate::macros::origin::{ExpansionCause, ExpansionFrames, FrameId};
use crate::messages::error::{AsmError, FaultStage, Hint, LoadFailure, Located, MAX_FAULTS};
use crate::options::Additions;
use crate::options::SourceLimits;
use crate::tables::Tables;
use crate::text::lex::{Lexer, Token, TokenKind};

/// The directive.
const INCLUDE: &str = ".include";

/// A file that is part of the text.
#[derive(Clone, Debug)]
pub(crate) struct SourceText {
    /// The file.
    pub id: FileId,
    /// What identifies it, however its path is spelled.
    pub key: String,
    /// Its text.
    pub text: Text,
}

/// Reads included files.
pub(crate) trait Includes {
    /// The file at `path`, as a file with this key includes it.
    fn include(&mut self, path: &str, importer: &SourceText) -> Result<SourceText, AsmError>;
    /// The bytes of the file at `path`, as a file with this key names it.
    fn bytes(&mut self, path: &str, importer: &SourceText) -> Result<Vec<u8>, AsmError>;
    /// How many bytes may be included, how often, and how deeply.
    fn limits(&self) -> SourceLimits;
    /// How many bytes the text may have in the end.
    fn expanded_room(&self) -> u64;
}

/// A part of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    /// Index of the text.
    pub text: usize,
    /// Its first byte and the one behind its last.
    pub range: (usize, usize),
    /// Why it stands there.
    pub frame: FrameId,
}

/// The text as it is after all includes.
#[derive(Default)]
pub(crate) struct Gathered {
    /// The files.
    pub texts: Vec<SourceText>,
    /// Their parts in order.
    pub chunks: Vec<Chunk>,
    /// Why they stand there.
    pub frames: ExpansionFrames,
    /// What was wrong.
    pub errors: Vec<Located>,
}

/// Follows the includes of `main`.
pub(crate) fn gather(tables: &Tables, main: SourceText, includes: &mut dyn Includes) -> Gathered {
    let mut gatherer = Gatherer {
        tables,
        includes,
        out: Gathered::default(),
        open: Vec::new(),
        main_bytes: main.text.len() as u64,
        bytes: 0,
        count: 0,
    };
    gatherer.out.texts.push(main);
    gatherer.file(0, FrameId::MAIN);
    gatherer.out
}

struct Gatherer<'a> {
    tables: &'a Tables,
    includes: &'a mut dyn Includes,
    out: Gathered,
    /// The files that we are inside of.
    open: Vec<usize>,
    main_bytes: u64,
    /// How much was included, with what was included several times.
    bytes: u64,
    count: usize,
}

impl Gatherer<'_> {
    fn file(&mut self, index: usize, frame: FrameId) {
        let Some(file) = self.out.texts.get(index).cloned() else {
            return;
        };
        let SourceText { id, text, .. } = &file;
        self.open.push(index);
        let rules = &self.tables.dialect.lexical;
        let mut lexer = Lexer::new(text, *id, rules, FxHashSet::default());
        let (mut start, mut tokens) = (lexer.position(), Vec::new());
        let chunk = |range| Chunk {
            text: index,
            range,
            frame,
        };
        // Only lines that mention the directive can be one: the others are read later.
        for mention in mentions_of(text, &[INCLUDE]) {
            if mention < lexer.position() {
                continue;
            }
            let line = memchr::memrchr(b'\n', &text.as_bytes()[..mention]);
            lexer.seek(line.map_or(0, |end| end + 1).max(lexer.position()));
            while lexer.position() <= mention && lexer.line(&mut tokens) {
                let faults = std::mem::take(&mut lexer.errors);
                let slice = |span: Span| text.get(span.start as usize..span.end as usize);
                let head = statement(&tokens);
                let Some(word) = tokens.get(head) else {
                    continue;
                };
                let directive = slice(word.span).and_then(|w| self.tables.directive(w));
                if directive != Some(Directive::Include) {
                    continue;
                }
                let end = word.span.start as usize;
                self.out.chunks.push(chunk((start, end)));
                start = lexer.position();
                self.out.errors.extend(faults);
                let path = tokens.get(head + 1..).unwrap_or(&[]);
                self.include(&file, *word, path, frame);
            }
        }
        self.out.chunks.push(chunk((start, text.len())));
        self.open.pop();
    }

    fn include(&mut self, file: &SourceText, word: Token, operands: &[Token], frame: FrameId) {
        let text = |span: Span| file.text.get(span.start as usize..span.end as usize);
        let slice = |span: Span| text(span).unwrap_or("");
        let [path] = operands else {
            let directive = slice(word.span).to_owned();
            let (got, want) = (operands.len(), "one path");
            let error = AsmError::DirectiveCount {
                directive,
                got,
                want,
            };
            return self.error(error, word.span, frame);
        };
        let span = path.span;
        let quoted = slice(span)
            .strip_prefix('"')
            .and_then(|p| p.strip_suffix('"'));
        let Some(name) = quoted.filter(|_| path.kind == TokenKind::Str) else {
            let text = slice(span).to_owned();
            return self.error(AsmError::BadString { text }, span, frame);
        };
        match self.load(name, file) {
            Ok(index) => {
                let frame = self.out.frames.push(frame, span, ExpansionCause::Include);
                self.file(index, frame);
            }
            Err(error) => self.error(error, span, frame),
        }
    }

    /// The index of the file at `path`, if it may be included here.
    fn load(&mut self, path: &str, importer: &SourceText) -> Result<usize, AsmError> {
        let limits = self.includes.limits();
        let limit = |what, limit| Err(AsmError::SourceLimit { what, limit });
        self.count += 1;
        if self.count > limits.max_files || self.out.errors.len() >= MAX_FAULTS {
            return limit("included files", limits.max_files as u64);
        }
        if self.open.len() > limits.max_import_depth {
            return limit("levels of includes", limits.max_import_depth as u64);
        }
        let too_much = || {
            limit(
                "bytes of included text",
                limits.max_bytes.min(limits.max_expanded),
            )
        };
        // What is too much already gets no better by reading more.
        if self.is_too_much() {
            return too_much();
        }
        let file = self.includes.include(path, importer)?;
        self.bytes += file.text.len() as u64;
        if self.is_too_much() {
            return too_much();
        }
        let known = self.out.texts.iter().position(|t| t.key == file.key);
        let twice = self.tables.additions == Additions::Refused;
        if known.is_some_and(|k| twice || self.open.contains(&k)) {
            let path = path.to_owned();
            return Err(AsmError::IncludeLoop { path });
        }
        Ok(known.unwrap_or_else(|| {
            self.out.texts.push(file);
            self.out.texts.len() - 1
        }))
    }

    fn is_too_much(&self) -> bool {
        let whole = self.main_bytes.saturating_add(self.bytes);
        self.bytes > self.includes.limits().max_bytes || whole > self.includes.expanded_room()
    }

    fn error(&mut self, error: AsmError, span: Span, frame: FrameId) {
        let trail = self.out.frames.trail(frame);
        let missing = matches!(
            error,
            AsmError::Load {
                why: LoadFailure::NotFound,
                ..
            }
        );
        let hint = || Hint::help("the path is relative to the directory of the including file");
        let fault = Located::new(error, span, FaultStage::Pass1).hint(missing.then(hint));
        self.out.errors.push(Located { trail, ..fault });
    }
}

/// Where the statement of a line begins: behind its labels.
pub(crate) fn statement<'a>(tokens: impl IntoIterator<Item = &'a Token>) -> usize {
    let mut kinds = tokens.into_iter().map(|t| t.kind);
    let mut at = 0;
    while kinds.next() == Some(TokenKind::Word) && kinds.next() == Some(TokenKind::Colon) {
        at += 2;
    }
    at
}

/// The texts that tokens may point into, by the indices of their files.
pub(crate) struct TextMap<'t>(Vec<&'t str>);

impl<'t> TextMap<'t> {
    /// The texts of these files.
    pub(crate) fn new(files: &'t [SourceText]) -> Self {
        let count = files.iter().map(|file| file.id.index() + 1).max();
        let mut texts = vec![""; count.unwrap_or(0)];
        for file in files {
            texts[file.id.index()] = &*file.text;
        }
        TextMap(texts)
    }

    /// The text of a file.
    pub(crate) fn whole(&self, file: FileId) -> &'t str {
        self.0.get(file.index()).copied().unwrap_or("")
    }

    /// The text under a span.
    pub(crate) fn get(&self, span: Span) -> &'t str {
        let text = self.whole(span.file);
        text.get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }
}

/// Whether `text` contains one of these directives, in any case.
pub(crate) fn mentions(text: &str, directives: &[&str]) -> bool {
    mentions_of(text, directives).next().is_some()
}

/// Where `text` contains one of these directives, in any case.
fn mentions_of<'t>(text: &'t str, directives: &'t [&str]) -> impl Iterator<Item = usize> + 't {
    let bytes = text.as_bytes();
    let is_there = |at: usize, name: &str| {
        let there = bytes.get(at..at + name.len());
        there.is_some_and(|there| there.eq_ignore_ascii_case(name.as_bytes()))
    };
    // Dots are rare: all of them are looked at.
    memchr::memchr_iter(b'.', bytes)
        .filter(move |at| directives.iter().any(|name| is_there(*at, name)))
}
