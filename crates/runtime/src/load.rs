//! From a file to a program: an executable is loaded, objects are linked (`objects.rs`), anything else is
//! assembled.

mod objects;

use crate::target::{EnvironmentKind, Language, Target};
use assembler::detect::calls::{self, SimulatorCandidate};
use assembler::detect::{self, LanguageCandidate, LanguageVerdict, forms};
use assembler::elf::{self, JalNote};
use assembler::objects::{InputFile, machine_of as machine_of_object};
use assembler::{
    Additions, AssembleOptions, Assembler, FsLoader, LoadError, Loader, Located, MARS, MIPSY,
    MainFile, Program, SPIM, SourceFile, SourceLimits, SourceRequest,
};
use diag::{Diagnostic, FileId, Severity, SourceMap};
use machine::env::{
    LINUX_MIPS, LINUX_RISCV, MARS_CALLS, MIPSY_CALLS, MarsMap, RARS_CALLS, SPIM_CALLS, VENUS_CALLS,
};
use machine::isa::{IsaDesc, Subset};
use objects::ObjectProgram;
use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// How to load.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Further source files to link.
    pub extra: Vec<String>,
    /// What the program is for, unless the file itself says so.
    pub target: Option<Target>,
    /// The language that it is written in, unless that shows.
    pub language: Option<Language>,
    /// The environment that it will run in, if that is chosen already; it tells languages apart.
    pub environment: Option<EnvironmentKind>,
    /// Branches of a source are delayed.
    pub delay_slots: bool,
    /// Numbers have their highest byte first, in sources for MIPS.
    pub big_endian: bool,
    /// A program in the language of MARS or RARS may read and change its instructions.
    pub self_modifying: bool,
    /// The part of RISC-V that the program may use, if not all of it.
    pub subset: Option<Arc<Subset>>,
    /// Floating-point instructions of MIPS say what they have raised, and trap where that is enabled.
    pub float_exceptions: bool,
    /// Where things lie in memory, for sources in the language of MARS or RARS.
    pub map: &'static MarsMap,
    /// Directory that paths are relative to.
    pub working_dir: PathBuf,
    /// The most memory a program may need.
    pub memory: u64,
    /// How much source is read.
    pub sources: SourceLimits,
    /// What becomes of statements that the simulator of the language does not accept itself.
    pub additions: Additions,
}

impl LoadOptions {
    /// The usual options.
    pub fn new(working_dir: PathBuf) -> Self {
        LoadOptions {
            extra: Vec::new(),
            target: None,
            language: None,
            environment: None,
            delay_slots: false,
            big_endian: false,
            self_modifying: false,
            subset: None,
            float_exceptions: false,
            map: &MarsMap::DEFAULT,
            working_dir,
            memory: crate::Limits::DEFAULT_MEMORY,
            sources: SourceLimits::default(),
            additions: Additions::default(),
        }
    }
}

/// A file that was loaded, or the reasons why not.
pub struct LoadedProgram {
    /// The program, if there is no error.
    pub program: Option<Program>,
    /// The sources, for diagnostics.
    pub sources: SourceMap,
    /// Everything there is to say.
    pub diagnostics: Vec<Diagnostic>,
    /// The assembler's errors as values, for callers that word them differently.
    pub errors: Vec<Located>,
    /// Objects were linked.
    pub has_objects: bool,
    /// What it is for.
    pub target: Target,
    /// The language that it is written in, or would be.
    pub language: Language,
    /// The environment it is meant for.
    pub environment: EnvironmentKind,
    /// Where things lie in memory, in the environment of MARS.
    pub map: &'static MarsMap,
}

impl LoadedProgram {
    /// Nothing yet.
    fn empty(target: Target, environment: EnvironmentKind) -> Self {
        LoadedProgram {
            program: None,
            sources: SourceMap::default(),
            diagnostics: Vec::new(),
            errors: Vec::new(),
            has_objects: false,
            target,
            language: target.language(),
            environment,
            map: &MarsMap::DEFAULT,
        }
    }

