//! What is wrong with documents, and what to do about it.

use crate::editor::{Editor, place};
use serde_json::{Value, json};

#[test]
fn mistakes_have_codes_places_and_fixes() {
    let mut editor = Editor::with(json!({}), json!({ "pages": "https://jal.example/codes" }));
    let text =
        "main:\n    addi a0, a0, 5000\n    beq a0, zero, dnoe\ndone:\n    li a0, 10\n    ecall\n";
    editor.open("/home/a.s", text);
    let list = editor.diagnostics("/home/a.s");
    insta::assert_snapshot!(serde_json::to_string_pretty(&list).unwrap());
    let range = list[1]["range"].clone();
    let actions = editor.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": "file:///home/a.s" },
            "range": range,
            "context": { "diagnostics": [], "only": ["quickfix"] },
        }),
    );
    let edit = &actions[0]["edit"]["changes"]["file:///home/a.s"][0];
    assert_eq!(actions[0]["title"], "a similar label is `done`");
    assert_eq!(
        (place(&edit["range"]).as_str(), edit["newText"].as_str()),
        ("2:18-2:22", Some("done"))
    );
}

#[test]
fn every_key_counts() {
    let mut editor = Editor::new();
    editor.open("/home/a.s", "li a0, 10\necal\n");
    assert_eq!(editor.problems("/home/a.s").len(), 1);
    let change = json!({
        "range": { "start": { "line": 1, "character": 4 }, "end": { "line": 1, "character": 4 } },
        "text": "l",
    });
    let document = json!({ "uri": "file:///home/a.s", "version": 2 });
    editor.say(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": [change] }),
    );
    assert_eq!(editor.problems("/home/a.s"), Vec::<String>::new());
    let last = editor.heard.last().unwrap();
    assert_eq!(last["params"]["version"], 2);
}

#[test]
fn imported_files_are_looked_at_as_they_are_in_the_editor() {
    let mut editor = Editor::new();
    editor
        .disk
        .put("/home/lib.s", ".globl f\nf: addi a0, a0\n ret\n");
    editor.open(
        "/home/main.s",
        ".import \"lib.s\"\njal ra, f\nli a0, 10\necall\n",
    );
    let wrong = editor.problems("/home/lib.s");
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    // The same file, open and mended there.
    editor.open("/home/lib.s", ".globl f\nf: addi a0, a0, 1\n ret\n");
    assert_eq!(editor.problems("/home/lib.s"), Vec::<String>::new());
    assert_eq!(editor.problems("/home/main.s"), Vec::<String>::new());
    let document = json!({ "uri": "file:///home/lib.s" });
    editor.say("textDocument/didClose", json!({ "textDocument": document }));
    assert_eq!(editor.problems("/home/lib.s"), wrong);
    editor.disk.put("/home/lib.s", ".globl f\nf: ret\n");
    editor.say("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(editor.problems("/home/lib.s"), Vec::<String>::new());
}

#[test]
fn a_part_of_a_program_is_not_blamed_for_names_of_others() {
    let mut editor = Editor::new();
    editor.open("/home/part.s", ".globl f\nf:\n addi sp, sp, -4\n sw ra, 0(sp)\n jal ra, g\n lw ra, 0(sp)\n addi sp, sp, 4\n ret\n");
    assert_eq!(editor.problems("/home/part.s"), Vec::<String>::new());
}

#[test]
fn broken_conventions_are_reported() {
    let mut editor = Editor::new();
    let text = "main:\n jal ra, f\n li a0, 10\n ecall\nf:\n li s0, 1\n mv a0, s0\n ret\n";
    editor.open("/home/a.s", text);
    insta::assert_snapshot!(editor.problems("/home/a.s").join("\n"));
    let mut editor = Editor::with(json!({}), json!({ "allow": ["CC0602"] }));
    editor.open("/home/a.s", text);
    assert_eq!(editor.problems("/home/a.s"), Vec::<String>::new());
}

#[test]
fn the_course_says_the_language() {
    let mut editor = Editor::new();
    let text = "li a7, 10\necall\n";
    editor
        .disk
        .put("/home/course.toml", "[course]\ndialect = \"mars\"\n");
    editor.open("/home/src/a.s", text);
    assert_eq!(editor.diagnostics("/home/src/a.s").len(), 2);
    let options = json!({ "dialect": "rars" });
    editor.say(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "jal": options } }),
    );
    assert_eq!(editor.problems("/home/src/a.s"), Vec::<String>::new());
}

#[test]
fn who_asks_for_diagnostics_gets_them_then() {
    let mut editor = Editor::with(json!({ "textDocument": { "diagnostic": {} } }), Value::Null);
    editor.open("/home/a.s", "ecal\n");
    assert!(editor.heard.is_empty());
    let document = json!({ "textDocument": { "uri": "file:///home/a.s" } });
    let report = editor.ask("textDocument/diagnostic", document);
    assert_eq!(report["items"][0]["code"], "E0301");
}
