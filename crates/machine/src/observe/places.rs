//! Places of observers to which one run of some code is like another.

use super::{KnownRun, KnownRuns, NOWHERE, Run, RunEnd};
use crate::isa::IsaDesc;
use rustc_hash::FxHashMap;

/// Numbers of [places](KnownRuns) that are nothing but addresses.
#[derive(Clone, Debug)]
pub struct AddressPlaces {
    numbers: FxHashMap<u32, u32>,
    /// What was looked up last, by some bits of the address.
    recent: [(u32, u32); RECENT],
    /// For each run that was learnt, the place after it, if that is always the same.
    after: Vec<u32>,
}

const RECENT: usize = 256;

impl Default for AddressPlaces {
    fn default() -> Self {
        AddressPlaces {
            numbers: FxHashMap::default(),
            // No code has an odd address.
            recent: [(1, NOWHERE); RECENT],
            after: Vec::new(),
        }
    }
}

impl AddressPlaces {
    /// The number of the place at an address.
    #[inline(always)]
    pub fn number(&mut self, pc: u32, known: &mut KnownRuns) -> u32 {
        let index = (pc >> 1) as usize % RECENT;
        let (found, number) = self.recent[index];
        if found == pc {
            return number;
        }
        let number = self.numbers.entry(pc);
        let number = *number.or_insert_with(|| known.add_place());
        self.recent[index] = (pc, number);
        number
    }

    /// The program is at the place after a run, and at `to`; the run was learnt as this one.
    #[inline(always)]
    pub fn follow(&mut self, learnt: u32, to: u32, known: &mut KnownRuns) {
        let next = match self.after.get(learnt as usize) {
            Some(&next) if next != NOWHERE => next,
            _ => self.number(to, known),
        };
        known.go(next);
    }

    /// The program is at the place after this run. If it can be learnt, it is; then the answer is
    /// its number among all that were. `asks`: the observer wants to be asked about it.
    pub fn learn(
        &mut self,
        run: &Run<'_>,
        desc: &IsaDesc,
        asks: bool,
        known: &mut KnownRuns,
    ) -> Option<u32> {
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
        let one_way = run.goes_one_way(desc);
        let learnt = self.after.len() as u32;
        self.after.push(if one_way { next } else { NOWHERE });
        let mut new = KnownRun::new(last, next, learnt);
        new.asks = asks || !one_way;
        known.add(from, new);
        Some(learnt)
    }
}
