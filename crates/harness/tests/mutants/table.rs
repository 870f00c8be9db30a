//! What came of the mutants, in numbers.

use super::bench::{Grade, Judged};
use super::files::root;
use super::oracle::Judgement;
use super::subjects::Mutant;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Counts of mutants.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub all: usize,
    /// They break the convention.
    pub harmful: usize,
    /// Of these: the check names it.
    pub named: usize,
    /// Of these: a test fails for another reason.
    pub failed: usize,
    /// Of these: all tests pass.
    pub missed: usize,
    /// They do not break it, but compute something else.
    pub wrong: usize,
    /// Of these: the check says that they break it.
    pub accused: usize,
    /// They do what the function did before.
    pub harmless: usize,
    /// Of these: the check says that they break it.
    pub false_alarms: usize,
}

impl Counts {
    fn add(&mut self, judged: &Judged) {
        self.all += 1;
        match (&judged.truth, &judged.grade) {
            (Judgement::Harmful(_), grade) => {
                self.harmful += 1;
                match grade {
                    Grade::Named(_) => self.named += 1,
                    Grade::Failed(_) => self.failed += 1,
                    Grade::Passed => self.missed += 1,
                }
            }
            (Judgement::OtherAnswer, grade) => {
                self.wrong += 1;
                self.accused += usize::from(matches!(grade, Grade::Named(_)));
            }
            (Judgement::Harmless, grade) => {
                self.harmless += 1;
                self.false_alarms += usize::from(matches!(grade, Grade::Named(_)));
            }
        }
    }

    fn row(&self, title: &str) -> String {
        let found = self.named + self.failed;
        let part = |all: usize, found: usize| match found {
            0 => all.to_string(),
            _ => format!("{all} ({found})"),
        };
        let harmful = part(self.harmful, self.missed);
        let wrong = part(self.wrong, self.accused);
        let harmless = part(self.harmless, self.false_alarms);
        let (all, named) = (self.all, self.named);
        format!("| {title} | {all} | {harmful} | {found} | {named} | {wrong} | {harmless} |\n")
    }
}

/// The whole.
pub(crate) fn total(judged: &[Judged]) -> Counts {
    let mut total = Counts::default();
    judged.iter().for_each(|judged| total.add(judged));
    total
}

/// Everything in a table: by kind, and by what was mutated.
pub(crate) fn table(mutants: &[Mutant<'_>], judged: &[Judged]) -> String {
    let mut kinds: Vec<(&str, Counts)> = Vec::new();
    let mut courses: BTreeMap<&str, Counts> = BTreeMap::new();
    for judged in judged {
        let mutant = &mutants[judged.index];
        let kind = mutant.mutation.kind;
        let at = kinds.iter().position(|(known, _)| *known == kind);
        let at = at.unwrap_or_else(|| {
            kinds.push((kind, Counts::default()));
            kinds.len() - 1
        });
        kinds[at].1.add(judged);
        courses.entry(mutant.course.title).or_default().add(judged);
    }
    let mut text = String::new();
    text.push_str("| mutation | mutants | harmful (missed) | do not pass | named | ");
    text.push_str("wrong answer (accused) | harmless (accused) |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for (kind, counts) in &kinds {
        text.push_str(&counts.row(kind));
    }
    for (title, counts) in &courses {
        text.push_str(&counts.row(&format!("**{title}**")));
    }
    text.push_str(&total(judged).row("**all**"));
    text
}

/// What the check got wrong, one line each.
pub(crate) fn mistakes(mutants: &[Mutant<'_>], judged: &[Judged]) -> String {
    let mut text = String::new();
    for judged in judged {
        let verdict = match (&judged.truth, &judged.grade) {
            (Judgement::Harmful(how), Grade::Passed) => format!("MISSED ({how})"),
            (Judgement::Harmful(how), Grade::Failed(verdict)) => {
                format!("NOT NAMED ({how}; {verdict})")
            }
            (Judgement::Harmless, Grade::Named(codes)) => format!("FALSE ALARM ({codes})"),
            (Judgement::OtherAnswer, Grade::Named(codes)) => format!("ACCUSED ({codes})"),
            _ => continue,
        };
        let mutant = &mutants[judged.index];
        let file = mutant.file.strip_prefix(root()).unwrap_or(&mutant.file);
        let mutation = &mutant.mutation;
        let _ = writeln!(
            text,
            "{verdict} {}:{}: {}: `{}` becomes `{}`",
            file.display(),
            mutation.line,
            mutation.kind,
            mutation.before,
            mutation.after
        );
    }
    text
}
