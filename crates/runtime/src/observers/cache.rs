//! What caches would do: `--cache`.
//!
//! The loop reports where straight code has accessed memory. Each access goes through the caches in
//! its order, and is counted for the instruction that made it and for the data that it was to.
//! Calls of the environment and devices do not go through a cache.

mod data;
mod level;
mod report;
mod spec;
mod store;

pub use level::{CacheCounts, MissKind};
pub use report::{CacheFigures, CacheTally};
pub use spec::{
    CACHE_PLACES, CACHE_PRESETS, CACHE_WORDS, CachePlace, CacheSetup, CacheSpec, Replacement,
};

use super::places::SourcePlaces;
use super::recent::Recent;
use data::DataPlaces;
use level::Hierarchy;
use machine::image::Image;
use machine::observe::{Observer, Run, RunSummary, Touch, Touches, Wants};
use rustc_hash::FxHashMap;

/// Sends the accesses of a run through caches.
pub struct CacheView {
    caches: Hierarchy,
    by_words: bool,
    sites: Sites,
    data: DataPlaces,
    /// Straight code that was seen: the numbers of its sites.
    codes: Vec<Box<[u32]>>,
    /// By the ends of straight code: which it is.
    known: FxHashMap<u64, u32>,
    recent: Recent<u32>,
    /// The step of an instruction that was begun.
    begun: Option<u64>,
}

/// The instructions that were seen.
#[derive(Default)]
struct Sites {
    all: Vec<Site>,
    numbers: FxHashMap<u32, u32>,
}

/// What an instruction did.
struct Site {
    pc: u32,
    fetches: CacheTally,
    accesses: CacheTally,
    /// Where its last access was: a place in the data, and the addresses that belong to it.
    last: data::DataRange,
}

impl Sites {
    fn number(&mut self, pc: u32) -> u32 {
        let Sites { all, numbers } = self;
        *numbers.entry(pc).or_insert_with(|| {
            all.push(Site {
                pc,
                fetches: CacheTally::default(),
                accesses: CacheTally::default(),
                last: data::DataRange::default(),
            });
            all.len() as u32 - 1
        })
    }
}

impl CacheView {
    /// Caches for a run of a program whose stack begins at `stack`.
    pub fn new(spec: &CacheSpec, image: &Image, stack: u32) -> Self {
        CacheView {
            caches: Hierarchy::new(spec),
            by_words: spec.caches.iter().any(|cache| cache.by_words),
            sites: Sites::default(),
            data: DataPlaces::new(image, stack),
            codes: Vec::new(),
            known: FxHashMap::default(),
            recent: Recent::default(),
            begun: None,
        }
    }

    /// What was counted.
    pub fn figures(&self, places: &SourcePlaces<'_>) -> CacheFigures {
        let tally = |of: fn(&Site) -> CacheTally| {
            let counted = self.sites.all.iter().map(|site| (site.pc, of(site)));
            let counted = counted.filter(|(_, tally)| tally.accesses > 0);
            places.by_place(counted, CacheTally::add)
        };
        let levels = self.caches.levels.iter();
        CacheFigures::new(
            levels.map(|level| (level.setup, level.counts)).collect(),
            tally(|site| site.accesses),
            tally(|site| site.fetches),
            self.data.tallies(),
        )
    }

    /// Straight code has run.
    fn take(&mut self, code: usize, left: usize, touches: &Touches) {
        let Some(sites) = self.codes.get(code) else {
            return;
        };
        let mut accesses = touches.iter().peekable();
        if let Some(level) = self.caches.instructions {
            for (index, site) in sites.iter().enumerate() {
                if let Some(site) = self.sites.all.get_mut(*site as usize) {
                    let miss = self.caches.access(level, site.pc, 4, false);
                    site.fetches.count(miss.is_some());
                }
                while let Some(touch) = accesses.next_if(|touch| touch.index(left) <= index) {
                    if let Some(site) = self.sites.all.get_mut(*site as usize) {
                        access(&mut self.caches, &mut self.data, site, touch, self.by_words);
                    }
                }
            }
        }
        for touch in accesses {
            let site = sites.get(touch.index(left));
            if let Some(site) = site.and_then(|site| self.sites.all.get_mut(*site as usize)) {
                access(&mut self.caches, &mut self.data, site, touch, self.by_words);
            }
        }
    }
}

/// An instruction has accessed memory.
#[inline]
fn access(
    caches: &mut Hierarchy,
    data: &mut DataPlaces,
    site: &mut Site,
    touch: &Touch,
    by_words: bool,
) {
    let Some(level) = caches.data else {
        return;
    };
    if !site.last.contains(touch.address) {
        site.last = data.range(touch.address);
    }
    let mut one = |address: u32, size: u32| {
        let miss = caches.access(level, address, size, touch.store()).is_some();
        site.accesses.count(miss);
        data.count(site.last, miss);
    };
    match (by_words, u32::from(touch.size())) {
        (true, 8) => {
            one(touch.address, 4);
            one(touch.address.wrapping_add(4), 4);
        }
        (_, 0) => {}
        (_, size) => one(touch.address, size),
    }
}

/// The ends of straight code, as one number.
fn ends(first: u32, last: u32) -> u64 {
    u64::from(first) << 32 | u64::from(last)
}

impl Observer for CacheView {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    #[inline]
    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        if run.touches.is_empty() && self.caches.instructions.is_none() {
            return true;
        }
        let ends = ends(run.first, run.last);
        let code = match self.recent.get(ends) {
            Some(code) => code,
            None => match self.known.get(&ends) {
                Some(&code) => {
                    self.recent.remember(ends, code);
                    code
                }
                None => return false,
            },
        };
        self.take(code as usize, run.left, run.touches);
        true
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        let Some((&first, &last)) = run.pcs().first().zip(run.pcs().last()) else {
            return;
        };
        // An access to a device is begun, and reported again when the device is ready.
        let is_device = self.begun == Some(run.steps) && run.pcs().len() == 1;
        self.begun = run.has_begun().then(|| run.steps + run.len() as u64);
        if is_device {
            return;
        }
        let sites = run.pcs().iter().map(|pc| self.sites.number(*pc)).collect();
        let ends = ends(first, last | u32::from(!run.is_left_by_jump()));
        let code = *self.known.entry(ends).or_insert_with(|| {
            self.codes.push(sites);
            self.codes.len() as u32 - 1
        });
        self.take(code as usize, run.left, touches);
    }

    fn forget_code(&mut self) {
        self.codes.clear();
        self.known.clear();
        self.recent.forget();
    }
}

#[cfg(test)]
mod tests;
