//! The drop-in `spim` command line, and `jal run` for SPIM and mipsy: programs in the shape of those that
//! courses write, with what they print and their exit codes. What a table says is what the original
//! does; the programs in `tests/spim/programs` and their output come from it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "spim/assembling.rs"]
mod assembling;
#[path = "spim/bare.rs"]
mod bare;
#[path = "spim/calls.rs"]
mod calls;
#[path = "spim/command_line.rs"]
mod command_line;
#[path = "spim/detection.rs"]
mod detection;
#[path = "spim/exceptions.rs"]
mod exceptions;
#[path = "spim/mipsy.rs"]
mod mipsy;
#[path = "spim/programs.rs"]
mod programs;
#[path = "spim/prompt.rs"]
mod prompt;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What stands before everything that a program prints.
pub(crate) const LOADED: &str = "Loaded: /usr/lib/spim/exceptions.s\n";

/// A program, and how it is run.
pub(crate) struct Case {
    name: String,
    source: String,
    program: &'static str,
    before: Vec<String>,
    after: Vec<String>,
    input: String,
}

/// What a run printed, and its exit code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl Case {
    /// A program that `spim -file` runs.
    pub(crate) fn new(name: &str, source: &str) -> Self {
        Case {
            name: name.to_owned(),
            source: source.to_owned(),
            program: env!("CARGO_BIN_EXE_spim"),
            before: Vec::new(),
            after: Vec::new(),
            input: String::new(),
        }
    }

    /// The same by `jal run`.
    pub(crate) fn jal(mut self) -> Self {
        self.program = env!("CARGO_BIN_EXE_jal");
        self
    }

    /// With these words before the file.
    pub(crate) fn options(mut self, words: &str) -> Self {
        self.before.extend(words.split(' ').map(str::to_owned));
        self
    }

    /// With these arguments after it.
    pub(crate) fn arguments<'a>(mut self, words: impl IntoIterator<Item = &'a str>) -> Self {
        self.after.extend(words.into_iter().map(str::to_owned));
        self
    }

    /// With this input.
    pub(crate) fn input(mut self, input: &str) -> Self {
        input.clone_into(&mut self.input);
        self
    }

    fn folder(&self) -> PathBuf {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spim-cases");
        let dir = dir.join(&self.name);
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        dir.canonicalize().unwrap()
    }

    /// Runs it.
    pub(crate) fn run(self) -> Ran {
        let dir = self.folder();
        std::fs::write(dir.join("main.s"), &self.source).unwrap();
        let mut command = Command::new(self.program);
        let is_spim = self.program == env!("CARGO_BIN_EXE_spim");
        if is_spim {
            command.args(&self.before).args(["-file", "main.s"]);
        } else {
            command.arg("run").args(&self.before).arg("main.s");
        }
        let mut child = command
            .args(&self.after)
            .current_dir(&dir)
            .env("NO_COLOR", "1")
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
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran {
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            code: output.status.code().unwrap(),
        }
    }

    /// It prints this after the first line, nothing on standard error, and ends with 0.
    #[track_caller]
    pub(crate) fn prints(self, stdout: &str) {
        self.says(stdout, "");
    }

    /// It prints this after the first line, this on standard error, and ends with 0.
    #[track_caller]
    pub(crate) fn says(self, stdout: &str, stderr: &str) {
        let name = self.name.clone();
        let is_spim = self.program == env!("CARGO_BIN_EXE_spim");
        let without = self.before.iter().any(|word| word.starts_with("-noexc"));
        let lead = if is_spim && !without { LOADED } else { "" };
        let ran = self.run();
        let expect = Ran {
            stdout: format!("{lead}{stdout}"),
            stderr: stderr.to_owned(),
            code: 0,
        };
        assert_eq!(ran, expect, "{name}");
    }
}
