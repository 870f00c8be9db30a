//! What is reported about the class as a whole. Of each submission only a few numbers are kept.

use super::alike::{Alike, AlikeGroup};
use super::words::{clean, short};
use super::{ReportError, Summary};
use crate::record::{Record, Standing, TaskRecord};
use harness::grading::Tier;
use serde::Serialize;
use std::collections::BTreeMap;

/// The longest part of a note, in characters: a submission is one line of a table.
const LONGEST_NOTE: usize = 60;

/// The class, as far as it was seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    pub(super) course: String,
    pub(super) tasks: Vec<Task>,
    pub(super) rows: Vec<Row>,
    pub(super) alike: Vec<AlikeGroup>,
    tests: BTreeMap<(Tier, String), (usize, usize)>,
}

/// A task, and how the class did on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Task {
    pub(super) name: String,
    pub(super) points: f64,
    /// Submissions with all of its points.
    pub(super) full: usize,
    /// The sum of what was earned.
    pub(super) earned: f64,
    pub(super) tests_passed: usize,
    pub(super) tests: usize,
}

/// A submission in one line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) standing: Standing,
    pub(super) score: f64,
    pub(super) points: f64,
    pub(super) tasks: Vec<f64>,
    /// How the points of each task came about.
    pub(super) arithmetic: Vec<String>,
    pub(super) passed: usize,
    pub(super) tests: usize,
    pub(super) verdicts: BTreeMap<&'static str, usize>,
    pub(super) remarks: Vec<String>,
    pub(super) suspicions: Vec<String>,
    #[serde(skip)]
    pub(super) notes: Vec<String>,
}

/// The whole as JSON.
#[derive(Serialize)]
struct Json<'a> {
    version: u32,
    course: &'a str,
    tasks: &'a [Task],
    submissions: &'a [Row],
    alike: &'a [AlikeGroup],
}

