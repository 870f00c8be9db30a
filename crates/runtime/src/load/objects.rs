//! Objects and archives: linked with the sources of a program, or with each other alone.
//!
//! Sources are assembled twice: first with any address for what they do not define, to learn their
//! size and what they need; then, when the objects have their places, with the real addresses.

use super::{LoadOptions, LoadedProgram, ProgramFiles, source_options};
use crate::target::{EnvironmentKind, Language, Target};
use assembler::objects::{
    self, InputFile, LinkJob, LinkedObjects, ObjectArea, ObjectError, SourceSide,
};
use assembler::{
    AssembleOptions, Assembler, Assembly, ForeignSymbols, LoadError, MainFile, Program, SourceFile,
    SourceRequest,
};
use machine::image::{Image, Segment};
use rustc_hash::FxHashMap;
use std::sync::Arc;

const PAGE: u32 = 0x1000;
/// Where a program without sources begins.
const RISCV_TEXT: u32 = 0x0001_0000;
const MIPS_TEXT: u32 = 0x0040_0000;
/// How often sources are assembled until their size stays.
const ATTEMPTS: usize = 4;

/// Whether a file is for the linker.
pub(super) fn is_linkable(bytes: &[u8]) -> bool {
    objects::is_object(bytes) || objects::is_archive(bytes)
}

/// The files of a program that are for the linker, in their order, and the paths of the others.
pub(super) fn sort(
    main: Option<&SourceFile>,
    options: &LoadOptions,
    files: &mut ProgramFiles<'_>,
) -> (Vec<SourceFile>, Vec<String>) {
    let mut linkable: Vec<SourceFile> = main
        .filter(|file| is_linkable(&file.text))
        .cloned()
        .into_iter()
        .collect();
    let mut others = Vec::new();
    for path in &options.extra {
        match read(path, options, files) {
            Ok(file) if is_linkable(&file.text) => linkable.push(file),
            // What is wrong with a source, the assembler words.
            _ => others.push(path.clone()),
        }
    }
    (linkable, others)
}

fn read(
    path: &str,
    options: &LoadOptions,
    files: &mut ProgramFiles<'_>,
) -> Result<SourceFile, LoadError> {
    files.loader.load(&SourceRequest {
        path,
        importer: None,
        importer_key: None,
        relative: false,
        limit: options.sources.max_bytes,
    })
}

/// A program of objects, and of sources if there are any.
pub(super) struct ObjectProgram<'a> {
    pub options: &'a LoadOptions,
    pub objects: &'a [SourceFile],
    /// The language of the sources.
    pub language: Language,
    /// Paths of the sources, the main one first.
    pub sources: Vec<String>,
}

