//! The observer that pauses a run where the debugger may have to stop.

use super::arrivals::{Arrivals, deeper};
use super::filter::HitFilter;
use crate::expr::Expr;
use machine::isa::{IsaDesc, Meaning, Reg, RegisterSet, Role, Row};
use machine::observe::{At, MemoryAccess, Observer, Transfer, Wants};
use machine::run::Machine;

/// Addresses to pause at: a bit for each half-word from the first to the last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    first: u32,
    /// None, if they are too far apart.
    bits: Vec<u64>,
    /// The addresses, ascending.
    addresses: Vec<u32>,
}

impl Points {
    /// These addresses.
    pub(crate) fn new(addresses: &[u32]) -> Self {
        /// The longest stretch of addresses for which there are bits.
        const LONGEST: u32 = 1 << 24;
        let mut addresses = addresses.to_vec();
        addresses.sort_unstable();
        addresses.dedup();
        let (Some(&first), Some(&last)) = (addresses.first(), addresses.last()) else {
            return Points::default();
        };
        let mut bits = Vec::new();
        if last - first <= LONGEST {
            bits.resize(((last - first) / 128 + 1) as usize, 0);
            for address in &addresses {
                let at = (address - first) / 2;
                bits[(at / 64) as usize] |= 1 << (at % 64);
            }
        }
        Points {
            first,
            bits,
            addresses,
        }
    }

    /// The addresses, ascending.
    pub(crate) fn addresses(&self) -> &[u32] {
        &self.addresses
    }

    #[inline(always)]
    pub(super) fn contains(&self, pc: u32) -> bool {
        let at = pc.wrapping_sub(self.first) / 2;
        match self.bits.get((at / 64) as usize) {
            Some(word) => word >> (at % 64) & 1 != 0,
            None if self.addresses.is_empty() => false,
            None => self.bits.is_empty() && self.addresses.binary_search(&pc).is_ok(),
        }
    }
}

/// Where a move by steps ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// At another statement than that in `first..end`, or at its beginning again, no more than so
    /// many calls deeper.
    Line { first: u32, end: u32, depth: i64 },
    /// Outside of `first..end`, no deeper in calls.
    Macro { first: u32, end: u32 },
    /// Behind `end` in this function, or in its caller.
    Beyond { end: u32 },
    /// In the caller.
    Return,
}

/// Memory that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WatchedRange {
    /// What watches.
    pub(crate) id: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Loads count.
    pub(crate) read: bool,
    /// Stores count.
    pub(crate) write: bool,
    /// Stores count only if they change something.
    pub(crate) change: bool,
}

impl WatchedRange {
    /// What of an access is about this memory.
    fn part(&self, access: &MemoryAccess, big_endian: bool) -> Option<MemoryAccess> {
        let end = access.address.checked_add(u32::from(access.size) - 1);
        let end = end.unwrap_or(u32::MAX);
        if access.address > self.last || end < self.first {
            return None;
        }
        let (first, last) = (access.address.max(self.first), end.min(self.last));
        let from = (first - access.address) as u8;
        let bytes = from..from + (last - first) as u8 + 1;
        let cut = |number| sub_number(number, access.size, bytes.clone(), big_endian);
        Some(MemoryAccess {
            address: first,
            size: bytes.end - bytes.start,
            old: cut(access.old),
            new: cut(access.new),
            ..*access
        })
    }

    /// An access of a part of this memory, which has no more than four bytes, as one of all of it.
    fn whole(
        &self,
        part: &MemoryAccess,
        big_endian: bool,
        number: impl Fn(u32, u8) -> u64,
    ) -> MemoryAccess {
        let size = (self.last - self.first) as u8 + 1;
        let before = (part.address - self.first) as u8;
        let below = match big_endian {
            true => size - before - part.size,
            false => before,
        };
        let mask = (u64::MAX >> (64 - 8 * u32::from(part.size))) << (8 * below);
        let new = number(self.first, size);
        MemoryAccess {
            address: self.first,
            size,
            old: new & !mask | part.old << (8 * below) & mask,
            new,
            ..*part
        }
    }
}

