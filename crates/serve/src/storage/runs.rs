//! Runs: waiting, leased to a worker, done.

use super::{NewLetter, Storage, is_set, keep_chunk, letters};
use crate::outcome::Outcome;
use anyhow::{Context, Result};
use harness::grading::Tier;
use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Row, Transaction};

/// A run that waits, with what its place in the queue depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WaitingRun {
    pub(crate) id: i64,
    pub(crate) student: i64,
    pub(crate) queued_at: i64,
    pub(crate) is_pinned: bool,
    pub(crate) is_paused: bool,
    pub(crate) is_broken: bool,
    pub(crate) last_run_at: Option<i64>,
    /// Whether a run of the same student is at work.
    pub(crate) is_running: bool,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunState {
    Waiting,
    Leased,
    Done,
    /// A newer push came before it could be run again.
    Replaced,
}

impl RunState {
    fn named(name: &str) -> Result<Self> {
        Ok(match name {
            "waiting" => RunState::Waiting,
            "leased" => RunState::Leased,
            "done" => RunState::Done,
            "replaced" => RunState::Replaced,
            other => anyhow::bail!("there is no state `{other}`"),
        })
    }
}

/// A run, without its record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) id: i64,
    pub(crate) student: i64,
    pub(crate) through: Tier,
    pub(crate) state: RunState,
    pub(crate) queued_at: i64,
    pub(crate) started_at: Option<i64>,
    pub(crate) finished_at: Option<i64>,
    pub(crate) worker: Option<String>,
    /// The chunk with its record.
    pub(crate) record: Option<String>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) commit: String,
    pub(crate) received_at: i64,
}

/// A run that a worker has got.
#[derive(Clone, Debug)]
pub(crate) struct Leased {
    pub(crate) run: i64,
    pub(crate) lease: String,
    pub(crate) student: String,
    pub(crate) through: Tier,
    pub(crate) attempts: i64,
    /// The chunk with what was handed in.
    pub(crate) submission: String,
}

/// What came of a run.
pub(crate) struct FinishedRun<'a> {
    pub(crate) run: i64,
    pub(crate) lease: &'a str,
    pub(crate) record: &'a [u8],
    pub(crate) outcome: &'a Outcome,
    pub(crate) now: i64,
    /// What is to be sent because of it.
    pub(crate) letters: &'a [NewLetter],
}

/// Whether a result was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finished {
    /// It was.
    Taken,
    /// The same worker has delivered it before.
    Repeated,
    /// The run was given to somebody else.
    Lost,
}

/// So often a run is tried before the grader is taken to fail on it.
pub(crate) const MOST_ATTEMPTS: i64 = 3;

const RUN: &str = "SELECT run.id, run.student, run.through, run.state, run.queued_at, run.started_at, \
    run.finished_at, run.worker, run.record, run.outcome, push.commit_id, push.received_at \
    FROM run JOIN push ON push.id = run.push";

fn run(row: &AnyRow) -> Result<Run> {
    let outcome: Option<String> = row.try_get(9)?;
    Ok(Run {
        id: row.try_get(0)?,
        student: row.try_get(1)?,
        through: tier(row.try_get(2)?)?,
        state: RunState::named(row.try_get(3)?)?,
        queued_at: row.try_get(4)?,
        started_at: row.try_get(5)?,
        finished_at: row.try_get(6)?,
        worker: row.try_get(7)?,
        record: row.try_get(8)?,
        outcome: outcome
            .map(|text| serde_json::from_str(&text))
            .transpose()?,
        commit: row.try_get(10)?,
        received_at: row.try_get(11)?,
    })
}

fn tier(name: &str) -> Result<Tier> {
    Tier::named(name).with_context(|| format!("there is no tier `{name}`"))
}

impl Storage {
    async fn some_runs(&self, rest: &'static str, values: &[i64]) -> Result<Vec<Run>> {
        let mut query = sqlx::query(AssertSqlSafe(format!("{RUN} {rest}")));
        for value in values {
            query = query.bind(*value);
        }
        let rows = query.fetch_all(&self.reading).await?;
        rows.iter().map(run).collect()
    }

    /// All runs that wait.
    pub(crate) async fn waiting(&self) -> Result<Vec<WaitingRun>> {
        let rows = sqlx::query(
            "SELECT run.id, run.student, run.queued_at, run.is_pinned, student.is_paused, \
             student.is_broken, student.last_run_at, \
             (SELECT COUNT(*) FROM run other WHERE other.student = run.student \
              AND other.state = 'leased') \
             FROM run JOIN student ON student.id = run.student \
             WHERE run.state = 'waiting' AND student.is_active = 1",
        )
        .fetch_all(&self.reading)
        .await?;
        let waiting = |row: &AnyRow| {
            Ok(WaitingRun {
                id: row.try_get(0)?,
                student: row.try_get(1)?,
                queued_at: row.try_get(2)?,
                is_pinned: is_set(row, 3)?,
                is_paused: is_set(row, 4)?,
                is_broken: is_set(row, 5)?,
                last_run_at: row.try_get(6)?,
                is_running: is_set(row, 7)?,
            })
        };
        rows.iter().map(waiting).collect()
    }

