//! Files of a report: written whole or not at all, so that a run that is killed leaves nothing
//! half-written, and records can be read again.

use crate::record::{Record, VERSION};
use crate::submission::file_name;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The folder of a report that holds the records.
const RECORDS: &str = "records";
/// How files are called until they are whole.
const PART: &str = ".part";

/// Why a report cannot be written or read.
#[derive(Debug, Error)]
#[error("{}: {why}", path.display())]
pub struct StoreError {
    path: PathBuf,
    why: String,
}

impl StoreError {
    fn new(path: &Path, why: impl ToString) -> Self {
        StoreError {
            path: path.to_owned(),
            why: why.to_string(),
        }
    }
}

/// The folder of a report.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The report in this folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let records = folder.join(RECORDS);
        fs::create_dir_all(&records).map_err(|error| StoreError::new(&records, error))?;
        Ok(Store {
            folder: folder.to_owned(),
        })
    }

    /// Writes a file of the report, in place of what was there.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.folder.join(path);
        write_whole(&path, bytes).map_err(|error| StoreError::new(&path, error))
    }

    /// Keeps a record.
    pub fn keep(&self, record: &Record) -> Result<(), StoreError> {
        let path = record_path(&record.name);
        let mut text = serde_json::to_vec_pretty(record)
            .map_err(|error| StoreError::new(&self.folder.join(&path), error))?;
        text.push(b'\n');
        self.write(&path, &text)
    }

    /// The record of a submission, if there is one that follows from the same.
    pub fn kept(&self, name: &str, key: &str) -> Option<Record> {
        let record = self.record(name).ok()?;
        (record.key == key).then_some(record)
    }

    /// The record of a submission.
    pub fn record(&self, name: &str) -> Result<Record, StoreError> {
        read(&self.folder.join(record_path(name)))
    }

    /// All records, by name, each read when it is asked for.
    pub fn records(
        &self,
    ) -> Result<impl Iterator<Item = Result<Record, StoreError>> + use<>, StoreError> {
        let folder = self.folder.join(RECORDS);
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.map_err(|error| StoreError::new(&folder, error))?;
        let paths = entries.into_iter().map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|end| end == "json"))
            .collect();
        paths.sort();
        Ok(paths.into_iter().map(|path| read(&path)))
    }

    /// Removes records of submissions that are not among these.
    pub fn keep_only(&self, names: &[String]) -> Result<(), StoreError> {
        let wanted: Vec<PathBuf> = names
            .iter()
            .map(|name| self.folder.join(record_path(name)))
            .collect();
        let folder = self.folder.join(RECORDS);
        let entries = fs::read_dir(&folder).map_err(|error| StoreError::new(&folder, error))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if !wanted.contains(&path) {
                fs::remove_file(&path).map_err(|error| StoreError::new(&path, error))?;
            }
        }
        Ok(())
    }
}

fn record_path(name: &str) -> String {
    format!("{RECORDS}/{}.json", file_name(name))
}

fn read(path: &Path) -> Result<Record, StoreError> {
    let text = fs::read(path).map_err(|error| StoreError::new(path, error))?;
    let record: Record =
        serde_json::from_slice(&text).map_err(|error| StoreError::new(path, error))?;
    match record.version {
        VERSION => Ok(record),
        other => Err(StoreError::new(
            path,
            format!("it is a record of form {other}, and only form {VERSION} is known"),
        )),
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut part = path.as_os_str().to_owned();
    part.push(PART);
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    drop(file);
    fs::rename(&part, path)
}
