//! Keyboard and display in memory.

use crate::world::{TEXT, host, image, run, session};
use machine::env::CallFault;
use machine::observe::Off;
use runtime::{End, FaultKind, Limit, Limits};

/// Waits for a key and shows it; ends with `q`.
const ECHO: &str = "
    lui $t0, 0xffff
    lw $a0, 0($t0)
    andi $a0, $a0, 1
    beq $a0, $zero, -12
    lw $a1, 4($t0)
    lw $a0, 8($t0)
    beq $a0, $zero, -8
    sw $a1, 12($t0)
    addiu $t1, $a1, -113
    bne $t1, $zero, -36";

#[test]
fn keys_are_polled_and_shown() {
    let (end, output) = run(image(ECHO, "", b""), "hi\nq and more");
    assert_eq!((end, output.as_str()), (End::Exit(0), "hi\nq"));
}

#[test]
fn waiting_for_a_key_after_the_end_of_input_is_a_fault() {
    let (end, output) = run(image(ECHO, "", b""), "hi");
    let End::Fault(fault) = end else {
        panic!("{end:?}")
    };
    let wanted = "a key";
    let kind = FaultKind::Call(CallFault::EndOfInput { wanted });
    assert_eq!((fault.kind, fault.pc), (kind, TEXT + 4));
    assert_eq!(output, "hi");
}

/// Lets the keyboard interrupt, and waits for ever.
const WAIT: &str = "
    lui $t0, 0xffff
    li $a0, 2
    sw $a0, 0($t0)
    beq $zero, $zero, -4";

/// Prints cause and key; ends with `q`.
const SHOW_KEY: &str = "
    mfc0 $a0, 13
    li $v0, 1
    syscall
    lw $a0, 4($t0)
    li $v0, 11
    syscall
    addiu $a0, $a0, -113
    bne $a0, $zero, 8
    li $v0, 10
    syscall
    eret";

#[test]
fn keys_interrupt() {
    let (end, output) = run(image(WAIT, SHOW_KEY, b""), "abq");
    assert_eq!((end, output.as_str()), (End::Exit(0), "256a256b256q"));
}

#[test]
fn a_program_without_a_handler_is_not_interrupted() {
    let (end, output) = run(image(WAIT, "", b""), "abq");
    assert_eq!(end, End::Limit(Limit::Steps(1_000_000)));
    assert_eq!(output, "");
}

/// Prints `!`, and waits until the handler has printed `c`.
const PUMP: &str = "
    lui $t0, 0xffff
    li $a0, 2
    sw $a0, 8($t0)
    li $a0, 97
    li $a1, 33
    sw $a1, 12($t0)
    slti $a1, $a0, 100
    bne $a1, $zero, -8";

#[test]
fn the_display_interrupts_when_it_is_ready_again() {
    let handler = "
        sw $a0, 12($t0)
        addiu $a0, $a0, 1
        eret";
    let (end, output) = run(image(PUMP, handler, b""), "");
    assert_eq!((end, output.as_str()), (End::Exit(0), "!abc"));
}

#[test]
fn limits_are_exact_at_devices() {
    for steps in 1..40 {
        let limits = Limits {
            steps: Some(steps),
            ..Limits::default()
        };
        let mut session = session(image(ECHO, "", b""), limits);
        let outcome = session.run(&mut Off, &mut host("hello"));
        assert_eq!(outcome.end, End::Limit(Limit::Steps(steps)));
        assert_eq!(outcome.steps, steps);
    }
}

#[test]
fn the_display_counts_as_output() {
    let limits = Limits {
        output: Some(3),
        ..Limits::default()
    };
    let mut session = session(image(ECHO, "", b""), limits);
    let mut host = host("hello");
    let outcome = session.run(&mut Off, &mut host);
    assert_eq!(outcome.end, End::Limit(Limit::Output(3)));
    assert_eq!(host.output, b"hel");
}

#[test]
fn a_device_in_the_last_instruction_is_served() {
    let main = "
        lui $t0, 0xffff
        li $a0, 65
        sw $a0, 12($t0)";
    let (end, output) = run(image(main, "", b""), "");
    assert_eq!((end, output.as_str()), (End::Exit(0), "A"));
}
