//! Decoding is total and undoes encoding.

use proptest::prelude::*;
use rv32::DESC;
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

/// Suffixes set bits that no operand and no pattern uses, so they change nothing but themselves.
#[test]
fn suffixes_keep_the_row() {
    for row in DESC.rows {
        for suffix in row.suffixes {
            let word = row.pattern.bits | suffix.bits;
            let found = DESC.decode_any(word).map(|d| DESC.rows[d.row].name);
            assert_eq!(found, Some(row.name), "{}{}", row.name, suffix.text);
            let used = row.operands.iter().map(|o| o.field.mask());
            assert_eq!(used.fold(0, |a, b| a | b) & suffix.bits, 0);
        }
    }
}
