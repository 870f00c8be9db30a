//! A function against a reference, on inputs that a generator makes: whether both do the same, and
//! if not, the smallest input that shows it.
//!
//! `spec` is what `course.toml` says, `generator` makes inputs, and `duel` calls both programs with
//! the same input. This file searches: on all cores, with the same result as on one.

mod duel;
mod generator;
pub mod sealed;
mod spec;
mod summary;
#[cfg(test)]
mod tests;

pub use duel::Contrast;
pub use spec::{FuzzKeys, FuzzSpec};

use crate::handed_in::HandedIn;
use crate::unit::{codes, table};
use callconv::agreement::Agreement;
use diag::Diagnostic;
use duel::{CallAnswer, Duel};
use generator::{FuzzInput, GeneratorShape};
use runtime::load::LoadedProgram;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Cases that a core takes at a time.
const CHUNK: u64 = 256;
/// The first cases are checked for the calling convention, too: what breaks it seldom depends on
/// the input, and the check takes time.
const CHECKED: u64 = 192;
/// The most smaller inputs that are tried.
const TRIES: usize = 20_000;
/// The most cases of an exhaustive search.
const MOST: u128 = 1 << 32;

/// How to search.
#[derive(Clone, Debug)]
pub struct FuzzOptions {
    /// Where random inputs begin.
    pub seed: u64,
    /// How many cases to try.
    pub cases: u64,
    /// Stop searching after this time. Making what was found smaller may take as long again.
    pub time: Option<Duration>,
    /// Try all inputs whose arrays have at most so many elements, in place of random ones.
    pub exhaustive: Option<usize>,
    /// How many threads; all cores if there is no number.
    pub threads: Option<usize>,
    /// Whether a break of the calling convention is a difference, too.
    pub convention: bool,
    /// What is agreed about it.
    pub agreement: Agreement,
    /// The files that cannot weaken it.
    pub handed_in: HandedIn,
}

impl FuzzOptions {
    /// The cases that are tried unless told otherwise: about a second.
    pub const CASES: u64 = 100_000;
}

impl Default for FuzzOptions {
    fn default() -> Self {
        FuzzOptions {
            seed: 0,
            cases: FuzzOptions::CASES,
            time: None,
            exhaustive: None,
            threads: None,
            convention: true,
            agreement: Agreement::default(),
            handed_in: HandedIn::default(),
        }
    }
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Searched {
    /// How many cases were tried.
    pub cases: u64,
    /// How many there are to try; more than were tried if the time was over.
    pub planned: u64,
    /// Cases that were tried, but could not be compared.
    pub unknown: Option<Unknown>,
    /// What an exhaustive search has chosen from.
    pub listed: Vec<Listed>,
    /// What was found.
    pub found: Option<Counterexample>,
}

impl Searched {
    /// How many cases could be compared.
    pub fn compared(&self) -> u64 {
        let unknown = self.unknown.as_ref().map_or(0, |unknown| unknown.count);
        self.cases.saturating_sub(unknown)
    }
}

/// Cases that say nothing, because the reference has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// How many there are.
    pub count: u64,
    /// The number of the first, from 1.
    pub first: u64,
    /// Why that one could not be compared.
    pub why: String,
}

/// The values that an exhaustive search has tried for one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The input.
    pub name: String,
    /// Whether it is an array.
    pub array: bool,
    /// The values.
    pub values: Vec<i64>,
}

/// A difference, as small as it gets.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The number of the first case that showed it, from 1.
    pub case: u64,
    /// How many smaller inputs were tried.
    pub tries: usize,
    /// What differs.
    pub contrast: Contrast,
    seed: u64,
    exhaustive: bool,
}

/// Where the inputs of a case come from.
struct Plan<'a> {
    spec: &'a FuzzSpec,
    options: &'a FuzzOptions,
    /// How many of the first cases are the smallest inputs there are.
    small: u64,
    all: generator::All<'a>,
    cases: u64,
}

