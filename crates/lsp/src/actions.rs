//! Code actions: what can be done about the lines that are selected.

use crate::diagnostics::Places;
use crate::message::{Answer, Refusal, text};
use crate::position::TextLines;
use crate::server::Server;
use diag::number::count;
use diag::one_line;
use ide::{Findings, LensAction};
use serde_json::{Map, Value, json};
use std::ops::Range;
use std::path::Path;

/// The command that gives a page of `jal explain`, in Markdown.
pub(crate) const EXPLAIN: &str = "jal.explain";

/// The kinds of actions that there are.
pub(crate) const KINDS: [&str; 3] = ["quickfix", "refactor.extract", "refactor.rewrite"];

/// Answers `textDocument/codeAction`.
pub(crate) fn code_actions(server: &mut Server, params: &Value) -> Answer {
    let uri = text(params, "/textDocument/uri").ok_or(Refusal::params("textDocument"))?;
    let path = server.path(uri).ok_or(Refusal::params("textDocument"))?;
    let Some(document) = server.workspace.document(&path) else {
        return Ok(Value::Null);
    };
    let lines = TextLines::new(&document.text, server.unit);
    let range = params.get("range").and_then(|range| lines.range_of(range));
    let range = range.ok_or(Refusal::params("range"))?;
    let place = range.start;
    // A fix is offered anywhere in the line.
    let whole = |at: usize| lines.line(lines.place(at).line);
    let range = whole(range.start).start..whole(range.end).end;
    let only = params.pointer("/context/only").and_then(Value::as_array);
    let is_wanted = |kind: &str| {
        only.is_none_or(|only| {
            let mut only = only.iter().filter_map(Value::as_str);
            only.any(|wanted| kind == wanted || kind.starts_with(&format!("{wanted}.")))
        })
    };
    let mut actions = Vec::new();
    if is_wanted("quickfix")
        && let Some(findings) = server.workspace.findings(&path)
    {
        actions.extend(fixes(server, &findings, &path, &range));
    }
    if is_wanted("refactor") || is_wanted("refactor.extract") || is_wanted("refactor.rewrite") {
        actions.extend(changes(server, &path, place));
    }
    Ok(actions.into())
}

/// The changes that people can ask for at a place.
fn changes(server: &mut Server, path: &Path, place: usize) -> Vec<Value> {
    let found = server.workspace.changes(path, place);
    let changes = found.iter().map(|change| {
        let ranges = server.ranges(path, change.edits.iter().map(|(at, _)| *at));
        let edits = ranges.into_iter().zip(&change.edits);
        let edits = edits.map(|(range, (_, new))| json!({ "range": range, "newText": new }));
        let is_new_name = change.title.starts_with("Name");
        let kind = if is_new_name { KINDS[1] } else { KINDS[2] };
        json!({
            "title": change.title,
            "kind": kind,
            "edit": workspace_edit(server, vec![(path, edits.collect())]),
        })
    });
    changes.collect()
}

/// Answers `textDocument/codeLens`. Editors that do not know the commands get none.
pub(crate) fn lenses(server: &mut Server, params: &Value) -> Answer {
    let path = server.asked_document(params)?;
    let uri = server.uri(&path);
    let found = server.workspace.lenses(&path);
    let Some(document) = server.workspace.document(&path) else {
        return Ok(Value::Null);
    };
    let lines = TextLines::new(&document.text, server.unit);
    let lenses = found.iter().filter_map(|lens| {
        let (command, title, argument) = match &lens.action {
            LensAction::Run => ("jal.run", "Run".to_owned(), json!({ "uri": uri })),
            LensAction::Debug => ("jal.debug", "Debug".to_owned(), json!({ "uri": uri })),
            LensAction::Test { function, tests } => {
                let uris: Vec<String> = tests.iter().map(|test| server.uri(test)).collect();
                let argument = json!({ "uri": uri, "function": function, "tests": uris });
                ("jal.test", count(tests.len() as u64, "test"), argument)
            }
        };
        let is_known = server
            .settings
            .commands
            .iter()
            .any(|known| known == command);
        is_known.then(|| {
            let arguments = json!([argument]);
            let command = json!({ "title": title, "command": command, "arguments": arguments });
            json!({ "range": lines.range(lens.at.range()), "command": command })
        })
    });
    Ok(lenses.collect::<Vec<_>>().into())
}

/// Answers `workspace/executeCommand`: the page of a word or a code.
pub(crate) fn execute(_: &mut Server, params: &Value) -> Answer {
    if text(params, "/command") != Some(EXPLAIN) {
        return Err(Refusal::params("command"));
    }
    let word = text(params, "/arguments/0").ok_or(Refusal::params("arguments"))?;
    let page = ide::explain::page(word);
    page.map(Value::from)
        .ok_or_else(|| Refusal::failed(format!("nothing is named `{word}`")))
}

/// The fixes of what is wrong in a part of a document.
fn fixes(server: &Server, findings: &Findings, path: &Path, part: &Range<usize>) -> Vec<Value> {
    let mut places = Places::new(server, findings);
    let mut fixes = Vec::new();
    for finding in &findings.list {
        let Some(place) = findings.place(finding) else {
            continue;
        };
        let meets = place.start as usize <= part.end && part.start <= place.end as usize;
        let Some(patch) = finding.patch.as_ref().filter(|_| meets) else {
            continue;
        };
        let Some(file) = findings.path(patch.span.file) else {
            continue;
        };
        if findings.path(place.file) != Some(path) {
            continue;
        }
        let title = finding.help.last().map_or(&finding.title, |help| help);
        let range = places.range(patch.span);
        let edit = json!({ "range": range, "newText": patch.replacement });
        fixes.push(json!({
            "title": one_line(title),
            "kind": "quickfix",
            "isPreferred": true,
            "diagnostics": [places.diagnostic(finding, Some(place))],
            "edit": workspace_edit(server, vec![(file, vec![edit])]),
        }));
    }
    fixes
}

/// Changes of files, in the way that the editor takes them.
pub(crate) fn workspace_edit(server: &Server, changes: Vec<(&Path, Vec<Value>)>) -> Value {
    if server.abilities.versioned_edits {
        let changes = changes.into_iter().map(|(path, edits)| {
            let document = server.workspace.document(path);
            let version = document.map(|document| document.version);
            let document = json!({ "uri": server.uri(path), "version": version });
            json!({ "textDocument": document, "edits": edits })
        });
        return json!({ "documentChanges": changes.collect::<Vec<_>>() });
    }
    let changes = changes.into_iter();
    let changes = changes.map(|(path, edits)| (server.uri(path), edits.into()));
    json!({ "changes": changes.collect::<Map<_, _>>() })
}
