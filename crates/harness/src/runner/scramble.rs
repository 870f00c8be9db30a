//! Runs with other undefined values: a program that keeps to the calling convention does the same
//! in all of them.

use super::RunOptions;
use super::execute::{Ready, Run, Watch};
use super::printed::UpTo;
use crate::boundary::Crossings;
use crate::compare::Compare;
use crate::result::{Apart, TestResult};
use crate::verdict::Verdict;
use callconv::agreement::{AgreedCheck, Agreement};
use callconv::{Checker, Scrambler};
use diag::Diagnostic;
use machine::observe::{At, Observer, Wants};
use machine::run::Machine;
use runtime::{End, Limit, Outcome, Session};

/// The longest way that is compared instruction by instruction.
const WAY: usize = 4_000_000;

/// What a run with other undefined values showed.
pub(super) enum Other {
    /// It did something else, and printed this.
    Apart(Apart, Vec<u8>),
    /// It did the same, but this was found in it.
    Broken(Verdict, Vec<Diagnostic>),
    /// It did the same as long as it could, but took too long.
    Stopped(Verdict, Option<Diagnostic>),
}

impl Other {
    /// What that means for a test that passes otherwise.
    pub(super) fn judge(self, ready: &Ready<'_>, result: &mut TestResult) {
        match self {
            Other::Apart(apart, output) => {
                result.verdict = Verdict::Scrambled;
                result.apart = Some(apart);
                result.comparison = ready.compare(result, &output);
                result.output = output;
            }
            Other::Broken(verdict, findings) => {
                result.verdict = verdict;
                result.findings = findings;
            }
            Other::Stopped(verdict, why) => {
                result.verdict = verdict;
                result.diagnostics.extend(why);
            }
        }
    }
}

/// The first of the seeds with which the program does something else than in the plain run that the
/// session has just done, or breaks the convention.
pub(super) fn find(
    ready: &Ready<'_>,
    watch: Watch<'_>,
    session: &mut Session,
    plain: &Run,
    options: &RunOptions,
    agreement: &Agreement,
) -> Option<Other> {
    let Watch {
        convention,
        mut checker,
        start,
    } = watch;
    let mut found = None;
    for seed in 1..=options.scramble {
        let is_watched = seed > 1 || ready.is_checked();
        let is_independent = checker.is_independent() && session.crossings().is_empty();
        if is_watched && is_independent && !options.every_seed {
            // Nothing has read such a value: whatever it is, the program does the same.
            break;
        }
        session.go_back(&start);
        session.begin_boundary(seed);
        checker.begin_again(&session.machine.registers);
        let mut scrambler = Scrambler::new(checker, seed);
        let mut console = ready.console();
        let outcome = session.run_with(&mut scrambler, &mut console, Scrambler::apply);
        checker = scrambler.checker;
        checker.finish();
        let other = Scrambled {
            seed,
            outcome,
            output: console.output,
            crossings: Crossings::new(session.crossings(), agreement),
        };
        found = other.compare(ready, convention, &checker, session, plain);
        if found.is_some() {
            break;
        }
    }
    checker.recycle();
    found
}

/// What a run with other undefined values did.
struct Scrambled {
    seed: u64,
    outcome: Outcome,
    output: Vec<u8>,
    crossings: Crossings,
}

impl Scrambled {
    /// Whether that differs from the plain run, or what is wrong with it.
    fn compare(
        self,
        ready: &Ready<'_>,
        convention: &AgreedCheck<'_>,
        checker: &Checker,
        session: &mut Session,
        plain: &Run,
    ) -> Option<Other> {
        // What is not checked in the plain run is not checked in others.
        let findings = match ready.is_checked() {
            true => checker.findings(),
            false => &[],
        };
        let told = ready.told(findings, &self.crossings, false);
        // What was found says more than where runs go apart.
        if let Some(verdict) = ready.broken(&told, &self.crossings) {
            return Some(Other::Broken(verdict, told));
        }
        if self.outcome.end == plain.outcome.end && self.output == plain.output {
            return None;
        }
        let (apart, is_way) = locate(ready, convention, plain, &self.output, self.seed);
        Some(match self.outcome.end {
            End::Limit(limit @ Limit::Time(_)) if !is_way => {
                let why = ready.reporter().end(session, &self.outcome);
                Other::Stopped(Verdict::Limit(limit.into()), why)
            }
            _ => Other::Apart(apart, self.output),
        })
    }
}

/// Where the two runs go apart: the instruction after which another one follows, or else the one
/// that prints something else. Whether it is the first.
fn locate(
    ready: &Ready<'_>,
    convention: &AgreedCheck<'_>,
    plain: &Run,
    output: &[u8],
    seed: u64,
) -> (Apart, bool) {
    let mut apart = Apart {
        seed,
        step: 0,
        pc: ready.program.image.entry,
        span: None,
    };
    let (Ok(mut first), Ok(mut second)) = (ready.session(), ready.session()) else {
        return (apart, false);
    };
    let mut way = Way::default();
    first.run(&mut way, &mut ready.console());
    let mismatch = Compare::Exact.compare(output, &plain.output).mismatch;
    let mut host = UpTo {
        console: ready.console(),
        offset: mismatch.map_or(usize::MAX, |found| found.at),
    };
    let scrambler =
        convention.scrambler(&second.machine.registers, second.environment.calls(), seed);
    let same = Same {
        way: &way.pcs,
        at: 0,
        left_after: None,
    };
    second.begin_boundary(seed);
    let mut observers = (scrambler, (same, Last::default()));
    second.run_with(
        &mut observers,
        &mut host,
        |observers: &mut (Scrambler, _), machine: &mut Machine| observers.0.apply(machine),
    );
    first.recycle();
    second.recycle();
    let (_, (same, last)) = observers;
    (apart.step, apart.pc) = match same.left_after {
        Some(index) => (index as u64, way.pcs.get(index).copied().unwrap_or(last.pc)),
        None => (last.step, last.pc),
    };
    apart.span = ready.span(apart.pc);
    (apart, same.left_after.is_some())
}

/// The last instruction that began.
#[derive(Default)]
struct Last {
    pc: u32,
    step: u64,
}

impl Observer for Last {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        self.pc = at.pc;
        self.step = at.step;
    }
}

/// Keeps the way of a run.
#[derive(Default)]
struct Way {
    pcs: Vec<u32>,
}

impl Observer for Way {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        if self.pcs.len() < WAY {
            self.pcs.push(at.pc);
        }
    }
}

/// Compares a run with a way.
struct Same<'a> {
    way: &'a [u32],
    at: usize,
    /// The last instruction of the way that the run still has.
    left_after: Option<usize>,
}

impl Observer for Same<'_> {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        if self.left_after.is_none() {
            let same = self.way.get(self.at).is_none_or(|pc| *pc == at.pc);
            if !same {
                self.left_after = Some(self.at.saturating_sub(1));
            }
            self.at += 1;
        }
    }
}
