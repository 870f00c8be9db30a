//! What a hurried teacher may do.

use super::class::{Class, project, solution};
use super::folder::{Folder, Ran};
use super::{RULES, one_of_each, write_course};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// A course and one submission.
fn ready() -> Folder {
    let folder = Folder::new();
    write_course(&folder.path().join("course"), RULES, &one_of_each);
    Class::new(folder.path().join("class"), 1).folder("alice", &solution(), 11.0);
    folder
}

#[track_caller]
fn says(ran: &Ran, code: i32, words: &str) {
    assert!(ran.stderr.contains(words), "{ran:#?}");
    assert_eq!(ran.code, Some(code), "{ran:#?}");
}

#[test]
fn what_is_not_there_is_told() {
    let folder = ready();
    let grade = |args: &[&str]| folder.jal(&[&["grade"], args].concat());
    says(&grade(&[]), 2, "the folder with the submissions is missing");
    says(&grade(&["class", "--course", "cuorse"]), 3, "cuorse");
    says(
        &grade(&["class", "--course", "course/src/merge.s"]),
        2,
        "`course/src/merge.s` is not a course",
    );
    says(&grade(&["clas", "--course", "course"]), 3, "clas");
    fs::create_dir(folder.path().join("nobody")).unwrap();
    says(
        &grade(&["nobody", "--course", "course"]),
        2,
        "there are no submissions in `nobody`",
    );
    says(
        &grade(&["class", "--course", "course", "--only", "alcie"]),
        2,
        "alcie",
    );
    says(
        &grade(&["class", "--course", "course", "--shard", "3/2"]),
        2,
        "1/4",
    );
    says(
        &grade(&["course/course.toml", "--course", "course"]),
        2,
        "`course/course.toml` is a file: pass the folder around it",
    );
    says(
        &grade(&["class", "--course", "course", "-o", "course"]),
        2,
        "among the files of the course",
    );
    says(&grade(&["--gradescope", "nowhere"]), 3, "nowhere/source");
    assert!(!folder.path().join("nowhere").exists());
    says(
        &grade(&["class/alice", "--course", "course"]),
        2,
        "looks like a single submission",
    );
    says(
        &grade(&["class", "--course", "course", "-o", "class/report"]),
        2,
        "among the submissions",
    );
    says(
        &grade(&["class", "--course", "course", "-o", "course/course.toml"]),
        3,
        "cannot create the folder for the report",
    );
    says(
        &grade(&["merge", "class", "-o", "whole"]),
        2,
        "is not a report of jal grade",
    );
    says(
        &grade(&["explain", "alice"]),
        2,
        "is not a report of jal grade",
    );
    assert!(
        !folder.path().join("report").exists(),
        "nothing was graded, and a report was begun"
    );
    assert!(!folder.path().join("whole").exists());
}

#[test]
fn submissions_and_report_may_lie_in_the_folder_of_the_course() {
    let folder = ready();
    let course = folder.path().join("course");
    fs::rename(folder.path().join("class"), course.join("class")).unwrap();
    let alice = course.join("class/alice");
    symlink("..", alice.join("again")).unwrap();
    let grade = |more: &[&str]| {
        let args = ["grade", "course/class/", "--course", "course/course.toml"];
        let ran = folder.jal(&[&args, &["-o", "course/report/"][..], more].concat());
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        fs::read(course.join("report/records/alice.json")).unwrap()
    };
    let first = grade(&[]);
    let scores = super::scores(&course.join("report"));
    assert_eq!(scores["alice"], ("graded".to_owned(), 11.0));
    // Neither is a part of the course, so that nothing has changed.
    Class::new(course.join("class"), 1).folder("bob", &solution(), 11.0);
    assert!(grade(&["--resume"]) == first);
}

#[test]
fn a_report_belongs_to_one_course() {
    let folder = ready();
    let grade = ["grade", "class", "--course", "course"];
    assert_eq!(folder.jal(&grade).code, Some(0));
    let json = folder.jal(&[&grade[..], &["--message-format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["standings"]["graded"], 1);
    assert_eq!(
        (&json["mean"], &json["points"]),
        (&11.0.into(), &11.0.into())
    );
    says(
        &folder.jal(&["grade", "explain", "bob"]),
        2,
        "no record of `bob`",
    );
    let told = folder.jal(&["grade", "explain", "alice"]);
    assert!(
        told.stdout.starts_with("alice: 11 of 11 points\n"),
        "{told:#?}"
    );
    // More parts than submissions are no mistake.
    let part = ["--shard", "2/2", "-o", "part"];
    says(
        &folder.jal(&[&grade[..], &part].concat()),
        0,
        "no submissions in this part",
    );
    let merge = ["grade", "merge", "report", "part", "-o", "whole"];
    let merged = folder.jal(&merge);
    assert_eq!(merged.code, Some(0), "{merged:#?}");
    let other = folder.path().join("course/course.toml");
    let text = fs::read_to_string(&other)
        .unwrap()
        .replace("name = \"2048\"", "name = \"4096\"");
    fs::write(&other, text).unwrap();
    says(&folder.jal(&grade), 2, "another course, `2048`");
    // Whoever left the class leaves the report.
    fs::remove_dir_all(folder.path().join("report")).unwrap();
    Class::new(folder.path().join("class"), 1).folder("bob", &solution(), 11.0);
    assert_eq!(folder.jal(&grade).code, Some(0));
    let page = folder.path().join("report/feedback/bob.html");
    assert!(page.exists());
    fs::remove_dir_all(folder.path().join("class/bob")).unwrap();
    assert_eq!(folder.jal(&grade).code, Some(0));
    assert!(!page.exists());
}

#[test]
fn a_dry_run_tells_and_leaves_no_trace() {
    let folder = ready();
    fs::write(folder.path().join("class/list.txt"), "alice").unwrap();
    let ran = folder.jal(&["grade", "class", "--course", "course", "--dry-run"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    insta::assert_snapshot!(ran.stdout);
    assert!(!folder.path().join("report").exists());
}

#[test]
fn rules_can_be_written_for_a_project_that_has_none() {
    let folder = Folder::new();
    let course = folder.path().join("course");
    super::copy(&project(), &course, &|path| {
        !path.starts_with("tests/") || one_of_each(path)
    });
    fs::remove_file(course.join("course.toml")).unwrap();
    let ran = folder.jal(&["grade", "--init", "--course", "course"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let text = fs::read_to_string(course.join("course.toml")).unwrap();
    insta::assert_snapshot!(text);
    says(
        &folder.jal(&["grade", "--init", "--course", "course"]),
        2,
        "already has rules for grading",
    );
    Class::new(folder.path().join("class"), 1).folder("alice", &solution(), 0.0);
    let ran = folder.jal(&["grade", "class", "--course", "course"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
}

#[test]
fn mistakes_in_the_rules_are_shown_where_they_are() {
    let folder = ready();
    let rules = "
[grade]
gate = \"al\"
deadline = 2025-05-06T13:59:00
deductoin = 0.5
scramble = -1
";
    fs::remove_dir_all(folder.path().join("course")).unwrap();
    write_course(&folder.path().join("course"), rules, &one_of_each);
    let ran = folder.jal(&["grade", "class", "--course", "course"]);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    let place = folder.path().display().to_string();
    insta::assert_snapshot!(ran.stderr.replace(&place, "HERE"));
    assert!(!Path::new("report").exists());
}
