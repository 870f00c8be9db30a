//! Laws of the queue, on random classes.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

const RULES: QueueRules = QueueRules {
    interval: 0,
    per_day: i64::MAX,
    setback: 6 * 3600,
};

fn run(id: i64) -> WaitingRun {
    WaitingRun {
        id,
        student: id,
        queued_at: 0,
        is_pinned: false,
        is_paused: false,
        is_broken: false,
        last_run_at: None,
        is_running: false,
    }
}

#[track_caller]
fn check(waiting: &[WaitingRun], expected: &[i64]) {
    let placed = order(
        waiting,
        &RecentRuns::new(),
        &RULES,
        &QueueBrakes::default(),
        100_000,
    );
    let order: Vec<i64> = placed.iter().map(|placed| placed.run).collect();
    assert_eq!(order, expected);
}

#[test]
fn who_waited_longest_for_a_run_comes_first() {
    let last = |id, last| WaitingRun {
        last_run_at: last,
        ..run(id)
    };
    check(
        &[last(1, Some(500)), last(2, Some(100)), last(3, None)],
        &[3, 2, 1],
    );
}

#[test]
fn what_is_pinned_comes_first_and_what_does_not_assemble_later() {
    let last = |id, at| WaitingRun {
        last_run_at: Some(at),
        ..run(id)
    };
    let broken = WaitingRun {
        is_broken: true,
        ..last(1, 100)
    };
    let pinned = WaitingRun {
        is_pinned: true,
        ..last(3, 900)
    };
    check(&[broken.clone(), last(2, 500), pinned.clone()], &[3, 2, 1]);
    // Six hours later it is as good as any other.
    check(&[broken, last(2, 100 + 6 * 3600 + 1), pinned], &[3, 1, 2]);
}

