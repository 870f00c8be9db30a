//! Uses of the stack, and what the stack pointer does.

use super::{Checker, Loaded, NEAR};
use crate::finding::What;
use crate::frame::Save;
use crate::masks::bit;
use crate::usage::Step;
use machine::isa::Reg;
use machine::observe::MemoryAccess;

/// The largest buffer that a call of the environment fills which is followed.
const LARGEST_FILL: u32 = 1 << 16;

impl Checker {
    /// An access to the stack, or a store.
    #[inline(never)]
    pub(super) fn access(&mut self, access: &MemoryAccess) {
        if self.stopped {
            return;
        }
        let on_stack = access.address >= self.floor && access.address < self.top;
        if on_stack {
            let own = access.address >= self.sp()
                && self
                    .frames
                    .last()
                    .is_none_or(|frame| access.address < frame.sp);
            if !own && self.is_misplaced(access) {
                // What it finds there is no second mistake.
                self.shadow.forgive(access.address, access.size);
            }
        }
        match access.store {
            true => self.store(access, on_stack),
            false => self.load(access, on_stack),
        }
    }

    /// Tells an access outside of the function's own frame; false if there is nothing to tell.
    fn is_misplaced(&mut self, access: &MemoryAccess) -> bool {
        let (address, sp) = (access.address, self.sp());
        if address < sp {
            self.report(What::BelowStack {
                address,
                sp,
                store: access.store,
            });
            return true;
        }
        let Some(frame) = self.frames.last() else {
            return false;
        };
        let by_sp = self.usage().base(&self.at.insn) == bit(self.masks.sp);
        let misplaced = by_sp && address >= frame.sp && !self.is_argument(access);
        if misplaced {
            let frame = frame.sp;
            self.report(What::CallersFrame {
                address,
                frame,
                store: access.store,
            });
        }
        misplaced
    }

    /// Whether the caller may have passed an argument there.
    fn is_argument(&self, access: &MemoryAccess) -> bool {
        let Some(frame) = self.frames.last() else {
            return true;
        };
        let abi = self.desc.abi;
        let offset = access.address.wrapping_sub(frame.sp);
        if !self.has_source && offset < abi.home_space {
            return true;
        }
        if let Some(count) = self.options.contract.args(frame.function) {
            let on_stack = 4 * count.saturating_sub(abi.args.len() as u32);
            return offset < abi.home_space + on_stack && on_stack > 0;
        }
        let found = self.shadow.load(access.address, access.size);
        frame.all_arguments && !found.unwritten && !found.save
    }

    fn store(&mut self, access: &MemoryAccess, on_stack: bool) {
        let (address, bytes) = (access.address, access.size);
        let stored = match self.kind {
            Step::Store => self.usage().stored(&self.at.insn),
            _ => Reg(0),
        };
        let this = bit(stored) & !1;
        let unknown = this & self.now.unknown != 0;
        if unknown && !on_stack {
            // Stored where others read it, it is used.
            self.use_registers(this);
        }
        let saved = if self.now.entry & this & !self.now.unknown != 0 {
            Some(stored)
        } else if self.now.held & this != 0 {
            Some(Reg(self.holds[usize::from(stored.0) & 63]))
        } else {
            None
        };
        if on_stack && self.shadow.store(address, bytes, saved.is_some(), unknown) {
            self.overwrite(access);
        }
        if let Some(reg) = saved {
            self.saves.push(Save {
                reg,
                address,
                bytes,
                value: self.value(stored),
                pc: self.at.pc,
                overwritten: None,
            });
            self.save_other_half(stored, access);
        }
    }

    /// A double in two registers is saved with both of them.
    fn save_other_half(&mut self, stored: Reg, access: &MemoryAccess) {
        let other = Reg(stored.0 + 1);
        let pairs = self.masks.has_pairs && access.size == 8;
        if pairs && self.now.entry & bit(other) != 0 {
            self.saves.push(Save {
                reg: other,
                address: access.address,
                bytes: access.size,
                value: self.value(other),
                pc: self.at.pc,
                overwritten: None,
            });
        }
    }

    /// A store hits the place of a saved register.
    fn overwrite(&mut self, access: &MemoryAccess) {
        let end = access.address.wrapping_add(access.size.into());
        let pc = self.at.pc;
        let saves = self.saves.iter_mut().rev();
        for save in saves.filter(|save| save.overwritten.is_none()) {
            let save_end = save.address.wrapping_add(save.bytes.into());
            if access.address < save_end && save.address < end {
                save.overwritten = Some(pc);
                return;
            }
        }
    }

    fn load(&mut self, access: &MemoryAccess, on_stack: bool) {
        let found = match on_stack {
            true => self.shadow.load(access.address, access.size),
            false => Default::default(),
        };
        if found.unwritten && access.address >= self.sp() {
            let address = access.address;
            self.report(What::Unwritten { address });
            self.shadow.forgive(address, access.size);
        }
        self.loaded = Loaded {
            address: access.address,
            bytes: access.size,
            unknown: found.unknown,
        };
        if found.unknown || found.save {
            // Whatever register it goes to.
            self.watch_writes = u64::MAX;
        }
    }

    /// The environment has written this memory.
    pub(super) fn fill(&mut self, address: u32, size: u32) {
        if address < self.floor {
            return;
        }
        for offset in (0..size.min(LARGEST_FILL)).step_by(4) {
            let bytes = (size - offset).min(4) as u8;
            let was = address.wrapping_add(offset);
            self.shadow.store(was, bytes, false, false);
        }
    }

    /// The stack pointer is written.
    pub(super) fn move_stack(&mut self, old: u32, new: u32) {
        if self.stopped {
            return;
        }
        let computed = self.reads & bit(self.masks.sp) != 0;
        let added = new == old.wrapping_add(self.at.insn.imm());
        if self.frames.is_empty() && computed && !added {
            // The main program has rounded it.
            self.aligned_from = new;
        }
        let inside = new <= self.top && new >= self.lowest.saturating_sub(Self::GROWTH);
        if !inside && computed {
            let top = self.top;
            self.report(What::OutsideStack { old, new, top });
        }
        if !inside && !computed {
            self.report(What::Switched { sp: new });
            return self.stop();
        }
        if new < old && inside {
            self.shadow.make_room(old, new);
            self.lowest = self.lowest.min(new);
            self.floor = self.lowest.saturating_sub(NEAR);
        }
    }

    /// The most room that is made at once.
    const GROWTH: u32 = 8 << 20;
}
