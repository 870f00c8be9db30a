//! Which addresses a program may use, where that changes while it runs.

use super::{Memory, PAGE_SHIFT, PAGE_SIZE, Region};
use crate::trap::Trap;

impl Memory {
    /// Moves the end of the region that begins at `first` to `last`.
    pub fn extend_region(&mut self, first: u32, last: u32) {
        if let Some(region) = self.regions.iter_mut().find(|r| r.first == first) {
            let old = std::mem::replace(&mut region.last, last);
            self.ask_again(old.min(last), old.max(last));
        }
    }

    /// Puts these regions in the place of those that lie in a window. Only between the addresses
    /// `changed` do they differ.
    pub fn replace_regions(&mut self, window: (u32, u32), new: &[Region], changed: (u32, u32)) {
        let inside = |region: &Region| window.0 <= region.first && region.last <= window.1;
        self.regions.retain(|region| !inside(region));
        self.regions.extend_from_slice(new);
        self.ask_again(changed.0, changed.1);
    }

    /// Makes these bytes zero; how many were real, in whole pages.
    pub fn clear_host(&mut self, first: u32, last: u32) -> Result<u64, Trap> {
        let mut cleared = 0;
        for page in first >> PAGE_SHIFT..=last >> PAGE_SHIFT {
            if self.entry(page) > 1 {
                let start = (page << PAGE_SHIFT).max(first);
                let end = (page << PAGE_SHIFT | (PAGE_SIZE as u32 - 1)).min(last);
                self.write_host(start, &vec![0; (end - start) as usize + 1])?;
                cleared += PAGE_SIZE as u64;
            }
        }
        Ok(cleared)
    }
}
