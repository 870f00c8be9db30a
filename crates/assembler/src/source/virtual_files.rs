//! Files that are in no folder of the disk: those of a page, or of an archive.

use super::loader::{FileSource, FolderEntries, LoadError, RealFile, tidy};
use crate::messages::error::LoadFailure;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Files by their paths, which begin at the root. They can be changed while others read them.
#[derive(Debug, Default)]
pub struct VirtualFiles {
    files: Mutex<BTreeMap<PathBuf, Arc<[u8]>>>,
}

impl VirtualFiles {
    /// Puts a file there; the path begins at the root, whether it says so or not.
    pub fn put(&self, path: &str, bytes: Vec<u8>) {
        self.with(|files| files.insert(at_root(Path::new(path)), bytes.into()));
    }

    /// Takes a file away.
    pub fn delete(&self, path: &str) {
        self.with(|files| files.remove(&at_root(Path::new(path))));
    }

    /// Takes all files away.
    pub fn clear(&self) {
        self.with(BTreeMap::clear);
    }

    /// The contents of a file.
    pub fn get(&self, path: &Path) -> Option<Arc<[u8]>> {
        self.with(|files| files.get(&at_root(path)).cloned())
    }

    /// All files, in order.
    pub fn all(&self) -> Vec<(PathBuf, Arc<[u8]>)> {
        self.with(|files| {
            let all = files.iter();
            all.map(|(path, bytes)| (path.clone(), Arc::clone(bytes)))
                .collect()
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<PathBuf, Arc<[u8]>>) -> T) -> T {
        work(&mut self.files.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl FileSource for VirtualFiles {
    fn read(
        &self,
        path: &Path,
        _importer: Option<&str>,
        limit: u64,
    ) -> Result<RealFile, LoadError> {
        let path = at_root(path);
        match self.get(&path) {
            Some(text) if text.len() as u64 > limit => Err(LoadFailure::TooLarge),
            Some(text) => Ok(RealFile { path, text }),
            None if self.entries(&path).is_ok() => {
                Err(LoadFailure::Unreadable("it is a directory".to_owned()))
            }
            None => Err(LoadFailure::NotFound),
        }
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let entries = self.entries(folder);
        entries.map_or(Vec::new(), |entries| entries.files.into_iter().collect())
    }

    fn entries(&self, folder: &Path) -> io::Result<FolderEntries> {
        let folder = at_root(folder);
        let mut entries = FolderEntries::default();
        let mut folders = BTreeSet::new();
        self.with(|files| {
            let from = (Bound::Excluded(folder.as_path()), Bound::Unbounded);
            let below = files.range::<Path, _>(from).map(|(path, _)| path);
            for path in below.take_while(|path| path.starts_with(&folder)) {
                let mut rest = path.strip_prefix(&folder).into_iter().flat_map(Path::iter);
                let Some(name) = rest.next().and_then(|name| name.to_str()) else {
                    continue;
                };
                match rest.next() {
                    Some(_) => folders.insert(name.to_owned()),
                    None => entries.files.insert(name.to_owned()),
                };
            }
        });
        entries.folders = folders.into_iter().collect();
        match entries.files.is_empty() && entries.folders.is_empty() {
            true => Err(io::ErrorKind::NotFound.into()),
            false => Ok(entries),
        }
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        let path = at_root(path);
        let is_there = self.get(&path).is_some() || self.entries(&path).is_ok();
        is_there.then_some(path)
    }
}

/// The path as it is kept.
fn at_root(path: &Path) -> PathBuf {
    let below = path
        .components()
        .filter(|c| !matches!(c, Component::Prefix(_) | Component::RootDir));
    tidy(&Path::new("/").join(below.collect::<PathBuf>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> VirtualFiles {
        let files = VirtualFiles::default();
        files.put("a/b.s", b"nop".to_vec());
        files.put("/a/tests/pub/t.s", b"".to_vec());
        files.put("a.s", b"x".to_vec());
        files
    }

    #[test]
    fn a_path_leads_to_its_file_however_it_is_spelled() {
        let files = files();
        for path in ["/a/b.s", "a/b.s", "/a/tests/../b.s", "/../a/./b.s"] {
            let file = files.read(Path::new(path), None, 100).unwrap();
            assert_eq!(
                (file.path.as_path(), &*file.text),
                (Path::new("/a/b.s"), &b"nop"[..])
            );
        }
        let read = |path: &str, limit| files.read(Path::new(path), None, limit).unwrap_err();
        assert_eq!(read("/a/c.s", 9), LoadFailure::NotFound);
        assert_eq!(read("/a/b.s", 2), LoadFailure::TooLarge);
        assert!(matches!(read("/a", 9), LoadFailure::Unreadable(_)));
        files.delete("/a/b.s");
        assert_eq!(read("/a/b.s", 9), LoadFailure::NotFound);
    }

    #[test]
    fn folders_are_what_files_are_below() {
        let files = files();
        let entries = files.entries(Path::new("/a")).unwrap();
        assert_eq!(entries.files.into_iter().collect::<Vec<_>>(), ["b.s"]);
        assert_eq!(entries.folders, ["tests"]);
        assert!(files.entries(Path::new("/b")).is_err());
        assert_eq!(files.real(Path::new("/a/tests")), Some("/a/tests".into()));
        assert_eq!(files.real(Path::new("/a/none")), None);
        assert_eq!(files.list(Path::new("/")), ["a.s"]);
    }
}
