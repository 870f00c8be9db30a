//! Names that files declare or use, and that none of them defines.

use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};
use crate::placing::link::{Linker, MAX_SUGGESTIONS, similar_names};
use crate::text::parsed::SymbolBinding;

impl Linker<'_> {
    /// The names that objects have to define, if there are objects.
    pub(super) fn wanted(&self) -> Vec<String> {
        let parts = self.parts.iter().filter(|_| self.foreign.is_some());
        let symbols = parts.flat_map(|part| &part.object.parsed.symbols);
        let open = symbols
            .filter(|symbol| symbol.defined.is_none() && symbol.binding != SymbolBinding::Weak);
        let names = open.map(|symbol| self.sources.slice(symbol.name));
        let known = |name: &str| {
            self.globals.contains_key(name)
                || self.externs.address(name).is_some()
                || self.places.symbol(name).is_some()
        };
        let mut names: Vec<String> = names
            .filter(|name| !known(name))
            .map(str::to_owned)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Warns of names that are declared global, but defined nowhere.
    pub(super) fn check_declared(&mut self) {
        for part in self.parts {
            let parsed = &part.object.parsed;
            for symbol in &parsed.symbols {
                let (Some(place), None) = (symbol.global, symbol.defined) else {
                    continue;
                };
                let name = self.sources.slice(symbol.name);
                let known = self.globals.contains_key(name)
                    || self.externs.address(name).is_some()
                    || self.places.symbol(name).is_some()
                    || self.foreign.and_then(|f| f.address(name)).is_some()
                    || symbol.binding == SymbolBinding::Weak;
                if known || self.errors.len() >= MAX_FAULTS {
                    continue;
                }
                self.suggestions += 1;
                let similar = match self.suggestions <= MAX_SUGGESTIONS {
                    true => similar_names(name, self.visible(parsed)),
                    false => Vec::new(),
                };
                let name = name.chars().take(200).collect();
                let warning = AsmError::UndefinedGlobal { name, similar };
                self.errors
                    .push(Located::new(warning, place, FaultStage::Link));
            }
        }
    }
}
