//! Calls of macros: they are statements of their own, which can be stopped at, stepped over and
//! stepped into.

use crate::sessions::{session, start};

const PROGRAM: &str = "\
.macro print_int(%x)
    move $a0, %x
    li   $v0, 1
    syscall
.end_macro
.macro print_two(%x, %y)
    print_int(%x)
    jal  space
    print_int(%y)
.end_macro
.text
.globl main
main:
    li   $t0, 3
    li   $t1, 4
    print_two($t0, $t1)
    print_int($t1)
    li   $v0, 10
    syscall
space:
    li   $a0, 32
    li   $v0, 11
    syscall
    jr   $ra
";

#[test]
fn a_call_of_a_macro_is_stopped_at_stepped_over_and_stepped_into() {
    let commands = "break 16\nrun\nnext\nnext\nrn\nrn\nstep\nbt\nn\nn\nlist\nwho-wrote $a0\nrn\nreset\nd\nb print_int\nb 17\nb 3\nrun\ns\nuntil\ncov 16\n";
    insta::assert_snapshot!(session(start(true, PROGRAM, None, false), commands));
}
