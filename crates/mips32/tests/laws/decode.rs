//! Decoding is total and undoes encoding.

use mips32::DESC;
use proptest::prelude::*;
use testkit::decode;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn decoding_undoes_encoding(numbers in any::<[u32; 5]>()) {
        decode::decoding_undoes_encoding(&DESC, &numbers)?;
    }

    #[test]
    fn decoding_is_total(words in prop::collection::vec(any::<u32>(), 256)) {
        decode::one_row_matches(&DESC, &words)?;
    }

    #[test]
    fn neighbours_of_instructions_decode_or_not(numbers in any::<[u32; 5]>()) {
        decode::neighbours_decode_or_not(&DESC, &numbers)?;
    }
}
