//! What the exact loop does differently: it shows an observer each instruction, register, access
//! and jump, and knows delay slots.
//!
//! Here functions may be given a [`Cx`] without being inlined: the exact loop need not keep its
//! slot in registers, and is compiled in half the time.

use super::{Cx, Isa, Leave, Stop};
use crate::code::ILLEGAL;
use crate::isa::{Insn, Reg};
use crate::observe::{At, Listener, MemoryAccess, Transfer};
use crate::trap::Trap;

impl<I: Isa, L: Listener, const RULES: u8> Cx<'_, I, L, RULES> {
    /// Tells the observer which instruction is about to run; true if it wants to pause before it.
    pub(super) fn announce(&mut self, insn: &Insn) -> bool {
        let at = At {
            pc: self.pc(),
            insn: *insn,
            row: match insn.handler {
                ILLEGAL => u16::MAX,
                _ => I::row_of(insn) as u16,
            },
            step: self.steps(),
        };
        self.observer.instruction(&at);
        let pause = self.wants_pause();
        if pause {
            self.leave(Leave::Stop(Stop::Paused), at.pc);
        }
        pause
    }

    /// Tells the observer that a register is about to be written.
    #[inline(never)]
    pub(super) fn tell_register(&mut self, register: Reg, old: u64, new: u64) {
        self.observer.register(register, old, new);
    }

    /// Jumps to an address, which is at `slot` if that is known. `delayed`: after the delay slot.
    #[inline(never)]
    pub(super) fn go_exactly(
        &mut self,
        insn: &Insn,
        to: u32,
        slot: Option<usize>,
        delayed: bool,
    ) -> bool {
        if self.wants.instructions {
            let kind = I::transfer_kind(insn);
            let from = self.pc();
            self.observer.transfer(&Transfer { kind, from, to });
        }
        self.tell_transfer(to, delayed);
        match slot {
            _ if delayed => self.delay(to),
            Some(slot) => self.begin_run(slot, 1),
            None => self.go_to(to, 1),
        }
    }

    /// Remembers where to go after the delay slot, and goes there.
    fn delay(&mut self, target: u32) -> bool {
        self.delayed_target = Some(target);
        self.advance();
        self.mark_run(self.slot());
        true
    }

    /// Goes to the target of a branch, now that the instruction in its delay slot is done.
    pub(super) fn end_delay_slot(&mut self, target: u32) -> bool {
        self.tell_straight(0, target);
        // A branch in the delay slot has left its own target.
        if self.delayed_target == Some(target) {
            self.delayed_target = None;
        }
        self.go_to(target, 0)
    }

    /// Loads `N` bytes, zero-extended.
    #[inline(never)]
    pub(super) fn load_exactly<const N: usize>(&mut self, address: u32) -> Result<u64, Trap> {
        self.check_place::<N>(address, false)?;
        let value = self.memory.load::<N>(address)?;
        let value = self.in_order::<N>(value);
        if self.wants.data {
            self.observer.memory(&MemoryAccess {
                address,
                size: N as u8,
                store: false,
                old: value,
                new: value,
            });
        }
        self.tell_touch::<N>(address, false);
        Ok(value)
    }

    /// Stores the low `N` bytes of `value`.
    #[inline(never)]
    pub(super) fn store_exactly<const N: usize>(
        &mut self,
        address: u32,
        value: u64,
    ) -> Result<(), Trap> {
        self.check_place::<N>(address, true)?;
        let old = self.memory.load::<N>(address).unwrap_or(0);
        let done = self.memory.store::<N>(address, self.in_order::<N>(value));
        if matches!(done, Ok(()) | Err(Trap::CodeModified)) {
            if self.wants.data {
                self.observer.memory(&MemoryAccess {
                    address,
                    size: N as u8,
                    store: true,
                    old: self.in_order::<N>(old),
                    new: value & low_bytes(N),
                });
            }
            self.tell_touch::<N>(address, true);
        }
        done
    }
}

const fn low_bytes(count: usize) -> u64 {
    if count >= 8 {
        u64::MAX
    } else {
        (1 << (8 * count)) - 1
    }
}
