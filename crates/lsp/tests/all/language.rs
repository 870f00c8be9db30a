//! What is known about words and places, in programs of several files and in several languages.

use crate::editor::{Editor, place};
use serde_json::{Value, json};
use std::fmt::Write as _;

const MAIN: &str = ".import \"lib.s\"
.equ COUNT, 3
.data
# The numbers to add.
numbers: .word 1, 2, 0x1F
.text
.globl main
main:
    la   a0, numbers
    li   a1, COUNT
    jal  ra, sum            # adds them
    mv   a1, a0
    li   a0, 1
    ecall
1:  addi t0, t0, -1
    bnez t0, 1b
    li   a0, 10
    ecall
";

const LIB: &str = "# sum: adds words.
#   a0 = their address, a1 = their number
.globl sum
sum:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    li   s0, 0
sum_loop:
    beqz a1, sum_end
    lw   t0, 0(a0)
    add  s0, s0, t0
    addi a0, a0, 4
    addi a1, a1, -1
    j    sum_loop
sum_end:
    mv   a0, s0
    lw   s0, 4(sp)
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret
";

const MARS: &str = ".eqv SIZE 8
.macro print_int(%value)
    move $a0, %value
    li   $v0, 1
    syscall
.end_macro
.data
text:   .asciiz \"ä\\n\"
.text
main:
    li   $t0, SIZE
again:
    print_int($t0)
    addiu $t0, $t0, -1
    bgtz $t0, again
    li   $v0, 10
    syscall
";

