//! The whole way: load, parse and lay out every file, link, and collect what is wrong.

mod faults;
mod includes;

use std::rc::Rc;

use diag::{FileId, SourceMap, Span, Text};
use rustc_hash::FxHashMap;

use crate::dialect::{Placement, SegmentKind};
use crate::macros::expand;
use crate::macros::hash_lines::Texts;
use crate::macros::origin::Expansions;
use crate::messages::advice::{Context, NameChoice};
use crate::messages::error::{AsmError, FaultStage, Importer, LoadFailure, Located, MAX_FAULTS};
use crate::options::{Additions, AssembleOptions, Prelude};
use crate::placing::layout::Object;
use crate::placing::link::link;
use crate::placing::passes::TextPlacing;
use crate::program::Assembly;
use crate::reuse::{KeptFile, KeptFiles, KeptKey};
use crate::source::encoding;
use crate::source::import_order::Waiting;
use crate::source::include::SourceText;
use crate::source::loader::{Loader, SourceFile, SourceRequest};
use crate::tables::Tables;
use crate::text::parsed::Import;
use crate::trial::{self, Attempt, KnownLoad};

/// With so many faults in the files before it, only the first error of another file is told.
const MOST_ERRORS: usize = 100_000;
/// How many diagnostics are shown.
const MAX_DIAGNOSTICS: usize = 200;

/// The file to begin with.
#[derive(Clone, Debug)]
pub enum MainFile {
    /// A path for the loader.
    Path(String),
    /// A text.
    Text {
        /// Its name as shown to people; imports are found relative to it.
        name: String,
        /// The text.
        text: Vec<u8>,
    },
}

impl MainFile {
    /// The same without its text, which the sources have.
    fn place(&self) -> MainFile {
        match self {
            MainFile::Path(path) => MainFile::Path(path.clone()),
            MainFile::Text { name, .. } => MainFile::Text {
                name: name.clone(),
                text: Vec::new(),
            },
        }
    }
}

/// Assembles a main file, these further files and everything that they import.
pub fn assemble(
    main: MainFile,
    extra: &[String],
    options: &AssembleOptions,
    loader: &mut dyn Loader,
) -> Assembly {
    let tables = Tables::new(options);
    assemble_with(&tables, None, main, extra, options, loader)
}

/// The same, with the tables for these options, and files that were assembled before.
pub(crate) fn assemble_with(
    tables: &Tables,
    kept: Option<&mut KeptFiles>,
    main: MainFile,
    extra: &[String],
    options: &AssembleOptions,
    loader: &mut dyn Loader,
) -> Assembly {
    let place = main.place();
    let first = attempt(tables, kept, main, extra, options, loader);
    // Nobody sees what is proposed.
    if options.additions == Additions::Refused {
        return first.assembly;
    }
    trial::choose(first, tables, loader, |text, files| {
        let main = match (&place, text) {
            (MainFile::Text { name, .. }, Some(text)) => MainFile::Text {
                name: name.clone(),
                text,
            },
            _ => place.clone(),
        };
        attempt(tables, None, main, extra, options, files).assembly
    })
}

/// Assembles once, without trying what the messages propose.
fn attempt(
    tables: &Tables,
    kept: Option<&mut KeptFiles>,
    main: MainFile,
    extra: &[String],
    options: &AssembleOptions,
    loader: &mut dyn Loader,
) -> Attempt {
    let mut driver = Driver::new(tables, kept, options, loader);
    match main {
        MainFile::Path(path) => driver.load_named(&path),
        MainFile::Text { name, text } => {
            let key = name.clone();
            driver.accept(SourceFile { name, key, text }, None, false);
        }
    }
    driver.process_prelude();
    driver.process_new();
    for path in extra {
        driver.load_named(path);
        driver.process_new();
    }
    while let Some(index) = driver.waiting.take() {
        driver.process(index);
    }
    driver.add_start();
    driver.finish()
}

/// A file that was read.
pub(crate) struct File {
    pub(crate) id: FileId,
    /// The import that asked for it, and how.
    pub(crate) imported: Option<Span>,
    relative: bool,
    key: String,
    depth: usize,
    /// What is assembled; nothing if the file is no text at all.
    text: Text,
    not_utf8: bool,
}

