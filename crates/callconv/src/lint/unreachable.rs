//! Instructions that no way leads to.

use crate::codes;
use crate::flow::{Next, ProgramFlow};
use assembler::Program;
use diag::Diagnostic;
use machine::image::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// What was found.
#[derive(Default)]
pub(super) struct Unreachable {
    /// One finding for each piece of code.
    pub findings: Vec<Diagnostic>,
    /// The addresses where these begin.
    pub places: FxHashSet<u32>,
}

/// The first label of each address.
type Labels<'a> = FxHashMap<u32, &'a Symbol>;

/// Finds the pieces of code that no way leads to. Where a computed jump could go anywhere, nothing
/// is said.
pub(super) fn check(flow: &ProgramFlow, program: &Program) -> Unreachable {
    let mut found = Unreachable::default();
    if flow.has_unknown {
        return found;
    }
    let reached = reached(flow);
    let mut labels = Labels::default();
    for symbol in program.image.symbols.iter().filter(|s| !s.absolute) {
        labels.entry(symbol.address).or_insert(symbol);
    }
    let mut k = 0;
    while k < flow.steps.len() {
        let end = (k..flow.steps.len())
            .find(|at| reached.contains(at) || *at > k && is_apart(flow, &labels, *at))
            .unwrap_or(flow.steps.len());
        if end > k {
            found.places.insert(flow.steps[k].address);
            found.findings.push(finding(flow, &labels, k, end - 1));
        }
        k = end.max(k + 1);
    }
    found
}

/// Whether a new piece begins here: behind something that never goes on, at a label.
fn is_apart(flow: &ProgramFlow, labels: &Labels<'_>, at: usize) -> bool {
    let goes_on = !matches!(
        flow.steps[at - 1].next,
        Next::Jump(_) | Next::Return | Next::Exit | Next::Unknown | Next::HandlerReturn
    );
    !goes_on && labels.contains_key(&flow.steps[at].address)
}

/// All instructions that some way may lead to. Every call is taken to come back.
fn reached(flow: &ProgramFlow) -> FxHashSet<usize> {
    let is_root = |step: &usize| {
        let entered = flow.entered(*step);
        entered.start || entered.global || entered.taken
    };
    let mut work: Vec<usize> = (0..flow.steps.len()).filter(is_root).collect();
    let mut reached: FxHashSet<usize> = work.iter().copied().collect();
    while let Some(step) = work.pop() {
        let (target, falls) = match flow.steps[step].next {
            Next::Straight | Next::Break => (None, true),
            Next::Branch(target) => (Some(target), true),
            Next::Call(target) | Next::OddCall(target) => (target, true),
            Next::Jump(target) => (Some(target), false),
            Next::Return | Next::Unknown | Next::Exit | Next::HandlerReturn => (None, false),
        };
        let target = target.and_then(|target| flow.at(target));
        let next = flow.after(step).filter(|_| falls);
        for to in target.into_iter().chain(next) {
            if reached.insert(to) {
                work.push(to);
            }
        }
    }
    reached
}

fn finding(flow: &ProgramFlow, labels: &Labels<'_>, first: usize, last: usize) -> Diagnostic {
    let label = labels.get(&flow.steps[first].address);
    let (from, to) = (&flow.steps[first], &flow.steps[last]);
    let single = from.span == to.span;
    let heading = match label {
        Some(label) => format!("`{}` cannot be reached", label.name),
        None if single => "this instruction cannot be reached".to_owned(),
        None => "these instructions cannot be reached".to_owned(),
    };
    let mut finding = Diagnostic::warning(codes::UNREACHABLE, heading);
    finding = match single {
        true => finding.primary(from.span, "this never runs"),
        false => finding
            .primary(from.span, "from here …")
            .secondary(to.span, "… to here, nothing ever runs"),
    };
    let before = first
        .checked_sub(1)
        .filter(|k| flow.after(*k) == Some(first));
    if let Some(before) = before {
        let why = match flow.steps[before].next {
            Next::Exit => "the program ends here",
            Next::Return => "the function returns here",
            Next::Jump(_) => "control always goes elsewhere from here",
            _ => "",
        };
        if !why.is_empty() {
            finding = finding.secondary(flow.steps[before].span, why);
        }
    }
    finding.help(match label {
        Some(label) => format!(
            "call it or remove it; if other files use it, write `.globl {}`",
            label.name
        ),
        None if single => "remove it, or put a label there and jump to it".to_owned(),
        None => "remove them, or put a label there and jump to it".to_owned(),
    })
}
