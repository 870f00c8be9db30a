//! What is known of each word of the stack: which bytes were written since the word was made room
//! for, and whether it holds a saved register or a value that nobody knows.

/// All bytes of a word were written.
pub(crate) const WRITTEN: u8 = 0b1111;
/// The word holds the value that a saved register had on entry.
pub(crate) const SAVE: u8 = 1 << 4;
/// The word holds a value that the convention leaves undefined.
const UNKNOWN: u8 = 1 << 5;
/// Some bytes of the word are undefined, and were read before they were stored here.
const UNDEFINED: u8 = 1 << 6;

/// What a load found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The bytes of the access that were never written, the first lowest.
    pub(crate) unwritten: u8,
    /// A value that nobody knows.
    pub(crate) unknown: bool,
    /// A saved register.
    pub(crate) save: bool,
    /// Undefined bytes that were read before.
    pub(crate) undefined: bool,
}

/// What a store stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stored {
    /// What a saved register had on entry.
    pub(crate) save: bool,
    /// A value that nobody knows.
    pub(crate) unknown: bool,
    /// Undefined bytes.
    pub(crate) undefined: bool,
}

impl Stored {
    fn flags(self) -> u8 {
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        flag(self.save, SAVE) | flag(self.unknown, UNKNOWN) | flag(self.undefined, UNDEFINED)
    }
}

/// The words of the stack, from its beginning down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shadow {
    top: u32,
    words: Vec<u8>,
}

/// The deepest stack that is followed, in words: 64 MiB.
const DEEPEST: usize = 16 << 20;

impl Shadow {
    /// A stack that begins below `top`.
    pub(crate) fn new(top: u32) -> Self {
        Shadow {
            top: top.checked_next_multiple_of(4).unwrap_or(top),
            words: Vec::new(),
        }
    }

    fn index(&self, address: u32) -> Option<usize> {
        let down = self.top.checked_sub(1)?.checked_sub(address)?;
        Some(down as usize / 4).filter(|index| *index < DEEPEST)
    }

    /// The stack pointer moves from `old` down to `new`: what lies between is new room.
    pub(crate) fn make_room(&mut self, old: u32, new: u32) {
        let (Some(first), Some(last)) = (self.index(old.wrapping_sub(1)), self.index(new)) else {
            return;
        };
        let len = self.len_down_to(new);
        if len > self.words.len() {
            self.set_len(len);
        }
        // Of the word that the old stack pointer points into, the upper bytes stay.
        let kept = match old % 4 {
            0 => 0,
            bytes => self.words[first] & (WRITTEN << bytes & WRITTEN),
        };
        self.words[first..=last].fill(0);
        self.words[first] = kept;
    }

    /// How many words it knows.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// How many it knows once there is room down to `new`.
    pub(crate) fn len_down_to(&self, new: u32) -> usize {
        let needed = self.index(new).map(|last| last + 1 + Shadow::BEYOND);
        self.len().max(needed.unwrap_or_default())
    }

    /// It knows so many words: new ones were never written.
    pub(crate) fn set_len(&mut self, len: usize) {
        self.words.resize(len, 0);
    }

    /// So many words are there below the deepest, for looks at eight words at once.
    const BEYOND: usize = 8;

    /// What is known of the word at this address: a number that tells whether it changes.
    pub(crate) fn raw(&self, word: u32) -> Option<u8> {
        self.words.get(self.index(word)?).copied()
    }

    /// The place of the words below `address`, a multiple of four, for [`eight`](Shadow::eight).
    #[inline(always)]
    pub(crate) fn place(&self, address: u32) -> usize {
        self.top.wrapping_sub(address) as usize / 4
    }

    /// What is known of eight words, each below the one before, the first of them `offset` words
    /// below a place.
    #[inline(always)]
    pub(crate) fn eight(&self, place: usize, offset: i32) -> Option<u64> {
        let first = place.wrapping_add_signed(offset as isize);
        let words = self.words.get(first..first.wrapping_add(8))?;
        Some(u64::from_le_bytes(words.try_into().ok()?))
    }

    /// Replaces what is known of some of eight words: the bits of `set` by `value`.
    #[inline(always)]
    pub(crate) fn set_eight(&mut self, place: usize, offset: i32, set: u64, value: u64) {
        let first = place.wrapping_add_signed(offset as isize);
        let words = self.words.get_mut(first..first.wrapping_add(8));
        if let Some(words) = words.and_then(|words| <&mut [u8; 8]>::try_from(words).ok()) {
            *words = (u64::from_le_bytes(*words) & !set | value).to_le_bytes();
        }
    }

    /// New room of `count` words below a place.
    pub(crate) fn clear(&mut self, place: usize, count: usize) {
        if let Some(words) = self.words.get_mut(place..place + count) {
            words.fill(0);
        }
    }

