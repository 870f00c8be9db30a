//! The staff, what they did, and the workers that they look after.

use super::Storage;
use anyhow::Result;
use sqlx::Row;
use sqlx::any::AnyRow;

/// Somebody who is logged in.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) staff: String,
    /// What every form of this session carries.
    pub(crate) csrf: String,
}

/// Something that was done.
#[derive(Clone, Debug)]
pub(crate) struct AuditEntry {
    pub(crate) at: i64,
    pub(crate) who: String,
    pub(crate) what: String,
}

/// A worker that has been heard of.
#[derive(Clone, Debug)]
pub(crate) struct WorkerSeen {
    pub(crate) name: String,
    pub(crate) seen_at: i64,
    pub(crate) version: String,
    /// `local` or `remote`.
    pub(crate) place: String,
    pub(crate) finished: i64,
}

impl Storage {
    /// Sets the password of a member of the staff, as its argon2 hash.
    pub(crate) async fn set_password(&self, name: &str, hash: &str) -> Result<()> {
        sqlx::query(
            "INSERT INTO staff (name, password) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET password = excluded.password",
        )
        .bind(name)
        .bind(hash)
        .execute(&self.writing)
        .await?;
        // Whoever knew the old one is logged out.
        sqlx::query("DELETE FROM session WHERE staff = $1")
            .bind(name)
            .execute(&self.writing)
            .await?;
        Ok(())
    }

    /// Removes a member of the staff; whether there was one.
    pub(crate) async fn remove_staff(&self, name: &str) -> Result<bool> {
        sqlx::query("DELETE FROM session WHERE staff = $1")
            .bind(name)
            .execute(&self.writing)
            .await?;
        let done = sqlx::query("DELETE FROM staff WHERE name = $1")
            .bind(name)
            .execute(&self.writing)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// The hash of a password.
    pub(crate) async fn password(&self, name: &str) -> Result<Option<String>> {
        let row = sqlx::query("SELECT password FROM staff WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.reading)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// How many members the staff has.
    pub(crate) async fn staff_count(&self) -> Result<i64> {
        let row = sqlx::query("SELECT COUNT(*) FROM staff")
            .fetch_one(&self.reading)
            .await?;
        Ok(row.try_get(0)?)
    }

    /// Somebody has logged in.
    pub(crate) async fn begin_session(
        &self,
        hash: &str,
        session: &Session,
        now: i64,
        expires_at: i64,
    ) -> Result<()> {
        sqlx::query("DELETE FROM session WHERE expires_at < $1")
            .bind(now)
            .execute(&self.writing)
            .await?;
        sqlx::query("INSERT INTO session (hash, staff, csrf, expires_at) VALUES ($1, $2, $3, $4)")
            .bind(hash)
            .bind(&session.staff)
            .bind(&session.csrf)
            .bind(expires_at)
            .execute(&self.writing)
            .await?;
        Ok(())
    }

    /// The session whose cookie has this hash.
    pub(crate) async fn session(&self, hash: &str, now: i64) -> Result<Option<Session>> {
        let row =
            sqlx::query("SELECT staff, csrf FROM session WHERE hash = $1 AND expires_at > $2")
                .bind(hash)
                .bind(now)
                .fetch_optional(&self.reading)
                .await?;
        let session = |row: AnyRow| {
            Ok(Session {
                staff: row.try_get(0)?,
                csrf: row.try_get(1)?,
            })
        };
        row.map(session).transpose()
    }

    /// Somebody has logged out.
    pub(crate) async fn end_session(&self, hash: &str) -> Result<()> {
        sqlx::query("DELETE FROM session WHERE hash = $1")
            .bind(hash)
            .execute(&self.writing)
            .await?;
        Ok(())
    }

    /// Writes down what was done.
    pub(crate) async fn audit(&self, at: i64, who: &str, what: &str) -> Result<()> {
        sqlx::query("INSERT INTO audit (at, who, what) VALUES ($1, $2, $3)")
            .bind(at)
            .bind(who)
            .bind(what)
            .execute(&self.writing)
            .await?;
        Ok(())
    }

    /// What was done, the newest first.
    pub(crate) async fn audits(&self, most: i64) -> Result<Vec<AuditEntry>> {
        let rows = sqlx::query("SELECT at, who, what FROM audit ORDER BY id DESC LIMIT $1")
            .bind(most)
            .fetch_all(&self.reading)
            .await?;
        let entry = |row: &AnyRow| {
            Ok(AuditEntry {
                at: row.try_get(0)?,
                who: row.try_get(1)?,
                what: row.try_get(2)?,
            })
        };
        rows.iter().map(entry).collect()
    }

    /// A worker was heard of.
    pub(crate) async fn see_worker(
        &self,
        name: &str,
        version: &str,
        place: &str,
        now: i64,
    ) -> Result<()> {
        sqlx::query(
            "INSERT INTO worker (name, seen_at, version, place) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, \
             version = excluded.version, place = excluded.place",
        )
        .bind(name)
        .bind(now)
        .bind(version)
        .bind(place)
        .execute(&self.writing)
        .await?;
        Ok(())
    }

    /// The workers that were heard of since a moment.
    pub(crate) async fn workers(&self, since: i64) -> Result<Vec<WorkerSeen>> {
        let rows = sqlx::query(
            "SELECT name, seen_at, version, place, finished FROM worker \
             WHERE seen_at >= $1 ORDER BY name",
        )
        .bind(since)
        .fetch_all(&self.reading)
        .await?;
        let worker = |row: &AnyRow| {
            Ok(WorkerSeen {
                name: row.try_get(0)?,
                seen_at: row.try_get(1)?,
                version: row.try_get(2)?,
                place: row.try_get(3)?,
                finished: row.try_get(4)?,
            })
        };
        rows.iter().map(worker).collect()
    }

    /// Takes note of a delivery of a forge; whether it is new. Old ones are forgotten: their
    /// signatures are no longer accepted for their age, or say nothing that a scan would not.
    pub(crate) async fn is_new_delivery(&self, id: &str, now: i64) -> Result<bool> {
        const KEPT: i64 = 30 * 86_400;
        let done = sqlx::query(
            "INSERT INTO delivery (id, received_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
        )
        .bind(id)
        .bind(now)
        .execute(&self.writing)
        .await?;
        sqlx::query("DELETE FROM delivery WHERE received_at < $1")
            .bind(now - KEPT)
            .execute(&self.writing)
            .await?;
        Ok(done.rows_affected() == 1)
    }
}
