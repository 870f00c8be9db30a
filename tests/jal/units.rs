//! Unit tests in a project: limits, time, line ends, what is linked, and mistakes in descriptions.

use crate::folder::{Folder, Ran};

/// Runs the unit tests of a folder.
fn units(folder: &Folder, more: &[&str]) -> Ran {
    folder.jal(&[&["test", "-d", "unit"], more].concat())
}

#[track_caller]
fn has(ran: &Ran, code: i32, parts: &[&str]) {
    let text = ran.transcript();
    assert_eq!(ran.code, Some(code), "{text}");
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
}

/// A project with one function, which all its cases call.
fn project(source: &str, unit: &str) -> Folder {
    Folder::new()
        .with("src/f.s", source)
        .with("tests/unit/f.unit.toml", unit)
}

const ENDLESS: &str = ".globl f\nf: j f\n";
const RIGHT: &str = ".globl f\nf: li t0, 0\n ret\n";

#[test]
fn limits_hold_for_unit_tests() {
    let folder = project(RIGHT, "call = \"f\"\n");
    has(&units(&folder, &[]), 0, &["1 passed"]);
    let few = ["--max-steps", "1"];
    has(&units(&folder, &few), 1, &["stopped after 1 instruction"]);
    let folder = folder.with("course.toml", "[tests]\nmax_steps = 1\n");
    has(
        &units(&folder, &[]),
        1,
        &["stopped after 1 instruction", "raise `max_steps`"],
    );
    // What a test says goes before what the course says, and what a case says before both.
    let folder = folder.with("tests/unit/f.toml", "max_steps = 9\n");
    has(&units(&folder, &[]), 0, &["1 passed"]);
    let folder = folder.with("tests/unit/f.toml", "max_steps = 1\n");
    has(&units(&folder, &[]), 1, &["stopped after 1 instruction"]);
    let folder = folder.with("tests/unit/f.unit.toml", "call = \"f\"\nmax_steps = 9\n");
    has(&units(&folder, &[]), 0, &["1 passed"]);
}

#[test]
fn the_time_of_a_test_is_that_of_all_its_cases() {
    let cases = "[[case]]\n".repeat(1000);
    let unit = format!("call = \"f\"\nmax_steps = 1_000_000_000_000\n{cases}");
    let ran = units(&project(ENDLESS, &unit), &["--timeout", "200ms"]);
    has(
        &ran,
        1,
        &[
            "stopped after 0.2 s",
            "the time is up: the last 999 cases did not run",
        ],
    );
    // Each of them is short, but all together are not.
    let unit = format!("call = \"f\"\nmax_steps = 200_000\n{cases}");
    let ran = units(&project(ENDLESS, &unit), &["--timeout", "100ms"]);
    has(&ran, 1, &["too many instructions"]);
    assert!(!ran.stdout.contains("and 997 cases more"), "{}", ran.stdout);
}

#[test]
fn time_passes_by_sleeping_alone() {
    let source = ".globl f\nf: li $v0, 32\n li $a0, 100000000\n syscall\n li $v0, 30\n syscall\n \
                  move $v0, $a0\n jr $ra\n";
    let folder = Folder::new().with("src/f.asm", source).with(
        "tests/unit/f.unit.toml",
        "call = \"f\"\nreturns = [100000000]\n[[case]]\n[[case]]\n",
    );
    has(&units(&folder, &[]), 0, &["1 passed"]);
}

#[test]
fn writes_to_the_stack_of_the_caller_are_told() {
    let told = "it changed its caller's stack (";
    for offset in [0, 4, 8, 12] {
        let source = format!(".globl f\nf: sw a0, {offset}(sp)\n ret\n");
        let ran = units(&project(&source, "call = \"f\"\nargs = [4]\n"), &[]);
        has(&ran, 1, &[told]);
    }
    // The first four words belong to the function.
    for (offset, code) in [(12, 0), (16, 1), (20, 1), (24, 1), (28, 1)] {
        let source = format!(".globl f\nf: sw $a0, {offset}($sp)\n jr $ra\n");
        let folder = Folder::new()
            .with("src/f.asm", source)
            .with("tests/unit/f.unit.toml", "call = \"f\"\nargs = [4]\n");
        has(&units(&folder, &[]), code, &[]);
    }
}

