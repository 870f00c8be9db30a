//! Decoding is total and undoes encoding.

use crate::common::encode;
use machine::isa::{Operand, Row};
use proptest::prelude::*;
use rv32::DESC;

/// A value that fits `operand`, from any number.
fn fitting(operand: &Operand, number: u32) -> i64 {
    let (low, high) = operand.field.range();
    let step = operand.field.step();
    low + i64::from(number) % ((high - low) / step + 1) * step
}

fn check_round_trip(index: usize, row: &Row, numbers: &[u32]) -> Result<(), TestCaseError> {
    let pairs = row.operands.iter().zip(numbers);
    let values: Vec<i64> = pairs.map(|(o, &number)| fitting(o, number)).collect();
    let word = encode(row.name, &values);
    let decoded = DESC.decode_any(word).map(|d| (d.row, d.word, d.len));
    prop_assert_eq!(decoded, Some((index, word, 4)), "{}", row.name);
    let found: Vec<i64> = row
        .operands
        .iter()
        .map(|operand| operand.field.extract(word).into())
        .collect();
    prop_assert_eq!(found, values, "{}", row.name);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn decoding_undoes_encoding(numbers in any::<[u32; 5]>()) {
        for (index, row) in DESC.rows.iter().enumerate() {
            check_round_trip(index, row, &numbers)?;
        }
    }

    /// What decodes has the fixed bits of its row, and no other row has them.
    #[test]
    fn decoding_is_total(words in prop::collection::vec(any::<u32>(), 256)) {
        for word in words {
            let Some(decoded) = DESC.decode_any(word) else {
                continue;
            };
            let matching: Vec<usize> = (0..DESC.rows.len())
                .filter(|&row| DESC.rows[row].pattern.matches(decoded.word))
                .collect();
            prop_assert_eq!(matching, vec![decoded.row]);
        }
    }

    /// One bit away from an instruction there is another or none, never a panic.
    #[test]
    fn neighbours_of_instructions_decode_or_not(numbers in any::<[u32; 5]>()) {
        for row in DESC.rows {
            let pairs = row.operands.iter().zip(&numbers);
            let values: Vec<i64> = pairs.map(|(o, &number)| fitting(o, number)).collect();
            let word = encode(row.name, &values);
            for bit in 0..32 {
                if let Some(found) = DESC.decode_any(word ^ 1 << bit) {
                    prop_assert!(DESC.rows[found.row].pattern.matches(found.word));
                }
            }
        }
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
