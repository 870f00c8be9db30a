//! Code in the host's memory: written once, then only executed.

use machine::memory::{FLAT_FRAMES, PageFrame};
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::alloc::{Layout, alloc_zeroed};
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};

/// Code that can be executed, and nobody can write.
pub(crate) struct HostCode {
    start: NonNull<c_void>,
    length: usize,
}

// SAFETY: the code is reached through this value only, and does not change; which thread unmaps it does not
// matter.
unsafe impl Send for HostCode {}

impl HostCode {
    /// Code of these bytes; nothing if the system does not allow it.
    pub(crate) fn new(bytes: &[u8]) -> Option<HostCode> {
        let length = bytes.len().max(1);
        let writable = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: a new private mapping where the system likes does not touch any other memory.
        let start = unsafe { mmap_anonymous(null_mut(), length, writable, MapFlags::PRIVATE) };
        let code = HostCode {
            start: NonNull::new(start.ok()?)?,
            length,
        };
        // SAFETY: the mapping is writable, has at least as many bytes, and is not known to anybody else.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), code.start.as_ptr().cast(), bytes.len());
        }
        let executable = MprotectFlags::READ | MprotectFlags::EXEC;
        // SAFETY: these are the pages of the mapping, to which there are no references.
        unsafe { mprotect(code.start.as_ptr(), length, executable) }.ok()?;
        flush(code.start.as_ptr().cast(), length);
        Some(code)
    }

    /// Its first byte.
    pub(crate) fn start(&self) -> *const c_void {
        self.start.as_ptr()
    }
}

impl Drop for HostCode {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and nobody executes it: that takes a reference to it.
        let _ = unsafe { munmap(self.start.as_ptr(), self.length) };
    }
}

/// Frames for flat memory, which take no room until they are touched; nothing if the system has no addresses
/// for them.
pub(crate) fn flat_frames() -> Option<Vec<PageFrame>> {
    let layout = Layout::array::<PageFrame>(FLAT_FRAMES).ok()?;
    // SAFETY: the layout has a size that is not zero.
    let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
    // SAFETY: the allocator gave this place for an array of so many frames, and a frame of zeros is a frame.
    Some(unsafe { Vec::from_raw_parts(start.as_ptr().cast(), FLAT_FRAMES, FLAT_FRAMES) })
}

/// Makes the processor see new code: here it does so by itself.
#[cfg(not(target_arch = "aarch64"))]
fn flush(_start: *const u8, _length: usize) {}

/// Makes the processor see new code.
#[cfg(target_arch = "aarch64")]
fn flush(start: *const u8, length: usize) {
    /// The smallest cache line that such a processor has.
    const LINE: usize = 16;
    let lines = || {
        (0..length)
            .step_by(LINE)
            .map(|offset| start.wrapping_add(offset))
    };
    for line in lines() {
        // SAFETY: cleaning the cache line of an address that is mapped changes no memory.
        unsafe { std::arch::asm!("dc cvau, {0}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: a barrier.
    unsafe { std::arch::asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in lines() {
        // SAFETY: as above.
        unsafe { std::arch::asm!("ic ivau, {0}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers.
    unsafe { std::arch::asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::memory::{Memory, Region};
    use machine::trap::Trap;

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

    #[test]
    fn flat_memory_holds_what_memory_held() {
        let mut memory = memory();
        let store = |memory: &mut Memory, at, value| memory.store::<4>(at, value).is_ok();
        assert!(store(&mut memory, 0x10, 1) && store(&mut memory, 0x5008, 2));
        assert_eq!(memory.load::<4>(0x2000), Ok(0));
        let before = memory.snapshot();
        assert!(store(&mut memory, 0x9000, 3));
        assert!(memory.flatten(flat_frames) && memory.flatten(|| None));
        assert_eq!(memory.resident(), 3 << 12);
        assert_eq!(memory.load::<4>(0x5008), Ok(2));
        let flat = memory.flat().expect("it is flat");
        assert_eq!(flat.pages.len(), FLAT_FRAMES - 1);
        assert_eq!(flat.pages[5][8], 2);
        assert_eq!(flat.pages[9][0], 3);
        assert!(flat.read[2] as i32 > 0 && flat.write[2] == 0 && flat.write[9] != 0);
        memory.restore(&before);
        assert!(memory.is_as_in(&before) && memory.resident() == 2 << 12);
        // A page that is gone is zero for loads that look at its own frame.
        assert_eq!(memory.load::<4>(0x9000), Ok(0));
        assert_eq!(memory.flat().expect("still flat").pages[9][0], 0);
        assert!(store(&mut memory, 0x9004, 7) && memory.peek(0x9004) == 7);
    }

    #[test]
    fn the_limit_of_memory_holds_before_and_after() {
        for flat in [false, true] {
            let mut memory = memory();
            memory.set_limit(2 << 12);
            assert!(memory.store::<4>(0, 1).is_ok());
            assert!(!flat || memory.flatten(flat_frames));
            assert!(memory.store::<4>(0x1000, 1).is_ok());
            let refused = memory.store::<4>(0x2000, 1);
            assert!(matches!(refused, Err(Trap::MemoryLimit { .. })));
        }
    }
}
