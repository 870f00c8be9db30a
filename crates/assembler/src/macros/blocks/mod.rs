//! Macros with parameters `\name`, repetitions, conditions, `.include` and `.incbin`: from a file
//! with them to a text without.
//!
//! The text goes through the usual lexer and parser; [`Origins`] lead back from it. Arguments
//! replace parameters in the text itself, also inside words and strings. What a condition or a
//! count says must be known where it is written: numbers, and constants of `.set` and `=` above.
//! [`scan`] finds statements, [`call`] reads parameters and arguments.

mod call;
mod conditions;
mod files;
mod scan;

use diag::{FileId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialect::{Block, Directive, MacroStyle, NumberRules};
use crate::macros::blocks::call::{BlockMacro, arguments, bind, parameters, substitute};
use crate::macros::blocks::conditions::OpenCondition;
use crate::macros::blocks::scan::{ScannedStatement, head_of, next_statement};
use crate::macros::expand::Expanded;
use crate::macros::number::{NumberReader, NumberWords};
use crate::macros::origin::{ExpansionCause, FrameId, Origins};
use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};
use crate::source::include::{Includes, SourceText, mentions};
use crate::tables::Tables;
use crate::text::escape;
use crate::text::expr;
use crate::text::lex::{Lexer, Token};

/// How deeply calls, repetitions and includes may nest.
const MAX_DEPTH: usize = 100;
/// How many bytes may be expanded: these for any text, and so many for each byte of the source.
const MAX_WORK: u64 = 64 << 20;
const WORK_OF_BYTE: u64 = 32;

/// The directives that need this.
const WORDS: &[&str] = &[
    ".macro", ".rept", ".irp", ".if", ".inc", ".endm", ".endr", ".endif", ".else", ".exitm",
    ".purgem",
];

/// Whether a text has something to expand.
pub(crate) fn is_needed(text: &str) -> bool {
    mentions(text, WORDS)
}

/// Expands a file.
pub(crate) fn expand(tables: &Tables, main: SourceText, includes: &mut dyn Includes) -> Expanded {
    debug_assert_eq!(tables.dialect.macros, MacroStyle::Backslash);
    let work = MAX_WORK + WORK_OF_BYTE * main.text.len() as u64;
    let room = includes.expanded_room();
    let mut blocks = Blocks {
        tables,
        includes,
        out: Expanded {
            text: String::with_capacity(main.text.len()),
            origins: Origins::default(),
            errors: Vec::new(),
            gave_up: false,
        },
        macros: FxHashMap::default(),
        names: FxHashMap::default(),
        conditions: Vec::new(),
        files: vec![main.clone()],
        included: 0,
        calls: 0,
        main: main.id,
        work,
        room,
        full: false,
    };
    let places = Places::File(main.id);
    let input = BlockInput {
        text: &main.text,
        places: &places,
    };
    blocks.run(input, FrameId::MAIN, 0);
    let mut out = blocks.out;
    if blocks.full {
        // What a part of the program means is of no interest, and would take long to find out.
        out.text.clear();
        out.origins.truncate(0);
        out.gave_up = true;
    }
    out
}

/// A text that is being read, and where it is written.
#[derive(Clone, Copy)]
struct BlockInput<'a> {
    text: &'a str,
    places: &'a Places,
}

/// Where the parts of a text are written.
#[derive(Clone, Debug)]
enum Places {
    /// It is a file.
    File(FileId),
    /// It comes of lines with arguments in them: where each begins, and the line in the source; and
    /// where what they stand for is written.
    Lines(Vec<(u32, Span)>, Span),
}

impl BlockInput<'_> {
    /// Where a part of the text is written.
    fn span(&self, start: usize, end: usize) -> Span {
        match self.places {
            Places::File(file) => Span::new(*file, start as u32, end as u32),
            Places::Lines(lines, whole) => {
                let after = lines.partition_point(|(at, _)| *at as usize <= start);
                let line = lines.get(after.saturating_sub(1));
                line.map_or(*whole, |(_, span)| *span)
            }
        }
    }
}

/// How reading goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockFlow {
    On,
    /// The macro is left.
    Exit,
}

struct Blocks<'a> {
    tables: &'a Tables,
    includes: &'a mut dyn Includes,
    out: Expanded,
    macros: FxHashMap<String, BlockMacro>,
    /// Names that are defined above, and their values if these are numbers.
    names: FxHashMap<String, Option<i64>>,
    conditions: Vec<OpenCondition>,
    /// The files that we are inside of.
    files: Vec<SourceText>,
    included: usize,
    calls: u64,
    main: FileId,
    /// How much may still be expanded.
    work: u64,
    room: u64,
    /// Too much was expanded: the rest is left out.
    full: bool,
}

