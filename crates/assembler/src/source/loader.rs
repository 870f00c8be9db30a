//! Where source files come from. The assembler itself does no I/O: it asks a [`Loader`].

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::messages::error::LoadFailure;

/// A wish for a file.
#[derive(Clone, Copy, Debug)]
pub struct SourceRequest<'a> {
    /// The path as written.
    pub path: &'a str,
    /// The importing file's name as shown to people; none for files named on the command line.
    pub importer: Option<&'a str>,
    /// The importing file's [`SourceFile::key`].
    pub importer_key: Option<&'a str>,
    /// Relative to the importing file's directory, else to the working directory.
    pub relative: bool,
    /// How many bytes may be read.
    pub limit: u64,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name as shown to people.
    pub name: String,
    /// What identifies the real file, however its path is spelled.
    pub key: String,
    /// Its contents.
    pub text: Vec<u8>,
}

/// Why a file could not be had.
pub type LoadError = LoadFailure;

/// Finds and reads source files.
pub trait Loader {
    /// The file that is asked for.
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError>;

    /// A file near another one that defines a label, as a path from there; for advice only.
    fn defining(&mut self, _label: &str, _importer_key: &str) -> Option<String> {
        None
    }
}

/// Where files are looked for that define a label: beside the file that uses it, and in the folder
/// of sources.
const NEAR: [&str; 3] = ["", "src", "../src"];
/// The most files of a folder that are looked at, and their largest size.
const MOST_NEAR: usize = 100;
const LARGEST_NEAR: u64 = 1 << 18;

/// Reads files of the file system. Only regular files are read.
#[derive(Clone, Debug)]
pub struct FsLoader {
    working_dir: PathBuf,
    root: Option<PathBuf>,
    names: FxHashMap<String, String>,
    full_names: bool,
    source: Option<Arc<dyn FileSource>>,
}

/// Where files come from: the disk, or something in its place.
pub trait FileSource: fmt::Debug + Send + Sync {
    /// The file at a path, if it has at most `limit` bytes. `importer` identifies the file that
    /// asks for it, if one does.
    fn read(&self, path: &Path, importer: Option<&str>, limit: u64) -> Result<RealFile, LoadError>;

    /// The names of the files in a folder.
    fn list(&self, folder: &Path) -> Vec<String>;

    /// What is in a folder, if that may be looked into.
    fn entries(&self, _folder: &Path) -> io::Result<FolderEntries> {
        Err(io::ErrorKind::NotFound.into())
    }

    /// The real path of a file or a folder, if it is there and may be looked for.
    fn real(&self, _path: &Path) -> Option<PathBuf> {
        None
    }

    /// Whether there is a file at a path.
    fn has_file(&self, path: &Path) -> bool {
        let folder = path.parent().map(|folder| self.entries(folder));
        let name = path.file_name().and_then(|name| name.to_str());
        let known = folder.and_then(Result::ok).zip(name);
        known.is_some_and(|(entries, name)| entries.files.contains(name))
    }
}

/// The names of the files and the folders in a folder.
#[derive(Clone, Debug, Default)]
pub struct FolderEntries {
    /// The files.
    pub files: BTreeSet<String>,
    /// The folders.
    pub folders: Vec<String>,
}

impl FolderEntries {
    /// Those of a folder on the disk.
    pub fn on_disk(folder: &Path) -> io::Result<Self> {
        let mut entries = FolderEntries::default();
        for entry in fs::read_dir(folder)?.flatten() {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let is_folder = match entry.file_type() {
                Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
                Ok(kind) => kind.is_dir(),
                Err(_) => false,
            };
            match is_folder {
                true => entries.folders.push(name),
                false => {
                    entries.files.insert(name);
                }
            }
        }
        Ok(entries)
    }
}

/// Files that were read already. Programs of one project share most of their files, and loaders
/// that share a cache read each of them once.
#[derive(Debug, Default)]
pub struct FileCache {
    files: Mutex<FxHashMap<PathBuf, Result<RealFile, LoadError>>>,
}

/// A file as it is on the disk, or in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealFile {
    /// Its real path, which identifies it.
    pub path: PathBuf,
    /// Its contents.
    pub text: Arc<[u8]>,
}