    /// How many runs of each student were started since a moment, and when the first of these was.
    pub(crate) async fn started_since(&self, moment: i64) -> Result<Vec<(i64, i64, i64)>> {
        let rows = sqlx::query(
            "SELECT student, COUNT(*), MIN(started_at) FROM run \
             WHERE started_at > $1 AND state <> 'waiting' AND through <> 'eval' GROUP BY student",
        )
        .bind(moment)
        .fetch_all(&self.reading)
        .await?;
        let row = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
        rows.iter().map(row).collect()
    }

    /// Leases a run to a worker, if it still waits and nobody else is taking it.
    pub(crate) async fn lease(
        &self,
        id: i64,
        worker: &str,
        now: i64,
        until: i64,
    ) -> Result<Option<Leased>> {
        let mut all = self.write().await?;
        let text = format!(
            "SELECT id FROM run WHERE id = $1 AND state = 'waiting' {}",
            self.backend.skip_locked()
        );
        let found = sqlx::query(AssertSqlSafe(text))
            .bind(id)
            .fetch_optional(&mut *all)
            .await?;
        if found.is_none() {
            return Ok(None);
        }
        let lease = crate::secret::random();
        let done = sqlx::query(
            "UPDATE run SET state = 'leased', lease = $1, lease_until = $2, worker = $3, \
             started_at = $4, attempts = attempts + 1, is_pinned = 0 WHERE id = $5",
        )
        .bind(&lease)
        .bind(until)
        .bind(worker)
        .bind(now)
        .bind(id)
        .execute(&mut *all)
        .await;
        match done {
            // Another server has just leased a run of the same student.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(None),
            done => done?,
        };
        let row = sqlx::query(
            "SELECT student.name, run.through, run.attempts, push.submission FROM run \
             JOIN student ON student.id = run.student JOIN push ON push.id = run.push \
             WHERE run.id = $1",
        )
        .bind(id)
        .fetch_one(&mut *all)
        .await?;
        let leased = Leased {
            run: id,
            lease,
            student: row.try_get(0)?,
            through: tier(row.try_get(1)?)?,
            attempts: row.try_get(2)?,
            submission: row.try_get(3)?,
        };
        all.commit().await?;
        Ok(Some(leased))
    }

