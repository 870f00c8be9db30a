//! Moves and questions about the past: the history is searched from the present step backwards, one
//! kept state after the other. From each the run is repeated up to where the search has come, and
//! the last thing that is met counts.

use super::judge::CallNote;
use super::moves::Plan;
use super::{Engine, SearchProgress, Stopped, Why};
use crate::observers::{Depths, Hit, Scan, Watch, WatchedAccess};
use crate::stops::{Kind, WatchTarget, watch_access};
use machine::observe::Off;
use runtime::End;
use std::collections::VecDeque;

/// What watches when nobody asked to stop.
const NOBODY: u32 = 0;

/// A search that was ended from outside has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// A write that was found in the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrote {
    /// The step of the instruction.
    pub step: u64,
    /// The instruction.
    pub pc: u32,
    /// What it did.
    pub access: WatchedAccess,
}

impl Engine {
    /// Goes back to the last step at which a run forward would have stopped.
    pub fn reverse_continue(&mut self) -> Stopped {
        let from = self.step();
        self.remember_registers();
        let first = self.timeline.first();
        let why = match self.last_stop(first) {
            Ok(found) => {
                let (step, why) = found.unwrap_or((first, vec![Why::Beginning]));
                self.seek(step);
                why
            }
            Err(Interrupted) => vec![Why::Interrupted],
        };
        self.stopped(why, from)
    }

    /// Goes back by so many statements; if `over`, what they called is passed over.
    pub fn reverse_lines(&mut self, count: u64, over: bool) -> Stopped {
        self.reverse(count, over, true)
    }

    /// Goes back by so many instructions; what one called is passed over.
    pub fn reverse_next_instructions(&mut self, count: u64) -> Stopped {
        self.reverse(count, true, false)
    }

    /// Goes back to the call of the present function, so many times over.
    pub fn reverse_finish(&mut self, count: u64) -> Stopped {
        let from = self.step();
        self.remember_registers();
        let frames = self.frames();
        let frame = usize::try_from(count.max(1) - 1).ok();
        let step = frame.and_then(|k| frames.get(k)).map(|frame| frame.step);
        let why = self.back_to(step);
        self.stopped(why, from)
    }

    /// Goes back to a step, or to the first one, unless something stops a run in between.
    fn back_to(&mut self, step: Option<u64>) -> Vec<Why> {
        let (to, end) = match step {
            Some(step) => (step, Why::Step),
            None => (self.timeline.first(), Why::Beginning),
        };
        let Ok(found) = self.last_stop(to) else {
            return vec![Why::Interrupted];
        };
        let (step, mut why) = found.unwrap_or((to, Vec::new()));
        self.seek(step);
        if step == to {
            why.push(end);
        }
        why
    }

    /// The last step before the present one at which a run forward would have stopped, not before
    /// `first`, and why.
    fn last_stop(&mut self, first: u64) -> Result<Option<(u64, Vec<Why>)>, Interrupted> {
        let from = self.step();
        let found = self.search_stops(first, from)?;
        let finding = self.finding_before(from).filter(|(at, _)| *at >= first);
        Ok(match (found, finding) {
            (Some((step, why)), None) => Some((step, why)),
            (Some((step, why)), Some((at, _))) if at < step => Some((step, why)),
            (Some((step, mut why)), Some((at, index))) if at == step => {
                why.insert(0, Why::Finding(index));
                Some((step, why))
            }
            (_, Some((at, index))) => Some((at, vec![Why::Finding(index)])),
            (None, None) => None,
        })
    }

    /// The last writes before the present step, the latest first; none if the search is interrupted.
    pub fn writes(&mut self, what: WatchTarget, most: usize) -> Vec<Wrote> {
        self.search_writes(what, most).unwrap_or_default()
    }

    /// The last writes before the present step, the latest first.
    pub fn search_writes(
        &mut self,
        what: WatchTarget,
        most: usize,
    ) -> Result<Vec<Wrote>, Interrupted> {
        let mut watch = self.new_watch();
        watch_access(&mut watch, NOBODY, what, Kind::Write);
        watch.prepare();
        let mut found: VecDeque<Wrote> = VecDeque::new();
        let mut note: Option<CallNote> = None;
        let first = self.timeline.first();
        self.search(
            watch,
            first,
            |engine, watch, part| {
                engine.note_writes(watch, &mut note);
                let hits = std::mem::take(&mut watch.hits);
                part.extend(hits.into_iter().map(Wrote::of));
                // Only the last ones count.
                let surplus = part.len().saturating_sub(4 * most);
                if surplus > 2 * most {
                    part.drain(..surplus);
                }
            },
            |part: Vec<Wrote>| {
                for wrote in part.into_iter().rev() {
                    if found.len() < most && found.back() != Some(&wrote) {
                        found.push_back(wrote);
                    }
                }
                found.len() >= most
            },
        )?;
        Ok(found.into())
    }

