//! Macros, `.eqv` and `.include`: from a file with them to a text without.
//!
//! The text goes through the usual lexer and parser; [`Origins`] lead back from it. Replacement is
//! by token, so that `%a` does not harm `%ab`, and strings and comments are left alone.
//!
//! Labels that a macro's body defines belong to each expansion: the `k`-th expansion has its own
//! `name_Mk`. A macro may be used before its definition. If several fit, the last one above the
//! call is meant.

use diag::Span;

use crate::macros::definitions::{MacroLine, Read, read};
use crate::macros::origin::{ExpansionCause, ExpansionFrames, FrameId, Origins};
use crate::macros::overloads::{Macro, MacroPart, Overloads, arguments, words};
use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};
use crate::source::include::{
    Chunk, Gathered, Includes, SourceText, TextMap, gather, mentions, statement,
};
use crate::tables::Tables;
use crate::text::lex::{Token, TokenKind};

/// How many calls are expanded, how deeply they may nest, and how much text they may make.
const MAX_CALLS: u32 = 200_000;
const MAX_DEPTH: usize = 64;
const MAX_BYTES: usize = 16 << 20;
const MAX_PIECES: usize = 2_000_000;
/// How many words one line may grow by.
const MAX_GROWTH: usize = 100_000;

/// A text without macros.
pub(crate) struct Expanded {
    /// The text.
    pub text: String,
    /// Where its pieces come from.
    pub origins: Origins,
    /// What was wrong.
    pub errors: Vec<Located>,
    /// There was too much to expand: the text is left out.
    pub gave_up: bool,
}

/// Whether a text has something to expand.
pub(crate) fn is_needed(tables: &Tables, text: &str) -> bool {
    let words = ["macro", "eqv", "include"];
    tables.dialect.macros && words.iter().any(|word| mentions(text, word))
}

/// Expands a file.
pub(crate) fn expand(tables: &Tables, main: SourceText, includes: &mut dyn Includes) -> Expanded {
    let room = includes.expanded_room();
    let Gathered {
        texts: files,
        chunks,
        frames,
        mut errors,
    } = gather(tables, main, includes);
    let names = |file: &SourceText| mentions(&file.text, "macro") || mentions(&file.text, "eqv");
    if !files.iter().any(names) {
        return joined(&files, &chunks, frames, errors);
    }
    let texts = TextMap::new(&files);
    let mut read = read(tables, &texts, &files, &chunks);
    let faults = std::mem::take(&mut read.errors).into_iter();
    errors.extend(faults.map(|(fault, frame)| Located {
        trail: frames.trail(frame),
        ..fault
    }));
    let mut expander = Expander {
        texts: &texts,
        read: &read,
        out: Expanded {
            text: String::new(),
            origins: Origins::new(frames),
            errors,
            gave_up: false,
        },
        open: Vec::new(),
        calls: 0,
        room,
        line: 0,
        full: false,
    };
    expander.run();
    let mut out = expander.out;
    if expander.full {
        // What a part of the program means is of no interest, and would take long to find out.
        out.text.clear();
        out.origins.truncate(0);
        out.gave_up = true;
    }
    out
}

/// The chunks one after the other, in which there is nothing to expand.
fn joined(
    files: &[SourceText],
    chunks: &[Chunk],
    frames: ExpansionFrames,
    errors: Vec<Located>,
) -> Expanded {
    let mut out = Expanded {
        text: String::new(),
        origins: Origins::new(frames),
        errors,
        gave_up: false,
    };
    for chunk in chunks {
        let (start, end) = chunk.range;
        let file = files.get(chunk.text);
        let Some((file, text)) = file.and_then(|f| Some((f, f.text.get(start..end)?))) else {
            continue;
        };
        let at = out.text.len() as u32;
        let source = Span::new(file.id, start as u32, end as u32);
        out.text.push_str(text);
        out.origins.push(at, source.len(), source, chunk.frame);
        if !text.is_empty() && !text.ends_with('\n') {
            out.text.push('\n');
        }
    }
    out
}