/// The number in some bytes of a larger one, counted as they are in memory.
pub(crate) fn sub_number(
    number: u64,
    size: u8,
    bytes: std::ops::Range<u8>,
    big_endian: bool,
) -> u64 {
    let below = match big_endian {
        true => size - bytes.end,
        false => bytes.start,
    };
    let bits = 8 * u32::from(bytes.end - bytes.start);
    number >> (8 * below) & (u64::MAX >> (64 - bits))
}

/// A register that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WatchedRegister {
    pub(crate) id: u32,
    pub(crate) reg: Reg,
    pub(crate) read: bool,
    pub(crate) write: bool,
    pub(crate) change: bool,
}

/// Something watched that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedAccess {
    /// A register was written.
    Register {
        /// The register.
        reg: Reg,
        /// Before.
        old: u64,
        /// After.
        new: u64,
    },
    /// A register was read.
    ReadRegister {
        /// The register.
        reg: Reg,
    },
    /// Memory was accessed. This is about the watched bytes alone: all of a place of up to four bytes,
    /// or those of a larger one that were accessed.
    Memory(MemoryAccess),
    /// A call of the environment changed memory.
    Call {
        /// The first address of the watched place; of one of more than four bytes, the first that
        /// differs.
        address: u32,
        /// How many bytes.
        size: u8,
        /// What was there, as a number.
        old: u64,
        /// What is there now.
        new: u64,
    },
}

/// An access that somebody watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What watches.
    pub id: u32,
    /// The instruction that did it.
    pub pc: u32,
    /// How many instructions had run before it.
    pub step: u64,
    /// What it did.
    pub access: WatchedAccess,
}

/// Pauses a run where the debugger may have to stop.
#[derive(Default)]
pub(crate) struct Watch {
    /// Pause before these instructions.
    pub(crate) points: Points,
    /// Pause where this is reached.
    pub(crate) goal: Option<Goal>,
    pub(crate) registers: Vec<WatchedRegister>,
    pub(crate) ranges: Vec<WatchedRange>,
    /// Pause before and after calls of the environment.
    pub(crate) around_calls: bool,
    /// Pause after calls and returns.
    pub(crate) transfers: bool,
    /// Points and goals count only after this step.
    pub(crate) begin: Option<u64>,
    /// Which rows of the instruction table are calls of the environment.
    pub(super) is_call: Vec<bool>,
    pub(super) desc: Option<&'static IsaDesc>,
    /// Words have their high byte first.
    big_endian: bool,
    /// Conditions of hits that can be decided without a pause.
    filter: HitFilter,
    pub(super) written: RegisterSet,
    pub(super) read: RegisterSet,
    pub(super) low: u32,
    pub(super) high: u32,

    /// Something is looked for at every instruction: registers that are read, points, or a goal.
    looks_at_each: bool,
    /// Calls and returns are followed.
    follows_calls: bool,
    /// How many calls deeper the run is than at the beginning.
    depth: i64,
    /// The calls and returns on their way.
    pub(crate) arrivals: Arrivals,
    pc: u32,
    step: u64,
    /// How often something watched was accessed since the beginning, whether or not that counts.
    pub(crate) noise: u64,
    /// What was accessed since the last pause.
    pub(crate) hits: Vec<Hit>,
    /// The transfers since then.
    pub(crate) moved: Vec<Transfer>,
    /// The next instruction is a call of the environment.
    pub(crate) at_call: bool,
    after_call: bool,
    /// The goal is reached.
    pub(crate) arrived: bool,
    pause: bool,
}

