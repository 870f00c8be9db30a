//! Names: what each means, where else it is used, and what it can be renamed to.

use crate::family::Family;
use crate::source::{NameAt, SourcePlace, SourceView};
use crate::workspace::Workspace;
use assembler::outline::{ByteRange, OutlineReference, OutlineSymbol, ReferenceRole, SymbolKind};
use std::path::Path;
use std::rc::Rc;

/// A definition: the member of a family, and which of its symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) member: usize,
    pub(crate) symbol: usize,
}

/// Why a name cannot be changed; a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameRefused(pub String);

impl Family {
    /// The symbol of a definition.
    pub(crate) fn symbol(&self, definition: Definition) -> &OutlineSymbol {
        &self.members[definition.member].outline.symbols[definition.symbol]
    }

    /// The source of a definition.
    pub(crate) fn source(&self, definition: Definition) -> &Rc<SourceView> {
        &self.members[definition.member]
    }

    /// The place of a definition.
    pub(crate) fn place(&self, definition: Definition) -> SourcePlace {
        SourcePlace {
            path: self.source(definition).path.clone(),
            at: self.symbol(definition).at,
        }
    }

    /// What a name at a place of a member means.
    pub(crate) fn defined_at(&self, member: usize, offset: usize) -> Option<Definition> {
        match self.members[member].name_at(offset)? {
            NameAt::Symbol(symbol) => self.number(member, symbol),
            NameAt::Reference(reference) => self.resolve(member, reference),
        }
    }

    fn number(&self, member: usize, symbol: &OutlineSymbol) -> Option<Definition> {
        let symbols = &self.members[member].outline.symbols;
        let symbol = symbols.iter().position(|s| s.at == symbol.at)?;
        Some(Definition { member, symbol })
    }

    /// What a reference means.
    pub(crate) fn resolve(
        &self,
        member: usize,
        reference: &OutlineReference,
    ) -> Option<Definition> {
        let own = &self.members[member].outline;
        if let Some(symbol) = own.definition(reference) {
            return self.number(member, symbol);
        }
        if matches!(
            reference.role,
            ReferenceRole::Forward | ReferenceRole::Backward
        ) {
            return None;
        }
        let joined = self.joined(member);
        let in_text = joined
            .iter()
            .find_map(|other| self.named(*other, reference, false));
        let linked = || self.linked(member).into_iter();
        let in_program = || linked().find_map(|other| self.named(other, reference, true));
        let anywhere = || {
            let mut all = 0..self.members.len();
            all.find_map(|other| self.named(other, reference, true))
        };
        in_text.or_else(in_program).or_else(anywhere)
    }

    /// The definition in a member that a reference elsewhere means.
    fn named(
        &self,
        member: usize,
        reference: &OutlineReference,
        is_linked: bool,
    ) -> Option<Definition> {
        let view = &self.members[member];
        let wants_macro = reference.role == ReferenceRole::Call;
        let fits = |symbol: &OutlineSymbol| {
            let is_macro = symbol.kind == SymbolKind::Macro;
            let is_seen = !is_linked || is_shared(view, symbol);
            symbol.scope.is_none()
                && symbol.name == reference.name
                && is_macro == wants_macro
                && is_seen
        };
        let symbol = view.outline.symbols.iter().position(fits)?;
        Some(Definition { member, symbol })
    }

    /// Where a definition is used, and where it is.
    pub(crate) fn uses(&self, definition: Definition) -> Vec<SourcePlace> {
        let symbol = self.symbol(definition);
        let is_private = symbol.scope.is_some() || symbol.kind == SymbolKind::NumericLabel;
        let mut places = vec![self.place(definition)];
        for (member, view) in self.members.iter().enumerate() {
            if is_private && member != definition.member {
                continue;
            }
            for reference in view
                .outline
                .references
                .iter()
                .filter(|r| r.name == symbol.name)
            {
                if self.resolve(member, reference) == Some(definition) {
                    places.push(SourcePlace {
                        path: view.path.clone(),
                        at: reference.at,
                    });
                }
            }
            // A constant may be defined again: all definitions are one name.
            let again = view.outline.symbols.iter().enumerate();
            places.extend(again.filter_map(|(index, other)| {
                let is_same = other.name == symbol.name
                    && other.kind == symbol.kind
                    && other.scope == symbol.scope
                    && other.kind != SymbolKind::NumericLabel
                    && (member, index) != (definition.member, definition.symbol)
                    && member == definition.member;
                is_same.then(|| SourcePlace {
                    path: view.path.clone(),
                    at: other.at,
                })
            }));
        }
        places.sort();
        places.dedup();
        places
    }
}

/// Whether other files of a program see a symbol.
fn is_shared(view: &SourceView, symbol: &OutlineSymbol) -> bool {
    let shared = view.language.dialect().shared_labels;
    symbol.kind == SymbolKind::Variable
        || shared.contains(&symbol.name.as_str())
        || view.outline.declares(&symbol.name)
}