impl FileSource for FileCache {
    fn read(
        &self,
        path: &Path,
        _importer: Option<&str>,
        limit: u64,
    ) -> Result<RealFile, LoadError> {
        let files = || self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let known = files().get(path).cloned();
        let file = match known {
            Some(file) => file?,
            None => {
                let real = path.canonicalize().map_err(|error| failure(&error));
                let file = real.and_then(|real| RealFile::read(real, limit));
                // What is too large for one may be right for another.
                if file != Err(LoadFailure::TooLarge) {
                    files().insert(path.to_owned(), file.clone());
                }
                file?
            }
        };
        match file.text.len() as u64 > limit {
            true => Err(LoadFailure::TooLarge),
            false => Ok(file),
        }
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.path().is_file());
        files
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect()
    }

    fn entries(&self, folder: &Path) -> io::Result<FolderEntries> {
        FolderEntries::on_disk(folder)
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize().ok()
    }
}

impl RealFile {
    fn read(path: PathBuf, limit: u64) -> Result<Self, LoadError> {
        let text = read_file(&path, limit)?.into();
        Ok(RealFile { path, text })
    }
}

/// The contents of a file of at most so many bytes.
fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, LoadError> {
    let meta = fs::metadata(path).map_err(|error| failure(&error))?;
    if !meta.is_file() {
        let why = if meta.is_dir() {
            "it is a directory"
        } else {
            "it is not a regular file"
        };
        return Err(LoadFailure::Unreadable(why.to_owned()));
    }
    if meta.len() > limit {
        return Err(LoadFailure::TooLarge);
    }
    let file = fs::File::open(path).map_err(|error| failure(&error))?;
    // A byte more, so that the end is met without asking for more room.
    let mut text = Vec::with_capacity(meta.len() as usize + 1);
    let read = file.take(limit.saturating_add(1)).read_to_end(&mut text);
    read.map_err(|error| failure(&error))?;
    if text.len() as u64 > limit {
        return Err(LoadFailure::TooLarge);
    }
    Ok(text)
}

impl FsLoader {
    /// A loader for paths relative to `working_dir`.
    pub fn new(working_dir: impl Into<PathBuf>) -> Self {
        FsLoader {
            working_dir: working_dir.into(),
            root: None,
            names: FxHashMap::default(),
            full_names: false,
            source: None,
        }
    }

    /// Takes files from there, which may be shared with other loaders.
    #[must_use]
    pub fn from_source(mut self, source: Arc<dyn FileSource>) -> Self {
        self.source = Some(source);
        self
    }

    /// Refuses files that are not below `root`, also through symbolic links.
    #[must_use]
    pub fn confined_to(mut self, root: impl Into<PathBuf>) -> Self {
        self.root = Some(root.into());
        self
    }

    /// Names imported files by a path that leads to them from the working directory, instead of
    /// as they are written.
    #[must_use]
    pub fn with_full_names(mut self) -> Self {
        self.full_names = true;
        self
    }

    fn locate(&self, request: &SourceRequest<'_>, path: &str) -> PathBuf {
        let importer = request.importer_key.filter(|_| request.relative);
        let dir = importer.and_then(|key| Path::new(key).parent());
        // The folder of a grader begins at no drive.
        let dir = dir.filter(|d| d.has_root()).unwrap_or(&self.working_dir);
        dir.join(path)
    }

    /// The real path of a file, and its contents.
    fn read(
        &self,
        path: &Path,
        request: &SourceRequest<'_>,
    ) -> Result<(PathBuf, Vec<u8>), LoadError> {
        if let (Some(source), None) = (&self.source, &self.root) {
            let file = source.read(path, request.importer_key, request.limit)?;
            return Ok((file.path, file.text.to_vec()));
        }
        let real = path.canonicalize().map_err(|error| failure(&error))?;
        self.check_root(&real)?;
        let text = read_file(&real, request.limit)?;
        Ok((real, text))
    }

    fn check_root(&self, real: &Path) -> Result<(), LoadError> {
        let Some(root) = &self.root else {
            return Ok(());
        };
        let root = root
            .canonicalize()
            .map_err(|e| LoadFailure::Unreadable(e.to_string()))?;
        if real.starts_with(root) {
            return Ok(());
        }
        Err(LoadFailure::NotAllowed)
    }

