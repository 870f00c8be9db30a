//! Which functions are open while a program runs, and what ran in each.
//!
//! A context is the set of open functions. It does not change when a function calls itself, so there
//! are few, and code that runs in one is counted, not followed. Calls and returns lead from one to
//! another: the loop follows those that it knows ([`KnownRuns`]), whose places are an address and a
//! context.

use super::places::SourcePlaces;
use super::tables::{cut, share};
use diag::number::grouped;
use machine::image::Image;
use machine::observe::{KnownRuns, Transfer, TransferKind};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How far up a return is looked for: jumps that only look like returns must not cost a walk
/// through a deep recursion each.
const REACH: usize = 64;

/// The contexts of a run, and the places of the loop in them.
#[derive(Default)]
pub(super) struct Contexts {
    /// The open functions of each, by ascending address.
    sets: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// By a context and the function that is called there: the context in it.
    entered: FxHashMap<(u32, u32), u32>,
    /// By address and context: the place.
    places: FxHashMap<(u32, u32), u32>,
    /// By place: its context.
    of_places: FxHashMap<u32, u32>,
    /// The present one, unless the loop is at a place.
    present: Option<u32>,
}

impl Contexts {
    /// The context in which the program is, at this address.
    pub(super) fn present(&mut self, known: &KnownRuns, pc: u32) -> u32 {
        let of_place = known.place().and_then(|place| self.of_places.get(&place));
        match of_place.copied().or(self.present) {
            Some(context) => context,
            None => {
                // The program begins in a function that nobody has called.
                let context = self.number(Box::new([pc]));
                self.present = Some(context);
                context
            }
        }
    }

    /// The loop is left at a place, or not at one: what is known of the context is kept.
    pub(super) fn leave(&mut self, known: &KnownRuns) {
        let of_place = known.place().and_then(|place| self.of_places.get(&place));
        self.present = of_place.copied().or(self.present);
    }

    /// The program is in this context, wherever the loop is.
    pub(super) fn stay(&mut self, context: u32) {
        self.present = Some(context);
    }

