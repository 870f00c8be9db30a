//! Which sources hold the function that is tested, and the program that they make.

use super::codes;
use super::words;
use crate::lints::completed;
use crate::settings::source_limits;
use assembler::{Assembler, FileSource, Loader, SourceFile};
use diag::{Diagnostic, Span};
use runtime::Language;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use std::path::{Path, PathBuf};

/// The endings of sources.
const ENDINGS: [&str; 2] = ["s", "asm"];
/// The largest source that is looked into.
const LARGEST: u64 = 64 << 20;

/// The file of a project in which the program begins; single functions are tested without it.
const MAIN: &str = "main.asm";

/// The sources of a program, as paths from where the command was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// The first is the main file.
    files: Vec<PathBuf>,
    /// The other sources of a MARS project: they are linked if something is missing without them.
    neighbours: Vec<PathBuf>,
    /// The language that they are written in, if the course says it.
    language: Option<Language>,
}

impl Sources {
    /// The same, written in this language.
    pub fn in_language(self, language: Option<Language>) -> Self {
        Sources { language, ..self }
    }

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
                        .primary(*at, "looked in the project's folder")
                        .note(format!("that is `{}`", shown(project)));
                    return Err(Box::new(diagnostic));
                }
            }
        }
        Ok(Sources {
            files,
            neighbours: Vec::new(),
            language: None,
        })
    }

    /// The source that defines a label: the file that is called like it, or one that has it.
    /// Looked for in `src/`, if there is such a folder, and else in the folder itself.
    pub fn of_function(
        folder: &Path,
        here: &Path,
        function: &str,
        source: &dyn FileSource,
    ) -> Option<Self> {
        let files = sources_of(folder, here, source);
        let has = |path: &&PathBuf| {
            let text = text(&here.join(path), source);
            labels(&text).any(|label| label == function)
        };
        let called_so = files.iter().find(|path| is_called(path, function));
        let found = called_so
            .filter(has)
            .or_else(|| files.iter().find(has))?
            .clone();
        let neighbours = neighbours(&found, &files, here, source);
        Some(Sources {
            files: vec![found],
            neighbours,
            language: None,
        })
    }

    /// One file.
    pub fn file(path: &Path) -> Self {
        Sources {
            files: vec![path.to_owned()],
            neighbours: Vec::new(),
            language: None,
        }
    }

    /// Further files.
    pub fn with(mut self, files: impl IntoIterator<Item = PathBuf>) -> Self {
        for file in files {
            if !self.files.contains(&file) {
                self.files.push(file);
            }
        }
        self
    }

    /// Assembles them.
    pub fn load(&self, here: &Path, loader: &mut dyn Loader) -> LoadedProgram {
        self.load_with(None, here, loader)
    }

    /// Assembles them by an assembler that may know some of them.
    pub(crate) fn load_by(
        &self,
        assembler: &mut Assembler,
        here: &Path,
        loader: &mut dyn Loader,
    ) -> LoadedProgram {
        self.load_more(None, Some(assembler), here, loader)
    }

    /// Assembles them, with one more source that comes last.
    pub(crate) fn load_with(
        &self,
        more: Option<&SourceFile>,
        here: &Path,
        loader: &mut dyn Loader,
    ) -> LoadedProgram {
        self.load_more(more, None, here, loader)
    }

    fn load_more(
        &self,
        more: Option<&SourceFile>,
        mut assembler: Option<&mut Assembler>,
        here: &Path,
        loader: &mut dyn Loader,
    ) -> LoadedProgram {
        let loaded = self.assemble(more, assembler.as_deref_mut(), here, loader);
        let is_missing = |d: &Diagnostic| d.code == assembler::codes::UNDEFINED_SYMBOL;
        if self.neighbours.is_empty() || !loaded.diagnostics.iter().any(is_missing) {
            return loaded;
        }
        let all = self.clone().with(self.neighbours.iter().cloned());
        all.assemble(more, assembler, here, loader)
    }

    /// Assembles them; names that nobody defines are made up, so that what needs none of them can
    /// be called.
    pub fn load_completed(&self, here: &Path, loader: &mut dyn Loader) -> LoadedProgram {
        let loaded = self.load(here, loader);
        completed(loaded, |more| {
            let all = self.clone().with(self.neighbours.iter().cloned());
            all.assemble(Some(more), None, here, loader)
        })
    }

    /// The same file elsewhere, with what lies beside it there and what the patterns of a course
    /// link.
    pub fn elsewhere(&self, here: &Path, patterns: &[String], source: &dyn FileSource) -> Self {
        let folder = Path::new("");
        let files = sources_of(folder, here, source);
        let main = self.files.first().cloned().unwrap_or_default();
        let neighbours = neighbours(&main, &files, here, source);
        let sources = Sources {
            files: vec![main],
            neighbours,
            language: self.language,
        };
        sources.with(of_course(patterns, folder, here, source))
    }

    /// The file with the function.
    pub fn main(&self) -> Option<&Path> {
        self.files.first().map(PathBuf::as_path)
    }

    /// What to compare a function by: one source, or those of a folder that define it, with what
    /// the patterns of a course link.
    pub fn to_compare(
        place: &Path,
        here: &Path,
        function: &str,
        patterns: &[String],
        source: &dyn FileSource,
    ) -> Result<Self, Missing> {
        if is_source(place) && is_file(&here.join(place), source) {
            return Ok(Sources::file(place));
        }
        let sources = Sources::of_function(place, here, function, source)
            .ok_or_else(|| Missing::new(place, here, function, source))?;
        // A reference may be a folder of sources only, which does not have them all.
        let linked = of_course(patterns, place, here, source).into_iter();
        Ok(sources.with(linked.filter(|file| is_file(&here.join(file), source))))
    }

    /// Assembles them as they are.
    fn assemble(
        &self,
        more: Option<&SourceFile>,
        assembler: Option<&mut Assembler>,
        here: &Path,
        loader: &mut dyn Loader,
    ) -> LoadedProgram {
        let mut names = self.files.iter().map(|path| shown(path));
        let main = names.next().unwrap_or_default();
        let options = LoadOptions {
            extra: names.collect(),
            target: self.language.map(Language::target),
            language: self.language,
            sources: source_limits(),
            ..LoadOptions::new(here.to_owned())
        };
        let request = LoadRequest {
            more,
            assembler,
            ..LoadRequest::new(&main, &options).from_loader(loader)
        };
        let mut loaded = request.load();
        // A library need not begin anywhere.
        loaded
            .diagnostics
            .retain(|d| d.severity == diag::Severity::Error);
        loaded
    }
}

