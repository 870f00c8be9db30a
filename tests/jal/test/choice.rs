//! Which tests the words of a command mean, and what to type next.

use super::{print, small, steady, summary};
use crate::folder::Folder;
use std::process::Command;

/// Two projects: `a` has the tests x and y, `b` has only x.
fn two() -> Folder {
    Folder::new()
        .with("a/tests/pub/x.s", print(1))
        .with("a/tests/pub/x.ref", "1")
        .with("a/tests/pub/y.s", print(2))
        .with("a/tests/pub/y.ref", "2")
        .with("b/tests/pub/x.s", print(3))
        .with("b/tests/pub/x.ref", "3")
}

/// What is said on standard error, with the exit code.
fn said(folder: &Folder, args: &[&str]) -> (String, Option<i32>) {
    let ran = folder.jal(&[&["test"], args].concat());
    (ran.stderr, ran.code)
}

#[test]
fn a_wrong_course_file_is_told_whatever_else_is_tested() {
    let course = "[tests]\nfolders = [\"pubb\"]\nchekc = true\n";
    let folder = two().with("b/course.toml", course);
    for args in [&["a", "b"][..], &["."], &["b"]] {
        let (text, code) = said(&folder, args);
        assert!(text.contains("did you mean `check`?"), "{text}");
        assert_eq!(code, Some(3), "{text}");
    }
    let folder = folder.with("b/course.toml", "[tests]\nfolders = [\"pubb\"]\n");
    let note = "b/course.toml also asks for the tests in b/tests/pubb, but there are none.\n";
    assert_eq!(said(&folder, &["a", "b"]), (note.to_owned(), Some(0)));
}

#[test]
fn a_folder_that_the_course_names_may_be_missing_yet() {
    let course = "[tests]\nfolders = [\"pub\", \"own\"]\n[tsak]\n";
    let folder = small().with("course.toml", course);
    let (text, code) = said(&folder, &[]);
    assert!(text.contains("unknown key `tsak`"), "{text}");
    assert_eq!(code, Some(3));
    let folder = folder.with("course.toml", course.replace("[tsak]\n", ""));
    let (text, code) = said(&folder, &[]);
    let note = "course.toml also asks for the tests in tests/own, but there are none.\n";
    assert_eq!((text.as_str(), code), (note, Some(1)));
    assert_eq!(summary(&folder, &[]), "2 passed, 1 failed");
}

#[test]
fn a_name_need_not_fit_in_every_project() {
    let folder = two();
    assert_eq!(
        summary(&folder, &["a", "b", "-t", "x", "y"]),
        "3 passed, 0 failed"
    );
    let (text, code) = said(&folder, &["a", "b", "-t", "x", "zz"]);
    assert!(text.contains("no test matches `zz`"), "{text}");
    assert_eq!(code, Some(2));
}

#[test]
fn a_folder_in_a_folder_is_that_folder() {
    let folder = two()
        .with("a/tests/pub/sub/z.s", print(4))
        .with("a/tests/pub/sub/z.ref", "5");
    assert_eq!(summary(&folder, &["a/tests/pub/sub"]), "0 passed, 1 failed");
    assert_eq!(summary(&folder, &["a/tests/pub"]), "2 passed, 0 failed");
    let ran = folder.jal(&["test", "-l", "a/tests/pub/sub"]);
    assert_eq!(ran.stdout, "a/tests/pub/sub: 1 test\n  z\n");
}

#[test]
fn paths_after_options_are_told() {
    let folder = two().with("a/tests/unit/u.s", print(1));
    let (first, code) = said(&folder, &["-d", "unit", "a"]);
    let (second, _) = said(&folder, &["b", "-t", "x", "a"]);
    let expected = "jal: `a` comes after -d, which takes names of folders in tests/; put paths first: jal test a\njal: `a` comes after -t, which takes names of tests; put paths first: jal test a\n";
    assert_eq!((first + &second, code), (expected.to_owned(), Some(2)));
    // The path of a test is as good as its name.
    let folder = small();
    for name in ["tests/pub/test_1.s", "./tests/pub/test_1.s"] {
        assert_eq!(summary(&folder, &["-t", name]), "1 passed, 0 failed");
    }
}

#[test]
fn files_of_editors_and_systems_are_no_tests() {
    let folder = two()
        .with("b/tests/pub/.#x.s", "?")
        .with("b/tests/pub/._x.s", "?")
        .with("b/tests/pub/#x.s", "?")
        .with("b/tests/.idea/x.s", "?");
    assert_eq!(summary(&folder, &["b"]), "1 passed, 0 failed");
}

