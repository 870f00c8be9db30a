//! One submission at a time: Gradescope's folders, and GitHub Classroom's result.

use super::class::{Class, solution, with};
use super::folder::Folder;
use super::{RULES, one_of_each, write_course};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The course and one submission that gets 10 of 11 points, in Gradescope's folders.
fn folders() -> Folder {
    let folder = Folder::new();
    let root = folder.path();
    write_course(&root.join("source"), RULES, &one_of_each);
    let wrong = with("src/place.s", ".globl place\nplace: ret\n");
    Class::new(root.to_owned(), 1).folder("submission", &wrong, 10.0);
    folder
}

#[test]
fn gradescope_finds_its_results() {
    let folder = folders();
    let ran = folder.jal(&["grade", "--gradescope", "."]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let text = fs::read_to_string(folder.path().join("results/results.json")).unwrap();
    let results: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(results["score"], 10.0);
    let tests = results["tests"].as_array().unwrap();
    let tasks: Vec<f64> = tests
        .iter()
        .filter_map(|test| test["score"].as_f64())
        .collect();
    assert_eq!(tasks, [1.0, 0.0, 1.0, 5.0, 2.0, 1.0]);
    let failed: Vec<&str> = tests
        .iter()
        .filter(|test| test["status"] == "failed")
        .map(|test| test["name"].as_str().unwrap())
        .collect();
    assert_eq!(failed[..2], ["Placing tiles", "pub/test_place_1"]);
    assert!(!text.contains("_e1"), "a hidden test is named");
}

#[test]
fn classroom_gets_a_result_with_a_test_for_each_task() {
    let folder = folders();
    let args = ["grade", "--classroom", "submission", "--course", "source"];
    let ran = folder.jal(&args);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let json = BASE64_STANDARD.decode(ran.stdout.trim()).unwrap();
    let result: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(
        (&result["version"], &result["status"]),
        (&1.into(), &"fail".into())
    );
    assert_eq!(result["max_score"], 11.0);
    let scores = result["tests"].as_array().unwrap().iter();
    let sum: f64 = scores.map(|test| test["score"].as_f64().unwrap()).sum();
    assert_eq!(sum, 10.0);
    // In a workflow it goes where steps hand on what they found.
    let (output, summary) = (folder.path().join("output"), folder.path().join("summary"));
    fs::write(&output, "before=1\n").unwrap();
    let variables = [
        ("GITHUB_OUTPUT", output.to_str().unwrap()),
        ("GITHUB_STEP_SUMMARY", summary.to_str().unwrap()),
    ];
    let again = folder.jal_with_variables(&args, &variables);
    assert_eq!((again.code, again.stdout.as_str()), (Some(0), ""));
    let written = fs::read_to_string(output).unwrap();
    assert_eq!(written, format!("before=1\nresult={}", ran.stdout));
    let summary = fs::read_to_string(summary).unwrap();
    assert!(summary.contains("**10 of 11 points**"), "{summary}");
    assert!(!summary.contains("_e1"), "a hidden test is named");
}

/// The repository of a student in which a workflow has put the course, with its model.
#[test]
fn a_course_inside_of_a_submission_is_no_part_of_it() {
    let folder = Folder::new();
    let root = folder.path();
    write_course(&root.join("work/course"), RULES, &one_of_each);
    let mut files = solution();
    files.retain(|(path, _)| path != "src/place.s");
    Class::new(root.to_owned(), 1).folder("work", &files, 10.0);
    let args = [
        "grade",
        "work",
        "--classroom",
        "--course",
        "work/course",
        "-o",
        "work/report",
    ];
    for _ in 0..2 {
        let ran = folder.jal(&args);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let json = BASE64_STANDARD.decode(ran.stdout.trim()).unwrap();
        let result: Value = serde_json::from_slice(&json).unwrap();
        let scores = result["tests"].as_array().unwrap().iter();
        let sum: f64 = scores.map(|test| test["score"].as_f64().unwrap()).sum();
        assert_eq!(sum, 10.0);
    }
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let lists = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("children")));
    // A thread that has ended meanwhile has none.
    let lists = lists.map(|list| list.unwrap_or_default());
    let ids = lists.flat_map(|list| {
        list.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    ids.collect()
}

/// For how many hundredths of a second a process has worked.
#[cfg(target_os = "linux")]
fn hundredths(id: &str) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    fields.split_whitespace().nth(11).unwrap().parse().unwrap()
}

/// Grades a class in which the second submission takes very long, and waits until it has come to
/// that.
#[cfg(target_os = "linux")]
fn busy(root: &Path, others: &[&str]) -> Child {
    let rules = RULES.replace("max_steps = 100000", "max_steps = 4000000000");
    write_course(&root.join("course"), &rules, &one_of_each);
    let mut class = Class::new(root.join("class"), 1);
    class.folder("a-good", &solution(), 11.0);
    let endless = with("src/place.s", ".globl place\nplace: j place\n");
    class.folder("b-endless", &endless, 0.0);
    for other in others {
        class.folder(other, &solution(), 11.0);
    }
    let grading = Command::new(env!("CARGO_BIN_EXE_jal"))
        .args(["grade", "class", "--course", "course", "-j", "1"])
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::from(File::create(root.join("said")).unwrap()))
        .spawn()
        .unwrap();
    let records = root.join("report/records");
    wait_for("a record", &|| {
        fs::read_dir(&records).map_or(0, Iterator::count) > 0
    });
    grading
}

