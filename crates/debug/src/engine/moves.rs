//! Moves through time.

use super::ahead::{Look, SCANNED_SLICE};
use super::pursuit::{Move, Pursuit};
use super::{Engine, SearchProgress, Stopped, Why};
use crate::observers::{CallFrame, Collect, Goal, Watch};
use crate::stops::Event;
use runtime::End;

/// The longest stretch between two looks at whether the run is interrupted.
const SLICE: u64 = 4_000_000;
/// The same if somebody watches, which may be a hundred times slower.
const WATCHED_SLICE: u64 = 1 << 16;
/// How far the checker of the calling convention looks ahead of where the run may stop.
const AHEAD: u64 = 1 << 16;
/// After so many instructions, looking for the open calls takes a moment.
const QUICK: u64 = 20_000_000;
/// What so many instructions changed is shown when a move ends; of a longer one, only the last.
const TOLD: u64 = 32;

/// What a run forward waits for, besides breakpoints and the like.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) goal: Option<Goal>,
    /// Not further than this step.
    pub(super) limit: Option<u64>,
    /// These addresses.
    pub(super) targets: Vec<u32>,
    /// Before this is printed.
    pub(super) output: Option<OutputGoal>,
    /// Breakpoints and the like do not count.
    pub(super) ignore_stops: bool,
}

impl Plan {
    pub(super) fn to(goal: Goal) -> Self {
        Plan {
            goal: Some(goal),
            ..Plan::default()
        }
    }
}

/// Output to stop before.
#[derive(Clone, Debug)]
pub(super) enum OutputGoal {
    /// This text, printed from now on.
    Text(Vec<u8>),
    /// The byte of standard output with this index.
    Byte(u64),
}

impl Engine {
    /// Runs on until something stops the program.
    pub fn run_on(&mut self) -> Stopped {
        self.forward(Plan::default())
    }

    /// Runs so many statements.
    pub fn step_lines(&mut self, count: u64) -> Stopped {
        self.repeat(count, |engine| engine.forward(engine.plan(&Move::StepLine)))
    }

    /// The same, but what a statement calls runs in one go.
    pub fn next_lines(&mut self, count: u64) -> Stopped {
        self.repeat(count, |engine| engine.forward(engine.plan(&Move::NextLine)))
    }

    /// Runs so many instructions.
    pub fn step_instructions(&mut self, count: u64) -> Stopped {
        self.forward(Plan {
            limit: Some(self.step().saturating_add(count)),
            ..Plan::default()
        })
    }

    /// Runs so many instructions; what one calls runs in one go.
    pub fn next_instructions(&mut self, count: u64) -> Stopped {
        self.repeat(count, |engine| {
            engine.forward(engine.plan(&Move::NextInstruction))
        })
    }

    /// Runs until the present function returns, so many times over.
    pub fn finish(&mut self, count: u64) -> Stopped {
        let frame = self.frame_to_finish(count);
        let stopped = self.repeat(count, |engine| engine.forward(Plan::to(Goal::Return)));
        self.with_results(stopped, frame.as_ref())
    }

    /// The call that returns if the present function is finished so many times over.
    pub(super) fn frame_to_finish(&mut self, count: u64) -> Option<CallFrame> {
        // Whose result it is takes a look at all calls: nobody waits for that unasked.
        if self.step() > QUICK {
            return None;
        }
        let index = usize::try_from(count.max(1) - 1).ok()?;
        self.frames().get(index).copied()
    }

    /// Where a call has returned as it should: with what.
    pub(super) fn with_results(
        &mut self,
        mut stopped: Stopped,
        frame: Option<&CallFrame>,
    ) -> Stopped {
        if let ([Why::Step], Some(frame)) = (stopped.why.as_slice(), frame) {
            stopped.why = vec![Why::Returned {
                function: frame.function,
                results: self.results_of(frame),
            }];
        }
        stopped
    }

    /// Runs to a statement after this one in the same function, so that loops are left.
    pub fn until_behind(&mut self) -> Stopped {
        let (_, end) = self.macro_call().unwrap_or_else(|| self.statement());
        self.forward(Plan::to(Goal::Beyond { end }))
    }

    /// Runs until one of these addresses is reached, or, if `in_function`, the present function
    /// returns.
    pub fn run_to_place(&mut self, targets: &[u32], in_function: bool) -> Stopped {
        self.forward(Plan {
            goal: in_function.then_some(Goal::Return),
            targets: targets.to_vec(),
            ..Plan::default()
        })
    }

    /// Runs until the program is about to print this text.
    pub fn until_output(&mut self, text: &[u8]) -> Stopped {
        self.forward(Plan {
            output: Some(OutputGoal::Text(text.to_vec())),
            ..Plan::default()
        })
    }

    /// Runs until the program is about to print the byte of standard output with this index.
    pub fn to_output(&mut self, index: u64) -> Stopped {
        self.forward(Plan {
            output: Some(OutputGoal::Byte(index)),
            ignore_stops: true,
            ..Plan::default()
        })
    }

