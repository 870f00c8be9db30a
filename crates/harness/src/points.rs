//! From verdicts to points, with the arithmetic shown: what a submission earns ([`score`]), and what
//! a student can know of that before ([`Outlook`]).

mod outlook;

pub use outlook::{Outlook, TaskOutlook};

use crate::grading::{ConventionRule, Gate, GradingRules, Points, Tier};

/// A task, as far as points matter.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskPoints {
    /// Its name.
    pub name: String,
    /// What it is worth.
    pub points: f64,
}

/// A test, as far as points matter.
#[derive(Clone, Copy, Debug)]
pub struct CountedTest<'a> {
    /// Its folder and name.
    pub name: &'a str,
    /// Who may see it.
    pub tier: Tier,
    /// The tasks that it decides, as indices.
    pub tasks: &'a [usize],
    /// Whether it counts as passed.
    pub passed: bool,
    /// Codes of the findings about the calling convention.
    pub findings: &'a [String],
}

/// A function that was compared with the course's own, as far as points matter.
#[derive(Clone, Copy, Debug)]
pub struct ComparedFunction<'a> {
    /// Its name.
    pub name: &'a str,
    /// The tasks that it decides, as indices.
    pub tasks: &'a [usize],
    /// How it differs, if it does.
    pub difference: Option<&'a str>,
}

/// A task, and what it earned.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskScore {
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

/// What a submission earns.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The tasks.
    pub tasks: Vec<TaskScore>,
    /// Their sum.
    pub score: f64,
    /// What all are worth.
    pub points: f64,
    /// Why there are no points at all.
    pub gate: Option<String>,
}

/// What a submission with these results earns.
pub fn score(
    tasks: &[TaskPoints],
    tests: &[CountedTest<'_>],
    fuzz: &[ComparedFunction<'_>],
    rules: &GradingRules,
) -> Score {
    let gate = match rules.gate {
        Gate::All => closed(tests.iter()),
        Gate::Task | Gate::None => None,
    };
    let tasks: Vec<TaskScore> = tasks
        .iter()
        .enumerate()
        .map(|(index, task)| Earning::new(index, task, tests, fuzz, rules).record(gate.is_some()))
        .collect();
    Score {
        score: round(tasks.iter().map(|task| task.earned).sum()),
        points: tasks.iter().map(|task| task.points).sum(),
        tasks,
        gate,
    }
}

/// Why the public ones among these tests give no points.
fn closed<'a>(tests: impl Iterator<Item = &'a CountedTest<'a>>) -> Option<String> {
    let public = tests.filter(|test| test.tier == Tier::Public);
    let failed: Vec<&str> = public
        .filter(|test| !test.passed)
        .map(|test| test.name)
        .collect();
    let (first, more) = (failed.first()?, failed.len() - 1);
    Some(match more {
        0 => format!("the public test {first} does not pass"),
        1 => format!("the public test {first} and another one do not pass"),
        _ => format!("the public test {first} and {more} others do not pass"),
    })
}

/// What decides one task.
struct Earning<'a> {
    task: &'a TaskPoints,
    tests: Vec<&'a CountedTest<'a>>,
    fuzz: Vec<&'a ComparedFunction<'a>>,
    rules: &'a GradingRules,
}

