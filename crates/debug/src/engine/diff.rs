//! Two runs that should do the same, compared call by call: the first function that gets the same and does
//! something else, or gets something else.
//!
//! Functions are the same if they have the same name, and values if they mean the same: a number, or the
//! same distance from the same label or from the top of the stack. So the code of both programs may be
//! different, and lie elsewhere.

use super::{Engine, Interrupted};
use crate::observers::{CallRecorder, RecordedCall, StoredByte};
use crate::stops::WatchTarget;
use crate::timeline::Timeline;
use machine::isa::{Bank, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// The longest part of a run that is compared.
const MOST_STEPS: u64 = 20_000_000;
/// The most calls that are compared.
const MOST_CALLS: usize = 500_000;
/// How many instructions run between two looks at whether the user has enough.
const SLICE: u64 = 1_000_000;

/// What a value means in its program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ValueMeaning {
    /// A number.
    Number(u32),
    /// So many bytes after a label.
    Label(String, u32),
    /// So many bytes below the top of the stack.
    Stack(u32),
}

/// The first difference between a run and that of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDifference {
    /// The function.
    pub function: u32,
    /// The step of its call, and that after its return.
    pub call: (u64, u64),
    /// The step at which it shows.
    pub step: u64,
    /// What differs.
    pub what: DifferentEffect,
}

/// What differs between two calls of the same function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DifferentEffect {
    /// It is called with another argument.
    Argument {
        /// The register.
        reg: Reg,
        /// Its value here.
        mine: ValueMeaning,
        /// Its value in the reference.
        theirs: ValueMeaning,
    },
    /// It gets the same, and returns something else.
    Result {
        /// The register.
        reg: Reg,
        /// Its value here.
        mine: ValueMeaning,
        /// Its value in the reference.
        theirs: ValueMeaning,
    },
    /// It gets the same, and leaves something else in memory.
    Memory {
        /// Where.
        place: ValueMeaning,
        /// The byte here.
        mine: u8,
        /// The byte in the reference.
        theirs: u8,
        /// The instruction that stored it, if one did.
        by: Option<u32>,
    },
    /// It is called, and not in the reference, or not so often.
    NotCalled,
}

/// The calls of one run, and the values in it.
struct RecordedRun<'a> {
    engine: &'a Engine,
    top: u32,
    calls: Vec<RecordedCall>,
}

impl Engine {
    /// Compares the run with that of a reference, and goes to where they differ first.
    pub fn diff_run(&mut self, other: &mut Engine) -> Result<Option<RunDifference>, Interrupted> {
        let (mine, theirs) = (self.recorded_calls()?, other.recorded_calls()?);
        let found = {
            let (mine, theirs) = (
                RecordedRun::new(self, mine),
                RecordedRun::new(other, theirs),
            );
            mine.first_difference(&theirs)
        };
        let Some(mut found) = found else {
            return Ok(None);
        };
        if let DifferentEffect::Result { reg, .. } = found.what {
            // To the instruction that made it.
            self.go_to(found.step);
            let wrote = self.search_writes(WatchTarget::Register(reg), 1)?;
            let wrote = wrote.first().map(|wrote| wrote.step);
            found.step = wrote
                .filter(|step| *step > found.call.0)
                .unwrap_or(found.step);
        }
        self.go_to(found.step);
        Ok(Some(found))
    }

    /// The calls of the whole run, as far as it is compared.
    fn recorded_calls(&mut self) -> Result<Vec<RecordedCall>, Interrupted> {
        let last = self.timeline.last;
        let calls = self.and_back(|engine| {
            engine.restore(Timeline::beginning);
            let big_endian = engine.program.image.big_endian;
            let mut recorder = CallRecorder::new(engine.desc(), engine.registers(), big_endian);
            while engine.step() < MOST_STEPS && recorder.calls.len() < MOST_CALLS {
                let before = engine.step();
                engine.cross_edit();
                let edit = engine.timeline.next_edit(engine.edits);
                let end = edit.unwrap_or(u64::MAX).min(before + SLICE);
                let stop = engine.observe(&mut recorder, end - before);
                if engine.take_interrupt() {
                    return Err(Interrupted);
                }
                if stop.is_some() || engine.step() == before {
                    break;
                }
            }
            Ok(recorder.calls)
        });
        self.timeline.last = last;
        calls
    }
}

impl<'a> RecordedRun<'a> {
    fn new(engine: &'a Engine, calls: Vec<RecordedCall>) -> Self {
        let first = engine.timeline.beginning();
        let sp = first.map(|first| first.moment.register(engine.desc().abi.sp));
        RecordedRun {
            engine,
            top: sp.unwrap_or(0) as u32,
            calls,
        }
    }

    fn name(&self, function: u32) -> Option<String> {
        match self.engine.map().label_before(function) {
            Some((name, 0)) => Some(name),
            _ => None,
        }
    }

    /// What a word means.
    fn meaning(&self, value: u32) -> ValueMeaning {
        let map = self.engine.map();
        let below = self.top.wrapping_sub(value);
        if map.program.image.segment_at(value).is_some()
            && value > 0xffff
            && let Some((name, offset)) = map.label_before(value)
        {
            return ValueMeaning::Label(name, offset);
        }
        match below {
            0..0x0100_0000 => ValueMeaning::Stack(below),
            _ => ValueMeaning::Number(value),
        }
    }

