//! Calls of single functions of a program, again and again: one prepared machine, and a way back to
//! it that costs microseconds.
//!
//! A [`Subroutine`] plays the caller. Memory that it places lies where a caller has its arrays, on
//! the stack above the frame of what it calls; arguments go where the calling convention of the
//! machine wants them; and the function returns to an address where no code can be, so that a
//! return differs from everything else. After a call the memory can be read, and
//! [`Subroutine::stray_writes`] and [`Return::clobbered`] say what the function changed beyond it.

mod number;
#[cfg(test)]
mod tests;

pub use number::Number;

use crate::boundary::{BoundaryFinding, BoundaryRules, KeptRegisters, single};
use crate::host::Host;
use crate::session::{End, Fault, FaultKind, Kept, Limit, Limits, Session};
use crate::target::Target;
use machine::env::Environment;
use machine::image::Image;
use machine::isa::{Argument, Bank, Reg};
use machine::observe::{Observer, Transfer, TransferKind};
use machine::random::mix;
use machine::run::Machine;
use machine::trap::Trap;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Why there is no call.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubroutineError {
    /// The program does not fit into the memory that it may have.
    #[error("the program needs more memory than it is allowed: {0:?}")]
    TooLarge(Limit),
    /// There is code wherever a function could return to.
    #[error("there is no free address to return to")]
    NoReturnAddress,
    /// The program has no such label.
    #[error("there is no function `{0}`")]
    Unknown(String),
    /// The label is not in the program's code.
    #[error("`{name}` is not a function: there is no code at 0x{address:08x}")]
    NotCode {
        /// The label.
        name: String,
        /// Its address.
        address: u32,
    },
    /// There is not so much memory between heap and stack.
    #[error("there is no room for {bytes} more bytes")]
    NoRoom {
        /// How many were wanted.
        bytes: usize,
    },
    /// Memory that is not there was to be read or written.
    #[error("memory cannot be used: {0:?}")]
    Memory(Trap),
}

impl From<Trap> for SubroutineError {
    fn from(trap: Trap) -> Self {
        SubroutineError::Memory(trap)
    }
}

/// A function of the program that was prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    address: u32,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// The function returned.
    Returned,
    /// It did not: it ended the program, did something that cannot be done, or met a limit. Steps
    /// are counted from the call on.
    Stopped(End),
}

/// What is known after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Return {
    /// The result registers; without meaning unless the function returned.
    pub results: [u32; 2],
    /// Instructions that ran.
    pub steps: u64,
    /// How it ended.
    pub end: CallEnd,
    /// Registers that a function leaves as they are, and this one did not. Empty unless it
    /// returned.
    pub clobbered: Vec<Reg>,
}

impl Return {
    /// Whether the function returned.
    pub fn returned(&self) -> bool {
        self.end == CallEnd::Returned
    }
}

/// A program whose functions can be called.
pub struct Subroutine {
    session: Session,
    limits: Limits,
    big_endian: bool,
    return_to: u32,
    caller: Caller,
    /// The state that a reset goes back to.
    kept: (Kept, Caller),
    /// Registers that a call does not set: what a function may not rely on, and what it must not
    /// lose.
    unset: Vec<Reg>,
    /// What the function that is called has to keep.
    registers: KeptRegisters,
}

/// The frame of the caller.
#[derive(Clone)]
struct Caller {
    /// Its lowest address: frames of functions that are called lie below.
    bottom: u32,
    /// What was placed in it since the state that a reset goes back to.
    placed: Vec<Range<u32>>,
    /// The end of what the function that was called last may use: its frame and its arguments.
    callee_end: u32,
}

impl Subroutine {
    /// Loads a program and prepares its environment, as for a run. The limits are those of one
    /// call.
    pub fn prepare(
        target: Target,
        image: Arc<Image>,
        environment: Box<dyn Environment>,
        limits: Limits,
    ) -> Result<Self, SubroutineError> {
        let big_endian = image.big_endian;
        let name = b"subroutine".to_vec();
        let mut session = Session::new(target, image, environment, vec![name], limits)
            .map_err(SubroutineError::TooLarge)?;
        let return_to = session
            .unused_address()
            .ok_or(SubroutineError::NoReturnAddress)?;
        let machine = &mut session.machine;
        let abi = machine.desc().abi;
        let unset = abi.saved.iter().chain(abi.temporaries);
        let unset = unset.filter(|reg| **reg != abi.sp && reg.bank() != Bank::Hidden);
        let (unset, registers) = (unset.copied().collect(), KeptRegisters::new(abi));
        let bottom = machine.registers.get(abi.sp) as u32;
        let caller = Caller {
            bottom,
            placed: Vec::new(),
            callee_end: bottom,
        };
        let kept = (session.keep(), caller.clone());
        Ok(Subroutine {
            session,
            limits,
            big_endian,
            return_to,
            caller,
            kept,
            unset,
            registers,
        })
    }

    /// Gives the program up, so that preparing the next one in this thread costs less.
    pub fn recycle(self) {
        self.session.recycle();
    }

