//! Several lines that people write often, for each machine.

use crate::completion::{Completion, CompletionKind};
use runtime::{Language, Target};

/// A piece of a program to fill in.
struct SnippetRow {
    /// What people type.
    name: &'static str,
    /// What it is.
    doc: &'static str,
    riscv: &'static str,
    mips: &'static str,
}

static SNIPPETS: &[SnippetRow] = &[
    SnippetRow {
        name: "function",
        doc: "A function that calls others: it keeps its return address on the stack.",
        riscv: "${1:name}:\n    addi sp, sp, -16\n    sw   ra, 0(sp)\n    $0\n    lw   ra, 0(sp)\n    addi sp, sp, 16\n    ret\n",
        mips: "${1:name}:\n    addiu \\$sp, \\$sp, -24\n    sw   \\$ra, 20(\\$sp)\n    $0\n    lw   \\$ra, 20(\\$sp)\n    addiu \\$sp, \\$sp, 24\n    jr   \\$ra\n",
    },
    SnippetRow {
        name: "function-saving",
        doc: "The same, and it keeps a saved register for values that calls must not lose.",
        riscv: "${1:name}:\n    addi sp, sp, -16\n    sw   ra, 0(sp)\n    sw   s0, 4(sp)\n    mv   s0, a0\n    $0\n    lw   ra, 0(sp)\n    lw   s0, 4(sp)\n    addi sp, sp, 16\n    ret\n",
        mips: "${1:name}:\n    addiu \\$sp, \\$sp, -24\n    sw   \\$ra, 20(\\$sp)\n    sw   \\$s0, 16(\\$sp)\n    move \\$s0, \\$a0\n    $0\n    lw   \\$ra, 20(\\$sp)\n    lw   \\$s0, 16(\\$sp)\n    addiu \\$sp, \\$sp, 24\n    jr   \\$ra\n",
    },
    SnippetRow {
        name: "loop",
        doc: "A loop that counts from 0 up to a number.",
        riscv: "    li   ${2:t0}, 0\n${1:loop}:\n    bge  ${2:t0}, ${3:a1}, ${1:loop}_end\n    $0\n    addi ${2:t0}, ${2:t0}, 1\n    j    ${1:loop}\n${1:loop}_end:\n",
        mips: "    li   ${2:\\$t0}, 0\n${1:loop}:\n    bge  ${2:\\$t0}, ${3:\\$a1}, ${1:loop}_end\n    $0\n    addiu ${2:\\$t0}, ${2:\\$t0}, 1\n    j    ${1:loop}\n${1:loop}_end:\n",
    },
    SnippetRow {
        name: "array",
        doc: "An array of words.",
        riscv: ".data\n${1:array}: .word ${2:1, 2, 3}\n\n.text\n",
        mips: ".data\n${1:array}: .word ${2:1, 2, 3}\n\n.text\n",
    },
];

/// The snippets of a language.
pub(crate) fn snippets(language: Language) -> Vec<Completion> {
    let items = SNIPPETS.iter().map(|row| {
        let mut item = Completion::new(row.name, CompletionKind::Snippet, row.doc);
        item.snippet = match language.target() {
            Target::RiscV => row.riscv.to_owned(),
            Target::Mips => row.mips.to_owned(),
        };
        item.doc = format!("```asm\n{}\n```", plain(&item.snippet));
        item
    });
    items.collect()
}

/// A snippet as it is when nothing is filled in.
fn plain(snippet: &str) -> String {
    let mut out = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find(['$', '\\']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let field = tail.strip_prefix("${").and_then(|inner| {
            let colon = inner.find(':')?;
            // A register may be in there, with its mark escaped.
            let end = inner.find('}')?;
            Some((inner.get(colon + 1..end)?, &inner[end + 1..]))
        });
        match field {
            Some((name, after)) => {
                out.push_str(&name.replace("\\$", "$"));
                rest = after;
            }
            None if tail.starts_with("\\$") => {
                out.push('$');
                rest = &tail[2..];
            }
            None => {
                let after = tail[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_the_marks_when_people_read_them() {
        for language in Language::ALL {
            for item in snippets(language) {
                assert!(
                    !item.doc.contains('{') && !item.doc.contains('\\'),
                    "{}",
                    item.doc
                );
            }
        }
        assert_eq!(plain("${1:a}: li ${2:\\$t0}, 0\n$0x"), "a: li $t0, 0\nx");
    }
}
