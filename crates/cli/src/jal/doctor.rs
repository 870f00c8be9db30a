//! `jal doctor`: checks what jal needs, here and now, and says what to do about what is missing.

use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use clap::Args;
use diag::number::count;
use harness::fuzz::sealed;
use harness::{Project, TestKind};
use std::env;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// How narrow a terminal may be for the full screens.
const COLUMNS: usize = 80;
/// The scripts of a hand-out that need Python.
const SCRIPTS: [&str; 2] = ["run_tests.py", "run_gui.py"];

/// What is printed below the options.
pub(super) const DOCTOR_HELP: &str = "\
Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage, 3 jal itself failed.";

// `jal doctor`
#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// The project; by default the one around this folder
    pub dir: Option<PathBuf>,
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Health {
    /// As it should be.
    Good,
    /// Something will not work, or not look well.
    Lacking,
    /// Something is wrong.
    Wrong,
}

/// One thing that was looked at.
#[derive(Debug)]
struct Examined {
    health: Health,
    what: String,
    advice: Option<String>,
}

impl Examined {
    fn good(what: impl Into<String>) -> Self {
        Examined {
            health: Health::Good,
            what: what.into(),
            advice: None,
        }
    }

    fn bad(health: Health, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Examined {
            health,
            what: what.into(),
            advice: Some(advice.into()),
        }
    }

    fn lines(&self) -> String {
        let sign = match self.health {
            Health::Good => "ok   ",
            Health::Lacking => "note ",
            Health::Wrong => "WRONG",
        };
        let advice = self.advice.iter();
        let advice: String = advice
            .map(|advice| format!("         {advice}\n"))
            .collect();
        format!("  {sign}  {}\n{advice}", self.what)
    }
}

/// Looks at everything; the exit code.
pub(super) fn run(args: &DoctorArgs) -> Result<u8, ExpectedError> {
    let here = env::current_dir().context("there is no working directory")?;
    let project = args.dir.clone().unwrap_or_default();
    let parts = [
        ("Programs", programs()),
        ("Terminal", terminal()),
        ("Project", project_here(&project, &here)),
        ("System", system()),
    ];
    let mut out = String::new();
    for (title, examined) in &parts {
        out.push_str(&format!("{title}\n"));
        out.extend(examined.iter().map(Examined::lines));
        out.push('\n');
    }
    let all = parts.iter().flat_map(|(_, examined)| examined);
    let wrong = all
        .filter(|examined| examined.health == Health::Wrong)
        .count();
    out.push_str(&match wrong {
        0 => "jal can work here.\n".to_owned(),
        wrong => format!("{} to fix.\n", count(wrong as u64, "problem")),
    });
    io::stdout().write_all(out.as_bytes())?;
    Ok(match wrong {
        0 => exit::SUCCESS,
        _ => exit::FINDINGS,
    })
}

/// The first program of this name that a shell finds.
fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join(&file));
    files.find(|file| file.is_file())
}

fn same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some() && real(one) == real(other)
}

/// This program, and those that come with it.
fn programs() -> Vec<Examined> {
    let version = env!("CARGO_PKG_VERSION");
    let Ok(own) = env::current_exe() else {
        return vec![Examined::good(format!("jal {version}"))];
    };
    let shown = own.display();
    let mut found = vec![match on_path("jal") {
        Some(first) if same(&first, &own) => Examined::good(format!("jal {version}, {shown}")),
        Some(first) => Examined::bad(
            Health::Wrong,
            format!("this is {shown}, but `jal` starts {}", first.display()),
            "remove the other one, or put the folder of this one first in PATH",
        ),
        None => Examined::bad(
            Health::Lacking,
            format!("jal {version}, {shown}, is not on PATH"),
            "add its folder to PATH, so that `jal` alone starts it",
        ),
    }];
    for name in ["venus", "mars", "rars", "spim"] {
        let file = own.with_file_name(format!("{name}{}", env::consts::EXE_SUFFIX));
        found.push(match (file.is_file(), on_path(name)) {
            (true, Some(first)) if !same(&first, &file) => Examined::bad(
                Health::Lacking,
                format!("`{name}` starts another program: {}", first.display()),
                format!("to get the one of jal, type {}", file.display()),
            ),
            (true, _) => Examined::good(format!("{name} is beside it")),
            (false, _) => Examined::bad(
                Health::Lacking,
                format!("{name} is not beside it"),
                "install all programs of the release: the scripts of a hand-out need it",
            ),
        });
    }
    found
}

/// What the terminal can do.
fn terminal() -> Vec<Examined> {
    let mut found = Vec::new();
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
    found.push(match is_terminal && !dumb {
        true => Examined::good("full screens work: jal debug --tui, jal play"),
        false => Examined::bad(
            Health::Lacking,
            "this is not a terminal, or a very simple one: jal debug --tui and jal play do not work",
            "run `jal doctor` in a terminal, without a pipe",
        ),
    });
    if let Some(columns) = platform::columns(io::stdout()) {
        found.push(match columns >= COLUMNS {
            true => Examined::good(format!("{columns} columns")),
            false => Examined::bad(
                Health::Lacking,
                format!("{columns} columns: messages will be cut"),
                format!("make the window at least {COLUMNS} columns wide"),
            ),
        });
    }
    found.push(
        match env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            true => Examined::bad(
                Health::Lacking,
                "NO_COLOR is set: no colours",
                "unset it, or use --color always",
            ),
            false => Examined::good("colours are on"),
        },
    );
    found.push(match platform::shows_utf8() {
        true => Examined::good("UTF-8"),
        false => Examined::bad(
            Health::Lacking,
            "the locale is not UTF-8: boxes and arrows may look wrong",
            "set LANG to a UTF-8 locale, such as C.UTF-8",
        ),
    });
    found
}

