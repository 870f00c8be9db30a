//! Caches against a slow and simple model, and against counts worked out by hand.

use super::level::Hierarchy;
use super::*;
use proptest::prelude::*;

/// A cache as a list of sets, each a list of blocks, the one to replace first.
struct SlowCache {
    setup: CacheSetup,
    sets: Vec<Vec<(u32, bool)>>,
    counts: CacheCounts,
    seen: Vec<u32>,
    /// A cache of the same size with one set.
    roomy: Vec<u32>,
}

impl SlowCache {
    fn new(setup: CacheSetup) -> Self {
        SlowCache {
            setup,
            sets: vec![Vec::new(); setup.sets() as usize],
            counts: CacheCounts::default(),
            seen: Vec::new(),
            roomy: Vec::new(),
        }
    }

    fn roomy_has(&mut self, block: u32, brings: bool) -> bool {
        let had = self.roomy.iter().position(|held| *held == block);
        if let Some(at) = had {
            self.roomy.remove(at);
        }
        if had.is_some() || brings {
            self.roomy.push(block);
        }
        if self.roomy.len() > self.setup.lines() as usize {
            self.roomy.remove(0);
        }
        had.is_some()
    }

    /// Whether it missed, and why: 0 compulsory, 1 capacity, 2 conflict. What the cache below sees:
    /// reads and writes of addresses.
    fn block(&mut self, block: u32, store: bool) -> (Option<u8>, Vec<(u32, bool)>) {
        let setup = self.setup;
        let brings = !store || setup.allocates;
        let had_room = self.roomy_has(block, brings);
        let is_new = !self.seen.contains(&block);
        self.seen.push(block);
        let sets = self.sets.len() as u32;
        let set = &mut self.sets[(block % sets) as usize];
        if let Some(at) = set.iter().position(|(held, _)| *held == block) {
            set[at].1 |= store && setup.write_back;
            if setup.replacement == Replacement::Lru {
                let used = set.remove(at);
                set.push(used);
            }
            return (None, Vec::new());
        }
        let mut below = Vec::new();
        if brings {
            below.push((block * setup.block, false));
            if set.len() == setup.ways as usize {
                let (gone, dirty) = set.remove(0);
                self.counts.evictions += 1;
                if dirty {
                    self.counts.written_back += 1;
                    below.push((gone * setup.block, true));
                }
            }
            set.push((block, store && setup.write_back));
        }
        let why = if is_new {
            0
        } else if had_room {
            2
        } else {
            1
        };
        (Some(why), below)
    }

    fn access(&mut self, address: u32, size: u32, store: bool) -> (Option<u8>, Vec<(u32, bool)>) {
        let mut blocks: Vec<u32> = (0..size)
            .map(|k| address.wrapping_add(k) / self.setup.block)
            .collect();
        blocks.dedup();
        let mut why = None;
        let mut below = Vec::new();
        for block in blocks {
            let (missed, seen) = self.block(block, store);
            why = why.or(missed);
            below.extend(seen);
        }
        let counts = &mut self.counts;
        let (all, misses) = match store {
            true => (&mut counts.writes, &mut counts.write_misses),
            false => (&mut counts.reads, &mut counts.read_misses),
        };
        *all += 1;
        *misses += u64::from(why.is_some());
        match why {
            Some(0) => counts.compulsory += 1,
            Some(1) => counts.capacity += 1,
            Some(_) => counts.conflict += 1,
            None => {}
        }
        (why, below)
    }
}

/// The counts of all levels, by the model.
fn slowly(caches: &[CacheSetup], accesses: &[(u32, u32, bool)]) -> Vec<CacheCounts> {
    let mut levels: Vec<SlowCache> = caches.iter().copied().map(SlowCache::new).collect();
    for &(address, size, store) in accesses {
        let mut now = vec![(address, size, store)];
        for level in &mut levels {
            let mut below = Vec::new();
            for (address, size, store) in now {
                let setup = level.setup;
                let (why, seen) = level.access(address, size, store);
                below.extend(seen.iter().map(|(a, w)| (*a, setup.block, *w)));
                if store && (!setup.write_back || why.is_some() && !setup.allocates) {
                    below.push((address, size, true));
                }
            }
            now = below;
        }
    }
    levels.iter().map(|level| level.counts).collect()
}

fn quickly(caches: &[CacheSetup], accesses: &[(u32, u32, bool)]) -> Vec<CacheCounts> {
    let spec = CacheSpec {
        caches: caches.to_vec(),
    };
    let mut all = Hierarchy::new(&spec);
    for &(address, size, store) in accesses {
        all.access(0, address, size, store);
    }
    all.levels.iter().map(|level| level.counts).collect()
}

