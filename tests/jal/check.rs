//! `jal check`: what it finds in programs and libraries, and that it finds nothing in ours.

use crate::folder::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;

const CLEAN: &str = ".globl main\nmain: li a0, 10\n ecall\n";
const BROKEN: &str = ".globl f\nf: li s0, 5\n li gp, 1\n ret\n";

#[test]
fn a_clean_program_has_exit_code_0() {
    let ran = Folder::new().with("a.s", CLEAN).jal(&["check", "a.s"]);
    assert_eq!(
        ran.transcript(),
        "--- stderr\n1 file checked, nothing found.\n--- exit code 0\n"
    );
}

#[test]
fn findings_have_exit_code_1() {
    let ran = Folder::new()
        .with("a.s", CLEAN)
        .with("b.s", BROKEN)
        .jal(&["check", "a.s", "b.s"]);
    insta::assert_snapshot!(ran.transcript());
}

#[test]
fn codes_and_registers_can_be_left_out() {
    let folder = Folder::new().with("b.s", BROKEN);
    let code = |args: &[&str]| folder.jal(&[&["check", "b.s"], args].concat()).code;
    assert_eq!(code(&["--allow", "cc0602"]), Some(1));
    assert_eq!(code(&["--allow", "CC0602", "--global", "gp"]), Some(0));
    assert_eq!(code(&["--global", "s0,gp"]), Some(0));
}

#[test]
fn wrong_usage_has_exit_code_2() {
    let folder = Folder::new()
        .with("a.s", CLEAN)
        .with("a.asm", "main: li $v0, 10\nsyscall\n");
    let said = |args: &[&str]| {
        let ran = folder.jal(args);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        ran.stderr
    };
    insta::assert_snapshot!(said(&["check", "a.s", "--allow", "CC0609"]), @"jal: --allow CC0609: there is no such code; did you mean CC0601?");
    insta::assert_snapshot!(said(&["check", "a.s", "--allow", "everything"]), @"jal: --allow everything: there is no such code; `jal explain` lists all of them");
    insta::assert_snapshot!(said(&["check", "a.s", "--global", "q0"]), @"jal: a.s: --global q0: unknown register `q0`: write a list such as `a0-a3, s0`");
    insta::assert_snapshot!(said(&["check", "a.asm", "--delay-slots"]), @"jal: jal check does not follow delay slots: check such a program by running it");
    folder.jal(&["asm", "a.s"]);
    insta::assert_snapshot!(said(&["check", "a.out"]), @"jal: a.out: jal check reads sources, but this is an ELF file");
    assert!(said(&["check"]).contains("<FILE>"));
}

#[test]
fn a_file_that_does_not_assemble_is_a_failure() {
    let ran = Folder::new()
        .with("a.s", "main: jal nowhere\n")
        .with("b.s", CLEAN)
        .jal(&["check", "a.s", "b.s", "missing.s"]);
    insta::assert_snapshot!(ran.transcript());
}

#[test]
fn a_library_may_use_names_of_other_files() {
    let ran = Folder::new()
        .with("a.s", ".globl f\nf: la t0, board\n jal place\n")
        .jal(&["check", "a.s"]);
    insta::assert_snapshot!(ran.transcript());
}

#[test]
fn what_programs_share_is_told_once() {
    let ran = Folder::new()
        .with("a.s", ".import f.s\nmain: jal f\n li a0, 10\n ecall\n")
        .with("b.s", ".import f.s\nmain: jal f\n li a0, 10\n ecall\n")
        .with("f.s", ".globl f\nf: li s0, 5\n ret\n")
        .jal(&["check", "a.s", "b.s"]);
    assert_eq!(ran.stderr.matches("CC0602]").count(), 1, "{}", ran.stderr);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn programs_read_one_object_a_line() {
    let ran = Folder::new()
        .with("b.s", BROKEN)
        .jal(&["check", "--message-format", "json", "b.s"]);
    assert!(ran.stderr.lines().all(|line| line.starts_with('{')));
    assert_eq!(ran.stderr.lines().count(), 2, "{}", ran.stderr);
}

#[test]
fn comments_with_mistakes_are_findings() {
    let ran = Folder::new()
        .with("a.s", format!("# jal: global q0\n{CLEAN}"))
        .jal(&["check", "a.s"]);
    assert!(ran.stderr.contains("W0801") && ran.code == Some(1));
}

/// Everything that is bundled keeps to the convention, and so do the kernels of the benchmarks and
/// the programs of the tests, but for one that is about the syntax only and one that needs another
/// file.
#[test]
fn bundled_programs_have_no_findings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sources = Vec::new();
    for folder in [
        "asm",
        "crates/cli/benches/kernels",
        "tests/rv32",
        "tests/mips32",
    ] {
        collect(&root.join(folder), &mut sources);
    }
    sources.retain(|file| !file.ends_with("rv32/dialect.s") && !file.ends_with("several/main.asm"));
    assert!(sources.len() > 300);
    let ran = Command::new(env!("CARGO_BIN_EXE_jal"))
        .arg("check")
        .args(sources)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(0), "{said}");
}

