//! Which sources hold the function that is tested, and the program that they make.

use super::codes;
use super::words;
use assembler::{FileSource, Loader};
use diag::{Diagnostic, Span};
use runtime::load::{LoadOptions, Loaded, load_from};
use std::path::{Path, PathBuf};

/// The endings of sources.
const ENDINGS: [&str; 2] = ["s", "asm"];
/// The largest source that is looked into.
const LARGEST: u64 = 64 << 20;

/// The sources of a program, as paths from where the command was given: the first is its main file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources(Vec<PathBuf>);

impl Sources {
    /// The files that a test names, from the project's folder. An ending may be left out, so that
    /// the same test serves both machines.
    pub fn named(
        project: &Path,
        here: &Path,
        link: &[(String, Span)],
        source: &dyn FileSource,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut files = Vec::new();
        for (name, at) in link {
            let path = project.join(name);
            let with_ending = |ending: &&str| {
                path.with_file_name(format!(
                    "{}.{ending}",
                    path.file_name().unwrap_or_default().to_string_lossy()
                ))
            };
            let endings = ENDINGS.iter().map(with_ending);
            let mut candidates = [path.clone()].into_iter().chain(endings);
            match candidates.find(|file| is_file(&here.join(file), source)) {
                Some(file) => files.push(file),
                None => {
                    let title = format!("there is no file `{name}`");
                    let diagnostic = Diagnostic::error(codes::LINK, title)
                        .primary(*at, "looked for in the project's folder")
                        .note(format!("that is `{}`", shown(project)));
                    return Err(Box::new(diagnostic));
                }
            }
        }
        Ok(Sources(files))
    }

    /// The source that defines a label: the file that is called like it, or one that has it.
    /// Looked for in `src/`, if there is such a folder, and else in the folder itself.
    pub fn of_function(
        folder: &Path,
        here: &Path,
        function: &str,
        source: &dyn FileSource,
    ) -> Option<Self> {
        let inner = folder.join("src");
        let folder = match source.list(&here.join(&inner)).is_empty() {
            true => folder.to_owned(),
            false => inner,
        };
        let names = source.list(&here.join(&folder)).into_iter();
        let mut files: Vec<PathBuf> = names
            .map(|name| folder.join(name))
            .filter(|path| is_source(path))
            .collect();
        files.sort();
        let called_so = files
            .iter()
            .find(|path| path.file_stem().is_some_and(|stem| stem == function));
        let found = called_so
            .filter(|path| defines(&here.join(path), function, source))
            .or_else(|| {
                files
                    .iter()
                    .find(|path| defines(&here.join(path), function, source))
            });
        found.map(|file| Sources(vec![file.clone()]))
    }

    /// One file.
    pub fn file(path: &Path) -> Self {
        Sources(vec![path.to_owned()])
    }

    /// Further files.
    pub fn with(mut self, files: impl IntoIterator<Item = PathBuf>) -> Self {
        for file in files {
            if !self.0.contains(&file) {
                self.0.push(file);
            }
        }
        self
    }

    /// Assembles them.
    pub fn load(&self, here: &Path, loader: &mut dyn Loader) -> Loaded {
        let mut names = self.0.iter().map(|path| shown(path));
        let main = names.next().unwrap_or_default();
        let options = LoadOptions {
            extra: names.collect(),
            ..LoadOptions::new(here.to_owned())
        };
        let mut loaded = load_from(&main, &options, loader);
        // A library need not begin anywhere.
        loaded
            .diagnostics
            .retain(|d| d.severity == diag::Severity::Error);
        loaded
    }
}

/// A path as people write it; the folder itself is a dot.
fn shown(path: &Path) -> String {
    match path.to_string_lossy() {
        path if path.is_empty() => ".".to_owned(),
        path => path.replace('\\', "/"),
    }
}

/// Whether the file's name is that of a source.
fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Whether there is such a file.
fn is_file(path: &Path, source: &dyn FileSource) -> bool {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return false;
    };
    source.list(folder).iter().any(|found| **found == *name)
}

/// Whether a line of the file begins with this label.
fn defines(path: &Path, label: &str, source: &dyn FileSource) -> bool {
    let Ok(file) = source.read(path, None, LARGEST) else {
        return false;
    };
    let text = String::from_utf8_lossy(&file.text);
    text.lines().any(|line| {
        let rest = line.trim_start().strip_prefix(label);
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    })
}

/// What to say if no source has the function.
pub fn missing(folder: &Path, function: &str, at: Option<Span>) -> Diagnostic {
    let title = match words::is_name(function) {
        true => format!("no source of `{}` has a label `{function}`", shown(folder)),
        false => format!("`{function}` is no label"),
    };
    let diagnostic = Diagnostic::error(codes::LINK, title);
    let diagnostic = match at {
        Some(at) => diagnostic.primary(at, "looked for in `src/`"),
        None => diagnostic,
    };
    diagnostic.help("name the sources: `link = [\"src/FILE\"]`")
}
