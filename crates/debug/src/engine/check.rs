//! The calling convention, checked while the program runs.
//!
//! The checker watches each step once: findings are facts about the history. It sees straight
//! code when that has run, so it is always ahead of the place where the run may stop, and the run
//! goes back to the step of what was found. Going forward again meets what is known; a change by
//! hand that changes the history has it watched again.

use super::{Engine, Why};
use crate::timeline::Timeline;
use callconv::report::FindingReporter;
use callconv::{CheckOptions, Checker, Finding};
use diag::{Diagnostic, Severity};
use machine::isa::Reg;
use machine::observe::Observer as _;
use machine::run::Registers;
use runtime::load::LoadedProgram;
use runtime::{End, Session};
use std::rc::Rc;

/// The checker, and what is known from it.
pub(super) struct Check {
    pub(super) checker: Checker,
    /// It has seen everything up to this step.
    pub(super) step: u64,
    options: CheckOptions,
    /// It knows of the end of the program.
    finished: bool,
}

impl Check {
    /// A check of the program before its first instruction.
    pub(super) fn new(
        session: &Session,
        loaded: &LoadedProgram,
        options: CheckOptions,
    ) -> Option<Self> {
        let checker = Checker::new(
            loaded.desc(),
            loaded.program.as_ref()?,
            &session.machine.registers,
            session.environment.calls(),
            options.clone(),
        );
        Some(Check {
            checker,
            step: session.machine.steps,
            options,
            finished: false,
        })
    }

    /// The checker has seen everything up to this step, where the run has ended or not.
    pub(super) fn see(&mut self, step: u64, stop: Option<&End>) {
        self.step = self.step.max(step);
        if stop.is_some_and(|end| !matches!(end, End::Paused | End::Waiting)) && !self.finished {
            self.finished = true;
            self.checker.finish();
        }
    }
}

impl Engine {
    /// Whether the calling convention is checked.
    pub fn is_checking(&self) -> bool {
        self.check.is_some()
    }

    /// Checks the calling convention from the beginning on; false if the beginning is forgotten.
    pub fn check_convention(&mut self, options: CheckOptions) -> bool {
        self.recheck(options);
        self.check.is_some()
    }

    /// What was found in the part of the run that the debugger has come to, with its step.
    pub fn findings(&self) -> Vec<(u64, Finding)> {
        let findings = self.check.iter().flat_map(|check| check.checker.findings());
        let last = self.timeline.last.max(self.step());
        let met = findings.filter(|finding| finding.step <= last);
        // How often each was found is not shown: the checker was ahead of the run.
        let met = met.map(|finding| Finding {
            count: 1,
            ..finding.clone()
        });
        met.map(|finding| (finding.step, finding)).collect()
    }

    /// The finding that stopped a run.
    pub fn finding(&self, index: usize) -> Option<&Finding> {
        self.check.as_ref()?.checker.findings().get(index)
    }

    /// A finding as a message.
    pub fn finding_report(&self, finding: &Finding) -> Diagnostic {
        let reporter = FindingReporter::new(self.desc(), &self.program);
        reporter.diagnostic(finding)
    }

    /// Has the checker see what comes, up to this step or the end of the program. The present step
    /// stays.
    pub(super) fn scout(&mut self, end: u64) {
        let Some(mut check) = self.check.take() else {
            return;
        };
        if check.step < end && !check.finished {
            let (edits, ended, waiting) = (self.edits, self.ended.take(), self.waiting);
            let (moment, world) = (Rc::new(self.session.keep()), self.world.state());
            if self.run_to(check.step) {
                let fuel = end.saturating_sub(self.step());
                let stop = self.observe(&mut check.checker, fuel);
                check.see(self.step(), stop.as_ref());
            }
            self.session.go_back(&moment);
            self.world.go_back(&world);
            (self.edits, self.ended, self.waiting) = (edits, ended, waiting);
        }
        self.check = Some(check);
    }

    /// The steps of the findings that stop a run.
    fn finding_steps(&self) -> impl Iterator<Item = (u64, usize)> {
        let findings = self.check.iter().flat_map(|check| check.checker.findings());
        let findings = findings.zip(0..);
        let stops = findings.filter(|(finding, _)| finding.what.severity() != Severity::Note);
        stops.map(|(finding, index)| (finding.step, index))
    }

    /// Findings at which the run stops here.
    pub(super) fn findings_here(&self, from: u64) -> Vec<Why> {
        let step = self.step();
        let here = self.finding_steps().filter(|(at, _)| *at == step);
        let here = here.filter(|(at, _)| *at > from);
        here.map(|(_, index)| Why::Finding(index)).collect()
    }

    /// The first step with a finding between these two.
    pub(super) fn finding_between(&self, from: u64, to: u64) -> Option<u64> {
        let steps = self.finding_steps().map(|(at, _)| at);
        steps.filter(|at| from < *at && *at < to).min()
    }

    /// The next step at which something is known to be found, or from which on nothing is known.
    pub(super) fn next_known_finding(&self, step: u64) -> u64 {
        let known = self.finding_steps().map(|(at, _)| at);
        let frontier = self.check.iter().map(|check| check.step);
        let behind = known.chain(frontier).filter(|at| *at > step);
        behind.min().unwrap_or(u64::MAX)
    }

    /// The last step before `step` at which a finding stops the run.
    pub(super) fn finding_before(&self, step: u64) -> Option<(u64, usize)> {
        self.finding_steps().filter(|(at, _)| *at < step).max()
    }

    /// Tells the checker of a change by hand at the present step; `before` are the registers then.
    pub(super) fn check_edit(&mut self, before: &Registers) {
        let step = self.step();
        match self.check.take() {
            Some(check) if check.step > step || check.finished => self.recheck(check.options),
            Some(mut check) => {
                tell(&mut check.checker, before, &self.session.machine.registers);
                self.check = Some(check);
            }
            None => {}
        }
    }

    /// Has the history up to the present step checked by a new checker.
    fn recheck(&mut self, options: CheckOptions) {
        self.check = None;
        let (step, ended, waiting) = (self.step(), self.ended.take(), self.waiting);
        if self.timeline.first() != 0 || !self.restore(Timeline::beginning) {
            self.ended = ended;
            return;
        }
        let Some(mut check) = Check::new(&self.session, &self.loaded, options) else {
            self.seek(step);
            return;
        };
        while self.step() < step {
            let edit = self.timeline.next_edit(self.edits).unwrap_or(u64::MAX);
            let fuel = step.min(edit).saturating_sub(self.step());
            let stop = self.observe(&mut check.checker, fuel);
            check.see(self.step(), stop.as_ref());
            if stop.is_some() {
                break;
            }
            if self.next_edit_is_here() {
                let before = self.session.machine.registers.clone();
                self.cross_edit();
                tell(&mut check.checker, &before, &self.session.machine.registers);
            }
        }
        self.check = Some(check);
        self.seek(step);
        self.ended = ended;
        self.waiting = waiting;
    }
}

/// Tells a checker that registers were changed by hand.
fn tell(checker: &mut Checker, before: &Registers, now: &Registers) {
    for reg in (0..Reg::COUNT).map(Reg) {
        let (old, new) = (before.get(reg), now.get(reg));
        if old != new {
            checker.answer(reg, old, new);
        }
    }
}
