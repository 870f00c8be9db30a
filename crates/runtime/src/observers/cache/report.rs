//! What caches did, as values and as people read it.

use super::super::places::CodePlace;
use super::super::settings::bytes_text;
use super::super::tables::{cut, share};
use super::level::CacheCounts;
use super::spec::{CachePlace, CacheSetup, CacheSpec, Replacement};
use diag::number::{count, grouped};
use std::cmp::Reverse;
use std::fmt::Write as _;

/// Accesses, and how many of them missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheTally {
    /// All of them.
    pub accesses: u64,
    /// Those that missed.
    pub misses: u64,
}

impl CacheTally {
    #[inline]
    pub(super) fn count(&mut self, missed: bool) {
        self.accesses += 1;
        self.misses += u64::from(missed);
    }

    pub(super) fn add(&mut self, other: CacheTally) {
        self.accesses += other.accesses;
        self.misses += other.misses;
    }

    /// The hits of a hundred accesses; none if there was no access.
    pub fn hit_rate(&self) -> Option<f64> {
        let hits = self.accesses - self.misses.min(self.accesses);
        (self.accesses > 0).then(|| 100.0 * hits as f64 / self.accesses as f64)
    }
}

/// What the caches of a run did.
#[derive(Clone, Debug)]
pub struct CacheFigures {
    /// Each cache, those next to the processor first.
    pub levels: Vec<(CacheSetup, CacheCounts)>,
    /// Lines of source with their loads and stores, those with most misses first.
    pub lines: Vec<(CodePlace, CacheTally)>,
    /// Lines of source with their fetches, those with most misses first.
    pub fetches: Vec<(CodePlace, CacheTally)>,
    /// Labels of data with the accesses to them, those with most misses first.
    pub data: Vec<(String, CacheTally)>,
}

/// How many lines or labels a report shows.
const SHOWN: usize = 8;

impl CacheFigures {
    pub(super) fn new(
        levels: Vec<(CacheSetup, CacheCounts)>,
        mut lines: Vec<(CodePlace, CacheTally)>,
        mut fetches: Vec<(CodePlace, CacheTally)>,
        mut data: Vec<(String, CacheTally)>,
    ) -> Self {
        // What is equal stays in the order of the program.
        for lines in [&mut lines, &mut fetches] {
            lines.sort_by_key(|(_, tally)| Reverse((tally.misses, tally.accesses)));
        }
        data.sort_by_key(|(_, tally)| Reverse((tally.misses, tally.accesses)));
        CacheFigures {
            levels,
            lines,
            fetches,
            data,
        }
    }

    /// The tables that people read, on a page of this width.
    pub fn report(&self, width: usize) -> String {
        let mut text = String::new();
        for (setup, counts) in &self.levels {
            if !text.is_empty() {
                text.push('\n');
            }
            level(&mut text, setup, counts);
        }
        let lines = |(place, tally): &(CodePlace, CacheTally)| {
            (place.name.clone(), place.text.clone(), *tally)
        };
        let data = |(name, tally): &(String, CacheTally)| (name.clone(), String::new(), *tally);
        worst(&mut text, "line", width, self.lines.iter().map(lines));
        worst(&mut text, "data", width, self.data.iter().map(data));
        let fetches = self.fetches.iter().filter(|(_, tally)| tally.misses > 0);
        let fetches: Vec<_> = fetches.map(lines).collect();
        worst(&mut text, "fetches of line", width, fetches.into_iter());
        if let Some(advice) = self.advice() {
            let _ = writeln!(text, "\nnext: {advice}");
        }
        text
    }

    /// What to try next: something against the most frequent kind of misses next to the processor.
    fn advice(&self) -> Option<String> {
        let is_first = |setup: &CacheSetup| !matches!(setup.place, CachePlace::Lower(_));
        let most_misses = |(_, (setup, counts)): &(usize, &(CacheSetup, CacheCounts))| {
            (is_first(setup), counts.misses())
        };
        let (index, (setup, counts)) = self.levels.iter().enumerate().max_by_key(most_misses)?;
        if counts.misses() == 0 {
            return None;
        }
        let (why, change) = remedy(setup, counts);
        let mut caches: Vec<CacheSetup> = self.levels.iter().map(|(setup, _)| *setup).collect();
        *caches.get_mut(index)? = change;
        // What would be refused is not proposed.
        let spec = CacheSpec { caches }.to_string();
        let works = CacheSpec::read(&spec).is_ok();
        works.then(|| format!("{why}: --cache {spec}"))
    }
}

