//! What a course says about grading: `[grade]` in `course.toml`.

use crate::codes;
use crate::keys::{self, Keys};
use ::keys::glob;
use diag::{Diagnostic, Span};
use toml::de::DeValue;
use toml::value::{Datetime, Offset};

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

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Public => "public",
            Tier::Daily => "daily",
            Tier::Eval => "eval",
        }
    }
}

/// What a course says about grading.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Which public tests must pass for there to be points.
    pub gate: Gate,
    /// How tests become points.
    pub points: Points,
    /// What a finding about the calling convention means.
    pub convention: ConventionRule,
    /// With how many seeds each test runs once more.
    pub scramble: u64,
    /// Inputs for each function that is compared with the model; 0: none is.
    pub fuzz: u64,
    /// The folders of tests of each tier.
    pub tiers: Vec<(Tier, Vec<String>)>,
    /// Where the file speaks of the folders of a tier.
    pub tiers_spans: Vec<(Tier, Span)>,
    /// Patterns for the files that students hand in; without, those of the tasks.
    pub files: Option<Vec<String>>,
    /// Files that must be there.
    pub required: Vec<String>,
    /// Seconds since 1970 after which nothing counts.
    pub deadline: Option<i64>,
    /// The same as it is written.
    pub deadline_text: Option<String>,
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
    /// It is told.
    Note,
    /// It is not looked for.
    Off,
}

impl Default for Rules {
    fn default() -> Self {
        let folders = |name: &str| vec![name.to_owned()];
        Rules {
            gate: Gate::default(),
            points: Points::default(),
            convention: ConventionRule::default(),
            scramble: 0,
            fuzz: 0,
            tiers: vec![
                (Tier::Public, folders("pub")),
                (Tier::Daily, folders("daily")),
                (Tier::Eval, folders("eval")),
            ],
            tiers_spans: Vec::new(),
            files: None,
            required: Vec::new(),
            deadline: None,
            deadline_text: None,
        }
    }
}

impl Rules {
    /// The tier of a folder of tests, if it takes part in grading.
    pub fn tier(&self, folder: &str) -> Option<Tier> {
        let has = |folders: &Vec<String>| folders.iter().any(|name| name == folder);
        let found = self.tiers.iter().find(|(_, folders)| has(folders));
        found.map(|(tier, _)| *tier)
    }

    /// The rules as sentences without their full stops.
    pub fn words(&self) -> Vec<String> {
        let gate = match self.gate {
            Gate::None => "public tests need not pass for other points",
            Gate::Task => "the public tests of a task must pass for its points",
            Gate::All => "all public tests must pass for any points",
        };
        let points = match self.points {
            Points::AllOrNothing => "all tests of a task must pass for its points",
            Points::Proportional => "each test of a task gives its part of the points",
        };
        let convention = match self.convention {
            ConventionRule::Failure => {
                "a break of the calling convention fails the test".to_owned()
            }
            ConventionRule::Deduction(part) => {
                format!("a break of the calling convention costs {part} of a task's points")
            }
            ConventionRule::Note => "a break of the calling convention is told".to_owned(),
            ConventionRule::Off => "the calling convention is not checked".to_owned(),
        };
        let mut words = vec![gate.to_owned(), points.to_owned(), convention];
        if self.scramble > 0 && self.convention != ConventionRule::Off {
            let seeds = diag::number::count(self.scramble, "seed");
            words.push(format!(
                "each test runs once more with {seeds} of undefined values"
            ));
        }
        if self.fuzz > 0 {
            let inputs = diag::number::count(self.fuzz, "input");
            words.push(format!(
                "functions are compared with the course's own on {inputs}"
            ));
        }
        if !self.required.is_empty() {
            words.push(format!("to be handed in: {}", self.required.join(", ")));
        }
        if let Some(deadline) = &self.deadline_text {
            words.push(format!("of a repository, commits up to {deadline} count"));
        }
        words
    }

    /// Warns about folders that the file names and that hold none of these tests.
    pub fn check_tiers(&self, with_tests: &[&str], said: &mut Vec<Diagnostic>) {
        for (tier, span) in &self.tiers_spans {
            let folders = self.tiers.iter().filter(|(other, _)| other == tier);
            for folder in folders.flat_map(|(_, folders)| folders) {
                if with_tests.contains(&folder.as_str()) {
                    continue;
                }
                let title = format!("there are no {} tests in `tests/{folder}`", tier.name());
                said.push(Diagnostic::warning(codes::NO_MATCH, title).primary(*span, ""));
            }
        }
    }

    /// Whether one of these patterns fits a path. A star stands for a part of a name, not for
    /// folders.
    pub fn fits(patterns: &[String], path: &str) -> bool {
        patterns.iter().any(|pattern| {
            let same_depth = pattern.matches('/').count() == path.matches('/').count();
            let mut parts = pattern.split('/').zip(path.split('/'));
            same_depth && parts.all(|(pattern, part)| glob::fits(pattern, part))
        })
    }