    /// At a pause: adds what the call before it has written to the hits, and notes the call after it.
    pub(super) fn note_writes(&self, watch: &mut Watch, note: &mut Option<CallNote>) {
        self.widen_hits(watch);
        if let Some(before) = note.take().filter(|before| before.step < self.step()) {
            self.filled_by_call(watch, &before);
        }
        if watch.at_call {
            *note = Some(self.note_call(watch));
        }
    }

    /// The same without findings, before `from`.
    fn search_stops(
        &mut self,
        first: u64,
        from: u64,
    ) -> Result<Option<(u64, Vec<Why>)>, Interrupted> {
        let plan = Plan::default();
        let watch = self.watch(&plan);
        if watch.has_only_points() && watch.points.addresses().is_empty() {
            return Ok(None);
        }
        let mut found = None;
        let mut note = None;
        self.search(
            watch,
            first,
            |engine, watch, part: &mut Vec<(u64, Vec<Why>)>| {
                if watch.is_idle() && engine.passes(&plan) {
                    return;
                }
                let paused = engine.step();
                let why = engine.judge(watch, &plan, &mut note, 0, false);
                let stopped = engine.step();
                if !why.is_empty() && stopped < from {
                    part.clear();
                    part.push((stopped, why));
                }
                if stopped < paused {
                    // It stops before a call that had to be made to know: continue after it.
                    engine.run_to(paused);
                }
            },
            |part| {
                found = part.into_iter().next_back();
                found.is_some()
            },
        )?;
        Ok(found)
    }

    /// Why a run forward from the step before would stop here.
    pub fn stops_here(&mut self) -> Vec<Why> {
        let step = self.step();
        if step <= self.timeline.first() {
            return Vec::new();
        }
        let plan = Plan::default();
        let (mut watch, mut note) = (self.watch(&plan), None);
        self.and_back(|engine| {
            engine.replay_to(step - 1);
            engine.look_closely(&mut watch, step, &mut |engine, watch, found| {
                let paused = engine.step();
                let why = engine.judge(watch, &plan, &mut note, 0, false);
                if engine.step() == step {
                    found.extend(why);
                } else if engine.step() < paused {
                    engine.run_to(paused);
                }
            })
        })
    }

    /// Goes through the history backwards to the step `first`, in stretches in which something may
    /// have happened. `met` is called at every pause of a stretch, `done` after each stretch with
    /// what was met there; true ends the search. The present step stays.
    ///
    /// [`Interrupted`]: it was ended from outside.
    fn search<T>(
        &mut self,
        watch: Watch,
        first: u64,
        mut met: impl FnMut(&mut Engine, &mut Watch, &mut Vec<T>),
        mut done: impl FnMut(Vec<T>) -> bool,
    ) -> Result<(), Interrupted> {
        let mut scan = Scan::new(watch);
        let from = self.step();
        let mut end = from;
        let mut length = SHORT;
        let found = self.and_back(|engine| {
            while end > first && engine.restore(|timeline| timeline.before(end - 1)) {
                engine.note_search(SearchProgress::At {
                    step: end,
                    from,
                    to: first,
                });
                engine.run_to(first);
                let mut begin = engine.step();
                // Where so much happens that all of it will be looked at closely, a quick look is in
                // vain.
                let found = match length >= end - begin {
                    true => Some(begin),
                    false => engine.scan(&mut scan, end),
                };
                if let Some(found) = found {
                    begin = found.min(end.saturating_sub(length)).max(begin);
                    engine.replay_to(begin);
                    let part = engine.look_closely(&mut scan.watch, end, &mut met);
                    if done(part) {
                        break;
                    }
                    length = match scan.watch.has_only_points() || scan.watch.noise > 0 {
                        // Much happens that does not count.
                        true => length.saturating_mul(4),
                        false => SHORT,
                    };
                }
                if engine.take_interrupt() {
                    return Err(Interrupted);
                }
                end = begin;
            }
            Ok(())
        });
        self.note_search(SearchProgress::Done);
        found
    }

