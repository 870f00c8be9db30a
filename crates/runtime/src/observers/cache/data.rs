//! Which data an access was to: a label, the stack, the heap.

use super::report::CacheTally;
use machine::image::Image;
use rustc_hash::FxHashMap;

/// Addresses that belong to one place in the data.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DataRange {
    first: u32,
    /// How many addresses follow.
    length: u32,
    place: u32,
}

impl DataRange {
    #[inline]
    pub(super) fn contains(&self, address: u32) -> bool {
        address.wrapping_sub(self.first) < self.length
    }
}

/// The places of a program's data, with what happened there.
pub(super) struct DataPlaces {
    places: Vec<DataPlace>,
    /// Those of labels, by ascending address.
    labels: Vec<DataRange>,
    /// By the number of an area without labels: its place.
    areas: FxHashMap<u32, u32>,
    /// Where the data of the program ends, and where its stack begins.
    end: u32,
    stack: u32,
}

struct DataPlace {
    name: String,
    tally: CacheTally,
}

/// The size of an area without labels, as a number of bits.
const AREA: u32 = 16;
/// What is this much above the beginning of the stack are arguments of the program.
const ARGUMENTS: u32 = 1 << 20;

impl DataPlaces {
    pub(super) fn new(image: &Image, stack: u32) -> Self {
        let mut places = DataPlaces {
            places: Vec::new(),
            labels: Vec::new(),
            areas: FxHashMap::default(),
            end: 0,
            stack,
        };
        for segment in &image.segments {
            if segment.end() <= stack {
                places.end = places.end.max(segment.end());
            }
            let inside = image.symbols.iter();
            let inside = inside.filter(|s| !s.absolute && segment.contains(s.address));
            let mut starts: Vec<u32> = inside.map(|symbol| symbol.address).collect();
            starts.dedup();
            let ends = starts.iter().skip(1).copied().chain([segment.end()]);
            for (first, end) in starts.iter().copied().zip(ends) {
                let name = image.symbol_before(first).map(|s| diag::one_line(&s.name));
                let place = places.add(name.unwrap_or_default());
                places.labels.push(DataRange {
                    first,
                    length: end - first,
                    place,
                });
            }
        }
        places.labels.sort_by_key(|range| range.first);
        places
    }

    fn add(&mut self, name: String) -> u32 {
        self.places.push(DataPlace {
            name,
            tally: CacheTally::default(),
        });
        self.places.len() as u32 - 1
    }

    /// The place of an address, with the addresses around it that belong there.
    pub(super) fn range(&mut self, address: u32) -> DataRange {
        let after = self.labels.partition_point(|range| range.first <= address);
        let label = after
            .checked_sub(1)
            .and_then(|at| self.labels.get(at))
            .copied();
        if let Some(label) = label.filter(|label| label.contains(address)) {
            return label;
        }
        let area = address >> AREA;
        let place = match self.areas.get(&area) {
            Some(place) => *place,
            None => {
                let place = self.area(address);
                self.areas.insert(area, place);
                place
            }
        };
        // An area may have labels at its ends.
        let before = label.map_or(0, |label| label.first + label.length);
        let next = self.labels.get(after).map_or(u32::MAX, |label| label.first);
        let first = before.max(area << AREA);
        let last = (next - 1).min(area << AREA | ((1 << AREA) - 1));
        DataRange {
            first,
            length: last - first + 1,
            place,
        }
    }

    /// The place of an area without labels.
    fn area(&mut self, address: u32) -> u32 {
        let top = self.stack.saturating_add(ARGUMENTS);
        let name = match address {
            _ if address > top => format!("0x{:08x}", address >> AREA << AREA),
            _ if self.stack.saturating_sub(address) <= address.saturating_sub(self.end) => {
                "(stack)".to_owned()
            }
            _ if address >= self.end => "(heap)".to_owned(),
            _ => format!("0x{:08x}", address >> AREA << AREA),
        };
        match self.places.iter().position(|place| place.name == name) {
            Some(known) => known as u32,
            None => self.add(name),
        }
    }

    #[inline]
    pub(super) fn count(&mut self, range: DataRange, missed: bool) {
        if let Some(place) = self.places.get_mut(range.place as usize) {
            place.tally.count(missed);
        }
    }

    /// The places that were accessed.
    pub(super) fn tallies(&self) -> Vec<(String, CacheTally)> {
        let accessed = self.places.iter().filter(|place| place.tally.accesses > 0);
        accessed
            .map(|place| (place.name.clone(), place.tally))
            .collect()
    }
}