impl ObjectProgram<'_> {
    /// Links it.
    pub(super) fn load(
        &self,
        assembler: &mut Assembler,
        files: &mut ProgramFiles<'_>,
    ) -> LoadedProgram {
        let inputs: Vec<InputFile<'_>> = self
            .objects
            .iter()
            .map(|file| InputFile {
                name: &file.name,
                bytes: &file.text,
            })
            .collect();
        let target = self.language.target();
        let mut loaded = LoadedProgram::empty(target, self.language.home());
        loaded.language = self.language;
        loaded.has_objects = true;
        loaded.map = self.options.map;
        let big_endian = match inputs.first().map(|file| objects::machine_of(*file)) {
            Some(Ok((_, big_endian))) => big_endian,
            Some(Err(error)) => return refused(loaded, &[error]),
            None => false,
        };
        let job = LinkJob {
            files: &inputs,
            machine: target.desc().elf_machine,
            big_endian: Some(big_endian),
        };
        match self.sources.is_empty() {
            true => self.objects_alone(&job, loaded),
            false => self.with_sources(&job, loaded, assembler, files),
        }
    }

    fn objects_alone(&self, job: &LinkJob<'_>, mut loaded: LoadedProgram) -> LoadedProgram {
        let entries = entry_names(loaded.target);
        let sources = SourceSide {
            wanted: entries.iter().map(|name| (*name).to_owned()).collect(),
            ..SourceSide::default()
        };
        loaded.environment = EnvironmentKind::Linux;
        let area = ObjectArea {
            text: match loaded.target {
                Target::RiscV => RISCV_TEXT,
                Target::Mips => MIPS_TEXT,
            },
            data: None,
            limit: self.options.memory,
        };
        let linked = match job.link(&sources, area) {
            Ok(linked) => linked,
            Err(errors) => return refused(loaded, &errors),
        };
        let entry = entries
            .iter()
            .find_map(|name| linked.exports.get(*name).copied());
        let Some(entry) = entry else {
            let error = ObjectError::Undefined {
                name: entries[0].to_owned(),
                file: "the start of the program".to_owned(),
                similar: Vec::new(),
            };
            return refused(loaded, &[error]);
        };
        let by_flags = || loaded.target.small_processor(linked.flags).map(Arc::new);
        let subset = self.options.subset.clone().or_else(by_flags);
        let mut program = Program::default();
        program.image.entry = entry;
        program.image.subset = subset;
        add(&mut program.image, linked, loaded.target);
        loaded.program = Some(program);
        loaded
    }

    fn with_sources(
        &self,
        job: &LinkJob<'_>,
        mut loaded: LoadedProgram,
        assembler: &mut Assembler,
        files: &mut ProgramFiles<'_>,
    ) -> LoadedProgram {
        let mut options = AssembleOptions {
            // Compilers fill delay slots.
            delay_slots: loaded.target == Target::Mips,
            big_endian: job.big_endian == Some(true),
            ..source_options(self.language, self.options)
        };
        let mut foreign = ForeignSymbols {
            addresses: FxHashMap::default(),
            guess: Some(options.map.text.start),
        };
        let mut found: Option<LinkedObjects> = None;
        for _ in 0..ATTEMPTS {
            options.foreign = Some(Arc::new(foreign.clone()));
            let main = MainFile::Path(self.sources[0].clone());
            let assembly = assembler.assemble(main, &self.sources[1..], &options, files);
            let Assembly {
                sources,
                program,
                diagnostics,
                errors,
            } = assembly;
            (loaded.sources, loaded.diagnostics, loaded.errors) = (sources, diagnostics, errors);
            let Some(mut program) = program else {
                return loaded;
            };
            let side = side_of(&program);
            let area = area_after(&program.image, self.options.memory);
            let linked = match job.link(&side, area) {
                Ok(linked) => linked,
                Err(errors) => return refused(loaded, &errors),
            };
            if found.is_some() && linked.exports == foreign.addresses {
                let entries = entry_names(loaded.target).iter();
                let mut entries = entries.filter(|name| !side.defined.contains_key(**name));
                if let Some(entry) = entries.find_map(|name| linked.exports.get(*name)) {
                    program.image.entry = *entry;
                }
                add(&mut program.image, linked, loaded.target);
                loaded.program = Some(program);
                return loaded;
            }
            foreign = ForeignSymbols {
                addresses: linked.exports.clone(),
                guess: None,
            };
            found = Some(linked);
        }
        let what = "the size of the source depends on where the objects are";
        let file = self.sources[0].clone();
        refused(loaded, &[ObjectError::Damaged { file, what }])
    }
}

/// The names that a program without a source may begin with.
fn entry_names(target: Target) -> &'static [&'static str] {
    match target {
        Target::RiscV => &["_start"],
        Target::Mips => &["__start", "_start"],
    }
}

fn refused(mut loaded: LoadedProgram, errors: &[ObjectError]) -> LoadedProgram {
    loaded.program = None;
    loaded
        .diagnostics
        .extend(errors.iter().map(ObjectError::diagnostic));
    loaded
}

/// What the sources define for objects, and what they want of them.
fn side_of(program: &Program) -> SourceSide {
    let globals = program.image.symbols.iter().filter(|symbol| symbol.global);
    SourceSide {
        defined: globals
            .map(|symbol| (symbol.name.clone(), symbol.address))
            .collect(),
        wanted: program.wanted.clone(),
    }
}

/// The memory after that of the sources.
fn area_after(image: &Image, limit: u64) -> ObjectArea {
    let after = |wanted: &dyn Fn(&&Segment) -> bool| {
        let ends = image.segments.iter().filter(wanted).map(Segment::end);
        ends.max().map(|end| end.next_multiple_of(PAGE))
    };
    let text = after(&|segment| segment.access.execute && segment.address < 0x8000_0000);
    ObjectArea {
        text: text.unwrap_or(RISCV_TEXT),
        data: after(&|segment| !segment.access.execute && segment.address < 0x8000_0000),
        limit,
    }
}

/// Adds objects to a program.
fn add(image: &mut Image, linked: LinkedObjects, target: Target) {
    image.segments.extend(linked.segments);
    image.segments.sort_by_key(|segment| segment.address);
    let mut symbols: Vec<_> = image.symbols.iter().cloned().collect();
    symbols.extend(linked.symbols);
    symbols.sort_by_key(|symbol| symbol.address);
    image.symbols = symbols.into();
    image.program_headers = linked.program_headers;
    image.big_endian = linked.big_endian;
    image.delay_slots = target == Target::Mips;
    image.nans = target.nan_rule(linked.flags);
}
