//! The assembly sources that `jal` carries with it.

use crate::games::Game;
use assembler::MemoryLoader;
use include_dir::{Dir, File, include_dir};
use runtime::Target;
use std::fs;
use std::io;
use std::path::Path;

static ASM: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../asm");

/// The folder inside a course project whose files replace those of the solution in a hand-out.
const HANDOUT: &str = "handout";
/// The folders with tests that students do not get.
const HIDDEN: [&str; 2] = ["tests/daily/", "tests/eval/"];

/// A loader that has all bundled sources.
pub fn loader() -> MemoryLoader {
    let mut loader = MemoryLoader::default();
    for file in files(&ASM) {
        let is_source = file
            .path()
            .extension()
            .is_some_and(|ending| ending == "s" || ending == "asm");
        if is_source {
            loader = loader.with(&file.path().to_string_lossy(), file.contents());
        }
    }
    loader
}

/// Every file that is carried, by its path.
pub fn all() -> Vec<(String, &'static [u8])> {
    let all = files(&ASM).into_iter();
    all.filter_map(|file| inside(file, "")).collect()
}

/// Whether the game's sources are there.
pub fn has(game: &Game) -> bool {
    ASM.get_file(game.path()).is_some()
}

fn files(folder: &'static Dir<'static>) -> Vec<&'static File<'static>> {
    let mut all: Vec<_> = folder.files().collect();
    for folder in folder.dirs() {
        all.extend(files(folder));
    }
    all
}

/// The files of the course project as a student gets them: everything but the tests that only the
/// staff has, and with stubs in place of the solutions.
pub fn handout(target: Target) -> Vec<(String, &'static [u8])> {
    let project = format!("{}/2048", target.desc().name);
    let Some(folder) = ASM.get_dir(&project) else {
        return Vec::new();
    };
    let stubs = format!("{project}/{HANDOUT}");
    let all = files(folder);
    let mut given: Vec<_> = all.iter().filter_map(|file| inside(file, &stubs)).collect();
    for file in &all {
        let Some((path, contents)) = inside(file, &project) else {
            continue;
        };
        let replaced = given.iter().any(|(stub, _)| *stub == path);
        let hidden = HIDDEN.iter().any(|folder| path.starts_with(folder));
        if !path.starts_with(HANDOUT) && !hidden && !replaced {
            given.push((path, contents));
        }
    }
    given.sort();
    given
}

/// The path of a file from a folder, and its contents.
fn inside(file: &'static File<'static>, folder: &str) -> Option<(String, &'static [u8])> {
    let path = file.path().strip_prefix(folder).ok()?;
    Some((path.to_string_lossy().replace('\\', "/"), file.contents()))
}

/// Writes the hand-out into `folder`, which must be new or empty; how many files it has.
pub fn write_handout(target: Target, folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "it is not empty",
        ));
    }
    let files = handout(target);
    for (path, contents) in &files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, contents)?;
    }
    Ok(files.len())
}
