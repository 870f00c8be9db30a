//! The checker that watches a run.
//!
//! It keeps, for every register, whether its value is known in the function that runs, and whether
//! a saved register still holds what it held on entry; for every word of the stack, whether it was
//! written ([`Shadow`]); and the open calls.
//!
//! The machine tells it which straight code has run ([`machine::observe::Run`]). [`walk`] goes
//! through that instruction by instruction. What came of it is remembered ([`memo`]): when the same
//! code runs again in the same [`State`], a few comparisons tell whether the same comes of it.
//!
//! What a program does is never changed. The outermost code, which nobody called, owns all
//! registers: nothing is checked when it ends.

mod access;
mod backs;
mod calls;
mod effects;
mod entries;
mod kept;
mod mark;
mod memo;
mod mistakes;
mod record;
mod registers;
mod reliance;
mod scrambling;
mod spread;
mod states;
mod walk;

use crate::contract::Contract;
use crate::finding::{Finding, Findings, What};
use crate::frame::{Frame, State, open_calls};
use crate::groups::{ConventionGroups, Returns};
use crate::shadow::Shadow;
use crate::text::{Scanned, Text};
use crate::undefined::{Origins, Undefined, UndefinedMemory};
use crate::usage::{Step, Usage};
use assembler::Program;
use machine::env::CallTable;
use machine::isa::{Bank, Insn, IsaDesc, Reg, RegisterSet};
use machine::memory::{Memory, Tripwires};
use machine::observe::{
    At, KnownRuns, NOWHERE, Observer, Recalled, Run, RunSummary, Touches, Transfer, TrippedAccess,
    Wants,
};
use machine::run::Registers;
use rustc_hash::FxHashSet;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use access::{Away, LastLoad};
use entries::{memory_from, next_entries};
use kept::KeptFloats;
use mark::Mark;
use memo::Memo;
use mistakes::Mistakes;
use record::Record;
use states::States;
use walk::Ahead;

/// What to check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// Which registers carry results.
    pub returns: Returns,
    /// What the program says about its own conventions.
    pub contract: Contract,
    /// Whether the stack pointer must be aligned at calls.
    pub alignment: bool,
}

/// What just happened that leaves registers without a known value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEvent {
    /// A function was entered.
    Entered,
    /// A function has returned.
    Returned,
}

/// The deepest recursion that is followed.
const DEEPEST: usize = 1 << 19;
/// So many open calls are kept with a finding.
const MOST_OPEN: usize = 1 << 10;
/// Accesses so far below the deepest stack are still taken for the stack's.
const NEAR: u32 = 4096;

/// Watches a run.
pub struct Checker {
    desc: &'static IsaDesc,
    groups: ConventionGroups,
    options: CheckOptions,
    calls: CallTable,
    /// Handlers of exceptions among other code.
    handlers: Vec<(u32, u32)>,
    /// The function that code before the program calls.
    started: Option<u32>,
    usages: Arc<[Usage]>,
    text: Text,
    /// For each half-word of the code, the next entry of a function behind it.
    entries: Vec<u32>,
    /// Instructions of the source that write the assembler's register.
    by_hand: FxHashSet<u32>,
    has_source: bool,
    big_endian: bool,
    /// Floating-point registers hold doubles: to save one takes eight bytes. Found out when it
    /// matters.
    has_doubles: OnceCell<bool>,
    /// Registers whose writes always matter.
    always_watched: RegisterSet,
    /// The first instruction, before it is decoded.
    start: At,

    /// The number of the state that the function that runs is in.
    state: u32,
    /// The last state of the function that returned last.
    last_state: u32,
    states: States,
    /// That state, while it changes.
    work: State,
    frames: Vec<Frame>,
    kept_floats: KeptFloats,
    /// Where calls return to.
    return_places: FxHashSet<u32>,
    /// Reads of these are looked at besides those of unknown registers.
    watch_reads: RegisterSet,
    /// Writes of these are looked at.
    watch_writes: RegisterSet,
    sp: u32,
    shadow: Shadow,
    /// Where the stack began, its lowest end so far, and below which nothing is the stack's.
    top: u32,
    lowest: u32,
    floor: u32,
    /// From where the alignment of the stack counts.
    aligned_from: u32,

