//! Noticing that files were saved: by looking at them now and then, which works on every disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Deeper folders are not looked into.
const DEPTH: usize = 5;
/// More files are not looked at.
const FILES: usize = 10_000;

/// Files, and when they were saved last.
#[derive(Debug, Default)]
pub struct FileWatch {
    roots: Vec<PathBuf>,
    /// Files that are in none of these folders.
    also: BTreeSet<PathBuf>,
    files: BTreeMap<PathBuf, State>,
}

/// When a file was saved, and how long it is.
type State = (SystemTime, u64);

impl FileWatch {
    /// Watches everything below these folders.
    pub fn new(roots: Vec<PathBuf>) -> Self {
        let mut watch = FileWatch {
            roots,
            also: BTreeSet::new(),
            files: BTreeMap::new(),
        };
        watch.changed();
        watch
    }

    /// Watches these files, too, in place of those that were given so before.
    pub fn also(&mut self, files: BTreeSet<PathBuf>) {
        for file in self.also.difference(&files) {
            // What nobody asks for any more is not gone.
            if !self.roots.iter().any(|root| file.starts_with(root)) {
                self.files.remove(file);
            }
        }
        self.also = files;
        for file in &self.also {
            if !self.files.contains_key(file)
                && let Some(state) = state(file)
            {
                self.files.insert(file.clone(), state);
            }
        }
    }

    /// How many files are watched.
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// The files that were saved, made or removed since this was last asked.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let mut now = BTreeMap::new();
        for root in &self.roots {
            collect(root, DEPTH, &mut now);
        }
        for file in &self.also {
            if !now.contains_key(file)
                && let Some(state) = state(file)
            {
                now.insert(file.clone(), state);
            }
        }
        let changed = now
            .iter()
            .filter(|(path, state)| self.files.get(*path) != Some(state));
        let gone = self.files.keys().filter(|path| !now.contains_key(*path));
        let changed = changed.map(|(path, _)| path).chain(gone);
        let changed = changed.cloned().collect();
        self.files = now;
        changed
    }
}

fn collect(folder: &Path, depth: usize, files: &mut BTreeMap<PathBuf, State>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        // Folders of tools, and the files that editors make while they save.
        let hidden = name.to_string_lossy();
        if hidden.starts_with('.') || hidden.ends_with('~') || files.len() >= FILES {
            continue;
        }
        let Ok(meta) = fs::metadata(entry.path()) else {
            continue;
        };
        if meta.is_dir() && depth > 0 {
            collect(&entry.path(), depth - 1, files);
        } else if meta.is_file() {
            files.insert(entry.path(), state_of(&meta));
        }
    }
}

fn state(file: &Path) -> Option<State> {
    let meta = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    Some(state_of(&meta))
}

fn state_of(meta: &fs::Metadata) -> State {
    (
        meta.modified().unwrap_or(SystemTime::UNIX_EPOCH),
        meta.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_elsewhere_are_watched_as_long_as_they_are_asked_for() {
        let folder = std::env::temp_dir().join(format!("jal-watch-{}", std::process::id()));
        let (inside, outside) = (folder.join("p/a.s"), folder.join("lib/b.s"));
        for file in [&inside, &outside] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "1").unwrap();
        }
        let mut watch = FileWatch::new(vec![folder.join("p")]);
        watch.also(BTreeSet::from([inside.clone(), outside.clone()]));
        assert_eq!((watch.count(), watch.changed()), (2, vec![]));
        fs::write(&outside, "22").unwrap();
        assert_eq!(watch.changed(), [outside]);
        watch.also(BTreeSet::from([inside.clone()]));
        assert_eq!((watch.count(), watch.changed()), (1, vec![]));
        fs::remove_file(&inside).unwrap();
        assert_eq!(watch.changed(), [inside]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
