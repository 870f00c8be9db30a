//! What shows at the boundary between a course's code and handed-in code.

use super::*;

const COURSE: &str = "\
[course]
isa = \"rv32\"
[[task]]
name = \"f\"
points = 1
files = [\"src/f.s\"]
tests = [\"t\"]
prints = false
";

/// The test keeps something in its frame, and calls the function that was handed in.
const TEST: &str = "\
.import ../../src/f.s
.import ../lib.s
.globl main
main:
    addi sp, sp, -16
    li   t0, 1234
    sw   t0, 8(sp)
    li   a0, 5
    jal  f
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall
";

const LIB: &str = "\
.globl same
same:
    addi a0, a0, 0
    ret
";

fn project(f: &str) -> Folder {
    Folder::new()
        .with("course.toml", COURSE)
        .with("tests/pub/t.s", TEST)
        .with("tests/pub/t.ref", "5")
        .with("tests/lib.s", LIB)
        .with("src/f.s", format!(".globl f\n{f}"))
}

#[test]
fn what_shows_there_is_told_with_both_places() {
    let cases = [
        ("register", "f:  mv   s1, a0\n    ret\n"),
        ("fixed", "f:  addi gp, gp, 4\n    ret\n"),
        ("stack_pointer", "f:  addi sp, sp, -4\n    ret\n"),
        ("frame", "f:  mv   t0, sp\n    sw   a0, 8(t0)\n    ret\n"),
        ("elsewhere", "f:  addi t0, ra, 4\n    jr   t0\n"),
        ("ran_off", "f:  li   a0, 5\n"),
        ("ended", "f:  li   a0, 10\n    ecall\n"),
        (
            "foreign_stack",
            "f:  mv   t5, ra\n    mv   t6, sp\n    li   sp, 0x10000800\n    jal  same\n    \
             mv   sp, t6\n    jr   t5\n",
        ),
        (
            "prints",
            "f:  li   a1, 5\n    li   a0, 1\n    ecall\n    ret\n",
        ),
        ("reads", "f:  lw   t0, 0(ra)\n    ret\n"),
    ];
    for (name, f) in cases {
        let ran = project(f).jal(&["test", "--no-check"]);
        insta::assert_snapshot!(format!("boundary_{name}"), steady(&ran));
    }
}

/// The check that explains comes first, and the same is not told twice.
#[test]
fn what_the_check_explains_is_told_once() {
    let folder = project("f:  mv   s1, a0\n    li   a0, 5\n    ret\n");
    insta::assert_snapshot!(
        "boundary_explained",
        steady(&folder.jal(&["test", "--check"]))
    );
}

/// What works with the values that the test leaves in registers works by luck.
#[test]
fn what_is_right_by_luck_is_told_as_such() {
    let f = "f:  addi t0, t0, -1234\n    add  a0, a0, t0\n    ret\n";
    insta::assert_snapshot!(
        "boundary_luck",
        steady(&project(f).jal(&["test", "--no-check"]))
    );
    let ran = project(f).jal(&["test", "--check"]);
    insta::assert_snapshot!("boundary_luck_explained", steady(&ran));
}

/// The line that such a failure prints leads to it.
#[test]
fn the_debugger_finds_what_shows_only_in_graded_runs() {
    let f = "f:  addi t0, t0, -1234\n    add  a0, a0, t0\n    ret\n";
    let folder = project(f);
    let failed = folder.jal(&["test", "--no-check"]).stdout;
    let line = failed
        .lines()
        .find_map(|line| line.trim().strip_prefix("In the debugger: jal "));
    let mut words: Vec<&str> = line.unwrap_or_default().split(' ').collect();
    assert_eq!(words[..2], ["debug", "--graded"], "{failed}");
    words.splice(2..2, ["-e", "p a1", "-e", "finish"]);
    let graded = folder.jal(&words);
    words.remove(1);
    let plain = folder.jal(&words);
    let value = |said: &str| {
        said.lines()
            .find(|line| line.starts_with("a1 = ") && line.ends_with(')'))
            .map(str::to_owned)
    };
    assert_eq!(
        value(&plain.stdout).as_deref(),
        Some("a1 = 5 (0x00000005)"),
        "{}",
        plain.stdout
    );
    assert_ne!(value(&graded.stdout), None, "{}", graded.stdout);
    assert_ne!(value(&graded.stdout), value(&plain.stdout));
}

#[test]
fn a_course_can_allow_it() {
    let exits = "f:  li   a0, 10\n    ecall\n";
    let passes = |folder: Folder| folder.jal(&["test", "--no-check"]).code == Some(0);
    let allowed = |change: &str| {
        let course = COURSE.replace("prints = false\n", change);
        project(exits)
            .with("course.toml", course)
            .with("tests/pub/t.ref", "")
    };
    assert!(!passes(allowed("")));
    assert!(passes(allowed("may_exit = true\n")));
    assert!(passes(allowed("may_exit = [\"f\"]\n")));
    assert!(!passes(allowed("may_exit = [\"g\"]\n")));
    assert!(passes(
        allowed("").with("tests/pub/t.toml", "may_exit = true\n")
    ));
    assert!(passes(allowed("[convention]\nallow = [\"CC0705\"]\n")));
    let reads = || project("f:  lw   t0, 0(ra)\n    ret\n");
    assert!(!passes(reads()));
    assert!(passes(
        reads().with("tests/pub/t.toml", "readable_code = true\n")
    ));
    // What shares a register, and what is not checked, is not compared.
    let loses = |change: &str| {
        let course = format!("{COURSE}{change}");
        project("f:  mv   s1, a0\n    ret\n").with("course.toml", course)
    };
    assert!(!passes(loses("")));
    assert!(passes(loses("[convention]\nglobal = [\"s1\"]\n")));
    assert!(passes(loses("[grade]\nconvention = \"off\"\n")));
}

#[test]
fn a_check_that_ends_early_fails_the_test() {
    // It goes on with another stack, at a place where nobody waits, and comes back from there.
    let f = "f:  la   t0, top\n    sw   sp, 0(t0)\n    sw   ra, 4(t0)\n    addi sp, t0, 72\n    \
             la   ra, other\n    ret\nother:\n    li   a0, 5\n    la   t0, top\n    lw   sp, 0(t0)\n    \
             lw   ra, 4(t0)\n    ret\n.data\ntop: .space 72\n";
    let ran = project(f).jal(&["test", "--check"]);
    insta::assert_snapshot!("boundary_unchecked", steady(&ran));
    let allowed = project(f).jal(&["test", "--check", "--allow", "CC0501"]);
    assert_eq!(allowed.code, Some(0), "{allowed:?}");
}

/// A program of one's own has no caller.
#[test]
fn a_main_that_was_handed_in_may_do_as_it_likes() {
    let main = "main: li s0, 1\n jal f\n mv a1, a0\n li a0, 1\n ecall\n li a0, 10\n ecall\n";
    let text = format!(".import ../../src/f.s\n.globl main\n{main}");
    let folder = project("f:  li   a0, 7\n    ret\n")
        .with("tests/student/own.s", text)
        .with("tests/student/own.ref", "7");
    let ran = folder.jal(&["test", "-d", "student"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn warnings_of_tests_that_pass_are_counted() {
    let f = "    .globl g\nf:  li   a0, 4\ng:  addi a0, a0, 1\n    ret\n";
    let folder = project(f);
    insta::assert_snapshot!("warnings", steady(&folder.jal(&["test", "--check"])));
    insta::assert_snapshot!(
        "warnings_shown",
        steady(&folder.jal(&["test", "--check", "-v"]))
    );
}

#[test]
fn a_function_that_knows_no_doubles_saves_singles() {
    let f = "f:  addi sp, sp, -16\n    fsw  fs0, 0(sp)\n    fcvt.s.w fs0, a0\n    flw  fs0, 0(sp)\n    \
             addi sp, sp, 16\n    li   a0, 5\n    ret\n";
    let ran = project(f).jal(&["test", "--check", "--scramble=3"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}
