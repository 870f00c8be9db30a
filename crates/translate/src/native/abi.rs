//! What native code and its callers agree on.

use super::host::HostCode;
use std::mem::offset_of;

/// What native code works on, besides the registers.
#[repr(C)]
pub(crate) struct State {
    /// How many instructions may run; what is left of it when the code is left, which may be less than none.
    pub(crate) fuel: i64,
    /// Where the code was left.
    pub(crate) pc: u32,
    /// Why: a [`Left`].
    pub(crate) left: u32,
    /// For each page, whether it may be loaded from.
    pub(crate) read: *const u32,
    /// For each page, whether it may be stored to.
    pub(crate) write: *const u32,
    /// Guest memory.
    pub(crate) memory: *mut u8,
    /// Where the heap ends.
    pub(crate) heap_end: u32,
}

impl State {
    pub(crate) const FUEL: i32 = offset_of!(State, fuel) as i32;
    pub(crate) const PC: i32 = offset_of!(State, pc) as i32;
    pub(crate) const LEFT: i32 = offset_of!(State, left) as i32;
    pub(crate) const READ: i32 = offset_of!(State, read) as i32;
    pub(crate) const WRITE: i32 = offset_of!(State, write) as i32;
    pub(crate) const MEMORY: i32 = offset_of!(State, memory) as i32;
    pub(crate) const HEAP_END: i32 = offset_of!(State, heap_end) as i32;
}

/// Why native code was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// Control went to code of another region, or the fuel is used up.
    Elsewhere = 0,
    /// The instruction is for the loops.
    Undone = 1,
}

/// An access to guest memory.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    /// In bytes: 1, 2 or 4.
    pub(crate) size: u32,
    pub(crate) store: bool,
}

/// The function that a region is.
type RegionFunction = unsafe extern "C" fn(x: *mut u32, state: *mut State, entry: u32);

/// Runs a region from one of its entries on.
///
/// # Safety
///
/// `code` is a region that was compiled for the memory that `state` points to: `read` and `write` have 2^20
/// entries, `memory` has 2^32 bytes, and nothing else uses any of them before this returns.
pub(crate) unsafe fn run(code: &HostCode, x: &mut [u32; 256], state: &mut State, entry: u32) {
    // SAFETY: the first byte of the code is that of a function of this type: `compile` gives it that
    // signature, with the C calling convention of the host.
    let function: RegionFunction = unsafe { std::mem::transmute(code.start()) };
    // SAFETY: the caller answers for what `state` points to; code reads and writes `x` at register numbers,
    // which are bytes, the fields of `state`, the tables at page numbers, and memory at guest addresses. An
    // entry that it does not have is taken for its first.
    unsafe { function(x.as_mut_ptr(), state, entry) }
}