/// The project around a folder.
fn project_here(dir: &Path, here: &Path) -> Vec<Examined> {
    let Some(root) = Project::root_of(dir, here) else {
        return vec![Examined::bad(
            Health::Lacking,
            "there is no project here: no folder `tests`, no course.toml",
            "change into the folder of your project; `jal new DIR` writes one",
        )];
    };
    let project = Project::open(&root, here);
    let whole = here.join(&root);
    let mut found = vec![course(&project, &whole)];
    let tests = project.tests().count();
    let units = project.tests().filter(|test| test.kind == TestKind::Unit);
    found.push(match tests {
        0 => Examined::bad(
            Health::Lacking,
            "there are no tests",
            "put NAME.s and NAME.ref into tests/pub",
        ),
        tests => {
            let units = count(units.count() as u64, "unit test");
            Examined::good(format!(
                "{}, {units} among them",
                count(tests as u64, "test")
            ))
        }
    });
    if whole.join(sealed::FILE).is_file() {
        found.push(Examined::good(format!("{}: jal fuzz works", sealed::FILE)));
    }
    if SCRIPTS.iter().any(|script| whole.join(script).is_file()) {
        let python = ["python3", "python"].into_iter().find_map(on_path);
        found.push(match python {
            Some(python) => Examined::good(format!("the scripts use {}", python.display())),
            None => Examined::bad(
                Health::Lacking,
                "there is no Python for run_tests.py and run_gui.py",
                "use `jal test` and `jal play .`, which do the same",
            ),
        });
    }
    found
}

fn course(project: &Project, root: &Path) -> Examined {
    let errors = project.has_errors();
    let said = project.diagnostics.first();
    match said {
        Some(first) if errors => Examined::bad(
            Health::Wrong,
            format!("course.toml has mistakes: {}", first.title),
            "`jal test` shows them with their places",
        ),
        Some(first) => Examined::bad(
            Health::Lacking,
            format!("course.toml: {}", first.title),
            "`jal test` shows the place",
        ),
        None if root.join(harness::course::FILE).is_file() => {
            let name = project.course.name.as_deref().unwrap_or("without a name");
            let tasks = count(project.course.tasks.len() as u64, "task");
            Examined::good(format!("course.toml: {name}, {tasks}"))
        }
        None => Examined::good("a folder of tests without course.toml"),
    }
}

/// Folders to write into, other programs, and confinement.
fn system() -> Vec<Examined> {
    let mut found = vec![writable("temporary files", &env::temp_dir())];
    match platform::state_folder() {
        Some(folder) => found.push(writable("best scores and history", &folder)),
        None => found.push(Examined::bad(
            Health::Lacking,
            "there is no folder for best scores and history",
            "set HOME (on Windows, LOCALAPPDATA)",
        )),
    }
    found.push(match on_path("git") {
        Some(git) => Examined::good(format!("git: {}", git.display())),
        None => Examined::bad(
            Health::Lacking,
            "git is not installed; jal does not need it",
            "install it if your course collects work by git",
        ),
    });
    found.extend(confinement());
    found
}

/// Whether files can be made in a folder, or in the one in which it would be made.
fn writable(what: &str, folder: &Path) -> Examined {
    let there = folder.ancestors().find(|folder| folder.is_dir());
    let there = there.unwrap_or(folder);
    let probe = there.join(format!(".jal-doctor-{}", std::process::id()));
    let written = fs::write(&probe, b"").and_then(|()| fs::remove_file(&probe));
    match written {
        Ok(()) => Examined::good(format!("{what}: {}", folder.display())),
        Err(error) => Examined::bad(
            Health::Wrong,
            format!("{what}: cannot write into {}: {error}", there.display()),
            "make the folder writable, or free some space",
        ),
    }
}

/// Whether a grader can be confined. A thread of its own tries it, because it cannot go back.
#[cfg(feature = "grade")]
fn confinement() -> Option<Examined> {
    use platform::confine::{Confined, confine};
    let temporary = env::temp_dir();
    let tried = std::thread::spawn(move || confine(&[&temporary], &[]));
    Some(match tried.join().ok()? {
        Confined::Fully => Examined::good("jal grade can confine itself"),
        Confined::Partly => Examined::bad(
            Health::Lacking,
            "jal grade can confine itself only partly: the kernel is old",
            "use a newer kernel to grade submissions that you do not trust",
        ),
        Confined::Not { why } => Examined::bad(
            Health::Lacking,
            format!("jal grade cannot confine itself: {why}"),
            "grade on Linux with landlock, or trust the submissions: --trust",
        ),
    })
}

#[cfg(not(feature = "grade"))]
fn confinement() -> Option<Examined> {
    None
}
