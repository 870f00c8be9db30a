//! Why a place holds what it holds: its value is followed back through the history, to constants, input
//! and the program's beginning.
//!
//! The history is gone through backwards once. All places that are asked about at the same time are
//! searched together: at the last write of any of them, the row of the instruction is read for what
//! its result depended on ([`StepFlow`]), and these places are asked about from there. So a value that
//! has come far costs no more than the way.
//!
//! A call of the environment is seen by what it changes: where it gives what was there already, the value
//! is followed to what wrote it before.

use super::judge::CallNote;
use super::{Engine, Interrupted, SearchProgress};
use crate::observers::{Scan, Watch, sub_number};
use crate::stops::{Kind, WatchTarget, watch_access};
use machine::env::PrintedPlace;
use machine::isa::Reg;
use machine::observe::Off;
use machine::reading::provenance::{Dependencies, Dependency, Source, StepFlow};

/// Where a value came from, as a graph: hops refer to others by their index, and the first is the
/// place that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineage {
    /// All hops.
    pub hops: Vec<Hop>,
}

/// A place at a time, and how it came to hold what it held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The place.
    pub place: WatchTarget,
    /// The bits of a register that count; of memory, all do.
    pub bits: u64,
    /// What it held: a register, or at most eight bytes of memory as a number.
    pub value: u64,
    /// How it came to hold that.
    pub cause: HopCause,
    /// What that depended on.
    pub inputs: Vec<HopInput>,
}

/// How a place came to hold a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HopCause {
    /// An instruction computed it.
    Computed {
        /// Its step.
        step: u64,
        /// Its address.
        pc: u32,
        /// It only moved it.
        is_move: bool,
    },
    /// A call of the environment, or a device, gave it.
    Given {
        /// The step of the instruction.
        step: u64,
        /// Its address.
        pc: u32,
    },
    /// It was changed by hand, at this step.
    Changed {
        /// The step.
        step: u64,
    },
    /// Its parts were written one by one: they are its inputs.
    Parts,
    /// It was so when the program began.
    Initial,
    /// Nobody has looked: there are more hops than were asked for.
    Open,
}

/// What a value depended on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HopInput {
    /// Where it was.
    pub place: WatchTarget,
    /// What it held.
    pub value: u64,
    /// It only told where in memory the value is, and is not followed.
    pub is_address: bool,
    /// Its own hop, if it is followed.
    pub hop: Option<usize>,
}

impl Lineage {
    /// The inputs of a hop that are followed.
    pub fn followed(&self, hop: usize) -> impl Iterator<Item = usize> {
        let inputs = self.hops.get(hop).into_iter().flat_map(|hop| &hop.inputs);
        inputs.filter_map(|input| input.hop)
    }

    /// The hop that has made the value of this one: mere moves are passed over.
    pub fn origin(&self, mut hop: usize) -> usize {
        while let Some(Hop {
            cause: HopCause::Computed { is_move: true, .. },
            ..
        }) = self.hops.get(hop)
            && let Some(next) = self.followed(hop).next()
        {
            hop = next;
        }
        hop
    }
}

impl Engine {
    /// Where byte `index` of the output comes from, if the next instruction prints it.
    pub fn about_to_print(&self, index: u64) -> Option<WatchTarget> {
        let calls = self.session.calls();
        let registers = &self.session.machine.registers;
        let row = calls.row(registers.get(calls.number) as u32)?;
        Some(match row.prints? {
            PrintedPlace::Register(reg) => WatchTarget::Register(reg),
            PrintedPlace::Memory(reg) => {
                let ahead = u32::try_from(index.checked_sub(self.world.state().stdout)?).ok()?;
                let first = (registers.get(reg) as u32).wrapping_add(ahead);
                WatchTarget::Memory { first, last: first }
            }
        })
    }

