//! What inputs look like: `row(len = 1..=9, values = [0, 2, 4])`, `int(0..=15)`, `index(row)`.
//!
//! A generator makes random inputs, counts through all inputs up to a size, and names the inputs
//! that are smaller than a given one.

mod parse;

pub use parse::parse;

use crate::unit::Kind;

/// Ranges with at least so many numbers are too wide to try all of them.
const WIDE: i64 = 32;

/// Numbers to choose from: ranges, by ascending first number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices(Vec<(i64, i64)>);

impl Choices {
    /// These ranges; none of them may be empty.
    pub fn new(mut ranges: Vec<(i64, i64)>) -> Self {
        ranges.sort_unstable();
        Choices(ranges)
    }

    /// The numbers that are tried when all are: those of narrow ranges, and the ends of wide ones.
    /// The smallest comes first.
    pub fn listed(&self) -> Vec<i64> {
        let ranges = self
            .0
            .iter()
            .flat_map(|(low, high)| match high - low < WIDE {
                true => (*low..=*high).collect(),
                false => vec![*low, *high],
            });
        let mut all: Vec<i64> = ranges.collect();
        all.sort_by_key(|number| weight(*number));
        all.dedup();
        all
    }

    /// A random one. Every range has the same chance, so that single numbers beside a large range
    /// are not rare.
    fn pick(&self, random: &mut Random) -> u32 {
        let (low, high) = self.0[random.below(self.0.len() as u64) as usize];
        (low + random.below((high - low + 1) as u64) as i64) as u32
    }

    fn has(&self, number: i64) -> bool {
        self.0
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&number))
    }

    /// Numbers that are smaller than this one, the smallest first.
    fn smaller(&self, number: u32) -> Vec<u32> {
        let signed = match self.has(i64::from(number)) {
            true => i64::from(number),
            false => i64::from(number as i32),
        };
        // Half of it, three quarters of it and so on: few steps lead to any number.
        let halves = (1..33).map(|step| signed - (signed >> step));
        let nearer = halves.filter(|_| signed > 0);
        let firsts = self.0.iter().map(|(low, _)| *low);
        let mut smaller: Vec<i64> = firsts
            .chain(nearer)
            .chain([0, signed / 2, signed - signed.signum()])
            .collect();
        smaller.retain(|other| self.has(*other) && weight(*other) < weight(signed));
        smaller.sort_by_key(|other| weight(*other));
        smaller.dedup();
        smaller.into_iter().map(|number| number as u32).collect()
    }
}

/// Small numbers come first, positive ones before negative ones.
fn weight(number: i64) -> (u64, bool) {
    (number.unsigned_abs(), number < 0)
}

/// What an input may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An array in memory.
    Array {
        /// What it is made of.
        kind: Kind,
        /// How many elements it may have, ascending.
        lengths: Vec<usize>,
        /// What they may be.
        values: Choices,
    },
    /// A number.
    Number(Choices),
    /// A number below the length of an array that comes before, by its place.
    Index(usize),
}

/// An input with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// What it may be.
    pub shape: Shape,
}

/// An input: the elements of an array, or one number.
pub type Input = Vec<u32>;

/// Makes inputs for a function.
#[derive(Clone, Debug, Default)]
pub struct Generator {
    /// What there is to choose.
    pub variables: Vec<Variable>,
}

impl Generator {
    /// The random inputs of a case: always the same for the same seed and case.
    pub fn random(&self, seed: u64, case: u64, inputs: &mut Vec<Input>) {
        let mut random = Random::new(seed, case);
        inputs.resize_with(self.variables.len(), Vec::new);
        for place in 0..self.variables.len() {
            let (before, rest) = inputs.split_at_mut(place);
            let input = &mut rest[0];
            input.clear();
            match &self.variables[place].shape {
                Shape::Array {
                    lengths, values, ..
                } => {
                    let length = lengths[random.below(lengths.len() as u64) as usize];
                    // Of few different values many are equal, which matters to most functions.
                    let few = [(); 3].map(|()| values.pick(&mut random));
                    let all = random.below(2) == 0;
                    input.extend((0..length).map(|_| match all {
                        true => values.pick(&mut random),
                        false => few[random.below(3) as usize],
                    }));
                }
                Shape::Number(values) => input.push(values.pick(&mut random)),
                Shape::Index(of) => {
                    let length = before.get(*of).map_or(0, Vec::len);
                    input.push(random.below(length.max(1) as u64) as u32);
                }
            }
        }
    }

