//! Code of two sides, which the run loop keeps apart.

use std::ops::Range;

/// One of two parts of a program's code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeSide {
    /// What is in none of the ranges.
    #[default]
    Outer,
    /// What is in one of the ranges.
    Inner,
}

/// Which addresses belong to which side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeSides {
    /// The ranges of the inner side, ascending and apart from each other.
    inner: Vec<Range<u32>>,
}

impl CodeSides {
    /// These ranges, in any order, are the inner side.
    pub fn new(inner: impl IntoIterator<Item = Range<u32>>) -> Self {
        let inner = inner.into_iter().filter(|range| !range.is_empty());
        let mut inner: Vec<Range<u32>> = inner.collect();
        inner.sort_by_key(|range| range.start);
        inner.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        CodeSides { inner }
    }

    /// The side of an address.
    pub fn of(&self, address: u32) -> CodeSide {
        let after = self.inner.partition_point(|range| range.start <= address);
        let range = after.checked_sub(1).and_then(|at| self.inner.get(at));
        match range.is_some_and(|range| address < range.end) {
            true => CodeSide::Inner,
            false => CodeSide::Outer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_and_found() {
        let sides = CodeSides::new(vec![20..24, 8..12, 12..16, 30..30, 9..11]);
        assert_eq!(sides.inner, [8..16, 20..24]);
        let inner: Vec<u32> = (0..40)
            .filter(|at| sides.of(*at) == CodeSide::Inner)
            .collect();
        let expected: Vec<u32> = (8..16).chain(20..24).collect();
        assert_eq!(inner, expected);
        assert_eq!(CodeSides::default().of(0), CodeSide::Outer);
    }
}
