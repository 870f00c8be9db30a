//! Environments: what a program may ask of the world, and how it asks.
//!
//! When the run loop stops at a call of the environment, [`Environment::call`] reads the
//! registers and says what to do: go on, exit, or [`Request`] something of the host. The host's
//! [`Answer`] goes back through [`Environment::answer`]. Nothing here does input or output, so a
//! terminal, a test, a debugger and a replay all use the same environment.

mod call;
mod java_random;
mod java_text;
mod linux;
mod mars;
mod spim;
mod venus;
mod venus_heap;
mod work;

pub use call::{CallRow, CallTable, CallValue, CallValues, PrintedPlace};
pub use java_random::JavaRandom;
pub use java_text::{double_text, float_text};
pub use linux::{Linux, LinuxAbi, MIPS_TABLE as LINUX_MIPS, RISCV_TABLE as LINUX_RISCV};
pub use mars::{Mars, MarsMap, RARS_TABLE as RARS_CALLS, TABLE as MARS_CALLS};
pub use spim::{
    MIPSY_TABLE as MIPSY_CALLS, Spim, SpimSizes, TABLE as SPIM_CALLS, c_double, c_float,
};
pub use venus::{TABLE as VENUS_CALLS, Venus};
pub use work::{BYTES_PER_STEP, FILE_BYTES, FREE_BYTES, steps_of};

use crate::image::Image;
use crate::isa::Reg;
use crate::memory::Memory;
use crate::run::Machine;
use crate::screen::{DeviceSetup, Panel};
use crate::trap::Trap;

/// The calls of every environment on every machine.
pub static CALL_TABLES: [CallTable; 7] = [
    VENUS_CALLS,
    RARS_CALLS,
    MARS_CALLS,
    SPIM_CALLS,
    MIPSY_CALLS,
    LINUX_RISCV,
    LINUX_MIPS,
];

/// The parts of a machine that an environment works on.
pub trait Guest {
    /// A register; of a wide one its low 32 bits.
    fn reg(&self, reg: Reg) -> u32;
    /// Sets a register.
    fn set_reg(&mut self, reg: Reg, value: u32);
    /// A register with all its bits.
    fn wide_reg(&self, reg: Reg) -> u64;
    /// Sets all bits of a register.
    fn set_wide_reg(&mut self, reg: Reg, value: u64);
    /// Memory.
    fn memory(&mut self) -> &mut Memory;
    /// Sets the address of the next instruction.
    fn set_pc(&mut self, pc: u32);
    /// Faults on accesses between heap and stack.
    fn check_gap(&mut self, check: bool);
    /// Faults on accesses at an address that is not a multiple of their size, where the machine
    /// leaves that open.
    fn check_alignment(&mut self, check: bool);
    /// Lets the program handle its traps through control registers, where the machine leaves that
    /// open.
    fn allow_user_traps(&mut self);
    /// How many instructions have run.
    fn steps(&self) -> u64;
    /// Where the program's own handler of exceptions begins, if it brings one.
    fn set_exception_vector(&mut self, vector: u32);
    /// Interrupts the program on these lines, if it allows that.
    fn interrupt(&mut self, lines: u32) -> bool;
    /// Lets instructions be fetched from these addresses, too.
    fn add_executable(&mut self, first: u32, last: u32);
    /// Stops at every trap, so that [`Environment::meet_trap`] sees it before the program's own handler,
    /// and lets handlers tell memory that is missing from addresses that are not aligned. The program
    /// begins with this status register.
    fn announce_exceptions(&mut self, _status: u32) {}
    /// Lets what a load gets be in its register one instruction later.
    fn delay_loads(&mut self, _delay: bool) {}
}

impl Guest for Machine {
    fn reg(&self, reg: Reg) -> u32 {
        self.registers.get(reg) as u32
    }

    fn set_reg(&mut self, reg: Reg, value: u32) {
        self.note_answer(reg);
        self.registers.set(reg, value.into());
    }

    fn wide_reg(&self, reg: Reg) -> u64 {
        self.registers.get(reg)
    }

