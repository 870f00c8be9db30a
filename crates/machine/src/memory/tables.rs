//! The tables of memories that are done with, kept for the next one.
//!
//! Fresh tables cost nothing only as long as the system hands out untouched memory. An allocator
//! that gives the same block again clears it first, all 8 MiB, which takes longer than most test
//! programs run.

use super::{Memory, PAGES};
use std::cell::RefCell;

/// A table from pages to frames.
pub(super) type Table = Box<[u32; PAGES]>;

/// How many pairs of tables a thread keeps.
const KEPT: usize = 4;
/// A memory with more pages in use than this is not worth clearing page by page.
const MOST_PAGES: usize = 1 << 14;

thread_local! {
    /// Tables without entries.
    static SPARE: RefCell<Vec<(Table, Table)>> = const { RefCell::new(Vec::new()) };
}

/// Two tables without entries.
pub(super) fn empty_tables() -> (Table, Table) {
    let spare = SPARE.with_borrow_mut(Vec::pop);
    spare.unwrap_or_else(|| (zeroed(), zeroed()))
}

fn zeroed() -> Table {
    match vec![0u32; PAGES].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the vector has exactly PAGES elements"),
    }
}

impl Memory {
    /// Gives this memory up, so that making the next one costs less.
    pub fn recycle(self) {
        let Memory {
            mut read,
            mut write,
            named,
            ..
        } = self;
        if named.len() > MOST_PAGES {
            return;
        }
        for page in named {
            read[page as usize] = 0;
            write[page as usize] = 0;
        }
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < KEPT {
                spare.push((read, write));
            }
        });
    }
}
