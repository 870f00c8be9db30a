//! Changes that people ask for: a name for a number, a register that a function saves.

use crate::code::register_of;
use crate::hints::{stack_move, stack_store};
use crate::source::SourceView;
use crate::structure::functions;
use crate::workspace::Workspace;
use assembler::outline::{ByteRange, OutlineStatement, StatementKind, WordKind};
use machine::isa::{Bank, Saver};
use std::path::Path;

/// A change of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceChange {
    /// What it does.
    pub title: String,
    /// What comes in which place; places do not meet.
    pub edits: Vec<(ByteRange, String)>,
}

impl Workspace {
    /// The changes that can be made at a place.
    pub fn changes(&mut self, path: &Path, offset: usize) -> Vec<SourceChange> {
        let Some(view) = self.source(path) else {
            return Vec::new();
        };
        let constant = extract_constant(&view, offset);
        let saved = save_register(&view, offset);
        constant.into_iter().chain(saved).collect()
    }
}

/// A name for the number at a place.
fn extract_constant(view: &SourceView, offset: usize) -> Option<SourceChange> {
    let word = view.outline.words[view.outline.word_at(offset)?];
    let statement = &view.outline.statements[view.outline.statement_at(offset)?];
    if word.kind != WordKind::Number || statement.kind != StatementKind::Instruction {
        return None;
    }
    let value = view.slice(word.at);
    // `1f` and the like are places, fractions are not constants.
    assembler::literal::number(value)?;
    let is_taken = |name: &str| view.outline.symbols.iter().any(|s| s.name == name);
    let plain = format!("VALUE_{}", value.to_ascii_uppercase());
    let name = std::iter::once(plain.clone())
        .chain((2..99).map(|k| format!("{plain}_{k}")))
        .find(|name| !is_taken(name) && view.reader.is_name(name))?;
    let template = view.language.dialect().words.constant;
    let line = template.replace("{name}", &name).replace("{value}", value);
    let first = view.outline.statements.first()?;
    let at = view.line_start(first.at.start);
    let end = if view.text.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    Some(SourceChange {
        title: format!("Name the number: `{line}`"),
        edits: vec![
            (ByteRange::new(at, at), format!("{line}{end}")),
            (word.at, name),
        ],
    })
}

/// Saves the register at a place in the function around it.
fn save_register(view: &SourceView, offset: usize) -> Option<SourceChange> {
    let word = view.outline.words[view.outline.word_at(offset)?];
    if word.kind != WordKind::Register {
        return None;
    }
    let desc = view.language.target().desc();
    let name = view.slice(word.at);
    let reg = register_of(desc, name)?;
    let register = desc.register(reg)?;
    let is_kept = register.saver == Saver::Callee || reg == desc.abi.ra;
    if !is_kept || reg == desc.abi.sp || reg.bank() != Bank::Int {
        return None;
    }
    let (_, whole) = functions(view)
        .into_iter()
        .find(|(_, whole)| whole.touches(offset))?;
    let statements = &view.outline.statements;
    let first = statements.partition_point(|s| s.at.end < whole.start);
    let own: Vec<&OutlineStatement> = statements[first..]
        .iter()
        .take_while(|s| s.at.start < whole.end)
        .collect();
    let is_saved = |statement: &&OutlineStatement| {
        let store = stack_store(view, statement);
        store.is_some_and(|(name, _)| register_of(desc, name) == Some(reg))
    };
    if own.iter().any(is_saved) {
        return None;
    }
    let save = desc.idioms.save_of(Bank::Int);
    let sp = desc.register_name(desc.abi.sp);
    let word_size = 4;
    let frame = Frame::of(view, &own)?;
    let new = frame.bytes + word_size.max(frame.step);
    let slot = frame.bytes;
    let mut edits = Vec::new();
    let mover = desc.idioms.move_pointer;
    let store = format!("{} {name}, {slot}({sp})", save.store);
    let load = format!("{} {name}, {slot}({sp})", save.load);
    match frame.down {
        Some(down) => {
            edits.push((at_head(view, down), format!("{mover} {sp}, {sp}, -{new}")));
            edits.push(after_line(view, down, &store));
        }
        None => {
            let begin = own.iter().find(|s| s.head.is_some())?;
            let lines = format!("{mover} {sp}, {sp}, -{new}");
            edits.push(before_line(view, begin, &[&lines, &store]));
        }
    }
    for up in &frame.ups {
        edits.push(before_line(view, up, &[&load]));
        edits.push((at_head(view, up), format!("{mover} {sp}, {sp}, {new}")));
    }
    for end in frame.ends.iter().filter(|_| frame.down.is_none()) {
        let move_back = format!("{mover} {sp}, {sp}, {new}");
        edits.push(before_line(view, end, &[&load, &move_back]));
    }
    edits.sort_by_key(|(at, _)| *at);
    Some(SourceChange {
        title: format!("Save `{name}` in this function"),
        edits,
    })
}

