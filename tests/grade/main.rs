//! `jal grade` as a course uses it: a whole class, with everything that a class can hand in.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod alike;
mod class;
mod clumsy;
mod evasions;
#[path = "../jal/folder.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod folder;
mod looked_up;
mod machines;
mod own;
#[path = "../../crates/grade/src/submission/git/tests/fixture.rs"]
mod repository;
mod services;
mod staff;
mod stalls;

use class::{Class, project};
use folder::Folder;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// After this, nothing of a repository counts: 2025-05-06T13:59:00+02:00.
const DEADLINE: i64 = 1_746_532_740;

/// The rules of the course in these tests: each task stands alone, so that what a mistake costs can
/// be told beforehand.
const RULES: &str = "
[tests]
max_steps = 100000
max_memory = \"64M\"
[grade]
gate = \"task\"
points = \"all-or-nothing\"
scramble = 1
required = [\"LLM.txt\"]
deadline = 2025-05-06T13:59:00+02:00
";

/// The bundled course with these rules, and of its tests those that `wanted` tells.
fn write_course(folder: &Path, rules: &str, wanted: &dyn Fn(&str) -> bool) {
    copy(&project(), folder, &|path| {
        !path.starts_with("tests/") || wanted(path)
    });
    let file = folder.join("course.toml");
    let text = fs::read_to_string(&file).unwrap();
    let (name, tasks) = text.split_once("\n# Tests need").unwrap();
    let (_, tasks) = tasks.split_once("\n[[task]]").unwrap();
    let text = format!("{name}\n[[task]]{tasks}");
    let (before, after) = text.split_once("\n# How submissions are graded").unwrap();
    let (_, after) = after.split_once("\n# Inputs for").unwrap();
    fs::write(file, format!("{before}{rules}\n# Inputs for{after}")).unwrap();
}

/// The tests that tell the mistakes of the class apart: two public ones a subroutine would not do,
/// but not all are needed.
fn few(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let number = name.trim_end_matches(|c: char| !c.is_ascii_digit());
    path.starts_with("tests/eval")
        || path.starts_with("tests/pub")
            && ["1", "2", "3", "4"]
                .iter()
                .any(|n| number.ends_with(&format!("_{n}")))
        || path.matches('/').count() == 1
}

fn copy(from: &Path, to: &Path, wanted: &dyn Fn(&str) -> bool) {
    for (path, _) in listing(from) {
        let path = path.to_str().unwrap();
        if from.join(path).is_file() && wanted(path) {
            let target = to.join(path);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(from.join(path), target).unwrap();
        }
    }
}

/// Everything below a folder: sizes and times, without following links.
fn listing(folder: &Path) -> BTreeMap<PathBuf, (u64, SystemTime)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(&inside).unwrap() {
            let entry = entry.unwrap();
            let meta = entry.metadata().unwrap();
            if meta.is_dir() {
                folders.push(entry.path());
            }
            let path = entry.path().strip_prefix(folder).unwrap().to_owned();
            found.insert(path, (meta.len(), meta.modified().unwrap()));
        }
    }
    found
}

/// The bytes of all files below a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = listing(folder).into_keys();
    let files = files.filter(|path| folder.join(path).is_file());
    files
        .map(|path| (path.clone(), fs::read(folder.join(&path)).unwrap()))
        .collect()
}

/// Two reports are the same, byte for byte.
#[track_caller]
fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (contents(one), contents(other));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for (path, bytes) in &one {
        assert!(*bytes == other[path], "{} differs", path.display());
    }
}

