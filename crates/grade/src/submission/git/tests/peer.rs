//! Repositories as git itself writes them. Without git on the machine, nothing is compared.

use super::super::object::{CommitHeader, ObjectId, ObjectKind};
use super::super::store::Repository;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A working tree in a folder that is removed at the end.
struct Work(PathBuf);

impl Drop for Work {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Work {
    /// An empty repository, if git is there to make it.
    fn new(name: &str) -> Option<Self> {
        let folder = format!("jal-git-peer-{name}-{}", std::process::id());
        let work = Work(std::env::temp_dir().join(folder));
        let _ = fs::remove_dir_all(&work.0);
        fs::create_dir_all(&work.0).unwrap();
        if Command::new("git").arg("--version").output().is_err() {
            eprintln!("git is not installed: nothing is compared with it");
            return None;
        }
        work.git(&["init", "-q", "-b", "main", "."]);
        Some(work)
    }

    #[track_caller]
    fn git(&self, arguments: &[&str]) -> Vec<u8> {
        let nobody = "/dev/null";
        let mut command = Command::new("git");
        command.current_dir(&self.0).args(arguments);
        command.env("GIT_CONFIG_GLOBAL", nobody);
        command.env("GIT_CONFIG_SYSTEM", nobody);
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "Alice");
            command.env(format!("GIT_{who}_EMAIL"), "alice@example.org");
            command.env(format!("GIT_{who}_DATE"), "1700000000 +0100");
        }
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {error}");
        output.stdout
    }

    /// Commits whose files resemble each other, so that git stores changes.
    fn grow(&self, from: usize, to: usize) {
        for round in from..to {
            let lines = |k: usize| format!("    addi t{k}, t{k}, {}\n", (k * k + round) % 2048);
            let text: String = (0..600 + 10 * round).map(lines).collect();
            fs::create_dir_all(self.0.join("src/deep")).unwrap();
            fs::write(self.0.join("src/merge.s"), &text).unwrap();
            fs::write(self.0.join("src/deep/place.s"), text.repeat(1 + round % 3)).unwrap();
            fs::write(self.0.join(format!("notes-{round}.txt")), "# notes\n").unwrap();
            self.git(&["add", "."]);
            self.git(&["commit", "-q", "-m", &format!("work {round}")]);
        }
    }

    /// Compares every object that git knows.
    #[track_caller]
    fn check(&self) -> usize {
        let objects = self.git(&["cat-file", "--batch-all-objects", "--batch-check"]);
        let objects = String::from_utf8(objects).unwrap();
        let repository = Repository::open(&self.0.join(".git")).unwrap();
        for line in objects.lines() {
            let mut words = line.split(' ');
            let (name, kind) = (words.next().unwrap(), words.next().unwrap());
            let id = ObjectId::from_hex(name.as_bytes()).unwrap();
            let expected = self.git(&["cat-file", kind, name]);
            let (found, data) = repository.read(id).unwrap();
            assert_eq!((found.word(), data.len()), (kind, expected.len()), "{name}");
            assert!(data == expected, "{name}");
            assert_eq!(repository.size(id).unwrap(), expected.len() as u64);
            assert!(repository.contains(id));
        }
        let head = self.git(&["rev-parse", "HEAD"]);
        let head = ObjectId::from_hex(head.trim_ascii());
        assert_eq!(repository.reference("refs/heads/main").unwrap(), head);
        let commit = repository.read_as(head.unwrap(), ObjectKind::Commit);
        let commit = CommitHeader::parse(&commit.unwrap()).unwrap();
        assert_eq!(commit.time, 1_700_000_000);
        objects.lines().count()
    }
}

fn files(folder: &Path, ending: &str) -> usize {
    let files = fs::read_dir(folder).unwrap().flatten();
    let files = files.filter(|file| file.path().extension().is_some_and(|end| end == ending));
    files.count()
}

#[test]
fn objects_are_those_of_git() {
    let Some(work) = Work::new("objects") else {
        return;
    };
    work.grow(0, 6);
    assert!(work.check() > 20);
    // One pack, and references in a file of their own.
    work.git(&["gc", "-q", "--prune=now"]);
    assert!(!work.0.join(".git/refs/heads/main").exists());
    work.check();
    // Another pack beside it, and a few loose objects.
    work.grow(6, 9);
    work.git(&["repack", "-q", "-d"]);
    work.grow(9, 10);
    assert_eq!(files(&work.0.join(".git/objects/pack"), "pack"), 2);
    work.check();
    // Long chains of changes, by distance and by name.
    work.git(&["gc", "-q", "--aggressive", "--prune=now"]);
    work.check();
    work.git(&[
        "-c",
        "repack.useDeltaBaseOffset=false",
        "repack",
        "-q",
        "-a",
        "-d",
        "-f",
    ]);
    work.check();
}

#[test]
fn tags_symbolic_references_and_shallow_clones_are_read() {
    let Some(work) = Work::new("references") else {
        return;
    };
    work.grow(0, 3);
    work.git(&["tag", "-a", "-m", "done", "handed-in"]);
    let head = ObjectId::from_hex(work.git(&["rev-parse", "HEAD"]).trim_ascii());
    let git = work.0.join(".git");
    let reference = |name: &str| Repository::open(&git).unwrap().reference(name).unwrap();
    assert_eq!(reference("refs/tags/handed-in"), head);
    work.git(&["symbolic-ref", "refs/heads/other", "refs/heads/main"]);
    assert_eq!(reference("refs/heads/other"), head);
    work.git(&["pack-refs", "--all"]);
    assert_eq!(reference("refs/tags/handed-in"), head);
    assert_eq!(reference("refs/heads/other"), head);
    assert_eq!(reference("refs/heads/nothing"), None);
    let from = format!("file://{}", work.0.display());
    work.git(&["clone", "-q", "--depth", "1", &from, "shallow"]);
    let shallow = Repository::open(&work.0.join("shallow/.git")).unwrap();
    let commit = shallow.read_as(head.unwrap(), ObjectKind::Commit).unwrap();
    let parent = CommitHeader::parse(&commit).unwrap().parent.unwrap();
    assert!(!shallow.contains(parent));
}
