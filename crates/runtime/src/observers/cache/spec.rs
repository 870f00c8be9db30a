//! Which caches there are: `--cache 4KiB:32:2:lru`, `--cache i=4K:32:1,d=4K:32:2,l2=64K:64:8`.

use super::super::settings::{Part, SettingError, SettingRow, bytes_text};
use std::fmt;

/// Which block goes when a set is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The one that was used least recently.
    Lru,
    /// The one that came first.
    Fifo,
    /// The one that a tree of bits points at, as hardware does.
    Plru,
    /// Any, by the numbers of this seed.
    Random(u32),
}

/// What goes through a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePlace {
    /// Loads and stores of the program.
    Data,
    /// Fetches of instructions.
    Instructions,
    /// Both.
    Unified,
    /// What the caches above it do not hold. The number of the level, from 2 on.
    Lower(u8),
}

/// One cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheSetup {
    /// What goes through it.
    pub place: CachePlace,
    /// All of it, in bytes.
    pub size: u32,
    /// Bytes of a block: a power of two.
    pub block: u32,
    /// Blocks of a set.
    pub ways: u32,
    /// Which block goes when a set is full.
    pub replacement: Replacement,
    /// A store changes the cache alone, and the block is written back when it goes.
    pub write_back: bool,
    /// A store that misses brings the block into the cache.
    pub allocates: bool,
    /// An access of eight bytes counts as two.
    pub by_words: bool,
}

impl CacheSetup {
    /// How many sets there are: a power of two.
    pub fn sets(&self) -> u32 {
        self.size / self.block / self.ways
    }

    /// How many blocks there are.
    pub fn lines(&self) -> u32 {
        self.size / self.block
    }
}

/// All caches: those next to the processor first, then level by level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheSpec {
    /// The caches.
    pub caches: Vec<CacheSetup>,
}

/// The caches of other tools, as they are when nothing was set.
pub static CACHE_PRESETS: &[(&str, &str, &str)] = &[
    (
        "mars",
        "128:16:1:lru:words",
        "The defaults of MARS' Data Cache Simulator: direct mapped, 8 blocks of 4 words.",
    ),
    (
        "rars",
        "128:16:1:lru:words",
        "The defaults of RARS' Data Cache Simulator, which are those of MARS.",
    ),
    (
        "venus",
        "4:4:1:lru",
        "The defaults of Venus' cache tab: direct mapped, 1 block of 4 bytes.",
    ),
];

/// What may be before a `=`.
pub static CACHE_PLACES: &[SettingRow] = &[
    SettingRow {
        name: "d",
        doc: "A cache for the program's loads and stores; also `l1`. Without a name, this is meant.",
    },
    SettingRow {
        name: "i",
        doc: "A cache for the fetches of instructions.",
    },
    SettingRow {
        name: "l2",
        doc: "A cache for what level 1 does not hold, data and instructions.",
    },
    SettingRow {
        name: "l3",
        doc: "A cache for what level 2 does not hold.",
    },
];

/// What may follow the size of a cache.
pub static CACHE_WORDS: &[SettingRow] = &[
    SettingRow {
        name: "direct",
        doc: "Each block has one place: 1 way.",
    },
    SettingRow {
        name: "full",
        doc: "A block may be anywhere: one set.",
    },
    SettingRow {
        name: "lru",
        doc: "Replaces the block that was used least recently. This is the default.",
    },
    SettingRow {
        name: "fifo",
        doc: "Replaces the block that came first.",
    },
    SettingRow {
        name: "plru",
        doc: "Replaces by a tree of bits that is nearly LRU; up to 64 ways, a power of two.",
    },
    SettingRow {
        name: "random=SEED",
        doc: "Replaces any block. The seed is 0 if left out, and the numbers are Java's, as in MARS.",
    },
    SettingRow {
        name: "write-back",
        doc: "A store changes the cache; the block is written back when it is replaced. This is the default.",
    },
    SettingRow {
        name: "write-through",
        doc: "A store also changes what is below the cache, at once.",
    },
    SettingRow {
        name: "allocate",
        doc: "A store that misses brings in the block. This is the default with `write-back`.",
    },
    SettingRow {
        name: "no-allocate",
        doc: "A store that misses goes past the cache. This is the default with `write-through`.",
    },
    SettingRow {
        name: "unified",
        doc: "The cache serves fetches of instructions, too.",
    },
    SettingRow {
        name: "words",
        doc: "An access of eight bytes counts as two of four, as in MARS and RARS.",
    },
];