/// What helps against the most frequent kind of misses.
fn remedy(setup: &CacheSetup, counts: &CacheCounts) -> (&'static str, CacheSetup) {
    let most = counts.compulsory.max(counts.capacity).max(counts.conflict);
    if most == counts.conflict {
        let ways = (2 * setup.ways).min(setup.lines());
        let why = "most misses are conflicts in a set; try more ways";
        return (why, CacheSetup { ways, ..*setup });
    }
    if most == counts.capacity {
        let size = setup.size.saturating_mul(2);
        let why = "most misses are for want of room; go through data in the order of its addresses, \
                   or try a larger cache";
        return (why, CacheSetup { size, ..*setup });
    }
    let block = setup.block.saturating_mul(2);
    let size = setup.size.max(block.saturating_mul(setup.ways));
    let why = "most misses are first accesses to a block; try larger blocks";
    let change = CacheSetup {
        block,
        size,
        ..*setup
    };
    (why, change)
}

fn level(text: &mut String, setup: &CacheSetup, counts: &CacheCounts) {
    let replacement = match setup.replacement {
        Replacement::Lru => "LRU",
        Replacement::Fifo => "FIFO",
        Replacement::Plru => "pseudo-LRU",
        Replacement::Random(_) => "random",
    };
    let name = match setup.place {
        CachePlace::Data => "data cache".to_owned(),
        CachePlace::Instructions => "instruction cache".to_owned(),
        CachePlace::Unified => "cache for data and instructions".to_owned(),
        CachePlace::Lower(level) => format!("level {level} cache"),
    };
    let ways = match (setup.ways, setup.sets()) {
        (1, 1) => "1 block".to_owned(),
        (1, sets) => format!("direct mapped, {}", count(sets.into(), "block")),
        (ways, 1) => format!("fully associative, {ways} blocks"),
        (ways, sets) => format!("{ways} ways, {sets} sets"),
    };
    let is_written = setup.place != CachePlace::Instructions;
    let writes = match (setup.write_back, setup.allocates) {
        _ if !is_written => "",
        (true, true) => ", write-back",
        (true, false) => ", write-back, no write-allocate",
        (false, true) => ", write-through, write-allocate",
        (false, false) => ", write-through",
    };
    let block = setup.block;
    let size = match setup.size {
        small @ ..1024 => format!("{small} bytes"),
        large => bytes_text(large),
    };
    let order = if setup.ways > 1 {
        format!(", {replacement}")
    } else {
        String::new()
    };
    let _ = writeln!(
        text,
        "{name}: {size}, blocks of {block} bytes, {ways}{order}{writes}"
    );
    let _ = writeln!(
        text,
        "{:<12}{:>14}{:>14}{:>14}{:>10}",
        "", "accesses", "hits", "misses", "hit rate"
    );
    let rows = [
        ("reads", counts.reads, counts.read_misses),
        ("writes", counts.writes, counts.write_misses),
        ("all", counts.accesses(), counts.misses()),
    ];
    let rows = rows.iter().skip(if is_written { 0 } else { 2 });
    for &(name, accesses, misses) in rows {
        let tally = CacheTally { accesses, misses };
        let _ = writeln!(
            text,
            "  {name:<10}{:>14}{:>14}{:>14}{:>10}",
            grouped(accesses),
            grouped(accesses - misses),
            grouped(misses),
            share(tally.hit_rate())
        );
    }
    let kinds = [counts.compulsory, counts.capacity, counts.conflict].map(grouped);
    let [compulsory, capacity, conflict] = kinds;
    let _ = writeln!(
        text,
        "misses: {compulsory} compulsory, {capacity} capacity, {conflict} conflict"
    );
    let _ = writeln!(
        text,
        "evictions: {}, {} written back",
        grouped(counts.evictions),
        grouped(counts.written_back)
    );
}

/// A table of what missed most.
fn worst(
    text: &mut String,
    what: &str,
    width: usize,
    all: impl ExactSizeIterator<Item = (String, String, CacheTally)>,
) {
    let total = all.len();
    if total == 0 {
        return;
    }
    let _ = writeln!(
        text,
        "\n{:>12}{:>12}{:>10}  {what}",
        "misses", "accesses", "hit rate"
    );
    for (name, statement, tally) in all.take(SHOWN) {
        let line = format!(
            "{:>12}{:>12}{:>10}  {name}  {statement}",
            grouped(tally.misses),
            grouped(tally.accesses),
            share(tally.hit_rate())
        );
        let _ = writeln!(text, "{}", cut(&line, width));
    }
    if total > SHOWN {
        let _ = writeln!(text, "{:>34}  and {} more", "", total - SHOWN);
    }
}