    /// The path as written, unless another file already has that name.
    fn name(&mut self, request: &SourceRequest<'_>, key: &str) -> String {
        let owner = self
            .names
            .entry(request.path.to_owned())
            .or_insert_with(|| key.to_owned());
        if owner == key && !(self.full_names && request.relative) {
            return request.path.to_owned();
        }
        let dir = request.importer.and_then(|name| Path::new(name).parent());
        let joined = dir.unwrap_or(Path::new("")).join(request.path);
        tidy(&joined).to_string_lossy().into_owned()
    }
}

impl Loader for FsLoader {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        let (path, text) = match self.read(&self.locate(request, request.path), request) {
            // Written on Windows: elsewhere a backslash is a part of a name.
            Err(LoadFailure::NotFound) if request.path.contains('\\') => {
                let path = request.path.replace('\\', "/");
                self.read(&self.locate(request, &path), request)?
            }
            file => file?,
        };
        let key = path.to_string_lossy().into_owned();
        let name = self.name(request, &key);
        Ok(SourceFile { name, key, text })
    }

    fn defining(&mut self, label: &str, importer_key: &str) -> Option<String> {
        let importer = Path::new(importer_key);
        let folder = importer.parent().filter(|folder| folder.has_root())?;
        let own: Arc<dyn FileSource> = Arc::new(FileCache::default());
        let source = self.source.clone().unwrap_or(own);
        NEAR.iter().find_map(|near| {
            let mut names = source.list(&tidy(&folder.join(near)));
            names.retain(|name| Path::new(name).extension() == importer.extension());
            names.sort_unstable();
            let paths = names.iter().take(MOST_NEAR).map(|name| match *near {
                "" => name.clone(),
                near => format!("{near}/{name}"),
            });
            let mut paths = paths.filter(|path| folder.join(path) != importer);
            paths.find(|path| self.defines(folder, path, label))
        })
    }
}

impl FsLoader {
    /// Whether a file has a line that begins with the label.
    fn defines(&self, folder: &Path, path: &str, label: &str) -> bool {
        let request = SourceRequest {
            path,
            importer: None,
            importer_key: None,
            relative: false,
            limit: LARGEST_NEAR,
        };
        let file = self.read(&tidy(&folder.join(path)), &request);
        let text = file.map(|(_, text)| String::from_utf8_lossy(&text).into_owned());
        let mut lines = text.iter().flat_map(|text| text.lines());
        lines.any(|line| {
            let after = line.trim_start().strip_prefix(label);
            after.is_some_and(|after| after.trim_start().starts_with(':'))
        })
    }
}

fn failure(error: &io::Error) -> LoadError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => LoadFailure::NotFound,
        _ => LoadFailure::Unreadable(error.to_string()),
    }
}

/// A path without `.` and without `dir/..`. Nothing is above the root.
pub fn tidy(path: &Path) -> PathBuf {
    if is_tidy(path) {
        return path.to_owned();
    }
    let mut out = PathBuf::new();
    for part in path.components() {
        match (part, out.components().next_back()) {
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                out.pop();
            }
            _ => out.push(part),
        }
    }
    out
}

/// Whether a path has nothing to tidy up, as most have: that is known faster than done.
fn is_tidy(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut parts = bytes
        .strip_prefix(b"/")
        .unwrap_or(bytes)
        .split(|byte| *byte == b'/');
    MAIN_SEPARATOR == '/' && parts.all(|part| !matches!(part, b"" | b"." | b".."))
}

/// Files held in memory; names are their own identity.
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    files: FxHashMap<String, Vec<u8>>,
}

impl MemoryLoader {
    /// Adds a file.
    #[must_use]
    pub fn with(mut self, path: &str, text: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.to_owned(), text.into());
        self
    }
}