impl Watch {
    /// Watches a machine of this instruction set.
    pub(crate) fn new(desc: &'static IsaDesc, big_endian: bool) -> Self {
        let is_call = |row: &Row| row.meaning == Meaning::EnvironmentCall;
        Watch {
            is_call: desc.rows.iter().map(is_call).collect(),
            desc: Some(desc),
            filter: HitFilter::new(desc, big_endian),
            big_endian,
            ..Watch::default()
        }
    }

    /// Gets ready, once it is said what to watch.
    pub(crate) fn prepare(&mut self) {
        let writes = self.registers.iter().filter(|w| w.write);
        self.written = writes.map(|w| w.reg).collect();
        let reads = self.registers.iter().filter(|w| w.read);
        self.read = reads.map(|w| w.reg).collect();
        self.low = self
            .ranges
            .iter()
            .map(|r| r.first)
            .min()
            .unwrap_or(u32::MAX);
        self.high = self.ranges.iter().map(|r| r.last).max().unwrap_or(0);
        let stores = self.ranges.iter().any(|range| range.write);
        self.around_calls |= stores;
        self.filter.prepare(&self.ranges);
        self.follows_calls = self.goal.is_some() || self.transfers;
        let has_points = !self.points.addresses().is_empty();
        self.looks_at_each = self.goal.is_some() || has_points || !self.read.is_empty();
    }

    /// Whether a run that pauses at the points without anybody watching would be the same.
    pub(crate) fn has_only_points(&self) -> bool {
        self.goal.is_none()
            && self.registers.is_empty()
            && self.ranges.is_empty()
            && !self.around_calls
            && !self.transfers
    }

    /// Forgets what led to a pause that is not a stop.
    pub(crate) fn go_on(&mut self) {
        self.hits.clear();
        self.moved.clear();
        self.arrived = false;
        self.pause = false;
    }

    /// Whether a pause can only be for a point.
    pub(crate) fn is_idle(&self) -> bool {
        self.has_only_points() && self.hits.is_empty()
    }

    /// Whether the next pause is for what was met already.
    pub(crate) fn is_waiting(&self) -> bool {
        self.at_call || self.after_call || self.pause || !self.hits.is_empty()
    }

    /// Hits of the stop with this number count only under this condition.
    pub(crate) fn add_condition(&mut self, id: u32, condition: &Expr) {
        self.filter.add(id, condition);
    }

    /// Values were changed by hand or by a call of the environment: these are those now.
    pub(crate) fn see(&mut self, machine: &Machine) {
        self.filter.see(&machine.registers, &machine.memory);
    }

    /// Forgets everything but what to watch, for a run that begins with this machine.
    pub(crate) fn restart(&mut self, machine: &Machine) {
        self.see(machine);
        self.noise = 0;
        self.go_on();
        self.depth = 0;
        self.arrivals = Arrivals::default();
        self.at_call = false;
        self.after_call = false;
    }

    /// Whether the run is before a point, for points that count here.
    pub(crate) fn counts_at(&self, step: u64) -> bool {
        self.begin.is_none_or(|begin| step > begin)
    }

    #[inline(always)]
    fn reached(&self, goal: Goal, pc: u32) -> bool {
        match goal {
            Goal::Line { first, end, depth } => {
                self.depth <= depth && (!(first..end).contains(&pc) || pc == first)
            }
            Goal::Macro { first, end } => self.depth <= 0 && !(first..end).contains(&pc),
            Goal::Beyond { end } => self.depth < 0 || self.depth == 0 && pc >= end,
            Goal::Return => self.depth < 0,
        }
    }

    /// What is looked for at every instruction.
    #[inline(never)]
    fn look_at(&mut self, at: &At) {
        if !self.read.is_empty() {
            self.read_registers(at);
        }
        if self.points.contains(at.pc) {
            self.pause = true;
        }
        if let Some(goal) = self.goal
            && self.counts_at(at.step)
            && self.reached(goal, at.pc)
        {
            self.arrived = true;
            self.pause = true;
        }
    }