struct Driver<'a> {
    tables: &'a Tables,
    kept: Option<&'a mut KeptFiles>,
    options: &'a AssembleOptions,
    loader: &'a mut dyn Loader,
    sources: SourceMap,
    files: Vec<File>,
    keys: FxHashMap<String, usize>,
    waiting: Waiting<usize>,
    objects: Vec<Rc<Object>>,
    errors: Vec<Located>,
    /// Some faults were not even counted.
    more: bool,
    bytes: u64,
    defines: Option<(FileId, Text)>,
    /// Bytes of the texts that macros and includes have made.
    expanded: u64,
    /// Included files.
    included: Vec<SourceText>,
    /// What was asked for, and which file that is.
    loads: Vec<KnownLoad>,
    expansions: Expansions,
    processed: usize,
    /// Where the next file begins in each segment.
    starts: [u64; 4],
}

impl<'a> Driver<'a> {
    fn new(
        tables: &'a Tables,
        kept: Option<&'a mut KeptFiles>,
        options: &'a AssembleOptions,
        loader: &'a mut dyn Loader,
    ) -> Self {
        let mut sources = SourceMap::default();
        let lines = options.defines.iter().map(|(k, v)| format!("{k} {v}\n"));
        let text = Text::from(lines.collect::<String>());
        let defines =
            (!text.is_empty()).then(|| (sources.add("<command line>", text.clone()), text));
        Driver {
            tables,
            kept,
            options,
            loader,
            sources,
            files: Vec::new(),
            keys: FxHashMap::default(),
            waiting: Waiting::new(options.dialect.import_order),
            objects: Vec::new(),
            errors: Vec::new(),
            more: false,
            bytes: 0,
            defines,
            expanded: 0,
            included: Vec::new(),
            loads: Vec::new(),
            expansions: Expansions::default(),
            processed: 0,
            starts: starts(tables),
        }
    }

    /// Loads a file that the command line names.
    fn load_named(&mut self, path: &str) {
        let request = SourceRequest {
            path,
            importer: None,
            importer_key: None,
            relative: false,
            limit: self.room(),
        };
        match self.loader.load(&request) {
            Ok(loaded) => {
                self.loads.push(KnownLoad::new(&request, &loaded));
                self.accept(loaded, None, false);
            }
            Err(why) => self.load_error(path, None, why),
        }
    }

    fn room(&self) -> u64 {
        let limit = self.options.limits.max_bytes.min(u32::MAX.into());
        limit.saturating_sub(self.bytes)
    }

    fn load_error(&mut self, path: &str, from: Option<(&Import, usize)>, why: LoadFailure) {
        let importer = from.map(|(_, index)| Importer {
            name: self.sources.name(self.files[index].id).to_owned(),
            relative: self.files[index].relative,
        });
        let relative = from.is_some_and(|(import, _)| import.relative);
        let path = path.to_owned();
        let error = AsmError::Load {
            path,
            relative,
            importer,
            why,
        };
        self.errors.push(Located {
            span: from.map(|(import, _)| import.span),
            ..Located::placeless(error, FaultStage::Link)
        });
    }

    /// Adds a file, unless it is there already; its index if it is new.
    fn accept(
        &mut self,
        file: SourceFile,
        from: Option<(Span, usize)>,
        relative: bool,
    ) -> Option<usize> {
        if self.keys.contains_key(&file.key) {
            return None;
        }
        let (id, text, not_utf8) = self.add_source(file.name, file.text);
        let index = self.files.len();
        self.keys.insert(file.key.clone(), index);
        self.files.push(File {
            id,
            imported: from.map(|(span, _)| span),
            relative,
            key: file.key,
            depth: from.map_or(0, |(_, depth)| depth + 1),
            text,
            not_utf8,
        });
        Some(index)
    }

    /// Adds a source text; what of it can be read, and whether it is not UTF-8.
    fn add_source(&mut self, name: String, bytes: Vec<u8>) -> (FileId, Text, bool) {
        self.bytes += bytes.len() as u64;
        if let Some(text) = self.kept.as_ref().and_then(|kept| kept.text(&bytes)) {
            let id = self.sources.add(name, text.clone());
            return (id, text, false);
        }
        let len = bytes.len();
        let (text, bad) = encoding::decode(bytes, self.options.dialect.lexical.encoding);
        // As many bytes as there were: nothing was decoded otherwise.
        let is_whole = text.len() == len;
        let zero = memchr::memchr(0, text.as_bytes());
        let text = Text::from(text);
        let id = self.sources.add(name, text.clone());
        let bad = encoding::bad_code(&text, id, &self.tables.dialect.lexical, &bad);
        if let Some(offset) = zero {
            let span = Span::new(id, offset as u32, offset as u32 + 1);
            let error = AsmError::ZeroByte { offset };
            self.errors
                .push(Located::new(error, span, FaultStage::Pass1));
            return (id, "".into(), bad.is_some());
        }
        if let Some(bad) = bad {
            let span = Span::new(id, bad.place as u32, bad.place as u32 + 3);
            let error = AsmError::NotUtf8 { offset: bad.offset };
            self.errors
                .push(Located::new(error, span, FaultStage::Pass1));
        } else if is_whole && let Some(kept) = &mut self.kept {
            kept.keep_text(&text);
        }
        (id, text, bad.is_some())
    }

