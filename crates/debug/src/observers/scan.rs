//! A quick look at a stretch of a run: where something watched may have happened last.
//!
//! It sees straight code only, and knows the code in which nothing watched can happen. What it
//! finds is a place to look at closely with a [`Watch`].

use super::{Watch, WatchedRange};
use machine::isa::{Reg, Role};
use machine::observe::{Observer, Run, RunEnd, RunSummary, Touch, Touches, TransferKind, Wants};

/// How much code is known; a power of two.
const KNOWN: usize = 1 << 12;

/// Looks at a stretch of a run.
pub(crate) struct Scan {
    /// What is looked for.
    pub(crate) watch: Watch,
    /// Straight code, by its first and last instruction, in which nothing is watched but memory.
    harmless: Vec<(u32, u32)>,
    /// The step at which the last code began in which something may have happened.
    pub(crate) last: Option<u64>,
    /// The step at which the code began that was reported last.
    step: u64,
}

impl Scan {
    /// Looks for what this observer would pause for.
    pub(crate) fn new(watch: Watch) -> Self {
        Scan {
            watch,
            harmless: vec![NOTHING; KNOWN],
            last: None,
            step: 0,
        }
    }

    #[inline(always)]
    fn place(first: u32, last: u32) -> usize {
        (first.wrapping_mul(31).wrapping_add(last) >> 1) as usize % KNOWN
    }
}

/// No code: an instruction has an even address.
const NOTHING: (u32, u32) = (1, 1);

impl Observer for Scan {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    #[inline(always)]
    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        let ends = (run.first, run.last);
        self.harmless[Self::place(run.first, run.last)] == ends && !self.watch.touched(run.touches)
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.step = run.steps;
        let harmless = self.watch.is_harmless(run);
        if !harmless || self.watch.touched(touches) {
            self.last = Some(run.steps);
        }
        let mark = match run.end {
            RunEnd::Transfer(_) => 0,
            RunEnd::Straight => 1,
            RunEnd::Delayed(_) | RunEnd::Stop { .. } => return,
        };
        if harmless && !run.is_empty() {
            let (first, last) = (run.at(0).pc, run.at(run.len() - 1).pc | mark);
            self.harmless[Self::place(first, last)] = (first, last);
        }
    }

    fn answer(&mut self, reg: Reg, _old: u64, _new: u64) {
        if self.watch.watches(Role::Write, reg) {
            self.last = Some(self.step);
        }
    }

    fn forget_code(&mut self) {
        self.harmless.fill(NOTHING);
    }
}

impl Watch {
    /// Whether straight code has accessed memory that is watched.
    #[inline(always)]
    fn touched(&self, touches: &Touches) -> bool {
        !self.ranges.is_empty() && self.touched_range(touches)
    }

    fn touched_range(&self, touches: &Touches) -> bool {
        let touches = (0..touches.len()).map_while(|index| touches.get(index));
        let last = |touch: &Touch| touch.address.wrapping_add(u32::from(touch.size()) - 1);
        let mut near =
            touches.filter(|touch| touch.address <= self.high && last(touch) >= self.low);
        near.any(|touch| {
            let counts = |range: &WatchedRange| {
                let inside = touch.address <= range.last && last(&touch) >= range.first;
                inside
                    && if touch.store() {
                        range.write
                    } else {
                        range.read
                    }
            };
            self.ranges.iter().any(counts)
        })
    }

    /// Whether this use of a register is watched.
    fn watches(&self, role: Role, reg: Reg) -> bool {
        let watched = match role {
            Role::Read => self.read,
            Role::Write => self.written,
            Role::Update => self.read | self.written,
        };
        watched.contains(reg)
    }

    /// Whether nothing in straight code is watched but memory.
    fn is_harmless(&self, run: &Run<'_>) -> bool {
        let transfer = match run.end {
            RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) => Some(transfer.kind),
            RunEnd::Straight | RunEnd::Stop { .. } => None,
        };
        let counts = matches!(transfer, Some(TransferKind::Call | TransferKind::Return));
        if self.transfers && counts {
            return false;
        }
        let told = run.len() + usize::from(run.has_begun());
        (0..told).all(|index| {
            let at = run.at(index);
            let is_call = self.is_call.get(usize::from(at.row)) == Some(&true);
            let row = self
                .desc
                .and_then(|desc| desc.rows.get(usize::from(at.row)));
            let mut registers = row.into_iter().flat_map(|row| {
                let named = row.operand_registers(at.insn);
                let implicit = row.implicit.iter().map(|(reg, role)| (*role, *reg));
                named.map(|(_, role, reg)| (role, reg)).chain(implicit)
            });
            let watched = self.points.contains(at.pc)
                || is_call && self.around_calls
                || registers.any(|(role, reg)| self.watches(role, reg));
            !watched
        })
    }
}