impl Blocks<'_> {
    /// Reads a text, and writes what is left of it.
    fn run(&mut self, input: BlockInput<'_>, frame: FrameId, depth: usize) -> BlockFlow {
        let outer = self.conditions.len();
        let (mut at, mut flow) = (0, BlockFlow::On);
        while at < input.text.len() && !self.full && self.out.errors.len() < MAX_FAULTS {
            let statement = next_statement(input.text, at);
            (at, flow) = self.statement(input, statement, frame, depth);
            if flow == BlockFlow::Exit {
                break;
            }
        }
        // What was left on purpose need not be ended.
        let open = self.conditions.split_off(outer.min(self.conditions.len()));
        if let Some(condition) = open.first().filter(|_| flow == BlockFlow::On && !self.full) {
            let (name, end) = (condition.name.clone(), ".endif");
            self.error(AsmError::BlockOpen { name, end }, condition.span, frame);
        }
        flow
    }

    /// Reads one statement; where the next one begins.
    fn statement(
        &mut self,
        input: BlockInput<'_>,
        statement: ScannedStatement,
        frame: FrameId,
        depth: usize,
    ) -> (usize, BlockFlow) {
        let ScannedStatement { start, end, next } = statement;
        let text = input.text.get(start..end).unwrap_or("");
        let active = self.conditions.last().is_none_or(|c| c.active);
        if text.starts_with('#') {
            // A line for the preprocessor, or a comment.
            if active {
                self.note_define(text);
                self.copy(input, start, end, frame);
            }
            return (next, BlockFlow::On);
        }
        let head = head_of(text);
        let word = &text[head.word.clone()];
        let block = match word.starts_with('.').then(|| self.tables.directive(word)) {
            Some(Some(Directive::Block(block))) => Some(block),
            _ => None,
        };
        let place = input.span(start + head.word.start, start + head.word.end);
        if let Some(block) = block
            && self.condition(block, (word, place), &text[head.rest.clone()], frame)
        {
            return (next, BlockFlow::On);
        }
        if !active {
            return (next, BlockFlow::On);
        }
        for label in head.labels(text) {
            self.names.entry(label.to_owned()).or_insert(None);
        }
        let called = match block {
            Some(_) => true,
            None => self.is_macro(word),
        };
        if called && head.word.start > 0 {
            // The labels before it.
            self.copy(input, start, start + head.word.start, frame);
        }
        match block {
            Some(block) => {
                let line = BlockLine {
                    word,
                    place,
                    rest: &text[head.rest],
                    next,
                };
                self.block(block, input, line, frame, depth)
            }
            None if called => {
                let call = input.span(start + head.word.start, end);
                self.call(word, &text[head.rest], call, frame, depth);
                (next, BlockFlow::On)
            }
            None => {
                self.note_constant(text, word, &head);
                self.copy(input, start, end, frame);
                (next, BlockFlow::On)
            }
        }
    }

    /// Carries out a directive that is no condition; where reading goes on.
    fn block(
        &mut self,
        block: Block,
        input: BlockInput<'_>,
        line: BlockLine<'_>,
        frame: FrameId,
        depth: usize,
    ) -> (usize, BlockFlow) {
        let name = || line.word.to_owned();
        match block {
            Block::ExitMacro if depth > 0 => return (line.next, BlockFlow::Exit),
            Block::Purge => {
                for name in line.rest.split([',', ' ', '\t']) {
                    self.macros.remove(&name.to_ascii_lowercase());
                }
            }
            Block::Include => self.include(line, frame, depth),
            Block::Binary => self.binary(line, frame),
            Block::Macro => return (self.define(input, line, frame), BlockFlow::On),
            Block::Repeat | Block::ForEach | Block::ForEachCharacter => {
                return (self.repeat(block, input, line, frame, depth), BlockFlow::On);
            }
            _ => {
                let name = name();
                self.error(AsmError::StrayBlockEnd { name }, line.place, frame);
            }
        }
        (line.next, BlockFlow::On)
    }

    /// The lines up to the end of what begins before `from`: where they end, and what follows.
    fn body(&self, block: Block, text: &str, from: usize) -> Option<(usize, usize)> {
        let (mut at, mut depth) = (from, 0);
        let macros = block == Block::Macro;
        while at < text.len() {
            let statement = next_statement(text, at);
            at = statement.next;
            let line = text.get(statement.start..statement.end).unwrap_or("");
            if !line.contains('.') || line.starts_with('#') {
                continue;
            }
            let head = head_of(line);
            let Some(Directive::Block(found)) = self.tables.directive(&line[head.word.clone()])
            else {
                continue;
            };
            match found {
                Block::Macro if macros => depth += 1,
                Block::Repeat | Block::ForEach | Block::ForEachCharacter if !macros => depth += 1,
                Block::EndMacro if macros && depth == 0 => return Some((statement.start, at)),
                Block::EndRepeat if !macros && depth == 0 => return Some((statement.start, at)),
                Block::EndMacro if macros => depth -= 1,
                Block::EndRepeat if !macros => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Reads a macro's definition; where it ends.
    fn define(&mut self, input: BlockInput<'_>, line: BlockLine<'_>, frame: FrameId) -> usize {
        let Some((end, next)) = self.body(Block::Macro, input.text, line.next) else {
            let (name, end) = (line.word.to_owned(), ".endm");
            self.error(AsmError::BlockOpen { name, end }, line.place, frame);
            return input.text.len();
        };
        let body = input.text.get(line.next..end).unwrap_or("");
        self.charge(body.len());
        match parameters(line.rest) {
            Some((name, parameters)) => {
                let lines = lines_of(input, line.next, end);
                let new = BlockMacro {
                    parameters,
                    body: body.to_owned(),
                    lines,
                    defined: line.place,
                };
                self.macros.insert(name.to_ascii_lowercase(), new);
            }
            None => {
                let name = line.rest.trim().chars().take(40).collect();
                self.error(AsmError::MacroName { name }, line.place, frame);
            }
        }
        next
    }

    /// Writes lines several times; where they end.
    fn repeat(
        &mut self,
        block: Block,
        input: BlockInput<'_>,
        line: BlockLine<'_>,
        frame: FrameId,
        depth: usize,
    ) -> usize {
        let Some((end, next)) = self.body(block, input.text, line.next) else {
            let (name, end) = (line.word.to_owned(), ".endr");
            self.error(AsmError::BlockOpen { name, end }, line.place, frame);
            return input.text.len();
        };
        let body = input.text.get(line.next..end).unwrap_or("");
        let lines = lines_of(input, line.next, end);
        if block == Block::Repeat {
            let Some(count) = self.number(line.rest) else {
                self.not_constant(line.rest, line.place, frame);
                return next;
            };
            let places = Places::Lines(lines, line.place);
            for _ in 0..count.max(0) {
                if !self.expand_text(body, &places, line.place, frame, depth) {
                    break;
                }
            }
            return next;
        }
        let (name, values) = call::loop_values(line.rest, block == Block::ForEachCharacter);
        for value in values {
            let named = |wanted: &str| (wanted == name).then_some(value.as_str());
            let (text, lines) = substitute(body, &lines, named, None);
            if !self.expand_text(
                &text,
                &Places::Lines(lines, line.place),
                line.place,
                frame,
                depth,
            ) {
                break;
            }
        }
        next
    }

    /// Reads a text that stands for a line. False if it was left, or too much.
    fn expand_text(
        &mut self,
        text: &str,
        places: &Places,
        place: Span,
        frame: FrameId,
        depth: usize,
    ) -> bool {
        self.charge(text.len() + 16);
        if self.full || depth >= MAX_DEPTH {
            self.limit(place, frame);
            return false;
        }
        let frames = &mut self.out.origins.frames;
        let frame = frames.push(frame, place, ExpansionCause::Macro);
        let input = BlockInput { text, places };
        self.run(input, frame, depth + 1) == BlockFlow::On
    }

    fn is_macro(&self, word: &str) -> bool {
        !self.macros.is_empty() && self.macros.contains_key(&word.to_ascii_lowercase())
    }

    /// Expands a call of a macro.
    fn call(&mut self, name: &str, rest: &str, place: Span, frame: FrameId, depth: usize) {
        let Some(called) = self.macros.get(&name.to_ascii_lowercase()) else {
            return;
        };
        let values = match bind(&called.parameters, &arguments(rest)) {
            Ok(values) => values,
            Err((parameter, missing)) => {
                let (name, defined) = (name.to_owned(), called.defined);
                let error = AsmError::BlockArgument {
                    name,
                    parameter,
                    defined,
                    missing,
                };
                return self.error(error, place, frame);
            }
        };
        let parameters = &called.parameters;
        let named = |wanted: &str| {
            let index = parameters.iter().position(|p| p.name == wanted)?;
            values.get(index).map(String::as_str)
        };
        let (text, lines) = substitute(&called.body, &called.lines, named, Some(self.calls));
        self.calls += 1;
        self.expand_text(&text, &Places::Lines(lines, place), place, frame, depth);
    }

    /// Pays for text; once nothing is left, the rest is not expanded.
    fn charge(&mut self, bytes: usize) {
        self.work = self.work.saturating_sub(bytes as u64);
        let text = self.out.text.len() as u64;
        let memory = text.saturating_add(self.out.origins.memory());
        self.full |= self.work == 0 || text > self.room || memory > MAX_WORK * 16;
    }

    fn limit(&mut self, place: Span, frame: FrameId) {
        let told = |fault: &Located| matches!(fault.error, AsmError::ExpansionLimit { .. });
        self.full = true;
        if !self.out.errors.iter().any(told) {
            let name = "this line".to_owned();
            self.error(AsmError::ExpansionLimit { name }, place, frame);
        }
    }

    fn error(&mut self, error: AsmError, span: Span, frame: FrameId) {
        let trail = self.out.origins.frames.trail(frame);
        let fault = Located::new(error, span, FaultStage::Pass1);
        self.out.errors.push(Located { trail, ..fault });
    }

    fn not_constant(&mut self, text: &str, place: Span, frame: FrameId) {
        let text = text.trim().chars().take(80).collect();
        self.error(AsmError::NotConstant { text }, place, frame);
    }

    /// Copies a part of a text as a line.
    fn copy(&mut self, input: BlockInput<'_>, start: usize, end: usize, frame: FrameId) {
        let text = input.text.get(start..end).unwrap_or("");
        let at = self.out.text.len() as u32;
        self.out.text.push_str(text);
        let source = input.span(start, end);
        self.out.origins.push(at, text.len() as u32, source, frame);
        self.out.text.push('\n');
        self.charge(text.len() + 1);
    }

    /// The number that a text is, if it is known here.
    fn number(&self, text: &str) -> Option<i64> {
        let rules = &self.tables.dialect.lexical;
        let mut lexer = Lexer::new(text, self.main, rules, FxHashSet::default());
        let mut tokens = Vec::new();
        lexer.line(&mut tokens);
        let words = KnownNames {
            text,
            names: &self.names,
            tables: self.tables,
        };
        NumberReader::read(&words, &tokens, rules.operators)
    }

    /// Notes what a line defines.
    fn note_constant(&mut self, text: &str, word: &str, head: &scan::StatementHead) {
        let rest = &text[head.rest.clone()];
        let assigned = rest.trim_start().strip_prefix('=');
        let (name, value) = match assigned {
            Some(value) => (word, value.trim_start_matches('=')),
            None if !word.starts_with('.') => return,
            None => match self.tables.directive(word) {
                Some(Directive::Constant { .. } | Directive::Set) => {
                    let Some((name, value)) = rest.split_once(',') else {
                        return;
                    };
                    (name.trim(), value)
                }
                _ => return,
            },
        };
        let value = self.number(value);
        self.names.insert(name.to_owned(), value);
    }

    /// Notes `#define NAME 5`.
    fn note_define(&mut self, line: &str) {
        let Some(rest) = line.strip_prefix("#define ") else {
            return;
        };
        let rest = rest.trim_start();
        let (name, value) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let value = self.number(value);
        self.names.insert(name.trim().to_owned(), value);
    }
}

/// A directive with what follows it.
#[derive(Clone, Copy)]
struct BlockLine<'a> {
    word: &'a str,
    place: Span,
    rest: &'a str,
    /// Where the next statement begins.
    next: usize,
}

/// Where the lines of a part of a text are written, by their places in that part.
fn lines_of(input: BlockInput<'_>, start: usize, end: usize) -> Vec<(u32, Span)> {
    let text = input.text.get(start..end).unwrap_or("");
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let from = start + at;
        let to = from + line.trim_end().len();
        let place = (at as u32, input.span(from, to));
        at += line.len();
        place
    });
    lines.collect()
}

/// The names that numbers may have.
struct KnownNames<'a> {
    text: &'a str,
    names: &'a FxHashMap<String, Option<i64>>,
    tables: &'a Tables,
}

impl KnownNames<'_> {
    fn slice(&self, token: Token) -> &str {
        let range = token.span.start as usize..token.span.end as usize;
        self.text.get(range).unwrap_or("")
    }
}

impl NumberWords for KnownNames<'_> {
    fn word(&self, _: &mut NumberReader<'_, Self>, token: Token) -> Option<i64> {
        let word = self.slice(token);
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return expr::number(word, NumberRules::WideOctal)?.ok();
        }
        self.names.get(word).copied().flatten()
    }

    fn character(&self, token: Token) -> Option<i64> {
        let text = self.slice(token);
        let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
        match escape::character(inner, &self.tables.dialect.lexical).0[..] {
            [byte] => Some(byte.into()),
            _ => None,
        }
    }
}
