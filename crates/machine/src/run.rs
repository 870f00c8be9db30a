//! The run loop.
//!
//! One loop, generic over the instruction set, the kind of observer and the [`rules`] of the
//! machine. Without an observer of instructions it runs predecoded code with runs of instructions
//! fused, and counts steps when a straight run ends. With one, or in the last stretch before the
//! fuel is used up, the same loop is *exact*: it takes one instruction at a time and counts each,
//! and asks for the rules as it goes.
//!
//! With delay slots the two also differ in the code they run. The fast loop runs code in which the
//! instruction of a delay slot stands before its branch, the exact loop code in the order of
//! memory, and it alone knows the state between a branch and its slot
//! ([`Machine::delayed_target`]). So whenever the fast loop has to stop, the instruction is done
//! once more by the exact loop, which stops at the right place.

mod context;
mod outcome;
mod snapshot;
mod stops;
mod telling;

pub use context::Cx;
pub use outcome::{Flow, Outcome};
pub use snapshot::Snapshot;

use crate::code::{self, Code, DelaySlots, Fetch, MAX_RUN};
use crate::image::{Image, Segment};
use crate::isa::{Insn, IsaDesc, Reg};
use crate::memory::{Memory, PAGE_SIZE, Region};
use crate::observe::{Listener, Observer, Off, Told, Touches, TransferKind, Watch};
use crate::trap::Trap;

