//! The debugger in tests: cases of unit tests, and runs as they are graded.

use crate::folder::Folder;

/// Functions with many arguments, of which one is known in its file alone.
const SUMS: &str = "\
.globl sum
sum:
    add  a0, a0, a7
    lw   t0, 0(sp)
    add  a0, a0, t0
    ret
next:
    addi a0, a0, 1
    ret
";

const CASES: &str = "\
[[case]]
name = \"on the stack\"
call = \"sum\"
args = [1, 2, 3, 4, 5, 6, 7, 8, 90]
returns = [99]
stdin = \"unread\"

[[case]]
calls = [
    { call = \"next\", args = [-3], returns = [-2] },
    { call = \"sum\", args = [1, 2, 3, 4, 5, 6, 7, 8, 100000], returns = [1] },
    { call = \"next\", args = [\"&numbers\"] },
]
numbers = { words = [7] }
";

#[test]
fn a_case_opens_before_its_first_call() {
    let folder = Folder::new()
        .with("src/sum.s", SUMS)
        .with("tests/unit/sum.unit.toml", CASES);
    let file = "tests/unit/sum.unit.toml";
    let ran = folder.jal(&["test", file]);
    insta::assert_snapshot!("debug_case_fails", crate::test::steady(&ran));
    let commands = ["-e", "list", "-e", "tb sum", "-e", "run", "-e", "finish"];
    let ran = folder.jal(&[&["debug", file, "--case", "on the stack"], &commands[..]].concat());
    insta::assert_snapshot!("debug_case_stack", ran.transcript());
    let ran = folder.jal(&[&["debug"], &commands[..], &["--case", "2", file]].concat());
    insta::assert_snapshot!("debug_case_calls", ran.transcript());
    let ran = folder.jal(&["debug", "--case", "2", "src/sum.s"]);
    assert_eq!(ran.code, Some(2), "{}", ran.transcript());
}
