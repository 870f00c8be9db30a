//! How long a run takes in a pipeline of five stages: `--pipeline`.
//!
//! Straight code that begins in a known state of the pipeline is passed through it once
//! ([`model`]). After that it is counted, and what it costs is added up in the end.

mod diagram;
mod model;
mod report;
mod spec;

pub use report::{PipelineFigures, Stalls};
pub use spec::{BranchStage, PIPELINE_PRESETS, PIPELINE_WORDS, PipelineSpec, Prediction};

use super::places::SourcePlaces;
use diagram::Row;
use machine::isa::IsaDesc;
use machine::observe::{Observer, Run, RunSummary, Touches, Wants};
use model::{Cause, Pipe, Stages};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Passes the instructions of a run through a pipeline.
pub struct PipelineView {
    spec: PipelineSpec,
    desc: &'static IsaDesc,
    /// Jumps wait for their delay slot.
    delays: bool,
    /// The states that were reached, by number.
    states: Vec<Pipe>,
    numbers: FxHashMap<Pipe, u32>,
    state: u32,
    /// Straight code, by its ends.
    codes: Vec<StraightCode>,
    by_ends: FxHashMap<(u32, u32), u32>,
    /// What straight code does in a state, by that and its ends.
    effects: Vec<Effect>,
    known: FxHashMap<(u32, u32, u32), u32>,
    /// The effects of the last runs, the next place to write last.
    last: [u32; LAST],
    next: usize,
    sums: Sums,
    /// The step of an instruction that was begun.
    begun: Option<u64>,
}

/// So many runs are remembered for the diagram.
const LAST: usize = 32;
const NONE: u32 = u32::MAX;
/// With more, what is known is added up and forgotten.
const MOST_EFFECTS: usize = 1 << 16;

/// Straight code.
struct StraightCode {
    stages: Vec<Stages>,
    /// Its last instruction goes elsewhere.
    jumps: bool,
}

/// What straight code does in a state.
struct Effect {
    state: u32,
    code: u32,
    next: u32,
    /// Cycles from the last instruction before to its own last one.
    cycles: u64,
    lost: Box<[(Cause, u32, u32)]>,
    /// How often it has run.
    count: u64,
}

/// What was added up.
#[derive(Clone, Default)]
struct Sums {
    cycles: u64,
    instructions: u64,
    /// By address: what was lost there, and how often it ran.
    lines: BTreeMap<u32, (Stalls, u64)>,
}

impl Sums {
    fn add(&mut self, code: &StraightCode, effect: &Effect) {
        self.cycles += effect.cycles * effect.count;
        self.instructions += code.stages.len() as u64 * effect.count;
        for stages in &code.stages {
            self.lines.entry(stages.pc).or_default().1 += effect.count;
        }
        for (cause, pc, cycles) in &effect.lost {
            let (stalls, _) = self.lines.entry(*pc).or_default();
            stalls.add_cycles(*cause, u64::from(*cycles) * effect.count);
        }
    }
}

impl PipelineView {
    /// A pipeline for a machine of this instruction set, with or without delay slots.
    pub fn new(spec: PipelineSpec, desc: &'static IsaDesc, delays: bool) -> Self {
        let empty = Pipe::empty();
        PipelineView {
            spec,
            desc,
            delays,
            numbers: FxHashMap::from_iter([(empty.clone(), 0)]),
            states: vec![empty],
            state: 0,
            codes: Vec::new(),
            by_ends: FxHashMap::default(),
            effects: Vec::new(),
            known: FxHashMap::default(),
            last: [NONE; LAST],
            next: 0,
            sums: Sums::default(),
            begun: None,
        }
    }

    /// What was counted.
    pub fn figures(&self, places: &SourcePlaces<'_>) -> PipelineFigures {
        let sums = self.sums();
        let lost = sums
            .lines
            .iter()
            .filter(|(_, (stalls, _))| stalls.all() > 0);
        let lost = lost.map(|(pc, counts)| (*pc, *counts));
        let lines = places.by_place(lost, |sum, (stalls, runs)| {
            sum.0.add(stalls);
            sum.1 = sum.1.max(runs);
        });
        let rows = self.last_rows(sums.cycles);
        PipelineFigures::new(
            self.spec,
            sums.instructions,
            // The first instruction is in EX after two cycles, the last one in MEM and WB for one each.
            if sums.instructions == 0 {
                0
            } else {
                sums.cycles + FILL
            },
            lines,
            rows.into_iter()
                .map(|row| (places.of(row.pc), row))
                .collect(),
        )
    }

    fn sums(&self) -> Sums {
        let mut sums = self.sums.clone();
        for effect in &self.effects {
            if let Some(code) = self.codes.get(effect.code as usize) {
                sums.add(code, effect);
            }
        }
        sums
    }

