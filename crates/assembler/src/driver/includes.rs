//! The files that a program needs besides those that it names: what they include, and a start.

use super::Driver;
use crate::dialect::Placement;
use crate::messages::error::{AsmError, Importer};
use crate::options::SourceLimits;
use crate::placing::layout::Object;
use crate::source::include::{Includes, SourceText};
use crate::source::loader::{SourceFile, SourceRequest};
use crate::trial::KnownLoad;
use std::rc::Rc;

impl Includes for Driver<'_> {
    fn bytes(&mut self, path: &str, importer: &SourceText) -> Result<Vec<u8>, AsmError> {
        let loaded = self.load_included(path, importer)?;
        self.bytes += loaded.text.len() as u64;
        Ok(loaded.text)
    }

    fn include(&mut self, path: &str, importer: &SourceText) -> Result<SourceText, AsmError> {
        let loaded = self.load_included(path, importer)?;
        let main = self.files.iter().map(|f| (f.id, &f.key, &f.text));
        let included = self.included.iter().map(|f| (f.id, &f.key, &f.text));
        if let Some((id, key, text)) = main.chain(included).find(|f| *f.1 == loaded.key) {
            let (key, text) = (key.clone(), text.clone());
            return Ok(SourceText { id, key, text });
        }
        let (id, text, _) = self.add_source(loaded.name, loaded.text);
        let key = loaded.key;
        let new = SourceText { id, key, text };
        self.included.push(new.clone());
        Ok(new)
    }

    fn limits(&self) -> SourceLimits {
        self.options.limits
    }

    fn expanded_room(&self) -> u64 {
        let limit = self.options.limits.max_expanded;
        limit.saturating_sub(self.expanded)
    }
}

impl Driver<'_> {
    /// Loads a file that another one includes.
    fn load_included(&mut self, path: &str, importer: &SourceText) -> Result<SourceFile, AsmError> {
        let name = self.sources.name(importer.id).to_owned();
        let request = SourceRequest {
            path,
            importer: Some(&name),
            importer_key: Some(&importer.key),
            relative: true,
            limit: self.room(),
        };
        let loaded = self.loader.load(&request).map_err(|why| AsmError::Load {
            path: path.to_owned(),
            relative: true,
            importer: Some(Importer {
                name: name.clone(),
                relative: true,
            }),
            why,
        })?;
        self.loads.push(KnownLoad::new(&request, &loaded));
        Ok(loaded)
    }

    /// Adds the file that calls the program's main function, if the program has no start of its own.
    pub(super) fn add_start(&mut self) {
        let Placement::Sections(rules) = self.tables.dialect.placement else {
            return;
        };
        let defines = |object: &Rc<Object>, name: &str| {
            let mut symbols = object.parsed.symbols.iter();
            symbols.any(|symbol| {
                let global = symbol.global.is_some() && symbol.defined.is_some();
                global && self.sources.slice(symbol.name) == name
            })
        };
        let defined = |name: &str| self.objects.iter().any(|object| defines(object, name));
        let has_start = defined(self.tables.dialect.entry) || defined(rules.other_entry);
        if has_start || !defined("main") {
            return;
        }
        let name = "<start>".to_owned();
        let file = SourceFile {
            key: name.clone(),
            name,
            text: rules.start.into(),
        };
        if let Some(index) = self.accept(file, None, false) {
            self.process(index);
        }
    }
}
