//! The values of constants, remembered.
//!
//! A constant may name others that stand below it, and each of them may be named many times: if
//! each use were computed anew, forty lines could take hours. So what came of a constant is kept,
//! together with what it depended on, and taken again wherever computing it would give the same.
//!
//! The limits on nesting count from the use of a constant, so a value is only taken where the
//! constants below it would have been within the limits too. Where they would not, the way down to
//! the constant that is reported is walked again: it is one way, since the first fault ends all.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::text::evaluate::{Env, ExprFault, ExprValue};
use crate::text::expr::MAX_DEPTH;
use crate::text::parsed::SymId;

/// How many files expressions may lead through.
const MAX_FILES: usize = 32;
/// How deeply constants of several files may nest, so that the stack is large enough for them.
const MAX_NESTING: usize = 256;

/// What is known about the constants of one file, or of all files that are linked.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    known: RefCell<FxHashMap<(usize, SymId), Known>>,
    /// What the constant that is being computed has depended on so far.
    needs: Cell<Needs>,
    /// How many constants are being computed, each for the one before.
    nesting: Cell<usize>,
    /// How often a label has got another place.
    moves: Cell<u32>,
}

/// What a result depends on.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    /// How deeply constants nest below this one.
    depth: usize,
    /// How many files it leads through.
    files: usize,
    /// Places of labels.
    labels: bool,
    /// The place of the instruction that uses it.
    pc: bool,
    /// It has no value before this symbol has one.
    missing: Option<SymId>,
}

/// What came of a constant.
#[derive(Clone, Copy, Debug)]
struct Known {
    result: Result<ExprValue, ExprFault>,
    needs: Needs,
    place: Place,
    pc: Option<i64>,
    moves: u32,
}

/// Where a constant is computed: how deeply it nests in its file, and in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    depth: usize,
    files: usize,
    nesting: usize,
}

impl Constants {
    /// The value of a constant that is nested this deeply: as it is remembered, or else computed.
    pub(crate) fn value<E: Env>(
        &self,
        env: &E,
        sym: SymId,
        depth: usize,
        compute: impl FnOnce() -> Result<ExprValue, ExprFault>,
    ) -> Result<ExprValue, ExprFault> {
        let key = (env.file(), sym);
        let place = Place {
            depth,
            files: env.files(),
            nesting: self.nesting.get(),
        };
        let known = self.known.borrow().get(&key).copied();
        if let Some(known) = known.filter(|known| self.holds(known, env, place)) {
            self.add(known.needs);
            return known.result;
        }
        let outer = self.needs.take();
        self.nesting.set(place.nesting + 1);
        let result = compute();
        self.nesting.set(place.nesting);
        let needs = self.needs.replace(outer);
        self.add(needs);
        let known = Known {
            result,
            needs,
            place,
            pc: env.pc(),
            moves: self.moves.get(),
        };
        self.known.borrow_mut().insert(key, known);
        result
    }

    /// Whether computing it here would give the same.
    fn holds(&self, known: &Known, env: &impl Env, place: Place) -> bool {
        let needs = known.needs;
        let within_limits = match known.result {
            // Which constant is the last one depends on where the count begins.
            Err(ExprFault::Circular(..)) => known.place == place,
            _ => {
                place.depth + needs.depth <= MAX_DEPTH
                    && place.files + needs.files <= MAX_FILES + 1
                    && (needs.files == 0 || place.nesting <= known.place.nesting)
            }
        };
        within_limits
            && (!needs.pc || known.pc == env.pc())
            && (!needs.labels || known.moves == self.moves.get())
            && needs.missing.is_none_or(|sym| env.is_missing(sym))
    }

    /// Notes that the constant being computed depends on a constant with these needs.
    fn add(&self, inner: Needs) {
        let outer = self.needs.get();
        self.needs.set(Needs {
            depth: outer.depth.max(inner.depth + 1),
            files: outer.files.max(inner.files),
            labels: outer.labels || inner.labels,
            pc: outer.pc || inner.pc,
            missing: outer.missing.or(inner.missing),
        });
    }

