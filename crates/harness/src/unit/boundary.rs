//! The boundary of handed-in code in unit tests, and what findings mean for a case.

use super::judge::Judged;
use super::{Test, UnitOptions};
use crate::boundary::{BoundaryRequest, CrossingWords, Crossings, MayExit, hide_code};
use crate::course::Task;
use crate::handed_in::HandedIn;
use crate::verdict::Verdict;
use callconv::Contract;
use diag::Diagnostic;
use machine::image::Image;
use runtime::BoundaryRules;
use runtime::load::LoadedProgram;

/// What a course says about the boundary of handed-in code.
#[derive(Clone, Debug)]
pub struct UnitBoundary {
    /// Whether what functions must keep is compared.
    pub values: bool,
    /// Which functions may end the program.
    pub may_exit: MayExit,
    /// The tasks, some of which do not allow output.
    pub tasks: Vec<Task>,
    /// Whether instructions can be read, if a test says so.
    pub readable_code: Option<bool>,
}

impl Default for UnitBoundary {
    fn default() -> Self {
        UnitBoundary {
            values: true,
            may_exit: MayExit::None,
            tasks: Vec::new(),
            readable_code: None,
        }
    }
}

impl UnitBoundary {
    /// The boundary in a program, and the program in memory as handed-in code sees it.
    pub(crate) fn of(
        &self,
        handed_in: &HandedIn,
        loaded: &LoadedProgram,
        contract: &Contract,
    ) -> (Option<BoundaryRules>, Image) {
        let request = BoundaryRequest {
            values: self.values,
            may_exit: &self.may_exit,
            tasks: &self.tasks,
            contract: Some(contract),
        };
        let owners = handed_in.owners(loaded);
        let rules = owners.map(|owners| owners.boundary(&request));
        let Some(program) = &loaded.program else {
            return (rules, Image::default());
        };
        let mut image = program.image.clone();
        if !self.readable_code.unwrap_or(rules.is_none()) {
            hide_code(&mut image, program);
        }
        (rules, image)
    }
}

impl Test<'_> {
    /// The verdict, without findings that do not matter.
    pub(super) fn verdict(&self, judged: &Judged) -> Verdict {
        let crossings = self.crossings(judged);
        let of_boundary = crossings.verdict();
        if let Some(verdict @ (Verdict::NotReturned | Verdict::Printed)) = of_boundary {
            return verdict;
        }
        match judged.verdict() {
            Verdict::Passed | Verdict::Convention if judged.lost.is_empty() => {
                let told = self.findings(judged);
                let ends = |d: &Diagnostic| callconv::codes::ENDS_CHECK.contains(&d.code);
                if told.iter().any(|d| d.severity == diag::Severity::Error) {
                    Verdict::Convention
                } else if !self.options.handed_in.is_empty() && told.iter().any(ends) {
                    Verdict::Unchecked
                } else {
                    of_boundary.unwrap_or(Verdict::Passed)
                }
            }
            verdict => verdict,
        }
    }

    pub(super) fn crossings(&self, judged: &Judged) -> Crossings {
        Crossings::new(&judged.crossings, &self.options.agreement)
    }

    /// What was found about the calling convention, as messages.
    pub(super) fn findings(&self, judged: &Judged) -> Vec<Diagnostic> {
        let Some(program) = &self.loaded.program else {
            return Vec::new();
        };
        if judged.findings.is_empty() && judged.crossings.is_empty() {
            return Vec::new();
        }
        let UnitOptions {
            agreement,
            handed_in,
            ..
        } = self.options;
        let convention = handed_in.check(agreement, &self.loaded);
        let mut told = convention.map_or_else(Vec::new, |c| c.diagnostics(&judged.findings));
        let desc = self.loaded.desc();
        let words = CrossingWords { desc, program };
        let crossings = self.crossings(judged);
        let crossings = crossings.unexplained(&judged.findings);
        told.extend(crossings.map(|crossing| words.diagnostic(crossing)));
        told
    }
}
