//! Courses that grade by Venus' own check: what `venus -cc` reports fails a test, and what ours
//! finds is noted.

use super::Job;
use super::execute::Ready;
use crate::grading::ConventionRule;
use crate::settings::Settings;
use crate::test::TestKind;
use callconv::agreement::Agreement;
use callconv::venus::{VenusConvention, VenusRule, VenusViolation};
use callconv::{Returns, codes};
use diag::{Diagnostic, Severity};
use runtime::Target;
use std::mem::discriminant;

/// The most reports that are looked at; a loop makes any number.
const MOST: usize = 1000;

/// The check of Venus, with its options.
#[derive(Clone, Copy, Debug)]
pub(super) struct VenusCheck {
    /// Results are in all of `a0` to `a7` (`-retToAllA`).
    all_results: bool,
}

/// Whether a rule lets Venus decide about tests of a kind: it runs whole programs only.
pub(super) fn decides(rule: ConventionRule, kind: TestKind) -> bool {
    rule == ConventionRule::Venus && kind == TestKind::Program
}

/// The check, if the course grades by it and this test is checked.
pub(super) fn of(
    job: &Job<'_>,
    settings: &Settings,
    agreement: &Agreement,
    target: Target,
) -> Option<VenusCheck> {
    let rule = job.project.course.grading.convention;
    let wanted = decides(rule, job.test.kind) && settings.check && target == Target::RiscV;
    wanted.then(|| VenusCheck {
        all_results: agreement.returns == Some(Returns::Arguments),
    })
}

/// Makes notes of our own findings, and puts those of Venus before them.
pub(super) fn judge(ready: &Ready<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(check) = ready.venus else {
        return;
    };
    for finding in findings.iter_mut() {
        finding.severity = finding.severity.max(Severity::Warning);
    }
    let violations = check.run(ready);
    findings.splice(0..0, violations);
}

impl VenusCheck {
    /// Runs the program under the check of Venus; what it reports, each thing once.
    fn run(self, ready: &Ready<'_>) -> Vec<Diagnostic> {
        // What cannot start has been said.
        let Ok(mut session) = ready.session() else {
            return Vec::new();
        };
        let registers = std::array::from_fn(|number| session.machine.registers.x[number]);
        let (image, desc) = (&ready.program.image, ready.loaded.desc());
        let mut venus = VenusConvention::new(image, desc, registers, self.all_results, MOST);
        let outcome = session.run(&mut venus, &mut ready.console());
        venus.settle(outcome.steps);
        session.recycle();
        let all = venus.take_violations();
        let is_same = |a: &VenusViolation, b: &VenusViolation| {
            let same_rule = discriminant::<VenusRule>(&a.rule) == discriminant(&b.rule);
            a.pc == b.pc && a.register == b.register && same_rule
        };
        let mut groups: Vec<(VenusViolation, u64)> = Vec::new();
        for found in all {
            match groups.iter_mut().find(|(first, _)| is_same(first, &found)) {
                Some((_, count)) => *count += 1,
                None => groups.push((found, 1)),
            }
        }
        let groups = groups.iter();
        groups
            .map(|(found, count)| self.diagnostic(ready, found, *count))
            .collect()
    }

    fn diagnostic(self, ready: &Ready<'_>, found: &VenusViolation, count: u64) -> Diagnostic {
        let title = format!("Venus reports: {found}");
        let mut diagnostic = Diagnostic::error(codes::VENUS, title);
        if let Some(span) = ready.span(found.pc) {
            diagnostic = diagnostic.primary(span, "");
        }
        if count > 1 {
            let times = diag::number::count(count, "time");
            diagnostic = diagnostic.note(format!("{times} in this run"));
        }
        let option = if self.all_results { " -retToAllA" } else { "" };
        diagnostic.note(format!(
            "this course grades by `venus -cc{option}`; what jal finds is shown as warnings"
        ))
    }
}
