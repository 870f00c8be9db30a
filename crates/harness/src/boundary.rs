//! The boundary between the code of a course and what was handed in: where it is in a program, what a
//! course allows there, and what is said about what shows there.

mod rules;
mod words;

pub(crate) use rules::{BoundaryRequest, Owners, hide_code};
pub(crate) use words::CrossingWords;

use crate::codes;
use crate::verdict::Verdict;
use callconv::agreement::Agreement;
use callconv::{Finding, What};
use diag::{Code, Severity};
use keys::{KeyPair, Reader, Refused, ValueForm, ValueShape};
use runtime::{BoundaryFault, BoundaryFinding};

/// Which functions may end the program in place of returning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MayExit {
    /// None.
    #[default]
    None,
    /// Those of these names.
    These(Vec<String>),
    /// All.
    All,
}

impl MayExit {
    /// What either of two allows.
    pub(crate) fn or(self, other: &MayExit) -> MayExit {
        match (self, other) {
            (MayExit::All, _) | (_, MayExit::All) => MayExit::All,
            (MayExit::None, other) => other.clone(),
            (this, MayExit::None) => this,
            (MayExit::These(mut names), MayExit::These(more)) => {
                names.extend(more.iter().cloned());
                MayExit::These(names)
            }
        }
    }
}

impl ValueForm for MayExit {
    type Value = Self;
    const EXPECTS: &'static str = "`true`, `false` or a list of functions such as [\"game_over\"]";

    fn shape() -> ValueShape {
        let names = ValueShape::List(Box::new(ValueShape::Text));
        ValueShape::Either(vec![ValueShape::Bool, names])
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self, Refused> {
        match pair.value.get_ref().as_bool() {
            Some(true) => Ok(MayExit::All),
            Some(false) => Ok(MayExit::None),
            None => <Vec<String> as ValueForm>::read(pair, reader).map(MayExit::These),
        }
    }
}

/// The code of what shows at the boundary.
pub(crate) fn code(what: &BoundaryFault) -> Code {
    match what {
        BoundaryFault::Register { .. } => codes::REGISTER_LOST,
        BoundaryFault::StackPointer { .. } => codes::STACK_POINTER_LOST,
        BoundaryFault::Frame { .. } => codes::FRAME_OVERWRITTEN,
        BoundaryFault::Elsewhere { .. }
        | BoundaryFault::RanOff { .. }
        | BoundaryFault::Interrupted => codes::NOT_RETURNED,
        BoundaryFault::Ended { .. } => codes::ENDED,
        BoundaryFault::ForeignStack { .. } => codes::FOREIGN_STACK,
        BoundaryFault::Prints => codes::PRINTS,
    }
}

/// What showed at the boundary and counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crossings(Vec<BoundaryFinding>);

impl Crossings {
    /// Those that a course does not allow.
    pub(crate) fn new(findings: &[BoundaryFinding], agreement: &Agreement) -> Self {
        let counts = |finding: &&BoundaryFinding| !agreement.allows(code(&finding.what));
        Crossings(findings.iter().filter(counts).copied().collect())
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[BoundaryFinding] {
        &self.0
    }

    /// What they mean for a test: that a function does not come back first.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        let verdicts = self.0.iter().map(|finding| match code(&finding.what) {
            codes::NOT_RETURNED | codes::ENDED => Verdict::NotReturned,
            codes::PRINTS => Verdict::Printed,
            _ => Verdict::Convention,
        });
        verdicts.min_by_key(|verdict| match verdict {
            Verdict::NotReturned => 0,
            Verdict::Printed => 1,
            _ => 2,
        })
    }

    /// Those that nothing which was found in the run explains.
    pub(crate) fn unexplained<'a>(
        &'a self,
        findings: &'a [Finding],
    ) -> impl Iterator<Item = &'a BoundaryFinding> {
        let crossings = self.0.iter();
        crossings.filter(|crossing| !findings.iter().any(|finding| explains(finding, crossing)))
    }
}

/// Whether a finding of the check that watches the run names the cause of what showed at the boundary.
fn explains(finding: &Finding, crossing: &BoundaryFinding) -> bool {
    let inside = finding
        .calls
        .iter()
        .any(|call| call.function == crossing.function);
    let alike = match (crossing.what, finding.what) {
        (BoundaryFault::Register { reg, .. }, What::NotRestored { reg: other, .. }) => reg == other,
        (BoundaryFault::StackPointer { .. }, What::StackPointer { .. })
        | (BoundaryFault::Frame { .. }, What::CallersFrame { store: true, .. })
        | (
            BoundaryFault::Elsewhere { .. },
            What::WrongReturn { .. } | What::ReturnAddressLost { .. },
        ) => true,
        _ => false,
    };
    inside && alike && finding.what.severity() == Severity::Error
}
