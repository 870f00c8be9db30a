//! Programs of the project, in the debugger.

use assembler::{FileSource, FsLoader, VirtualFiles};
use callconv::{CheckOptions, Contract};
use dap::{LaunchArguments, LaunchRefusal, Launcher};
use debug::repl::{Explain, sentence};
use debug::{DebugSetup, Engine, EngineError, StartState};
use diag::{Diagnostic, RenderOptions, SourceMap, render};
use keys::units;
use runtime::files::Files;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::report::Reporter;
use runtime::{EnvironmentKind, Language};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::SystemTime;

/// The most memory that a program may use in a page.
const MEMORY: u64 = 256 << 20;
/// The most bytes that a program prints before it is paused.
const OUTPUT: u64 = 8 << 20;
/// The memory that the history of a run may use in a page.
const HISTORY: u64 = 64 << 20;

/// What a case of a unit test adds to its program.
#[derive(Default)]
struct CaseStart {
    state: StartState,
    input: Option<Vec<u8>>,
}

/// Loads programs from the files of a page.
pub(crate) struct PageLauncher {
    files: Arc<VirtualFiles>,
}

impl PageLauncher {
    pub(crate) fn new(files: &Arc<VirtualFiles>) -> Self {
        let files = Arc::clone(files);
        PageLauncher { files }
    }
}

/// Loads a program of the project.
pub(crate) fn load(files: &Arc<VirtualFiles>, path: &str, options: &LoadOptions) -> LoadedProgram {
    let files: Arc<dyn FileSource> = Arc::<VirtualFiles>::clone(files);
    let loader = FsLoader::new(&options.working_dir).with_full_names();
    let mut loader = loader.from_source(files);
    LoadRequest::new(path, options)
        .from_loader(&mut loader)
        .load()
}

impl Launcher for PageLauncher {
    fn launch(&mut self, arguments: &LaunchArguments) -> Result<Engine, LaunchRefusal> {
        let folder = PathBuf::from("/").join(arguments.cwd.as_deref().unwrap_or_default());
        let environment = arguments.env.as_deref().map(|name| {
            let kind = EnvironmentKind::named(name);
            kind.ok_or_else(|| refused(format!("there is no environment `{name}`")))
        });
        let environment = environment.transpose()?;
        let language = arguments.dialect.as_deref().map(|name| {
            let language = Language::named(name);
            language.ok_or_else(|| refused(format!("there is no dialect `{name}`")))
        });
        let options = LoadOptions {
            environment,
            language: language.transpose()?,
            ..LoadOptions::new(folder.clone())
        };
        let program = arguments.program.trim_start_matches('/');
        let (loaded, case) = match &arguments.case {
            None => (load(&self.files, program, &options), CaseStart::default()),
            Some(case) => self.load_case(program, &folder, case)?,
        };
        if loaded.has_errors() {
            return Err(LaunchRefusal {
                title: sentence(&format!("`{program}` does not assemble")),
                report: rendered(&loaded.sources, &loaded.diagnostics),
            });
        }
        if !loaded.target.runs_here() {
            let title = loaded.desc().title;
            return Err(refused(format!(
                "this module does not run {title} programs"
            )));
        }
        let mut setup = self.setup(arguments, &loaded, environment, &folder)?;
        setup.start = case.state;
        setup.input = setup.input.or(case.input);
        if arguments.graded {
            self.grade(program, &folder, &loaded, &mut setup)?;
        }
        let mut engine = start(loaded, setup)?;
        if !arguments.virtual_time {
            engine.keep_time();
        }
        Ok(engine)
    }

    fn path(&self, name: &str) -> Option<String> {
        let real = self.files.real(&Path::new("/").join(name))?;
        Some(real.strip_prefix("/").ok()?.to_str()?.to_owned())
    }

    fn most_output(&self) -> u64 {
        OUTPUT
    }

    fn explain(&self) -> Explain {
        ide::explain::word
    }
}

impl PageLauncher {
    #[cfg(feature = "course")]
    fn load_case(
        &self,
        path: &str,
        folder: &Path,
        case: &str,
    ) -> Result<(LoadedProgram, CaseStart), LaunchRefusal> {
        let files: Arc<dyn FileSource> = Arc::<VirtualFiles>::clone(&self.files);
        let program = harness::debug_case(Path::new(path), folder, case, &files);
        let program = program.map_err(|wrong| LaunchRefusal {
            title: sentence(&format!("`{path}` cannot be debugged")),
            report: rendered(&wrong.sources, &wrong.diagnostics),
        })?;
        let state = StartState {
            pc: Some(program.entry),
            registers: program.registers,
            memory: program.memory,
        };
        let input = Some(program.input);
        Ok((program.loaded, CaseStart { state, input }))
    }

