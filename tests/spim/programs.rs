//! Whole programs as courses write them, with the output of the original.

use crate::{Case, LOADED};
use std::path::{Path, PathBuf};

/// The programs whose exit code is not 0.
const CODES: [(&str, i32); 1] = [("exit_code", 44)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/spim/programs")
}

fn read(name: &str, extension: &str) -> Option<String> {
    std::fs::read_to_string(folder().join(format!("{name}.{extension}"))).ok()
}

fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let sources = paths.filter(|path| path.extension().is_some_and(|e| e == "s"));
    let mut names: Vec<String> = sources
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn case(folder: &str, name: &str) -> Case {
    let arguments = read(name, "args").unwrap_or_default();
    let lines: Vec<&str> = arguments.lines().collect();
    let input = read(name, "in").unwrap_or_default();
    let source = read(name, "s").unwrap();
    Case::new(&format!("{folder}-{name}"), &source)
        .arguments(lines)
        .input(&input)
}

#[test]
fn the_drop_in_prints_what_spim_prints() {
    let names = names();
    assert!(names.len() >= 20, "{names:?}");
    for name in &names {
        let ran = case("spim", name).run();
        let code = CODES
            .iter()
            .find(|(known, _)| known == name)
            .map_or(0, |(_, code)| *code);
        let expect = format!("{LOADED}{}", read(name, "out").unwrap());
        assert_eq!((ran.stdout, ran.code), (expect, code), "{name}");
    }
}

#[test]
fn jal_run_prints_the_same() {
    for name in &names() {
        let ran = case("jal", name)
            .jal()
            .options("--dialect spim --files .")
            .run();
        let code = CODES
            .iter()
            .find(|(known, _)| known == name)
            .map_or(0, |(_, code)| *code);
        let code = if code == 44 { 300 & 255 } else { code };
        // Instructions can be read with an option only.
        if name != "addresses" {
            assert_eq!(
                (ran.stdout, ran.code),
                (read(name, "out").unwrap(), code),
                "{name}"
            );
        }
    }
}
