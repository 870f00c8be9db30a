//! Registers that are read although every way to there leads through a call that may change them.

use super::title;
use crate::codes;
use crate::contract::Contract;
use crate::effect::registers;
use crate::flow::{FlowFunction, Next, ProgramFlow, Way};
use crate::free::FreeRegisters;
use diag::Diagnostic;
use machine::isa::{Abi, Bank, Class, Reg, RegisterSet, Role};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

/// What was found in one function.
#[derive(Default)]
pub(super) struct Lost {
    /// The findings.
    pub findings: Vec<Diagnostic>,
    /// The returns to which every way leads without the return address.
    pub returns: FxHashSet<usize>,
}

/// Checks one function.
pub(super) fn check(flow: &ProgramFlow, function: &FlowFunction, contract: &Contract) -> Lost {
    let analysis = Analysis {
        flow,
        function,
        contract,
        uses: OnceCell::new(),
    };
    let undefined = analysis.undefined();
    let calls = analysis.nearest_calls();
    let mut lost = Lost::default();
    let mut seen = FxHashSet::default();
    let mut steps: Vec<usize> = undefined.keys().copied().collect();
    steps.sort_unstable();
    for step in steps {
        let read = analysis.reads(step) & undefined[&step];
        for reg in read.iter() {
            if reg == flow.desc.abi.ra {
                lost.returns.insert(step);
            }
            if let Some(&call) = calls.get(&step)
                && seen.insert((call, reg))
            {
                lost.findings.push(analysis.finding(step, reg, call));
            }
        }
    }
    lost
}

struct Analysis<'a> {
    flow: &'a ProgramFlow,
    function: &'a FlowFunction,
    contract: &'a Contract,
    /// The registers that the function names, once that matters.
    uses: OnceCell<RegisterSet>,
}