    /// Where the value of a place at the present step came from, in about `most` hops.
    pub fn why(&mut self, what: WatchTarget, most: usize) -> Result<Lineage, Interrupted> {
        let root = Hop {
            place: what,
            bits: u64::MAX,
            value: self.number_at(what),
            cause: HopCause::Open,
            inputs: Vec::new(),
        };
        let end = self.step();
        let asked = self.bytes(what);
        self.and_back(|engine| {
            let mut sweep = Sweep {
                hops: vec![root],
                open: vec![0],
                edits: engine.edits,
                big_endian: engine.program.image.big_endian,
                asked,
            };
            let swept = engine.sweep(&mut sweep, end, most);
            engine.note_search(SearchProgress::Done);
            swept?;
            Ok(Lineage { hops: sweep.hops })
        })
    }

    /// Goes back from `end` until nothing is open, or there are enough hops.
    fn sweep(&mut self, sweep: &mut Sweep, mut end: u64, most: usize) -> Result<(), Interrupted> {
        while !sweep.open.is_empty() && sweep.hops.len() < most {
            let begin = self.timeline.first();
            let edit = sweep.edits.checked_sub(1);
            let edited = edit.and_then(|edit| self.timeline.next_edit(edit));
            let floor = edited.unwrap_or(begin).max(begin);
            match self.last_write(sweep, floor, end)? {
                Some((step, hit)) => {
                    self.explain(sweep, step, &hit);
                    end = step;
                }
                None if edited.is_some() => {
                    sweep.edits -= 1;
                    self.explain_edit(sweep, floor);
                    end = floor;
                }
                None => {
                    for hop in std::mem::take(&mut sweep.open) {
                        sweep.hops[hop].cause = HopCause::Initial;
                    }
                }
            }
        }
        Ok(())
    }

    /// The last step before `end`, not before `first`, that wrote places that are open, and which.
    fn last_write(
        &mut self,
        sweep: &Sweep,
        first: u64,
        mut end: u64,
    ) -> Result<Option<(u64, Vec<usize>)>, Interrupted> {
        let mut watch = self.new_watch();
        for &hop in &sweep.open {
            watch_access(&mut watch, hop as u32, sweep.hops[hop].place, Kind::Write);
        }
        watch.prepare();
        let mut scan = Scan::new(watch);
        // Most values were made just before.
        let near = end.saturating_sub(NEAR).max(first);
        if end > first {
            self.restore(|timeline| timeline.before(near));
            self.run_far_to(near);
            let found = self.last_hit(&mut scan.watch, end);
            if found.is_some() {
                return Ok(found);
            }
            end = near;
        }
        let (mut length, from) = (NEAR, end);
        while end > first && self.restore(|timeline| timeline.before(end - 1)) {
            self.note_search(SearchProgress::At {
                step: end,
                from,
                to: first,
            });
            self.run_to(first);
            let mut begin = self.step();
            if let Some(found) = self.scan(&mut scan, end) {
                begin = found.min(end.saturating_sub(length)).max(begin);
                self.replay_to(begin);
                let found = self.last_hit(&mut scan.watch, end);
                if found.is_some() {
                    return Ok(found);
                }
                // Much happens that does not count.
                length = length.saturating_mul(4);
            }
            if self.take_interrupt() {
                return Err(Interrupted);
            }
            end = begin;
        }
        Ok(None)
    }

    /// The last step from the present one to `end` that wrote something watched, and what that was
    /// watched for.
    fn last_hit(&mut self, watch: &mut Watch, end: u64) -> Option<(u64, Vec<usize>)> {
        let mut note: Option<CallNote> = None;
        let mut last: Option<(u64, Vec<usize>)> = None;
        self.look_closely(watch, end, &mut |engine, watch, _: &mut Vec<()>| {
            engine.note_writes(watch, &mut note);
            for hit in watch.hits.drain(..) {
                match &mut last {
                    Some((step, hops)) if *step == hit.step => hops.push(hit.id as usize),
                    _ => last = Some((hit.step, vec![hit.id as usize])),
                }
            }
        });
        last.filter(|(step, _)| *step < end)
    }

