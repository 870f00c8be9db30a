//! One input, two programs: whether they do the same, and what they did.

mod case;
mod contrast;

pub use contrast::Contrast;

use super::FuzzOptions;
use super::generator::FuzzInput;
use super::spec::{FuzzSpec, memory_kind};
use crate::boundary::Crossings;
use crate::unit::{
    CallWatch, DataItem, DataKind, DataValue, Elements, LIMITS, Resolver, Runner, Stray,
    UnitBoundary, Word, codes, get,
};
use callconv::{CheckOptions, Finding};
use contrast::end_words;
use diag::{Diagnostic, Severity};
use machine::image::Image;
use runtime::load::LoadedProgram;
use runtime::subroutine::{CallEnd, SubroutineError};
use runtime::{End, Limit, Limits};
use web_time::{Duration, Instant};

/// Whether two programs do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallAnswer {
    /// They do.
    Same,
    /// They do not.
    Different,
    /// The reference cannot go on, or the inputs do not fit into memory.
    Unknown,
    /// The time is up.
    Late,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
enum Argument {
    Value(DataValue),
    /// The number that is chosen for a variable.
    Chosen(usize),
}

/// One of the two programs.
struct Side<'a> {
    loaded: &'a LoadedProgram,
    image: &'a Image,
    runner: Runner,
    labels: Vec<u32>,
    check: CheckOptions,
    done: Done,
}

/// What a call did.
#[derive(Clone, Debug)]
struct Done {
    end: CallEnd,
    results: [u32; 2],
    steps: u64,
    lost: bool,
    block: Vec<u8>,
    strays: Vec<Stray>,
    findings: Vec<Finding>,
    crossings: Crossings,
}

impl Default for Done {
    fn default() -> Self {
        Done {
            end: CallEnd::Returned,
            results: [0; 2],
            steps: 0,
            lost: false,
            block: Vec::new(),
            strays: Vec::new(),
            findings: Vec::new(),
            crossings: Crossings::default(),
        }
    }
}

/// Both programs, ready to be called with the same inputs.
pub(crate) struct Duel<'a> {
    spec: &'a FuzzSpec,
    options: &'a FuzzOptions,
    own: Side<'a>,
    reference: Side<'a>,
    items: Vec<DataItem>,
    /// For each variable the item it is in.
    memory: Vec<Option<usize>>,
    args: Vec<Argument>,
    label_names: Vec<String>,
    passed: Vec<u32>,
    /// When calls must have ended.
    deadline: Option<Instant>,
}

impl<'a> Duel<'a> {
    /// Prepares both; the error is about the entry in `course.toml`.
    pub(crate) fn new(
        spec: &'a FuzzSpec,
        own: &'a LoadedProgram,
        reference: &'a LoadedProgram,
        options: &'a FuzzOptions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (mut items, mut args, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let mut sides = Vec::new();
        for loaded in [own, reference] {
            let Some(program) = &loaded.program else {
                return Err(Vec::new());
            };
            let mut resolver = Resolver::new(&program.image);
            resolver.function(&spec.call, spec.at);
            for variable in &spec.generator.variables {
                if let Some(kind) = memory_kind(variable) {
                    let empty = Elements::Values(Vec::new());
                    let item = DataItem::new(&variable.name, kind, empty);
                    resolver.plan.items.push(item);
                }
            }
            args = spec
                .args
                .iter()
                .filter_map(|word| argument(spec, word, &mut resolver))
                .collect();
            if !resolver.diagnostics.is_empty() {
                return Err(resolver.diagnostics);
            }
            (items, names) = (resolver.plan.items, resolver.plan.label_names);
            let convention = options.handed_in.check(&options.agreement, loaded);
            let mut check = convention.map(|found| found.options()).unwrap_or_default();
            if let Some(symbol) = program.image.symbol(&spec.call) {
                check.contract.rely_on(symbol.address, spec.results as u32);
            }
            let (rules, image) =
                UnitBoundary::default().of(&options.handed_in, loaded, &check.contract);
            // What the reference does is right.
            let rules = rules.filter(|_| sides.is_empty());
            let runner = Runner::new(loaded, image, rules, LIMITS);
            let runner = runner.map_err(|error| vec![cannot(&error)])?;
            sides.push(Side {
                loaded,
                image: &program.image,
                runner,
                labels: resolver.plan.labels,
                check,
                done: Done::default(),
            });
        }
        let mut next = 0;
        let memory = spec.generator.variables.iter().map(|variable| {
            memory_kind(variable).map(|_| {
                next += 1;
                next - 1
            })
        });
        let memory = memory.collect();
        let (Some(reference), Some(own)) = (sides.pop(), sides.pop()) else {
            return Err(Vec::new());
        };
        Ok(Duel {
            spec,
            options,
            own,
            reference,
            items,
            memory,
            args,
            label_names: names,
            passed: Vec::new(),
            deadline: None,
        })
    }

