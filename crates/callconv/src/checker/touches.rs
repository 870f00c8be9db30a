//! The accesses to memory of the present run, in order.

use machine::observe::Touch;

/// More accesses than the longest run makes.
const MOST: usize = 1 << 12;

/// The accesses of a run.
pub(super) struct Touches {
    all: Box<[Touch; MOST]>,
    len: usize,
}

impl Default for Touches {
    fn default() -> Self {
        Touches {
            all: Box::new([Touch::default(); MOST]),
            len: 0,
        }
    }
}

impl Touches {
    #[inline(always)]
    pub(super) fn push(&mut self, touch: Touch) {
        self.all[self.len % MOST] = touch;
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, index: usize) -> Option<Touch> {
        self.all[..self.len.min(MOST)].get(index).copied()
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
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
