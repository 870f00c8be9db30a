//! The order in which runs are taken, as functions of what waits. They know no database and no clock.
//!
//! First come runs that the staff has pinned, then those of students whose last run is longest ago. A
//! main branch that does not assemble counts as if its last run were [`QueueRules::setback`] later
//! than it was: it is taken later, but it is taken, because everybody else's last run moves on.

#[cfg(test)]
mod tests;

use crate::storage::WaitingRun;
use std::collections::HashMap;

/// What the course file of the service says about the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QueueRules {
    /// Seconds from the end of a run to the next one of the same student.
    pub(crate) interval: i64,
    /// Runs of a student in any 24 hours.
    pub(crate) per_day: i64,
    /// By how many seconds a main branch that does not assemble is put back.
    pub(crate) setback: i64,
}

/// What holds back everybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QueueBrakes {
    /// The staff has paused the queue.
    pub(crate) is_paused: bool,
    /// The server is about to stop: what runs is finished, and nothing begins.
    pub(crate) is_draining: bool,
    /// The tests open at this moment.
    pub(crate) opens_at: Option<i64>,
}

/// The runs of students in the last 24 hours: how many, and when the first of them began.
pub(crate) type RecentRuns = HashMap<i64, (i64, i64)>;

/// Why a run waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhyWaiting {
    /// So many others come first.
    Turn { ahead: usize },
    /// An earlier run of the same student is at work.
    Running,
    /// The student has had enough runs until then.
    Limited { until: i64 },
    /// The staff holds back this student's runs.
    Held,
    /// The staff has paused the queue.
    Paused,
    /// The server is about to stop.
    Draining,
    /// The tests are not open yet.
    Closed { until: i64 },
}

/// A run with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) run: i64,
    pub(crate) student: i64,
    pub(crate) why: WhyWaiting,
}

impl Placed {
    /// Whether it may be taken now.
    pub(crate) fn is_ready(&self) -> bool {
        matches!(self.why, WhyWaiting::Turn { .. })
    }
}

impl WhyWaiting {
    /// A sentence without its full stop. `moment` writes one, `wait` is how long a run takes until
    /// the next begins, if that is known.
    pub(crate) fn words(
        self,
        now: i64,
        wait: Option<f64>,
        moment: &dyn Fn(i64) -> String,
    ) -> String {
        let about = |ahead: usize| match wait {
            Some(each) => {
                let seconds = (each * (ahead + 1) as f64).ceil() as i64;
                format!(", about {}", crate::moment::span(seconds.max(1)))
            }
            None => String::new(),
        };
        match self {
            WhyWaiting::Turn { ahead: 0 } => format!("next in the queue{}", about(0)),
            WhyWaiting::Turn { ahead: 1 } => format!("1 run comes first{}", about(1)),
            WhyWaiting::Turn { ahead } => format!("{ahead} runs come first{}", about(ahead)),
            WhyWaiting::Running => "an earlier push is being tested; this one follows".to_owned(),
            WhyWaiting::Limited { until } => format!(
                "your limit of runs is reached: the next one can begin in {}",
                crate::moment::span((until - now).max(1))
            ),
            WhyWaiting::Held => "the course staff holds your runs back: ask them why".to_owned(),
            WhyWaiting::Paused => "the course staff has paused the queue".to_owned(),
            WhyWaiting::Draining => "the server is about to restart".to_owned(),
            WhyWaiting::Closed { until } => format!("tests begin to run on {}", moment(until)),
        }
    }
}

/// All that waits, in the order in which it will be taken, as far as that is known now.
pub(crate) fn order(
    waiting: &[WaitingRun],
    recent: &RecentRuns,
    rules: &QueueRules,
    brakes: &QueueBrakes,
    now: i64,
) -> Vec<Placed> {
    let mut ordered: Vec<&WaitingRun> = waiting.iter().collect();
    ordered.sort_by_key(|run| {
        let held = held_back(run, recent, rules, brakes, now);
        (
            held.is_some(),
            !run.is_pinned,
            due(run, rules),
            run.queued_at,
            run.id,
        )
    });
    let placed = ordered.into_iter().enumerate().map(|(ahead, run)| Placed {
        run: run.id,
        student: run.student,
        why: held_back(run, recent, rules, brakes, now).unwrap_or(WhyWaiting::Turn { ahead }),
    });
    placed.collect()
}

/// When it is a student's turn, compared with others. Who never had a run comes first.
fn due(run: &WaitingRun, rules: &QueueRules) -> i64 {
    let setback = if run.is_broken { rules.setback } else { 0 };
    run.last_run_at
        .map_or(i64::MIN, |last| last.saturating_add(setback))
}

/// Why a run cannot be taken at all now. What the staff has pinned is not limited.
fn held_back(
    run: &WaitingRun,
    recent: &RecentRuns,
    rules: &QueueRules,
    brakes: &QueueBrakes,
    now: i64,
) -> Option<WhyWaiting> {
    if brakes.is_draining {
        return Some(WhyWaiting::Draining);
    }
    if brakes.is_paused {
        return Some(WhyWaiting::Paused);
    }
    if run.is_running {
        return Some(WhyWaiting::Running);
    }
    if run.is_pinned {
        return None;
    }
    if let Some(until) = brakes.opens_at.filter(|opens| *opens > now) {
        return Some(WhyWaiting::Closed { until });
    }
    if run.is_paused {
        return Some(WhyWaiting::Held);
    }
    let again = run
        .last_run_at
        .map(|last| last.saturating_add(rules.interval));
    let day = recent
        .get(&run.student)
        .filter(|(count, _)| *count >= rules.per_day)
        .map(|(_, first)| first.saturating_add(crate::moment::DAY));
    let until = again
        .into_iter()
        .chain(day)
        .filter(|until| *until > now)
        .max()?;
    Some(WhyWaiting::Limited { until })
}
