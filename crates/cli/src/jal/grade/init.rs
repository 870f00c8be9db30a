//! `jal grade --init`: rules for grading, written out with what they mean, for a project that has
//! none.

use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use harness::Project;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The rules, with their usual values.
const RULES: &str = r#"
# How submissions are graded; `jal grade --dry-run` shows what would happen. `jal new DIR --course .`
# makes the hand-out for students, with a sealed reference for `jal fuzz`.
[grade]
# Which public tests must pass to get points: "none", "task" (those of a task, for its
# points) or "all" (all of them, for any points).
gate = "task"
# How tests become points: "all-or-nothing" or "proportional".
points = "all-or-nothing"
# What happens on a mistake in the calling convention: "failure" of the test, "deduction" (a part
# of the task's points), "note", "venus" (only what `venus -cc` reports fails the test), or "off".
convention = "failure"
# deduction = 0.5
# Each test runs again with this many seeds of values that the convention leaves undefined.
scramble = 3
# The number of inputs on which each function with a [[fuzz]] entry is compared with the course's
# own; each submission gets other inputs.
fuzz = 100
# How much each test counts, and each compared function. Students have the public tests and their
# answers: these alone should be worth little.
weights = { public = 0 }
# The folders of tests: public ones, and those that students do not see.
public = ["pub"]
daily = ["daily"]
eval = ["eval"]
# Files that are taken from a submission; by default those of the tasks and tests/student/*.
# Everything else is always the course's own.
# files = ["src/*.s", "tests/student/*"]
# Files that must be handed in.
required = []
# In a repository, the last commit on `main` before this time counts.
# deadline = 2025-05-06T13:59:00+02:00
"#;

/// What follows the rules where no function is compared yet.
const FUZZ: &str = "
# Inputs on which functions are compared with the course's own, in src/: say what each takes, remove
# the comment signs, and set `fuzz` above. docs/unit-tests.md lists the generators.
";

/// Writes or extends `course.toml`.
pub(super) fn init(folder: &Path) -> Result<u8, ExpectedError> {
    let file = folder.join(harness::course::FILE);
    let before = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return Ok(Err(error).with_context(|| format!("cannot read `{}`", file.display()))?);
        }
    };
    if before.lines().any(|line| line.trim() == "[grade]") {
        return Err(ExpectedError::Usage(format!(
            "`{}` already has rules for grading: look for [grade]",
            file.display()
        )));
    }
    let mut text = before.clone();
    if before.is_empty() {
        text.push_str("# How many points this project is worth, and which tests decide.\n");
    }
    let tasks = tasks(folder);
    if !before.contains("[[task]]") {
        text.extend(tasks.iter().map(|(stem, name)| task(stem, name)));
    }
    let has_fuzz = before.contains("[[fuzz]]");
    text.push_str(&rules(folder, has_fuzz));
    if !has_fuzz {
        text.push_str(FUZZ);
        text.extend(tasks.keys().map(|stem| fuzz(stem)));
    }
    fs::write(&file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
    writeln!(io::stdout(), "{}", file.display())?;
    Ok(exit::SUCCESS)
}

/// The rules. Folders of tests that are not there are left out, and what would have no effect, or
/// leave nobody any points, is a comment.
fn rules(folder: &Path, has_fuzz: bool) -> String {
    let tests = folder.join(harness::project::TESTS);
    let has = |name: &str| tests.join(name).is_dir();
    let is_there = |line: &&str| {
        let tier = ["public", "daily", "eval"].into_iter();
        let mut tier = tier.zip(["pub", "daily", "eval"]);
        tier.all(|(key, name)| !line.starts_with(key) || has(name))
    };
    let lines = RULES.lines().filter(is_there);
    let lines = lines.map(|line| {
        let counts = match line {
            line if line.starts_with("fuzz") => has_fuzz,
            line if line.starts_with("weights") => has("daily") || has("eval"),
            _ => true,
        };
        format!("{}{line}\n", if counts { "" } else { "# " })
    });
    lines.collect()
}

/// What to compare a function on. Only people know what it takes, so this is an example.
fn fuzz(stem: &str) -> String {
    format!(
        "#\n# [[fuzz]]\n# call = \"{stem}\"\n# row = \"row(len = 1..=9, values = [0, 2, 4])\"\n\
         # args = [\"&row\", \"len(row)\"]\n"
    )
}

fn task(stem: &str, name: &str) -> String {
    format!(
        "\n[[task]]\nname = \"{stem}\"\npoints = 1\nfiles = [\"src/{name}\"]\n\
         tests = [\"test_{stem}_*\"]\n"
    )
}

/// The sources that have tests: name without and with its extension.
fn tasks(folder: &Path) -> BTreeMap<String, String> {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let project = Project::open(Path::new(""), &folder);
    let tests: Vec<&str> = project.tests().map(|test| test.name.as_str()).collect();
    let mut tasks: BTreeMap<String, String> = BTreeMap::new();
    for entry in fs::read_dir(folder.join("src"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let path = entry.path();
        let (Some(name), Some(stem)) = (path.file_name(), path.file_stem()) else {
            continue;
        };
        let (name, stem) = (name.to_string_lossy(), stem.to_string_lossy());
        let pattern = format!("test_{stem}_");
        if tests.iter().any(|test| test.starts_with(&pattern)) {
            tasks.insert(stem.into_owned(), name.into_owned());
        }
    }
    tasks
}