    /// All inputs whose arrays have at most so many elements.
    pub fn all_up_to(&self, longest: usize) -> All<'_> {
        let mut lengths: Vec<Vec<usize>> = vec![Vec::new()];
        for variable in &self.variables {
            let own: Vec<usize> = match &variable.shape {
                Shape::Array { lengths, .. } => {
                    lengths.iter().copied().filter(|l| *l <= longest).collect()
                }
                _ => vec![1],
            };
            let longer = lengths.iter().flat_map(|before| {
                own.iter().map(move |length| {
                    let mut with = before.clone();
                    with.push(*length);
                    with
                })
            });
            lengths = longer.collect();
        }
        lengths.sort_by_key(|lengths| lengths.iter().sum::<usize>());
        let listed: Vec<Vec<i64>> = self
            .variables
            .iter()
            .map(|variable| match &variable.shape {
                Shape::Array { values, .. } | Shape::Number(values) => values.listed(),
                Shape::Index(_) => Vec::new(),
            })
            .collect();
        let count = |lengths: &Vec<usize>| {
            let sizes = (0..lengths.len()).map(|place| self.digits(place, &listed, lengths));
            sizes.fold(1u128, |all, (radix, digits)| {
                all.saturating_mul(radix.saturating_pow(digits as u32))
            })
        };
        let counts = lengths.iter().map(count).collect();
        All {
            generator: self,
            listed,
            lengths,
            counts,
        }
    }

    /// How many choices an input has for each of its numbers, and how many numbers.
    fn digits(&self, place: usize, listed: &[Vec<i64>], lengths: &[usize]) -> (u128, usize) {
        match &self.variables[place].shape {
            Shape::Array { .. } => (listed[place].len() as u128, lengths[place]),
            Shape::Number(_) => (listed[place].len() as u128, 1),
            Shape::Index(of) => (lengths.get(*of).copied().unwrap_or(1).max(1) as u128, 1),
        }
    }

    /// Inputs that are smaller than these in one respect, the smallest first.
    pub fn smaller(&self, inputs: &[Input]) -> Vec<Vec<Input>> {
        let mut all = Vec::new();
        for place in 0..inputs.len() {
            if let Shape::Array { lengths, .. } = &self.variables[place].shape {
                self.shorter(inputs, place, lengths, &mut all);
            }
        }
        for (place, input) in inputs.iter().enumerate() {
            if let Shape::Array { values, .. } = &self.variables[place].shape {
                together(inputs, place, values, &mut all);
            }
            for (index, number) in input.iter().enumerate() {
                let smaller = match &self.variables[place].shape {
                    Shape::Array { values, .. } | Shape::Number(values) => values.smaller(*number),
                    Shape::Index(_) => (0..*number).collect(),
                };
                for number in smaller {
                    let mut with = inputs.to_vec();
                    with[place][index] = number;
                    all.push(with);
                }
            }
        }
        all
    }

    /// The same with elements taken out of an array; indices stay inside of it.
    fn shorter(
        &self,
        inputs: &[Input],
        place: usize,
        lengths: &[usize],
        all: &mut Vec<Vec<Input>>,
    ) {
        let now = inputs[place].len();
        for length in lengths.iter().copied().filter(|length| *length < now) {
            for first in 0..=length {
                let mut with = inputs.to_vec();
                with[place].drain(first..first + now - length);
                for (variable, input) in self.variables.iter().zip(&mut with) {
                    if variable.shape == Shape::Index(place) {
                        input[0] = input[0].min(length.saturating_sub(1) as u32);
                    }
                }
                all.push(with);
            }
        }
    }
}

/// The same with several elements made smaller together: all, or those of one value, because what
/// matters is often that they are equal.
fn together(inputs: &[Input], place: usize, values: &Choices, all: &mut Vec<Vec<Input>>) {
    let mut numbers = inputs[place].clone();
    numbers.sort_unstable();
    // Sums stay sums when everything is halved.
    let halved: Input = inputs[place].iter().map(|number| number / 2).collect();
    let allowed = halved.iter().all(|number| values.has(i64::from(*number)));
    if allowed && halved != inputs[place] {
        let mut with = inputs.to_vec();
        with[place] = halved;
        all.push(with);
    }
    for same in numbers
        .chunk_by(|a, b| a == b)
        .filter(|same| same.len() > 1)
    {
        for smaller in values.smaller(same[0]) {
            let mut with = inputs.to_vec();
            for element in with[place]
                .iter_mut()
                .filter(|element| **element == same[0])
            {
                *element = smaller;
            }
            all.push(with);
        }
    }
}

