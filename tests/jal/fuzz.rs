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
    insta::assert_snapshot!(said(&project, &["fuzz", "mul", "--against", "reference"], 2), @"jal: course.toml has no generator for `mul`, only for add, sum");
    insta::assert_snapshot!(said(&project, &["fuzz", "add", "--against", "nowhere"], 2), @"jal: --against nowhere: there is no such file or folder");
    let bare = Folder::new()
        .with("src/add.s", ADD)
        .with("reference/add.s", ADD);
    insta::assert_snapshot!(said(&bare, &["fuzz", "add", "--against", "reference"], 2), @"jal: there is no generator for inputs: course.toml has no [[fuzz]]");
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

#[test]
fn a_file_that_is_one_case_keeps_it() {
    let one = "call = \"add\"\nargs = [1, 2]\nreturns = [3]\n";
    let folder = folder(ADD_WRONG).with("one.unit.toml", one);
    let save = ["fuzz", "add", "--against", "reference", "--save"];
    let ran = folder.jal(&[&save[..], &["one.unit.toml"]].concat());
    assert!(
        ran.stdout.ends_with("which now has 2 cases.\n"),
        "{}",
        ran.transcript()
    );
    let tested = folder.jal(&["test", "one.unit.toml"]);
    assert!(
        tested.stdout.contains("one.unit.toml --case 2"),
        "{}",
        tested.transcript()
    );
    let ran = folder.jal(&[&save[..], &["foo.toml"]].concat());
    assert_eq!(ran.code, Some(2));
    insta::assert_snapshot!(ran.stderr, @"jal: --save foo.toml: the name must end in `.unit.toml`, or `jal test` will not read it");
}

#[test]
fn nothing_compared_is_no_success() {
    let folder = folder(ADD).with("reference/add.s", ".globl add\nadd: j add\n");
    let args = ["fuzz", "add", "--against", "reference"];
    let ran = folder.jal(&[&args[..], &["--cases", "20"]].concat());
    assert_eq!(ran.code, Some(1), "{}", ran.transcript());
    insta::assert_snapshot!(ran.stdout, @"add: nothing was compared, because the reference fails in all 20 cases (case 1: still runs after 100 000 instructions)");
    for none in [["--cases", "0"], ["--time", "0s"]] {
        assert_eq!(
            folder.jal(&[&args[..], &none].concat()).code,
            Some(2),
            "{none:?}"
        );
    }
}

#[test]
fn numbers_are_listed_for_each_argument() {
    let args = ["fuzz", "add", "--against", "reference", "--exhaustive", "3"];
    insta::assert_snapshot!(folder(ADD).jal(&args).stdout, @"add: all 22 inputs (left out of 0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5; right out of 0, 100) were tried, and none shows a difference");
}

