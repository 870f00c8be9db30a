//! Projects that were written on Windows: lines that end with CRLF, and paths with backslashes. They
//! work on every system.

use crate::folder::Folder;

const LIBRARY: &str = ".globl answer\nanswer:\n    li a0, 42\n    ret\n";
const TEST: &str = "\
.import ..\\..\\src\\answer.s
.text
.globl main
main:
    jal answer
    mv a1, a0
    li a0, 1
    ecall
    li a0, 10
    ecall
";

fn on_windows(text: &str) -> String {
    text.replace('\n', "\r\n")
}

fn project() -> Folder {
    let course = "[[task]]\nname = \"answer\"\npoints = 1\nfiles = ['src/answer.s']\n\
                  tests = [\"test_*\"]\n";
    Folder::new()
        .with("course.toml", on_windows(course))
        .with("src/answer.s", on_windows(LIBRARY))
        .with("tests/pub/test_1.s", on_windows(TEST))
        .with("tests/pub/test_1.ref", "42")
        .with(
            "main.asm",
            on_windows(".include \"lib\\words.asm\"\nprint(7)\nli $v0, 10\nsyscall\n"),
        )
        .with(
            "lib/words.asm",
            on_windows(".macro print(%x)\nli $a0, %x\nli $v0, 1\nsyscall\n.end_macro\n"),
        )
}

#[test]
fn sources_run() {
    for (file, printed) in [("main.asm", "7"), ("tests/pub/test_1.s", "42")] {
        let ran = project().jal(&["run", file]);
        assert_eq!((&*ran.stdout, ran.code), (printed, Some(0)), "{ran:?}");
    }
}

#[test]
fn tests_are_found_and_pass() {
    for args in [
        &["test"][..],
        &["test", "-d", r"tests\pub"],
        &["test", "-d", r"pub\"],
        &["test", "-t", r"pub\test_*"],
        &["test", "-t", r"tests\pub\test_1.s"],
    ] {
        let ran = project().jal(args);
        assert_eq!(ran.code, Some(0), "{args:?} {ran:?}");
    }
}

#[test]
fn a_mistake_is_shown_without_the_carriage_return() {
    let folder = Folder::new().with("wrong.s", "main:\r\n    addi t0, t0\r\n");
    let ran = folder.jal(&["check", "wrong.s"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("wrong.s:2"), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\r'), "{:?}", ran.stderr);
}

#[test]
fn a_script_for_the_debugger_may_have_carriage_returns() {
    let folder = project().with("script", "break answer\r\nrun\r\nwhere\r\n");
    let ran = folder.jal(&["debug", "-x", "script", "tests/pub/test_1.s"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!ran.stdout.contains("no such command"), "{}", ran.stdout);
    assert!(ran.stdout.contains("answer"), "{}", ran.stdout);
}
