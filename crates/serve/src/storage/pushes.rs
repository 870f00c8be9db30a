//! What was handed in, when the server saw it, and the runs that wait for it.

use super::{Storage, keep_chunk};
use anyhow::Result;
use harness::grading::Tier;
use sqlx::any::AnyRow;
use sqlx::{Any, Row, Transaction};

/// The origin of archives.
pub(crate) const UPLOAD: &str = "upload";

/// Something that a student handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub(crate) id: i64,
    pub(crate) student: i64,
    /// The commit, or the hash of an archive.
    pub(crate) commit: String,
    /// How it came.
    pub(crate) origin: String,
    /// By the clock of this server.
    pub(crate) received_at: i64,
    /// The chunk with what was read; none until then.
    pub(crate) submission: Option<String>,
}

/// A push that has just arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReceivedPush<'a> {
    pub(crate) student: i64,
    pub(crate) commit: &'a str,
    pub(crate) origin: &'a str,
    pub(crate) received_at: i64,
    /// What was handed in, if it is known already.
    pub(crate) submission: Option<&'a [u8]>,
}

const COLUMNS: &str = "id, student, commit_id, origin, received_at, submission";

fn push(row: &AnyRow) -> Result<Push> {
    Ok(Push {
        id: row.try_get(0)?,
        student: row.try_get(1)?,
        commit: row.try_get(2)?,
        origin: row.try_get(3)?,
        received_at: row.try_get(4)?,
        submission: row.try_get(5)?,
    })
}

impl Storage {
    async fn one_push(&self, which: &str, values: &[i64]) -> Result<Option<Push>> {
        let text = format!("SELECT {COLUMNS} FROM push WHERE {which} ORDER BY id DESC LIMIT 1");
        let mut query = sqlx::query(sqlx::AssertSqlSafe(text));
        for value in values {
            query = query.bind(*value);
        }
        let row = query.fetch_optional(&self.reading).await?;
        row.as_ref().map(push).transpose()
    }

    /// A push.
    pub(crate) async fn push(&self, id: i64) -> Result<Option<Push>> {
        self.one_push("id = $1", &[id]).await
    }

    /// The newest push of a student.
    pub(crate) async fn newest_push(&self, student: i64) -> Result<Option<Push>> {
        self.one_push("student = $1", &[student]).await
    }

    /// The last push of a student that was received up to a moment.
    pub(crate) async fn last_push_until(&self, student: i64, end: i64) -> Result<Option<Push>> {
        self.one_push("student = $1 AND received_at <= $2", &[student, end])
            .await
    }

    /// The commit that the repository of each student was at last.
    pub(crate) async fn newest_commits(&self) -> Result<Vec<(i64, String)>> {
        let rows = sqlx::query(
            "SELECT student, commit_id FROM push WHERE id IN \
             (SELECT MAX(id) FROM push WHERE origin <> 'upload' GROUP BY student)",
        )
        .fetch_all(&self.reading)
        .await?;
        let pair = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(pair).collect()
    }

    /// When the newest push of each student was received.
    pub(crate) async fn last_received(&self) -> Result<Vec<(i64, i64)>> {
        let rows = sqlx::query("SELECT student, MAX(received_at) FROM push GROUP BY student")
            .fetch_all(&self.reading)
            .await?;
        let pair = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(pair).collect()
    }

    /// Keeps a push; nothing if it is the newest one already: hooks, forges and scans may all report
    /// the same.
    pub(crate) async fn receive(&self, received: &ReceivedPush<'_>) -> Result<Option<i64>> {
        let mut all = self.write().await?;
        // Two servers may hear of the same push at once.
        let text = format!(
            "SELECT id FROM student WHERE id = $1 {}",
            self.backend.lock()
        );
        sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(received.student)
            .fetch_optional(&mut *all)
            .await?;
        // A repository is compared with what it was, also if an archive came in between.
        let which = match received.origin {
            UPLOAD => "",
            _ => "AND origin <> 'upload'",
        };
        let text = format!(
            "SELECT commit_id FROM push WHERE student = $1 {which} ORDER BY id DESC LIMIT 1"
        );
        let newest = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(received.student)
            .fetch_optional(&mut *all)
            .await?;
        let newest: Option<String> = newest.map(|row| row.try_get(0)).transpose()?;
        if newest.as_deref() == Some(received.commit) {
            return Ok(None);
        }
        let submission = match received.submission {
            Some(bytes) => Some(keep_chunk(&mut all, bytes).await?),
            None => None,
        };
        let row = sqlx::query(
            "INSERT INTO push (student, commit_id, origin, received_at, submission) \
             VALUES ($1, $2, $3, $4, $5) RETURNING id",
        )
        .bind(received.student)
        .bind(received.commit)
        .bind(received.origin)
        .bind(received.received_at)
        .bind(submission)
        .fetch_one(&mut *all)
        .await?;
        let id: i64 = row.try_get(0)?;
        all.commit().await?;
        Ok(Some(id))
    }

