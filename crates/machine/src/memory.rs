//! Guest memory: 4 GiB of address space in 4 KiB pages that come into being when written.
//!
//! Two flat tables, one for loads and one for stores, lead from a page number to a frame. An
//! entry that names none sends the access to the slow path, which knows the rules: regions, the
//! memory limit, pages with decoded instructions, pages unchanged since the last snapshot. So the
//! fast path is one table look-up and one bounds check, and everything else is free until it
//! happens.
//!
//! The tables are 4 MiB each, but untouched parts of them are never backed by real memory.

mod flat;
mod regions;
mod snapshot;
mod tables;
mod tripwires;
mod watch;

pub use flat::{FLAT_FRAMES, FlatMemory};
pub use snapshot::MemorySnapshot;
pub use tripwires::Tripwires;

use crate::trap::Trap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use tables::{Table, empty_tables};
use watch::PageWatch;

/// Bytes in a page.
pub const PAGE_SIZE: usize = 4096;
const PAGE_SHIFT: u32 = 12;
const PAGES: usize = 1 << 20;

/// The bytes of a page.
pub type PageFrame = [u8; PAGE_SIZE];

/// Keeps an entry of the table for loads from naming a frame to the fast path.
const ASK: u32 = 1 << 31;

/// A range of addresses that the guest may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First address.
    pub first: u32,
    /// Last address.
    pub last: u32,
    /// Loads are allowed.
    pub read: bool,
    /// Stores are allowed.
    pub write: bool,
}

/// The guest's memory.
pub struct Memory {
    /// For each page, 1 + the frame that loads read; 0: ask the slow path. With [`ASK`] set it is
    /// the page's frame all the same, but the slow path decides about loads.
    read: Table,
    /// For each page, 1 + the frame that stores write; 0: ask the slow path.
    write: Table,
    /// The pages that ever had an entry in either table.
    named: FxHashSet<u32>,
    /// The frames. PageFrame 0 stays zero: pages that were never written read from it.
    frames: Vec<PageFrame>,
    free: Vec<u32>,
    /// How many frames pages have.
    used: usize,
    /// Every page has the frame with its own number, plus one: see [`flat`].
    is_flat: bool,
    regions: Vec<Region>,
    /// First and last addresses of devices.
    devices: Vec<(u32, u32)>,
    /// Devices are plain memory for now.
    pub(crate) devices_open: bool,
    tripwires: Tripwires,
    frame_limit: usize,
    /// For pages that hold decoded instructions: which half-words do.
    decoded: FxHashMap<u32, [u64; PAGE_SIZE / 128]>,
    /// The first and the last byte of what was written over decoded instructions.
    code_written: Option<(u32, u32)>,
    /// Pages written since `base` was taken.
    dirty: FxHashSet<u32>,
    base: Arc<BTreeMap<u32, Arc<PageFrame>>>,
    watch: PageWatch,
    /// Why the last access was refused, if one was.
    refused: Trap,
    /// Where the last store went that the tables did not answer for, and how many bytes it had: one
    /// that overwrites code is such a store.
    pub(crate) last_slow_store: (u32, u8),
    /// Accesses above this address and below the stack pointer are faults, when the run loop is
    /// told to check (see [`Machine::check_gap`](crate::run::Machine)).
    pub heap_end: u32,
}

impl Default for Memory {
    fn default() -> Self {
        let (read, write) = empty_tables();
        Memory {
            read,
            write,
            named: FxHashSet::default(),
            frames: vec![[0; PAGE_SIZE]],
            free: Vec::new(),
            used: 0,
            is_flat: false,
            regions: Vec::new(),
            devices: Vec::new(),
            devices_open: false,
            tripwires: Tripwires::NONE,
            frame_limit: usize::MAX,
            decoded: FxHashMap::default(),
            code_written: None,
            dirty: FxHashSet::default(),
            base: Arc::default(),
            watch: PageWatch::default(),
            refused: Trap::CodeModified,
            last_slow_store: (0, 0),
            heap_end: 0,
        }
    }
}

impl Memory {
    /// Allows the guest to use these addresses. Where regions overlap, the first added counts.
    pub fn add_region(&mut self, region: Region) {
        self.regions.push(region);
    }