impl<'a> Earning<'a> {
    fn new(
        index: usize,
        task: &'a TaskPoints,
        tests: &'a [CountedTest<'a>],
        fuzz: &'a [ComparedFunction<'a>],
        rules: &'a GradingRules,
    ) -> Self {
        let own = tests.iter().filter(|test| test.tasks.contains(&index));
        let fuzz = fuzz.iter().filter(|fuzz| fuzz.tasks.contains(&index));
        Earning {
            task,
            tests: own.collect(),
            fuzz: fuzz.collect(),
            rules,
        }
    }

    fn record(&self, closed_for_all: bool) -> TaskScore {
        let passed = self.tests.iter().filter(|test| test.passed).count();
        let of = self.tests.len();
        let (earned, arithmetic) = match closed_for_all {
            true => (0.0, "0: not all public tests pass".to_owned()),
            false => self.earned(passed, of),
        };
        TaskScore {
            name: self.task.name.clone(),
            points: self.task.points,
            passed,
            of,
            earned,
            arithmetic,
        }
    }

    fn earned(&self, passed: usize, of: usize) -> (f64, String) {
        let points = self.task.points;
        let parts = self.parts();
        if parts.is_empty() {
            return (0.0, "0: no test decides this task".to_owned());
        }
        if self.rules.gate == Gate::Task
            && let Some(why) = closed(self.tests.iter().copied())
        {
            return (0.0, format!("0: {why}"));
        }
        let counted = match self.rules.weights.are_even() {
            true => format!("{passed} of {of} tests pass"),
            false => counted(&parts),
        };
        let sum = |of: fn(&Part) -> usize| -> f64 {
            parts.iter().map(|part| of(part) as f64 * part.weight).sum()
        };
        let (got, whole) = (sum(|part| part.passed), sum(|part| part.of));
        if whole == 0.0 {
            return (0.0, format!("0: nothing counts: {counted}"));
        }
        if self.rules.weights.fuzz.is_none()
            && let Some((fuzz, difference)) = self.different()
        {
            let but = if passed == of { "but" } else { "and" };
            let how = format!("0: {counted}, {but} `{}` {difference}", fuzz.name);
            return (0.0, how);
        }
        let (earned, how) = match self.rules.points {
            Points::AllOrNothing if got < whole => {
                (0.0, format!("0: {counted}, but all must pass"))
            }
            Points::AllOrNothing => (points, format!("{}: {counted}", number(points))),
            Points::Proportional => {
                let earned = round(points * got / whole);
                let [points, got, whole, left] = [points, got, whole, earned].map(number);
                (
                    earned,
                    format!("{points} * {got}/{whole} = {left}: {counted}"),
                )
            }
        };
        self.deducted(earned, how)
    }

    /// The first function that differs from the model, and how.
    fn different(&self) -> Option<(&ComparedFunction<'a>, &'a str)> {
        let mut fuzz = self.fuzz.iter();
        fuzz.find_map(|fuzz| Some((*fuzz, fuzz.difference?)))
    }

    /// What counts, tier by tier, and then the functions that are compared with the model.
    fn parts(&self) -> Vec<Part> {
        let weights = &self.rules.weights;
        let mut parts: Vec<Part> = Tier::ALL
            .into_iter()
            .map(|tier| {
                let tests = || self.tests.iter().filter(move |test| test.tier == tier);
                Part {
                    what: format!("{} tests", tier.name()),
                    passed: tests().filter(|test| test.passed).count(),
                    of: tests().count(),
                    weight: weights.of(tier),
                }
            })
            .collect();
        parts.extend(weights.fuzz.map(|weight| {
            Part {
                what: "compared functions".to_owned(),
                passed: self
                    .fuzz
                    .iter()
                    .filter(|fuzz| fuzz.difference.is_none())
                    .count(),
                of: self.fuzz.len(),
                weight,
            }
        }));
        parts.retain(|part| part.of > 0);
        parts
    }

    /// What is left after mistakes in the calling convention.
    fn deducted(&self, earned: f64, how: String) -> (f64, String) {
        let ConventionRule::Deduction(part) = self.rules.convention else {
            return (earned, how);
        };
        let broken = self.tests.iter().find(|test| !test.findings.is_empty());
        let Some(test) = broken.filter(|_| earned > 0.0) else {
            return (earned, how);
        };
        let lost = round(self.task.points * part).min(earned);
        let left = round(earned - lost);
        let codes = test.findings.join(", ");
        // Students read this, and hidden tests stay hidden by name as well.
        let place = match test.tier {
            Tier::Public => test.name,
            Tier::Daily | Tier::Eval => "a hidden test",
        };
        let how = format!(
            "{how}; {} - {} = {}: calling convention ({codes} in {place})",
            number(earned),
            number(lost),
            number(left),
        );
        (left, how)
    }
}

/// Tests, or functions, that count the same.
struct Part {
    what: String,
    passed: usize,
    of: usize,
    weight: f64,
}

/// How many of each part pass, and what each counts.
fn counted(parts: &[Part]) -> String {
    let one = |part: &Part| {
        let Part {
            what,
            passed,
            of,
            weight,
        } = part;
        format!("{passed} of {of} {what} (weight {})", number(*weight))
    };
    let parts: Vec<String> = parts.iter().map(one).collect();
    format!("{} pass", parts.join(", "))
}

