//! Calls, exceptions, time.

use crate::world::{TEXT, host, image, run, session};
use machine::env::CallFault;
use machine::isa::Reg;
use machine::observe::{Observer, Off};
use runtime::{End, FaultKind, Limit, Limits};
use std::time::{Duration, Instant};

#[track_caller]
fn check(main: &str, handler: &str, expected: &str) {
    let (end, output) = run(image(main, handler, b"answer: \0"), "");
    assert_eq!((end, output.as_str()), (End::Exit(0), expected));
}

#[track_caller]
fn check_fault(main: &str, handler: &str, expected: CallFault) {
    let (end, _) = run(image(main, handler, b""), "");
    let End::Fault(fault) = end else {
        panic!("{end:?}")
    };
    assert_eq!(fault.kind, FaultKind::Call(expected));
    assert_eq!((fault.pc, fault.step), (TEXT + 4, 1));
}

/// Keeps the cause in `$k1`, and passes over the instruction that failed.
const SKIP_IT: &str = "
    mfc0 $k1, 13
    mfc0 $k0, 14
    addiu $k0, $k0, 4
    mtc0 $k0, 14
    eret";

const PRINT_CAUSE: &str = "
    addu $a0, $k1, $zero
    li $v0, 1
    syscall";

const BAD_SERVICE: &str = "
    li $v0, 99
    syscall";

#[test]
fn a_program_prints_and_leaves() {
    let main = "
        lui $a0, 0x1001
        li $v0, 4
        syscall
        li $a0, 42
        li $v0, 1
        syscall
        li $v0, 10
        syscall
        break";
    check(main, "", "answer: 42");
}

#[test]
fn a_program_may_run_past_its_end() {
    check("li $a0, 7\nli $v0, 1\nsyscall", "", "7");
}

#[test]
fn a_refused_call_is_a_fault() {
    check_fault(BAD_SERVICE, "", CallFault::UnknownService { number: 99 });
}

#[test]
fn a_refused_call_goes_to_the_handler() {
    check(&[BAD_SERVICE, PRINT_CAUSE].join("\n"), SKIP_IT, "32");
}

#[test]
fn a_bad_address_of_a_call_goes_to_the_handler() {
    let main = "li $a0, 0x44\nli $v0, 4\nsyscall";
    check(&[main, PRINT_CAUSE].join("\n"), SKIP_IT, "16");
}

#[test]
fn a_handler_that_fails_itself_comes_to_an_end() {
    let (end, _) = run(image(BAD_SERVICE, "syscall", b""), "");
    assert_eq!(end, End::Limit(Limit::Steps(1_000_000)));
}

#[test]
fn the_end_of_input_is_not_for_the_handler() {
    let wanted = "an integer";
    let fault = CallFault::EndOfInput { wanted };
    check_fault("li $v0, 5\nsyscall", SKIP_IT, fault);
}

/// The registers that were written, with their new values.
#[derive(Default)]
struct Writes(Vec<(Reg, u64)>);

impl Observer for Writes {
    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        self.0.push((reg, new));
    }
}

#[test]
fn observers_see_the_results_of_calls() {
    let main = "li $v0, 5\nsyscall\nli $v0, 43\nsyscall";
    let mut session = session(image(main, "", b""), Limits::default());
    let mut writes = Writes::default();
    session.run(&mut writes, &mut host("7\n"));
    let float = session.machine.registers.f[0];
    assert_ne!(float, 0);
    let expected = [(2, 5), (2, 7), (2, 43), (32, float)];
    assert_eq!(writes.0, expected.map(|(reg, value)| (Reg(reg), value)));
}

const SLEEP_LONG: &str = "
    lui $a0, 0x7fff
    li $v0, 32
    syscall";

#[test]
fn virtual_time_passes_by_sleeping() {
    let main = "
        li $a0, 1500
        li $v0, 32
        syscall
        li $v0, 30
        syscall
        li $v0, 1
        syscall";
    let begin = Instant::now();
    check(&[main, SLEEP_LONG].join("\n"), "", "1500");
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn sleeping_ends_with_the_time_of_the_run() {
    let time = Duration::from_millis(20);
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let mut session = session(image(SLEEP_LONG, "", b""), limits);
    let mut host = runtime::Console::new(&b""[..], Vec::new(), Vec::new());
    host.clock.deadline = Some(Instant::now() + time);
    let outcome = session.run(&mut Off, &mut host);
    assert_eq!(outcome.end, End::Limit(Limit::Time(time)));
}
