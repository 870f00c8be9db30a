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