    /// Resolves the open places that the instruction at this step has written, of which these are
    /// known.
    fn explain(&mut self, sweep: &mut Sweep, step: u64, hit: &[usize]) {
        self.replay_to(step);
        let pc = self.pc();
        let before = self.bytes_of_open(sweep);
        if let Some(flow) = self.session.machine.trace_step() {
            sweep.compute(&flow, step, pc);
            return;
        }
        // The host did it.
        self.replay_to(step);
        self.run_to(step + 1);
        let cause = HopCause::Given { step, pc };
        for (hop, before) in before {
            match sweep.hops[hop].place {
                WatchTarget::Register(_) if hit.contains(&hop) => sweep.close(hop, cause),
                WatchTarget::Register(_) => {}
                place @ WatchTarget::Memory { .. } => {
                    sweep.close_changed(hop, &before, &self.bytes(place), cause);
                }
            }
        }
    }

    /// Resolves the open places that were changed by hand at this step.
    fn explain_edit(&mut self, sweep: &mut Sweep, step: u64) {
        let edit = sweep.edits;
        self.restore(|timeline| timeline.after_edit(edit));
        let after = self.bytes_of_open(sweep);
        self.restore(|timeline| timeline.before_edit(edit));
        let fuel = step.saturating_sub(self.step());
        self.observe(&mut Off, fuel);
        let cause = HopCause::Changed { step };
        for (hop, after) in after {
            let before = self.bytes(sweep.hops[hop].place);
            sweep.close_changed(hop, &before, &after, cause);
        }
    }

    /// What a place holds, byte by byte.
    fn bytes(&self, place: WatchTarget) -> Vec<u8> {
        match place {
            WatchTarget::Register(reg) => self.registers().get(reg).to_le_bytes().into(),
            WatchTarget::Memory { first, last } => {
                (first..=last).map(|at| self.memory().peek(at)).collect()
            }
        }
    }

    fn bytes_of_open(&self, sweep: &Sweep) -> Vec<(usize, Vec<u8>)> {
        let open = sweep.open.iter();
        open.map(|&hop| (hop, self.bytes(sweep.hops[hop].place)))
            .collect()
    }

    /// What a place holds, as a number; of long ones, their first eight bytes.
    fn number_at(&self, place: WatchTarget) -> u64 {
        match place {
            WatchTarget::Register(reg) => self.registers().get(reg),
            WatchTarget::Memory { first, last } => {
                let size = (last - first).min(7) as u8 + 1;
                self.session.machine.peek_number(first, size)
            }
        }
    }
}

/// What is asked about at one time of the history.
struct Sweep {
    hops: Vec<Hop>,
    /// The hops whose cause is still to be found.
    open: Vec<usize>,
    /// How many changes by hand are before this time.
    edits: usize,
    big_endian: bool,
    /// What the place held that was asked about first, byte by byte.
    asked: Vec<u8>,
}

/// The stretch that is looked at first.
const NEAR: u64 = 1_000;

impl Sweep {
    /// The cause of a hop is known.
    fn close(&mut self, hop: usize, cause: HopCause) {
        self.open.retain(|open| *open != hop);
        self.hops[hop].cause = cause;
    }

    /// The bytes of a place that differ have this cause.
    fn close_changed(&mut self, hop: usize, before: &[u8], after: &[u8], cause: HopCause) {
        let differ = |(a, b): (&u8, &u8)| a != b;
        let first = before.iter().zip(after).position(differ);
        let last = before.iter().zip(after).rposition(differ);
        let Some((lowest, highest)) = first.zip(last) else {
            return;
        };
        match self.hops[hop].place {
            WatchTarget::Register(_) => self.close(hop, cause),
            WatchTarget::Memory { first, .. } => {
                let part = self.part(hop, first + lowest as u32, first + highest as u32);
                self.close(part, cause);
            }
        }
    }

