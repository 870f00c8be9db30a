//! Which objects a program is made of, and which definition a name means.

use super::archive::{Member, members};
use super::names::is_named_by_linker;
use super::read::{InputSymbol, RelocatableObject, SymbolPlace, defined_names, is_object, read};
use super::{LinkJob, ObjectError, SourceSide, is_archive};
use crate::elf::ElfError;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most errors that are reported.
const MAX_ERRORS: usize = 20;

/// The objects of a program.
pub(super) struct Chosen<'a> {
    pub objects: Vec<RelocatableObject<'a>>,
    /// The object and symbol that a name means, if an object defines it.
    pub globals: FxHashMap<String, (usize, usize)>,
}

/// How much a definition counts beside others of the same name.
fn strength(symbol: &InputSymbol) -> u8 {
    match symbol.place {
        SymbolPlace::Undefined => 0,
        _ if symbol.weak => 1,
        SymbolPlace::Common => 2,
        SymbolPlace::Absolute | SymbolPlace::Section(_) => 3,
    }
}

/// That of a usual definition: there may be only one.
const STRONG: u8 = 3;

/// Chooses the objects, and the definitions of names.
pub(super) fn resolve<'a>(
    job: &LinkJob<'a>,
    sources: &SourceSide,
) -> Result<Chosen<'a>, Vec<ObjectError>> {
    let one = |error| vec![error];
    let mut state = Resolver {
        job,
        sources,
        chosen: Chosen {
            objects: Vec::new(),
            globals: FxHashMap::default(),
        },
        groups: FxHashSet::default(),
        errors: Vec::new(),
        open: sources.wanted.clone(),
        big_endian: job.big_endian,
    };
    let mut archives: Vec<Archive<'a>> = Vec::new();
    for file in job.files {
        if is_archive(file.bytes) {
            archives.push(Archive::read(members(*file).map_err(one)?).map_err(one)?);
        } else {
            state.add(file.name, file.bytes).map_err(one)?;
        }
    }
    state.pull(&mut archives).map_err(one)?;
    state.check_undefined();
    match state.errors.is_empty() {
        true => Ok(state.chosen),
        false => Err(state.errors),
    }
}

/// An archive, and which of its members defines a name.
struct Archive<'a> {
    members: Vec<Member<'a>>,
    index: FxHashMap<String, usize>,
}

impl<'a> Archive<'a> {
    fn read(members: Vec<Member<'a>>) -> Result<Self, ObjectError> {
        let mut index = FxHashMap::default();
        for (number, member) in members.iter().enumerate() {
            if !is_object(member.bytes) {
                continue;
            }
            for name in defined_names(&member.name, member.bytes)? {
                index.entry(name).or_insert(number);
            }
        }
        Ok(Archive { members, index })
    }
}

struct Resolver<'a, 'j> {
    job: &'j LinkJob<'a>,
    sources: &'j SourceSide,
    chosen: Chosen<'a>,
    /// The groups of sections that are in the program.
    groups: FxHashSet<String>,
    errors: Vec<ObjectError>,
    /// Names that may have no definition yet.
    open: Vec<String>,
    big_endian: Option<bool>,
}

