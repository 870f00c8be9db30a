//! Students, as the roster names them.

use super::{Storage, is_set};
use crate::secret::Secret;
use anyhow::Result;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// A line of the roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RosterEntry {
    /// The name, by which submissions and reports go.
    pub(crate) name: String,
    /// Where letters go; none if empty.
    pub(crate) email: String,
    /// Where the repository is; empty if there is none.
    pub(crate) repository: String,
}

/// A student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Student {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) repository: String,
    /// Whether the roster still has this name.
    pub(crate) is_active: bool,
    /// Whether the staff holds back runs.
    pub(crate) is_paused: bool,
    /// Whether the last main branch did not assemble.
    pub(crate) is_broken: bool,
    pub(crate) wants_mail: bool,
    /// How often the personal link was replaced.
    pub(crate) link_number: i64,
    pub(crate) last_run_at: Option<i64>,
    /// Seconds that the deadline is later for this student.
    pub(crate) extension: i64,
    /// What was frozen at the deadline.
    pub(crate) frozen_push: Option<i64>,
}

const COLUMNS: &str = "id, name, email, repository, is_active, is_paused, is_broken, wants_mail, \
    link_number, last_run_at, extension, frozen_push";

fn student(row: &AnyRow) -> Result<Student> {
    Ok(Student {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        email: row.try_get(2)?,
        repository: row.try_get(3)?,
        is_active: is_set(row, 4)?,
        is_paused: is_set(row, 5)?,
        is_broken: is_set(row, 6)?,
        wants_mail: is_set(row, 7)?,
        link_number: row.try_get(8)?,
        last_run_at: row.try_get(9)?,
        extension: row.try_get(10)?,
        frozen_push: row.try_get(11)?,
    })
}

/// What can be changed about a student.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Paused(bool),
    WantsMail(bool),
    Extension(i64),
    Frozen(Option<i64>),
}

impl Storage {
    async fn some_students(&self, which: &str, value: Option<&str>) -> Result<Vec<Student>> {
        let text = format!("SELECT {COLUMNS} FROM student {which} ORDER BY name");
        let query = sqlx::query(AssertSqlSafe(text));
        let query = match value {
            Some(value) => query.bind(value),
            None => query,
        };
        let rows = query.fetch_all(&self.reading).await?;
        rows.iter().map(student).collect()
    }

    /// All students of the roster, by name.
    pub(crate) async fn students(&self) -> Result<Vec<Student>> {
        self.some_students("WHERE is_active = 1", None).await
    }

    /// The student of this name, also one who is no longer in the roster.
    pub(crate) async fn student_named(&self, name: &str) -> Result<Option<Student>> {
        Ok(self
            .some_students("WHERE name = $1", Some(name))
            .await?
            .pop())
    }

    /// The student whose link has this hash.
    pub(crate) async fn student_with_link(&self, hash: &str) -> Result<Option<Student>> {
        let found = self.some_students("WHERE link_hash = $1 AND is_active = 1", Some(hash));
        Ok(found.await?.pop())
    }

    /// The student of this number.
    pub(crate) async fn student(&self, id: i64) -> Result<Option<Student>> {
        let text = format!("SELECT {COLUMNS} FROM student WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(text))
            .bind(id)
            .fetch_optional(&self.reading)
            .await?;
        row.as_ref().map(student).transpose()
    }

    /// Takes over the roster: who is new gets a link, and who is missing is not active any more.
    pub(crate) async fn take_roster(&self, roster: &[RosterEntry], secret: &Secret) -> Result<()> {
        let mut all = self.write().await?;
        sqlx::query("UPDATE student SET is_active = 0")
            .execute(&mut *all)
            .await?;
        for entry in roster {
            let hash = crate::secret::hash(secret.link(&entry.name, 0).as_bytes());
            sqlx::query(
                "INSERT INTO student (name, email, repository, link_hash) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (name) DO UPDATE SET is_active = 1, email = excluded.email, \
                 repository = excluded.repository",
            )
            .bind(&entry.name)
            .bind(&entry.email)
            .bind(&entry.repository)
            .bind(hash)
            .execute(&mut *all)
            .await?;
        }
        Ok(all.commit().await?)
    }

    /// Changes something about a student.
    pub(crate) async fn change(&self, id: i64, change: Change) -> Result<()> {
        let (text, value) = match change {
            Change::Paused(yes) => (
                "UPDATE student SET is_paused = $1 WHERE id = $2",
                Some(yes.into()),
            ),
            Change::WantsMail(yes) => (
                "UPDATE student SET wants_mail = $1 WHERE id = $2",
                Some(yes.into()),
            ),
            Change::Extension(seconds) => (
                "UPDATE student SET extension = $1 WHERE id = $2",
                Some(seconds),
            ),
            Change::Frozen(push) => ("UPDATE student SET frozen_push = $1 WHERE id = $2", push),
        };
        sqlx::query(text)
            .bind(value)
            .bind(id)
            .execute(&self.writing)
            .await?;
        Ok(())
    }

    /// Replaces the personal link: the old one leads nowhere from now on.
    pub(crate) async fn replace_link(&self, student: &Student, secret: &Secret) -> Result<String> {
        let number = student.link_number + 1;
        let link = secret.link(&student.name, number);
        sqlx::query("UPDATE student SET link_number = $1, link_hash = $2 WHERE id = $3")
            .bind(number)
            .bind(crate::secret::hash(link.as_bytes()))
            .bind(student.id)
            .execute(&self.writing)
            .await?;
        Ok(link)
    }
}
