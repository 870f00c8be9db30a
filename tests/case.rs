//! A program, run by a drop-in command line: what it prints, and its exit code.

use crate::PROGRAM;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program, and how it is run.
pub(crate) struct Case {
    name: &'static str,
    source: String,
    pub(crate) words: Vec<&'static str>,
    input: &'static str,
}

/// What a run printed, and its exit code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl Case {
    /// A program that is run without the copyright line.
    pub(crate) fn new(name: &'static str, source: &str) -> Self {
        Case {
            name,
            source: source.to_owned(),
            words: vec!["nc"],
            input: "",
        }
    }

    /// The same, with more words of the command line.
    pub(crate) fn words(mut self, words: &'static str) -> Self {
        self.words.extend(words.split(' '));
        self
    }

    /// The same, with this input.
    pub(crate) fn input(mut self, input: &'static str) -> Self {
        self.input = input;
        self
    }

    pub(crate) fn folder(&self) -> PathBuf {
        let tool = Path::new(PROGRAM).file_stem().unwrap();
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("cases")
            .join(tool);
        let dir = dir.join(self.name);
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        dir.canonicalize().unwrap()
    }

    /// Runs it; the folder's path is `HERE` in what it prints.
    pub(crate) fn run(self) -> Ran {
        let dir = self.folder();
        std::fs::write(dir.join("main.asm"), &self.source).unwrap();
        let (before, after): (Vec<&str>, Vec<&str>) =
            match self.words.iter().position(|w| *w == "pa") {
                Some(at) => (self.words[..at].to_vec(), self.words[at..].to_vec()),
                None => (self.words.clone(), Vec::new()),
            };
        let mut child = Command::new(PROGRAM)
            .args(before)
            .arg("main.asm")
            .args(after)
            .current_dir(&dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // The program need not read its input.
        let _ = std::io::Write::write_all(&mut stdin, self.input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let here = dir.to_string_lossy().into_owned();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&here, "HERE");
        Ran {
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            code: output.status.code().unwrap(),
        }
    }

    /// It prints this, and nothing else, and ends with 0.
    #[track_caller]
    pub(crate) fn prints(self, stdout: &str) {
        self.ends(stdout, 0);
    }

    /// It prints this, and nothing else, and ends with this code.
    #[track_caller]
    pub(crate) fn ends(self, stdout: &str, code: i32) {
        let name = self.name;
        let ran = self.run();
        let stderr = String::new();
        let stdout = stdout.to_owned();
        assert_eq!(
            ran,
            Ran {
                stdout,
                stderr,
                code
            },
            "{name}"
        );
    }
}
