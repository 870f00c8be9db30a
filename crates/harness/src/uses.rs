//! Which tests use a source: by what they import, by what a unit test calls, and by name.

use crate::project::Project;
use crate::test::{Test, TestKind};
use crate::unit::link::{self, Sources};
use assembler::{FileCache, FileSource};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The largest source that is looked into.
const LARGEST: u64 = 1 << 20;
/// The directives after which a source names another one.
const IMPORTS: [&str; 2] = [".import", ".include"];

/// Looks into the sources of a project.
#[derive(Debug)]
pub struct SourceUses<'a> {
    project: &'a Project,
    here: &'a Path,
    files: FileCache,
}

impl<'a> SourceUses<'a> {
    /// For a project, with paths from `here`.
    pub fn new(project: &'a Project, here: &'a Path) -> Self {
        SourceUses {
            project,
            here,
            files: FileCache::default(),
        }
    }

    /// The source with this function, as a path from `here`.
    pub fn source_of(&self, function: &str) -> Option<PathBuf> {
        let root = &self.project.root;
        let sources = Sources::of_function(root, self.here, function, &self.files)?;
        sources.main().map(Path::to_owned)
    }

    /// The sources of the project, without endings: what people call its functions.
    pub fn functions(&self) -> Vec<String> {
        let files = link::sources_of(&self.project.root, self.here, &self.files);
        let stems = files.iter().filter_map(|file| file.file_stem()?.to_str());
        stems.map(str::to_owned).collect()
    }

    /// The tests that import a source themselves, or call a function in it.
    pub fn direct(&self, source: &Path) -> Vec<&'a Test> {
        let Some(source) = self.real(source) else {
            return Vec::new();
        };
        let tests = self.project.tests();
        tests
            .filter(|test| self.named_by(test).contains(&source))
            .collect()
    }

    /// The tests whose programs contain a source, whoever imports it.
    pub fn all(&self, source: &Path) -> Vec<&'a Test> {
        let Some(source) = self.real(source) else {
            return Vec::new();
        };
        let mut known = HashMap::new();
        let mut has = |test: &&Test| {
            let mut open = self.named_by(test);
            let mut seen = HashSet::new();
            while let Some(file) = open.pop() {
                if file == source {
                    return true;
                }
                if seen.insert(file.clone()) {
                    let imports = known.entry(file.clone());
                    let imports = imports.or_insert_with(|| self.imports(&file));
                    open.extend(imports.iter().cloned());
                }
            }
            false
        };
        self.project.tests().filter(|test| has(test)).collect()
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        self.here.join(path).canonicalize().ok()
    }

    fn text(&self, path: &Path) -> String {
        let file = self.files.read(path, None, LARGEST);
        file.map_or_else(
            |_| String::new(),
            |file| String::from_utf8_lossy(&file.text).into_owned(),
        )
    }

    /// The sources that a test names.
    fn named_by(&self, test: &Test) -> Vec<PathBuf> {
        let path = self.here.join(&test.source);
        match test.kind {
            TestKind::Program => self.imports(&path),
            TestKind::Unit => {
                let text = self.text(&path);
                let mut calls: Vec<&str> = text.lines().filter_map(called).collect();
                calls.sort_unstable();
                calls.dedup();
                let sources = calls.into_iter().filter_map(|call| self.source_of(call));
                sources.filter_map(|source| self.real(&source)).collect()
            }
        }
    }

    /// The sources that a source names. One of a MARS project that includes nothing is linked with all
    /// others, and uses those that it mentions.
    fn imports(&self, path: &Path) -> Vec<PathBuf> {
        let folder = path.parent().unwrap_or(path);
        let text = self.text(path);
        let named: Vec<&str> = text.lines().filter_map(imported).collect();
        let is_mars = path.extension().is_some_and(|ending| ending == "asm");
        if named.is_empty() && is_mars {
            return self.linked(&text);
        }
        let files = named.iter().map(|name| folder.join(name).canonicalize());
        files.filter_map(Result::ok).collect()
    }

    /// The sources whose names a text mentions. A MARS project links all of them: these are the ones
    /// that are used.
    fn linked(&self, text: &str) -> Vec<PathBuf> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let code = text.lines().filter_map(|line| line.split('#').next());
        let words: HashSet<&str> = code.flat_map(|line| line.split(|c| !is_part(c))).collect();
        let files = link::sources_of(&self.project.root, self.here, &self.files);
        let is_mentioned = |file: &PathBuf| {
            let stem = file.file_stem().and_then(|stem| stem.to_str());
            stem.is_some_and(|stem| words.contains(stem))
        };
        let files = files.into_iter().filter(is_mentioned);
        files.filter_map(|file| self.real(&file)).collect()
    }
}

/// The file that a line of a source imports.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = IMPORTS.iter().find_map(|word| line.strip_prefix(word))?;
    let name = rest.strip_prefix([' ', '\t'])?.split('#').next()?;
    Some(name.trim().trim_matches('"'))
}

/// The function that a line of a unit test names.
fn called(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("call")?.trim_start();
    let value = rest.strip_prefix('=')?.trim();
    value.strip_prefix('"')?.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_files_and_functions() {
        assert_eq!(imported("  .import ../a.s  # why"), Some("../a.s"));
        assert_eq!(imported(".include \"b c.asm\""), Some("b c.asm"));
        assert_eq!(imported(".importance x"), None);
        assert_eq!(imported("# .import x"), None);
        assert_eq!(called("call = \"merge\""), Some("merge"));
        assert_eq!(called("calls = [1]"), None);
    }

    fn names(tests: &[&Test]) -> Vec<String> {
        let mut names: Vec<String> = tests.iter().map(|test| test.to_string()).collect();
        names.retain(|name| name.ends_with("_1") || name.starts_with("unit/"));
        names
    }

    #[test]
    fn tests_use_what_they_import() {
        let here = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        for (root, ending) in [("asm/rv32/2048", "s"), ("asm/mips32/2048", "asm")] {
            let project = Project::open(Path::new(root), here);
            let uses = SourceUses::new(&project, here);
            let source = uses.source_of("move_one").unwrap();
            assert!(source.ends_with(format!("src/move_one.{ending}")));
            let direct = ["pub/test_move_one_1", "unit/move_one"];
            assert_eq!(names(&uses.direct(&source)), direct, "{root}");
            let all = names(&uses.all(&source));
            for test in [
                "pub/test_move_one_1",
                "pub/test_move_left_1",
                "pub/test_complete_move_1",
            ] {
                assert!(all.contains(&test.to_owned()), "{root}: {all:?}");
            }
            assert!(
                !all.contains(&"pub/test_place_1".to_owned()),
                "{root}: {all:?}"
            );
            assert!(uses.functions().contains(&"merge".to_owned()));
        }
    }
}
