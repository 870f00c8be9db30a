//! Reads the lines of a text with macros: carries out `.eqv`, and collects the definitions of
//! macros, so that calls may stand above them.

use diag::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialect::Directive;
use crate::macros::defines::Defines;
use crate::macros::origin::FrameId;
use crate::macros::overloads::{Macro, MacroPart, Macros, heading};
use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};
use crate::source::include::{Chunk, SourceText, TextMap, statement};
use crate::tables::Tables;
use crate::text::lex::{Lexer, Token, TokenKind};

/// How many words macros and replaced names may have, beside one for each byte of the source.
const MAX_PARTS: usize = 1 << 22;

/// What was read.
#[derive(Default)]
pub(crate) struct Read<'t> {
    /// The lines outside of macros.
    pub lines: Vec<MacroLine>,
    /// The macros.
    pub macros: Macros<'t>,
    /// What was wrong, and why it stands where it does.
    pub errors: Vec<(Located, FrameId)>,
    /// How long the text is.
    pub bytes: usize,
    parts: Vec<MacroPart<'t>>,
}

/// A line outside of macros.
#[derive(Clone, Copy)]
pub(crate) struct MacroLine {
    /// What is in it.
    pub content: LineContent,
    /// Why it stands there.
    pub frame: FrameId,
}

/// What is in a line outside of macros.
#[derive(Clone, Copy)]
pub(crate) enum LineContent {
    /// The line as it is written, and where the first word after its labels begins and ends.
    Source { line: Span, head: (u32, u32) },
    /// A range of the parts, as a name in the line was replaced.
    Parts(usize, usize),
}

impl<'t> Read<'t> {
    /// The parts of a line.
    pub(crate) fn parts(&self, (start, end): (usize, usize)) -> &[MacroPart<'t>] {
        self.parts.get(start..end).unwrap_or(&[])
    }
}

/// Reads the chunks of the texts.
pub(crate) fn read<'t>(
    tables: &Tables,
    texts: &TextMap<'t>,
    files: &[SourceText],
    chunks: &[Chunk],
) -> Read<'t> {
    let mut reader = Reader {
        tables,
        texts,
        defines: Defines::default(),
        names: FxHashMap::default(),
        open: None,
        nested: 0,
        frame: FrameId::MAIN,
        out: Read::default(),
    };
    for chunk in chunks {
        if let Some(file) = files.get(chunk.text) {
            reader.frame = chunk.frame;
            reader.chunk(file, chunk.range);
        }
    }
    if let Some(open) = reader.open {
        reader.out.errors.push(open.unfinished());
    }
    reader.out
}

/// A macro whose end was not found yet.
struct Open<'t> {
    directive: Span,
    frame: FrameId,
    /// Nothing if the heading is wrong: then the body is only skipped.
    found: Option<Macro<'t>>,
}

impl Open<'_> {
    fn unfinished(&self) -> (Located, FrameId) {
        let name = self.found.as_ref().map_or("", |m| m.name).to_owned();
        let error = AsmError::MacroOpen { name };
        let fault = Located::new(error, self.directive, FaultStage::Pass1);
        (fault, self.frame)
    }
}

struct Reader<'a, 't> {
    tables: &'a Tables,
    texts: &'a TextMap<'t>,
    defines: Defines<'t>,
    /// Where the names of `defines` were defined.
    names: FxHashMap<&'t str, Span>,
    open: Option<Open<'t>>,
    /// How many macros inside of a macro we are in.
    nested: usize,
    frame: FrameId,
    out: Read<'t>,
}

