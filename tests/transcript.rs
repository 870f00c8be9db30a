//! Runs a drop-in command line and writes down all that it does.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A line that ends without a line end.
const OPEN_END: &str = "¬\n";

/// A command line under test.
pub(crate) struct Tool {
    /// What people type.
    pub name: &'static str,
    /// The binary.
    pub program: &'static str,
    /// The folder with its programs, which it runs in.
    pub programs: &'static str,
    /// What makes it print its help.
    pub help: &'static str,
}

impl Tool {
    /// Runs it, with `DIR` in its arguments for a fresh folder: its streams, its exit code, and
    /// the files that it wrote there. The help stands only in the transcript named so.
    pub(crate) fn transcript(&self, name: &str, args: &[&str], input: &str) -> String {
        let dir = self.fresh(name);
        let place = dir.to_string_lossy();
        let real: Vec<String> = args.iter().map(|arg| arg.replace("DIR", &place)).collect();
        let output = self.run(&real, input);
        let mut text = format!("$ {} {}\n", self.name, args.join(" "));
        let mut stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        if name != "help" {
            let help = self.run(&[self.help.to_owned()], "").stdout;
            stdout = stdout.replace(&*String::from_utf8_lossy(&help), "(help)\n");
        }
        text += &stream("stdout", stdout.as_bytes());
        text += &stream("stderr", &output.stderr);
        let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap().to_string_lossy();
            text += &stream(&name, &std::fs::read(&file).unwrap());
        }
        text += &format!("--- exit code {}\n", output.status.code().unwrap());
        let here = self.folder();
        text.replace(&*place, "DIR")
            .replace(&*here.to_string_lossy(), "HERE")
    }

    fn folder(&self) -> PathBuf {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(self.programs);
        folder.canonicalize().unwrap()
    }

    /// A fresh directory for files that a test writes.
    fn fresh(&self, name: &str) -> PathBuf {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(self.name)
            .join(name);
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        dir.canonicalize().unwrap()
    }

    fn start(&self, args: &[impl AsRef<OsStr>]) -> Child {
        Command::new(self.program)
            .args(args)
            .current_dir(self.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs it while nobody reads what it prints.
    pub(crate) fn run_without_reader(&self, args: &[&str]) -> Output {
        let mut child = self.start(args);
        drop(child.stdout.take());
        child.wait_with_output().unwrap()
    }

    /// Runs it in the folder of its programs.
    pub(crate) fn run(&self, args: &[String], input: &str) -> Output {
        let mut child = self.start(args);
        // The program need not read its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }
}

fn stream(name: &str, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let end = match bytes.last() {
        None | Some(b'\n') => "",
        Some(_) => OPEN_END,
    };
    format!("--- {name}\n{text}{end}")
}
