//! Submissions that are git repositories: what counts is the last commit on the main branch before
//! the deadline.
//!
//! Only objects are read. No hook, filter or setting of the repository takes effect, and no working
//! tree is looked at. A repository that leads to another one, or holds something that is neither
//! file nor folder, is not opened at all.

mod delta;
mod object;
mod pack;
mod store;
#[cfg(test)]
pub(super) mod tests;

use super::collect::{Collector, Inside, Kind, inside};
use super::name::readable_os;
use super::{ReadError, Refusal, SubmissionRemark};
use object::{CommitHeader, ObjectId, ObjectKind, tree_entries};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use store::Repository;

/// The commit that was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commit {
    /// Its name.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub time: i64,
}

/// The branches that are tried, in this order.
const BRANCHES: [&str; 2] = ["refs/heads/main", "refs/heads/master"];
/// How deep trees are looked into.
const DEEPEST: usize = 12;
/// How far the history is followed.
const LONGEST: usize = 100_000;
/// The most files and folders that a repository is made of.
const MOST_PARTS: usize = 200_000;
/// Files of a repository with the places of others, whose objects are taken for its own.
const ELSEWHERE: [&str; 3] = [
    "commondir",
    "objects/info/alternates",
    "objects/info/http-alternates",
];

/// Reads the commit that counts.
pub(super) fn read(place: &Path, collector: &mut Collector<'_>) -> Result<Commit, ReadError> {
    let folder = own_folder(place);
    stands_alone(&folder)?;
    let repository = Repository::open(&folder)?;
    let tip = tip(&repository, collector)?;
    let (id, commit) = last_before(&repository, tip, collector)?;
    read_tree(&repository, commit.tree, b"", 0, collector)?;
    Ok(Commit {
        id: id.to_string(),
        time: commit.time,
    })
}

fn damaged(error: impl std::fmt::Display) -> ReadError {
    ReadError::Repository(error.to_string())
}

/// The folder with the files of the repository itself.
fn own_folder(place: &Path) -> PathBuf {
    let inside = place.join(".git");
    match inside.is_dir() {
        true => inside,
        false => place.to_owned(),
    }
}

/// Refuses a repository that leads elsewhere, or whose reading would never end.
fn stands_alone(folder: &Path) -> Result<(), ReadError> {
    for name in ELSEWHERE {
        if fs::symlink_metadata(folder.join(name)).is_ok() {
            let why = format!("{name} in it leads to another repository");
            return Err(ReadError::Repository(why));
        }
    }
    // Nothing is ever looked for there, and sockets of git's own helpers cannot be opened as files.
    let hooks = folder.join("hooks");
    let (mut folders, mut left) = (vec![folder.to_owned()], MOST_PARTS);
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside)? {
            let entry = entry?;
            if entry.path().starts_with(&hooks) {
                continue;
            }
            left = left
                .checked_sub(1)
                .ok_or(ReadError::TooMany { limit: MOST_PARTS })?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if !kind.is_file() && !platform::is_socket(kind) {
                let path = entry.path();
                let path = path.strip_prefix(folder).unwrap_or(&path);
                let name = readable_os(path.as_os_str());
                let why = format!("{name} in it is neither a file nor a folder");
                return Err(ReadError::Repository(why));
            }
        }
    }
    Ok(())
}

/// Commits and trees are read whole, so their size is looked at first.
fn object(repository: &Repository, id: ObjectId, kind: ObjectKind) -> Result<Vec<u8>, ReadError> {
    const LIMIT: u64 = 8 << 20;
    match repository.size(id)? > LIMIT {
        true => Err(ReadError::TooLarge { limit: LIMIT }),
        false => repository.read_as(id, kind),
    }
}

/// The newest commit of the main branch.
fn tip(repository: &Repository, collector: &mut Collector<'_>) -> Result<ObjectId, ReadError> {
    for (k, branch) in BRANCHES.iter().enumerate() {
        let Some(tip) = repository.reference(branch)? else {
            continue;
        };
        if k > 0 {
            let name = branch.trim_start_matches("refs/heads/").to_owned();
            collector.remark(SubmissionRemark::Branch(name));
        }
        return asked_for(repository, collector).unwrap_or(Ok(tip));
    }
    asked_for(repository, collector).unwrap_or(Err(ReadError::NoCommit))
}

/// The commit that is wanted in place of the newest, if there is one: the branch may have moved on.
fn asked_for(
    repository: &Repository,
    collector: &Collector<'_>,
) -> Option<Result<ObjectId, ReadError>> {
    let wanted = collector.wanted.commit?;
    let id = ObjectId::from_hex(wanted.as_bytes()).filter(|id| repository.contains(*id));
    Some(id.ok_or_else(|| damaged(format!("there is no commit {wanted} in it"))))
}

/// The last commit before the deadline, following the branch itself and not what was merged into
/// it.
fn last_before(
    repository: &Repository,
    tip: ObjectId,
    collector: &mut Collector<'_>,
) -> Result<(ObjectId, CommitHeader), ReadError> {
    let mut late = 0;
    let mut id = tip;
    while late < LONGEST {
        let commit = CommitHeader::parse(&object(repository, id, ObjectKind::Commit)?)?;
        if collector
            .wanted
            .deadline
            .is_none_or(|end| commit.time <= end)
        {
            if late > 0 {
                collector.remark(SubmissionRemark::LateCommits(late));
            }
            return Ok((id, commit));
        }
        late += 1;
        match commit.parent {
            Some(parent) if repository.contains(parent) => id = parent,
            Some(_) => return Err(ReadError::Shallow),
            None => break,
        }
    }
    Err(ReadError::Late { commits: late })
}

fn read_tree(
    repository: &Repository,
    tree: ObjectId,
    path: &[u8],
    depth: usize,
    collector: &mut Collector<'_>,
) -> Result<(), ReadError> {
    let tree = object(repository, tree, ObjectKind::Tree)?;
    for entry in tree_entries(&tree) {
        collector.count()?;
        let entry = entry?;
        // Git itself refuses such names.
        let odd = entry.name.is_empty() || entry.name.iter().any(|byte| b"/\\".contains(byte));
        let mut below = path.to_vec();
        below.extend(entry.name);
        let kind = match entry.mode >> 12 {
            0o04 if depth < DEEPEST && !odd => {
                below.push(b'/');
                read_tree(repository, entry.id, &below, depth + 1, collector)?;
                continue;
            }
            0o04 => continue,
            0o10 => Kind::File,
            0o12 => Kind::Link,
            _ => Kind::Other,
        };
        let path = match odd {
            true => Inside::Refused(super::name::readable(&below), Refusal::Outside),
            false => inside(&below),
        };
        let size = repository.size(entry.id).unwrap_or(u64::MAX);
        collector.meet(path, kind, size, || {
            let blob = repository.read_as(entry.id, ObjectKind::Blob);
            blob.ok().map(Cursor::new)
        });
    }
    Ok(())
}
