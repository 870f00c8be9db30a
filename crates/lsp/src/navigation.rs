//! Where things are: definitions, uses, names, calls.

use crate::actions::workspace_edit;
use crate::message::{Answer, Refusal, text};
use crate::places::{AskedPlace, by_file};
use crate::position::TextLines;
use crate::server::Server;
use assembler::outline::ByteRange;
use ide::{EntryKind, FunctionPlace, OutlineEntry, SourcePlace};
use serde_json::{Value, json};
use std::path::Path;

/// Answers `textDocument/definition` and `textDocument/declaration`.
pub(crate) fn definition(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let found = server.workspace.definition(&path, offset);
    Ok(found.map_or(Value::Null, |place| server.locations(&[place]).remove(0)))
}

/// Answers `textDocument/references`.
pub(crate) fn references(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let mut places = server.workspace.references(&path, offset);
    let with_declaration = params.pointer("/context/includeDeclaration");
    if with_declaration.and_then(Value::as_bool) == Some(false) {
        let definition = server.workspace.definition(&path, offset);
        places.retain(|place| Some(place) != definition.as_ref());
    }
    Ok(server.locations(&places).into())
}

/// Answers `textDocument/documentHighlight`.
pub(crate) fn highlight(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let mut places = server.workspace.references(&path, offset);
    let definition = server.workspace.definition(&path, offset);
    places.retain(|place| place.path == path);
    let ranges = server.ranges(&path, places.iter().map(|place| place.at));
    let marked = ranges.into_iter().zip(&places).map(|(range, place)| {
        let kind = if Some(place) == definition.as_ref() {
            3
        } else {
            2
        };
        json!({ "range": range, "kind": kind })
    });
    Ok(marked.collect::<Vec<_>>().into())
}

/// Answers `textDocument/prepareRename`.
pub(crate) fn prepare_rename(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    match server.workspace.renameable(&path, offset) {
        Ok(at) => Ok(server.range(&path, at)),
        Err(refused) => Err(Refusal::failed(refused.0)),
    }
}

/// Answers `textDocument/rename`.
pub(crate) fn rename(server: &mut Server, params: &Value) -> Answer {
    let new = text(params, "/newName").ok_or(Refusal::params("newName"))?;
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let places = server.workspace.rename(&path, offset, new);
    let places = places.map_err(|refused| Refusal::failed(refused.0))?;
    let files = by_file(&places).into_iter().map(|(path, ranges)| {
        let ranges = server.ranges(path, ranges.into_iter());
        let edits = ranges.into_iter();
        let edits = edits.map(|range| json!({ "range": range, "newText": new }));
        (path, edits.collect())
    });
    Ok(workspace_edit(server, files.collect()))
}

/// What a kind of entry is in the protocol.
fn symbol_kind(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Function => 12,
        EntryKind::Label => 20,
        EntryKind::Data => 13,
        EntryKind::Constant => 14,
        EntryKind::Macro => 6,
    }
}

/// Answers `textDocument/documentSymbol`.
pub(crate) fn symbols(server: &mut Server, params: &Value) -> Answer {
    let path = server.asked_document(params)?;
    let entries = server.workspace.entries(&path);
    let Some(document) = server.workspace.document(&path) else {
        return Ok(Value::Null);
    };
    let lines = TextLines::new(&document.text, server.unit);
    if server.abilities.symbol_trees {
        let trees = entries.iter().map(|entry| tree(entry, &lines));
        return Ok(trees.collect::<Vec<_>>().into());
    }
    let uri = server.uri(&path);
    let mut flat = Vec::new();
    for entry in &entries {
        flat.push(flat_symbol(entry, None, &uri, &lines));
        let inner = entry.inner.iter();
        flat.extend(inner.map(|inner| flat_symbol(inner, Some(&entry.name), &uri, &lines)));
    }
    Ok(flat.into())
}

fn tree(entry: &OutlineEntry, lines: &TextLines<'_>) -> Value {
    let inner: Vec<Value> = entry.inner.iter().map(|inner| tree(inner, lines)).collect();
    json!({
        "name": entry.name,
        "detail": entry.detail,
        "kind": symbol_kind(entry.kind),
        "range": lines.range(entry.whole.range()),
        "selectionRange": lines.range(entry.at.range()),
        "children": inner,
    })
}

