//! Submissions that are folders.

use super::collect::{Collector, Inside, Kind, inside};
use super::{ReadError, Refusal};
use std::fs::{self, File};
use std::path::Path;

/// How deep folders are looked into.
const DEEPEST: usize = 12;

/// Reads a folder. Links are not followed.
pub(super) fn read(folder: &Path, collector: &mut Collector<'_>) -> Result<(), ReadError> {
    read_below(&folder.canonicalize()?, b"", 0, collector)
}

fn read_below(
    folder: &Path,
    path: &[u8],
    depth: usize,
    collector: &mut Collector<'_>,
) -> Result<(), ReadError> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        collector.count()?;
        entries.push(entry?);
    }
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let mut below = path.to_vec();
        below.extend(name.as_encoded_bytes());
        let kind = entry.file_type()?;
        if name == ".git" {
            collector.meet_repository();
            continue;
        }
        if kind.is_dir() {
            let apart = collector.wanted.apart.contains(&entry.path());
            if !apart && depth < DEEPEST {
                below.push(b'/');
                read_below(&entry.path(), &below, depth + 1, collector)?;
            }
            continue;
        }
        meet(&entry, kind, &below, collector);
    }
    Ok(())
}

fn meet(entry: &fs::DirEntry, kind: fs::FileType, path: &[u8], collector: &mut Collector<'_>) {
    let kind = if kind.is_symlink() {
        Kind::Link
    } else if kind.is_file() {
        Kind::File
    } else {
        Kind::Other
    };
    let size = entry.metadata().map_or(0, |meta| meta.len());
    // A backslash is a part of a name here.
    let path = match path.contains(&b'\\') {
        true => Inside::Refused(super::name::readable(path), Refusal::Outside),
        false => inside(path),
    };
    collector.meet(path, kind, size, || File::open(entry.path()).ok());
}
