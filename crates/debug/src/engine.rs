//! A program at one step of its history.
//!
//! Every state is named by its step: how many instructions ran before it. Moves go from one step to
//! another and return a [`Stopped`]; everything else asks about the state at the present step.

mod ahead;
mod calls;
mod check;
mod diff;
mod edits;
mod floats;
mod judge;
mod look;
mod moves;
mod pursuit;
mod search;
mod setup;
mod why;
mod why_not;

pub use calls::FrameState;
pub use diff::{DifferentEffect, RunDifference, ValueMeaning};
pub use edits::{CallResult, EditError};
pub use floats::{FloatNumber, FloatValue, FloatWidth};
pub(crate) use floats::{float_number, float_value, pair};
pub use look::{ChangedRegister, FaultCause, PseudoPart, SavedRegister, Where};
pub use pursuit::{Move, Pursuit};
pub use search::{Interrupted, Wrote};
pub use setup::{DEFAULT_HISTORY, DebugSetup, StartState};
pub use why::{Hop, HopCause, HopInput, Lineage};
pub use why_not::{BranchDecision, NotReached};

use crate::expr::{Expr, ExprError, ExprState, parse};
use crate::observers::{Hit, StepEffect};
use crate::place::{MacroCode, Map, macro_code};
use crate::stops::Stops;
use crate::timeline::{Edit, Snapshot, Timeline};
use crate::world::{World, WorldState};
use assembler::Program;
use check::Check;
use machine::isa::{ControlRegister, Decoded, IsaDesc, Reg, Row};
use machine::memory::Memory;
use machine::observe::{Observer, Off, Transfer};
use machine::run::{HandledException, Registers};
use runtime::load::LoadedProgram;
use runtime::{End, EnvironmentSetup, Limit, Limits, Session};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// A state is kept so far before one that was far from any kept state, so that the way to those
/// just before it is short.
const NEAR: u64 = 50_000;

/// Why a program cannot be debugged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// It was not assembled.
    #[error("there is no program")]
    NoProgram,
    /// It does not fit into the memory that it may have.
    #[error("the program needs more memory than it is allowed: {0:?}")]
    TooLarge(Limit),
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move is complete.
    Step,
    /// A function has returned, as it should.
    Returned {
        /// Its address.
        function: u32,
        /// The registers with its results. One for floating-point numbers counts only if it has another
        /// value than at the call.
        results: Vec<Reg>,
    },
    /// The place that it was to go to is reached.
    Arrived,
    /// A breakpoint.
    Break(u32),
    /// A watchpoint.
    Watch(u32, Hit),
    /// An exception or an interrupt, before the first instruction of the program's own handler.
    Exception(u32, HandledException),
    /// An event that is caught; for calls and returns of functions, from where to where.
    Catch(u32, Option<Transfer>),
    /// The calling convention was broken: the index of the finding.
    Finding(usize),
    /// The next instruction prints what was waited for.
    Output,
    /// The program has ended.
    Ended(End),
    /// It waits for input.
    Waiting,
    /// It was interrupted from outside.
    Interrupted,
    /// There is no earlier step.
    Beginning,
}

impl Why {
    /// The number of the breakpoint, watchpoint or catch that it is about.
    pub fn stop(&self) -> Option<u32> {
        match self {
            Why::Break(id) | Why::Watch(id, _) | Why::Catch(id, _) | Why::Exception(id, _) => {
                Some(*id)
            }
            _ => None,
        }
    }
}

/// A move that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub why: Vec<Why>,
    /// The step that it began at.
    pub from: u64,
    /// What the last instruction changed, or all instructions of a short move forward.
    pub effects: Vec<StepEffect>,
}

/// How far a run, or a search through the history, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchProgress {
    /// It goes on.
    At {
        /// The step that it has come to.
        step: u64,
        /// Where it began.
        from: u64,
        /// Where it ends, if it finds nothing.
        to: u64,
    },
    /// The program runs forward, and has come to this step.
    Running {
        /// The step.
        step: u64,
    },
    /// It is over.
    Done,
}

/// Where the present step lies in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistorySpan {
    /// The first step that can be gone back to.
    pub first: u64,
    /// The present step.
    pub step: u64,
    /// The last step that the run has come to.
    pub last: u64,
    /// The memory that the history uses.
    pub bytes: u64,
    /// How many states are kept.
    pub states: usize,
}

