//! A submission that knows the answers to the public tests and computes nothing: it passes all of
//! them, and must not get points for it.

use super::class::{Files, SUBROUTINES, project, solution};
use super::folder::Folder;
use super::{copy, scores};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// What a subroutine takes, as far as the answers depend on it.
struct Takes {
    /// Where the length comes from.
    length: &'static str,
    /// What else belongs to the question.
    more: &'static str,
    /// Reads the next element at t1 into t3.
    load: &'static str,
    /// Writes t3 to the next element at t1.
    store: &'static str,
}

fn takes(name: &str) -> Takes {
    let board = name == "check_victory" || name == "place" || name == "printboard";
    let (load, store) = match board {
        true => (
            "lhu t3, 0(t1)\naddi t1, t1, 2",
            "sh t3, 0(t1)\naddi t1, t1, 2",
        ),
        false => (
            "lw t3, 0(t1)\nlhu t3, 0(t3)\naddi t1, t1, 4",
            "lw t4, 0(t1)\nsh t3, 0(t4)\naddi t1, t1, 4",
        ),
    };
    Takes {
        length: if name == "printboard" {
            "li t2, 16"
        } else {
            "mv t2, a1"
        },
        more: match name {
            "place" => "slli t3, a2, 20\nadd t0, t0, t3\nslli t3, a3, 8\nxor t0, t0, t3",
            _ => "",
        },
        load,
        store,
    }
}

/// Puts the number of the question into t0.
fn question(name: &str) -> String {
    let Takes {
        length, more, load, ..
    } = takes(name);
    format!(
        "mv t1, a0\n{length}\nmv t0, t2\n{more}\nhash: beqz t2, hashed\n{load}\nslli t4, t0, 5\n\
         sub t4, t4, t0\nadd t0, t4, t3\naddi t2, t2, -1\nj hash\nhashed:\n"
    )
}

/// A subroutine that prints each question and the answer of the real one, in lines with a mark.
fn spy(name: &str) -> String {
    let Takes { length, load, .. } = takes(name);
    let print =
        |what: &str| format!("mv a1, {what}\nli a0, 1\necall\nli a1, 32\nli a0, 11\necall\n");
    let mark = "li a1, '\\n'\nli a0, 11\necall\nli a1, '@'\nli a0, 11\necall\n";
    let end = "li a1, '\\n'\nli a0, 11\necall\n";
    let (hash, t0) = (question(name), print("t0"));
    let [first, second, value] = ["s2", "s3", "t3"].map(print);
    let begin = format!("{mark}{t0}");
    let (after, values) = match name {
        // Its answer is what it prints.
        "printboard" => (end, String::new()),
        _ => (
            "",
            format!(
                "{first}{second}mv t1, s0\nmv a1, s1\n{length}\nvalues: beqz t2, no_values\n\
                 {load}\n{value}addi t2, t2, -1\nj values\nno_values:\n{end}"
            ),
        ),
    };
    let close = if name == "printboard" { mark } else { "" };
    format!(
        ".import real_{name}.s\n.globl {name}\n.text\n{name}:\naddi sp, sp, -32\nsw ra, 0(sp)\n\
         sw s0, 4(sp)\nsw s1, 8(sp)\nsw s2, 12(sp)\nsw s3, 16(sp)\nmv s0, a0\nmv s1, a1\n{hash}\
         {begin}{after}mv a0, s0\nmv a1, s1\njal real_{name}\nmv s2, a0\nmv s3, a1\n{values}{close}\
         mv a0, s2\nmv a1, s3\nlw ra, 0(sp)\nlw s0, 4(sp)\nlw s1, 8(sp)\nlw s2, 12(sp)\n\
         lw s3, 16(sp)\naddi sp, sp, 32\nret\n"
    )
}

/// The questions of a subroutine and their answers, in the order in which they came.
type Answers = BTreeMap<i64, String>;

