//! A patch that is offered works: it is tried before it is shown.
//!
//! The program is assembled again with the patch. If less is wrong then, and nothing else, the patch
//! stays; otherwise only its words do. Where a name was misspelt, all similar names are tried, and
//! those that do not help are not even named.

use diag::{Diagnostic, FileId, Patch, SourceMap, Span};

use crate::messages::advice::NameChoice;
use crate::messages::codes;
use crate::messages::error::AsmError;
use crate::program::Assembly;
use crate::source::loader::{LoadError, Loader, SourceFile, SourceRequest};
use crate::tables::Tables;

/// About as many bytes are read and made to try patches; what comes after is not tried.
const MOST_EFFORT: u64 = 4 << 20;

/// As many names are looked for in files nearby.
const MOST_LOOKUPS: u32 = 10;

/// One way from a main file to an assembly.
pub(crate) struct Attempt {
    pub(crate) assembly: Assembly,
    /// For each diagnostic, the names that may have been meant.
    pub(crate) choices: Vec<Option<NameChoice>>,
    /// The files, and what identifies them.
    pub(crate) files: Vec<(FileId, String)>,
    /// What was asked of the loader.
    pub(crate) loads: Vec<KnownLoad>,
    /// Bytes of all texts, and of what they became.
    pub(crate) effort: u64,
}

/// A wish for a file that was granted.
pub(crate) struct KnownLoad {
    path: String,
    importer: Option<String>,
    relative: bool,
    name: String,
    key: String,
}

impl KnownLoad {
    pub(crate) fn new(request: &SourceRequest<'_>, file: &SourceFile) -> Self {
        KnownLoad {
            path: request.path.to_owned(),
            importer: request.importer_key.map(str::to_owned),
            relative: request.relative,
            name: file.name.clone(),
            key: file.key.clone(),
        }
    }

    fn is(&self, request: &SourceRequest<'_>) -> bool {
        self.path == request.path
            && self.importer.as_deref() == request.importer_key
            && self.relative == request.relative
    }
}

/// Keeps of the patches of an attempt those that work. `again` assembles with a text of the main
/// file, if that has no path, and a loader.
pub(crate) fn choose(
    attempt: Attempt,
    tables: &Tables,
    loader: &mut dyn Loader,
    again: impl Fn(Option<Vec<u8>>, &mut dyn Loader) -> Assembly,
) -> Assembly {
    let Attempt {
        mut assembly,
        choices,
        files,
        loads,
        effort,
    } = attempt;
    let is_cut = assembly.diagnostics.iter().any(|d| d.unshown.errors > 0);
    if is_cut || assembly.diagnostics.is_empty() {
        return assembly;
    }
    let mut diagnostics = std::mem::take(&mut assembly.diagnostics);
    let mut trials = Trials {
        sources: &assembly.sources,
        files: &files,
        loads: &loads,
        loader,
        again: &again,
        before: complaints(&diagnostics),
        room: MOST_EFFORT,
        effort: effort.max(1),
        lookups: MOST_LOOKUPS,
    };
    let faults = assembly.errors.iter().zip(choices);
    for (diagnostic, (fault, choice)) in diagnostics.iter_mut().zip(faults) {
        if let AsmError::UndefinedSymbol { name, .. } = &fault.error
            && choice.is_none()
            && trials.import(tables, diagnostic, name)
        {
            continue;
        }
        if let Some(choice) = choice {
            trials.choose(diagnostic, &choice);
        } else if let Some(patch) = &diagnostic.patch
            && trials.works(patch) == Some(false)
        {
            diagnostic.patch = None;
        }
    }
    assembly.diagnostics = diagnostics;
    assembly
}

struct Trials<'a, A> {
    sources: &'a SourceMap,
    files: &'a [(FileId, String)],
    loads: &'a [KnownLoad],
    loader: &'a mut dyn Loader,
    again: &'a A,
    before: Vec<Complaint>,
    room: u64,
    effort: u64,
    /// As many names are still looked for in other files.
    lookups: u32,
}

