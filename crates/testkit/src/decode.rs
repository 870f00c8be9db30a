//! Decoding is total and undoes encoding.

use crate::encode;
use machine::isa::{IsaDesc, Operand, Row};
use proptest::prelude::*;

/// A value that fits `operand`, from any number.
fn fitting(operand: &Operand, number: u32) -> i64 {
    let (low, high) = operand.field.range();
    let step = operand.field.step();
    low + i64::from(number) % ((high - low) / step + 1) * step
}

fn values(row: &Row, numbers: &[u32]) -> Vec<i64> {
    let pairs = row.operands.iter().zip(numbers);
    pairs.map(|(o, &number)| fitting(o, number)).collect()
}

/// For every row: what is encoded with operands made of `numbers` is what decoding finds.
pub fn decoding_undoes_encoding(
    desc: &'static IsaDesc,
    numbers: &[u32],
) -> Result<(), TestCaseError> {
    for (index, row) in desc.rows.iter().enumerate() {
        let values = values(row, numbers);
        let word = encode(desc, row.name, &values);
        let decoded = desc.decode_any(word).map(|d| (d.row, d.word, d.len));
        prop_assert_eq!(decoded, Some((index, word, 4)), "{}", row.name);
        let fields = row.operands.iter().map(|operand| operand.field);
        let found: Vec<i64> = fields.map(|field| field.extract(word).into()).collect();
        prop_assert_eq!(found, values, "{}", row.name);
    }
    Ok(())
}

/// What decodes has the fixed bits of its row, and no other row has them.
pub fn one_row_matches(desc: &'static IsaDesc, words: &[u32]) -> Result<(), TestCaseError> {
    for &word in words {
        let Some(decoded) = desc.decode_any(word) else {
            continue;
        };
        let matching: Vec<usize> = (0..desc.rows.len())
            .filter(|&row| desc.rows[row].pattern.matches(decoded.word))
            .collect();
        prop_assert_eq!(matching, vec![decoded.row]);
    }
    Ok(())
}

/// One bit away from an instruction there is another or none, never a panic.
pub fn neighbours_decode_or_not(
    desc: &'static IsaDesc,
    numbers: &[u32],
) -> Result<(), TestCaseError> {
    for row in desc.rows {
        let word = encode(desc, row.name, &values(row, numbers));
        for bit in 0..32 {
            if let Some(found) = desc.decode_any(word ^ 1 << bit) {
                prop_assert!(desc.rows[found.row].pattern.matches(found.word));
            }
        }
    }
    Ok(())
}