struct Expander<'a, 't> {
    texts: &'a TextMap<'t>,
    read: &'a Read<'t>,
    out: Expanded,
    /// The macros that we are inside of.
    open: Vec<usize>,
    calls: u32,
    /// How long the text may become.
    room: u64,
    /// The line outside of macros that we are at.
    line: usize,
    /// Too much was expanded: the rest is left out.
    full: bool,
}

impl<'a, 't> Expander<'a, 't> {
    fn run(&mut self) {
        let read = self.read;
        for (k, line) in read.lines.iter().enumerate() {
            self.line = k;
            let parts = read.parts(line.parts);
            match self.call_at(parts) {
                Some(at) => self.call(parts, at, line.frame),
                None => self.copy(line, parts),
            }
            if let Some(first) = parts.first().filter(|_| self.is_too_much()) {
                self.limit(first, first.place, line.frame);
            }
            if self.full || self.out.errors.len() >= MAX_FAULTS {
                return;
            }
        }
    }

    fn is_too_much(&self) -> bool {
        self.out.text.len() > MAX_BYTES + self.read.bytes
            || self.out.text.len() as u64 > self.room
            || self.out.origins.len() > MAX_PIECES + self.read.lines.len()
    }

    /// Gives up: what `part` stands for is too much.
    fn limit(&mut self, part: &MacroPart, place: Span, frame: FrameId) {
        if !self.full {
            self.full = true;
            let name = self.text(part.token.span).chars().take(40).collect();
            self.error(AsmError::ExpansionLimit { name }, place, frame);
        }
    }