    memo: Memo,
    /// What the machine's loop knows of runs, unless it has it.
    known: KnownRuns,
    is_lent: bool,
    record: Record,
    /// Whether anything is to be remembered.
    has_memo: bool,
    /// Whether what is remembered may be used now.
    is_quick: bool,
    /// The code that runs is not the one that the program began with.
    code_changed: bool,
    /// Unused states are forgotten when there are more.
    most_states: usize,

    /// The present instruction of a walk.
    at: At,
    /// The registers behind the run that is walked.
    values: [u64; Reg::COUNT as usize],
    ahead: Vec<Ahead>,
    /// The registers that are written in the rest of it.
    later: RegisterSet,
    /// A jump whose delay slot is not done.
    jump: Option<(Transfer, Insn)>,
    /// The next entry of a function behind the last jump's target.
    next_entry: u32,
    /// The registers that the present instruction reads, but what a store stores.
    reads: RegisterSet,
    /// What kind of instruction it is.
    kind: Step,
    /// What its load has found.
    loaded: LastLoad,
    /// Where the word begins of which it has stored a byte.
    part_base: Option<u32>,
    /// Whether it copies what it copies only under a condition, if it is such an instruction and the
    /// condition is known.
    moved: Option<bool>,
    /// Where undefined values were read first.
    origins: Origins,
    undefined_memory: UndefinedMemory,
    /// What the present instruction computes is undefined, whatever register it goes to.
    pending: Option<Undefined>,
    /// The stack pointer is outside of the stack.
    away: Option<Away>,
    /// Where the memory begins that is not code: no stack is below.
    memory_from: u32,
    /// The outermost code has set up a stack of its own.
    has_own_stack: bool,
    pub(crate) event: Option<CallEvent>,
    /// Something may depend on values that nobody may rely on.
    relies: Cell<bool>,
    stopped: bool,
    /// The state that was remembered.
    mark: Option<Mark>,
    mistakes: Mistakes,
    findings: Findings,
}

impl Checker {
    /// A checker for a program that stands before its first instruction, with these registers.
    pub fn new(
        desc: &'static IsaDesc,
        program: &Program,
        registers: &Registers,
        calls: CallTable,
        options: CheckOptions,
    ) -> Self {
        let groups = ConventionGroups::new(desc.abi, options.returns, options.contract.global);
        let text = Text::new(desc, &program.image);
        let Scanned {
            entries,
            by_hand,
            handlers,
        } = text.scan(program, groups.assembler);
        let mut always_watched = groups.reserved | RegisterSet::of(&[groups.sp]);
        if !by_hand.is_empty() {
            always_watched |= groups.assembler;
        }
        let start = At {
            pc: program.image.entry,
            insn: Insn {
                handler: 0,
                rd: Insn::SINK,
                rs1: 0,
                rs2: 0,
                imm: 0,
            },
            row: u16::MAX,
            step: 0,
        };
        let mut checker = Checker {
            desc,
            groups,
            calls,
            usages: Usage::of_rows(desc),
            entries: next_entries(&entries),
            text,
            by_hand,
            started: program.lines.started(),
            handlers: if calls.user_traps {
                handlers
            } else {
                Vec::new()
            },
            has_source: !program.lines.is_empty(),
            big_endian: program.image.big_endian,
            has_doubles: OnceCell::new(),
            always_watched,
            start,
            state: 0,
            last_state: 0,
            states: States::default(),
            work: State::default(),
            frames: Vec::new(),
            kept_floats: KeptFloats::new(registers),
            return_places: FxHashSet::default(),
            watch_reads: RegisterSet::EMPTY,
            watch_writes: RegisterSet::EMPTY,
            sp: 0,
            shadow: Shadow::new(0),
            top: 0,
            lowest: 0,
            floor: 0,
            aligned_from: 0,
            memo: Memo::default(),
            known: KnownRuns::default(),
            is_lent: false,
            record: Record::default(),
            has_memo: true,
            is_quick: true,
            code_changed: false,
            most_states: 0,
            at: start,
            values: [0; Reg::COUNT as usize],
            ahead: Vec::new(),
            later: RegisterSet::EMPTY,
            jump: None,
            next_entry: u32::MAX,
            reads: RegisterSet::EMPTY,
            kind: Step::Compute,
            loaded: LastLoad::default(),
            part_base: None,
            moved: None,
            origins: Origins::default(),
            undefined_memory: UndefinedMemory::default(),
            pending: None,
            away: None,
            memory_from: memory_from(&program.image),
            has_own_stack: false,
            event: None,
            relies: Cell::new(false),
            stopped: false,
            mark: None,
            mistakes: Mistakes::of(program),
            findings: Findings::default(),
            options,
        };
        checker.begin(registers);
        checker
    }

