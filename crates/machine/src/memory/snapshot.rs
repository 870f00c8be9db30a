//! Contents of memory at one moment: keeping them, going back to them, and what differs from them.

use super::{Memory, PAGE_SHIFT, PAGE_SIZE, PageFrame, Region};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The contents of memory at one moment. Pages are shared with other snapshots.
#[derive(Clone, PartialEq, Eq)]
pub struct MemorySnapshot {
    pages: Arc<BTreeMap<u32, Arc<PageFrame>>>,
    regions: Vec<Region>,
    heap_end: u32,
}

impl MemorySnapshot {
    /// About how many bytes this keeps alive that `before`, an earlier snapshot of the same memory,
    /// does not.
    pub fn bytes_beyond(&self, before: Option<&MemorySnapshot>) -> u64 {
        /// What an entry of the map costs.
        const ENTRY: usize = 24;
        let own = match before {
            Some(before) if Arc::ptr_eq(&self.pages, &before.pages) => return 0,
            Some(before) => {
                let shared = |(page, frame): &(&u32, &Arc<PageFrame>)| {
                    let known = before.pages.get(page);
                    known.is_some_and(|known| Arc::ptr_eq(known, frame))
                };
                self.pages.iter().filter(|entry| !shared(entry)).count()
            }
            None => self.pages.len(),
        };
        (own * PAGE_SIZE + self.pages.len() * ENTRY) as u64
    }
}

impl Memory {
    /// How many pages were written since the last snapshot was taken or restored.
    pub fn written_pages(&self) -> usize {
        self.dirty.len()
    }

    /// Keeps the present contents. Pages unchanged since the last snapshot are shared with it.
    pub fn snapshot(&mut self) -> MemorySnapshot {
        let mut pages = Arc::clone(&self.base);
        if !self.dirty.is_empty() {
            let map = Arc::make_mut(&mut pages);
            for page in std::mem::take(&mut self.dirty) {
                self.write[page as usize] = 0;
                let frame = self.frames[self.entry(page) as usize - 1];
                map.insert(page, Arc::new(frame));
            }
        }
        self.base = Arc::clone(&pages);
        MemorySnapshot {
            pages,
            regions: self.regions.clone(),
            heap_end: self.heap_end,
        }
    }

    /// Goes back to the contents of `snapshot`. Decoded code must be dropped by the caller if
    /// pages with code differ; the result says so.
    pub fn restore(&mut self, snapshot: &MemorySnapshot) -> bool {
        self.watch.end();
        self.restore_regions(&snapshot.regions);
        self.heap_end = snapshot.heap_end;
        let mut changed = std::mem::take(&mut self.dirty);
        if !Arc::ptr_eq(&self.base, &snapshot.pages) {
            changed.extend(differing_pages(&self.base, &snapshot.pages));
        }
        let mut code_changed = false;
        for &page in &changed {
            code_changed |= self.decoded.contains_key(&page);
            self.write[page as usize] = 0;
            match (snapshot.pages.get(&page), self.entry(page)) {
                (Some(kept), 0 | 1) => {
                    let frame = self.new_frame(page, **kept);
                    self.set_home(page, frame);
                }
                (Some(kept), entry) => self.frames[entry as usize - 1] = **kept,
                (None, 0 | 1) => {}
                (None, entry) => {
                    self.read[page as usize] = 0;
                    self.give_back(entry - 1);
                }
            }
        }
        self.base = Arc::clone(&snapshot.pages);
        // Its room is used again: some go back to the same state a million times.
        changed.clear();
        self.dirty = changed;
        code_changed
    }

    /// Whether everything is as in `snapshot`.
    pub fn is_as_in(&self, snapshot: &MemorySnapshot) -> bool {
        self.heap_end == snapshot.heap_end
            && self.regions == snapshot.regions
            && self.changed_since(snapshot, 0..0).next().is_none()
    }