impl Workspace {
    /// Where the name at a place is defined.
    pub fn definition(&mut self, path: &Path, offset: usize) -> Option<SourcePlace> {
        let view = self.source(path)?;
        if let Some(file) = view.outline.files.iter().find(|f| f.at.touches(offset)) {
            let family = self.family(path)?;
            let folder = view.path.parent().unwrap_or(Path::new(""));
            let wanted = assembler::tidy(&folder.join(&file.path));
            let member = family.index(&wanted)?;
            let at = ByteRange::default();
            let path = family.members[member].path.clone();
            return Some(SourcePlace { path, at });
        }
        let family = self.family(path)?;
        let definition = family.defined_at(0, offset)?;
        Some(family.place(definition))
    }

    /// Where the name at a place is used, in the order of the files; its definition is one of them.
    pub fn references(&mut self, path: &Path, offset: usize) -> Vec<SourcePlace> {
        let Some(family) = self.family(path) else {
            return Vec::new();
        };
        if let Some(definition) = family.defined_at(0, offset) {
            return family.uses(definition);
        }
        // Nobody knows what it is, but it is the same everywhere in this file.
        let view = &family.members[0];
        let Some(name) = view.name_at(offset).map(|name| name.name().to_owned()) else {
            return Vec::new();
        };
        let references = view.outline.references.iter().filter(|r| r.name == name);
        let places = references.map(|r| SourcePlace {
            path: view.path.clone(),
            at: r.at,
        });
        places.collect()
    }

    /// The name at a place, if it can be changed.
    ///
    /// # Errors
    ///
    /// When it is not the name of something that a source defines.
    pub fn renameable(&mut self, path: &Path, offset: usize) -> Result<ByteRange, RenameRefused> {
        let refused = |text: String| Err(RenameRefused(text));
        let Some(view) = self.source(path) else {
            return refused("this is not an assembly source".to_owned());
        };
        let Some(name) = view.name_at(offset) else {
            return refused(
                "only labels, constants, macros and parameters can be renamed".to_owned(),
            );
        };
        let (name, at) = (name.name().to_owned(), name.at());
        let found = self
            .family(path)
            .and_then(|f| f.defined_at(0, offset).map(|d| (f, d)));
        match found {
            None => refused(format!(
                "`{name}` is not defined in any file of this program"
            )),
            Some((family, found)) if family.symbol(found).kind == SymbolKind::NumericLabel => {
                refused(format!(
                    "`{name}:` is a number: give the label a name by hand"
                ))
            }
            Some(_) => Ok(at),
        }
    }

    /// The places to change so that the name at a place becomes another.
    ///
    /// # Errors
    ///
    /// When the new name is not one, or something has it already.
    pub fn rename(
        &mut self,
        path: &Path,
        offset: usize,
        new: &str,
    ) -> Result<Vec<SourcePlace>, RenameRefused> {
        self.renameable(path, offset)?;
        let refused = |text: String| Err(RenameRefused(text));
        let Some(family) = self.family(path) else {
            return Ok(Vec::new());
        };
        let Some(found) = family.defined_at(0, offset) else {
            return Ok(Vec::new());
        };
        let symbol = family.symbol(found);
        let view = family.source(found);
        if symbol.name == new {
            return Ok(Vec::new());
        }
        let mark = ['%', '$']
            .into_iter()
            .find(|mark| symbol.name.starts_with(*mark));
        let bare = match mark.filter(|_| symbol.kind == SymbolKind::Parameter) {
            Some(mark) => match new.strip_prefix(mark) {
                Some(bare) => bare,
                None => {
                    return refused(format!(
                        "a parameter here begins with `{mark}`: `{mark}{new}`"
                    ));
                }
            },
            None => new,
        };
        if !view.reader.is_name(bare) {
            return refused(
                match view.reader.is_register(new) || view.reader.is_instruction(new) {
                    true => format!("`{new}` means something else already"),
                    false => format!("`{new}` is not a valid name"),
                },
            );
        }
        let places = family.uses(found);
        for member in &family.members {
            let is_touched = places.iter().any(|place| place.path == member.path);
            let mut symbols = member.outline.symbols.iter();
            let clash = symbols.find(|other| {
                other.name == new && (other.scope.is_none() || other.scope == symbol.scope)
            });
            if let Some(clash) = clash.filter(|_| is_touched) {
                let line = member.text[..clash.at.start].matches('\n').count() + 1;
                let file = member
                    .path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy();
                return refused(format!("`{new}` is already defined in {file}, line {line}"));
            }
            // A name of another file that this one uses would be meant no more.
            let mut used = member.outline.references.iter();
            if is_touched && used.any(|r| r.name == new) {
                let file = member
                    .path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy();
                return refused(format!("{file} already uses another `{new}`"));
            }
        }
        Ok(places)
    }
}
