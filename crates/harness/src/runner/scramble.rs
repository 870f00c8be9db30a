//! Runs with other undefined values: a program that keeps to the calling convention does the same
//! in all of them.

use super::execute::{Ready, Run};
use super::printed::{Last, UpTo};
use crate::compare::Compare;
use crate::convention::Convention;
use crate::result::Apart;
use callconv::Scrambler;
use machine::observe::{At, Observer};
use machine::run::{Isa, Machine};

/// The longest way that is compared instruction by instruction.
const WAY: usize = 4_000_000;

/// The first of `seeds` seeds with which the program does something else than in the plain run.
pub(super) fn find<I: Isa>(
    ready: &Ready<'_>,
    convention: &Convention<'_>,
    plain: &Run,
    seeds: u64,
) -> Option<(Apart, Vec<u8>)> {
    (1..=seeds).find_map(|seed| {
        let mut session = ready.session::<I>().ok()?;
        let mut console = ready.console();
        let mut scrambler = convention.scrambler(&session, seed);
        let outcome = session.run_with(&mut scrambler, &mut console, Scrambler::apply);
        session.recycle();
        if outcome.end == plain.outcome.end && console.output == plain.output {
            return None;
        }
        let apart = locate::<I>(ready, convention, plain, &console.output, seed);
        Some((apart, console.output))
    })
}

/// Where the two runs go apart: the instruction after which another one follows, or else the one
/// that prints something else.
fn locate<I: Isa>(
    ready: &Ready<'_>,
    convention: &Convention<'_>,
    plain: &Run,
    output: &[u8],
    seed: u64,
) -> Apart {
    let mut apart = Apart {
        seed,
        step: 0,
        pc: ready.program.image.entry,
        span: None,
    };
    let (Ok(mut first), Ok(mut second)) = (ready.session::<I>(), ready.session::<I>()) else {
        return apart;
    };
    let mut way = Way::default();
    first.run(&mut way, &mut ready.console());
    let offset = Compare::Exact.difference(output, &plain.output);
    let mut host = UpTo {
        console: ready.console(),
        offset: offset.unwrap_or(usize::MAX),
    };
    let scrambler = convention.scrambler(&second, seed);
    let same = Same {
        way: &way.pcs,
        at: 0,
        left_after: None,
    };
    let mut observers = (scrambler, (same, Last::default()));
    second.run_with(
        &mut observers,
        &mut host,
        |observers: &mut (Scrambler, _), machine: &mut Machine<I>| observers.0.apply(machine),
    );
    let (_, (same, last)) = observers;
    (apart.step, apart.pc) = match same.left_after {
        Some(index) => (index as u64, way.pcs.get(index).copied().unwrap_or(last.pc)),
        None => (last.step, last.pc),
    };
    apart.span = ready.span(apart.pc);
    apart
}

/// Keeps the way of a run.
#[derive(Default)]
struct Way {
    pcs: Vec<u32>,
}

impl Observer for Way {
    const DATA: bool = false;

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        if self.pcs.len() < WAY {
            self.pcs.push(at.pc);
        }
    }
}

/// Compares a run with a way.
struct Same<'a> {
    way: &'a [u32],
    at: usize,
    /// The last instruction of the way that the run still has.
    left_after: Option<usize>,
}

impl Observer for Same<'_> {
    const DATA: bool = false;

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        if self.left_after.is_none() {
            let same = self.way.get(self.at).is_none_or(|pc| *pc == at.pc);
            if !same {
                self.left_after = Some(self.at.saturating_sub(1));
            }
            self.at += 1;
        }
    }
}
