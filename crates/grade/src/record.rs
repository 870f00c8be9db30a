//! What is known about one submission after it was graded. It is kept on disk, and all reports are
//! written from it: so a run can be resumed, split over machines and put together again.

use crate::similarity::Prints;
use harness::Verdict;
use harness::grading::Tier;
use harness::points::{ComparedFunction, CountedTest, TaskScore};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The form of records; another one is not read.
pub const VERSION: u32 = 6;

/// What is known about one submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The form of this record.
    pub version: u32,
    /// What it follows from: the course, the options and the submission, as one number.
    pub key: String,
    /// The course.
    pub course: String,
    /// The course and its rules as one number: records with another one were made by other rules.
    pub rules: String,
    /// Whose submission it is.
    pub name: String,
    /// How far grading came.
    pub standing: Standing,
    /// The commit that was graded, of a repository.
    pub commit: Option<String>,
    /// What staff and student should know about it.
    pub remarks: Vec<String>,
    /// What only the staff should know about it.
    pub suspicions: Vec<String>,
    /// The tasks, in the order of the course.
    pub tasks: Vec<TaskRecord>,
    /// The tests, in their order.
    pub tests: Vec<TestRecord>,
    /// The sum of what the tasks earned.
    pub score: f64,
    /// What all tasks are worth.
    pub points: f64,
    /// Why there are no points at all, although tests passed.
    pub gate: Option<String>,
    /// What was found in the sources without running them.
    pub lints: Vec<String>,
    /// How much of the submission the student's own tests run.
    pub coverage: Option<CoverageRecord>,
    /// What comparing with the model found.
    pub fuzz: Vec<FuzzRecord>,
    /// What is compared with other submissions.
    pub prints: Prints,
    /// The sources that were handed in, by their paths, for the staff to look at.
    pub sources: BTreeMap<String, String>,
}

/// How far grading came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "why", rename_all = "kebab-case")]
pub enum Standing {
    /// It was graded.
    Graded,
    /// All of it came after the deadline.
    Late(String),
    /// There is nothing in it that the course asks for.
    Missing(String),
    /// It could not be read.
    Unreadable(String),
    /// The grader itself failed on it.
    GraderError(String),
}

impl Standing {
    /// In one or two words.
    pub fn words(&self) -> &'static str {
        match self {
            Standing::Graded => "graded",
            Standing::Late(_) => "late",
            Standing::Missing(_) => "missing",
            Standing::Unreadable(_) => "unreadable",
            Standing::GraderError(_) => "grader error",
        }
    }

    /// More about it, unless it was graded.
    pub fn why(&self) -> Option<&str> {
        match self {
            Standing::Graded => None,
            Standing::Late(why)
            | Standing::Missing(why)
            | Standing::Unreadable(why)
            | Standing::GraderError(why) => Some(why),
        }
    }
}

/// How a tier is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Tier", rename_all = "lowercase")]
enum TierName {
    Public,
    Daily,
    Eval,
}

/// A task, and what it earned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    /// Its name.
    pub name: String,
    /// What it is worth.
    pub points: f64,
    /// Tests that passed.
    pub passed: usize,
    /// Tests that decide it.
    pub of: usize,
    /// What it earned.
    pub earned: f64,
    /// How that came about.
    pub arithmetic: String,
}

/// A test, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestRecord {
    /// Its folder and name, such as `pub/test_merge_1`.
    pub name: String,
    /// Who may see it.
    #[serde(with = "TierName")]
    pub tier: Tier,
    /// The tasks that it decides, as indices.
    pub tasks: Vec<usize>,
    /// Whether it counts as passed.
    pub passed: bool,
    /// The verdict, written as one word for programs.
    #[serde(with = "verdict_id")]
    pub verdict: Verdict,
    /// The verdict in a few words.
    pub words: String,
    /// Instructions that ran.
    pub steps: u64,
    /// Codes of the findings about the calling convention.
    pub findings: Vec<String>,
    /// What the test is about, which its students may know even if they cannot see it.
    pub hint: Option<String>,
    /// All that there is to say about a failure.
    pub details: String,
    /// What it shares with failures of the same cause; empty if there is nothing to say about it.
    pub cause: String,
    /// What it drew, and what it should have drawn, if that is what is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<PictureRecord>,
}

/// A wrong picture beside the right one; none of those without pixels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureRecord {
    /// What the test wants.
    pub expected: Option<ShownPicture>,
    /// What the program showed at the end.
    pub actual: Option<ShownPicture>,
    /// Where they differ.
    pub difference: Option<ShownPicture>,
}

/// A picture for people. Its file may have fewer pixels than it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPicture {
    /// Pixels in a row.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// The PNG file in base64.
    pub png: String,
}

impl TestRecord {
    /// What of it matters for points.
    pub(crate) fn counted(&self) -> CountedTest<'_> {
        CountedTest {
            name: &self.name,
            tier: self.tier,
            tasks: &self.tasks,
            passed: self.passed,
            findings: &self.findings,
        }
    }
}

impl FuzzRecord {
    /// What of it matters for points.
    pub(crate) fn compared(&self) -> ComparedFunction<'_> {
        ComparedFunction {
            name: &self.function,
            tasks: &self.tasks,
            difference: self.difference.as_deref(),
        }
    }
}

impl From<TaskScore> for TaskRecord {
    fn from(score: TaskScore) -> Self {
        let TaskScore {
            name,
            points,
            passed,
            of,
            earned,
            arithmetic,
        } = score;
        TaskRecord {
            name,
            points,
            passed,
            of,
            earned,
            arithmetic,
        }
    }
}

/// A verdict is written as one word.
mod verdict_id {
    use harness::Verdict;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(verdict: &Verdict, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(verdict.id())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Verdict, D::Error> {
        let id = String::deserialize(from)?;
        Verdict::from_id(&id).ok_or_else(|| D::Error::custom("there is no such verdict"))
    }
}

/// How much of the sources was run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageRecord {
    /// The student's own tests.
    pub tests: usize,
    /// Of these, how many passed.
    pub passed: usize,
    /// The others, each with its verdict.
    pub failed: Vec<String>,
    /// Lines that ran.
    pub run: usize,
    /// Lines with code.
    pub lines: usize,
}

/// A function compared with the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzRecord {
    /// The function.
    pub function: String,
    /// The tasks it belongs to, as indices.
    pub tasks: Vec<usize>,
    /// Inputs on which both have a result.
    pub cases: u64,
    /// What is wrong with it, as the rest of a sentence that begins with its name; none if it does
    /// the same.
    pub difference: Option<String>,
    /// The smallest input that tells them apart, and both results.
    pub counterexample: Option<String>,
}
