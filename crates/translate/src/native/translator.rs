//! When code is hot, which regions there are, and what becomes of them.

use super::abi::{self, Left, State};
use super::host::{HostCode, flat_frames};
use super::plan::Plan;
use super::worker::{Finished, Translate, Worker};
use crate::{TranslateOptions, TranslateStats};
use machine::run::{Machine, NativeCode};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// The most regions: beyond that, all are forgotten.
const MOST_REGIONS: usize = 128;
/// So often may all be forgotten, or regions be overwritten, before nothing is translated any more.
const MOST_FLUSHES: u32 = 8;
const MOST_OVERWRITTEN: u32 = 64;
/// The loops run so many instructions between two looks, where nothing is translated.
const SLICE: u64 = 8192;
/// A place that was seen so often at the end of a slice is hot; or at the exit of a region.
const HOT: u32 = 2;
const HOT_EXIT: u32 = 32;
/// Hot places that a region grows from, at most.
const SEEDS: usize = 24;
/// A region that was entered so often, and ran fewer instructions each time, is worth nothing.
const VISITS: u64 = 4096;
const WORTH: u64 = 12;
/// One that ran fewer than this may do better if each access is checked alone.
const SHORT: u64 = 100;

/// How an instruction set is translated, and who keeps the machine's own registers for it.
#[derive(Clone, Copy)]
pub(crate) struct Processor {
    pub(crate) translate: Translate,
    pub(crate) state: fn(&Machine) -> Option<Box<dyn machine::run::ControlState>>,
}

/// Translates hot code, and runs it.
pub(crate) struct Translator {
    processor: Processor,
    options: TranslateOptions,
    stats: Arc<Mutex<TranslateStats>>,
    worker: Option<Worker>,
    /// Nothing is translated (any more).
    is_off: bool,
    regions: Vec<Option<Region>>,
    /// By address: the region, and the number of its entry.
    entries: FxHashMap<u32, (u32, u32)>,
    bytes: usize,
    /// How often a place was seen.
    seen: FxHashMap<u32, u32>,
    /// Places that were hot, the last one first.
    hot: Vec<u32>,
    /// A plan is being translated.
    is_waiting: bool,
    /// What it was made of was overwritten.
    is_stale: bool,
    /// The addresses that it covers.
    waiting_for: Vec<(u32, u32)>,
    flushes: u32,
    overwritten: u32,
    /// How long the loops may run.
    slice: u64,
    /// Whether accesses with the same base are checked together.
    spans: bool,
    /// The rules that all of it holds for.
    rules: Option<u8>,
}

/// Translated code.
struct Region {
    code: HostCode,
    size: usize,
    /// What it was made of: first addresses and lengths.
    made_of: Vec<(u32, u32)>,
    visits: u64,
    steps: u64,
}

impl Translator {
    pub(crate) fn new(
        processor: Processor,
        options: TranslateOptions,
        stats: Arc<Mutex<TranslateStats>>,
    ) -> Self {
        Translator {
            processor,
            options,
            stats,
            worker: None,
            is_off: false,
            regions: Vec::new(),
            entries: FxHashMap::default(),
            bytes: 0,
            seen: FxHashMap::default(),
            hot: Vec::new(),
            is_waiting: false,
            is_stale: false,
            waiting_for: Vec::new(),
            flushes: 0,
            overwritten: 0,
            slice: 0,
            spans: true,
            rules: None,
        }
    }

    fn count(&self, change: impl FnOnce(&mut TranslateStats)) {
        if let Ok(mut stats) = self.stats.lock() {
            change(&mut stats);
        }
    }

    fn turn_off(&mut self, why: &'static str) {
        self.is_off = true;
        self.worker = None;
        self.flush();
        self.count(|stats| stats.off = Some(why));
    }

    /// Forgets all regions.
    fn flush(&mut self) {
        self.regions.clear();
        self.entries.clear();
        self.bytes = 0;
        self.is_stale = self.is_waiting;
        self.seen.clear();
    }

