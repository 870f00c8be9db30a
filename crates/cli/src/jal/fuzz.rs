//! `jal fuzz`: functions of a project against a reference, on generated inputs.

use super::args::{MessageArgs, MessageFormat};
use super::say::Voice;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use assembler::{FileCache, FsLoader};
use clap::Args;
use diag::{SourceMap, number::count};
use harness::fuzz::sealed::{self, SealedReference};
use harness::fuzz::{self, Counterexample, FuzzOptions, FuzzSpec, Searched};
use harness::unit::link::{self, Sources};
use harness::unit::{add_case, is_unit_file};
use harness::{Course, Project, course};
use keys::units;
use runtime::load::LoadedProgram;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is printed below the options.
pub(super) const FUZZ_HELP: &str = "\
The generators of inputs are in course.toml, under [[fuzz]]; see docs/unit-tests.md. A hand-out has \
the course's reference in reference.sealed.

Exit codes: 0 no difference was found, 1 a difference was found, nothing could be compared, or a \
program does not assemble, 2 wrong usage, 3 the course file cannot be used, or jal itself failed.";

// Options of `jal fuzz`.
#[derive(Debug, Args)]
pub(super) struct FuzzArgs {
    /// A function, or the name of a task; by default, all that have generators
    #[arg(value_name = "TASK")]
    pub task: Option<String>,
    /// The reference: a project, its folder of sources, one source, or a sealed reference; by
    /// default, reference.sealed of the project
    #[arg(long, value_name = "DIR|FILE")]
    pub against: Option<PathBuf>,
    /// The project or source to test; by default, the current folder
    #[arg(long, value_name = "DIR|FILE")]
    pub project: Option<PathBuf>,
    /// How many inputs to try for each function (10000, 5M)
    #[arg(long, value_name = "N", value_parser = some_cases, default_value = "100k", conflicts_with = "exhaustive")]
    pub cases: u64,
    /// Stop after this time for each function (2s, 500ms, 1m)
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub time: Option<Duration>,
    /// Seed for the inputs: the same seed gives the same inputs
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: u64,
    /// Try all inputs whose arrays have at most LEN elements
    #[arg(long, value_name = "LEN")]
    pub exhaustive: Option<usize>,
    /// Add the cases found to this .unit.toml file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub messages: MessageArgs,
}

/// At least one case.
fn some_cases(text: &str) -> Result<u64, String> {
    match units::count(text)? {
        0 => Err("at least one case is needed".to_owned()),
        cases => Ok(cases),
    }
}

/// At least some time.
fn some_time(text: &str) -> Result<Duration, String> {
    match units::duration(text)? {
        Duration::ZERO => Err("the time must be more than 0".to_owned()),
        time => Ok(time),
    }
}

/// Runs the command; the exit code.
pub(super) fn run(args: &FuzzArgs) -> Result<u8, ExpectedError> {
    let here = std::env::current_dir().context("there is no working directory")?;
    let command = Fuzz {
        args,
        voice: Voice::new(&args.messages),
        here,
    };
    command.run()
}

/// The command as it was given.
struct Fuzz<'a> {
    args: &'a FuzzArgs,
    voice: Voice,
    here: PathBuf,
}

/// The generators that are to be used, and the file they are in.
struct Entries {
    specs: Vec<FuzzSpec>,
    course: Course,
    sources: SourceMap,
    file: String,
}

/// What functions are compared with.
enum Reference {
    /// Sources.
    Open(PathBuf),
    /// What a hand-out has.
    Sealed(SealedReference),
}

