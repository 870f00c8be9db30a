//! Messages of the language server protocol.

use crate::files::diagnostics;
use assembler::VirtualFiles;
use serde_json::{Value, json};
use std::sync::Arc;

/// Answers a message.
pub(crate) fn handle(files: &Arc<VirtualFiles>, message: &Value) -> Vec<Value> {
    let params = &message["params"];
    match message["method"].as_str() {
        Some("initialize") => {
            let capabilities = json!({ "textDocumentSync": 1 });
            vec![json!({
                "jsonrpc": "2.0",
                "id": message["id"],
                "result": { "capabilities": capabilities },
            })]
        }
        Some("textDocument/didOpen") => published(files, params, &params["textDocument"]["text"]),
        Some("textDocument/didChange") => {
            published(files, params, &params["contentChanges"][0]["text"])
        }
        _ => Vec::new(),
    }
}

/// What the assembler says about a file with this text.
fn published(files: &Arc<VirtualFiles>, params: &Value, text: &Value) -> Vec<Value> {
    let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
    let path = uri.trim_start_matches("file:///");
    files.put(path, text.as_str().unwrap_or_default().into());
    let number = |value: &Value| value.as_i64().unwrap_or(1) - 1;
    let all = diagnostics(files, path);
    let all = all.as_array().into_iter().flatten();
    let all = all.filter(|diagnostic| diagnostic["file"] == path);
    let all = all.map(|diagnostic| {
        let severity = if diagnostic["severity"] == "error" { 1 } else { 2 };
        json!({
            "range": {
                "start": { "line": number(&diagnostic["line"]), "character": number(&diagnostic["column"]) },
                "end": { "line": number(&diagnostic["endLine"]), "character": number(&diagnostic["endColumn"]) },
            },
            "severity": severity,
            "code": diagnostic["code"],
            "source": "jal",
            "message": diagnostic["title"],
        })
    });
    let diagnostics: Vec<Value> = all.collect();
    vec![json!({
        "jsonrpc": "2.0",
        "method": "textDocument/publishDiagnostics",
        "params": { "uri": uri, "diagnostics": diagnostics },
    })]
}