/// The most blocks of a cache.
const MOST_LINES: u32 = 1 << 20;
const MOST_BLOCK: u32 = 1 << 16;

impl CacheSpec {
    /// Reads what follows `--cache`.
    pub fn read(text: &str) -> Result<Self, SettingError> {
        let named = |(name, _, _): &&(&str, &str, &str)| name.eq_ignore_ascii_case(text);
        let text = CACHE_PRESETS.iter().find(named).map_or(text, |row| row.1);
        let whole = Part::whole(text, "cache");
        let mut spec = CacheSpec { caches: Vec::new() };
        for part in whole.split(',') {
            let cache = cache(part)?;
            spec.check(&cache, part)?;
            spec.caches.push(cache);
        }
        spec.caches.sort_by_key(|cache| match cache.place {
            CachePlace::Instructions => 0,
            CachePlace::Data | CachePlace::Unified => 1,
            CachePlace::Lower(level) => level,
        });
        spec.check_levels(whole)?;
        Ok(spec)
    }

    /// Refuses a cache that is there already.
    fn check(&self, cache: &CacheSetup, part: Part<'_>) -> Result<(), SettingError> {
        use CachePlace::{Data, Instructions, Unified};
        let mut places = self.caches.iter().map(|cache| cache.place);
        let clashes = |other| {
            other == cache.place
                || matches!(
                    (other, cache.place),
                    (Unified, Data | Instructions) | (Data | Instructions, Unified)
                )
        };
        match places.any(clashes) {
            true => Err(part.error("there is a cache for this already")),
            false => Ok(()),
        }
    }

    /// Refuses levels with nothing above them, and blocks that are smaller than those above.
    fn check_levels(&self, whole: Part<'_>) -> Result<(), SettingError> {
        let level = |cache: &CacheSetup| match cache.place {
            CachePlace::Lower(level) => level,
            _ => 1,
        };
        let first = self.caches.first().map_or(1, level);
        let mut pairs = self.caches.windows(2);
        let skips = |pair: &[CacheSetup]| level(&pair[1]) > level(&pair[0]) + 1;
        if first > 1 || self.caches.windows(2).any(skips) {
            return Err(whole.error("there is a level below one that is missing"));
        }
        let shrinks = |pair: &[CacheSetup]| level(&pair[1]) > 1 && pair[1].block < pair[0].block;
        if pairs.any(shrinks) {
            return Err(whole.error("the blocks of a level are smaller than those above it"));
        }
        Ok(())
    }
}

fn cache(part: Part<'_>) -> Result<CacheSetup, SettingError> {
    let names = CACHE_PLACES.iter().map(|row| row.name).chain(["l1"]);
    let name = part
        .split_once('=')
        .filter(|(name, _)| !name.text.contains(':'));
    let (place, settings) = match name {
        None => (CachePlace::Data, part),
        Some((name, settings)) => match name.text.to_ascii_lowercase().as_str() {
            "d" | "l1" => (CachePlace::Data, settings),
            "i" => (CachePlace::Instructions, settings),
            "l2" => (CachePlace::Lower(2), settings),
            "l3" => (CachePlace::Lower(3), settings),
            _ => return Err(name.unknown("the name of a cache", names)),
        },
    };
    let mut draft = Draft {
        place,
        ..Draft::default()
    };
    for setting in settings.split(':') {
        draft.take(setting)?;
    }
    draft.finish(settings)
}

/// Where a block may be.
#[derive(Clone, Copy)]
enum Spread {
    Direct,
    Full,
}

/// A cache of which a part was read.
struct Draft {
    place: CachePlace,
    /// Size, block, ways.
    numbers: Vec<u32>,
    /// `direct` or `full`, in place of the last number.
    spread: Option<Spread>,
    replacement: Replacement,
    write_back: bool,
    allocates: Option<bool>,
    by_words: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Draft {
            place: CachePlace::Data,
            numbers: Vec::new(),
            spread: None,
            replacement: Replacement::Lru,
            write_back: true,
            allocates: None,
            by_words: false,
        }
    }
}

