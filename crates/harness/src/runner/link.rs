//! Which files belong to a test beside its own: those that the course names, or, for MARS, those
//! that the folders tell.

use super::{Job, RunOptions};
use crate::glob;
use crate::project::{TESTS, natural};
use crate::settings::Settings;
use assembler::FileSource;
use std::path::Path;

/// More than any source has.
const LIMIT: u64 = 64 << 20;
/// The file of a project in which the program begins.
const MAIN: &str = "main.asm";
/// What tests of a project share.
const UTILITIES: &str = "test_utils.asm";

/// The files to link with a test, as paths from where the command was given.
pub(super) fn files(
    job: &Job<'_>,
    settings: &Settings,
    options: &RunOptions,
    source: &dyn FileSource,
) -> Vec<String> {
    let root = &job.project.root;
    if let Some(patterns) = &settings.link {
        let found = patterns
            .iter()
            .flat_map(|p| expand(p, root, &options.here, source));
        let own = job.test.source.to_string_lossy();
        return found.filter(|file| *file != own).collect();
    }
    let is_mars = job.test.source.extension().is_some_and(|e| e == "asm");
    if !is_mars {
        return Vec::new();
    }
    let Ok(file) = source.read(&options.here.join(&job.test.source), None, LIMIT) else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&file.text);
    // A test that includes what it needs would get it twice.
    if text
        .lines()
        .any(|line| line.trim_start().starts_with(".include"))
    {
        return Vec::new();
    }
    let mut files = expand("src/*.asm", root, &options.here, source);
    if defines_main(&text) {
        files.retain(|file| Path::new(file).file_name().is_none_or(|name| name != MAIN));
    }
    let tests = root.join(TESTS);
    if source
        .list(&options.here.join(&tests))
        .iter()
        .any(|name| name == UTILITIES)
    {
        files.push(tests.join(UTILITIES).to_string_lossy().into_owned());
    }
    files
}

fn defines_main(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| {
        let rest = line.strip_prefix("main");
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    })
}

/// The files that a pattern means, in order. A name without stars stands for itself, so that the
/// assembler tells if it is not there.
fn expand(pattern: &str, root: &Path, here: &Path, source: &dyn FileSource) -> Vec<String> {
    let whole = root.join(pattern);
    if !glob::is_pattern(pattern) {
        return vec![whole.to_string_lossy().into_owned()];
    }
    let (Some(folder), Some(name)) = (whole.parent(), whole.file_name()) else {
        return Vec::new();
    };
    let name = name.to_string_lossy();
    let mut names = source.list(&here.join(folder));
    names.retain(|found| glob::fits(&name, found));
    names.sort_by(|a, b| natural(a, b));
    let paths = names.iter().map(|name| folder.join(name));
    paths
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}
