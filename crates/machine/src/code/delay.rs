//! Branches whose delay slot goes first.

use super::{After, Decoder, EXACTLY, LATCH, NOTHING};
use crate::isa::{Bank, Class, Decoded, Insn, Reg, Role, Row};

/// How a branch and the instruction in its delay slot depend on each other.
enum Dependence {
    /// Not at all: the slot can go first.
    None,
    /// The slot changes what the branch reads.
    Latch,
    /// In another way.
    Other,
}

impl Decoder<'_> {
    /// Adds a branch with the instruction of its delay slot before it. All get the address of the
    /// branch: that is where to begin again if the slot's instruction cannot be carried out.
    pub(super) fn branch_after_slot(&mut self, pc: u32, branch: &Decoded) -> After {
        let slot_pc = pc.wrapping_add(4);
        let slot = match self.fetch.decode(self.memory, slot_pc) {
            Ok(slot) if self.in_piece(slot_pc) && !self.code.stops_at(slot_pc) => slot,
            _ => return self.hand_over(pc),
        };
        let rows = self.fetch.desc.rows;
        let (branch_row, slot_row) = (&rows[branch.row], &rows[slot.row]);
        let goes_elsewhere = slot_row.has_delay_slot() || slot_row.class == Class::System;
        let is_left = self.fetch.hands_over(slot_row);
        if goes_elsewhere || is_left || branch_row.class == Class::LikelyBranch {
            return self.hand_over(pc);
        }
        let dependence = dependence((branch_row, branch.word), (slot_row, slot.word));
        if let Dependence::Other = dependence {
            return self.hand_over(pc);
        }
        self.memory.note_decoded(slot_pc, 4);
        let insn = branch_row.predecode(branch.word, pc);
        if let Dependence::Latch = dependence {
            let (rs1, rs2) = (insn.rs1, insn.rs2);
            let latch = Insn {
                handler: LATCH,
                rs1,
                rs2,
                ..NOTHING
            };
            self.push(pc, latch);
        }
        self.add(pc, &slot);
        self.add(pc, branch);
        if let Dependence::Latch = dependence
            && let Some(branch) = self.code.slots.last_mut()
        {
            (branch.rs1, branch.rs2) = (Insn::LATCH, Insn::LATCH + 1);
        }
        match branch_row.leaves(branch.word) {
            true => After::End,
            false => After::Next(8),
        }
    }

    fn hand_over(&mut self, pc: u32) -> After {
        self.glue(pc, EXACTLY, 0);
        After::End
    }
}

fn dependence(branch: (&Row, u32), slot: (&Row, u32)) -> Dependence {
    let meets = |a: (&Row, u32), a_role, b: (&Row, u32), b_role| {
        a.0.registers(a.1, a_role)
            .filter(|&reg| reg != Reg(0))
            .any(|reg| b.0.registers(b.1, b_role).any(|other| other == reg))
    };
    if meets(branch, Role::Write, slot, Role::Read) || meets(branch, Role::Write, slot, Role::Write)
    {
        return Dependence::Other;
    }
    if !meets(branch, Role::Read, slot, Role::Write) {
        return Dependence::None;
    }
    let mut read = branch.0.registers(branch.1, Role::Read);
    match read.all(|reg| reg.bank() == Bank::Int) {
        true => Dependence::Latch,
        false => Dependence::Other,
    }
}