#[test]
fn it_does_not_matter_how_lines_end() {
    let source = ".data\ntext: .asciiz \"a\\nb\\n\"\n.text\n.globl f\nf: li a0, 4\n la a1, text\n \
                  ecall\n ret\n";
    let unit = "call = \"f\"\noutput = \"\"\"\na\nb\n\"\"\"\n";
    for unit in [unit.to_owned(), unit.replace('\n', "\r\n")] {
        has(&units(&project(source, &unit), &[]), 0, &["1 passed"]);
    }
}

/// A MARS project whose function calls one in another file, and a file that does not assemble
/// with it.
fn two_files() -> Folder {
    Folder::new()
        .with(
            "src/both.asm",
            ".globl both\nboth: addi $sp, $sp, -4\n sw $ra, 0($sp)\n jal helper\n \
             lw $ra, 0($sp)\n addi $sp, $sp, 4\n jr $ra\n",
        )
        .with(
            "src/helper.asm",
            ".globl helper\nhelper: li $v0, 7\n jr $ra\n",
        )
        .with(
            "src/main.asm",
            ".globl helper\nhelper: li $v0, 8\nmain: jal both\n",
        )
        .with(
            "tests/unit/both.unit.toml",
            "call = \"both\"\nreturns = [7]\n",
        )
}

#[test]
fn sources_of_a_mars_project_belong_together() {
    has(&units(&two_files(), &[]), 0, &["1 passed"]);
    let folder = two_files().with("course.toml", "[tests]\nlink = [\"src/*.asm\"]\n");
    has(&units(&folder, &[]), 0, &["1 passed"]);
    // One that needs nobody does not suffer from others.
    let folder = two_files()
        .with("src/broken.asm", "nonsense\n")
        .with("tests/unit/both.unit.toml", "call = \"helper\"\n");
    has(&units(&folder, &[]), 0, &["1 passed"]);
}

#[test]
fn mistakes_in_descriptions_have_advice() {
    let folder = project(".globl sum\nsum: mv s1, a0\n ret\n", "call = \"summ\"\n");
    has(&units(&folder, &[]), 1, &["did you mean `sum`?"]);
    let unit = |text: &str| units(&project(RIGHT, text), &[]);
    has(
        &unit("call = \"f\"\n[[cases]]\nargs = []\n"),
        1,
        &["did you mean `case`?"],
    );
    has(&unit("call = \"f\"\npreserves = [\"x9\"]\n"), 0, &[]);
    has(
        &unit("call = \"f\"\nx = { words = [1] }\nargs = [\"&x\", \"len(x\"]\n"),
        1,
        &["write `len(row)`"],
    );
    // Nothing is wrong with a test of a function that is not written yet.
    let ran = units(&project("", "call = \"f\"\n"), &[]);
    has(
        &ran,
        1,
        &["does not assemble", "`src/f.s` has no label `f`"],
    );
}

#[test]
fn a_case_is_one_of_a_unit_test() {
    let folder = project(
        RIGHT,
        "call = \"f\"\n[[case]]\nname = \"no args\"\n[[case]]\n",
    )
    .with("tests/pub/a.s", "li a0, 10\necall\n")
    .with("tests/pub/a.ref", "");
    has(
        &folder.jal(&["test", "--case", "1"]),
        2,
        &["--case 1: none of these tests has cases"],
    );
    let ran = folder.jal(&["test", "--case", "2", "-d", "pub", "unit"]);
    has(&ran, 0, &["1 passed"]);
    has(
        &units(&folder, &["--case", "99"]),
        1,
        &["this file has 2 cases", "`no args`, `2`"],
    );
}