#[test]
fn everybody_learns_why_they_wait() {
    let waiting = [
        run(1),
        WaitingRun {
            is_running: true,
            ..run(2)
        },
        WaitingRun {
            is_paused: true,
            ..run(3)
        },
        WaitingRun {
            last_run_at: Some(99_000),
            ..run(4)
        },
        WaitingRun {
            last_run_at: Some(80_000),
            ..run(5)
        },
        WaitingRun {
            last_run_at: Some(80_000),
            is_paused: true,
            is_pinned: true,
            ..run(6)
        },
    ];
    let recent = RecentRuns::from([(5, (3, 70_000))]);
    let rules = QueueRules {
        interval: 3600,
        per_day: 3,
        ..RULES
    };
    let said = |brakes| {
        let placed = order(&waiting, &recent, &rules, &brakes, 100_000);
        let lines = placed.iter().map(|placed| {
            let words = placed.why.words(100_000, Some(2.5), &|at| format!("@{at}"));
            format!("{}: {words}\n", placed.run)
        });
        lines.collect::<String>()
    };
    insta::assert_snapshot!(said(QueueBrakes::default()), @r"
    6: next in the queue, about 3 seconds
    1: 1 run comes first, about 5 seconds
    2: an earlier push is being tested; this one follows
    3: the course staff holds your runs back: ask them why
    5: your limit of runs is reached: the next one can begin in 15 hours 40 minutes
    4: your limit of runs is reached: the next one can begin in 43 minutes
    ");
    let closed = QueueBrakes {
        opens_at: Some(200_000),
        ..QueueBrakes::default()
    };
    assert!(said(closed).contains("1: tests begin to run on @200000"));
    let paused = QueueBrakes {
        is_paused: true,
        ..QueueBrakes::default()
    };
    assert!(
        said(paused)
            .lines()
            .all(|line| line.ends_with("the course staff has paused the queue"))
    );
    let draining = QueueBrakes {
        is_draining: true,
        ..paused
    };
    assert!(
        said(draining)
            .lines()
            .all(|line| line.ends_with("the server is about to restart"))
    );
}

/// A class in which everybody pushes as they like.
#[derive(Clone, Debug)]
struct Move {
    student: usize,
    breaks: bool,
    pins: bool,
}

fn moves(students: usize) -> impl Strategy<Value = Vec<Vec<Move>>> {
    let one = (0..students, any::<bool>(), proptest::bool::weighted(0.02));
    let one = one.prop_map(|(student, breaks, pins)| Move {
        student,
        breaks,
        pins,
    });
    proptest::collection::vec(proptest::collection::vec(one, 0..6), 400)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// However the others push, break their programs and are pinned, everybody's turn comes after a
    /// bounded number of runs, and nobody has two at once.
    #[test]
    fn nobody_starves(steps in moves(12), workers in 1usize..4) {
        const STEP: i64 = 600;
        let mut class: Vec<Option<WaitingRun>> = vec![None; 12];
        let mut last: Vec<(Option<i64>, bool)> = vec![(None, false); 12];
        let mut since = [0usize; 12];
        let mut at_work: Vec<(i64, usize, bool)> = Vec::new();
        let mut breaks = [false; 12];
        for (step, moves) in steps.iter().enumerate() {
            let now = 1_000_000 + step as i64 * STEP;
            for done in std::mem::take(&mut at_work) {
                last[done.1] = (Some(now), done.2);
            }
            for one in moves {
                breaks[one.student] = one.breaks;
                let waiting = class[one.student].get_or_insert_with(|| {
                    since[one.student] = step;
                    WaitingRun { queued_at: now, ..run(one.student as i64) }
                });
                waiting.is_pinned |= one.pins;
            }
            for _ in 0..workers {
                let waiting: Vec<WaitingRun> = class.iter().flatten().map(|run| WaitingRun {
                    last_run_at: last[run.student as usize].0,
                    is_broken: last[run.student as usize].1,
                    is_running: at_work.iter().any(|(student, ..)| *student == run.student),
                    ..run.clone()
                }).collect();
                let placed = order(&waiting, &RecentRuns::new(), &RULES, &QueueBrakes::default(), now);
                prop_assert_eq!(placed.len(), waiting.len());
                let Some(next) = placed.first().filter(|next| next.is_ready()) else { continue };
                let student = next.student as usize;
                prop_assert!(at_work.iter().all(|(other, ..)| *other != next.student));
                class[student] = None;
                at_work.push((next.student, student, breaks[student]));
            }
            // The setback is worth 36 steps; the pinned ones go before.
            for (student, waiting) in class.iter().enumerate() {
                let waited = if waiting.is_some() { step - since[student] } else { 0 };
                prop_assert!(waited <= 36 + 4 * 12, "{student} waits since {waited} steps");
            }
        }
    }

    /// The order has everything once, does not depend on the order of rows, and what may be taken comes
    /// before what may not.
    #[test]
    fn the_order_is_one(seed in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..40)) {
        let mut waiting: Vec<WaitingRun> = seed.iter().enumerate().map(|(id, (last, bits))| WaitingRun {
            last_run_at: (*last > 99).then_some(i64::from(*last)),
            is_pinned: bits & 1 > 0,
            is_paused: bits & 6 == 6,
            is_broken: bits & 8 > 0,
            is_running: bits & 48 == 48,
            ..run(id as i64)
        }).collect();
        let rules = QueueRules { interval: 1000, per_day: 5, ..RULES };
        let recent = RecentRuns::from([(1, (9, 0))]);
        let place = |waiting: &[WaitingRun]| order(waiting, &recent, &rules, &QueueBrakes::default(), 40_000);
        let placed = place(&waiting);
        let all: BTreeSet<i64> = placed.iter().map(|placed| placed.run).collect();
        prop_assert_eq!(all.len(), waiting.len());
        prop_assert!(placed.is_sorted_by_key(|placed| !placed.is_ready()));
        waiting.reverse();
        prop_assert_eq!(place(&waiting), placed);
    }
}
