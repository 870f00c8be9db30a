//! `jal fuzz`: what it says about a difference, where it looks for generators, and what it keeps.

use crate::folder::Folder;

const COURSE: &str = r#"
[course]
name = "sums"
isa = "rv32"

[[task]]
name = "Adding"
files = ["src/add.s"]

[[fuzz]]
call = "add"
left = "int(-5..=5)"
right = "int(0..=100)"
args = ["left", "right"]

[[fuzz]]
call = "sum"
numbers = "words(len = 0..=5, values = [-3..=3])"
args = ["&numbers", "len(numbers)"]
"#;

const ADD: &str = ".globl add\nadd: add a0, a0, a1\n ret\n";
/// Wrong for negative numbers.
const ADD_WRONG: &str = ".globl add\nadd: bltz a0, end\n add a0, a0, a1\nend: ret\n";
const SUM: &str = ".globl sum\nsum: mv t0, a0\n li a0, 0\nnext: beqz a1, end\n lw t1, 0(t0)\n \
                   add a0, a0, t1\n addi t0, t0, 4\n addi a1, a1, -1\n j next\nend: ret\n";

fn folder(add: &str) -> Folder {
    Folder::new()
        .with("course.toml", COURSE)
        .with("src/add.s", add)
        .with("src/sum.s", SUM)
        .with("reference/add.s", ADD)
        .with("reference/sum.s", SUM)
}

#[test]
fn a_difference_is_shown_and_kept() {
    let folder = folder(ADD_WRONG);
    let save = [
        "fuzz",
        "add",
        "--against",
        "reference",
        "--save",
        "found.unit.toml",
    ];
    let ran = folder.jal(&save);
    insta::assert_snapshot!(ran.transcript());
    assert_eq!(
        folder.jal(&[&save[..], &["--seed", "1"]].concat()).code,
        Some(1)
    );
    let tested = folder.jal(&["test", "found.unit.toml"]);
    // The last line says how long it took.
    let (failures, _) = tested.stdout.rsplit_once("\n0 passed").unwrap();
    insta::assert_snapshot!("kept_cases_fail_as_tests", failures);
}

#[test]
fn equal_functions_have_no_difference() {
    let ran = folder(ADD).jal(&["fuzz", "--against", "reference", "--cases", "2k"]);
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
    insta::assert_snapshot!(ran.stdout, @r"
    add: 2 000 cases, no difference (seed 0)
    sum: 2 000 cases, no difference (seed 0)
    ");
}

#[test]
fn all_inputs_up_to_a_length() {
    let args = ["fuzz", "sum", "--against", "reference", "--exhaustive", "3"];
    let ran = folder(ADD).jal(&args);
    insta::assert_snapshot!(ran.stdout, @"sum: all 400 inputs with at most 3 elements out of 0, 1, -1, 2, -2, 3, -3 were tried, and none shows a difference");
}

#[test]
fn a_task_means_its_functions() {
    let ran = folder(ADD).jal(&["fuzz", "Adding", "--against", "reference", "--cases", "500"]);
    insta::assert_snapshot!(ran.stdout, @"add: 500 cases, no difference (seed 0)");
}

#[test]
fn wrong_usage_is_told() {
    let said = |folder: &Folder, args: &[&str], code: i32| {
        let ran = folder.jal(args);
        assert_eq!(ran.code, Some(code), "{}", ran.transcript());
        ran.stderr
    };
    let project = folder(ADD);
    insta::assert_snapshot!(said(&project, &["fuzz", "mul", "--against", "reference"], 2), @"jal: course.toml has no generator for `mul`; there are some for add, sum");
    insta::assert_snapshot!(said(&project, &["fuzz", "add", "--against", "nowhere"], 2), @"jal: --against nowhere: there is no such file or folder");
    let bare = Folder::new()
        .with("src/add.s", ADD)
        .with("reference/add.s", ADD);
    insta::assert_snapshot!(said(&bare, &["fuzz", "add", "--against", "reference"], 2), @"jal: no generator says what inputs look like: there is no [[fuzz]] in course.toml");
    let broken = Folder::new()
        .with(
            "course.toml",
            "[[fuzz]]\ncall = \"add\"\nleft = \"itn(1..=2)\"\nargs = [\"left\"]\n",
        )
        .with("src/add.s", ADD)
        .with("reference/add.s", ADD);
    insta::assert_snapshot!(
        "broken_generator",
        said(&broken, &["fuzz", "--against", "reference"], 3)
    );
}