    /// Gives both programs up, so that preparing the next ones costs less.
    pub(crate) fn recycle(self) {
        self.own.runner.recycle();
        self.reference.runner.recycle();
    }

    /// Gives the calls from now on so much time together.
    pub(crate) fn give_time(&mut self, time: Option<Duration>) {
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
    }

    /// Whether the two do something different. With `check`, a break of the calling convention that
    /// the reference does not commit counts, too.
    pub(crate) fn differs(&mut self, inputs: &[FuzzInput], check: bool) -> CallAnswer {
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return CallAnswer::Late;
        }
        if self.play(inputs, check).is_err() {
            return CallAnswer::Unknown;
        }
        let out_of_time =
            |done: &Done| matches!(done.end, CallEnd::Stopped(End::Limit(Limit::Time(_))));
        if out_of_time(&self.own.done) || out_of_time(&self.reference.done) {
            return CallAnswer::Late;
        }
        let (own, reference) = (&self.own.done, &self.reference.done);
        // Where the reference cannot go on, nothing is asked of anybody.
        if let CallEnd::Stopped(End::Fault(_) | End::Limit(_)) = reference.end {
            return CallAnswer::Unknown;
        }
        let differs = own.end != reference.end
            || own.lost
            || self.options.convention && own.crossings.verdict().is_some()
            || (0..self.spec.results).any(|index| !self.same_result(index))
            || own.block != reference.block && self.blocks_differ()
            || self.own.runner.output() != self.reference.runner.output()
            || self.globals_differ()
            || self.breaks_more(&own.findings, &reference.findings);
        match differs {
            true => CallAnswer::Different,
            false => CallAnswer::Same,
        }
    }

    /// Whether a finding counts.
    fn is_broken(&self, finding: &Finding) -> bool {
        let allowed = self.options.agreement.allows(finding.what.code());
        finding.what.severity() == Severity::Error && !allowed
    }

    /// Whether there is a break of the convention that the reference does not commit.
    fn breaks_more(&self, own: &[Finding], reference: &[Finding]) -> bool {
        let known = |finding: &Finding| {
            let mut codes = reference.iter().map(|other| other.what.code());
            codes.any(|code| code == finding.what.code())
        };
        let mut own = own.iter();
        own.any(|finding| self.is_broken(finding) && !known(finding))
    }

    /// Why the reference has no answer to these inputs.
    pub(crate) fn why_unknown(&mut self, inputs: &[FuzzInput]) -> String {
        match self.play(inputs, false) {
            Ok(()) => end_words(&self.reference.done.end),
            Err(error) => error.to_string(),
        }
    }

    /// Puts the inputs into memory and arguments.
    fn set(&mut self, inputs: &[FuzzInput]) {
        for (place, input) in self.memory.iter().zip(inputs) {
            let Some(item) = place.and_then(|place| self.items.get_mut(place)) else {
                continue;
            };
            if let Elements::Values(values) = &mut item.elements {
                values.clear();
                values.extend(input.iter().map(|bits| DataValue::Number(*bits)));
                if item.kind == DataKind::Text {
                    values.push(DataValue::Number(0));
                }
            }
        }
    }

    /// Calls both. What the reference breaks matters only if the other one breaks something.
    fn play(&mut self, inputs: &[FuzzInput], check: bool) -> Result<(), SubroutineError> {
        self.set(inputs);
        self.play_side(false, inputs, false)?;
        self.play_side(true, inputs, check)?;
        let found = &self.own.done.findings;
        if found.iter().any(|finding| self.is_broken(finding)) {
            self.play_side(false, inputs, true)?;
        }
        Ok(())
    }

    fn play_side(
        &mut self,
        own: bool,
        inputs: &[FuzzInput],
        check: bool,
    ) -> Result<(), SubroutineError> {
        let side = match own {
            true => &mut self.own,
            false => &mut self.reference,
        };
        // The values of registers that nobody sets are the same for both.
        let seed = inputs.iter().flatten().fold(1, |seed: u64, n| {
            seed.wrapping_mul(31).wrapping_add((*n).into())
        });
        let limits = Limits {
            steps: Some(self.spec.max_steps),
            time: (self.deadline).map(|end| end.saturating_duration_since(Instant::now())),
            ..LIMITS
        };
        side.runner.begin(seed, &self.spec.stdin, limits);
        side.runner.place(&self.items, &side.labels)?;
        self.passed.clear();
        for arg in &self.args {
            let bits = match arg {
                Argument::Value(value) => side.runner.bits(&self.items, &side.labels, *value),
                Argument::Chosen(variable) => inputs[*variable][0],
            };
            self.passed.push(bits);
        }
        let watch = match check {
            true => CallWatch::Check(&side.check),
            false => CallWatch::Nobody,
        };
        let called = side.runner.call(&self.spec.call, &self.passed, watch)?;
        let done = &mut side.done;
        done.end = called.back.end;
        (done.results, done.steps) = (called.back.results, called.back.steps);
        let global = side.check.contract.global;
        let mut clobbered = called.back.clobbered.iter();
        done.lost =
            self.options.convention && clobbered.any(|register| !global.contains(*register));
        done.findings = called.findings;
        done.crossings = Crossings::new(&called.crossings, &self.options.agreement);
        let (base, _, before) = side.runner.block();
        done.block = side.runner.read(base, before.len())?;
        side.runner.strays(&mut done.strays);
        Ok(())
    }

    fn same_result(&self, index: usize) -> bool {
        let (own, reference) = (&self.own.done, &self.reference.done);
        self.same_word(reference.results[index], own.results[index])
    }

    /// Whether two words mean the same: labels of the same name lie elsewhere in the other program.
    fn same_word(&self, theirs: u32, ours: u32) -> bool {
        let elsewhere = || {
            let label = self.reference.image.symbol_before(theirs)?;
            let same = self.own.image.symbol(&label.name)?;
            Some(same.address.wrapping_add(theirs - label.address))
        };
        theirs == ours || elsewhere() == Some(ours)
    }

    /// Whether memory that was given differs in more than where labels lie.
    fn blocks_differ(&self) -> bool {
        let (own, reference) = (&self.own, &self.reference);
        let (_, layout, _) = own.runner.block();
        let words = self.items.iter().enumerate();
        let words =
            words.filter(|(_, item)| matches!(item.kind, DataKind::Words | DataKind::Pointers));
        let (mut ours, mut theirs) = (own.done.block.clone(), reference.done.block.clone());
        for (index, _) in words {
            let range = layout.range(&self.items, index);
            let (Some(ours), Some(theirs)) = (ours.get_mut(range.clone()), theirs.get_mut(range))
            else {
                return true;
            };
            let pairs = ours.chunks_exact_mut(4).zip(theirs.chunks_exact(4));
            for (ours, theirs) in pairs {
                let big_endian = own.runner.big_endian();
                if self.same_word(get(theirs, big_endian), get(ours, big_endian)) {
                    ours.copy_from_slice(theirs);
                }
            }
        }
        ours != theirs
    }

    /// Whether memory differs that both programs have a name for, or that nobody has.
    fn globals_differ(&self) -> bool {
        let (own, reference) = (&self.own.done.strays, &self.reference.done.strays);
        if own.is_empty() && reference.is_empty() {
            return false;
        }
        named(own, self.own.image, self.reference.image)
            != named(reference, self.reference.image, self.own.image)
    }
}