impl<'t> Reader<'_, 't> {
    fn chunk(&mut self, file: &SourceText, (start, end): (usize, usize)) {
        self.out.bytes += end - start;
        let text = file.text.get(..end).unwrap_or(&file.text);
        let rules = &self.tables.dialect.lexical;
        let mut lexer = Lexer::new(text, file.id, rules, FxHashSet::default());
        let mut tokens = Vec::new();
        lexer.seek(lexer.position().max(start));
        loop {
            let start = lexer.position();
            if !lexer.line(&mut tokens) || self.out.errors.len() >= MAX_FAULTS {
                return;
            }
            let line = Span::new(file.id, start as u32, lexer.position() as u32);
            let faults = std::mem::take(&mut lexer.errors);
            // What is copied is read again; the rest only here.
            if self.line(&tokens, line) {
                let frame = self.frame;
                let faults = faults.into_iter().map(|fault| (fault, frame));
                self.out.errors.extend(faults);
            }
            if self.out.parts.len() > MAX_PARTS + self.out.bytes {
                let (what, limit) = ("words in a program with macros", MAX_PARTS as u64);
                return self.error(AsmError::SourceLimit { what, limit }, line);
            }
        }
    }

    fn text(&self, span: Span) -> &'t str {
        self.texts.get(span)
    }

    fn error(&mut self, error: AsmError, span: Span) {
        let fault = Located::new(error, span, FaultStage::Pass1);
        self.out.errors.push((fault, self.frame));
    }

    /// Reads one line. Whether nobody else will.
    fn line(&mut self, tokens: &[Token], line: Span) -> bool {
        let at = statement(tokens);
        let word = tokens.get(at).filter(|t| t.kind == TokenKind::Word);
        let directive = word.and_then(|w| self.tables.directive(self.text(w.span)));
        let rest = tokens.get(at + 1..).unwrap_or(&[]);
        match (directive, word) {
            (Some(Directive::Substitute), Some(word)) => {
                self.keep_labels(&tokens[..at]);
                self.substitute(*word, rest);
                true
            }
            (Some(Directive::Macro), Some(word)) => {
                self.keep_labels(&tokens[..at]);
                self.begin(*word, rest);
                true
            }
            (Some(Directive::EndMacro), Some(word)) => {
                self.keep_labels(&tokens[..at]);
                self.end(*word, rest);
                true
            }
            // Nobody needs the words of a line that stays as it is, unless it calls a macro.
            _ if self.open.is_none() && !self.concerns(tokens) => {
                let head = word.map_or((0, 0), |word| (word.span.start, word.span.end));
                let content = LineContent::Source { line, head };
                let frame = self.frame;
                self.out.lines.push(MacroLine { content, frame });
                false
            }
            _ => {
                let range = self.replace(tokens);
                self.keep(range);
                self.open.is_some()
            }
        }
    }

    /// Keeps the labels before a directive that is carried out here.
    fn keep_labels(&mut self, labels: &[Token]) {
        if !labels.is_empty() {
            let range = self.replace(labels);
            self.keep(range);
        }
    }

    /// Adds a line to the macro that is being defined, or else to the lines outside.
    fn keep(&mut self, parts: (usize, usize)) {
        let Some(open) = &mut self.open else {
            let content = LineContent::Parts(parts.0, parts.1);
            let frame = self.frame;
            return self.out.lines.push(MacroLine { content, frame });
        };
        let (Some(found), true) = (&mut open.found, self.nested == 0) else {
            return;
        };
        found.body.push(parts);
        let tokens: Vec<Token> = self.out.parts(parts).iter().map(|p| p.token).collect();
        let labels = tokens[..statement(&tokens)].iter().step_by(2);
        for label in labels {
            let name = self.texts.get(label.span);
            if !found.parameters.contains_key(name) {
                found.labels.insert(name);
            }
        }
    }

    /// Whether a name in the line is defined.
    fn concerns(&self, tokens: &[Token]) -> bool {
        let texts = self.texts;
        let line = self.defines.line(|span| texts.get(span));
        !self.defines.is_empty() && tokens.iter().any(|token| line.concerns(token))
    }

    /// Adds the tokens of a line with all names replaced; their range.
    fn replace(&mut self, tokens: &[Token]) -> (usize, usize) {
        let start = self.out.parts.len();
        let texts = self.texts;
        let mut line = self.defines.line(|span| texts.get(span));
        let mut value = Vec::new();
        for token in tokens {
            value.clear();
            if !line.append(*token, &mut value) {
                let name = texts.get(token.span).to_owned();
                let fault = AsmError::ExpansionLimit { name };
                let fault = Located::new(fault, token.span, FaultStage::Pass1);
                self.out.errors.push((fault, self.frame));
                self.out.parts.truncate(start);
                break;
            }
            self.out.parts.extend(value.iter().map(|part| MacroPart {
                place: token.span,
                ..MacroPart::new(*part, texts.get(part.span))
            }));
        }
        (start, self.out.parts.len())
    }

    /// `.eqv NAME tokens…`
    fn substitute(&mut self, directive: Token, operands: &[Token]) {
        let (Some(name), value @ [_, ..]) = (
            operands.first().filter(|t| t.kind == TokenKind::Word),
            operands.get(1..).unwrap_or(&[]),
        ) else {
            let error = AsmError::DirectiveCount {
                directive: self.text(directive.span).to_owned(),
                got: operands.len(),
                want: "a name and its text",
            };
            return self.error(error, directive.span);
        };
        let text = self.text(name.span);
        let words = |tokens: &[Token]| -> Vec<&'t str> {
            tokens.iter().map(|t| self.text(t.span)).collect()
        };
        if words(value).contains(&text) {
            let span = name.span;
            let (name, through) = (text.to_owned(), None);
            return self.error(AsmError::CircularConstant { name, through }, span);
        }
        let old = self.defines.get(text);
        if let (Some(first), true) = (
            self.names.get(text).copied(),
            old.is_some_and(|old| words(old) != words(value)),
        ) {
            let span = name.span;
            let name = text.to_owned();
            return self.error(AsmError::RedefinedConstant { name, first }, span);
        }
        self.names.insert(text, name.span);
        self.defines.insert(text, value);
    }

    /// `.macro NAME parameters…`
    fn begin(&mut self, directive: Token, operands: &[Token]) {
        if let Some(open) = &self.open {
            let outer = open.directive;
            self.nested += 1;
            return self.error(AsmError::NestedMacro { outer }, directive.span);
        }
        let line = self.out.lines.len();
        let found = heading(self.tables, directive, operands, |span| self.text(span));
        let found = match found {
            Ok((name, span, parameters)) => Some(Macro {
                name,
                span,
                count: parameters.len(),
                // Of two with the same name, the first counts.
                parameters: (parameters.into_iter().enumerate().rev())
                    .map(|(k, p)| (p, k))
                    .collect(),
                body: Vec::new(),
                labels: FxHashSet::default(),
                line,
            }),
            Err(fault) => {
                self.out.errors.push((*fault, self.frame));
                None
            }
        };
        self.open = Some(Open {
            directive: directive.span,
            frame: self.frame,
            found,
        });
    }

    /// `.end_macro`
    fn end(&mut self, directive: Token, operands: &[Token]) {
        if let (Some(first), Some(last)) = (operands.first(), operands.last()) {
            let span = first.span.to(last.span);
            let text = self.text(span).chars().take(40).collect();
            self.error(AsmError::AfterEndMacro { text }, span);
        }
        if self.nested > 0 {
            self.nested -= 1;
            return;
        }
        let Some(open) = self.open.take() else {
            return self.error(AsmError::StrayEndMacro, directive.span);
        };
        let Some(found) = open.found else { return };
        let (name, span, count) = (found.name.to_owned(), found.span, found.count);
        if let Some(first) = self.out.macros.add(found) {
            self.error(AsmError::RedefinedMacro { name, count, first }, span);
        }
    }
}
