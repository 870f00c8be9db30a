//! Sessions: who may say what, and when.

use crate::editor::Editor;
use lsp::{NoFiles, Server};
use serde_json::{Value, json};
use std::sync::Arc;

fn code(response: &Value) -> i64 {
    response["error"]["code"].as_i64().expect("a code")
}

#[test]
fn a_session_begins_and_ends_in_order() {
    let mut server = Server::new(Arc::new(NoFiles));
    let mut ask = |id: u64, method: &str| {
        let message = json!({ "id": id, "method": method, "params": { "capabilities": {} } });
        server.handle(&message).remove(0)
    };
    assert_eq!(code(&ask(1, "shutdown")), -32002);
    assert_eq!(ask(2, "initialize")["result"]["serverInfo"]["name"], "jal");
    assert_eq!(code(&ask(3, "initialize")), -32600);
    assert_eq!(code(&ask(4, "textDocument/no")), -32601);
    assert_eq!(code(&ask(5, "textDocument/codeAction")), -32602);
    assert_eq!(ask(6, "shutdown")["result"], Value::Null);
    assert_eq!(code(&ask(7, "textDocument/codeAction")), -32600);
    server.handle(&json!({ "method": "exit" }));
    assert!(server.is_done() && server.is_shut_down());
}

#[test]
fn an_exit_without_warning_is_noticed() {
    let mut editor = Editor::new();
    editor.say("exit", Value::Null);
    assert!(editor.server.is_done() && !editor.server.is_shut_down());
    assert!(
        editor
            .send(&json!({ "id": 1, "method": "shutdown" }))
            .is_empty()
    );
}

#[test]
fn what_is_not_a_message_is_refused_or_left_out() {
    let mut editor = Editor::new();
    for message in [json!(null), json!([]), json!({ "method": 5 }), json!("x")] {
        let answers = editor.send(&message);
        assert_eq!(code(&answers[0]), -32600, "{message}");
    }
    for message in [
        json!({ "id": 1, "result": null }),
        json!({ "method": "textDocument/didChange" }),
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": { "uri": "x" } } }),
        json!({ "method": "$/unknown", "params": 1 }),
    ] {
        assert!(editor.send(&message).is_empty(), "{message}");
    }
}

#[test]
fn a_request_that_is_cancelled_at_once_is_not_carried_out() {
    let mut editor = Editor::new();
    let params = json!({ "textDocument": { "uri": "file:///home/a.s" } });
    let request =
        |id: u64| json!({ "id": id, "method": "textDocument/codeAction", "params": params });
    let cancel = json!({ "method": "$/cancelRequest", "params": { "id": 8 } });
    let answers = editor.server.handle_all(&[request(8), request(9), cancel]);
    assert_eq!(answers.len(), 2);
    assert_eq!(code(&answers[0]), -32800);
    assert_eq!(answers[1]["result"], Value::Null);
}

#[test]
fn settings_that_mean_nothing_are_reported() {
    let editor = Editor::with(
        json!({}),
        json!({ "dialect": "nasm", "colour": 1, "isa": "" }),
    );
    let said: Vec<_> = editor
        .heard
        .iter()
        .map(|m| m["params"]["message"].as_str())
        .collect();
    insta::assert_snapshot!(said.into_iter().flatten().collect::<Vec<_>>().join("\n"));
}
