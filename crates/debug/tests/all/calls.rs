//! The open calls, however one comes to a step.

use assembler::MemoryLoader;
use debug::{DebugSetup, Engine};
use proptest::prelude::*;
use runtime::load::{LoadOptions, LoadRequest};

/// Calls itself often enough that states are kept on the way.
const PROGRAM: &str = "\
main: li a0, 22
    jal fib
    li a0, 10
    ecall
fib: li t0, 2
    blt a0, t0, small
    addi sp, sp, -12
    sw ra, 8(sp)
    sw s0, 4(sp)
    sw a0, 0(sp)
    addi a0, a0, -1
    jal fib
    mv s0, a0
    lw a0, 0(sp)
    addi a0, a0, -2
    jal fib
    add a0, a0, s0
    lw ra, 8(sp)
    lw s0, 4(sp)
    addi sp, sp, 12
small: ret
";

fn fib() -> Engine {
    let mut files = MemoryLoader::default().with("fib.s", PROGRAM);
    let options = LoadOptions::new(".".into());
    let loaded = LoadRequest::new("fib.s", &options)
        .from_loader(&mut files)
        .load();
    let setup = DebugSetup::new(&loaded);
    Engine::new(loaded, setup).unwrap()
}

/// The open calls, one instruction after the other: return addresses and stack pointers.
fn slow_model(steps: &[u64]) -> Vec<Vec<(u64, u32)>> {
    let mut engine = fib();
    let mut open: Vec<(u64, u32)> = Vec::new();
    let mut wanted = Vec::new();
    for &step in steps {
        while engine.step() < step {
            let (pc, sp) = (engine.pc(), engine.evaluate("sp").unwrap() as u32);
            let text = engine.instructions(pc, 1)[0].1.clone();
            let before = engine.step();
            engine.step_instructions(1);
            if text.starts_with("jal ra") {
                open.push((before, sp));
            } else if text.starts_with("jalr zero, ra") {
                open.pop();
            }
        }
        wanted.push(open.iter().rev().copied().collect());
    }
    wanted
}

#[test]
fn calls_are_those_of_a_slow_model() {
    let steps = [1, 2, 9, 100, 1_000, 2_345, 3_000];
    let expected = slow_model(&steps);
    let mut engine = fib();
    for (step, expected) in steps.iter().zip(expected) {
        engine.go_to(*step);
        let found = engine.frames();
        let found: Vec<(u64, u32)> = found.iter().map(|frame| (frame.step, frame.sp)).collect();
        assert_eq!(found, expected, "at step {step}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// The program runs for about 600,000 instructions.
    #[test]
    fn calls_are_the_same_whether_or_not_they_were_followed(
        stops in prop::collection::vec((0..620_000u64, any::<bool>()), 1..8),
    ) {
        let mut followed = fib();
        followed.follow_calls(true);
        for (step, asks) in stops {
            followed.go_to(step);
            let mut fresh = fib();
            fresh.go_to(followed.step());
            if asks {
                prop_assert_eq!(followed.frames(), fresh.frames());
            }
        }
    }
}
