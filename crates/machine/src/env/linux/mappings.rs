//! Memory that programs map: `mmap`, `munmap`, `mremap`, `mprotect`.
//!
//! Mappings are whole pages without a file, between the heap and the stack, the highest first. Memory
//! that is unmapped becomes zero, so that it is so when it is mapped again.

use super::{Action, CallFault, EINVAL, ENODEV, ENOMEM, Guest, Linux, STACK_FIRST};
use crate::memory::{PAGE_SIZE, Region};

/// The address after the highest mapping.
const TOP: u32 = STACK_FIRST - (1 << 20);
/// The most mappings at once.
const LIMIT: usize = 1024;
const PAGE: u32 = PAGE_SIZE as u32;

const PROT_READ: u32 = 1;
const PROT_WRITE: u32 = 2;
const MAP_FIXED: u32 = 0x10;
const MREMAP_MAYMOVE: u32 = 1;

/// What a program has mapped, by ascending address; no two overlap.
#[derive(Clone, Debug, Default)]
pub(super) struct Mappings {
    regions: Vec<Region>,
}

impl Mappings {
    /// The first address that is mapped, or could be: the heap ends below it.
    pub(super) fn lowest(&self) -> u32 {
        self.regions.first().map_or(TOP, |region| region.first)
    }

    /// The highest free place for so many bytes above `floor`.
    fn place(&self, size: u32, floor: u32) -> Option<u32> {
        let mut end = TOP;
        for region in self.regions.iter().rev() {
            if end - region.last.min(end - 1) > size {
                break;
            }
            end = region.first;
        }
        end.checked_sub(size).filter(|first| *first >= floor)
    }

    /// Takes these addresses out, whatever is mapped there.
    fn cut(&mut self, first: u32, last: u32) {
        let mut kept = Vec::with_capacity(self.regions.len() + 1);
        for region in &self.regions {
            if region.last < first || region.first > last {
                kept.push(*region);
                continue;
            }
            if region.first < first {
                kept.push(Region {
                    last: first - 1,
                    ..*region
                });
            }
            if region.last > last {
                kept.push(Region {
                    first: last + 1,
                    ..*region
                });
            }
        }
        self.regions = kept;
    }

    /// Adds a mapping where there is none; with neighbours that have the same rules it is one.
    fn add(&mut self, mut region: Region) {
        let alike = |other: &Region| (other.read, other.write) == (region.read, region.write);
        let at = self
            .regions
            .partition_point(|other| other.first < region.first);
        let mut replaced = at..at;
        if let Some(above) = self.regions.get(at)
            && alike(above)
            && above.first - 1 == region.last
        {
            region.last = above.last;
            replaced.end += 1;
        }
        if let Some(below) = at.checked_sub(1).map(|below| self.regions[below])
            && alike(&below)
            && below.last + 1 == region.first
        {
            region.first = below.first;
            replaced.start -= 1;
        }
        self.regions.splice(replaced, [region]);
    }

    /// Whether all of these addresses are mapped.
    fn covers(&self, first: u32, last: u32) -> bool {
        let mut next = u64::from(first);
        for region in self.regions.iter().filter(|region| region.last >= first) {
            if u64::from(region.first) > next || next > u64::from(last) {
                break;
            }
            next = u64::from(region.last) + 1;
        }
        next > u64::from(last)
    }
}

/// A length as whole pages, if it is one.
fn whole_pages(length: u32) -> Option<u32> {
    let size = length.checked_next_multiple_of(PAGE)?;
    (size > 0).then_some(size)
}

impl Linux {
    /// Maps memory, and answers with its address.
    pub(super) fn mmap(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let [address, length, protection, flags] = [0, 1, 2, 3].map(|k| self.arg(guest, k));
        let Some(size) = whole_pages(length).filter(|_| address.is_multiple_of(PAGE)) else {
            return Ok(self.result(guest, EINVAL));
        };
        if flags & self.abi.anonymous == 0 {
            return Ok(self.result(guest, ENODEV));
        }
        let floor = guest.memory().heap_end.saturating_add(PAGE);
        let fixed = flags & MAP_FIXED != 0;
        let fits =
            |first: u32| first >= floor && first.checked_add(size).is_some_and(|end| end <= TOP);
        let first = match fixed {
            true => Some(address).filter(|first| fits(*first)),
            false => self.mappings.place(size, floor),
        };
        let room = self.mappings.regions.len() < LIMIT;
        let Some(first) = first.filter(|_| room) else {
            return Ok(self.result(guest, ENOMEM));
        };
        if fixed {
            self.unmap(guest, first, first + (size - 1))?;
        }
        let region = Region {
            first,
            last: first + (size - 1),
            read: protection & (PROT_READ | PROT_WRITE) != 0,
            write: protection & PROT_WRITE != 0,
        };
        self.mappings.add(region);
        self.apply(guest, first, region.last);
        Ok(self.result(guest, first as i32))
    }

