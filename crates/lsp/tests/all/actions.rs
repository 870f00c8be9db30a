//! Changes that are offered, what can be done with programs, and settings files.

use crate::editor::Editor;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Makes the edits of an action to a text.
fn applied(text: &str, action: &Value) -> String {
    let changes = action["edit"]["changes"].as_object().expect("changes");
    let edits = changes
        .values()
        .next()
        .expect("a file")
        .as_array()
        .expect("edits");
    let offset = |place: &Value| {
        let line = place["line"].as_u64().expect("a line") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + place["character"].as_u64().expect("a column") as usize
    };
    let mut new = text.to_owned();
    for edit in edits.iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        new.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    new
}

/// The action with a title like this at the first place of a word, made.
#[track_caller]
fn check(file: &str, text: &str, word: &str, title: &str, expect: &str) {
    let mut editor = Editor::new();
    editor.open(file, text);
    let offset = text.find(word).expect("it is there");
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let place = json!({ "line": line, "character": offset - start });
    let actions = editor.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": format!("file://{file}") },
            "range": { "start": place, "end": place },
            "context": { "diagnostics": [] },
        }),
    );
    let actions = actions.as_array().expect("a list");
    let mut wanted = actions.iter().filter(|action| {
        action["title"]
            .as_str()
            .is_some_and(|known| known.contains(title))
    });
    match wanted.next() {
        Some(action) => {
            let new = applied(text, action);
            assert_eq!(new, expect);
            // What is offered works.
            editor.open(file, &new);
            let problems = editor.problems(file);
            assert!(problems.iter().all(|p| !p.contains(" E")), "{problems:?}");
        }
        None => assert_eq!("nothing is offered", expect, "{actions:?}"),
    }
}

const LEAF: &str = ".globl f\nf:\n    li   s1, 5\n    add  a0, a0, s1\n    ret\n";

#[test]
fn a_register_is_saved_in_a_function() {
    check(
        "/home/a.s",
        LEAF,
        "s1",
        "Save `s1` in this function",
        ".globl f\nf:\n    addi sp, sp, -16\n    sw s1, 0(sp)\n    li   s1, 5\n    add  a0, a0, s1\n    lw s1, 0(sp)\n    addi sp, sp, 16\n    ret\n",
    );
    let with_frame = ".globl f\nf:\n    addi sp, sp, -8\n    sw   ra, 0(sp)\n    li   s1, 5\n    jal  g\n    add  a0, a0, s1\n    lw   ra, 0(sp)\n    addi sp, sp, 8\n    ret\n.globl g\ng:\n    ret\n";
    check(
        "/home/a.s",
        with_frame,
        "s1",
        "Save `s1` in this function",
        ".globl f\nf:\n    addi sp, sp, -12\n    sw s1, 8(sp)\n    sw   ra, 0(sp)\n    li   s1, 5\n    jal  g\n    add  a0, a0, s1\n    lw   ra, 0(sp)\n    lw s1, 8(sp)\n    addi sp, sp, 12\n    ret\n.globl g\ng:\n    ret\n",
    );
    check(
        "/home/a.asm",
        ".globl f\nf:\n    li $s0, 5\n    move $v0, $s0\n    jr $ra\n",
        "$s0",
        "Save `$s0`",
        ".globl f\nf:\n    addiu $sp, $sp, -16\n    sw $s0, 0($sp)\n    li $s0, 5\n    move $v0, $s0\n    lw $s0, 0($sp)\n    addiu $sp, $sp, 16\n    jr $ra\n",
    );
    // Nobody has to save these, and here it is done.
    check("/home/a.s", LEAF, "a0", "Save", "nothing is offered");
    check(
        "/home/a.s",
        with_frame,
        "ra, 0",
        "Save",
        "nothing is offered",
    );
}

