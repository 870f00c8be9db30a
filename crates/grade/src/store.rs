//! Files of a report: written whole or not at all, so that a run that is killed leaves nothing
//! half-written, and records can be read again.

use crate::record::{Record, VERSION};
use crate::submission::file_name;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
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

/// The file of a report that says which part of a class it is about.
const PART: &str = "part.json";

/// A part of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorePart {
    /// Which one, from 1.
    pub part: usize,
    /// Of how many.
    pub of: usize,
    /// All submissions of the class, in their order.
    pub class: Vec<String>,
}

impl StorePart {
    /// The part with the submission of this index, from 1.
    pub fn with(index: usize, of: usize) -> usize {
        index % of.max(1) + 1
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
            let why = format!("cannot create the folder for the report: {error}");
            StoreError::new(folder, why)
        })?;
        Ok(Store {
            folder: folder.to_owned(),
        })
    }

    /// Whether a folder is that of a report, finished or not.
    pub(crate) fn is_at(folder: &Path) -> bool {
        let marks = ["report.json", PART, TEMPORARY];
        folder.join(RECORDS).is_dir() && marks.iter().any(|name| folder.join(name).exists())
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

    /// The part of a class that the report is about; none if it is about all of it.
    pub fn part(&self) -> Option<StorePart> {
        let text = fs::read(self.folder.join(PART)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Says which part of a class the report is about.
    pub fn set_part(&self, part: Option<&StorePart>) -> Result<(), StoreError> {
        let path = self.folder.join(PART);
        let Some(part) = part else {
            return remove(&path);
        };
        let text =
            serde_json::to_vec_pretty(part).map_err(|error| StoreError::new(&path, error))?;
        self.write(PART, &text)
    }

    /// Writes a file of the report, in place of what was there.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let mut file = self.begin(path)?;
        file.add(bytes)?;
        file.finish()
    }

    /// Removes a folder of the report with all that is in it.
    pub(crate) fn remove_folder(&self, path: &str) -> Result<(), StoreError> {
        let path = self.folder.join(path);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError::new(&path, error))
            }
            _ => Ok(()),
        }
    }

    /// Whether there is this file in the report.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.folder.join(path).is_file()
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

    /// The course that the records are about; none if there are no records that can be read.
    pub fn course(&self) -> Result<Option<String>, StoreError> {
        let mut records = self.records()?.filter_map(Result::ok);
        Ok(records.next().map(|record| record.course))
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
        self.has_file(&record_path(name))
    }

    /// The record of a submission.
    pub fn record(&self, name: &str) -> Result<Record, StoreError> {
        read(&self.folder.join(record_path(name)))
    }

    /// All records, by name, each read when it is asked for.
    pub fn records(
        &self,
    ) -> Result<impl Iterator<Item = Result<Record, StoreError>> + use<>, StoreError> {
        Ok(self.stored()?.into_iter().map(|stored| stored.read()))
    }

    /// The same, to be read by anybody.
    pub(crate) fn stored(&self) -> Result<Vec<StoredRecord>, StoreError> {
        let paths = self.record_paths()?.into_iter();
        Ok(paths.map(|path| StoredRecord { path }).collect())
    }

    fn record_paths(&self) -> Result<Vec<PathBuf>, StoreError> {
        let folder = self.folder.join(RECORDS);
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.map_err(|error| StoreError::new(&folder, error))?;
        let paths = entries.into_iter().map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|end| end == "json"))
            .collect();
        paths.sort();
        Ok(paths)
    }

    /// Removes records of submissions that are not among these, and the pages about them.
    pub fn keep_only(&self, names: &[String]) -> Result<(), StoreError> {
        let files: FxHashSet<String> = names.iter().map(|name| file_name(name)).collect();
        self.remove_but(&files)
    }

    /// Removes all records, and the pages about them.
    pub fn remove_records(&self) -> Result<(), StoreError> {
        self.remove_but(&FxHashSet::default())
    }

    /// Removes all records but those in these files. They are not looked into: one may be damaged.
    fn remove_but(&self, files: &FxHashSet<String>) -> Result<(), StoreError> {
        for path in self.record_paths()? {
            let file = path.file_stem().unwrap_or_default().to_string_lossy();
            if files.contains(&*file) {
                continue;
            }
            // The record goes last: as long as it is there, the rest can be found.
            for page in pages(&file).into_iter().chain([gradescope(&file)]) {
                remove(&self.folder.join(page))?;
            }
            remove(&path)?;
        }
        Ok(())
    }
}

fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::new(path, error)),
        _ => Ok(()),
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

/// The pages about the submission with this file name: for the staff, and twice for the student.
pub(crate) fn pages(file: &str) -> [String; 3] {
    [
        format!("submissions/{file}.html"),
        format!("feedback/{file}.html"),
        format!("feedback/{file}.md"),
    ]
}

/// The results for Gradescope of the submission with this file name.
pub(crate) fn gradescope(file: &str) -> String {
    format!("gradescope/{file}.json")
}

/// A record that is there to be read.
pub(crate) struct StoredRecord {
    path: PathBuf,
}

impl StoredRecord {
    /// Reads it.
    pub(crate) fn read(&self) -> Result<Record, StoreError> {
        read(&self.path)
    }
}

fn record_path(name: &str) -> String {
    format!("{RECORDS}/{}.json", file_name(name))
}

fn read(path: &Path) -> Result<Record, StoreError> {
    let text = fs::read(path).map_err(|error| StoreError::new(path, error))?;
    let record: Record = serde_json::from_slice(&text)
        .map_err(|_| StoreError::new(path, "it is not a record of jal grade"))?;
    let is_of_file = path.file_stem() == Some(file_name(&record.name).as_ref());
    match record.version {
        VERSION if !is_of_file => {
            let why = format!("it is the record of `{}`, not of this name", record.name);
            Err(StoreError::new(path, why))
        }
        VERSION => Ok(record),
        other => Err(StoreError::new(
            path,
            format!("it is a record of version {other}, but only version {VERSION} is known"),
        )),
    }
}

fn create(part: &Path, path: &Path) -> io::Result<File> {
    for folder in [part.parent(), path.parent()].into_iter().flatten() {
        fs::create_dir_all(folder)?;
    }
    File::create(part)
}
