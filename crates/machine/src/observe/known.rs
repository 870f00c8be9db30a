//! Straight code that an observer of runs knows, and what comes after it.
//!
//! An observer that would learn nothing from a run it has seen before says so here, and the loop
//! then goes on without asking it. What is known is a graph. A *place* is a point between two runs:
//! an address, and whatever else the observer distinguishes. From a place, the address of a run's
//! last instruction leads to the next place.

/// A run that begins at some place.
#[derive(Clone, Copy, Debug)]
pub struct KnownRun {
    /// The address of its last instruction; odd if no jump ended the run.
    pub last: u32,
    /// The place after it.
    pub next: u32,
    /// Whether the observer wants to be asked each time ([`super::Observer::recalls`]).
    pub asks: bool,
    /// Whether the loop also counts open calls, or the place after it is not always the same.
    pub(crate) counts: bool,
    /// What the observer makes of it.
    pub data: u32,
    /// How many calls deeper it leads, if that is counted.
    pub deeper: i8,
    /// The address and the place where the call that ends it returns to; no place if none does.
    pub(crate) back: (u32, u32),
    /// How often it has run without being shown to the observer.
    pub count: u64,
    /// Another run that begins at the same place.
    other: u32,
}

impl KnownRun {
    /// A run with this last instruction that leads to a place.
    pub fn new(last: u32, next: u32, data: u32) -> Self {
        KnownRun {
            last,
            next,
            asks: false,
            counts: false,
            data,
            deeper: 0,
            back: (0, NOWHERE),
            count: 0,
            other: NOWHERE,
        }
    }

    /// The same with a call at its end, which returns to this address, at this place.
    pub fn calling(self, address: u32, place: u32) -> Self {
        KnownRun {
            counts: true,
            deeper: 1,
            back: (address, place),
            ..self
        }
    }

    /// A run that ends with a return to where the last open call was made.
    pub fn returning(last: u32, data: u32) -> Self {
        KnownRun {
            counts: true,
            deeper: -1,
            ..KnownRun::new(last, BY_RETURN, data)
        }
    }
}

/// No place.
pub const NOWHERE: u32 = u32::MAX;

/// Whichever place is at the address where control goes ([`KnownRuns::name_address`]).
pub(super) const BY_ADDRESS: u32 = u32::MAX - 1;

/// Wherever the last open call returns to ([`KnownRuns::open`]), if control is there.
const BY_RETURN: u32 = u32::MAX - 2;

/// No instruction has this address, and no straight code ends there.
const VACANT: u32 = u32::MAX - 1;

/// What an observer knows, and the place where the program is.
#[derive(Clone, Debug)]
pub struct KnownRuns {
    /// The number of a place is the index of its first run, which is vacant until one is added.
    runs: Vec<KnownRun>,
    at: u32,
    /// Some places that are known by their address, each at an index that the address decides. Empty
    /// if there is none: what is known is moved to the loop and back again.
    addresses: Vec<(u32, u32)>,
    /// Where open calls return to, address and place, for an observer that follows them.
    pub open: Vec<(u32, u32)>,
    /// How many calls are open, for an observer that counts them.
    depth: i64,
    /// How many were at most.
    pub deepest: i64,
}

const ADDRESSES: usize = 256;

impl Default for KnownRuns {
    fn default() -> Self {
        KnownRuns {
            runs: Vec::new(),
            at: NOWHERE,
            addresses: Vec::new(),
            open: Vec::new(),
            depth: 0,
            deepest: 0,
        }
    }
}

impl KnownRuns {
    /// The most runs and places that are worth keeping.
    pub const MOST: usize = 1 << 16;
    /// The most open calls that are kept.
    pub const MOST_OPEN: usize = 1 << 20;

    /// A new place, from which no run is known.
    pub fn add_place(&mut self) -> u32 {
        self.runs.push(KnownRun::new(VACANT, NOWHERE, 0));
        self.runs.len() as u32 - 1
    }

    /// Adds a run that begins at a place; its number.
    pub fn add(&mut self, place: u32, run: KnownRun) -> u32 {
        let new = self.runs.len() as u32;
        let Some(first) = self.runs.get_mut(place as usize) else {
            return NOWHERE;
        };
        if first.last == VACANT {
            *first = run;
            return place;
        }
        let other = std::mem::replace(&mut first.other, new);
        self.runs.push(KnownRun { other, ..run });
        new
    }

    /// The numbers of the runs from a place that end with this instruction.
    pub fn ending(&self, place: u32, last: u32) -> impl Iterator<Item = u32> {
        let after = |number: &u32| self.get(*number).map(|run| run.other);
        let all = std::iter::successors(Some(place), after);
        all.filter(move |number| self.get(*number).is_some_and(|run| run.last == last))
    }

