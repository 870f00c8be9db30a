//! A class with bare repositories, and students who push into them with git.

use crate::server::{ROOT, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What students write in the bundled course.
pub(crate) const FILES: [&str; 8] = [
    "check_victory",
    "place",
    "move_check",
    "move_one",
    "move_left",
    "merge",
    "complete_move",
    "printboard",
];

/// The bundled course.
pub(crate) fn course() -> PathBuf {
    Path::new(ROOT)
        .join("asm/rv32/2048")
        .canonicalize()
        .unwrap()
}

/// A class below a folder.
pub(crate) struct Class {
    pub(crate) folder: PathBuf,
    pub(crate) names: Vec<String>,
}

impl Class {
    /// Students with empty bare repositories and a working copy each.
    pub(crate) fn new(folder: &Path, names: &[&str]) -> Self {
        let class = Class {
            folder: folder.to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        fs::create_dir_all(folder.join("git")).unwrap();
        for name in names {
            let bare = class.repository(name);
            git(
                folder,
                &[
                    "init",
                    "--quiet",
                    "--bare",
                    "--initial-branch=main",
                    &bare.display().to_string(),
                ],
            );
            let work = class.work(name);
            fs::create_dir_all(work.join("src")).unwrap();
            git(&work, &["init", "--quiet", "--initial-branch=main"]);
            git(
                &work,
                &["remote", "add", "origin", &bare.display().to_string()],
            );
        }
        class
    }

    pub(crate) fn repository(&self, name: &str) -> PathBuf {
        self.folder.join("git").join(format!("{name}.git"))
    }

    pub(crate) fn work(&self, name: &str) -> PathBuf {
        self.folder.join("work").join(name)
    }

    /// The roster, and the lines of `serve.toml` that say where repositories are.
    pub(crate) fn settings(&self, data: &Path) -> String {
        fs::create_dir_all(data).unwrap();
        let lines = self
            .names
            .iter()
            .map(|name| format!("{name},{name}@example.org\n"));
        fs::write(
            data.join("roster.csv"),
            format!("name,email\n{}", lines.collect::<String>()),
        )
        .unwrap();
        let path = self.folder.join("git/{name}.git");
        format!(
            "[repositories]\npath = {:?}\nscan = \"1s\"\n",
            path.display().to_string()
        )
    }

    /// Writes a file of a student.
    pub(crate) fn write(&self, name: &str, path: &str, text: impl AsRef<[u8]>) {
        let file = self.work(name).join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Writes the model solution.
    pub(crate) fn solve(&self, name: &str) {
        for file in FILES {
            let path = format!("src/{file}.s");
            self.write(name, &path, fs::read(course().join(&path)).unwrap());
        }
        self.write(name, "LLM.txt", "none\n");
    }

    /// Writes what students begin with.
    pub(crate) fn begin(&self, name: &str) {
        for file in FILES {
            let path = format!("src/{file}.s");
            self.write(
                name,
                &path,
                fs::read(course().join("handout").join(&path)).unwrap(),
            );
        }
    }

    /// Commits and pushes; the commit.
    pub(crate) fn push(&self, name: &str) -> String {
        let work = self.work(name);
        git(&work, &["add", "-A"]);
        git(&work, &["commit", "--quiet", "--allow-empty", "-m", "work"]);
        git(
            &work,
            &["push", "--quiet", "--force", "origin", "HEAD:main"],
        );
        git(&work, &["rev-parse", "HEAD"]).trim().to_owned()
    }
}

/// Runs git; what it prints.
#[track_caller]
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    run(Command::new("git")
        .args([
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@example.org",
            "-c",
            "core.fsync=none",
            "-c",
            "gc.auto=0",
        ])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .current_dir(folder))
}
