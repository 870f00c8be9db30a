//! History that is longer than its memory.

use crate::program::{Machine, Whole, load, memory};
use debug::{DebugSetup, Engine};

/// Writes one page after the other, over and over.
const PAGES: &str = "\
.data
array: .space 400000
.text
main:
    li   s2, 40
again:
    la   s0, array
    li   s1, 90
page:
    sw   s2, 0(s0)
    li   t0, 4096
    add  s0, s0, t0
    li   t1, 300
spin:
    addi t1, t1, -1
    bnez t1, spin
    addi s1, s1, -1
    bnez s1, page
    addi s2, s2, -1
    bnez s2, again
    li   a0, 10
    ecall
";

fn with_history(bytes: u64) -> Engine {
    let loaded = load(Machine::RiscV, PAGES);
    let setup = DebugSetup {
        history: bytes,
        input: Some(Vec::new()),
        ..DebugSetup::new(&loaded)
    };
    Engine::new(loaded, setup).unwrap()
}

#[test]
fn memory_stays_bounded_and_every_step_can_be_reached() {
    const BUDGET: u64 = 2 << 20;
    let mut engine = with_history(BUDGET);
    engine.run_on();
    assert!(engine.ended().is_some());
    let span = engine.span();
    assert!(span.step > 2_000_000, "{}", span.step);
    assert!(span.bytes <= BUDGET, "{} bytes", span.bytes);
    assert_eq!(span.first, 0);
    for step in [1_999_999, 1_000_001, 500_000, 3] {
        engine.go_to(step);
        let state = Whole::of(&engine);
        let mut fresh = with_history(256 << 20);
        fresh.go_to(step);
        assert_eq!(state, Whole::of(&fresh), "step {step}");
        assert_eq!(memory(&engine), memory(&fresh), "step {step}");
        assert!(engine.span().bytes <= BUDGET);
    }
}
