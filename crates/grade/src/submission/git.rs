//! Submissions that are git repositories: what counts is the last commit on the main branch before
//! the deadline.
//!
//! Only objects are read. No hook, filter or setting of the repository takes effect, and no working
//! tree is looked at. A repository that leads to another one, or holds something that is neither
//! file nor folder, is not opened at all.

use super::collect::{Collector, Inside, Kind, inside};
use super::name::readable_os;
use super::{ReadError, Refusal, Remark};
use gix::objs::tree::EntryKind;
use gix::{ObjectId, Repository};
use std::fs;
use std::io::Cursor;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// The commit that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    stands_alone(place)?;
    let repository = gix::open_opts(place, gix::open::Options::isolated()).map_err(damaged)?;
    let tip = tip(&repository, collector)?;
    let (id, time) = last_before(&repository, tip, collector)?;
    let commit = object(&repository, id)?
        .try_into_commit()
        .map_err(damaged)?;
    let tree = commit.tree_id().map_err(damaged)?.detach();
    read_tree(&repository, tree, b"", 0, collector)?;
    Ok(Commit {
        id: id.to_string(),
        time,
    })
}

fn damaged(error: impl std::fmt::Display) -> ReadError {
    ReadError::Repository(error.to_string())
}

/// Refuses a repository that leads elsewhere, or on which reading would wait for ever.
fn stands_alone(place: &Path) -> Result<(), ReadError> {
    let inside = place.join(".git");
    let folder = match inside.is_dir() {
        true => inside,
        false => place.to_owned(),
    };
    for name in ELSEWHERE {
        if fs::symlink_metadata(folder.join(name)).is_ok() {
            let why = format!("{name} in it leads to another repository");
            return Err(ReadError::Repository(why));
        }
    }
    // Nothing is ever looked for there, and sockets of git's own helpers cannot be opened as files.
    let hooks = folder.join("hooks");
    let (mut folders, mut left) = (vec![folder.clone()], MOST_PARTS);
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
            } else if !kind.is_file() && !kind.is_socket() {
                let path = entry.path();
                let path = path.strip_prefix(&folder).unwrap_or(&path);
                let name = readable_os(path.as_os_str());
                let why = format!("{name} in it is neither a file nor a folder");
                return Err(ReadError::Repository(why));
            }
        }
    }
    Ok(())
}

/// An object is read whole, so its size is looked at first.
fn object(repository: &Repository, id: ObjectId) -> Result<gix::Object<'_>, ReadError> {
    const LIMIT: u64 = 8 << 20;
    let header = repository.find_header(id).map_err(damaged)?;
    match header.size() > LIMIT {
        true => Err(ReadError::TooLarge { limit: LIMIT }),
        false => repository.find_object(id).map_err(damaged),
    }
}

/// The newest commit of the main branch.
fn tip(repository: &Repository, collector: &mut Collector<'_>) -> Result<ObjectId, ReadError> {
    for (k, branch) in BRANCHES.iter().enumerate() {
        let Some(mut reference) = repository.try_find_reference(*branch).map_err(damaged)? else {
            continue;
        };
        if k > 0 {
            let name = branch.trim_start_matches("refs/heads/").to_owned();
            collector.remark(Remark::Branch(name));
        }
        return Ok(reference.peel_to_id().map_err(damaged)?.detach());
    }
    Err(ReadError::NoCommit)
}

/// The last commit before the deadline, following the branch itself and not what was merged into
/// it.
fn last_before(
    repository: &Repository,
    tip: ObjectId,
    collector: &mut Collector<'_>,
) -> Result<(ObjectId, i64), ReadError> {
    let mut late = 0;
    let mut id = tip;
    while late < LONGEST {
        let commit = object(repository, id)?.try_into_commit().map_err(damaged)?;
        let time = commit.time().map_err(damaged)?.seconds;
        if collector.wanted.deadline.is_none_or(|end| time <= end) {
            if late > 0 {
                collector.remark(Remark::LateCommits(late));
            }
            return Ok((id, time));
        }
        late += 1;
        match commit.parent_ids().next() {
            Some(parent) if repository.has_object(parent) => id = parent.detach(),
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
    let tree = object(repository, tree)?.try_into_tree().map_err(damaged)?;
    for entry in tree.iter() {
        collector.count()?;
        let entry = entry.map_err(damaged)?;
        let name: &[u8] = entry.filename();
        // Git itself refuses such names.
        let odd = name.contains(&b'/') || name.contains(&b'\\');
        let mut below = path.to_vec();
        below.extend(name);
        let kind = match entry.kind() {
            EntryKind::Tree if depth < DEEPEST && !odd => {
                below.push(b'/');
                read_tree(repository, entry.object_id(), &below, depth + 1, collector)?;
                continue;
            }
            EntryKind::Tree => continue,
            EntryKind::Blob | EntryKind::BlobExecutable => Kind::File,
            EntryKind::Link => Kind::Link,
            EntryKind::Commit => Kind::Other,
        };
        let path = match odd {
            true => Inside::Refused(super::name::readable(&below), Refusal::Outside),
            false => inside(&below),
        };
        let id = entry.object_id();
        let header = repository.find_header(id);
        let size = header.map_or(u64::MAX, |header| header.size());
        collector.meet(path, kind, size, || {
            let blob = repository.find_object(id).ok()?;
            Some(Cursor::new(blob.detach().data))
        });
    }
    Ok(())
}
