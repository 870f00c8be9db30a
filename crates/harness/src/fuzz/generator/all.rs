//! Counts through inputs, the shortest first.

use super::{FuzzInput, Generator, GeneratorShape};

/// The most combinations of lengths that are looked at: with more, the shortest are enough.
const MOST: usize = 1 << 18;

/// Inputs up to a size, the shortest first.
pub(crate) struct All<'a> {
    generator: &'a Generator,
    /// The numbers to choose from for each variable.
    pub listed: Vec<Vec<i64>>,
    /// Whether these are all that there are.
    pub complete: bool,
    lengths: Vec<Vec<usize>>,
    /// How many inputs there are up to and with those of these lengths.
    ends: Vec<u128>,
}

impl Generator {
    /// All inputs whose arrays have at most so many elements, until there are enough.
    pub(crate) fn all_up_to(&self, longest: usize, enough: u128) -> All<'_> {
        let own = self.variables.iter().map(|variable| match &variable.shape {
            GeneratorShape::Array { lengths, .. } => {
                let lengths = lengths.iter().copied();
                lengths.filter(|length| *length <= longest).collect()
            }
            _ => vec![1],
        });
        let own: Vec<Vec<usize>> = own.collect();
        let listed = self.variables.iter().map(|variable| match &variable.shape {
            GeneratorShape::Array { values, .. } | GeneratorShape::Number(values) => {
                values.listed()
            }
            GeneratorShape::Index(_) => Vec::new(),
        });
        let mut all = All {
            generator: self,
            listed: listed.collect(),
            complete: true,
            lengths: Vec::new(),
            ends: Vec::new(),
        };
        let sum = |of: fn(&Vec<usize>) -> Option<usize>| own.iter().map(of).sum::<Option<usize>>();
        let shortest = sum(|lengths| lengths.first().copied());
        let longest = sum(|lengths| lengths.last().copied());
        if let (Some(shortest), Some(longest)) = (shortest, longest) {
            let mut chosen = Vec::new();
            let mut sums = shortest..=longest;
            all.complete = sums.all(|sum| all.add(&own, sum, &mut chosen, enough));
        }
        all
    }

    /// How many choices an input has for each of its numbers, and how many numbers.
    fn digits(&self, place: usize, listed: &[Vec<i64>], lengths: &[usize]) -> (u128, usize) {
        match &self.variables[place].shape {
            GeneratorShape::Array { .. } => (listed[place].len() as u128, lengths[place]),
            GeneratorShape::Number(_) => (listed[place].len() as u128, 1),
            GeneratorShape::Index(of) => (lengths.get(*of).copied().unwrap_or(1).max(1) as u128, 1),
        }
    }
}

impl All<'_> {
    /// How many there are.
    pub(crate) fn count(&self) -> u128 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Adds all lengths that begin as chosen and have this sum in the end; whether there is need
    /// for more.
    fn add(
        &mut self,
        own: &[Vec<usize>],
        sum: usize,
        chosen: &mut Vec<usize>,
        enough: u128,
    ) -> bool {
        let Some((next, rest)) = own.split_first() else {
            return sum > 0 || self.push(chosen, enough);
        };
        let least: usize = rest.iter().filter_map(|lengths| lengths.first()).sum();
        let most: usize = rest.iter().filter_map(|lengths| lengths.last()).sum();
        let first = next.partition_point(|length| length + most < sum);
        for length in next[first..].iter().take_while(|l| **l + least <= sum) {
            chosen.push(*length);
            let more = self.add(rest, sum - length, chosen, enough);
            chosen.pop();
            if !more {
                return false;
            }
        }
        true
    }

    fn push(&mut self, lengths: &[usize], enough: u128) -> bool {
        if self.count() > enough || self.lengths.len() == MOST {
            return false;
        }
        let sizes = (0..lengths.len()).map(|at| self.generator.digits(at, &self.listed, lengths));
        let count = sizes.fold(1u128, |all, (radix, digits)| {
            all.saturating_mul(radix.saturating_pow(digits as u32))
        });
        self.ends.push(self.count().saturating_add(count));
        self.lengths.push(lengths.to_vec());
        true
    }

    /// Those with this number; the last element of the last array changes fastest.
    pub(crate) fn nth(&self, number: u64, inputs: &mut Vec<FuzzInput>) {
        let number = u128::from(number);
        let at = self.ends.partition_point(|end| *end <= number);
        let Some(lengths) = self.lengths.get(at) else {
            return;
        };
        let before = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut rest = number - before;
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

#[cfg(test)]
mod tests {
    use super::super::tests::generator;

    #[test]
    fn all_inputs_come_once_and_the_shortest_first() {
        let generator = generator(&["row(len = 1..=3, values = [0, 2])"]);
        let all = generator.all_up_to(2, 1000);
        assert_eq!((all.count(), all.complete), (6, true));
        let mut inputs = Vec::new();
        let rows = (0..6).map(|number| {
            all.nth(number, &mut inputs);
            inputs[0].clone()
        });
        let expected: [&[u32]; 6] = [&[0], &[2], &[0, 0], &[0, 2], &[2, 0], &[2, 2]];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn several_arrays_are_short_together() {
        let arrays = ["bytes(len = 0..=2, values = [7])"; 2];
        let generator = generator(&arrays);
        let all = generator.all_up_to(9, 1000);
        let mut inputs = Vec::new();
        let lengths = (0..9).map(|number| {
            all.nth(number, &mut inputs);
            (inputs[0].len(), inputs[1].len())
        });
        let expected = [
            (0, 0),
            (0, 1),
            (1, 0),
            (0, 2),
            (1, 1),
            (2, 0),
            (1, 2),
            (2, 1),
            (2, 2),
        ];
        assert_eq!(lengths.collect::<Vec<_>>(), expected);
        assert_eq!((all.count(), all.complete), (9, true));
    }

    #[test]
    fn many_long_arrays_are_not_counted_to_the_end() {
        let generator = generator(&["words(len = 0..=4096, values = [1])"; 4]);
        let few = generator.all_up_to(usize::MAX, 10);
        assert!(!few.complete && few.count() > 10 && few.lengths.len() < 20);
        let many = generator.all_up_to(usize::MAX, u128::MAX);
        assert!(!many.complete && many.lengths.len() == super::MOST);
    }
}
