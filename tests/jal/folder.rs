//! Runs the real binary in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is removed when the test is done.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A new, empty folder.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("jal-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder { path }
    }

    /// The folder with this file in it.
    pub(crate) fn with(self, name: &str, contents: impl AsRef<[u8]>) -> Self {
        let file = self.path.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, contents).unwrap();
        self
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `jal` here.
    pub(crate) fn jal(&self, args: &[&str]) -> Ran {
        self.jal_with_input(args, b"")
    }

    /// Runs `jal` here with this standard input.
    pub(crate) fn jal_with_input(&self, args: &[&str], input: &[u8]) -> Ran {
        self.run(args, input, &[])
    }

    /// Runs `jal` here with these variables in its environment.
    pub(crate) fn jal_with_variables(&self, args: &[&str], variables: &[(&str, &str)]) -> Ran {
        self.run(args, b"", variables)
    }

    fn run(&self, args: &[&str], input: &[u8], variables: &[(&str, &str)]) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jal"))
            .args(args)
            .current_dir(&self.path)
            .env_remove("NO_COLOR")
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITHUB_STEP_SUMMARY")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().unwrap();
        // A program need not read all of its input.
        let _ = writer.join();
        Ran {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// What a run of the binary did.
#[derive(Debug)]
pub(crate) struct Ran {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Exit code; none if a signal ended it.
    pub code: Option<i32>,
}

impl Ran {
    /// Everything in one text, for snapshots.
    pub(crate) fn transcript(&self) -> String {
        let code = self
            .code
            .map_or("signal".to_string(), |code| code.to_string());
        let mut text = String::new();
        for (name, stream) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !stream.is_empty() {
                text.push_str(&format!("--- {name}\n{stream}"));
                if !stream.ends_with('\n') {
                    text.push_str("⏎\n");
                }
            }
        }
        text + &format!("--- exit code {code}\n")
    }
}
