//! Which bytes of memory were accessed.

use rustc_hash::FxHashMap;

const PAGE: u32 = 4096;

/// For each page, which of its bytes were accessed.
pub(super) struct TouchedPages {
    pages: Vec<[u64; 64]>,
    indices: FxHashMap<u32, usize>,
    /// The page that was accessed last, and its index.
    last: (u32, usize),
    /// Accesses that were noted lately, by some bits of their address: most of a program's are to the
    /// same few words.
    recent: [u64; RECENT],
}

const RECENT: usize = 1024;

impl Default for TouchedPages {
    fn default() -> Self {
        TouchedPages {
            pages: Vec::new(),
            indices: FxHashMap::default(),
            // There is no such page.
            last: (u32::MAX, 0),
            // No access has no bytes.
            recent: [0; RECENT],
        }
    }
}

impl TouchedPages {
    /// Up to eight bytes are accessed.
    #[inline(always)]
    pub(super) fn touch(&mut self, address: u32, size: u8) {
        let access = u64::from(address) << 8 | u64::from(size);
        let recent = &mut self.recent[(address / 4) as usize % RECENT];
        if std::mem::replace(recent, access) == access {
            return;
        }
        let bit = address % 64;
        if bit + u32::from(size) > 64 {
            return self.touch_bytes(address, size);
        }
        let bits = ((1 << size) - 1) << bit;
        let (page, word) = (address / PAGE, (address % PAGE / 64) as usize);
        if page != self.last.0 {
            self.last = (page, self.index(page));
        }
        if let Some(page) = self.pages.get_mut(self.last.1) {
            page[word] |= bits;
        }
    }

    /// The same, byte by byte.
    #[cold]
    fn touch_bytes(&mut self, address: u32, size: u8) {
        for k in 0..u32::from(size) {
            let byte = address.wrapping_add(k);
            let index = self.index(byte / PAGE);
            self.pages[index][(byte % PAGE / 64) as usize] |= 1 << (byte % 64);
        }
    }

    #[inline(never)]
    fn index(&mut self, page: u32) -> usize {
        *self.indices.entry(page).or_insert_with(|| {
            self.pages.push([0; 64]);
            self.pages.len() - 1
        })
    }

    /// One byte is accessed: whether that is the first time.
    pub(super) fn is_first(&mut self, address: u32) -> bool {
        let (page, bit) = (address / PAGE, 1 << (address % 64));
        if page != self.last.0 {
            self.last = (page, self.index(page));
        }
        let Some(page) = self.pages.get_mut(self.last.1) else {
            return false;
        };
        let word = &mut page[(address % PAGE / 64) as usize];
        let is_first = *word & bit == 0;
        *word |= bit;
        is_first
    }

    /// How many bytes were accessed.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.pages.iter().flatten();
        words.map(|word| u64::from(word.count_ones())).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_counts_once() {
        let mut pages = TouchedPages::default();
        pages.touch(0x1000, 4);
        pages.touch(0x1002, 4);
        assert_eq!(pages.bytes(), 6);
        pages.touch(0x1ffe, 4);
        pages.touch(u32::MAX, 2);
        pages.touch(0, 1);
        assert_eq!(pages.bytes(), 12);
        pages.touch(0x103c, 8);
        assert_eq!(pages.bytes(), 20);
        assert!(!pages.is_first(0x1043));
        assert!(pages.is_first(0x1044));
        assert!(!pages.is_first(0x1044));
        assert_eq!(pages.bytes(), 21);
    }
}
