//! `jal test --watch`: what a saved file sets off.

use super::{course, print};
use crate::folder::Folder;
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};

/// A run that goes on until it is dropped.
struct Watching {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    errors: Lines<BufReader<ChildStderr>>,
}

impl Watching {
    fn begin(folder: &Folder, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jal"))
            .args([&["test", "--watch"], args].concat())
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let errors = BufReader::new(child.stderr.take().unwrap()).lines();
        Watching {
            child,
            lines,
            errors,
        }
    }

    /// What is printed until it waits for files again.
    fn next(&mut self) -> Vec<String> {
        let mut seen = Vec::new();
        while let Some(Ok(line)) = self.lines.next() {
            if line.starts_with("Watching") {
                break;
            }
            seen.push(line);
        }
        seen
    }

    /// Waits until it says that the rules are not clear.
    #[track_caller]
    fn expect_stop(&mut self) {
        let mut errors = self.errors.by_ref().map_while(Result::ok);
        assert!(errors.any(|line| line.starts_with("No tests were run")));
    }

    #[track_caller]
    fn expect(&mut self, line: &str) {
        let seen = self.next();
        assert!(seen.iter().any(|seen| seen.starts_with(line)), "{seen:?}");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn save(folder: &Folder, file: &str, text: &str) {
    std::fs::write(folder.path().join(file), text).unwrap();
}

#[test]
fn a_saved_file_runs_the_tests_that_it_affects() {
    let folder = course("rv32");
    let mut watching = Watching::begin(&folder, &["-t", "test_merge_1", "test_place_1"]);
    watching.expect("2 passed, 0 failed");
    save(&folder, "src/merge.s", ".globl merge\n.text\nmerge: ret\n");
    let seen = watching.next();
    let has = |line: &str| seen.iter().any(|seen| seen.starts_with(line));
    assert!(has("0 passed, 1 failed"), "{seen:?}");
    assert!(has("All tests: 1 passed, 1 failed"), "{seen:?}");
}

#[test]
fn a_file_that_was_saved_while_a_course_file_is_wrong_counts() {
    let folder = Folder::new()
        .with("a/course.toml", "")
        .with("a/tests/pub/x.s", print(1))
        .with("a/tests/pub/x.ref", "1")
        .with("b/tests/pub/y.s", print(2))
        .with("b/tests/pub/y.ref", "2");
    let mut watching = Watching::begin(&folder, &["a", "b"]);
    watching.expect("2 passed, 0 failed");
    save(&folder, "a/course.toml", "[wrong]\n");
    watching.expect_stop();
    save(&folder, "b/tests/pub/y.ref", "33");
    watching.expect_stop();
    save(&folder, "a/course.toml", "\n\n");
    watching.expect("1 passed, 1 failed");
}

#[test]
fn files_outside_the_project_are_watched() {
    let lib = |number| format!(".globl f\nf: li a1, {number}\n ret\n");
    let test = ".import ../../../lib/f.s\n.globl main\nmain: jal f\n li a0, 1\n ecall\n li a0, 10\n ecall\n";
    let folder = Folder::new()
        .with("lib/f.s", lib(7))
        .with("p/tests/pub/x.s", test)
        .with("p/tests/pub/x.ref", "7");
    let mut watching = Watching::begin(&folder, &["p"]);
    watching.expect("1 passed, 0 failed");
    save(&folder, "lib/f.s", &lib(18));
    watching.expect("0 passed, 1 failed");
}

#[test]
fn a_new_source_of_mars_belongs_to_the_tests() {
    let folder = Folder::new()
        .with("src/f.asm", ".text\n.globl f\nf: jr $ra\n")
        .with(
            "tests/pub/t.asm",
            ".text\n.globl main\nmain: li $v0, 10\n syscall\n",
        )
        .with("tests/pub/t.ref", "");
    let mut watching = Watching::begin(&folder, &[]);
    watching.expect("1 passed, 0 failed");
    save(&folder, "src/g.asm", ".text\nnonsense\n");
    watching.expect("0 passed, 1 failed");
}