    /// Takes in what has been translated.
    fn receive(&mut self) {
        let taken = match &mut self.worker {
            Some(worker) if self.is_waiting => worker.take(),
            _ => return,
        };
        match taken {
            Ok(None) => {}
            Ok(Some(finished)) => {
                self.is_waiting = false;
                let is_stale = std::mem::take(&mut self.is_stale);
                if !is_stale {
                    self.install(finished);
                }
            }
            Err(()) => self.turn_off("code is not generated for this host"),
        }
    }

    fn install(&mut self, finished: Finished) {
        let Finished {
            plan,
            compiled,
            took,
        } = finished;
        let Some(compiled) = compiled else {
            self.count(|stats| stats.refused += 1);
            return;
        };
        let size = compiled.code.len();
        if self.regions.len() >= MOST_REGIONS || self.bytes + size > self.options.most_bytes {
            self.flush();
            self.flushes += 1;
            self.count(|stats| stats.flushes += 1);
            if self.flushes > MOST_FLUSHES {
                self.turn_off("it has too much code");
                return;
            }
        }
        let Some(code) = HostCode::new(&compiled.code) else {
            self.turn_off("the system does not let programs write code");
            return;
        };
        let number = self.regions.len() as u32;
        for (entry, pc) in compiled.entries.iter().enumerate() {
            self.entries.insert(*pc, (number, entry as u32));
        }
        self.bytes += size;
        let instructions = plan.len() as u64;
        self.regions.push(Some(Region {
            code,
            size,
            made_of: plan.bytes().collect(),
            visits: 0,
            steps: 0,
        }));
        self.count(|stats| {
            stats.regions += 1;
            stats.instructions += instructions;
            stats.bytes += size as u64;
            stats.time += took;
        });
    }

    /// Has the code around a place translated.
    fn request(&mut self, machine: &mut Machine, pc: u32) {
        if self.is_waiting || self.is_off {
            return;
        }
        if !machine.memory.flatten(flat_frames) {
            self.turn_off("the system does not give so many addresses");
            return;
        }
        if self.worker.is_none() {
            self.worker = Worker::new(self.processor.translate, self.options.in_background);
        }
        self.hot.retain(|hot| *hot != pc);
        self.hot.insert(0, pc);
        self.hot.truncate(SEEDS);
        let Some(state) = (self.processor.state)(machine) else {
            self.turn_off("the machine is not known");
            return;
        };
        let plan = Plan::around(machine, &self.hot, state, self.spans);
        if !plan.insns.contains_key(&pc) {
            return;
        }
        self.waiting_for = plan.bytes().collect();
        for (first, length) in &self.waiting_for {
            machine.note_translated(*first, *length);
        }
        self.is_waiting = true;
        self.is_stale = false;
        let works = self
            .worker
            .as_mut()
            .is_some_and(|worker| worker.begin(plan));
        if !works {
            self.turn_off("code is not generated for this host");
        }
    }

    /// Runs regions from the program counter on, as long as there are any.
    fn run_regions(&mut self, machine: &mut Machine, fuel: u64) -> Ran {
        let first = machine.steps;
        let end = machine.steps.saturating_add(fuel);
        let mut why = Ran::Nothing;
        while machine.steps < end
            && let Some(&(number, entry)) = self.entries.get(&machine.pc)
            && let Some(Some(region)) = self.regions.get_mut(number as usize)
        {
            let left = i64::try_from(end - machine.steps).unwrap_or(i64::MAX);
            let heap_end = machine.memory.heap_end;
            let Some(memory) = machine.memory.flat() else {
                break;
            };
            let mut state = State {
                fuel: left,
                pc: machine.pc,
                left: Left::Elsewhere as u32,
                read: memory.read.as_ptr(),
                write: memory.write.as_ptr(),
                memory: memory.pages.as_mut_ptr().cast(),
                heap_end,
            };
            // SAFETY: the code was compiled for a machine with flat memory: the tables have an entry for each
            // of 2^20 pages, and memory has all of their bytes. All of it and the registers belong to the
            // machine, which is borrowed here and nowhere else.
            unsafe { abi::run(&region.code, &mut machine.registers.x, &mut state, entry) };
            let steps = left.wrapping_sub(state.fuel) as u64;
            machine.steps += steps;
            machine.pc = state.pc;
            region.visits += 1;
            region.steps += steps;
            why = match state.left == Left::Undone as u32 {
                true => Ran::Undone,
                false => Ran::Elsewhere,
            };
            if region.visits == VISITS {
                let is_worth = region.steps >= VISITS * WORTH;
                let is_short = region.steps < VISITS * SHORT;
                (region.visits, region.steps) = (0, 0);
                if is_short && std::mem::take(&mut self.spans) {
                    // It may be because of accesses beyond the end of a page: those of others are checked, too.
                    self.flush();
                } else if !is_worth {
                    self.give_up(number);
                }
            }
            if why == Ran::Undone {
                break;
            }
        }
        let steps = machine.steps - first;
        if why != Ran::Nothing {
            self.count(|stats| {
                stats.steps += steps;
                stats.visits += 1;
            });
        }
        why
    }

