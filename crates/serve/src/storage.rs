//! All state of the service, in one database: students, pushes, runs and their records, letters,
//! staff, and what was done by whom.
//!
//! Whatever must not come apart is one transaction: a finished run with its record, its letter and
//! the student's place in the queue. So a process that is killed leaves either all or nothing, and
//! the one that comes after it goes on from there.

pub(crate) mod backend;
mod letters;
mod pushes;
mod runs;
mod staff;
mod students;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use letters::{Letter, NewLetter};
pub(crate) use pushes::{Push, ReceivedPush, UPLOAD};
pub(crate) use runs::{Finished, FinishedRun, Leased, MOST_ATTEMPTS, Run, RunState, WaitingRun};
pub(crate) use staff::Session;
pub(crate) use students::{Change, RosterEntry, Student};

use anyhow::{Context, Result, ensure};
use backend::Backend;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyPool, AssertSqlSafe, Row, Transaction};
use std::io::{Read, Write};
use std::path::Path;

/// The form of the tables.
const FORM: &str = "1";
/// The tables.
const SCHEMA: &str = include_str!("storage/schema.sql");
/// A chunk that unpacks to more was not written by us.
const LARGEST_CHUNK: u64 = 256 << 20;

/// The database.
pub(crate) struct Storage {
    writing: AnyPool,
    reading: AnyPool,
    backend: Box<dyn Backend>,
}

impl Storage {
    /// Opens the database, and makes its tables if they are not there.
    pub(crate) async fn open(backend: Box<dyn Backend>) -> Result<Self> {
        let connected = backend::connect(backend.as_ref()).await;
        let (writing, reading) =
            connected.with_context(|| format!("cannot open the {} database", backend.name()))?;
        let storage = Storage {
            writing,
            reading,
            backend,
        };
        storage.migrate().await?;
        Ok(storage)
    }

    /// What kind of database it is.
    pub(crate) fn kind(&self) -> &'static str {
        self.backend.name()
    }

    async fn migrate(&self) -> Result<()> {
        let mut all = self.write().await?;
        let found = match self.backend.name() {
            "SQLite" => "SELECT COUNT(*) FROM sqlite_master WHERE name = 'setting'",
            _ => {
                "SELECT COUNT(*) FROM information_schema.tables \
                 WHERE table_name = 'setting' AND table_schema = current_schema()"
            }
        };
        let found: i64 = sqlx::query(found).fetch_one(&mut *all).await?.try_get(0)?;
        if found == 0 {
            let schema = SCHEMA
                .replace("{ID}", self.backend.id_type())
                .replace("{BYTES}", self.backend.bytes_type());
            for statement in schema.split(';').map(str::trim).filter(|s| !s.is_empty()) {
                let statement = AssertSqlSafe(statement.to_owned());
                sqlx::query(statement).execute(&mut *all).await?;
            }
            sqlx::query("INSERT INTO setting (name, value) VALUES ('form', $1)")
                .bind(FORM)
                .execute(&mut *all)
                .await?;
        }
        all.commit().await?;
        let form = self.setting("form").await?.unwrap_or_default();
        ensure!(
            form == FORM,
            "the database was made by another version of jal-serve (form {form}, not {FORM})"
        );
        Ok(())
    }

    /// Begins to write.
    async fn write(&self) -> Result<Transaction<'static, Any>> {
        Ok(self.writing.begin_with(self.backend.begin()).await?)
    }

    /// A setting.
    pub(crate) async fn setting(&self, name: &str) -> Result<Option<String>> {
        let row = sqlx::query("SELECT value FROM setting WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.reading)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// Changes a setting; without a value it is removed.
    pub(crate) async fn set(&self, name: &str, value: Option<&str>) -> Result<()> {
        match value {
            Some(value) => sqlx::query(
                "INSERT INTO setting (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(name)
            .bind(value),
            None => sqlx::query("DELETE FROM setting WHERE name = $1").bind(name),
        }
        .execute(&self.writing)
        .await?;
        Ok(())
    }

    /// The settings whose names begin so, by the rest of their names.
    pub(crate) async fn settings(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let rows =
            sqlx::query("SELECT name, value FROM setting WHERE name LIKE $1 || '%' ORDER BY name")
                .bind(prefix)
                .fetch_all(&self.reading)
                .await?;
        let pair = |row: &AnyRow| {
            let name: String = row.try_get(0)?;
            let rest = name.strip_prefix(prefix).unwrap_or(&name).to_owned();
            Ok((rest, row.try_get(1)?))
        };
        rows.iter().map(pair).collect()
    }

    /// A chunk that was kept.
    pub(crate) async fn chunk(&self, hash: &str) -> Result<Vec<u8>> {
        let row = sqlx::query("SELECT bytes FROM chunk WHERE hash = $1")
            .bind(hash)
            .fetch_optional(&self.reading)
            .await?
            .with_context(|| format!("chunk {hash} is missing from the database"))?;
        let packed: Vec<u8> = row.try_get(0)?;
        let mut bytes = Vec::new();
        ZlibDecoder::new(&packed[..])
            .take(LARGEST_CHUNK)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes the whole database into one file, while others go on reading and writing.
    pub(crate) async fn copy_to(&self, file: &Path) -> Result<()> {
        ensure!(
            self.backend.name() == "SQLite",
            "the data is in PostgreSQL: back it up with pg_dump"
        );
        let file = file.to_str().context("the path is not text")?;
        sqlx::query("VACUUM INTO $1")
            .bind(file)
            .execute(&self.reading)
            .await?;
        Ok(())
    }

    /// Whether the database answers.
    pub(crate) async fn answers(&self) -> bool {
        sqlx::query("SELECT 1")
            .fetch_one(&self.reading)
            .await
            .is_ok()
    }

    /// Lets go of the database.
    pub(crate) async fn close(&self) {
        self.reading.close().await;
        self.writing.close().await;
    }
}

/// Keeps a chunk; what it is found by.
async fn keep_chunk(all: &mut Transaction<'static, Any>, bytes: &[u8]) -> Result<String> {
    let hash = crate::secret::hash(bytes);
    let known = sqlx::query("SELECT 1 FROM chunk WHERE hash = $1")
        .bind(&hash)
        .fetch_optional(&mut **all)
        .await?;
    if known.is_none() {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(bytes)?;
        sqlx::query(
            "INSERT INTO chunk (hash, bytes) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
        )
        .bind(&hash)
        .bind(packed.finish()?)
        .execute(&mut **all)
        .await?;
    }
    Ok(hash)
}

/// Whether a column with a number says yes.
fn is_set(row: &AnyRow, column: usize) -> Result<bool, sqlx::Error> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}
