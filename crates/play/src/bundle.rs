//! The assembly sources that `jal` carries with it.

use crate::games::Game;
use assembler::MemoryLoader;
use include_dir::{Dir, File, include_dir};
use runtime::Target;

static ASM: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../asm");

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

/// The files of the course project, with solutions and hidden tests, by their paths in it.
pub fn course(target: Target) -> Vec<(String, &'static [u8])> {
    let project = format!("{}/2048", target.desc().name);
    let folder = ASM.get_dir(&project).into_iter();
    let files = folder.flat_map(files);
    files.filter_map(|file| inside(file, &project)).collect()
}

/// The path of a file from a folder, and its contents.
fn inside(file: &'static File<'static>, folder: &str) -> Option<(String, &'static [u8])> {
    let path = file.path().strip_prefix(folder).ok()?;
    Some((path.to_string_lossy().replace('\\', "/"), file.contents()))
}
