//! How people write correct functions: nothing is reported about the programs in `tests/shapes`,
//! neither when they run nor when they are only read.
//!
//! A program begins with a comment that says what it shows, and a line `# prints: …`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How each of them runs.
const RUNS: [&[&str]; 4] = [
    &["--check"],
    &["--check", "--scramble=1"],
    &["--check", "--scramble=2"],
    &["--scramble=3"],
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shapes");
    let mut trials = Vec::new();
    for machine in ["rv32", "mips32"] {
        let entries = std::fs::read_dir(root.join(machine)).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            let name = format!("{machine}/{}", file.file_stem().unwrap().to_string_lossy());
            trials.push(Trial::test(name, move || check(&file)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(file: &Path) -> Result<(), Failed> {
    let source = std::fs::read_to_string(file)?;
    let prints = source
        .lines()
        .find_map(|line| line.strip_prefix("# prints:"));
    let prints = prints.ok_or("it does not say what it prints")?.trim();
    for run in RUNS {
        let output = jal("run", run, file);
        let said = String::from_utf8_lossy(&output.stderr);
        let printed = String::from_utf8_lossy(&output.stdout);
        if printed.trim() != prints || !said.is_empty() || !output.status.success() {
            let (run, code) = (run.join(" "), output.status);
            return Err(format!("{run} prints `{printed}` ({code})\n{said}").into());
        }
    }
    let output = jal("check", &[], file);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stdout);
        return Err(format!("jal check says\n{said}").into());
    }
    Ok(())
}

fn jal(command: &str, options: &[&str], file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jal"))
        .arg(command)
        .args(options)
        .arg(file)
        .output()
        .unwrap()
}
