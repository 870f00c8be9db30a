//! Open documents: what editors say about their texts.

use crate::message::text;
use crate::position::{ColumnUnit, TextLines};
use crate::server::Server;
use crate::uri;
use serde_json::Value;

/// A document was opened.
pub(crate) fn did_open(server: &mut Server, params: &Value) -> Option<()> {
    let uri = text(params, "/textDocument/uri")?;
    let content = text(params, "/textDocument/text")?.to_owned();
    let version = params.pointer("/textDocument/version")?.as_i64()?;
    server.open(uri, content, version);
    Some(())
}

/// Its text has changed.
pub(crate) fn did_change(server: &mut Server, params: &Value) -> Option<()> {
    let uri = text(params, "/textDocument/uri")?;
    let path = server.path(uri)?;
    let document = server.workspace.document(&path)?;
    let version = params.pointer("/textDocument/version");
    let version = version
        .and_then(Value::as_i64)
        .unwrap_or(document.version + 1);
    let mut content = document.text.to_string();
    for change in params.get("contentChanges")?.as_array()? {
        apply(&mut content, change, server.unit);
    }
    server.open(uri, content, version);
    Some(())
}

/// Changes a text as an editor says. A change that cannot be read changes nothing.
fn apply(content: &mut String, change: &Value, unit: ColumnUnit) {
    let Some(new) = text(change, "/text") else {
        return;
    };
    let Some(range) = change.get("range").filter(|range| !range.is_null()) else {
        *content = new.to_owned();
        return;
    };
    let range = TextLines::new(content, unit).range_of(range);
    if let Some(range) = range {
        content.replace_range(range, new);
    }
}

/// It was saved: other programs may have changed more files.
pub(crate) fn did_save(server: &mut Server, params: &Value) -> Option<()> {
    let _ = text(params, "/textDocument/uri")?;
    server.workspace.forget_files();
    Some(())
}

/// It was closed.
pub(crate) fn did_close(server: &mut Server, params: &Value) -> Option<()> {
    let uri = text(params, "/textDocument/uri")?;
    let path = server.path(uri)?;
    server.close(&path);
    Some(())
}

/// Files that are not open have changed.
pub(crate) fn did_change_files(server: &mut Server, _: &Value) -> Option<()> {
    server.workspace.forget_files();
    Some(())
}

/// The editor shows other folders.
pub(crate) fn did_change_folders(server: &mut Server, params: &Value) -> Option<()> {
    let folders = |key: &str| {
        let all = params.pointer(key).and_then(Value::as_array);
        let uris = all.into_iter().flatten().filter_map(|f| text(f, "/uri"));
        uris.filter_map(uri::to_path).collect::<Vec<_>>()
    };
    let (removed, added) = (folders("/event/removed"), folders("/event/added"));
    let mut all = server.workspace.folders().to_vec();
    all.retain(|folder| !removed.contains(folder));
    all.extend(added);
    server.workspace.set_folders(all);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_are_applied_one_after_the_other() {
        let mut content = "li a0, 1\nret\n".to_owned();
        let range = |a: u32, b: u32, c: u32, d: u32| {
            json!({
                "start": { "line": a, "character": b },
                "end": { "line": c, "character": d },
            })
        };
        let mut change = |change: Value| {
            apply(&mut content, &change, ColumnUnit::Utf16);
            content.clone()
        };
        let text = change(json!({ "text": "x", "range": range(0, 3, 0, 5) }));
        assert_eq!(text, "li x, 1\nret\n");
        let text = change(json!({ "text": "", "range": range(0, 7, 1, 0) }));
        assert_eq!(text, "li x, 1ret\n");
        let text = change(json!({ "text": "!", "range": range(9, 9, 9, 9) }));
        assert_eq!(text, "li x, 1ret\n!");
        let text = change(json!({ "text": "?", "range": 5 }));
        assert_eq!(text, "li x, 1ret\n!");
        assert_eq!(change(json!({ "text": "all" })), "all");
    }
}
