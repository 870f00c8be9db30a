//! From values, and the places where something happens with them, to features.

use super::super::flow::{ENTRY, Function};
use super::{Feature, Node, Place, Values};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// How deep a value is looked into, for the two features that each place has.
const DEPTHS: [usize; 2] = [2, 3];
/// How many jumps are followed to what happens next.
const MOST_HOPS: usize = 8;

/// Those whose operands can be swapped.
const COMMUTATIVE: [&str; 5] = ["add", "and", "or", "xor", "mul"];

impl Values {
    /// The number of a value, looked into so deep.
    fn hash(&mut self, value: u32, depth: usize) -> u64 {
        if let Some(known) = self.hashes.get(&(value, depth)) {
            return *known;
        }
        let mut hasher = FxHasher::default();
        let deeper = depth.saturating_sub(1);
        match self.nodes[value as usize].clone() {
            Node::Number(number) => (1u8, number).hash(&mut hasher),
            Node::Label => 2u8.hash(&mut hasher),
            Node::Entry(reg) => (3u8, reg).hash(&mut hasher),
            Node::Result(reg) => (4u8, reg).hash(&mut hasher),
            Node::Unknown => 5u8.hash(&mut hasher),
            Node::Sum(..) | Node::Made(..) | Node::Loaded(..) | Node::Joined(..) if depth == 0 => {
                6u8.hash(&mut hasher);
            }
            Node::Sum(base, number) => {
                (7u8, number, self.hash(base, deeper)).hash(&mut hasher);
            }
            Node::Made(name, values) => {
                let mut values: Vec<u64> = values.iter().map(|v| self.hash(*v, deeper)).collect();
                if COMMUTATIVE.contains(&name) {
                    values.sort_unstable();
                }
                (8u8, name, values).hash(&mut hasher);
            }
            Node::Loaded(name, address) => {
                (9u8, name, self.hash(address, deeper)).hash(&mut hasher);
            }
            Node::Joined(reg, set) => {
                let steps = self.reach.sets[set as usize].clone();
                let mut all = Vec::new();
                for step in steps {
                    let value = match step {
                        ENTRY => Some(self.entry(reg)),
                        step => self.defined.get(&(step, reg)).copied(),
                    };
                    all.push(value.map_or(0, |value| self.hash(value, 0)));
                }
                all.sort_unstable();
                all.dedup();
                (10u8, all).hash(&mut hasher);
            }
        }
        let hash = hasher.finish();
        self.hashes.insert((value, depth), hash);
        hash
    }

    fn place(&mut self, place: &Place, depth: usize) -> u64 {
        let mut values: Vec<u64> = place.values.iter().map(|v| self.hash(*v, depth)).collect();
        if !place.ordered {
            values.sort_unstable();
        }
        let mut hasher = FxHasher::default();
        (place.what, values).hash(&mut hasher);
        hasher.finish()
    }

    pub(super) fn features(
        &mut self,
        function: &Function<'_>,
        places: &FxHashMap<usize, Vec<Place>>,
    ) -> Vec<Feature> {
        let mut found = Vec::new();
        let used = self.used(places);
        let is_used = |place: &&Place| {
            place.what != "value" || place.values.iter().all(|value| used[*value as usize])
        };
        for place in places.values().flatten().filter(is_used) {
            for depth in DEPTHS {
                found.push((self.place(place, depth), place.line));
            }
        }
        self.add_orders(function, places, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Which values something happens with, at least in the end: the others are dead.
    fn used(&self, places: &FxHashMap<usize, Vec<Place>>) -> Vec<bool> {
        let happening = places
            .values()
            .flatten()
            .filter(|place| place.what != "value");
        let mut left: Vec<u32> = happening.flat_map(|place| place.values.clone()).collect();
        let mut used = vec![false; self.nodes.len()];
        while let Some(value) = left.pop() {
            if std::mem::replace(&mut used[value as usize], true) {
                continue;
            }
            match &self.nodes[value as usize] {
                Node::Sum(value, _) | Node::Loaded(_, value) => left.push(*value),
                Node::Made(_, values) => left.extend(values),
                Node::Joined(reg, set) => {
                    let steps = self.reach.sets[*set as usize].iter();
                    left.extend(steps.filter_map(|step| self.defined.get(&(*step, *reg))));
                }
                _ => {}
            }
        }
        used
    }

    /// What happens after what, on every way: that cannot be changed at will.
    fn add_orders(
        &mut self,
        function: &Function<'_>,
        places: &FxHashMap<usize, Vec<Place>>,
        found: &mut Vec<Feature>,
    ) {
        let mut ends: Vec<Vec<(u64, u32)>> = Vec::new();
        for block in &function.blocks {
            let here = block
                .steps
                .clone()
                .filter_map(|at| places.get(&at)?.first());
            let here = here.filter(|place| place.what != "value");
            let here: Vec<&Place> = here.collect();
            ends.push(here.iter().map(|p| (self.place(p, 1), p.line)).collect());
        }
        let mut pair = |a: (u64, u32), b: (u64, u32)| {
            let mut hasher = FxHasher::default();
            (11u8, a.0, b.0).hash(&mut hasher);
            found.push((hasher.finish(), a.1));
        };
        for (index, block) in function.blocks.iter().enumerate() {
            for both in ends[index].windows(2) {
                pair(both[0], both[1]);
            }
            let Some(last) = ends[index].last() else {
                continue;
            };
            for &next in &block.next {
                if let Some(first) = first_after(function, &ends, next) {
                    pair(*last, first);
                }
            }
        }
    }
}

/// What happens first from this block on.
fn first_after(
    function: &Function<'_>,
    ends: &[Vec<(u64, u32)>],
    mut block: usize,
) -> Option<(u64, u32)> {
    for _ in 0..MOST_HOPS {
        if let Some(first) = ends[block].first() {
            return Some(*first);
        }
        block = *function.blocks[block].next.first()?;
    }
    None
}
