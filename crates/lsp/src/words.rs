//! What is known about a word, and what can be written: hover, completion, operands.

use crate::message::{Answer, Refusal, text};
use crate::places::AskedPlace;
use crate::position::TextLines;
use crate::server::Server;
use ide::{Completion, CompletionKind};
use serde_json::{Value, json};

fn markdown(text: &str) -> Value {
    json!({ "kind": "markdown", "value": text })
}

/// Answers `textDocument/hover`.
pub(crate) fn hover(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let Some(found) = server.workspace.hover(&path, offset) else {
        return Ok(Value::Null);
    };
    let range = server.range(&path, found.at);
    Ok(json!({ "contents": markdown(&found.markdown), "range": range }))
}

/// What each kind of completion is in the protocol.
static KINDS: &[(CompletionKind, u8)] = &[
    (CompletionKind::Instruction, 14),
    (CompletionKind::Directive, 14),
    (CompletionKind::Register, 6),
    (CompletionKind::Label, 3),
    (CompletionKind::Data, 5),
    (CompletionKind::Constant, 21),
    (CompletionKind::Macro, 2),
    (CompletionKind::Function, 24),
    (CompletionKind::Snippet, 15),
    (CompletionKind::Number, 12),
    (CompletionKind::File, 17),
    (CompletionKind::Key, 10),
    (CompletionKind::Word, 20),
];

/// Answers `textDocument/completion`.
pub(crate) fn completion(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let Some(found) = server.workspace.completions(&path, offset) else {
        return Ok(Value::Null);
    };
    let range = server.range(&path, found.at);
    let uri = server.uri(&path);
    let snippets = server.abilities.snippets;
    let items = found.items.iter().enumerate();
    let items = items.filter_map(|(at, item)| {
        if item.kind == CompletionKind::Snippet && !snippets {
            return None;
        }
        Some(completion_item(item, at, &range, &uri, snippets))
    });
    let items: Vec<Value> = items.collect();
    Ok(json!({ "isIncomplete": false, "items": items }))
}

fn completion_item(
    item: &Completion,
    at: usize,
    range: &Value,
    uri: &str,
    snippets: bool,
) -> Value {
    let kind = KINDS.iter().find(|(kind, _)| *kind == item.kind);
    let is_snippet = snippets && !item.snippet.is_empty();
    let new = if is_snippet {
        &item.snippet
    } else {
        &item.label
    };
    let mut value = json!({
        "label": item.label,
        "kind": kind.map(|(_, number)| number),
        "sortText": format!("{at:05}"),
        "textEdit": { "range": range, "newText": new },
    });
    if !item.detail.is_empty() {
        value["detail"] = item.detail.as_str().into();
    }
    if is_snippet {
        value["insertTextFormat"] = 2.into();
    }
    match item.doc.is_empty() {
        true => value["data"] = uri.into(),
        false => value["documentation"] = markdown(&item.doc),
    }
    value
}

/// Answers `completionItem/resolve`: adds what there is to read.
pub(crate) fn resolve(server: &mut Server, params: &Value) -> Answer {
    let label = text(params, "/label").ok_or(Refusal::params("label"))?;
    let mut item = params.clone();
    let kind = params.get("kind").and_then(Value::as_u64);
    let is_directive = label.starts_with('.');
    let mut kinds = KINDS
        .iter()
        .filter(|(_, number)| Some(u64::from(*number)) == kind);
    let kind = kinds.find(|(kind, _)| (*kind == CompletionKind::Directive) == is_directive);
    let path = text(params, "/data").and_then(|uri| server.path(uri));
    if let (Some((kind, _)), Some(path)) = (kind, path) {
        let doc = server.workspace.completion_doc(&path, label, *kind);
        if !doc.is_empty() {
            item["documentation"] = markdown(&doc);
        }
    }
    Ok(item)
}

/// Answers `textDocument/signatureHelp`.
pub(crate) fn signature(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let Some(found) = server.workspace.statement_forms(&path, offset) else {
        return Ok(Value::Null);
    };
    let forms = found.forms.iter().map(|form| {
        let lines = TextLines::new(&form.label, crate::position::ColumnUnit::Utf16);
        let column = |offset: usize| lines.place(offset).column;
        let operands = form.operands.iter();
        let operands =
            operands.map(|(start, end)| json!({ "label": [column(*start), column(*end)] }));
        json!({
            "label": form.label,
            "documentation": markdown(&form.doc),
            "parameters": operands.collect::<Vec<_>>(),
        })
    });
    Ok(json!({
        "signatures": forms.collect::<Vec<_>>(),
        "activeSignature": found.active,
        "activeParameter": found.operand,
    }))
}