impl Analysis<'_> {
    fn abi(&self) -> &'static Abi {
        self.flow.desc.abi
    }

    /// For each instruction the registers that no way to it leaves defined.
    fn undefined(&self) -> FxHashMap<usize, RegisterSet> {
        let entry = self.function.entry;
        let mut before = FxHashMap::from_iter([(entry, RegisterSet::EMPTY)]);
        let mut work = VecDeque::from([entry]);
        while let Some(step) = work.pop_front() {
            let after = self.after(step, before[&step]);
            for next in self.followers(step) {
                let new = match before.get(&next) {
                    Some(known) => *known & after,
                    None => after,
                };
                if before.insert(next, new) != Some(new) {
                    work.push_back(next);
                }
            }
        }
        before
    }

    fn after(&self, step: usize, before: RegisterSet) -> RegisterSet {
        let at = &self.flow.steps[step];
        let written = registers(self.flow.desc, at.row, at.word, Role::Write);
        match (at.next, at.row.class) {
            (Next::Call(target), _) => self.lost(target),
            // The environment may answer in any of these.
            (_, Class::System) => before - parts_in_calls(self.abi()),
            // What is read once as if it were defined is told once.
            _ => before - written - self.reads(step),
        }
    }

    /// What a call leaves undefined.
    fn lost(&self, target: Option<u32>) -> RegisterSet {
        let abi = self.abi();
        let temporaries = RegisterSet::of(abi.temporaries);
        let results = match target.and_then(|target| self.contract.returns(target)) {
            Some(count) => abi.results.iter().copied().take(count as usize).collect(),
            None => RegisterSet::of(abi.results),
        };
        temporaries - results - self.contract.global - floats(abi)
    }

    /// What an instruction reads; a call or return also what the convention says about it.
    fn reads(&self, step: usize) -> RegisterSet {
        let (flow, abi) = (self.flow, self.abi());
        let at = &flow.steps[step];
        let mut read = registers(flow.desc, at.row, at.word, Role::Read);
        // A function that never returns may save any return address: it does not use it.
        if at.row.class == Class::Store && !self.function.returns {
            read.remove(abi.ra);
        }
        if let Next::Call(Some(target)) | Next::Jump(target) | Next::Branch(target) = at.next
            && let Some(count) = self.contract.args(target)
        {
            read.extend(abi.args.iter().copied().take(count as usize));
        }
        let address = flow.steps[self.function.entry].address;
        if at.next == Next::Return
            && let Some(count) = self.contract.returns(address)
        {
            read.extend(abi.results.iter().copied().take(count as usize));
        }
        read
    }

    fn followers(&self, step: usize) -> impl Iterator<Item = usize> {
        let ways = self.flow.ways(self.function.entry, step);
        ways.filter_map(|way| match way {
            Way::To(next) | Way::Taken(next) => Some(next),
            _ => None,
        })
    }

    /// For each instruction the nearest call before it. It is the one that matters for registers
    /// that are undefined on every way: nothing writes them after a call.
    fn nearest_calls(&self) -> FxHashMap<usize, usize> {
        let is_call = |step: &usize| matches!(self.flow.steps[*step].next, Next::Call(_));
        let calls = self.flow.body(self.function.entry).into_iter();
        let mut work: VecDeque<(usize, usize)> =
            calls.filter(is_call).map(|call| (call, call)).collect();
        let mut nearest = FxHashMap::default();
        while let Some((at, call)) = work.pop_front() {
            for next in self.followers(at) {
                if let Entry::Vacant(entry) = nearest.entry(next) {
                    entry.insert(call);
                    if !is_call(&next) {
                        work.push_back((next, call));
                    }
                }
            }
        }
        nearest
    }

    fn finding(&self, step: usize, reg: Reg, call: usize) -> Diagnostic {
        let (flow, abi) = (self.flow, self.abi());
        let name = flow.desc.register_name(reg);
        let callee = match flow.steps[call].next {
            Next::Call(Some(target)) => flow.at(target).and_then(|at| flow.function_at(at)),
            _ => None,
        };
        let of = callee.map_or("a call".to_owned(), |f| format!("the call of {}", title(f)));
        let (here, there) = (flow.steps[step].span, flow.steps[call].span);
        if reg == abi.ra {
            return self.return_address(step, call, &of);
        }
        let heading = format!("`{name}` is read after {of}, which may change it");
        let finding = Diagnostic::error(codes::PATH_READ_AFTER_CALL, heading)
            .primary(here, self.read_as(step, reg))
            .secondary(
                there,
                format!("this call may change `{name}`: its value is lost"),
            );
        let count = callee.and_then(|f| self.contract.returns(flow.steps[f.entry].address));
        if let (true, Some(count)) = (abi.results.contains(&reg), count) {
            let count = match count {
                0 => "no result".to_owned(),
                1 => "one result".to_owned(),
                count => format!("{count} results"),
            };
            return finding.help(format!(
                "according to the comment above it, {} returns {count}, and `{name}` is not one",
                callee.map_or("it".to_owned(), title)
            ));
        }
        finding.help(self.keep(reg))
    }

    fn read_as(&self, step: usize, reg: Reg) -> String {
        let name = self.flow.desc.register_name(reg);
        let at = &self.flow.steps[step];
        let itself = registers(self.flow.desc, at.row, at.word, Role::Read).contains(reg);
        match at.next {
            _ if itself => format!("reads `{name}`"),
            Next::Call(_) | Next::Jump(_) | Next::Branch(_) => {
                format!("`{name}` is an argument of this call")
            }
            Next::Return => format!("`{name}` is a result of this function"),
            _ => format!("reads `{name}`"),
        }
    }

    /// Where a value is safe from calls.
    fn keep(&self, reg: Reg) -> String {
        let free = FreeRegisters::new(self.flow.desc, self.uses(), true);
        match free.saved().filter(|_| reg.bank() == Bank::Int) {
            Some(safe) => format!(
                "keep the value in a saved register such as `{safe}`, which {} does not use yet and \
                 must then save and restore, or on the stack",
                title(self.function)
            ),
            None => "store the value on the stack before the call, and load it again after it"
                .to_owned(),
        }
    }

    /// The registers that the function names.
    fn uses(&self) -> RegisterSet {
        *self.uses.get_or_init(|| {
            let flow = self.flow;
            let body = flow.body(self.function.entry);
            body.iter().fold(RegisterSet::EMPTY, |all, step| {
                let at = &flow.steps[*step];
                let of = |role| registers(flow.desc, at.row, at.word, role);
                all | of(Role::Read) | of(Role::Write)
            })
        })
    }

    /// Where the return address is safe.
    fn keep_return_address(&self) -> String {
        let (desc, abi) = (self.flow.desc, self.abi());
        let (ra, sp) = (desc.register_name(abi.ra), desc.register_name(abi.sp));
        let name = title(self.function);
        let store = desc.idioms.save_of(Bank::Int).store;
        let load = desc.idioms.restores(store);
        match self.uses().contains(abi.sp) {
            // Any place that is there may be in use.
            true => format!(
                "enlarge the frame of {name}, store `{ra}` in the new place at the beginning, and \
                 load it again before the return"
            ),
            false => {
                let (add, size) = (desc.idioms.move_pointer, abi.stack_alignment.max(8));
                let slot = size - 4;
                format!(
                    "at the beginning of {name}: `{add} {sp}, {sp}, -{size}`, `{store} {ra}, \
                     {slot}({sp})`; before the return: `{load} {ra}, {slot}({sp})`, `{add} {sp}, {sp}, \
                     {size}`"
                )
            }
        }
    }

    fn return_address(&self, step: usize, call: usize, of: &str) -> Diagnostic {
        let (flow, abi) = (self.flow, self.abi());
        let ra = flow.desc.register_name(abi.ra);
        let name = title(self.function);
        let heading = format!("the return address of {name} is lost in {of}");
        let here = match flow.steps[step].next {
            Next::Return => format!("`{ra}` no longer leads back to the caller of {name}"),
            _ => format!("reads `{ra}`"),
        };
        Diagnostic::error(codes::PATH_READ_AFTER_CALL, heading)
            .primary(flow.steps[step].span, here)
            .secondary(
                flow.steps[call].span,
                format!("this call puts its own return address into `{ra}`"),
            )
            .help(self.keep_return_address())
    }
}

/// Floating-point results, which no comment counts. Where arguments leave registers out, the one
/// after a result holds its high half.
fn floats(abi: &Abi) -> RegisterSet {
    let results = abi.float_results.iter().copied();
    let halves = results.clone().map(|reg| Reg(reg.0 + 1));
    let halves = halves.filter(|half| !abi.float_args.contains(half));
    results.chain(halves).collect()
}

/// Everything that arguments and results can be in.
fn parts_in_calls(abi: &Abi) -> RegisterSet {
    let parts = [abi.args, abi.float_args, abi.results, abi.float_results];
    parts.into_iter().flatten().copied().collect()
}