    /// The instruction set.
    pub fn desc(&self) -> &'static IsaDesc {
        self.target.desc()
    }

    /// The note for an ELF file, so that loading that gives the same.
    pub fn note(&self, program: &Program) -> JalNote {
        let environment = self.environment.name();
        JalNote::about(&program.image, self.desc(), environment, self.map.name)
    }

    fn has_instructions(&self) -> bool {
        let segments = self.program.iter().flat_map(|p| &p.image.segments);
        segments.into_iter().any(|s| s.access.execute && s.size > 0)
    }

    /// Whether it was assembled, not loaded.
    pub fn is_source(&self) -> bool {
        self.sources.files().next().is_some()
    }

    /// Whether something is wrong.
    pub fn has_errors(&self) -> bool {
        self.program.is_none()
            || self
                .diagnostics
                .iter()
                .any(|d| d.severity == Severity::Error)
    }
}

/// A program to load: an ELF by its magic number, anything else as source.
pub struct LoadRequest<'a> {
    /// Its main file.
    pub path: &'a str,
    /// What to make of it.
    pub options: &'a LoadOptions,
    /// One more source that lies in no folder, linked after all others.
    pub more: Option<&'a SourceFile>,
    /// Where files come from; the file system, unless something else is said.
    pub loader: Option<&'a mut dyn Loader>,
    /// An assembler that may know some of the files.
    pub assembler: Option<&'a mut Assembler>,
}

impl<'a> LoadRequest<'a> {
    /// A program of the file system.
    pub fn new(path: &'a str, options: &'a LoadOptions) -> Self {
        LoadRequest {
            path,
            options,
            more: None,
            loader: None,
            assembler: None,
        }
    }

    /// The same, with files that come from `loader`.
    pub fn from_loader(self, loader: &'a mut dyn Loader) -> Self {
        LoadRequest {
            loader: Some(loader),
            ..self
        }
    }

    /// Loads it.
    pub fn load(self) -> LoadedProgram {
        let options = self.options;
        let mut loaded = self.load_files();
        if let Some(program) = &mut loaded.program {
            loaded.language.choose_nans(&mut program.image);
            program.image.float_exceptions = options.float_exceptions;
        }
        loaded
    }

    fn load_files(self) -> LoadedProgram {
        let (path, options) = (self.path, self.options);
        let mut folder = FsLoader::new(&options.working_dir).with_full_names();
        let mut files = ProgramFiles {
            path,
            main: None,
            more: self.more,
            loader: self.loader.unwrap_or(&mut folder),
        };
        let mut own = Assembler::default();
        let assembler = self.assembler.unwrap_or(&mut own);
        let main = files.load(&SourceRequest {
            path,
            importer: None,
            importer_key: None,
            relative: false,
            limit: options.sources.max_bytes,
        });
        let known = match &main {
            Ok(file) if elf::is_elf(&file.text) && !objects::is_linkable(&file.text) => {
                return load_elf(path, &file.text, options);
            }
            Ok(file) if objects::is_linkable(&file.text) => {
                return load_objects(main.as_ref().ok(), None, options, assembler, &mut files);
            }
            Ok(file) if options.language.is_none() => match written_in(file, options, assembler) {
                Ok(language) => language,
                Err(undecided) => return *undecided,
            },
            // The same language may exist for both machines.
            Ok(file) if options.target.is_none() => match machine_of(file, options) {
                Ok(target) => options.language.and_then(|language| language.on(target)),
                Err(undecided) => return *undecided,
            },
            // If there is no file, the assembler asks again and words what is wrong.
            _ => Some(options.language.unwrap_or(Language::Venus)),
        };
        // Their names are enough to know that there are none: looking at all files would take time.
        let mut names = options.extra.iter();
        if names.any(|name| name.ends_with(".o") || name.ends_with(".a")) && main.is_ok() {
            let (linkable, _) = objects::sort(None, options, &mut files);
            if !linkable.is_empty() {
                let language = known.unwrap_or(Language::Venus);
                files.main = main.ok();
                return load_objects(None, Some(language), options, assembler, &mut files);
            }
        }
        files.main = main.ok();
        let language = known.unwrap_or(Language::Venus);
        let mut loaded = load_source(assembler, language, options, &mut files);
        if known.is_none() && loaded.has_instructions() {
            loaded.diagnostics.push(detect::guessed(candidates()));
        }
        loaded
    }
}

