//! `jal lsp` as an editor uses it: the real binary, and bytes. A session is a transcript.

use crate::folder::Folder;
use dap::wire::{MessageReader, bytes};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// What an editor says; what it hears, and the exit code.
fn session(folder: &Folder, messages: &[Value]) -> (Vec<Value>, Option<i32>) {
    let child = Command::new(env!("CARGO_BIN_EXE_jal"))
        .args(["lsp", "--stdio"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (mut reader, mut heard) = (MessageReader::default(), Vec::new());
    for message in messages {
        stdin.write_all(&bytes(message)).unwrap();
        stdin.flush().unwrap();
        // One after the other, so that the transcript is always the same.
        let is_answered = |heard: &[Value]| {
            let (id, method) = (&message["id"], message["method"].as_str().unwrap());
            heard.iter().any(|m| !id.is_null() && &m["id"] == id) || {
                let is_text = method.ends_with("didOpen") || method.ends_with("didChange");
                let last = heard.last().is_some_and(|m| {
                    m["params"]["version"] == message["params"]["textDocument"]["version"]
                });
                id.is_null() && (!is_text || last)
            }
        };
        let mut buffer = [0; 1 << 14];
        while !is_answered(&heard) {
            let count = stdout.read(&mut buffer).unwrap();
            assert_ne!(count, 0, "the server has ended");
            reader.push(&buffer[..count]);
            heard.extend(std::iter::from_fn(|| reader.message().unwrap()));
        }
    }
    drop(stdin);
    (heard, child.wait().unwrap().code())
}

#[test]
fn a_session_is_a_transcript() {
    let folder = Folder::new().with("lib.s", ".globl f\nf:\n    addi a0, a0, 5000\n    ret\n");
    let root = folder.path().canonicalize().unwrap();
    let uri = lsp::uri::from_path(&root.join("main.s"));
    let folder_uri = lsp::uri::from_path(&root);
    let text = ".import \"lib.s\"\nmain:\n    jal ra, f\n    li a0, 10\n    ecall\n";
    let document = json!({ "uri": uri });
    let place = json!({ "line": 2, "character": 12 });
    let request = |id: u64, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    let notice = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "method": method, "params": params });
    let opened = json!({ "uri": uri, "languageId": "asm", "version": 1, "text": text });
    let change = json!({
        "range": { "start": { "line": 2, "character": 12 }, "end": { "line": 2, "character": 13 } },
        "text": "g",
    });
    let changed = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [change],
    });
    let messages = [
        request(
            1,
            "initialize",
            json!({ "capabilities": {}, "rootUri": folder_uri }),
        ),
        notice("initialized", json!({})),
        notice("textDocument/didOpen", json!({ "textDocument": opened })),
        request(
            2,
            "textDocument/definition",
            json!({ "textDocument": document, "position": place }),
        ),
        request(
            3,
            "textDocument/hover",
            json!({ "textDocument": document, "position": place }),
        ),
        notice("textDocument/didChange", changed),
        request(4, "shutdown", Value::Null),
        notice("exit", Value::Null),
    ];
    let (heard, code) = session(&folder, &messages);
    assert_eq!(code, Some(0));
    let mut seen = String::new();
    for message in &heard {
        let text = serde_json::to_string_pretty(message).unwrap();
        let text = text.replace(&folder_uri, "file:///FOLDER");
        let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let _ = writeln!(seen, "{text}");
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn an_editor_that_is_gone_is_noticed() {
    let folder = Folder::new();
    assert_eq!(session(&folder, &[]).1, Some(0));
    let exit = json!({ "jsonrpc": "2.0", "method": "exit" });
    assert_eq!(session(&folder, &[exit]).1, Some(1));
}

#[test]
fn what_is_not_the_protocol_is_refused() {
    let child = Command::new(env!("CARGO_BIN_EXE_jal"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("`jal lsp` is started by an editor"), "{said}");
}