impl Loader for MemoryLoader {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        let importer = request.importer_key.filter(|_| request.relative);
        let dir = importer.and_then(|key| Path::new(key).parent());
        let path = tidy(&dir.unwrap_or(Path::new("")).join(request.path));
        let key = path.to_string_lossy().into_owned();
        let text = self.files.get(&key).ok_or(LoadFailure::NotFound)?;
        if text.len() as u64 > request.limit {
            return Err(LoadFailure::TooLarge);
        }
        Ok(SourceFile {
            name: request.path.to_owned(),
            key,
            text: text.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory that is removed at the end.
    struct TempDir(PathBuf);

    impl TempDir {
        fn new(name: &str) -> Self {
            let dir = std::env::temp_dir().join(format!("jal-{name}-{}", std::process::id()));
            fs::create_dir_all(dir.join("sub")).unwrap();
            TempDir(dir.canonicalize().unwrap())
        }
    }

    impl Drop for TempDir {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn request(path: &str) -> SourceRequest<'_> {
        SourceRequest {
            path,
            importer: None,
            importer_key: None,
            relative: false,
            limit: 100,
        }
    }

    #[test]
    fn files_are_found_from_the_importer_or_from_the_working_directory() {
        let dir = TempDir::new("loader");
        fs::write(dir.0.join("a.s"), "outer").unwrap();
        fs::write(dir.0.join("sub/a.s"), "inner").unwrap();
        fs::write(dir.0.join("sub/b.s"), "nop").unwrap();
        let mut loader = FsLoader::new(&dir.0);
        let b = loader.load(&request("sub/b.s")).unwrap();
        let outer = loader.load(&request("a.s")).unwrap();
        assert_eq!(
            (outer.name.as_str(), &outer.text[..]),
            ("a.s", &b"outer"[..])
        );
        let mut from_b = request("a.s");
        from_b.importer = Some(&b.name);
        from_b.importer_key = Some(&b.key);
        assert_eq!(loader.load(&from_b).unwrap(), outer);
        from_b.relative = true;
        let inner = loader.load(&from_b).unwrap();
        assert_eq!(
            (inner.name.as_str(), &inner.text[..]),
            ("sub/a.s", &b"inner"[..])
        );
        let same = loader.load(&request("sub/../sub/./a.s")).unwrap();
        assert_eq!(same.key, inner.key);
    }

    #[test]
    fn paths_may_be_written_as_on_windows() {
        let dir = TempDir::new("backslash");
        fs::write(dir.0.join("sub/a.s"), "nop").unwrap();
        let mut loader = FsLoader::new(&dir.0);
        let file = loader.load(&request(r"sub\..\sub\a.s")).unwrap();
        assert_eq!(file.key, loader.load(&request("sub/a.s")).unwrap().key);
        assert_eq!(
            loader.load(&request(r"sub\b.s")),
            Err(LoadFailure::NotFound)
        );
    }

    #[test]
    fn loaders_that_share_a_cache_read_a_file_once() {
        let dir = TempDir::new("cache");
        fs::write(dir.0.join("a.s"), "first").unwrap();
        let cache: Arc<dyn FileSource> = Arc::new(FileCache::default());
        let loader = || FsLoader::new(&dir.0).from_source(Arc::clone(&cache));
        let first = loader().load(&request("a.s")).unwrap();
        fs::write(dir.0.join("a.s"), "second").unwrap();
        assert_eq!(loader().load(&request("a.s")).unwrap(), first);
        let mut small = request("a.s");
        small.limit = 2;
        assert_eq!(loader().load(&small), Err(LoadFailure::TooLarge));
        assert_eq!(loader().load(&request("a.s")).unwrap(), first);
    }

    #[test]
    fn what_must_not_be_read_is_not() {
        let dir = TempDir::new("refuse");
        fs::write(dir.0.join("big.s"), "x".repeat(101)).unwrap();
        fs::write(dir.0.join("out.s"), "nop").unwrap();
        let mut loader = FsLoader::new(&dir.0);
        let mut load = |path| loader.load(&request(path)).unwrap_err();
        assert_eq!(load("none.s"), LoadFailure::NotFound);
        assert_eq!(load("out.s/x.s"), LoadFailure::NotFound);
        assert_eq!(load("big.s"), LoadFailure::TooLarge);
        assert!(matches!(load("sub"), LoadFailure::Unreadable(_)));
        assert!(matches!(load("\0"), LoadFailure::Unreadable(_)));
        let mut confined = FsLoader::new(dir.0.join("sub")).confined_to(dir.0.join("sub"));
        let refused = confined.load(&request("../out.s"));
        assert_eq!(refused, Err(LoadFailure::NotAllowed));
    }
}