/// The language that a source is written in, if the source shows it. Programs without calls are
/// written in any language of their machine.
pub fn shown_language(text: &[u8], name: &str) -> Option<Language> {
    let text = String::from_utf8_lossy(text);
    let target = match detect::detect(&text, name, candidates()) {
        LanguageVerdict::Is(index) => Target::ALL[index],
        LanguageVerdict::Unknown | LanguageVerdict::Both(_) => return None,
    };
    if target != Target::RiscV {
        return Some(target.language());
    }
    let simulators = simulators();
    match calls::detect(&text, target.desc(), simulators) {
        LanguageVerdict::Is(index) => Language::named(simulators[index].dialect.name),
        LanguageVerdict::Unknown | LanguageVerdict::Both(_) => None,
    }
}

/// The simulators of RISC-V programs.
fn simulators() -> [SimulatorCandidate; 2] {
    [
        SimulatorCandidate {
            dialect: Language::Venus.dialect(),
            calls: &VENUS_CALLS,
        },
        SimulatorCandidate {
            dialect: Language::Rars.dialect(),
            calls: &RARS_CALLS,
        },
    ]
}

/// The files of a program: those that are at hand, and those of a loader.
struct ProgramFiles<'a> {
    path: &'a str,
    /// The main file, which was read already.
    main: Option<SourceFile>,
    more: Option<&'a SourceFile>,
    loader: &'a mut dyn Loader,
}

impl Loader for ProgramFiles<'_> {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        if request.importer.is_none()
            && request.path == self.path
            && let Some(file) = self.main.take()
        {
            return Ok(file);
        }
        match self.more.filter(|file| file.name == request.path) {
            Some(file) => Ok(file.clone()),
            None => self.loader.load(request),
        }
    }

    fn defining(&mut self, label: &str, importer_key: &str) -> Option<String> {
        self.loader.defining(label, importer_key)
    }
}

/// The languages that a source may be written in, in the order of [`Target::ALL`].
fn candidates() -> [LanguageCandidate; 2] {
    Target::ALL.map(|target| LanguageCandidate {
        isa: target.desc(),
        dialect: target.dialect(),
    })
}

/// The language that a source is written in, if it shows.
fn written_in(
    file: &SourceFile,
    options: &LoadOptions,
    assembler: &mut Assembler,
) -> Result<Option<Language>, Box<LoadedProgram>> {
    let Some(target) = shown_machine(file, options)? else {
        return Ok(None);
    };
    let chosen = options.environment.filter(|kind| kind.suits(target));
    let text = text_of(file);
    if chosen.is_none_or(|kind| kind == EnvironmentKind::Linux)
        && is_linked(&text, target, assembler)
    {
        return Ok(Language::Gnu.on(target));
    }
    simulator(file, &text, target, chosen, assembler)
}

/// Whether a text is written for a linker, not for a simulator.
fn is_linked(text: &str, target: Target, assembler: &mut Assembler) -> bool {
    let Some(language) = Language::Gnu.on(target) else {
        return false;
    };
    let (dialect, isa) = (language.dialect(), target.desc());
    let (own, linux) = match target {
        Target::RiscV => (&VENUS_CALLS, &LINUX_RISCV),
        Target::Mips => (&MARS_CALLS, &LINUX_MIPS),
    };
    let candidate = |dialect, calls| SimulatorCandidate { dialect, calls };
    let simulators = [candidate(target.dialect(), own), candidate(dialect, linux)];
    assembler.detect_own(text, isa, simulators) == LanguageVerdict::Is(1)
}

/// The machine that a source is for, if it shows.
fn shown_machine(
    file: &SourceFile,
    options: &LoadOptions,
) -> Result<Option<Target>, Box<LoadedProgram>> {
    let candidates = candidates();
    let text = text_of(file);
    if options.target.is_some() {
        return Ok(options.target);
    }
    match detect::detect(&text, &file.name, candidates) {
        LanguageVerdict::Is(index) => Ok(Some(Target::ALL[index])),
        LanguageVerdict::Unknown => Ok(None),
        LanguageVerdict::Both(places) => {
            undecided(file, &|file| detect::mixed(file, &places, candidates))
        }
    }
}

