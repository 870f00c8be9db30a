//! Which pages were written since somebody last looked, for those who keep an index of what guest
//! memory holds.
//!
//! A watched page has no entry in the table for stores, so that the first store to it takes the slow
//! path and is noticed. All later ones cost nothing.

use super::{Memory, PAGE_SHIFT};
use rustc_hash::FxHashSet;

/// The pages that are watched.
#[derive(Default)]
pub(super) struct PageWatch {
    /// Goes up whenever what was watched so far is worth nothing any more.
    number: u64,
    pages: FxHashSet<u32>,
    /// Those that were written since.
    written: Vec<u32>,
}

impl PageWatch {
    /// A page is about to be written.
    pub(super) fn note(&mut self, page: u32) {
        if !self.pages.is_empty() && self.pages.remove(&page) {
            self.written.push(page);
        }
    }

    /// Ends the watch: memory becomes another.
    pub(super) fn end(&mut self) {
        self.number += 1;
        self.pages.clear();
        self.written.clear();
    }
}

impl Memory {
    /// Begins a new watch without any pages. Its number holds until memory is restored, or until
    /// somebody else begins one.
    pub(crate) fn begin_watch(&mut self) -> u64 {
        self.watch.end();
        self.watch.number
    }

    /// The number of the present watch.
    pub(crate) fn watch_number(&self) -> u64 {
        self.watch.number
    }

    /// Watches the page of an address.
    pub(crate) fn watch_page(&mut self, address: u32) {
        let page = address >> PAGE_SHIFT;
        if self.watch.pages.insert(page) && self.write[page as usize] != 0 {
            self.write[page as usize] = 0;
        }
    }

    /// First addresses of the watched pages that were written. They are not watched any more.
    pub(crate) fn take_written(&mut self) -> Vec<u32> {
        let mut written = std::mem::take(&mut self.watch.written);
        written.iter_mut().for_each(|page| *page <<= PAGE_SHIFT);
        written
    }
}
