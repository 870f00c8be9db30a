//! Letters that are to be sent, and those that were: e-mails and calls of other services.

use super::Storage;
use anyhow::Result;
use sqlx::any::AnyRow;
use sqlx::{Any, Row, Transaction};

/// A letter to be written down.
#[derive(Clone, Debug)]
pub(crate) struct NewLetter {
    pub(crate) student: Option<i64>,
    /// What it is sent for: nothing is sent twice for the same.
    pub(crate) cause: String,
    /// `mail` or `webhook`.
    pub(crate) kind: &'static str,
    /// An address.
    pub(crate) recipient: String,
    /// What is needed to write it, as JSON.
    pub(crate) body: String,
    /// When it may go.
    pub(crate) next_at: i64,
}

/// A letter that is due.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) id: i64,
    pub(crate) student: Option<i64>,
    pub(crate) cause: String,
    pub(crate) kind: String,
    pub(crate) recipient: String,
    pub(crate) body: String,
    pub(crate) attempts: i64,
    next_at: i64,
}

pub(super) async fn add(all: &mut Transaction<'static, Any>, letter: &NewLetter) -> Result<()> {
    sqlx::query(
        "INSERT INTO letter (student, cause, kind, recipient, body, state, next_at) \
         VALUES ($1, $2, $3, $4, $5, 'waiting', $6) ON CONFLICT (cause) DO NOTHING",
    )
    .bind(letter.student)
    .bind(&letter.cause)
    .bind(letter.kind)
    .bind(&letter.recipient)
    .bind(&letter.body)
    .bind(letter.next_at)
    .execute(&mut **all)
    .await?;
    Ok(())
}

impl Storage {
    /// Writes down a letter, once for each cause.
    pub(crate) async fn add_letter(&self, letter: &NewLetter) -> Result<()> {
        let mut all = self.write().await?;
        add(&mut all, letter).await?;
        Ok(all.commit().await?)
    }

    /// The letters that are due.
    pub(crate) async fn due_letters(&self, now: i64, most: i64) -> Result<Vec<Letter>> {
        let rows = sqlx::query(
            "SELECT id, student, cause, kind, recipient, body, attempts, next_at FROM letter \
             WHERE state = 'waiting' AND next_at <= $1 ORDER BY next_at, id LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&self.reading)
        .await?;
        let letter = |row: &AnyRow| {
            Ok(Letter {
                id: row.try_get(0)?,
                student: row.try_get(1)?,
                cause: row.try_get(2)?,
                kind: row.try_get(3)?,
                recipient: row.try_get(4)?,
                body: row.try_get(5)?,
                attempts: row.try_get(6)?,
                next_at: row.try_get(7)?,
            })
        };
        rows.iter().map(letter).collect()
    }

    /// Claims a letter until a moment, so that nobody else sends it; whether that worked.
    pub(crate) async fn claim(&self, letter: &Letter, until: i64) -> Result<bool> {
        let done = sqlx::query(
            "UPDATE letter SET next_at = $1, attempts = attempts + 1 \
             WHERE id = $2 AND next_at = $3 AND state = 'waiting'",
        )
        .bind(until)
        .bind(letter.id)
        .bind(letter.next_at)
        .execute(&self.writing)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Letters that a process had claimed that is gone are due at once. Other servers on the same data
    /// may be sending theirs: with PostgreSQL, claims end by themselves.
    pub(crate) async fn release_letters(&self, now: i64) -> Result<()> {
        if self.backend.connections().0 == 1 {
            sqlx::query("UPDATE letter SET next_at = $1 WHERE state = 'waiting' AND said = '' AND next_at > $1")
                .bind(now)
                .execute(&self.writing)
                .await?;
        }
        Ok(())
    }

    /// The letter has gone, or never will; otherwise it is due again at a moment.
    pub(crate) async fn settle(
        &self,
        letter: &Letter,
        state: &'static str,
        now: i64,
        next_at: i64,
        said: &str,
    ) -> Result<()> {
        sqlx::query(
            "UPDATE letter SET state = $1, sent_at = $2, next_at = $3, said = $4 WHERE id = $5",
        )
        .bind(state)
        .bind((state == "sent").then_some(now))
        .bind(next_at)
        .bind(said)
        .bind(letter.id)
        .execute(&self.writing)
        .await?;
        Ok(())
    }

    /// How many letters there are in which state, and the newest complaint about one.
    pub(crate) async fn letter_counts(&self) -> Result<Vec<(String, i64)>> {
        let rows = sqlx::query("SELECT state, COUNT(*) FROM letter GROUP BY state")
            .fetch_all(&self.reading)
            .await?;
        let pair = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(pair).collect()
    }

    /// The newest complaint about a letter that has not gone.
    pub(crate) async fn letter_trouble(&self) -> Result<Option<String>> {
        let row = sqlx::query(
            "SELECT said FROM letter WHERE state <> 'sent' AND said <> '' ORDER BY id DESC LIMIT 1",
        )
        .fetch_optional(&self.reading)
        .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// Students with changes since a moment for a summary, with how many runs there were.
    pub(crate) async fn changed_since(&self, moment: i64, until: i64) -> Result<Vec<(i64, i64)>> {
        let rows = sqlx::query(
            "SELECT student, MAX(id) FROM run WHERE state = 'done' AND changed = 1 \
             AND finished_at > $1 AND finished_at <= $2 AND through <> 'eval' GROUP BY student",
        )
        .bind(moment)
        .bind(until)
        .fetch_all(&self.reading)
        .await?;
        let pair = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(pair).collect()
    }
}