/// The machine that a source is for; the first one if nothing shows it.
fn machine_of(file: &SourceFile, options: &LoadOptions) -> Result<Target, Box<LoadedProgram>> {
    let language = options.language;
    let only = |language: Language| {
        let mut machines = Target::ALL.into_iter();
        let other = machines.any(|t| t != language.target() && language.on(t).is_some());
        (!other).then(|| language.target())
    };
    match language.and_then(only) {
        Some(target) => Ok(target),
        None => Ok(shown_machine(file, options)?.unwrap_or(Target::RiscV)),
    }
}

/// The text of a file. Checking a text that is one is several times as fast as mending it.
fn text_of(file: &SourceFile) -> Cow<'_, str> {
    match std::str::from_utf8(&file.text) {
        Ok(text) => text.into(),
        Err(_) => String::from_utf8_lossy(&file.text),
    }
}

/// Nothing but a message about a source.
fn undecided<T>(
    file: &SourceFile,
    message: &dyn Fn(FileId) -> Diagnostic,
) -> Result<T, Box<LoadedProgram>> {
    let mut loaded = LoadedProgram::empty(Target::RiscV, Target::RiscV.home());
    let file = loaded.sources.add(&*file.name, &*text_of(file));
    loaded.diagnostics.push(message(file));
    Err(Box::new(loaded))
}

/// The simulator that a source is written for, if it shows.
fn simulator(
    file: &SourceFile,
    text: &str,
    target: Target,
    chosen: Option<EnvironmentKind>,
    assembler: &mut Assembler,
) -> Result<Option<Language>, Box<LoadedProgram>> {
    if let Some(kind) = chosen {
        let mut languages = Language::ALL.into_iter();
        let language = languages.find(|l| l.home() == kind && l.target() == target);
        // Linux is home to no simulator, so it says nothing about the language.
        let language = language.filter(|_| kind != EnvironmentKind::Linux);
        return Ok(Some(language.unwrap_or(target.language())));
    }
    if target == Target::Mips {
        return match mips_simulator(text, &file.name, assembler) {
            Ok(language) => Ok(Some(language)),
            Err(places) => undecided(file, &|file| {
                forms::ambiguous(file, &places, MIPS_SIMULATORS)
            }),
        };
    }
    let simulators = simulators();
    match assembler.detect_calls(text, target.desc(), simulators) {
        LanguageVerdict::Is(0) | LanguageVerdict::Unknown => Ok(Some(Language::Venus)),
        LanguageVerdict::Is(_) => Ok(Some(Language::Rars)),
        LanguageVerdict::Both(places) => undecided(file, &|file| {
            calls::ambiguous(file, &places, target.desc(), simulators)
        }),
    }
}

/// The simulators that MIPS sources are usually written for.
const MIPS_SIMULATORS: [SimulatorCandidate; 2] = [
    SimulatorCandidate {
        dialect: &MARS,
        calls: &MARS_CALLS,
    },
    SimulatorCandidate {
        dialect: &SPIM,
        calls: &SPIM_CALLS,
    },
];

/// The simulator that a MIPS source is written for: that of MARS, unless it shows signs of another; if
/// it shows signs of two, where they are.
fn mips_simulator(
    text: &str,
    name: &str,
    assembler: &mut Assembler,
) -> Result<Language, [Range<usize>; 2]> {
    let [mars, spim] = MIPS_SIMULATORS;
    let mipsy = SimulatorCandidate {
        dialect: &MIPSY,
        calls: &MIPSY_CALLS,
    };
    let desc = Target::Mips.desc();
    match assembler.detect_forms(text, name, desc, [mars, spim]) {
        LanguageVerdict::Both(places) => Err(places),
        LanguageVerdict::Is(0) => Ok(Language::Mars),
        verdict => match forms::mentions_own_words(text, mipsy.dialect) {
            true if forms::detect(text, name, desc, [spim, mipsy]) == LanguageVerdict::Is(1) => {
                Ok(Language::Mipsy)
            }
            _ if verdict == LanguageVerdict::Unknown => Ok(Language::Mars),
            _ => Ok(Language::Spim),
        },
    }
}