/// A program in the debugger.
pub struct Engine {
    loaded: LoadedProgram,
    program: Program,
    /// The code of its calls of macros.
    macros: Vec<MacroCode>,
    session: Session,
    world: World,
    timeline: Timeline,
    /// How many changes by hand come after the present step.
    edits: usize,
    ended: Option<End>,
    waiting: bool,
    keeps_time: bool,
    /// Where to stop.
    pub stops: Stops,
    interrupt: Arc<AtomicBool>,
    /// Who wants to know how far runs and searches through the history are.
    progress: Option<Box<dyn FnMut(SearchProgress)>>,
    check: Option<Check>,
    calls: calls::KnownCalls,
    /// The registers at the stop before.
    previous: Registers,
}

impl Engine {
    /// A program before its first instruction.
    pub fn new(mut loaded: LoadedProgram, setup: DebugSetup) -> Result<Self, EngineError> {
        let program = loaded.program.take().ok_or(EngineError::NoProgram)?;
        let environment_setup = EnvironmentSetup {
            seed: setup.seed,
            map: loaded.map,
        };
        let limits = Limits {
            memory: setup.memory,
            ..Limits::default()
        };
        let image = setup.image.unwrap_or_else(|| program.image.clone());
        let image = Arc::new(image);
        let environment = setup.environment.make(loaded.target, &environment_setup);
        let session = Session::new(loaded.target, image, environment, setup.args, limits);
        let mut session = session.map_err(EngineError::TooLarge)?;
        if let Some(boundary) = setup.boundary {
            session.watch_boundary(boundary);
        }
        setup.start.set(&mut session);
        loaded.program = Some(program.clone());
        let now = setup.now.unwrap_or(0);
        let world = World::new(setup.input, setup.files, now, setup.now.is_none());
        let begin = Rc::new(session.keep());
        // The session need not record answers: the world is a value.
        session.go_back(&begin);
        let timeline = Timeline::new(setup.history, session.machine.steps, begin, world.state());
        let (desc, previous) = (session.machine.desc(), session.machine.registers.clone());
        let check = match setup.check {
            Some(options) => Check::new(&session, &loaded, options),
            None => None,
        };
        Ok(Engine {
            loaded,
            macros: macro_code(&program),
            program,
            session,
            world,
            timeline,
            edits: 0,
            ended: None,
            waiting: false,
            keeps_time: false,
            stops: Stops::default(),
            interrupt: Arc::default(),
            progress: None,
            check,
            calls: calls::KnownCalls::new(desc),
            previous,
        })
    }

    /// Set from outside to stop a run.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// From now on, this is what [`Engine::interrupt`] returns: for somebody who keeps one for several
    /// programs.
    pub fn interrupt_by(&mut self, interrupt: &Arc<AtomicBool>) {
        self.interrupt = Arc::clone(interrupt);
    }

    /// Calls this now and then while it runs or searches through the history; what was called before.
    pub fn show_progress(
        &mut self,
        progress: Option<Box<dyn FnMut(SearchProgress)>>,
    ) -> Option<Box<dyn FnMut(SearchProgress)>> {
        std::mem::replace(&mut self.progress, progress)
    }

    fn note_search(&mut self, progress: SearchProgress) {
        if let Some(note) = &mut self.progress {
            note(progress);
        }
    }

    fn take_interrupt(&self) -> bool {
        self.interrupt.swap(false, Ordering::Relaxed)
    }

    /// The present step.
    pub fn step(&self) -> u64 {
        self.session.machine.steps
    }

    /// Where that lies in the history.
    pub fn span(&self) -> HistorySpan {
        HistorySpan {
            first: self.timeline.first(),
            step: self.step(),
            last: self.timeline.last.max(self.step()),
            bytes: self.timeline.bytes(),
            states: self.timeline.count(),
        }
    }

    /// The steps whose states are kept.
    pub fn kept_steps(&self) -> impl Iterator<Item = u64> {
        self.timeline.steps()
    }

