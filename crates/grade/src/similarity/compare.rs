//! Compares the submissions of a class.
//!
//! For each function of a submission, the others are put in the order of how much of it they have.
//! That one of them has as much as only one in a hundred has is worth log2(100) bits, and the bits of
//! all functions together are compared with what chance would give. So what half of a class writes in
//! the same way says nothing, and no list of what is common is needed.
//!
//! Submissions that are next to the same count as one: otherwise a thousand copies would make
//! themselves look common. Only one of them is compared with the rest of the class.

use super::Prints;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Two submissions that look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarPair {
    /// The submissions, as indices.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How much of the smaller one is in the other, from 0 to 100.
    pub score: u32,
    /// How surprising that is, in bits.
    pub bits: f64,
    /// The functions of the first of which most is in the second: file and name.
    pub functions: Vec<(String, String)>,
}

/// From how many bits on a pair is reported, at most and at least: it depends on the number of pairs.
const ENOUGH: (f64, f64) = (12.0, 8.0);
/// What is expected before the class is known counts as much as so many submissions.
const PRIOR: f64 = 8.0;
/// How surprising a feature is before the class is known, in bits.
const FEATURE_BITS: f64 = 0.2;
/// So much of a function two submissions may share before the class is known.
const USUAL: f64 = 0.6;
/// How much a feature about what is written counts, compared with one about what is computed.
const WRITTEN: f64 = 0.3;
/// Parts of a bit that are told apart.
const PARTS: usize = 4;
/// Fewer bits of one function say nothing.
const LEAST_BITS: usize = 2;
/// More bits than these no function is worth.
const MOST_BITS: usize = 24;
/// More bits than these no pair is worth.
const MOST_SURPRISE: usize = 128;
/// A function with fewer features says nothing.
const FEWEST: usize = 4;
/// How much of the smaller one of two submissions is in the larger one if they count as one, and
/// how many features it has at least.
const SAME: (f64, usize) = (0.88, 60);
/// How much of a function must be in the other submission to be named.
const NAMED: f64 = 0.75;

/// The pairs that look alike, the most surprising first. Of many that are next to the same, each is
/// paired with the first of them.
pub fn pairs(class: &[Prints]) -> Vec<SimilarPair> {
    let index = Index::new(class);
    let heads = index.heads();
    let comparison = Comparison::new(&index, &heads);
    let enough = enough(class.len());
    // Half of what is enough, in one direction, can still be enough.
    let mut seen: FxHashMap<(usize, usize), f64> = FxHashMap::default();
    let mut found: Vec<(usize, usize, f64)> = Vec::new();
    for (number, &a) in comparison.heads.iter().enumerate() {
        let expected = comparison.expected(number);
        for (other, bits) in comparison.of_heads(&expected) {
            let b = comparison.heads[other];
            if other != number && bits >= enough / 2.0 {
                let both = seen.entry((a.min(b), a.max(b))).or_default();
                *both += bits / 2.0;
            }
        }
        for &b in comparison.members.get(&a).into_iter().flatten() {
            let bits = comparison.of_one(&expected, &index.all[b]);
            if bits >= enough {
                found.push((a, b, bits));
            }
        }
    }
    let both = seen.into_iter().filter(|(_, bits)| *bits >= enough);
    found.extend(both.map(|((a, b), bits)| (a, b, bits)));
    found.sort_by(|x, y| y.2.total_cmp(&x.2).then((x.0, x.1).cmp(&(y.0, y.1))));
    let pair = |(first, second, bits)| SimilarPair {
        first,
        second,
        bits,
        score: index.score(first, second),
        functions: index.functions_in(class, first, second),
    };
    found.into_iter().map(pair).collect()
}

/// How many bits are enough: the more pairs there are, the more of them are alike by chance.
fn enough(submissions: usize) -> f64 {
    let pairs = (submissions * submissions.saturating_sub(1) / 2).max(1);
    (pairs as f64).log2().clamp(ENOUGH.1, ENOUGH.0)
}

/// Features as small numbers.
struct Index {
    /// Those of each function of each submission.
    functions: Vec<Vec<Ids>>,
    /// Those of each submission.
    all: Vec<Ids>,
    /// How many there are, and which of them are about what is written.
    features: usize,
    written: FxHashSet<u32>,
}

/// Features in order, each once.
#[derive(Default)]
struct Ids {
    /// What is computed.
    deep: Vec<u32>,
    /// How it is written, too.
    wide: Vec<u32>,
}

