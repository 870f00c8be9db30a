//! Loads and stores of more bytes than the elements have that they go to: `lw` from an array of
//! half-words takes two of them.
//!
//! Addresses are followed through each function as far as the code shows them: what `la` loads, what
//! is added to it, and where several ways meet.

use crate::codes;
use crate::effect::{LoadOrStore, RowEffect, effect, registers};
use crate::flow::{FlowFunction, Next, ProgramFlow, Way};
use assembler::Program;
use diag::{Diagnostic, SourceMap, Span};
use machine::isa::{Class, Reg, RegisterSet, Role};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Directives whose elements are smaller than a word, and how many bytes those have.
const SMALL: &[(&str, u8)] = &[
    (".byte", 1),
    (".half", 2),
    (".short", 2),
    (".hword", 2),
    (".2byte", 2),
];

/// Data that a directive declares.
struct Declared {
    first: u32,
    end: u32,
    span: Span,
    /// The bytes of one element, if they are small.
    element: Option<(&'static str, u8)>,
}

/// What is known of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pointer {
    /// Its value.
    Exactly(u32),
    /// This, and something more.
    From(u32),
    /// An address in the data with this index.
    Into(usize),
}

type Pointers = FxHashMap<Reg, Pointer>;

/// Finds accesses that are larger than what was declared.
pub(super) struct Sizes<'a> {
    flow: &'a ProgramFlow,
    data: Vec<Declared>,
}

impl<'a> Sizes<'a> {
    pub(super) fn new(flow: &'a ProgramFlow, sources: &SourceMap, program: &Program) -> Self {
        let lines = program
            .lines
            .iter()
            .filter(|line| !line.code && line.size > 0);
        let data = lines.map(|line| {
            let text = sources.slice(line.span);
            let name = text.split_whitespace().next().unwrap_or("");
            let mut small = SMALL.iter();
            Declared {
                first: line.address,
                end: line.address.saturating_add(line.size),
                span: line.span,
                element: small
                    .find(|(known, _)| name.eq_ignore_ascii_case(known))
                    .copied(),
            }
        });
        Sizes {
            flow,
            data: data.collect(),
        }
    }

    /// What is wrong in a function.
    pub(super) fn check(&self, function: &FlowFunction) -> Vec<Diagnostic> {
        // Most programs declare nothing smaller than a word.
        if self.data.iter().all(|data| data.element.is_none()) {
            return Vec::new();
        }
        let before = self.pointers(function);
        let mut steps: Vec<usize> = before.keys().copied().collect();
        steps.sort_unstable();
        let found = steps.into_iter().filter_map(|step| {
            let (access, store) = self.access(step)?;
            let data = self.declared(before[&step].get(&access.base).copied()?, access.offset)?;
            let (directive, bytes) = data.element.filter(|(_, bytes)| access.bytes > *bytes)?;
            let here = self.flow.steps[step].span;
            Some({
                let row = self.flow.steps[step].row.name;
                let (verb, right) = match store {
                    true => ("stores", self.smaller(row, bytes)),
                    false => ("loads", self.smaller(row, bytes)),
                };
                let title = format!(
                    "`{row}` {verb} {} bytes of data that were declared with `{directive}`",
                    access.bytes
                );
                Diagnostic::warning(codes::OTHER_SIZE, title)
                    .primary(
                        here,
                        format!("{verb} {} elements at once", access.bytes / bytes),
                    )
                    .secondary(data.span, format!("{bytes} {} each", plural(bytes)))
                    .help(format!(
                        "use `{right}` for one element, and offsets that are multiples of {bytes}"
                    ))
            })
        });
        found.collect()
    }

    fn access(&self, step: usize) -> Option<(LoadOrStore, bool)> {
        let at = &self.flow.steps[step];
        match effect(self.flow.desc, at.row, at.word, at.address) {
            RowEffect::Load(access) => Some((access, false)),
            RowEffect::Store(access) => Some((access, true)),
            _ => None,
        }
    }

