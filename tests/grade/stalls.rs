//! Submissions that would hold the grader up: what they can cost is bounded by the time that the
//! course allows a run, whatever they do with it.

use super::class::{Class, with};
use super::folder::Folder;
use super::{RULES, one_of_each, scores, write_course};
use std::time::{Duration, Instant};

/// What goes in the place of a function, with more steps than anybody can wait for.
const STALLS: [(&str, &str); 7] = [
    ("endless", "place: j place\n"),
    (
        "pushes",
        "place: addi sp, sp, -4\n sw s0, 0(sp)\n j place\n",
    ),
    (
        "recursion",
        "place: addi sp, sp, -4\n sw ra, 0(sp)\n jal place\n lw ra, 0(sp)\n addi sp, sp, 4\n ret\n",
    ),
    (
        "malloc",
        "place: li a0, 0x3cc\n li a6, 1\n li a1, 8\n ecall\n j place\n",
    ),
    (
        "calloc",
        "place: li a0, 0x3cc\n li a6, 2\n li a1, 1000\n li a2, 1000\n ecall\n mv a1, a0\n\
         \tli a0, 0x3cc\n li a6, 4\n ecall\n j place\n",
    ),
    (
        "damaged-list",
        "place: li t3, 3000\nmore: li a0, 0x3cc\n li a6, 1\n li a1, 8\n ecall\n mv t4, a0\n\
         \taddi t3, t3, -1\n bnez t3, more\n\
         again: sw zero, -4(t4)\n li a0, 0x3cc\n li a6, 5\n ecall\n li t5, 0x3cbcbcbc\n\
         \tsw t5, -4(t4)\n li a0, 0x3cc\n ecall\n j again\n",
    ),
    ("prints", "place: li a0, 11\n li a1, 0\n ecall\n j place\n"),
];

#[test]
fn no_submission_takes_longer_than_its_runs_may() {
    const TIMEOUT: Duration = Duration::from_millis(60);
    let folder = Folder::new();
    let root = folder.path();
    let rules = RULES.replace(
        "max_steps = 100000\n",
        "max_steps = 4000000000000\nmax_output = \"1G\"\ntimeout = \"60ms\"\n",
    );
    let rules = format!("{rules}fuzz = 300\n");
    write_course(&root.join("course"), &rules, &one_of_each);
    let course = root.join("course/course.toml");
    let text = std::fs::read_to_string(&course).unwrap();
    let text = text.replace("[[fuzz]]\n", "[[fuzz]]\nmax_steps = 4000000000000\n");
    std::fs::write(&course, text).unwrap();
    let mut class = Class::new(root.join("class"), 1);
    for (name, text) in STALLS {
        class.folder(
            name,
            &with("src/place.s", &format!(".globl place\n{text}")),
            10.0,
        );
    }
    let begin = Instant::now();
    let ran = folder.jal(&["grade", "class", "--course", "course", "-j", "1"]);
    let took = begin.elapsed();
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let found = scores(&root.join("report"));
    for (name, _) in STALLS {
        assert_eq!(found[name].0, "graded", "{name}");
        assert!(found[name].1 < 11.0, "{name}");
    }
    // Tests that use the function, and the comparison with the model, each with a run that decides,
    // one with other undefined values and some that explain; and what everything else takes.
    let runs = u32::try_from(STALLS.len()).unwrap() * (4 + 1) * 6;
    assert!(took < TIMEOUT * runs + Duration::from_secs(20), "{took:?}");
}
