//! Conditions of hits that can be decided without stopping the run: those that read registers alone.

use super::watch::Hit;
use crate::expr::{Binary, Expr, ExprState};
use machine::isa::{Bank, IsaDesc, Reg};
use machine::memory::Memory;
use machine::observe::At;
use machine::run::Registers;

/// The conditions, and the registers that they are about.
#[derive(Default)]
pub(super) struct HitFilter {
    conditions: Vec<(u32, HitCondition)>,
    desc: Option<&'static IsaDesc>,
    registers: Registers,
    memory: Memory,
}

/// When a hit counts.
enum HitCondition {
    /// A register compares with a number in this way: what most conditions are.
    Compares(Reg, Binary, i32),
    /// This holds.
    Holds(Expr),
}

impl HitCondition {
    fn of(condition: &Expr, desc: Option<&'static IsaDesc>) -> Self {
        let Expr::Binary(operator, a, b) = condition else {
            return HitCondition::Holds(condition.clone());
        };
        // An address has no sign.
        let is_plain =
            |reg: Reg| reg.bank() == Bank::Int && desc.is_some_and(|desc| desc.abi.sp != reg);
        let compares = matches!(
            operator,
            Binary::Equal
                | Binary::Unequal
                | Binary::Less
                | Binary::LessEqual
                | Binary::Greater
                | Binary::GreaterEqual
        );
        match (&**a, &**b) {
            (Expr::Register(reg), Expr::Number(number)) if compares && is_plain(*reg) => {
                match i32::try_from(*number) {
                    Ok(number) => HitCondition::Compares(*reg, *operator, number),
                    Err(_) => HitCondition::Holds(condition.clone()),
                }
            }
            _ => HitCondition::Holds(condition.clone()),
        }
    }

    fn holds(&self, state: &ExprState<'_>) -> bool {
        let (value, operator, number) = match self {
            HitCondition::Holds(expr) => return expr.holds(state),
            HitCondition::Compares(reg, operator, number) => {
                (state.registers.get(*reg) as i32, operator, *number)
            }
        };
        match operator {
            Binary::Equal => value == number,
            Binary::Unequal => value != number,
            Binary::Less => value < number,
            Binary::LessEqual => value <= number,
            Binary::Greater => value > number,
            _ => value >= number,
        }
    }
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
            self.conditions
                .push((id, HitCondition::of(condition, self.desc)));
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
            condition.is_none_or(|(_, condition)| condition.holds(&state))
        });
    }
}