    /// Pushes that nobody has read yet: those of a process that was killed are among them.
    pub(crate) async fn unread_pushes(&self) -> Result<Vec<Push>> {
        let rows = sqlx::query(
            "SELECT id, student, commit_id, origin, received_at, submission FROM push \
             WHERE submission IS NULL ORDER BY id LIMIT 200",
        )
        .fetch_all(&self.reading)
        .await?;
        rows.iter().map(push).collect()
    }

    /// Keeps what was read of a push, and has it run unless a newer one is there.
    pub(crate) async fn keep_submission(
        &self,
        push: &Push,
        bytes: &[u8],
        through: Option<Tier>,
        now: i64,
    ) -> Result<()> {
        let mut all = self.write().await?;
        let hash = keep_chunk(&mut all, bytes).await?;
        sqlx::query("UPDATE push SET submission = $1 WHERE id = $2")
            .bind(hash)
            .bind(push.id)
            .execute(&mut *all)
            .await?;
        if let Some(through) = through {
            queue(&mut all, push.student, push.id, through, now).await?;
        }
        Ok(all.commit().await?)
    }

    /// The newest pushes of active students that were read and never ran: a process was killed before
    /// it could put them into the queue.
    pub(crate) async fn forgotten_pushes(&self) -> Result<Vec<Push>> {
        let rows = sqlx::query(
            "SELECT id, student, commit_id, origin, received_at, submission FROM push \
             WHERE submission IS NOT NULL AND id IN (SELECT MAX(id) FROM push GROUP BY student) \
             AND id NOT IN (SELECT push FROM run) \
             AND student IN (SELECT id FROM student WHERE is_active = 1)",
        )
        .fetch_all(&self.reading)
        .await?;
        rows.iter().map(push).collect()
    }

    /// Has a push run (again).
    pub(crate) async fn queue_run(&self, push: &Push, through: Tier, now: i64) -> Result<()> {
        let mut all = self.write().await?;
        queue(&mut all, push.student, push.id, through, now).await?;
        Ok(all.commit().await?)
    }

    /// Has the newest push of every active student run again; how many there are.
    pub(crate) async fn queue_all(&self, through: Tier, now: i64) -> Result<usize> {
        let mut all = self.write().await?;
        let rows = sqlx::query(
            "SELECT student, id FROM push WHERE submission IS NOT NULL \
             AND id IN (SELECT MAX(id) FROM push GROUP BY student) \
             AND student IN (SELECT id FROM student WHERE is_active = 1)",
        )
        .fetch_all(&mut *all)
        .await?;
        for row in &rows {
            queue(&mut all, row.try_get(0)?, row.try_get(1)?, through, now).await?;
        }
        all.commit().await?;
        Ok(rows.len())
    }
}

/// A run of this push waits from now on. If one of an older push of the student waits already, it is
/// replaced and keeps its place.
async fn queue(
    all: &mut Transaction<'static, Any>,
    student: i64,
    push: i64,
    through: Tier,
    now: i64,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO run (student, push, through, state, queued_at) \
         VALUES ($1, $2, $3, 'waiting', $4) \
         ON CONFLICT (student) WHERE state = 'waiting' DO UPDATE \
         SET push = excluded.push, through = excluded.through \
         WHERE run.push <= excluded.push",
    )
    .bind(student)
    .bind(push)
    .bind(through.name())
    .bind(now)
    .execute(&mut **all)
    .await?;
    Ok(())
}
