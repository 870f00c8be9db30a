//! Runs that are compared with that of a reference.

use crate::sessions::start;
use debug::repl::{Paint, Repl};

/// A test with two functions, of which these are the bodies.
fn program(largest: &str, double: &str) -> String {
    format!(
        "\
.data
numbers: .word 3, 9, 4
.text
.globl main
main:
    la   a0, numbers
    li   a1, 3
    jal  largest
    mv   s0, a0
    la   a0, numbers
    li   a1, 3
    jal  double
    mv   a1, s0
    li   a0, 1
    ecall
    li   a0, 10
    ecall
largest:
{largest}
double:
{double}
"
    )
}

const LARGEST: &str = "\
    li   t0, 0
again:
    lw   t1, 0(a0)
    ble  t1, t0, less
    mv   t0, t1
less:
    addi a0, a0, 4
    addi a1, a1, -1
    bnez a1, again
    mv   a0, t0
    ret";

const DOUBLE: &str = "\
    addi sp, sp, -16
    sw   ra, 12(sp)
twice:
    lw   t1, 0(a0)
    add  t1, t1, t1
    sw   t1, 0(a0)
    addi a0, a0, 4
    addi a1, a1, -1
    bnez a1, twice
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret";

fn compare(largest: &str, double: &str) -> String {
    let engine = start(false, &program(largest, double), None, false);
    let load = |_: &str| Ok(start(false, &program(LARGEST, DOUBLE), None, false));
    let mut out = Vec::new();
    let mut repl = Repl::new(engine, &mut out, Paint::default(), |_, _| None);
    repl.allow_references(&load);
    repl.command("run");
    repl.command("diff-run reference");
    drop(repl);
    String::from_utf8(out).unwrap()
}

#[test]
fn the_first_function_that_does_something_else_is_named() {
    // Other registers, another frame, one instruction more: all of that is the same.
    let alike = DOUBLE.replace("t1", "t5").replace("-16", "-32");
    let alike = alike
        .replace("sp, 16", "sp, 32")
        .replace("addi a0", "nop\n    addi a0");
    let same = compare(LARGEST, &alike);
    let result = compare(&LARGEST.replace("ble  t1, t0", "bge  t1, t0"), DOUBLE);
    let memory = compare(
        LARGEST,
        &DOUBLE.replace("add  t1, t1, t1", "addi t1, t1, 3"),
    );
    let missing = compare(LARGEST, &DOUBLE.replace("bnez a1, twice", "nop"));
    insta::assert_snapshot!(format!("{same}---\n{result}---\n{memory}---\n{missing}"));
}

#[test]
fn other_arguments_are_the_callers_mistake() {
    let text = program(LARGEST, DOUBLE).replacen("li   a1, 3", "li   a1, 2", 1);
    let engine = start(false, &text, None, false);
    let load = |_: &str| Ok(start(false, &program(LARGEST, DOUBLE), None, false));
    let mut out = Vec::new();
    let mut repl = Repl::new(engine, &mut out, Paint::default(), |_, _| None);
    repl.allow_references(&load);
    repl.command("diff-run reference");
    insta::assert_snapshot!(String::from_utf8(out).unwrap());
}
