//! Random edits and requests. Nothing makes the server panic, its text is always that of the editor, and
//! its diagnostics are those of `jal check` for the same text.
//!
//! `JAL_EDITS=1000000 cargo test --release -p lsp --test all random` makes as many.

use crate::editor::{Editor, place};
use assembler::{MemoryLoader, SourceFile};
use harness::lints;
use runtime::load::{LoadOptions, LoadRequest};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What is written: words that mean something, in some language, and what breaks them.
const PIECES: &[&str] = &[
    "addi a0, a0, 1\n",
    "li $t0, 5\n",
    "main:\n",
    "loop:",
    " jal ra, main\n",
    "ret\n",
    "jr $ra\n",
    ".data\n",
    ".text\n",
    ".word 1, 2\n",
    ".asciiz \"a\\n\"\n",
    ".globl main\n",
    ".macro m(%x)\n",
    ".end_macro\n",
    ".macro m x\n",
    ".endm\n",
    ".import \"lib.s\"\n",
    ".include \"lib.s\"\n",
    "m($t0)\n",
    "m 1\n",
    ".eqv N 5\n",
    ".equ N, 5\n",
    "#define X 1\n",
    "#ifdef X\n",
    "#endif\n",
    "ecall\n",
    "syscall\n",
    "li a0, 10\n",
    "li a7, 10\n",
    "sw ra, 0(sp)\n",
    "addi sp, sp, -4\n",
    "addi sp, sp, 4\n",
    "1: j 1b\n",
    "beq a0, a1, 1f\n",
    "\"",
    "'",
    "#",
    "/*",
    "*/",
    "//",
    "\\x",
    "%hi(",
    ")",
    "(",
    ",",
    ":",
    "\n",
    "\r\n",
    "\t",
    " ",
    "ä",
    "𝄞",
    "\u{feff}",
    "\0",
    "\u{7f}",
    "0x",
    "99999999999",
    "-",
    ".rept 3\n",
    ".endr\n",
    ".if 1\n",
    ".endif\n",
    "s0",
    "la a0, x\n",
    "x: .space 4\n",
    "f: li s0, 1\n ret\n",
    ".align 2\n",
    ".section .rodata\n",
    "x = 5\n",
    ".end\n",
    ".set noreorder\n",
    ";",
];

/// What is asked about a place.
const PLACES: &[&str] = &[
    "hover",
    "completion",
    "signatureHelp",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "prepareCallHierarchy",
    "foldingRange",
    "documentSymbol",
    "semanticTokens/full",
    "codeLens",
    "formatting",
    "inlayHint",
    "codeAction",
    "rangeFormatting",
    "semanticTokens/range",
    "selectionRange",
    "diagnostic",
];

/// A simple generator of numbers: the same ones every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// The text of an editor, as lines: slow, and simple.
struct Model(String);

impl Model {
    fn lines(&self) -> Vec<String> {
        let text = self.0.replace("\r\n", "\n").replace('\r', "\n");
        text.split('\n').map(str::to_owned).collect()
    }

    /// A place, and the byte that it is.
    fn place(&self, numbers: &mut Numbers) -> (Value, usize) {
        let lines = self.lines();
        let line = numbers.below(lines.len());
        let characters: Vec<char> = lines[line].chars().collect();
        let column = numbers.below(characters.len() + 1);
        // The start of the line in the text itself: count ends of lines.
        let (mut start, mut count) = (0, 0);
        let bytes = self.0.as_bytes();
        while count < line {
            let is_pair = bytes[start] == b'\r' && bytes.get(start + 1) == Some(&b'\n');
            count += usize::from(bytes[start] == b'\n' || bytes[start] == b'\r');
            start += if is_pair { 2 } else { 1 };
        }
        let inside: usize = characters[..column].iter().map(|c| c.len_utf8()).sum();
        (json!({ "line": line, "character": column }), start + inside)
    }
}

