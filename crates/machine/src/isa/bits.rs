//! Instruction words as bits: fields scattered over them, and the fixed bits of a pattern.

/// A run of instruction bits and their place in the operand's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Lowest bit of the run in the instruction word.
    pub word_lo: u8,
    /// How many bits the run has.
    pub len: u8,
    /// The place of its lowest bit in the value.
    pub value_lo: u8,
}

impl Slice {
    /// `len` bits from `word_lo` of the word, `value_lo` of the value.
    pub const fn new(word_lo: u8, len: u8, value_lo: u8) -> Self {
        Slice {
            word_lo,
            len,
            value_lo,
        }
    }
}

/// How an operand's value is scattered over the instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The runs of bits, in any order.
    pub slices: &'static [Slice],
    /// Whether the value's top bit is its sign.
    pub signed: bool,
}

impl Field {
    /// A field of these slices, read as an unsigned number.
    pub const fn unsigned(slices: &'static [Slice]) -> Self {
        Field {
            slices,
            signed: false,
        }
    }

    /// A field of these slices, whose top bit is the sign.
    pub const fn signed(slices: &'static [Slice]) -> Self {
        Field {
            slices,
            signed: true,
        }
    }

    /// The instruction bits that this field occupies.
    pub const fn mask(&self) -> u32 {
        self.insert(-1)
    }

    /// Number of bits of the value, counting the low ones that are always zero.
    pub const fn width(&self) -> u32 {
        let (mut width, mut k) = (0, 0);
        while k < self.slices.len() {
            let top = (self.slices[k].value_lo + self.slices[k].len) as u32;
            if top > width {
                width = top;
            }
            k += 1;
        }
        width
    }

    /// The value must be a multiple of this (a branch offset has no bit 0).
    pub const fn step(&self) -> i64 {
        let (mut lowest, mut k) = (31, 0);
        while k < self.slices.len() {
            if self.slices[k].value_lo < lowest {
                lowest = self.slices[k].value_lo;
            }
            k += 1;
        }
        1 << lowest
    }

    /// Smallest and largest value that fits.
    pub const fn range(&self) -> (i64, i64) {
        let width = self.width();
        if self.signed {
            (-(1i64 << (width - 1)), (1i64 << (width - 1)) - self.step())
        } else {
            (0, (1i64 << width) - self.step())
        }
    }

    /// Whether `value` can be encoded without loss.
    pub const fn fits(&self, value: i64) -> bool {
        let (low, high) = self.range();
        low <= value && value <= high && value % self.step() == 0
    }

    /// The instruction bits for `value`, which is cut to the field.
    pub const fn insert(&self, value: i64) -> u32 {
        let (mut word, mut k) = (0u32, 0);
        while k < self.slices.len() {
            let s = self.slices[k];
            let bits = (value >> s.value_lo) as u32 & ones(s.len);
            word |= bits << s.word_lo;
            k += 1;
        }
        word
    }

    /// The value in `word`, sign-extended when the field is signed.
    pub const fn extract(&self, word: u32) -> i32 {
        let (mut value, mut k) = (0u32, 0);
        while k < self.slices.len() {
            let s = self.slices[k];
            value |= ((word >> s.word_lo) & ones(s.len)) << s.value_lo;
            k += 1;
        }
        let unused = 32 - self.width();
        if self.signed {
            ((value << unused) as i32) >> unused
        } else {
            value as i32
        }
    }
}

const fn ones(len: u8) -> u32 {
    ((1u64 << len) - 1) as u32
}

/// The fixed bits of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Which bits are fixed.
    pub mask: u32,
    /// What they are.
    pub bits: u32,
}

impl Pattern {
    /// Reads a pattern as the manual prints it: `0`, `1`, `.` for a free bit, blanks ignored,
    /// most significant bit first. 32 bits, or 16 for a compressed instruction.
    pub const fn parse(text: &str) -> Pattern {
        let text = text.as_bytes();
        let (mut mask, mut bits, mut count, mut k) = (0u32, 0u32, 0, 0);
        while k < text.len() {
            let (fixed, bit) = match text[k] {
                b'0' => (1, 0),
                b'1' => (1, 1),
                b'.' => (0, 0),
                b' ' => {
                    k += 1;
                    continue;
                }
                _ => panic!("a pattern consists of 0, 1, . and blanks"),
            };
            mask = mask << 1 | fixed;
            bits = bits << 1 | bit;
            count += 1;
            k += 1;
        }
        assert!(count == 32 || count == 16, "a pattern has 32 or 16 bits");
        Pattern { mask, bits }
    }

    /// Whether `word` has these fixed bits.
    pub const fn matches(&self, word: u32) -> bool {
        word & self.mask == self.bits
    }

    /// Whether some word has the fixed bits of both.
    pub const fn overlaps(&self, other: &Pattern) -> bool {
        let common = self.mask & other.mask;
        self.bits & common == other.bits & common
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRANCH: Field = Field::signed(&[
        Slice {
            word_lo: 31,
            len: 1,
            value_lo: 12,
        },
        Slice {
            word_lo: 7,
            len: 1,
            value_lo: 11,
        },
        Slice {
            word_lo: 25,
            len: 6,
            value_lo: 5,
        },
        Slice {
            word_lo: 8,
            len: 4,
            value_lo: 1,
        },
    ]);

    #[test]
    fn a_scattered_field_has_range_step_and_mask() {
        assert_eq!(BRANCH.range(), (-4096, 4094));
        assert_eq!(BRANCH.step(), 2);
        assert_eq!(BRANCH.mask(), 0xfe00_0f80);
        assert!(BRANCH.fits(-4096) && !BRANCH.fits(4096) && !BRANCH.fits(3));
    }

    #[test]
    fn extract_undoes_insert() {
        for value in (-4096..4096).step_by(2) {
            assert_eq!(BRANCH.extract(BRANCH.insert(value)), value as i32);
        }
    }

    #[test]
    fn patterns_overlap_only_where_their_fixed_bits_agree() {
        let a = Pattern::parse("............ ..... 000 ..... 0010011");
        let b = Pattern::parse("............ ..... 001 ..... 0010011");
        let c = Pattern::parse("0000000 ..... ..... ... ..... 0010011");
        assert!(!a.overlaps(&b) && a.overlaps(&c));
        assert!(a.matches(0x0050_0513) && !b.matches(0x0050_0513));
    }
}