    /// Takes mappings away.
    pub(super) fn munmap(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (first, length) = (self.arg(guest, 0), self.arg(guest, 1));
        let size = whole_pages(length).filter(|_| first.is_multiple_of(PAGE));
        let Some(last) = size.and_then(|size| first.checked_add(size - 1)) else {
            return Ok(self.result(guest, EINVAL));
        };
        self.unmap(guest, first, last)?;
        self.apply(guest, first.max(self.mappings.lowest().min(first)), last);
        Ok(self.result(guest, 0))
    }

    /// Changes what may be done with mapped memory. That of the program itself stays as it is.
    pub(super) fn mprotect(&mut self, guest: &mut dyn Guest) -> Action {
        let [first, length, protection] = [0, 1, 2].map(|k| self.arg(guest, k));
        let size = whole_pages(length).filter(|_| first.is_multiple_of(PAGE));
        let Some(last) = size.and_then(|size| first.checked_add(size - 1)) else {
            return self.result(guest, if length == 0 { 0 } else { EINVAL });
        };
        if self.mappings.covers(first, last) {
            if self.mappings.regions.len() + 2 > LIMIT {
                return self.result(guest, ENOMEM);
            }
            self.mappings.cut(first, last);
            self.mappings.add(Region {
                first,
                last,
                read: protection & (PROT_READ | PROT_WRITE) != 0,
                write: protection & PROT_WRITE != 0,
            });
            self.apply(guest, first, last);
        }
        self.result(guest, 0)
    }

    /// Gives a mapping another size, perhaps elsewhere.
    pub(super) fn mremap(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let [old, old_length, new_length, flags] = [0, 1, 2, 3].map(|k| self.arg(guest, k));
        let sizes = whole_pages(old_length).zip(whole_pages(new_length));
        let sizes = sizes.filter(|_| old.is_multiple_of(PAGE));
        let Some((old_size, new_size)) = sizes else {
            return Ok(self.result(guest, EINVAL));
        };
        let old_last = old.saturating_add(old_size - 1);
        let found = self
            .mappings
            .regions
            .iter()
            .find(|region| region.first <= old && old_last <= region.last);
        let Some(region) = found.copied() else {
            return Ok(self.result(guest, EINVAL));
        };
        if new_size <= old_size {
            let last = old + (new_size - 1);
            if last < old_last {
                self.unmap(guest, last + 1, old_last)?;
                self.apply(guest, last + 1, old_last);
            }
            return Ok(self.result(guest, old as i32));
        }
        let floor = guest.memory().heap_end.saturating_add(PAGE);
        let place = match flags & MREMAP_MAYMOVE {
            0 => None,
            _ => self.mappings.place(new_size, floor),
        };
        let Some(first) = place.filter(|_| self.mappings.regions.len() < LIMIT) else {
            return Ok(self.result(guest, ENOMEM));
        };
        let last = first + (new_size - 1);
        self.mappings.add(Region {
            first,
            last,
            ..region
        });
        guest.memory().copy_host(old, first, old_size)?;
        self.work += u64::from(old_size);
        self.unmap(guest, old, old_last)?;
        self.apply(guest, first.min(old), last.max(old_last));
        Ok(self.result(guest, first as i32))
    }

    /// Takes these addresses out of the mappings, and clears what they held.
    fn unmap(&mut self, guest: &mut dyn Guest, first: u32, last: u32) -> Result<(), CallFault> {
        let inside = |region: &Region| {
            let (first, last) = (region.first.max(first), region.last.min(last));
            (first <= last).then_some((first, last))
        };
        let parts: Vec<(u32, u32)> = self.mappings.regions.iter().filter_map(inside).collect();
        for (first, last) in parts {
            self.work += guest.memory().clear_host(first, last)?;
        }
        self.mappings.cut(first, last);
        Ok(())
    }

    /// Lets memory know what is mapped; what is between these addresses has changed.
    fn apply(&mut self, guest: &mut dyn Guest, first: u32, last: u32) {
        // A look at each page.
        self.work += u64::from((last - first) / PAGE);
        let floor = guest.memory().heap_end;
        let window = (floor.max(self.heap_start).saturating_add(1), TOP - 1);
        guest
            .memory()
            .replace_regions(window, &self.mappings.regions, (first, last));
    }
}
