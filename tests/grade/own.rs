//! Tests that students write themselves: they run, see what students see, and cannot change what the
//! course says about limits.

use super::class::{Class, Files, project, solution};
use super::folder::Folder;
use super::{RULES, one_of_each, write_course};
use std::fs;

/// A right submission with these files among its own tests.
fn with_own(tests: &[(&str, &str)]) -> Files {
    let mut files = solution();
    for (name, text) in tests {
        files.push((format!("tests/student/{name}"), (*text).to_owned()));
    }
    files
}

#[test]
fn own_tests_are_run_with_what_was_handed_in() {
    let folder = Folder::new();
    let root = folder.path();
    // A course has own tests, too: those of its model.
    write_course(&root.join("course"), RULES, &|path| {
        one_of_each(path) || path.starts_with("tests/student")
    });
    fs::write(
        root.join("course/tests/eval/secret.s"),
        ".globl secret\nsecret: ret\n",
    )
    .unwrap();
    let public = project().join("tests/pub/test_merge_1");
    let read = |ending| fs::read_to_string(public.with_extension(ending)).unwrap();
    let (source, reference) = (read("s"), read("ref"));
    let uses_secret = ".globl main\nmain: jal secret\n li a0, 10\n ecall\n";
    let mut class = Class::new(root.join("class"), 1);
    let good = with_own(&[("mine.s", &source), ("mine.ref", &reference)]);
    class.folder("good", &good, 11.0);
    let long = with_own(&[
        ("long.s", "main: j main\n"),
        ("long.ref", ""),
        (
            "long.toml",
            "max_steps = 9000000000000\ntimeout = \"40s\"\nmax_memory = \"2G\"\n",
        ),
    ]);
    class.folder("long", &long, 11.0);
    let nosy = with_own(&[
        ("nosy.s", uses_secret),
        ("nosy.ref", ""),
        ("nosy.toml", "link = [\"tests/eval/secret.s\"]\n"),
    ]);
    class.folder("nosy", &nosy, 11.0);
    let ran = folder.jal(&["grade", "class", "--course", "course"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let told = |name: &str| {
        let text = fs::read_to_string(root.join(format!("report/feedback/{name}.md"))).unwrap();
        let line = text
            .lines()
            .find(|line| line.contains("tests pass; they run"));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    // All lines that were handed in count, also of files that no test uses, and no lines of tests.
    assert_eq!(told("good"), "1 of 1 tests pass; they run 22 of 182 lines.");
    assert_eq!(told("long"), "0 of 1 tests pass; they run 0 of 182 lines.");
    assert_eq!(told("nosy"), "0 of 1 tests pass; they run 0 of 182 lines.");
}
