//! Accesses that an observer wants to know of although the machine allows them.
//!
//! They take the slow path of memory anyway, or their pages are sent there, so that all other accesses
//! cost what they cost without.

use super::{Memory, PAGE_SIZE};

/// What stops a run with [`Trap::Device`](crate::trap::Trap::Device), so that an observer hears of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tripwires {
    /// Any access below this address.
    pub below: u32,
    /// Stores to these addresses, the first and the one after the last.
    pub stores: (u32, u32),
    /// Accesses to addresses that are not multiples of their size.
    pub misaligned: bool,
    /// Any access to these addresses, the first and the one after the last.
    pub all: (u32, u32),
}

impl Tripwires {
    /// Nothing stops a run.
    pub const NONE: Tripwires = Tripwires {
        below: 0,
        stores: (0, 0),
        misaligned: false,
        all: (0, 0),
    };

    /// What either of two stops at.
    #[must_use]
    pub fn or(self, other: Tripwires) -> Tripwires {
        Tripwires {
            below: self.below.max(other.below),
            stores: match self.stores {
                (0, 0) => other.stores,
                stores => stores,
            },
            misaligned: self.misaligned || other.misaligned,
            all: match self.all {
                (0, 0) => other.all,
                all => all,
            },
        }
    }

    pub(super) fn stop(&self, address: u32, size: u8, store: bool) -> bool {
        let (first, end) = self.stores;
        address < self.below
            || address >= self.all.0 && address < self.all.1
            || store && address >= first && address < end
            || self.misaligned && address & (u32::from(size) - 1) != 0
    }

    /// Whether any access to a page may be stopped.
    pub(super) fn hold_page(&self, page_first: u32) -> bool {
        let (first, end) = self.all;
        let meets = page_first < end && page_first.saturating_add(PAGE_SIZE as u32) > first;
        page_first < self.below || meets
    }

    /// Whether stores to a page may be stopped.
    pub(super) fn hold_stores(&self, page_first: u32) -> bool {
        let (first, end) = self.stores;
        page_first < end && page_first.saturating_add(PAGE_SIZE as u32) > first
    }
}

impl Memory {
    /// Sets what stops a run.
    pub fn set_tripwires(&mut self, tripwires: Tripwires) {
        let old = std::mem::replace(&mut self.tripwires, tripwires);
        if old == tripwires {
            return;
        }
        for wires in [old, tripwires] {
            if let Some(last) = wires.below.checked_sub(1) {
                self.ask_again(0, last);
            }
            for (first, end) in [wires.stores, wires.all] {
                if let Some(last) = end.checked_sub(1) {
                    self.ask_again(first, last);
                }
            }
        }
    }

    /// Whether a device is at this address.
    pub fn is_device(&self, address: u32) -> bool {
        let mut devices = self.devices.iter();
        devices.any(|&(first, last)| first <= address && address <= last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Region;
    use crate::trap::Trap;

    fn memory() -> Memory {
        let mut memory = Memory::default();
        memory.add_region(Region {
            first: 0,
            last: 0xffff,
            read: true,
            write: true,
        });
        memory
    }

    fn trips<T>(result: Result<T, Trap>) -> bool {
        matches!(result, Err(Trap::Device { .. }))
    }

    #[test]
    fn odd_accesses_stop_and_others_do_not() {
        let mut memory = memory();
        // Pages that the tables know already are asked about again.
        assert!(memory.store::<4>(0x100, 1).is_ok() && memory.load::<4>(0x2000).is_ok());
        memory.set_tripwires(Tripwires {
            below: 0x1000,
            stores: (0x3000, 0x3010),
            misaligned: true,
            all: (0x5000, 0x5008),
        });
        assert!(trips(memory.load::<4>(0x100)) && trips(memory.store::<1>(0xfff, 0)));
        assert!(memory.load::<4>(0x1000).is_ok());
        assert!(trips(memory.store::<4>(0x300c, 0)) && memory.load::<4>(0x300c).is_ok());
        assert!(memory.store::<4>(0x3010, 0).is_ok() && trips(memory.store::<4>(0x3000, 0)));
        assert!(trips(memory.load::<4>(0x2002)) && memory.load::<2>(0x2002).is_ok());
        assert!(trips(memory.load::<1>(0x5007)) && memory.store::<1>(0x5008, 0).is_ok());
        memory.set_tripwires(Tripwires::NONE);
        assert!(memory.store::<4>(0x3000, 7).is_ok() && memory.load::<4>(0x102).is_ok());
    }

    #[test]
    fn what_one_of_two_wants_stops() {
        let one = Tripwires {
            below: 8,
            ..Tripwires::NONE
        };
        let other = Tripwires {
            misaligned: true,
            ..Tripwires::NONE
        };
        let both = one.or(other);
        assert!(both.stop(4, 4, false) && both.stop(0x1001, 2, true));
        assert!(!both.stop(0x1000, 4, true));
    }
}
