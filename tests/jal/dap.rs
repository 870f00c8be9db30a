//! `jal dap` as an editor uses it: the real binary, and bytes.

use crate::folder::Folder;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = "main: li a0, 3\nli a1, 4\nadd a0, a0, a1\nli a0, 10\necall\n";

struct Editor {
    child: Child,
    reader: dap::wire::MessageReader,
    seq: i64,
}

impl Editor {
    fn new(folder: &Folder) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_jal"))
            .arg("dap")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        Editor {
            child: child.unwrap(),
            reader: dap::wire::MessageReader::default(),
            seq: 0,
        }
    }

    fn send(&mut self, command: &str, arguments: Value) {
        self.seq += 1;
        let (seq, kind) = (self.seq, "request");
        let message =
            json!({ "seq": seq, "type": kind, "command": command, "arguments": arguments });
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(&dap::wire::bytes(&message)).unwrap();
        stdin.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut bytes = [0; 4096];
        loop {
            if let Some(message) = self.reader.message().unwrap() {
                return message;
            }
            let count = self
                .child
                .stdout
                .as_mut()
                .unwrap()
                .read(&mut bytes)
                .unwrap();
            assert_ne!(count, 0, "the adapter has ended");
            self.reader.push(&bytes[..count]);
        }
    }

    /// The first message for which this holds.
    fn wait(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive();
            if holds(&message) {
                return message;
            }
        }
    }

    fn event(&mut self, name: &str) -> Value {
        self.wait(|message| message["event"] == name)
    }
}

#[test]
fn a_program_is_debugged_over_standard_streams() {
    let folder = Folder::new().with("add.s", PROGRAM);
    let mut editor = Editor::new(&folder);
    editor.send("initialize", json!({}));
    editor.send("launch", json!({ "program": "add.s", "stopOnEntry": true }));
    editor.event("initialized");
    editor.send("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["body"]["reason"], "entry");
    editor.send("stackTrace", json!({}));
    let frame = editor.wait(|message| message["command"] == "stackTrace");
    let path = frame["body"]["stackFrames"][0]["source"]["path"].clone();
    assert!(path.as_str().unwrap().ends_with("add.s"), "{path}");
    for _ in 0..3 {
        editor.send("next", json!({}));
        editor.event("stopped");
    }
    editor.send(
        "evaluate",
        json!({ "expression": "a0", "context": "watch" }),
    );
    let value = editor.wait(|message| message["command"] == "evaluate");
    assert_eq!(value["body"]["result"], "7 (0x00000007)");
    editor.send("continue", json!({}));
    assert_eq!(editor.event("exited")["body"]["exitCode"], 0);
    editor.event("terminated");
    editor.send("disconnect", json!({}));
    assert!(editor.child.wait().unwrap().success());
}

#[test]
fn an_endless_loop_can_be_paused_and_left() {
    let folder = Folder::new().with("loop.s", "main: j main\n");
    let mut editor = Editor::new(&folder);
    editor.send("launch", json!({ "program": "loop.s" }));
    editor.send("configurationDone", json!({}));
    editor.wait(|message| message["command"] == "configurationDone");
    editor.send("pause", json!({}));
    assert_eq!(editor.event("stopped")["body"]["reason"], "pause");
    editor.send("continue", json!({}));
    // An editor that is gone leaves nothing behind.
    drop(editor.child.stdin.take());
    assert!(editor.child.wait().unwrap().success());
}

#[test]
fn what_is_typed_by_hand_is_answered_in_words() {
    let folder = Folder::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_jal"))
        .arg("dap")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let typed = "hello\r\n\r\n";
    child
        .stdin
        .take()
        .unwrap()
        .write_all(typed.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "jal: standard input is not a message of the debug adapter protocol: `jal dap` is started by an editor\n";
    assert_eq!(said, expected);
}

#[test]
fn the_page_about_editors_names_every_key_of_a_launch() {
    let page = include_str!("../../docs/editors.md");
    let keys = serde_json::to_value(dap::LaunchArguments::default()).unwrap();
    for key in keys.as_object().unwrap().keys() {
        assert!(
            page.contains(&format!("`{key}`")),
            "docs/editors.md does not name `{key}`"
        );
    }
}
