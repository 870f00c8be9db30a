//! A machine with a program in it, and what an instruction set adds to it.

mod announced;
mod context;
mod delayed_loads;
mod exact;
mod loops;
mod native;
mod registers;
mod settle;
mod sides;
mod snapshot;
mod stops;
mod telling;

pub use context::Cx;
pub use native::NativeCode;
pub use registers::Registers;
pub use settle::Flow;
pub use snapshot::Snapshot;

use crate::code::{self, CodeSide, CodeSides, DecodedCode};
use crate::float::NanRule;
use crate::image::{Image, Segment};
use crate::isa::{Insn, IsaDesc, Reg, Row, Subset};
use crate::memory::{Memory, PAGE_SIZE, Region};
use crate::observe::{Listener, Observer, Touches, Transfer, TransferKind};
use crate::reading::OpaqueRows;
use crate::reading::definedness::Definedness;
use crate::reading::provenance::StepFlow;
use crate::trap::Trap;
use delayed_loads::LoadDelay;
use loops::Leave;
use std::any::Any;
use std::sync::Arc;

/// What an instruction set adds to the common machine.
pub trait Isa: Sized + 'static {
    /// State beyond the common registers.
    type State: ControlState + Default;

    /// The [`rules`] that make sense for this machine: the fast loop is compiled for each.
    const RULES: u8;

    /// The tables.
    const DESC: &'static IsaDesc;

    /// The handler that runs the first two or all three of these in one go, if there is one.
    fn fuse(first: u8, second: u8, third: u8) -> Option<u8>;

    /// The first of those that `handler` runs (or `handler`, if it runs one).
    fn unfuse(handler: u8) -> u8;

    /// The index of the row of an instruction that is not fused.
    fn row_of(insn: &Insn) -> usize;

    /// What a jump by this instruction means.
    fn transfer_kind(insn: &Insn) -> TransferKind;

    /// [`Machine::run_loops`], so that the loops are compiled with the instruction set and nowhere
    /// else.
    fn run(machine: &mut Machine, observer: &mut dyn Observer, fuel: u64) -> Stop;

    /// Reads the row of one instruction, which is not fused; nothing if there is none.
    fn read<X: OpaqueRows<Isa = Self>>(x: &mut X, insn: &Insn) -> Option<X::Outcome>;

    /// [`trace`](crate::reading::provenance::trace), so that it is compiled with the instruction set.
    fn trace(machine: &Machine, row: &'static Row, insn: &Insn) -> Option<StepFlow>;

    /// [`define`](crate::reading::definedness::define), likewise.
    fn define(
        defined: &mut Definedness,
        machine: &Machine,
        row: &'static Row,
        insn: &Insn,
    ) -> Option<()>;

    /// Runs the first instruction (or a fused run of them), and says whether to go on.
    fn execute<L: Listener, const RULES: u8>(
        cx: &mut Cx<'_, Self, L, RULES>,
        insns: &Ahead,
    ) -> bool;
}

/// How many instructions a handler can run in one go.
pub(crate) const AHEAD: usize = 3;

/// The present instruction and those that a handler may run in one go with it.
pub type Ahead = [Insn; AHEAD];

/// The registers of one instruction set only: control registers.
pub trait ControlState: Any + Send + Sync {
    /// A copy.
    fn fork(&self) -> Box<dyn ControlState>;

    /// Prepares for the guest's own handler of a trap, if this trap is one that a handler may see;
    /// false if not, with nothing changed.
    fn enter_exception(&mut self, _exception: &Exception) -> bool {
        false
    }

    /// Prepares for an interrupt on these lines, if that is allowed; false if not, with nothing
    /// changed but which lines are pending.
    fn enter_interrupt(&mut self, _lines: u32, _resume: u32) -> bool {
        false
    }

    /// Accepts from now on what teaching simulators accept beyond the specification.
    fn relax(&mut self) {}

    /// Follows this rule for NaNs from now on.
    fn follow_nans(&mut self, _rule: NanRule) {}

    /// The control register with this number after so many steps, if there is one.
    fn control_register(&self, _number: u32, _steps: u64) -> Option<u32> {
        None
    }