impl Index {
    fn new(class: &[Prints]) -> Self {
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        let mut index = Index {
            functions: Vec::new(),
            all: Vec::new(),
            features: 0,
            written: FxHashSet::default(),
        };
        for prints in class {
            let mut id = |feature: &u64| {
                let next = known.len() as u32;
                *known.entry(*feature).or_insert(next)
            };
            let mut own = Vec::new();
            let mut all = Ids::default();
            for function in &prints.functions {
                let deep: Vec<u32> = function.features.iter().map(&mut id).collect();
                let written: Vec<u32> = function.written.iter().map(&mut id).collect();
                index.written.extend(&written);
                let wide = in_order([deep.as_slice(), written.as_slice()].concat());
                let deep = in_order(deep);
                all.deep.extend(&deep);
                all.wide.extend(&wide);
                own.push(Ids { deep, wide });
            }
            index.functions.push(own);
            index.all.push(Ids {
                deep: in_order(all.deep),
                wide: in_order(all.wide),
            });
        }
        index.features = known.len();
        index
    }

    /// For each submission the first one that is next to the same, if it is not itself.
    fn heads(&self) -> Vec<usize> {
        let mut heads: Vec<usize> = (0..self.all.len()).collect();
        let mut owners: Vec<Vec<u32>> = vec![Vec::new(); self.features];
        let mut shared = vec![0u32; self.all.len()];
        for (b, Ids { deep: own, .. }) in self.all.iter().enumerate() {
            let mut touched = Vec::new();
            for feature in own {
                for &a in &owners[*feature as usize] {
                    if shared[a as usize] == 0 {
                        touched.push(a as usize);
                    }
                    shared[a as usize] += 1;
                }
            }
            let is_same = |a: &usize| {
                let smaller = own.len().min(self.all[*a].deep.len());
                smaller >= SAME.1 && f64::from(shared[*a]) >= SAME.0 * smaller as f64
            };
            let same = touched.iter().copied().filter(is_same);
            // The one that shares the most; of equal ones the first.
            let head = same.max_by_key(|a| (shared[*a], usize::MAX - a));
            match head {
                Some(head) => heads[b] = head,
                None => {
                    for feature in own {
                        owners[*feature as usize].push(b as u32);
                    }
                }
            }
            for a in touched {
                shared[a] = 0;
            }
        }
        heads
    }

    fn score(&self, a: usize, b: usize) -> u32 {
        let (a, b) = (&self.all[a].deep, &self.all[b].deep);
        let smaller = a.len().min(b.len()).max(1);
        (shared(a, b).count() * 100 / smaller) as u32
    }

    /// The functions of one of which most is in the other.
    fn functions_in(&self, class: &[Prints], a: usize, b: usize) -> Vec<(String, String)> {
        let functions = self.functions[a].iter().zip(&class[a].functions);
        let functions = functions.filter(|(ids, _)| {
            let held = shared(&ids.deep, &self.all[b].deep).count();
            held > 0 && held as f64 >= NAMED * ids.deep.len() as f64
        });
        let names = functions.map(|(_, print)| (print.file.clone(), print.name.clone()));
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

fn in_order(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// What is in both of two lists that are in order.
fn shared(a: &[u32], b: &[u32]) -> impl Iterator<Item = u32> {
    let mut at = 0;
    a.iter().copied().filter(move |feature| {
        at += b[at..].partition_point(|other| other < feature);
        b.get(at) == Some(feature)
    })
}

/// A function, and how much of it others have.
struct Expected<'a> {
    ids: &'a Ids,
    /// How much each head has, by its number.
    held: Vec<Held>,
    /// How much the heads have, without its own, in order.
    others: Vec<f64>,
}

/// How much of a function a submission has: by weight, and how many features of what is computed and
/// of how it is written.
#[derive(Clone, Copy, Default)]
struct Held {
    weight: f64,
    deep: u32,
    written: u32,
}

impl Held {
    /// How surprising it is before the class is known, in bits. What is usual is no surprise.
    fn prior_bits(self, ids: &Ids) -> f64 {
        let bits = |held: u32, of: usize| match of {
            0 => 0.0,
            of => {
                let unusual = (f64::from(held) / of as f64 - USUAL) / (1.0 - USUAL);
                f64::from(held) * unusual.max(0.0) * FEATURE_BITS
            }
        };
        let (deep, wide) = (ids.deep.len(), ids.wide.len());
        bits(self.deep, deep) + bits(self.written, wide - deep) / 2.0
    }
}

/// The functions of one submission, and what chance gives for all of them.
struct Row<'a> {
    functions: Vec<Expected<'a>>,
    /// The chance that the bits are so many, by parts of bits.
    chances: Vec<f64>,
}

struct Comparison<'a> {
    index: &'a Index,
    /// The submissions that are compared with all others.
    heads: Vec<usize>,
    /// Those that are next to the same as a head.
    members: FxHashMap<usize, Vec<usize>>,
    /// The heads that have a feature, by their numbers.
    owners: Vec<Vec<u32>>,
    weights: Vec<f64>,
}