    /// Makes instructions that access these addresses stop the run with [`Trap::Device`]. They
    /// must lie in a region.
    pub fn add_devices(&mut self, first: u32, last: u32) {
        self.devices.push((first, last));
        self.ask_again(first, last);
    }

    fn check_device(&self, address: u32, size: u8, store: bool) -> Result<(), Trap> {
        let end = address.saturating_add(u32::from(size) - 1);
        let hit = |&(first, last): &(u32, u32)| address <= last && end >= first;
        let trips = self.tripwires.stop(address, size, store);
        if !self.devices_open && (trips || self.devices.iter().any(hit)) {
            return Err(Trap::Device {
                address,
                size,
                store,
            });
        }
        Ok(())
    }

    /// Sends accesses to these addresses to the slow path: their rules have changed.
    fn ask_again(&mut self, first: u32, last: u32) {
        for page in first >> PAGE_SHIFT..=last >> PAGE_SHIFT {
            match self.entry(page) {
                0 => {}
                1 => self.read[page as usize] = 0,
                entry => self.read[page as usize] = entry | ASK,
            }
            if self.write[page as usize] != 0 {
                self.write[page as usize] = 0;
            }
        }
    }

    /// 1 + the frame of a page; 0 or 1: it has none.
    fn entry(&self, page: u32) -> u32 {
        self.read[page as usize] & !ASK
    }

    /// Limits how much memory the guest can make real, in bytes.
    pub fn set_limit(&mut self, bytes: u64) {
        self.frame_limit = usize::try_from(bytes.div_ceil(PAGE_SIZE as u64)).unwrap_or(usize::MAX);
    }

    /// How many bytes of memory are in use, in whole pages.
    pub fn resident(&self) -> u64 {
        (self.used * PAGE_SIZE) as u64
    }

    /// Loads `N` (1, 2, 4 or 8) bytes as a little-endian number.
    #[inline(always)]
    pub fn load<const N: usize>(&mut self, address: u32) -> Result<u64, Trap> {
        let entry = self.read[(address >> PAGE_SHIFT) as usize];
        let offset = address as usize & (PAGE_SIZE - 1);
        if offset & (N - 1) == 0
            && let Some(frame) = self.frames.get((entry as usize).wrapping_sub(1))
        {
            let offset = offset & (PAGE_SIZE - N);
            return Ok(match N {
                1 => frame[offset].into(),
                2 => u16::from_le_bytes([frame[offset], frame[offset + 1]]).into(),
                4 => u32::from_le_bytes(chunk(frame, offset)).into(),
                _ => u64::from_le_bytes(chunk(frame, offset)),
            });
        }
        self.load_slow(address, N as u8)
            .ok_or_else(|| self.why_refused())
    }

