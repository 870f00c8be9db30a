//! `jal test`: what a student sees for each verdict, on our own course and on broken variants of
//! it, and what the options do.

mod boundary;
mod by_venus;
mod causes;
mod choice;
mod course;
mod dialect;
mod options;
mod outputs;
mod watch;

use crate::folder::{Folder, Ran};
use std::path::Path;

/// A folder with the course project in it.
fn course(isa: &str) -> Folder {
    let project = asm().join(isa).join("2048");
    let mut folder = Folder::new();
    for part in ["src", "tests/pub", "tests/student"] {
        for entry in std::fs::read_dir(project.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            folder = folder.with(&format!("{part}/{name}"), std::fs::read(&path).unwrap());
        }
    }
    for name in ["course.toml", "tests/test_utils.s", "tests/test_utils.asm"] {
        if let Ok(contents) = std::fs::read(project.join(name)) {
            folder = folder.with(name, contents);
        }
    }
    folder
}

fn asm() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm")
}

/// The folder with a text in a file replaced by another.
fn with_change(folder: Folder, file: &str, from: &str, to: &str) -> Folder {
    let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(text.contains(from), "{file} has no `{from}`");
    folder.with(file, text.replacen(from, to, 1))
}

/// A transcript in which times do not matter.
pub(crate) fn steady(ran: &Ran) -> String {
    let mut text = String::new();
    for line in ran.transcript().split_inclusive('\n') {
        match line.split_once(" failed in ") {
            Some((before, after)) => {
                let rest = after.find(';').map_or("\n", |at| &after[at..]);
                text.push_str(&format!("{before} failed in TIME{rest}"));
            }
            None => text.push_str(line),
        }
    }
    text
}

/// A program that prints a number.
fn print(number: i32) -> String {
    format!(".globl main\nmain: li a0, 1\n li a1, {number}\n ecall\n li a0, 10\n ecall\n")
}

/// Two tests that pass, one that does not, and one of a student.
fn small() -> Folder {
    Folder::new()
        .with("tests/pub/test_1.s", print(1))
        .with("tests/pub/test_1.ref", "1")
        .with("tests/pub/test_2.s", print(2))
        .with("tests/pub/test_2.ref", "3")
        .with("tests/pub/test_10.s", print(10))
        .with("tests/pub/test_10.ref", "10")
        .with("tests/student/mine.s", print(4))
        .with("tests/student/mine.ref", "4")
}

#[track_caller]
fn summary(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.jal(&[&["test"], args].concat());
    let line = ran.stdout.lines().find(|line| line.contains(" passed, "));
    let line = line.unwrap_or_else(|| panic!("{ran:?}"));
    line.split(" in ").next().unwrap_or_default().to_owned()
}