    /// Goes to a step: one of the history, or by running on to a later one.
    pub fn go_to(&mut self, step: u64) -> Stopped {
        let from = self.step();
        self.remember_registers();
        let known = self.timeline.last.max(from);
        self.seek(step.min(known));
        if step > self.step() && self.ended.is_none() {
            let stopped = self.forward(Plan {
                limit: Some(step),
                ignore_stops: true,
                ..Plan::default()
            });
            return Stopped { from, ..stopped };
        }
        let why = match &self.ended {
            Some(end) if step >= self.step() => Why::Ended(end.clone()),
            _ if step < self.timeline.first() => Why::Beginning,
            _ => Why::Step,
        };
        self.stopped(vec![why], from)
    }

    /// Goes back so many instructions.
    pub fn back(&mut self, count: u64) -> Stopped {
        let (from, first) = (self.step(), self.timeline.first());
        let to = from.saturating_sub(count).max(first);
        self.remember_registers();
        self.seek(to);
        let all = from
            .checked_sub(count)
            .is_some_and(|wanted| wanted >= first);
        let why = if all { Why::Step } else { Why::Beginning };
        self.stopped(vec![why], from)
    }

    /// Goes back to the first step.
    pub fn reset(&mut self) -> Stopped {
        let from = self.step();
        self.remember_registers();
        self.seek(self.timeline.first());
        self.stopped(vec![Why::Step], from)
    }

    /// The registers at this stop are those that later changes are marked against.
    pub(super) fn remember_registers(&mut self) {
        self.previous.clone_from(&self.session.machine.registers);
    }

    pub(super) fn stopped(&self, why: Vec<Why>, from: u64) -> Stopped {
        Stopped {
            why,
            from,
            effects: Vec::new(),
        }
    }

    /// The addresses of the present statement; of the instruction if there is no source.
    pub(super) fn statement(&self) -> (u32, u32) {
        match self.map().statement(self.pc()) {
            Some(line) => (line.address, line.address + line.size),
            None => {
                let pc = self.pc();
                (pc, pc.wrapping_add(self.length_at(pc)))
            }
        }
    }

    /// The addresses of the outermost call of a macro that begins at the present instruction.
    pub(super) fn macro_call(&self) -> Option<(u32, u32)> {
        let pc = self.pc();
        let mut calls = self.map().macros_at(pc);
        let call = calls.find(|code| code.first == pc)?;
        Some((call.first, call.end))
    }

    /// Does a move so many times, as long as nothing else stops the run. What has changed is shown
    /// of all of them.
    fn repeat(&mut self, count: u64, once: impl Fn(&mut Engine) -> Stopped) -> Stopped {
        let from = self.step();
        let before = self.session.machine.registers.clone();
        let mut stopped = once(self);
        for _ in 1..count {
            if stopped.why != [Why::Step] || self.take_interrupt() {
                break;
            }
            stopped = once(self);
        }
        self.previous = before;
        Stopped { from, ..stopped }
    }

    /// Runs forward until something stops the program.
    pub(super) fn forward(&mut self, plan: Plan) -> Stopped {
        let mut pursuit = self.pursue(plan);
        loop {
            if let Some(stopped) = self.run_for(&mut pursuit, u64::MAX) {
                return stopped;
            }
        }
    }

    /// Runs forward until something other than a finding stops the program, or until after the
    /// first finding. None: nothing has, and the step `pause` is reached.
    pub(super) fn run_until_stop(&mut self, pursuit: &mut Pursuit, pause: u64) -> Option<Vec<Why>> {
        let Pursuit {
            plan, look, note, ..
        } = pursuit;
        let (from, printed) = (pursuit.from, pursuit.printed);
        loop {
            if plan.limit.is_some_and(|limit| self.step() >= limit) {
                return Some(vec![Why::Step]);
            }
            if self.step() >= pause {
                return None;
            }
            let stop = self.advance(look, plan, pause);
            self.note_search(SearchProgress::Running { step: self.step() });
            let watch = &mut look.scan.watch;
            if !plan.ignore_stops && self.finding_between(from, self.step()).is_some() {
                return Some(Vec::new());
            }
            match stop {
                Some(End::Paused) if self.passes(plan) && watch.is_idle() => {
                    if self.take_interrupt() {
                        self.settle();
                        return Some(vec![Why::Interrupted]);
                    }
                }
                Some(End::Paused) => {
                    let why = self.judge(watch, plan, note, printed, true);
                    if !why.is_empty() {
                        self.settle();
                        return Some(why);
                    }
                    watch.see(&self.session.machine);
                    watch.go_on();
                    if self.take_interrupt() {
                        self.settle();
                        return Some(vec![Why::Interrupted]);
                    }
                }
                // It would sleep, and whoever drives it lets that time pass first.
                Some(End::Waiting) if self.world.is_sleepless() => {
                    self.restore_here();
                    watch.see(&self.session.machine);
                    return None;
                }
                Some(End::Waiting) => {
                    self.restore_here();
                    self.waiting = true;
                    return Some(vec![Why::Waiting]);
                }
                Some(end) => {
                    self.end_with(end.clone());
                    return Some(vec![Why::Ended(end)]);
                }
                None => {
                    if self.next_edit_is_here() {
                        self.cross_edit();
                        watch.see(&self.session.machine);
                    }
                    self.note_progress();
                    if !plan.ignore_stops && !self.findings_here(from).is_empty() {
                        return Some(self.at_points(plan, true));
                    }
                    if self.take_interrupt() {
                        return Some(vec![Why::Interrupted]);
                    }
                }
            }
        }
    }