    /// Sets a control register; whether there is one with this number that can be set.
    fn set_control_register(&mut self, _number: u32, _value: u32) -> bool {
        false
    }

    /// The last exception or interrupt that the guest's own handler got to see.
    fn last_exception(&self) -> Option<HandledException> {
        None
    }

    /// Lets the guest handle its traps from now on, if that has to be allowed at all.
    fn allow_user_traps(&mut self) {}

    /// Where the guest's handler begins, if a control register says so.
    fn exception_vector(&self) -> Option<u32> {
        None
    }

    /// How far behind the handler's beginning the interrupt that was just taken goes.
    fn interrupt_offset(&self) -> u32 {
        0
    }

    /// Tells memory that is missing from addresses that are not aligned from now on, and begins with
    /// this status register.
    fn announce_exceptions(&mut self, _status: u32) {}

    /// Records a trap in control registers that show it also when nobody handles it.
    fn note_exception(&mut self, _exception: &Exception) {}
}

/// An instruction set as a value: what makes a [`Machine`] one of its machines.
#[derive(Clone, Copy)]
pub struct Processor {
    desc: &'static IsaDesc,
    transfer_kind: fn(&Insn) -> TransferKind,
    rules: u8,
    state: fn() -> Box<dyn ControlState>,
    run: fn(&mut Machine, &mut dyn Observer, u64) -> Stop,
    pub(crate) trace: fn(&Machine, &'static Row, &Insn) -> Option<StepFlow>,
    pub(crate) define: fn(&mut Definedness, &Machine, &'static Row, &Insn) -> Option<()>,
}

impl Processor {
    /// That of an instruction set.
    pub const fn of<I: Isa>() -> Processor {
        Processor {
            desc: I::DESC,
            transfer_kind: I::transfer_kind,
            rules: I::RULES,
            state: || Box::<I::State>::default(),
            run: I::run,
            trace: I::trace,
            define: I::define,
        }
    }

    /// An instruction set of which only the tables are there: no instruction can be carried out.
    pub fn without_loops(desc: &'static IsaDesc) -> Processor {
        Processor {
            desc,
            transfer_kind: |_| TransferKind::Jump,
            rules: 0,
            state: || Box::new(NoControlState),
            run: |_, _, _| Stop::Trap(Trap::Illegal { word: 0 }),
            trace: |_, _, _| None,
            define: |_, _, _, _| None,
        }
    }
}

/// The state of a machine that cannot run.
struct NoControlState;

impl ControlState for NoControlState {
    fn fork(&self) -> Box<dyn ControlState> {
        Box::new(NoControlState)
    }
}

/// What the run loop must obey, as bits.
pub mod rules {
    /// Accesses between the heap and the stack pointer are faults.
    pub const GAP: u8 = 1;
    /// Words have their high byte first.
    pub const BIG_ENDIAN: u8 = 2;
    /// The instruction after a branch runs before the target does.
    pub const DELAYED: u8 = 4;
    /// Which of these hold is known only at run time.
    pub const ASK: u8 = 8;
    /// Accesses must be at a multiple of their size, or of a word if they are larger.
    pub const ALIGNED: u8 = 16;
    /// Every floating-point instruction says what it has raised, and may trap. The fast loop leaves
    /// them to the exact one, so that it need not ask.
    pub const FLOAT_EXCEPTIONS: u8 = 32;
}

/// A trap on its way to the guest's own handler.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// What happened.
    pub trap: Trap,
    /// The instruction that a return from the handler goes to: the one that did it, or the branch
    /// before it.
    pub resume: u32,
    /// It is in the delay slot of that branch.
    pub in_delay_slot: bool,
}

/// An exception or an interrupt as the guest's own handler sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandledException {
    /// What happened, in a few words.
    pub name: &'static str,
    /// Its number.
    pub code: u32,
    /// The address that an access failed at.
    pub address: Option<u32>,
    /// Where a return from the handler goes.
    pub resume: u32,
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program calls its environment. The program counter is at the call; the host
    /// answers and goes on with [`Machine::skip`].
    Host,
    /// The instruction at the program counter could not be carried out.
    Trap(Trap),
    /// All fuel is used.
    OutOfFuel,
    /// The observer wants to look before the instruction at the program counter runs, or the run
    /// is to stop there ([`Machine::set_stops`]).
    Paused,
    /// Control has come from one side of the code to the other ([`Machine::set_sides`]): the
    /// instruction at the program counter is the first there. To run on goes on with it.
    Crossing,
}

