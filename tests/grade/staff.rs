//! Mistakes of the staff: they are told, and cost no student a point.

use super::class::{Class, solution, with};
use super::folder::{Folder, Ran};
use super::{RULES, one_of_each, write_course};
use std::fs;

/// A course and a class with these rules.
fn ready(rules: &str) -> Folder {
    let folder = Folder::new();
    write_course(&folder.path().join("course"), rules, &one_of_each);
    let mut class = Class::new(folder.path().join("class"), 1);
    class.folder("alice", &solution(), 11.0);
    folder
}

fn grade(folder: &Folder) -> Ran {
    folder.jal(&["grade", "class", "--course", "course"])
}

/// Replaces something in the course file.
fn change(folder: &Folder, from: &str, to: &str) {
    let file = folder.path().join("course/course.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{from} is not in the course file");
    fs::write(&file, text.replace(from, to)).unwrap();
}

#[track_caller]
fn refused(folder: &Folder, words: &str) {
    let ran = grade(folder);
    assert!(ran.stderr.contains(words), "{ran:#?}");
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(!folder.path().join("report").exists(), "{words}");
}

#[test]
fn what_would_have_the_model_graded_is_refused() {
    let folder = ready(RULES);
    let files = "files = [\"src/place.s\"]";
    change(&folder, files, "files = [\"src/plaec.s\"]");
    refused(
        &folder,
        "the file `src/plaec.s` of the task `Placing tiles` does not exist",
    );
    change(&folder, "files = [\"src/plaec.s\"]", "");
    // There may be files of other tasks that decide it.
    let ran = grade(&folder);
    assert!(
        ran.stderr.contains("the task `Placing tiles` has no files"),
        "{ran:#?}"
    );
    assert_eq!(ran.code, Some(0));
    fs::remove_dir_all(folder.path().join("report")).unwrap();
    let file = folder.path().join("course/course.toml");
    let text = fs::read_to_string(&file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("files ="));
    fs::write(
        &file,
        lines.map(|line| format!("{line}\n")).collect::<String>(),
    )
    .unwrap();
    refused(&folder, "no task has files");
    let folder = ready(&format!("{RULES}files = [\"src/m*.s\"]\n"));
    let ran = grade(&folder);
    insta::assert_snapshot!(ran.stderr);
    assert_eq!(ran.code, Some(3));
}

/// Tests in folders of folders do not run: naming one would grade nothing.
#[test]
fn a_tier_is_not_a_folder_in_a_folder() {
    let folder = ready(&format!("{RULES}eval = [\"eval\", \"secret/deep\"]\n"));
    let ran = grade(&folder);
    // The lines of the bundled course change with it.
    let said = ran
        .stderr
        .lines()
        .filter(|line| !line.contains("course.toml:"));
    let said: Vec<&str> = said
        .map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit()))
        .collect();
    insta::assert_snapshot!(said.join("\n"));
    assert_eq!(ran.code, Some(3));
}

/// Folders of tests that no tier names are as hidden as those of `eval`: they may hold solutions.
#[test]
fn students_can_import_public_tests_only() {
    let folder = ready(RULES);
    let course = folder.path().join("course/tests");
    for (name, is_hidden) in [
        ("pub", false),
        ("eval", true),
        ("old", true),
        ("old/deep", true),
    ] {
        let below = course.join(name);
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("place_stolen.txt"), ".globl place\nplace: ret\n").unwrap();
        let import = format!(".import ../tests/{name}/place_stolen.txt\n");
        let mut class = Class::new(folder.path().join("class"), 1);
        class.folder("alice", &with("src/place.s", &import), 0.0);
        let ran = grade(&folder);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let told = folder.jal(&["grade", "explain", "alice"]).stdout;
        assert_eq!(
            told.contains("does not assemble"),
            is_hidden,
            "{name}: {told}"
        );
    }
}

