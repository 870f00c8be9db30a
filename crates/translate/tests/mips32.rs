//! MIPS, translated.
#![cfg(all(
    feature = "native",
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]

#[path = "../../mips32/tests/common/mod.rs"]
mod common;
mod laws;
#[path = "../../mips32/tests/laws/program.rs"]
mod program;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_programs_go_the_same_way(
        (kind, words) in (0..program::KINDS.len()).prop_flat_map(|kind| (Just(kind), program::KINDS[kind].1.any())),
        chunks in laws::chunks(),
    ) {
        laws::goes_the_same_way(&program::KINDS[kind].1, &words, &chunks, |_| {})?;
    }
}