    fn set_wide_reg(&mut self, reg: Reg, value: u64) {
        self.note_answer(reg);
        self.registers.set(reg, value);
    }

    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn set_pc(&mut self, pc: u32) {
        self.pc = pc;
    }

    fn check_gap(&mut self, check: bool) {
        self.check_gap(check);
    }

    fn check_alignment(&mut self, check: bool) {
        self.check_alignment(check);
    }

    fn allow_user_traps(&mut self) {
        self.allow_user_traps();
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn set_exception_vector(&mut self, vector: u32) {
        self.exception_vector = Some(vector);
    }

    fn interrupt(&mut self, lines: u32) -> bool {
        self.interrupt(lines)
    }

    fn add_executable(&mut self, first: u32, last: u32) {
        self.add_executable(first, last);
    }

    fn announce_exceptions(&mut self, status: u32) {
        self.announce_exceptions(status);
    }

    fn delay_loads(&mut self, delay: bool) {
        self.delay_loads(delay);
    }
}

/// How a file is to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenMode {
    /// Reading is allowed.
    pub read: bool,
    /// Writing is allowed.
    pub write: bool,
    /// Writes go to the end.
    pub append: bool,
    /// The file is made if it does not exist.
    pub create: bool,
    /// The file is emptied.
    pub truncate: bool,
}

impl OpenMode {
    /// Reads what is there.
    pub const READ: OpenMode = OpenMode {
        read: true,
        write: false,
        append: false,
        create: false,
        truncate: false,
    };
    /// Writes a file from its beginning, new or emptied.
    pub const REPLACE: OpenMode = OpenMode {
        read: false,
        write: true,
        append: false,
        create: true,
        truncate: true,
    };
    /// Writes at the end of a file, which is made if it does not exist.
    pub const APPEND: OpenMode = OpenMode {
        append: true,
        truncate: false,
        ..OpenMode::REPLACE
    };
}

/// What a place in a file is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekStart {
    /// Its beginning.
    Beginning,
    /// Where it is read or written next.
    Here,
    /// Its end.
    End,
}

/// What a program wants of the host. The documentation says which [`Answer`] it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Print on a standard stream, 1 or 2. `Done`.
    Print {
        /// The stream.
        stream: u8,
        /// What to print.
        bytes: Vec<u8>,
    },
    /// One word of standard input: blanks and line ends before it are skipped, and the rest of
    /// its line too if that is blank. `Bytes`, or `End`.
    ReadWord,
    /// One line of standard input, without its end. `Bytes`, or `End`.
    ReadLine,
    /// One byte of standard input, at once if it is a terminal. `Bytes` of length 1, or `End`.
    ReadByte,
    /// A key, if one is waiting. `Bytes` of length 1, or empty if there is none, or `End`.
    PollKey,
    /// Up to `count` bytes from a file or standard input (0). `Bytes` (empty at the end), or
    /// `Failed`.
    Read {
        /// The file descriptor.
        file: u32,
        /// How many bytes at most.
        count: u32,
    },
    /// Writes to an open file. `Done` or `Failed`.
    Write {
        /// The file descriptor.
        file: u32,
        /// What to write.
        bytes: Vec<u8>,
    },
    /// Opens a file. `Number` (its descriptor, from 3) or `Failed`.
    Open {
        /// The path as the program wrote it.
        path: Vec<u8>,
        /// How.
        mode: OpenMode,
    },
    /// Closes a file. `Done` or `Failed`.
    Close {
        /// The file descriptor.
        file: u32,
    },
    /// Moves the place where a file is read or written next. `Number` (the new place) or `Failed`.
    Seek {
        /// The file descriptor.
        file: u32,
        /// How far.
        offset: i32,
        /// From where.
        from: SeekStart,
    },
    /// Brings what was written to a file to the disk. `Done` or `Failed`.
    Flush {
        /// The file descriptor.
        file: u32,
    },
    /// Whether a file's end was reached by a read. `Number` 0 or 1, or `Failed`.
    AtEnd {
        /// The file descriptor.
        file: u32,
    },
    /// The time. `Milliseconds` since 1970.
    Time,
    /// Waits. `Done`.
    Sleep {
        /// How long.
        milliseconds: u32,
    },
    /// Empties the screen, if there is one. `Done`.
    ClearScreen,
    /// Moves the cursor, if there is one. `Done`.
    MoveCursor {
        /// The column, from 0.
        x: u32,
        /// The row, from 0.
        y: u32,
    },
}

