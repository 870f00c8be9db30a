//! What people read when a program goes wrong at run time: one snapshot a kind of fault or limit.

use crate::folder::Folder;

/// Runs `main.s` with these options and snapshots everything that it printed.
#[track_caller]
fn check(name: &str, source: &str, options: &[&str], input: &[u8]) {
    let folder = Folder::new().with("main.s", source);
    let args: Vec<&str> = ["run"]
        .iter()
        .chain(options)
        .chain(&["main.s"])
        .copied()
        .collect();
    let ran = folder.jal_with_input(&args, input);
    insta::with_settings!({ description => source, omit_expression => true }, {
        insta::assert_snapshot!(name, ran.transcript());
    });
}

#[test]
fn load_below_the_stack_pointer() {
    let source = "\
.globl main
main:
    addi sp, sp, -8
    sw ra, 4(sp)
    li a0, 5
    jal sum
    lw ra, 4(sp)
    addi sp, sp, 8
    ret
sum:
    sw a0, -4(sp)
    lw a0, -4(sp)
    ret
";
    check("load_below_the_stack_pointer", source, &[], b"");
}

#[test]
fn pointer_into_nowhere() {
    let source = "li t0, 0x20000000\nlw t1, 8(t0)\n";
    check("pointer_into_nowhere", source, &[], b"");
}

#[test]
fn pointer_into_nowhere_in_a_linux_program() {
    let source = "li t0, 0x40000000\nlw t1, 8(t0)\n";
    check(
        "pointer_into_nowhere_in_a_linux_program",
        source,
        &["--env", "linux"],
        b"",
    );
}

#[test]
fn jump_into_data() {
    let source = "\
.data
table: .word 1, 2, 3
.text
main:
    la t0, table
    jr t0
";
    check("jump_into_data", source, &[], b"");
}

#[test]
fn return_address_not_saved() {
    let source = "\
main:
    li ra, 0x7000
    jal outer
    li a0, 10
    ecall
outer:
    jal inner
    li ra, 0x123450
    ret
inner:
    ret
";
    check("return_address_not_saved", source, &[], b"");
}

#[test]
fn data_executed_as_code() {
    let source = "    li a0, 1\n    la t0, here\n    sw zero, 0(t0)\nhere:\n    nop\n";
    check("data_executed_as_code", source, &[], b"");
}

#[test]
fn misaligned_atomic() {
    let source = "la t0, x\naddi t0, t0, 2\namoadd.w a0, a1, (t0)\n.data\nx: .word 0, 0\n";
    check("misaligned_atomic", source, &[], b"");
}

#[test]
fn end_of_input() {
    check("end_of_input", "li a0, 6\necall\n", &[], b"  \n");
}

#[test]
fn input_that_is_no_number() {
    check(
        "input_that_is_no_number",
        "li a0, 6\necall\n",
        &[],
        b"twelve\n",
    );
}

#[test]
fn heap_that_is_full() {
    check(
        "heap_that_is_full",
        "li a0, 9\nli a1, 0x7fffffff\necall\n",
        &[],
        b"",
    );
}

#[test]
fn call_number_in_the_wrong_register() {
    let source = "li a7, 1\nli a0, 42\necall\nli a0, 10\necall\n";
    let args = ["--dialect", "venus"];
    check("call_number_in_the_wrong_register", source, &args, b"");
}

#[test]
fn bad_address_in_a_call() {
    let source = ".globl _start\n_start: li a7, 64\nli a0, 1\nli a1, 0x40000000\nli a2, 4\necall\nneg a0, a0\nli a7, 93\necall\n";
    check("bad_address_in_a_call", source, &["--env", "linux"], b"");
}

#[test]
fn file_without_permission() {
    let source = "\
.data
name: .string \"out.txt\"
.text
    li a0, 13
    la a1, name
    li a2, 1
    ecall
    mv a1, a0
    li a0, 1
    ecall
    li a0, 10
    ecall
";
    check("file_without_permission", source, &[], b"");
}

#[test]
fn step_limit_in_a_loop() {
    let source = "\
.globl main
main:
    addi sp, sp, -4
    sw ra, 0(sp)
    li a0, 10
    jal count
    lw ra, 0(sp)
    addi sp, sp, 4
    ret
count:
    addi a0, a0, 1      # should be -1
    bnez a0, count
    ret
";
    check(
        "step_limit_in_a_loop",
        source,
        &["--max-steps", "10000"],
        b"",
    );
}

/// Few instructions, much work.
#[test]
fn step_limit_by_calls() {
    let source = "\
.globl main
main:
    li a0, 0x3cc
    li a6, 2            # calloc
    li a1, 1
    li a2, 1000000
    ecall
    mv a1, a0
    li a0, 0x3cc
    li a6, 4            # free
    ecall
    j main
";
    check("step_limit_by_calls", source, &["--max-steps", "1M"], b"");
}

#[test]
fn step_limit_in_one_instruction() {
    check(
        "step_limit_in_one_instruction",
        "here: j here\n",
        &["--isa", "rv32", "--max-steps", "1k"],
        b"",
    );
}

#[test]
fn output_limit() {
    let source = "\
again:
    li a0, 11
    li a1, 'x'
    ecall
    j again
";
    check("output_limit", source, &["--max-output", "20"], b"");
}

#[test]
fn memory_limit() {
    let source = "\
    li t0, 0x10000000
next:
    sw t0, 0(t0)
    addi sp, sp, 0
    lui t1, 1
    add t0, t0, t1
    li a0, 9
    mv a1, t1
    ecall
    j next
";
    check("memory_limit", source, &["--max-memory", "64K"], b"");
}

#[test]
fn endless_recursion() {
    let source = "\
main:
    jal deeper
deeper:
    addi sp, sp, -64
    sw ra, 0(sp)
    jal deeper
";
    check("endless_recursion", source, &["--max-memory", "128K"], b"");
}

#[test]
fn breakpoint_in_a_linux_program() {
    check(
        "breakpoint_in_a_linux_program",
        "ebreak\n",
        &["--env", "linux"],
        b"",
    );
}

#[test]
fn faults_for_programs() {
    let source = "li t0, 0x20000000\nlw t1, 8(t0)\n";
    let folder = Folder::new().with("main.s", source);
    let ran = folder.jal(&["run", "--message-format", "json", "main.s"]);
    assert_eq!(ran.stderr.lines().count(), 1);
    insta::assert_snapshot!("faults_for_programs", ran.transcript());
}

#[test]
fn fault_inside_a_macro() {
    let source = "\
.macro load %register
    lw %register, 1($zero)
.end_macro
.macro twice %register
    load %register
    load %register
.end_macro
main:
    twice $t0
";
    check("fault_inside_a_macro", source, &[], b"");
}

#[test]
fn mips_program_without_instructions() {
    check(
        "mips_program_without_instructions",
        ".data\nx: .word 1\n.ktext\n",
        &[],
        b"",
    );
}