impl<'a> Comparison<'a> {
    fn new(index: &'a Index, head_of: &[usize]) -> Self {
        let mut heads = Vec::new();
        let mut members: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut owners: Vec<Vec<u32>> = vec![Vec::new(); index.features];
        for (submission, &head) in head_of.iter().enumerate() {
            if head != submission {
                members.entry(head).or_default().push(submission);
                continue;
            }
            for feature in &index.all[submission].wide {
                owners[*feature as usize].push(heads.len() as u32);
            }
            heads.push(submission);
        }
        let count = heads.len() as f64;
        let weight = |(id, owners): (usize, &Vec<u32>)| {
            let weight = ((count + 2.0) / (owners.len() as f64 + 1.0)).log2() + 0.2;
            match index.written.contains(&(id as u32)) {
                true => weight * WRITTEN,
                false => weight,
            }
        };
        Comparison {
            weights: owners.iter().enumerate().map(weight).collect(),
            index,
            heads,
            members,
            owners,
        }
    }

    /// What to expect of the functions of a head.
    fn expected(&self, number: usize) -> Row<'a> {
        let index = self.index;
        let functions = index.functions[self.heads[number]].iter();
        let functions = functions.filter(|ids| ids.deep.len() >= FEWEST);
        let functions = functions.map(|ids| {
            let mut held = vec![Held::default(); self.heads.len()];
            for feature in &ids.wide {
                let is_written = index.written.contains(feature);
                for owner in &self.owners[*feature as usize] {
                    self.add(&mut held[*owner as usize], *feature, is_written);
                }
            }
            let others = held
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number);
            let mut others: Vec<f64> = others.map(|(_, held)| held.weight).collect();
            others.sort_unstable_by(f64::total_cmp);
            Expected { ids, held, others }
        });
        let mut row = Row {
            functions: functions.collect(),
            chances: vec![1.0],
        };
        for function in &row.functions {
            let most = self.parts(function, self.held(&function.ids.wide), false);
            row.chances = convolved(&row.chances, &by_chance(most));
        }
        for at in (0..row.chances.len() - 1).rev() {
            row.chances[at] += row.chances[at + 1];
        }
        row
    }

    fn add(&self, held: &mut Held, feature: u32, is_written: bool) {
        held.weight += self.weights[feature as usize];
        held.deep += u32::from(!is_written);
        held.written += u32::from(is_written);
    }

    /// How much these features are.
    fn held(&self, features: &[u32]) -> Held {
        let mut held = Held::default();
        for feature in features {
            self.add(&mut held, *feature, self.index.written.contains(feature));
        }
        held
    }

    /// What it is worth that someone has so much of a function, in parts of bits. Who is a head does
    /// not count itself.
    fn parts(&self, function: &Expected<'_>, held: Held, is_head: bool) -> usize {
        let others = &function.others;
        // Sums in another order differ by a little.
        let as_much = others.len() - others.partition_point(|other| *other < held.weight - 1e-6);
        let as_much = as_much.saturating_sub(usize::from(is_head));
        let prior = PRIOR * (-held.prior_bits(function.ids)).exp2();
        let chance = (as_much as f64 + prior) / (others.len() as f64 + 1.0 + PRIOR);
        let parts = (-chance.log2() * PARTS as f64) as usize;
        match parts < LEAST_BITS * PARTS {
            true => 0,
            false => parts.min(MOST_BITS * PARTS),
        }
    }

    /// How surprising each head is, by its number.
    fn of_heads(&self, row: &Row<'_>) -> Vec<(usize, f64)> {
        let surprise = |number: usize| {
            let functions = row.functions.iter();
            let parts = functions.map(|f| self.parts(f, f.held[number], true));
            (number, row.surprise(parts.sum()))
        };
        (0..self.heads.len()).map(surprise).collect()
    }

    /// How surprising a submission with these features is.
    fn of_one(&self, row: &Row<'_>, all: &Ids) -> f64 {
        let parts = row.functions.iter().map(|function| {
            let held: Vec<u32> = shared(&function.ids.wide, &all.wide).collect();
            self.parts(function, self.held(&held), false)
        });
        row.surprise(parts.sum())
    }
}

impl Row<'_> {
    fn surprise(&self, parts: usize) -> f64 {
        let chance = self.chances[parts.min(self.chances.len() - 1)];
        -chance.max(f64::MIN_POSITIVE).log2()
    }
}

/// How often chance gives how many parts of bits, if these are the most.
fn by_chance(most: usize) -> Vec<f64> {
    let mut chances = vec![0.0; most + 1];
    let mut more = 0.0;
    for (parts, chance) in chances.iter_mut().enumerate().rev() {
        let so_many = match parts {
            0 => 1.0,
            _ if parts < LEAST_BITS * PARTS => continue,
            _ => (-(parts as f64) / PARTS as f64).exp2(),
        };
        *chance = so_many - more;
        more = so_many;
    }
    chances
}

/// How often two together give how many.
fn convolved(a: &[f64], b: &[f64]) -> Vec<f64> {
    let last = (a.len() + b.len() - 2).min(MOST_SURPRISE * PARTS);
    let mut sum = vec![0.0; last + 1];
    for (k, y) in b.iter().enumerate().filter(|(_, y)| **y > 0.0) {
        for (i, x) in a.iter().enumerate() {
            sum[(i + k).min(last)] += x * y;
        }
    }
    sum
}