    /// The hop of a part of the memory that a hop is about. If that is not all of it, there are hops
    /// for the rest, too.
    fn part(&mut self, hop: usize, first: u32, last: u32) -> usize {
        let WatchTarget::Memory {
            first: begin,
            last: end,
        } = self.hops[hop].place
        else {
            return hop;
        };
        if (first, last) == (begin, end) {
            return hop;
        }
        self.close(hop, HopCause::Parts);
        let ranges = [
            (begin, first.wrapping_sub(1), begin < first),
            (first, last, true),
            (last.wrapping_add(1), end, last < end),
        ];
        let mut found = hop;
        for (from, to, _) in ranges.into_iter().filter(|(_, _, exists)| *exists) {
            let place = WatchTarget::Memory {
                first: from,
                last: to,
            };
            let value = match end - begin {
                size @ 0..8 => sub_number(
                    self.hops[hop].value,
                    size as u8 + 1,
                    (from - begin) as u8..(to - begin) as u8 + 1,
                    self.big_endian,
                ),
                _ => self.asked_number(from, to),
            };
            let part = self.ask(place, u64::MAX, value);
            self.hops[hop].inputs.push(HopInput {
                place,
                value,
                is_address: false,
                hop: Some(part),
            });
            if from == first {
                found = part;
            }
        }
        found
    }

    /// What a part of the place held that was asked about first: only that one can be long.
    fn asked_number(&self, first: u32, last: u32) -> u64 {
        let WatchTarget::Memory { first: begin, .. } = self.hops[0].place else {
            return 0;
        };
        let from = first.wrapping_sub(begin) as usize;
        let bytes = self.asked.iter().skip(from);
        let bytes = bytes.take((last - first).min(7) as usize + 1);
        match self.big_endian {
            true => bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)),
            false => bytes
                .rev()
                .fold(0, |number, byte| number << 8 | u64::from(*byte)),
        }
    }

    /// The hop of a place at this time.
    fn ask(&mut self, place: WatchTarget, bits: u64, value: u64) -> usize {
        let known = self.open.iter().copied();
        let same = |hop: &usize| self.hops[*hop].place == place;
        if let Some(hop) = { known }.find(same) {
            self.hops[hop].bits |= bits;
            return hop;
        }
        self.hops.push(Hop {
            place,
            bits,
            value,
            cause: HopCause::Open,
            inputs: Vec::new(),
        });
        self.open.push(self.hops.len() - 1);
        self.hops.len() - 1
    }

    /// An instruction has been carried out: resolves what it has written.
    fn compute(&mut self, flow: &StepFlow, step: u64, pc: u32) {
        // All that it has written first: what it has read is asked about at an earlier time.
        let mut written = Vec::new();
        for hop in self.open.clone() {
            match self.hops[hop].place {
                WatchTarget::Register(reg) => {
                    let found = flow.register(reg, self.hops[hop].bits);
                    written.extend(found.map(|found| (hop, found)));
                }
                WatchTarget::Memory { first, last } => {
                    if let Some((first, last, found)) = flow.memory(first, last) {
                        written.push((self.part(hop, first, last), found));
                    }
                }
            }
        }
        for (hop, found) in &written {
            let is_move = found.is_move;
            self.close(*hop, HopCause::Computed { step, pc, is_move });
        }
        for (hop, found) in written {
            self.follow(hop, &found);
        }
    }

    /// Asks about what a result depended on.
    fn follow(&mut self, hop: usize, found: &Dependencies) {
        for input in &found.inputs {
            let (place, value) = self.place_of(input);
            let asked = (!input.is_address).then(|| self.ask(place, input.bits, value));
            self.hops[hop].inputs.push(HopInput {
                place,
                value,
                is_address: input.is_address,
                hop: asked,
            });
        }
    }

    /// The place of an input; of memory, only the bytes that counted.
    fn place_of(&self, input: &Dependency) -> (WatchTarget, u64) {
        let Source::Memory { address, size } = input.source else {
            let Source::Register(reg) = input.source else {
                return (WatchTarget::Register(Reg(0)), 0);
            };
            return (WatchTarget::Register(reg), input.value);
        };
        let offset = |k: u8| if self.big_endian { size - 1 - k } else { k };
        let counts = |k: &u8| input.bits >> (8 * offset(*k)) & 0xff != 0;
        let first = (0..size).find(counts).unwrap_or(0);
        let last = (0..size).rev().find(counts).unwrap_or(size - 1);
        let place = WatchTarget::Memory {
            first: address.wrapping_add(first.into()),
            last: address.wrapping_add(last.into()),
        };
        let value = sub_number(input.value, size, first..last + 1, self.big_endian);
        (place, value)
    }
}