    /// Forgets a region that is left as soon as it is entered. What it began with stays known as seen, so that
    /// it is not translated again.
    fn give_up(&mut self, number: u32) {
        let own = self
            .entries
            .iter()
            .filter(|(_, (region, _))| *region == number);
        let places: Vec<u32> = own.map(|(pc, _)| *pc).collect();
        for pc in places {
            self.entries.remove(&pc);
            self.seen.insert(pc, u32::MAX);
        }
        self.drop_region(number);
        self.count(|stats| stats.given_up += 1);
    }

    fn drop_region(&mut self, number: u32) {
        if let Some(region) = self.regions.get_mut(number as usize).and_then(Option::take) {
            self.bytes -= region.size;
        }
    }

    /// A place was seen where the loops run: has it translated if it is hot.
    fn see(&mut self, machine: &mut Machine, pc: u32, hot: u32) {
        let seen = self.seen.entry(pc).or_insert(0);
        if *seen == u32::MAX {
            return;
        }
        *seen += 1;
        if *seen >= hot && !self.is_waiting {
            *seen = u32::MAX;
            self.request(machine, pc);
        }
    }
}

/// What native code has done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ran {
    Nothing,
    /// It has come to an instruction for the loops.
    Undone,
    /// It has left its region.
    Elsewhere,
}

impl NativeCode for Translator {
    fn run(&mut self, machine: &mut Machine, fuel: u64) -> u64 {
        if self.is_off {
            return u64::MAX;
        }
        if machine.steps < self.options.threshold {
            return (self.options.threshold - machine.steps).min(8 * SLICE);
        }
        if *self.rules.get_or_insert(machine.rules()) != machine.rules() {
            self.flush();
            self.rules = Some(machine.rules());
        }
        self.receive();
        let ran = self.run_regions(machine, fuel);
        match ran {
            Ran::Undone => {
                self.slice = 0;
                return 0;
            }
            Ran::Elsewhere => {
                self.slice = 0;
                self.see(machine, machine.pc, HOT_EXIT);
            }
            Ran::Nothing => {
                let most = self.options.slice;
                let is_whole = self.slice >= most;
                self.slice = (2 * self.slice).clamp(16, most);
                if is_whole {
                    self.see(machine, machine.pc, HOT);
                }
            }
        }
        if !self.options.in_background {
            // What was asked for is there.
            self.receive();
        }
        self.slice
    }

    fn overwritten(&mut self, first: u32, last: u32) {
        let meets = |made_of: &[(u32, u32)]| {
            let mut pieces = made_of.iter();
            pieces.any(|(start, length)| *start <= last && start.wrapping_add(length - 1) >= first)
        };
        if self.is_waiting && meets(&self.waiting_for) {
            self.is_stale = true;
        }
        let regions = self.regions.iter().enumerate();
        let met = regions.filter(|(_, region)| region.as_ref().is_some_and(|r| meets(&r.made_of)));
        let met: Vec<u32> = met.map(|(number, _)| number as u32).collect();
        for number in met {
            self.entries.retain(|_, (region, _)| *region != number);
            self.drop_region(number);
            self.overwritten += 1;
            self.count(|stats| stats.overwritten += 1);
        }
        if self.overwritten > MOST_OVERWRITTEN && !self.is_off {
            self.turn_off("it overwrites its code");
        }
    }

    fn forget(&mut self) {
        self.flush();
    }
}