    /// Notes the use of a constant that is a number.
    pub(crate) fn add_number(&self) {
        self.add(Needs::default());
    }

    /// Notes the use of a label; one that is missing may get its place later.
    pub(crate) fn add_label(&self, missing: Option<SymId>) {
        let needs = self.needs.get();
        self.needs.set(Needs {
            labels: true,
            missing: needs.missing.or(missing),
            ..needs
        });
    }

    /// Notes the use of the instruction's own place.
    pub(crate) fn add_pc(&self) {
        let needs = self.needs.get();
        self.needs.set(Needs { pc: true, ..needs });
    }

    /// Whether an expression that has led through this many files may lead to another one.
    pub(crate) fn may_leave(&self, files: usize) -> bool {
        files <= MAX_FILES && self.nesting.get() <= MAX_NESTING
    }

    /// Computes something in another file, where constants nest from the start again.
    pub(crate) fn in_other_file<T>(&self, compute: impl FnOnce() -> T) -> T {
        let outer = self.needs.take();
        let result = compute();
        let inner = self.needs.get();
        self.needs.set(Needs {
            depth: outer.depth,
            files: outer.files.max(inner.files + 1),
            labels: outer.labels || inner.labels,
            pc: outer.pc || inner.pc,
            missing: outer.missing.or(inner.missing),
        });
        result
    }