    /// The function with this name.
    pub fn function(&self, name: &str) -> Result<Function, SubroutineError> {
        let symbol = self.session.image().symbol(name);
        let symbol = symbol.filter(|symbol| !symbol.absolute);
        let address = symbol
            .ok_or_else(|| SubroutineError::Unknown(name.to_owned()))?
            .address;
        match self.session.machine.may_fetch(address) {
            true => Ok(Function { address }),
            false => Err(SubroutineError::NotCode {
                name: name.to_owned(),
                address,
            }),
        }
    }

    /// The run that the calls belong to: its machine, environment and image.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The same, for callers that word the end of a call themselves.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The limits of the calls that come next.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The value of a register.
    pub fn register(&self, reg: Reg) -> u64 {
        self.session.machine.registers.get(reg)
    }

    /// Sets a register that the next call shall find. Stack pointer, return address and argument
    /// registers that are used are set by the call itself.
    pub fn set_register(&mut self, reg: Reg, value: u64) {
        self.session.machine.registers.set(reg, value);
    }

    /// Gives every register that a call does not set a value that nobody expects.
    pub fn scramble(&mut self, seed: u64) {
        let has_pairs = self.session.machine.desc().abi.has_float_pairs();
        let registers = &mut self.session.machine.registers;
        for reg in &self.unset {
            let value = u64::from(mix(seed.wrapping_add(reg.0.into())) as u32);
            registers.set(*reg, single(has_pairs, *reg, value));
        }
    }

    /// Puts numbers into memory that nothing else uses, aligned to their size, and says where.
    pub fn place<N: Number>(&mut self, numbers: &[N]) -> Result<u32, SubroutineError> {
        let bytes = size_of_val(numbers);
        let end = self.caller.bottom & !(N::SIZE as u32 - 1);
        let first = self.below(end, bytes)?;
        self.write(first, numbers)?;
        self.caller.bottom = first;
        self.caller.placed.push(first..end);
        Ok(first)
    }

    /// Sets memory aside that nothing else uses, and says where. What is in it is not defined.
    pub fn reserve(&mut self, bytes: usize, alignment: u32) -> Result<u32, SubroutineError> {
        let first = self.below(self.caller.bottom, bytes)?;
        let first = first & !(alignment.next_power_of_two() - 1);
        self.below(first, 0)?;
        self.caller.bottom = first;
        // What is left free above it for the sake of alignment is nobody's.
        self.caller.placed.push(first..first + bytes as u32);
        Ok(first)
    }

    /// The address so many bytes below `end`, if the heap is not there.
    fn below(&self, end: u32, bytes: usize) -> Result<u32, SubroutineError> {
        let first = u32::try_from(bytes)
            .ok()
            .and_then(|bytes| end.checked_sub(bytes));
        first
            .filter(|&first| first >= self.session.machine.memory.heap_end)
            .ok_or(SubroutineError::NoRoom { bytes })
    }

    /// Puts numbers into memory, one after the other from `address` on.
    pub fn write<N: Number>(&mut self, address: u32, numbers: &[N]) -> Result<(), SubroutineError> {
        let mut bytes = Vec::with_capacity(size_of_val(numbers));
        for number in numbers {
            number.push_to(&mut bytes, self.big_endian);
        }
        self.write_bytes(address, &bytes)
    }

    /// Puts bytes into memory.
    pub fn write_bytes(&mut self, address: u32, bytes: &[u8]) -> Result<(), SubroutineError> {
        let memory = &mut self.session.machine.memory;
        Ok(memory.write_guest(address, bytes)?)
    }

    /// The numbers that memory holds from `address` on.
    pub fn read<N: Number>(&self, address: u32, count: usize) -> Result<Vec<N>, SubroutineError> {
        let bytes = self.read_bytes(address, count * N::SIZE)?;
        let numbers = bytes.chunks_exact(N::SIZE);
        Ok(numbers.map(|b| N::of(b, self.big_endian)).collect())
    }

    /// The bytes that memory holds from `address` on.
    pub fn read_bytes(&self, address: u32, count: usize) -> Result<Vec<u8>, SubroutineError> {
        let memory = &self.session.machine.memory;
        Ok(memory.read_host(address, count as u32)?)
    }

    /// Calls a function and runs it until it returns, or cannot.
    pub fn call(
        &mut self,
        function: Function,
        args: &[u32],
        observer: &mut dyn Observer,
        host: &mut dyn Host,
    ) -> Result<Return, SubroutineError> {
        self.enter(function, args)?;
        Ok(self.run(observer, host))
    }

    /// Makes everything ready for a call, so that the machine is before the first instruction
    /// of the function. [`Subroutine::run_with`] goes on from there.
    pub fn enter(&mut self, function: Function, args: &[u32]) -> Result<(), SubroutineError> {
        self.pass(args)?;
        self.session.begin_anew(&self.limits);
        let machine = &mut self.session.machine;
        let ra = machine.desc().abi.ra;
        machine.registers.set(ra, self.return_to.into());
        machine.go_to(function.address);
        self.session.begin_boundary(u64::from(function.address));
        Ok(())
    }

