//! What the run loop talks to: nobody, or any observer of one kind.

use super::{At, MemoryAccess, Observer, Off, Run, Touch, Touches, Transfer};
use crate::isa::Reg;
use crate::run::Registers;

/// An observer on its way to the loop of its kind.
pub enum Watch<'a> {
    /// There is none.
    Off,
    /// It wants to know of each instruction, and perhaps of runs.
    Instructions(&'a mut dyn Watcher),
    /// It wants to know of nothing but runs.
    Runs(&'a mut dyn Watcher),
}

impl<'a> Watch<'a> {
    /// Sends an observer on its way.
    pub(crate) fn new<O: Observer>(observer: &'a mut O) -> Self {
        match const { (O::ACTIVE, O::RUNS) } {
            (false, false) => Watch::Off,
            (false, true) => Watch::Runs(observer),
            (true, _) => Watch::Instructions(observer),
        }
    }
}

/// An [`Observer`] as a table of functions: its name does not matter any more.
pub trait Watcher {
    /// An instruction is about to run; whether to stop before it.
    fn instruction(&mut self, at: &At) -> bool;
    /// A register is written.
    fn register(&mut self, reg: Reg, old: u64, new: u64);
    /// Memory was read or written.
    fn memory(&mut self, access: &MemoryAccess);
    /// Control went elsewhere.
    fn transfer(&mut self, transfer: &Transfer);
    /// Straight code has run, and here it is in short.
    fn knows(
        &mut self,
        first: u32,
        last: u32,
        to: u32,
        registers: &Registers,
        touches: &Touches,
    ) -> Known;
    /// Straight code has run; whether to stop behind it.
    fn run(&mut self, run: &Run<'_>, touches: &Touches) -> bool;
    /// Whether it wants to stop as soon as the present run is over.
    fn wants_pause(&mut self) -> bool;
    /// Instructions may have changed.
    fn forget_code(&mut self);
    /// [`Observer::DATA`].
    fn wants_data(&self) -> bool;
    /// [`Observer::RUNS`].
    fn wants_runs(&self) -> bool;
}

/// What an observer of runs says to a run that it was told in short.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// It has to be told all of it.
    No,
    /// That was enough.
    Yes,
    /// That was enough, and the loop should stop.
    Pause,
}

impl<O: Observer> Watcher for O {
    fn instruction(&mut self, at: &At) -> bool {
        Observer::instruction(self, at);
        Watcher::wants_pause(self)
    }

    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        Observer::register(self, reg, old, new);
    }

    fn memory(&mut self, access: &MemoryAccess) {
        Observer::memory(self, access);
    }

    fn transfer(&mut self, transfer: &Transfer) {
        Observer::transfer(self, transfer);
    }

    fn knows(
        &mut self,
        first: u32,
        last: u32,
        to: u32,
        registers: &Registers,
        touches: &Touches,
    ) -> Known {
        match Observer::knows(self, first, last, to, registers, touches) {
            false => Known::No,
            true if Watcher::wants_pause(self) => Known::Pause,
            true => Known::Yes,
        }
    }

    fn run(&mut self, run: &Run<'_>, touches: &Touches) -> bool {
        Observer::run(self, run, touches);
        Watcher::wants_pause(self)
    }

    fn wants_pause(&mut self) -> bool {
        O::PAUSES && Observer::wants_pause(self)
    }

    fn forget_code(&mut self) {
        Observer::forget_code(self);
    }

    fn wants_data(&self) -> bool {
        O::DATA
    }

    fn wants_runs(&self) -> bool {
        O::RUNS
    }
}

/// What the run loop is compiled for. The loop asks the constants first: what they exclude is not
/// even in it.
pub trait Listener {
    /// Whether it is told of each instruction, of registers, memory and transfers.
    const ACTIVE: bool = false;
    /// Whether it is told of runs.
    const RUNS: bool = false;

    /// An instruction is about to run; whether to stop before it.
    #[inline(always)]
    fn instruction(&mut self, _at: &At) -> bool {
        false
    }

    /// A register is written.
    #[inline(always)]
    fn register(&mut self, _reg: Reg, _old: u64, _new: u64) {}

    /// Memory was read or written.
    #[inline(always)]
    fn memory(&mut self, _access: &MemoryAccess) {}

    /// Control went elsewhere.
    #[inline(always)]
    fn transfer(&mut self, _transfer: &Transfer) {}

    /// Memory was read or written in the present run.
    #[inline(always)]
    fn touch(&mut self, _touch: Touch) {}

    /// Straight code has run; whether this is all that has to be told of it.
    #[inline(always)]
    fn knows(&mut self, _first: u32, _last: u32, _to: u32, _registers: &Registers) -> Known {
        Known::Yes
    }

    /// Straight code has run; whether to stop behind it.
    #[inline(always)]
    fn run(&mut self, _run: &Run<'_>) -> bool {
        false
    }

    /// Whether it still wants to stop behind the run that was told last.
    #[inline(always)]
    fn wants_pause(&mut self) -> bool {
        false
    }

    /// Instructions may have changed.
    #[inline(always)]
    fn forget_code(&mut self) {}
}

impl Listener for Off {}

/// Any observer of one kind.
pub struct Told<'a, const ACTIVE: bool> {
    watcher: &'a mut dyn Watcher,
    touches: &'a mut Touches,
    /// It wants to know of registers and memory.
    data: bool,
    /// It wants to know of runs.
    runs: bool,
}

impl<'a, const ACTIVE: bool> Told<'a, ACTIVE> {
    /// Tells this observer; `touches` are where the accesses of a run are collected.
    pub(crate) fn new(watcher: &'a mut dyn Watcher, touches: &'a mut Touches) -> Self {
        let (data, runs) = (watcher.wants_data(), watcher.wants_runs());
        Told {
            watcher,
            touches,
            data,
            runs,
        }
    }

    /// Whether it wants to know of runs: known to the compiler, if it wants to know of nothing else.
    #[inline(always)]
    fn tells_runs(&self) -> bool {
        !ACTIVE || self.runs
    }
}

impl<const ACTIVE: bool> Listener for Told<'_, ACTIVE> {
    const ACTIVE: bool = ACTIVE;
    const RUNS: bool = true;

    #[inline(always)]
    fn instruction(&mut self, at: &At) -> bool {
        self.watcher.instruction(at)
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        if self.data {
            self.watcher.register(reg, old, new);
        }
    }

    #[inline(always)]
    fn memory(&mut self, access: &MemoryAccess) {
        if self.data {
            self.watcher.memory(access);
        }
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        self.watcher.transfer(transfer);
    }

    #[inline(always)]
    fn touch(&mut self, touch: Touch) {
        if self.tells_runs() {
            self.touches.push(touch);
        }
    }

    #[inline(always)]
    fn knows(&mut self, first: u32, last: u32, to: u32, registers: &Registers) -> Known {
        if !self.tells_runs() {
            return Known::Yes;
        }
        let touches = &*self.touches;
        let known = self.watcher.knows(first, last, to, registers, touches);
        if known != Known::No {
            self.touches.clear();
        }
        known
    }

    fn run(&mut self, run: &Run<'_>) -> bool {
        if !self.tells_runs() {
            return false;
        }
        let pause = self.watcher.run(run, self.touches);
        self.touches.clear();
        pause
    }

    fn wants_pause(&mut self) -> bool {
        self.tells_runs() && self.watcher.wants_pause()
    }

    fn forget_code(&mut self) {
        self.watcher.forget_code();
    }
}
