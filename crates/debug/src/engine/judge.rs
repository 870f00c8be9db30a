//! At a pause of a run: whether something stops it there.

use super::moves::{OutputGoal, Plan};
use super::{Engine, Why};
use crate::observers::{Hit, Watch, WatchedAccess};
use crate::stops::{Event, StopCause, StopPoint};
use machine::observe::TransferKind;

/// What was known before a call of the environment.
#[derive(Clone, Debug)]
pub(super) struct CallNote {
    pub(super) step: u64,
    pc: u32,
    printed: u64,
    read: usize,
    memory: Vec<Vec<u8>>,
}

impl Engine {
    /// What of that for which a run has paused stops it. `counts`: hits are counted.
    pub(super) fn judge(
        &mut self,
        watch: &mut Watch,
        plan: &Plan,
        note: &mut Option<CallNote>,
        printed: u64,
        counts: bool,
    ) -> Vec<Why> {
        let step = self.step();
        let mut why = Vec::new();
        self.widen_hits(watch);
        if let Some(before) = note.take().filter(|before| before.step < step) {
            self.filled_by_call(watch, &before);
            if let Some(stop) = self.judge_call(&before, watch, plan, printed, counts) {
                self.replay_to(before.step);
                return vec![stop];
            }
        }
        for hit in std::mem::take(&mut watch.hits) {
            if self.counts(hit.id, counts) {
                why.push(Why::Watch(hit.id, hit));
            }
        }
        for moved in std::mem::take(&mut watch.moved) {
            let event = match moved.kind {
                TransferKind::Call => Event::Call,
                _ => Event::Return,
            };
            if let Some(id) = self.stops.catches(event).filter(|_| !plan.ignore_stops)
                && self.counts(id, counts)
            {
                why.push(Why::Catch(id, Some(moved)));
            }
        }
        if watch.counts_at(step) {
            why.extend(self.at_points(plan, counts));
        }
        if watch.at_call {
            let ecall = self.stops.catches(Event::Ecall);
            if let Some(id) = ecall.filter(|_| !plan.ignore_stops && watch.counts_at(step))
                && self.counts(id, counts)
            {
                why.push(Why::Catch(id, None));
            }
            *note = Some(self.note_call(watch));
        }
        if watch.arrived {
            why.push(Why::Step);
        }
        why
    }

    /// Whether nothing stops a run at the program counter that has paused for points alone: the conditions
    /// of its breakpoints do not hold.
    pub(super) fn passes(&self, plan: &Plan) -> bool {
        let pc = self.pc();
        if plan.ignore_stops || plan.targets.contains(&pc) {
            return false;
        }
        let state = self.state();
        let counts = |stop: &StopPoint| match &stop.cause {
            StopCause::Break { addresses } if addresses.contains(&pc) => {
                let condition = stop.condition.as_ref();
                condition.is_none_or(|(expr, _)| expr.holds(&state))
            }
            StopCause::Catch(Event::Exception) => true,
            _ => false,
        };
        !self.stops.enabled().any(counts)
    }

    /// Breakpoints, and places to go to, at the program counter.
    pub(super) fn at_points(&mut self, plan: &Plan, counts: bool) -> Vec<Why> {
        let pc = self.pc();
        let mut why = Vec::new();
        if plan.targets.contains(&pc) {
            why.push(Why::Arrived);
        }
        if plan.ignore_stops {
            return why;
        }
        let here = self.stops.enabled().filter(|stop| match &stop.cause {
            StopCause::Break { addresses } => addresses.contains(&pc),
            _ => false,
        });
        let ids: Vec<u32> = here.map(|stop| stop.id).collect();
        let hit = ids.into_iter().filter(|id| self.counts(*id, counts));
        why.extend(hit.map(Why::Break));
        let exception = self.session.machine.entered_exception();
        if let Some((id, exception)) = self.stops.catches(Event::Exception).zip(exception)
            && self.counts(id, counts)
        {
            why.push(Why::Exception(id, exception));
        }
        why
    }

    /// Whether the condition of a stop holds and its hits are not to be ignored.
    fn counts(&mut self, id: u32, counted: bool) -> bool {
        let Some(stop) = self.stops.get(id) else {
            // Searches watch without a stop.
            return true;
        };
        let state = self.state();
        let condition = stop.condition.as_ref();
        if !condition.is_none_or(|(expr, _)| expr.holds(&state)) {
            return false;
        }
        if !counted {
            return true;
        }
        let Some(stop) = self.stops.get_mut(id) else {
            return false;
        };
        stop.hits += 1;
        let ignored = stop.ignore > 0;
        stop.ignore = stop.ignore.saturating_sub(1);
        !ignored
    }

    pub(super) fn note_call(&self, watch: &Watch) -> CallNote {
        let world = self.world.state();
        let range = |first: u32, last: u32| -> Vec<u8> {
            (first..=last).map(|at| self.memory().peek(at)).collect()
        };
        CallNote {
            step: self.step(),
            pc: self.pc(),
            printed: world.printed,
            read: world.read,
            memory: watch
                .ranges
                .iter()
                .map(|r| range(r.first, r.last))
                .collect(),
        }
    }

    /// Notes as hits what a call of the environment has written into watched memory.
    pub(super) fn filled_by_call(&self, watch: &mut Watch, before: &CallNote) {
        for (range, old) in watch.ranges.iter().zip(&before.memory) {
            if !range.write {
                continue;
            }
            let changed = (range.first..=range.last).zip(old);
            let mut changed = changed.filter(|(at, old)| self.memory().peek(*at) != **old);
            let Some((address, _)) = changed.next() else {
                continue;
            };
            let (address, size) = match range.last - range.first {
                size @ 0..4 => (range.first, size as u8 + 1),
                _ => (address, 1),
            };
            let from = (address - range.first) as usize;
            let old = &old[from..from + usize::from(size)];
            watch.hits.push(Hit {
                id: range.id,
                pc: before.pc,
                step: before.step,
                access: WatchedAccess::Call {
                    address,
                    size,
                    old: self.number(old),
                    new: self.session.machine.peek_number(address, size),
                },
            });
        }
    }

    /// Whether to stop before the call that was just made.
    fn judge_call(
        &mut self,
        before: &CallNote,
        watch: &Watch,
        plan: &Plan,
        printed: u64,
        counts: bool,
    ) -> Option<Why> {
        let world = self.world.state();
        let output = match &plan.output {
            None => false,
            Some(OutputGoal::Byte(index)) => world.stdout > *index,
            Some(OutputGoal::Text(text)) => {
                let begin = before.printed.saturating_sub(text.len() as u64);
                let new = self.world.output(begin.max(printed));
                !text.is_empty() && new.windows(text.len()).any(|part| part == text)
            }
        };
        if output {
            return Some(Why::Output);
        }
        if plan.ignore_stops || !watch.counts_at(before.step) {
            return None;
        }
        let prints = world.printed > before.printed;
        let reads = world.read > before.read;
        let caught = [(prints, Event::Output), (reads, Event::Input)];
        let ids = caught.map(|(happened, event)| self.stops.catches(event).filter(|_| happened));
        let id = ids
            .into_iter()
            .flatten()
            .find(|id| self.counts(*id, counts))?;
        Some(Why::Catch(id, None))
    }

    pub(super) fn remove_temporary(&mut self, why: &[Why]) {
        for why in why {
            let stop = why.stop().and_then(|id| self.stops.get_mut(id));
            if let Some(stop) = stop {
                stop.enabled &= !stop.temporary;
            }
        }
    }
}
