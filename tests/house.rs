//! Rules of the house that neither the compiler nor a lint keeps: names that grep finds once, and
//! modules that can be read in one go.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The sources below `crates/`, without tests, benches and examples.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut folders = vec![crates];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir()
                && !["target", "tests", "benches", "examples"]
                    .iter()
                    .any(|n| name == *n)
            {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 300, "the sources are elsewhere");
    found
}

#[test]
fn no_public_type_has_the_name_of_another() {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (path, text) in sources() {
        // One of the two is compiled.
        if path.ends_with("platform/src/windows.rs") {
            continue;
        }
        for line in text.lines() {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.next() == Some("pub")
                && matches!(words.next(), Some("struct" | "enum" | "trait" | "type"))
                && let Some(name) = words.next()
            {
                places.entry(name.into()).or_default().push(path.clone());
            }
        }
    }
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "defined more than once: {places:#?}");
}

#[test]
fn no_module_is_too_long_to_read() {
    const MOST: usize = 600;
    let long: Vec<_> = sources()
        .into_iter()
        // Rows are looked up, not read.
        .filter(|(path, _)| !path.ends_with("src/table.rs"))
        .filter(|(_, text)| text.lines().count() > MOST)
        .map(|(path, text)| (path, text.lines().count()))
        .collect();
    assert!(long.is_empty(), "over {MOST} lines: {long:#?}");
}
