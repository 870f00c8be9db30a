//! What instructions for single bits do, where that is more than an expression.

use machine::reading::DomainWord;

/// How many of the lowest bits are zero: as many as there are ones in what is below the lowest one.
#[inline(always)]
pub(crate) fn trailing_zeros<W: DomainWord>(word: W) -> W {
    W::from(32) - (!word & (word - 1)).leading_zeros()
}

/// How many bits are one: sums of neighbours, of pairs, of fours, and so on.
#[inline(always)]
pub(crate) fn count_ones<W: DomainWord>(word: W) -> W {
    let pairs = (word & 0x5555_5555) + (word >> 1 & 0x5555_5555);
    let fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    let bytes = (fours & 0x0f0f_0f0f) + (fours >> 4 & 0x0f0f_0f0f);
    let halves = (bytes & 0x00ff_00ff) + (bytes >> 8 & 0x00ff_00ff);
    (halves & 0xffff) + (halves >> 16)
}

/// All ones in every byte that has a one. Nothing goes from one byte to another, so that a byte is
/// defined if it was before.
#[inline(always)]
pub(crate) fn fill_bytes<W: DomainWord>(word: W) -> W {
    let fours = word | word >> 4 & 0x0f0f_0f0f;
    let pairs = fours | fours >> 2 & 0x3f3f_3f3f;
    let lowest = (pairs | pairs >> 1) & 0x0101_0101;
    let pairs = lowest | lowest << 1;
    let fours = pairs | pairs << 2;
    fours | fours << 4
}

/// The bytes in the opposite order.
#[inline(always)]
pub(crate) fn reverse_bytes<W: DomainWord>(word: W) -> W {
    let swapped = (word & 0x00ff_00ff) << 8 | word >> 8 & 0x00ff_00ff;
    swapped << 16 | swapped >> 16
}

/// The high and the low half of the product of two polynomials over bits: sums without carries. Long,
/// and not worth a copy in every loop.
#[inline(never)]
pub(crate) fn product_without_carries<W: DomainWord>(a: W, b: W) -> (W, W) {
    let mut product = (W::from(0), W::from(0));
    for place in 0..32 {
        let chosen = a & (W::from(0) - (b >> place & 1));
        product.1 = product.1 ^ chosen << place;
        if place > 0 {
            product.0 = product.0 ^ chosen >> (32 - place);
        }
    }
    product
}