impl Request {
    /// Writes to a descriptor, which may be that of a standard stream.
    fn write_to(file: u32, bytes: Vec<u8>) -> Self {
        match file {
            1 | 2 => Request::Print {
                stream: file as u8,
                bytes,
            },
            _ => Request::Write { file, bytes },
        }
    }

    /// Whether the answer is `Done` whatever happens.
    pub fn tells_nothing(&self) -> bool {
        matches!(
            self,
            Request::Print { .. }
                | Request::Sleep { .. }
                | Request::ClearScreen
                | Request::MoveCursor { .. }
        )
    }

    /// Whether standard input is read, so that the host may have to wait.
    pub fn reads_input(&self) -> bool {
        matches!(
            self,
            Request::ReadWord
                | Request::ReadLine
                | Request::ReadByte
                | Request::PollKey
                | Request::Read { file: 0, .. }
        )
    }
}

/// What the host answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Done,
    /// Input.
    Bytes(Vec<u8>),
    /// A number.
    Number(i32),
    /// A time.
    Milliseconds(u64),
    /// There is no more input.
    End,
    /// It could not be done.
    Failed,
}

/// What happens after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The program goes on.
    Continue,
    /// The host is asked.
    Ask(Request),
    /// The program ends with this code.
    Exit(i32),
}

/// Why a call could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFault {
    /// An address that the call was given is not usable.
    Memory(Trap),
    /// The program wants input and there is none left.
    EndOfInput {
        /// What it wanted (`an integer`).
        wanted: &'static str,
    },
    /// The input is not what the call reads.
    BadInput {
        /// What it wanted.
        wanted: &'static str,
        /// What was there.
        found: Vec<u8>,
    },
    /// The heap would run into the stack.
    HeapFull {
        /// How many more bytes were asked for.
        asked: u32,
    },
    /// The heap may not grow so far.
    HeapLimit {
        /// How many more bytes were asked for.
        asked: u32,
        /// How many there are.
        room: u32,
    },
    /// The heap cannot shrink.
    NegativeHeap {
        /// How many more bytes were asked for.
        asked: i32,
    },
    /// A window was to be opened where there is none.
    NoWindow,
    /// There is no random number from 0 up to this bound.
    RandomBound {
        /// The bound.
        bound: i32,
    },
    /// There is no call with this number.
    UnknownService {
        /// The number.
        number: u32,
    },
}

impl From<Trap> for CallFault {
    fn from(trap: Trap) -> Self {
        CallFault::Memory(trap)
    }
}

/// Something worth telling the user that does not stop the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A call number that does not exist.
    UnknownCall {
        /// The number.
        number: u32,
        /// The same number's register in the other convention, if that looks meant instead.
        meant: Option<u32>,
    },
}

/// What an instruction does with the register of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceAccess {
    /// The address.
    pub address: u32,
    /// How many bytes.
    pub size: u8,
    /// It is a store.
    pub store: bool,
}

/// A part of memory with a name that people know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryPlace {
    /// What people call it.
    pub name: &'static str,
    /// First address.
    pub first: u32,
    /// The address after the last.
    pub end: u32,
}

/// What comes of a trap that is announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrapPlan {
    /// The program's own handler sees it, after this was printed on standard error.
    Handle(Vec<u8>),
    /// It ends the run.
    End,
}

/// The rules by which a program talks to the world.
pub trait Environment {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Its calls.
    fn calls(&self) -> CallTable;

    /// Whether a call that prints was answered; writing to a file is not printing.
    fn has_printed(&self) -> bool {
        false
    }

    /// Prepares registers, stack, heap and arguments. `args[0]` is the program's name.
    fn start(&mut self, guest: &mut dyn Guest, image: &Image, args: &[Vec<u8>])
    -> Result<(), Trap>;