impl<A: Fn(Option<Vec<u8>>, &mut dyn Loader) -> Assembly> Trials<'_, A> {
    /// Names only what helps, and offers the patch if that is one name.
    fn choose(&mut self, diagnostic: &mut Diagnostic, choice: &NameChoice) {
        let works = |name: &&String| self.works(&choice.patch(name)) == Some(true);
        let good: Vec<String> = choice.names.iter().filter(works).cloned().collect();
        if let [only] = &good[..] {
            diagnostic.patch = Some(choice.patch(only));
        } else {
            diagnostic.patch = None;
        }
        if !good.is_empty()
            && let Some(help) = diagnostic.help.last_mut()
            && let Some(words) = choice.words(&good)
        {
            *help = words;
        }
    }

    /// Names the file nearby that defines a name, and offers to import it.
    fn import(&mut self, tables: &Tables, diagnostic: &mut Diagnostic, name: &str) -> bool {
        let Some(room) = self.lookups.checked_sub(1) else {
            return false;
        };
        self.lookups = room;
        let place = diagnostic.primary_span().map(|span| span.file);
        let Some((file, key)) = self.files.iter().find(|(id, _)| Some(*id) == place) else {
            return false;
        };
        let Some(path) = self.loader.defining(name, key) else {
            return false;
        };
        let text = self.sources.text(*file);
        let (directive, at) = match tables.directive(".import") {
            Some(_) => (".import", first_statement(text)),
            // What is included is read in place.
            None => (".include", text.len()),
        };
        let line = format!("{directive} \"{path}\"");
        let ends = text.is_empty() || text.ends_with('\n') || at < text.len();
        let patch = Patch {
            span: Span::new(*file, at as u32, at as u32),
            replacement: format!("{}{line}\n", if ends { "" } else { "\n" }),
        };
        diagnostic.help = vec![format!("`{path}` defines it: add `{line}`")];
        diagnostic.patch = Some(patch).filter(|patch| self.works(patch) == Some(true));
        true
    }

    /// Whether less is wrong with the patch; nothing if that would take too long.
    fn works(&mut self, patch: &Patch) -> Option<bool> {
        self.room = self.room.checked_sub(self.effort)?;
        let key = |id: FileId| self.files.iter().find(|f| f.0 == id).map(|f| f.1.clone());
        let Some(key) = key(patch.span.file) else {
            return Some(false);
        };
        let text = self.sources.text(patch.span.file);
        let (start, end) = (patch.span.start as usize, patch.span.end as usize);
        let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) else {
            return Some(false);
        };
        let text = [before, &patch.replacement, after].concat();
        let main = self.files.first().map(|(id, main)| match *main == key {
            true => text.clone().into_bytes(),
            false => self.sources.text(*id).as_bytes().to_vec(),
        });
        let mut files = TrialFiles {
            sources: self.sources,
            files: self.files,
            loads: self.loads,
            loader: &mut *self.loader,
            changed: (&key, &text),
        };
        let assembly = (self.again)(main, &mut files);
        Some(is_less(&complaints(&assembly.diagnostics), &self.before))
    }
}

/// Where the first line begins that is not empty and not a comment.
fn first_statement(text: &str) -> usize {
    let is_comment = |line: &&str| {
        let line = line.trim_start();
        line.is_empty() || line.starts_with('#') || line.starts_with("//")
    };
    let before = text.split_inclusive('\n').take_while(is_comment);
    before.map(str::len).sum()
}

/// What a diagnostic complains about, wherever it is.
type Complaint = (&'static str, String);

fn complaints(diagnostics: &[Diagnostic]) -> Vec<Complaint> {
    // That there is nothing to run is only said if nothing else is wrong.
    let counts = |d: &&Diagnostic| d.code != codes::NO_INSTRUCTIONS;
    let complaint = |d: &Diagnostic| (d.code.0, d.title.clone());
    let counted = diagnostics.iter().filter(counts);
    let mut all: Vec<Complaint> = counted.map(complaint).collect();
    all.sort_unstable();
    all
}

/// Whether some of the complaints are gone and none is new; both are sorted.
fn is_less(after: &[Complaint], before: &[Complaint]) -> bool {
    let mut left = before.iter();
    after.len() < before.len() && after.iter().all(|one| left.any(|other| other == one))
}

/// The files as they were read, but for one that is changed.
struct TrialFiles<'a> {
    sources: &'a SourceMap,
    files: &'a [(FileId, String)],
    loads: &'a [KnownLoad],
    loader: &'a mut dyn Loader,
    changed: (&'a str, &'a str),
}

impl Loader for TrialFiles<'_> {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        let Some(known) = self.loads.iter().find(|known| known.is(request)) else {
            return self.loader.load(request);
        };
        let text = match known.key == self.changed.0 {
            true => self.changed.1,
            false => {
                let id = self.files.iter().find(|(_, key)| *key == known.key);
                id.map_or("", |(id, _)| self.sources.text(*id))
            }
        };
        Ok(SourceFile {
            name: known.name.clone(),
            key: known.key.clone(),
            text: text.as_bytes().to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(after: &[&'static str], before: &[&'static str], expect: bool) {
        let all = |codes: &[&'static str]| -> Vec<Complaint> {
            codes.iter().map(|code| (*code, String::new())).collect()
        };
        assert_eq!(is_less(&all(after), &all(before)), expect);
    }

    #[test]
    fn less_is_wrong_if_something_is_gone_and_nothing_new() {
        check(&[], &["E1"], true);
        check(&["E1"], &["E1", "E1"], true);
        check(&["E2"], &["E1", "E2", "E3"], true);
        check(&["E1"], &["E1"], false);
        check(&["E2"], &["E1", "E1"], false);
        check(&["E1", "E2"], &["E1"], false);
    }
}
