//! How a text looks: colours, folds, selections, hints, and its layout.

use crate::message::{Answer, Refusal};
use crate::position::TextLines;
use crate::server::Server;
use assembler::format::{self, LayoutRow};
use assembler::outline::{ByteRange, WordKind};
use ide::SourceView;
use serde_json::{Value, json};
use std::path::Path;

/// The colours of words: types of the protocol, and which words have them.
pub(crate) static TOKEN_TYPES: &[(&str, &[WordKind])] = &[
    ("keyword", &[WordKind::Instruction, WordKind::Pseudo]),
    (
        "macro",
        &[
            WordKind::Directive,
            WordKind::Preprocessor,
            WordKind::Macro,
            WordKind::Call,
        ],
    ),
    ("variable", &[WordKind::Name]),
    ("function", &[WordKind::Label, WordKind::Function]),
    ("parameter", &[WordKind::Parameter]),
    ("enumMember", &[WordKind::Constant, WordKind::Keyword]),
    ("property", &[WordKind::Register]),
    ("number", &[WordKind::Number]),
    (
        "string",
        &[
            WordKind::Text,
            WordKind::Character,
            WordKind::Path,
            WordKind::Section,
        ],
    ),
    ("operator", &[WordKind::Operator]),
    ("comment", &[WordKind::Comment]),
];

/// Modifiers: pseudo-instructions, and names where they are defined.
pub(crate) static TOKEN_MODIFIERS: [&str; 2] = ["abstract", "definition"];

fn token_type(kind: WordKind) -> Option<usize> {
    TOKEN_TYPES
        .iter()
        .position(|(_, kinds)| kinds.contains(&kind))
}

/// Answers `textDocument/semanticTokens/full`.
pub(crate) fn tokens(server: &mut Server, params: &Value) -> Answer {
    let path = server.asked_document(params)?;
    let Some(view) = server.workspace.source(&path) else {
        return Ok(Value::Null);
    };
    let all = ByteRange::new(0, view.text.len());
    Ok(json!({ "data": token_data(server, &view, all) }))
}

/// Answers `textDocument/semanticTokens/range`.
pub(crate) fn tokens_of_part(server: &mut Server, params: &Value) -> Answer {
    let Some((path, part)) = server.asked_part(params)? else {
        return Ok(Value::Null);
    };
    let Some(view) = server.workspace.source(&path) else {
        return Ok(Value::Null);
    };
    Ok(json!({ "data": token_data(server, &view, part) }))
}

/// Five numbers for each word: lines and columns since the one before, length, type and modifiers.
fn token_data(server: &Server, view: &SourceView, part: ByteRange) -> Vec<usize> {
    let lines = TextLines::new(&view.text, server.unit);
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    let first = view
        .outline
        .words
        .partition_point(|word| word.at.end < part.start);
    for word in &view.outline.words[first..] {
        if word.at.start > part.end {
            break;
        }
        let Some(kind) = token_type(word.kind) else {
            continue;
        };
        let modifiers = match word.kind {
            WordKind::Pseudo => 1,
            WordKind::Label | WordKind::Constant | WordKind::Macro => 2,
            _ => 0,
        };
        // A word never goes over the end of a line in this list: comments of several lines are several.
        let mut start = word.at.start;
        for piece in view.slice(word.at).split_inclusive('\n') {
            let length = server.unit.count(piece.trim_end_matches(['\r', '\n']));
            let place = lines.place(start);
            start += piece.len();
            if length == 0 {
                continue;
            }
            let columns = match place.line == line {
                true => place.column - column,
                false => place.column,
            };
            data.extend([place.line - line, columns, length, kind, modifiers]);
            (line, column) = (place.line, place.column);
        }
    }
    data
}

/// Answers `textDocument/foldingRange`.
pub(crate) fn folds(server: &mut Server, params: &Value) -> Answer {
    let path = server.asked_document(params)?;
    let folds = server.workspace.folds(&path);
    let Some(document) = server.workspace.document(&path) else {
        return Ok(Value::Null);
    };
    let lines = TextLines::new(&document.text, server.unit);
    let folds = folds.iter().map(|(range, is_comment)| {
        let (start, end) = (lines.place(range.start), lines.place(range.end));
        let mut fold = json!({ "startLine": start.line, "endLine": end.line });
        if *is_comment {
            fold["kind"] = "comment".into();
        }
        fold
    });
    Ok(folds.collect::<Vec<_>>().into())
}

/// Answers `textDocument/selectionRange`.
pub(crate) fn selections(server: &mut Server, params: &Value) -> Answer {
    let path = server.asked_document(params)?;
    let positions = params.get("positions").and_then(Value::as_array);
    let positions = positions.ok_or(Refusal::params("positions"))?;
    let Some(document) = server.workspace.document(&path) else {
        return Ok(Value::Null);
    };
    let text = document.text.clone();
    let lines = TextLines::new(&text, server.unit);
    let mut all = Vec::new();
    for position in positions {
        let offset = lines
            .offset_of(position)
            .ok_or(Refusal::params("positions"))?;
        let around = server.workspace.surroundings(&path, offset);
        let mut found = Value::Null;
        for range in around.iter().rev() {
            let range = lines.range(range.range());
            found = match found {
                Value::Null => json!({ "range": range }),
                outer => json!({ "range": range, "parent": outer }),
            };
        }
        if found.is_null() {
            found = json!({ "range": lines.range(offset..offset) });
        }
        all.push(found);
    }
    Ok(all.into())
}

/// Answers `textDocument/inlayHint`.
pub(crate) fn hints(server: &mut Server, params: &Value) -> Answer {
    let Some((path, part)) = server.asked_part(params)? else {
        return Ok(Value::Null);
    };
    let found = server.workspace.hints(&path, part);
    let Some(document) = server.workspace.document(&path) else {
        return Ok(Value::Null);
    };
    let lines = TextLines::new(&document.text, server.unit);
    let hints = found.iter().map(|hint| {
        json!({
            "position": lines.place(hint.at).json(),
            "label": hint.text,
            "paddingLeft": true,
            "tooltip": { "kind": "markdown", "value": hint.doc },
        })
    });
    Ok(hints.collect::<Vec<_>>().into())
}

/// Answers `textDocument/formatting`.
pub(crate) fn format_all(server: &mut Server, params: &Value) -> Answer {
    let path = server.asked_document(params)?;
    Ok(edits(server, &path, None))
}

/// Answers `textDocument/rangeFormatting`.
pub(crate) fn format_part(server: &mut Server, params: &Value) -> Answer {
    let Some((path, part)) = server.asked_part(params)? else {
        return Ok(Value::Null);
    };
    Ok(edits(server, &path, Some(part)))
}

/// The changes that give a document its layout: one for each line that is different.
fn edits(server: &mut Server, path: &Path, part: Option<ByteRange>) -> Value {
    let Some(view) = server.workspace.source(path) else {
        return Value::Null;
    };
    let lines = TextLines::new(&view.text, server.unit);
    let is_wanted = |row: &LayoutRow| {
        part.is_none_or(|part| {
            row.at.start < part.end.max(part.start + 1) && part.start < row.at.end
        })
    };
    let rows = format::rows(&view.reader, &view.text);
    let different = rows.iter().filter(|row| row.text != view.slice(row.at));
    let edits = different
        .filter(|row| is_wanted(row))
        .map(|row| json!({ "range": lines.range(row.at.range()), "newText": row.text }));
    edits.collect::<Vec<_>>().into()
}
