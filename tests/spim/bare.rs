//! The bare machine: delayed branches and delayed loads.

use crate::Case;

#[test]
fn a_delay_slot_runs_before_the_jump() {
    let source = "main: addiu $a0, $0, 1\nj over\naddiu $a0, $a0, 2\naddiu $a0, $a0, 4\nover: ori $v0, $0, 1\nsyscall\njr $ra\nnop\n";
    Case::new("delay_slot", source)
        .options("-delayed_branches")
        .prints("3");
    Case::new("no_delay_slot", source).prints("1");
}

#[test]
fn a_load_is_there_one_instruction_later() {
    let source = ".data\nx: .word 5\n.text\nmain: lui $t0, 0x1001\naddiu $t1, $0, 1\nlw $t1, 0($t0)\n\
        addu $a0, $t1, $0\naddu $t2, $t1, $0\nsll $t2, $t2, 4\naddu $a0, $a0, $t2\nori $v0, $0, 1\nsyscall\njr $ra\nnop\n";
    // The first use sees the old value, the second the new one.
    Case::new("delayed_load", source)
        .options("-delayed_loads")
        .prints("81");
    Case::new("plain_load", source).prints("85");
    Case::new("bare", source).options("-bare").prints("81");
}

#[test]
fn loads_that_follow_each_other_and_calls_keep_their_order() {
    let source = ".data\nx: .word 5, 6\n.text\nmain: lui $t0, 0x1001\naddiu $a0, $0, 1\nori $v0, $0, 1\n\
        lw $a0, 0($t0)\nlw $a0, 4($t0)\nsyscall\nsyscall\njr $ra\nnop\n";
    // The first call is made while the second load is on its way.
    Case::new("two_loads", source).options("-bare").prints("56");
}

#[test]
fn the_bare_machine_has_no_pseudo_instructions() {
    let ran = Case::new("bare_li", "main: li $t0, 5\n")
        .options("-bare")
        .run();
    assert!(ran.stderr.contains("syntax error on line "), "{ran:?}");
}