    /// Adds up what is known, and forgets it.
    fn forget(&mut self) {
        self.sums = self.sums();
        self.codes.clear();
        self.by_ends.clear();
        self.effects.clear();
        self.known.clear();
        self.last = [NONE; LAST];
        let state = self.states.swap_remove(self.state as usize);
        self.numbers = FxHashMap::from_iter([(state.clone(), 0)]);
        self.states = vec![state];
        self.state = 0;
    }

    /// Straight code has run in the present state.
    #[inline]
    fn go(&mut self, effect: u32) {
        if let Some(known) = self.effects.get_mut(effect as usize) {
            known.count += 1;
            self.state = known.next;
            self.last[self.next % LAST] = effect;
            self.next = (self.next + 1) % LAST;
        }
    }

    /// What straight code does in the present state.
    fn effect(&mut self, code: u32) -> Effect {
        let mut pipe = self.states[self.state as usize].clone();
        let (mut cycles, mut lost) = (0, Vec::new());
        self.walk(code, &mut pipe, |_, passage| {
            cycles += passage.memory as u64;
            lost.extend(passage.lost);
        });
        let next = match self.numbers.get(&pipe) {
            Some(number) => *number,
            None => {
                let number = self.states.len() as u32;
                self.states.push(pipe.clone());
                self.numbers.insert(pipe, number);
                number
            }
        };
        Effect {
            state: self.state,
            code,
            next,
            cycles,
            lost: lost.into(),
            count: 0,
        }
    }

    /// Passes straight code through a pipeline.
    fn walk(&self, code: u32, pipe: &mut Pipe, mut see: impl FnMut(&Stages, model::Passage)) {
        let Some(code) = self.codes.get(code as usize) else {
            return;
        };
        for (index, stages) in code.stages.iter().enumerate() {
            let taken = code.jumps && index + 1 == code.stages.len();
            see(stages, pipe.pass(stages, taken, self.delays, &self.spec));
        }
    }

    /// When the instructions of the last runs were where. `cycles`: all that were added up.
    fn last_rows(&self, cycles: u64) -> Vec<Row> {
        let order = (0..LAST).map(|k| self.last[(self.next + k) % LAST]);
        let effects: Vec<&Effect> = order.filter_map(|e| self.effects.get(e as usize)).collect();
        let shown: u64 = effects.iter().map(|effect| effect.cycles).sum();
        // The cycle in which the instruction before leaves EX; cycles count from 1.
        let mut now = (cycles - shown + 3) as i64;
        let mut rows: Vec<Row> = Vec::new();
        for effect in effects {
            let mut pipe = self.states[effect.state as usize].clone();
            self.walk(effect.code, &mut pipe, |stages, passage| {
                let at = |cycle: i32| now + i64::from(cycle);
                let decode = at(passage.decode);
                let before = rows.last().map_or(decode - 1, |row| row.decode);
                let fetch = passage.fetch.map_or(before, |first| before.max(at(first)));
                rows.push(Row {
                    pc: stages.pc,
                    fetch,
                    decode,
                    execute: at(passage.execute),
                    memory: at(passage.memory),
                });
                now = at(passage.memory);
            });
        }
        rows
    }
}

/// The cycles of a run besides those between leaving EX: two before the first instruction is in EX, and
/// MEM and WB of the last.
const FILL: u64 = 4;

impl Observer for PipelineView {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    #[inline]
    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        let key = (self.state, run.first, run.last);
        let known = self.known.get(&key).copied();
        if let Some(effect) = known {
            self.go(effect);
        }
        known.is_some()
    }

    fn run(&mut self, run: &Run<'_>, _: &mut Touches) {
        let Some((&first, &last)) = run.pcs().first().zip(run.pcs().last()) else {
            return;
        };
        // An access to a device is begun, and reported again when the device is ready.
        let is_again = self.begun == Some(run.steps) && run.pcs().len() == 1;
        self.begun = run.has_begun().then(|| run.steps + run.len() as u64);
        if is_again {
            return;
        }
        if self.effects.len() >= MOST_EFFECTS {
            self.forget();
        }
        let jumps = run.is_left_by_jump();
        let last = last | u32::from(!jumps);
        let key = (self.state, first, last);
        let effect = match self.known.get(&key) {
            Some(effect) => *effect,
            None => {
                let code = *self.by_ends.entry((first, last)).or_insert_with(|| {
                    let all = (0..run.pcs().len()).map(|index| run.at(index));
                    let stages = all.map(|at| Stages::of(&at, self.desc, &self.spec));
                    self.codes.push(StraightCode {
                        stages: stages.collect(),
                        jumps,
                    });
                    self.codes.len() as u32 - 1
                });
                let effect = self.effect(code);
                self.effects.push(effect);
                let number = self.effects.len() as u32 - 1;
                self.known.insert(key, number);
                number
            }
        };
        self.go(effect);
    }

    fn forget_code(&mut self) {
        self.forget();
    }
}

#[cfg(test)]
mod tests;
