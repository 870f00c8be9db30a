//! What a student has handed in, read into memory.
//!
//! A submission is a folder, an archive or a git repository. Nothing of it is unpacked or run: the
//! files that the course asks for become bytes in a map, everything else is passed over. Links,
//! devices, paths that lead outside and files beyond the limits are refused, each with a remark.

mod archive;
mod collect;
mod find;
mod folder;
mod git;
mod name;
#[cfg(test)]
mod tests;

pub use find::{FoundSubmissions, Passed, SubmissionCandidate, SubmissionForm, find, is_one};
pub use git::Commit;
pub use name::file_name;

use collect::Collector;
use harness::course::OWN_TESTS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The files that were handed in, by their paths from the project's folder.
pub type SubmissionFiles = BTreeMap<String, Vec<u8>>;

/// How much of a submission is read.
#[derive(Clone, Copy, Debug)]
pub struct ReadLimits {
    /// Files and folders that are looked at.
    pub entries: usize,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files together.
    pub total_bytes: u64,
    /// Bytes of an archive, as it lies there and unpacked.
    pub archive_bytes: u64,
}

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits {
            entries: 20_000,
            file_bytes: 1 << 20,
            total_bytes: 8 << 20,
            archive_bytes: 64 << 20,
        }
    }
}

/// What is looked for.
pub struct WantedFiles<'a> {
    /// Whether the course asks for the file with this path.
    pub file: &'a dyn Fn(&str) -> bool,
    /// Whether the project may lie in a folder of the submission.
    pub anywhere: bool,
    /// Folders that are not part of a submission, even inside it.
    pub apart: &'a [PathBuf],
    /// The commit of a repository that is read in place of the last one of the main branch.
    pub commit: Option<&'a str>,
    /// Seconds since 1970 after which nothing counts any more.
    pub deadline: Option<i64>,
    /// How much is read.
    pub limits: ReadLimits,
}

/// A submission that could be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Its files.
    #[serde(with = "as_base64")]
    pub files: SubmissionFiles,
    /// The commit that counts, for a repository.
    pub commit: Option<Commit>,
    /// Sources in it that the course does not ask for, in order.
    pub passed: Vec<String>,
    /// What the staff should know about it.
    pub remarks: Vec<SubmissionRemark>,
}

/// Files are written as text: they may hold any bytes.
mod as_base64 {
    use super::SubmissionFiles;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(
        files: &SubmissionFiles,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(
            files
                .iter()
                .map(|(path, bytes)| (path, STANDARD.encode(bytes))),
        )
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<SubmissionFiles, D::Error> {
        let files = BTreeMap::<String, String>::deserialize(from)?.into_iter();
        let files = files.map(|(path, text)| {
            let bytes = STANDARD.decode(text).map_err(D::Error::custom)?;
            Ok((path, bytes))
        });
        files.collect()
    }
}

/// Something about a submission that is worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SubmissionRemark {
    /// A file that the course asks for was not taken.
    Refused {
        /// Its path.
        path: String,
        /// Why.
        why: Refusal,
    },
    /// The project's files lie in this folder of it.
    Inside(String),
    /// The branch `main` does not exist: this one was taken.
    Branch(String),
    /// There is a repository inside that was not looked at, so that the deadline was not applied.
    NoDeadline,
    /// So many commits came after the deadline and do not count.
    LateCommits(usize),
}

/// Why a file was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Refusal {
    /// It is a link to another file.
    Link,
    /// It is a folder, a device or something else that is not a file.
    NotAFile,
    /// It is larger than the limit.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// All files together are larger than the limit.
    NoRoom {
        /// The limit in bytes.
        limit: u64,
    },
    /// Its path leads out of the submission.
    Outside,
    /// Its path is longer than any that is asked for.
    LongPath,
    /// It is there twice.
    Twice,
    /// It cannot be read.
    Unreadable,
}

/// Why a submission could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system refuses.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is not what it was when the class was listed.
    #[error("it was moved, removed or replaced while grading ran")]
    Changed,
    /// The archive is damaged, or no archive.
    #[error("the archive cannot be unpacked: {0}")]
    Archive(String),
    /// It is larger than the limit.
    #[error("it is larger than the {limit} bytes that are allowed")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// There are more files and folders than are looked at.
    #[error("it has more than {limit} files and folders")]
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// The repository is damaged.
    #[error("the repository cannot be read: {0}")]
    Repository(String),
    /// There is nothing on its main branch.
    #[error("there is no commit on the main branch")]
    NoCommit,
    /// Every commit came after the deadline.
    #[error("all of its commits ({commits}) came after the deadline")]
    Late {
        /// How many.
        commits: usize,
    },
    /// Older commits were left out when it was cloned.
    #[error(
        "it is a shallow clone, and its commits came after the deadline: clone it with its full \
         history"
    )]
    Shallow,
}

/// Whether this is the path of a source.
pub fn is_source(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| matches!(ending.to_ascii_lowercase().as_str(), "s" | "asm"))
}

/// Whether this is the path of a test that the student wrote.
pub(crate) fn is_own_test(path: &str) -> bool {
    let below = path.strip_prefix(OWN_TESTS);
    below.is_some_and(|below| below.starts_with('/'))
}

/// Reads a submission.
pub fn read(
    candidate: &SubmissionCandidate,
    wanted: &WantedFiles<'_>,
) -> Result<Submission, ReadError> {
    candidate.check()?;
    let mut collector = Collector::new(wanted);
    let mut commit = None;
    match candidate.form {
        SubmissionForm::Folder => folder::read(&candidate.place, &mut collector)?,
        SubmissionForm::Zip => archive::read_zip(&candidate.place, &mut collector)?,
        SubmissionForm::Tar { compressed } => {
            archive::read_tar(&candidate.place, compressed, &mut collector)?;
        }
        SubmissionForm::Git => commit = Some(git::read(&candidate.place, &mut collector)?),
    }
    let mut submission = collector.finish();
    submission.commit = commit;
    Ok(submission)
}
