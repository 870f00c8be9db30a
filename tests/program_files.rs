//! Programs in files, each with what it reads (`NAME.in`) and prints (`NAME.ref`): the drop-in and
//! `jal run` print the same.

use crate::PROGRAM;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs all programs of a folder; how many there are.
pub(crate) fn run_all(folder: &str, dialect: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let source = entry.unwrap().path();
        if source.extension().is_none_or(|ending| ending != "asm") {
            continue;
        }
        count += 1;
        let expect = std::fs::read_to_string(source.with_extension("ref")).unwrap();
        let run = |program: &str, words: &[&str]| {
            let input = std::fs::File::open(source.with_extension("in"));
            let input = input.map_or(Stdio::null(), Stdio::from);
            let output = Command::new(program)
                .args(words)
                .arg(&source)
                .stdin(input)
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(stdout, expect, "{program} {source:?}: {stderr}");
            assert_eq!(
                output.status.code(),
                Some(0),
                "{program} {source:?}: {stderr}"
            );
        };
        // Messages go elsewhere, and so does the line end after a run of MARS.
        run(PROGRAM, &["nc", "me"]);
        run(env!("CARGO_BIN_EXE_jal"), &["run", "--dialect", dialect]);
    }
    count
}