    /// A worker still works on a run; whether it is still its own.
    pub(crate) async fn renew(&self, id: i64, lease: &str, until: i64) -> Result<bool> {
        let done = sqlx::query(
            "UPDATE run SET lease_until = $1 WHERE id = $2 AND lease = $3 AND state = 'leased'",
        )
        .bind(until)
        .bind(id)
        .bind(lease)
        .execute(&self.writing)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Returns runs to the queue whose workers have not been heard of in time, or that belong to a
    /// worker whose name begins so and that is known to be gone. How many there are.
    pub(crate) async fn release(&self, now: i64, gone: Option<&str>) -> Result<usize> {
        let mut all = self.write().await?;
        let rows = sqlx::query(
            "SELECT id, student FROM run WHERE state = 'leased' \
             AND (lease_until < $1 OR worker LIKE $2 || '%')",
        )
        .bind(now)
        // No worker has an empty name.
        .bind(gone.unwrap_or("\n"))
        .fetch_all(&mut *all)
        .await?;
        for row in &rows {
            let (id, student): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            give_back(&mut all, id, student).await?;
        }
        all.commit().await?;
        Ok(rows.len())
    }

    /// Keeps the result of a run, with all that follows from it.
    pub(crate) async fn finish(&self, finished: &FinishedRun<'_>) -> Result<Finished> {
        let mut all = self.write().await?;
        let record = keep_chunk(&mut all, finished.record).await?;
        let outcome = serde_json::to_string(finished.outcome)?;
        let done = sqlx::query(
            "UPDATE run SET state = 'done', finished_at = $1, record = $2, outcome = $3, \
             changed = $4, lease_until = NULL WHERE id = $5 AND lease = $6 AND state = 'leased'",
        )
        .bind(finished.now)
        .bind(record)
        .bind(outcome)
        .bind(i64::from(finished.outcome.changes.is_worth_a_letter()))
        .bind(finished.run)
        .bind(finished.lease)
        .execute(&mut *all)
        .await?;
        if done.rows_affected() == 0 {
            let same =
                sqlx::query("SELECT 1 FROM run WHERE id = $1 AND lease = $2 AND state = 'done'")
                    .bind(finished.run)
                    .bind(finished.lease)
                    .fetch_optional(&mut *all)
                    .await?;
            return Ok(match same {
                Some(_) => Finished::Repeated,
                None => Finished::Lost,
            });
        }
        sqlx::query(
            "UPDATE student SET last_run_at = $1, is_broken = $2 \
             WHERE id = (SELECT student FROM run WHERE id = $3)",
        )
        .bind(finished.now)
        .bind(i64::from(finished.outcome.is_broken))
        .bind(finished.run)
        .execute(&mut *all)
        .await?;
        sqlx::query(
            "UPDATE worker SET finished = finished + 1, seen_at = $1 \
             WHERE name = (SELECT worker FROM run WHERE id = $2)",
        )
        .bind(finished.now)
        .bind(finished.run)
        .execute(&mut *all)
        .await?;
        for letter in finished.letters {
            letters::add(&mut all, letter).await?;
        }
        all.commit().await?;
        Ok(Finished::Taken)
    }

    /// The newest runs of a student, with the newest first.
    pub(crate) async fn runs_of(&self, student: i64, most: i64) -> Result<Vec<Run>> {
        let rest =
            "WHERE run.student = $1 AND run.state <> 'replaced' ORDER BY run.id DESC LIMIT $2";
        self.some_runs(rest, &[student, most]).await
    }

    /// A run.
    pub(crate) async fn run(&self, id: i64) -> Result<Option<Run>> {
        Ok(self.some_runs("WHERE run.id = $1", &[id]).await?.pop())
    }

    /// Keeps what came of a push at the end, in place of what an earlier attempt has kept.
    pub(crate) async fn keep_final(
        &self,
        student: i64,
        push: i64,
        record: &[u8],
        outcome: &Outcome,
        now: i64,
    ) -> Result<()> {
        let mut all = self.write().await?;
        let record = keep_chunk(&mut all, record).await?;
        sqlx::query("DELETE FROM run WHERE student = $1 AND through = 'eval'")
            .bind(student)
            .execute(&mut *all)
            .await?;
        sqlx::query(
            "INSERT INTO run (student, push, through, state, queued_at, started_at, finished_at, \
             record, outcome) VALUES ($1, $2, 'eval', 'done', $3, $3, $3, $4, $5)",
        )
        .bind(student)
        .bind(push)
        .bind(now)
        .bind(record)
        .bind(serde_json::to_string(outcome)?)
        .execute(&mut *all)
        .await?;
        Ok(all.commit().await?)
    }

    /// The chunk with what was handed in for a run.
    pub(crate) async fn submission_of(&self, run: i64) -> Result<String> {
        let row = sqlx::query(
            "SELECT push.submission FROM run JOIN push ON push.id = run.push WHERE run.id = $1",
        )
        .bind(run)
        .fetch_one(&self.reading)
        .await?;
        Ok(row.try_get(0)?)
    }

    /// The newest finished run of a student, without those of the end.
    pub(crate) async fn last_done(&self, student: i64) -> Result<Option<Run>> {
        let rest = "WHERE run.student = $1 AND run.state = 'done' AND run.through <> 'eval' \
                    ORDER BY run.id DESC LIMIT 1";
        Ok(self.some_runs(rest, &[student]).await?.pop())
    }

    /// The newest finished run of every student of the roster.
    pub(crate) async fn all_last_done(&self) -> Result<Vec<Run>> {
        let rest = "WHERE run.id IN (SELECT MAX(id) FROM run WHERE state = 'done' \
                    AND through <> 'eval' GROUP BY student)";
        self.some_runs(rest, &[]).await
    }

    /// The runs that are at work.
    pub(crate) async fn at_work(&self) -> Result<Vec<Run>> {
        self.some_runs("WHERE run.state = 'leased' ORDER BY run.id", &[])
            .await
    }

    /// How many runs there are in which state.
    pub(crate) async fn run_counts(&self) -> Result<Vec<(String, i64)>> {
        let rows = sqlx::query("SELECT state, COUNT(*) FROM run GROUP BY state")
            .fetch_all(&self.reading)
            .await?;
        let pair = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(pair).collect()
    }

    /// Puts a waiting run first.
    pub(crate) async fn pin(&self, student: i64, is_pinned: bool) -> Result<bool> {
        let done =
            sqlx::query("UPDATE run SET is_pinned = $1 WHERE student = $2 AND state = 'waiting'")
                .bind(i64::from(is_pinned))
                .bind(student)
                .execute(&self.writing)
                .await?;
        Ok(done.rows_affected() > 0)
    }
}

/// A run waits again, in the place that it had; unless a newer push waits by now.
async fn give_back(all: &mut Transaction<'static, Any>, id: i64, student: i64) -> Result<()> {
    let newer = sqlx::query("SELECT 1 FROM run WHERE student = $1 AND state = 'waiting'")
        .bind(student)
        .fetch_optional(&mut **all)
        .await?;
    let state = if newer.is_some() {
        "replaced"
    } else {
        "waiting"
    };
    sqlx::query("UPDATE run SET state = $1, lease = NULL, lease_until = NULL WHERE id = $2")
        .bind(state)
        .bind(id)
        .execute(&mut **all)
        .await?;
    Ok(())
}