    /// Answers the call at the program counter, or says what it needs for that.
    fn call(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault>;

    /// Goes on with the last call, access or tick, now that the host has answered.
    fn answer(&mut self, guest: &mut dyn Guest, answer: Answer) -> Result<Action, CallFault>;

    /// Prepares what the instruction at the program counter will find at a device.
    fn before_access(
        &mut self,
        _guest: &mut dyn Guest,
        _access: DeviceAccess,
    ) -> Result<Action, CallFault> {
        Ok(Action::Continue)
    }

    /// Does what the instruction before the program counter made a device do.
    fn after_access(
        &mut self,
        _guest: &mut dyn Guest,
        _access: DeviceAccess,
    ) -> Result<Action, CallFault> {
        Ok(Action::Continue)
    }

    /// The step at which [`Environment::tick`] wants to be called, if that is ever.
    fn next_tick(&self) -> Option<u64> {
        None
    }

    /// Lets happen what happens without the program's doing.
    fn tick(&mut self, _guest: &mut dyn Guest) -> Result<Action, CallFault> {
        Ok(Action::Continue)
    }

    /// What comes of a trap of the instruction at `pc`, if exceptions are announced
    /// ([`Guest::announce_exceptions`]).
    fn meet_trap(&mut self, _trap: Trap, _pc: u32) -> TrapPlan {
        TrapPlan::Handle(Vec::new())
    }

    /// The trap that a call which could not be carried out is for the program's own handler; nothing
    /// if it ends the run.
    fn raised_by(&self, fault: &CallFault) -> Option<Trap> {
        match fault {
            CallFault::EndOfInput { .. } => None,
            CallFault::Memory(trap) => Some(*trap),
            _ => Some(Trap::Call),
        }
    }

    /// Makes the memory at `pc` executable if the program may run what it has put there; true: it
    /// is now.
    fn allows_code_at(&mut self, _guest: &mut dyn Guest, _pc: u32) -> bool {
        false
    }

    /// The exit code, if arriving at `pc`, which is not executable, is a way to end the program.
    fn ends_at(&self, guest: &mut dyn Guest, pc: u32) -> Option<i32>;

    /// Whether a breakpoint instruction is passed over.
    fn ignores_breakpoints(&self) -> bool;

    /// Whether the machine should accept what teaching simulators accept beyond the
    /// specification (see [`ControlState::relax`](crate::run::ControlState::relax)).
    fn is_lenient(&self) -> bool {
        false
    }

    /// The bytes that calls have handled by themselves since this was last asked; what they asked of
    /// the host is not among them.
    fn take_work(&mut self) -> u64 {
        0
    }

    /// What the last call gave reason to say.
    fn take_remark(&mut self) -> Option<Remark> {
        None
    }

    /// Chooses how its devices are, before the program starts.
    fn set_devices(&mut self, _setup: &DeviceSetup) {}

    /// What those of its devices show that the program has used.
    fn panels(&self) -> Vec<Panel> {
        Vec::new()
    }

    /// The parts of memory that the environment set up, such as heap and stack.
    fn places(&self, guest: &mut dyn Guest) -> Vec<MemoryPlace>;

    /// A copy of the present state, to go back to.
    fn fork(&self) -> Box<dyn Environment>;
}

/// The most that a call of a teaching simulator reads from memory.
const STRING_LIMIT: usize = 16 << 20;

/// The bytes of a string as teaching simulators print them: text as it is, anything else byte by
/// byte as the characters U+0000 to U+00FF.
fn printable(bytes: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(bytes) {
        Ok(text) => text.into_bytes(),
        Err(error) => {
            let bytes = error.into_bytes();
            bytes.into_iter().flat_map(printable_byte).collect()
        }
    }
}

/// One of the characters U+0000 to U+00FF.
fn printable_byte(byte: u8) -> Vec<u8> {
    char::from(byte).to_string().into_bytes()
}

/// A word in the guest's byte order.
fn word_bytes(word: u32, big_endian: bool) -> [u8; 4] {
    match big_endian {
        true => word.to_be_bytes(),
        false => word.to_le_bytes(),
    }
}
