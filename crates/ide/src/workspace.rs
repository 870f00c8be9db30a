//! The documents that are open in an editor, and what is known about their programs.

use crate::analysis::Analysis;
use crate::family::Family;
use crate::files::{EditorFiles, plain};
use crate::findings::Findings;
use crate::keys_of;
use crate::settings::LanguageSettings;
use crate::source::{self, SourceView};
use assembler::outline::OutlineReader;
use assembler::{AssembleOptions, FileSource, tidy};
use diag::{SourceMap, Text};
use harness::course::{self, Course};
use runtime::Language;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// No settings file is longer.
const LONGEST_COURSE: u64 = 1 << 20;

/// What an editor has open.
pub struct Workspace {
    pub(crate) files: Arc<EditorFiles>,
    documents: BTreeMap<PathBuf, SourceDocument>,
    settings: LanguageSettings,
    folders: Vec<PathBuf>,
    /// What courses say about the language of their sources, by folder.
    courses: FxHashMap<PathBuf, Option<Language>>,
    /// What reads each language.
    readers: FxHashMap<&'static str, Rc<OutlineReader>>,
    /// Sources that are not open.
    pub(crate) others: FxHashMap<PathBuf, Rc<SourceView>>,
    /// The sources around the document that was asked about last.
    pub(crate) family: Option<(Rc<SourceView>, Rc<Family>)>,
}

/// An open document.
pub struct SourceDocument {
    /// Its text.
    pub text: Text,
    /// Its number, which grows with each change.
    pub version: i64,
    analysis: Option<Rc<Analysis>>,
    source: Option<Rc<SourceView>>,
    /// What is wrong with it, if it is a settings file.
    settings: Option<Rc<Findings>>,
}

impl SourceDocument {
    /// Whether this is what it says at the moment.
    pub(crate) fn is_current(&self, view: &Rc<SourceView>) -> bool {
        let known = self.source.as_ref();
        known.is_some_and(|known| Rc::ptr_eq(known, view))
    }
}

impl Workspace {
    /// Nothing is open yet; `files` has everything else.
    pub fn new(files: Arc<dyn FileSource>) -> Self {
        Workspace {
            files: Arc::new(EditorFiles::new(files)),
            documents: BTreeMap::new(),
            settings: LanguageSettings::default(),
            folders: Vec::new(),
            courses: FxHashMap::default(),
            readers: FxHashMap::default(),
            others: FxHashMap::default(),
            family: None,
        }
    }

    /// Reads all documents in this way from now on.
    pub fn set_settings(&mut self, settings: LanguageSettings) {
        self.settings = settings;
        self.readers.clear();
        self.forget_files();
    }

    /// The folders that the editor shows; paths may begin there.
    pub fn set_folders(&mut self, folders: Vec<PathBuf>) {
        self.folders = folders.iter().map(|folder| plain(&tidy(folder))).collect();
        self.forget_files();
    }

    /// The folders that the editor shows.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Opens a document, or changes its text; its path as all answers write it.
    pub fn put(&mut self, path: &Path, text: String, version: i64) -> PathBuf {
        let path = plain(&tidy(path));
        self.files.put(&path, &text);
        self.forget_programs_with(&path);
        self.others.remove(&path);
        let document = SourceDocument {
            text: text.into(),
            version,
            analysis: None,
            source: None,
            settings: None,
        };
        self.documents.insert(path.clone(), document);
        path
    }

    /// Closes a document: its file counts again.
    pub fn close(&mut self, path: &Path) {
        let path = plain(&tidy(path));
        self.files.remove(&path);
        self.forget_programs_with(&path);
        self.documents.remove(&path);
    }

    /// An open document.
    pub fn document(&self, path: &Path) -> Option<&SourceDocument> {
        self.documents.get(&plain(&tidy(path)))
    }

    /// The paths of all open documents.
    pub fn open(&self) -> impl Iterator<Item = &Path> {
        self.documents.keys().map(PathBuf::as_path)
    }

    /// Files that are not open have changed.
    pub fn forget_files(&mut self) {
        self.courses.clear();
        self.others.clear();
        self.family = None;
        for document in self.documents.values_mut() {
            document.analysis = None;
        }
    }