    /// Watches the boundary between a course's code and handed-in code in all calls. The caller
    /// itself belongs to the course, and compares what a function has to keep in any case.
    pub fn watch_boundary(&mut self, rules: BoundaryRules) {
        self.session.watch_boundary(rules);
        self.kept = (self.session.keep(), self.caller.clone());
    }

    /// What showed at that boundary in the last call.
    pub fn crossings(&self) -> &[BoundaryFinding] {
        self.session.crossings()
    }

    /// Tells an observer about the call that [`Subroutine::enter`] made ready, as if an instruction
    /// had made it: the caller has written its own registers and the arguments, and a jump with a
    /// link goes to the function.
    pub fn show_call(&self, args: usize, observer: &mut dyn Observer) {
        let machine = &self.session.machine;
        let abi = machine.desc().abi;
        let own = abi.saved.iter().filter(|reg| **reg != abi.sp);
        let own = own.chain(abi.args.iter().take(args));
        let mut written = Vec::with_capacity(abi.saved.len() + abi.args.len());
        written.extend(own.map(|reg| (*reg, machine.registers.get(*reg))));
        observer.answers(&written);
        observer.call_from_outside(&Transfer {
            from: self.return_to.wrapping_sub(4),
            to: machine.pc,
            kind: TransferKind::Call,
        });
    }

    /// Runs a call that was made ready until the function returns, or cannot.
    pub fn run(&mut self, observer: &mut dyn Observer, host: &mut dyn Host) -> Return {
        let steps = self.before();
        let end = self.session.run(observer, host).end;
        self.finish(end, steps)
    }

    /// The same, and calls `paused` whenever the observer asks for it.
    pub fn run_with<O: Observer>(
        &mut self,
        observer: &mut O,
        host: &mut dyn Host,
        paused: impl FnMut(&mut O, &mut Machine),
    ) -> Return {
        let steps = self.before();
        let end = self.session.run_with(observer, host, paused).end;
        self.finish(end, steps)
    }

    /// Remembers what the function has to keep; the steps so far.
    fn before(&mut self) -> u64 {
        let machine = &self.session.machine;
        self.registers.record(&machine.registers);
        machine.steps
    }

    /// Puts arguments where the convention wants them, and the stack pointer below them.
    fn pass(&mut self, args: &[u32]) -> Result<(), SubroutineError> {
        let abi = self.session.machine.desc().abi;
        let end = self.caller.bottom & !(abi.stack_alignment - 1);
        let sp = self.below(end, abi.argument_space(args.len()) as usize)?;
        for (index, &value) in args.iter().enumerate() {
            match abi.argument(index) {
                Argument::Register(reg) => self.set_register(reg, value.into()),
                Argument::Stack(offset) => self.write(sp.wrapping_add(offset), &[value])?,
            }
        }
        self.set_register(abi.sp, sp.into());
        self.caller.callee_end = end;
        Ok(())
    }

    fn finish(&self, end: End, steps: u64) -> Return {
        let machine = &self.session.machine;
        let (abi, now) = (machine.desc().abi, &machine.registers);
        let fetch = FaultKind::Trap(Trap::Fetch {
            address: self.return_to,
        });
        let end = match end {
            End::Fault(Fault { kind, .. }) if kind == fetch => CallEnd::Returned,
            End::Fault(fault) => CallEnd::Stopped(End::Fault(Fault {
                step: fault.step - steps,
                ..fault
            })),
            End::Limit(Limit::Steps(limit)) => {
                CallEnd::Stopped(End::Limit(Limit::Steps(limit - steps)))
            }
            other => CallEnd::Stopped(other),
        };
        let lost = self
            .registers
            .lost(now)
            .filter(|_| end == CallEnd::Returned);
        let clobbered = lost.map(|(reg, _)| reg).collect();
        let result = |index: usize| abi.results.get(index).map_or(0, |reg| now.get(*reg) as u32);
        Return {
            results: [result(0), result(1)],
            steps: self.session.machine.steps - steps,
            end,
            clobbered,
        }
    }

    /// Addresses of bytes that are not as in the state that a reset goes back to, and that are
    /// neither in memory that was placed since nor in the stack that the function could use.
    pub fn stray_writes(&self) -> impl Iterator<Item = u32> {
        let memory = &self.session.machine.memory;
        // What was placed last lies right above the stack, as a rule.
        let mut end = self.caller.callee_end;
        for range in self.caller.placed.iter().rev() {
            if range.start <= end {
                end = end.max(range.end);
            }
        }
        let stack = memory.heap_end..end;
        let placed = |at: &u32| self.caller.placed.iter().any(|range| range.contains(at));
        let changed = memory.changed_since(self.kept.0.memory(), stack);
        changed.filter(move |at| !placed(at))
    }

    /// Makes the present state the one that a reset goes back to.
    pub fn keep(&mut self) {
        self.caller.placed.clear();
        self.kept = (self.session.keep(), self.caller.clone());
    }

    /// Goes back to the state that was kept last: that after [`Subroutine::prepare`], unless
    /// [`Subroutine::keep`] was called.
    pub fn reset(&mut self) {
        self.session.go_back(&self.kept.0);
        self.caller.clone_from(&self.kept.1);
    }
}
