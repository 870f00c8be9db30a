//! Conditions of hits that can be decided without stopping the run: those that read registers alone.

use super::watch::Hit;
use crate::expr::{Expr, ExprState};
use machine::isa::{IsaDesc, Reg};
use machine::memory::Memory;
use machine::observe::At;
use machine::run::Registers;

/// The conditions, and the registers that they are about.
#[derive(Default)]
pub(super) struct HitFilter {
    conditions: Vec<(u32, Expr)>,
    desc: Option<&'static IsaDesc>,
    registers: Registers,
    memory: Memory,
}

impl HitFilter {
    /// For a machine of this instruction set.
    pub(super) fn new(desc: &'static IsaDesc) -> Self {
        HitFilter {
            desc: Some(desc),
            ..HitFilter::default()
        }
    }

    /// Hits of the stop with this number count only under this condition. One that reads anything but
    /// registers is left to others.
    pub(super) fn add(&mut self, id: u32, condition: &Expr) {
        if condition.reads_registers_alone() {
            self.conditions.push((id, condition.clone()));
        }
    }

    /// The run begins with these registers.
    pub(super) fn begin(&mut self, registers: &Registers) {
        if !self.conditions.is_empty() {
            self.registers.clone_from(registers);
        }
    }

    /// A register was written.
    #[inline(always)]
    pub(super) fn register(&mut self, reg: Reg, value: u64) {
        if !self.conditions.is_empty() {
            self.registers.set(reg, value);
        }
    }

    /// Before an instruction: drops hits whose condition does not hold.
    #[cold]
    pub(super) fn retain(&self, hits: &mut Vec<Hit>, at: &At) {
        let Some(desc) = self.desc.filter(|_| !self.conditions.is_empty()) else {
            return;
        };
        let state = ExprState {
            registers: &self.registers,
            memory: &self.memory,
            machine: None,
            pc: at.pc,
            step: at.step,
            big_endian: false,
            desc,
        };
        hits.retain(|hit| {
            let condition = self.conditions.iter().find(|(id, _)| *id == hit.id);
            condition.is_none_or(|(_, expr)| expr.holds(&state))
        });
    }
}
