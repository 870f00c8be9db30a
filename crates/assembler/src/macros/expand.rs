//! Macros, `.eqv` and `.include`: from a file with them to a text without.
//!
//! The text goes through the usual lexer and parser; [`Origins`] lead back from it. Replacement is
//! by token, so that `%a` does not harm `%ab`, and strings and comments are left alone.
//!
//! Labels that a macro's body defines belong to each expansion: the `k`-th expansion has its own
//! `name_Mk`. A macro may be used before its definition. If several fit, the last one above the
//! call is meant.

use diag::Span;
use rustc_hash::FxHashSet;

use crate::dialect::{Lexical, MacroStyle};
use crate::macros::blocks;
use crate::macros::body::{BodyLine, BodyRole, compile};
use crate::macros::definitions::{LineContent, Read, read};
use crate::macros::origin::{ExpansionCause, ExpansionFrames, FrameId, Origins};
use crate::macros::overloads::{MacroPart, Overloads, arguments, original_count, words};
use crate::messages::codes;
use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};
use crate::options::Additions;
use crate::source::include::{
    Chunk, Gathered, Includes, SourceText, TextMap, gather, mentions, statement,
};
use crate::tables::Tables;
use crate::text::lex::{Lexer, Token, TokenKind};

/// How deeply calls may nest.
const MAX_DEPTH: usize = 64;
/// How many words one line may grow by.
const MAX_GROWTH: usize = 100_000;
/// How many bytes of memory the expansion may take: these for any text, so many for each byte of
/// the source, and never more than the last. A large program may call many macros, and a short one
/// that calls itself for ever takes no more than a large one.
const MAX_MEMORY: u64 = 32 << 20;
const MEMORY_OF_BYTE: u64 = 32;
const MOST_MEMORY: u64 = 2 << 30;

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
    match tables.dialect.macros {
        MacroStyle::None => false,
        MacroStyle::Percent => mentions(text, &[".include"]) || defines_names(text),
        MacroStyle::Backslash => blocks::is_needed(text),
    }
}

/// Whether a text may define macros, or names for text.
fn defines_names(text: &str) -> bool {
    mentions(text, &[".macro", ".end_macro", ".eqv"])
}

