//! Questions about values: exactly what was asked for, whatever wrote it.

use crate::sessions::{session, start};

/// Stores that are wider or narrower than what is asked about.
const STORES: &str = "\
.data
board: .half 2, 2, 4, 4
word:  .word 0x01020304
.text
.globl main
main:
    la   t0, board
    li   t1, 0x40002
    sw   t1, 0(t0)
    li   t1, 0x50002
    sw   t1, 0(t0)
    li   t1, 0x50003
    sw   t1, 0(t0)
    li   t1, 9
    sb   t1, 9(t0)
    lw   t2, 0(t0)
    li   a0, 10
    ecall
";

#[test]
fn what_is_asked_about_is_reported_not_the_whole_store() {
    let commands = "watch board[1]\nrun\nrun\nrun\nwho-wrote board[1]\nhistory board[1]\nhistory board[0]\nwho-wrote word\nwho-wrote byte word+1\nreset\ndelete\nrwatch board[1]\nrun\n";
    insta::assert_snapshot!(session(start(false, STORES, None, false), commands));
}

/// The frame pointer is a base register here, and `s1` is stored after it has changed.
const FRAME_POINTER: &str = "\
.text
.globl main
main:
    li   s1, 5
    jal  work
    li   a0, 10
    ecall
work:
    addi sp, sp, -32
    sw   ra, 28(sp)
    sw   s0, 24(sp)
    addi s0, sp, 32
    li   t0, 7
    sw   t0, -12(s0)
    sw   s1, -20(s0)
    li   s1, 9
    sw   s1, -16(s0)
here:
    lw   s1, -20(s0)
    lw   s0, 24(sp)
    lw   ra, 28(sp)
    addi sp, sp, 32
    ret
";

#[test]
fn only_what_holds_the_callers_value_is_a_saved_register() {
    let commands = "advance here\nstack\n";
    insta::assert_snapshot!(session(start(false, FRAME_POINTER, None, false), commands));
}

const FLOATS: &str = "\
.data
ones:  .float 1.5, 2.25
twos:  .double 0.1
.text
.globl main
main:
    la   t0, ones
    flw  fa0, 0(t0)
    flw  fa1, 4(t0)
    fadd.s fa0, fa0, fa1
    la   t1, twos
    fld  fa2, 0(t1)
    fadd.d fa3, fa2, fa2
    jal  half
    li   a0, 10
    ecall
half:
    li   t2, 2
    fcvt.s.w ft0, t2
    fdiv.s fa0, fa0, ft0
    ret
";

const MIPS_FLOATS: &str = "\
.data
ones:  .float 1.5, 2.25
twos:  .double 0.1
.text
.globl main
main:
    la    $t0, ones
    lwc1  $f12, 0($t0)
    lwc1  $f14, 4($t0)
    add.s $f12, $f12, $f14
    la    $t1, twos
    ldc1  $f2, 0($t1)
    add.d $f4, $f2, $f2
    jal   twice
    li    $v0, 10
    syscall
twice:
    add.s $f0, $f12, $f12
    jr    $ra
";

#[test]
fn floats_are_numbers() {
    let commands = "n 4\nregs fa0 fa1\np fa0\np/f ones\nx/2f ones\nx/f twos\nx/fg twos\nn 3\np fa3\nset fa0 = 2.5\nset double fa5 = 1e100\nset fa3 = 0.25\nset ones = 7.5\nset double twos = 3\nx/2f ones\nx/f twos\nset fa1 = 0x40200000\nset a0 = 2.5\ncall half()\nregs float\nset a0 = 3\n";
    insta::assert_snapshot!(
        "floats_rv32",
        session(start(false, FLOATS, None, false), commands)
    );
    let commands = "n 4\nregs $f12 f14\np $f12\np/f ones\nx/2f ones\nx/f twos\nn 3\np $f4\nset $f4 = 2.5\nset double $f6 = 1e100\nset double $f7 = 1\nset ones = 7.5\nset double twos = 3\nx/2fw ones\nx/f twos\ncall twice()\nregs float\n";
    insta::assert_snapshot!(
        "floats_mips32",
        session(start(true, MIPS_FLOATS, None, false), commands)
    );
}

/// An exception that the program handles, and a product.
const HANDLER: &str = "\
.text
.globl main
main:
    li    $t0, 70000
    mult  $t0, $t0
    li    $t1, 0x7fffffff
    addi  $t2, $t1, 1
    lw    $t3, 2($zero)
    li    $v0, 10
    syscall
.ktext 0x80000180
    mfc0  $k0, $14
    addiu $k0, $k0, 4
    mtc0  $k0, $14
    eret
";

#[test]
fn exceptions_are_caught_and_control_registers_are_read_and_set() {
    let commands = "catch exception\nrun\nregs control\np epc\np/x Cause\nregs EPC hi lo\nset EPC = main\nregs epc\nundo\nset hi = 7\np HI\nrun\np/x badvaddr\nwatch epc\nback 1\nrc\nrun\n";
    insta::assert_snapshot!(
        "exceptions_mips32",
        session(start(true, HANDLER, None, false), commands)
    );
    let commands = "regs control\np frm\nset frm = 1\np fcsr\nset cycle = 5\ncatch exception\n";
    insta::assert_snapshot!(
        "control_rv32",
        session(start(false, FLOATS, None, false), commands)
    );
}

const NESTED: &str = "\
.text
.globl main
main:
    li   s0, 1
    li   t0, 11
    jal  outer
    li   a0, 10
    ecall
outer:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    li   s0, 2
    li   t0, 22
    jal  inner
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
inner:
    li   s0, 3
    li   t0, 33
    ret
";

#[test]
fn a_chosen_frame_has_its_own_registers() {
    let commands = "b 23\nrun\nregs s0 t0 sp ra\nup\nregs s0 t0 sp ra\np s0 + t0\np pc\nset s0 = 5\nup\np s0\np t0\nx/2i pc\nup\ndown\np s0\nframe 0\np s0\nup\ns\np s0\n";
    insta::assert_snapshot!(session(start(false, NESTED, None, false), commands));
}