/// To hundredths of a point.
fn round(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// A number of points without needless zeros.
pub fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::Weights;

    fn test(name: &'static str, tier: Tier, task: usize, passed: bool) -> CountedTest<'static> {
        CountedTest {
            name,
            tier,
            tasks: &[[0], [1]][task],
            passed,
            findings: &[],
        }
    }

    fn tasks() -> Vec<TaskPoints> {
        let task = |name: &str, points| TaskPoints {
            name: name.to_owned(),
            points,
        };
        vec![task("merge", 5.0), task("place", 1.0)]
    }

    fn results() -> Vec<CountedTest<'static>> {
        vec![
            test("pub/a", Tier::Public, 0, true),
            test("eval/b", Tier::Eval, 0, true),
            test("eval/c", Tier::Eval, 0, false),
            test("pub/d", Tier::Public, 1, false),
            test("eval/e", Tier::Eval, 1, true),
        ]
    }

    #[track_caller]
    fn check(rules: &GradingRules, tests: &[CountedTest<'_>], expected: &[(f64, &str)]) -> Score {
        let score = score(&tasks(), tests, &[], rules);
        let earned = score.tasks.iter();
        let earned: Vec<_> = earned.map(|t| (t.earned, t.arithmetic.as_str())).collect();
        assert_eq!(earned, expected);
        score
    }

    #[test]
    fn all_tests_of_a_task_must_pass_or_each_gives_its_part() {
        let rules = GradingRules::default();
        check(
            &rules,
            &results(),
            &[
                (0.0, "0: 2 of 3 tests pass, but all must pass"),
                (0.0, "0: 1 of 2 tests pass, but all must pass"),
            ],
        );
        let rules = GradingRules {
            points: Points::Proportional,
            ..rules
        };
        let score = check(
            &rules,
            &results(),
            &[
                (3.33, "5 * 2/3 = 3.33: 2 of 3 tests pass"),
                (0.5, "1 * 1/2 = 0.5: 1 of 2 tests pass"),
            ],
        );
        assert_eq!((score.score, score.points), (3.83, 6.0));
    }

    #[test]
    fn public_tests_can_be_the_gate() {
        let rules = GradingRules {
            points: Points::Proportional,
            gate: Gate::Task,
            ..GradingRules::default()
        };
        check(
            &rules,
            &results(),
            &[
                (3.33, "5 * 2/3 = 3.33: 2 of 3 tests pass"),
                (0.0, "0: the public test pub/d does not pass"),
            ],
        );
        let rules = GradingRules {
            gate: Gate::All,
            ..rules
        };
        let score = check(
            &rules,
            &results(),
            &[
                (0.0, "0: not all public tests pass"),
                (0.0, "0: not all public tests pass"),
            ],
        );
        let gate = score.gate.unwrap();
        assert_eq!(gate, "the public test pub/d does not pass");
    }

    #[test]
    fn public_tests_can_be_worth_nothing() {
        let rules = GradingRules {
            points: Points::Proportional,
            weights: Weights {
                public: 0.0,
                eval: 1.5,
                ..Weights::default()
            },
            ..GradingRules::default()
        };
        check(
            &rules,
            &results(),
            &[
                (
                    2.5,
                    "5 * 1.5/3 = 2.5: 1 of 1 public tests (weight 0), 1 of 2 eval tests \
                     (weight 1.5) pass",
                ),
                (
                    1.0,
                    "1 * 1.5/1.5 = 1: 0 of 1 public tests (weight 0), 1 of 1 eval tests \
                     (weight 1.5) pass",
                ),
            ],
        );
        // A test that counts nothing need not pass.
        let rules = GradingRules {
            points: Points::AllOrNothing,
            ..rules
        };
        let public = [
            test("pub/a", Tier::Public, 0, true),
            test("pub/b", Tier::Public, 1, false),
            test("eval/c", Tier::Eval, 1, true),
        ];
        check(
            &rules,
            &public,
            &[
                (
                    0.0,
                    "0: nothing counts: 1 of 1 public tests (weight 0) pass",
                ),
                (
                    1.0,
                    "1: 0 of 1 public tests (weight 0), 1 of 1 eval tests (weight 1.5) pass",
                ),
            ],
        );
    }

    #[test]
    fn compared_functions_can_count_like_tests() {
        let rules = GradingRules {
            points: Points::Proportional,
            weights: Weights {
                public: 0.0,
                fuzz: Some(3.0),
                ..Weights::default()
            },
            ..GradingRules::default()
        };
        let compared = |name, difference| ComparedFunction {
            name,
            tasks: &[0],
            difference,
        };
        let fuzz = [
            compared("merge", None),
            compared("move_left", Some("does not do the same as the model")),
        ];
        let earned = score(&tasks(), &results(), &fuzz, &rules);
        let task = &earned.tasks[0];
        assert_eq!(
            (task.earned, task.arithmetic.as_str()),
            (
                2.5,
                "5 * 4/8 = 2.5: 1 of 1 public tests (weight 0), 1 of 2 eval tests (weight 1), \
                 1 of 2 compared functions (weight 3) pass"
            )
        );
    }

    #[test]
    fn findings_can_cost_a_part() {
        let rules = GradingRules {
            convention: ConventionRule::Deduction(0.25),
            ..GradingRules::default()
        };
        let found = ["CC0101".to_owned()];
        let mut tests = vec![test("pub/a", Tier::Public, 0, true)];
        tests[0].findings = &found;
        check(
            &rules,
            &tests,
            &[
                (
                    3.75,
                    "5: 1 of 1 tests pass; 5 - 1.25 = 3.75: calling convention (CC0101 in pub/a)",
                ),
                (0.0, "0: no test decides this task"),
            ],
        );
        tests[0].tier = Tier::Eval;
        let score = score(&tasks(), &tests, &[], &rules);
        let how = &score.tasks[0].arithmetic;
        assert!(how.ends_with("(CC0101 in a hidden test)"), "{how}");
    }

    #[test]
    fn a_counterexample_takes_the_points() {
        let fuzz = ComparedFunction {
            name: "merge",
            tasks: &[0],
            difference: Some("does not do the same as the model"),
        };
        let tests = [test("pub/a", Tier::Public, 0, true)];
        let score = score(&tasks(), &tests, &[fuzz], &GradingRules::default());
        assert_eq!(score.score, 0.0);
        assert!(
            score.tasks[0]
                .arithmetic
                .contains("`merge` does not do the same")
        );
    }
}