    /// Reads the keys of `[grade]`.
    pub(crate) fn read(keys: &mut Keys<'_, '_>) -> Self {
        let usual = Rules::default();
        let mut tiers = usual.tiers.clone();
        let mut tiers_spans = Vec::new();
        for (tier, folders) in &mut tiers {
            let named = keys.strings(tier.name(), "a list of folders such as [\"eval\"]");
            *folders = named.unwrap_or_else(|| std::mem::take(folders));
            tiers_spans.extend(keys.span(tier.name()).map(|span| (*tier, span)));
        }
        let part = keys.get("deduction", "a number from 0 to 1", part);
        let words = "\"failure\", \"deduction\", \"note\" or \"off\"";
        let convention = keys.get("convention", words, |value| {
            Some(match value.as_str()? {
                "failure" => ConventionRule::Failure,
                "deduction" => ConventionRule::Deduction(part.unwrap_or(0.5)),
                "note" => ConventionRule::Note,
                "off" => ConventionRule::Off,
                _ => return None,
            })
        });
        let rules = Rules {
            gate: read_gate(keys).unwrap_or_default(),
            points: read_points(keys).unwrap_or_default(),
            convention: convention.unwrap_or_default(),
            scramble: read_count(keys, "scramble").unwrap_or(usual.scramble),
            fuzz: read_count(keys, "fuzz").unwrap_or(usual.fuzz),
            tiers,
            tiers_spans,
            files: keys.strings("files", "a list of patterns such as [\"src/*.s\"]"),
            required: keys
                .strings("required", "a list of files such as [\"LLM.txt\"]")
                .unwrap_or_default(),
            deadline: None,
            deadline_text: None,
        };
        let deadline = keys.get(
            "deadline",
            "a date and a time with its zone, such as 2025-05-06T13:59:00+02:00",
            |value| {
                let date = value.as_datetime()?;
                Some((seconds(date)?, date.to_string()))
            },
        );
        let (deadline, deadline_text) = deadline.unzip();
        Rules {
            deadline,
            deadline_text,
            ..rules
        }
    }
}

fn read_gate(keys: &mut Keys<'_, '_>) -> Option<Gate> {
    keys.get("gate", "\"none\", \"task\" or \"all\"", |value| {
        Some(match value.as_str()? {
            "none" => Gate::None,
            "task" => Gate::Task,
            "all" => Gate::All,
            _ => return None,
        })
    })
}

fn read_points(keys: &mut Keys<'_, '_>) -> Option<Points> {
    let words = "\"all-or-nothing\" or \"proportional\"";
    keys.get("points", words, |value| {
        Some(match value.as_str()? {
            "all-or-nothing" => Points::AllOrNothing,
            "proportional" => Points::Proportional,
            _ => return None,
        })
    })
}

fn read_count(keys: &mut Keys<'_, '_>, key: &'static str) -> Option<u64> {
    keys.get(key, "a whole number that is not negative", |value| {
        u64::try_from(keys::integer(value)?).ok()
    })
}

fn part(value: &DeValue<'_>) -> Option<f64> {
    let number: f64 = match value.as_float() {
        Some(float) => float.as_str().parse().ok()?,
        None => keys::integer(value)? as f64,
    };
    (0.0..=1.0).contains(&number).then_some(number)
}

/// A moment as seconds since 1970; none without a zone, which would be another moment elsewhere.
fn seconds(moment: &Datetime) -> Option<i64> {
    let (date, time) = (moment.date?, moment.time?);
    let offset = match moment.offset? {
        Offset::Z => 0,
        Offset::Custom { minutes } => i64::from(minutes),
    };
    let (year, month, day) = (
        i64::from(date.year),
        i64::from(date.month),
        i64::from(date.day),
    );
    // Years begin in March here, so that the day that some years have comes last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    const BEFORE_1970: i64 = 719_468;
    let clock = 3600 * i64::from(time.hour) + 60 * i64::from(time.minute);
    let second = i64::from(time.second.unwrap_or(0));
    Some((days - BEFORE_1970) * 86_400 + clock + second - 60 * offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_count_from_1970() {
        let at = |text: &str| seconds(&text.parse().unwrap());
        assert_eq!(at("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(at("2000-02-29T12:00:00Z"), Some(951_825_600));
        assert_eq!(at("2025-05-06T13:59:00+02:00"), Some(1_746_532_740));
        assert_eq!(at("2025-05-06T13:59:00"), None);
    }

    #[test]
    fn stars_stay_in_their_folder() {
        let patterns = ["src/*.s".to_owned(), "tests/student/*".to_owned()];
        let fits = |path| Rules::fits(&patterns, path);
        assert!(fits("src/merge.s") && fits("tests/student/a b.ref"));
        assert!(!fits("src/deep/merge.s") && !fits("merge.s") && !fits("tests/pub/a.s"));
    }
}
