//! What was learnt of straight code not long ago.

/// A small table by keys. A place is for one key: the last.
#[derive(Clone, Debug)]
pub(super) struct Recent<T> {
    places: Vec<Option<(u64, T)>>,
}

/// So many bits of a hash choose a place.
const BITS: u32 = 8;

impl<T: Copy> Default for Recent<T> {
    fn default() -> Self {
        Recent {
            places: vec![None; 1 << BITS],
        }
    }
}

impl<T: Copy> Recent<T> {
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// What is known of a key.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<T> {
        let (known, value) = self.places[Self::place(key)]?;
        (known == key).then_some(value)
    }

    pub(super) fn remember(&mut self, key: u64, value: T) {
        self.places[Self::place(key)] = Some((key, value));
    }

    pub(super) fn forget(&mut self) {
        self.places.fill(None);
    }
}
