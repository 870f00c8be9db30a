//! What jal says begins on a line of its own, whatever the program has printed.

use crate::folder::Folder;
use std::process::{Command, Stdio};

/// Prints a number without an end of line, and reads where nothing is.
const FAULTS: &str = "main: li a0, 1\n li a1, 42\n ecall\n li t0, -4\n jr t0\n";

#[test]
fn messages_begin_on_a_line_of_their_own() {
    let folder = Folder::new().with("faults.s", FAULTS);
    // As a terminal, or `2>&1`: both streams are one file.
    let both = folder.path().join("both");
    let file = std::fs::File::create(&both).unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_jal"));
    run.args(["run", "faults.s"]).current_dir(folder.path());
    run.stdin(Stdio::null())
        .stdout(file.try_clone().unwrap())
        .stderr(file);
    run.status().unwrap();
    let text = std::fs::read_to_string(both).unwrap();
    assert!(text.starts_with("42\nerror["), "{text}");
    // Each stream for itself is as it was.
    let ran = folder.jal(&["run", "faults.s"]);
    assert_eq!(ran.stdout, "42");
    assert!(ran.stderr.starts_with("error["), "{}", ran.stderr);
}
