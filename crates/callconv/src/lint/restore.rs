//! Ways to a return on which the stack pointer or a saved register is not what it was.

use super::path::{Decision, FunctionExit, Paths};
use super::state::PathValue;
use super::title;
use crate::codes;
use crate::contract::Contract;
use crate::effect::{LoadOrStore, RowEffect, effect, registers};
use crate::flow::{FlowFunction, Next, ProgramFlow};
use crate::free::FreeRegisters;
use diag::Diagnostic;
use machine::isa::{Bank, Meaning, Reg, RegisterSet, Role};
use rustc_hash::FxHashSet;

/// The findings of one function, but for those `told` returns that never have the return address.
pub(super) fn check(
    flow: &ProgramFlow,
    function: &FlowFunction,
    contract: &Contract,
    told: &FxHashSet<usize>,
) -> Vec<Diagnostic> {
    let Some(paths) = Paths::new(flow, function, contract) else {
        return Vec::new();
    };
    let reporter = Reporter {
        flow,
        function,
        paths,
        told,
    };
    // Nobody wants registers back from the program itself, but it must not get lost.
    let mut findings = reporter.registers();
    if !function.is_start {
        findings.extend(reporter.stack_pointers());
    }
    findings
}

struct Reporter<'a> {
    flow: &'a ProgramFlow,
    function: &'a FlowFunction,
    paths: Paths<'a>,
    told: &'a FxHashSet<usize>,
}

