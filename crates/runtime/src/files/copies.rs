//! Files as values: copies, as a program in the debugger sees them.
//!
//! A file is read when it is first opened; what the program writes goes to the copy alone. So the
//! files of a program are a value like its registers: they go back when time does, and the disk
//! stays as it is.

use super::Files;
use machine::env::{Answer, OpenMode, Request, SeekStart};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The most files that a program may have open.
const OPEN_LIMIT: usize = 256;
/// The most files of which there are copies.
const FILE_LIMIT: usize = 1024;
/// The most that one read returns; a program asks again for the rest.
const READ_LIMIT: u32 = 1 << 20;
/// The most bytes that all copies may have.
const SIZE_LIMIT: usize = 64 << 20;

/// The files of a program at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    contents: BTreeMap<PathBuf, Arc<Vec<u8>>>,
    open: BTreeMap<u32, Handle>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Handle {
    path: PathBuf,
    position: usize,
    mode: OpenMode,
    at_end: bool,
}

impl Copies {
    /// Answers requests about files; `disk` is where the originals are.
    pub fn perform(&mut self, request: &Request, disk: &mut Files) -> Answer {
        match request {
            Request::Open { path, mode } => self.open(path, *mode, disk),
            Request::Read { file, count } => self.read(*file, *count),
            Request::Write { file, bytes } => done(self.write(*file, bytes)),
            Request::Close { file } => done(self.open.remove(file).is_some()),
            Request::Flush { file } => done(self.open.contains_key(file)),
            Request::Seek { file, offset, from } => self.seek(*file, *offset, *from),
            Request::AtEnd { file } => match self.open.get(file) {
                Some(handle) => Answer::Number(handle.at_end.into()),
                None => Answer::Failed,
            },
            _ => Answer::Failed,
        }
    }

    /// What the program has opened or written: name and contents.
    pub fn list(&self) -> impl Iterator<Item = (String, Arc<Vec<u8>>)> {
        self.contents.iter().map(|(path, bytes)| {
            let name = path.file_name().unwrap_or(path.as_os_str());
            (name.to_string_lossy().into_owned(), Arc::clone(bytes))
        })
    }

    fn open(&mut self, path: &[u8], mode: OpenMode, disk: &mut Files) -> Answer {
        // A file that exists only as a copy is new on the disk: ask as if to create it.
        let Some((full, bytes)) = disk.look(path, true) else {
            return Answer::Failed;
        };
        let known = self.contents.contains_key(&full);
        let may_create = mode.create && mode.write;
        let is_full = self.open.len() >= OPEN_LIMIT || self.contents.len() >= FILE_LIMIT;
        if is_full || !known && bytes.is_none() && !may_create {
            return Answer::Failed;
        }
        let empties = mode.truncate && mode.write && !mode.append;
        if empties {
            self.contents.insert(full.clone(), Arc::default());
        } else if !known {
            let bytes = Arc::new(bytes.unwrap_or_default());
            self.contents.insert(full.clone(), bytes);
        }
        let number = (3..).find(|number| !self.open.contains_key(number));
        let number = number.unwrap_or(u32::MAX);
        let handle = Handle {
            path: full,
            position: 0,
            mode,
            at_end: false,
        };
        self.open.insert(number, handle);
        Answer::Number(number as i32)
    }

    fn read(&mut self, number: u32, count: u32) -> Answer {
        let Some(handle) = self.open.get_mut(&number).filter(|h| h.mode.read) else {
            return Answer::Failed;
        };
        let bytes = self.contents.get(&handle.path);
        let rest = bytes.and_then(|bytes| bytes.get(handle.position..));
        let rest = rest.unwrap_or_default();
        let part = &rest[..rest.len().min(count.min(READ_LIMIT) as usize)];
        handle.position += part.len();
        handle.at_end = part.is_empty() && count > 0;
        Answer::Bytes(part.to_vec())
    }

    fn seek(&mut self, number: u32, offset: i32, from: SeekStart) -> Answer {
        let Some(handle) = self.open.get_mut(&number) else {
            return Answer::Failed;
        };
        let size = self.contents.get(&handle.path).map_or(0, |c| c.len());
        let start = match from {
            SeekStart::Beginning => 0,
            SeekStart::Here => handle.position,
            SeekStart::End => size,
        };
        match start.checked_add_signed(offset as isize) {
            Some(place) if i32::try_from(place).is_ok() => {
                handle.position = place;
                Answer::Number(place as i32)
            }
            _ => Answer::Failed,
        }
    }

    fn write(&mut self, number: u32, bytes: &[u8]) -> bool {
        let Some(handle) = self.open.get_mut(&number).filter(|h| h.mode.write) else {
            return false;
        };
        let all: usize = self.contents.values().map(|contents| contents.len()).sum();
        let Some(contents) = self.contents.get_mut(&handle.path) else {
            return false;
        };
        let others = all - contents.len();
        let contents = Arc::make_mut(contents);
        if handle.mode.append {
            handle.position = contents.len();
        }
        let end = handle.position.saturating_add(bytes.len());
        if end.saturating_add(others) > SIZE_LIMIT {
            return false;
        }
        if contents.len() < end {
            contents.resize(end, 0);
        }
        contents[handle.position..end].copy_from_slice(bytes);
        handle.position = end;
        true
    }
}

fn done(worked: bool) -> Answer {
    if worked { Answer::Done } else { Answer::Failed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_goes_to_a_copy_and_can_be_taken_back() {
        let dir = std::env::temp_dir().join(format!("jal-copies-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("a"), "old").unwrap();
        let mut disk = Files::below(&dir).unwrap();
        let mut copies = Copies::default();
        let open = |mode| Request::Open {
            path: b"a".to_vec(),
            mode,
        };
        let before = copies.clone();
        let append = copies.perform(&open(OpenMode::APPEND), &mut disk);
        assert_eq!(append, Answer::Number(3));
        let write = Request::Write {
            file: 3,
            bytes: b" and new".to_vec(),
        };
        assert_eq!(copies.perform(&write, &mut disk), Answer::Done);
        assert_eq!(
            copies.perform(&open(OpenMode::READ), &mut disk),
            Answer::Number(4)
        );
        let read = Request::Read { file: 4, count: 99 };
        assert_eq!(
            copies.perform(&read, &mut disk),
            Answer::Bytes(b"old and new".to_vec())
        );
        copies = before;
        copies.perform(&open(OpenMode::READ), &mut disk);
        let read = Request::Read { file: 3, count: 99 };
        assert_eq!(
            copies.perform(&read, &mut disk),
            Answer::Bytes(b"old".to_vec())
        );
        assert_eq!(std::fs::read(dir.join("a")).unwrap(), b"old");
        std::fs::remove_dir_all(dir).unwrap();
    }
}
