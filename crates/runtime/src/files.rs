//! The files a program may use: those below one directory that the user named.
//!
//! Paths are taken apart component by component; `..`, absolute paths and links never lead out of
//! the directory, and only regular files are opened.

mod copies;

pub use copies::Copies;

use machine::env::{Answer, OpenMode, Request, SeekStart};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};

/// The most files a program may have open.
const OPEN_LIMIT: usize = 256;
/// The most that one read returns; a program asks again for the rest.
const READ_LIMIT: u32 = 1 << 20;

/// Why a path is refused that leads elsewhere.
const OUTSIDE: &str = "it is outside the directory that the program may use";
/// Why nothing is opened at all.
const NOT_ALLOWED: &str = "the program may not use files; allow a directory with --files DIR";

/// Open files below one directory.
#[derive(Default)]
pub struct Files {
    root: Option<PathBuf>,
    /// Files in memory, in place of those below a directory.
    memory: Option<MemoryFiles>,
    open: BTreeMap<u32, OpenFile>,
    refused: Option<String>,
}

/// Files that are on no disk: as they were in the beginning, and what became of them.
struct MemoryFiles {
    first: BTreeMap<PathBuf, Vec<u8>>,
    now: Copies,
}

struct OpenFile {
    file: File,
    mode: OpenMode,
    at_end: bool,
}

impl Files {
    /// No files at all.
    pub fn none() -> Self {
        Files::default()
    }

    /// Files below `root`.
    pub fn below(root: &Path) -> std::io::Result<Self> {
        let root = root.canonicalize()?;
        if !root.is_dir() {
            return Err(std::io::ErrorKind::NotADirectory.into());
        }
        Ok(Files {
            root: Some(root),
            ..Files::default()
        })
    }

    /// Files in memory, by their paths; new ones come beside them, and nothing goes to the disk.
    pub fn in_memory(first: BTreeMap<PathBuf, Vec<u8>>) -> Self {
        let now = Copies::default();
        Files {
            memory: Some(MemoryFiles { first, now }),
            ..Files::default()
        }
    }

