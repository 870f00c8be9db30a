//! Inputs that are smaller than given ones, made one at a time: there may be millions.

use super::{Choices, FuzzInput, Generator, GeneratorShape, weight};

/// Of arrays with at most so many elements every part is taken out; longer ones are cut as in a
/// binary search.
const SHORT: usize = 48;

impl Generator {
    /// Inputs that are smaller than these in one respect, the smallest first.
    pub fn smaller<'a>(
        &'a self,
        inputs: &'a [FuzzInput],
    ) -> impl Iterator<Item = Vec<FuzzInput>> + 'a {
        let shorter = (0..inputs.len()).flat_map(|place| self.shorter(inputs, place));
        let lower = (0..inputs.len()).flat_map(|place| {
            let shape = &self.variables[place].shape;
            together(inputs, place, shape).chain(single(inputs, place, shape))
        });
        shorter.chain(lower)
    }

    /// The same with elements taken out of an array; indices stay inside of it.
    fn shorter<'a>(
        &'a self,
        inputs: &'a [FuzzInput],
        place: usize,
    ) -> impl Iterator<Item = Vec<FuzzInput>> + 'a {
        let lengths = match &self.variables[place].shape {
            GeneratorShape::Array { lengths, .. } => lengths.as_slice(),
            _ => &[],
        };
        let now = inputs[place].len();
        cuts(now, lengths).map(move |(length, first)| {
            let mut with = inputs.to_vec();
            with[place].drain(first..first + now - length);
            for (variable, input) in self.variables.iter().zip(&mut with) {
                if variable.shape == GeneratorShape::Index(place) {
                    input[0] = input[0].min(length.saturating_sub(1) as u32);
                }
            }
            with
        })
    }
}

/// The lengths that an array can be cut to, and where the part begins that is taken out.
fn cuts(now: usize, lengths: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let lengths = &lengths[..lengths.partition_point(|length| *length < now)];
    let halves = |mut left: usize| {
        let mut chosen = vec![0];
        while left > 0 {
            left /= 2;
            chosen.push(lengths.len() - 1 - left);
        }
        chosen.dedup();
        chosen
    };
    let chosen: Vec<usize> = match now > SHORT && !lengths.is_empty() {
        true => halves(lengths.len() - 1),
        false => (0..lengths.len()).collect(),
    };
    let chosen: Vec<usize> = chosen.into_iter().map(|index| lengths[index]).collect();
    chosen.into_iter().flat_map(move |length| {
        let step = if now > SHORT { now - length } else { 1 };
        (0..=length).step_by(step).map(move |first| (length, first))
    })
}

/// The same with several elements made smaller together: all, or those of one value, because what
/// matters is often that they are equal.
fn together<'a>(
    inputs: &'a [FuzzInput],
    place: usize,
    shape: &'a GeneratorShape,
) -> impl Iterator<Item = Vec<FuzzInput>> + 'a {
    let values = match shape {
        GeneratorShape::Array { values, .. } => Some(values),
        _ => None,
    };
    let mut numbers = inputs[place].clone();
    numbers.sort_unstable();
    let several = numbers
        .chunk_by(|a, b| a == b)
        .filter(|same| same.len() > 1);
    let several: Vec<u32> = several.filter_map(|same| same.first().copied()).collect();
    let halved = values.and_then(|values| halved(inputs, place, values));
    let lower = values.into_iter().flat_map(move |values| {
        let several = several.clone().into_iter();
        several.flat_map(move |same| {
            let smaller = values.smaller(same).into_iter();
            smaller.map(move |smaller| {
                let mut with = inputs.to_vec();
                let elements = with[place].iter_mut();
                for element in elements.filter(|element| **element == same) {
                    *element = smaller;
                }
                with
            })
        })
    });
    halved.into_iter().chain(lower)
}

/// The same with all elements halved: sums stay sums.
fn halved(inputs: &[FuzzInput], place: usize, values: &Choices) -> Option<Vec<FuzzInput>> {
    let halved: FuzzInput = inputs[place].iter().map(|number| number / 2).collect();
    let allowed = halved.iter().all(|number| values.has(i64::from(*number)));
    (allowed && halved != inputs[place]).then(|| {
        let mut with = inputs.to_vec();
        with[place] = halved;
        with
    })
}

/// The same with one number made smaller.
fn single<'a>(
    inputs: &'a [FuzzInput],
    place: usize,
    shape: &'a GeneratorShape,
) -> impl Iterator<Item = Vec<FuzzInput>> + 'a {
    let numbers = inputs[place].iter().enumerate();
    numbers.flat_map(move |(index, number)| {
        let smaller = match shape {
            GeneratorShape::Array { values, .. } | GeneratorShape::Number(values) => {
                values.smaller(*number)
            }
            GeneratorShape::Index(_) => (0..*number).collect(),
        };
        smaller.into_iter().map(move |number| {
            let mut with = inputs.to_vec();
            with[place][index] = number;
            with
        })
    })
}

impl Choices {
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

#[cfg(test)]
mod tests {
    use super::super::tests::generator;
    use super::*;

    #[test]
    fn smaller_inputs_are_shorter_or_have_smaller_values() {
        let generator = generator(&["row(len = 2..=3, values = [0, 2, 4])"]);
        let inputs = [vec![4, 0, 2]];
        let smaller: Vec<Vec<FuzzInput>> = generator.smaller(&inputs).collect();
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
    fn long_arrays_have_few_smaller_ones() {
        let lengths: Vec<usize> = (1..=3000).collect();
        let cuts: Vec<(usize, usize)> = cuts(3000, &lengths).collect();
        assert!(cuts.len() < 7000, "{}", cuts.len());
        assert_eq!(cuts[0], (1, 0));
        assert_eq!(cuts.last(), Some(&(2999, 2999)));
        assert!(cuts.contains(&(1500, 1500)), "{:?}", &cuts[..9]);
        let generator = generator(&["words(len = 1..=3000, values = [0..=9])"]);
        let inputs = [vec![3; 3000]];
        assert_eq!(generator.smaller(&inputs).next(), Some(vec![vec![3; 1]]));
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
