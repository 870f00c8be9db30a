//! What expressions see when files are linked: all places, and the symbols of other files.

use diag::{SourceMap, Span};
use rustc_hash::FxHashMap;

use crate::options::ForeignSymbols;
use crate::placing::addresses::{Externs, PlacedFile};
use crate::placing::globals::Globals;
use crate::placing::outputs::LinkedPlaces;
use crate::text::constants::Constants;
use crate::text::evaluate::{self, Env, ExprFault, ExprValue};
use crate::text::parsed::{Arg, Def, ParsedFile, ParsedOperand, SymId, SymbolBinding};

/// What expressions of one file see.
pub(crate) struct FileScope<'a> {
    pub(crate) sources: &'a SourceMap,
    pub(crate) parts: &'a [PlacedFile],
    pub(crate) globals: &'a Globals<'a>,
    pub(crate) externs: &'a Externs<'a>,
    pub(crate) places: &'a LinkedPlaces,
    pub(crate) foreign: Option<&'a ForeignSymbols>,
    pub(crate) pcrel: &'a FxHashMap<i64, i64>,
    pub(crate) constants: &'a Constants,
    pub(crate) part: usize,
    pub(crate) pc: Option<i64>,
    pub(crate) files: usize,
}

impl FileScope<'_> {
    /// Whether this is the symbol that its name means in all files.
    fn is_chosen(&self, sym: SymId, name: Span) -> bool {
        self.globals.get(self.sources.slice(name)) == Some(&(self.part, sym))
    }
}

impl Env for FileScope<'_> {
    fn parsed(&self) -> &ParsedFile {
        &self.parts[self.part].object.parsed
    }

    fn label(&self, sym: SymId, span: Span) -> Result<ExprValue, ExprFault> {
        let part = &self.parts[self.part];
        let undefined = ExprFault::Undefined(sym, span);
        let symbol = part
            .object
            .parsed
            .symbols
            .get(sym.0 as usize)
            .ok_or(undefined)?;
        match symbol.def {
            Def::Label {
                at: Some((segment, offset)),
            } => Ok(ExprValue::Abs(part.address(segment, offset).into())),
            Def::Label { at: None } => Err(undefined),
            Def::Common { .. } if self.is_chosen(sym, symbol.name) => {
                let address = self.places.symbol(self.sources.slice(symbol.name));
                Ok(ExprValue::Abs(address.ok_or(undefined)?.into()))
            }
            Def::Constant(..) | Def::Undefined | Def::Common { .. } => {
                let name = self.sources.slice(symbol.name);
                let Some((part, other)) = self.globals.get(name).copied() else {
                    let address = self.externs.address(name);
                    let address = address.or_else(|| self.places.symbol(name));
                    let foreign = || self.foreign?.address(name);
                    let address = address.or_else(foreign);
                    let weak = symbol.binding == SymbolBinding::Weak;
                    let address = address.or(weak.then_some(0)).ok_or(undefined)?;
                    return Ok(ExprValue::Abs(address.into()));
                };
                if !self.constants.may_leave(self.files) {
                    return Err(ExprFault::Circular(sym, span));
                }
                let scope = FileScope {
                    part,
                    files: self.files + 1,
                    ..*self
                };
                let arg = Arg::Name {
                    sym: other,
                    reg: None,
                };
                let operand = ParsedOperand { arg, span };
                let value = || evaluate::value(&scope, &operand);
                self.constants.in_other_file(value)
            }
        }
    }

    fn pc(&self) -> Option<i64> {
        self.pc
    }

    fn pcrel(&self, address: i64) -> Option<i64> {
        self.pcrel.get(&address).copied()
    }

    fn global_pointer(&self) -> Option<i64> {
        Some(self.places.global_pointer.into())
    }

    fn slot(&self) -> Option<i64> {
        self.places.slots.get(&self.pc?).copied()
    }

    /// All places are known by now: what has no value gets none.
    fn is_missing(&self, _: SymId) -> bool {
        true
    }

    fn constants(&self) -> &Constants {
        self.constants
    }

    fn file(&self) -> usize {
        self.part
    }

    fn files(&self) -> usize {
        self.files
    }
}
