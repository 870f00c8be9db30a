//! What the list of blocks looks like, so that nobody has to walk along it.
//!
//! The list is in guest memory, where the program can write, and what a walk finds depends on every
//! header. So the pages with headers are watched: headers on pages that were written are compared
//! with what is known, and if one of them is another, the list is walked once more.

use super::first_fit::FirstFit;
use super::{HEADER, Header, RawHeader, after, read};
use crate::memory::{Memory, PAGE_SIZE};
use std::collections::BTreeMap;

/// The blocks as a walk along the list finds them.
#[derive(Debug, Default)]
pub(super) struct BlockIndex {
    /// The watch on memory under which the rest holds; without it, nothing is known.
    watch: Option<u64>,
    /// All headers from the sentinel on, as they are in memory. Addresses only grow along the list.
    headers: BTreeMap<u32, RawHeader>,
    /// Those of free blocks.
    free: FirstFit,
    /// How many blocks are in use.
    pub(super) used: u32,
    /// The address that the last header names as the next, if a header there would go on the list.
    dangling: Option<u32>,
}

impl BlockIndex {
    /// Makes the index agree with memory; how many bytes were looked at for that.
    pub(super) fn sync(&mut self, memory: &mut Memory, sentinel: u32) -> u64 {
        if self.watch == Some(memory.watch_number()) {
            let written = memory.take_written();
            let mut looked_at = 0;
            let is_known = written
                .iter()
                .all(|page| self.is_known(memory, *page, &mut looked_at));
            if is_known {
                written.iter().for_each(|page| memory.watch_page(*page));
                return looked_at;
            }
        }
        self.walk(memory, sentinel);
        self.headers.len() as u64 * u64::from(HEADER)
    }

    /// Whether all headers with bytes on this page are as they were.
    fn is_known(&self, memory: &Memory, page: u32, looked_at: &mut u64) -> bool {
        let touches = page.saturating_sub(HEADER - 1)..=page + (PAGE_SIZE as u32 - 1);
        if self.dangling.is_some_and(|at| touches.contains(&at)) {
            return false;
        }
        self.headers.range(touches).all(|(at, known)| {
            *looked_at += 1;
            memory.peek_bytes(*at) == *known
        })
    }

    /// Walks along the whole list.
    fn walk(&mut self, memory: &mut Memory, sentinel: u32) {
        *self = BlockIndex {
            watch: Some(memory.begin_watch()),
            ..BlockIndex::default()
        };
        self.put(memory, sentinel);
        let mut last = sentinel;
        while let Some((at, _)) = after(memory, last) {
            self.put(memory, at);
            last = at;
        }
        self.dangling = Some(read(memory, last).next).filter(|next| *next > last);
        if let Some(at) = self.dangling {
            self.watch_header(memory, at);
        }
    }

    /// The lowest free block with so many bytes, and the last header of the list.
    pub(super) fn find(&self, size: u32) -> (Option<u32>, Option<u32>) {
        let last = self.headers.last_key_value().map(|(at, _)| *at);
        (self.free.lowest(size), last)
    }

    /// Takes the index out of use while headers are written, which may fail half-way: the number to
    /// put back.
    pub(super) fn suspend(&mut self) -> Option<u64> {
        self.watch.take()
    }

    /// The allocator itself has written these headers of the list, and this one anew. If what it
    /// wrote is not simply that, the list is walked once more next time.
    pub(super) fn resume(
        &mut self,
        memory: &mut Memory,
        watch: Option<u64>,
        changed: &[u32],
        new: Option<u32>,
    ) {
        // Headers of a damaged list may share bytes: what is written to one changes the other.
        let is_alone = |at: &u32| {
            let near = at.saturating_sub(HEADER - 1)..=at.saturating_add(HEADER - 1);
            self.dangling.is_none_or(|other| !near.contains(&other))
                && self.headers.range(near).all(|(other, _)| other == at)
        };
        let is_plain = changed.iter().all(|at| self.headers.contains_key(at))
            && changed.iter().chain(&new).all(is_alone);
        if !is_plain {
            return;
        }
        for at in changed.iter().chain(&new) {
            self.put(memory, *at);
        }
        for page in memory.take_written() {
            memory.watch_page(page);
        }
        self.watch = watch;
    }

    /// Nothing follows the last header but what the allocator has put there.
    pub(super) fn end_list(&mut self) {
        self.dangling = None;
    }

    fn put(&mut self, memory: &mut Memory, at: u32) {
        let raw = memory.peek_bytes(at);
        let old = self.headers.insert(at, raw).map(|raw| Header::of(&raw));
        self.watch_header(memory, at);
        // The first is the sentinel.
        if self
            .headers
            .first_key_value()
            .is_some_and(|(first, _)| *first < at)
        {
            let header = Header::of(&raw);
            let was_used = old.is_some_and(|old| !old.free);
            self.used = self.used + u32::from(!header.free) - u32::from(was_used);
            self.free.set(at, header.free.then_some(header.size));
        }
    }

    fn watch_header(&self, memory: &mut Memory, at: u32) {
        memory.watch_page(at);
        memory.watch_page(at.wrapping_add(HEADER - 1));
    }
}