    /// Goes back to the first finding after `from`, if there is one before the present step.
    pub(super) fn stop_at_finding(
        &mut self,
        mut why: Vec<Why>,
        plan: &Plan,
        from: u64,
    ) -> Vec<Why> {
        if plan.ignore_stops {
            return why;
        }
        if self.ended.is_none() {
            self.scout(self.step() + AHEAD);
        }
        if let Some(first) = self.finding_between(from, self.step()) {
            self.seek(first);
            why = self.at_points(plan, true);
        }
        let mut findings = self.findings_here(from);
        findings.append(&mut why);
        findings
    }

    /// An observer that watches nothing yet.
    pub(super) fn new_watch(&self) -> Watch {
        Watch::new(self.desc(), self.program.image.big_endian)
    }

    /// At a pause: hits are about all of a small place, whatever part of it was accessed.
    pub(super) fn widen_hits(&self, watch: &mut Watch) {
        let machine = &self.session.machine;
        watch.widen_hits(|address, size| machine.peek_number(address, size));
    }

    /// An observer that pauses wherever this run may have to stop.
    pub(super) fn watch(&self, plan: &Plan) -> Watch {
        let mut watch = self.new_watch();
        if plan.ignore_stops {
            watch.points = crate::observers::Points::new(&plan.targets);
        } else {
            let handler = self.exception_handler();
            let caught = self.stops.catches(Event::Exception).and(handler);
            let more: Vec<u32> = plan.targets.iter().copied().chain(caught).collect();
            self.stops.watch_for(&mut watch, &more);
        }
        watch.goal = plan.goal;
        watch.around_calls |= plan.output.is_some();
        watch.prepare();
        watch
    }

    /// Runs one stretch: to a pause, the end, or a step where something has to be done.
    fn advance(&mut self, look: &mut Look, plan: &Plan, pause: u64) -> Option<End> {
        let step = self.step();
        let watch = &look.scan.watch;
        let due = self.timeline.due(step, &self.session.machine.memory);
        let edit = self.timeline.next_edit(self.edits).unwrap_or(u64::MAX);
        let only_points = watch.has_only_points();
        if !only_points {
            self.without_waiting(|engine| engine.scout(step + AHEAD));
        }
        let is_watched = !only_points || self.check.as_ref().is_some_and(|c| c.step == step);
        let longest = match is_watched {
            true if self.check.is_none() && watch.goal.is_none() => SCANNED_SLICE,
            true => WATCHED_SLICE,
            false => SLICE,
        };
        let slice = step.saturating_add(longest).min(due.max(step + 1));
        let end = slice
            .min(edit)
            .min(pause)
            .min(plan.limit.unwrap_or(u64::MAX));
        let end = end.min(self.next_known_finding(step));
        let fuel = end.saturating_sub(step);
        let points = watch.points.addresses();
        let unseen = self.check.as_mut().filter(|check| check.step == step);
        match unseen.filter(|_| only_points) {
            Some(check) => {
                let (checker, world) = (&mut check.checker, &mut self.world);
                let stop = self.session.advance_to(points, checker, world, fuel);
                check.see(self.session.machine.steps, stop.as_ref());
                stop
            }
            None if only_points => self.run_following(points, fuel),
            None => self.look(look, fuel),
        }
    }

    /// Brings a run that paused into the state that every other way to this step leads to.
    pub(super) fn settle(&mut self) {
        if self.session.environment.next_tick().is_none() {
            self.session.machine.forget_pause();
            return;
        }
        self.replay_to(self.step());
    }

    /// What the last instruction before the present step changed, or all since `from` if those are
    /// few.
    pub(super) fn effects_since(&mut self, from: u64) -> Vec<crate::observers::StepEffect> {
        let step = self.step();
        let begin = match step - from {
            0 => return Vec::new(),
            1..=TOLD => from,
            _ => step - 1,
        };
        let mut edits = self.timeline.edits().iter();
        if edits.any(|edit| begin < edit.step && edit.step <= step) {
            return Vec::new();
        }
        let (ended, waiting) = (self.ended.take(), self.waiting);
        let mut collect = Collect::default();
        self.restore(|timeline| timeline.before(begin));
        self.run_far_to(begin);
        self.observe(&mut collect, step - begin);
        self.ended = ended;
        self.waiting = waiting;
        collect.effects
    }
}