    #[cfg(not(feature = "course"))]
    fn load_case(
        &self,
        _path: &str,
        _folder: &Path,
        _case: &str,
    ) -> Result<(LoadedProgram, CaseStart), LaunchRefusal> {
        Err(refused("this module has no tests".to_owned()))
    }

    /// Makes the run the one that is graded.
    #[cfg(feature = "course")]
    fn grade(
        &self,
        path: &str,
        folder: &Path,
        loaded: &LoadedProgram,
        setup: &mut DebugSetup,
    ) -> Result<(), LaunchRefusal> {
        let graded = harness::graded_program(Path::new(path), folder, loaded, &*self.files);
        let graded = graded.ok_or_else(|| refused(format!("`{path}` is not a test")))?;
        setup.image = Some(graded.image);
        setup.boundary = graded.boundary;
        Ok(())
    }

    #[cfg(not(feature = "course"))]
    fn grade(
        &self,
        _path: &str,
        _folder: &Path,
        _loaded: &LoadedProgram,
        _setup: &mut DebugSetup,
    ) -> Result<(), LaunchRefusal> {
        Err(refused("this module has no tests".to_owned()))
    }

    /// The files that a program may use: those below a folder.
    fn files_of(&self, folder: &Path) -> Files {
        let all = self.files.all().into_iter();
        let below = all.filter_map(|(path, bytes)| {
            let path = path.strip_prefix(folder).ok()?.to_owned();
            Some((path, bytes.to_vec()))
        });
        Files::in_memory(below.collect())
    }

    fn setup(
        &self,
        arguments: &LaunchArguments,
        loaded: &LoadedProgram,
        environment: Option<EnvironmentKind>,
        folder: &Path,
    ) -> Result<DebugSetup, LaunchRefusal> {
        let environment = environment.unwrap_or(loaded.environment);
        if !environment.suits(loaded.target) {
            let (title, name) = (loaded.desc().title, environment.name());
            return Err(refused(format!(
                "a {title} program cannot run in the environment {name}"
            )));
        }
        let seed = match &arguments.seed {
            Some(seed) => seed.parse::<i64>().map(|seed| seed as u64),
            None => Ok(0),
        };
        let seed = seed.map_err(|_| refused("the seed is not a whole number".to_owned()))?;
        let input = arguments.stdin.as_deref().map(|path| {
            let file = self.files.get(&folder.join(path));
            file.map(|bytes| bytes.to_vec())
                .ok_or_else(|| refused(format!("there is no file `{path}`")))
        });
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let words = std::iter::once(&arguments.program).chain(&arguments.args);
        Ok(DebugSetup {
            args: words.map(|word| word.clone().into_bytes()).collect(),
            environment,
            seed,
            input: input.transpose()?,
            now: (!arguments.virtual_time).then_some(now.as_millis() as u64),
            history: size(&arguments.history, HISTORY)?,
            memory: size(&arguments.max_memory, MEMORY)?,
            files: match arguments.files.as_deref() {
                Some(below) => self.files_of(&folder.join(below)),
                None => Files::none(),
            },
            check: arguments.check.then(|| check_options(loaded)),
            ..DebugSetup::new(loaded)
        })
    }
}

fn start(loaded: LoadedProgram, setup: DebugSetup) -> Result<Engine, LaunchRefusal> {
    let sources = loaded.sources.clone();
    let (desc, program) = (loaded.desc(), loaded.program.clone());
    Engine::new(loaded, setup).map_err(|error| {
        let report = match error {
            EngineError::NoProgram => String::new(),
            EngineError::TooLarge(limit) => {
                let reporter = Reporter {
                    desc,
                    program: &program.unwrap_or_default(),
                    sources: &sources,
                };
                let diagnostic = reporter.cannot_start(limit);
                render(&sources, &diagnostic, &RenderOptions::default())
            }
        };
        let title = sentence(&error.to_string());
        LaunchRefusal { title, report }
    })
}

fn check_options(loaded: &LoadedProgram) -> CheckOptions {
    let contract = loaded.program.as_ref().map(|program| {
        let (contract, _) = Contract::read(&loaded.sources, program, loaded.desc());
        contract
    });
    CheckOptions {
        contract: contract.unwrap_or_default(),
        ..CheckOptions::default()
    }
}

/// A size as it was asked for, but at most so much.
fn size(asked: &Option<String>, most: u64) -> Result<u64, LaunchRefusal> {
    let asked = asked.as_deref().map(units::size).transpose();
    Ok(asked.map_err(refused)?.unwrap_or(most).min(most))
}

/// Diagnostics as text for people.
pub(crate) fn rendered(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let all = diagnostics.iter();
    let texts = all.map(|diagnostic| render(sources, diagnostic, &RenderOptions::default()) + "\n");
    texts.collect()
}

fn refused(why: String) -> LaunchRefusal {
    LaunchRefusal {
        title: sentence(&why),
        report: String::new(),
    }
}