    /// The load or store of the same kind that moves this many bytes.
    fn smaller(&self, name: &str, bytes: u8) -> &'static str {
        let kind = name.chars().next();
        let rows = self.flow.desc.rows.iter();
        let mut fits = rows.filter(|row| {
            let is_kind = matches!(row.class, Class::Load | Class::Store);
            is_kind
                && row.name.chars().next() == kind
                && row.meaning == machine::isa::Meaning::Move(bytes)
        });
        fits.next().map_or("a smaller one", |row| row.name)
    }

    fn declared(&self, pointer: Pointer, offset: i32) -> Option<&Declared> {
        match pointer {
            Pointer::Into(index) => self.data.get(index),
            Pointer::Exactly(address) | Pointer::From(address) => {
                let index = self.index(address.wrapping_add_signed(offset))?;
                self.data.get(index)
            }
        }
    }

    fn index(&self, address: u32) -> Option<usize> {
        let after = self.data.partition_point(|data| data.first <= address);
        let index = after.checked_sub(1)?;
        (address < self.data[index].end).then_some(index)
    }

    /// What is known of registers before each instruction of a function.
    fn pointers(&self, function: &FlowFunction) -> FxHashMap<usize, Pointers> {
        let entry = function.entry;
        let mut before = FxHashMap::from_iter([(entry, Pointers::default())]);
        let mut work = VecDeque::from([entry]);
        while let Some(step) = work.pop_front() {
            let after = self.after(step, before[&step].clone());
            for way in self.flow.ways(entry, step) {
                let (Way::To(next) | Way::Taken(next)) = way else {
                    continue;
                };
                let new = match before.get(&next) {
                    Some(known) => self.meet(known, &after),
                    None => after.clone(),
                };
                if before.get(&next) != Some(&new) {
                    before.insert(next, new);
                    work.push_back(next);
                }
            }
        }
        before
    }

    fn meet(&self, one: &Pointers, other: &Pointers) -> Pointers {
        let index = |pointer: Pointer| match pointer {
            Pointer::Into(index) => Some(index),
            Pointer::Exactly(address) => self.index(address),
            Pointer::From(_) => None,
        };
        let both = one.iter().filter_map(|(reg, a)| {
            let b = *other.get(reg)?;
            if *a == b {
                return Some((*reg, b));
            }
            let same = index(*a).filter(|found| Some(*found) == index(b))?;
            Some((*reg, Pointer::Into(same)))
        });
        both.collect()
    }

    fn after(&self, step: usize, mut known: Pointers) -> Pointers {
        let (desc, at) = (self.flow.desc, &self.flow.steps[step]);
        let new = match effect(desc, at.row, at.word, at.address) {
            RowEffect::Constant { rd, value } => Some((rd, Pointer::Exactly(value))),
            RowEffect::Add { rd, rs, number } => known.get(&rs).map(|pointer| {
                let moved = |address: u32| address.wrapping_add_signed(number);
                let pointer = match *pointer {
                    Pointer::Exactly(address) => Pointer::Exactly(moved(address)),
                    Pointer::From(address) => Pointer::From(moved(address)),
                    Pointer::Into(index) => Pointer::Into(index),
                };
                (rd, pointer)
            }),
            RowEffect::Or { rd, rs, number } => match known.get(&rs) {
                Some(Pointer::Exactly(value)) => Some((rd, Pointer::Exactly(value | number))),
                _ => None,
            },
            RowEffect::Sum { rd, a, b } => match (known.get(&a), known.get(&b)) {
                (Some(Pointer::Exactly(x)), Some(Pointer::Exactly(y))) => {
                    Some((rd, Pointer::Exactly(x.wrapping_add(*y))))
                }
                (Some(Pointer::Exactly(base) | Pointer::From(base)), None)
                | (None, Some(Pointer::Exactly(base) | Pointer::From(base))) => {
                    Some((rd, Pointer::From(*base)))
                }
                (Some(Pointer::Into(index)), None) | (None, Some(Pointer::Into(index))) => {
                    Some((rd, Pointer::Into(*index)))
                }
                _ => None,
            },
            _ => None,
        };
        let abi = desc.abi;
        match (at.next, at.row.class) {
            (Next::Call(_) | Next::OddCall(_), _) => {
                let saved = RegisterSet::of(abi.saved);
                known.retain(|reg, _| saved.contains(*reg));
            }
            (_, Class::System) => known.retain(|reg, _| !abi.results.contains(reg)),
            _ => {}
        }
        for reg in registers(desc, at.row, at.word, Role::Write).iter() {
            known.remove(&reg);
        }
        known.extend(new);
        known
    }
}

fn plural(bytes: u8) -> &'static str {
    match bytes {
        1 => "byte",
        _ => "bytes",
    }
}
