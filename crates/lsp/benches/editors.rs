//! How fast `jal lsp` answers: `cargo bench -p lsp` prints the table of docs/performance.md.

use lsp::{NoFiles, Server};
use serde_json::json;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The lines of a text.
const LINES: usize = 3000;
/// The keys that are typed, and how often each question is asked.
const KEYS: usize = 300;

/// A program with as many lines, function by function.
fn program(is_mips: bool) -> String {
    let mut text =
        match is_mips {
            true => ".data\nvalues: .word 1, 2, 3\n.text\nmain:\n    li   $v0, 10\n    syscall\n"
                .to_owned(),
            false => ".data\nvalues: .word 1, 2, 3\n.text\nmain:\n    li   a0, 10\n    ecall\n"
                .to_owned(),
        };
    let mut number = 0;
    while text.lines().count() < LINES {
        let next = number + 1;
        let _ = match is_mips {
            true => write!(
                text,
                "\n# f{number}: does some work.\n.globl f{number}\nf{number}:\n    addiu $sp, $sp, -8\n    sw   $ra, 0($sp)\n    sw   $s0, 4($sp)\n    move $s0, $a0\nf{number}_loop:\n    beqz $s0, f{number}_end\n    la   $t0, values\n    lw   $t1, 4($t0)\n    addu $v0, $v0, $t1\n    addiu $s0, $s0, -1\n    j    f{number}_loop\nf{number}_end:\n    jal  f{next}\n    lw   $s0, 4($sp)\n    lw   $ra, 0($sp)\n    addiu $sp, $sp, 8\n    jr   $ra\n"
            ),
            false => write!(
                text,
                "\n# f{number}: does some work.\n.globl f{number}\nf{number}:\n    addi sp, sp, -8\n    sw   ra, 0(sp)\n    sw   s0, 4(sp)\n    mv   s0, a0\nf{number}_loop:\n    beqz s0, f{number}_end\n    la   t0, values\n    lw   t1, 4(t0)\n    add  a0, a0, t1\n    addi s0, s0, -1\n    j    f{number}_loop\nf{number}_end:\n    jal  f{next}\n    lw   s0, 4(sp)\n    lw   ra, 0(sp)\n    addi sp, sp, 8\n    ret\n"
            ),
        };
        number = next;
    }
    let last = match is_mips {
        true => format!("\n.globl f{number}\nf{number}:\n    jr   $ra\n"),
        false => format!("\n.globl f{number}\nf{number}:\n    ret\n"),
    };
    text + &last
}

/// Times, as they are told: the middle one, the 99th of a hundred, the longest.
struct Times(Vec<Duration>);

impl Times {
    fn row(mut self, what: &str) -> String {
        self.0.sort_unstable();
        let at = |part: usize| self.0[(self.0.len() - 1) * part / 100];
        let ms = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1000.0);
        format!(
            "| {what} | {} | {} | {} |",
            ms(at(50)),
            ms(at(99)),
            ms(at(100))
        )
    }
}

struct Session {
    server: Server,
    uri: &'static str,
    version: u64,
}

impl Session {
    fn new(uri: &'static str, text: &str) -> Self {
        let mut server = Server::new(Arc::new(NoFiles));
        let abilities = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
        server.handle(
            &json!({ "id": 0, "method": "initialize", "params": { "capabilities": abilities } }),
        );
        let document = json!({ "uri": uri, "languageId": "asm", "version": 0, "text": text });
        server.handle(
            &json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }),
        );
        Session {
            server,
            uri,
            version: 0,
        }
    }

    /// A key: one character more, or less, at a place.
    fn key(&mut self, line: usize, column: usize, remove: usize, new: &str) -> (Duration, usize) {
        self.version += 1;
        let from = json!({ "line": line, "character": column });
        let to = json!({ "line": line, "character": column + remove });
        let change = json!({ "range": { "start": from, "end": to }, "text": new });
        let document = json!({ "uri": self.uri, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        let message = json!({ "method": "textDocument/didChange", "params": params });
        let start = Instant::now();
        let answers = self.server.handle(&message);
        let time = start.elapsed();
        let count = answers[0]["params"]["diagnostics"]
            .as_array()
            .map_or(0, Vec::len);
        (time, count)
    }

    fn ask(&mut self, method: &str, line: usize, column: usize) -> Duration {
        let place = json!({ "line": line, "character": column });
        let end = json!({ "line": line + 60, "character": 0 });
        let params = json!({
            "textDocument": { "uri": self.uri },
            "position": place,
            "positions": [place],
            "range": { "start": place, "end": end },
            "context": { "diagnostics": [], "includeDeclaration": true },
            "options": {},
            "newName": "other",
        });
        let message = json!({ "id": 1, "method": method, "params": params });
        let start = Instant::now();
        let answers = self.server.handle(&message);
        let time = start.elapsed();
        assert!(answers.iter().any(|a| a["id"] == 1), "{method}");
        time
    }
}

const QUESTIONS: &[&str] = &[
    "hover",
    "completion",
    "signatureHelp",
    "definition",
    "references",
    "documentHighlight",
    "rename",
    "documentSymbol",
    "prepareCallHierarchy",
    "foldingRange",
    "selectionRange",
    "semanticTokens/full",
    "inlayHint",
    "codeAction",
    "codeLens",
    "formatting",
];

fn main() {
    println!("| milliseconds, {LINES} lines | p50 | p99 | most |\n|---|---|---|---|");
    let hello = json!({ "id": 0, "method": "initialize", "params": { "capabilities": {} } });
    let starts = (0..KEYS).map(|_| {
        let start = Instant::now();
        Server::new(Arc::new(NoFiles)).handle(&hello);
        start.elapsed()
    });
    println!(
        "{}",
        Times(starts.collect()).row("start of the server to its first answer")
    );
    for (uri, is_mips, name) in [
        ("file:///bench/a.s", false, "RISC-V"),
        ("file:///bench/a.asm", true, "MIPS"),
    ] {
        let text = program(is_mips);
        let mut session = Session::new(uri, &text);
        let line = text
            .lines()
            .position(|l| l.contains("lw "))
            .expect("a load");
        // The program has a few findings of its own.
        let (_, usual) = session.key(line, 0, 0, "");
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for _ in 0..KEYS {
            // `lw` becomes `lww` and `lw` again.
            let (time, count) = session.key(line, 6, 0, "w");
            assert_ne!(count, usual);
            wrong.push(time);
            let (time, count) = session.key(line, 6, 1, "");
            assert_eq!(count, usual);
            right.push(time);
        }
        println!(
            "{}",
            Times(right).row(&format!("{name}: diagnostics after a key, it assembles"))
        );
        println!(
            "{}",
            Times(wrong).row(&format!("{name}: diagnostics after a key, a mistake"))
        );
        // Many mistakes, each with a fix that is tried.
        let broken = text.replace("beqz", "beqx");
        let mut broken = Session::new(uri, &broken);
        let times =
            (0..KEYS / 10).map(|k| broken.key(0, 0, 0, if k % 2 == 0 { " " } else { "\t" }).0);
        println!(
            "{}",
            Times(times.collect()).row(&format!("{name}: the same, 140 mistakes"))
        );
        for method in QUESTIONS {
            let times = (0..KEYS / 3).map(|k| {
                if k % 10 == 0 {
                    session.key(line, 6, 0, "w");
                    session.key(line, 6, 1, "");
                }
                session.ask(&format!("textDocument/{method}"), line + 20 * (k % 100), 12)
            });
            let times = times.collect();
            println!("{}", Times(times).row(&format!("{name}: {method}")));
        }
    }
}
