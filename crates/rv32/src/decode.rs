//! From a word to its row.

use crate::table::{ROW_ARRAY, ROWS};
use machine::isa::{Row, check_rows};

const _: () = check_rows(&ROW_ARRAY);

/// Rows of each major opcode (bits 2–6), so that decoding tries only those.
const BY_OPCODE: [[u8; 64]; 32] = group_by_opcode(&ROW_ARRAY);
const NO_ROW: u8 = u8::MAX;

const fn group_by_opcode(rows: &[Row]) -> [[u8; 64]; 32] {
    let mut groups = [[NO_ROW; 64]; 32];
    let mut lengths = [0; 32];
    let mut k = 0;
    while k < rows.len() {
        let opcode = (rows[k].pattern.bits >> 2 & 31) as usize;
        groups[opcode][lengths[opcode]] = k as u8;
        lengths[opcode] += 1;
        k += 1;
    }
    groups
}

/// The row that `word` encodes.
pub fn decode(word: u32) -> Option<usize> {
    let group = &BY_OPCODE[(word >> 2 & 31) as usize];
    let rows = group.iter().take_while(|&&row| row != NO_ROW);
    rows.map(|&row| row as usize)
        .find(|&row| ROWS[row].pattern.matches(word))
}
