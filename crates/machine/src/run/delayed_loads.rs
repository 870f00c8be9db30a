//! Delayed loads: what a load gets is in its register one instruction later.
//!
//! The loops know nothing of it. A machine that delays loads runs one instruction at a time, and what
//! a load has put into its register is taken out again and kept for one step. This is slow, and costs
//! nothing where it is off.

use super::loops::Seen;
use super::{Isa, Machine, Stop};
use crate::isa::{Bank, Class, OperandKind, Reg};

/// Whether loads are delayed, and the one that is on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LoadDelay {
    pub(super) is_on: bool,
    pub(super) pending: Option<PendingLoad>,
}

/// What a load got.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingLoad {
    register: Reg,
    value: u64,
    /// The step after which the register has it.
    due: u64,
}

impl Machine {
    /// Whether what a load gets is in its register one instruction later.
    pub fn delay_loads(&mut self, delay: bool) {
        self.load_delay = LoadDelay {
            is_on: delay,
            pending: None,
        };
    }

    /// Runs at most `fuel` instructions, one by one.
    pub(super) fn run_delaying<I: Isa>(&mut self, seen: &mut Seen<'_>, fuel: u64) -> Stop {
        for _ in 0..fuel {
            self.finish_load();
            let target = self.loaded_register();
            let (step, old) = (self.steps, target.map(|reg| self.registers.get(reg)));
            let stop = self.run_loop::<I>(seen, 1);
            if self.steps == step {
                return stop;
            }
            let new = target.map(|reg| self.registers.get(reg));
            if let (Some(register), Some(old), Some(value)) = (target, old, new) {
                self.registers.set(register, old);
                self.finish_load();
                let due = self.steps + 1;
                self.load_delay.pending = Some(PendingLoad {
                    register,
                    value,
                    due,
                });
            }
            if stop != Stop::OutOfFuel {
                return stop;
            }
        }
        self.finish_load();
        Stop::OutOfFuel
    }

    /// Puts what a load got into its register, if that is due.
    fn finish_load(&mut self) {
        let pending = self.load_delay.pending;
        if let Some(load) = pending.filter(|load| load.due <= self.steps) {
            self.registers.set(load.register, load.value);
            self.load_delay.pending = None;
        }
    }

    /// The integer register that the instruction at the program counter loads.
    fn loaded_register(&self) -> Option<Reg> {
        let decoded = self.desc().decode_any(self.word_at(self.pc))?;
        let row = self.desc().rows.get(decoded.row)?;
        let target = row.operands.first()?;
        match target.kind {
            OperandKind::Register {
                bank: Bank::Int, ..
            } if row.class == Class::Load => {
                let insn = row.predecode(decoded.word, self.pc);
                Some(Reg(insn.rd)).filter(|reg| reg.0 < 32)
            }
            _ => None,
        }
    }
}