/// All inputs up to a size, the shortest first.
pub struct All<'a> {
    generator: &'a Generator,
    /// The numbers to choose from for each variable.
    pub listed: Vec<Vec<i64>>,
    lengths: Vec<Vec<usize>>,
    counts: Vec<u128>,
}

impl All<'_> {
    /// How many there are.
    pub fn count(&self) -> u128 {
        self.counts.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// Those with this number; the last element of the last array changes fastest.
    pub fn nth(&self, number: u64, inputs: &mut Vec<Input>) {
        let mut rest = u128::from(number);
        let mut at = 0;
        while at + 1 < self.counts.len() && rest >= self.counts[at] {
            rest -= self.counts[at];
            at += 1;
        }
        let Some(lengths) = self.lengths.get(at) else {
            return;
        };
        inputs.resize_with(lengths.len(), Vec::new);
        for place in (0..lengths.len()).rev() {
            let (radix, digits) = self.generator.digits(place, &self.listed, lengths);
            let input = &mut inputs[place];
            input.clear();
            input.resize(digits, 0);
            for digit in input.iter_mut().rev() {
                let choice = rest % radix;
                rest /= radix;
                let listed = self.listed[place].get(choice as usize);
                *digit = listed.map_or(choice as u32, |number| *number as u32);
            }
        }
    }
}

/// Random numbers (SplitMix64) that depend on nothing but seed and case.
struct Random(u64);

impl Random {
    fn new(seed: u64, case: u64) -> Self {
        let mut random = Random(seed ^ case.wrapping_mul(0xd134_2543_de82_ef95));
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below this one, which is not 0.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound.max(1))) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generator(text: &str) -> Generator {
        let shape = parse(text, &[]).unwrap();
        let name = "row".to_owned();
        Generator {
            variables: vec![Variable { name, shape }],
        }
    }

    #[test]
    fn all_inputs_come_once_and_the_shortest_first() {
        let generator = generator("row(len = 1..=3, values = [0, 2])");
        let all = generator.all_up_to(2);
        assert_eq!(all.count(), 6);
        let mut inputs = Vec::new();
        let rows = (0..6).map(|number| {
            all.nth(number, &mut inputs);
            inputs[0].clone()
        });
        let expected: [&[u32]; 6] = [&[0], &[2], &[0, 0], &[0, 2], &[2, 0], &[2, 2]];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let generator = generator("row(len = 1..=9, values = [0, 2, 4, 0..=65535])");
        let of = |seed, case| {
            let mut inputs = vec![vec![7; 20]];
            generator.random(seed, case, &mut inputs);
            inputs
        };
        assert_eq!(of(1, 2), of(1, 2));
        assert_ne!(of(1, 2), of(1, 3));
        assert_ne!(of(1, 2), of(2, 2));
        for case in 0..100 {
            assert!((1..=9).contains(&of(0, case)[0].len()));
        }
    }

    #[test]
    fn smaller_inputs_are_shorter_or_have_smaller_values() {
        let generator = generator("row(len = 2..=3, values = [0, 2, 4])");
        let smaller = generator.smaller(&[vec![4, 0, 2]]);
        let rows: Vec<&[u32]> = smaller.iter().map(|inputs| inputs[0].as_slice()).collect();
        let expected: [&[u32]; 6] = [
            &[0, 2],
            &[4, 2],
            &[4, 0],
            &[0, 0, 2],
            &[2, 0, 2],
            &[4, 0, 0],
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn of_wide_ranges_only_the_ends_are_listed() {
        let choices = Choices::new(vec![(0, 65535), (2, 2), (-3, -1)]);
        assert_eq!(choices.listed(), [0, -1, 2, -2, -3, 65535]);
    }

    #[test]
    fn signed_numbers_shrink_towards_zero() {
        let choices = Choices::new(vec![(-10, 10)]);
        assert_eq!(
            choices.smaller(-7i32 as u32),
            [0, -3i32 as u32, -6i32 as u32]
        );
        assert_eq!(choices.smaller(0), Vec::<u32>::new());
    }
}
