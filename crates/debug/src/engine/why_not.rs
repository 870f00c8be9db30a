//! Why a place was not reached: the last branch that led away from it.
//!
//! A branch decides about a place if one of its two ways leads there without coming to the branch again,
//! and the other does not. This is read off the code, in which a call leads to the function and, some time
//! later, to the instruction after it. Which of these branches took the wrong way last is found by repeating
//! the history, from the present step backwards.

use super::{Engine, Interrupted, SearchProgress};
use machine::isa::{Class, Meaning, Reg, Role};
use machine::observe::{At, Observer, Wants};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most steps through the code that are made to find out which branches decide.
const MOST_STEPS: usize = 100_000_000;

/// Why a place was not reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotReached {
    /// The last step before the present one at which it was reached all the same.
    pub reached: Option<u64>,
    /// The last branch since then that led away from it.
    pub decided: Option<BranchDecision>,
    /// Whether any branch of the program decides about it.
    pub has_branches: bool,
}

/// A branch, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchDecision {
    /// The step of the branch.
    pub step: u64,
    /// Its address.
    pub pc: u32,
    /// Where it went.
    pub to: u32,
    /// The registers that it compared, and what they held.
    pub compared: Vec<(Reg, u64)>,
}

impl Engine {
    /// Why the instruction at an address was not reached before the present step.
    pub fn why_not(&mut self, target: u32) -> Result<NotReached, Interrupted> {
        let ways = self.ways_away(target);
        let end = self.step();
        let mut away = Away::new(target, &ways, self.program.image.delay_slots);
        let swept = self.and_back(|engine| engine.sweep_away(&mut away, end));
        self.note_search(SearchProgress::Done);
        swept?;
        let decided = away.last().filter(|found| Some(found.0) > away.reached);
        let decided = decided.map(|(step, pc, to)| BranchDecision {
            step,
            pc,
            to,
            compared: self.and_back(|engine| engine.compared_at(step)),
        });
        Ok(NotReached {
            reached: away.reached,
            decided,
            has_branches: !ways.is_empty(),
        })
    }

    /// Goes back from `end` until something is found.
    fn sweep_away(&mut self, away: &mut Away<'_>, mut end: u64) -> Result<(), Interrupted> {
        let (from, to) = (end, self.timeline.first());
        while end > to && self.restore(|timeline| timeline.before(end - 1)) {
            self.note_search(SearchProgress::At {
                step: end,
                from,
                to,
            });
            let begin = self.step();
            away.branch = None;
            self.observe(away, end - begin);
            // The last one may have been on its way at the end of the stretch.
            away.arrive(self.pc());
            if away.last().is_some() || away.reached.is_some() {
                break;
            }
            away.settle();
            if self.take_interrupt() {
                return Err(Interrupted);
            }
            end = begin;
        }
        Ok(())
    }

    /// The registers that the instruction at a step reads.
    fn compared_at(&mut self, step: u64) -> Vec<(Reg, u64)> {
        self.replay_to(step);
        let Some((decoded, row)) = self.instruction_at(self.pc()) else {
            return Vec::new();
        };
        let mut compared = Vec::new();
        for reg in row.registers(decoded.word, Role::Read) {
            let value = (reg, self.registers().get(reg));
            if !compared.contains(&value) {
                compared.push(value);
            }
        }
        compared
    }

    /// The branches that decide whether an address is reached, each with the way that leads away from it.
    fn ways_away(&self, target: u32) -> FxHashMap<u32, u32> {
        let graph = self.code_graph();
        let mut ways = FxHashMap::default();
        let mut steps = 0;
        for branch in &graph.branches {
            let reaching = graph.reaching(target, branch.pc);
            steps += reaching.len();
            let away = match branch.ways.map(|way| reaching.contains(&way)) {
                [true, false] => Some(branch.ways[1]),
                [false, true] => Some(branch.ways[0]),
                _ => None,
            };
            if let Some(away) = away {
                ways.insert(branch.pc, away);
            }
            if steps > MOST_STEPS {
                break;
            }
        }
        ways
    }

    /// The ways through the program's code.
    fn code_graph(&self) -> CodeGraph {
        let mut graph = CodeGraph::default();
        let delayed = self.program.image.delay_slots;
        let segments = self.program.image.segments.iter();
        for segment in segments.filter(|segment| segment.access.execute && segment.size > 0) {
            let mut pc = segment.address;
            while pc < segment.end() {
                let length = self.length_at(pc);
                self.add_ways(&mut graph, pc, length, delayed);
                pc = pc.saturating_add(length);
            }
        }
        graph.end_calls();
        graph
    }