    /// Whether two meanings may be the same: nothing is known about labels that the other program lacks.
    fn is_same(&self, mine: &ValueMeaning, other: &RecordedRun<'_>, theirs: &ValueMeaning) -> bool {
        let has = |run: &RecordedRun<'_>, name: &str| {
            run.engine.map().program.image.symbol(name).is_some()
        };
        match (mine, theirs) {
            (ValueMeaning::Label(a, _), ValueMeaning::Label(b, _)) => {
                mine == theirs || !has(other, a) || !has(self, b)
            }
            _ => mine == theirs,
        }
    }

    fn by_name(&self) -> FxHashMap<String, Vec<&RecordedCall>> {
        let mut named: FxHashMap<String, Vec<&RecordedCall>> = FxHashMap::default();
        let mut calls: Vec<&RecordedCall> = self.calls.iter().collect();
        calls.sort_by_key(|call| call.step);
        for call in calls {
            if let Some(name) = self.name(call.function) {
                named.entry(name).or_default().push(call);
            }
        }
        named
    }

    fn first_difference(&self, other: &RecordedRun<'_>) -> Option<RunDifference> {
        let (mine, theirs) = (self.by_name(), other.by_name());
        let mut found: Vec<RunDifference> = Vec::new();
        for (name, calls) in &mine {
            let known = theirs.get(name).map_or(&[][..], Vec::as_slice);
            // A function that the other program does not have may be one of its own.
            if other.engine.map().program.image.symbol(name).is_none() {
                continue;
            }
            for (index, call) in calls.iter().enumerate() {
                let what = match known.get(index) {
                    Some(known) => self.difference(call, other, known),
                    None => Some((call.step, DifferentEffect::NotCalled)),
                };
                if let Some((step, what)) = what {
                    found.push(RunDifference {
                        function: call.function,
                        call: (call.step, call.end),
                        step,
                        what,
                    });
                    break;
                }
            }
        }
        // An effect shows when the call is over, other arguments when it begins.
        let shows = |found: &RunDifference| match found.what {
            DifferentEffect::Argument { .. } | DifferentEffect::NotCalled => found.call.0,
            _ => found.call.1,
        };
        found.into_iter().min_by_key(shows)
    }

    /// What differs between two calls of a function, and the step to look at.
    fn difference(
        &self,
        call: &RecordedCall,
        other: &RecordedRun<'_>,
        known: &RecordedCall,
    ) -> Option<(u64, DifferentEffect)> {
        for (reg, value) in &known.args {
            let mine = call.args.iter().find(|(mine, _)| mine == reg);
            let Some((_, mine)) = mine else {
                continue;
            };
            let (mine, theirs) = (self.meaning(*mine), other.meaning(*value));
            if !self.is_same(&mine, other, &theirs) {
                let reg = *reg;
                let what = DifferentEffect::Argument { reg, mine, theirs };
                return Some((call.step, what));
            }
        }
        if let Some(found) = self.stored_otherwise(call, other, known) {
            return Some(found);
        }
        let results = call.results.iter().zip(&known.results);
        for ((reg, mine), (_, theirs)) in results {
            let (mine, theirs) = (self.meaning(*mine), other.meaning(*theirs));
            if known.used.contains(*reg)
                && reg.bank() == Bank::Int
                && !self.is_same(&mine, other, &theirs)
            {
                let reg = *reg;
                return Some((call.end, DifferentEffect::Result { reg, mine, theirs }));
            }
        }
        None
    }

    /// The first byte in memory that differs after two calls of a function.
    fn stored_otherwise(
        &self,
        call: &RecordedCall,
        other: &RecordedRun<'_>,
        known: &RecordedCall,
    ) -> Option<(u64, DifferentEffect)> {
        let places = |run: &RecordedRun<'_>, call: &RecordedCall| {
            let stores = call.stores.iter();
            let stores = stores.map(|(at, byte)| (run.meaning(*at), *byte));
            stores.collect::<FxHashMap<ValueMeaning, StoredByte>>()
        };
        let (mine, theirs) = (places(self, call), places(other, known));
        let all: FxHashSet<&ValueMeaning> = mine.keys().chain(theirs.keys()).collect();
        let mut found: Vec<(u64, u32, DifferentEffect)> = Vec::new();
        for place in all {
            if let ValueMeaning::Label(name, _) = place
                && (self.engine.map().program.image.symbol(name).is_none()
                    || other.engine.map().program.image.symbol(name).is_none())
            {
                continue;
            }
            let (my, their) = (mine.get(place), theirs.get(place));
            // What one of them has not stored is as it was before, in both.
            let before = my.or(their).map_or(0, |byte| byte.old);
            let after = |byte: Option<&StoredByte>| byte.map_or(before, |byte| byte.new);
            if after(my) != after(their) {
                let step = my.map_or(call.end.saturating_sub(1), |byte| byte.step);
                let what = DifferentEffect::Memory {
                    place: place.clone(),
                    mine: after(my),
                    theirs: after(their),
                    by: my.map(|byte| byte.pc),
                };
                let offset = match place {
                    ValueMeaning::Label(_, offset) => *offset,
                    ValueMeaning::Stack(below) => u32::MAX - below,
                    ValueMeaning::Number(at) => *at,
                };
                found.push((step, offset, what));
            }
        }
        let first = found
            .into_iter()
            .min_by_key(|(step, offset, _)| (*step, *offset));
        first.map(|(step, _, what)| (step, what))
    }
}