#[cfg(target_os = "linux")]
fn wait_for(what: &str, done: &dyn Fn() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(target_os = "linux")]
fn kill(id: &str) {
    let kill = format!("kill -9 {id}");
    let status = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(status.success());
}

/// The process that grades is killed while it does, and the next one, too.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_ends_early_is_an_error_of_the_grader() {
    let folder = Folder::new();
    let root = folder.path();
    let mut grading = busy(root, &["c-good"]);
    kill_two_processes(&grading);
    assert_eq!(grading.wait().unwrap().code(), Some(1));
    let scores = super::scores(&root.join("report"));
    assert_eq!(scores["a-good"], ("graded".to_owned(), 11.0));
    assert_eq!(scores["b-endless"], ("grader-error".to_owned(), 0.0));
    assert_eq!(scores["c-good"], ("graded".to_owned(), 11.0));
    let told = folder.jal(&["grade", "explain", "b-endless"]);
    assert!(told.stdout.contains("ended early (signal: 9"), "{told:#?}");
}

/// Kills the process that is busy with a submission, and the one that tries it again.
#[cfg(target_os = "linux")]
fn kill_two_processes(grading: &Child) {
    let parent = grading.id();
    let mut killed: Vec<String> = Vec::new();
    for _ in 0..2 {
        let worker = || children(parent).into_iter().find(|id| !killed.contains(id));
        wait_for("a process", &|| worker().is_some());
        let worker = worker().unwrap();
        for id in [parent.to_string(), worker.clone()] {
            let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
            assert!(status.contains("NoNewPrivs:\t1"), "not confined:\n{status}");
        }
        // It has read the course and runs a program.
        wait_for("a busy process", &|| hundredths(&worker) > 50);
        kill(&worker);
        killed.push(worker);
    }
}

/// The folder of the class changes while grading runs, and a process is started that sees only the
/// changed one: everybody who was there at the beginning is in the report under their own name.
#[cfg(target_os = "linux")]
#[test]
fn nobody_is_lost_when_the_class_changes_while_grading_runs() {
    let folder = Folder::new();
    let root = folder.path();
    let others = ["c-good", "d-gone", "e-moved", "f-file", "g-link", "h-good"];
    let mut grading = busy(root, &others);
    let class = |name: &str| root.join("class").join(name);
    super::copy(&class("c-good"), &class("aaa"), &|_| true);
    fs::remove_dir_all(class("d-gone")).unwrap();
    fs::rename(class("e-moved"), class("z-moved")).unwrap();
    for name in ["f-file", "g-link"] {
        fs::remove_dir_all(class(name)).unwrap();
    }
    fs::write(class("f-file"), "no folder any more\n").unwrap();
    std::os::unix::fs::symlink(class("h-good"), class("g-link")).unwrap();
    kill_two_processes(&grading);
    assert_eq!(grading.wait().unwrap().code(), Some(1));
    let scores = super::scores(&root.join("report"));
    let expected = [
        ("a-good", "graded", 11.0),
        ("b-endless", "grader-error", 0.0),
        ("c-good", "graded", 11.0),
        ("d-gone", "unreadable", 0.0),
        ("e-moved", "unreadable", 0.0),
        ("f-file", "unreadable", 0.0),
        ("g-link", "unreadable", 0.0),
        ("h-good", "graded", 11.0),
    ];
    let expected = expected.map(|(name, is, score)| (name.to_owned(), (is.to_owned(), score)));
    assert_eq!(scores, expected.into());
    let said = fs::read_to_string(root.join("said")).unwrap();
    let late = "appeared while grading ran and was not graded; run the same command with --resume \
                to add it\n";
    assert_eq!(
        said,
        format!("jal: note: aaa {late}jal: note: z-moved {late}")
    );
    let told = folder.jal(&["grade", "explain", "e-moved"]);
    let why = "it was moved, removed or replaced while grading ran";
    assert!(told.stdout.contains(why), "{told:#?}");
}

/// No process goes on when the one that started it is gone.
#[cfg(target_os = "linux")]
#[test]
fn processes_end_with_the_one_that_started_them() {
    let folder = Folder::new();
    let mut grading = busy(folder.path(), &[]);
    let workers = children(grading.id());
    assert!(!workers.is_empty());
    grading.kill().unwrap();
    grading.wait().unwrap();
    for id in workers {
        wait_for("the end of a process", &|| {
            let status = fs::read_to_string(format!("/proc/{id}/status"));
            status.is_err() || status.is_ok_and(|status| status.contains("State:\tZ"))
        });
    }
}

#[test]
fn the_bundled_course_wants_all_public_tests() {
    let folder = Folder::new();
    let mut class = Class::new(folder.path().join("class"), 1);
    class.folder("good", &solution(), 11.0);
    let wrong = with("src/place.s", ".globl place\nplace: ret\n");
    class.folder("wrong", &wrong, 0.0);
    let course = super::project().join("course.toml");
    let ran = folder.jal(&["grade", "class", "--course", course.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let scores = super::scores(&folder.path().join("report"));
    for expected in &class.expected {
        assert_eq!(
            scores[&expected.name].1, expected.score,
            "{}",
            expected.name
        );
    }
}
