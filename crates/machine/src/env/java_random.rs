//! The generator of `java.util.Random`, which programs for MARS see through its calls.

/// One stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JavaRandom {
    /// 48 bits.
    state: u64,
}

const MULTIPLIER: u64 = 0x5_deec_e66d;
const INCREMENT: u64 = 0xb;
const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    /// The stream that begins with `seed`.
    pub fn new(seed: i64) -> Self {
        JavaRandom {
            state: (seed as u64 ^ MULTIPLIER) & MASK,
        }
    }

    /// The next `bits` (1 to 32) bits.
    fn next(&mut self, bits: u32) -> u32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        (self.state >> (48 - bits)) as u32
    }

    /// Any integer.
    pub(super) fn int(&mut self) -> i32 {
        self.next(32) as i32
    }

    /// An integer from 0 up to, not including, `bound`; `None` if there is none.
    pub fn below(&mut self, bound: i32) -> Option<i32> {
        if bound <= 0 {
            return None;
        }
        if bound.count_ones() == 1 {
            return Some(((bound as u64 * u64::from(self.next(31))) >> 31) as i32);
        }
        loop {
            let bits = self.next(31) as i32;
            let value = bits % bound;
            // The last, incomplete group of numbers would make small ones more likely.
            if bits.checked_add(bound - 1 - value).is_some() {
                return Some(value);
            }
        }
    }

    /// A number from 0 up to 1.
    pub(super) fn float(&mut self) -> f32 {
        self.next(24) as f32 / (1 << 24) as f32
    }

    /// A number from 0 up to 1.
    pub(super) fn double(&mut self) -> f64 {
        let high = u64::from(self.next(26)) << 27;
        let low = u64::from(self.next(27));
        (high + low) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_that_of_java() {
        let mut random = JavaRandom::new(42);
        assert_eq!(random.int(), -1_170_105_035);
        assert_eq!(random.below(10), Some(3));
        assert_eq!(random.below(100), Some(48));
        assert_eq!(random.below(16), Some(0));
        assert_eq!(random.float(), 0.308_719_4);
        assert_eq!(random.double(), 0.942_073_543_028_212_8);
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut random = JavaRandom::new(-1);
        for bound in [1, 2, 3, 7, 64, 1000, (1 << 30) + 1, i32::MAX] {
            for _ in 0..200 {
                let value = random.below(bound).unwrap();
                assert!((0..bound).contains(&value), "{value} of {bound}");
            }
        }
        assert_eq!(random.below(0), None);
        assert_eq!(random.below(-5), None);
    }
}
