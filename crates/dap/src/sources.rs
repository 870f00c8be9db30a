//! Source files, as editors know them.

use crate::adapter::{Adapter, Answer};
use crate::arguments::{Details, Source};
use crate::launch::Launcher;
use debug::Engine;
use diag::FileId;
use serde_json::{Value, json};

/// A path that can be compared: Windows writes drives in both cases and separators both ways.
fn plain(path: &str) -> String {
    let path = path.replace('\\', "/");
    match path.get(1..2) {
        Some(":") => path[..1].to_ascii_lowercase() + &path[1..],
        _ => path,
    }
}

/// The number of a file for sources that have no path; numbers begin at 1.
fn reference(engine: &Engine, file: FileId) -> i64 {
    let mut files = engine.loaded().sources.files();
    files
        .position(|known| known == file)
        .map_or(0, |k| k as i64 + 1)
}

/// A source file in a message.
pub(crate) fn source_of(engine: &Engine, launcher: &impl Launcher, file: FileId) -> Value {
    let name = engine.loaded().sources.name(file);
    let short = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match launcher.path(name) {
        Some(path) => json!({ "name": short, "path": path }),
        None => json!({ "name": short, "sourceReference": reference(engine, file) }),
    }
}

impl<L: Launcher> Adapter<L> {
    /// The file that an editor means.
    pub(crate) fn file_of(&self, source: &Source) -> Option<FileId> {
        let session = self.session.as_ref()?;
        let engine = session.repl.program();
        let sources = &engine.loaded().sources;
        if let Some(number @ 1..) = source.source_reference {
            return sources.files().nth(usize::try_from(number).ok()? - 1);
        }
        let wanted = plain(source.path.as_deref().or(source.name.as_deref())?);
        let is_it = |file: &FileId| {
            let name = sources.name(*file);
            let path = self.launcher.path(name);
            path.is_some_and(|path| plain(&path) == wanted) || plain(name) == wanted
        };
        sources.files().find(is_it)
    }

    pub(crate) fn loaded_sources(&mut self) -> Answer {
        let Some(session) = &self.session else {
            return Ok(json!({ "sources": [] }).into());
        };
        let engine = session.repl.program();
        let files = engine.loaded().sources.files();
        let sources: Vec<Value> = files
            .map(|file| source_of(engine, &self.launcher, file))
            .collect();
        Ok(json!({ "sources": sources }).into())
    }

    pub(crate) fn source(&mut self, details: &Details) -> Answer {
        let wanted = match details.source_reference {
            0 => details.source.clone(),
            number => Source {
                source_reference: Some(number),
                ..Source::default()
            },
        };
        let file = self.file_of(&wanted).ok_or("there is no such source")?;
        let engine = self.session()?.engine();
        let text = engine.loaded().sources.text(file);
        Ok(json!({ "content": text, "mimeType": "text/x-asm" }).into())
    }
}
