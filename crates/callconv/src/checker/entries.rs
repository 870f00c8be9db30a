//! Where functions begin, for code that runs on into the next one, and where memory does.

use super::Checker;
use machine::image::Image;

/// For each half-word up to the last entry, the next entry behind it.
pub(super) fn next_entries(entries: &[u32]) -> Vec<u32> {
    /// The largest program for which there is a table.
    const LARGEST: u32 = 1 << 26;
    let (Some(&first), Some(&last)) = (entries.first(), entries.last()) else {
        return Vec::new();
    };
    if last - first >= LARGEST {
        return Vec::new();
    }
    let mut table = vec![first];
    let mut from = first;
    for &next in &entries[1..] {
        table.extend(std::iter::repeat_n(next, ((next - from) / 2) as usize));
        from = next;
    }
    table
}

impl Checker {
    /// The next entry of a function behind `pc`.
    #[inline]
    pub(super) fn entry_behind(&self, pc: u32) -> u32 {
        let Some(&first) = self.entries.first() else {
            return u32::MAX;
        };
        if pc < first {
            return first;
        }
        let index = ((pc - first) / 2) as usize + 1;
        self.entries.get(index).copied().unwrap_or(u32::MAX)
    }
}

/// Where the memory of a program begins that is not code.
pub(super) fn memory_from(image: &Image) -> u32 {
    let data = image
        .segments
        .iter()
        .filter(|s| s.access.write && !s.access.execute);
    data.map(|segment| segment.address).min().unwrap_or(0)
}