#[test]
fn a_number_gets_a_name() {
    check(
        "/home/a.s",
        LEAF,
        "5",
        "Name the number",
        ".equ VALUE_5, 5\n.globl f\nf:\n    li   s1, VALUE_5\n    add  a0, a0, s1\n    ret\n",
    );
    check(
        "/home/a.asm",
        "main:\n    li $t0, 0x10\n    li $v0, 10\n    syscall\n",
        "0x10",
        "Name the number",
        ".eqv VALUE_0X10 0x10\nmain:\n    li $t0, VALUE_0X10\n    li $v0, 10\n    syscall\n",
    );
}

#[test]
fn programs_and_functions_can_be_run_and_tested() {
    let options = json!({ "commands": ["jal.run", "jal.debug", "jal.test"] });
    let mut editor = Editor::with(json!({}), options);
    editor.disk.put(
        "/home/tests/pub/test_f.s",
        ".import \"../../src/f.s\"\nmain: jal f\n",
    );
    editor
        .disk
        .put("/home/tests/pub/f.unit.toml", "[[case]]\ncall = \"f\"\n");
    editor.open(
        "/home/src/f.s",
        ".globl f\nf:\n    ret\n.globl main\nmain:\n    jal f\n    li a0, 10\n    ecall\n",
    );
    let document = json!({ "textDocument": { "uri": "file:///home/src/f.s" } });
    let lenses = editor.ask("textDocument/codeLens", document.clone());
    let shown: Vec<_> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| {
            let (line, command) = (&lens["range"]["start"]["line"], &lens["command"]);
            format!("{line} {} {}", command["title"], command["arguments"])
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
    // Who does not know the commands gets none.
    let mut editor = Editor::new();
    editor.open("/home/src/f.s", "main:\n    li a0, 10\n    ecall\n");
    assert_eq!(editor.ask("textDocument/codeLens", document), json!([]));
}

#[test]
fn pages_can_be_read() {
    let mut editor = Editor::new();
    let mut page = |word: &str| {
        let params = json!({ "command": "jal.explain", "arguments": [word] });
        editor.response("workspace/executeCommand", params)
    };
    assert!(
        page("E0305")["result"]
            .as_str()
            .unwrap()
            .starts_with("# E0305")
    );
    assert!(
        page("addi")["result"]
            .as_str()
            .unwrap()
            .contains("addi rd, rs1, imm")
    );
    assert_eq!(
        page("blorb")["error"]["message"],
        "nothing is named `blorb`"
    );
}

#[test]
fn settings_files_have_keys() {
    let mut editor = Editor::new();
    let text = "[course]\nname = \"x\"\ndialect = \"marz\"\n\n[tests]\n\nmax_steps = \"5M\"\n[[task]]\npo\n";
    editor.open("/home/course.toml", text);
    let mut seen = String::new();
    let _ = writeln!(seen, "{}", editor.problems("/home/course.toml").join("\n"));
    let document = json!({ "uri": "file:///home/course.toml" });
    let ask = |editor: &mut Editor, method: &str, line: u32, column: u32| {
        let position = json!({ "line": line, "character": column });
        editor.ask(
            method,
            json!({ "textDocument": document, "position": position }),
        )
    };
    for (line, column) in [(1, 1), (4, 3), (6, 2)] {
        let hover = ask(&mut editor, "textDocument/hover", line, column);
        let _ = writeln!(
            seen,
            "{}",
            hover["contents"]["value"].as_str().unwrap_or("nothing")
        );
    }
    for (line, column) in [(2, 10), (8, 2), (5, 0), (4, 1)] {
        let found = ask(&mut editor, "textDocument/completion", line, column);
        let items = found["items"].as_array().cloned().unwrap_or_default();
        let labels: Vec<_> = items
            .iter()
            .filter_map(|item| item["label"].as_str())
            .collect();
        let _ = writeln!(seen, "{line}:{column} {}", labels.join(" "));
    }
    editor.open("/home/f.unit.toml", "[[case]]\ncall = 5\n");
    let _ = writeln!(seen, "{}", editor.problems("/home/f.unit.toml").join("\n"));
    // No file of ours.
    editor.open("/home/Cargo.toml", "x = = 1\n");
    assert_eq!(editor.problems("/home/Cargo.toml"), Vec::<String>::new());
    insta::assert_snapshot!(seen);
}
