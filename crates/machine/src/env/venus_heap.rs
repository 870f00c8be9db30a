//! The heap of Venus: the break, and the blocks of its C library calls.
//!
//! Blocks form a list in guest memory. Each has a header of six words before its data: a magic
//! number, the size, whether it is free, the next and previous header, another magic number. The
//! first header is a sentinel without data. Freed blocks are reused first-fit and split.

use super::{CallFault, Guest};
use crate::isa::Reg;
use crate::trap::Trap;

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

/// The list of blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Allocator {
    /// The sentinel's address, once there is one.
    sentinel: Option<u32>,
}

#[derive(Clone, Copy)]
struct Header {
    size: u32,
    free: bool,
    next: u32,
    previous: u32,
    intact: bool,
}

fn read(guest: &mut dyn Guest, at: u32) -> Header {
    let mut word =
        |index: u32| u32::from_le_bytes(guest.memory().peek_bytes(at.wrapping_add(4 * index)));
    Header {
        size: word(1),
        free: word(2) != 0,
        next: word(3),
        previous: word(4),
        intact: word(0) == MAGIC_FIRST && word(5) == MAGIC_LAST,
    }
}

fn write(guest: &mut dyn Guest, at: u32, header: Header) -> Result<(), Trap> {
    let words = [
        MAGIC_FIRST,
        header.size,
        header.free.into(),
        header.next,
        header.previous,
        MAGIC_LAST,
    ];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    guest.memory().write_host(at, &bytes)
}

impl Allocator {
    /// A block of `size` bytes, or 0.
    pub(super) fn malloc(&mut self, guest: &mut dyn Guest, size: u32) -> Result<u32, CallFault> {
        if size as i32 <= 0 {
            return Ok(0);
        }
        let mut last = self.first(guest)?;
        while let Some((at, header)) = self.after(guest, last) {
            if header.free && header.size >= size {
                return Ok(self.take(guest, at, header, size)?);
            }
            last = at;
        }
        let at = grow(guest, HEADER + size)?;
        let header = Header {
            size,
            free: false,
            next: 0,
            previous: last,
            intact: true,
        };
        write(guest, at, header)?;
        let before = read(guest, last);
        write(guest, last, Header { next: at, ..before })?;
        Ok(at + HEADER)
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
        let old = read(guest, data.wrapping_sub(HEADER));
        if !old.intact {
            return Ok(0);
        }
        if old.size >= size {
            return Ok(data);
        }
        let moved = self.malloc(guest, size)?;
        if moved != 0 {
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
        let header = read(guest, at);
        if !header.intact {
            let text = format!("free(0x{data:08X}): no block begins at this address!\n");
            return Ok(Some(text));
        }
        if header.free {
            return Ok(Some("Double free!\n".to_string()));
        }
        write(
            guest,
            at,
            Header {
                free: true,
                ..header
            },
        )?;
        Ok(None)
    }

    /// How many blocks are in use.
    pub(super) fn active_blocks(&self, guest: &mut dyn Guest) -> u32 {
        let Some(mut at) = self.sentinel else {
            return 0;
        };
        let mut count = 0;
        while let Some((next, header)) = self.after(guest, at) {
            count += u32::from(!header.free);
            at = next;
        }
        count
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
        write(guest, at, header)?;
        self.sentinel = Some(at);
        Ok(at)
    }

    /// The block after `at`. A list that the program has damaged ends there: addresses only grow
    /// along it, so a walk cannot go round in circles, and no block leaves the address space.
    fn after(&self, guest: &mut dyn Guest, at: u32) -> Option<(u32, Header)> {
        let next = read(guest, at).next;
        let header = read(guest, next);
        let end = next.checked_add(HEADER)?.checked_add(header.size);
        (next > at && header.intact && end.is_some()).then_some((next, header))
    }

    /// Uses a free block for `size` bytes; what is left over becomes a free block of its own.
    fn take(&self, guest: &mut dyn Guest, at: u32, header: Header, size: u32) -> Result<u32, Trap> {
        let mut used = Header {
            free: false,
            ..header
        };
        if header.size > size + HEADER {
            let rest = at + HEADER + size;
            let rest_size = header.size - size - HEADER;
            let next = header.next;
            write(
                guest,
                rest,
                Header {
                    size: rest_size,
                    free: true,
                    next,
                    previous: at,
                    intact: true,
                },
            )?;
            if next != 0 {
                let after = read(guest, next);
                write(
                    guest,
                    next,
                    Header {
                        previous: rest,
                        ..after
                    },
                )?;
            }
            used = Header {
                size,
                next: rest,
                ..used
            };
        }
        write(guest, at, used)?;
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
