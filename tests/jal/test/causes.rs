//! The first lines of a report: the most probable cause of each kind of mistake, planted into the course.

use super::{course, with_change};
use crate::folder::Folder;

/// A mistake: the file it is in without its ending, what is right, and what is wrong.
type Mistake = (&'static str, &'static str, &'static str);

const RISC_V: &[Mistake] = &[
    ("move_left", "    sw   ra, 0(sp)\n", ""),
    ("move_left", "    lw   ra, 0(sp)\n", ""),
    ("complete_move", "    sw   s2, 12(sp)\n", ""),
    ("complete_move", "    lw   s3, 16(sp)\n", ""),
    ("complete_move", "    addi sp, sp, 32\n", ""),
    ("complete_move", "lw   s1, 8(sp)", "lw   s1, 4(sp)"),
    ("place", "    li   a0, 1\n    ret\n", "    li   a0, 1\n"),
    (
        "merge",
        "    addi a1, a1, -1\n    j    merge_loop",
        "    j    merge_loop",
    ),
    ("check_victory", "lhu  t1, 0(a0)", "lw   t1, 0(a0)"),
    ("move_check", "lhu  t1, 0(t1)", "lh   t1, 0(t1)"),
    (
        "move_one",
        "blez a1, move_one_done",
        "bltz a1, move_one_done",
    ),
    ("move_one", "mv   a0, t0", "mv   a1, t0"),
    ("merge", "    li   t1, 0 ", "    nop "),
    (
        "merge",
        "bne  t4, t5, merge_next",
        "beq  t4, t5, merge_next",
    ),
    (
        "check_victory",
        "lhu  t1, 0(a0)\n",
        "lhu  t1, 0(a0)\n    sh   zero, 0(a0)\n",
    ),
    (
        "printboard",
        "la   a1, printboard_rule",
        "lw   a1, printboard_rule",
    ),
    (
        "complete_move",
        "    mv   a0, s0\n    mv   a1, s1\n    jal  merge",
        "    jal  merge",
    ),
];

const MIPS: &[Mistake] = &[
    ("move_left", "        sw      $ra, 24($sp)\n", ""),
    ("merge", "merge_end:\n        jr      $ra\n", "merge_end:\n"),
    (
        "move_left",
        "        move    $a0, $s0\n        move    $a1, $s1\n",
        "        move    $a1, $s0\n        move    $a0, $s1\n",
    ),
    ("place", "        addu    $t0, $a0, $t0", "        nop"),
    ("move_one", "        addiu   $a0, $a0, 4\n", ""),
    ("merge", "        sh      $zero, 0($t2)\n", ""),
    ("check_victory", "beq     $t1, 2048,", "beq     $t1, 2047,"),
];

/// What `jal test` says first about each of these mistakes.
fn begins(isa: &str, ending: &str, mistakes: &[Mistake]) -> String {
    const LINES: usize = 7;
    let mut text = String::new();
    for (file, from, to) in mistakes {
        let file = format!("src/{file}.{ending}");
        let folder = with_change(course(isa), &file, from, to);
        let ran = folder.jal(&["test"]);
        let shown = |code: &str| code.split_whitespace().collect::<Vec<_>>().join(" ");
        text.push_str(&format!(
            "# {file}: `{}` becomes `{}`\n",
            shown(from),
            shown(to)
        ));
        for line in ran.stdout.lines().take(LINES) {
            text.push_str(&format!("{line}\n"));
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_most_probable_cause_comes_first() {
    insta::assert_snapshot!("causes", begins("rv32", "s", RISC_V));
}

#[test]
fn the_most_probable_cause_comes_first_on_mips() {
    insta::assert_snapshot!("causes_mips", begins("mips32", "asm", MIPS));
}

/// A test of `f` that prints `f(number)`.
fn test_of_f(number: i32) -> String {
    format!(
        ".import ../../src/f.s\n.globl main\n.text\nmain:\n    li   a0, {number}\n    jal  f\n    \
         mv   a1, a0\n    li   a0, 1\n    ecall\n    li   a0, 10\n    ecall\n"
    )
}

/// Where two lines are wrong, no change of one is enough: the lines that the wrong value came from and
/// that failing tests run are named.
#[test]
fn without_a_single_cause_the_most_suspicious_lines_are_named() {
    let f = ".globl f\n.text\nf:\n    bltz a0, negative\n    ret\nnegative:\n    slli t0, a0, 3\n    \
             add  a0, t0, t0\n    xori a0, a0, 5\n    ret\n";
    let mut folder = Folder::new().with("src/f.s", f);
    // The absolute value.
    for (k, number) in [3, 0, -4, -19, -100].into_iter().enumerate() {
        let name = format!("tests/pub/t{k}");
        folder = folder
            .with(&format!("{name}.s"), test_of_f(number))
            .with(&format!("{name}.ref"), number.abs().to_string());
    }
    let ran = folder.jal(&["test"]);
    insta::assert_snapshot!("suspects", super::steady(&ran));
}

/// A function that doubles, written with a wrong shift, in a course that keeps the fix to itself.
fn course_about_doubling(course: &str) -> Folder {
    let f = ".globl f\n.text\nf:\n    slli a0, a0, 2\n    ret\n";
    let mut folder = Folder::new().with("src/f.s", f).with("course.toml", course);
    for (k, number) in [3, 5, 9, 12].into_iter().enumerate() {
        let name = format!("tests/pub/t{k}");
        folder = folder
            .with(&format!("{name}.s"), test_of_f(number))
            .with(&format!("{name}.ref"), (2 * number).to_string());
    }
    folder
}

#[test]
fn a_course_can_keep_changes_to_itself() {
    let shown = course_about_doubling("").jal(&["test"]).stdout;
    assert!(shown.contains("With `slli a0, a0, 1` instead"), "{shown}");
    let hidden = course_about_doubling("[tests]\nshow_changes = false\n");
    let hidden = hidden.jal(&["test"]).stdout;
    assert!(hidden.contains("src/f.s:4 `slli a0, a0, 2`"), "{hidden}");
    assert!(!hidden.contains("With `"), "{hidden}");
}

#[test]
fn tests_for_rars_have_causes_too() {
    let f = "f:\n    slli a0, a0, 2\n    ret\n";
    let mut folder = Folder::new().with("src/f.asm", f);
    for (k, number) in [3, 5, 9, 12].into_iter().enumerate() {
        let test = format!(
            ".text\n    li   a0, {number}\n    jal  f\n    li   a7, 1\n    ecall\n    li   a7, 10\n    \
             ecall\n.include \"../../src/f.asm\"\n"
        );
        let name = format!("tests/pub/t{k}");
        folder = folder
            .with(&format!("{name}.asm"), test)
            .with(&format!("{name}.ref"), (2 * number).to_string());
    }
    let shown = folder.jal(&["test"]).stdout;
    assert!(shown.contains("src/f.asm:2 `slli a0, a0, 2`"), "{shown}");
    assert!(shown.contains("With `slli a0, a0, 1` instead"), "{shown}");
}

/// A project with one function, the sum of an array of half-words, and what its tests say about it.
fn of_sum(source: &str, tests: &[(&str, &str)]) -> String {
    let folder = Folder::new().with("src/sum.s", source);
    let folder = tests.iter().fold(folder, |folder, (name, text)| {
        folder.with(&format!("tests/{name}"), *text)
    });
    let ran = folder.jal(&["test"]);
    // How long it took is not always the same.
    let lines = ran.stdout.lines().filter(|line| !line.contains(" passed"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Two mistakes: it begins with the second element, goes on after the last, and adds one.
const TWO_MISTAKES: &str = "\
.globl sum
sum:
    mv   t0, a0
    addi t0, t0, 2
    slli t1, a1, 1
    add  t1, t0, t1
    li   a0, 1
sum_loop:
    lhu  t2, 0(t0)
    add  a0, a0, t2
    addi t0, t0, 2
    blt  t0, t1, sum_loop
    ret
";

#[test]
fn a_case_of_a_unit_test_has_a_cause() {
    let wrong = TWO_MISTAKES.replace("li   a0, 1", "li   a0, 0");
    let wrong = wrong.replace("    addi t0, t0, 2\n    slli", "    slli");
    let wrong = wrong.replace("blt  t0, t1", "ble  t0, t1");
    let cases = "call = \"sum\"\nargs = [\"&numbers\", \"len(numbers)\"]\n\n\
        [[case]]\nname = \"three\"\nnumbers = { halfwords = [1, 2, 3] }\nreturns = 6\n\n\
        [[case]]\nname = \"two\"\nnumbers = { halfwords = [7, 9] }\nreturns = 16\n\n\
        [[case]]\nname = \"large ones\"\nnumbers = { halfwords = [60000, 9] }\nreturns = 60009\n";
    insta::assert_snapshot!(of_sum(&wrong, &[("unit/sum.unit.toml", cases)]));
}

#[test]
fn an_access_beside_an_array_is_a_cause() {
    let cases = "call = \"sum\"\nargs = [\"&numbers\", \"len(numbers)\"]\n\n\
        [[case]]\nname = \"three\"\nnumbers = { halfwords = [4, 2, 3] }\nreturns = 9\n\n\
        [[case]]\nname = \"two\"\nnumbers = { halfwords = [7, 9] }\nreturns = 16\n";
    insta::assert_snapshot!(of_sum(TWO_MISTAKES, &[("unit/sum.unit.toml", cases)]));
    let program = ".import ../../src/sum.s\n.globl main\n.data\nnumbers: .half 4, 2, 3\n\
        other: .byte 9, 9\n.align 2\n.text\n\
        main:\n    la   a0, numbers\n    li   a1, 3\n    jal  sum\n    mv   a1, a0\n    li   a0, 1\n\
        \u{20}   ecall\n    li   a0, 10\n    ecall\n";
    let files = [("pub/sum.s", program), ("pub/sum.ref", "9")];
    insta::assert_snapshot!(of_sum(TWO_MISTAKES, &files));
}