impl Draft {
    fn take(&mut self, part: Part<'_>) -> Result<(), SettingError> {
        if part.text.starts_with(|c: char| c.is_ascii_digit()) {
            let bytes = part
                .bytes()
                .ok_or_else(|| part.error("this is not a number such as 32, 4KiB or 1M"))?;
            if self.numbers.len() == 3 {
                return Err(part.error("size, block and ways were given already"));
            }
            self.numbers.push(bytes);
            return Ok(());
        }
        let (word, number) = match part.split_once('=') {
            Some((word, number)) => (word, Some(number)),
            None => (part, None),
        };
        let lower = word.text.to_ascii_lowercase();
        if let (Some(number), false) = (number, lower == "random") {
            return Err(number.error(format!("`{}` takes no number", word.text)));
        }
        match lower.as_str() {
            "direct" => self.spread = Some(Spread::Direct),
            "full" => self.spread = Some(Spread::Full),
            "lru" => self.replacement = Replacement::Lru,
            "fifo" => self.replacement = Replacement::Fifo,
            "plru" => self.replacement = Replacement::Plru,
            "random" => {
                let seed = number.map_or(Ok(0), |number| number.number(0..u32::MAX))?;
                self.replacement = Replacement::Random(seed);
            }
            "write-back" => self.write_back = true,
            "write-through" => self.write_back = false,
            "allocate" => self.allocates = Some(true),
            "no-allocate" => self.allocates = Some(false),
            "unified" if self.place == CachePlace::Data => self.place = CachePlace::Unified,
            "unified" => return Err(word.error("only the cache for data can be unified")),
            "words" => self.by_words = true,
            _ => {
                let words = CACHE_WORDS.iter().map(SettingRow::word);
                return Err(word.unknown("a setting of a cache", words));
            }
        }
        Ok(())
    }

    fn finish(self, part: Part<'_>) -> Result<CacheSetup, SettingError> {
        let mut numbers = self.numbers.iter().copied();
        let Some(size) = numbers.next() else {
            return Err(part.error("a cache begins with its size, such as 4KiB"));
        };
        let block = numbers.next().unwrap_or(32);
        if !block.is_power_of_two() || !(4..=MOST_BLOCK).contains(&block) {
            return Err(part.error(format!(
                "a block of {block} bytes is not possible: a power of two from 4 to 65536 is"
            )));
        }
        let lines = size / block;
        let ways = match self.spread {
            Some(Spread::Full) => lines,
            Some(Spread::Direct) => 1,
            None => numbers.next().unwrap_or(1),
        };
        if ways == 0 || lines == 0 || lines > MOST_LINES {
            return Err(part.error(format!(
                "{size} bytes are not from 1 to {MOST_LINES} blocks of {block} bytes"
            )));
        }
        let whole = u64::from(block) * u64::from(ways);
        let sets = u64::from(size) / whole;
        if !u64::from(size).is_multiple_of(whole) || !sets.is_power_of_two() {
            return Err(part.error(format!(
                "{size} bytes in blocks of {block} are not 1, 2, 4, 8, … sets of {ways} ways"
            )));
        }
        if self.replacement == Replacement::Plru && !(ways.is_power_of_two() && ways <= 64) {
            return Err(part.error("plru needs 1, 2, 4, 8, 16, 32 or 64 ways"));
        }
        Ok(CacheSetup {
            place: self.place,
            size,
            block,
            ways,
            replacement: self.replacement,
            write_back: self.write_back,
            allocates: self.allocates.unwrap_or(self.write_back),
            by_words: self.by_words,
        })
    }
}

