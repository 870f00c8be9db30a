//! From a file to a program: an ELF is loaded, anything else is assembled.

use assembler::elf::{self, JalNote};
use assembler::{FsLoader, Loader, Located, MainFile, Options, Program, Request, VENUS, assemble};
use diag::{Diagnostic, Severity, SourceMap};
use machine::isa::IsaDesc;
use std::path::PathBuf;

/// The environments a program can run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvironmentKind {
    /// Venus: call number in a0.
    Venus,
    /// Linux: call number in a7.
    Linux,
}

impl EnvironmentKind {
    /// The environment of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "venus" => Some(EnvironmentKind::Venus),
            "linux" => Some(EnvironmentKind::Linux),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            EnvironmentKind::Venus => "venus",
            EnvironmentKind::Linux => "linux",
        }
    }
}

/// How to load.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Further source files to link.
    pub extra: Vec<String>,
    /// How to assemble.
    pub assemble: Options,
    /// Directory that paths are relative to.
    pub working_dir: PathBuf,
    /// The most memory a program may need.
    pub memory: u64,
}

impl LoadOptions {
    /// The usual options: the Venus dialect of RISC-V.
    pub fn new(working_dir: PathBuf) -> Self {
        LoadOptions {
            extra: Vec::new(),
            assemble: Options::new(&rv32::DESC, &VENUS),
            working_dir,
            memory: crate::Limits::DEFAULT_MEMORY,
        }
    }
}

/// A file that was loaded, or the reasons why not.
pub struct Loaded {
    /// The program, if there is no error.
    pub program: Option<Program>,
    /// The sources, for diagnostics.
    pub sources: SourceMap,
    /// Everything there is to say.
    pub diagnostics: Vec<Diagnostic>,
    /// The assembler's errors as values, for who words them differently.
    pub errors: Vec<Located>,
    /// The instruction set.
    pub desc: &'static IsaDesc,
    /// The environment it is meant for.
    pub environment: EnvironmentKind,
}

impl Loaded {
    /// Whether something is wrong.
    pub fn has_errors(&self) -> bool {
        self.program.is_none()
            || self
                .diagnostics
                .iter()
                .any(|d| d.severity == Severity::Error)
    }
}

/// Loads `path`: an ELF by its magic number, anything else as source.
pub fn load(path: &str, options: &LoadOptions) -> Loaded {
    let mut loader = FsLoader::new(&options.working_dir).with_full_names();
    let limit = options.assemble.limits.max_bytes;
    let request = Request {
        path,
        importer: None,
        importer_key: None,
        relative: false,
        limit,
    };
    let first = loader.load(&request);
    match &first {
        Ok(file) if elf::is_elf(&file.text) => load_elf(path, &file.text, options),
        // The assembler asks again and words what is wrong.
        _ => load_source(
            MainFile::Path(path.to_string()),
            options,
            &mut Once {
                first: first.ok(),
                path,
                loader,
            },
        ),
    }
}

/// Hands out the main file that was read already, and asks the loader for the rest.
struct Once<'a> {
    first: Option<assembler::Loaded>,
    path: &'a str,
    loader: FsLoader,
}

impl Loader for Once<'_> {
    fn load(&mut self, request: &Request<'_>) -> Result<assembler::Loaded, assembler::LoadError> {
        if request.importer.is_none()
            && request.path == self.path
            && let Some(file) = self.first.take()
        {
            return Ok(file);
        }
        self.loader.load(request)
    }
}

/// Assembles a main file.
pub fn load_source(main: MainFile, options: &LoadOptions, loader: &mut dyn Loader) -> Loaded {
    let assembly = assemble(main, &options.extra, &options.assemble, loader);
    Loaded {
        program: assembly.program,
        sources: assembly.sources,
        diagnostics: assembly.diagnostics,
        errors: assembly.errors,
        desc: options.assemble.isa,
        environment: EnvironmentKind::Venus,
    }
}

fn load_elf(path: &str, bytes: &[u8], options: &LoadOptions) -> Loaded {
    let mut loaded = Loaded {
        program: None,
        sources: SourceMap::default(),
        diagnostics: Vec::new(),
        errors: Vec::new(),
        desc: options.assemble.isa,
        environment: EnvironmentKind::Linux,
    };
    match elf::read(bytes, options.memory) {
        Ok(found) if found.machine == loaded.desc.elf_machine && !found.big_endian => {
            let wanted = found.note.as_ref().and_then(|note| note.get(JalNote::ENV));
            if let Some(kind) = wanted.and_then(EnvironmentKind::named) {
                loaded.environment = kind;
            }
            loaded.program = Some(found.program);
        }
        Ok(found) => {
            let error = elf::ElfError::WrongMachine {
                machine: found.machine,
            };
            loaded.diagnostics.push(error.diagnostic(path));
        }
        Err(error) => loaded.diagnostics.push(error.diagnostic(path)),
    }
    loaded
}
