//! The calling convention, checked while the program runs.
//!
//! The checker watches each step once, when the run first comes there: findings are facts about the
//! history. Going back and forward again meets those that are known; a change by hand that makes
//! the history another one has it watched anew.

use super::{Engine, Why};
use crate::timeline::Timeline;
use crate::vm::{Observe, Vm};
use callconv::report::Reporter;
use callconv::{CheckOptions, Checker, Finding};
use diag::{Diagnostic, Severity};
use machine::isa::Reg;
use machine::observe::Observer as _;
use machine::run::Registers;
use runtime::load::Loaded;

/// The checker, and what is known from it.
pub(super) struct Check {
    pub(super) checker: Checker,
    /// It has seen everything up to this step.
    pub(super) step: u64,
    options: CheckOptions,
    /// For each finding, the step at which the run stops for it.
    found_at: Vec<u64>,
    finished: bool,
}

impl Check {
    pub(super) fn new(vm: &dyn Vm, loaded: &Loaded, options: CheckOptions) -> Option<Self> {
        let checker = vm.checker(loaded, options.clone())?;
        Some(Check {
            checker,
            step: vm.steps(),
            options,
            found_at: Vec::new(),
            finished: false,
        })
    }

    /// Those that were not told yet, which show at this step.
    fn news(&mut self, step: u64) -> std::ops::Range<usize> {
        let (known, all) = (self.found_at.len(), self.checker.findings().len());
        self.found_at.resize(all, step);
        known..all
    }

    fn stops_run(&self, index: usize) -> bool {
        let finding = self.checker.findings().get(index);
        finding.is_some_and(|finding| finding.what.severity() != Severity::Note)
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

    /// What was found up to now, with the step at which each stopped the run.
    pub fn findings(&self) -> Vec<(u64, Finding)> {
        let Some(check) = &self.check else {
            return Vec::new();
        };
        let findings = check.checker.findings().iter().cloned();
        check.found_at.iter().copied().zip(findings).collect()
    }

    /// A finding as a message.
    pub fn finding_report(&self, finding: &Finding) -> Diagnostic {
        let reporter = Reporter {
            desc: self.desc(),
            program: &self.program,
        };
        reporter.diagnostic(finding)
    }

    pub(super) fn new_findings(&mut self, ignored: bool) -> Vec<Why> {
        let step = self.step();
        let Some(check) = &mut self.check else {
            return Vec::new();
        };
        let news = check.news(step);
        let told = news.filter(|index| !ignored && check.stops_run(*index));
        told.map(Why::Finding).collect()
    }

    /// Findings that are known to stop the run at this step.
    pub(super) fn known_findings(&self, from: u64, ignored: bool) -> Vec<Why> {
        let Some(check) = self.check.as_ref().filter(|_| !ignored) else {
            return Vec::new();
        };
        let step = self.step();
        let here = check.found_at.iter().enumerate();
        let here =
            here.filter(|(index, at)| **at == step && step > from && check.stops_run(*index));
        here.map(|(index, _)| Why::Finding(index)).collect()
    }

    /// The next step at which something is known to be found, or from which on nothing is known.
    pub(super) fn next_known_finding(&self, step: u64) -> u64 {
        let Some(check) = &self.check else {
            return u64::MAX;
        };
        let known = check.found_at.iter().copied().filter(|at| *at > step);
        let frontier = Some(check.step).filter(|at| *at > step);
        known.chain(frontier).min().unwrap_or(u64::MAX)
    }

    /// The last step before `step` at which a finding stops the run.
    pub(super) fn finding_before(&self, step: u64) -> Option<(u64, usize)> {
        let check = self.check.as_ref()?;
        let known = check.found_at.iter().copied().zip(0..);
        let before = known.filter(|(at, index)| *at < step && check.stops_run(*index));
        before.max()
    }

    /// Tells the checker of the end of the program.
    pub(super) fn finish_checking(&mut self) -> Vec<Why> {
        let (step, ended) = (self.step(), self.ended.is_some());
        match &mut self.check {
            Some(check) if ended && check.step == step && !check.finished => {
                check.finished = true;
                check.checker.finish();
                self.new_findings(false)
            }
            _ => Vec::new(),
        }
    }

    /// Tells the checker of a change by hand at the present step; `before` are the registers then.
    pub(super) fn check_edit(&mut self, before: &Registers) {
        let step = self.step();
        match self.check.take() {
            Some(check) if check.step > step || check.finished => self.recheck(check.options),
            Some(mut check) => {
                tell(&mut check.checker, before, self.vm.registers());
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
        let Some(mut check) = Check::new(&*self.vm, &self.loaded, options) else {
            self.seek(step);
            return;
        };
        while self.step() < step {
            let edit = self.timeline.next_edit(self.edits).unwrap_or(u64::MAX);
            let fuel = step.min(edit).saturating_sub(self.step());
            let observe = Observe::Each(&mut check.checker);
            if self.vm.advance(observe, &mut self.world, fuel).is_some() {
                break;
            }
            if self.next_edit_is_here() {
                let before = self.vm.registers().clone();
                self.cross_edit();
                tell(&mut check.checker, &before, self.vm.registers());
            }
        }
        let findings = check.checker.findings().iter();
        check.found_at = findings.map(|finding| finding.step).collect();
        check.step = self.step();
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
            checker.register(reg, old, new);
        }
    }
}