/// A subroutine that looks its answers up.
fn liar(name: &str, answers: &Answers) -> String {
    let mut data = String::new();
    for (k, question) in answers.keys().enumerate() {
        let _ = match name {
            "printboard" => writeln!(data, ".word {question}, text{k}"),
            _ => writeln!(data, ".word {question}, answer{k}"),
        };
    }
    data.push_str(".word 0, 0\n");
    for (k, answer) in answers.values().enumerate() {
        let _ = match name {
            "printboard" => writeln!(data, "text{k}: .string {answer:?}"),
            _ => writeln!(data, "answer{k}: .word {}", answer.replace(' ', ", ")),
        };
    }
    let Takes { length, store, .. } = takes(name);
    let found = match name {
        "printboard" => "mv a1, t1\nli a0, 4\necall\nret\n".to_owned(),
        _ => format!(
            "mv t6, t1\nmv t1, a0\n{length}\naddi t5, t6, 8\ngive: beqz t2, given\nlw t3, 0(t5)\n\
             addi t5, t5, 4\n{store}\naddi t2, t2, -1\nj give\ngiven: lw a0, 0(t6)\nlw a1, 4(t6)\nret\n"
        ),
    };
    let hash = question(name);
    format!(
        ".globl {name}\n.data\n.align 2\nknown:\n{data}.align 2\n.text\n{name}:\n{hash}\
         la t5, known\nlook: lw t1, 4(t5)\nbeqz t1, unknown\nlw t3, 0(t5)\naddi t5, t5, 8\n\
         bne t3, t0, look\n{found}unknown: li a0, 0\nli a1, 0\nret\n"
    )
}

/// What the real subroutine answers in the public tests.
fn answers(name: &str) -> Answers {
    let folder = Folder::new();
    copy(&project(), folder.path(), &|path| {
        path.starts_with("src/") || path.starts_with("tests/pub/") || path == "tests/test_utils.s"
    });
    let source = folder.path().join(format!("src/{name}.s"));
    let real = fs::read_to_string(&source).unwrap();
    let real = real.replace(&format!("{name}:"), &format!("real_{name}:"));
    let real = real.replace(&format!(".globl {name}"), &format!(".globl real_{name}"));
    fs::write(folder.path().join(format!("src/real_{name}.s")), real).unwrap();
    fs::write(&source, spy(name)).unwrap();
    let mut found = Answers::new();
    for entry in fs::read_dir(folder.path().join("tests/pub")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        if !text.contains(&format!("../../src/{name}.s")) {
            continue;
        }
        let ran = folder.jal(&["run", path.to_str().unwrap()]);
        assert_eq!(ran.code, Some(0), "{name}: {ran:#?}");
        let mut parts = ran.stdout.split("\n@").skip(1);
        while let Some(part) = parts.next() {
            let (question, answer) = part.split_once(' ').unwrap();
            let answer = match name {
                "printboard" => {
                    parts.next();
                    answer.split_once('\n').unwrap().1
                }
                _ => answer.split_once('\n').unwrap().0.trim(),
            };
            found.insert(question.parse().unwrap(), answer.to_owned());
        }
    }
    assert!(found.len() > 3, "{name}: {found:?}");
    found
}

#[test]
fn answers_to_public_tests_give_nothing() {
    let folder = Folder::new();
    let root = folder.path();
    let liars: Files = SUBROUTINES
        .iter()
        .map(|name| (format!("src/{name}.s"), liar(name, &answers(name))))
        .collect();
    for (name, files) in [("honest", solution()), ("liar", liars)] {
        for (path, text) in files {
            let path = root.join("class").join(name).join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    let course = project();
    let course = course.to_str().unwrap();
    let ran = folder.jal(&["grade", "class", "--course", course, "-o", "report"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.stdout.contains("1 submission: looked-up answers?"),
        "{ran:#?}"
    );
    let scores = scores(&root.join("report"));
    assert_eq!(scores["honest"].1, 11.0);
    let told = folder
        .jal(&["grade", "explain", "liar", "-o", "report"])
        .stdout;
    // What is 0 or 1 can be guessed.
    assert!(scores["liar"].1 < 1.0, "{told}");
    insta::assert_snapshot!(
        told.lines()
            .filter(|l| !l.starts_with("    "))
            .collect::<Vec<_>>()
            .join("\n")
    );
    let student = fs::read_to_string(root.join("report/feedback/liar.md")).unwrap();
    assert!(!student.contains("looked-up"), "{student}");
}