impl Reporter<'_> {
    /// One finding for each return that a bad way leads to.
    fn stack_pointers(&self) -> Vec<Diagnostic> {
        let mut seen = FxHashSet::default();
        let mut findings = Vec::new();
        for ending in &self.paths.endings {
            let node = &self.paths.nodes[ending.node];
            if let Some(sp) = node.state.sp.filter(|sp| *sp != 0)
                && seen.insert(node.step)
            {
                findings.push(self.stack_pointer(*ending, sp));
            }
        }
        findings
    }

    fn stack_pointer(&self, ending: FunctionExit, moved: i32) -> Diagnostic {
        let (desc, abi) = (self.flow.desc, self.flow.desc.abi);
        let sp = desc.register_name(abi.sp);
        let (bytes, side) = match moved {
            ..0 => (moved.unsigned_abs(), "lower"),
            _ => (moved.unsigned_abs(), "higher"),
        };
        let name = title(self.function);
        let heading = format!(
            "{name} {} with `{sp}` {bytes} bytes {side} than it was called with",
            self.leaves(ending)
        );
        let mut finding = Diagnostic::error(codes::PATH_STACK, heading).primary(
            self.span(ending.node),
            self.here(
                ending,
                &format!(
                    "`{sp}` is {bytes} bytes too {}",
                    side.trim_end_matches("er")
                ),
            ),
        );
        let balanced = |other: &FunctionExit| self.paths.nodes[other.node].state.sp == Some(0);
        finding = self.decided(finding, self.paths.decision(ending.node, balanced));
        let change = self.last_write(ending.node, abi.sp);
        if let Some(change) = change {
            let step = &self.flow.steps[change];
            finding = finding.secondary(step.span, format!("`{sp}` was changed here"));
        }
        let row = change.map(|step| self.flow.steps[step].row);
        let adds = row.filter(|row| row.meaning == Meaning::AddNumber);
        let add = adds.map_or(self.flow.desc.idioms.add_number, |row| row.name);
        let back = -i64::from(moved);
        finding.help(match moved {
            ..0 => format!("give back on this path what was taken: `{add} {sp}, {sp}, {back}`"),
            _ => format!("give back only what was taken: {bytes} bytes less on this path"),
        })
    }

    /// One finding for each register.
    fn registers(&self) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        let mut seen = FxHashSet::default();
        for ending in &self.paths.endings {
            let state = &self.paths.nodes[ending.node].state;
            // With another stack pointer everything comes from wrong places: that is one mistake.
            if state.sp != Some(0) {
                continue;
            }
            for reg in (state.changed & self.wanted(*ending)).iter() {
                let is_blurred = self.paths.rules.value(state, reg) == PathValue::Blurred;
                let is_lost = !is_blurred && !self.is_kept_elsewhere(ending.node, reg);
                if is_lost && seen.insert(reg) {
                    findings.push(self.register(*ending, reg));
                }
            }
        }
        findings
    }

    /// The registers that must be as they were where a way ends.
    fn wanted(&self, ending: FunctionExit) -> RegisterSet {
        let step = self.paths.nodes[ending.node].step;
        let mut wanted = match self.function.is_start || self.function.is_started {
            true => RegisterSet::EMPTY,
            false => self.paths.rules.saved(),
        };
        // Another register than the return address may lead back as well.
        let by_itself = self.flow.steps[step].next == Next::Unknown;
        if !by_itself && !self.told.contains(&step) {
            wanted.insert(self.flow.desc.abi.ra);
        }
        wanted
    }

    /// Whether a register may have been saved where nobody can follow it: it is computed, if it is
    /// a return address, or was stored behind some pointer and comes from behind one.
    fn is_kept_elsewhere(&self, node: usize, reg: Reg) -> bool {
        let (desc, abi) = (self.flow.desc, self.flow.desc.abi);
        let does = |step: usize| {
            let at = &self.flow.steps[step];
            effect(desc, at.row, at.word, at.address)
        };
        let by_pointer = |access: LoadOrStore| access.reg == reg && access.base != abi.sp;
        let last = self.last_write(node, reg);
        match last.map(|step| (does(step), self.flow.steps[step].next)) {
            Some((RowEffect::Load(access), _)) => {
                let mut way = self.paths.back_from(node);
                by_pointer(access)
                    && way.any(|step| matches!(does(step), RowEffect::Store(to) if by_pointer(to)))
            }
            Some((_, Next::Call(_))) => false,
            _ => reg == abi.ra,
        }
    }

    fn register(&self, ending: FunctionExit, reg: Reg) -> Diagnostic {
        let name = self.flow.desc.register_name(reg);
        let heading = format!(
            "{} {} without restoring `{name}`",
            title(self.function),
            self.leaves(ending)
        );
        let mut finding = Diagnostic::error(codes::PATH_NOT_RESTORED, heading).primary(
            self.span(ending.node),
            self.here(ending, &format!("`{name}` is not what it was")),
        );
        let restored = |other: &FunctionExit| {
            let state = &self.paths.nodes[other.node].state;
            state.sp == Some(0) && !state.changed.contains(reg)
        };
        finding = self.decided(finding, self.paths.decision(ending.node, restored));
        if let Some(change) = self.last_write(ending.node, reg) {
            let at = &self.flow.steps[change];
            let what = match effect(self.flow.desc, at.row, at.word, at.address) {
                RowEffect::Load(_) => format!("this loads something else into `{name}`"),
                _ if matches!(at.next, Next::Call(_)) => {
                    format!("this call puts its own return address into `{name}`")
                }
                _ => format!("`{name}` was changed here"),
            };
            finding = finding.secondary(at.span, what);
        }
        self.advise(finding, ending, reg)
    }

    /// What to write: a load from where the register was saved, or both store and load.
    fn advise(&self, finding: Diagnostic, ending: FunctionExit, reg: Reg) -> Diagnostic {
        let desc = self.flow.desc;
        let name = desc.register_name(reg);
        let state = &self.paths.nodes[ending.node].state;
        let store = self.store(ending.node, reg);
        let Some((step, access)) = store else {
            let store = desc.idioms.save_of(reg.bank()).store;
            return finding.help(self.advise_to_save(ending.node, reg, store));
        };
        let row = self.flow.steps[step].row;
        let span = self.flow.steps[step].span;
        if access.bytes < 4 {
            return finding
                .secondary(
                    span,
                    format!("only {} of its bytes are saved here", access.bytes),
                )
                .help(format!(
                    "save all 4 bytes: `sw {name}, {}({})`",
                    access.offset,
                    desc.register_name(access.base)
                ));
        }
        let base = desc.register_name(access.base);
        let load = self.flow.desc.idioms.restores(row.name);
        let place = format!("{}({base})", access.offset);
        let finding = finding.secondary(span, format!("`{name}` was saved here"));
        match state.slot_of(reg) {
            Some(_) => finding.help(format!("on this path, load it from where it was saved: \
                                             `{load} {name}, {place}`")),
            None => finding.help(format!(
                "load it from where it was saved, `{load} {name}, {place}`, and store nothing else there"
            )),
        }
    }

    /// What to write if nothing was saved yet.
    fn advise_to_save(&self, node: usize, reg: Reg, store: &str) -> String {
        let (desc, abi) = (self.flow.desc, self.flow.desc.abi);
        let (name, sp) = (desc.register_name(reg), desc.register_name(abi.sp));
        let last = self.last_write(node, reg).map(|step| {
            let at = &self.flow.steps[step];
            effect(desc, at.row, at.word, at.address)
        });
        if let Some(RowEffect::Load(access)) = last
            && access.base == abi.sp
        {
            let place = format!("{}({sp})", access.offset);
            return format!("save it there first: `{store} {name}, {place}` at the beginning");
        }
        let both = match self.body_uses().contains(abi.sp) {
            // Any place that is there may be in use.
            true => format!(
                "enlarge the frame of {}, save `{name}` in the new place before it changes, and \
                 load it again before the return",
                title(self.function)
            ),
            false => format!(
                "make room on the stack, save it there before it changes, `{store} {name}, \
                 0({sp})`, and load it again before the return, `{} {name}, 0({sp})`",
                self.flow.desc.idioms.restores(store)
            ),
        };
        match self.spare(reg) {
            None => both,
            Some(spare) => {
                format!("{both}; or use a register that need not be saved, such as `{spare}`")
            }
        }
    }

    /// The registers that the function names.
    fn body_uses(&self) -> RegisterSet {
        let body = self.flow.body(self.function.entry);
        body.iter().fold(RegisterSet::EMPTY, |all, step| {
            let at = &self.flow.steps[*step];
            let of = |role| registers(self.flow.desc, at.row, at.word, role);
            all | of(Role::Read) | of(Role::Write)
        })
    }

    /// The store of a register on the way to a node: where it was saved.
    fn store(&self, node: usize, reg: Reg) -> Option<(usize, LoadOrStore)> {
        let sp = self.flow.desc.abi.sp;
        let stores = self.paths.back_from(node).filter_map(|step| {
            let at = &self.flow.steps[step];
            match effect(self.flow.desc, at.row, at.word, at.address) {
                RowEffect::Store(access) if access.reg == reg && access.base == sp => {
                    Some((step, access))
                }
                _ => None,
            }
        });
        // The first store on the way is the one before the register was changed.
        let first = stores.last()?;
        let written_before = self
            .paths
            .back_from(node)
            .skip_while(|step| *step != first.0);
        let writes = |step: usize| {
            let at = &self.flow.steps[step];
            registers(self.flow.desc, at.row, at.word, Role::Write).contains(reg)
        };
        (!written_before.into_iter().any(writes)).then_some(first)
    }

    /// The last instruction on the way to a node that writes a register.
    fn last_write(&self, node: usize, reg: Reg) -> Option<usize> {
        self.paths.back_from(node).find(|step| {
            let at = &self.flow.steps[*step];
            registers(self.flow.desc, at.row, at.word, Role::Write).contains(reg)
        })
    }

    /// A register that may be changed in place of this one: a temporary one that carries nothing
    /// in or out, and that the function does not use. Calls would change it.
    fn spare(&self, reg: Reg) -> Option<&'static str> {
        let desc = self.flow.desc;
        let mut body = self.flow.body(self.function.entry).into_iter();
        let calls = body.any(|step| matches!(self.flow.steps[step].next, Next::Call(_)));
        let free = FreeRegisters::new(desc, self.body_uses(), calls).temporary(false);
        free.filter(|_| reg != desc.abi.ra && reg.bank() == Bank::Int)
    }

    fn decided(&self, finding: Diagnostic, decision: Option<Decision>) -> Diagnostic {
        let Some(Decision { step, taken }) = decision else {
            return finding;
        };
        let how = match taken {
            true => "if this branch is taken",
            false => "if this branch is not taken",
        };
        finding.secondary(self.flow.steps[step].span, how)
    }

    fn leaves(&self, ending: FunctionExit) -> &'static str {
        match ending.tail {
            true => "continues in another function",
            false => "returns",
        }
    }

    fn here(&self, ending: FunctionExit, what: &str) -> String {
        match ending.tail {
            true => format!("leaves the function here, and {what}"),
            false => format!("returns here, and {what}"),
        }
    }

    fn span(&self, node: usize) -> diag::Span {
        self.flow.steps[self.paths.nodes[node].step].span
    }
}
