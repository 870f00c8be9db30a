//! What a course says about grading: `[grade]` in `course.toml`.

use crate::codes;
use diag::Diagnostic;
use keys::forms::{AmountForm, FractionForm, Moment};
use keys::glob;

/// Who may see a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Students have it.
    Public,
    /// Students are told whether it passed, while they work.
    Daily,
    /// It decides in the end.
    Eval,
}

impl Tier {
    /// All of them, in order.
    pub const ALL: [Tier; 3] = [Tier::Public, Tier::Daily, Tier::Eval];

    /// The tier of this name.
    pub fn named(name: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|tier| tier.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Public => "public",
            Tier::Daily => "daily",
            Tier::Eval => "eval",
        }
    }
}

keys::section! {
    /// What a course says about grading.
    #[derive(Clone, Debug, PartialEq)]
    pub struct GradingRules, "[grade]" {
        /// Which public tests must pass for points: none, those of a task for its points, or all
        /// for any points.
        pub gate: Gate { default: "\"none\"" };
        /// Whether all tests of a task must pass for its points, or each gives its share.
        pub points: Points { default: "\"all-or-nothing\"" };
        /// What happens on a violation of the calling convention: the test fails, the task loses
        /// a part of its points once, it is only reported, what Venus' `-cc` reports fails the test
        /// and all else is only reported, or it is not checked.
        pub convention: ConventionRule { default: "\"failure\"" };
        /// The part of a task's points that a violation costs with `convention = "deduction"`.
        pub deduction: Option<f64> as Option<FractionForm> { default: "0.5" };
        /// The number of seeds with which each test runs again, each with other values where the
        /// convention leaves them undefined.
        pub scramble: u64 { default: "0" };
        /// The number of inputs on which each function with a `[[fuzz]]` entry is compared with the
        /// course's own; each submission gets other inputs. A difference costs the points of the
        /// tasks whose files contain the function, unless `weights` says what it counts.
        pub fuzz: u64 { default: "0" };
        /// How much a test of each tier counts.
        pub weights: Weights { expects: "a table such as { public = 0, eval = 2 }", default: "each test counts 1" };
        /// The folders with tests that students have.
        pub public: Vec<String> {
            expects: "a list of folders such as [\"pub\"]", default: "[\"pub\"]"
        } = vec!["pub".to_owned()];
        /// The folders with tests whose results students see while they work.
        pub daily: Vec<String> {
            expects: "a list of folders such as [\"daily\"]", default: "[\"daily\"]"
        } = vec!["daily".to_owned()];
        /// The folders with tests that decide in the end.
        pub eval: Vec<String> {
            expects: "a list of folders such as [\"eval\"]", default: "[\"eval\"]"
        } = vec!["eval".to_owned()];
        /// What is taken from a submission.
        pub files: Option<Vec<String>> {
            expects: "a list of patterns such as [\"src/*.s\"]",
            default: "the files of the tasks, and `tests/student/*`"
        };
        /// Files that must be handed in. A missing one is reported, but costs no points.
        pub required: Vec<String> {
            expects: "a list of files such as [\"LLM.txt\"]", default: "[]"
        };
        /// In a repository, the last commit on `main` before this time counts. Later commits are
        /// listed in the report.
        pub deadline: Option<Moment>;
    }
    places { convention_at: convention, public_at: public, daily_at: daily, eval_at: eval, weights_at: weights }
}

keys::section! {
    /// How much a test counts among those that decide a task. What counts 0 gives no points and
    /// costs none.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights, "[grade.weights]" {
        /// A public test.
        pub public: f64 as AmountForm { default: "1" } = 1.0;
        /// A daily test.
        pub daily: f64 as AmountForm { default: "1" } = 1.0;
        /// A test that decides in the end.
        pub eval: f64 as AmountForm { default: "1" } = 1.0;
        /// A function that is compared with the course's own.
        pub fuzz: Option<f64> as Option<AmountForm> {
            default: "a difference costs all points of the task"
        };
    }
}

impl Weights {
    /// What a test of a tier counts.
    pub fn of(&self, tier: Tier) -> f64 {
        let Weights {
            public,
            daily,
            eval,
            fuzz: _,
        } = *self;
        match tier {
            Tier::Public => public,
            Tier::Daily => daily,
            Tier::Eval => eval,
        }
    }

    /// Whether every test counts the same.
    pub fn are_even(&self) -> bool {
        *self == Weights::default()
    }

    /// The weights as a sentence without its full stop.
    fn words(&self) -> String {
        let tiers =
            Tier::ALL.map(|tier| format!("each {} test counts {}", tier.name(), self.of(tier)));
        let fuzz = self
            .fuzz
            .map(|weight| format!("each compared function counts {weight}"));
        tiers.into_iter().chain(fuzz).collect::<Vec<_>>().join(", ")
    }
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
pub enum ConventionRule {
    /// The test fails.
    #[default]
    Failure,
    /// The task loses this part of its points, once.
    Deduction(f64),
    /// It is reported.
    Note,
    /// The test fails if Venus' own check reports something; all else is reported.
    Venus,
    /// It is not looked for.
    Off,
}

keys::words!(Gate { "none" => Gate::None, "task" => Gate::Task, or "all" => Gate::All });

keys::words!(Points {
    "all-or-nothing" => Points::AllOrNothing,
    or "proportional" => Points::Proportional,
});

keys::words!(ConventionRule {
    "failure" => ConventionRule::Failure,
    "deduction" => ConventionRule::HALF,
    "note" => ConventionRule::Note,
    "venus" => ConventionRule::Venus,
    or "off" => ConventionRule::Off,
});

impl ConventionRule {
    /// The task loses half of its points.
    const HALF: ConventionRule = ConventionRule::Deduction(0.5);