    /// Gives it up, so that the next one in this thread costs less.
    pub fn recycle(self) {
        self.memo.recycle();
    }

    /// What it checks.
    pub fn options(&self) -> &CheckOptions {
        &self.options
    }

    /// Begins again: the program stands before its first instruction, with these registers. What
    /// was learnt of its code stays, and only makes it faster.
    pub fn begin_again(&mut self, registers: &Registers) {
        // What was remembered names findings by their numbers.
        if std::mem::take(&mut self.code_changed) || !self.findings.all().is_empty() {
            self.memo.forget_code();
        }
        self.findings = Findings::default();
        // States name origins by their numbers.
        if !self.origins.is_empty() {
            self.origins = Origins::default();
            self.memo.forget_code();
            self.states = States::default();
        }
        self.begin(registers);
        // What is known of code does not tell what it writes first.
        self.mistakes.untouched = RegisterSet::EMPTY;
    }

    /// Nothing has run yet.
    fn begin(&mut self, registers: &Registers) {
        self.begin_stack(registers.get(self.desc.abi.sp) as u32);
        self.frames.clear();
        self.kept_floats = match self.kept_floats.is_used() {
            // What is remembered of code does not tell that it writes the first of them.
            true => KeptFloats::in_use(registers),
            false => KeptFloats::new(registers),
        };
        self.record = Record::default();
        self.is_quick = self.has_memo;
        self.at = self.start;
        (self.later, self.reads) = (RegisterSet::EMPTY, RegisterSet::EMPTY);
        self.kind = Step::Compute;
        (self.jump, self.event, self.pending, self.away) = (None, None, None, None);
        self.has_own_stack = false;
        self.undefined_memory = UndefinedMemory::default();
        self.next_entry = u32::MAX;
        self.loaded = LastLoad::default();
        self.stopped = false;
        self.mistakes.begin(self.desc, registers);
        self.set_values(registers);
        self.work = State::default();
        self.work.now.unknown = self.unset_at_start();
        self.settle();
    }

    /// A stack begins here, and nothing is on it.
    fn begin_stack(&mut self, sp: u32) {
        (self.sp, self.top, self.lowest, self.aligned_from) = (sp, sp, sp, sp);
        self.floor = sp.saturating_sub(NEAR);
        self.shadow = Shadow::new(sp);
    }

    /// The same, but it goes through all code again whenever that has run. What it finds is the
    /// same; this is for tests.
    #[must_use]
    pub fn without_memory(mut self) -> Self {
        (self.has_memo, self.is_quick) = (false, false);
        self
    }

    /// The registers that nothing has written when a program starts: all but the stack pointer, the
    /// return address, those that never change, and the program's own arguments.
    fn unset_at_start(&self) -> RegisterSet {
        let abi = self.desc.abi;
        let set = RegisterSet::of(&[abi.sp, abi.ra]) | RegisterSet::of(&abi.args[..2]);
        (self.groups.temporaries | self.groups.saved | self.groups.kernel) - set
    }

    /// The run has ended: a return that led nowhere still counts.
    pub fn finish(&mut self) {
        if let Some((transfer, insn)) = self.jump.take() {
            self.take_up();
            self.arrive(&transfer, &insn);
        }
    }

    /// What was found.
    pub fn findings(&self) -> &[Finding] {
        self.findings.all()
    }

    /// Whether a function was just entered or left.
    pub(crate) fn has_event(&self) -> bool {
        self.event.is_some()
    }

    /// What has just happened to the registers, once.
    pub fn take_event(&mut self) -> Option<CallEvent> {
        self.event.take()
    }

    fn value(&self, reg: Reg) -> u64 {
        self.values[usize::from(reg.0)]
    }

    /// What a register held when the function that runs was entered.
    fn kept_value(&self, reg: Reg) -> u64 {
        let Some(frame) = self.frames.last() else {
            return 0;
        };
        match reg.bank() {
            Bank::Float => self.kept_floats.get(self.frames.len() - 1, reg.number()),
            _ => frame.kept[usize::from(reg.0 & 31)].into(),
        }
    }

