//! Whatever reads a row, it reads the same.

use crate::program::PROGRAMS;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn readings_agree_with_the_interpreter(words in PROGRAMS.any()) {
        PROGRAMS.readings_agree_with_the_interpreter(&words)?;
    }

    #[test]
    fn a_result_depends_on_nothing_else(words in PROGRAMS.any(), noise in any::<u64>()) {
        PROGRAMS.a_result_depends_on_nothing_else(&words, noise)?;
    }

    #[test]
    fn defined_bits_do_not_depend_on_undefined_ones(
        words in PROGRAMS.any(),
        undefined in prop::collection::btree_map(10u8..32, any::<u32>(), 1..6),
        noise in any::<u32>(),
    ) {
        PROGRAMS.defined_bits_do_not_depend_on_undefined_ones(&words, &undefined, noise)?;
    }
}