    /// The machine.
    pub fn desc(&self) -> &'static IsaDesc {
        self.session.machine.desc()
    }

    /// What was loaded.
    pub fn loaded(&self) -> &LoadedProgram {
        &self.loaded
    }

    /// The way between addresses and source.
    pub fn map(&self) -> Map<'_> {
        Map::of(&self.loaded, &self.program, &self.macros)
    }

    /// Registers.
    pub fn registers(&self) -> &Registers {
        &self.session.machine.registers
    }

    /// Memory.
    pub fn memory(&self) -> &Memory {
        &self.session.machine.memory
    }

    /// Where the program's own handler of exceptions begins, if it has one.
    pub fn exception_handler(&self) -> Option<u32> {
        let vector = self.session.machine.exception_vector;
        vector.filter(|vector| self.is_code(*vector))
    }

    /// The control registers of this machine that can be read, and what they hold.
    pub fn control_registers(&self) -> Vec<(&'static ControlRegister, u32)> {
        let machine = &self.session.machine;
        let all = self.desc().control_registers.iter();
        all.filter_map(|register| Some((register, machine.control_register(register.number)?)))
            .collect()
    }

    /// The address of the next instruction.
    pub fn pc(&self) -> u32 {
        self.session.machine.pc
    }

    /// How the program has ended, if it has at this step.
    pub fn ended(&self) -> Option<&End> {
        self.ended.as_ref()
    }

    /// The present step as a move that has just ended here.
    pub fn stopped_here(&self) -> Stopped {
        self.stopped(vec![Why::Step], self.step())
    }

    /// Whether it waits for input at this step.
    pub fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Stands at this step as if the program had not asked for input yet.
    pub fn forget_waiting(&mut self) {
        self.waiting = false;
    }

    /// How many bytes it has printed up to this step.
    pub fn printed(&self) -> u64 {
        self.world.state().printed
    }

    /// What it has printed up to this step, from byte `from` on, as far as that is kept.
    pub fn output(&self, from: u64) -> &[u8] {
        self.world.output(from)
    }

    /// The input that it could have read up to this step, and how much of that it has read.
    pub fn input_read(&self) -> (usize, usize) {
        let state = self.world.state();
        (state.read, state.given)
    }

    /// The input that was given and not read yet.
    pub fn unread_input(&self) -> Vec<u8> {
        self.world.unread()
    }

    /// The files that the program has opened: names and contents of its copies.
    pub fn files(&self) -> Vec<(String, Arc<Vec<u8>>)> {
        self.world.state().files.list().collect()
    }

    /// The first file that was refused since this was last asked, with the reason.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.world.take_refusal()
    }

    /// The changes by hand after the present step.
    pub fn edits(&self) -> &[Edit] {
        let edits = self.timeline.edits();
        &edits[..self.edits.min(edits.len())]
    }

    /// Reads an expression about this program.
    pub fn parse(&self, text: &str) -> Result<Expr, ExprError> {
        parse(text, &self.map())
    }

    /// The state that expressions are about.
    pub fn state(&self) -> ExprState<'_> {
        ExprState {
            registers: &self.session.machine.registers,
            memory: &self.session.machine.memory,
            machine: Some(&self.session.machine),
            pc: self.session.machine.pc,
            step: self.session.machine.steps,
            big_endian: self.program.image.big_endian,
            desc: self.desc(),
        }
    }

    /// The value of an expression at this step.
    pub fn evaluate(&self, text: &str) -> Result<i64, ExprError> {
        self.parse(text)?.value(&self.state())
    }

    /// Whether an instruction may be at this address.
    pub fn is_code(&self, address: u32) -> bool {
        self.session.machine.may_fetch(address)
    }

    /// Whether there is memory at an address: for programs to read, or code.
    pub fn has_memory(&self, address: u32) -> bool {
        self.memory().readable(address) || self.is_code(address & !3)
    }

    /// Goes to a kept state.
    fn restore(&mut self, choose: impl FnOnce(&Timeline) -> Option<&Snapshot>) -> bool {
        let Some(snapshot) = choose(&self.timeline) else {
            return false;
        };
        self.session.go_back(&snapshot.moment);
        self.world.go_back(&snapshot.world);
        self.edits = snapshot.edits;
        self.ended = None;
        self.waiting = false;
        true
    }

    /// Goes to a step of the history, or to the end of the program if that comes before.
    fn seek(&mut self, step: u64) {
        let step = step.max(self.timeline.first());
        let from_here = self.ended.is_none() && !self.waiting && self.step() <= step;
        let nearest = self.timeline.before(step).map(|s| (s.edits, s.step));
        // From here it is not further than from the nearest kept state, unless a change lies
        // between.
        let nearer = nearest.is_none_or(|known| known <= (self.edits, self.step()));
        if !(from_here && nearer) {
            self.restore(|timeline| timeline.before(step));
        }
        self.run_far_to(step);
    }

    /// Runs on to a step that may be far: then a state is kept just before it.
    fn run_far_to(&mut self, step: u64) {
        let far = step.saturating_sub(self.step()) > 2 * NEAR;
        if far && self.run_to(step - NEAR) {
            self.keep();
        }
        self.run_to(step);
    }

    /// Goes to an earlier step, whatever the state is now.
    fn replay_to(&mut self, step: u64) {
        self.without_waiting(|engine| {
            engine.restore(|timeline| timeline.before(step));
            engine.run_to(step);
        });
    }

    /// Does something that runs a part of the history once more: there the program has slept already.
    fn without_waiting<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let sleeps = self.world.allow_sleeps(None);
        let result = work(self);
        self.world.allow_sleeps(sleeps);
        result
    }

    /// Does something that may go anywhere in the history, and comes back to the present step.
    fn and_back<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (step, ended, waiting) = (self.step(), self.ended.take(), self.waiting);
        let result = work(self);
        self.replay_to(step);
        (self.ended, self.waiting) = (ended, waiting);
        result
    }

    /// Runs about `fuel` instructions under an observer.
    fn observe(&mut self, observer: &mut dyn Observer, fuel: u64) -> Option<End> {
        self.session
            .advance_to(&[], observer, &mut self.world, fuel)
    }

    /// The instruction at an address, and its row.
    fn instruction_at(&self, pc: u32) -> Option<(Decoded, &'static Row)> {
        let decoded = self.desc().decode_any(self.session.machine.word_at(pc))?;
        Some((decoded, self.desc().rows.get(decoded.row)?))
    }

    /// The length of the instruction at an address in bytes; that of a word if there is none.
    pub fn length_at(&self, pc: u32) -> u32 {
        self.instruction_at(pc)
            .map_or(4, |(decoded, _)| decoded.len.into())
    }

    /// At most eight bytes of memory as a number.
    fn number(&self, bytes: &[u8]) -> u64 {
        let push = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        match self.program.image.big_endian {
            true => bytes.iter().fold(0, push),
            false => bytes.iter().rev().fold(0, push),
        }
    }

    /// A word as the machine has it in memory.
    fn word_bytes(&self, word: u32) -> [u8; 4] {
        match self.program.image.big_endian {
            true => word.to_be_bytes(),
            false => word.to_le_bytes(),
        }
    }

    /// Runs on to a step unwatched, across changes by hand; false if the program ends before.
    fn run_to(&mut self, step: u64) -> bool {
        loop {
            self.cross_edit();
            if self.step() >= step {
                return true;
            }
            let edit = self.timeline.next_edit(self.edits).unwrap_or(u64::MAX);
            let fuel = step.min(edit).saturating_sub(self.step());
            match self.observe(&mut Off, fuel) {
                None => {}
                Some(End::Waiting) => {
                    // It waits at a step before this one, so this one was never reached.
                    self.restore_here();
                    self.waiting = true;
                    return false;
                }
                Some(end) => {
                    self.end_with(end);
                    return false;
                }
            }
        }
    }

    /// The program has ended. What a call did that failed, such as reading input, has not
    /// happened: the state is that before the instruction.
    fn end_with(&mut self, end: End) {
        if !matches!(end, End::Exit(_)) {
            self.restore_here();
        }
        self.ended = Some(end);
    }

    /// The state at the present step without the call that waits.
    fn restore_here(&mut self) {
        let step = self.step();
        self.without_waiting(|engine| {
            if engine.restore(|timeline| timeline.before(step)) {
                let fuel = step.saturating_sub(engine.step());
                engine.observe(&mut Off, fuel);
            }
        });
    }

    fn next_edit_is_here(&self) -> bool {
        self.timeline.next_edit(self.edits) == Some(self.step())
    }

    /// Makes the change by hand that was made at this step, if there is one.
    fn cross_edit(&mut self) {
        while self.next_edit_is_here() {
            let edit = self.edits;
            if !self.restore(|timeline| timeline.after_edit(edit)) {
                return;
            }
        }
    }

    /// Keeps the present state.
    fn keep(&mut self) {
        let step = self.step();
        let world: WorldState = self.world.state();
        let moment = Rc::new(self.session.keep());
        self.timeline.keep(step, moment, world);
    }

    /// Notes how far the run has come, and keeps the state if that is due.
    fn note_progress(&mut self) {
        let step = self.step();
        self.timeline.last = self.timeline.last.max(step);
        if step >= self.timeline.due(step, &self.session.machine.memory) {
            self.keep();
            self.follow_from_here();
        }
    }
}
