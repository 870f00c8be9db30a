//! Submissions that are archives. They are read as they lie there, never unpacked to disk.

use super::ReadError;
use super::collect::{Collector, Inside, Kind, inside};
use flate2::read::MultiGzDecoder;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use tar::EntryType;
use zip::ZipArchive;

fn open(place: &Path, collector: &Collector<'_>) -> Result<File, ReadError> {
    let file = File::open(place)?;
    let limit = collector.wanted.limits.archive_bytes;
    match file.metadata()?.len() > limit {
        true => Err(ReadError::TooLarge { limit }),
        false => Ok(file),
    }
}

/// Reads a `.zip` archive.
pub(super) fn read_zip(place: &Path, collector: &mut Collector<'_>) -> Result<(), ReadError> {
    let file = BufReader::new(open(place, collector)?);
    let damaged = |error: zip::result::ZipError| ReadError::Archive(error.to_string());
    let mut archive = ZipArchive::new(file).map_err(damaged)?;
    for index in 0..archive.len() {
        collector.count()?;
        // What cannot be read (encrypted, or packed in a way that is not known) is refused as a
        // file; its name is known in any case.
        let entry = archive.by_index_raw(index).map_err(damaged)?;
        let (path, size) = (entry.name_raw().to_vec(), entry.size());
        let kind = match (entry.is_dir(), entry.is_symlink()) {
            (true, _) => continue,
            (_, true) => Kind::Link,
            _ => Kind::File,
        };
        drop(entry);
        if let Some(path) = path_in_archive(&path, collector) {
            collector.meet(path, kind, size, || archive.by_index(index).ok());
        }
    }
    if archive.has_duplicate_names() {
        let start = archive.central_directory_start();
        for path in names_again(archive.into_inner(), start)? {
            collector.count()?;
            if let Some(path) = path_in_archive(&path, collector) {
                collector.meet(path, Kind::File, 0, || None::<File>);
            }
        }
    }
    Ok(())
}

/// Names of a zip that are listed after an entry of the same name: the reader of archives knows only
/// the last of them.
fn names_again(mut file: impl Read + Seek, start: u64) -> io::Result<Vec<Vec<u8>>> {
    const ENTRY: [u8; 4] = *b"PK\x01\x02";
    let mut header = [0; 46];
    let (mut seen, mut again) = (BTreeSet::new(), Vec::new());
    file.seek(SeekFrom::Start(start))?;
    while file.read_exact(&mut header).is_ok() && header.starts_with(&ENTRY) {
        let length = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let mut name = vec![0; length(28).into()];
        file.read_exact(&mut name)?;
        file.seek_relative(i64::from(length(30)) + i64::from(length(32)))?;
        if !seen.insert(name.clone()) {
            again.push(name);
        }
    }
    Ok(again)
}

/// Reads a `.tar` archive.
pub(super) fn read_tar(
    place: &Path,
    compressed: bool,
    collector: &mut Collector<'_>,
) -> Result<(), ReadError> {
    let file = BufReader::new(open(place, collector)?);
    match compressed {
        true => read_entries(MultiGzDecoder::new(file), collector),
        false => read_entries(file, collector),
    }
}

fn read_entries(stream: impl Read, collector: &mut Collector<'_>) -> Result<(), ReadError> {
    let limit = collector.wanted.limits.archive_bytes;
    let mut archive = tar::Archive::new(Bounded {
        stream,
        left: limit,
    });
    let damaged = |error: io::Error| match error.kind() {
        io::ErrorKind::FileTooLarge => ReadError::TooLarge { limit },
        _ => ReadError::Archive(error.to_string()),
    };
    for entry in archive.entries().map_err(damaged)? {
        collector.count()?;
        let entry = entry.map_err(damaged)?;
        let kind = match entry.header().entry_type() {
            EntryType::Directory | EntryType::XGlobalHeader => continue,
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => Kind::File,
            EntryType::Symlink | EntryType::Link => Kind::Link,
            _ => Kind::Other,
        };
        let size = entry.size();
        if let Some(path) = path_in_archive(&entry.path_bytes(), collector) {
            collector.meet(path, kind, size, || Some(entry));
        }
    }
    Ok(())
}

/// A stream that ends with an error after so many bytes, however well they were packed.
struct Bounded<R> {
    stream: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.left = self
            .left
            .checked_sub(count as u64)
            .ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(count)
    }
}

/// The path of an entry; none for what some systems add to archives by themselves, and for a
/// repository.
fn path_in_archive(raw: &[u8], collector: &mut Collector<'_>) -> Option<Inside> {
    let path = inside(raw);
    if let Inside::Path(path) = &path {
        if path.split('/').any(|part| part == ".git") {
            collector.meet_repository();
            return None;
        }
        let added = |part: &str| part == "__MACOSX" || part.starts_with("._");
        if path.is_empty() || path.split('/').any(added) {
            return None;
        }
    }
    Some(path)
}