impl<'a> Plan<'a> {
    fn new(spec: &'a FuzzSpec, options: &'a FuzzOptions) -> Result<Self, Box<Diagnostic>> {
        let enough = match options.exhaustive {
            Some(_) => MOST,
            None => u128::from(options.cases / 4),
        };
        let longest = options.exhaustive.unwrap_or(usize::MAX);
        let all = spec.generator.all_up_to(longest, enough);
        let count = all.count();
        let (small, cases) = match options.exhaustive {
            Some(longest) if count > MOST || count == 0 || !all.complete => {
                return Err(Box::new(no_exhaustive(spec, longest, count)));
            }
            Some(_) => (count as u64, count as u64),
            None => (count.min(enough) as u64, options.cases),
        };
        Ok(Plan {
            spec,
            options,
            small,
            all,
            cases,
        })
    }

    /// The inputs of a case.
    fn inputs(&self, case: u64, inputs: &mut Vec<FuzzInput>) {
        match case < self.small {
            true => self.all.nth(case, inputs),
            false => self.spec.generator.random(self.options.seed, case, inputs),
        }
    }

    /// What each input was chosen from. What an index may be depends on the length of its array.
    fn listed(&self) -> Vec<Listed> {
        let variables = self.spec.generator.variables.iter().zip(&self.all.listed);
        let listed = variables.filter(|(_, values)| !values.is_empty());
        listed
            .map(|(variable, values)| Listed {
                name: variable.name.clone(),
                array: matches!(variable.shape, GeneratorShape::Array { .. }),
                values: values.clone(),
            })
            .collect()
    }

    /// Whether a case is checked for the calling convention. The smallest inputs often leave a
    /// function at once, so that some of the random ones are, too.
    fn is_checked(&self, case: u64) -> bool {
        let early = case < CHECKED || (self.small..self.small + CHECKED).contains(&case);
        self.options.convention && early
    }
}

fn no_exhaustive(spec: &FuzzSpec, longest: usize, count: u128) -> Diagnostic {
    let (title, help) = match count {
        0 => {
            let most = diag::number::count(longest as u64, "element");
            let title = format!("`{}` has no input with at most {most}", spec.call);
            (title, "allow more elements: `--exhaustive 4`")
        }
        _ => {
            let title = format!("`{}` has too many inputs to try all of them", spec.call);
            (title, "use fewer elements or fewer values")
        }
    };
    let diagnostic = Diagnostic::error(codes::VALUE, title);
    diagnostic.primary(spec.at, "this function").help(help)
}

/// Searches for a difference. The error is about the entry in `course.toml`, or about a program
/// that cannot be prepared.
pub fn search(
    spec: &FuzzSpec,
    own: &LoadedProgram,
    reference: &LoadedProgram,
    options: &FuzzOptions,
) -> Result<Searched, Vec<Diagnostic>> {
    if own.target != reference.target {
        let title = format!(
            "these programs are for different machines: {} and {}",
            own.desc().title,
            reference.desc().title
        );
        return Err(vec![Diagnostic::error(codes::LINK, title)]);
    }
    let plan = Plan::new(spec, options).map_err(|diagnostic| vec![*diagnostic])?;
    // Mistakes show here, before there are several threads.
    let mut duel = Duel::new(spec, own, reference, options)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.unwrap_or(cores).max(1);
    let race = Race {
        next: AtomicU64::new(0),
        first: AtomicU64::new(u64::MAX),
        tried: AtomicU64::new(0),
        unknown: AtomicU64::new(0),
        first_unknown: AtomicU64::new(u64::MAX),
        late: AtomicBool::new(false),
    };
    duel.give_time(options.time);
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| {
                if let Ok(mut duel) = Duel::new(spec, own, reference, options) {
                    duel.give_time(options.time);
                    race.run(&plan, &mut duel);
                }
            });
        }
        race.run(&plan, &mut duel);
    });
    let first = race.first.into_inner();
    let mut searched = Searched {
        cases: first.saturating_add(1),
        planned: plan.cases,
        unknown: None,
        listed: plan.listed(),
        found: None,
    };
    if first < u64::MAX {
        searched.found = shrink(&plan, &mut duel, first);
        duel.recycle();
        return Ok(searched);
    }
    searched.cases = race.tried.into_inner();
    let (count, first) = (race.unknown.into_inner(), race.first_unknown.into_inner());
    if count > 0 {
        let mut inputs = Vec::new();
        plan.inputs(first, &mut inputs);
        searched.unknown = Some(Unknown {
            count,
            first: first + 1,
            why: duel.why_unknown(&inputs),
        });
    }
    duel.recycle();
    Ok(searched)
}

