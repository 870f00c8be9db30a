//! Places of observers to which one run of some code is like another.

use super::known::BY_ADDRESS;
use super::{KnownRun, KnownRuns, NOWHERE, Run, RunEnd};
use crate::isa::IsaDesc;
use rustc_hash::FxHashMap;

/// Numbers of [places](KnownRuns) that are nothing but addresses.
#[derive(Clone, Debug, Default)]
pub struct AddressPlaces {
    numbers: FxHashMap<u32, u32>,
    /// How many runs were learnt.
    learnt: u32,
}

impl AddressPlaces {
    /// The number of the place at an address. The loop can find it from now on, until it learns of
    /// another one that takes its room.
    fn number(&mut self, pc: u32, known: &mut KnownRuns) -> u32 {
        let number = self.numbers.entry(pc);
        let number = *number.or_insert_with(|| known.add_place());
        known.name_address(pc, number);
        number
    }

    /// The program is at `to`, after a run that was learnt.
    pub fn follow(&mut self, to: u32, known: &mut KnownRuns) {
        let next = self.number(to, known);
        known.go(next);
    }

    /// The program is at the place after this run. If it can be learnt, it is; then the answer is
    /// its number among all that were.
    pub fn learn(&mut self, run: &Run<'_>, desc: &IsaDesc, known: &mut KnownRuns) -> Option<u32> {
        let next = match run.end {
            RunEnd::Transfer(_) | RunEnd::Straight => self.number(run.to, known),
            RunEnd::Delayed(_) | RunEnd::Stop { .. } => NOWHERE,
        };
        known.go(next);
        let (&first, &last) = run.pcs().first().zip(run.pcs().last())?;
        if next == NOWHERE || known.len() >= KnownRuns::MOST {
            return None;
        }
        let from = self.number(first, known);
        let last = last | u32::from(run.end == RunEnd::Straight);
        if known.ending(from, last).next().is_some() {
            return None;
        }
        let learnt = self.learnt;
        self.learnt += 1;
        let next = match run.goes_one_way(desc) {
            true => next,
            false => BY_ADDRESS,
        };
        let mut new = KnownRun::new(last, next, learnt);
        new.counts = next == BY_ADDRESS;
        known.add(from, new);
        Some(learnt)
    }
}
