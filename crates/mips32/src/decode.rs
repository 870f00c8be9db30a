//! From a word to its row.

use crate::table::{ROW_ARRAY, ROWS};
use machine::isa::{RowIndex, check_rows};

const _: () = check_rows(&ROW_ARRAY);

/// The rows of each opcode (bits 26–31). Most of the floating-point ones share one.
static BY_OPCODE: RowIndex<64, 128> = RowIndex::new(&ROW_ARRAY, 26);

/// The row that `word` encodes.
pub(crate) fn decode(word: u32) -> Option<usize> {
    BY_OPCODE.find(ROWS, word)
}
