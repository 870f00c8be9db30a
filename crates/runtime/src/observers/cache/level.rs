//! One cache, and all of them one below the other.

use super::super::pages::TouchedPages;
use super::spec::{CachePlace, CacheSetup, CacheSpec, Replacement};
use super::store::Store;

/// Why a block was not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissKind {
    /// It was not accessed before.
    Compulsory,
    /// A cache of this size that can put every block anywhere would not have it either.
    Capacity,
    /// Such a cache would have it.
    Conflict,
}

/// What happened in one cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Loads and fetches.
    pub reads: u64,
    /// How many of them missed.
    pub read_misses: u64,
    /// Stores.
    pub writes: u64,
    /// How many of them missed.
    pub write_misses: u64,
    /// Misses of blocks that were not accessed before.
    pub compulsory: u64,
    /// Misses for want of room.
    pub capacity: u64,
    /// Misses for want of room in one set.
    pub conflict: u64,
    /// Blocks that had to go.
    pub evictions: u64,
    /// How many of them were written back.
    pub written_back: u64,
}

impl CacheCounts {
    /// Reads and writes.
    pub fn accesses(&self) -> u64 {
        self.reads + self.writes
    }

    /// Reads and writes that missed.
    pub fn misses(&self) -> u64 {
        self.read_misses + self.write_misses
    }
}

/// One cache.
pub(super) struct CacheLevel {
    pub(super) setup: CacheSetup,
    pub(super) counts: CacheCounts,
    shift: u32,
    store: Store,
    /// What a cache of the same size would hold that can put every block anywhere, if this one cannot.
    roomy: Option<Store>,
    /// The blocks that were accessed.
    seen: TouchedPages,
    /// The block that was used last, and its line.
    last: (u32, u32),
}

/// No block has this number: blocks have four bytes or more.
const NO_BLOCK: u32 = u32::MAX;

/// What one access to a block leads to.
struct BlockAccess {
    miss: Option<MissKind>,
    /// The block is brought in from below.
    fetched: bool,
    /// A block that is written back.
    written_back: Option<u32>,
}

impl CacheLevel {
    fn new(setup: CacheSetup) -> Self {
        let is_roomy = setup.sets() == 1 && setup.replacement == Replacement::Lru;
        CacheLevel {
            setup,
            counts: CacheCounts::default(),
            shift: setup.block.trailing_zeros(),
            store: Store::new(setup.sets(), setup.ways, setup.replacement),
            roomy: (!is_roomy).then(|| Store::new(1, setup.lines(), Replacement::Lru)),
            seen: TouchedPages::default(),
            last: (NO_BLOCK, 0),
        }
    }

    #[inline]
    fn access_block(&mut self, block: u32, store: bool) -> BlockAccess {
        let marks = store && self.setup.write_back;
        if self.last.0 == block {
            if marks {
                self.store.set_dirty(self.last.1);
            }
            return BlockAccess {
                miss: None,
                fetched: false,
                written_back: None,
            };
        }
        self.look_up(block, store, marks)
    }

    fn look_up(&mut self, block: u32, store: bool, marks: bool) -> BlockAccess {
        let brings = !store || self.setup.allocates;
        let is_new = self.seen.is_first(block);
        let had_room = match &mut self.roomy {
            Some(roomy) => match roomy.find(block) {
                Some(line) => {
                    roomy.touch(line);
                    true
                }
                None => {
                    if brings {
                        roomy.bring(block);
                    }
                    false
                }
            },
            None => false,
        };
        if let Some(line) = self.store.find(block) {
            self.store.touch(line);
            // A roomy cache may not hold what this one does.
            let is_newest = self.roomy.is_none() || had_room || brings;
            self.last = if is_newest {
                (block, line)
            } else {
                (NO_BLOCK, 0)
            };
            if marks {
                self.store.set_dirty(line);
            }
            return BlockAccess {
                miss: None,
                fetched: false,
                written_back: None,
            };
        }
        let miss = match (is_new, had_room) {
            (true, _) => MissKind::Compulsory,
            (false, true) => MissKind::Conflict,
            (false, false) => MissKind::Capacity,
        };
        let mut access = BlockAccess {
            miss: Some(miss),
            fetched: brings,
            written_back: None,
        };
        // A block that goes past is the newest of what a roomy cache holds, if that holds it.
        self.last = (NO_BLOCK, 0);
        if brings {
            let (line, evicted) = self.store.bring(block);
            self.last = (block, line);
            if marks {
                self.store.set_dirty(line);
            }
            if let Some(evicted) = evicted {
                self.counts.evictions += 1;
                self.counts.written_back += u64::from(evicted.dirty);
                access.written_back = evicted.dirty.then_some(evicted.block);
            }
        }
        access
    }

