//! Whole programs: every `NAME.s`, `NAME.asm` or `NAME.TARGET.elf` below `tests/` and `asm/` that
//! has a `NAME.ref` is run by the real binary, in its folder, and must print exactly that.
//!
//! `NAME.in` is its input, `NAME.args` its arguments (one a line), `NAME.options` options for jal
//! (one a line; `DIR` is a fresh directory), `NAME.code` its exit code.
//!
//! The MIPS programs of `asm/` run once more as copies in which every call writes to the 16 bytes
//! that a caller has to leave free for what it calls.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut programs = Vec::new();
    for folder in [
        "tests/c",
        "tests/gnu/programs",
        "tests/rv32",
        "tests/mips32",
        "asm",
    ] {
        collect(&root.join(folder), &mut programs);
    }
    programs.extend(kernels(&root));
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home-space");
    copy_with_used_home_space(&root.join("asm/mips32"), &copies);
    collect(&copies, &mut programs);
    programs.sort_by(|a, b| a.file.cmp(&b.file));
    let trials = programs.into_iter().map(|program| {
        let name = program
            .file
            .strip_prefix(&root)
            .or(program.file.strip_prefix(env!("CARGO_TARGET_TMPDIR")))
            .unwrap_or(&program.file)
            .display()
            .to_string();
        Trial::test(name, move || program.check())
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// A program and what it must do.
struct Program {
    file: PathBuf,
    output: Vec<u8>,
    input: Vec<u8>,
    args: Vec<String>,
    options: Vec<String>,
    code: i32,
}

/// Finds the programs of a folder and the folders in it.
fn collect(folder: &Path, programs: &mut Vec<Program>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, programs);
        } else if matches!(
            path.extension().and_then(OsStr::to_str),
            Some("s" | "asm" | "elf")
        ) {
            programs.extend(Program::at(path));
        }
    }
}

impl Program {
    fn at(file: PathBuf) -> Option<Program> {
        let name = file.file_name()?.to_str()?.split('.').next()?.to_string();
        let beside = |ending: &str| std::fs::read(file.with_file_name(format!("{name}.{ending}")));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let lines = |ending: &str| {
            let bytes = beside(ending).unwrap_or_default();
            text(bytes).lines().map(str::to_string).collect()
        };
        Some(Program {
            output: beside("ref").ok()?,
            input: beside("in").unwrap_or_default(),
            args: lines("args"),
            options: lines("options"),
            code: beside("code").map_or(0, |code| text(code).trim().parse().unwrap()),
            file,
        })
    }

    fn check(&self) -> Result<(), Failed> {
        let options = self.options.iter();
        let mut child = Command::new(env!("CARGO_BIN_EXE_jal"))
            .arg("run")
            .args(options.map(|option| option.replace("DIR", &self.fresh_folder())))
            .arg(&self.file)
            .args(&self.args)
            .current_dir(self.file.parent().ok_or("no folder")?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut stdin = child.stdin.take().ok_or("no standard input")?;
        let input = self.input.clone();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let result = child.wait_with_output()?;
        // A program need not read all of its input.
        let _ = writer.join();
        let said = String::from_utf8_lossy(&result.stderr);
        if result.stdout != self.output {
            let (is, should) = (
                String::from_utf8_lossy(&result.stdout),
                String::from_utf8_lossy(&self.output),
            );
            return Err(format!("printed\n{is}\ninstead of\n{should}\n{said}").into());
        }
        match result.status.code() {
            Some(code) if code == self.code => Ok(()),
            code => Err(format!("exit code {code:?} instead of {}\n{said}", self.code).into()),
        }
    }

    /// An empty folder for files that the program writes.
    fn fresh_folder(&self) -> String {
        let name = self
            .file
            .display()
            .to_string()
            .replace(['/', '\\', '.'], "-");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder.to_string_lossy().into_owned()
    }
}

/// Copies a folder of MIPS programs. In the copies, what a call may write to the stack of its caller
/// is written right before it: a program that keeps something there does not work any more.
fn copy_with_used_home_space(from: &Path, to: &Path) {
    const USED: &str = "sw $sp, 0($sp)\nsw $sp, 4($sp)\nsw $sp, 8($sp)\nsw $sp, 12($sp)\n";
    std::fs::create_dir_all(to).unwrap();
    for path in std::fs::read_dir(from).unwrap().map(|e| e.unwrap().path()) {
        let copy = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_with_used_home_space(&path, &copy);
        } else if path.extension() == Some(OsStr::new("asm")) {
            let text = std::fs::read_to_string(&path).unwrap();
            let calls = text.replace("        jal     ", &format!("{USED}        jal     "));
            std::fs::write(copy, calls).unwrap();
        } else {
            std::fs::copy(&path, copy).unwrap();
        }
    }
}

/// The bench kernels print the checksums in `expected.txt`, in all of their forms.
fn kernels(root: &Path) -> Vec<Program> {
    let folder = root.join("crates/cli/benches/kernels");
    let expected = std::fs::read_to_string(folder.join("expected.txt")).unwrap();
    let rows = expected
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (name, checksum) = line.split_once(char::is_whitespace)?;
            Some((name.to_string(), format!("{}\n", checksum.trim())))
        });
    rows.flat_map(|(name, output)| {
        ["s", "elf", "asm", "mips.elf", "mipsel.elf"].map(|ending| Program {
            file: folder.join(format!("{name}.{ending}")),
            output: output.clone().into_bytes(),
            input: Vec::new(),
            args: Vec::new(),
            options: Vec::new(),
            code: 0,
        })
    })
    .collect()
}