impl Fuzz<'_> {
    fn run(&self) -> Result<u8, ExpectedError> {
        if let Some(wrong) = self.wrong_paths() {
            return Err(ExpectedError::Usage(wrong));
        }
        let named = self.args.project.clone().unwrap_or_default();
        let root = Project::root_of(&named, &self.here).unwrap_or(named.clone());
        // A single source may be tested, too.
        let own = match self.here.join(&named).is_file() {
            true => named,
            false => root.clone(),
        };
        let reference = self.reference(&root)?;
        let entries = self.entries(&root)?;
        let specs: Vec<&FuzzSpec> = entries
            .specs
            .iter()
            .filter(|spec| self.is_wanted(spec, &entries.course))
            .collect();
        if specs.is_empty() {
            return Err(ExpectedError::Usage(self.nothing_fits(&entries)));
        }
        let mut worst = exit::SUCCESS;
        for spec in specs {
            let code = self.compare(spec, &own, &root, &reference, &entries)?;
            worst = worst.max(code);
        }
        Ok(worst)
    }

    /// What is wrong with the paths that were given.
    fn wrong_paths(&self) -> Option<String> {
        let project = self.args.project.as_deref();
        let against = self.args.against.as_deref();
        for (option, path) in [("--project", project), ("--against", against)] {
            let Some(path) = path else { continue };
            let whole = self.here.join(path);
            let wrong = match whole.is_file() {
                _ if !whole.exists() => "there is no such file or folder",
                true if option == "--against" && is_sealed(&whole) => continue,
                true if !link::is_source(path) => {
                    "this is not a source (.s or .asm): pass a source, or a folder of sources"
                }
                _ => continue,
            };
            return Some(format!("{option} {}: {wrong}", path.display()));
        }
        let save = self.args.save.as_deref()?;
        (!is_unit_file(save)).then(|| {
            format!(
                "--save {}: the name must end in `.unit.toml`, or `jal test` will not read it",
                save.display()
            )
        })
    }

    /// What to compare with: what was named, or what the hand-out has.
    fn reference(&self, root: &Path) -> Result<Reference, ExpectedError> {
        let given = root.join(sealed::FILE);
        let path = match &self.args.against {
            Some(path) if !is_sealed(&self.here.join(path)) => {
                return Ok(Reference::Open(path.clone()));
            }
            Some(path) => path,
            None if self.here.join(&given).is_file() => &given,
            None => {
                return Err(ExpectedError::Usage(format!(
                    "there is nothing to compare with: this project has no {}, which is part of a \
                     hand-out (`jal new DIR --course COURSE` makes one); to compare with another \
                     project or source, name it: --against DIR",
                    sealed::FILE
                )));
            }
        };
        let bytes = fs::read(self.here.join(path))
            .with_context(|| format!("cannot read `{}`", path.display()))?;
        let reference = SealedReference::read(&bytes).map_err(|wrong| {
            let path = path.display();
            ExpectedError::Usage(format!("{path}: {wrong}"))
        })?;
        Ok(Reference::Sealed(reference))
    }

    /// The generators of the project, or else of the reference.
    fn entries(&self, own: &Path) -> Result<Entries, ExpectedError> {
        let against = self.args.against.as_deref();
        let reference = against.and_then(|path| Project::root_of(path, &self.here));
        let mut looked = Vec::new();
        for root in [Some(own.to_owned()), reference].into_iter().flatten() {
            let path = root.join(course::FILE);
            let name = path.to_string_lossy().into_owned();
            let Ok(bytes) = fs::read(self.here.join(&path)) else {
                looked.push(name);
                continue;
            };
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            let (mut sources, mut said) = (SourceMap::default(), Vec::new());
            let file = sources.add(&*name, &*text);
            let course = Course::read(&name, &text, &mut SourceMap::default(), &mut Vec::new());
            let (specs, wrong) = FuzzSpec::read(file, &text);
            said.extend(wrong);
            if !said.is_empty() {
                self.voice.say_all(&sources, &said, &name);
                return Err(ExpectedError::CourseMistakes);
            }
            if specs.is_empty() {
                looked.push(name);
                continue;
            }
            return Ok(Entries {
                specs,
                course,
                sources,
                file: name,
            });
        }
        looked.dedup();
        Err(ExpectedError::Usage(format!(
            "there is no generator for inputs: {} has no [[fuzz]]",
            looked.join(" or ")
        )))
    }

    /// Whether a function is the one that was named, or belongs to the task of that name.
    fn is_wanted(&self, spec: &FuzzSpec, course: &Course) -> bool {
        let Some(wanted) = &self.args.task else {
            return true;
        };
        let named = course.tasks.iter().filter(|task| task.name == *wanted);
        let mut files = named.flat_map(|task| &task.files).map(Path::new);
        spec.call == *wanted || files.any(|f| f.file_stem().is_some_and(|s| *s == *spec.call))
    }

    fn nothing_fits(&self, entries: &Entries) -> String {
        let wanted = self.args.task.as_deref().unwrap_or_default();
        let calls: Vec<&str> = entries
            .specs
            .iter()
            .map(|spec| spec.call.as_str())
            .collect();
        format!(
            "{} has no generator for `{wanted}`, only for {}",
            entries.file,
            calls.join(", ")
        )
    }

    /// The sources of a function; what is wrong is told.
    fn sources(&self, place: &Path, spec: &FuzzSpec, course: &Course) -> Option<Sources> {
        let patterns = course.tests.link.as_deref().unwrap_or_default();
        let files = FileCache::default();
        match Sources::to_compare(place, &self.here, &spec.call, patterns, &files) {
            Ok(sources) => Some(sources.in_language(course.language)),
            Err(missing) => {
                let missing = missing.diagnostic(None);
                self.voice.say_each(&SourceMap::default(), &[missing]);
                None
            }
        }
    }

    /// Loads a function's program; what is wrong is told.
    fn load(&self, sources: &Sources) -> Option<LoadedProgram> {
        let mut loader = FsLoader::new(&self.here).with_full_names();
        let loaded = sources.load(&self.here, &mut loader);
        if loaded.has_errors() {
            self.voice.say_each(&loaded.sources, &loaded.diagnostics);
            return None;
        }
        Some(loaded)
    }

    /// The program to compare a function with; what is wrong is told.
    fn load_reference(
        &self,
        reference: &Reference,
        own: Option<&Sources>,
        spec: &FuzzSpec,
        course: &Course,
    ) -> Result<Option<LoadedProgram>, ExpectedError> {
        let place = match reference {
            Reference::Open(place) => place,
            Reference::Sealed(sealed) => {
                let program = sealed.program(&spec.call);
                return program.map(Some).ok_or_else(|| {
                    let call = &spec.call;
                    ExpectedError::Usage(format!(
                        "the reference has no `{call}`; it is older than course.toml, or from \
                         another course: get the hand-out again"
                    ))
                });
            }
        };
        let Some(sources) = self.sources(place, spec, course) else {
            return Ok(None);
        };
        let real = |sources: &Sources| self.here.join(sources.main()?).canonicalize().ok();
        let main = real(&sources);
        if main.is_some() && own.and_then(real) == main {
            let file = sources.main().unwrap_or(place).display();
            return Err(ExpectedError::Usage(format!(
                "`{file}` would be compared with itself, and nothing can differ: name another \
                 project, source or reference after --against"
            )));
        }
        Ok(self.load(&sources))
    }

    /// Compares one function; the exit code.
    fn compare(
        &self,
        spec: &FuzzSpec,
        place: &Path,
        root: &Path,
        reference: &Reference,
        entries: &Entries,
    ) -> Result<u8, ExpectedError> {
        let course = &entries.course;
        let own = self.sources(place, spec, course);
        let reference = self.load_reference(reference, own.as_ref(), spec, course)?;
        let loaded = (own.and_then(|own| self.load(&own)), reference);
        let (Some(own), Some(reference)) = loaded else {
            let text = format!(
                "{}: not compared, because a program cannot be loaded",
                spec.call
            );
            self.print(
                &text,
                || json!({ "function": spec.call, "result": "not-loaded", "summary": text }),
            )?;
            return Ok(exit::FINDINGS);
        };
        let options = FuzzOptions {
            seed: self.args.seed,
            cases: self.args.cases,
            time: self.args.time,
            exhaustive: self.args.exhaustive,
            agreement: course.agreement.clone(),
            ..FuzzOptions::default()
        };
        let searched = match fuzz::search(spec, &own, &reference, &options) {
            Ok(searched) => searched,
            Err(wrong) => {
                self.voice.say_all(&entries.sources, &wrong, &entries.file);
                return Ok(exit::BROKEN);
            }
        };
        let summary = searched.summary(&spec.call, &options);
        self.print(&summary, || facts(spec, &searched, &summary))?;
        let Some(found) = &searched.found else {
            return Ok(match searched.compared() {
                0 => exit::FINDINGS,
                _ => exit::SUCCESS,
            });
        };
        self.show(found, &own)?;
        match &self.args.save {
            Some(file) => self.save(file, found)?,
            // A source that belongs to no project has no place for tests.
            None if self.is_for_people() && place == root => self.propose(spec, root)?,
            None => {}
        }
        Ok(exit::FINDINGS)
    }

    fn is_for_people(&self) -> bool {
        self.args.messages.message_format == MessageFormat::Human
    }

    /// Prints a line for people, or what it says for programs.
    fn print(&self, text: &str, facts: impl FnOnce() -> Value) -> anyhow::Result<()> {
        match self.is_for_people() {
            true => writeln!(io::stdout(), "{text}")?,
            false => writeln!(io::stdout(), "{}", facts())?,
        }
        Ok(())
    }

    fn show(&self, found: &Counterexample, own: &LoadedProgram) -> anyhow::Result<()> {
        if self.is_for_people() {
            let mut out = String::from("\n");
            for line in found.lines() {
                out.push_str(&format!("    {line}\n"));
            }
            out.push('\n');
            io::stdout().write_all(out.as_bytes())?;
            io::stdout().flush()?;
        }
        self.voice
            .say_each(&own.sources, &found.contrast.diagnostics);
        if self.is_for_people() {
            let mut out = String::from("As a case for a .unit.toml file:\n\n");
            out.push_str(&found.unit_case());
            out.push('\n');
            io::stdout().write_all(out.as_bytes())?;
        }
        Ok(())
    }

    /// Says how to keep what was found.
    fn propose(&self, spec: &FuzzSpec, root: &Path) -> anyhow::Result<()> {
        let mut words = vec!["jal".to_owned(), "fuzz".to_owned(), spec.call.clone()];
        let places = [
            ("--project", &self.args.project),
            ("--against", &self.args.against),
        ];
        for (option, place) in places {
            if let Some(place) = place {
                words.push(option.to_owned());
                words.push(diag::shell_path(&place.to_string_lossy()));
            }
        }
        if self.args.seed > 0 {
            words.push(format!("--seed {}", self.args.seed));
        }
        if let Some(longest) = self.args.exhaustive {
            words.push(format!("--exhaustive {longest}"));
        }
        let file = root
            .join(course::OWN_TESTS)
            .join(format!("{}.unit.toml", spec.call));
        let file = diag::shell_path(&file.to_string_lossy());
        let command = words.join(" ");
        writeln!(
            io::stdout(),
            "To keep it as a test: {command} --save {file}"
        )?;
        Ok(())
    }

    /// Adds a case to a file, which may be new.
    fn save(&self, file: &Path, found: &Counterexample) -> anyhow::Result<()> {
        let path = self.here.join(file);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).context(format!("cannot read `{}`", file.display())),
        };
        let added = add_case(&text, &found.unit_case())
            .with_context(|| format!("the case was not saved to `{}`", file.display()))?;
        // A file that is half written would lose the cases that were there.
        let beside = path.with_extension("toml.new");
        let folder = path.parent().unwrap_or(&self.here);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&beside, &added.text))
            .and_then(|()| fs::rename(&beside, &path))
            .context(format!("cannot write `{}`", file.display()))?;
        let cases = count(added.cases as u64, "case");
        if self.is_for_people() {
            let file = file.display();
            writeln!(io::stdout(), "Saved to {file}, which now has {cases}.")?;
        }
        Ok(())
    }
}

/// Whether a file is a sealed reference.
fn is_sealed(path: &Path) -> bool {
    let is_called = path.file_name().is_some_and(|name| name == sealed::FILE);
    is_called || fs::read(path).is_ok_and(|bytes| SealedReference::is_sealed(&bytes))
}

/// What came of a search, for programs.
fn facts(spec: &FuzzSpec, searched: &Searched, summary: &str) -> Value {
    let result = match (&searched.found, searched.compared()) {
        (Some(_), _) => "different",
        (None, 0) => "nothing-compared",
        (None, _) => "same",
    };
    json!({
        "function": spec.call,
        "result": result,
        "summary": summary,
        "cases": searched.cases,
        "planned": searched.planned,
        "compared": searched.compared(),
        "found": searched.found.as_ref().map(|found| json!({
            "case": found.case,
            "call": found.contrast.call,
            "lines": found.lines(),
            "unit_case": found.unit_case(),
        })),
    })
}
