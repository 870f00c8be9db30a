//! Whole programs as courses write them.

use crate::{Case, program_files};

#[test]
fn programs_of_courses() {
    let count = program_files::run_all("tests/rars/programs", "rars");
    assert!(count >= 24, "{count} programs");
}

#[test]
fn bubble_sort() {
    let source = r#"
.data
array:  .word 9, -3, 7, 0, 42, 5
n:      .word 6
space:  .asciz " "
.text
.globl main
main:
    la   s0, array
    lw   s1, n
outer:
    addi s1, s1, -1
    blez s1, print
    mv   t0, s0
    mv   t1, s1
inner:
    lw   t2, 0(t0)
    lw   t3, 4(t0)
    ble  t2, t3, next
    sw   t3, 0(t0)
    sw   t2, 4(t0)
next:
    addi t0, t0, 4
    addi t1, t1, -1
    bgtz t1, inner
    j    outer
print:
    lw   s1, n
loop:
    lw   a0, (s0)
    li   a7, 1
    ecall
    la   a0, space
    li   a7, 4
    ecall
    addi s0, s0, 4
    addi s1, s1, -1
    bnez s1, loop
    li   a7, 10
    ecall
"#;
    Case::new("bubble_sort", source).prints("-3 0 5 7 9 42 ");
}

#[test]
fn recursive_factorial() {
    let source = r#"
.data
ask: .string "n = "
is:  .string "n! = "
.text
main:
    la   a0, ask
    li   a7, 4
    ecall
    li   a7, 5
    ecall
    call factorial
    mv   s0, a0
    la   a0, is
    li   a7, 4
    ecall
    mv   a0, s0
    li   a7, 1
    ecall
    li   a0, '\n'
    li   a7, 11
    ecall
    li   a0, 3
    li   a7, 93
    ecall
factorial:
    li   t0, 2
    blt  a0, t0, one
    addi sp, sp, -8
    sw   ra, 0(sp)
    sw   a0, 4(sp)
    addi a0, a0, -1
    call factorial
    lw   t0, 4(sp)
    lw   ra, 0(sp)
    addi sp, sp, 8
    mul  a0, a0, t0
    ret
one:
    li   a0, 1
    ret
"#;
    Case::new("factorial", source)
        .input("6\n")
        .ends("n = n! = 720\n", 3);
}

#[test]
fn a_stack_by_macros() {
    let source = r#"
.macro push(%r)
    addi sp, sp, -4
    sw   %r, 0(sp)
.end_macro
.macro pop(%r)
    lw   %r, 0(sp)
    addi sp, sp, 4
.end_macro
.macro print_str(%text)
    .data
message: .asciz %text
    .text
    push(a0)
    la   a0, message
    li   a7, 4
    ecall
    pop(a0)
.end_macro
    li   a0, 1
    print_str("one ")
    print_str("two ")
    li   a7, 1
    ecall
    li   a7, 10
    ecall
"#;
    Case::new("stack_macros", source).prints("one two 1");
}

#[test]
fn the_length_of_a_line() {
    let source = r#"
.eqv SIZE, 64
.data
line: .space 64
.text
    la   a0, line
    li   a1, 64
    li   a7, 8
    ecall
    la   t0, line
    li   a0, 0
count:
    lbu  t1, 0(t0)
    beqz t1, done
    li   t2, '\n'
    beq  t1, t2, done
    addi a0, a0, 1
    addi t0, t0, 1
    j    count
done:
    li   a7, 1
    ecall
    li   a7, 10
    ecall
"#;
    Case::new(
        "length",
        &source.replace(".eqv SIZE, 64\n", ".eqv SIZE 64\n"),
    )
    .input("hello there\n")
    .prints("11");
}

#[test]
fn a_mean_of_floats() {
    let source = r#"
.data
values: .float 1.5, 2.5, 4.0, 8.0
n:      .word 4
.text
    la   t0, values
    lw   t1, n
    fcvt.s.w ft0, zero
loop:
    flw  ft1, (t0)
    fadd.s ft0, ft0, ft1
    addi t0, t0, 4
    addi t1, t1, -1
    bnez t1, loop
    lw   t1, n
    fcvt.s.w ft1, t1
    fdiv.s fa0, ft0, ft1
    li   a7, 2
    ecall
    li   a7, 10
    ecall
"#;
    Case::new("mean", source).prints("4.0");
}

#[test]
fn a_matrix_of_doubles() {
    let source = r#"
.data
a: .double 1, 2, 3, 4
b: .double 0.5, 0.25, 2, 1
.text
    la   t0, a
    la   t1, b
    li   t2, 4
    fcvt.d.w fa0, zero
loop:
    fld  ft0, 0(t0)
    fld  ft1, 0(t1)
    fmadd.d fa0, ft0, ft1, fa0
    addi t0, t0, 8
    addi t1, t1, 8
    addi t2, t2, -1
    bnez t2, loop
    li   a7, 3
    ecall
    li   a7, 10
    ecall
"#;
    Case::new("matrix", source).prints("11.0");
}

/// A program with a handler of its own, which the check of the calling convention leaves alone.
#[test]
fn a_handler_is_no_function() {
    let source = "
    .data
text: .asciz \"caught \"
    .text
main:
    la   t0, handler
    csrw t0, utvec
    csrsi ustatus, 1
    lw   t1, 3(zero)
    li   a0, '\\n'
    li   a7, 11
    ecall
    li   a7, 10
    ecall
handler:
    csrr a0, ucause
    li   a7, 1
    ecall
    la   a0, text
    li   a7, 4
    ecall
    csrr t0, uepc
    addi t0, t0, 4
    csrw t0, uepc
    uret
";
    let dir = Case::new("handler_is_no_function", source).folder();
    std::fs::write(dir.join("main.asm"), source).unwrap();
    for (args, expect) in [(&["run", "--check"][..], "4caught \n"), (&["check"], "")] {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_jal"))
            .args(args)
            .arg("main.asm")
            .current_dir(&dir)
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(0), "{args:?}: {stderr}");
        if !expect.is_empty() {
            assert_eq!(String::from_utf8_lossy(&ran.stdout), expect);
        }
    }
}

/// On the command line of RARS there are no devices; `jal run` has them.
#[test]
fn the_timer_interrupts() {
    let source = r#"
.eqv TIME 0xffff0018
.eqv TIMECMP 0xffff0020
.text
    la   t0, handler
    csrw t0, utvec
    csrsi uie, 0x10
    csrsi ustatus, 1
    li   s0, 0
    li   t1, TIME
    lw   t2, 0(t1)
    addi t2, t2, 10
    li   t1, TIMECMP
    sw   t2, 0(t1)
wait:
    li   t3, 3
    blt  s0, t3, wait
    mv   a0, s1
    li   a7, 34
    ecall
    mv   a0, s2
    ecall
    li   t1, TIME
    lw   a0, 0(t1)
    li   a7, 1
    ecall
    li   a7, 10
    ecall
handler:
    csrr s1, ucause
    csrr s2, utval
    addi s0, s0, 1
    li   t1, TIME
    lw   t2, 0(t1)
    addi t2, t2, 10
    li   t1, TIMECMP
    sw   t2, 0(t1)
    uret
"#;
    let case = Case::new("timer", source);
    let dir = case.folder();
    std::fs::write(dir.join("timer.asm"), source).unwrap();
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_jal"))
        .args(["run", "timer.asm"])
        .current_dir(&dir)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(stdout, "0x800000040x0000001030", "{ran:?}");
}
