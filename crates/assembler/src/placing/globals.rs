//! The symbols that all files share, and which definition of a name counts.

use diag::SourceMap;
use rustc_hash::FxHashMap;

use crate::messages::error::{AsmError, FaultStage, Located};
use crate::placing::addresses::PlacedFile;
use crate::text::parsed::{Def, Sym, SymId, SymbolBinding};

/// The file and the symbol that a name means.
pub(crate) type Globals<'a> = FxHashMap<&'a str, (usize, SymId)>;

/// Collects the symbols that are global, and those of the names that files `shared` anyway; two usual definitions of one name are an error.
pub(crate) fn collect_globals<'a>(
    sources: &'a SourceMap,
    parts: &[PlacedFile],
    shared: &[&str],
    errors: &mut Vec<Located>,
) -> Globals<'a> {
    let mut globals = Globals::default();
    for (k, part) in parts.iter().enumerate() {
        for (index, symbol) in part.object.parsed.symbols.iter().enumerate() {
            let Some(defined) = symbol.defined else {
                continue;
            };
            let is_shared = || shared.contains(&sources.slice(symbol.name));
            if symbol.global.is_none() && (shared.is_empty() || !is_shared()) {
                continue;
            }
            let name = sources.slice(symbol.name);
            let here = (k, SymId(index as u32));
            let (first, sym) = *globals.entry(name).or_insert(here);
            let old = &parts[first].object.parsed.symbols[sym.0 as usize];
            let (strength, old_strength) = (strength(symbol), strength(old));
            if strength > old_strength {
                globals.insert(name, here);
            }
            let clash = (first, sym) != here && strength == old_strength && strength == STRONG;
            if let (true, Some(first)) = (clash, old.defined) {
                let name = name.to_owned();
                let error = AsmError::DuplicateGlobal { name, first };
                errors.push(Located::new(error, defined, FaultStage::Link));
            }
        }
    }
    globals
}

/// How much a definition counts beside others of the same name.
fn strength(symbol: &Sym) -> u8 {
    match (symbol.binding, symbol.def) {
        (SymbolBinding::Weak, _) => 0,
        (_, Def::Common { .. }) => 1,
        _ => STRONG,
    }
}

/// That of a usual definition: there may be only one.
const STRONG: u8 = 2;