    fn restore_regions(&mut self, regions: &[Region]) {
        if self.regions == regions {
            return;
        }
        let old = std::mem::replace(&mut self.regions, regions.to_vec());
        let changed = |a: &[Region], b: &[Region]| -> Vec<Region> {
            a.iter().filter(|r| !b.contains(r)).copied().collect()
        };
        for region in [changed(&old, regions), changed(regions, &old)].concat() {
            self.ask_again(region.first, region.last);
        }
    }

    /// The addresses of bytes that are not as in `snapshot`, ascending, without those in `ignored`.
    /// It looks only at pages that were written since, if `snapshot` is the last that was taken or
    /// restored.
    pub fn changed_since<'a>(
        &'a self,
        snapshot: &'a MemorySnapshot,
        ignored: Range<u32>,
    ) -> impl Iterator<Item = u32> + 'a {
        let mut pages: Vec<u32> = self.dirty.iter().copied().collect();
        if !Arc::ptr_eq(&self.base, &snapshot.pages) {
            pages.extend(differing_pages(&self.base, &snapshot.pages));
        }
        pages.sort_unstable();
        pages.dedup();
        pages.into_iter().flat_map(move |page| {
            let now = match self.entry(page) {
                0 | 1 => &ZERO,
                entry => &self.frames[entry as usize - 1],
            };
            let before = snapshot.pages.get(&page).map_or(&ZERO, |kept| &**kept);
            let first = page << PAGE_SHIFT;
            let within = |at: u32| at.saturating_sub(first).min(PAGE_SIZE as u32) as usize;
            let ignored = within(ignored.start)..within(ignored.end);
            differing_bytes(before, now, ignored).map(move |offset| first | offset)
        })
    }
}

/// A page that was never written.
static ZERO: PageFrame = [0; PAGE_SIZE];

/// Where two frames differ, beyond the bytes that are `ignored`.
fn differing_bytes<'a>(
    a: &'a PageFrame,
    b: &'a PageFrame,
    ignored: Range<usize>,
) -> impl Iterator<Item = u32> + 'a {
    // Most of a page is the same: larger parts are compared first.
    const PART: usize = 64;
    let (left, right) = (a.as_chunks::<PART>().0, b.as_chunks::<PART>().0);
    // A part that is ignored in part is looked at once, before or behind.
    let before = ignored.start.div_ceil(PART);
    let behind = (ignored.end / PART).max(before);
    let parts = (0..before).chain(behind..left.len());
    let parts = parts.filter_map(move |index| {
        let bytes = index * PART..(index + 1) * PART;
        (left[index] != right[index]).then(|| (bytes, ignored.clone()))
    });
    parts.flat_map(move |(bytes, ignored)| {
        let differ = move |k: &usize| a[*k] != b[*k] && !ignored.contains(k);
        bytes.filter(differ).map(|k| k as u32)
    })
}

fn differing_pages(
    a: &BTreeMap<u32, Arc<PageFrame>>,
    b: &BTreeMap<u32, Arc<PageFrame>>,
) -> Vec<u32> {
    let same = |page: &u32, frame: &Arc<PageFrame>, other: &BTreeMap<u32, Arc<PageFrame>>| {
        other
            .get(page)
            .is_some_and(|found| Arc::ptr_eq(found, frame))
    };
    let gone = a
        .iter()
        .filter(|(page, frame)| !same(page, frame, b))
        .map(|(page, _)| *page);
    let new = b
        .iter()
        .filter(|(page, _)| !a.contains_key(page))
        .map(|(page, _)| *page);
    gone.chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_differ_where_a_simple_comparison_says_so() {
        let (a, mut b) = ([0; PAGE_SIZE], [0; PAGE_SIZE]);
        b.iter_mut().step_by(7).for_each(|byte| *byte = 1);
        let places = [0, 1, 63, 64, 65, 127, 128, 130, 4000, 4032, PAGE_SIZE];
        for start in places {
            for end in places {
                let ignored = start..end;
                let differ = |k: &usize| a[*k] != b[*k] && !ignored.contains(k);
                let expected = (0..PAGE_SIZE).filter(differ).map(|k| k as u32);
                let found = differing_bytes(&a, &b, ignored.clone());
                assert!(found.eq(expected), "{ignored:?}");
            }
        }
    }
}