    fn number(&mut self, set: Box<[u32]>) -> u32 {
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// The place of an address in a context.
    pub(super) fn place(&mut self, pc: u32, context: u32, known: &mut KnownRuns) -> u32 {
        let place = *self
            .places
            .entry((pc, context))
            .or_insert_with(|| known.add_place());
        self.of_places.insert(place, context);
        place
    }

    /// The context after a transfer in another. `back`: where a call returns to.
    pub(super) fn after(
        &mut self,
        context: u32,
        transfer: &Transfer,
        back: Option<u32>,
        known: &mut KnownRuns,
    ) -> u32 {
        match transfer.kind {
            TransferKind::Call => {
                if let Some(back) = back {
                    if known.open.len() >= KnownRuns::MOST_OPEN {
                        // Half of them is enough to go on with.
                        known.open.drain(..KnownRuns::MOST_OPEN / 2);
                    }
                    let place = self.place(back, context, known);
                    known.open.push((back, place));
                }
                self.enter(context, transfer.to)
            }
            TransferKind::Return => {
                let near = known.open.len().saturating_sub(REACH);
                let open = &known.open[near..];
                let Some(at) = open.iter().rposition(|(back, _)| *back == transfer.to) else {
                    return context;
                };
                let place = open[at].1;
                known.open.truncate(near + at);
                self.of_places.get(&place).copied().unwrap_or(context)
            }
            TransferKind::Branch | TransferKind::Jump => context,
        }
    }

    fn enter(&mut self, context: u32, function: u32) -> u32 {
        if let Some(entered) = self.entered.get(&(context, function)) {
            return *entered;
        }
        let mut set = self.sets[context as usize].to_vec();
        if let Err(at) = set.binary_search(&function) {
            set.insert(at, function);
        }
        let entered = self.number(set.into());
        self.entered.insert((context, function), entered);
        entered
    }

    /// The loop forgets its places; open calls get new ones.
    pub(super) fn forget_places(&mut self, known: &mut KnownRuns) {
        self.leave(known);
        let of_places = std::mem::take(&mut self.of_places);
        self.places.clear();
        known.forget_runs();
        let mut open = std::mem::take(&mut known.open);
        for (back, place) in &mut open {
            if let Some(context) = of_places.get(place) {
                *place = self.place(*back, *context, known);
            }
        }
        known.open = open;
    }

    /// What ran in each function. `ran`: how often which instruction ran in which context; `calls`: how
    /// often which function was called.
    pub(super) fn functions(
        &self,
        ran: &FxHashMap<(u32, u32), u64>,
        calls: &FxHashMap<u32, u64>,
        places: &SourcePlaces<'_>,
    ) -> Vec<FunctionCounts> {
        let image = &places.program.image;
        let mut starts: Vec<u32> = self.sets.iter().flatten().copied().collect();
        starts.sort_unstable();
        starts.dedup();
        let mut all: BTreeMap<u32, FunctionCounts> = BTreeMap::new();
        for ((context, pc), count) in ran {
            let own = function_of(*pc, &starts, image);
            let open = self.sets.get(*context as usize).map_or(&[][..], |set| set);
            let mut count_in = |function: u32, is_own: bool| {
                let counts = all.entry(function).or_insert_with(|| FunctionCounts {
                    name: name(function, image),
                    own: 0,
                    with_callees: 0,
                    calls: calls.get(&function).copied().unwrap_or(0),
                });
                counts.with_callees += count;
                counts.own += if is_own { *count } else { 0 };
            };
            count_in(own, true);
            let others = open.iter().filter(|function| **function != own);
            others.for_each(|function| count_in(*function, false));
        }
        let mut all: Vec<FunctionCounts> = all.into_values().collect();
        all.sort_by_key(|counts| Reverse((counts.own, counts.with_callees)));
        all
    }
}

/// The function that an instruction belongs to: the nearest one before it in the same segment.
fn function_of(pc: u32, starts: &[u32], image: &Image) -> u32 {
    let segment = image.segment_at(pc).map_or(0, |segment| segment.address);
    let after = starts.partition_point(|start| *start <= pc);
    let before = after.checked_sub(1).and_then(|at| starts.get(at)).copied();
    match before.filter(|start| *start >= segment) {
        Some(start) => start,
        None => image
            .symbol_before(pc)
            .map_or(segment, |symbol| symbol.address),
    }
}

fn name(function: u32, image: &Image) -> String {
    match image.symbol_before(function) {
        Some(symbol) if symbol.address == function => diag::one_line(&symbol.name),
        _ => format!("0x{function:08x}"),
    }
}

/// What ran in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCounts {
    /// Its label.
    pub name: String,
    /// Instructions of its own.
    pub own: u64,
    /// Instructions while it was open: its own, and those of what it called.
    pub with_callees: u64,
    /// How often it was called.
    pub calls: u64,
}

/// How many functions a report shows.
const SHOWN: usize = 10;

/// The table of functions that people read, on a page of this width. Nothing if there is only one.
pub fn function_table(functions: &[FunctionCounts], width: usize) -> String {
    if functions.len() < 2 {
        return String::new();
    }
    let total: u64 = functions.iter().map(|counts| counts.own).sum();
    let percent = |count: u64| share((total > 0).then(|| 100.0 * count as f64 / total as f64));
    let mut text = format!(
        "\n{:>14}{:>9}{:>16}{:>9}{:>12}  function\n",
        "instructions", "", "with callees", "", "calls"
    );
    for counts in functions.iter().take(SHOWN) {
        let line = format!(
            "{:>14}{:>9}{:>16}{:>9}{:>12}  {}",
            grouped(counts.own),
            percent(counts.own),
            grouped(counts.with_callees),
            percent(counts.with_callees),
            grouped(counts.calls),
            counts.name
        );
        let _ = writeln!(text, "{}", cut(&line, width));
    }
    if functions.len() > SHOWN {
        let _ = writeln!(text, "{:>60}  and {} more", "", functions.len() - SHOWN);
    }
    text
}
