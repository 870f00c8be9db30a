//! Programs that keep to the calling convention, and programs that break it: what
//! `jal run --check` says about each of those in `tests/callconv`.
//!
//! A program begins with comments that tell what is expected of the check, so that no snapshot can
//! be accepted that says something else:
//!
//! | line | meaning |
//! |---|---|
//! | `# expect: no finding` | nothing is found |
//! | `# expect: CC0101 s0 line 12` | a finding with this code names the register, and points to the line |
//! | `# expect: CC0201\|CC0202 a1 line 9` | the same with one of the codes |
//! | `# expect: text 1000` | this stands in the messages |
//! | `# options: --max-steps 10000` | options for jal |
//!
//! There are as many findings as such lines, and no others. A program without findings prints the
//! same with the check and without it, and whatever the registers are filled with.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The exit code that tells of findings.
const FINDINGS: i32 = 123;
/// Options that a run without the check has, too.
const PLAIN_OPTIONS: [&str; 3] = ["--max-steps", "--virtual-time", "--delay-slots"];
/// What registers are filled with.
const SEEDS: std::ops::Range<u32> = 1..3;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/callconv");
    let mut trials = Vec::new();
    for machine in ["rv32", "mips32"] {
        let folder = root.join(machine);
        let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for file in files {
            let case = Case::read(machine, file);
            trials.push(Trial::test(case.name.clone(), move || case.check()));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A program and what is expected of the check.
struct Case {
    name: String,
    file: PathBuf,
    options: Vec<String>,
    findings: Vec<Finding>,
    texts: Vec<String>,
}

/// A finding that is expected.
struct Finding {
    codes: Vec<String>,
    subject: String,
    line: u64,
}

impl Case {
    fn read(machine: &str, file: PathBuf) -> Case {
        let stem = file.file_stem().unwrap().to_string_lossy();
        let name = format!("{machine}_{stem}");
        let source = std::fs::read_to_string(&file).unwrap();
        let entries = |key: &str| -> Vec<String> {
            let lines = source.lines().filter_map(|line| line.strip_prefix(key));
            lines.map(|rest| rest.trim().to_owned()).collect()
        };
        let options = entries("# options:");
        let options = options.iter().flat_map(|line| line.split_whitespace());
        let expected = entries("# expect:");
        assert!(!expected.is_empty(), "{name}: nothing is expected");
        let (texts, findings): (Vec<String>, Vec<String>) = expected
            .into_iter()
            .filter(|line| line != "no finding")
            .partition(|line| line.starts_with("text "));
        Case {
            options: options.map(str::to_owned).collect(),
            findings: findings.iter().map(|line| Finding::parse(line)).collect(),
            texts: texts.iter().map(|line| line[5..].to_owned()).collect(),
            name,
            file,
        }
    }

    fn check(&self) -> Result<(), Failed> {
        let output = self.run(&self.checked(&[]));
        let messages = self.run(&self.checked(&["--message-format", "json"]));
        self.check_findings(&messages)?;
        self.check_exit_code(&messages)?;
        if self.findings.is_empty() {
            self.check_nothing_changes(&output)?;
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("callconv/snapshots");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let said = String::from_utf8_lossy(&output.stderr);
        let text = format!("{said}--- exit code {}\n", code(&output));
        settings.bind(|| insta::assert_snapshot!(self.name.as_str(), text));
        Ok(())
    }

    fn checked(&self, more: &[&str]) -> Vec<String> {
        let mut options = vec!["--check".to_owned()];
        options.extend(self.options.iter().cloned());
        options.extend(more.iter().map(|&option| option.to_owned()));
        options
    }

    /// The options that have nothing to do with the check.
    fn plain(&self) -> Vec<String> {
        let mut kept = false;
        let is_plain = |option: &&String| {
            if option.starts_with("--") {
                kept = PLAIN_OPTIONS.contains(&option.as_str());
            }
            kept
        };
        self.options.iter().filter(is_plain).cloned().collect()
    }

    fn run(&self, options: &[String]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_jal"))
            .arg("run")
            .args(options)
            .arg(self.file.file_name().unwrap())
            .current_dir(self.file.parent().unwrap())
            .output()
            .unwrap()
    }

    /// The findings are those that the program's comment names.
    fn check_findings(&self, messages: &Output) -> Result<(), Failed> {
        let text = String::from_utf8_lossy(&messages.stderr);
        let mut found = Vec::new();
        for line in text.lines() {
            let message: Value =
                serde_json::from_str(line).map_err(|_| format!("no finding, but: {line}"))?;
            let code = message["code"].as_str().unwrap_or_default();
            let is_named = |finding: &Finding| finding.codes.iter().any(|known| known == code);
            if code.starts_with("CC") || self.findings.iter().any(is_named) {
                found.push(message);
            }
        }
        let rendered = rendered(&found);
        for finding in &self.findings {
            let Some(index) = found.iter().position(|message| finding.is(message)) else {
                return Err(format!("{finding} is missing in\n{rendered}").into());
            };
            found.swap_remove(index);
        }
        if !found.is_empty() {
            return Err(format!("there should be less than\n{rendered}").into());
        }
        match self.texts.iter().find(|text| !rendered.contains(&**text)) {
            Some(text) => Err(format!("`{text}` is missing in\n{rendered}").into()),
            None => Ok(()),
        }
    }

    /// The exit code tells of findings that are more than a warning, unless the program was
    /// stopped, which has an exit code of its own.
    fn check_exit_code(&self, messages: &Output) -> Result<(), Failed> {
        let text = String::from_utf8_lossy(&messages.stderr);
        let is_error = |kind: &str| {
            text.lines().any(|line| {
                let message: Value = serde_json::from_str(line).unwrap_or_default();
                let code = message["code"].as_str().unwrap_or_default();
                code.starts_with(kind) && message["severity"] == "error"
            })
        };
        if (code(messages) == FINDINGS) != (is_error("CC") && !is_error("R")) {
            return Err(format!("exit code {}", code(messages)).into());
        }
        Ok(())
    }

    /// Neither the check nor what lies in unknown registers changes what the program does.
    fn check_nothing_changes(&self, checked: &Output) -> Result<(), Failed> {
        let is_same = |a: &Output, b: &Output| a.stdout == b.stdout && code(a) == code(b);
        let plain = self.run(&self.plain());
        if !is_same(checked, &plain) {
            return Err("the check changes what the program does".into());
        }
        if self.options.iter().any(|o| o.starts_with("--scramble")) {
            return Ok(());
        }
        for seed in SEEDS {
            let scrambled = self.run(&self.checked(&[&format!("--scramble={seed}")]));
            if !is_same(&scrambled, &plain) {
                let printed = String::from_utf8_lossy(&scrambled.stdout);
                let said = String::from_utf8_lossy(&scrambled.stderr);
                return Err(format!("with seed {seed} it prints\n{printed}\n{said}").into());
            }
        }
        Ok(())
    }
}

impl Finding {
    /// Reads `CC0101 s0 line 12`.
    fn parse(text: &str) -> Finding {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [codes, subject, "line", line] = words[..] else {
            panic!("`{text}` is no finding");
        };
        Finding {
            codes: codes.split('|').map(str::to_owned).collect(),
            subject: subject.to_owned(),
            line: line.parse().unwrap(),
        }
    }

    /// Whether a message is this finding: it has the code, names the register, and points to the
    /// line.
    fn is(&self, message: &Value) -> bool {
        let code = message["code"].as_str().unwrap_or_default();
        let rendered = message["rendered"].as_str().unwrap_or_default();
        let empty = Vec::new();
        let labels = message["labels"].as_array().unwrap_or(&empty);
        self.codes.iter().any(|known| known == code)
            && names(rendered, &self.subject)
            && labels.iter().any(|label| label["line"] == self.line)
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (codes, subject, line) = (self.codes.join("|"), &self.subject, self.line);
        write!(f, "{codes} {subject} line {line}")
    }
}

/// Whether a text names a register, or something else, as a word.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    text.split(|c| !is_part(c)).any(|word| word == name)
}

fn rendered(messages: &[Value]) -> String {
    let texts = messages.iter().filter_map(|m| m["rendered"].as_str());
    texts.collect::<Vec<_>>().join("\n")
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}