    /// The step before which nothing has to be looked at closely, as far as the stretch up to `end`
    /// is concerned; none if nothing has happened.
    pub(super) fn scan(&mut self, scan: &mut Scan, end: u64) -> Option<u64> {
        if scan.watch.has_only_points() {
            return Some(self.step());
        }
        scan.last = None;
        while self.step() < end {
            if self.observe(scan, end - self.step()).is_some() {
                break;
            }
        }
        scan.last
    }

    /// Runs to the step `end` and calls `met` at every pause.
    pub(super) fn look_closely<T>(
        &mut self,
        watch: &mut Watch,
        end: u64,
        met: &mut impl FnMut(&mut Engine, &mut Watch, &mut Vec<T>),
    ) -> Vec<T> {
        let only_points = watch.has_only_points();
        let mut part = Vec::new();
        watch.restart(&self.session.machine);
        if let Some(transfer) = self.session.machine.arriving() {
            watch.arrivals.leave(&transfer);
        }
        while self.step() < end {
            let fuel = end - self.step();
            let (session, world) = (&mut self.session, &mut self.world);
            let end = match only_points {
                true => session.advance_to(watch.points.addresses(), &mut Off, world, fuel),
                false => session.advance_to(&[], watch, world, fuel),
            };
            match end {
                Some(End::Paused) => {
                    met(self, watch, &mut part);
                    watch.see(&self.session.machine);
                    watch.go_on();
                }
                _ => break,
            }
        }
        if self.step() == end {
            watch.at_call = false;
            met(self, watch, &mut part);
        }
        self.session.machine.forget_pause();
        part
    }

    fn reverse(&mut self, count: u64, over: bool, statements: bool) -> Stopped {
        let from = self.step();
        self.remember_registers();
        let mut why = vec![Why::Step];
        for _ in 0..count.max(1) {
            let present = self.step();
            let step = self.step_before(over, statements);
            self.seek(present);
            why = self.back_to(step);
            if why != [Why::Step] || self.take_interrupt() {
                break;
            }
        }
        self.stopped(why, from)
    }

    /// The last step before this one at which an instruction, or a statement, began, no deeper in
    /// calls if `over`.
    fn step_before(&mut self, over: bool, statements: bool) -> Option<u64> {
        let starts = match statements {
            true => self.statement_starts(over),
            false => Vec::new(),
        };
        let mut end = self.step();
        // How much deeper the run is at the end of the stretch than at the present step.
        let mut deeper = 0;
        while end > self.timeline.first() {
            if !self.restore(|timeline| timeline.before(end - 1)) {
                return None;
            }
            // What was just before is near: most moves end there.
            let near = end.saturating_sub(NEAR);
            if self.step() < near {
                self.run_to(near);
            }
            let begin = self.step();
            let mut depths = Depths::new(&starts, self.session.machine.arriving());
            self.observe(&mut depths, end - begin);
            depths.arrive(self.pc());
            let deepest = depths.depth() - deeper;
            if let Some(step) = depths.last(over.then_some(deepest)) {
                return Some(step);
            }
            deeper -= depths.depth();
            end = begin;
        }
        None
    }
}

impl Engine {
    /// The addresses of all statements. If `over`, those of calls of macros are passed over but for the
    /// first, unless the program is among them.
    fn statement_starts(&self, over: bool) -> Vec<u32> {
        let (map, pc) = (self.map(), self.pc());
        let is_passed = |address: u32| {
            let mut calls = map.macros_at(address);
            calls.any(|code| code.first != address && (!code.contains(pc) || code.first == pc))
        };
        let code = map.program.lines.iter().filter(|line| line.code);
        let starts = code.map(|line| line.address);
        starts.filter(|at| !over || !is_passed(*at)).collect()
    }
}

/// The stretch that is looked at first.
const NEAR: u64 = 10_000;
/// The shortest stretch that is looked at closely, unless nothing is before it.
const SHORT: u64 = 1_000;

impl Wrote {
    fn of(hit: Hit) -> Self {
        Wrote {
            step: hit.step,
            pc: hit.pc,
            access: hit.access,
        }
    }
}
