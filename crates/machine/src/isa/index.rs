//! From a word to its row: rows grouped by some bits that all of them fix.

use super::Row;

/// Stands for no row.
const NO_ROW: u16 = u16::MAX;

/// The rows of an instruction set in `GROUPS` groups of at most `SIZE`, so that decoding tries
/// only those of one group.
pub struct RowIndex<const GROUPS: usize, const SIZE: usize> {
    shift: u32,
    groups: [[u16; SIZE]; GROUPS],
}

impl<const GROUPS: usize, const SIZE: usize> RowIndex<GROUPS, SIZE> {
    /// Groups `rows` by the bits from `shift` on. `GROUPS` is a power of two.
    pub const fn new(rows: &[Row], shift: u32) -> Self {
        assert!(rows.len() < NO_ROW as usize, "too many rows for the index");
        let mut groups = [[NO_ROW; SIZE]; GROUPS];
        let mut lengths = [0; GROUPS];
        let mut k = 0;
        while k < rows.len() {
            let group = (rows[k].pattern.bits >> shift) as usize & (GROUPS - 1);
            groups[group][lengths[group]] = k as u16;
            lengths[group] += 1;
            k += 1;
        }
        RowIndex { shift, groups }
    }

    /// The row that `word` encodes.
    pub fn find(&self, rows: &[Row], word: u32) -> Option<usize> {
        let group = &self.groups[(word >> self.shift) as usize & (GROUPS - 1)];
        let candidates = group.iter().take_while(|&&row| row != NO_ROW);
        candidates
            .map(|&row| row as usize)
            .find(|&row| rows[row].pattern.matches(word))
    }
}
