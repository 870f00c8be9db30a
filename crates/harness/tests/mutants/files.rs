//! The files of the whole project, one of them changed.

use assembler::{FileCache, FileSource, LoadError, RealFile};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of the whole project.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// The files of a project, one of them with another text.
#[derive(Debug)]
pub(crate) struct Changed {
    pub files: Arc<FileCache>,
    pub path: PathBuf,
    pub text: Arc<[u8]>,
}

impl FileSource for Changed {
    fn read(&self, path: &Path, importer: Option<&str>, limit: u64) -> Result<RealFile, LoadError> {
        let mut file = self.files.read(path, importer, limit)?;
        if file.path == self.path {
            file.text = Arc::clone(&self.text);
        }
        Ok(file)
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        self.files.list(folder)
    }
}