    #[cold]
    fn read_registers(&mut self, at: &At) {
        let Some(row) = self
            .desc
            .and_then(|desc| desc.rows.get(usize::from(at.row)))
        else {
            return;
        };
        let named = row.operand_registers(at.insn);
        let named = named.map(|(_, role, reg)| (role, reg));
        let implicit = row.implicit.iter().map(|(reg, role)| (*role, *reg));
        for (role, reg) in named.chain(implicit) {
            if role == Role::Write || !self.read.contains(reg) {
                continue;
            }
            for watched in self.registers.iter().filter(|w| w.read && w.reg == reg) {
                self.hits.push(Hit {
                    id: watched.id,
                    pc: at.pc,
                    step: at.step,
                    access: WatchedAccess::ReadRegister { reg },
                });
            }
        }
    }

    #[cold]
    fn written_register(&mut self, reg: Reg, old: u64, new: u64) {
        for watched in self.registers.iter().filter(|w| w.write && w.reg == reg) {
            if watched.change && old == new {
                continue;
            }
            self.hits.push(Hit {
                id: watched.id,
                pc: self.pc,
                step: self.step,
                access: WatchedAccess::Register { reg, old, new },
            });
        }
    }

    #[cold]
    fn accessed(&mut self, access: &MemoryAccess) {
        if access.store {
            self.filter.store(access);
        }
        for range in &self.ranges {
            let Some(part) = range.part(access, self.big_endian) else {
                continue;
            };
            let counts = match part.store {
                true => range.write && !(range.change && part.old == part.new),
                false => range.read,
            };
            if counts {
                self.hits.push(Hit {
                    id: range.id,
                    pc: self.pc,
                    step: self.step,
                    access: WatchedAccess::Memory(part),
                });
            }
        }
    }

    /// Right after the accesses of the hits: those of a part of a small place become accesses of all of
    /// it. `number` is what memory holds now.
    pub(crate) fn widen_hits(&mut self, number: impl Fn(u32, u8) -> u64) {
        for hit in &mut self.hits {
            let WatchedAccess::Memory(part) = &mut hit.access else {
                continue;
            };
            let range = self.ranges.iter().find(|range| range.id == hit.id);
            if let Some(range) = range.filter(|range| range.last - range.first < 4) {
                *part = range.whole(part, self.big_endian, &number);
            }
        }
    }
}

impl Observer for Watch {
    fn wants(&self) -> Wants {
        Wants::DATA.and_pauses()
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        self.pc = at.pc;
        self.step = at.step;
        if self.follows_calls
            && let Some(transfer) = self.arrivals.arrive(at.pc)
        {
            self.depth += deeper(&transfer);
            if self.transfers {
                self.moved.push(transfer);
                self.pause = true;
            }
        }
        if !self.hits.is_empty() {
            self.filter.retain(&mut self.hits, at);
            self.noise += 1;
            self.pause |= !self.hits.is_empty();
        }
        if self.around_calls {
            let is_call = self.is_call.get(usize::from(at.row));
            self.at_call = is_call.copied().unwrap_or(false);
            let was_call = std::mem::replace(&mut self.after_call, self.at_call);
            self.pause |= self.at_call || was_call;
        }
        if self.looks_at_each {
            self.look_at(at);
        }
    }

    #[inline(always)]
    fn wants_pause(&mut self) -> bool {
        std::mem::take(&mut self.pause)
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        self.filter.register(reg, new);
        if self.written.contains(reg) {
            self.written_register(reg, old, new);
        }
    }

    fn given(&mut self, reg: Reg, value: u64) {
        self.filter.register(reg, value);
    }

    #[inline(always)]
    fn memory(&mut self, access: &MemoryAccess) {
        if access.address <= self.high
            && access.address.wrapping_add(u32::from(access.size) - 1) >= self.low
        {
            self.accessed(access);
        }
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        self.arrivals.leave(transfer);
    }
}