    fn text(&self, span: Span) -> &'t str {
        self.texts.get(span)
    }

    /// The text of a word that is not a renamed label.
    fn word(&self, part: &MacroPart) -> Option<&'t str> {
        let plain = part.token.kind == TokenKind::Word && part.local.is_none();
        plain.then(|| self.text(part.token.span))
    }

    /// Where the name of the macro stands that the line calls.
    fn call_at(&self, parts: &[MacroPart]) -> Option<usize> {
        let at = statement(parts.iter().map(|p| &p.token));
        let name = self.word(parts.get(at)?)?;
        self.read.macros.named(name).map(|_| at)
    }

    /// Expands a call with the labels before it.
    fn call(&mut self, parts: &[MacroPart], at: usize, frame: FrameId) {
        if at > 0 {
            self.write(&parts[..at], frame);
        }
        let rest = parts.get(at + 1..).unwrap_or(&[]);
        let (Some(part), Some(last)) = (parts.get(at), parts.last()) else {
            return;
        };
        let place = part.place.to(last.place);
        let name = self.text(part.token.span);
        let Some(same) = self.read.macros.named(name) else {
            return;
        };
        let choose = |count| self.read.macros.choose(same, count, self.line);
        let mut arguments = arguments(rest);
        let mut index = choose(arguments.len());
        if index.is_none() {
            let words = words(rest);
            index = choose(words.len());
            arguments = if index.is_some() { words } else { arguments };
        }
        let Some(index) = index else {
            return self.wrong_count(name, same, arguments.len(), place, frame);
        };
        if self.open.contains(&index) {
            let name = name.to_owned();
            return self.error(AsmError::MacroLoop { name }, place, frame);
        }
        if self.calls >= MAX_CALLS || self.open.len() >= MAX_DEPTH || self.is_too_much() {
            return self.limit(part, place, frame);
        }
        self.open.push(index);
        self.body(index, &arguments, place, frame);
        self.open.pop();
    }

    /// Writes the lines of a macro that is called at `place`.
    fn body(&mut self, index: usize, arguments: &[&[MacroPart]], place: Span, frame: FrameId) {
        let Some(called) = self.read.macros.get(index) else {
            return;
        };
        let frame = self
            .out
            .origins
            .frames
            .push(frame, place, ExpansionCause::Macro);
        let number = self.calls;
        self.calls += 1;
        for body in &called.body {
            let line = self.read.parts(*body);
            self.body_line(called, line, arguments, number, frame);
            if self.full || self.is_too_much() || self.out.errors.len() >= MAX_FAULTS {
                break;
            }
        }
    }

    fn body_line(
        &mut self,
        called: &Macro<'t>,
        line: &[MacroPart],
        arguments: &[&[MacroPart]],
        number: u32,
        frame: FrameId,
    ) {
        let at = statement(line.iter().map(|p| &p.token));
        let mut parts = Vec::with_capacity(line.len());
        for (k, part) in line.iter().enumerate() {
            let word = self.word(part);
            let parameter = word.and_then(|w| called.parameters.get(w));
            if let Some(argument) = parameter.and_then(|p| arguments.get(*p)) {
                substitute(part, argument, &mut parts);
                if parts.len() > line.len() + MAX_GROWTH {
                    return self.limit(part, part.place, frame);
                }
                continue;
            }
            let label = k != at && word.is_some_and(|w| called.labels.contains(w));
            parts.push(MacroPart {
                local: if label { Some(number) } else { part.local },
                ..*part
            });
        }
        match self.call_at(&parts) {
            Some(at) => self.call(&parts, at, frame),
            None => self.write(&parts, frame),
        }
    }

    fn wrong_count(
        &mut self,
        name: &str,
        same: &Overloads,
        got: usize,
        place: Span,
        frame: FrameId,
    ) {
        let takes = same.keys().copied().take(8).collect();
        let last = same.values().filter_map(|all| all.last()).max();
        let last = last.and_then(|k| self.read.macros.get(*k));
        let defined = last.map_or(place, |m| m.span);
        let name = name.to_owned();
        let error = AsmError::MacroArguments {
            name,
            got,
            takes,
            defined,
        };
        self.error(error, place, frame);
    }

    fn error(&mut self, error: AsmError, span: Span, frame: FrameId) {
        let trail = self.out.origins.frames.trail(frame);
        let fault = Located::new(error, span, FaultStage::Pass1);
        self.out.errors.push(Located { trail, ..fault });
    }

    /// Copies a line as it is written, unless a name in it was replaced.
    fn copy(&mut self, line: &MacroLine, parts: &[MacroPart]) {
        let Some(span) = line.source else {
            return self.write(parts, line.frame);
        };
        let at = self.out.text.len() as u32;
        self.out.text.push_str(self.text(span));
        if !self.out.text.ends_with('\n') {
            self.out.text.push('\n');
        }
        self.out.origins.push(at, span.len(), span, line.frame);
    }

    /// Writes a line.
    fn write(&mut self, parts: &[MacroPart], frame: FrameId) {
        let mut before = TokenKind::Open;
        for (k, part) in parts.iter().enumerate() {
            let Token {
                comma,
                spaced,
                kind,
                span,
            } = part.token;
            let text = self.text(span);
            let out = &mut self.out.text;
            if comma && k > 0 {
                out.push(',');
            }
            // Two words that a macro put together stay two.
            let joined = before == TokenKind::Word && kind == TokenKind::Word;
            if k > 0 && (spaced || joined) {
                out.push(' ');
            }
            let at = out.len();
            out.push_str(text);
            if let Some(number) = part.local {
                out.push_str(&format!("_M{number}"));
            }
            let len = out.len() - at;
            self.out
                .origins
                .push(at as u32, len as u32, part.place, frame);
            before = kind;
            if self.is_too_much() {
                break;
            }
        }
        self.out.text.push('\n');
    }
}

/// Puts an argument in the place of a parameter.
fn substitute(parameter: &MacroPart, argument: &[MacroPart], out: &mut Vec<MacroPart>) {
    for (k, part) in argument.iter().enumerate() {
        let mut part = *part;
        part.place = parameter.place;
        if k == 0 {
            part.token.spaced = parameter.token.spaced;
            part.token.comma = parameter.token.comma;
        }
        out.push(part);
    }
}