/// The sources in `src/`, if there is such a folder, and else in the folder itself.
pub(crate) fn sources_of(folder: &Path, here: &Path, source: &dyn FileSource) -> Vec<PathBuf> {
    let inner = folder.join("src");
    let folder = match source.list(&here.join(&inner)).is_empty() {
        true => folder.to_owned(),
        false => inner,
    };
    let names = source.list(&here.join(&folder)).into_iter();
    let files = names.map(|name| folder.join(name));
    let mut files: Vec<PathBuf> = files.filter(|path| is_source(path)).collect();
    files.sort();
    files
}

/// The other sources that belong to one of a MARS project, unless it includes what it needs.
fn neighbours(
    file: &Path,
    files: &[PathBuf],
    here: &Path,
    source: &dyn FileSource,
) -> Vec<PathBuf> {
    let is_mars = |path: &Path| path.extension().is_some_and(|ending| ending == "asm");
    let text = text(&here.join(file), source);
    let mut lines = text.lines().map(str::trim_start);
    if !is_mars(file) || lines.any(|line| line.starts_with(".include")) {
        return Vec::new();
    }
    let others = files.iter().filter(|path| is_mars(path) && *path != file);
    others.filter(|path| !is_main(path)).cloned().collect()
}

fn is_main(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MAIN)
}

/// The files that the patterns of a course link with functions, as paths from where the command was
/// given.
pub fn of_course(
    patterns: &[String],
    root: &Path,
    here: &Path,
    source: &dyn FileSource,
) -> Vec<PathBuf> {
    let files = patterns
        .iter()
        .flat_map(|pattern| crate::runner::expand(pattern, root, here, source));
    let files = files.map(PathBuf::from);
    files.filter(|path| !is_main(path)).collect()
}

/// A path as people write it; the folder itself is a dot.
fn shown(path: &Path) -> String {
    match path.to_string_lossy() {
        path if path.is_empty() => ".".to_owned(),
        path => path.replace('\\', "/"),
    }
}

/// Whether the file's name is that of a source.
pub fn is_source(path: &Path) -> bool {
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

/// Whether the file's name is that of the function.
fn is_called(path: &Path, function: &str) -> bool {
    path.file_stem().is_some_and(|stem| stem == function)
}

fn text(path: &Path, source: &dyn FileSource) -> String {
    let file = source.read(path, None, LARGEST);
    file.map_or_else(
        |_| String::new(),
        |file| String::from_utf8_lossy(&file.text).into_owned(),
    )
}

/// The labels that lines begin with.
fn labels(text: &str) -> impl Iterator<Item = &str> {
    let before = text.lines().filter_map(|line| line.split_once(':'));
    let names = before.map(|(label, _)| label.trim());
    names.filter(|label| words::is_name(label))
}

/// A function that no source has.
#[derive(Clone, Debug)]
pub struct Missing {
    folder: PathBuf,
    function: String,
    /// The source that is called like it.
    pub file: Option<PathBuf>,
    /// The label that looks most like it.
    similar: Option<String>,
}

impl Missing {
    /// Looks for what comes near.
    pub fn new(folder: &Path, here: &Path, function: &str, source: &dyn FileSource) -> Self {
        let files = sources_of(folder, here, source);
        let texts: Vec<String> = files.iter().map(|f| text(&here.join(f), source)).collect();
        let known = texts.iter().flat_map(|text| labels(text));
        let similar = diag::similar(function, known);
        Missing {
            folder: folder.to_owned(),
            function: function.to_owned(),
            file: files.iter().find(|path| is_called(path, function)).cloned(),
            similar: similar.first().map(|name| (*name).to_owned()),
        }
    }

    /// What to say.
    pub fn diagnostic(&self, at: Option<Span>) -> Diagnostic {
        let function = &self.function;
        let title = match &self.file {
            _ if !words::is_name(function) => format!("`{function}` is not a label"),
            Some(file) => format!("`{}` has no label `{function}`", shown(file)),
            None => format!(
                "no source of `{}` has a label `{function}`",
                shown(&self.folder)
            ),
        };
        let diagnostic = Diagnostic::error(codes::LINK, title);
        let hint = self
            .similar
            .as_ref()
            .map(|similar| format!("did you mean `{similar}`?"));
        match (at, hint) {
            (Some(at), Some(hint)) => diagnostic.primary(at, hint),
            (Some(at), None) => diagnostic.primary(at, "looked in `src/`"),
            (None, Some(hint)) => diagnostic.help(hint),
            (None, None) => diagnostic,
        }
    }
}