/// A machine with a program in it, of any instruction set.
pub struct Machine {
    pub(crate) processor: Processor,
    /// The common registers.
    pub registers: Registers,
    /// The registers of this instruction set only.
    state: Box<dyn ControlState>,
    /// The address of the next instruction.
    pub pc: u32,
    /// Instructions that have run.
    pub steps: u64,
    /// Memory.
    pub memory: Memory,
    /// Where a branch goes once the instruction at the program counter, which is in its delay
    /// slot, has run.
    pub delayed_target: Option<u32>,
    /// Where the guest's own handler of exceptions begins, if it has one.
    pub exception_vector: Option<u32>,
    /// The part of the instruction set that the processor has, if not all of it.
    pub subset: Option<Arc<Subset>>,
    rules: u8,
    /// Traps stop the run before the guest's own handler sees them.
    announces: bool,
    /// Whether loads are delayed, and the one that is on its way.
    load_delay: LoadDelay,
    /// The observer knows already which instruction is next.
    announced: bool,
    /// The program counter and the step at which the run has stopped as requested: it goes on
    /// from there.
    stopped_at: Option<(u32, u64)>,
    /// The present run may stop a little before its fuel is used up.
    is_rough: bool,
    /// The sides that code belongs to, if the run is to stop between them, and that which runs.
    sides: Option<Arc<CodeSides>>,
    side: CodeSide,
    /// Straight code has gone on elsewhere, without a jump.
    runs_on: bool,
    code: DecodedCode,
    /// With delay slots, the code for the exact loop: in the order of memory.
    in_order: DecodedCode,
    /// Where the accesses of a run are collected for an observer.
    touches: Option<Box<Touches>>,
    /// Registers that the environment has set, and what they held before.
    answers: Vec<(Reg, u64)>,
    /// What runs hot code, if anything does.
    native: Option<Box<dyn NativeCode>>,
}

impl Machine {
    /// A machine without a program.
    pub fn new(processor: Processor) -> Self {
        Machine {
            processor,
            registers: Registers::default(),
            state: (processor.state)(),
            pc: 0,
            steps: 0,
            memory: Memory::default(),
            delayed_target: None,
            exception_vector: None,
            subset: None,
            rules: 0,
            announces: false,
            load_delay: LoadDelay::default(),
            announced: false,
            stopped_at: None,
            is_rough: false,
            sides: None,
            side: CodeSide::default(),
            runs_on: false,
            code: DecodedCode::default(),
            in_order: DecodedCode::default(),
            touches: None,
            answers: Vec::new(),
            native: None,
        }
    }

    /// Gives the machine up, so that making the next one in this thread costs less.
    pub fn recycle(self) {
        self.memory.recycle();
        if let Some(touches) = self.touches {
            touches.recycle();
        }
    }

