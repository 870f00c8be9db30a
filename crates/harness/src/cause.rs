//! Why a test fails, as a value: the most probable cause, where it is, and what kind of mistake it is.
//!
//! Passing tests pay nothing for this. When tests have failed, some of them run again with all that jal
//! has, each bounded by fewer instructions than the test itself: under the check of the calling
//! convention ([`convention`]), with counts of all lines ([`survey`]), and, if neither tells enough, with
//! one line of the source changed at a time ([`repair`]): the tests themselves say which line it is.
//! Which lines are tried first is decided by how the tests that ran them ended ([`spectrum`]). Where no
//! single line is the cause, the most suspicious ones are named ([`suspects`]).

mod bounds;
mod changes;
mod convention;
mod explain;
mod insertions;
mod kinds;
mod loops;
mod order;
mod repair;
mod spectrum;
mod survey;
mod suspects;

pub(crate) use bounds::{Bounds, KnownArray, declared};
pub(crate) use convention::ConventionCauses;
pub(crate) use explain::explain;
pub use kinds::CauseKind;
pub(crate) use loops::endless;
pub use order::FirstStep;
pub(crate) use survey::{Scene, Survey, decode, target};

use machine::isa::IsaDesc;

/// What a run that was repeated has shown.
pub(crate) struct Inquiry {
    /// The machine.
    pub(crate) desc: &'static IsaDesc,
    /// What ran.
    pub(crate) survey: Survey,
    /// What the check of the calling convention knows.
    pub(crate) convention: Option<Cause>,
    /// The loop in which it was stopped.
    pub(crate) endless: Option<Cause>,
    /// An access beside an array.
    pub(crate) bounds: Option<Cause>,
}

/// The most probable cause of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What kind of mistake it is.
    pub kind: CauseKind,
    /// How sure that is.
    pub confidence: Confidence,
    /// Where it is, the most probable place first.
    pub places: Vec<CausePlace>,
    /// What is wrong there, as one or two sentences.
    pub words: String,
}

/// How sure a cause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// These lines are only the most suspicious ones.
    Possible,
    /// A change of this line makes tests pass, or the run shows a mistake that explains the failure.
    Likely,
    /// The run shows that a rule is broken.
    Certain,
}

impl Confidence {
    /// As one word for programs.
    pub fn id(self) -> &'static str {
        match self {
            Confidence::Possible => "possible",
            Confidence::Likely => "likely",
            Confidence::Certain => "certain",
        }
    }
}

/// Some lines of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CausePlace {
    /// The file, as diagnostics name it.
    pub file: String,
    /// The first line, from 1.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// What the only line says; empty if there are several.
    pub text: String,
    /// The function it is in.
    pub function: String,
}

impl CausePlace {
    /// `src/merge.s:12` or `src/merge.s:12-15`
    pub fn words(&self) -> String {
        match self.first == self.last {
            true => format!("{}:{}", self.file, self.first),
            false => format!("{}:{}-{}", self.file, self.first, self.last),
        }
    }
}

impl Cause {
    /// Whether two failures have the same cause.
    pub fn is_same(&self, other: &Cause) -> bool {
        let first = |cause: &Cause| {
            let place = cause.places.first();
            place.map(|place| (place.file.clone(), place.first, place.last))
        };
        self.kind == other.kind && first(self) == first(other)
    }
}