    /// The first path that was refused since the last time this was asked, with the reason.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.refused.take()
    }

    /// Where a file that the program may open really is, and what it holds, without opening it for
    /// the program; `None` if it would be new.
    pub fn look(&mut self, path: &[u8], create: bool) -> Option<(PathBuf, Option<Vec<u8>>)> {
        let text = String::from_utf8_lossy(path).into_owned();
        if let Some(memory) = &self.memory {
            return match plain(&text) {
                Some(full) => {
                    let bytes = memory.first.get(&full).cloned();
                    (create || bytes.is_some()).then_some((full, bytes))
                }
                None => {
                    self.refuse(&text, OUTSIDE);
                    None
                }
            };
        }
        let found = match &self.root {
            Some(root) => resolve(root, &text, create),
            None => Err(NOT_ALLOWED),
        };
        let full = match found {
            Ok(full) => full,
            Err(why) => {
                self.refuse(&text, why);
                return None;
            }
        };
        match std::fs::metadata(&full) {
            Ok(known) if known.is_file() => {
                let bytes = std::fs::read(&full).ok()?;
                Some((full, Some(bytes)))
            }
            Ok(_) => {
                self.refuse(&text, "it is not a regular file");
                None
            }
            Err(_) => create.then_some((full, None)),
        }
    }

    /// Answers requests about files.
    pub fn perform(&mut self, request: &Request) -> Answer {
        if let Some(memory) = &mut self.memory {
            let mut now = std::mem::take(&mut memory.now);
            let answer = now.perform(request, self);
            if let Some(memory) = &mut self.memory {
                memory.now = now;
            }
            return answer;
        }
        match request {
            Request::Open { path, mode } => self.open(path, *mode),
            Request::Read { file, count } => self.read(*file, *count),
            Request::Write { file, bytes } => self.write(*file, bytes),
            Request::Close { file } => done(self.open.remove(file).is_some()),
            Request::Flush { file } => done(
                self.open
                    .get_mut(file)
                    .is_some_and(|f| f.file.flush().is_ok()),
            ),
            Request::Seek { file, offset, from } => self.seek(*file, *offset, *from),
            Request::AtEnd { file } => match self.open.get(file) {
                Some(open) => Answer::Number(open.at_end.into()),
                None => Answer::Failed,
            },
            _ => Answer::Failed,
        }
    }

    fn open(&mut self, path: &[u8], mode: OpenMode) -> Answer {
        let text = String::from_utf8_lossy(path).into_owned();
        let Some(root) = &self.root else {
            return self.refuse(&text, NOT_ALLOWED);
        };
        let full = match resolve(root, &text, mode.create) {
            Ok(full) => full,
            Err(why) => return self.refuse(&text, why),
        };
        if self.open.len() >= OPEN_LIMIT {
            return Answer::Failed;
        }
        if full.exists() && !full.is_file() {
            return self.refuse(&text, "it is not a regular file");
        }
        let opened = OpenOptions::new()
            .read(mode.read)
            .write(mode.write && !mode.append)
            .append(mode.append && mode.write)
            .create(mode.create && mode.write)
            .truncate(mode.truncate && mode.write && !mode.append)
            .open(full);
        match opened {
            Ok(file) => {
                let number = (3..)
                    .find(|n| !self.open.contains_key(n))
                    .unwrap_or(u32::MAX);
                self.open.insert(
                    number,
                    OpenFile {
                        file,
                        mode,
                        at_end: false,
                    },
                );
                Answer::Number(number as i32)
            }
            Err(_) => Answer::Failed,
        }
    }

    fn refuse(&mut self, path: &str, why: &str) -> Answer {
        self.refused
            .get_or_insert_with(|| format!("`{path}` was not opened: {why}"));
        Answer::Failed
    }

    fn read(&mut self, number: u32, count: u32) -> Answer {
        let Some(open) = self.open.get_mut(&number).filter(|f| f.mode.read) else {
            return Answer::Failed;
        };
        let mut bytes = vec![0; count.min(READ_LIMIT) as usize];
        match open.file.read(&mut bytes) {
            Ok(length) => {
                open.at_end = length == 0 && count > 0;
                bytes.truncate(length);
                Answer::Bytes(bytes)
            }
            Err(_) => Answer::Failed,
        }
    }

    fn seek(&mut self, number: u32, offset: i32, from: SeekStart) -> Answer {
        let offset = i64::from(offset);
        let place = match from {
            SeekStart::Beginning => u64::try_from(offset).map(SeekFrom::Start).ok(),
            SeekStart::Here => Some(SeekFrom::Current(offset)),
            SeekStart::End => Some(SeekFrom::End(offset)),
        };
        let open = self.open.get_mut(&number);
        let moved = open
            .zip(place)
            .and_then(|(open, place)| open.file.seek(place).ok());
        match moved.and_then(|place| i32::try_from(place).ok()) {
            Some(place) => Answer::Number(place),
            None => Answer::Failed,
        }
    }

    fn write(&mut self, number: u32, bytes: &[u8]) -> Answer {
        let open = self.open.get_mut(&number).filter(|f| f.mode.write);
        done(open.is_some_and(|f| f.file.write_all(bytes).is_ok()))
    }
}

fn done(worked: bool) -> Answer {
    if worked { Answer::Done } else { Answer::Failed }
}

/// The real path of `path` below `root`, or why it is refused. The file itself may be missing if
/// it is to be created; its directory may not.
fn resolve(root: &Path, path: &str, create: bool) -> Result<PathBuf, &'static str> {
    const MISSING: &str = "there is no such file";
    let full = root.join(plain(path).ok_or(OUTSIDE)?);
    let real = match (full.canonicalize(), full.parent(), full.file_name()) {
        (Ok(real), ..) => real,
        // A link that leads nowhere also fails here; creating through it would follow it.
        (Err(_), Some(parent), Some(name)) if create && full.symlink_metadata().is_err() => {
            parent.canonicalize().map_err(|_| MISSING)?.join(name)
        }
        _ => return Err(MISSING),
    };
    match real != *root && real.starts_with(root) {
        true => Ok(real),
        false => Err(OUTSIDE),
    }
}