    /// Assembles what goes before the main file, which was added and is the first file all the same.
    fn process_prelude(&mut self) {
        let Some(main) = self.files.first() else {
            return;
        };
        let main = main.text.clone();
        let usual = self.tables.dialect.prelude.iter();
        let files: Vec<(String, Vec<u8>)> = match &self.options.prelude {
            Prelude::Nothing => Vec::new(),
            Prelude::AsNeeded => usual
                .filter(|file| {
                    memchr::memmem::find(main.as_bytes(), file.unless.as_bytes()).is_none()
                })
                .map(|file| (file.name.to_owned(), file.text.as_bytes().to_vec()))
                .collect(),
            Prelude::Text { name, text } => vec![(name.clone(), text.clone())],
        };
        for (name, text) in files {
            let key = format!("<{name}>");
            if let Some(index) = self.accept(SourceFile { name, key, text }, None, false) {
                self.process(index);
                // Whether pseudo-instructions may be written is for the program.
                let id = self.files[index].id;
                let is_here = |fault: &Located| fault.span.is_some_and(|span| span.file == id);
                self.errors.retain(|fault| {
                    !matches!(fault.error, AsmError::PseudoForbidden { .. }) || !is_here(fault)
                });
            }
        }
        self.processed = 0;
    }

    /// Assembles the files that were added last and are not imports.
    fn process_new(&mut self) {
        while self.processed < self.files.len() {
            let index = self.processed;
            self.processed = self.files.len();
            self.process(index);
        }
        self.processed = self.files.len();
    }

    fn process(&mut self, index: usize) {
        let file = &self.files[index];
        let key = KeptKey::new(&file.text, file.id, self.starts);
        let kept = self.kept.as_ref().and_then(|kept| kept.part(&key));
        let part = match kept {
            Some(part) => part,
            None => self.process_text(index, key),
        };
        let KeptFile { object, imports } = part;
        self.objects.push(object);
        if self.tables.dialect.placement == Placement::Continuous
            && let Some(object) = self.objects.last()
        {
            self.starts = object.sections.each_ref().map(|section| section.len());
        }
        for import in &*imports {
            self.import(import, index);
        }
        self.processed = self.files.len();
    }

    /// Parses and lays out a file.
    fn process_text(&mut self, index: usize, key: KeptKey) -> KeptFile {
        let (id, text, mut faults) = self.expanded(index);
        let (mut object, more) = self.object(id, &text);
        faults.extend(more);
        let imports = std::mem::take(&mut object.parsed.imports);
        let part = KeptFile {
            object: Rc::new(object),
            imports: imports.into(),
        };
        if let Some(kept) = &mut self.kept
            && faults.is_empty()
            && id == self.files[index].id
        {
            kept.keep_part(key, &text, &part);
        }
        self.more |= faults.len() >= MAX_FAULTS;
        faults.truncate(MAX_FAULTS);
        if self.errors.len() >= MOST_ERRORS {
            self.more |= !faults.is_empty();
            faults.retain(|fault| !fault.error.is_warning());
            faults.truncate(1);
        }
        self.errors.append(&mut faults);
        part
    }

    /// Parses and lays out a text.
    fn object(&self, id: FileId, text: &str) -> (Object, Vec<Located>) {
        let defines = self
            .defines
            .as_ref()
            .map_or((id, ""), |(id, text)| (*id, &**text));
        let places = TextPlacing {
            tables: self.tables,
            sources: &self.sources,
            starts: self.starts,
            red_zones: self.options.red_zones,
        };
        let main = (id, text);
        places.place(Texts { main, defines })
    }

