//! Runs forward in parts, so that whoever drives them can do something else in between.

use super::ahead::Look;
use super::judge::CallNote;
use super::moves::Plan;
use super::{Engine, SearchProgress, Stopped, Why};
use crate::observers::{CallFrame, Goal};

/// A way forward.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Until something stops the program.
    RunOn,
    /// One statement.
    StepLine,
    /// One statement; what it calls runs in one go.
    NextLine,
    /// One instruction.
    StepInstruction,
    /// One instruction; what it calls runs in one go.
    NextInstruction,
    /// Until the present function returns.
    Finish,
    /// To one of these addresses.
    To(Vec<u32>),
    /// To this step, whatever is on the way.
    ToStep(u64),
}

/// A move that is on its way. It goes on from the step where it paused: to go elsewhere in between is to
/// give it up.
pub struct Pursuit {
    pub(super) plan: Plan,
    pub(super) look: Look,
    pub(super) note: Option<CallNote>,
    /// How much was printed when it began.
    pub(super) printed: u64,
    /// The step that it began at.
    pub(super) from: u64,
    /// The call whose result it is about.
    frame: Option<CallFrame>,
}

impl Engine {
    /// Begins a move, of which nothing has happened yet.
    pub fn set_out(&mut self, way: &Move) -> Pursuit {
        let frame = match way {
            Move::Finish => self.frame_to_finish(1),
            _ => None,
        };
        let pursuit = self.pursue(self.plan(way));
        Pursuit { frame, ..pursuit }
    }

    /// Goes on with a move for about `fuel` instructions; how it has ended, if it has.
    pub fn run_for(&mut self, pursuit: &mut Pursuit, fuel: u64) -> Option<Stopped> {
        if let Some(end) = &self.ended {
            return Some(self.stopped(vec![Why::Ended(end.clone())], pursuit.from));
        }
        let pause = self.step().saturating_add(fuel);
        if self.keeps_time {
            self.world.allow_sleeps(Some(1));
        }
        let why = self.run_until_stop(pursuit, pause);
        self.world.allow_sleeps(None);
        Some(self.arrive(pursuit, why?))
    }

    /// Makes [`Engine::run_for`] pause when the program sleeps a second time, so that whoever drives it can
    /// let that time pass.
    pub fn keep_time(&mut self) {
        self.keeps_time = true;
    }

    /// The milliseconds that the program has slept since this was last asked.
    pub fn take_slept(&mut self) -> u64 {
        self.world.take_slept()
    }

    /// Lets a move go on after it has stopped at a breakpoint that was only to be noted.
    pub fn pass(&mut self, pursuit: &mut Pursuit) {
        pursuit.look.scan.watch.begin = Some(self.step());
    }

    /// Stops a move where it is.
    pub fn give_up(&mut self, mut pursuit: Pursuit) -> Stopped {
        if self.ended.is_none() {
            self.settle();
        }
        self.arrive(&mut pursuit, vec![Why::Interrupted])
    }

    /// What a move waits for.
    pub(super) fn plan(&self, way: &Move) -> Plan {
        match way {
            Move::RunOn => Plan::default(),
            Move::StepLine => {
                let ((first, end), depth) = (self.statement(), i64::MAX);
                Plan::to(Goal::Line { first, end, depth })
            }
            Move::NextLine => match self.macro_call() {
                Some((first, end)) => Plan::to(Goal::Macro { first, end }),
                None => {
                    let ((first, end), depth) = (self.statement(), 0);
                    Plan::to(Goal::Line { first, end, depth })
                }
            },
            Move::StepInstruction => Plan {
                limit: Some(self.step().saturating_add(1)),
                ..Plan::default()
            },
            Move::NextInstruction => {
                let (first, end, depth) = (0, 0, 0);
                Plan::to(Goal::Line { first, end, depth })
            }
            Move::Finish => Plan::to(Goal::Return),
            Move::ToStep(step) => Plan {
                limit: Some(*step),
                ignore_stops: true,
                ..Plan::default()
            },
            Move::To(targets) => Plan {
                targets: targets.clone(),
                ..Plan::default()
            },
        }
    }

    /// Begins to wait for something.
    pub(super) fn pursue(&mut self, plan: Plan) -> Pursuit {
        let from = self.step();
        if self.ended.is_none() {
            self.remember_registers();
            self.waiting = false;
        }
        let mut watch = self.watch(&plan);
        watch.restart(&self.session.machine);
        watch.begin = Some(from);
        if let Some(transfer) = self.session.machine.arriving() {
            watch.arrivals.leave(&transfer);
        }
        Pursuit {
            plan,
            look: Look::new(watch),
            note: None,
            printed: self.printed(),
            from,
            frame: None,
        }
    }

    /// Ends a move.
    fn arrive(&mut self, pursuit: &mut Pursuit, why: Vec<Why>) -> Stopped {
        self.note_search(SearchProgress::Done);
        let (plan, from) = (&pursuit.plan, pursuit.from);
        let why = self.stop_at_finding(why, plan, from);
        self.timeline.last = self.timeline.last.max(self.step());
        self.remove_temporary(&why);
        let short = plan.limit.is_some()
            || matches!(plan.goal, Some(Goal::Line { .. } | Goal::Macro { .. }));
        let last = self.step().saturating_sub(1);
        let effects = self.effects_since(if short { from } else { from.max(last) });
        self.with_results(Stopped { why, from, effects }, pursuit.frame.as_ref())
    }
}
