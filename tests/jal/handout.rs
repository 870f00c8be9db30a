//! What a hand-out of the bundled course brings: scripts with the words of the assignment, and
//! commands that do what was meant.

use crate::folder::{Folder, Ran};
use std::path::Path;
use std::process::Command;

/// Solutions in the place of the stubs.
fn solved(isa: &str) -> Folder {
    let folder = Folder::new();
    assert_eq!(folder.jal(&["new", ".", "--isa", isa]).code, Some(0));
    let course = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../asm")
        .join(isa)
        .join("2048/src");
    for entry in std::fs::read_dir(course).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        std::fs::copy(&path, folder.path().join("src").join(name)).unwrap();
    }
    folder
}

/// Runs a script of the hand-out with the Python that there is.
fn script(folder: &Folder, args: &[&str]) -> Option<Ran> {
    for python in ["python3", "python"] {
        let mut command = Command::new(python);
        command.args(args).current_dir(folder.path());
        command.env("JAL", env!("CARGO_BIN_EXE_jal"));
        if let Ok(output) = command.output() {
            return Some(Ran {
                stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
                code: output.status.code(),
            });
        }
    }
    eprintln!("skipped: there is no Python here, so the scripts of the hand-out were not run");
    None
}

#[test]
fn scripts_take_the_words_of_the_assignment() {
    for (isa, ending, simulator) in [("rv32", "s", "venus"), ("mips32", "asm", "mars")] {
        let folder = solved(isa);
        let test = format!("tests/pub/test_merge_1.{ending}");
        let Some(ran) = script(&folder, &["run_tests.py"]) else {
            return;
        };
        assert!(
            ran.stdout.contains("69 passed, 0 failed"),
            "{}",
            ran.transcript()
        );
        for (args, expect) in [
            (
                &["run_tests.py", "-t", "test_check_win_1", "test_merge_1"][..],
                "2 passed",
            ),
            (
                &["run_tests.py", "-d", "pub", "student", "-nc"],
                "71 passed",
            ),
            (&["run_tests.py", "-d", "student", "-t", "test_own_*"], ""),
            (&["run_tests.py", "-l"], "test_check_win_1"),
            (&[simulator, &*test], "4"),
        ] {
            let ran = script(&folder, args).unwrap();
            if expect.is_empty() {
                assert_eq!(ran.code, Some(2), "{}", ran.transcript());
                continue;
            }
            assert_eq!(ran.code, Some(0), "{}", ran.transcript());
            assert!(ran.stdout.contains(expect), "{}", ran.transcript());
        }
        let ran = script(&folder, &["run_gui.py", "--seed", "7"]).unwrap();
        assert!(
            ran.stderr.contains("jal play needs a terminal"),
            "{}",
            ran.transcript()
        );
    }
    let venus = ["venus", "-cc", "-retToAllA", "tests/pub/test_merge_1.s"];
    let ran = script(&solved("rv32"), &venus).unwrap();
    assert!(
        ran.transcript().contains("Found 0 warnings!"),
        "{}",
        ran.transcript()
    );
}

#[cfg(unix)]
#[test]
fn scripts_can_be_executed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = solved("rv32");
    for script in ["run_tests.py", "run_gui.py", "venus"] {
        let file = folder.path().join(script).metadata().unwrap();
        assert_eq!(file.permissions().mode() & 0o111, 0o111, "{script}");
    }
}

#[test]
fn a_function_or_a_source_means_its_tests() {
    for (isa, ending) in [("rv32", "s"), ("mips32", "asm")] {
        let folder = solved(isa);
        let source = format!("src/merge.{ending}");
        for (args, expect) in [
            (&["test", "merge"][..], 12),
            (&["test", &source], 24),
            (&["test", "check_victory"], 6),
            (&["test", "Checking for victory"], 6),
            (&["test", "test_merge_1"], 1),
            (&["test", "test_merge_1", "place"], 8),
            (&["test", "merge", "-d", "unit"], 1),
            (&["test", "merge", "-t", "test_merge_*"], 9),
        ] {
            let ran = folder.jal(args);
            let passed = format!("{expect} passed, 0 failed");
            assert!(
                ran.stdout.contains(&passed),
                "{args:?}: {}",
                ran.transcript()
            );
        }
    }
}

#[test]
fn what_is_not_there_gets_an_answer() {
    let folder = solved("rv32");
    let source = "src/merge.s";
    let mut said = String::new();
    for args in [
        &["run", source][..],
        &["debug", source],
        &["run", "src/marge.s"],
        &["debug", "test_merge_1"],
        &["run", "merge"],
        &["check", "src/merg.s"],
        &["test", "marge"],
        &["test", "src/marge.s"],
        &["test", "nothing-like-it"],
    ] {
        let ran = folder.jal(args);
        said.push_str(&format!("$ jal {}\n{}\n", args.join(" "), ran.transcript()));
    }
    insta::assert_snapshot!(said);
}

/// A MARS project links its sources without naming them: the tests that call a function use it.
#[test]
fn sources_that_are_linked_are_used_by_name() {
    let call = |name: &str| format!("main: jal {name}\n li $v0, 10\n syscall\n");
    let folder = Folder::new()
        .with("src/one.asm", ".globl one\none: jr $ra\n")
        .with("src/two.asm", ".globl two\ntwo: j one\n")
        .with("tests/pub/t1.asm", call("one"))
        .with("tests/pub/t1.ref", "")
        .with("tests/pub/t2.asm", call("two"))
        .with("tests/pub/t2.ref", "");
    for (args, expect) in [
        (["test", "one"], "1 passed"),
        (["test", "two"], "1 passed"),
        (["test", "src/one.asm"], "2 passed"),
    ] {
        let ran = folder.jal(&args);
        assert!(
            ran.stdout.contains(expect),
            "{args:?}: {}",
            ran.transcript()
        );
    }
}

/// A source with a beginning of its own, or that nobody imports, runs as before.
#[test]
fn programs_without_main_still_run() {
    let alone = ".globl f\nf: li a0, 1\n li a1, 5\n ecall\n li a0, 10\n ecall\n";
    let folder = Folder::new()
        .with("alone.s", alone)
        .with("tests/pub/t.s", "main: ret\n");
    let ran = folder.jal(&["run", "alone.s"]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("5", Some(0)));
}
