//! Reads what was handed in, and keeps it as a value that another process can grade.

use super::Grader;
use crate::record::Standing;
use crate::submission::{
    self, ReadError, ReadLimits, Submission, SubmissionCandidate, WantedFiles,
};
use harness::grading::{GradingRules, Tier};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// What came of reading a submission: what was handed in, or why it cannot be graded. It can be
/// written down and graded later, by another process or on another machine.
pub type ReadSubmission = Result<Submission, Standing>;

/// A submission that was looked at, and the number that shows whether it has changed.
pub struct Looked {
    pub(super) read: ReadSubmission,
    /// What its record follows from.
    pub key: String,
    /// The seed of the inputs on which it is compared with the model: nobody can know them before.
    pub(super) seed: u64,
}

impl Looked {
    /// The same for a record of the tests up to this tier.
    pub fn key_through(&self, through: Tier) -> String {
        match through {
            Tier::Eval => self.key.clone(),
            through => format!("{}-{}", self.key, through.name()),
        }
    }
}

impl Grader {
    /// Reads a submission.
    pub fn look(&self, candidate: &SubmissionCandidate) -> Looked {
        let deadline = self.rules().deadline.as_ref().map(|moment| moment.seconds);
        self.look_at(&candidate.name, self.read_until(candidate, None, deadline))
    }

    /// Reads a submission without asking when it was made: of a repository this commit, or the last
    /// one of the main branch. Whoever receives submissions knows when they came.
    pub fn read(&self, candidate: &SubmissionCandidate, commit: Option<&str>) -> ReadSubmission {
        self.read_until(candidate, commit, None)
    }

    fn read_until(
        &self,
        candidate: &SubmissionCandidate,
        commit: Option<&str>,
        deadline: Option<i64>,
    ) -> ReadSubmission {
        let wanted = WantedFiles {
            file: &|path| GradingRules::fits(&self.handed_in, path),
            anywhere: true,
            apart: &self.apart,
            commit,
            deadline,
            limits: ReadLimits::default(),
        };
        submission::read(candidate, &wanted).map_err(|error| standing(&error))
    }

    /// Takes a submission that was read before.
    pub fn look_at(&self, name: &str, read: ReadSubmission) -> Looked {
        let mut hasher = FxHasher::default();
        self.digest.hash(&mut hasher);
        name.hash(&mut hasher);
        match &read {
            Ok(submission) => {
                submission.files.hash(&mut hasher);
                submission.passed.hash(&mut hasher);
                submission.commit.hash(&mut hasher);
                submission.remarks.hash(&mut hasher);
            }
            Err(standing) => standing.why().hash(&mut hasher),
        }
        let number = hasher.finish();
        Looked {
            read,
            key: format!("{number:016x}"),
            // Short enough to be typed.
            seed: number >> 32,
        }
    }
}

fn standing(error: &ReadError) -> Standing {
    let why = error.to_string();
    match error {
        ReadError::Late { .. } => Standing::Late(why),
        ReadError::NoCommit => Standing::Missing(why),
        _ => Standing::Unreadable(why),
    }
}