/// What an instruction set adds to the common machine.
pub trait Isa: Sized + 'static {
    /// State beyond the common registers (control registers).
    type State: Clone + Default;

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

    /// Prepares the control registers for the guest's own handler of a trap, if this trap is one
    /// that a handler may see; false if not, with nothing changed.
    fn enter_exception(_state: &mut Self::State, _exception: &Exception) -> bool {
        false
    }

    /// Prepares the control registers for an interrupt on these lines, if they allow it; false if
    /// not, with nothing changed but which lines are pending.
    fn enter_interrupt(_state: &mut Self::State, _lines: u32, _resume: u32) -> bool {
        false
    }

    /// Makes the machine accept what teaching simulators accept beyond the specification.
    fn relax(_state: &mut Self::State) {}

    /// [`Machine::run_watched`], so that the loops are compiled with the instruction set and nowhere
    /// else.
    fn run(machine: &mut Machine<Self>, watch: Watch<'_>, fuel: u64) -> Stop;

    /// Runs one instruction (or a fused run of them), and says whether to go on.
    fn execute<L: Listener, const RULES: u8>(cx: &mut Cx<'_, Self, L, RULES>, insn: &Insn) -> bool;
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

/// The registers both machines have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Integer registers. 0 stays zero; 32 takes writes to it; 64 on are the hidden ones; 128
    /// and 129 hold what a branch reads while its delay slot runs. The rest is there so that a
    /// byte as an index needs no bounds check.
    pub x: [u32; 256],
    /// Floating-point registers.
    pub f: [u64; 32],
}

impl Default for Registers {
    fn default() -> Self {
        Registers {
            x: [0; 256],
            f: [0; 32],
        }
    }
}

impl Registers {
    /// The value of `reg`.
    pub fn get(&self, reg: Reg) -> u64 {
        match reg.0 {
            n @ 32..64 => self.f[(n & 31) as usize],
            n => self.x[n as usize].into(),
        }
    }

    /// Sets `reg`; a write to the constant-zero register is dropped.
    pub fn set(&mut self, reg: Reg, value: u64) {
        match reg.0 {
            0 => {}
            n @ 32..64 => self.f[(n & 31) as usize] = value,
            n => self.x[n as usize] = value as u32,
        }
    }
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program calls its environment. The program counter stands on the call; the host
    /// answers and goes on with [`Machine::skip`].
    Host,
    /// The instruction at the program counter could not be carried out.
    Trap(Trap),
    /// All fuel is used.
    OutOfFuel,
    /// The observer wants to look before the instruction at the program counter runs, or the run
    /// is to stop there ([`Machine::set_stops`]).
    Paused,
}

/// A machine with a program in it.
pub struct Machine<I: Isa> {
    /// The common registers.
    pub registers: Registers,
    /// The registers of this instruction set only.
    pub state: I::State,
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
    rules: u8,
    /// The observer knows already which instruction is next.
    announced: bool,
    /// The program counter and the step at which the run has stopped as it was told to: it goes on
    /// from there.
    stopped_at: Option<(u32, u64)>,
    code: Code,
    /// With delay slots, the code for the exact loop: in the order of memory.
    in_order: Code,
    /// Where the accesses of a run are collected for an observer.
    touches: Option<Box<Touches>>,
}

impl<I: Isa> Default for Machine<I> {
    fn default() -> Self {
        Machine {
            registers: Registers::default(),
            state: I::State::default(),
            pc: 0,
            steps: 0,
            memory: Memory::default(),
            delayed_target: None,
            exception_vector: None,
            rules: 0,
            announced: false,
            stopped_at: None,
            code: Code::default(),
            in_order: Code::default(),
            touches: None,
        }
    }
}

impl<I: Isa> Machine<I> {
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

    fn set_rule(&mut self, rule: u8, holds: bool) {
        if holds {
            self.rules |= rule & I::RULES;
        } else {
            self.rules &= !rule;
        }
    }

    /// Drops decoded instructions, as after a change of memory from outside.
    fn forget_code(&mut self) {
        self.code.clear();
        self.in_order.clear();
        self.memory.forget_decoded();
    }

    /// The 32 bits at `pc`, for reports.
    pub fn word_at(&self, pc: u32) -> u32 {
        code::word_at(&self.memory, pc, self.rules & rules::BIG_ENDIAN != 0)
    }

    /// The address where control goes after the instruction at the program counter, if that is no
    /// jump itself.
    pub fn next_pc(&self) -> u32 {
        if let Some(target) = self.delayed_target {
            return target;
        }
        let decoded = I::DESC.decode_any(self.word_at(self.pc));
        self.pc.wrapping_add(decoded.map_or(4, |d| d.len.into()))
    }

    /// Counts the instruction at the program counter and goes on at `next`: what follows a call
    /// that the host has answered.
    pub fn skip_to(&mut self, next: u32) {
        self.pc = next;
        self.delayed_target = None;
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
        match self.handler() {
            Some(handler) if I::enter_exception(&mut self.state, &exception) => {
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
        let taken = I::enter_interrupt(&mut self.state, lines, self.pc);
        if taken {
            self.pc = handler;
        }
        taken
    }

    fn handler(&self) -> Option<u32> {
        self.exception_vector
            .filter(|&vector| self.may_fetch(vector))
    }

    /// Whether an instruction may begin at `address`.
    pub fn may_fetch(&self, address: u32) -> bool {
        address.is_multiple_of(I::DESC.alignment()) && self.code.executable(address)
    }

    /// Carries out the instruction at the program counter, which accesses a device, as if the
    /// device were memory. `OutOfFuel`: it is done. The observer was told of the instruction when
    /// the run stopped at it.
    pub fn device_step<O: Observer>(&mut self, observer: &mut O) -> Stop {
        self.memory.devices_open = true;
        self.announced = true;
        let stop = self.run(observer, 1);
        self.memory.devices_open = false;
        stop
    }

    /// Runs at most `fuel` instructions.
    pub fn run<O: Observer>(&mut self, observer: &mut O, fuel: u64) -> Stop {
        I::run(self, Watch::new(observer), fuel)
    }

    /// Runs at most `fuel` instructions in the loop for this kind of observer. This is where all
    /// loops are compiled.
    #[inline(always)]
    pub fn run_watched(&mut self, watch: Watch<'_>, fuel: u64) -> Stop {
        // The loop works on them while it has the machine.
        let mut touches = self.touches.take();
        let stop = match watch {
            Watch::Off => self.run_loop(&mut Off, fuel),
            Watch::Instructions(watcher) => {
                let touches = touches.get_or_insert_default();
                self.run_loop(&mut Told::<true>::new(watcher, touches), fuel)
            }
            Watch::Runs(watcher) => {
                let touches = touches.get_or_insert_default();
                self.run_loop(&mut Told::<false>::new(watcher, touches), fuel)
            }
        };
        self.touches = touches;
        stop
    }

    fn run_loop<L: Listener>(&mut self, listener: &mut L, fuel: u64) -> Stop {
        let end = self.steps.saturating_add(fuel);
        if self.memory.take_code_written() {
            self.forget_code();
            listener.forget_code();
        }
        if L::RUNS && listener.wants_pause() {
            return Stop::Paused;
        }
        // How many instructions are to be done exactly although nothing else asks for it.
        let mut exactly = 0;
        loop {
            let left = end - self.steps;
            let leave = if exactly > 0 {
                self.run_exact(listener, left.min(exactly))
            } else if left <= MAX_RUN as u64 || self.delayed_target.is_some() {
                self.run_exact(listener, left)
            } else if L::ACTIVE || L::RUNS && self.rules & rules::DELAYED != 0 {
                // An observer sees instructions one by one, and a branch before its delay slot.
                self.run_exact(listener, left)
            } else {
                self.run_fast(listener, left - MAX_RUN as u64)
            };
            exactly = 0;
            if let Leave::Stop(Stop::Trap(Trap::CodeModified)) = leave {
                self.forget_code();
                listener.forget_code();
            }
            if L::RUNS && listener.wants_pause() {
                return Stop::Paused;
            }
            match leave {
                Leave::Exactly if self.steps >= end => return Stop::OutOfFuel,
                Leave::Exactly if self.stops_here() => {
                    self.stopped_at = Some((self.pc, self.steps));
                    return Stop::Paused;
                }
                Leave::Exactly => exactly = EXACTLY,
                Leave::Stop(Stop::Trap(Trap::CodeModified)) => {}
                Leave::Stop(Stop::OutOfFuel) if self.steps < end => {}
                Leave::Stop(Stop::Paused) => {
                    self.announced = true;
                    return Stop::Paused;
                }
                // A program whose last step leaves the code has ended, not run out of fuel.
                Leave::Stop(Stop::OutOfFuel) if !self.may_fetch(self.pc) => {}
                Leave::Stop(Stop::Trap(trap)) if self.raise(trap) => {}
                Leave::Stop(stop) => return stop,
                Leave::Elsewhere => {}
            }
        }
    }

    /// The fast loop for the rules that hold. The others are compiled only for machines that have
    /// them.
    fn run_fast<L: Listener>(&mut self, listener: &mut L, fuel: u64) -> Leave {
        let leave = if I::RULES & rules::GAP != 0 && self.rules & rules::GAP != 0 {
            self.run_piece::<L, { rules::GAP }, false>(listener, fuel)
        } else if I::RULES & rules::BIG_ENDIAN != 0 && self.rules & rules::BIG_ENDIAN != 0 {
            self.run_piece::<L, { rules::BIG_ENDIAN }, false>(listener, fuel)
        } else {
            self.run_piece::<L, 0, false>(listener, fuel)
        };
        match leave {
            Leave::Stop(Stop::Trap(Trap::CodeModified)) => leave,
            Leave::Stop(Stop::Trap(_) | Stop::Host) if self.rules & rules::DELAYED != 0 => {
                Leave::Exactly
            }
            _ => leave,
        }
    }

    fn run_exact<L: Listener>(&mut self, listener: &mut L, fuel: u64) -> Leave {
        self.run_piece::<L, { rules::ASK }, true>(listener, fuel)
    }

    /// Runs inside one piece of code, from the program counter on. With `EXACT`, one instruction
    /// at a time and never more than `fuel`; otherwise up to `MAX_RUN` more.
    fn run_piece<L: Listener, const RULES: u8, const EXACT: bool>(
        &mut self,
        listener: &mut L,
        fuel: u64,
    ) -> Leave {
        let delayed = self.rules & rules::DELAYED != 0;
        let fetch = Fetch {
            desc: I::DESC,
            fuse: I::fuse,
            big_endian: self.rules & rules::BIG_ENDIAN != 0,
            delay_slots: match (delayed, EXACT) {
                (false, _) => DelaySlots::None,
                (true, true) => DelaySlots::InPlace,
                (true, false) => DelaySlots::First,
            },
        };
        let in_order = EXACT && delayed;
        let code = if in_order {
            &mut self.in_order
        } else {
            &mut self.code
        };
        let Some((piece, slot)) = code.enter(self.pc, &fetch, &mut self.memory) else {
            return Leave::Stop(Stop::Trap(Trap::Fetch { address: self.pc }));
        };
        // Over the glue that stops the run, if it has done so.
        let slot = slot + usize::from(self.stopped_at == Some((self.pc, self.steps)));
        let mut cx = Cx::<I, L, RULES> {
            registers: &mut self.registers,
            state: &mut self.state,
            memory: &mut self.memory,
            listener,
            code: &code.slots,
            pcs: &code.pcs,
            lookup: code.lookup(piece),
            slot,
            run_start: slot,
            retired: self.steps,
            end: self.steps.saturating_add(fuel),
            left: (Leave::Elsewhere, self.pc),
            rules: self.rules,
            delayed_target: self.delayed_target,
            announced: std::mem::take(&mut self.announced),
        };
        cx.run::<EXACT>();
        if L::RUNS {
            cx.tell_stop();
        }
        self.steps = cx.steps();
        self.delayed_target = cx.delayed_target;
        let (leave, pc) = cx.left;
        let slot = cx.slot;
        self.pc = pc;
        if let Leave::Stop(Stop::Trap(Trap::CodeModified)) = leave {
            self.finish_overwriting(in_order, piece, slot);
        }
        leave
    }

    /// Finishes an instruction that has overwritten code, and what belongs to it: its own slot may
    /// not be what memory holds any more.
    ///
    /// It has a context of its own: if that of the loop were given to a function, the loop could
    /// not keep it in registers.
    #[cold]
    #[inline(never)]
    fn finish_overwriting(&mut self, in_order: bool, piece: usize, slot: usize) {
        let code = if in_order { &self.in_order } else { &self.code };
        let next = slot + 1;
        self.steps += 1;
        self.pc = self.delayed_target.take().unwrap_or(code.pcs[next]);
        if code.pcs[next] != code.pcs[slot] {
            return;
        }
        // It was in a delay slot, which stands before its branch in the code of the fast loop.
        let branch = Insn {
            handler: I::unfuse(code.slots[next].handler),
            ..code.slots[next]
        };
        let mut cx = Cx::<I, Off, 0> {
            registers: &mut self.registers,
            state: &mut self.state,
            memory: &mut self.memory,
            listener: &mut Off,
            code: &code.slots,
            pcs: &code.pcs,
            lookup: code.lookup(piece),
            slot: next,
            run_start: next,
            retired: self.steps,
            end: u64::MAX,
            left: (Leave::Elsewhere, self.pc),
            rules: self.rules,
            delayed_target: None,
            announced: false,
        };
        self.pc = match I::execute(&mut cx, &branch) {
            true => cx.pc(),
            false => cx.left.1,
        };
        self.steps = cx.steps();
    }
}

/// How many instructions the exact loop does for the fast one: a branch and its delay slot, and
/// some more so that going back and forth does not cost too much.
const EXACTLY: u64 = 16;

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

/// Why the inner loop stopped.
#[derive(Clone, Copy)]
enum Leave {
    Stop(Stop),
    /// The program counter went to code that is not decoded or in another piece.
    Elsewhere,
    /// What comes next is for the exact loop.
    Exactly,
}