    /// The run with a number.
    pub fn get(&self, number: u32) -> Option<&KnownRun> {
        self.runs.get(number as usize)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut KnownRun> {
        self.runs.get_mut(number as usize)
    }

    /// All runs.
    pub fn iter(&self) -> impl Iterator<Item = &KnownRun> {
        self.runs.iter().filter(|run| run.last != VACANT)
    }

    /// How many runs and places there are.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Forgets all but which calls are open. Where they return to is no place any more.
    pub fn forget_runs(&mut self) {
        *self = KnownRuns {
            open: std::mem::take(&mut self.open),
            depth: self.depth,
            deepest: self.deepest,
            ..KnownRuns::default()
        };
    }

    /// The place where the program is.
    pub fn place(&self) -> Option<u32> {
        Some(self.at).filter(|at| *at != NOWHERE)
    }

    /// The program is at this place.
    #[inline(always)]
    pub fn go(&mut self, place: u32) {
        self.at = place;
    }

    /// Goes to the place after a run that counts, if it is known: control is at `to`.
    #[inline(always)]
    pub(crate) fn go_counting(&mut self, run: (u32, i8, (u32, u32)), to: u32) -> bool {
        let (next, deeper, back) = run;
        let next = self.place_after(next, to);
        if next == NOWHERE {
            return false;
        }
        if back.1 != NOWHERE {
            if self.open.len() >= KnownRuns::MOST_OPEN {
                return false;
            }
            self.open.push(back);
        } else if deeper < 0 {
            self.open.pop();
        }
        self.go_deeper(deeper.into());
        self.go(next);
        true
    }

    /// The place after a run that leads there, if control is at `to`.
    #[inline(always)]
    fn place_after(&self, next: u32, to: u32) -> u32 {
        let place = match next {
            BY_RETURN => self.open.last(),
            BY_ADDRESS => self.addresses.get((to >> 1) as usize % ADDRESSES),
            place => return place,
        };
        match place {
            Some(&(address, place)) if address == to => place,
            _ => NOWHERE,
        }
    }

    /// This place is the one at an address, for runs that lead to [`BY_ADDRESS`].
    pub fn name_address(&mut self, address: u32, place: u32) {
        // No code has an odd address.
        self.addresses.resize(ADDRESSES, (1, NOWHERE));
        self.addresses[(address >> 1) as usize % ADDRESSES] = (address, place);
    }

    /// A run leads so many calls deeper.
    #[inline(always)]
    pub fn go_deeper(&mut self, calls: i64) {
        self.depth += calls;
        self.deepest = self.deepest.max(self.depth);
    }

    /// The run from the present place that ends with this instruction.
    #[inline(always)]
    pub(crate) fn find(&mut self, last: u32) -> Option<&mut KnownRun> {
        let mut number = self.at as usize;
        loop {
            let run = self.runs.get(number)?;
            if run.last == last {
                return self.runs.get_mut(number);
            }
            number = run.other as usize;
        }
    }

    /// This run is shown to the observer after all.
    #[cold]
    pub(crate) fn untake(&mut self, last: u32) {
        if let Some(run) = self.find(last) {
            run.count -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_lead_from_place_to_place() {
        let mut known = KnownRuns::default();
        let (a, b) = (known.add_place(), known.add_place());
        known.add(a, KnownRun::new(0x10, b, 0));
        let again = known.add(a, KnownRun::new(0x20, a, 7));
        assert!(known.find(0x10).is_none(), "nowhere");
        known.go(a);
        assert_eq!(
            known.find(0x20).map(|run| (run.next, run.data)),
            Some((a, 7))
        );
        assert_eq!(known.find(0x10).map(|run| run.next), Some(b));
        known.go(b);
        assert!(known.find(0x10).is_none());
        assert_eq!(known.get(again).map(|run| run.data), Some(7));
        assert_eq!(known.iter().count(), 2);
    }

    #[test]
    fn one_instruction_can_end_several_runs() {
        let mut known = KnownRuns::default();
        let place = known.add_place();
        let numbers: Vec<u32> = (0..3)
            .map(|data| known.add(place, KnownRun::new(0x10, place, data)))
            .collect();
        known.add(place, KnownRun::new(0x14, place, 9));
        let mut ending: Vec<u32> = known.ending(place, 0x10).collect();
        ending.sort_unstable();
        assert_eq!(ending, numbers);
        assert_eq!(known.ending(NOWHERE, 0x10).count(), 0);
    }
}
