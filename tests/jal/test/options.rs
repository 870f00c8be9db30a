//! What the options of `jal test` do, and which files are tests.

use super::{print, small, steady, summary};
use crate::folder::Folder;

#[test]
fn the_options_of_the_course_script_mean_the_same() {
    let folder = small();
    assert_eq!(summary(&folder, &[]), "2 passed, 1 failed");
    assert_eq!(summary(&folder, &["-nc"]), "2 passed, 1 failed");
    assert_eq!(
        summary(&folder, &["-d", "pub", "student"]),
        "3 passed, 1 failed"
    );
    assert_eq!(
        summary(&folder, &["-t", "test_1", "test_10"]),
        "2 passed, 0 failed"
    );
    assert_eq!(summary(&folder, &["-t", "test_1*"]), "2 passed, 0 failed");
    assert_eq!(
        summary(&folder, &["-d", "student", "-t", "m*"]),
        "1 passed, 0 failed"
    );
    // A test that is named need not be in the usual folder.
    assert_eq!(summary(&folder, &["-t", "mine"]), "1 passed, 0 failed");
    insta::assert_snapshot!(
        "list",
        folder
            .jal(&["test", "-l", "-d", "pub", "student"])
            .transcript()
    );
}

#[test]
fn projects_folders_and_files_can_be_named() {
    let folder = small();
    assert_eq!(
        summary(&folder, &["tests/pub/test_2.s"]),
        "0 passed, 1 failed"
    );
    assert_eq!(summary(&folder, &["tests/student"]), "1 passed, 0 failed");
    assert_eq!(summary(&folder, &["."]), "2 passed, 1 failed");
    let outer = Folder::new()
        .with("a/tests/pub/x.s", print(1))
        .with("a/tests/pub/x.ref", "1")
        .with("b c/tests/pub/y.s", print(2))
        .with("b c/tests/pub/y.ref", "2")
        .with("alone.s", print(3))
        .with("alone.ref", "3");
    assert_eq!(summary(&outer, &["a", "b c"]), "2 passed, 0 failed");
    assert_eq!(summary(&outer, &["."]), "2 passed, 0 failed");
    assert_eq!(summary(&outer, &["alone.s", "a"]), "2 passed, 0 failed");
    assert_eq!(
        summary(&outer, &["a", "b c", "-t", "y"]),
        "1 passed, 0 failed"
    );
}

#[test]
fn what_cannot_be_found_is_wrong_usage() {
    let folder = small();
    let wrong = |args: &[&str]| {
        let ran = folder.jal(&[&["test"], args].concat());
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)), "{args:?}");
        ran.stderr
    };
    let said = [
        wrong(&["-t", "test_3"]),
        wrong(&["-d", "publ"]),
        wrong(&["-d", "x", "-t", "y"]),
        wrong(&["nothing"]),
        wrong(&["tests/pub/test_1.ref"]),
        wrong(&["--bless"]),
        wrong(&["--allow", "CC9999"]),
        wrong(&["--warn", "CC9999"]),
        wrong(&["--warn", "CC0101"]),
    ];
    insta::assert_snapshot!("wrong_usage", said.concat());
}

#[test]
fn without_public_tests_all_folders_are_taken() {
    let folder = Folder::new()
        .with("tests/one/a.s", print(1))
        .with("tests/one/a.ref", "1")
        .with("tests/two/b.s", print(2))
        .with("tests/two/b.ref", "2");
    insta::assert_snapshot!("all_folders", steady(&folder.jal(&["test"])));
}

#[test]
fn a_course_file_with_mistakes_stops_everything() {
    let folder = small().with(
        "course.toml",
        "[course]\nname = \"x\"\nisa = \"rv64\"\n\n[tests]\ncompair = \"strip\"\n\n[convention]\nglobal = [\"s0\", \"s99\"]\n\n[[task]]\nname = \"One\"\npoints = -1\ntests = [\"test_x*\"]\nfiles = [\"src/none.s\"]\n",
    );
    insta::assert_snapshot!("course_mistakes", folder.jal(&["test"]).transcript());
    let folder = folder.with("course.toml", "[tests\n");
    assert_eq!(folder.jal(&["test"]).code, Some(3));
}

#[test]
fn comparisons_overlook_what_the_course_says() {
    let spaced = ".data\nt: .asciiz \"a  b \\n\\n\"\n.text\nmain: li a0, 4\n la a1, t\n ecall\n li a0, 10\n ecall\n";
    let folder = Folder::new()
        .with("tests/pub/p.s", spaced)
        .with("tests/pub/p.ref", "a  b\r\n");
    assert_eq!(folder.jal(&["test"]).code, Some(1));
    let folder = folder.with("course.toml", "[tests]\ncompare = \"strip\"\n");
    assert_eq!(folder.jal(&["test"]).code, Some(0));
    let folder = folder.with("tests/pub/p.ref", "a b");
    assert_eq!(folder.jal(&["test"]).code, Some(1));
    let folder = folder.with("tests/pub/p.toml", "compare = \"whitespace\"\n");
    assert_eq!(folder.jal(&["test"]).code, Some(0));
}

#[test]
fn fail_fast_ends_with_the_first_failure() {
    let ran = small().jal(&["test", "--fail-fast", "-d", "pub", "student"]);
    insta::assert_snapshot!("fail_fast", steady(&ran));
}

