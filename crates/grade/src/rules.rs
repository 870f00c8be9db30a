//! What a course says about grading.

use crate::record::Tier;

/// What a course says about grading.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Which public tests must pass for there to be points.
    pub gate: Gate,
    /// How tests become points.
    pub points: Points,
    /// What a finding about the calling convention means.
    pub convention: Convention,
    /// With how many seeds each test runs once more.
    pub scramble: u64,
    /// Inputs for each function that is compared with the model; 0: none is.
    pub fuzz_cases: u64,
    /// The folders of tests of each tier.
    pub tiers: Vec<(Tier, Vec<String>)>,
    /// Patterns for the files that students hand in.
    pub files: Vec<String>,
    /// Files that must be there.
    pub required: Vec<String>,
    /// Seconds since 1970 after which nothing counts.
    pub deadline: Option<i64>,
}

/// Which public tests must pass for there to be points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gate {
    /// No one.
    #[default]
    None,
    /// Those of a task, for its points.
    Task,
    /// All, for any points.
    All,
}

/// How tests become points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Points {
    /// All tests of a task must pass.
    #[default]
    AllOrNothing,
    /// In proportion to those that pass.
    Proportional,
}

/// What a finding about the calling convention means.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Convention {
    /// The test fails.
    #[default]
    Failure,
    /// The task loses this part of its points, once.
    Deduction(f64),
    /// It is told.
    Note,
}

impl Rules {
    /// The tier of a folder of tests, if it takes part in grading.
    pub fn tier(&self, folder: &str) -> Option<Tier> {
        let has = |folders: &Vec<String>| folders.iter().any(|name| name == folder);
        let found = self.tiers.iter().find(|(_, folders)| has(folders));
        found.map(|(tier, _)| *tier)
    }
}

impl Default for Rules {
    fn default() -> Self {
        let folders = |name: &str| vec![name.to_owned()];
        Rules {
            gate: Gate::default(),
            points: Points::default(),
            convention: Convention::default(),
            scramble: 0,
            fuzz_cases: 0,
            tiers: vec![
                (Tier::Public, folders("pub")),
                (Tier::Daily, folders("daily")),
                (Tier::Eval, folders("eval")),
            ],
            files: Vec::new(),
            required: Vec::new(),
            deadline: None,
        }
    }
}