fn load_source(
    assembler: &mut Assembler,
    language: Language,
    options: &LoadOptions,
    files: &mut ProgramFiles<'_>,
) -> LoadedProgram {
    let how = source_options(language, options);
    let main = MainFile::Path(files.path.to_owned());
    let more = files.more.map(|file| file.name.clone());
    let extra: Vec<String> = options.extra.iter().cloned().chain(more).collect();
    let assembly = assembler.assemble(main, &extra, &how, files);
    LoadedProgram {
        program: assembly.program,
        sources: assembly.sources,
        diagnostics: assembly.diagnostics,
        errors: assembly.errors,
        has_objects: false,
        target: language.target(),
        language,
        environment: language.home(),
        map: options.map,
    }
}

/// How the sources of a program are assembled.
fn source_options(language: Language, options: &LoadOptions) -> AssembleOptions {
    let usual = AssembleOptions {
        self_modifying: options.self_modifying && language != Language::Venus,
        subset: options.subset.clone(),
        limits: options.sources,
        additions: options.additions,
        ..language.options(options.map)
    };
    let is_mips = language.target() == Target::Mips;
    AssembleOptions {
        delay_slots: usual.delay_slots || options.delay_slots && is_mips,
        big_endian: options.big_endian && is_mips,
        ..usual
    }
}

/// Links objects and archives, and the sources beside them: the main file is one of the former, or is
/// a source in `language`.
fn load_objects(
    main: Option<&SourceFile>,
    language: Option<Language>,
    options: &LoadOptions,
    assembler: &mut Assembler,
    files: &mut ProgramFiles<'_>,
) -> LoadedProgram {
    let (objects, others) = objects::sort(main, options, files);
    let machine = objects.first().map(|file| {
        let (name, bytes) = (&*file.name, &*file.text);
        machine_of_object(InputFile { name, bytes })
    });
    let found = match machine {
        Some(Ok((machine, _))) => Target::of_elf(machine),
        Some(Err(error)) => {
            let mut loaded = LoadedProgram::empty(Target::RiscV, EnvironmentKind::Linux);
            loaded.diagnostics.push(error.diagnostic());
            return loaded;
        }
        None => None,
    };
    let usual = || options.target.or(found).unwrap_or(Target::RiscV).language();
    let language = language.or(options.language).unwrap_or_else(usual);
    let own = main.is_none().then(|| files.path.to_owned());
    let more = files.more.map(|file| file.name.clone());
    let program = ObjectProgram {
        options,
        objects: &objects,
        language,
        sources: own.into_iter().chain(others).chain(more).collect(),
    };
    program.load(assembler, files)
}

fn load_elf(path: &str, bytes: &[u8], options: &LoadOptions) -> LoadedProgram {
    let fallback = options.target.unwrap_or(Target::RiscV);
    let mut loaded = LoadedProgram::empty(fallback, EnvironmentKind::Linux);
    let found = match elf::read(bytes, options.memory) {
        Ok(found) => found,
        Err(error) => {
            loaded.diagnostics.push(error.diagnostic(path));
            return loaded;
        }
    };
    let target = Target::of_elf(found.machine).filter(|target| {
        let wanted = options.target.is_none_or(|wanted| wanted == *target);
        // Only one of the machines comes in both byte orders.
        wanted && (!found.big_endian || *target == Target::Mips)
    });
    let Some(target) = target else {
        let error = elf::ElfError::WrongMachine {
            machine: found.machine,
        };
        loaded.diagnostics.push(error.diagnostic(path));
        return loaded;
    };
    loaded.target = target;
    loaded.language = target.language();
    let note = found.note.unwrap_or_default();
    let wanted = note.get(JalNote::ENV).and_then(EnvironmentKind::named);
    if let Some(kind) = wanted.filter(|kind| kind.suits(target)) {
        loaded.environment = kind;
        let mut languages = Language::ALL.into_iter();
        if let Some(language) = languages.find(|l| l.home() == kind && l.target() == target) {
            loaded.language = language;
        }
    }
    if let Some(name) = note.get(JalNote::MEMORY)
        && let Some(map) = MarsMap::ALL.into_iter().find(|map| map.name == name)
    {
        loaded.map = map;
    }
    let mut program = found.program;
    let by_flags = || target.small_processor(found.flags).map(Arc::new);
    program.image.subset = options.subset.clone().or_else(by_flags);
    program.image.nans = target.nan_rule(found.flags);
    loaded.program = Some(program);
    loaded
}