#[test]
fn tests_that_nobody_can_pass_are_refused() {
    let folder = ready(RULES);
    let reference = folder.path().join("course/tests/pub/test_place_1.ref");
    let expected = fs::read(&reference).unwrap();
    fs::remove_file(&reference).unwrap();
    refused(&folder, "the test pub/test_place_1 has no expected output");
    fs::write(&reference, expected).unwrap();
    let settings = reference.with_extension("toml");
    fs::write(&settings, "hnt = \"one\"\n").unwrap();
    refused(&folder, "the test pub/test_place_1 cannot be read");
    fs::remove_file(&settings).unwrap();
    // That the model fails is a warning: it may be what students begin with.
    fs::write(&reference, "something else").unwrap();
    let ran = grade(&folder);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    insta::assert_snapshot!(ran.stderr);
    let dry = folder.jal(&["grade", "class", "--course", "course", "--dry-run"]);
    assert_eq!(dry.stderr, ran.stderr);
}

#[test]
fn what_is_wrong_with_inputs_is_told_before_anything_is_compared() {
    let rules = format!("{RULES}fuzz = 50\n");
    let folder = ready(&rules);
    change(
        &folder,
        "values = [0, 2, 4, 0..=65535])\"\nfield",
        "valeus = 1)\"\nfield",
    );
    let ran = grade(&folder);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    insta::assert_snapshot!(ran.stderr);
    let folder = ready(&rules);
    change(&folder, "call = \"place\"", "call = \"plaec\"");
    refused(&folder, "no source of `.` has a label `plaec`");
    let folder = ready(&rules);
    let model = folder.path().join("course/src/place.s");
    fs::write(&model, ".globl place\nplace: bogus\n").unwrap();
    refused(
        &folder,
        "nothing can be compared with the course's own `place`",
    );
}

/// The file of a task need not be called like its function, a name from elsewhere is no way out, and
/// the calling convention counts as the course says.
#[test]
fn every_function_is_compared_as_the_course_says() {
    let rules = format!("{RULES}fuzz = 300\n");
    let folder = ready(&rules);
    let place = class_file("place");
    let outside = format!("{place}\nnever: la t0, print_labelled\n jr t0\n");
    let wrong = outside.replace("sh   a3", "sb   a3");
    assert_ne!(wrong, outside, "the solution stores otherwise now");
    let mut class = Class::new(folder.path().join("class"), 1);
    class.folder("outside", &with("src/place.s", &outside), 11.0);
    class.folder("wrong", &with("src/place.s", &wrong), 10.0);
    // Breaks the convention, and gives the same results.
    let broken = place.replace(
        "\nplace:",
        "\nplace:\n    beq t5, t6, place_on\nplace_on:\n",
    );
    class.folder("broken", &with("src/place.s", &broken), 10.0);
    check(&folder, &class);
    for (rule, points) in [("note", 11.0), ("off", 11.0), ("deduction", 10.5)] {
        let rules = rules.replace("scramble = 1", &format!("convention = \"{rule}\""));
        write_course(&folder.path().join("course"), &rules, &one_of_each);
        for expected in &mut class.expected {
            if expected.name == "broken" {
                expected.score = points;
            }
        }
        check(&folder, &class);
    }
    // A library of functions, whatever it is called.
    for file in [
        "course/src",
        "class/wrong/src",
        "class/outside/src",
        "class/broken/src",
    ] {
        let from = folder.path().join(file);
        fs::copy(from.join("place.s"), from.join("tiles.s")).unwrap();
        fs::write(from.join("place.s"), ".import tiles.s\n").unwrap();
    }
    change(
        &folder,
        "[\"src/place.s\"]",
        "[\"src/place.s\", \"src/tiles.s\"]",
    );
    class.expected.retain(|expected| expected.name != "alice");
    fs::remove_dir_all(folder.path().join("class/alice")).unwrap();
    check(&folder, &class);
}