    /// Whether there is a file.
    pub(crate) fn exists(&self, path: &Path) -> bool {
        self.files.read(path, None, u64::MAX).is_ok()
    }

    /// The settings that documents are read with.
    pub fn settings(&self) -> &LanguageSettings {
        &self.settings
    }

    /// The text of a file, as it is in the editor.
    pub fn text(&self, path: &Path) -> Option<Text> {
        let open = self.document(path).map(|document| document.text.clone());
        let known = || self.others.get(path).map(|view| view.text.clone());
        let read = || self.files.text_of(path, LONGEST_COURSE).map(Text::from);
        open.or_else(known).or_else(read)
    }

    /// What an open document says.
    pub fn source(&mut self, path: &Path) -> Option<Rc<SourceView>> {
        let path = plain(&tidy(path));
        let language = self.analysis(&path)?.loaded.language;
        let document = self.documents.get(&path)?;
        let known = document.source.as_ref();
        if let Some(known) = known.filter(|known| known.language == language) {
            return Some(Rc::clone(known));
        }
        let text = document.text.clone();
        let reader = self.reader(language);
        let view = Rc::new(SourceView::new(path.clone(), text, language, reader));
        self.documents.get_mut(&path)?.source = Some(Rc::clone(&view));
        Some(view)
    }

    /// What reads a language as the settings want it.
    pub(crate) fn reader(&mut self, language: Language) -> Rc<OutlineReader> {
        let settings = &self.settings;
        let key = match language {
            Language::GnuMips => "gnu for MIPS",
            _ => language.dialect().name,
        };
        let reader = self.readers.entry(key).or_insert_with(|| {
            source::reader(&AssembleOptions {
                delay_slots: settings.delay_slots,
                ..language.options(settings.map)
            })
        });
        Rc::clone(reader)
    }

    /// The program that begins with an open document.
    pub fn analysis(&mut self, path: &Path) -> Option<Rc<Analysis>> {
        let path = plain(&tidy(path));
        let is_source = path.extension().is_none_or(|ending| ending != "toml");
        let document = self.documents.get(&path).filter(|_| is_source)?;
        if let Some(known) = &document.analysis {
            return Some(Rc::clone(known));
        }
        let course = self.course_language(&path);
        let new = Analysis::new(&path, &self.files, &self.folders, &self.settings, course);
        let new = Rc::new(new);
        self.documents.get_mut(&path)?.analysis = Some(Rc::clone(&new));
        Some(new)
    }

    /// What is wrong with an open document and its program. The same value until something changes.
    pub fn findings(&mut self, path: &Path) -> Option<Rc<Findings>> {
        if let Some(analysis) = self.analysis(path) {
            return Some(Rc::clone(&analysis.findings));
        }
        let path = plain(&tidy(path));
        let kind = keys_of::settings_file(&path, |source| self.exists(source))?;
        let document = self.documents.get_mut(&path)?;
        let text = document.text.clone();
        let known = &mut document.settings;
        let known = known.get_or_insert_with(|| Rc::new(keys_of::check(&path, &text, kind)));
        Some(Rc::clone(known))
    }

    fn forget_programs_with(&mut self, path: &Path) {
        let is_new = !self.documents.contains_key(path);
        if path.file_name().is_some_and(|name| name == course::FILE) {
            return self.forget_files();
        }
        for document in self.documents.values_mut() {
            let uses = |program: &Rc<Analysis>| {
                // A document that was missing may be what a program has looked for.
                let findings = &program.findings;
                is_new && findings.has_errors() || findings.file(path).is_some()
            };
            document.analysis.take_if(|program| uses(program));
        }
    }

    /// The language that the course of a file says its sources are written in.
    fn course_language(&mut self, path: &Path) -> Option<Language> {
        let folder = path.parent()?.to_owned();
        if let Some(known) = self.courses.get(&folder) {
            return *known;
        }
        let read = |folder: &Path| {
            self.files
                .text_of(&folder.join(course::FILE), LONGEST_COURSE)
        };
        let text = folder.ancestors().find_map(read);
        let language = text.and_then(|text| {
            let (mut sources, mut said) = (SourceMap::default(), Vec::new());
            Course::read(course::FILE, &text, &mut sources, &mut said).language
        });
        self.courses.insert(folder, language);
        language
    }
}
