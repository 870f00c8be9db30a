//! All sources of this project.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources below `asm/`, `tests/` and `docs/`, with their texts.
pub(crate) fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the project");
    let mut folders: Vec<PathBuf> = ["asm", "tests", "docs"].map(|name| root.join(name)).into();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if matches!(ending, Some("s" | "S" | "asm" | "mips"))
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((path, text));
            }
        }
    }
    found.sort();
    assert!(
        found.len() > 400,
        "the sources are elsewhere: {}",
        found.len()
    );
    found
}