/// A path that leads down only, if it does.
fn plain(path: &str) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for component in Path::new(path).components() {
        match component {
            Component::Normal(name) => plain.push(name),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    let leads_down = !path.contains('\0') && plain.iter().next().is_some();
    leads_down.then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: OpenMode = OpenMode {
        read: true,
        write: false,
        append: false,
        create: false,
        truncate: false,
    };
    const CREATE: OpenMode = OpenMode {
        read: false,
        write: true,
        append: false,
        create: true,
        truncate: true,
    };

    /// A fresh directory `box` with a secret beside it.
    fn sandbox(name: &str) -> (PathBuf, Files) {
        let base = std::env::temp_dir().join(format!("jal-files-{name}-{}", std::process::id()));
        let inside = base.join("box");
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::write(base.join("secret"), "secret").unwrap();
        let files = Files::below(&inside).unwrap();
        (base, files)
    }

    fn open(files: &mut Files, path: &str, mode: OpenMode) -> Answer {
        files.perform(&Request::Open {
            path: path.into(),
            mode,
        })
    }

    #[test]
    fn files_are_written_and_read_back() {
        let (base, mut files) = sandbox("round-trip");
        assert_eq!(open(&mut files, "a.txt", CREATE), Answer::Number(3));
        let write = Request::Write {
            file: 3,
            bytes: b"hello".to_vec(),
        };
        assert_eq!(files.perform(&write), Answer::Done);
        assert_eq!(
            files.perform(&Request::Read { file: 3, count: 1 }),
            Answer::Failed
        );
        assert_eq!(files.perform(&Request::Close { file: 3 }), Answer::Done);
        assert_eq!(open(&mut files, "a.txt", READ), Answer::Number(3));
        let read = Request::Read { file: 3, count: 99 };
        assert_eq!(files.perform(&read), Answer::Bytes(b"hello".to_vec()));
        assert_eq!(
            files.perform(&Request::AtEnd { file: 3 }),
            Answer::Number(0)
        );
        assert_eq!(files.perform(&read), Answer::Bytes(Vec::new()));
        assert_eq!(
            files.perform(&Request::AtEnd { file: 3 }),
            Answer::Number(1)
        );
        std::fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn looking_at_a_file_leaves_it_as_it_is() {
        let (base, mut files) = sandbox("look");
        std::fs::write(base.join("box/a.txt"), "hello").unwrap();
        let (path, bytes) = files.look(b"a.txt", false).unwrap();
        assert!(path.ends_with("box/a.txt"));
        assert_eq!(bytes.as_deref(), Some(&b"hello"[..]));
        assert_eq!(files.look(b"new.txt", false), None);
        assert!(matches!(files.look(b"new.txt", true), Some((_, None))));
        assert!(!base.join("box/new.txt").exists());
        assert_eq!(files.look(b"../secret", true), None);
        assert_eq!(Files::none().look(b"a.txt", true), None);
        std::fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn nothing_outside_the_directory_is_reached() {
        let (base, mut files) = sandbox("escape");
        for path in [
            "../secret",
            "/etc/passwd",
            "x/../../secret",
            "",
            ".",
            "..",
            "a\0b",
        ] {
            assert_eq!(open(&mut files, path, READ), Answer::Failed, "{path:?}");
            assert_eq!(open(&mut files, path, CREATE), Answer::Failed, "{path:?}");
        }
        assert_eq!(
            std::fs::read_to_string(base.join("secret")).unwrap(),
            "secret"
        );
        std::fs::remove_dir_all(base).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        let (base, mut files) = sandbox("links");
        std::os::unix::fs::symlink("../secret", base.join("box/link")).unwrap();
        std::os::unix::fs::symlink("../new", base.join("box/dangling")).unwrap();
        std::os::unix::fs::symlink("..", base.join("box/up")).unwrap();
        for path in ["link", "dangling", "up/secret", "up/new"] {
            assert_eq!(open(&mut files, path, READ), Answer::Failed, "{path:?}");
            assert_eq!(open(&mut files, path, CREATE), Answer::Failed, "{path:?}");
        }
        assert!(!base.join("new").exists());
        std::fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn files_in_memory_are_like_those_of_a_directory() {
        let first = [(PathBuf::from("dir/old.txt"), b"old".to_vec())];
        let mut files = Files::in_memory(first.into());
        assert_eq!(open(&mut files, "none.txt", READ), Answer::Failed);
        assert_eq!(open(&mut files, "./dir/old.txt", READ), Answer::Number(3));
        let read = |file| Request::Read { file, count: 99 };
        assert_eq!(files.perform(&read(3)), Answer::Bytes(b"old".to_vec()));
        assert_eq!(open(&mut files, "new.txt", CREATE), Answer::Number(4));
        let bytes = b"new".to_vec();
        let write = Request::Write { file: 4, bytes };
        assert_eq!(files.perform(&write), Answer::Done);
        assert_eq!(open(&mut files, "new.txt", READ), Answer::Number(5));
        assert_eq!(files.perform(&read(5)), Answer::Bytes(b"new".to_vec()));
        for path in ["../secret", "/etc/passwd", "a\0b"] {
            assert_eq!(open(&mut files, path, CREATE), Answer::Failed, "{path:?}");
        }
        assert!(
            files
                .take_refusal()
                .is_some_and(|why| why.contains("secret"))
        );
    }
}
