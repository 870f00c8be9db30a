//! Files of a report: written whole or not at all, so that a run that is killed leaves nothing
//! half-written, and records can be read again.

use crate::record::{Record, VERSION};
use crate::submission::file_name;
use rustc_hash::FxHashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The folder of a report that holds the records.
const RECORDS: &str = "records";
/// The folder of a report that holds what lasts no longer than a run: files that are not whole yet,
/// and those that programs in tests write.
const TEMPORARY: &str = "temporary";

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
        fs::create_dir_all(&records).map_err(|error| {
            let why = format!("the folder for the report cannot be made: {error}");
            StoreError::new(folder, why)
        })?;
        Ok(Store {
            folder: folder.to_owned(),
        })
    }

    /// The folder for what lasts no longer than a run.
    pub fn temporary(&self) -> PathBuf {
        self.folder.join(TEMPORARY)
    }

    /// Removes what lasts no longer than a run.
    pub fn clean(&self) {
        // Should that fail, the next run does it.
        let _ = fs::remove_dir_all(self.temporary());
    }

    /// Writes a file of the report, in place of what was there.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let mut file = self.begin(path)?;
        file.add(bytes)?;
        file.finish()
    }

    /// Begins a file of the report.
    pub(crate) fn begin(&self, path: &str) -> Result<Begun, StoreError> {
        let part = format!("{}-{}", std::process::id(), path.replace('/', "-"));
        let (part, path) = (self.temporary().join(part), self.folder.join(path));
        let file = create(&part, &path).map_err(|error| StoreError::new(&path, error))?;
        Ok(Begun {
            file: BufWriter::new(file),
            part,
            path,
        })
    }

    /// The course that the records are about; none if there are no records.
    pub fn course(&self) -> Result<Option<String>, StoreError> {
        let first = self.records()?.next().transpose()?;
        Ok(first.map(|record| record.course))
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

    /// Whether there is a record of this submission.
    pub fn has(&self, name: &str) -> bool {
        self.folder.join(record_path(name)).is_file()
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

    /// Removes records of submissions that are not among these, and the pages about them.
    pub fn keep_only(&self, names: &[String]) -> Result<(), StoreError> {
        let names: FxHashSet<&str> = names.iter().map(String::as_str).collect();
        for record in self.records()? {
            let name = record?.name;
            if names.contains(name.as_str()) {
                continue;
            }
            // The record goes last: as long as it is there, the rest can be found.
            let about = pages(&name).into_iter().chain([gradescope(&name)]);
            for path in about.chain([record_path(&name)]) {
                let path = self.folder.join(path);
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(StoreError::new(&path, error));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// A file of a report that takes the place of what was there when it is whole.
pub(crate) struct Begun {
    file: BufWriter<File>,
    part: PathBuf,
    path: PathBuf,
}

impl Begun {
    /// Adds to it.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| StoreError::new(&self.path, error))
    }

    /// It is whole.
    pub(crate) fn finish(mut self) -> Result<(), StoreError> {
        let done = self.file.flush();
        let done = done.and_then(|()| fs::rename(&self.part, &self.path));
        done.map_err(|error| StoreError::new(&self.path, error))
    }
}

/// The pages about a submission: for the staff, and twice for the student.
pub(crate) fn pages(name: &str) -> [String; 3] {
    let file = file_name(name);
    [
        format!("submissions/{file}.html"),
        format!("feedback/{file}.html"),
        format!("feedback/{file}.md"),
    ]
}

/// The results of a submission for Gradescope.
pub(crate) fn gradescope(name: &str) -> String {
    format!("gradescope/{}.json", file_name(name))
}

fn record_path(name: &str) -> String {
    format!("{RECORDS}/{}.json", file_name(name))
}

fn read(path: &Path) -> Result<Record, StoreError> {
    let text = fs::read(path).map_err(|error| StoreError::new(path, error))?;
    let record: Record = serde_json::from_slice(&text)
        .map_err(|_| StoreError::new(path, "it is no record of jal grade"))?;
    match record.version {
        VERSION => Ok(record),
        other => Err(StoreError::new(
            path,
            format!("it is a record of form {other}, and only form {VERSION} is known"),
        )),
    }
}

fn create(part: &Path, path: &Path) -> io::Result<File> {
    for folder in [part.parent(), path.parent()].into_iter().flatten() {
        fs::create_dir_all(folder)?;
    }
    File::create(part)
}
