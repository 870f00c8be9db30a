//! A folder for the files of a test.

use runtime::files::Files;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// An empty folder that is removed in the end.
pub(super) struct FreshFolder {
    path: PathBuf,
}

impl FreshFolder {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("jal-test-files-{}-{number}", std::process::id());
        FreshFolder {
            path: std::env::temp_dir().join(name),
        }
    }

    /// The folder's files, after it was emptied.
    pub(super) fn empty(&self) -> Files {
        // Without the folder, the program finds that it may use no files.
        let _ = std::fs::remove_dir_all(&self.path);
        // A folder for temporary files that does not exist is not made: it would stay.
        let made = std::fs::create_dir(&self.path);
        made.and_then(|()| Files::below(&self.path))
            .unwrap_or_else(|_| Files::none())
    }
}

impl Drop for FreshFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