    /// Whether a register that has `after` holds what it must hold, `before`: where registers are
    /// for single numbers, only the lower half means something.
    fn is_same(&self, reg: Reg, before: u64, after: u64) -> bool {
        match self.width(reg) {
            4 => before as u32 == after as u32,
            _ => before == after,
        }
    }

    /// The stack pointer on entry of the function that runs.
    fn base(&self) -> u32 {
        self.frames.last().map_or(self.top, |frame| frame.sp)
    }

    fn push_frame(&mut self, frame: Frame) {
        self.return_places.insert(frame.return_to);
        self.frames.push(frame);
        let mut floats = [0; 32];
        floats.copy_from_slice(&self.values[32..64]);
        self.kept_floats.push(self.frames.len() - 1, &floats);
    }

    fn usage(&self) -> Usage {
        let usage = self.usages.get(usize::from(self.at.row));
        usage.copied().unwrap_or_default()
    }

    /// Sets up which registers are looked at.
    #[inline]
    fn watch(&mut self) {
        let now = &self.work.now;
        self.watch_reads = (now.entry | now.held) - now.told;
        self.watch_writes = now.held | self.always_watched;
        if !self.frames.is_empty() {
            self.watch_writes |= self.groups.saved;
            self.watch_writes.insert(self.groups.ra);
        }
    }

    fn report(&mut self, what: What) {
        self.report_at(what, self.at.pc);
    }

    fn report_at(&mut self, what: What, pc: u32) {
        let frames = &self.frames;
        let calls = || open_calls(frames, MOST_OPEN);
        let index = self.findings.add(what, pc, self.at.step, calls);
        self.note_finding(what, index);
    }

    /// Something was found in the run that is walked.
    fn note_finding(&mut self, what: What, index: Option<usize>) {
        match index.filter(|_| what.is_about_registers()) {
            Some(index) => self.record.find(index),
            None => self.record.refuse(),
        }
    }

    fn stop(&mut self) {
        self.rely();
        self.stopped = true;
        self.is_quick = false;
        self.frames.clear();
        self.work = State::default();
        self.settle();
    }
}

impl Observer for Checker {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    // Not inlined: it is compiled here, where it is optimised for speed, and not in every crate that
    // makes an observer of a checker.
    #[inline(never)]
    fn recalls(
        &mut self,
        data: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        self.recall(data, to, registers, touches)
    }

    fn knows(&mut self, _run: &RunSummary<'_>) -> bool {
        self.stopped
    }

    fn enter_loop(&mut self, touches: &mut Touches) {
        self.is_lent = self.has_memo;
        if self.is_lent {
            self.memo.refresh(&mut self.known);
            touches.known = std::mem::take(&mut self.known);
            self.guard(touches);
        }
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        if std::mem::take(&mut self.is_lent) {
            self.catch_up(&touches.known);
            self.known = std::mem::take(&mut touches.known);
            self.known.go(NOWHERE);
        }
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.walk(run, touches);
    }

    fn answer(&mut self, reg: Reg, _old: u64, new: u64) {
        if reg.bank() != Bank::Hidden {
            self.answers(&[(reg, new)]);
        }
    }

    fn answers(&mut self, written: &[(Reg, u64)]) {
        if self.stopped {
            return;
        }
        if let [(_, value), ..] = written {
            self.mistakes.answered(*value as u32);
        }
        self.take_up();
        self.write_from_outside(written);
        self.settle();
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        self.take_up();
        self.next_entry = self.entry_behind(call.to);
        let insn = self.at.insn;
        self.arrive(call, &insn);
    }

    fn given(&mut self, reg: Reg, value: u64) {
        self.note_given(reg);
        self.set_value(reg, value);
    }

    fn forget_code(&mut self) {
        self.code_changed = true;
        self.rely();
        self.memo.forget_code();
    }

    fn mark(&mut self) {
        self.mark = self.marked();
    }

    fn is_as_marked(&self) -> bool {
        self.mark.is_some() && self.mark == self.marked()
    }

    fn tripwires(&self) -> Tripwires {
        match self.stopped {
            true => Tripwires::NONE,
            false => self.mistakes.tripwires(),
        }
    }

    fn tripped(&mut self, access: &TrippedAccess) {
        self.odd_access(access);
    }

    fn environment_call(&mut self, pc: u32, registers: &Registers, memory: &Memory) {
        self.note_call(registers);
        self.call_of_environment(pc, registers, memory);
    }

    fn ran_out(&mut self, pc: u32) {
        self.end_of_code(pc);
    }
}
