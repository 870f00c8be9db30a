//! Takes the files of a submission that the course asks for, wherever in it the project lies.

use super::is_source;
use super::name::readable;
use super::{ReadError, Refusal, Submission, SubmissionFiles, SubmissionRemark, WantedFiles};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// How many folders may be around the project.
const DEEPEST_ROOT: usize = 3;
/// Remarks beyond these are dropped.
const MOST_REMARKS: usize = 50;
/// Sources that nobody asked for, beyond which they are not remembered.
const MOST_PASSED: usize = 1000;
/// No path that is wanted is as long: a longer one is shown in part.
const LONGEST_PATH: usize = 500;

/// Gathers files.
pub(super) struct Collector<'a> {
    pub(super) wanted: &'a WantedFiles<'a>,
    entries: usize,
    bytes: u64,
    files: SubmissionFiles,
    refused: BTreeMap<String, Refusal>,
    /// Sources that are not asked for.
    passed: BTreeSet<String>,
    remarks: Vec<SubmissionRemark>,
}

/// A path inside a submission.
pub(super) enum Inside {
    /// It leads somewhere in it.
    Path(String),
    /// It leads out of it, or cannot be one of a file that is asked for.
    Refused(String, Refusal),
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Link,
    Other,
}

impl<'a> Collector<'a> {
    pub(super) fn new(wanted: &'a WantedFiles<'a>) -> Self {
        Collector {
            wanted,
            entries: 0,
            bytes: 0,
            files: SubmissionFiles::new(),
            refused: BTreeMap::new(),
            passed: BTreeSet::new(),
            remarks: Vec::new(),
        }
    }

    /// There is a repository in it, which is not looked at.
    pub(super) fn meet_repository(&mut self) {
        if self.wanted.deadline.is_some() && !self.remarks.contains(&SubmissionRemark::NoDeadline) {
            self.remark(SubmissionRemark::NoDeadline);
        }
    }

    /// Counts an entry, whatever it is.
    pub(super) fn count(&mut self) -> Result<(), ReadError> {
        self.entries += 1;
        let limit = self.wanted.limits.entries;
        match self.entries > limit {
            true => Err(ReadError::TooMany { limit }),
            false => Ok(()),
        }
    }

    pub(super) fn remark(&mut self, remark: SubmissionRemark) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push(remark);
        }
    }

    /// Whether the file at this path is of interest, should the project lie at one of the folders
    /// around it.
    fn is_wanted(&self, path: &str) -> bool {
        self.roots(path).any(|(_, rest)| (self.wanted.file)(rest))
    }

    /// An entry was met: takes it, if it is a file that is asked for. `size` is what it says of
    /// itself and need not be true.
    pub(super) fn meet<R: Read>(
        &mut self,
        path: Inside,
        kind: Kind,
        size: u64,
        open: impl FnOnce() -> Option<R>,
    ) {
        let path = match path {
            Inside::Path(path) => path,
            Inside::Refused(path, why) => {
                return self.remark(SubmissionRemark::Refused { path, why });
            }
        };
        if !self.is_wanted(&path) {
            if is_source(&path) && self.passed.len() < MOST_PASSED {
                self.passed.insert(path);
            }
            return;
        }
        let limits = self.wanted.limits;
        let result = match kind {
            Kind::Link => Err(Refusal::Link),
            Kind::Other => Err(Refusal::NotAFile),
            Kind::File if self.files.contains_key(&path) => Err(Refusal::Twice),
            Kind::File if size > limits.file_bytes => Err(Refusal::TooLarge {
                limit: limits.file_bytes,
            }),
            Kind::File => self.take(open),
        };
        match result {
            Ok(bytes) => {
                self.bytes += bytes.len() as u64;
                self.files.insert(path, bytes);
            }
            Err(why) => {
                self.refused.insert(path, why);
            }
        }
    }

    fn take<R: Read>(&self, open: impl FnOnce() -> Option<R>) -> Result<Vec<u8>, Refusal> {
        let limits = self.wanted.limits;
        let left = limits.total_bytes.saturating_sub(self.bytes);
        let most = limits.file_bytes.min(left);
        let reader = open().ok_or(Refusal::Unreadable)?;
        let mut bytes = Vec::new();
        let read = reader.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|_| Refusal::Unreadable)?;
        match bytes.len() as u64 {
            size if size <= most => Ok(bytes),
            size if size > limits.file_bytes => Err(Refusal::TooLarge {
                limit: limits.file_bytes,
            }),
            _ => Err(Refusal::NoRoom {
                limit: limits.total_bytes,
            }),
        }
    }

    /// The submission: the files of the folder in which most of those that are asked for lie.
    pub(super) fn finish(self) -> Submission {
        let root = self.root();
        let mut remarks = self.remarks;
        let below = |path: &str| -> Option<String> {
            let rest = path.strip_prefix(&root)?;
            (self.wanted.file)(rest).then(|| rest.to_owned())
        };
        let refused = self.refused.iter();
        let refused = refused.filter_map(|(path, why)| Some((below(path)?, *why)));
        let refused = refused.take(MOST_REMARKS);
        remarks.extend(refused.map(|(path, why)| SubmissionRemark::Refused { path, why }));
        let files = self.files.into_iter();
        let files = files.filter_map(|(path, bytes)| Some((below(&path)?, bytes)));
        let files = files.collect();
        let passed = self.passed.iter();
        let passed = passed.filter_map(|path| path.strip_prefix(&root));
        let passed = passed.map(str::to_owned).collect();
        if !root.is_empty() {
            remarks.push(SubmissionRemark::Inside(root));
        }
        Submission {
            files,
            commit: None,
            passed,
            remarks,
        }
    }

    /// Every way to cut a path into a folder around the project and a path in it.
    fn roots<'p>(&self, path: &'p str) -> impl Iterator<Item = (&'p str, &'p str)> + use<'p> {
        let deepest = if self.wanted.anywhere {
            DEEPEST_ROOT
        } else {
            0
        };
        let slashes = path.match_indices('/').map(|(at, _)| at + 1);
        let cuts = std::iter::once(0).chain(slashes.take(deepest));
        cuts.map(|at| path.split_at(at))
    }

    /// The folder of the project, with a slash at its end; the outermost one if several are as
    /// good.
    fn root(&self) -> String {
        let mut found: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for path in self.files.keys().chain(self.refused.keys()) {
            for (root, rest) in self.roots(path) {
                if (self.wanted.file)(rest) {
                    *found.entry((root.len(), root)).or_default() += 1;
                }
            }
        }
        let most = found.values().copied().max().unwrap_or(0);
        let best = found.into_iter().find(|(_, count)| *count == most);
        best.map_or(String::new(), |((_, root), _)| root.to_owned())
    }
}

/// A path as an archive or a file system has it: without `.`; with `..` or from the root it leads
/// outside.
pub(super) fn inside(raw: &[u8]) -> Inside {
    if raw.len() > LONGEST_PATH {
        let path = format!("{}…", readable(&raw[..LONGEST_PATH]));
        return Inside::Refused(path, Refusal::LongPath);
    }
    let mut parts = Vec::new();
    let outside = raw.starts_with(b"/") || raw.get(1) == Some(&b':');
    for part in raw.split(|byte| matches!(byte, b'/' | b'\\')) {
        match part {
            b"" | b"." => {}
            b".." => return Inside::Refused(readable(raw), Refusal::Outside),
            part => parts.push(readable(part)),
        }
    }
    match outside {
        true => Inside::Refused(readable(raw), Refusal::Outside),
        false => Inside::Path(parts.join("/")),
    }
}
