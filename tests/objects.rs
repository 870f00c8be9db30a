//! Objects and archives from a compiler, linked by the real binary: with a source and with each other, for
//! both machines and byte orders. `tests/objects/build.sh` makes them, and records what the same programs
//! print when GNU ld links them and qemu runs them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/objects")
}

fn jal(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jal"));
    let command = command.current_dir(folder()).args(words);
    command.output().expect("jal starts")
}

/// What a run prints, and its exit code, as the reference has it.
fn transcript(output: &Output) -> String {
    let code = output.status.code().expect("it ended by itself");
    let errors = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout);
    format!("{errors}{printed}exit code {code}\n")
}

#[track_caller]
fn check(variant: &str, start: &str) {
    let object = format!("main.{variant}.o");
    let archive = format!("libparts.{variant}.a");
    let expected = std::fs::read_to_string(folder().join("program.ref")).expect("a reference");
    let linked = jal(&["run", "--env", "linux", start, &object, &archive]);
    assert_eq!(transcript(&linked), expected, "{variant}");
    // What was linked can be written, and runs the same.
    let elf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("linked.{variant}.elf"));
    let elf = elf.to_str().expect("a path");
    let written = jal(&[
        "asm", "--with", &object, "--with", &archive, start, "-o", elf,
    ]);
    assert!(
        written.status.success(),
        "{variant}: {}",
        transcript(&written)
    );
    let run = jal(&["run", "--env", "linux", elf]);
    assert_eq!(transcript(&run), expected, "{variant}");
}

#[test]
fn riscv_objects_are_linked_with_a_source() {
    for variant in ["rv32im", "rv32imac", "rv32pic"] {
        check(variant, "start.rv32.s");
    }
}

#[test]
fn mips_objects_are_linked_with_a_source() {
    for variant in ["mips", "mipsel", "mips-pic", "mipsel-pic"] {
        check(variant, "start.mips.asm");
    }
}

/// The first lines of what a run says.
#[track_caller]
fn refused(words: &[&str], expected: &str) {
    let output = jal(&[&["run", "--env", "linux"], words].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(127), "{errors}");
    assert!(errors.contains(expected), "{errors}");
}

#[test]
fn what_is_missing_or_there_twice_is_named() {
    refused(
        &["start.rv32.s", "main.rv32im.o"],
        "is not defined: main.rv32im.o needs it",
    );
    refused(
        &["main.rv32im.o", "libparts.rv32im.a"],
        "`write_bytes` is not defined: libparts.rv32im.a(print.rv32im.o) needs it",
    );
    refused(
        &[
            "start.rv32.s",
            "main.rv32im.o",
            "main.rv32imac.o",
            "libparts.rv32im.a",
        ],
        "`main` is defined twice: in main.rv32im.o and in main.rv32imac.o",
    );
    refused(
        &["start.rv32.s", "main.rv32im.o", "libparts.mips.a"],
        "this program is for another processor (ELF machine number 8)",
    );
    refused(
        &["start.mips.asm", "main.mips.o", "libparts.mipsel.a"],
        "its words have the other byte order",
    );
}

/// An object that is cut off anywhere gives a message or, where nothing that counts is missing, runs.
#[test]
fn a_damaged_object_is_refused_or_runs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (variant, start) in [("rv32imac", "start.rv32.s"), ("mips-pic", "start.mips.asm")] {
        let object =
            std::fs::read(self::folder().join(format!("main.{variant}.o"))).expect("it is there");
        for length in (0..object.len()).step_by(object.len() / 40 + 1) {
            let path = folder.join(format!("cut.{variant}.o"));
            std::fs::write(&path, &object[..length]).expect("it can be written");
            let archive = format!("libparts.{variant}.a");
            let path = path.to_str().expect("a path");
            let output = jal(&[
                "run",
                "--max-steps",
                "1M",
                "--env",
                "linux",
                start,
                path,
                &archive,
            ]);
            assert!(
                matches!(output.status.code(), Some(8 | 124 | 126 | 127)),
                "{length}"
            );
        }
    }
}
