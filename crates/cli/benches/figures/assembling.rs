//! How fast sources are assembled, and how much memory a line takes.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;

use super::{children_time, jal, resident_of, scratch, wall};

/// How a source for [`assembling`] is made, and what it must reach.
struct Source {
    title: &'static str,
    ending: &'static str,
    /// A program of this many lines, which waits for a key first.
    text: fn(usize) -> String,
    /// Lines a second of processor time that must be reached, in millions.
    bar: f64,
    /// The most bytes of memory that a line may take.
    memory: Option<f64>,
}

const SOURCES: [Source; 3] = [
    Source {
        title: "plain",
        ending: "s",
        text: generated,
        bar: 2.0,
        memory: Some(150.0),
    },
    Source {
        title: "a macro of three instructions in each line",
        ending: "asm",
        text: called,
        bar: 1.0,
        memory: None,
    },
    Source {
        title: "an error in each line",
        ending: "s",
        text: wrong,
        bar: 2.0,
        memory: None,
    },
];

/// Source lines a second of processor time, and memory a line, for files of different length: neither
/// may get worse with the length.
pub(super) fn assembling(_: &Path) {
    println!("\nassembling generated sources, with start-up");
    println!(
        "{:<44}{:>9}{:>10}{:>12}{:>10}",
        "", "lines", "ms", "M lines/s", "bytes"
    );
    for source in &SOURCES {
        for lines in [50_000, 200_000, 1_000_000] {
            let file = scratch("long").with_extension(source.ending);
            std::fs::write(&file, (source.text)(lines)).expect("the scratch file is written");
            // Time is counted in hundredths of a second.
            let runs = (3_000_000 / lines) as u32;
            let before = children_time();
            for _ in 0..runs {
                let mut asm = jal();
                asm.args(["asm", "-o", "/dev/null"]).arg(&file);
                wall(asm.stderr(Stdio::null()));
            }
            let time = (children_time() - before) / f64::from(runs);
            let speed = lines as f64 / time / 1e6;
            let mut line = format!(
                "{:<44}{lines:>9}{:>10.1}{speed:>12.2}",
                source.title,
                time * 1e3
            );
            let mut bars = format!("(at least {}", source.bar);
            if let Some(most) = source.memory {
                let bytes = resident_of(&file).map(|kib| kib as f64 * 1024.0 / lines as f64);
                let _ = write!(line, "{:>10.0}", bytes.unwrap_or(0.0));
                let _ = write!(bars, "; at most {most} for a million lines");
            }
            println!("{line:<87}{bars})");
            let _ = std::fs::remove_file(&file);
        }
    }
}

/// A program that calls a macro of two or three instructions in each line.
fn called(lines: usize) -> String {
    let mut text = String::from(
        ".macro push %r\n    addiu $sp, $sp, -4\n    sw %r, 0($sp)\n.end_macro\n\
         .macro clamp %r, %limit\n    li $at, %limit\n    blt %r, $at, inside\n    \
         move %r, $at\ninside:\n.end_macro\n\
         .macro print %n\n    li $v0, 1\n    li $a0, %n\n    syscall\n.end_macro\n\
         .text\nmain:\n",
    );
    for k in text.lines().count()..lines {
        let _ = match k % 3 {
            0 => writeln!(text, "    push $t{}", k % 8),
            1 => writeln!(text, "    clamp $s{}, {}   # the {k}th", k % 8, k % 2000),
            _ => writeln!(text, "    print({k})"),
        };
    }
    text
}

/// A text in which no line is right.
fn wrong(lines: usize) -> String {
    let mut text = String::from("main:\n");
    for k in 1..lines {
        let _ = writeln!(text, "    bad a0, {k}");
    }
    text
}

/// A program such as people write: labels, branches, loads, stores, pseudo-instructions,
/// comments, data.
fn generated(lines: usize) -> String {
    let mut text = String::from(".globl main\nmain:\n    li a0, 12\n    ecall\n");
    let mut k = 0;
    while text.len() < usize::MAX && k * 10 + 4 < lines {
        let _ = write!(
            text,
            "block{k}:                 # the {k}th block\n    addi a0, a0, {}\n    lw   t0, {}(sp)\n    \
             beq  a0, t0, block{k}\n    sw   t0, {}(sp)\n    la   a1, data{k}\n    li   a2, {}\n\
             .data\ndata{k}: .word {k}, {}\n.text\n",
            k % 2000,
            4 * (k % 500),
            4 * (k % 500),
            k * 7919,
            k + 1
        );
        k += 1;
    }
    text
}
