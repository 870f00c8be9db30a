//! Remedies of findings about the calling convention: with the patch, the finding is gone, and none
//! is new.

use crate::folder::Folder;
use serde_json::Value;

/// Functions with one mistake for which there is a certain remedy, and how it is found.
const BROKEN: &[(&str, &str, &str)] = &[
    (
        "store for load",
        "run --check",
        "main: jal g\nli a0, 10\necall\n\
         g: addi sp, sp, -16\nsw s1, 12(sp)\nli s1, 5\nsw s1, 12(sp)\naddi sp, sp, 16\nret\n",
    ),
    (
        "store for load of the return address",
        "run --check",
        "main: jal g\nli a0, 10\necall\n\
         g: addi sp, sp, -16\nsw ra, 12(sp)\njal f\nsw ra, 12(sp)\naddi sp, sp, 16\nret\nf: ret\n",
    ),
    (
        "nothing given back",
        "run --check",
        "main: jal g\nli a0, 10\necall\ng: addi sp, sp, -16\nsw a0, 0(sp)\nret\n",
    ),
    (
        "too little given back",
        "run --check",
        "main: jal g\nli a0, 10\necall\ng: addi sp, sp, -16\nsw a0, 0(sp)\naddi sp, sp, 8\nret\n",
    ),
    (
        "no return before another function",
        "run --check",
        "main: li a0, 3\njal f\njal g\nli a0, 10\necall\nf: addi a0, a0, 1\ng: addi a0, a0, 2\nret\n",
    ),
    (
        "no return at the end",
        "run --check",
        "main: li a0, 3\njal f\nli a0, 10\necall\nf: addi a0, a0, 1   # the last\n",
    ),
    (
        "store for load on MIPS",
        "run --check",
        "main: jal g\nli $v0, 10\nsyscall\n\
         g: addiu $sp, $sp, -8\nsw $s1, 4($sp)\nli $s1, 5\nsw $s1, 4($sp)\naddiu $sp, $sp, 8\njr $ra\n",
    ),
    (
        "nothing given back on MIPS",
        "run --check",
        "main: jal g\nli $v0, 10\nsyscall\ng: addiu $sp, $sp, -8\nsw $a0, 0($sp)\njr $ra\n",
    ),
    (
        "no return on MIPS",
        "run --check",
        "main: li $a0, 3\njal f\nli $v0, 10\nsyscall\nf: addi $v0, $a0, 1\ng: jr $ra\n.globl g\n",
    ),
];

/// The findings of a program, and its first patch.
fn findings(source: &str, command: &str) -> (Vec<String>, Option<(usize, usize, String)>) {
    let folder = Folder::new().with("p.s", source);
    let args: Vec<&str> = command.split(' ').collect();
    let ran = folder.jal(&[&args[..], &["--message-format", "json", "p.s"]].concat());
    let all: Vec<Value> = ran
        .stderr
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let patch = all.iter().find_map(|one| {
        let patch = one.get("patch")?.as_object()?;
        let number = |key: &str| patch.get(key)?.as_u64();
        let text = patch.get("replacement")?.as_str()?.to_owned();
        Some((number("start")? as usize, number("end")? as usize, text))
    });
    let codes = all
        .iter()
        .filter_map(|one| Some(one.get("code")?.as_str()?.to_owned()));
    (codes.collect(), patch)
}

#[test]
fn patches_of_findings_work() {
    for (name, command, source) in BROKEN {
        let (before, patch) = findings(source, command);
        let Some((start, end, text)) = patch else {
            panic!("{name}: there is no patch: {before:?}");
        };
        let mended = format!("{}{text}{}", &source[..start], &source[end..]);
        let (after, _) = findings(&mended, command);
        assert!(
            after.len() < before.len(),
            "{name}: {before:?} {after:?}\n{mended}"
        );
        assert!(
            after.iter().all(|code| before.contains(code)),
            "{name}: {after:?}\n{mended}"
        );
    }
}

/// What is proposed to functions that use nearly everything.
#[test]
fn nothing_in_use_is_proposed() {
    let folder = Folder::new()
        .with(
            "after_call.s",
            ".globl main\nmain: jal g\nmv a1, a0\nli a0, 1\necall\nli a0, 10\necall\n\
             g: addi sp, sp, -16\nsw ra, 12(sp)\nsw s1, 8(sp)\nsw s2, 4(sp)\nli s1, 1\nli s2, 2\n\
             li t0, 5\njal f\nadd a0, t0, s1\nadd a0, a0, s2\nlw s2, 4(sp)\nlw s1, 8(sp)\n\
             lw ra, 12(sp)\naddi sp, sp, 16\nret\nf: ret\n",
        )
        .with(
            "callers_value.s",
            ".globl main\nmain: li a0, 1\nli a1, 2\njal g\nmv a1, a0\nli a0, 1\necall\nli a0, 10\n\
             ecall\ng: add a0, a0, a1\nadd a0, a0, s3\nret\n",
        )
        .with(
            "no_argument.s",
            ".globl main\nmain: li a0, 1\nli t3, 2\njal g\nmv a1, a0\nli a0, 1\necall\nli a0, 10\n\
             ecall\ng: add a0, a0, t3\nret\n",
        )
        .with(
            "return_address.s",
            ".globl main\nmain: jal g\nli a0, 10\necall\n\
             g: addi sp, sp, -16\nsw a0, 0(sp)\njal f\nlw a0, 0(sp)\naddi sp, sp, 16\nret\nf: ret\n",
        );
    let mut said = String::new();
    for file in [
        "after_call.s",
        "callers_value.s",
        "no_argument.s",
        "return_address.s",
    ] {
        for args in [&["run", "--check", "--max-steps", "1000"][..], &["check"]] {
            let ran = folder.jal(&[args, &[file]].concat());
            let help = ran
                .stderr
                .lines()
                .filter(|line| line.contains("help: ") || line.starts_with("error"));
            let help: Vec<&str> = help.map(str::trim).collect();
            said += &format!("{} {file}\n{}\n\n", args[0], help.join("\n"));
        }
    }
    insta::assert_snapshot!(said);
}