/// The stack frame of a function whose beginning and ends are as people write them.
struct Frame<'a> {
    /// The statement that makes it.
    down: Option<&'a OutlineStatement>,
    /// Those that give it back.
    ups: Vec<&'a OutlineStatement>,
    /// Those that return.
    ends: Vec<&'a OutlineStatement>,
    bytes: i64,
    /// How much larger it becomes at least, so that it stays aligned as it is.
    step: i64,
}

impl<'a> Frame<'a> {
    fn of(view: &SourceView, own: &[&'a OutlineStatement]) -> Option<Frame<'a>> {
        let desc = view.language.target().desc();
        let (mut down, mut ups, mut ends, mut bytes) = (None, Vec::new(), Vec::new(), 0);
        for statement in own {
            match stack_move(view, statement) {
                Some(by) if by < 0 && down.is_none() => {
                    down = Some(*statement);
                    bytes = -by;
                }
                Some(by) if by == bytes && down.is_some() => ups.push(*statement),
                // The stack moves in other ways: nobody knows where a slot would be.
                Some(_) => return None,
                None => {}
            }
            let text: Vec<&str> = statement
                .head
                .map(|head| view.outline.words[head].at.to(statement.at))
                .map_or(Vec::new(), |at| view.slice(at).split_whitespace().collect());
            if text.join(" ") == desc.idioms.ret {
                ends.push(*statement);
            }
            // What is above the frame belongs to the caller, and would be found no more.
            if let Some((_, offset)) = stack_store(view, statement)
                && down.is_some()
                && offset >= bytes
            {
                return None;
            }
        }
        if ends.is_empty() || down.is_some() && ups.len() != ends.len() {
            return None;
        }
        let step = if bytes % 16 == 0 { 16 } else { 4 };
        Some(Frame {
            down,
            ups,
            ends,
            bytes,
            step,
        })
    }
}

/// The part of a statement after its labels.
fn at_head(view: &SourceView, statement: &OutlineStatement) -> ByteRange {
    let head = statement.head.map(|head| view.outline.words[head].at);
    head.map_or(statement.at, |head| head.to(statement.at))
}

/// Lines before the one of a statement, with its indentation; a label in it stays before them.
fn before_line(
    view: &SourceView,
    statement: &OutlineStatement,
    lines: &[&str],
) -> (ByteRange, String) {
    let at = at_head(view, statement).start;
    let line = view.line_start(at);
    let before = view.slice(ByteRange::new(line, at));
    let is_labelled = !before.trim().is_empty();
    let indentation = if is_labelled { "    " } else { before };
    let end = if view.text.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let mut text = String::new();
    for (k, new) in lines.iter().enumerate() {
        if k > 0 {
            text.push_str(indentation);
        }
        text.push_str(new);
        text.push_str(end);
    }
    text.push_str(indentation);
    (ByteRange::new(at, at), text)
}

/// A line after the one of a statement, with its indentation.
fn after_line(view: &SourceView, statement: &OutlineStatement, new: &str) -> (ByteRange, String) {
    let at = at_head(view, statement).start;
    let before = view.slice(ByteRange::new(view.line_start(at), at));
    let indentation = if before.trim().is_empty() {
        before
    } else {
        "    "
    };
    let end = view.line_end(at);
    let line_end = if view.text.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    (
        ByteRange::new(end, end),
        format!("{line_end}{indentation}{new}"),
    )
}