    /// The text of a file without macros and includes.
    fn expanded(&mut self, index: usize) -> (FileId, Text, Vec<Located>) {
        let file = &self.files[index];
        let (id, text) = (file.id, file.text.clone());
        if !expand::is_needed(self.tables, &text) {
            return (id, text, Vec::new());
        }
        let key = file.key.clone();
        let main = SourceText { id, key, text };
        let expanded = expand::expand(self.tables, main, self);
        let text = Text::from(expanded.text);
        self.expanded += text.len() as u64;
        // What it would have defined is not missing.
        self.more |= expanded.gave_up;
        let name = self.sources.name(id).to_owned();
        let new = self.sources.add(name, text.clone());
        self.expansions.push(new, expanded.origins);
        (new, text, expanded.errors)
    }

    fn import(&mut self, import: &Import, index: usize) {
        let limits = self.options.limits;
        let depth = self.files[index].depth;
        let exceeded = if self.files.len() >= limits.max_files {
            Some(("files", limits.max_files as u64))
        } else if depth >= limits.max_import_depth {
            Some(("levels of imports", limits.max_import_depth as u64))
        } else {
            None
        };
        if let Some((what, limit)) = exceeded {
            let error = AsmError::SourceLimit { what, limit };
            self.errors
                .push(Located::new(error, import.span, FaultStage::Link));
            return;
        }
        let importer = self.sources.name(self.files[index].id).to_owned();
        let request = SourceRequest {
            path: &import.path,
            importer: Some(&importer),
            importer_key: Some(&self.files[index].key),
            relative: import.relative,
            limit: self.room(),
        };
        match self.loader.load(&request) {
            Ok(loaded) => {
                self.loads.push(KnownLoad::new(&request, &loaded));
                let from = Some((import.span, depth));
                if let Some(new) = self.accept(loaded, from, import.relative) {
                    self.waiting.insert(&import.path, import.relative, new);
                }
            }
            Err(why) => self.load_error(&import.path, Some((import, index)), why),
        }
    }

    fn finish(mut self) -> Attempt {
        let objects = std::mem::take(&mut self.objects);
        let sections = objects.iter().flat_map(|object| object.contents());
        let sizes = sections.map(|section| section.bytes() as u64).sum::<u64>();
        let (mut program, more) = link(self.tables, &self.sources, objects, self.options);
        // Of a file that was given up, not all names are known.
        if !self.more {
            self.more = more.len() >= MAX_FAULTS;
            self.errors.extend(more);
        }
        self.drop_refusals();
        self.drop_consequences();
        self.sort_errors();
        let failed = self.errors.iter().any(|e| !e.error.is_warning());
        if self.options.additions != Additions::Refused {
            self.explain_lines();
        }
        let place = |fault: &Located| fault.span.map(|span| self.expansions.source(span));
        self.errors.dedup_by(|b, a| {
            place(a) == place(b) && (a.error == b.error || faults::same_words(a, b))
        });
        self.cut_errors();
        let context = Context {
            tables: self.tables,
            files: &self.files,
        };
        let same = |a, b| self.sources.slice(a) == self.sources.slice(b);
        let (mut diagnostics, mut choices) = (Vec::new(), Vec::new());
        for fault in &self.errors {
            let (diagnostic, choice) = context.diagnose(fault);
            diagnostics.push(self.expansions.place(diagnostic, same));
            choices.push(choice.and_then(|choice| {
                let span = self.expansions.patched(choice.span, same)?;
                Some(NameChoice { span, ..choice })
            }));
        }
        for fault in &mut self.errors {
            if let Some((source, trail)) = fault.span.and_then(|span| self.expansions.find(span)) {
                fault.span = Some(source);
                fault.trail = trail;
            }
        }
        if self.options.prelude != Prelude::Nothing {
            let main = self.tables.dialect.main;
            let mut symbols = program.image.symbols.iter();
            let main = main.and_then(|main| symbols.find(|symbol| symbol.name == main));
            program.lines.set_started(main.map(|symbol| symbol.address));
        }
        program.lines.put_back(self.expansions.finder());
        let files = self.files.iter().map(|f| (f.id, f.key.clone()));
        let included = self.included.iter().map(|f| (f.id, f.key.clone()));
        Attempt {
            files: files.chain(included).collect(),
            loads: self.loads,
            effort: self.bytes + self.expanded + sizes,
            choices,
            assembly: Assembly {
                program: (!failed).then_some(program),
                diagnostics,
                errors: self.errors,
                sources: self.sources,
            },
        }
    }
}

/// Where the first file begins in each segment.
fn starts(tables: &Tables) -> [u64; 4] {
    SegmentKind::PLACED.map(|segment| {
        let area = tables.map.area(segment);
        area.map_or(0, |area| u64::from(area.lead()))
    })
}