/// What the threads share.
struct Race {
    /// The next case that nobody has taken.
    next: AtomicU64,
    /// The first case that showed a difference so far.
    first: AtomicU64,
    tried: AtomicU64,
    /// How many cases could not be compared, and the first of them.
    unknown: AtomicU64,
    first_unknown: AtomicU64,
    late: AtomicBool,
}

impl Race {
    /// Tries cases until none is left that could come before the first difference.
    fn run(&self, plan: &Plan<'_>, duel: &mut Duel<'_>) {
        let mut inputs = Vec::new();
        loop {
            let begin = self.next.fetch_add(CHUNK, Ordering::Relaxed);
            let end = plan.cases.min(begin.saturating_add(CHUNK));
            let is_late = self.late.load(Ordering::Relaxed);
            if begin >= plan.cases.min(self.first.load(Ordering::Relaxed)) || is_late {
                return;
            }
            let mut tried = end - begin;
            for case in begin..end {
                plan.inputs(case, &mut inputs);
                match duel.differs(&inputs, plan.is_checked(case)) {
                    CallAnswer::Same => {}
                    CallAnswer::Unknown => {
                        self.unknown.fetch_add(1, Ordering::Relaxed);
                        self.first_unknown.fetch_min(case, Ordering::Relaxed);
                    }
                    CallAnswer::Different => {
                        self.first.fetch_min(case, Ordering::Relaxed);
                        break;
                    }
                    CallAnswer::Late => {
                        self.late.store(true, Ordering::Relaxed);
                        tried = case - begin;
                        break;
                    }
                }
            }
            self.tried.fetch_add(tried, Ordering::Relaxed);
        }
    }
}

/// Makes the inputs of a case smaller as long as that shows a difference.
fn shrink(plan: &Plan<'_>, duel: &mut Duel<'_>, case: u64) -> Option<Counterexample> {
    let mut inputs = Vec::new();
    plan.inputs(case, &mut inputs);
    duel.give_time(plan.options.time);
    // What differs without the check is the better example.
    let check = duel.differs(&inputs, false) != CallAnswer::Different;
    let mut tries = 0;
    while tries < TRIES {
        let smaller = plan.spec.generator.smaller(&inputs).take(TRIES - tries);
        let shows = |candidate: &Vec<FuzzInput>| {
            tries += 1;
            duel.differs(candidate, check) == CallAnswer::Different
        };
        let Some(candidate) = { smaller }.find(shows) else {
            break;
        };
        inputs = candidate;
    }
    // Findings of the convention tell more about a register that was lost.
    let contrast = duel.contrast(&inputs, plan.options.convention).ok()?;
    Some(Counterexample {
        case: case + 1,
        tries,
        contrast,
        seed: plan.options.seed,
        exhaustive: plan.options.exhaustive.is_some(),
    })
}

impl Counterexample {
    /// Whether both do the same, and one of them breaks the calling convention.
    pub fn is_of_convention(&self) -> bool {
        self.contrast.is_convention
    }

    /// What differs, in lines: the call, and a table of both sides.
    pub fn lines(&self) -> Vec<String> {
        let contrast = &self.contrast;
        let mut lines = vec![contrast.call.clone()];
        if !contrast.differences.is_empty() {
            let table = table(&contrast.differences, "reference", "yours");
            lines.extend(table.iter().map(|line| format!("  {line}")));
        }
        lines.extend(contrast.remarks.iter().cloned());
        lines
    }

    /// A case of a `.unit.toml` file that the reference passes.
    pub fn unit_case(&self) -> String {
        let origin = match self.exhaustive {
            true => format!("case {}", self.case),
            false => format!("seed {}, case {}", self.seed, self.case),
        };
        let name = format!("found by jal fuzz ({origin})");
        format!("[[case]]\nname = \"{name}\"\n{}", self.contrast.case)
    }
}
