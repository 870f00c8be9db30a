//! Remarks beside the code that nobody has to write: what pseudo-instructions become, what numbers are,
//! and what is where in a stack frame.

use crate::code::{instructions, register_of};
use crate::source::SourceView;
use crate::structure::functions;
use crate::workspace::Workspace;
use assembler::literal;
use assembler::outline::{ByteRange, OutlineStatement, StatementKind, WordKind};
use std::path::Path;

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeHint {
    /// It is shown after this byte.
    pub at: usize,
    /// The remark.
    pub text: String,
    /// More about it, in Markdown.
    pub doc: String,
}

/// Longer remarks are cut.
const LONGEST: usize = 64;

impl Workspace {
    /// The remarks about a part of a document.
    pub fn hints(&mut self, path: &Path, part: ByteRange) -> Vec<CodeHint> {
        let Some(view) = self.source(path) else {
            return Vec::new();
        };
        let mut hints = Vec::new();
        let first = view
            .outline
            .statements
            .partition_point(|s| s.at.end < part.start);
        let here = view.outline.statements[first..].iter();
        for statement in here.take_while(|s| s.at.start <= part.end) {
            numbers(&view, statement, &mut hints);
        }
        frames(&view, part, &mut hints);
        self.pseudo_instructions(&view, part, &mut hints);
        hints.sort_by_key(|hint| hint.at);
        hints
    }

    fn pseudo_instructions(
        &mut self,
        view: &SourceView,
        part: ByteRange,
        hints: &mut Vec<CodeHint>,
    ) {
        let Some(analysis) = self.analysis(&view.path) else {
            return;
        };
        let desc = analysis.loaded.desc();
        for (program, line) in analysis.code(&view.path, part) {
            // What a macro has made is not in this line.
            if !line.pseudo || !program.lines.trail(line).is_empty() {
                continue;
            }
            let texts = instructions(desc, program, line);
            let bare: Vec<_> = texts.iter().map(|text| without_name(text)).collect();
            if bare.is_empty() {
                continue;
            }
            let text: String = format!("= {}", bare.join("; "))
                .chars()
                .take(LONGEST)
                .collect();
            hints.push(CodeHint {
                at: line.span.end as usize,
                text,
                doc: format!("```asm\n{}\n```", texts.join("\n")),
            });
        }
    }
}

/// The text of an instruction, with the name of its target in place of the address.
fn without_name(text: &str) -> String {
    match text.split_once(" <") {
        Some((before, name)) => {
            let address = before.rfind(' ').map_or(0, |at| at + 1);
            format!("{}{}", &before[..address], name.trim_end_matches('>'))
        }
        None => text.to_owned(),
    }
}

/// What hexadecimal and binary numbers of instructions are.
fn numbers(view: &SourceView, statement: &OutlineStatement, hints: &mut Vec<CodeHint>) {
    if statement.kind != StatementKind::Instruction {
        return;
    }
    for word in &view.outline.words[statement.words.clone()] {
        let text = view.slice(word.at);
        let is_coded = text.starts_with("0x") || text.starts_with("0X") || text.starts_with("0b");
        if word.kind != WordKind::Number || !is_coded {
            continue;
        }
        if let Some(value) = literal::number(text).filter(|value| *value > 9) {
            hints.push(CodeHint {
                at: word.at.end,
                text: format!("= {value}"),
                doc: crate::hover::numbers(value),
            });
        }
    }
}

/// The words of a statement's operands.
fn operands<'a>(view: &'a SourceView, statement: &OutlineStatement) -> Vec<&'a str> {
    let words = &view.outline.words;
    let operands = statement.operands.iter();
    let places = operands.map(|range| words[range.start].at.to(words[range.end - 1].at));
    places.map(|at| view.slice(at)).collect()
}

/// The number of bytes by which a statement moves the stack pointer.
pub(crate) fn stack_move(view: &SourceView, statement: &OutlineStatement) -> Option<i64> {
    let desc = view.language.target().desc();
    let head = view.word(statement.head?);
    let parts = operands(view, statement);
    let sp = |word: &str| register_of(desc, word) == Some(desc.abi.sp);
    match (head, parts.as_slice()) {
        ("addi" | "addiu" | "add" | "addu", [to, from, number]) if sp(to) && sp(from) => {
            literal::number(number)
        }
        ("sub" | "subu" | "subi", [to, from, number]) if sp(to) && sp(from) => {
            literal::number(number).map(|number| -number)
        }
        _ => None,
    }
}

/// The register and the offset of a store to the stack.
pub(crate) fn stack_store<'a>(
    view: &'a SourceView,
    statement: &OutlineStatement,
) -> Option<(&'a str, i64)> {
    let desc = view.language.target().desc();
    let head = view.word(statement.head?);
    let saves = desc.idioms.saves.iter();
    let parts = operands(view, statement);
    let [register, place] = parts.as_slice() else {
        return None;
    };
    let (offset, base) = place.split_once('(')?;
    let base = base.trim_end_matches(')').trim();
    let is_store = saves.into_iter().any(|save| save.store == head);
    let is_stack = register_of(desc, base) == Some(desc.abi.sp);
    let offset = match offset.trim() {
        "" => 0,
        number => literal::number(number)?,
    };
    (is_store && is_stack).then_some((*register, offset))
}

/// What is where in the frame that a function makes.
fn frames(view: &SourceView, part: ByteRange, hints: &mut Vec<CodeHint>) {
    for (_, whole) in functions(view) {
        if whole.end < part.start || part.end < whole.start {
            continue;
        }
        let statements = &view.outline.statements;
        let first = statements.partition_point(|s| s.at.end < whole.start);
        let own = statements[first..]
            .iter()
            .take_while(|s| s.at.start < whole.end);
        let mut frame: Option<(usize, i64)> = None;
        let mut slots: Vec<(i64, &str)> = Vec::new();
        for statement in own {
            match (stack_move(view, statement), frame) {
                (Some(bytes), None) if bytes < 0 => frame = Some((statement.at.end, -bytes)),
                (Some(_), Some(_)) => break,
                _ => {}
            }
            let store = stack_store(view, statement).filter(|_| frame.is_some());
            let new = store.filter(|(_, offset)| slots.iter().all(|(known, _)| known != offset));
            slots.extend(new.map(|(register, offset)| (offset, register)));
        }
        let Some((at, bytes)) = frame.filter(|_| !slots.is_empty()) else {
            continue;
        };
        slots.sort_unstable();
        let text: Vec<_> = slots
            .iter()
            .map(|(offset, name)| format!("{offset} {name}"))
            .collect();
        let text: String = format!("frame: {}", text.join(", "))
            .chars()
            .take(LONGEST)
            .collect();
        let rows: Vec<_> = slots
            .iter()
            .map(|(offset, name)| format!("{offset:>4}  {name}"))
            .collect();
        hints.push(CodeHint {
            at,
            text,
            doc: format!(
                "A frame of {bytes} bytes:\n```text\n{}\n```",
                rows.join("\n")
            ),
        });
    }
}