    fn add_ways(&self, graph: &mut CodeGraph, pc: u32, length: u32, delayed: bool) {
        let Some((decoded, row)) = self.instruction_at(pc) else {
            return;
        };
        let slot = if delayed && row.has_delay_slot() {
            4
        } else {
            0
        };
        let next = pc.wrapping_add(length + slot);
        let leaves = row.leaves(decoded.word);
        let to = row.predecode(decoded.word, pc).imm();
        match row.class {
            Class::Branch | Class::LikelyBranch => {
                graph.add(pc, to);
                graph.add(pc, next);
                graph.branches.push(Branch {
                    pc,
                    ways: [to, next],
                });
            }
            Class::Jump => {
                graph.add(pc, to);
                if !leaves {
                    graph.add(pc, next);
                    graph.functions.insert(to);
                }
            }
            Class::JumpRegister if leaves => {}
            _ if row.meaning == Meaning::EnvironmentCall => graph.calls.push((pc, next)),
            _ => graph.add(pc, next),
        }
    }
}

#[derive(Clone, Copy)]
struct Branch {
    pc: u32,
    /// Where it goes if it is taken, and if not.
    ways: [u32; 2],
}

/// Which instructions lead to which, backwards.
#[derive(Default)]
struct CodeGraph {
    before: FxHashMap<u32, Vec<u32>>,
    branches: Vec<Branch>,
    /// Where functions begin that are called.
    functions: FxHashSet<u32>,
    /// Calls of the environment, and what follows them.
    calls: Vec<(u32, u32)>,
}

impl CodeGraph {
    fn add(&mut self, from: u32, to: u32) {
        self.before.entry(to).or_default().push(from);
    }

    /// Leads calls of the environment on, except into a function: such a call ends the program.
    fn end_calls(&mut self) {
        for (call, next) in std::mem::take(&mut self.calls) {
            if !self.functions.contains(&next) {
                self.add(call, next);
            }
        }
    }

    /// The instructions from which an address is reached without the one that is left out.
    fn reaching(&self, target: u32, without: u32) -> FxHashSet<u32> {
        let mut reaching = FxHashSet::default();
        let mut open = vec![target];
        while let Some(at) = open.pop() {
            if at == without || !reaching.insert(at) {
                continue;
            }
            open.extend(self.before.get(&at).into_iter().flatten());
        }
        reaching
    }
}

/// Watches for branches that lead away from a place, and for the place.
struct Away<'a> {
    target: u32,
    ways: &'a FxHashMap<u32, u32>,
    delayed: bool,
    /// The branch that has just run, and how many instructions come before control arrives.
    branch: Option<(u64, u32, u8)>,
    /// The last time that each branch ran, unless it is known from later: its step, and where it went.
    latest: FxHashMap<u32, (u64, u32)>,
    /// Branches that led to the place the last time that they ran.
    settled: FxHashSet<u32>,
    /// The last step at which the place was reached.
    reached: Option<u64>,
}

impl<'a> Away<'a> {
    fn new(target: u32, ways: &'a FxHashMap<u32, u32>, delayed: bool) -> Self {
        Away {
            target,
            ways,
            delayed,
            branch: None,
            latest: FxHashMap::default(),
            settled: FxHashSet::default(),
            reached: None,
        }
    }

    /// The last branch that led away: its step, its address, and where it went. One that led to the place
    /// later has not decided.
    fn last(&self) -> Option<(u64, u32, u32)> {
        let latest = self.latest.iter();
        let away = latest.filter(|(branch, (_, to))| self.ways.get(branch) == Some(to));
        away.map(|(branch, (step, to))| (*step, *branch, *to)).max()
    }

    /// None of these has led away: what they did before does not count.
    fn settle(&mut self) {
        self.settled
            .extend(self.latest.drain().map(|(branch, _)| branch));
    }

    /// Control is before the instruction at this address.
    fn arrive(&mut self, pc: u32) {
        match self.branch.take() {
            Some((step, branch, 0)) if !self.settled.contains(&branch) => {
                self.latest.insert(branch, (step, pc));
            }
            Some((step, branch, wait @ 1..)) => self.branch = Some((step, branch, wait - 1)),
            _ => {}
        }
    }
}

impl Observer for Away<'_> {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    fn instruction(&mut self, at: &At) {
        self.arrive(at.pc);
        if at.pc == self.target {
            self.reached = Some(at.step);
        }
        if self.ways.contains_key(&at.pc) {
            self.branch = Some((at.step, at.pc, u8::from(self.delayed)));
        }
    }
}