fn class_file(name: &str) -> String {
    let path = format!("src/{name}.s");
    let found = solution().into_iter().find(|(other, _)| *other == path);
    found.unwrap().1
}

#[track_caller]
fn check(folder: &Folder, class: &Class) {
    let ran = grade(folder);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let found = super::scores(&folder.path().join("report"));
    for expected in &class.expected {
        let told = folder.jal(&["grade", "explain", &expected.name]);
        assert_eq!(found[&expected.name].1, expected.score, "{}", told.stdout);
    }
}

/// What is agreed counts where functions are compared, too, and a lost register is a matter of the
/// convention.
#[test]
fn a_comparison_keeps_to_what_is_agreed() {
    let rules = format!("{RULES}fuzz = 100\n");
    let folder = ready(&rules);
    let mut class = Class::new(folder.path().join("class"), 1);
    class.expect("alice", "graded", 11.0);
    let place = class_file("place");
    let lost = place.replace("\nplace:", "\nplace:\n    li s11, 7\n");
    class.folder("lost", &with("src/place.s", &lost), 10.0);
    let temporary = place.replace("\nplace:", "\nplace:\n    beq t5, t6, on\non:\n");
    class.folder("temporary", &with("src/place.s", &temporary), 10.0);
    let silent = format!("# jal: global s0-s11, t0-t6\n{temporary}");
    class.folder("silent", &with("src/place.s", &silent), 10.0);
    check(&folder, &class);
    let scores = |class: &mut Class, expected: [f64; 3]| {
        for (name, score) in ["lost", "temporary", "silent"].iter().zip(expected) {
            let found = class.expected.iter_mut().find(|e| e.name == *name);
            found.unwrap().score = score;
        }
    };
    // The tests of the course do not look at s11 themselves.
    for (agreed, expected) in [
        ("[convention]\nglobal = [\"s11\"]\n", [11.0, 10.0, 10.0]),
        ("[convention]\nallow = [\"CC0203\"]\n", [10.0, 11.0, 11.0]),
    ] {
        let rules = format!("{agreed}{}", rules.replace("scramble = 1", ""));
        write_course(&folder.path().join("course"), &rules, &one_of_each);
        scores(&mut class, expected);
        check(&folder, &class);
    }
    let rules = rules.replace("scramble = 1", "convention = \"note\"");
    write_course(&folder.path().join("course"), &rules, &one_of_each);
    scores(&mut class, [11.0; 3]);
    check(&folder, &class);
}

