//! Conditions of hits that can be decided without stopping the run: those that read registers, and the
//! memory that is watched.

use super::watch::{Hit, WatchedAccess, WatchedRange};
use crate::expr::{Binary, Expr, ExprState, Width};
use machine::isa::{Bank, IsaDesc, Reg};
use machine::memory::{Memory, Region};
use machine::observe::{At, MemoryAccess};
use machine::run::Registers;

/// So much watched memory is kept for conditions.
const MOST_BYTES: u64 = 64;

/// The conditions, and what they are about.
#[derive(Default)]
pub(super) struct HitFilter {
    conditions: Vec<(u32, HitCondition)>,
    desc: Option<&'static IsaDesc>,
    big_endian: bool,
    registers: Registers,
    /// What is watched, as far as conditions read it.
    memory: Memory,
    ranges: Vec<WatchedRange>,
    /// The last store, which is not in that memory yet.
    stored: Option<MemoryAccess>,
}

/// When a hit counts.
enum HitCondition {
    /// A register compares with a number in this way: what most conditions are.
    Register(Reg, Comparison),
    /// What was watched compares with a number, or else this is to be computed.
    Memory(u32, Width, Comparison, Expr),
    /// This holds.
    Holds(Expr),
}

/// A comparison with a number.
#[derive(Clone, Copy)]
struct Comparison {
    operator: Binary,
    number: i32,
}

impl Comparison {
    /// A comparison of numbers with a sign.
    fn of(operator: Binary, number: &Expr) -> Option<Self> {
        let compares = matches!(
            operator,
            Binary::Equal
                | Binary::Unequal
                | Binary::Less
                | Binary::LessEqual
                | Binary::Greater
                | Binary::GreaterEqual
        );
        match number {
            Expr::Number(number) if compares => {
                let number = i32::try_from(*number).ok()?;
                Some(Comparison { operator, number })
            }
            _ => None,
        }
    }

    fn holds(self, value: i32) -> bool {
        match self.operator {
            Binary::Equal => value == self.number,
            Binary::Unequal => value != self.number,
            Binary::Less => value < self.number,
            Binary::LessEqual => value <= self.number,
            Binary::Greater => value > self.number,
            _ => value >= self.number,
        }
    }
}

impl HitCondition {
    fn of(condition: &Expr, desc: Option<&'static IsaDesc>) -> Self {
        let general = || HitCondition::Holds(condition.clone());
        let Expr::Binary(operator, left, right) = condition else {
            return general();
        };
        let Some(comparison) = Comparison::of(*operator, right) else {
            return general();
        };
        match &**left {
            // The stack pointer has no sign.
            Expr::Register(reg)
                if reg.bank() == Bank::Int && desc.is_some_and(|desc| desc.abi.sp != *reg) =>
            {
                HitCondition::Register(*reg, comparison)
            }
            Expr::Load(width, address) => match address.fixed() {
                Some(address) => {
                    HitCondition::Memory(address, *width, comparison, condition.clone())
                }
                None => general(),
            },
            _ => general(),
        }
    }

    /// Whether it holds, as far as that shows without memory.
    fn holds_at_once(&self, hit: &Hit, registers: &Registers) -> Option<bool> {
        match (self, &hit.access) {
            (HitCondition::Register(reg, comparison), _) => {
                Some(comparison.holds(registers.get(*reg) as i32))
            }
            (HitCondition::Memory(address, width, comparison, _), WatchedAccess::Memory(part))
                if part.address == *address && u32::from(part.size) == width.size() =>
            {
                Some(comparison.holds(width.cut(part.new as i64) as i32))
            }
            _ => None,
        }
    }

    fn expr(&self) -> Option<&Expr> {
        match self {
            HitCondition::Register(..) => None,
            HitCondition::Memory(_, _, _, expr) | HitCondition::Holds(expr) => Some(expr),
        }
    }
}

impl HitFilter {
    /// For a machine of this instruction set.
    pub(super) fn new(desc: &'static IsaDesc, big_endian: bool) -> Self {
        HitFilter {
            desc: Some(desc),
            big_endian,
            ..HitFilter::default()
        }
    }

