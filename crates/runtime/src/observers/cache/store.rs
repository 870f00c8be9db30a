//! The places of a cache, and what is in them.

use super::spec::Replacement;
use machine::env::JavaRandom;
use rustc_hash::FxHashMap;

/// Sets of places for blocks. A line is a place, by its number among all of them.
pub(super) struct Store {
    ways: u32,
    set_mask: u32,
    replacement: Replacement,
    random: JavaRandom,
    /// By line: the block that is there. Lines of a set are used from the first on.
    blocks: Vec<u32>,
    dirty: Vec<bool>,
    /// By set: how many lines are used.
    used: Vec<u32>,
    /// By set: its newest and its oldest line. By line: the next newer and the next older one.
    newest: Vec<u32>,
    oldest: Vec<u32>,
    newer: Vec<u32>,
    older: Vec<u32>,
    /// By set: bits that point away from what was used, in the order of a heap.
    trees: Vec<u64>,
    /// By block: its line, if sets are too large to look through.
    index: Option<FxHashMap<u32, u32>>,
}

const NONE: u32 = u32::MAX;
/// Larger sets have an index.
const LOOKED_THROUGH: u32 = 8;

/// A block that went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Evicted {
    pub(super) block: u32,
    pub(super) dirty: bool,
}

impl Store {
    pub(super) fn new(sets: u32, ways: u32, replacement: Replacement) -> Self {
        let lines = (sets * ways) as usize;
        let seed = match replacement {
            Replacement::Random(seed) => seed,
            _ => 0,
        };
        let trees = match replacement {
            Replacement::Plru => vec![0; sets as usize],
            _ => Vec::new(),
        };
        Store {
            ways,
            set_mask: sets - 1,
            replacement,
            random: JavaRandom::new(seed.into()),
            blocks: vec![NONE; lines],
            dirty: vec![false; lines],
            used: vec![0; sets as usize],
            newest: vec![NONE; sets as usize],
            oldest: vec![NONE; sets as usize],
            newer: vec![NONE; lines],
            older: vec![NONE; lines],
            trees,
            index: (ways > LOOKED_THROUGH).then(FxHashMap::default),
        }
    }

    fn set(&self, block: u32) -> u32 {
        block & self.set_mask
    }

    /// The line that holds a block.
    #[inline]
    pub(super) fn find(&self, block: u32) -> Option<u32> {
        if let Some(index) = &self.index {
            return index.get(&block).copied();
        }
        let first = self.set(block) * self.ways;
        let lines = &self.blocks[first as usize..(first + self.ways) as usize];
        let way = lines.iter().position(|held| *held == block)?;
        Some(first + way as u32)
    }

    /// The block in a line is used.
    #[inline]
    pub(super) fn touch(&mut self, line: u32) {
        let set = line / self.ways;
        match self.replacement {
            Replacement::Lru if self.newest[set as usize] != line => {
                self.unlink(set, line);
                self.link(set, line);
            }
            Replacement::Plru => self.point_away(set, line % self.ways),
            _ => {}
        }
    }

    /// The block in a line differs from what is below.
    pub(super) fn set_dirty(&mut self, line: u32) {
        self.dirty[line as usize] = true;
    }

    /// Brings in a block that is not there; what had to go for it, and its line.
    pub(super) fn bring(&mut self, block: u32) -> (u32, Option<Evicted>) {
        let set = self.set(block);
        let used = self.used[set as usize];
        let (line, evicted) = match used < self.ways {
            true => {
                self.used[set as usize] += 1;
                (set * self.ways + used, None)
            }
            false => {
                let line = self.victim(set);
                self.unlink(set, line);
                let evicted = Evicted {
                    block: self.blocks[line as usize],
                    dirty: self.dirty[line as usize],
                };
                if let Some(index) = &mut self.index {
                    index.remove(&evicted.block);
                }
                (line, Some(evicted))
            }
        };
        self.blocks[line as usize] = block;
        self.dirty[line as usize] = false;
        if let Some(index) = &mut self.index {
            index.insert(block, line);
        }
        self.link(set, line);
        if self.replacement == Replacement::Plru {
            self.point_away(set, line % self.ways);
        }
        (line, evicted)
    }

    /// The line of a full set whose block goes.
    fn victim(&mut self, set: u32) -> u32 {
        let way = match self.replacement {
            Replacement::Lru | Replacement::Fifo => return self.oldest[set as usize],
            // One way leaves no choice, and takes no number.
            Replacement::Random(_) if self.ways > 1 => {
                self.random.below(self.ways as i32).unwrap_or(0) as u32
            }
            Replacement::Random(_) => 0,
            Replacement::Plru => self.pointed_at(set),
        };
        set * self.ways + way
    }

    /// Follows the bits of a set.
    fn pointed_at(&self, set: u32) -> u32 {
        let tree = self.trees[set as usize];
        let mut node = 1;
        while node < self.ways {
            node = 2 * node + (tree >> node & 1) as u32;
        }
        node - self.ways
    }

    /// Lets the bits on the way to what was used point to the other side.
    fn point_away(&mut self, set: u32, way: u32) {
        let mut node = way + self.ways;
        while node > 1 {
            let parent = node / 2;
            match node % 2 {
                0 => self.trees[set as usize] |= 1 << parent,
                _ => self.trees[set as usize] &= !(1 << parent),
            }
            node = parent;
        }
    }

    /// Takes a line out of the order of its set.
    fn unlink(&mut self, set: u32, line: u32) {
        let (newer, older) = (self.newer[line as usize], self.older[line as usize]);
        match newer {
            NONE => self.newest[set as usize] = older,
            newer => self.older[newer as usize] = older,
        }
        match older {
            NONE => self.oldest[set as usize] = newer,
            older => self.newer[older as usize] = newer,
        }
    }

    /// Makes a line the newest of its set.
    fn link(&mut self, set: u32, line: u32) {
        let before = std::mem::replace(&mut self.newest[set as usize], line);
        self.newer[line as usize] = NONE;
        self.older[line as usize] = before;
        match before {
            NONE => self.oldest[set as usize] = line,
            before => self.newer[before as usize] = line,
        }
    }
}
