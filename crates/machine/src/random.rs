//! Random numbers that depend on nothing but a seed.

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The generator SplitMix64.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Begins with a seed.
    pub const fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next number.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        finish(self.0)
    }
}

/// Scatters the bits of a number.
pub fn mix(number: u64) -> u64 {
    finish(number.wrapping_mul(STEP))
}

#[inline]
fn finish(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that its authors' program prints for the seed 1234567.
    #[test]
    fn numbers_are_those_of_the_definition() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.draw(), 6_457_827_717_110_365_317);
        assert_eq!(random.draw(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn mixing_is_one_step_from_zero() {
        assert_eq!(mix(1), SplitMix64::new(0).draw());
    }
}