    #[inline]
    fn count(&mut self, store: bool, miss: Option<MissKind>) {
        let counts = &mut self.counts;
        match store {
            true => counts.writes += 1,
            false => counts.reads += 1,
        }
        let Some(miss) = miss else {
            return;
        };
        match store {
            true => counts.write_misses += 1,
            false => counts.read_misses += 1,
        }
        match miss {
            MissKind::Compulsory => counts.compulsory += 1,
            MissKind::Capacity => counts.capacity += 1,
            MissKind::Conflict => counts.conflict += 1,
        }
    }
}

/// All caches.
pub(super) struct Hierarchy {
    pub(super) levels: Vec<CacheLevel>,
    /// The one for data, and the one for instructions.
    pub(super) data: Option<usize>,
    pub(super) instructions: Option<usize>,
}

impl Hierarchy {
    pub(super) fn new(spec: &CacheSpec) -> Self {
        let place_of = |wanted: CachePlace| {
            let serves =
                |cache: &CacheSetup| cache.place == wanted || cache.place == CachePlace::Unified;
            spec.caches.iter().position(serves)
        };
        Hierarchy {
            data: place_of(CachePlace::Data),
            instructions: place_of(CachePlace::Instructions),
            levels: spec.caches.iter().copied().map(CacheLevel::new).collect(),
        }
    }

    /// The cache below one.
    fn below(&self, level: usize) -> Option<usize> {
        let next = match self.levels.get(level)?.setup.place {
            CachePlace::Lower(number) => number + 1,
            _ => 2,
        };
        let is_next = |level: &CacheLevel| level.setup.place == CachePlace::Lower(next);
        self.levels.iter().position(is_next)
    }

    /// An access to up to eight bytes, or to a block of the cache above. It counts once, and is a hit
    /// if everything is there.
    #[inline]
    pub(super) fn access(
        &mut self,
        level: usize,
        address: u32,
        size: u32,
        store: bool,
    ) -> Option<MissKind> {
        let shift = self.levels.get(level)?.shift;
        let last = address.wrapping_add(size - 1) >> shift;
        let mut block = address >> shift;
        let mut miss = None;
        loop {
            let access = self.levels.get_mut(level)?.access_block(block, store);
            miss = miss.or(access.miss);
            self.pass_on(level, block, &access);
            if block == last {
                break;
            }
            // The next one; memory goes round.
            block = (block + 1) & (u32::MAX >> shift);
        }
        let cache = self.levels.get_mut(level)?;
        cache.count(store, miss);
        let setup = &cache.setup;
        let goes_past = !setup.write_back || miss.is_some() && !setup.allocates;
        if store
            && goes_past
            && let Some(below) = self.below(level)
        {
            self.access(below, address, size, true);
        }
        miss
    }

    /// What an access to a block means for the cache below.
    #[inline]
    fn pass_on(&mut self, level: usize, block: u32, access: &BlockAccess) {
        if !access.fetched {
            return;
        }
        let Some((below, cache)) = self.below(level).zip(self.levels.get(level)) else {
            return;
        };
        let (shift, size) = (cache.shift, cache.setup.block);
        self.access(below, block << shift, size, false);
        if let Some(block) = access.written_back {
            self.access(below, block << shift, size, true);
        }
    }
}