/// What `jal check` says about a text, in the order of the file.
fn checked(text: &str, name: &str) -> Vec<String> {
    let options = LoadOptions::new(PathBuf::from("/work"));
    let load = |more: Option<&SourceFile>| {
        let mut loader = MemoryLoader::default().with(name, text).with("lib.s", LIB);
        let request = LoadRequest {
            more,
            ..LoadRequest::new(name, &options)
        };
        request.from_loader(&mut loader).load()
    };
    let (loaded, _) = lints::as_library(load(None), |more| Some(load(Some(more))));
    let findings = lints::findings(&loaded, &[]).expect("it is a source");
    let mut lines = Vec::new();
    for finding in findings {
        let span = finding.primary_span();
        if span.is_some_and(|span| loaded.sources.name(span.file) != name) {
            continue;
        }
        let place = span.map(|span| {
            let at = loaded.sources.position(span.file, span.start);
            format!("{}:{}", at.line - 1, at.column - 1)
        });
        let place = place.unwrap_or_else(|| "0:0".to_owned());
        lines.push(format!(
            "{place} {} {}",
            finding.code,
            diag::one_line(&finding.title)
        ));
    }
    lines
}

const LIB: &str = ".globl g\ng:\n    ret\n";

/// So many edits, each with a question; how many texts were compared with `jal check`.
fn run(count: usize, seed: u64) -> usize {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-32"] },
        "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } },
    });
    let options = json!({ "commands": ["jal.run", "jal.debug", "jal.test"] });
    let mut editor = Editor::with(capabilities, options);
    editor.disk.put("/home/lib.s", LIB);
    let mut numbers = Numbers(seed);
    let mut compared = 0;
    let files = ["a.s", "b.asm", "course.toml"];
    let mut models = files.map(|_| Model(String::new()));
    for file in files {
        editor.open(&format!("/home/{file}"), "");
    }
    for version in 0..count {
        let which = if numbers.below(20) == 0 {
            2
        } else {
            numbers.below(2)
        };
        let (file, model) = (files[which], &mut models[which]);
        let uri = format!("file:///home/{file}");
        let document = json!({ "uri": uri, "version": version + 2 });
        let new = numbers.pick(PIECES);
        let is_long = model.0.len() > 1500;
        let change = if is_long && numbers.below(4) == 0 {
            model.0 = new.to_owned();
            json!({ "text": new })
        } else {
            let (from, start) = model.place(&mut numbers);
            let (to, end) = match numbers.below(3) {
                0 => model.place(&mut numbers),
                _ => (from.clone(), start),
            };
            // A text that only shrinks is soon empty.
            let is_short = start.abs_diff(end) < 80 || is_long;
            let (to, end) = if is_short {
                (to, end)
            } else {
                (from.clone(), start)
            };
            model.0.replace_range(start.min(end)..start.max(end), new);
            json!({ "range": { "start": from, "end": to }, "text": new })
        };
        let changed = json!({ "textDocument": document, "contentChanges": [change] });
        editor.say("textDocument/didChange", changed);
        let path = format!("/home/{file}");
        if which < 2 && version % 7 == 0 && !model.0.contains('\r') {
            let said = editor.diagnostics(&path);
            let said: Vec<String> = said
                .iter()
                .map(|d| {
                    let message = d["message"].as_str().unwrap_or("");
                    let range = place(&d["range"]);
                    let from = range.split('-').next().unwrap_or("");
                    let title = message.lines().next().unwrap_or("");
                    format!("{from} {} {title}", d["code"].as_str().unwrap_or(""))
                })
                .collect();
            let expected = checked(&model.0, file);
            assert_eq!(said, expected, "{:?}", model.0);
            compared += 1;
        }
        editor.heard.clear();
        let method = format!("textDocument/{}", numbers.pick(PLACES));
        let (from, _) = model.place(&mut numbers);
        let (to, _) = model.place(&mut numbers);
        let params = json!({
            "textDocument": { "uri": uri },
            "position": from,
            "range": { "start": from, "end": to },
            "positions": [from, to],
            "newName": numbers.pick(&["other", "main", "a0", "%x", "1x"]),
            "context": { "diagnostics": [], "includeDeclaration": true },
            "options": {},
        });
        let answer = editor.response(&method, params);
        let code = answer["error"]["code"].as_i64();
        // Names that cannot be changed are refused in words; nothing else goes wrong.
        assert!(matches!(code, None | Some(-32803)), "{method}: {answer}");
    }
    compared
}

#[test]
fn nothing_that_is_typed_is_too_much() {
    let count = std::env::var("JAL_EDITS")
        .ok()
        .and_then(|count| count.parse().ok());
    let count = count.unwrap_or(500);
    let compared = run(count, 0x9e37_79b9_7f4a_7c15);
    assert!(
        compared > count / 20,
        "{compared} of {count} texts were compared"
    );
}
