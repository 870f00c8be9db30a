//! From a word to its row.

use crate::table::{ROW_ARRAY, ROWS};
use machine::isa::{RowIndex, check_rows};

const _: () = check_rows(&ROW_ARRAY);

/// The rows of each major opcode (bits 2–6).
static BY_OPCODE: RowIndex<32, 128> = RowIndex::new(&ROW_ARRAY, 2);

/// The row that `word` encodes.
pub(crate) fn decode(word: u32) -> Option<usize> {
    BY_OPCODE.find(ROWS, word)
}
