//! RISC-V, translated.
#![cfg(all(
    feature = "native",
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]

#[path = "../../rv32/tests/common/mod.rs"]
mod common;
mod laws;
#[expect(unused, reason = "other laws need more of it")]
#[path = "../../rv32/tests/laws/program.rs"]
mod program;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_programs_go_the_same_way(words in program::PROGRAMS.any(), chunks in laws::chunks()) {
        laws::goes_the_same_way(&program::PROGRAMS, &words, &chunks, |_| {})?;
    }

    #[test]
    fn with_a_gap_and_alignment_they_do(words in program::PROGRAMS.any(), chunks in laws::chunks()) {
        laws::goes_the_same_way(&program::PROGRAMS, &words, &chunks, |machine| {
            machine.check_gap(true);
            machine.memory.heap_end = program::DATA + 0x300;
            machine.registers.x[2] = program::DATA + 0x900;
        })?;
    }
}