/// A byte that changed: the label it belongs to, the distance from it, and its value.
type Named<'a> = (Option<&'a str>, u32, u8);

/// The bytes that changed in memory that the other program has a name for, too, or that none has:
/// what a program keeps under names of its own is its own.
fn named<'a>(strays: &[Stray], image: &'a Image, other: &Image) -> Vec<Named<'a>> {
    let changes = strays
        .iter()
        .filter_map(|stray| match image.symbol_before(stray.address) {
            Some(symbol) if other.symbol(&symbol.name).is_some() => Some((
                Some(symbol.name.as_str()),
                stray.address - symbol.address,
                stray.now,
            )),
            Some(_) => None,
            None => Some((None, stray.address, stray.now)),
        });
    let mut changes: Vec<Named<'a>> = changes.collect();
    changes.sort_unstable();
    changes
}

fn argument(
    spec: &FuzzSpec,
    word: &(Word, diag::Span),
    resolver: &mut Resolver<'_>,
) -> Option<Argument> {
    if let Word::Text(name) = &word.0 {
        let mut variables = spec.generator.variables.iter();
        let chosen = variables.position(|v| v.name == *name && memory_kind(v).is_none());
        if let Some(variable) = chosen {
            return Some(Argument::Chosen(variable));
        }
    }
    resolver.value(word).map(Argument::Value)
}

fn cannot(error: &SubroutineError) -> Diagnostic {
    Diagnostic::error(codes::LINK, error.to_string())
}
