//! A quick look at a stretch of a run: where something watched may have happened, last or next.
//!
//! It sees straight code only, and knows the code in which nothing watched can happen. What it
//! finds is a place to look at closely with a [`Watch`].

use super::{Watch, WatchedRange};
use machine::isa::{Reg, Role};
use machine::observe::{
    AddressPlaces, KnownRuns, NOWHERE, Observer, Recalled, Run, RunEnd, Touch, Touches,
    TransferKind, Wants,
};
use machine::run::Registers;

/// Looks at a stretch of a run.
pub(crate) struct Scan {
    /// What is looked for.
    pub(crate) watch: Watch,
    /// Pauses the run after code in which something may have happened.
    pub(crate) pauses: bool,
    /// The step at which the last code began in which something may have happened. If that can only
    /// be a call of the environment, the step of the call, which is not made yet.
    pub(crate) last: Option<u64>,
    /// The step at which the code began that was reported last.
    step: u64,
    /// Straight code in which nothing is watched but memory.
    harmless: KnownRuns,
    places: AddressPlaces,
    is_lent: bool,
}

impl Scan {
    /// Looks for what this observer would pause for.
    pub(crate) fn new(watch: Watch) -> Self {
        Scan {
            watch,
            pauses: false,
            last: None,
            step: 0,
            harmless: KnownRuns::default(),
            places: AddressPlaces::default(),
            is_lent: false,
        }
    }
}

impl Observer for Scan {
    fn wants(&self) -> Wants {
        match self.pauses {
            true => Wants::RUNS.and_pauses(),
            false => Wants::RUNS,
        }
    }

    fn wants_pause(&mut self) -> bool {
        self.last.is_some()
    }

    fn enter_loop(&mut self, touches: &mut Touches) {
        if self.harmless.len() >= KnownRuns::MOST {
            self.forget_code();
        }
        touches.known = std::mem::take(&mut self.harmless);
        if !self.watch.ranges.is_empty() {
            // An access may begin up to seven bytes before.
            let first = self.watch.low.saturating_sub(7);
            let bytes = u64::from(self.watch.high) + 1 - u64::from(first);
            touches.guard(first, bytes);
        }
        self.is_lent = true;
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        self.harmless = std::mem::take(&mut touches.known);
        self.harmless.go(NOWHERE);
        self.is_lent = false;
    }

    fn recalls(
        &mut self,
        _data: u32,
        to: u32,
        _registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        if self.watch.touched(touches) {
            return Recalled::No;
        }
        self.places.follow(to, &mut touches.known);
        touches.clear();
        Recalled::Yes
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.step = run.steps;
        let all = run.len() + usize::from(run.has_begun());
        let mut harmless = self.watch.is_harmless(run, all);
        if !harmless && run.has_begun() && self.watch.is_harmless(run, run.len()) {
            self.last = Some(run.steps + run.len() as u64);
        } else if !harmless {
            self.last = Some(run.steps);
        }
        if self.watch.touched(touches) {
            harmless = false;
            self.last = Some(run.steps);
        }
        match self.watch.desc.filter(|_| self.is_lent) {
            Some(desc) if harmless => {
                self.places.learn(run, desc, &mut touches.known);
            }
            _ => touches.known.go(NOWHERE),
        }
    }

    fn answer(&mut self, reg: Reg, _old: u64, _new: u64) {
        if self.watch.watches(Role::Write, reg) {
            self.last = Some(self.step);
        }
    }

    fn forget_code(&mut self) {
        self.harmless = KnownRuns::default();
        self.places = AddressPlaces::default();
    }
}

impl Watch {
    /// Whether straight code has accessed memory that is watched.
    #[inline(always)]
    fn touched(&self, touches: &Touches) -> bool {
        !self.ranges.is_empty() && self.touched_range(touches)
    }

    fn touched_range(&self, touches: &Touches) -> bool {
        let last = |touch: &Touch| touch.address.wrapping_add(u32::from(touch.size()) - 1);
        let mut near = touches
            .iter()
            .filter(|touch| touch.address <= self.high && last(touch) >= self.low);
        near.any(|touch| {
            let counts = |range: &WatchedRange| {
                let inside = touch.address <= range.last && last(touch) >= range.first;
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

    /// Whether nothing in the first so many instructions of straight code, nor at its end, is watched
    /// but memory.
    fn is_harmless(&self, run: &Run<'_>, instructions: usize) -> bool {
        let transfer = match run.end {
            RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) => Some(transfer.kind),
            RunEnd::Straight | RunEnd::Stop { .. } => None,
        };
        let counts = matches!(transfer, Some(TransferKind::Call | TransferKind::Return));
        if self.transfers && counts {
            return false;
        }
        (0..instructions).all(|index| {
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