    /// Notes that a label has got another place than it had.
    pub(crate) fn label_moved(&self) {
        self.moves.set(self.moves.get().wrapping_add(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Modifier;
    use crate::text::evaluate;
    use crate::text::lex::Op;
    use crate::text::parsed::{
        Arg, Def, ExprId, ExprNode, ParsedFile, ParsedOperand, Sym, SymbolBinding,
    };
    use diag::{SourceMap, Span};
    use proptest::prelude::*;

    /// How many constants each of the two files has; the symbols above these are labels.
    const COUNT: u32 = 90;

    /// What a constant names.
    #[derive(Clone, Copy, Debug)]
    enum Term {
        /// One that stands so far below it.
        Below(u32),
        /// Any: this may lead round.
        Any(u32),
        /// A label of this file, which may not be placed yet.
        Label(u32),
        /// A constant of the other file.
        Other(u32),
        Pcrel,
        Zero,
    }

    #[derive(Clone, Copy)]
    struct World<'a> {
        units: &'a [ParsedFile; 2],
        constants: &'a Constants,
        /// Counts the questions, if nothing is to be found again.
        asked: Option<&'a Cell<usize>>,
        placed: u32,
        pc: Option<i64>,
        part: usize,
        files: usize,
    }

    impl Env for World<'_> {
        fn parsed(&self) -> &ParsedFile {
            &self.units[self.part]
        }

        fn label(&self, sym: SymId, span: Span) -> Result<ExprValue, ExprFault> {
            let number = sym.0 - COUNT;
            if number < 4 {
                return match number < self.placed {
                    true => Ok(ExprValue::Abs(100 + i64::from(number))),
                    false => Err(ExprFault::NotYet),
                };
            }
            if !self.constants.may_leave(self.files) {
                return Err(ExprFault::Circular(sym, span));
            }
            let scope = World {
                part: 1 - self.part,
                files: self.files + 1,
                ..*self
            };
            let operand = name(SymId(number - 4), span);
            let value = || evaluate::value(&scope, &operand);
            self.constants.in_other_file(value)
        }

        fn pc(&self) -> Option<i64> {
            self.pc
        }

        fn is_missing(&self, sym: SymId) -> bool {
            sym.0 - COUNT >= self.placed
        }

        fn constants(&self) -> &Constants {
            self.constants
        }

        fn file(&self) -> usize {
            match self.asked {
                Some(asked) => asked.replace(asked.get() + 1),
                None => self.part,
            }
        }

        fn files(&self) -> usize {
            self.files
        }
    }

    fn name(sym: SymId, span: Span) -> ParsedOperand {
        let arg = Arg::Name { sym, reg: None };
        ParsedOperand { arg, span }
    }

    fn parsed(terms: &[Vec<Term>], place: Span) -> ParsedFile {
        let mut parsed = ParsedFile::new(place.file);
        for (k, terms) in (0..).zip(terms) {
            let start = parsed.nodes.len() as u32;
            parsed.nodes.push(ExprNode::Int(1));
            for term in terms {
                let sym = match *term {
                    Term::Below(step) => (k + step).min(COUNT - 1),
                    Term::Any(number) => number,
                    Term::Label(number) => COUNT + number,
                    Term::Other(number) => COUNT + 4 + number,
                    Term::Pcrel => COUNT,
                    Term::Zero => {
                        parsed
                            .nodes
                            .extend([ExprNode::Int(0), ExprNode::Binary(Op::Slash)]);
                        continue;
                    }
                };
                parsed.nodes.push(ExprNode::Sym(SymId(sym)));
                if let Term::Pcrel = term {
                    parsed.nodes.push(ExprNode::Modifier(Modifier::PcrelHi20));
                }
                parsed.nodes.push(ExprNode::Binary(Op::Plus));
            }
            let len = parsed.nodes.len() as u32 - start;
            let last = k + 1 == COUNT;
            let arg = if last {
                Arg::Int(1)
            } else {
                Arg::Expr(ExprId { start, len })
            };
            parsed
                .symbols
                .push(symbol(Def::Constant(arg, place), place));
        }
        for _ in 0..4 + COUNT {
            parsed.symbols.push(symbol(Def::Undefined, place));
        }
        parsed.node_spans = vec![place; parsed.nodes.len()];
        parsed
    }

    fn symbol(def: Def, name: Span) -> Sym {
        Sym {
            name,
            def,
            defined: Some(name),
            global: None,
            hidden: false,
            binding: SymbolBinding::Usual,
        }
    }

    fn terms() -> impl Strategy<Value = Vec<Vec<Term>>> {
        let step = || (1..3u32).prop_map(Term::Below);
        let rare = prop_oneof![
            (0..COUNT).prop_map(Term::Any),
            (0..4u32).prop_map(Term::Label),
            (0..COUNT).prop_map(Term::Other),
            Just(Term::Pcrel),
            Just(Term::Zero),
        ];
        let one = prop_oneof![
            30 => step().prop_map(|one| vec![one]),
            1 => (step(), step()).prop_map(|(one, two)| vec![one, two]),
            1 => (rare.clone(), step()).prop_map(|(one, two)| vec![one, two]),
            1 => (step(), rare).prop_map(|(one, two)| vec![one, two]),
        ];
        proptest::collection::vec(one, COUNT as usize)
    }

    proptest! {
        #[test]
        fn what_is_remembered_is_what_would_be_computed(
            terms in [terms(), terms()],
            questions in proptest::collection::vec((0..COUNT, 0..2usize, 0..3i64, 0..5u32), 1..60),
        ) {
            let mut sources = SourceMap::default();
            let place = Span::new(sources.add("a", ""), 0, 0);
            let units = &terms.map(|terms| parsed(&terms, place));
            let constants = &Constants::default();
            let mut most = 0;
            for (number, part, pc, placed) in questions {
                most = placed.max(most);
                let world = World {
                    units,
                    constants,
                    asked: None,
                    placed: most,
                    pc: Some(pc * 4096).filter(|pc| *pc > 0),
                    part,
                    files: 0,
                };
                let naive = World {
                    constants: &Constants::default(),
                    asked: Some(&Cell::default()),
                    ..world
                };
                let operand = name(SymId(number), place);
                prop_assert_eq!(evaluate::value(&world, &operand), evaluate::value(&naive, &operand));
            }
        }
    }
}