fn setups() -> impl Strategy<Value = Vec<CacheSetup>> {
    let one = (
        2u32..5,
        0u32..5,
        1u32..20,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    let one = one.prop_map(
        |(block, sets, ways, is_lru, write_back, allocates)| CacheSetup {
            place: CachePlace::Data,
            size: (1 << (block + sets)) * ways,
            block: 1 << block,
            ways,
            replacement: if is_lru {
                Replacement::Lru
            } else {
                Replacement::Fifo
            },
            write_back,
            allocates,
            by_words: false,
        },
    );
    proptest::collection::vec(one, 1..4).prop_map(|mut caches| {
        caches.sort_by_key(|cache| cache.block);
        for (cache, level) in caches.iter_mut().zip(1..) {
            if level > 1 {
                cache.place = CachePlace::Lower(level);
            }
        }
        caches
    })
}

fn accesses() -> impl Strategy<Value = Vec<(u32, u32, bool)>> {
    let address = prop_oneof![0u32..256, 0u32..4096, Just(u32::MAX), Just(u32::MAX - 3)];
    let one = (
        address,
        prop_oneof![Just(1u32), Just(2), Just(4), Just(8)],
        any::<bool>(),
    );
    proptest::collection::vec(one, 0..400)
}

proptest! {
    #[test]
    fn caches_count_like_the_model(caches in setups(), accesses in accesses()) {
        prop_assert_eq!(quickly(&caches, &accesses), slowly(&caches, &accesses));
    }

    /// Whatever is replaced, the sums fit together.
    #[test]
    fn every_policy_keeps_its_books(
        caches in setups(),
        accesses in accesses(),
        is_tree in any::<bool>(),
        seed in any::<u32>(),
    ) {
        let mut cache = caches[0];
        cache.ways = cache.ways.next_power_of_two();
        cache.size = cache.block * cache.ways * 4;
        cache.replacement = match is_tree {
            true => Replacement::Plru,
            false => Replacement::Random(seed),
        };
        let counts = quickly(&[cache], &accesses)[0];
        prop_assert_eq!(counts.accesses(), accesses.len() as u64);
        prop_assert_eq!(counts.compulsory + counts.capacity + counts.conflict, counts.misses());
        prop_assert!(counts.written_back <= counts.evictions);
        prop_assert!(counts.evictions <= 3 * counts.misses());
    }
}

/// Hits and misses of loads from these addresses.
#[track_caller]
fn check(spec: &str, addresses: &[u32], expect: (u64, u64)) {
    let spec = CacheSpec::read(spec).expect("a cache");
    let mut all = Hierarchy::new(&spec);
    for address in addresses {
        all.access(0, *address, 4, false);
    }
    let counts = all.levels[0].counts;
    let hits = counts.accesses() - counts.misses();
    assert_eq!((hits, counts.misses()), expect);
}

#[test]
fn a_loop_over_an_array_misses_once_a_block() {
    // 64 words in blocks of 4 words, as in MARS: 16 misses, 48 hits.
    let words: Vec<u32> = (0..64).map(|k| 0x1001_0000 + 4 * k).collect();
    check("mars", &words, (48, 16));
    // Twice through 256 bytes with 128 bytes of cache: nothing is left for the second time.
    check("mars", &[words.clone(), words.clone()].concat(), (96, 32));
    check(
        "256:16:1",
        &[words.clone(), words.clone()].concat(),
        (112, 16),
    );
    // Venus: one block of one word.
    check("venus", &words, (0, 64));
    check("venus", &[0, 0, 4, 4, 0], (2, 3));
}

#[test]
fn two_arrays_in_one_set_push_each_other_out() {
    let pairs: Vec<u32> = (0..8).flat_map(|k| [4 * k, 128 + 4 * k]).collect();
    check("128:16:1", &pairs, (0, 16));
    check("128:16:2", &pairs, (12, 4));
    check("128:16:full", &pairs, (12, 4));
}

#[test]
fn policies_replace_what_they_say() {
    // Blocks a b a c, then a and b: LRU has lost b, FIFO has lost a.
    check("8:4:2:lru", &[0, 8, 0, 16, 0, 8], (2, 4));
    check("8:4:2:fifo", &[0, 8, 0, 16, 8, 0], (2, 4));
    // Four ways a b c d: the bits point at a; after a they point to the other half, at c.
    check("16:4:full:plru", &[0, 4, 8, 12, 0, 16, 8, 0, 4], (2, 7));
    // Java's first number below 2 for seed 0 is 1: the second way goes.
    check("8:4:full:random", &[0, 4, 8, 0, 4], (1, 4));
}
