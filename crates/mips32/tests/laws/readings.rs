//! Whatever reads a row, it reads the same.

use crate::program::KINDS;
use proptest::prelude::*;

/// Any kind of machine and a program for it.
fn kinds() -> impl Strategy<Value = (usize, Vec<u32>)> {
    (0..KINDS.len()).prop_flat_map(|kind| (Just(kind), KINDS[kind].1.any()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn readings_agree_with_the_interpreter((kind, words) in kinds()) {
        KINDS[kind].1.readings_agree_with_the_interpreter(&words)?;
    }

    #[test]
    fn a_result_depends_on_nothing_else((kind, words) in kinds(), noise in any::<u64>()) {
        KINDS[kind].1.a_result_depends_on_nothing_else(&words, noise)?;
    }

    #[test]
    fn defined_bits_do_not_depend_on_undefined_ones(
        (kind, words) in kinds(),
        undefined in prop::collection::btree_map(10u8..32, any::<u32>(), 1..6),
        noise in any::<u32>(),
    ) {
        KINDS[kind].1.defined_bits_do_not_depend_on_undefined_ones(&words, &undefined, noise)?;
    }
}
