//! The heap of Venus: the break, and the blocks of its C library calls.
//!
//! Blocks form a list in guest memory. Each has a header of six words before its data: a magic
//! number, the size, whether it is free, the next and previous header, another magic number. The
//! first header is a sentinel without data. Freed blocks are reused first-fit and split.

mod first_fit;
mod index;
#[cfg(test)]
mod tests;

use super::{CallFault, Guest};
use crate::isa::Reg;
use crate::memory::Memory;
use crate::trap::Trap;
use index::BlockIndex;

const SP: Reg = Reg(2);
const HEADER: u32 = 24;
const MAGIC_FIRST: u32 = 0x3cdc_dcdc;
const MAGIC_LAST: u32 = 0x3cbc_bcbc;

/// Moves the break up by `bytes`; its old place.
pub(super) fn grow(guest: &mut dyn Guest, bytes: u32) -> Result<u32, CallFault> {
    let sp = guest.reg(SP);
    let old = guest.memory().heap_end;
    let full = CallFault::HeapFull { asked: bytes };
    let new = old.checked_add(bytes).ok_or(full.clone())?;
    if new > sp && sp > old {
        return Err(full);
    }
    guest.memory().heap_end = new;
    Ok(old)
}

/// The list of blocks. A copy of it has to look at the list anew: it belongs to another memory, or to
/// another moment.
#[derive(Debug, Default)]
pub(super) struct Allocator {
    /// The sentinel's address, once there is one.
    sentinel: Option<u32>,
    index: BlockIndex,
    /// The bytes that calls have handled since this was last asked.
    pub(super) work: u64,
}

impl Clone for Allocator {
    fn clone(&self) -> Self {
        Allocator {
            sentinel: self.sentinel,
            ..Allocator::default()
        }
    }
}

/// A header as it is in memory.
type RawHeader = [u8; HEADER as usize];

#[derive(Clone, Copy)]
struct Header {
    size: u32,
    free: bool,
    next: u32,
    previous: u32,
    intact: bool,
}

impl Header {
    fn of(raw: &RawHeader) -> Self {
        let mut words = [0; HEADER as usize / 4];
        for (word, bytes) in words.iter_mut().zip(raw.chunks_exact(4)) {
            *word = bytes
                .iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        let [first, size, free, next, previous, last] = words;
        Header {
            size,
            free: free != 0,
            next,
            previous,
            intact: first == MAGIC_FIRST && last == MAGIC_LAST,
        }
    }
}

fn read(memory: &Memory, at: u32) -> Header {
    Header::of(&memory.peek_bytes(at))
}

fn write(memory: &mut Memory, at: u32, header: Header) -> Result<(), Trap> {
    let words = [
        MAGIC_FIRST,
        header.size,
        header.free.into(),
        header.next,
        header.previous,
        MAGIC_LAST,
    ];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    memory.write_host(at, &bytes)
}

/// The block after `at`. A list that the program has damaged ends there: addresses only grow along
/// it, so a walk cannot go round in circles, and no block leaves the address space.
fn after(memory: &Memory, at: u32) -> Option<(u32, Header)> {
    let next = read(memory, at).next;
    let header = read(memory, next);
    let end = next.checked_add(HEADER)?.checked_add(header.size);
    (next > at && header.intact && end.is_some()).then_some((next, header))
}

impl Allocator {
    /// A block of `size` bytes, or 0.
    pub(super) fn malloc(&mut self, guest: &mut dyn Guest, size: u32) -> Result<u32, CallFault> {
        if size as i32 <= 0 {
            return Ok(0);
        }
        let sentinel = self.first(guest)?;
        self.work += self.index.sync(guest.memory(), sentinel);
        let (fitting, last) = self.index.find(size);
        match fitting {
            Some(at) => Ok(self.take(guest.memory(), at, size)?),
            None => self.append(guest, last.unwrap_or(sentinel), size),
        }
    }

    /// A zeroed block for `count` items of `size` bytes, or 0.
    pub(super) fn calloc(
        &mut self,
        guest: &mut dyn Guest,
        count: u32,
        size: u32,
    ) -> Result<u32, CallFault> {
        let Some(bytes) = count.checked_mul(size) else {
            return Ok(0);
        };
        let data = self.malloc(guest, bytes)?;
        if data != 0 {
            self.work += u64::from(bytes);
            zero(guest, data, bytes)?;
        }
        Ok(data)
    }