fn editor() -> Editor {
    let capabilities = json!({
        "textDocument": {
            "completion": { "completionItem": { "snippetSupport": true } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        },
    });
    let mut editor = Editor::with(capabilities, Value::Null);
    editor.disk.put("/home/lib.s", LIB);
    editor.open("/home/main.s", MAIN);
    editor.open("/home/lib.s", LIB);
    editor.open("/home/mars.asm", MARS);
    for file in ["main.s", "lib.s", "mars.asm"] {
        let path = format!("/home/{file}");
        assert_eq!(editor.problems(&path), Vec::<String>::new());
    }
    editor
}

/// Parameters for the place inside of `needle` in a file, after so many bytes of it.
fn at(file: &str, needle: &str, skipped: usize) -> Value {
    let text = match file {
        "main.s" => MAIN,
        "lib.s" => LIB,
        _ => MARS,
    };
    let offset = text.find(needle).expect("it is there") + skipped;
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    json!({
        "textDocument": { "uri": format!("file:///home/{file}") },
        "position": { "line": line, "character": text[start..offset].encode_utf16().count() },
    })
}

fn with(mut params: Value, key: &str, value: Value) -> Value {
    params[key] = value;
    params
}

/// Locations, one line each.
fn lines(locations: &Value) -> String {
    let all = match locations {
        Value::Array(all) => all.clone(),
        Value::Null => return String::new(),
        one => vec![one.clone()],
    };
    let line = |location: &Value| {
        let uri = location["uri"].as_str().unwrap_or("here");
        format!(
            "{} {}",
            uri.trim_start_matches("file:///home/"),
            place(&location["range"])
        )
    };
    all.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn words_have_something_to_read() {
    let mut editor = editor();
    let mut seen = String::new();
    for (file, needle, skipped) in [
        ("main.s", "la   a0", 1),
        ("main.s", "li   a0, 1\n", 0),
        ("main.s", "ecall", 2),
        ("main.s", "a1, COUNT", 1),
        ("main.s", "COUNT\n", 2),
        ("main.s", "numbers\n", 0),
        ("main.s", "sum  ", 1),
        ("main.s", "0x1F", 1),
        ("main.s", ".word", 3),
        ("main.s", "lib.s", 1),
        ("main.s", "1b", 0),
        ("lib.s", "sp, -16", 0),
        ("mars.asm", "print_int($t0)", 3),
        ("mars.asm", "%value\n", 2),
        ("mars.asm", "bgtz", 1),
        ("mars.asm", "syscall\n.end", 1),
    ] {
        let hover = editor.ask("textDocument/hover", at(file, needle, skipped));
        let text = hover["contents"]["value"].as_str().unwrap_or("nothing");
        let _ = writeln!(seen, "=== {file}: {}\n{text}\n", needle.trim());
    }
    assert!(
        editor
            .ask("textDocument/hover", at("main.s", "# adds", 3))
            .is_null()
    );
    insta::assert_snapshot!(seen);
}

#[test]
fn names_lead_to_where_they_are_defined_and_used() {
    let mut editor = editor();
    let mut seen = String::new();
    for (file, needle, skipped) in [
        ("main.s", "sum  ", 1),
        ("main.s", "COUNT\n", 2),
        ("main.s", "1b", 1),
        ("main.s", "lib.s", 1),
        ("lib.s", "sum_loop:", 1),
        ("lib.s", "sum:\n    addi", 1),
        ("mars.asm", "print_int($t0)", 1),
        ("mars.asm", "%value\n", 1),
        ("main.s", "a1, COUNT", 1),
    ] {
        let name = needle.trim();
        let found = editor.ask("textDocument/definition", at(file, needle, skipped));
        let _ = writeln!(seen, "=== {file}: {name}\ndefined: {}", lines(&found));
        let context = json!({ "includeDeclaration": false });
        let asked = with(at(file, needle, skipped), "context", context);
        let found = editor.ask("textDocument/references", asked);
        let _ = writeln!(seen, "used: {}\n", lines(&found).replace('\n', ", "));
    }
    let marked = editor.ask(
        "textDocument/documentHighlight",
        at("lib.s", "sum_end\n", 0),
    );
    let _ = writeln!(seen, "highlights: {}", lines(&marked).replace('\n', ", "));
    insta::assert_snapshot!(seen);
}

#[test]
fn names_are_changed_everywhere_or_not_at_all() {
    let mut editor = editor();
    let mut rename = |file: &str, needle: &str, new: &str| {
        let asked = with(at(file, needle, 1), "newName", new.into());
        let answer = editor.response("textDocument/rename", asked);
        match answer["error"]["message"].as_str() {
            Some(refused) => refused.to_owned(),
            None => {
                let changes = answer["result"]["changes"].as_object().unwrap();
                let files = changes.iter().map(|(uri, edits)| {
                    let file = uri.trim_start_matches("file:///home/");
                    format!("{file}: {}", lines(edits).replace('\n', ", "))
                });
                files.collect::<Vec<_>>().join("; ")
            }
        }
    };
    let seen = [
        rename("main.s", "sum  ", "total"),
        rename("lib.s", "sum_end\n", "finished"),
        rename("mars.asm", "SIZE 8", "LENGTH"),
        rename("mars.asm", "%value)", "%number"),
        rename("mars.asm", "%value)", "number"),
        rename("main.s", "sum  ", "main"),
        rename("main.s", "sum  ", "sum_loop"),
        rename("main.s", "sum  ", "a0"),
        rename("main.s", "sum  ", "add"),
        rename("main.s", "sum  ", "two words"),
        rename("main.s", "1b", "x"),
        rename("main.s", "addi", "x"),
    ];
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn what_can_be_written_depends_on_the_place() {
    let mut editor = editor();
    let mut seen = String::new();
    for (line, column) in [
        ("ad", 2),
        ("fun", 3),
        (".as", 3),
        ("addi a0, s", 10),
        ("jal  ra, su", 11),
        ("li a0, ", 7),
        ("la a0, n", 8),
        (".import \"", 9),
        ("# ad", 4),
        ("lui a0, %h", 10),
    ] {
        let text = format!("{MAIN}{line}\n");
        editor.open("/home/main.s", &text);
        let position = json!({ "line": MAIN.lines().count(), "character": column });
        let document = json!({ "uri": "file:///home/main.s" });
        let asked = json!({ "textDocument": document, "position": position });
        let found = editor.ask("textDocument/completion", asked);
        let _ = writeln!(seen, "=== {line}|");
        let items = found["items"].as_array().cloned().unwrap_or_default();
        for item in items.iter().take(6) {
            let new = item["textEdit"]["newText"]
                .as_str()
                .unwrap()
                .replace('\n', "⏎");
            let detail = item["detail"].as_str().unwrap_or("");
            let _ = writeln!(
                seen,
                "{}  {detail}  -> {new}",
                item["label"].as_str().unwrap()
            );
        }
        if let Some(first) = items.first() {
            let full = editor.ask("completionItem/resolve", first.clone());
            let doc = full["documentation"]["value"].as_str().unwrap_or("");
            let _ = writeln!(seen, "({})", doc.lines().next().unwrap_or(""));
        }
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn operands_are_explained_while_they_are_written() {
    let mut editor = editor();
    let mut seen = String::new();
    for (file, needle, skipped) in [
        ("lib.s", "sw   ra, 0(sp)", 5),
        ("lib.s", "sw   ra, 0(sp)", 10),
        ("main.s", "li   a0, 1\n", 9),
        ("mars.asm", "print_int($t0)", 10),
        ("main.s", ".word 1, 2", 9),
        ("main.s", "ecall", 2),
    ] {
        let help = editor.ask("textDocument/signatureHelp", at(file, needle, skipped));
        let active = help["activeSignature"].as_u64().unwrap_or(0) as usize;
        let form = &help["signatures"][active];
        let operand = &form["parameters"][help["activeParameter"].as_u64().unwrap_or(99) as usize];
        let _ = writeln!(
            seen,
            "{}: {} {}",
            needle.trim(),
            form["label"],
            operand["label"]
        );
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn sources_have_a_structure() {
    let mut editor = editor();
    let mut seen = String::new();
    for file in ["main.s", "lib.s", "mars.asm"] {
        let document = json!({ "textDocument": { "uri": format!("file:///home/{file}") } });
        let _ = writeln!(seen, "=== {file}");
        let symbols = editor.ask("textDocument/documentSymbol", document.clone());
        for symbol in symbols.as_array().unwrap() {
            let (name, detail) = (&symbol["name"], &symbol["detail"]);
            let inner = symbol["children"].as_array().unwrap();
            let inner: Vec<_> = inner.iter().map(|s| s["name"].to_string()).collect();
            let inner = inner.join(" ");
            let kind = &symbol["kind"];
            let _ = writeln!(
                seen,
                "{kind} {name} {detail} {} {inner}",
                place(&symbol["range"])
            );
        }
        let folds = editor.ask("textDocument/foldingRange", document.clone());
        let folds = folds.as_array().unwrap().iter();
        let folds = folds.map(|f| format!("{}-{}", f["startLine"], f["endLine"]));
        let _ = writeln!(seen, "folds {}", folds.collect::<Vec<_>>().join(" "));
        let tokens = editor.ask("textDocument/semanticTokens/full", document);
        let data = tokens["data"].as_array().unwrap();
        assert_eq!(data.len() % 5, 0);
        let _ = writeln!(seen, "{} tokens", data.len() / 5);
    }
    let positions = json!([at("lib.s", "0(a0)", 2)["position"]]);
    let asked = with(at("lib.s", "0(a0)", 2), "positions", positions);
    let mut selection = editor.ask("textDocument/selectionRange", asked)[0].clone();
    let mut around = Vec::new();
    while !selection.is_null() {
        around.push(place(&selection["range"]));
        selection = selection["parent"].clone();
    }
    let _ = writeln!(seen, "selections {}", around.join(" "));
    let found = editor.ask("workspace/symbol", json!({ "query": "sml" }));
    let names: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["name"].to_string())
        .collect();
    let _ = writeln!(seen, "found {}", names.join(" "));
    insta::assert_snapshot!(seen);
}

#[test]
fn calls_lead_both_ways() {
    let mut editor = editor();
    let sum = editor.ask(
        "textDocument/prepareCallHierarchy",
        at("main.s", "sum  ", 1),
    );
    assert_eq!(sum[0]["name"], "sum");
    let item = json!({ "item": sum[0] });
    let incoming = editor.ask("callHierarchy/incomingCalls", item.clone());
    assert_eq!(incoming[0]["from"]["name"], "main");
    assert_eq!(place(&incoming[0]["fromRanges"][0]), "10:13-10:16");
    assert_eq!(editor.ask("callHierarchy/outgoingCalls", item), json!([]));
    let main = editor.ask(
        "textDocument/prepareCallHierarchy",
        at("main.s", "mv   a1", 1),
    );
    let outgoing = editor.ask("callHierarchy/outgoingCalls", json!({ "item": main[0] }));
    assert_eq!(outgoing[0]["to"]["name"], "sum");
    assert_eq!(outgoing[0]["to"]["uri"], "file:///home/lib.s");
}

#[test]
fn remarks_are_beside_the_code() {
    let mut editor = editor();
    let mut seen = String::new();
    for (file, text) in [("main.s", MAIN), ("lib.s", LIB), ("mars.asm", MARS)] {
        let asked = json!({
            "textDocument": { "uri": format!("file:///home/{file}") },
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } },
        });
        let hints = editor.ask("textDocument/inlayHint", asked);
        for hint in hints.as_array().unwrap() {
            let line = hint["position"]["line"].as_u64().unwrap() as usize;
            let code = text.lines().nth(line).unwrap().trim();
            let _ = writeln!(seen, "{code:36} {}", hint["label"].as_str().unwrap());
        }
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn a_layout_is_a_list_of_changes() {
    let mut editor = Editor::new();
    editor.open("/home/a.s", "main:\n li a0,10 # end\n\n\n ecall\n");
    let document = json!({ "uri": "file:///home/a.s" });
    let options = json!({ "tabSize": 8, "insertSpaces": true });
    let asked = json!({ "textDocument": document, "options": options });
    let edits = editor.ask("textDocument/formatting", asked.clone());
    let shown: Vec<_> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            format!(
                "{} {:?}",
                place(&edit["range"]),
                edit["newText"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "1:0-2:0 \"    li   a0, 10                     # end\\n\"",
            "3:0-4:0 \"\"",
            "4:0-5:0 \"    ecall\\n\"",
        ]
    );
    let range =
        json!({ "start": { "line": 4, "character": 1 }, "end": { "line": 4, "character": 2 } });
    let edits = editor.ask("textDocument/rangeFormatting", with(asked, "range", range));
    assert_eq!(edits.as_array().unwrap().len(), 1);
}