    /// Whether what a function must keep is compared by value, and undefined values are others in
    /// other runs: neither is asked of anybody by Venus.
    pub(crate) fn is_by_value(self) -> bool {
        !matches!(self, ConventionRule::Venus | ConventionRule::Off)
    }
}

impl GradingRules {
    /// The tier of a folder of tests, if it takes part in grading.
    pub fn tier(&self, folder: &str) -> Option<Tier> {
        let has = |tier: &Tier| self.folders(*tier).iter().any(|name| name == folder);
        Tier::ALL.into_iter().find(has)
    }

    /// The folders of tests of a tier.
    pub fn folders(&self, tier: Tier) -> &[String] {
        match tier {
            Tier::Public => &self.public,
            Tier::Daily => &self.daily,
            Tier::Eval => &self.eval,
        }
    }

    /// The rules as sentences without their full stops.
    pub fn words(&self) -> Vec<String> {
        // All by name: whoever adds a rule is asked here for its sentence.
        let GradingRules {
            gate,
            points,
            convention,
            scramble,
            fuzz,
            weights,
            required,
            deadline,
            // Said with the convention.
            deduction: _,
            // Listed with the files and the tests.
            files: _,
            public: _,
            daily: _,
            eval: _,
            convention_at: _,
            public_at: _,
            daily_at: _,
            eval_at: _,
            weights_at: _,
        } = self;
        let gate = match gate {
            Gate::None => "public tests need not pass for other points",
            Gate::Task => "the public tests of a task must pass for its points",
            Gate::All => "all public tests must pass for any points",
        };
        let points = match points {
            Points::AllOrNothing => "all tests of a task must pass for its points",
            Points::Proportional => "each test of a task gives its share of the points",
        };
        let agreed = match convention {
            ConventionRule::Failure => {
                "a violation of the calling convention fails the test".to_owned()
            }
            ConventionRule::Deduction(part) => {
                format!("a violation of the calling convention costs {part} of a task's points")
            }
            ConventionRule::Note => "a violation of the calling convention is reported".to_owned(),
            ConventionRule::Venus => {
                "what `venus -cc` reports about the calling convention fails the \
                                      test; other violations are reported"
                    .to_owned()
            }
            ConventionRule::Off => "the calling convention is not checked".to_owned(),
        };
        let mut words = vec![gate.to_owned(), points.to_owned(), agreed];
        if *scramble > 0 && convention.is_by_value() {
            let seeds = diag::number::count(*scramble, "seed");
            words.push(format!(
                "each test runs again with {seeds} of undefined values"
            ));
        }
        if *fuzz > 0 {
            let inputs = diag::number::count(*fuzz, "input");
            words.push(format!(
                "functions are compared with the course's own on {inputs}"
            ));
        }
        if !weights.are_even() {
            words.push(weights.words());
        }
        if !required.is_empty() {
            let required = required.join(", ");
            words.push(format!("files that must be handed in: {required}"));
        }
        if let Some(deadline) = deadline {
            let deadline = &deadline.text;
            words.push(format!("in a repository, commits up to {deadline} count"));
        }
        words
    }

    /// Warns about folders that the file names and that hold none of these tests. A path cannot be
    /// one of them, and what is meant would not be graded.
    pub fn check_tiers(&self, with_tests: &[&str], said: &mut Vec<Diagnostic>) {
        let places = [self.public_at, self.daily_at, self.eval_at];
        let named = Tier::ALL.into_iter().zip(places);
        for (tier, span) in named.filter_map(|(tier, at)| Some((tier, at?))) {
            for folder in self.folders(tier) {
                if with_tests.contains(&folder.as_str()) {
                    continue;
                }
                if folder.contains(['/', '\\']) {
                    let name = tier.name();
                    let title =
                        format!("`{folder}` in `{name}` is not a folder directly in `tests`");
                    let error = Diagnostic::error(codes::NO_MATCH, title).primary(span, "");
                    let help = format!(
                        "tests in deeper folders do not run: move them to a folder such as \
                         `tests/{0}`, and write `{name} = [\"{0}\"]`",
                        folder.replace(['/', '\\'], "-")
                    );
                    said.push(error.help(help));
                    continue;
                }
                let title = format!("there are no {} tests in `tests/{folder}`", tier.name());
                said.push(Diagnostic::warning(codes::NO_MATCH, title).primary(span, ""));
            }
        }
    }

    /// Whether one of these patterns fits a path. A star stands for a part of a name, not for
    /// folders.
    pub fn fits(patterns: &[String], path: &str) -> bool {
        patterns.iter().any(|pattern| {
            let mut parts = path.split(glob::SEPARATORS);
            let mut patterns = pattern.split(glob::SEPARATORS);
            let fit = patterns.all(|pattern| parts.next().is_some_and(|p| glob::fits(pattern, p)));
            fit && parts.next().is_none()
        })
    }

    /// The part of a break of the convention that its own key gives.
    pub(crate) fn with_deduction(mut self) -> Self {
        if let (ConventionRule::Deduction(part), Some(given)) =
            (&mut self.convention, self.deduction)
        {
            *part = given;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stay_in_their_folder() {
        let patterns = ["src/*.s".to_owned(), "tests/student/*".to_owned()];
        let fits = |path| GradingRules::fits(&patterns, path);
        assert!(fits("src/merge.s") && fits("tests/student/a b.ref"));
        assert!(!fits("src/deep/merge.s") && !fits("merge.s") && !fits("tests/pub/a.s"));
    }
}
