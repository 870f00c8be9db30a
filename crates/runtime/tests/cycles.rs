//! A program that goes round in the same state is not carried out up to its limit; it ends where it would
//! end all the same, in the state that it would be in.

use machine::env::MarsMap;
use machine::observe::{Observer, Off, Wants};
use runtime::load::{LoadOptions, LoadRequest};
use runtime::{Console, EnvironmentSetup, Limits, Outcome, Session};
use std::path::PathBuf;
use std::sync::Arc;

/// Sees runs, and cannot tell whether it is in the same state: nothing is left out.
struct Forgetful;

impl Observer for Forgetful {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }
}

/// Sees how many straight runs there are, and is always in the same state.
struct Counting(u64);

impl Observer for Counting {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    fn knows(&mut self, _: &machine::observe::RunSummary<'_>) -> bool {
        self.0 += 1;
        true
    }

    fn is_as_marked(&self) -> bool {
        true
    }
}

fn run(text: &str, steps: u64, observer: &mut dyn Observer) -> (Session, Outcome) {
    let options = LoadOptions::new(PathBuf::from("/"));
    let mut loader = assembler::MemoryLoader::default().with("a.s", text);
    let loaded = LoadRequest::new("a.s", &options).from_loader(&mut loader);
    let loaded = loaded.load();
    let program = loaded.program.expect("the program assembles");
    let setup = EnvironmentSetup {
        seed: 0,
        map: &MarsMap::DEFAULT,
    };
    let environment = loaded.environment.make(loaded.target, &setup);
    let limits = Limits {
        steps: Some(steps),
        ..Limits::default()
    };
    let image = Arc::new(program.image);
    let session = Session::new(loaded.target, image, environment, Vec::new(), limits);
    let mut session = session.expect("the program fits");
    let mut host = Console::new(&b""[..], std::io::sink(), std::io::sink());
    let outcome = session.run(observer, &mut host);
    (session, outcome)
}

/// Runs a program with and without leaving rounds out; whether some were left out.
#[track_caller]
fn check(text: &str, is_left_out: bool) {
    for steps in [500_000, 500_001, 500_007, 777_777] {
        let (mut whole, end) = run(text, steps, &mut Forgetful);
        let mut counting = Counting(0);
        for observer in [&mut counting as &mut dyn Observer, &mut Off] {
            let (session, other) = run(text, steps, observer);
            assert_eq!(end, other, "{text}");
            let (a, b) = (&whole.machine, &session.machine);
            assert_eq!((a.pc, a.steps), (b.pc, b.steps), "{text}");
            assert_eq!(a.registers.x[..32], b.registers.x[..32], "{text}");
            let kept = whole.machine.snapshot();
            assert!(session.machine.memory.is_as_in(kept.memory()), "{text}");
        }
        assert_eq!(counting.0 < steps / 6, is_left_out, "{text}");
    }
}

#[test]
fn rounds_in_the_same_state_are_left_out() {
    check("main: j main\n", true);
    // Some rounds pass before nothing changes any more.
    check(
        "main: li t0, 9000\nl: beqz t0, m\naddi t0, t0, -1\nm: sw t0, -4(sp)\nlw t1, -4(sp)\nj l\n",
        true,
    );
    check(
        "main: addi sp, sp, -16\nl: jal f\nli t0, 3\nx: addi t0, t0, -1\nbnez t0, x\nj l\n\
         f: sw ra, 4(sp)\nlw ra, 4(sp)\nret\n",
        true,
    );
}

#[test]
fn whatever_changes_is_carried_out() {
    // A register, a word of memory, a counter of the machine, a call.
    check("main: addi t0, t0, 1\nj main\n", false);
    check(
        "main: la t1, x\nl: lw t0, 0(t1)\naddi t0, t0, 1\nsw t0, 0(t1)\nli t0, 0\nj l\n.data\nx: .word 0\n",
        false,
    );
    check("main: csrr t0, instret\nli t0, 0\nj main\n", false);
    check(
        "main: li a0, 11\nli a1, 65\necall\nli t0, 200\nx: addi t0, t0, -1\nbnez t0, x\nj main\n",
        false,
    );
}
