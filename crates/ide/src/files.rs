//! Files as the editor has them: texts that are open there, and everything else from where files are.

use assembler::{
    FileSource, FsLoader, LoadError, Loader, RealFile, SourceFile, SourceRequest, tidy,
};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

/// Open texts over other files.
#[derive(Debug)]
pub(crate) struct EditorFiles {
    open: RwLock<FxHashMap<PathBuf, Arc<[u8]>>>,
    below: Arc<dyn FileSource>,
}

impl EditorFiles {
    pub(crate) fn new(below: Arc<dyn FileSource>) -> Self {
        EditorFiles {
            open: RwLock::default(),
            below,
        }
    }

    /// Puts a text in the place of a file.
    pub(crate) fn put(&self, path: &Path, text: &str) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert(path.to_owned(), text.as_bytes().into());
    }

    /// The file is what it is on the disk again.
    pub(crate) fn remove(&self, path: &Path) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.remove(path);
    }

    fn text(&self, path: &Path) -> Option<Arc<[u8]>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.get(path).cloned()
    }

    /// The text of a file, if it is one of at most so many bytes.
    pub(crate) fn text_of(&self, path: &Path, limit: u64) -> Option<String> {
        let file = self.read(path, None, limit).ok()?;
        Some(String::from_utf8_lossy(&file.text).into_owned())
    }
}

impl FileSource for EditorFiles {
    fn read(&self, path: &Path, importer: Option<&str>, limit: u64) -> Result<RealFile, LoadError> {
        let path = plain(&tidy(path));
        let file = match self.text(&path) {
            Some(text) => RealFile { path, text },
            None => {
                let file = self.below.read(&path, importer, limit)?;
                let path = plain(&file.path);
                let text = self.text(&path).unwrap_or(file.text);
                RealFile { path, text }
            }
        };
        match file.text.len() as u64 > limit {
            true => Err(LoadError::TooLarge),
            false => Ok(file),
        }
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let mut names = self.below.list(folder);
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        let here = open.keys().filter(|path| path.parent() == Some(folder));
        let here = here.filter_map(|path| path.file_name()?.to_str());
        names.extend(here.map(str::to_owned));
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// A path as editors write it: Windows has another notation for real paths, and takes drives in any case.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let Some(text) = path.to_str() else {
        return path.to_owned();
    };
    let text = text.strip_prefix(r"\\?\").unwrap_or(text);
    match text.as_bytes() {
        [drive, b':', ..] if drive.is_ascii_lowercase() => {
            let (drive, rest) = text.split_at(1);
            PathBuf::from(drive.to_ascii_uppercase() + rest)
        }
        _ => PathBuf::from(text),
    }
}

/// Loads the files of one program, and remembers what they are.
pub(crate) struct ProgramLoader {
    files: FsLoader,
    /// Where paths may begin, too.
    roots: Vec<FsLoader>,
    /// The files that were found: the name that people see, and the path.
    pub(crate) found: Vec<(String, PathBuf)>,
}

impl ProgramLoader {
    /// A loader for a program in `folder`.
    pub(crate) fn new(files: &Arc<EditorFiles>, folder: &Path, roots: &[PathBuf]) -> Self {
        let loader = |folder: &Path| {
            let loader = FsLoader::new(folder).with_full_names();
            loader.from_source(Arc::clone(files) as Arc<dyn FileSource>)
        };
        let others = roots.iter().filter(|root| **root != folder);
        ProgramLoader {
            files: loader(folder),
            roots: others.map(|root| loader(root)).collect(),
            found: Vec::new(),
        }
    }
}

impl Loader for ProgramLoader {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        let mut loaded = self.files.load(request);
        if !request.relative && request.importer.is_some() {
            for root in &mut self.roots {
                if loaded != Err(LoadError::NotFound) {
                    break;
                }
                let found = root.load(request);
                loaded = found.or(Err(LoadError::NotFound));
            }
        }
        if let Ok(file) = &loaded {
            let known = (file.name.clone(), PathBuf::from(&file.key));
            if !self.found.contains(&known) {
                self.found.push(known);
            }
        }
        loaded
    }

    fn defining(&mut self, label: &str, importer_key: &str) -> Option<String> {
        self.files.defining(label, importer_key)
    }
}
