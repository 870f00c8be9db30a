//! How often each instruction ran, and how often it sent control elsewhere.

use machine::observe::{At, Observer, Transfer, Wants};

/// Counted places a page: instructions are two or four bytes long, so a page is 2 KiB of code.
const SLOTS: usize = 1024;
const PAGE_BITS: u32 = 11;

/// Counts by address, in a table for each page of code that ran.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// By ascending number.
    pages: Vec<Page>,
    /// Where in `pages` the last instruction was: the next one is nearly always there, too.
    recent: usize,
}

/// What happened at one address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often the instruction ran, or was about to when it faulted.
    pub ran: u64,
    /// How often it jumped: for a conditional branch, how often it was taken.
    pub taken: u64,
}

#[derive(Clone, Debug)]
struct Page {
    number: u32,
    counts: Box<[Count; SLOTS]>,
}

impl Count {
    /// How often a conditional branch was not taken.
    pub fn not_taken(self) -> u64 {
        self.ran.saturating_sub(self.taken)
    }

    /// Adds what happened in another run.
    pub fn add(&mut self, other: Count) {
        self.ran = self.ran.saturating_add(other.ran);
        self.taken = self.taken.saturating_add(other.taken);
    }
}

impl Coverage {
    /// How often the instruction at `pc` ran.
    pub fn count(&self, pc: u32) -> u64 {
        self.at(pc).ran
    }

    /// What happened at `pc`.
    pub fn at(&self, pc: u32) -> Count {
        match self.find(number(pc)) {
            Ok(at) => self.pages[at].counts[slot(pc)],
            Err(_) => Count::default(),
        }
    }

    /// Adds the counts of another run of the same program.
    pub fn merge(&mut self, other: &Coverage) {
        for page in &other.pages {
            match self.find(page.number) {
                Ok(at) => {
                    let counts = self.pages[at].counts.iter_mut();
                    counts.zip(&*page.counts).for_each(|(a, b)| a.add(*b));
                }
                Err(at) => self.pages.insert(at, page.clone()),
            }
        }
    }

    fn find(&self, number: u32) -> Result<usize, usize> {
        self.pages.binary_search_by_key(&number, |page| page.number)
    }

    #[inline(always)]
    fn at_mut(&mut self, pc: u32) -> &mut Count {
        let recent = self.pages.get(self.recent);
        if recent.is_none_or(|page| page.number != number(pc)) {
            self.turn_to(number(pc));
        }
        &mut self.pages[self.recent].counts[slot(pc)]
    }

    #[cold]
    #[inline(never)]
    fn turn_to(&mut self, number: u32) {
        self.recent = self.find(number).unwrap_or_else(|at| {
            let counts = Box::new([Count::default(); SLOTS]);
            self.pages.insert(at, Page { number, counts });
            at
        });
    }
}

const fn number(pc: u32) -> u32 {
    pc >> PAGE_BITS
}

const fn slot(pc: u32) -> usize {
    (pc >> 1) as usize % SLOTS
}

impl Observer for Coverage {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        self.at_mut(at.pc).ran += 1;
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        self.at_mut(transfer.from).taken += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::isa::Insn;
    use machine::observe::TransferKind;

    fn run(coverage: &mut Coverage, pc: u32, jumps: bool) {
        let insn = Insn {
            handler: 0,
            rd: 0,
            rs1: 0,
            rs2: 0,
            imm: 0,
        };
        let row = 0;
        let step = 0;
        coverage.instruction(&At {
            pc,
            insn,
            row,
            step,
        });
        if jumps {
            coverage.transfer(&Transfer {
                kind: TransferKind::Branch,
                from: pc,
                to: 0,
            });
        }
    }

    #[test]
    fn every_address_has_its_own_count() {
        let mut coverage = Coverage::default();
        for pc in [0, 2, 4, 0x7fe, 0x800, 0xffff_fffe, 4, 0x800] {
            run(&mut coverage, pc, pc == 4);
        }
        let counts = [0, 2, 4, 6, 0x7fe, 0x800, 0x802, 0x0040_0000, 0xffff_fffe]
            .map(|pc| coverage.count(pc));
        assert_eq!(counts, [1, 1, 2, 0, 1, 2, 0, 0, 1]);
        assert_eq!(coverage.at(4), Count { ran: 2, taken: 2 });
    }

    #[test]
    fn runs_add_up() {
        let (mut a, mut b) = (Coverage::default(), Coverage::default());
        run(&mut a, 0x1000, true);
        run(&mut a, 0x5000, false);
        run(&mut b, 0x1000, false);
        run(&mut b, 0x3000, false);
        a.merge(&b);
        assert_eq!(a.at(0x1000), Count { ran: 2, taken: 1 });
        assert_eq!(a.at(0x1000).not_taken(), 1);
        assert_eq!((a.count(0x3000), a.count(0x5000)), (1, 1));
        // What was counted last is not where it was.
        run(&mut a, 0x5000, false);
        assert_eq!(a.count(0x5000), 2);
    }
}
