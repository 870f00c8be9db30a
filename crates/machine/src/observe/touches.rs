//! The accesses to memory of the present run, in order.

/// An access to memory, as an observer of runs sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// First address.
    pub address: u32,
    /// The slot of the instruction, whether it was a store, and how many bytes.
    packed: u32,
}

impl Touch {
    /// An access of `size` bytes by the instruction in this slot.
    #[inline(always)]
    pub fn new(address: u32, slot: usize, size: u8, store: bool) -> Self {
        Touch {
            address,
            packed: (slot as u32) << 8 | u32::from(size) | if store { Touch::STORE } else { 0 },
        }
    }

    const STORE: u32 = 1 << 7;

    /// The index of the instruction in a run that begins at `first_slot`.
    #[inline]
    pub fn index(&self, first_slot: usize) -> usize {
        ((self.packed >> 8).wrapping_sub(first_slot as u32) & 0x00ff_ffff) as usize
    }

    /// How many bytes.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.packed as u8 & 0x7f
    }

    /// Whether it was a store.
    #[inline(always)]
    pub fn store(&self) -> bool {
        self.packed & Touch::STORE != 0
    }
}

/// More accesses than the longest run makes.
const MOST: usize = 1 << 12;

/// The accesses of a run.
pub struct Touches {
    len: usize,
    all: [Touch; MOST],
}

impl Default for Touches {
    fn default() -> Self {
        Touches {
            len: 0,
            all: [Touch::default(); MOST],
        }
    }
}

impl Touches {
    #[inline(always)]
    pub(crate) fn push(&mut self, touch: Touch) {
        self.all[self.len % MOST] = touch;
        self.len += 1;
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The access with this index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Touch> {
        self.all[..self.len.min(MOST)].get(index).copied()
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_accesses_do_no_harm() {
        let mut touches = Touches::default();
        for _ in 0..MOST + 10 {
            touches.push(Touch::default());
        }
        assert!(touches.get(MOST - 1).is_some());
        assert!(touches.get(MOST).is_none());
        touches.clear();
        assert!(touches.get(0).is_none());
    }
}
