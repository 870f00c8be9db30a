//! Which files belong to a test beside its own: those that the course names, or, for MARS, those
//! that the folders suggest.

use super::{Job, RunOptions};
use crate::handed_in::HandedIn;
use crate::project::{TESTS, is_of_a_tool, natural};
use crate::settings::Settings;
use assembler::FileSource;
use keys::glob;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// More than any source has.
const LIMIT: u64 = 64 << 20;
/// So many includes are followed from one file. Beyond that, the assembler reports what is there twice.
const MOST_INCLUDES: usize = 1000;
/// The file of a project in which the program begins, without its ending.
const MAIN: &str = "main";
/// What tests of a project share.
const UTILITIES: &str = "test_utils.asm";

/// What is linked with a test.
#[derive(Debug, Default)]
pub(super) struct Linked {
    /// The files, as paths from where the command was given.
    pub(super) files: Vec<String>,
    /// Patterns that fit no file.
    pub(super) in_vain: Vec<String>,
}

/// The files to link with a test.
pub(super) fn files(
    job: &Job<'_>,
    settings: &Settings,
    options: &RunOptions,
    source: &dyn FileSource,
) -> Linked {
    let mut linked = Linked::default();
    let root = &job.project.root;
    let is_mars = job.test.source.extension().is_some_and(|e| e == "asm");
    if settings.link.is_none() && !is_mars {
        return linked;
    }
    let Ok(file) = source.read(&options.here.join(&job.test.source), None, LIMIT) else {
        return linked;
    };
    let text = String::from_utf8_lossy(&file.text);
    let expand = |pattern: &str| {
        let mut files = expand(pattern, root, &options.here, source);
        // A test begins in its own `main`. A file that is named outright is meant.
        if glob::is_pattern(pattern) && defines_main(&text) {
            files.retain(|file| Path::new(file).file_stem().is_none_or(|name| name != MAIN));
        }
        files
    };
    let includes = Includes {
        handed_in: HandedIn::of(job.project, &options.here),
        here: &options.here,
        source,
    };
    if let Some(patterns) = &settings.link {
        let (mut found, mut named) = (Vec::new(), Vec::new());
        for pattern in patterns {
            let files = expand(pattern);
            if files.is_empty() {
                linked.in_vain.push(pattern.clone());
            }
            if !glob::is_pattern(pattern) {
                named.extend(files.iter().cloned());
            }
            found.extend(files);
        }
        let own = job.test.source.to_string_lossy();
        found.retain(|file| *file != own);
        linked.files = includes.without_included(found, &named);
        return linked;
    }
    // A test that includes what it needs would get it twice.
    if included(&text).next().is_some() {
        return linked;
    }
    linked.files = includes.without_included(expand("src/*.asm"), &[]);
    let tests = root.join(TESTS);
    if source
        .list(&options.here.join(&tests))
        .iter()
        .any(|name| name == UTILITIES)
    {
        let utilities = tests.join(UTILITIES).to_string_lossy().into_owned();
        linked.files.push(utilities);
    }
    linked
}

/// The files that a text includes, as they are written.
fn included(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let name = line.trim_start().strip_prefix(".include")?.trim_start();
        let (name, _) = name.strip_prefix('"')?.split_once('"')?;
        Some(name)
    })
}

/// What each file includes by itself.
type Direct = FxHashMap<PathBuf, Vec<(PathBuf, PathBuf)>>;

/// Who includes whom among the files of a project.
struct Includes<'a> {
    handed_in: HandedIn,
    here: &'a Path,
    source: &'a dyn FileSource,
}

impl Includes<'_> {
    /// These files without those that another one of them brings with it. What is `named` outright
    /// is meant. What a student writes never takes the place of a file of the staff.
    fn without_included(&self, files: Vec<String>, named: &[String]) -> Vec<String> {
        let mut known = FxHashMap::default();
        let brought: Option<Vec<_>> = files
            .iter()
            .map(|file| self.brought_by(file, &mut known))
            .collect();
        let Some(brought) = brought.filter(|all| all.iter().any(|one| !one.is_empty())) else {
            return files;
        };
        let mut linked = vec![true; files.len()];
        for (k, file) in files.iter().enumerate() {
            let Some(real) = self.real(&self.here.join(file)) else {
                continue;
            };
            let brings = |other: usize| {
                let may = self.handed_in.has(file) || !self.handed_in.has(&files[other]);
                other != k && linked[other] && brought[other].contains(&real) && may
            };
            linked[k] = named.contains(file) || !(0..files.len()).any(brings);
        }
        let files = files.into_iter().zip(linked);
        let files = files.filter(|(_, linked)| *linked);
        files.map(|(file, _)| file).collect()
    }

    /// All that a file includes, and what that includes; none if that is too much to follow. What
    /// each file includes by itself is `known` once it was looked at.
    fn brought_by(&self, file: &str, known: &mut Direct) -> Option<FxHashSet<PathBuf>> {
        let mut brought = FxHashSet::default();
        let mut waiting = vec![self.here.join(file)];
        let mut followed = 0;
        while let Some(path) = waiting.pop() {
            if !known.contains_key(&path) {
                known.insert(path.clone(), self.included_by(&path));
            }
            for (there, real) in &known[&path] {
                followed += 1;
                if followed > MOST_INCLUDES {
                    return None;
                }
                if brought.insert(real.clone()) {
                    waiting.push(there.clone());
                }
            }
        }
        Some(brought)
    }

    /// The files that one includes by itself: their paths, and what identifies them.
    fn included_by(&self, path: &Path) -> Vec<(PathBuf, PathBuf)> {
        let Ok(read) = self.source.read(path, None, LIMIT) else {
            return Vec::new();
        };
        let text = String::from_utf8_lossy(&read.text);
        let names: BTreeSet<&str> = included(&text).take(MOST_INCLUDES).collect();
        let found = names.into_iter().filter_map(|name| {
            let there = path.with_file_name(name);
            let real = self.real(&there)?;
            Some((there, real))
        });
        found.collect()
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        let read = self.source.read(path, None, LIMIT);
        read.ok().map(|file| file.path)
    }
}

fn defines_main(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| {
        let rest = line.strip_prefix("main");
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    })
}

/// The files that a pattern means, in order. A name without stars stands for itself, so that the
/// assembler reports it if it is missing.
pub(crate) fn expand(
    pattern: &str,
    root: &Path,
    here: &Path,
    source: &dyn FileSource,
) -> Vec<String> {
    let whole = root.join(pattern);
    if !glob::is_pattern(pattern) {
        return vec![whole.to_string_lossy().into_owned()];
    }
    let (Some(folder), Some(name)) = (whole.parent(), whole.file_name()) else {
        return Vec::new();
    };
    let name = name.to_string_lossy();
    let mut names = source.list(&here.join(folder));
    names.retain(|found| glob::fits(&name, found) && !is_of_a_tool(found));
    names.sort_by(|a, b| natural(a, b));
    let paths = names.iter().map(|name| folder.join(name));
    paths
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}