fn collect(folder: &Path, sources: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap() {
        let path = path.unwrap().path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            collect(&path, sources);
        } else if matches!(ending, Some("s" | "asm")) {
            sources.push(path);
        }
    }
}

/// What `jal run --check` says about the mistakes that the machine lets pass.
#[track_caller]
fn let_pass(name: &str, options: &[&str], source: &str, expected: &[&str]) {
    let folder = Folder::new().with(name, source);
    let ran = folder.jal(&[&["run", "--check"], options, &[name]].concat());
    let found = ran
        .stderr
        .lines()
        .filter(|line| line.starts_with("warning[R04"));
    assert_eq!(found.collect::<Vec<_>>(), expected, "{source}");
}

#[test]
fn calls_with_registers_that_were_never_set() {
    let end = "li $v0, 10\nsyscall\n";
    let asm = |code: &str| format!(".globl main\nmain:\n{code}{end}");
    let never = |call: &str, reg: &str| {
        format!("warning[R0407]: the call {call} uses {reg}, which the program never set")
    };
    let unset = never("print_int", "$a0");
    let_pass("a.asm", &[], &asm("li $v0, 1\nsyscall\n"), &[&unset]);
    let unset = never("print_int", "a0");
    let rars = "main: li a7, 1\necall\nli a7, 10\necall\n";
    let_pass("a.s", &["--env", "rars"], rars, &[&unset]);
    // What was set to 0, or by a call, was set.
    let_pass("a.asm", &[], &asm("li $a0, 0\nli $v0, 1\nsyscall\n"), &[]);
    let rars = "main: li a7, 30\necall\nli a7, 1\necall\nli a7, 10\necall\n";
    let_pass("a.s", &["--env", "rars"], rars, &[]);
    let called = "jal f\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\nf: li $a0, 5\njr $ra\n";
    let_pass("a.asm", &[], &format!(".globl main\nmain:\n{called}"), &[]);
}

#[test]
fn strings_where_nothing_was_stored() {
    let source = ".data\nt: .string \"hello\"\n.text\nmain: la t0, t\nlw a1, 0(t0)\nli a0, 4\necall\n\
                  li a0, 10\necall\n";
    let empty = "warning[R0406]: there is no string at 0x6c6c6568, which is to be printed";
    let_pass("a.s", &[], source, &[empty]);
    let_pass(
        "a.s",
        &[],
        &source.replace("lw a1, 0(t0)", "addi a1, t0, 5"),
        &[],
    );
    // One that the program has made on the stack or on the heap.
    let stack = "main: addi sp, sp, -16\nli t0, 65\nsw t0, 4(sp)\naddi a1, sp, 4\nli a0, 4\necall\n\
                 li a0, 10\necall\n";
    let_pass("a.s", &[], stack, &[]);
}

#[test]
fn all_new_memory_is_looked_at() {
    let two = "main: li a0, 9\nli a1, 16\necall\nmv s0, a0\nli a0, 9\nli a1, 16\necall\n";
    let end = "li a0, 10\necall\n";
    let unwritten = "warning[R0408]: the main program loads from 0x10008004 on the heap, where nothing was stored";
    let_pass(
        "a.s",
        &[],
        &format!("{two}lw t0, 4(s0)\n{end}"),
        &[unwritten],
    );
    let stored = format!("{two}sw zero, 4(s0)\nlw t0, 4(s0)\n{end}");
    let_pass("a.s", &[], &stored, &[]);
}