    /// The bytes of one word that an access touches; an access never spans more than three words.
    pub(crate) fn pieces(address: u32, size: u8) -> impl Iterator<Item = (u32, u8)> {
        let first = address & !3;
        (0..3).filter_map(move |k| {
            let word = first.wrapping_add(4 * k);
            let bytes = (0..4).filter(|byte| {
                let offset = word.wrapping_add(*byte).wrapping_sub(address);
                offset < u32::from(size)
            });
            let mask = bytes.fold(0u8, |mask, byte| mask | 1 << byte);
            (mask != 0).then_some((word, mask))
        })
    }

    /// Bytes are written; whether a saved register was there.
    #[inline]
    pub(crate) fn store(&mut self, address: u32, size: u8, stored: Stored) -> bool {
        let flags = stored.flags();
        if size == 4 && address & 3 == 0 {
            return self.store_word(address, WRITTEN, flags);
        }
        let mut was_save = false;
        for (word, bytes) in Shadow::pieces(address, size) {
            was_save |= self.store_word(word, bytes, flags);
        }
        was_save
    }

    #[inline]
    fn store_word(&mut self, word: u32, bytes: u8, flags: u8) -> bool {
        let index = self.index(word);
        let Some(known) = index.and_then(|index| self.words.get_mut(index)) else {
            return false;
        };
        let was_save = *known & SAVE != 0;
        *known = *known & WRITTEN | bytes | flags;
        was_save
    }

    /// Bytes are read.
    #[inline]
    pub(crate) fn load(&self, address: u32, size: u8) -> Found {
        if size == 4 && address & 3 == 0 {
            return self.load_word(address, WRITTEN);
        }
        let mut found = Found::default();
        for (word, bytes) in Shadow::pieces(address, size) {
            let part = self.load_word(word, bytes);
            let unwritten = u32::from(part.unwritten);
            found.unwritten |= match word.checked_sub(address) {
                Some(behind) => unwritten << behind,
                None => unwritten >> (address - word),
            } as u8;
            found.unknown |= part.unknown;
            found.save |= part.save;
            found.undefined |= part.undefined;
        }
        found
    }

    /// What is found in these bytes of a word; the first byte of the word is the lowest of
    /// `unwritten`.
    #[inline]
    fn load_word(&self, word: u32, bytes: u8) -> Found {
        let known = self.index(word).and_then(|index| self.words.get(index));
        known.map_or(Found::default(), |known| Found {
            unwritten: bytes & !known,
            unknown: known & UNKNOWN != 0,
            save: known & SAVE != 0,
            undefined: known & UNDEFINED != 0,
        })
    }

    /// Nothing is said about these bytes any more.
    pub(crate) fn forgive(&mut self, address: u32, size: u8) {
        self.store(address, size, Stored::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Stored = Stored {
        save: false,
        unknown: false,
        undefined: false,
    };
    const A_SAVE: Stored = Stored {
        save: true,
        ..PLAIN
    };
    const AN_UNKNOWN: Stored = Stored {
        unknown: true,
        ..PLAIN
    };

    #[test]
    fn new_room_is_unwritten_until_it_is_written() {
        let mut shadow = Shadow::new(0x8000_0000 - 16);
        let top = 0x8000_0000 - 16;
        shadow.make_room(top, top - 16);
        assert_eq!(shadow.load(top - 16, 4).unwritten, WRITTEN);
        assert!(!shadow.store(top - 16, 4, A_SAVE));
        let found = shadow.load(top - 16, 4);
        assert!(found.save && found.unwritten == 0);
        assert!(shadow.store(top - 15, 1, PLAIN), "a save is reported");
        assert!(!shadow.load(top - 16, 4).save);
        shadow.make_room(top, top - 16);
        assert_eq!(shadow.load(top - 14, 2).unwritten, 0b11);
    }

    #[test]
    fn parts_of_words_count() {
        let mut shadow = Shadow::new(0x1000);
        shadow.make_room(0x1000, 0xff0);
        shadow.store(0xff2, 4, AN_UNKNOWN);
        assert_eq!(shadow.load(0xff4, 2).unwritten, 0);
        assert_eq!(shadow.load(0xff0, 4).unwritten, 0b0011);
        assert_eq!(shadow.load(0xff1, 4).unwritten, 0b0001);
        assert_eq!(shadow.load(0xff3, 8).unwritten, 0b1111_1000);
        assert!(shadow.load(0xff2, 2).unknown);
        assert_eq!(shadow.load(0xff6, 2).unwritten, 0b11);
    }

    #[test]
    fn single_bytes_are_pushed() {
        let mut shadow = Shadow::new(0x1000);
        for sp in (0xff8..0x1000).rev() {
            shadow.make_room(sp + 1, sp);
            assert_eq!(shadow.load(sp, 1).unwritten, 1);
            shadow.store(sp, 1, PLAIN);
        }
        assert_eq!(shadow.load(0xff8, 8).unwritten, 0);
    }

    #[test]
    fn what_is_not_stack_is_nothing() {
        let mut shadow = Shadow::new(0x1000);
        assert_eq!(shadow.load(0x2000, 4), Found::default());
        assert!(!shadow.store(0x10, 4, A_SAVE));
        assert_eq!(shadow.load(0x10, 4), Found::default());
    }
}
