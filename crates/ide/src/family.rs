//! The sources that may belong to one program: those that are open or near, and which of them name
//! each other.

use crate::source::SourceView;
use crate::workspace::Workspace;
use assembler::{FileSource, tidy};
use runtime::Language;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Folders in which sources of one program may be, beside each other and below a project.
const NEAR: [&str; 3] = ["", "src", "../src"];
const BELOW_PROJECT: [&str; 5] = ["", "src", "tests", "tests/pub", "tests/student"];
/// How sources are named.
const ENDINGS: [&str; 6] = ["s", "S", "asm", "mips", "inc", "mac"];
/// The most files that are looked at, and their largest size.
const MOST_FILES: usize = 400;
const LARGEST: u64 = 1 << 20;

/// Sources that may name each other.
pub(crate) struct Family {
    /// The sources; the first one is the one that was asked about.
    pub(crate) members: Vec<Rc<SourceView>>,
    /// For each of them, those that it names, and whether their text takes the place of the line.
    named: Vec<Vec<(usize, bool)>>,
}

impl Workspace {
    /// The sources around a document.
    pub(crate) fn family(&mut self, path: &Path) -> Option<Rc<Family>> {
        let own = self.source(path)?;
        if let Some((known, family)) = &self.family
            && Rc::ptr_eq(known, &own)
            && family.members.iter().all(|member| self.is_current(member))
        {
            return Some(Rc::clone(family));
        }
        let mut members = vec![Rc::clone(&own)];
        for path in self.near(path) {
            members.extend(self.source_in(&path, own.language));
        }
        let named = members.iter().map(|member| self.named(member, &members));
        let named = named.collect();
        let family = Rc::new(Family { members, named });
        self.family = Some((own, Rc::clone(&family)));
        Some(family)
    }

    /// The paths of sources that are open, or near a document, without its own.
    fn near(&self, path: &Path) -> BTreeSet<PathBuf> {
        let mut paths: BTreeSet<PathBuf> = self.open().map(Path::to_owned).collect();
        paths.retain(|path| is_source(path));
        let folder = path.parent().unwrap_or(Path::new(""));
        let near = NEAR.iter().map(|near| tidy(&folder.join(near)));
        let roots = self.folders().iter();
        let below = roots.flat_map(|root| BELOW_PROJECT.map(|below| tidy(&root.join(below))));
        let folders: BTreeSet<PathBuf> = near.chain(below).collect();
        for folder in folders {
            for name in self.files.list(&folder) {
                let path = folder.join(name);
                if is_source(&path) && paths.len() < MOST_FILES {
                    paths.insert(path);
                }
            }
        }
        paths.remove(path);
        paths
    }

    /// The members that a source names.
    fn named(&self, source: &SourceView, members: &[Rc<SourceView>]) -> Vec<(usize, bool)> {
        let folder = source.path.parent().unwrap_or(Path::new(""));
        let roots = self.folders().iter().map(PathBuf::as_path);
        let folders: Vec<&Path> = std::iter::once(folder).chain(roots).collect();
        let files = source.outline.files.iter();
        let named = files.filter_map(|file| {
            let paths = folders.iter().map(|folder| tidy(&folder.join(&file.path)));
            let mut found = paths.filter_map(|path| members.iter().position(|m| m.path == path));
            Some((found.next()?, file.is_included))
        });
        named.collect()
    }

    /// A source as an open document, or as a file that is read in `language`.
    pub(crate) fn source_in(&mut self, path: &Path, language: Language) -> Option<Rc<SourceView>> {
        if self.document(path).is_some() {
            return self.source(path);
        }
        let known = self.others.get(path);
        if let Some(known) = known.filter(|known| known.language == language) {
            return Some(Rc::clone(known));
        }
        let text = self.files.text_of(path, LARGEST)?;
        let reader = self.reader(language);
        let view = SourceView::new(path.to_owned(), text.into(), language, reader);
        let view = Rc::new(view);
        self.others.insert(path.to_owned(), Rc::clone(&view));
        Some(view)
    }

    fn is_current(&self, view: &Rc<SourceView>) -> bool {
        match self.document(&view.path) {
            Some(document) => document.is_current(view),
            None => self
                .others
                .get(&view.path)
                .is_some_and(|known| Rc::ptr_eq(known, view)),
        }
    }
}

/// Whether a file is named like a source.
pub(crate) fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

impl Family {
    /// The index of a member.
    pub(crate) fn index(&self, path: &Path) -> Option<usize> {
        self.members.iter().position(|member| member.path == path)
    }

    /// The members whose texts make up one text with that of a member.
    pub(crate) fn joined(&self, member: usize) -> Vec<usize> {
        self.reachable(member, |is_included| is_included)
    }

    /// The members that may be linked with a member.
    pub(crate) fn linked(&self, member: usize) -> Vec<usize> {
        self.reachable(member, |_| true)
    }

    fn reachable(&self, from: usize, follows: impl Fn(bool) -> bool) -> Vec<usize> {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            let mut near: Vec<usize> = Vec::new();
            for (member, named) in self.named.iter().enumerate() {
                for (other, _) in named.iter().filter(|(_, kind)| follows(*kind)) {
                    if member == at {
                        near.push(*other);
                    } else if *other == at {
                        near.push(member);
                    }
                }
            }
            for member in near {
                if !found.contains(&member) {
                    found.push(member);
                }
            }
        }
        found
    }
}
