//! A course that says in which dialect its sources are written.

use crate::folder::Folder;

const DOUBLE: &str = ".globl double\ndouble: add a0, a0, a0\n ret\n";
/// Prints 8 and 10 in RARS; in Venus it would end with the second call.
const MAIN: &str = "\
.globl main
main:
    li a0, 4
    jal double
    li a7, 1
    ecall
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    li a0, 10
    ecall
    li a7, 10
    ecall
";
const CASE: &str = "[[case]]\ncall = \"double\"\nargs = [21]\nreturns = 42\n";

fn folder(keys: &str) -> Folder {
    Folder::new()
        .with("course.toml", format!("[course]\n{keys}"))
        .with("src/double.s", DOUBLE)
        .with("tests/pub/test_main.s", MAIN)
        .with("tests/pub/test_main.toml", "link = [\"src/double.s\"]\n")
        .with("tests/pub/test_main.ref", "810")
        .with("tests/pub/double.unit.toml", CASE)
}

#[test]
fn ambiguous_sources_need_no_option() {
    let undecided = folder("").jal(&["test"]);
    assert_eq!(undecided.code, Some(1), "{undecided:?}");
    assert!(undecided.stdout.contains("--dialect"), "{undecided:?}");
    let decided = folder("dialect = \"rars\"\n");
    let ran = decided.jal(&["test"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = decided.jal(&["run", "--with", "src/double.s", "tests/pub/test_main.s"]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("810", Some(0)), "{ran:?}");
}

#[test]
fn the_debugger_is_told() {
    let folder = folder("dialect = \"rars\"\n").with("tests/pub/test_main.ref", "9");
    let ran = folder.jal(&["test"]);
    assert!(ran.stdout.contains("jal debug --dialect rars"), "{ran:?}");
}

#[test]
fn contradictions_are_reported() {
    let ran = folder("isa = \"mips32\"\ndialect = \"rars\"\n").jal(&["test"]);
    assert!(ran.stderr.contains("contradict each other"), "{ran:?}");
    let ran = folder("dialect = \"cobol\"\n").jal(&["test"]);
    assert!(ran.stderr.contains("a dialect such as"), "{ran:?}");
}
