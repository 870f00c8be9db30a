//! Correct code from a compiler: what `jal run --check` says about the feature programs in
//! `tests/c/features`, which is nothing.
//!
//! Each configuration is one ELF with all features. It must print what it prints anywhere else,
//! without a finding, and the same whatever unknown registers and memory are filled with.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What registers and memory are filled with; the first run fills nothing.
const RUNS: [&[&str]; 4] = [
    &["--check"],
    &["--check", "--scramble=1"],
    &["--check", "--scramble=2"],
    &["--scramble=3"],
];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/features");
    let expected = std::fs::read_to_string(folder.join("features.ref")).unwrap();
    let files = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<PathBuf> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "elf"))
        .collect();
    files.sort();
    assert!(files.len() >= 22, "the programs are missing");
    let trials = files.into_iter().map(|file| {
        let configuration = file.file_stem().unwrap().to_string_lossy().into_owned();
        let expected = expected.clone();
        Trial::test(configuration, move || check(&file, &expected))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// All features of a configuration in one go; if something is wrong, one by one.
fn check(file: &Path, expected: &str) -> Result<(), Failed> {
    let features: Vec<(&str, &str)> = expected
        .lines()
        .filter_map(|line| line.split_once(": "))
        .collect();
    if RUNS
        .iter()
        .all(|run| complaint(file, run, &features).is_none())
    {
        return Ok(());
    }
    let mut text = String::new();
    for feature in features {
        for run in RUNS {
            if let Some(complaint) = complaint(file, run, &[feature]) {
                let (name, run) = (feature.0, run.join(" "));
                writeln!(text, "{name} with {run}: {complaint}")?;
            }
        }
    }
    if text.is_empty() {
        text.push_str("each feature alone is correct, but not all of them together");
    }
    Err(text.into())
}

/// What is wrong with a run of some features.
fn complaint(file: &Path, run: &[&str], features: &[(&str, &str)]) -> Option<String> {
    let output = jal(file, run, features);
    let printed = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    let lines = features
        .iter()
        .map(|(name, result)| format!("{name}: {result}\n"));
    let expected = format!("{}done\n", lines.collect::<String>());
    if printed == expected && said.is_empty() && output.status.success() {
        return None;
    }
    let wrong = if printed == expected {
        ""
    } else {
        "another output"
    };
    let code = output.status;
    Some(format!("{code} {wrong}\n{said}"))
}

fn jal(file: &Path, run: &[&str], features: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jal"))
        .arg("run")
        .args(["--max-steps", "3M"])
        .args(run)
        .arg(file)
        .args(features.iter().map(|(name, _)| name))
        .output()
        .unwrap()
}