/// The scores in a report, by name.
fn scores(report: &Path) -> BTreeMap<String, (String, f64)> {
    let text = fs::read_to_string(report.join("report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rows = json["submissions"].as_array().unwrap().iter();
    rows.map(|row| {
        let standing = row["standing"]["is"].as_str().unwrap().to_owned();
        let name = row["name"].as_str().unwrap().to_owned();
        (name, (standing, row["score"].as_f64().unwrap()))
    })
    .collect()
}

#[test]
fn every_score_is_as_expected_and_nothing_gets_out() {
    let folder = Folder::new();
    let root = folder.path();
    write_course(&root.join("course"), RULES, &few);
    fs::write(root.join("secret"), "SECRET-OF-THE-STAFF\n").unwrap();
    fs::write(root.join("course/tests/eval/notes.txt"), "HIDDEN-NOTES\n").unwrap();
    let mut class = Class::new(root.join("class"), 2048);
    class.add_right();
    class.add_wrong();
    class.add_escapes(&root.join("secret"), &root.join("report"));
    class.add_archives();
    class.add_repositories(DEADLINE);
    let before = listing(root);
    let ran = folder.jal(&["grade", "class", "--course", "course", "-o", "report"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");

    let found = scores(&root.join("report"));
    let mut wrong = Vec::new();
    for expected in &class.expected {
        let found = &found[&expected.name];
        if *found != (expected.standing.to_owned(), expected.score) {
            wrong.push(format!("{expected:?}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(found.len(), class.expected.len());

    let mut after = listing(root);
    after.retain(|path, _| !path.starts_with("report"));
    assert!(before == after, "something outside of the report changed");
    assert!(!Path::new("/tmp/evil").exists() && !Path::new("/tmp/evil.s").exists());
    assert!(!root.join("report/evil").exists());
    assert!(!root.join("report/temporary").exists());
    for (path, bytes) in contents(&root.join("report")) {
        let text = String::from_utf8_lossy(&bytes);
        for leak in ["SECRET-OF", "root:x:", "HIDDEN-NOTES"] {
            assert!(!text.contains(leak), "{leak} is in {}", path.display());
        }
        assert!(bytes.len() < 1 << 20, "{} is too long", path.display());
        // What a student gets says nothing about hidden tests but their hints.
        if path.starts_with("feedback") {
            for leak in ["_e1", "_e2", "_e3"] {
                assert!(!text.contains(leak), "{leak} is in {}", path.display());
            }
        }
    }
}

/// Mistakes that no test sees, or only one of two tasks, are found beside the model.
#[test]
fn what_tests_miss_a_comparison_with_the_model_finds() {
    let folder = Folder::new();
    let root = folder.path();
    let rules = format!("{RULES}fuzz = 300\n");
    write_course(&root.join("course"), &rules, &one_of_each);
    let mut class = Class::new(root.join("class"), 1);
    class.folder("right", &class::solution(), 11.0);
    for (_, name, text) in class::mutants() {
        if class::points_by_tests(&name) > 5.0 && name.starts_with("merge-") {
            class.folder(&name, &class::with("src/merge.s", &text), 5.0);
        }
    }
    assert_eq!(class.expected.len(), 3);
    let ran = folder.jal(&["grade", "class", "--course", "course"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let found = scores(&root.join("report"));
    for expected in &class.expected {
        assert_eq!(found[&expected.name].1, expected.score, "{}", expected.name);
    }
    let told = folder.jal(&["grade", "explain", "merge-empty"]).stdout;
    // Each submission has its seed, which follows from every file of the course.
    let (_, seed) = told.split_once("(seed ").unwrap();
    let (seed, _) = seed.split_once(',').unwrap();
    insta::assert_snapshot!(told.replace(seed, "N"));
}

/// A small class with something of everything.
fn small_class(folder: &Path) -> Class {
    let mut class = Class::new(folder.to_owned(), 7);
    class.add_right();
    for (function, name, text) in class::mutants().into_iter().step_by(4) {
        let files = class::with(&format!("src/{function}.s"), &text);
        class.folder(&name, &files, class::points_by_tests(&name));
    }
    class.add_repositories(DEADLINE);
    class
}

fn one_of_each(path: &str) -> bool {
    few(path) && (path.contains("1.") || path.matches('/').count() == 1)
}

#[test]
fn the_same_class_gives_the_same_report_in_every_way() {
    let folder = Folder::new();
    let root = folder.path();
    write_course(&root.join("course"), RULES, &one_of_each);
    small_class(&root.join("class"));
    let grade = |more: &[&str]| {
        let args = [&["grade", "class", "--course", "course/course.toml"], more].concat();
        let ran = folder.jal(&args);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    };
    let report = |name: &str| root.join(name);
    grade(&["-o", "whole", "--gradescope"]);
    grade(&["-o", "single", "--jobs", "1", "--gradescope"]);
    assert_same(&report("whole"), &report("single"));
    for part in ["1", "2", "3"] {
        let (shard, output) = (format!("{part}/3"), format!("part{part}"));
        grade(&["--shard", &shard, "-o", &output]);
    }
    let merge = ["grade", "merge", "part1", "part2", "part3", "-o", "merged"];
    let ran = folder.jal(&[&merge[..], &["--gradescope"]].concat());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_same(&report("whole"), &report("merged"));
    // One that is graded again changes nothing; one that has changed does.
    grade(&["-o", "merged", "--only", "right"]);
    assert_same(&report("whole"), &report("merged"));
    fs::write(
        root.join("class/right/src/place.s"),
        ".globl place\nplace: ret\n",
    )
    .unwrap();
    grade(&["-o", "merged", "--only", "right"]);
    assert_eq!(scores(&report("merged"))["right"].1, 10.0);
    assert_eq!(
        scores(&report("merged")).len(),
        scores(&report("whole")).len()
    );
}

#[test]
fn a_run_that_was_killed_can_be_resumed() {
    let folder = Folder::new();
    let root = folder.path();
    write_course(&root.join("course"), RULES, &one_of_each);
    small_class(&root.join("class"));
    let args = ["grade", "class", "--course", "course", "-o"];
    let whole = folder.jal(&[&args[..], &["whole"]].concat());
    assert_eq!(whole.code, Some(0), "{whole:#?}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_jal"))
        .args(args)
        .arg("killed")
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let records = root.join("killed/records");
    let begin = Instant::now();
    let count = || fs::read_dir(&records).map_or(0, Iterator::count);
    while count() < 3 && begin.elapsed() < Duration::from_secs(60) {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!root.join("killed/report.html").exists());
    // What lies there is whole.
    for path in fs::read_dir(&records)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        let record: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(record["version"], 6);
    }
    // Records that are there are not made again.
    let kept = fs::read_dir(&records)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let time = fs::metadata(&kept).unwrap().modified().unwrap();
    let resumed = folder.jal(&[&args[..], &["killed", "--resume"]].concat());
    assert_eq!(resumed.code, Some(0), "{resumed:#?}");
    assert_eq!(resumed.stdout.lines().next(), whole.stdout.lines().next());
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), time);
    assert_same(&root.join("whole"), &root.join("killed"));
}