impl Class {
    pub(super) fn new(alike: Vec<AlikeGroup>) -> Self {
        Class {
            alike,
            ..Class::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The submissions that this one looks like.
    pub(super) fn flags(&self, name: &str) -> Vec<&Alike> {
        let pairs = self.alike.iter().flat_map(|group| &group.pairs);
        pairs.filter(|pair| pair.other(name).is_some()).collect()
    }

    pub(super) fn add(&mut self, record: Record) {
        if self.rows.is_empty() {
            self.course.clone_from(&record.course);
        }
        for (index, task) in record.tasks.iter().enumerate() {
            self.add_task(index, task);
        }
        let mut verdicts = BTreeMap::new();
        for test in &record.tests {
            *verdicts.entry(test.verdict.id()).or_default() += 1;
            let counted = self.tests.entry((test.tier, test.name.clone()));
            let (passed, of) = counted.or_default();
            *passed += usize::from(test.passed);
            *of += 1;
        }
        self.rows.push(Row {
            passed: record.tests.iter().filter(|test| test.passed).count(),
            tests: record.tests.len(),
            notes: self.notes(&record),
            tasks: record.tasks.iter().map(|task| task.earned).collect(),
            score: record.score,
            points: record.points,
            standing: record.standing,
            name: record.name,
            remarks: record.remarks,
            suspicions: record.suspicions,
            arithmetic: record
                .tasks
                .into_iter()
                .map(|task| task.arithmetic)
                .collect(),
            verdicts,
        });
    }

    fn add_task(&mut self, index: usize, record: &TaskRecord) {
        if self.tasks.len() <= index {
            self.tasks.push(Task {
                name: record.name.clone(),
                points: record.points,
                ..Task::default()
            });
        }
        let task = &mut self.tasks[index];
        task.full += usize::from(record.earned >= record.points);
        task.earned += record.earned;
        task.tests_passed += record.passed;
        task.tests += record.of;
    }

    /// What is worth a look, in a few words each.
    fn notes(&self, record: &Record) -> Vec<String> {
        if let Some(why) = record.standing.why() {
            return vec![short(&clean(why), LONGEST_NOTE)];
        }
        let suspicions = record.suspicions.iter();
        let mut notes: Vec<String> = suspicions.map(|s| short(&clean(s), LONGEST_NOTE)).collect();
        if record.gate.is_some() {
            notes.push("not all public tests pass".to_owned());
        }
        let broken = record.tests.iter().filter(|test| !test.findings.is_empty());
        match broken.count() {
            0 => {}
            count => notes.push(format!("convention: {count} tests")),
        }
        let wrong = record.fuzz.iter().filter(|f| f.difference.is_some());
        let wrong: Vec<&str> = wrong.map(|fuzz| fuzz.function.as_str()).collect();
        if !wrong.is_empty() {
            let note = format!("differs from the model: {}", wrong.join(", "));
            notes.push(short(&note, LONGEST_NOTE));
        }
        if let Some(pair) = self.flags(&record.name).first()
            && let Some(other) = pair.other(&record.name)
        {
            notes.push(format!("looks like {} ({} %)", clean(other), pair.score));
        }
        if let Some((first, others)) = record.remarks.split_first() {
            let first = short(&clean(first), LONGEST_NOTE);
            notes.push(match others.len() {
                0 => first,
                more => format!("{first} and {more} more"),
            });
        }
        notes
    }

    /// The tests that the fewest passed.
    pub(super) fn hardest(&self, most: usize) -> Vec<(Tier, &str, usize, usize)> {
        let mut tests: Vec<_> = self
            .tests
            .iter()
            .map(|((tier, name), (passed, of))| (*tier, name.as_str(), *passed, *of))
            .filter(|(_, _, passed, of)| passed < of)
            .collect();
        tests.sort_by(|a, b| (a.2 * b.3).cmp(&(b.2 * a.3)).then(a.1.cmp(b.1)));
        tests.truncate(most);
        tests
    }

    pub(super) fn json(&self) -> Result<Vec<u8>, ReportError> {
        let json = Json {
            version: 1,
            course: &self.course,
            tasks: &self.tasks,
            submissions: &self.rows,
            alike: &self.alike,
        };
        let mut text = serde_json::to_vec_pretty(&json)?;
        text.push(b'\n');
        Ok(text)
    }

    /// What all tasks are worth. Those who handed nothing in have no tasks, but that they know.
    pub(super) fn points(&self) -> f64 {
        self.rows.first().map_or(0.0, |row| row.points)
    }

    pub(super) fn mean(&self) -> f64 {
        let sum: f64 = self.rows.iter().map(|row| row.score).sum();
        sum / self.rows.len().max(1) as f64
    }

    pub(super) fn median(&self) -> f64 {
        let mut scores: Vec<f64> = self.rows.iter().map(|row| row.score).collect();
        scores.sort_by(f64::total_cmp);
        let middle = scores.len() / 2;
        match (scores.len() % 2, scores.is_empty()) {
            (_, true) => 0.0,
            (1, _) => scores[middle],
            _ => (scores[middle - 1] + scores[middle]) / 2.0,
        }
    }

    /// How many submissions have which standing, the most first.
    pub(super) fn standings(&self) -> Vec<(&'static str, usize)> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for row in &self.rows {
            let words = row.standing.words();
            match counts.iter_mut().find(|(known, _)| *known == words) {
                Some((_, count)) => *count += 1,
                None => counts.push((words, 1)),
            }
        }
        counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        counts
    }

    pub(super) fn summary(&self) -> Summary {
        let failed = |row: &&Row| matches!(row.standing, Standing::GraderError(_));
        Summary {
            submissions: self.rows.len(),
            standings: self.standings(),
            errors: self.rows.iter().filter(failed).count(),
            mean: self.mean(),
            points: self.points(),
            suspected: self
                .rows
                .iter()
                .filter(|row| !row.suspicions.is_empty())
                .count(),
            groups: self.alike.len(),
            alike: self.alike.iter().map(|group| group.members.len()).sum(),
        }
    }
}
