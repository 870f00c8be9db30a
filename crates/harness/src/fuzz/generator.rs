//! What inputs look like: `row(len = 1..=9, values = [0, 2, 4])`, `int(0..=15)`, `index(row)`.
//!
//! A generator makes random inputs, counts through all inputs up to a size, and names the inputs
//! that are smaller than a given one.

mod all;
mod parse;
mod smaller;

pub(crate) use all::All;
pub(crate) use parse::parse;

use crate::unit::DataKind;
use machine::random::SplitMix64;

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
}

/// Small numbers come first, positive ones before negative ones.
fn weight(number: i64) -> (u64, bool) {
    (number.unsigned_abs(), number < 0)
}

/// What an input may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GeneratorShape {
    /// An array in memory.
    Array {
        /// What it is made of.
        kind: DataKind,
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
    pub shape: GeneratorShape,
}

/// An input: the elements of an array, or one number.
pub(crate) type FuzzInput = Vec<u32>;

/// Makes inputs for a function.
#[derive(Clone, Debug, Default)]
pub struct Generator {
    /// What there is to choose.
    pub variables: Vec<Variable>,
}

impl Generator {
    /// The random inputs of a case: always the same for the same seed and case.
    pub fn random(&self, seed: u64, case: u64, inputs: &mut Vec<FuzzInput>) {
        let mut random = Random::new(seed, case);
        inputs.resize_with(self.variables.len(), Vec::new);
        for place in 0..self.variables.len() {
            let (before, rest) = inputs.split_at_mut(place);
            let input = &mut rest[0];
            input.clear();
            match &self.variables[place].shape {
                GeneratorShape::Array {
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
                GeneratorShape::Number(values) => input.push(values.pick(&mut random)),
                GeneratorShape::Index(of) => {
                    let length = before.get(*of).map_or(0, Vec::len);
                    input.push(random.below(length.max(1) as u64) as u32);
                }
            }
        }
    }
}

/// Random numbers that depend on nothing but seed and case.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64, case: u64) -> Self {
        let mut random = SplitMix64::new(seed ^ case.wrapping_mul(0xd134_2543_de82_ef95));
        random.draw();
        Random(random)
    }

    fn next(&mut self) -> u64 {
        self.0.draw()
    }

    /// A number below this one, which is not 0.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound.max(1))) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator with these variables, which are called `v0`, `v1` and so on.
    pub(crate) fn generator(shapes: &[&str]) -> Generator {
        let mut generator = Generator::default();
        for (number, text) in shapes.iter().enumerate() {
            let shape = parse(text, &generator.variables).unwrap();
            let name = format!("v{number}");
            generator.variables.push(Variable { name, shape });
        }
        generator
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let generator = generator(&["row(len = 1..=9, values = [0, 2, 4, 0..=65535])"]);
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
    fn of_wide_ranges_only_the_ends_are_listed() {
        let choices = Choices::new(vec![(0, 65535), (2, 2), (-3, -1)]);
        assert_eq!(choices.listed(), [0, -1, 2, -2, -3, 65535]);
    }
}
