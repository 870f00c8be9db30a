//! A function as its instructions are in the image: what a message can say about its code besides
//! what a run showed.

use crate::effect::{LoadOrStore, RowEffect, effect, registers};
use crate::text::Text;
use machine::isa::{IsaDesc, Meaning, Reg, RegisterSet, Role, Row};
use std::ops::ControlFlow;

/// The instructions that lead from the entry of a function to its ends, by address.
pub(crate) struct FunctionBody {
    sp: Reg,
    steps: Vec<BodyStep>,
}

/// An instruction of a function.
pub(crate) struct BodyStep {
    /// Where it is.
    pub pc: u32,
    reads: RegisterSet,
    writes: RegisterSet,
    effect: RowEffect,
    row: &'static Row,
    word: u32,
    /// Whether it is a call.
    pub is_call: bool,
    /// Whether control never continues after it.
    leaves: bool,
}

/// An instruction that moves the stack pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackMove {
    /// Where it is.
    pub pc: u32,
    /// By how many bytes, if the code says so: below zero if it takes room.
    pub by: Option<i32>,
}

impl FunctionBody {
    /// The function that begins at an address; others begin at these, in order.
    pub(crate) fn of(text: &Text, desc: &'static IsaDesc, entry: u32, others: &[u32]) -> Self {
        let mut steps = Vec::new();
        let is_other = |pc: u32| others.binary_search(&pc).is_ok();
        let _ = text.walk(entry, &is_other, |pc, found| {
            let (row, word) = (found.row, found.word);
            steps.push(BodyStep {
                pc,
                reads: registers(desc, row, word, Role::Read),
                writes: registers(desc, row, word, Role::Write),
                effect: effect(desc, row, word, pc),
                row,
                word,
                is_call: text.is_call(found),
                leaves: text.leaves(found),
            });
            ControlFlow::Continue(())
        });
        steps.sort_by_key(|step| step.pc);
        FunctionBody {
            sp: desc.abi.sp,
            steps,
        }
    }

    /// The registers that it names.
    pub(crate) fn used(&self) -> RegisterSet {
        let used = self.steps.iter().map(|step| step.reads | step.writes);
        used.fold(RegisterSet::EMPTY, |all, used| all | used)
    }

    /// Whether it calls anything.
    pub(crate) fn has_calls(&self) -> bool {
        self.steps.iter().any(|step| step.is_call)
    }

    /// What moves the stack pointer, by address.
    pub(crate) fn moves(&self) -> Vec<StackMove> {
        let steps = self.steps.iter().enumerate();
        let moves = steps.filter(|(_, step)| step.writes.contains(self.sp) && !step.is_call);
        moves
            .map(|(k, step)| StackMove {
                pc: step.pc,
                by: self.moved_by(k),
            })
            .collect()
    }

    /// The size of its frame, if one instruction makes it.
    pub(crate) fn frame(&self) -> Option<(StackMove, u32)> {
        let moves = self.moves().into_iter();
        let mut takes = moves.filter(|one| one.by.is_none_or(|by| by < 0));
        let (first, second) = (takes.next()?, takes.next());
        let size = first.by.filter(|_| second.is_none())?;
        Some((first, size.unsigned_abs()))
    }

    /// Whether it uses places above its own frame: arguments on the stack.
    pub(crate) fn reads_above(&self, frame: u32) -> bool {
        let accesses = self.steps.iter().filter_map(|step| step.access());
        let mut on_stack = accesses.filter(|access| access.base == self.sp);
        on_stack.any(|access| i64::from(access.offset) >= i64::from(frame))
    }

    /// By how much an instruction that writes the stack pointer moves it.
    fn moved_by(&self, index: usize) -> Option<i32> {
        let step = &self.steps[index];
        if let RowEffect::Add { rs, number, .. } = step.effect
            && rs == self.sp
        {
            return Some(number);
        }
        // `subu $sp, $sp, 16` of MARS: the number is in a register of the assembler.
        let other = (step.reads - step.writes)
            .iter()
            .find(|reg| *reg != self.sp)?;
        let before = self.steps.get(index.checked_sub(1)?)?;
        let RowEffect::Constant { rd, value } = before.effect else {
            return None;
        };
        let first = step.row.registers(step.word, Role::Read).next()?;
        match step.row.meaning {
            Meaning::Add if rd == other => Some(value as i32),
            Meaning::Subtract if rd == other && first == self.sp => (value as i32).checked_neg(),
            _ => None,
        }
    }

    /// The straight code that ends at an instruction, the last one first.
    fn back_from(&self, pc: u32) -> impl Iterator<Item = &BodyStep> {
        let end = self.steps.partition_point(|step| step.pc <= pc);
        let mut steps = self.steps[..end].iter().rev();
        let last = steps.next();
        last.into_iter()
            .chain(steps.take_while(|step| !step.leaves))
    }

    /// What moves the stack pointer in the straight code before an instruction.
    pub(crate) fn moves_before(&self, pc: u32) -> Vec<StackMove> {
        let straight: Vec<u32> = self.back_from(pc).map(|step| step.pc).collect();
        let mut moves = self.moves();
        moves.retain(|one| one.pc != pc && straight.contains(&one.pc));
        moves
    }

    /// The call before an instruction after which nothing writes a register any more.
    pub(crate) fn lost_in_call(&self, pc: u32, reg: Reg) -> Option<u32> {
        let mut before = self.back_from(pc).skip(1);
        let last = before.find(|step| step.is_call || step.writes.contains(reg))?;
        last.is_call.then_some(last.pc)
    }

    /// The first instruction after another one to which it matters that a register was written: it
    /// reads it, is a call, or ends the function; and in which way.
    pub(crate) fn next_use(&self, pc: u32, reg: Reg) -> Option<(u32, &'static str)> {
        let mut after = self.steps.iter().filter(|step| step.pc > pc);
        after.find_map(|step| {
            let sees = match step {
                step if step.reads.contains(reg) => "reads it",
                step if step.is_call => "the function that is called here finds it changed",
                step if step.leaves => "the function ends with it",
                _ => return None,
            };
            Some((step.pc, sees))
        })
    }

    /// The last instruction before another one that writes a register.
    pub(crate) fn last_write(&self, pc: u32, reg: Reg) -> Option<u32> {
        let before = self.steps.iter().take_while(|step| step.pc < pc);
        let writes = before.filter(|step| step.writes.contains(reg));
        writes.last().map(|step| step.pc)
    }

    /// A store before a return that may be meant to be the load: the register was stored at the
    /// same place before.
    pub(crate) fn store_for_load(&self, pc: u32, reg: Reg) -> Option<(u32, LoadOrStore)> {
        let saves = |step: &BodyStep| match step.effect {
            RowEffect::Store(access) if access.reg == reg && access.base == self.sp => Some(access),
            _ => None,
        };
        // What is loaded after all was stored for another reason.
        let mut before = self
            .back_from(pc)
            .take_while(|step| !step.writes.contains(reg));
        let (at, access) = before.find_map(|step| Some((step.pc, saves(step)?)))?;
        let earlier = self.steps.iter().take_while(|step| step.pc < at);
        let mut earlier = earlier.filter_map(saves);
        earlier
            .any(|other| other.offset == access.offset)
            .then_some((at, access))
    }
}

impl BodyStep {
    fn access(&self) -> Option<LoadOrStore> {
        match self.effect {
            RowEffect::Load(access) | RowEffect::Store(access) => Some(access),
            _ => None,
        }
    }
}
