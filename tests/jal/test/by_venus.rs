//! `convention = "venus"`: what `venus -cc` reports decides, and what jal finds is noted.

use super::steady;
use crate::folder::Folder;
use std::process::Command;

const COURSE: &str = "[course]\nisa = \"rv32\"\n[[task]]\nname = \"One\"\npoints = 1\n\
                      files = [\"src/one.s\"]\ntests = [\"t\"]\n[grade]\nconvention = \"venus\"\n\
                      scramble = 3\n";
const TEST: &str = ".import ../../src/one.s\n.globl main\n.text\nmain:\n    li   a0, 1\n    jal  one\n    \
                    mv   a1, a0\n    li   a0, 1\n    ecall\n    li   a0, 10\n    ecall\n";
/// Keeps `s0` in a temporary register, which Venus does not see as saved.
const ONLY_VENUS: &str = ".globl one\n.text\none:\n    mv   t0, s0\n    li   s0, 1\n    mv   a0, s0\n    \
                          mv   s0, t0\n    ret\n";
/// Uses the stack of its caller, which Venus does not look at.
const ONLY_OURS: &str = ".globl one\n.text\none:\n    sw   a0, 0(sp)\n    li   a0, 0\n    \
                         lw   a0, 0(sp)\n    ret\n";
/// Loses `s0`, as both see.
const BOTH: &str = ".globl one\n.text\none:\n    li   s0, 1\n    ret\n";
const RIGHT: &str = ".globl one\n.text\none:\n    ret\n";

fn folder(course: &str, one: &str) -> Folder {
    let folder = Folder::new().with("course.toml", course);
    let folder = folder.with("src/one.s", one);
    folder
        .with("tests/pub/t.s", TEST)
        .with("tests/pub/t.ref", "1")
}

#[test]
fn what_venus_reports_decides() {
    for (name, one, code) in [
        ("only_venus", ONLY_VENUS, 1),
        ("only_ours", ONLY_OURS, 0),
        ("both", BOTH, 1),
        ("right", RIGHT, 0),
    ] {
        let folder = folder(COURSE, one);
        let ran = folder.jal(&["test", "-v"]);
        assert_eq!(ran.code, Some(code), "{name}: {}", ran.transcript());
        insta::assert_snapshot!(format!("by_venus_{name}"), steady(&ran));
        // The drop-in says the same.
        let venus = Command::new(env!("CARGO_BIN_EXE_venus"))
            .args(["-cc", "tests/pub/t.s"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&venus.stderr).into_owned();
        assert_eq!(
            said.contains("Found 0 warnings!"),
            code == 0,
            "{name}: {said}"
        );
    }
}

/// By the check of jal, it is the other way round.
#[test]
fn a_course_that_has_switched_is_judged_by_ours() {
    let course = COURSE.replace("venus", "failure");
    assert_eq!(folder(&course, ONLY_VENUS).jal(&["test"]).code, Some(0));
    assert_eq!(folder(&course, ONLY_OURS).jal(&["test"]).code, Some(1));
}

/// `-retToAllA`: what a function leaves in `a1` is a result.
#[test]
fn results_are_where_the_course_says() {
    let two = ".globl one\n.text\none:\n    li   a1, 1\n    ret\n";
    let test = TEST.replace("mv   a1, a0", "mv   a1, a1");
    let all = COURSE.to_owned() + "[convention]\nreturns = \"all-a\"\n";
    for (course, code) in [(COURSE, 1), (&*all, 0)] {
        let folder = folder(course, two).with("tests/pub/t.s", &test);
        let ran = folder.jal(&["test"]);
        assert_eq!(ran.code, Some(code), "{}", ran.transcript());
    }
}

#[test]
fn venus_knows_no_mips() {
    let course = COURSE.replace("rv32", "mips32");
    let ran = folder(&course, RIGHT).jal(&["test"]);
    insta::assert_snapshot!("by_venus_on_mips", ran.transcript());
}