/// A MIPS course: what students need not hand in is not asked of them, and what they add is linked.
#[test]
fn files_beside_a_function_are_those_of_the_submission() {
    let course = "
[course]
isa = \"mips32\"
[[task]]
name = \"four\"
points = 1
files = [\"src/four.asm\", \"src/my*.asm\"]
tests = [\"test_four\"]
[[task]]
name = \"neg\"
points = 1
files = [\"src/neg.asm\"]
tests = [\"test_neg\"]
[grade]
fuzz = 20
[[fuzz]]
call = \"four\"
x = \"int(0..=100)\"
args = [\"x\"]
results = 1
";
    let function =
        |name: &str, body: &str| format!(".text\n.globl {name}\n{name}:\n{body}\n jr $ra\n");
    let call = |name: &str| {
        format!(
            "addiu $sp, $sp, -8\n sw $ra, 4($sp)\n jal {name}\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n addu $v0, $v0, $v0"
        )
    };
    let test = |name: &str| {
        format!(
            ".text\n.globl main\nmain: addiu $sp, $sp, -16\n li $a0, 3\n jal {name}\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n"
        )
    };
    let twice = "addu $v0, $a0, $a0";
    let folder = Folder::new()
        .with("course/course.toml", course)
        .with("course/src/utils.asm", function("twice", twice))
        .with("course/src/four.asm", function("four", &call("twice")))
        .with(
            "course/src/neg.asm",
            function("neg", "subu $v0, $zero, $a0"),
        )
        .with("course/tests/pub/test_four.asm", test("four"))
        .with("course/tests/pub/test_four.ref", "12")
        .with("course/tests/pub/test_neg.asm", test("neg"))
        .with("course/tests/pub/test_neg.ref", "-3")
        .with("class/one/src/four.asm", function("four", &call("twice")))
        .with(
            "class/own/src/four.asm",
            function("four", &call("mydouble")),
        )
        .with("class/own/src/mydouble.asm", function("mydouble", twice))
        .with(
            "class/wrong/src/four.asm",
            function("four", &call("mydouble")),
        )
        .with(
            "class/wrong/src/mydouble.asm",
            function("mydouble", "li $v0, 6"),
        );
    let ran = grade(&folder);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let scores = super::scores(&folder.path().join("report"));
    let scores = ["one", "own", "wrong"].map(|name| scores[name].1);
    assert_eq!(scores, [1.0, 1.0, 0.0]);
}

/// Courses that have nothing but tests, and those that ask for all files of a folder.
#[test]
fn courses_of_all_kinds_are_taken() {
    let course = |more: &str| {
        format!(
            "{more}[[task]]\nname = \"sum\"\npoints = 1\nfiles = [\"src/sum.s\", \"src/sum_*.s\"]\ntests = [\"test_*\"]\n"
        )
    };
    let unit = "[[case]]\ncall = \"sum\"\nargs = [1, 2]\nreturns = 3\n";
    let sum = ".globl sum\nsum: add a0, a0, a1\n ret\n";
    let folder = Folder::new()
        .with("course/course.toml", course(""))
        .with("course/tests/eval/test_sum.unit.toml", unit)
        .with("class/alice/src/sum.s", sum)
        .with("class/bob/src/sum.s", sum.replace("add", "sub"));
    let check = |expected: [f64; 2]| {
        let ran = grade(&folder);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let scores = super::scores(&folder.path().join("report"));
        assert_eq!([scores["alice"].1, scores["bob"].1], expected, "{ran:#?}");
    };
    check([1.0, 0.0]);
    let all = "[grade]\nfiles = [\"src/*\"]\n";
    fs::write(folder.path().join("course/course.toml"), course(all)).unwrap();
    let test = ".import ../../src/sum.s\n.import ../../src/lib/utils.s\n.globl main\nmain: li a0, 1\n li a1, 2\n jal sum\n jal show\n";
    let show = ".globl show\nshow: mv a1, a0\n li a0, 1\n ecall\n li a0, 10\n ecall\n";
    let folder = &folder;
    for (path, text) in [
        ("tests/pub/test_shown.s", test),
        ("tests/pub/test_shown.ref", "3"),
        ("src/lib/utils.s", show),
    ] {
        let path = folder.path().join("course").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    check([1.0, 0.0]);
    // The course among the submissions is none of them.
    fs::rename(
        folder.path().join("course"),
        folder.path().join("class/course"),
    )
    .unwrap();
    let ran = folder.jal(&["grade", "class", "--course", "class/course"]);
    assert!(
        ran.stderr
            .contains("course is not a submission: it is the course"),
        "{ran:#?}"
    );
    assert_eq!(super::scores(&folder.path().join("report")).len(), 2);
}

/// Parts of a report in the folder of the course are no part of that.
#[test]
fn parts_in_the_folder_of_the_course_are_put_together() {
    let folder = ready(RULES);
    Class::new(folder.path().join("class"), 1).folder("bob", &solution(), 11.0);
    for part in ["1", "2"] {
        let (shard, output) = (format!("{part}/2"), format!("course/parts/{part}"));
        let args = ["grade", "class", "--course", "course", "--shard", &shard];
        let ran = folder.jal(&[&args[..], &["-o", &output]].concat());
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    }
    let ran = folder.jal(&[
        "grade",
        "merge",
        "course/parts/1",
        "course/parts/2",
        "-o",
        "all",
    ]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
}

/// A record follows from the model as well.
#[test]
fn another_model_is_another_course() {
    let rules = format!("{RULES}fuzz = 100\n");
    let folder = ready(&rules);
    assert_eq!(grade(&folder).code, Some(0));
    let model = folder.path().join("course/src/place.s");
    let text = fs::read_to_string(&model).unwrap();
    fs::write(&model, text.replace("sh   a3", "sb   a3")).unwrap();
    let args = ["grade", "class", "--course", "course", "--resume"];
    assert_eq!(folder.jal(&args).code, Some(0));
    let scores = super::scores(&folder.path().join("report"));
    assert_eq!(scores["alice"].1, 10.0);
}

/// What must be handed in may be what students write.
#[test]
fn a_required_file_counts_as_what_it_is() {
    let rules = RULES.replace("[\"LLM.txt\"]", "[\"LLM.txt\", \"src/place.s\"]");
    let folder = ready(&rules);
    let mut class = Class::new(folder.path().join("class"), 1);
    class.expect("alice", "graded", 11.0);
    let mut one = solution();
    one.retain(|(path, _)| path == "src/place.s");
    class.folder("one", &one, 1.0);
    // That something must be handed in opens no folder of the course.
    fs::write(folder.path().join("course/model.s"), class_file("place")).unwrap();
    class.folder("thief", &with("src/place.s", ".import ../model.s\n"), 10.0);
    check(&folder, &class);
}

#[test]
fn parts_that_do_not_belong_together_are_not_put_together() {
    let folder = ready(RULES);
    let mut class = Class::new(folder.path().join("class"), 1);
    class.folder("bob", &solution(), 11.0);
    let part = |shard: &str, output: &str| {
        let args = ["grade", "class", "--course", "course", "--shard", shard];
        let ran = folder.jal(&[&args[..], &["-o", output]].concat());
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    };
    let merge = |parts: &[&str], words: &str| {
        let ran = folder.jal(&[&["grade", "merge"], parts, &["-o", "whole"]].concat());
        assert!(ran.stderr.contains(words), "{ran:#?}");
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(!folder.path().join("whole").exists());
    };
    for (shard, output) in [("1/2", "a"), ("2/2", "b"), ("1/3", "c")] {
        part(shard, output);
    }
    merge(
        &["a"],
        "these parts of 2 are missing or incomplete (continue with `--resume`): 2;",
    );
    merge(&["a", "b", "c"], "is it from an earlier run?");
    fs::write(folder.path().join("class/bob/src/place.s"), "place: ret\n").unwrap();
    part("2/2", "later");
    merge(&["a", "b", "later"], "contradict each other about `bob`");
    change(&folder, "gate = \"task\"", "gate = \"all\"");
    part("2/2", "other");
    merge(&["a", "other"], "graded by another version of the course");
    fs::remove_file(folder.path().join("b/records/bob.json")).unwrap();
    merge(&["a", "b"], "there is no record of `bob`");
    // Someone came between the parts.
    part("1/2", "early");
    class.folder("aaron", &solution(), 11.0);
    part("2/2", "late");
    merge(
        &["early", "late"],
        "submissions were added or removed between the parts",
    );
    fs::remove_dir_all(folder.path().join("class/aaron")).unwrap();
    part("2/2", "late");
    // A report that takes in the other parts can do so again.
    for _ in 0..2 {
        let ran = folder.jal(&["grade", "merge", "early", "late", "-o", "early"]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    }
    // One alone, by other rules than the rest.
    part("1/1", "all");
    change(&folder, "gate = \"all\"", "gate = \"none\"");
    let args = ["grade", "class", "--course", "course", "-o", "all"];
    let ran = folder.jal(&[&args[..], &["--only", "bob"]].concat());
    assert!(
        ran.stderr.contains("1 other submission in this report"),
        "{ran:#?}"
    );
}
