//! Every way through a function, as far as ways differ in what is saved where.

use super::state::{PathState, PathValue, Rules};
use crate::contract::Contract;
use crate::flow::{FlowFunction, Next, ProgramFlow, Way};
use machine::isa::{Reg, Role};
use rustc_hash::FxHashMap;

/// A function with more differing ways than this is left alone.
const MOST_NODES: usize = 40_000;
/// A single instruction that is reached in more different states is in a loop that moves the stack
/// pointer.
const MOST_STATES: usize = 64;

/// An instruction as it is reached on some way.
pub(super) struct Node {
    /// The instruction.
    pub step: usize,
    /// What holds before it.
    pub state: PathState,
    /// The node before it on the shortest way, and whether a branch was taken there.
    before: Option<(usize, bool)>,
    after: Vec<usize>,
}

/// How a way ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FunctionExit {
    /// The node of the last instruction.
    pub node: usize,
    /// Whether it jumps to another function instead of returning.
    pub tail: bool,
}

/// The ways through a function.
pub(super) struct Paths<'a> {
    flow: &'a ProgramFlow,
    /// What is followed.
    pub rules: Rules<'a>,
    /// All instructions on all ways; the shortest ways come first.
    pub nodes: Vec<Node>,
    /// Where ways lead back to the caller.
    pub endings: Vec<FunctionExit>,
}

/// A branch that decides which way is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    /// The branch.
    pub step: usize,
    /// Whether it is taken.
    pub taken: bool,
}

impl<'a> Paths<'a> {
    /// Goes all ways; `None` if there are too many.
    pub(super) fn new(
        flow: &'a ProgramFlow,
        function: &FlowFunction,
        contract: &Contract,
    ) -> Option<Self> {
        let mut paths = Paths {
            flow,
            rules: Rules::new(flow, contract),
            nodes: Vec::new(),
            endings: Vec::new(),
        };
        let mut known: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        paths.reach(&mut known, function.entry, PathState::at_entry(), None)?;
        let mut k = 0;
        while k < paths.nodes.len() {
            paths.go_on(&mut known, function.entry, k)?;
            k += 1;
        }
        Some(paths)
    }

    fn go_on(
        &mut self,
        known: &mut FxHashMap<usize, Vec<usize>>,
        entry: usize,
        node: usize,
    ) -> Option<()> {
        let step = self.nodes[node].step;
        if self.returns(node) {
            self.endings.push(FunctionExit { node, tail: false });
        }
        let state = self.rules.after(step, self.nodes[node].state.clone());
        for way in self.flow.ways(entry, step) {
            match way {
                Way::To(to) => self.reach(known, to, state.clone(), Some((node, false)))?,
                Way::Taken(to) => self.reach(known, to, state.clone(), Some((node, true)))?,
                Way::Tail(to) if self.flow.entered(to).called => {
                    self.endings.push(FunctionExit { node, tail: true });
                }
                Way::Tail(_) | Way::Into(_) | Way::PastEnd => {}
            }
        }
        Some(())
    }

    fn reach(
        &mut self,
        known: &mut FxHashMap<usize, Vec<usize>>,
        step: usize,
        state: PathState,
        before: Option<(usize, bool)>,
    ) -> Option<()> {
        let here = known.entry(step).or_default();
        let same = here.iter().find(|node| self.nodes[**node].state == state);
        let node = match same {
            Some(node) => *node,
            None => {
                let new = self.nodes.len();
                here.push(new);
                if here.len() > MOST_STATES || new >= MOST_NODES {
                    return None;
                }
                self.nodes.push(Node {
                    step,
                    state,
                    before,
                    after: Vec::new(),
                });
                new
            }
        };
        if let Some((before, _)) = before {
            self.nodes[before].after.push(node);
        }
        Some(())
    }

    /// Whether the way returns here: by the return address, or by another register that holds it.
    fn returns(&self, node: usize) -> bool {
        let Node { step, state, .. } = &self.nodes[node];
        let at = &self.flow.steps[*step];
        let is_return_address =
            |reg: Reg| self.rules.value(state, reg) == PathValue::Entry(self.flow.desc.abi.ra);
        match at.next {
            Next::Return => true,
            Next::Unknown => at.row.registers(at.word, Role::Read).any(is_return_address),
            _ => false,
        }
    }

    /// The instructions on the shortest way to a node, the last first.
    pub(super) fn back_from(&self, node: usize) -> impl Iterator<Item = usize> {
        let before = |node: &usize| self.nodes[*node].before.map(|(before, _)| before);
        let before = std::iter::successors(before(&node), before);
        before.map(|node| self.nodes[node].step)
    }

    /// The last branch on the way to a node from which another way leads to a good ending.
    pub(super) fn decision(
        &self,
        bad: usize,
        is_good: impl Fn(&FunctionExit) -> bool,
    ) -> Option<Decision> {
        let good = self.endings.iter().filter(|ending| is_good(ending));
        let good = self.leading_to(good.map(|ending| ending.node));
        let mut node = bad;
        while let Some((before, taken)) = self.nodes[node].before {
            let step = self.nodes[before].step;
            let branches = matches!(self.flow.steps[step].next, Next::Branch(_));
            if branches && good[before] {
                return Some(Decision { step, taken });
            }
            node = before;
        }
        None
    }

    /// Which nodes lead to one of these.
    fn leading_to(&self, ends: impl Iterator<Item = usize>) -> Vec<bool> {
        let mut leads = vec![false; self.nodes.len()];
        for end in ends {
            leads[end] = true;
        }
        // Nodes come mostly in the order of the way, so few rounds from the end suffice.
        loop {
            let mut changed = false;
            for node in (0..self.nodes.len()).rev() {
                if !leads[node] && self.nodes[node].after.iter().any(|after| leads[*after]) {
                    leads[node] = true;
                    changed = true;
                }
            }
            if !changed {
                return leads;
            }
        }
    }
}