    /// Stores the low `N` (1, 2, 4 or 8) bytes of `value`, little-endian.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, address: u32, value: u64) -> Result<(), Trap> {
        let entry = self.write[(address >> PAGE_SHIFT) as usize];
        let offset = address as usize & (PAGE_SIZE - 1);
        if offset & (N - 1) == 0
            && let Some(frame) = self.frames.get_mut((entry as usize).wrapping_sub(1))
        {
            let offset = offset & (PAGE_SIZE - N);
            frame[offset..offset + N].copy_from_slice(&value.to_le_bytes()[..N]);
            return Ok(());
        }
        match self.store_slow(address, N as u8, value) {
            true => Ok(()),
            false => Err(self.why_refused()),
        }
    }

    /// Why the last access was refused. It is kept here because a slow path that returned it would
    /// make the run loop pass every value it loads through memory.
    #[cold]
    fn why_refused(&self) -> Trap {
        self.refused
    }

    #[cold]
    #[inline(never)]
    fn load_slow(&mut self, address: u32, size: u8) -> Option<u64> {
        let loaded = self.load_by_the_rules(address, size);
        loaded.map_err(|trap| self.refused = trap).ok()
    }

    #[cold]
    #[inline(never)]
    fn store_slow(&mut self, address: u32, size: u8, value: u64) -> bool {
        self.last_slow_store = (address, size);
        let stored = self.store_by_the_rules(address, size, value);
        stored.map_err(|trap| self.refused = trap).is_ok()
    }

    fn load_by_the_rules(&mut self, address: u32, size: u8) -> Result<u64, Trap> {
        let mut bytes = [0; 8];
        for k in 0..size {
            let at = address.wrapping_add(k.into());
            match self.region_of(at) {
                Some(region) if region.read => {}
                found => {
                    return Err(Trap::Load {
                        address,
                        size,
                        execute_only: found.is_some(),
                    });
                }
            }
            bytes[k as usize] = self.peek(at);
        }
        self.check_device(address, size, false)?;
        if self.page_has_one_rule(address) {
            let page = address >> PAGE_SHIFT;
            self.name(page, self.entry(page).max(1));
        }
        Ok(u64::from_le_bytes(bytes))
    }

    fn store_by_the_rules(&mut self, address: u32, size: u8, value: u64) -> Result<(), Trap> {
        for k in 0..size {
            match self.region_of(address.wrapping_add(k.into())) {
                Some(region) if region.write => {}
                found => {
                    return Err(Trap::Store {
                        address,
                        size,
                        read_only: found.is_some(),
                    });
                }
            }
        }
        self.check_device(address, size, true)?;
        let bytes = &value.to_le_bytes()[..size as usize];
        self.write_host(address, bytes)?;
        if self.code_written.is_some() {
            return Err(Trap::CodeModified);
        }
        let page = address >> PAGE_SHIFT;
        let is_held = self.tripwires.hold_stores(page << PAGE_SHIFT);
        if self.page_has_one_rule(address) && !self.decoded.contains_key(&page) && !is_held {
            self.write[page as usize] = self.entry(page);
        }
        Ok(())
    }

    fn region_of(&self, address: u32) -> Option<&Region> {
        self.regions
            .iter()
            .find(|r| r.first <= address && address <= r.last)
    }

    /// Whether the whole page has the same rule, and no device, so that the tables may answer for
    /// it.
    fn page_has_one_rule(&self, address: u32) -> bool {
        let first = address & !(PAGE_SIZE as u32 - 1);
        let last = first | (PAGE_SIZE as u32 - 1);
        let is_device = self.devices.iter().any(|d| d.0 <= last && d.1 >= first);
        if is_device || self.tripwires.hold_page(first) {
            return false;
        }
        let rule = |at| self.region_of(at).map(|region| (region.read, region.write));
        let borders = self
            .regions
            .iter()
            .flat_map(|r| [r.first, r.last.wrapping_add(1)]);
        rule(first).is_some()
            && borders
                .filter(|&at| first < at && at <= last)
                .all(|at| rule(at) == rule(first))
    }

    /// The byte at `address`, whatever the rules; memory that was never written is zero.
    pub fn peek(&self, address: u32) -> u8 {
        let entry = self.entry(address >> PAGE_SHIFT) as usize;
        match self.frames.get(entry.wrapping_sub(1)) {
            Some(frame) => frame[address as usize & (PAGE_SIZE - 1)],
            None => 0,
        }
    }

    /// Whether anything was ever put into the page of an address.
    pub fn is_used(&self, address: u32) -> bool {
        self.entry(address >> PAGE_SHIFT) > 1
    }

    /// `N` bytes from `address` on, whatever the rules.
    pub fn peek_bytes<const N: usize>(&self, address: u32) -> [u8; N] {
        let offset = address as usize & (PAGE_SIZE - 1);
        if offset + N <= PAGE_SIZE {
            let entry = self.entry(address >> PAGE_SHIFT) as usize;
            let frame = self.frames.get(entry.wrapping_sub(1));
            return frame.map_or([0; N], |frame| chunk(frame, offset));
        }
        std::array::from_fn(|k| self.peek(address.wrapping_add(k as u32)))
    }

    /// Appends `length` bytes from `address` on, whatever the rules.
    pub fn peek_into(&self, address: u32, length: u32, into: &mut Vec<u8>) {
        let mut done = 0;
        while done < length {
            let at = address.wrapping_add(done);
            let offset = at as usize & (PAGE_SIZE - 1);
            let run = (PAGE_SIZE - offset).min((length - done) as usize);
            let entry = self.entry(at >> PAGE_SHIFT) as usize;
            match self.frames.get(entry.wrapping_sub(1)) {
                Some(frame) => into.extend_from_slice(&frame[offset..offset + run]),
                None => into.resize(into.len() + run, 0),
            }
            done += run as u32;
        }
    }

    /// Whether the guest may load from `address`.
    pub fn readable(&self, address: u32) -> bool {
        self.region_of(address).is_some_and(|region| region.read)
    }

    fn unreadable(&self, address: u32) -> Trap {
        Trap::Load {
            address,
            size: 1,
            execute_only: self.region_of(address).is_some(),
        }
    }

    /// Copies `length` bytes out for the host, or says where the guest may not read. Callers
    /// keep `length` within reason.
    pub fn read_host(&self, address: u32, length: u32) -> Result<Vec<u8>, Trap> {
        let mut bytes = Vec::with_capacity(length as usize);
        while (bytes.len() as u32) < length {
            let at = address.wrapping_add(bytes.len() as u32);
            let offset = at as usize & (PAGE_SIZE - 1);
            let run = (PAGE_SIZE - offset).min(length as usize - bytes.len());
            self.check_readable(at, run as u32)?;
            self.peek_into(at, run as u32, &mut bytes);
        }
        Ok(bytes)
    }

    fn check_readable(&self, address: u32, length: u32) -> Result<(), Trap> {
        if self.page_has_one_rule(address) && self.readable(address) {
            return Ok(());
        }
        match (0..length)
            .map(|k| address.wrapping_add(k))
            .find(|&at| !self.readable(at))
        {
            Some(address) => Err(self.unreadable(address)),
            None => Ok(()),
        }
    }

    /// Copies bytes within the guest's memory, whatever the regions say. Pages that are zero on
    /// both sides stay unreal.
    pub fn copy_host(&mut self, from: u32, to: u32, length: u32) -> Result<(), Trap> {
        let mut done = 0;
        while done < length {
            let source = from.wrapping_add(done);
            let run = (PAGE_SIZE as u32 - (source & (PAGE_SIZE as u32 - 1))).min(length - done);
            let target = to.wrapping_add(done);
            let real = |at: u32| self.entry(at >> PAGE_SHIFT) > 1;
            if real(source) || real(target) || real(target.wrapping_add(run - 1)) {
                let bytes: Vec<u8> = (0..run)
                    .map(|k| self.peek(source.wrapping_add(k)))
                    .collect();
                self.write_host(target, &bytes)?;
            }
            done += run;
        }
        Ok(())
    }

    /// Copies a zero-terminated string out for the host, without its zero. `limit` guards against
    /// a string that never ends.
    pub fn read_string(&self, address: u32, limit: usize) -> Result<Vec<u8>, Trap> {
        let mut bytes = Vec::new();
        while bytes.len() < limit {
            let at = address.wrapping_add(bytes.len() as u32);
            let offset = at as usize & (PAGE_SIZE - 1);
            if !self.readable(at) {
                return Err(self.unreadable(at));
            }
            // Page by page, where all bytes of a page have the same rule.
            let run = match self.page_has_one_rule(at) {
                true => (PAGE_SIZE - offset).min(limit - bytes.len()),
                false => 1,
            };
            let entry = self.entry(at >> PAGE_SHIFT) as usize;
            let Some(frame) = self.frames.get(entry.wrapping_sub(1)) else {
                break;
            };
            let part = &frame[offset..offset + run];
            match part.iter().position(|byte| *byte == 0) {
                // Most strings are short, and many programs print one by one.
                Some(end) if bytes.is_empty() => return Ok(part[..end].to_vec()),
                Some(end) => {
                    bytes.extend_from_slice(&part[..end]);
                    break;
                }
                None => bytes.extend_from_slice(part),
            }
        }
        Ok(bytes)
    }

    /// Writes bytes for the guest under the guest's rules (what a system call does).
    pub fn write_guest(&mut self, address: u32, bytes: &[u8]) -> Result<(), Trap> {
        let mut checked = 0;
        while checked < bytes.len() {
            let at = address.wrapping_add(checked as u32);
            match self.region_of(at) {
                Some(region) if region.write => {}
                found => {
                    return Err(Trap::Store {
                        address: at,
                        size: 1,
                        read_only: found.is_some(),
                    });
                }
            }
            // Page by page, where all bytes of a page have the same rule.
            checked += match self.page_has_one_rule(at) {
                true => PAGE_SIZE - (at as usize & (PAGE_SIZE - 1)),
                false => 1,
            };
        }
        self.write_host(address, bytes)
    }

    /// Writes bytes whatever the regions say (loading a program). Only the memory limit holds.
    pub fn write_host(&mut self, address: u32, bytes: &[u8]) -> Result<(), Trap> {
        let mut at = address;
        let mut rest = bytes;
        while !rest.is_empty() {
            let offset = at as usize & (PAGE_SIZE - 1);
            let (now, later) = rest.split_at(rest.len().min(PAGE_SIZE - offset));
            let frame = self.own_frame(at)?;
            if self.hits_decoded(at, now.len()) {
                let (first, last) = self.code_written.unwrap_or((at, at));
                let end = at + (now.len() as u32 - 1);
                self.code_written = Some((first.min(at), last.max(end)));
            }
            self.frames[frame][offset..offset + now.len()].copy_from_slice(now);
            at = at.wrapping_add(now.len() as u32);
            rest = later;
        }
        Ok(())
    }

    /// The frame of the page at `address`, made real and marked as changed.
    fn own_frame(&mut self, address: u32) -> Result<usize, Trap> {
        let page = address >> PAGE_SHIFT;
        let entry = self.entry(page);
        self.watch.note(page);
        if entry > 1 {
            self.dirty.insert(page);
            return Ok(entry as usize - 1);
        }
        if self.used >= self.frame_limit {
            return Err(Trap::MemoryLimit { address });
        }
        let frame = self.new_frame(page, [0; PAGE_SIZE]);
        self.set_home(page, frame);
        self.dirty.insert(page);
        Ok(frame)
    }

    /// Gives a page its frame. Loads that were allowed stay so.
    fn set_home(&mut self, page: u32, frame: usize) {
        let ask = if self.read[page as usize] == 1 {
            0
        } else {
            ASK
        };
        self.name(page, (frame as u32 + 1) | ask);
    }

    /// Sets the entry of a page for loads.
    fn name(&mut self, page: u32, entry: u32) {
        let place = &mut self.read[page as usize];
        if *place == 0 {
            self.named.insert(page);
        }
        *place = entry;
    }

    /// Notes that the bytes `address..address + length` were decoded as instructions: a store to
    /// them must tell.
    pub(crate) fn note_decoded(&mut self, address: u32, length: u32) {
        let end = address.saturating_add(length);
        let mut at = address;
        while at < end {
            let page = at >> PAGE_SHIFT;
            self.write[page as usize] = 0;
            let bits = self.decoded.entry(page).or_insert([0; PAGE_SIZE / 128]);
            // Two halves of an instruction are in one page, as a rule.
            while at < end && at >> PAGE_SHIFT == page {
                let bit = (at as usize & (PAGE_SIZE - 1)) / 2;
                bits[bit / 64] |= 1 << (bit % 64);
                at = at.saturating_add(2);
            }
        }
    }

    /// Forgets which bytes were decoded.
    pub(crate) fn forget_decoded(&mut self) {
        self.decoded.clear();
        self.code_written = None;
    }

    /// Whether instructions were decoded in these bytes of one page.
    fn hits_decoded(&self, address: u32, length: usize) -> bool {
        let first = address as usize & (PAGE_SIZE - 1);
        self.decoded
            .get(&(address >> PAGE_SHIFT))
            .is_some_and(|bits| {
                (first / 2..=(first + length - 1) / 2).any(|k| bits[k / 64] >> (k % 64) & 1 != 0)
            })
    }

    /// The first and the last byte of what was written over decoded instructions since the last time
    /// this was asked.
    pub(crate) fn take_code_written(&mut self) -> Option<(u32, u32)> {
        self.code_written.take()
    }

    /// Every page that has been written, by ascending address, with its contents.
    pub fn pages(&self) -> impl Iterator<Item = (u32, &PageFrame)> {
        let mut pages: Vec<u32> = self.named.iter().copied().collect();
        pages.sort_unstable();
        let pages = pages.into_iter();
        pages.filter_map(|page| match self.entry(page) {
            0 | 1 => None,
            entry => Some((page << PAGE_SHIFT, &self.frames[entry as usize - 1])),
        })
    }
}

/// `N` bytes of a frame. `offset` is at most `PAGE_SIZE - N`.
#[inline(always)]
fn chunk<const N: usize>(frame: &PageFrame, offset: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&frame[offset..offset + N]);
    bytes
}

#[cfg(test)]
mod tests;