fn flat_symbol(
    entry: &OutlineEntry,
    outer: Option<&str>,
    uri: &str,
    lines: &TextLines<'_>,
) -> Value {
    let range = lines.range(entry.whole.range());
    let mut symbol = json!({
        "name": entry.name,
        "kind": symbol_kind(entry.kind),
        "location": { "uri": uri, "range": range },
    });
    if let Some(outer) = outer {
        symbol["containerName"] = outer.into();
    }
    symbol
}

/// Answers `workspace/symbol`.
pub(crate) fn workspace_symbols(server: &mut Server, params: &Value) -> Answer {
    let letters = text(params, "/query").ok_or(Refusal::params("query"))?;
    let token = params.get("workDoneToken").cloned();
    if let Some(token) = &token {
        let value = json!({ "kind": "begin", "title": "Reading sources" });
        server.send("$/progress", json!({ "token": token, "value": value }));
    }
    let found = server.workspace.find_symbols(letters);
    let symbols = found.iter().map(|(entry, place)| {
        let location = server.locations(std::slice::from_ref(place)).remove(0);
        let file = place.path.file_name().unwrap_or_default().to_string_lossy();
        json!({
            "name": entry.name,
            "kind": symbol_kind(entry.kind),
            "location": location,
            "containerName": file,
        })
    });
    let symbols: Vec<Value> = symbols.collect();
    if let Some(token) = &token {
        let value = json!({ "kind": "end" });
        server.send("$/progress", json!({ "token": token, "value": value }));
    }
    Ok(symbols.into())
}

/// Answers `textDocument/prepareCallHierarchy`.
pub(crate) fn prepare_calls(server: &mut Server, params: &Value) -> Answer {
    let Some(AskedPlace { path, offset }) = server.asked_place(params)? else {
        return Ok(Value::Null);
    };
    let found = server.workspace.function_at(&path, offset);
    let near = server.uri(&path);
    Ok(match found {
        Some(function) => json!([call_item(server, &function, &near)]),
        None => Value::Null,
    })
}

fn call_item(server: &Server, function: &FunctionPlace, near: &str) -> Value {
    let SourcePlace { path, at } = &function.place;
    let ranges = server.ranges(path, [function.whole, *at].into_iter());
    json!({
        "name": function.name,
        "kind": 12,
        "uri": server.uri(path),
        "range": ranges[0],
        "selectionRange": ranges[1],
        // Where to begin when more is asked about it.
        "data": { "near": near, "whole": [function.whole.start, function.whole.end], "at": [at.start, at.end] },
    })
}

/// Answers `callHierarchy/incomingCalls`.
pub(crate) fn incoming_calls(server: &mut Server, params: &Value) -> Answer {
    calls(server, params, true)
}

/// Answers `callHierarchy/outgoingCalls`.
pub(crate) fn outgoing_calls(server: &mut Server, params: &Value) -> Answer {
    calls(server, params, false)
}

fn calls(server: &mut Server, params: &Value, incoming: bool) -> Answer {
    let item = params.get("item").ok_or(Refusal::params("item"))?;
    let read = || {
        let near = server.path(text(item, "/data/near")?)?;
        let range = |key: &str| {
            let list = item.pointer(key)?.as_array()?;
            let number = |at: usize| usize::try_from(list.get(at)?.as_u64()?).ok();
            Some(ByteRange::new(number(0)?, number(1)?))
        };
        let place = SourcePlace {
            path: server.path(text(item, "/uri")?)?,
            at: range("/data/at")?,
        };
        let function = FunctionPlace {
            name: text(item, "/name")?.to_owned(),
            place,
            whole: range("/data/whole")?,
        };
        Some((near, function))
    };
    let (near, function) = read().ok_or(Refusal::params("item"))?;
    let found = server.workspace.calls(&near, &function, incoming);
    let near = server.uri(&near);
    let calls = found.iter().map(|calls| {
        let file: &Path = match incoming {
            true => &calls.function.place.path,
            false => &function.place.path,
        };
        let ranges = server.ranges(file, calls.calls.iter().copied());
        let key = if incoming { "from" } else { "to" };
        json!({ key: call_item(server, &calls.function, &near), "fromRanges": ranges })
    });
    Ok(calls.collect::<Vec<_>>().into())
}
