//! Forgetting just those instructions that were overwritten.
//!
//! An instruction may be in several slots: its own, to which jumps lead, and those of runs that took
//! it over. All of them become glue that leaves the loop, and once the instruction is decoded again,
//! glue that goes on at its new slot. So jumps to the old slots still work.

use super::{DecodedCode, GOTO, LEAVE, NOTHING};
use crate::isa::Insn;

/// The longest way from the first byte of what one slot runs to its last: a branch with the
/// instruction in its delay slot.
const REACH: u32 = 7;

/// How many slots of forgotten instructions are kept, at most: then all code is decoded anew.
const MOST_FORGOTTEN: usize = 1 << 12;

impl DecodedCode {
    /// Forgets the instructions in `first..=last`, which was overwritten. `unfuse` gives the first of
    /// what a handler runs in one go.
    pub(crate) fn forget(&mut self, first: u32, last: u32, unfuse: fn(u8) -> u8) {
        if self.forgotten > MOST_FORGOTTEN {
            self.clear();
            return;
        }
        for (pc, slot) in self.copies.drain(..) {
            self.others.entry(pc).or_default().push(slot);
        }
        for piece in 0..self.pieces.len() {
            let (start, end) = (self.pieces[piece].first, self.pieces[piece].last);
            let from = first.saturating_sub(REACH).max(start);
            // From one half-word of the piece to the next.
            let from = start + (from - start).next_multiple_of(2);
            for pc in (from..=last.min(end)).step_by(2) {
                self.forget_instruction(piece, pc, unfuse);
            }
        }
    }

    fn forget_instruction(&mut self, piece: usize, pc: u32, unfuse: fn(u8) -> u8) {
        let Some(own) = self.pieces[piece].take_slot(pc) else {
            return;
        };
        let others = self.others.entry(pc).or_default();
        others.push(own);
        self.forgotten += 1;
        for &slot in others.iter() {
            let slot = slot as usize;
            self.slots[slot] = Insn {
                handler: LEAVE,
                imm: pc as i32,
                ..NOTHING
            };
            // Runs of two or three that end here are no longer done in one go.
            for before in &mut self.slots[slot.saturating_sub(2)..slot] {
                before.handler = unfuse(before.handler);
            }
        }
    }

    /// Leads from where an instruction was forgotten to its new slot.
    pub(super) fn lead_to(&mut self, pc: u32, new: u32) {
        let Some(others) = self.others.get(&pc) else {
            return;
        };
        for &slot in others {
            let old = &mut self.slots[slot as usize];
            if old.handler == LEAVE {
                (old.handler, old.imm) = (GOTO, new as i32);
            }
        }
    }
}