    /// The tables of its instruction set.
    pub fn desc(&self) -> &'static IsaDesc {
        self.processor.desc
    }

    /// Accepts from now on what teaching simulators accept beyond the specification.
    pub fn relax(&mut self) {
        self.state.relax();
    }

    /// The registers of its instruction set only, if that is the one they belong to.
    pub fn state_of<I: Isa>(&self) -> Option<&I::State> {
        let state: &dyn Any = &*self.state;
        state.downcast_ref()
    }

    /// The same, to change them.
    pub fn state_of_mut<I: Isa>(&mut self) -> Option<&mut I::State> {
        let state: &mut dyn Any = &mut *self.state;
        state.downcast_mut()
    }

    /// The control register with this number, if there is one.
    pub fn control_register(&self, number: u32) -> Option<u32> {
        self.state.control_register(number, self.steps)
    }

    /// Sets a control register; whether there is one with this number that can be set.
    pub fn set_control_register(&mut self, number: u32, value: u32) -> bool {
        self.state.set_control_register(number, value)
    }

    /// What the handler of exceptions at the program counter was called for, if it begins there.
    pub fn entered_exception(&self) -> Option<HandledException> {
        let vector = self.state.exception_vector().or(self.exception_vector);
        let handler = vector?.wrapping_add(self.state.interrupt_offset());
        self.state.last_exception().filter(|_| handler == self.pc)
    }

    /// Puts the program's segments into memory, makes them usable as they ask, and sets the
    /// program counter.
    pub fn load(&mut self, image: &Image) -> Result<(), Trap> {
        let mut segments: Vec<&Segment> = image.segments.iter().filter(|s| s.size > 0).collect();
        segments.sort_by_key(|segment| segment.address);
        for (k, segment) in segments.iter().enumerate() {
            let below = k.checked_sub(1).map_or(0, |k| segments[k].end());
            let above = segments
                .get(k + 1)
                .map_or(u32::MAX, |next| next.address.saturating_sub(1));
            self.memory.add_region(usable_range(segment, below, above));
            self.memory.write_host(segment.address, &segment.bytes)?;
            if segment.access.execute {
                let last = segment.address + (segment.size - 1);
                self.add_executable(segment.address, last);
            }
        }
        self.set_rule(rules::BIG_ENDIAN, image.big_endian);
        self.set_rule(rules::DELAYED, image.delay_slots);
        self.set_rule(rules::FLOAT_EXCEPTIONS, image.float_exceptions);
        self.state.follow_nans(image.nans);
        self.subset.clone_from(&image.subset);
        self.pc = image.entry;
        Ok(())
    }

    /// Lets instructions be fetched from these addresses, too.
    pub fn add_executable(&mut self, first: u32, last: u32) {
        self.code.add_executable(first, last);
        self.in_order.add_executable(first, last);
    }

    /// Whether loads and stores between [`Memory::heap_end`] and the stack pointer are faults.
    pub fn check_gap(&mut self, check: bool) {
        self.set_rule(rules::GAP, check);
    }

    /// Whether a load or store at an address that is not a multiple of its size is a fault, where
    /// the instruction set leaves that open.
    pub fn check_alignment(&mut self, check: bool) {
        self.set_rule(rules::ALIGNED, check);
    }

    /// Lets the guest handle its traps through its control registers, where the instruction set
    /// leaves that open.
    pub fn allow_user_traps(&mut self) {
        self.state.allow_user_traps();
    }

    fn set_rule(&mut self, rule: u8, holds: bool) {
        if holds {
            self.rules |= rule & self.processor.rules;
        } else {
            self.rules &= !rule;
        }
    }

    /// Drops decoded instructions, as after a change of memory from outside.
    fn forget_code(&mut self) {
        self.code.clear();
        self.in_order.clear();
        self.forget_decoded();
    }

    /// Whether words have their high byte first.
    pub fn is_big_endian(&self) -> bool {
        self.rules & rules::BIG_ENDIAN != 0
    }

    /// The 32 bits at `pc`, for reports.
    pub fn word_at(&self, pc: u32) -> u32 {
        code::word_at(&self.memory, pc, self.is_big_endian())
    }

    /// The address where control goes after the instruction at the program counter, if that is no
    /// jump itself.
    pub fn next_pc(&self) -> u32 {
        if let Some(target) = self.delayed_target {
            return target;
        }
        let length = self.desc().length_of(self.word_at(self.pc));
        self.pc.wrapping_add(length)
    }

    /// The address that a call at the program counter keeps: that of the next instruction, or of the
    /// one after the delay slot.
    pub fn link_address(&self) -> u32 {
        if self.rules & rules::DELAYED != 0 {
            return self.pc.wrapping_add(8);
        }
        let length = self.desc().length_of(self.word_at(self.pc));
        self.pc.wrapping_add(length)
    }

    /// The bytes at an address, at most eight, as a number of this machine.
    pub fn peek_number(&self, address: u32, size: u8) -> u64 {
        let place = |k: u8| {
            if self.is_big_endian() {
                size - 1 - k
            } else {
                k
            }
        };
        (0..size).fold(0, |number, k| {
            let byte = self.memory.peek(address.wrapping_add(k.into()));
            number | u64::from(byte) << (8 * place(k))
        })
    }

    /// Goes on at another instruction, whatever branch waits for its delay slot.
    pub fn go_to(&mut self, pc: u32) {
        self.pc = pc;
        self.delayed_target = None;
    }

    /// The transfer that the next instruction is in the delay slot of.
    pub fn arriving(&self) -> Option<Transfer> {
        let to = self.delayed_target?;
        let from = self.pc.wrapping_sub(4);
        let decoded = self.desc().decode_any(self.word_at(from))?;
        let row = self.desc().rows.get(decoded.row)?;
        let kind = (self.processor.transfer_kind)(&row.predecode(decoded.word, from));
        Some(Transfer { kind, from, to })
    }

    /// The environment sets this register.
    pub(crate) fn note_answer(&mut self, reg: Reg) {
        if self.answers.iter().all(|(known, _)| *known != reg) {
            self.answers.push((reg, self.registers.get(reg)));
        }
    }

    /// The registers that the environment has set since this was asked last, and what they held before.
    pub fn take_answers(&mut self) -> Vec<(Reg, u64)> {
        std::mem::take(&mut self.answers)
    }

    /// Counts the instruction at the program counter and goes on at `next`: what follows a call
    /// that the host has answered.
    pub fn skip_to(&mut self, next: u32) {
        self.go_to(next);
        self.steps += 1;
    }

    /// Counts the instruction at the program counter and goes to the next.
    pub fn skip(&mut self) {
        self.skip_to(self.next_pc());
    }

    /// Hands a trap to the guest's own handler, if it has one that may see it.
    pub fn raise(&mut self, trap: Trap) -> bool {
        let in_delay_slot = self.delayed_target.is_some();
        let exception = Exception {
            trap,
            resume: self.pc.wrapping_sub(if in_delay_slot { 4 } else { 0 }),
            in_delay_slot,
        };
        self.state.note_exception(&exception);
        match self.handler() {
            Some(handler) if self.state.enter_exception(&exception) => {
                // It counts as a step, so that a handler that does nothing but fault runs out of
                // fuel at last.
                self.skip_to(handler);
                true
            }
            _ => false,
        }
    }

    /// Interrupts the guest on these lines, if it has a handler and allows it.
    pub fn interrupt(&mut self, lines: u32) -> bool {
        // Between a branch and its delay slot there is no place to come back to.
        let Some(handler) = self.handler().filter(|_| self.delayed_target.is_none()) else {
            return false;
        };
        let taken = self.state.enter_interrupt(lines, self.pc);
        if taken {
            self.pc = handler.wrapping_add(self.state.interrupt_offset());
        }
        taken
    }

    fn handler(&self) -> Option<u32> {
        let vector = self.state.exception_vector().or(self.exception_vector);
        vector.filter(|&vector| self.may_fetch(vector))
    }

    /// Whether an instruction may begin at `address`.
    pub fn may_fetch(&self, address: u32) -> bool {
        address.is_multiple_of(self.desc().alignment()) && self.code.executable(address)
    }

    /// Carries out the instruction at the program counter, which accesses a device, as if the
    /// device were memory. `OutOfFuel`: it is done. The observer saw the instruction when the run
    /// stopped at it.
    pub fn device_step(&mut self, observer: &mut dyn Observer) -> Stop {
        self.memory.devices_open = true;
        self.announced = true;
        let stop = self.run(observer, 1);
        self.memory.devices_open = false;
        stop
    }
}

/// The addresses that a segment makes usable: as in an operating system its whole pages, as far as
/// no other segment lies in them. The next one below ends before `below`, and the one above begins
/// after `above`.
fn usable_range(segment: &Segment, below: u32, above: u32) -> Region {
    const PAGE: u32 = PAGE_SIZE as u32;
    let (first, last) = (segment.address, segment.address + (segment.size - 1));
    Region {
        first: (first & !(PAGE - 1)).max(below.min(first)),
        last: (last | (PAGE - 1)).min(above.max(last)),
        read: segment.access.read,
        write: segment.access.write,
    }
}
