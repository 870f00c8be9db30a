//! Tables of returns that were seen before, kept for the next checker.
//!
//! Whether an entry counts is told by its epoch, so that a table that was used need not be cleared:
//! to clear it takes longer than most test programs run.

use std::cell::RefCell;

/// How many returns are remembered.
pub(super) const PLACES: usize = 1 << 13;

/// A remembered return: the last state of the function, the state of the caller, the call, what
/// `epoch` was, and the number of the place behind it. (Numbers, so that a table of zeros is memory
/// as it comes: most programs use little of it.)
pub(super) type Back = [u32; 5];

/// How many tables a thread keeps.
const SPARE: usize = 4;

thread_local! {
    /// Tables, each with an epoch of which it holds nothing yet.
    static SPARES: RefCell<Vec<(Box<[Back; PLACES]>, u32)>> = const { RefCell::new(Vec::new()) };
}

/// A table, and an epoch of which it holds nothing.
pub(super) fn fresh() -> (Box<[Back; PLACES]>, u32) {
    let spare = SPARES.with_borrow_mut(Vec::pop);
    spare.unwrap_or_else(|| (zeroed(), 1))
}

fn zeroed() -> Box<[Back; PLACES]> {
    match vec![[0; 5]; PLACES].into_boxed_slice().try_into() {
        Ok(backs) => backs,
        Err(_) => unreachable!("a table has {PLACES} places"),
    }
}

/// Gives a table up whose last epoch was this.
pub(super) fn recycle(backs: Box<[Back; PLACES]>, epoch: u32) {
    SPARES.with_borrow_mut(|spares| {
        if spares.len() < SPARE && epoch < u32::MAX / 2 {
            spares.push((backs, epoch + 1));
        }
    });
}