    /// Hits of the stop with this number count only under this condition.
    pub(super) fn add(&mut self, id: u32, condition: &Expr) {
        let condition = HitCondition::of(condition, self.desc);
        self.conditions.push((id, condition));
    }

    /// Once it is known what is watched: a condition that reads anything else is left to others.
    pub(super) fn prepare(&mut self, ranges: &[WatchedRange]) {
        // All of it is read again at every pause.
        let bytes = ranges
            .iter()
            .map(|range| u64::from(range.last - range.first) + 1);
        let is_small = bytes.sum::<u64>() <= MOST_BYTES;
        let is_watched = |first: u32, size: u32| {
            let last = first.saturating_add(size - 1);
            let inside = |range: &WatchedRange| first >= range.first && last <= range.last;
            is_small && ranges.iter().any(inside)
        };
        self.conditions.retain(|(_, condition)| {
            let expr = condition.expr();
            expr.is_none_or(|expr| expr.reads_only(&is_watched))
        });
        let reads = |(_, condition): &(u32, HitCondition)| {
            let expr = condition.expr();
            expr.is_some_and(|expr| !expr.reads_only(&|_, _| false))
        };
        if self.conditions.iter().any(reads) {
            self.ranges = ranges.to_vec();
            for range in ranges {
                self.memory.add_region(Region {
                    first: range.first,
                    last: range.last,
                    read: true,
                    write: true,
                });
            }
        }
    }

    /// The run goes on with these values.
    pub(super) fn see(&mut self, registers: &Registers, memory: &Memory) {
        if self.conditions.is_empty() {
            return;
        }
        self.registers.clone_from(registers);
        self.stored = None;
        for range in &self.ranges {
            for at in range.first..=range.last {
                // It is there: it was added.
                let _ = self.memory.write_host(at, &[memory.peek(at)]);
            }
        }
    }

    /// A register was written.
    #[inline(always)]
    pub(super) fn register(&mut self, reg: Reg, value: u64) {
        if !self.conditions.is_empty() {
            self.registers.set(reg, value);
        }
    }

    /// Memory near what is watched was written.
    #[inline(always)]
    pub(super) fn store(&mut self, access: &MemoryAccess) {
        if self.ranges.is_empty() {
            return;
        }
        let same = |last: &MemoryAccess| (last.address, last.size) == (access.address, access.size);
        if !self.stored.as_ref().is_none_or(same) {
            self.carry_out();
        }
        self.stored = Some(*access);
    }

    /// Puts the last store into memory.
    fn carry_out(&mut self) {
        let Some(access) = self.stored.take() else {
            return;
        };
        for k in 0..access.size {
            let below = match self.big_endian {
                true => access.size - 1 - k,
                false => k,
            };
            let byte = (access.new >> (8 * below)) as u8;
            // What is beside a range cannot be written, and nobody reads it.
            let at = access.address.wrapping_add(k.into());
            let _ = self.memory.write_host(at, &[byte]);
        }
    }

    /// Before an instruction: drops hits whose condition does not hold.
    #[cold]
    pub(super) fn retain(&mut self, hits: &mut Vec<Hit>, at: &At) {
        let Some(desc) = self.desc.filter(|_| !self.conditions.is_empty()) else {
            return;
        };
        let of = |conditions: &[(u32, HitCondition)], hit: &Hit| {
            conditions.iter().position(|(id, _)| *id == hit.id)
        };
        hits.retain(|hit| {
            let Some(index) = of(&self.conditions, hit) else {
                return true;
            };
            let known = self.conditions[index].1.holds_at_once(hit, &self.registers);
            known.unwrap_or_else(|| {
                self.carry_out();
                let state = ExprState {
                    registers: &self.registers,
                    memory: &self.memory,
                    machine: None,
                    pc: at.pc,
                    step: at.step,
                    big_endian: self.big_endian,
                    desc,
                };
                let expr = self.conditions[index].1.expr();
                expr.is_none_or(|expr| expr.holds(&state))
            })
        });
    }
}