/// Expands a file.
pub(crate) fn expand(tables: &Tables, main: SourceText, includes: &mut dyn Includes) -> Expanded {
    if tables.dialect.macros == MacroStyle::Backslash {
        return blocks::expand(tables, main, includes);
    }
    let room = includes.expanded_room();
    let Gathered {
        texts: files,
        chunks,
        frames,
        mut errors,
    } = gather(tables, main, includes);
    if !files.iter().any(|file| defines_names(&file.text)) {
        return joined(&files, &chunks, frames, errors);
    }
    let texts = TextMap::new(&files);
    let mut read = read(tables, &texts, &files, &chunks);
    let faults = std::mem::take(&mut read.errors).into_iter();
    errors.extend(faults.map(|(fault, frame)| Located {
        trail: frames.trail(frame),
        ..fault
    }));
    let memory = MAX_MEMORY + MEMORY_OF_BYTE * read.bytes as u64;
    let mut expander = Expander {
        tables,
        texts: &texts,
        rules: &tables.dialect.lexical,
        bodies: read.macros.iter().map(|m| compile(m, &read)).collect(),
        read: &read,
        out: Expanded {
            text: String::with_capacity(read.bytes),
            origins: Origins::new(frames),
            errors,
            gave_up: false,
        },
        open: Vec::new(),
        calls: 0,
        room,
        memory: memory.min(MOST_MEMORY),
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
    tables: &'a Tables,
    texts: &'a TextMap<'t>,
    rules: &'static Lexical,
    read: &'a Read<'t>,
    /// The lines of each macro.
    bodies: Vec<Vec<BodyLine<'t>>>,
    out: Expanded,
    /// The macros that we are inside of.
    open: Vec<usize>,
    calls: u32,
    /// How long the text may become.
    room: u64,
    /// How much memory may be used for it.
    memory: u64,
    /// The line outside of macros that we are at.
    line: usize,
    /// Too much was expanded: the rest is left out.
    full: bool,
}

impl<'a, 't> Expander<'a, 't> {
    fn run(&mut self) {
        let read = self.read;
        let (mut tokens, mut parts) = (Vec::new(), Vec::new());
        for (k, line) in read.lines.iter().enumerate() {
            self.line = k;
            let frame = line.frame;
            match line.content {
                LineContent::Source { line, head } => {
                    let name = self.texts.get(Span::new(line.file, head.0, head.1));
                    if read.macros.named(name).is_some() {
                        self.lex(line, &mut tokens, &mut parts);
                        let at = statement(&tokens);
                        self.call(&parts, at, frame);
                    } else {
                        self.copy(line, frame);
                    }
                }
                LineContent::Parts(start, end) => self.line(read.parts((start, end)), frame),
            }
            if self.is_too_much() {
                let first = match line.content {
                    LineContent::Source { line, .. } => {
                        self.lex(line, &mut tokens, &mut parts);
                        parts.first()
                    }
                    LineContent::Parts(start, end) => read.parts((start, end)).first(),
                };
                if let Some(first) = first {
                    self.limit(first, first.place, frame);
                }
            }
            if self.full || self.out.errors.len() >= MAX_FAULTS {
                return;
            }
        }
    }

    /// Reads the tokens of a line again.
    fn lex(&self, line: Span, tokens: &mut Vec<Token>, parts: &mut Vec<MacroPart<'t>>) {
        let whole = self.texts.whole(line.file);
        let text = whole.get(..line.end as usize).unwrap_or(whole);
        let mut lexer = Lexer::new(text, line.file, self.rules, FxHashSet::default());
        lexer.seek(line.start as usize);
        lexer.line(tokens);
        parts.clear();
        let part = |token: &Token| MacroPart::new(*token, self.texts.get(token.span));
        parts.extend(tokens.iter().map(part));
    }

    /// Whether text, places and calls take more memory than they may.
    fn is_too_much(&self) -> bool {
        let text = self.out.text.len() as u64;
        text > self.room || text + self.out.origins.memory() > self.memory
    }

    /// Gives up: what `part` stands for is too much.
    fn limit(&mut self, part: &MacroPart<'t>, place: Span, frame: FrameId) {
        if !self.full {
            self.full = true;
            let name = part.text.chars().take(40).collect();
            self.error(AsmError::ExpansionLimit { name }, place, frame);
        }
    }

    /// Expands a line, or writes it if it calls no macro.
    fn line(&mut self, parts: &[MacroPart<'t>], frame: FrameId) {
        let at = statement(parts.iter().map(|p| &p.token));
        let name = parts.get(at).and_then(MacroPart::word);
        match name.and_then(|name| self.read.macros.named(name)) {
            Some(_) => self.call(parts, at, frame),
            None => self.write(parts, frame),
        }
    }

    /// Expands a call with the labels before it.
    fn call(&mut self, parts: &[MacroPart<'t>], at: usize, frame: FrameId) {
        if at > 0 {
            self.write(&parts[..at], frame);
        }
        let rest = parts.get(at + 1..).unwrap_or(&[]);
        let (Some(part), Some(last)) = (parts.get(at), parts.last()) else {
            return;
        };
        let place = part.place.to(last.place);
        let name = part.text;
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
        if let Some(original) = self.tables.original {
            let count = original_count(self.tables, rest);
            let above = self.read.macros.is_above(index, self.line);
            if !above || count != arguments.len() {
                let call = (part, place, count);
                let refused = self.refuse(original.name, call, same, frame, above);
                if refused {
                    return;
                }
            }
        }
        if self.open.contains(&index) {
            let name = name.to_owned();
            return self.error(AsmError::MacroLoop { name }, place, frame);
        }
        if self.open.len() >= MAX_DEPTH || self.is_too_much() {
            return self.limit(part, place, frame);
        }
        self.open.push(index);
        self.body(index, &arguments, place, frame);
        self.open.pop();
    }

    /// Reports a call that the simulator itself does not accept. Whether it is left out.
    fn refuse(
        &mut self,
        by: &'static str,
        (part, place, count): (&MacroPart<'t>, Span, usize),
        same: &Overloads,
        frame: FrameId,
        above: bool,
    ) -> bool {
        let name = part.text;
        if self.tables.additions == Additions::Refused && above {
            self.wrong_count(name, same, count, part.place, frame);
            return true;
        }
        let said = match above {
            true => format!("forward reference or invalid parameters for macro \"{name}\""),
            false => format!("\"{name}\" is not a recognized operator"),
        };
        let (title, help) = match above {
            true => (
                format!("{by} takes one word for each argument of the macro `{name}`"),
                "give each argument as one word".to_owned(),
            ),
            false => (
                format!("in {by}, the macro `{name}` must be defined above"),
                "move the macro to the top of the file".to_owned(),
            ),
        };
        let error = AsmError::RefusedStatement {
            title,
            said,
            by,
            code: codes::NOT_ITS_MACRO,
            help: Some(help),
        };
        self.error(error, if above { place } else { part.place }, frame);
        self.tables.additions == Additions::Refused
    }

    /// Writes the lines of a macro that is called at `place`.
    fn body(&mut self, index: usize, arguments: &[&[MacroPart<'t>]], place: Span, frame: FrameId) {
        let frames = &mut self.out.origins.frames;
        let frame = frames.push(frame, place, ExpansionCause::Macro);
        let number = self.calls;
        self.calls += 1;
        let Some(lines) = self.bodies.get_mut(index).map(std::mem::take) else {
            return;
        };
        for line in &lines {
            match line.calls_none(arguments) {
                true => self.write_body(line, arguments, number, frame),
                false => self.body_line(line, arguments, number, frame),
            }
            if self.full || self.is_too_much() || self.out.errors.len() >= MAX_FAULTS {
                break;
            }
        }
        self.bodies[index] = lines;
    }

    /// Expands a line of a macro that may be a call.
    fn body_line(
        &mut self,
        line: &BodyLine<'t>,
        arguments: &[&[MacroPart<'t>]],
        number: u32,
        frame: FrameId,
    ) {
        let mut parts = Vec::with_capacity(line.parts.len());
        for (part, role) in &line.parts {
            match *role {
                BodyRole::Text => parts.push(*part),
                BodyRole::Label => parts.push(MacroPart {
                    local: Some(number),
                    ..*part
                }),
                BodyRole::Parameter(parameter) => {
                    let argument = arguments.get(parameter).copied().unwrap_or(&[]);
                    parts.extend(substituted(part, argument));
                    if parts.len() > line.parts.len() + MAX_GROWTH {
                        return self.limit(part, part.place, frame);
                    }
                }
            }
        }
        self.line(&parts, frame);
    }

    /// Writes a line of a macro that is no call.
    fn write_body(
        &mut self,
        line: &BodyLine<'t>,
        arguments: &[&[MacroPart<'t>]],
        number: u32,
        frame: FrameId,
    ) {
        let (mut before, mut count) = (None, 0);
        for (part, role) in &line.parts {
            match *role {
                BodyRole::Text => self.write_part(part, &mut before, frame),
                BodyRole::Label => {
                    let local = Some(number);
                    self.write_part(&MacroPart { local, ..*part }, &mut before, frame);
                }
                BodyRole::Parameter(parameter) => {
                    let argument = arguments.get(parameter).copied().unwrap_or(&[]);
                    count += argument.len();
                    if count > MAX_GROWTH + line.parts.len() {
                        return self.limit(part, part.place, frame);
                    }
                    for part in substituted(part, argument) {
                        self.write_part(&part, &mut before, frame);
                    }
                }
            }
            if self.out.text.len() as u64 > self.memory {
                break;
            }
        }
        self.out.text.push('\n');
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

    /// Copies a line as it is written.
    fn copy(&mut self, span: Span, frame: FrameId) {
        let at = self.out.text.len() as u32;
        self.out.text.push_str(self.texts.get(span));
        if !self.out.text.ends_with('\n') {
            self.out.text.push('\n');
        }
        self.out.origins.push(at, span.len(), span, frame);
    }

    /// Writes a line.
    fn write(&mut self, parts: &[MacroPart<'t>], frame: FrameId) {
        let mut before = None;
        for part in parts {
            self.write_part(part, &mut before, frame);
            if self.out.text.len() as u64 > self.memory {
                break;
            }
        }
        self.out.text.push('\n');
    }

    /// Writes one part of a line; `before` is what the part before it is.
    fn write_part(&mut self, part: &MacroPart<'t>, before: &mut Option<TokenKind>, frame: FrameId) {
        let Token {
            comma,
            spaced,
            kind,
            ..
        } = part.token;
        let out = &mut self.out.text;
        if let Some(before) = *before {
            if comma {
                out.push(',');
            }
            // Two words that a macro put together stay two.
            let joined = before == TokenKind::Word && kind == TokenKind::Word;
            if spaced || joined {
                out.push(' ');
            }
        }
        let at = out.len();
        out.push_str(part.text);
        if let Some(number) = part.local {
            out.push_str("_M");
            push_number(out, number);
        }
        let len = (out.len() - at) as u32;
        self.out.origins.push(at as u32, len, part.place, frame);
        *before = Some(kind);
    }
}

/// Appends a number in decimal.
fn push_number(out: &mut String, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// What an argument puts in the place of a parameter.
fn substituted<'p, 't: 'p>(
    parameter: &'p MacroPart<'t>,
    argument: &'p [MacroPart<'t>],
) -> impl Iterator<Item = MacroPart<'t>> + 'p {
    argument.iter().enumerate().map(|(k, part)| {
        let mut part = *part;
        part.place = parameter.place;
        if k == 0 {
            part.token.spaced = parameter.token.spaced;
            part.token.comma = parameter.token.comma;
        }
        part
    })
}