#[test]
fn paths_that_lead_nowhere_are_told() {
    let folder = folder(ADD).with("sources/other.s", ADD);
    let said = |args: &[&str], code: i32| {
        let ran = folder.jal(&[&["fuzz", "add"], args].concat());
        assert_eq!(ran.code, Some(code), "{}", ran.transcript());
        ran.stderr
    };
    insta::assert_snapshot!(said(&["--project", "nowhere", "--against", "reference"], 2), @"jal: --project nowhere: there is no such file or folder");
    insta::assert_snapshot!(said(&["--against", "course.toml"], 2), @"jal: --against course.toml: this is not a source (.s or .asm): pass a source, or a folder of sources");
    let other = Folder::new()
        .with("course.toml", COURSE)
        .with("src/ad.s", ".globl ad\nad: ret\n")
        .with("reference/add.s", ADD);
    let ran = other.jal(&["fuzz", "add", "--against", "reference"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("did you mean `ad`?"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("link"), "{}", ran.stderr);
}

#[test]
fn programs_read_json() {
    let args = [
        "fuzz",
        "--against",
        "reference",
        "--cases",
        "500",
        "--message-format",
        "json",
    ];
    let ran = folder(ADD_WRONG).jal(&args);
    assert_eq!(ran.code, Some(1));
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let results: Vec<_> = lines
        .iter()
        .map(|line| (&line["function"], &line["result"]))
        .collect();
    assert_eq!(
        results,
        [
            (&"add".into(), &"different".into()),
            (&"sum".into(), &"same".into())
        ]
    );
    assert_eq!(lines[0]["found"]["call"], "add(-1, 1)");
}

#[test]
fn sources_of_a_mars_project_belong_together() {
    let entry = "[[fuzz]]\ncall = \"both\"\nn = \"int(0..=9)\"\nargs = [\"n\"]\n";
    let both = ".globl both\nboth: j helper\n";
    let helper = ".globl helper\nhelper: addi $v0, $a0, 1\n jr $ra\n";
    let folder = Folder::new()
        .with("course.toml", entry)
        .with("src/both.asm", both)
        .with("src/helper.asm", helper)
        .with("reference/both.asm", both)
        .with("reference/helper.asm", helper);
    let fuzz = ["fuzz", "--against", "reference", "--cases", "50"];
    let ran = folder.jal(&fuzz);
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
    let linked = format!("[tests]\nlink = [\"src/helper.asm\"]\n{entry}");
    let ran = folder.with("course.toml", linked).jal(&fuzz);
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
}

/// The course with its solutions.
fn solved() -> Folder {
    let folder = Folder::new().with("course.toml", COURSE);
    folder.with("src/add.s", ADD).with("src/sum.s", SUM)
}

/// A hand-out of the course, in its folder `student`.
fn handout(add: &str) -> Folder {
    let course = solved()
        .with("handout/src/add.s", add)
        .with("src/secret.s", "s: nop\n");
    let made = course.jal(&["new", "student", "--course", "."]);
    assert_eq!(made.code, Some(0), "{}", made.transcript());
    assert_eq!(
        made.stdout,
        "`student` has the hand-out of `.` in 5 files.\n"
    );
    course
}

#[test]
fn students_compare_with_a_reference_that_they_cannot_read() {
    let course = handout(ADD_WRONG);
    let args = ["fuzz", "add", "--project", "student"];
    insta::assert_snapshot!("sealed_reference", course.jal(&args).transcript());
    let args = [
        "fuzz",
        "add",
        "--project",
        "student",
        "--against",
        "student/reference.sealed",
    ];
    assert_eq!(course.jal(&args).code, Some(1));
    let reference = std::fs::read(course.path().join("student/reference.sealed")).unwrap();
    // No other command reads it.
    for command in ["disasm", "run", "debug", "asm"] {
        let ran = course.jal(&[command, "student/reference.sealed"]);
        assert_eq!(ran.code, Some(2), "{command}: {}", ran.transcript());
        assert!(ran.stderr.contains("can be run, but not read"), "{command}");
    }
    let damaged = &reference[..reference.len() - 1];
    let course = course.with("student/reference.sealed", damaged);
    let ran = course.jal(&["fuzz", "add", "--project", "student"]);
    insta::assert_snapshot!("damaged_reference", ran.transcript());
    let right = handout(ADD);
    assert_eq!(
        right
            .jal(&["fuzz", "--project", "student", "--cases", "500"])
            .code,
        Some(0)
    );
}

/// The programs have a memory each: what one looks at is its own.
#[test]
fn a_function_cannot_read_the_reference() {
    // It copies the code at the address of the function, as far as that of a reference could be.
    let spy = ".globl add\nadd: la t0, add\n lw a0, 0(t0)\n lw a1, 4(t0)\n ret\n";
    let course = handout(spy);
    let ran = course.jal(&["fuzz", "add", "--project", "student"]);
    assert_eq!(ran.code, Some(1), "{}", ran.transcript());
    // `add a0, a0, a1`, the first instruction of the reference, is 0x00b50533.
    assert!(
        !ran.transcript().contains("11863347"),
        "{}",
        ran.transcript()
    );
}

#[test]
fn nothing_is_compared_with_itself() {
    let folder = folder(ADD).with("reference/course.toml", COURSE);
    for (number, args) in [
        &["fuzz", "add", "--against", "."][..],
        &["fuzz", "add", "--against", "src"],
        &["fuzz", "add", "--against", "src/add.s"],
        &[
            "fuzz",
            "add",
            "--project",
            "reference",
            "--against",
            "reference/add.s",
        ],
    ]
    .into_iter()
    .enumerate()
    {
        insta::assert_snapshot!(format!("itself_{number}"), folder.jal(args).transcript());
    }
    insta::assert_snapshot!("no_reference", folder.jal(&["fuzz", "add"]).transcript());
}

#[test]
fn a_handout_does_not_contain_solutions() {
    let course = solved();
    let ran = course.jal(&["new", "student", "--course", "."]);
    insta::assert_snapshot!("handout_with_solutions", ran.transcript());
    assert!(!course.path().join("student").exists());
    for place in ["src", "nowhere"] {
        let ran = course.jal(&["new", "x", "--course", place]);
        insta::assert_snapshot!(format!("handout_of_{place}"), ran.transcript());
    }
}