impl<'a> Resolver<'a, '_> {
    /// Takes an object into the program.
    fn add(&mut self, name: &str, bytes: &'a [u8]) -> Result<(), ObjectError> {
        let mut object = read(name, bytes)?;
        let file = || name.to_owned();
        if object.machine != self.job.machine {
            let machine = object.machine;
            let error = ElfError::WrongMachine { machine };
            return Err(ObjectError::Elf {
                file: file(),
                error,
            });
        }
        if *self.big_endian.get_or_insert(object.big_endian) != object.big_endian {
            return Err(ObjectError::ByteOrder { file: file() });
        }
        self.drop_known_groups(&mut object);
        let number = self.chosen.objects.len();
        for (index, symbol) in object.symbols.iter().enumerate() {
            if symbol.local || symbol.name.is_empty() {
                continue;
            }
            if symbol.place == SymbolPlace::Undefined {
                if !symbol.weak {
                    self.open.push(symbol.name.clone());
                }
                continue;
            }
            self.define(&object, number, index, symbol);
        }
        self.chosen.objects.push(object);
        Ok(())
    }

    fn define(
        &mut self,
        object: &RelocatableObject<'_>,
        number: usize,
        index: usize,
        symbol: &InputSymbol,
    ) {
        let new = strength(symbol);
        let duplicate = |first: &str| ObjectError::Duplicate {
            name: symbol.name.clone(),
            first: first.to_owned(),
            second: object.name.clone(),
        };
        if new == STRONG && self.sources.defined.contains_key(&symbol.name) {
            self.errors.push(duplicate("the source"));
            return;
        }
        let Some((other, old)) = self.chosen.globals.get(&symbol.name).copied() else {
            self.chosen
                .globals
                .insert(symbol.name.clone(), (number, index));
            return;
        };
        let old = &self.chosen.objects[other].symbols[old];
        let larger = old.place == SymbolPlace::Common
            && symbol.place == SymbolPlace::Common
            && symbol.size > old.size;
        match new.cmp(&strength(old)) {
            std::cmp::Ordering::Greater => {
                self.chosen
                    .globals
                    .insert(symbol.name.clone(), (number, index));
            }
            std::cmp::Ordering::Equal if larger => {
                self.chosen
                    .globals
                    .insert(symbol.name.clone(), (number, index));
            }
            std::cmp::Ordering::Equal if new == STRONG && self.errors.len() < MAX_ERRORS => {
                let first = self.chosen.objects[other].name.clone();
                self.errors.push(duplicate(&first));
            }
            _ => {}
        }
    }

    /// Of groups of the same name, the first stays; the sections of others are dropped, and what they
    /// define is looked for elsewhere.
    fn drop_known_groups(&mut self, object: &mut RelocatableObject<'_>) {
        for (name, sections) in std::mem::take(&mut object.groups) {
            if self.groups.insert(name) {
                continue;
            }
            for number in sections {
                if let Some(section) = object.sections.get_mut(number) {
                    section.alloc = false;
                    section.relocations.clear();
                }
                let inside =
                    |symbol: &&mut InputSymbol| symbol.place == SymbolPlace::Section(number);
                for symbol in object
                    .symbols
                    .iter_mut()
                    .filter(inside)
                    .filter(|s| !s.local)
                {
                    symbol.place = SymbolPlace::Undefined;
                }
            }
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.chosen.globals.contains_key(name) || self.sources.defined.contains_key(name)
    }

    /// Takes the members of archives that define what is needed, until nothing more is.
    fn pull(&mut self, archives: &mut [Archive<'a>]) -> Result<(), ObjectError> {
        let mut taken: FxHashSet<(usize, usize)> = FxHashSet::default();
        while let Some(name) = self.open.pop() {
            if self.is_defined(&name) {
                continue;
            }
            let mut all = archives.iter().enumerate();
            let found = all.find_map(|(k, archive)| Some((k, *archive.index.get(&name)?)));
            let Some((archive, member)) = found.filter(|found| taken.insert(*found)) else {
                continue;
            };
            let member = &archives[archive].members[member];
            let (name, bytes) = (member.name.clone(), member.bytes);
            self.add(&name, bytes)?;
        }
        Ok(())
    }

    /// Reports names that objects need and nothing defines.
    fn check_undefined(&mut self) {
        let mut reported: FxHashSet<&str> = FxHashSet::default();
        let mut errors = Vec::new();
        for object in &self.chosen.objects {
            for symbol in &object.symbols {
                let needed = symbol.place == SymbolPlace::Undefined
                    && !symbol.local
                    && !symbol.weak
                    && !symbol.name.is_empty();
                let known = self.is_defined(&symbol.name) || is_named_by_linker(&symbol.name);
                if !needed || known || !reported.insert(&symbol.name) || errors.len() >= MAX_ERRORS
                {
                    continue;
                }
                let names = self
                    .chosen
                    .globals
                    .keys()
                    .chain(self.sources.defined.keys());
                let similar = diag::similar(&symbol.name, names.map(String::as_str));
                errors.push(ObjectError::Undefined {
                    name: symbol.name.clone(),
                    file: object.name.clone(),
                    similar: similar.into_iter().map(str::to_owned).collect(),
                });
            }
        }
        self.errors.extend(errors);
    }
}