#[test]
#[cfg(unix)]
fn nobody_waits_for_a_pipe() {
    let folder = two();
    let pipe = folder.path().join("b/tests/pub/x.in");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let ran = folder.jal(&["test", "b"]);
    assert!(
        ran.stdout.contains("x.in`: it is not a regular file"),
        "{ran:?}"
    );
    std::fs::remove_file(&pipe).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("b/course.toml")).unwrap();
    let (text, code) = said(&folder, &["b"]);
    assert!(
        text.contains("course.toml`: it is not a regular file"),
        "{text}"
    );
    assert_eq!(code, Some(3));
}

/// What is advised at the end of the report.
fn advice(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.jal(&[&["test"], args].concat());
    let lines = ran.stdout.lines().filter(|line| line.starts_with("To "));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_to_type_next_means_the_same_test() {
    let faults = "main: lui t0, 0x40000\n lw t0, 0(t0)\n";
    let folder = small()
        .with("tests/pub/test_1.ref", "x")
        .with("tests/student/test_1.s", print(1))
        .with("n o/tests/pub/-x.s", print(1))
        .with("n o/tests/pub/y.s", faults);
    let said = [
        // The name alone would mean another test as well.
        advice(&folder, &[]),
        advice(&folder, &["-d", "student"]),
        advice(&folder, &["-t", "mine", "test_2"]),
        advice(&folder, &["n o"]),
        advice(&folder, &["n o/tests/pub/y.s"]),
    ];
    insta::assert_snapshot!(said.join("---\n"), @r"
    To see one of them on its own: jal test tests/pub/test_1.s
    ---
    To accept what `test_1` prints now as its expected output: jal test tests/student/test_1.s --bless
    ---
    ---
    To see one of them on its own: jal test 'n o/tests/pub/-x.s'
    To accept what `-x` prints now as its expected output: jal test 'n o/tests/pub/-x.s' --bless
    ---
    ");
}

#[test]
fn tasks_stand_in_the_table_whatever_the_folder_is_called() {
    let course =
        "[tests]\nfolders = [\"given\"]\n[[task]]\nname = \"All of it\"\ntests = [\"*\"]\n";
    let folder = Folder::new()
        .with("course.toml", course)
        .with("src/f.s", "")
        .with("tests/given/p.s", print(1))
        .with("tests/given/p.ref", "1")
        .with("tests/given/q.s", print(2))
        .with("tests/given/q.ref", "2")
        .with("tests/pub/r.s", print(3));
    insta::assert_snapshot!(steady(&folder.jal(&["test"])), @r"
    --- stdout
      All of it  2 of 2 passed

    2 passed, 0 failed in TIME
    --- exit code 0
    ");
    // From a folder inside, it is the same project.
    let inside = Command::new(env!("CARGO_BIN_EXE_jal"))
        .args(["test", "--junit", "out.xml"])
        .current_dir(folder.path().join("src"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&inside.stdout).into_owned();
    assert!(text.starts_with("  All of it  2 of 2 passed\n"), "{text}");
    let xml = std::fs::read_to_string(folder.path().join("src/out.xml")).unwrap();
    assert!(xml.contains("<testsuite name=\"given\""), "{xml}");
}

#[test]
fn patterns_for_files_to_link() {
    let main = ".text\n.globl main\nmain: jal f\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";
    let folder = Folder::new()
        .with("src/f.asm", ".text\n.globl f\nf: li $v0, 42\n jr $ra\n")
        .with("src/main.asm", main)
        .with("src/._f.asm", "?")
        .with("tests/pub/t.asm", main)
        .with("tests/pub/t.ref", "42")
        .with("course.toml", "[tests]\nlink = [\"src/*.asm\"]\n");
    assert_eq!(summary(&folder, &[]), "1 passed, 0 failed");
    let folder = folder.with("course.toml", "[tests]\nlink = [\"scr/*.asm\"]\n");
    let ran = folder.jal(&["test"]);
    assert!(
        ran.stdout.contains("no file matches `scr/*.asm` in `link`"),
        "{ran:?}"
    );
}

#[test]
fn a_folder_for_temporary_files_is_not_made() {
    let folder = small().with("tests/pub/test_1.toml", "files = true\n");
    let missing = folder.path().join("no/tmp");
    let variables = [("TMPDIR", missing.to_str().unwrap())];
    let ran = folder.jal_with_variables(&["test", "-t", "test_1"], &variables);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!folder.path().join("no").exists());
}
