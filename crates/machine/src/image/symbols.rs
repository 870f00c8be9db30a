//! The names of a program, found by name.

use super::Symbol;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt;
use std::hash::BuildHasher;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The names of a program, by ascending address. They do not change any more: copies share them, and
/// an index by name is made when the first is looked up.
#[derive(Clone, Default)]
pub struct SymbolTable {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    all: Vec<Symbol>,
    /// For each hash of a name, the symbol that has it: of several of one name the best, of several
    /// names one of them.
    by_hash: OnceLock<FxHashMap<u64, usize>>,
}

impl SymbolTable {
    /// The symbol with this name: the first that is global, or else the first.
    pub fn named(&self, name: &str) -> Option<&Symbol> {
        let by_hash = self.shared.by_hash.get_or_init(|| self.index());
        let found = &self[*by_hash.get(&hash(name))?];
        match found.name == name {
            true => Some(found),
            false => self.search(name),
        }
    }

    fn index(&self) -> FxHashMap<u64, usize> {
        let mut index = FxHashMap::with_capacity_and_hasher(self.len(), FxBuildHasher);
        for (number, symbol) in self.iter().enumerate() {
            let known = index.entry(hash(&symbol.name)).or_insert(number);
            let other = &self[*known];
            if other.name == symbol.name && symbol.global && !other.global {
                *known = number;
            }
        }
        index
    }

    /// The same as [`named`](SymbolTable::named), for names whose hash is another one's.
    fn search(&self, name: &str) -> Option<&Symbol> {
        let mut found = self.iter().filter(|s| s.name == name);
        let first = found.next()?;
        if first.global {
            Some(first)
        } else {
            found.find(|s| s.global).or(Some(first))
        }
    }
}

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

impl Deref for SymbolTable {
    type Target = [Symbol];

    fn deref(&self) -> &[Symbol] {
        &self.shared.all
    }
}

impl From<Vec<Symbol>> for SymbolTable {
    fn from(all: Vec<Symbol>) -> Self {
        let by_hash = OnceLock::new();
        SymbolTable {
            shared: Arc::new(Shared { all, by_hash }),
        }
    }
}

impl FromIterator<Symbol> for SymbolTable {
    fn from_iter<I: IntoIterator<Item = Symbol>>(all: I) -> Self {
        all.into_iter().collect::<Vec<Symbol>>().into()
    }
}

impl<'a> IntoIterator for &'a SymbolTable {
    type Item = &'a Symbol;
    type IntoIter = std::slice::Iter<'a, Symbol>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for SymbolTable {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for SymbolTable {}

impl fmt::Debug for SymbolTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    #[test]
    fn the_index_finds_what_a_search_finds() {
        for seed in 0..50 {
            let bits = |k: u64| mix(seed * 1000 + k);
            let symbols = (0..40).map(|k| Symbol {
                name: format!("s{}", bits(k) % 20),
                address: k as u32,
                global: bits(k) & 0x300 == 0,
                absolute: false,
            });
            let table: SymbolTable = symbols.collect();
            for k in 0..25 {
                let name = format!("s{k}");
                let (found, slow) = (table.named(&name), table.search(&name));
                assert_eq!(found, slow, "{name} of {table:?}");
            }
        }
    }
}