#[test]
fn bless_shows_the_change_and_writes_it() {
    let folder = small();
    let ran = folder.jal(&["test", "--bless", "-t", "test_*"]);
    insta::assert_snapshot!("bless", steady(&ran));
    let reference = folder.path().join("tests/pub/test_2.ref");
    assert_eq!(std::fs::read_to_string(reference).unwrap(), "2");
    assert_eq!(summary(&folder, &[]), "3 passed, 0 failed");
    // A program that faults has no output to rely on.
    let folder = folder
        .with("tests/pub/bad.s", "main: lui t0, 0x40000\n lw t0, 0(t0)\n")
        .with("tests/pub/bad.ref", "x");
    assert_eq!(folder.jal(&["test", "--bless", "-t", "bad"]).code, Some(1));
    let reference = folder.path().join("tests/pub/bad.ref");
    assert_eq!(std::fs::read_to_string(reference).unwrap(), "x");
}

#[test]
fn input_arguments_and_files() {
    let echo = ".globl main\nmain: lw a1, 4(a1)\n li a0, 4\n ecall\n li a0, 10\n ecall\n";
    let folder = Folder::new()
        .with("tests/pub/args.s", echo)
        .with("tests/pub/args.args", "one two\r\nthree\n")
        .with("tests/pub/args.ref", "one two");
    assert_eq!(summary(&folder, &["--repeat", "3"]), "1 passed, 0 failed");
}

#[test]
fn mars_tests_are_linked_with_the_sources() {
    let f = ".text\n.globl f\nf: li $v0, 42\n jr $ra\n";
    let main = ".text\n.globl main\nmain: li $v0, 10\n syscall\n";
    let show = ".text\n.globl show\nshow: li $v0, 1\n syscall\n jr $ra\n";
    let test =
        ".text\n.globl main\nmain: jal f\n move $a0, $v0\n jal show\n li $v0, 10\n syscall\n";
    let folder = Folder::new()
        .with("src/f.asm", f)
        .with("src/main.asm", main)
        .with("tests/test_utils.asm", show)
        .with("tests/pub/t.asm", test)
        .with("tests/pub/t.ref", "42");
    assert_eq!(summary(&folder, &[]), "1 passed, 0 failed");
    let link = "[tests]\nlink = [\"src/f.asm\", \"tests/*.asm\"]\n";
    let folder = folder.with("course.toml", link);
    assert_eq!(summary(&folder, &[]), "1 passed, 0 failed");
}

#[test]
fn colour_is_used_only_when_asked_for() {
    let folder = small();
    assert!(!folder.jal(&["test"]).stdout.contains('\u{1b}'));
    let ran = folder.jal(&["test", "--color", "always"]);
    assert!(ran.stdout.contains("\u{1b}[31m"));
    let ran = folder.jal(&["test", "--color", "always", "-nc"]);
    assert!(!ran.stdout.contains('\u{1b}'));
}

#[test]
fn bless_tells_what_is_still_wrong() {
    // It prints, but ends with another exit code: nothing to rely on.
    let folder = small().with("tests/pub/test_2.toml", "exit = 3\n");
    let ran = folder.jal(&["test", "--bless", "-t", "test_2"]);
    let why = "The output of pub/test_2 was not accepted: the program ended with exit code 0 instead of exit code 3.\n";
    assert!(ran.stdout.starts_with(why), "{ran:?}");
    assert_eq!(ran.code, Some(1));
    let reference = folder.path().join("tests/pub/test_2.ref");
    assert_eq!(std::fs::read_to_string(reference).unwrap(), "3");
    // The output can be taken, and the calling convention is broken all the same.
    let broken = format!(
        "{}f: li s0, 0\n ret\n",
        print(1).replace("main:", "main: jal f\n")
    );
    let folder = folder
        .with("tests/pub/a_cc.s", broken)
        .with("tests/pub/a_cc.ref", "x");
    let ran = folder.jal(&["test", "--bless", "-t", "a_cc"]);
    assert!(
        ran.stdout.contains("Written to tests/pub/a_cc.ref"),
        "{ran:?}"
    );
    assert!(
        ran.stdout.contains("FAILED pub/a_cc: calling convention"),
        "{ran:?}"
    );
    assert_eq!(ran.code, Some(1));
}

#[test]
fn bless_shows_every_change_that_it_makes() {
    let folder = small()
        .with("tests/pub/test_2.ref", "3")
        .with("tests/pub/z.s", print(5))
        .with("tests/pub/z.ref/file", "");
    let ran = folder.jal(&["test", "--bless", "-t", "test_2", "z"]);
    assert!(
        ran.stdout.contains("Written to tests/pub/test_2.ref"),
        "{ran:?}"
    );
    assert!(
        ran.stderr
            .starts_with("jal: cannot write `tests/pub/z.ref`: "),
        "{ran:?}"
    );
    assert_eq!(ran.code, Some(3));
}

#[test]
fn an_exit_code_that_no_program_has_is_not_that_of_another() {
    for wanted in ["256", "-256"] {
        let folder = small().with("tests/pub/test_1.toml", format!("exit = {wanted}\n"));
        assert_eq!(folder.jal(&["test", "-t", "test_1"]).code, Some(1));
    }
}