    /// The block at `data` with another size, moved if need be.
    pub(super) fn realloc(
        &mut self,
        guest: &mut dyn Guest,
        data: u32,
        size: u32,
    ) -> Result<u32, CallFault> {
        if data == 0 {
            return self.malloc(guest, size);
        }
        if size == 0 {
            self.free(guest, data)?;
            return Ok(0);
        }
        let old = read(guest.memory(), data.wrapping_sub(HEADER));
        if !old.intact {
            return Ok(0);
        }
        if old.size >= size {
            return Ok(data);
        }
        let moved = self.malloc(guest, size)?;
        if moved != 0 {
            self.work += u64::from(old.size);
            guest.memory().copy_host(data, moved, old.size)?;
            self.free(guest, data)?;
        }
        Ok(moved)
    }

    /// Frees the block at `data`; a complaint if it is none, or free already.
    pub(super) fn free(
        &mut self,
        guest: &mut dyn Guest,
        data: u32,
    ) -> Result<Option<String>, CallFault> {
        if data == 0 {
            return Ok(None);
        }
        let at = data.wrapping_sub(HEADER);
        let header = read(guest.memory(), at);
        if !header.intact {
            let text = format!("free(0x{data:08X}): no block begins at this address!\n");
            return Ok(Some(text));
        }
        if header.free {
            return Ok(Some("Double free!\n".to_string()));
        }
        let memory = guest.memory();
        if let Some(sentinel) = self.sentinel {
            self.work += self.index.sync(memory, sentinel);
        }
        let watch = self.index.suspend();
        let freed = Header {
            free: true,
            ..header
        };
        write(memory, at, freed)?;
        self.index.resume(memory, watch, &[at], None);
        Ok(None)
    }

    /// How many blocks are in use.
    pub(super) fn active_blocks(&mut self, guest: &mut dyn Guest) -> u32 {
        let Some(sentinel) = self.sentinel else {
            return 0;
        };
        self.work += self.index.sync(guest.memory(), sentinel);
        self.index.used
    }

    fn first(&mut self, guest: &mut dyn Guest) -> Result<u32, CallFault> {
        if let Some(at) = self.sentinel {
            return Ok(at);
        }
        let at = grow(guest, HEADER)?;
        let header = Header {
            size: 0,
            free: false,
            next: 0,
            previous: 0,
            intact: true,
        };
        write(guest.memory(), at, header)?;
        self.sentinel = Some(at);
        Ok(at)
    }

    /// Adds a block at the end of the heap, after the last one of the list.
    fn append(&mut self, guest: &mut dyn Guest, last: u32, size: u32) -> Result<u32, CallFault> {
        let at = grow(guest, HEADER + size)?;
        let header = Header {
            size,
            free: false,
            next: 0,
            previous: last,
            intact: true,
        };
        let memory = guest.memory();
        let watch = self.index.suspend();
        write(memory, at, header)?;
        let before = read(memory, last);
        write(memory, last, Header { next: at, ..before })?;
        // A damaged list may end above the heap: then the new block is not on it.
        if at > last {
            self.index.end_list();
            self.index.resume(memory, watch, &[last], Some(at));
        }
        Ok(at + HEADER)
    }

    /// Uses a free block for `size` bytes; what is left over becomes a free block of its own.
    fn take(&mut self, memory: &mut Memory, at: u32, size: u32) -> Result<u32, Trap> {
        let watch = self.index.suspend();
        let header = read(memory, at);
        let used = Header {
            free: false,
            ..header
        };
        if header.size <= size + HEADER {
            write(memory, at, used)?;
            self.index.resume(memory, watch, &[at], None);
            return Ok(at + HEADER);
        }
        let (rest, next) = (at + HEADER + size, header.next);
        let rest_header = Header {
            size: header.size - size - HEADER,
            free: true,
            previous: at,
            ..header
        };
        write(memory, rest, rest_header)?;
        let mut changed = vec![at];
        if next != 0 {
            let after = read(memory, next);
            let previous = rest;
            write(memory, next, Header { previous, ..after })?;
            changed.push(next);
        }
        // A block of a damaged list may reach beyond the next one: then that is not on it any more.
        let is_in_order = !(at + 1..=rest).contains(&next);
        let next = rest;
        write(memory, at, Header { size, next, ..used })?;
        if is_in_order {
            self.index.resume(memory, watch, &changed, Some(rest));
        }
        Ok(at + HEADER)
    }
}

fn zero(guest: &mut dyn Guest, address: u32, bytes: u32) -> Result<(), Trap> {
    const PAGE: [u8; 4096] = [0; 4096];
    let mut done = 0;
    while done < bytes {
        let now = (bytes - done).min(4096);
        guest
            .memory()
            .write_host(address + done, &PAGE[..now as usize])?;
        done += now;
    }
    Ok(())
}