/// As it is written after `--cache`, without what is the default anyway.
impl fmt::Display for CacheSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            CachePlace::Data | CachePlace::Unified => {}
            CachePlace::Instructions => f.write_str("i=")?,
            CachePlace::Lower(level) => write!(f, "l{level}=")?,
        }
        write!(f, "{}:{}:{}", bytes_text(self.size), self.block, self.ways)?;
        match self.replacement {
            Replacement::Lru => {}
            Replacement::Fifo => f.write_str(":fifo")?,
            Replacement::Plru => f.write_str(":plru")?,
            Replacement::Random(0) => f.write_str(":random")?,
            Replacement::Random(seed) => write!(f, ":random={seed}")?,
        }
        if !self.write_back {
            f.write_str(":write-through")?;
        }
        match (self.write_back, self.allocates) {
            (true, false) => f.write_str(":no-allocate")?,
            (false, true) => f.write_str(":allocate")?,
            _ => {}
        }
        if self.place == CachePlace::Unified {
            f.write_str(":unified")?;
        }
        match self.by_words {
            true => f.write_str(":words"),
            false => Ok(()),
        }
    }
}

impl fmt::Display for CacheSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cache) in self.caches.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{cache}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let read = CacheSpec::read(text);
        let said = match read {
            Ok(spec) => spec.to_string(),
            Err(error) => error
                .to_string()
                .lines()
                .take(4)
                .collect::<Vec<_>>()
                .join("|"),
        };
        assert_eq!(said, expect);
    }

    #[test]
    fn settings_are_read() {
        check("4KiB:32:2:lru", "4KiB:32:2");
        check("4k", "4KiB:32:1");
        check("128:16:full:fifo", "128:16:8:fifo");
        check("128:16:direct", "128:16:1");
        check(
            "1M:64:16:PLRU:write-through",
            "1MiB:64:16:plru:write-through",
        );
        check("64:4:2:random=7:no-allocate", "64:4:2:random=7:no-allocate");
        check("48K:64:12", "48KiB:64:12");
        check(
            "l2=64K:64:8,d=4K:32:2,i=4K",
            "i=4KiB:32:1,4KiB:32:2,l2=64KiB:64:8",
        );
        check("4K:unified", "4KiB:32:1:unified");
        check("mars", "128:16:1:words");
        check("venus", "4:4:1");
    }

    #[test]
    fn mistakes_are_pointed_at() {
        check(
            "4KiB:32:2:lrv",
            "`lrv` is not a setting of a cache; did you mean `lru`?||  4KiB:32:2:lrv|            ^^^",
        );
        check("l4=4K", "`l4` is not the name of a cache||  l4=4K|  ^^");
        check(
            "4KiB:33",
            "a block of 33 bytes is not possible: a power of two from 4 to 65536 is||  4KiB:33|  ^^^^^^^",
        );
        check("", "a setting of a cache is missing here||  |  ^");
        check(
            "lru",
            "a cache begins with its size, such as 4KiB||  lru|  ^^^",
        );
        check(
            "96:32:1",
            "96 bytes in blocks of 32 are not 1, 2, 4, 8, … sets of 1 ways||  96:32:1|  ^^^^^^^",
        );
        check(
            "4K,d=4K",
            "there is a cache for this already||  4K,d=4K|     ^^^^",
        );
        check(
            "l2=4K",
            "there is a level below one that is missing||  l2=4K|  ^^^^^",
        );
        check(
            "4K:64,l2=8K:32",
            "the blocks of a level are smaller than those above it||  4K:64,l2=8K:32|  ^^^^^^^^^^^^^^",
        );
        check(
            "4K:12:lru=3",
            "`lru` takes no number||  4K:12:lru=3|            ^",
        );
        check(
            "99999999999",
            "this is not a number such as 32, 4KiB or 1M||  99999999999|  ^^^^^^^^^^^",
        );
        check(
            "4K:32:0",
            "4096 bytes are not from 1 to 1048576 blocks of 32 bytes||  4K:32:0|  ^^^^^^^",
        );
    }

    /// What is printed can be given again.
    #[test]
    fn settings_are_printed_as_they_are_read() {
        for text in [
            "4K:32:2:fifo",
            "i=64:4:1,128:16:2:random=3:write-through:allocate",
        ] {
            let spec = CacheSpec::read(text).unwrap();
            assert_eq!(CacheSpec::read(&spec.to_string()), Ok(spec));
        }
    }

    #[test]
    fn every_preset_can_be_read() {
        for (name, _, _) in CACHE_PRESETS {
            assert!(CacheSpec::read(name).is_ok(), "{name}");
        }
    }
}
