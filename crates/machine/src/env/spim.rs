//! The environment of SPIM, and that of mipsy, which grew out of it: each has its own table of calls
//! (`calls`), and a [`SpimRules`] says what else differs.
//!
//! `numbers` prints and reads numbers as C does, `input` reads what the user types. SPIM's exceptions
//! are handled by code in the guest, which comes with the program; here they are only announced.

mod calls;
mod input;
mod numbers;

pub use calls::{MIPSY_TABLE, TABLE};
pub use numbers::{c_double, c_float};

use super::call::Call;
use super::mars::Devices;
use super::{
    Action, Answer, CallFault, CallTable, DeviceAccess, Environment, Guest, MemoryPlace, OpenMode,
    Request, STRING_LIMIT, TrapPlan, word_bytes,
};
use crate::image::Image;
use crate::isa::Reg;
use crate::memory::Region;
use crate::trap::Trap;
use input::Pending;

const V0: Reg = Reg(2);
const A0: Reg = Reg(4);
const A1: Reg = Reg(5);
const A2: Reg = Reg(6);
const GP: Reg = Reg(28);
const SP: Reg = Reg(29);

/// The longest path.
const PATH_LIMIT: usize = 4096;
/// Where the exception handler begins.
const HANDLER: u32 = 0x8000_0180;
/// The status register at the start.
const STATUS: u32 = 0x3000_ff10;
/// The first address for data, and where `$gp` points.
const DATA: u32 = 0x1000_0000;
const GLOBAL_POINTER: u32 = 0x1000_8000;
/// Data of the kernel.
const KERNEL_DATA: u32 = 0x9000_0000;
const KERNEL_DATA_LAST: u32 = 0x900f_ffff;
/// The registers of devices.
const DEVICES: u32 = 0xffff_0000;
const DEVICES_LAST: u32 = 0xffff_ffff;
/// The interrupts of keyboard and display.
const LINES: [u32; 2] = [0x800, 0x400];
/// A program that reaches so far below its stack wants a larger one.
const STACK_REACH: u32 = 16 << 10;

/// What differs between SPIM and mipsy.
#[derive(Debug)]
struct SpimRules {
    /// The calls as others see them.
    table: CallTable,
    /// The calls with what answers them.
    calls: &'static [Call<Spim>],
    /// Where the heap begins, unless data reach further.
    heap: u32,
    /// What a request for heap is rounded up to.
    heap_step: u32,
    /// The address after the stack.
    stack_end: u32,
    /// Whether exceptions are announced, and handled by code of the guest.
    handles_exceptions: bool,
    /// Whether arguments begin with the program's name.
    names_program: bool,
    /// Whether a character is printed as UTF-8, rather than as a byte.
    utf8_characters: bool,
}

static SPIM: SpimRules = SpimRules {
    table: TABLE,
    calls: calls::CALLS,
    heap: 0x1002_0000,
    heap_step: 8,
    stack_end: 0x8000_0000,
    handles_exceptions: true,
    names_program: true,
    utf8_characters: false,
};

static MIPSY: SpimRules = SpimRules {
    table: MIPSY_TABLE,
    calls: calls::MIPSY_CALLS,
    heap: 0x1004_0000,
    heap_step: 4,
    stack_end: 0x8000_0000,
    handles_exceptions: false,
    names_program: false,
    utf8_characters: true,
};

/// How large parts of memory may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpimSizes {
    /// Data and heap, in bytes.
    pub data: u32,
    /// The stack, in bytes.
    pub stack: u32,
}

impl SpimSizes {
    /// Those of SPIM.
    pub const SPIM: SpimSizes = SpimSizes {
        data: 1 << 20,
        stack: 256 << 10,
    };
    /// Those of mipsy.
    pub const MIPSY: SpimSizes = SpimSizes {
        data: 0x0fff_0000,
        stack: 64 << 10,
    };
}

/// The environment of SPIM or mipsy.
#[derive(Clone, Debug)]
pub struct Spim {
    rules: &'static SpimRules,
    sizes: SpimSizes,
    /// Keyboard and display, unless their words are plain memory.
    terminal: Option<Devices>,
    /// Exceptions are not announced.
    quiet: bool,
    delays_loads: bool,
    heap_start: u32,
    has_printed: bool,
    pending: Pending,
}

impl Spim {
    /// That of SPIM, with keyboard and display in memory.
    pub fn new() -> Self {
        Spim::with(&SPIM, SpimSizes::SPIM)
    }

    /// That of mipsy.
    pub fn mipsy() -> Self {
        Spim {
            terminal: None,
            ..Spim::with(&MIPSY, SpimSizes::MIPSY)
        }
    }

    fn with(rules: &'static SpimRules, sizes: SpimSizes) -> Self {
        Spim {
            rules,
            sizes,
            terminal: Some(Devices::without_lab(DEVICES, LINES)),
            quiet: false,
            delays_loads: false,
            heap_start: rules.heap,
            has_printed: false,
            pending: Pending::Nothing,
        }
    }

    /// The same without keyboard and display in memory: their words are plain memory.
    pub fn without_devices(self) -> Self {
        Spim {
            terminal: None,
            ..self
        }
    }

    /// The same, but exceptions are not announced.
    pub fn quiet(self) -> Self {
        Spim {
            quiet: true,
            ..self
        }
    }

    /// The same with other limits.
    pub fn with_sizes(self, sizes: SpimSizes) -> Self {
        Spim { sizes, ..self }
    }

    /// The same, but what a load gets is in its register one instruction later.
    pub fn with_delayed_loads(self) -> Self {
        Spim {
            delays_loads: true,
            ..self
        }
    }

    fn print(&mut self, bytes: impl Into<Vec<u8>>) -> Result<Action, CallFault> {
        self.has_printed = true;
        Ok(Action::Ask(Request::Print {
            stream: 1,
            bytes: bytes.into(),
        }))
    }

    fn ask(&mut self, pending: Pending, request: Request) -> Result<Action, CallFault> {
        self.pending = pending;
        Ok(Action::Ask(request))
    }

    fn print_string(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let address = guest.reg(A0);
        let text = guest.memory().read_string(address, STRING_LIMIT)?;
        self.print(text)
    }

    fn print_char(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let byte = guest.reg(A0) as u8;
        match self.rules.utf8_characters {
            true => self.print(char::from(byte).to_string()),
            false => self.print([byte]),
        }
    }

    fn sbrk(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let asked = guest.reg(A0);
        if (asked as i32) < 0 {
            return Err(CallFault::NegativeHeap {
                asked: asked as i32,
            });
        }
        let old = guest.memory().heap_end;
        let room = (DATA + self.sizes.data).saturating_sub(old);
        let size = asked.next_multiple_of(self.rules.heap_step);
        if size > room {
            return Err(CallFault::HeapLimit { asked, room });
        }
        let end = old + size;
        guest.memory().heap_end = end;
        guest.memory().extend_region(DATA, end - 1);
        guest.set_reg(V0, old);
        Ok(Action::Continue)
    }

    fn open(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (address, flags) = (guest.reg(A0), guest.reg(A1));
        let path = guest.memory().read_string(address, PATH_LIMIT)?;
        let mode = OpenMode {
            read: flags & 3 != 1,
            write: flags & 3 != 0,
            append: flags & 0x400 != 0,
            create: flags & 0x40 != 0,
            truncate: flags & 0x200 != 0,
        };
        if path.len() >= PATH_LIMIT || flags & 3 == 3 {
            guest.set_reg(V0, u32::MAX);
            return Ok(Action::Continue);
        }
        self.ask(Pending::Number, Request::Open { path, mode })
    }

    fn read(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (file, buffer, count) = (guest.reg(A0), guest.reg(A1), guest.reg(A2));
        if (count as i32) < 0 {
            guest.set_reg(V0, u32::MAX);
            return Ok(Action::Continue);
        }
        self.ask(Pending::Read { buffer }, Request::Read { file, count })
    }

    fn write(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (file, buffer, count) = (guest.reg(A0), guest.reg(A1), guest.reg(A2));
        if count as usize > STRING_LIMIT {
            guest.set_reg(V0, u32::MAX);
            return Ok(Action::Continue);
        }
        let bytes = guest.memory().read_host(buffer, count)?;
        self.has_printed |= file == 1;
        self.ask(Pending::Written { count }, Request::write_to(file, bytes))
    }

    fn close(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let file = guest.reg(A0);
        self.ask(Pending::Number, Request::Close { file })
    }

    /// What a call of the memory-mapped terminal leads to.
    fn device(&mut self, request: Option<Request>) -> Result<Action, CallFault> {
        match request {
            None => Ok(Action::Continue),
            Some(Request::PollKey) => self.ask(Pending::Key, Request::PollKey),
            Some(request) => Ok(Action::Ask(request)),
        }
    }

    fn polled(&mut self, guest: &mut dyn Guest, answer: &Answer) -> Result<Action, CallFault> {
        if let Some(terminal) = &mut self.terminal {
            terminal.polled(guest, answer)?;
        }
        Ok(Action::Continue)
    }

    /// Puts the arguments where the start code of SPIM looks for them: their number at the stack
    /// pointer, then their addresses and a zero, then the addresses of an environment that is empty.
    fn push_arguments(
        &self,
        guest: &mut dyn Guest,
        args: &[Vec<u8>],
        big_endian: bool,
    ) -> Result<(), Trap> {
        let mut at = self.rules.stack_end - 4;
        let mut words = vec![args.len() as u32];
        for arg in args {
            let text = [arg.as_slice(), &[0]].concat();
            at = at.wrapping_sub(text.len() as u32);
            guest.memory().write_host(at, &text)?;
            words.push(at);
        }
        words.extend([0, 0]);
        let sp = (at & !3).wrapping_sub(4 * words.len() as u32);
        let bytes = words
            .iter()
            .flat_map(|word| word_bytes(*word, big_endian))
            .collect::<Vec<u8>>();
        guest.memory().write_host(sp, &bytes)?;
        guest.set_reg(SP, sp);
        // SPIM's start code takes them from the stack.
        if !self.rules.handles_exceptions {
            guest.set_reg(A0, args.len() as u32);
            guest.set_reg(A1, sp.wrapping_add(4));
        }
        Ok(())
    }

    fn stack_first(&self) -> u32 {
        self.rules.stack_end.saturating_sub(self.sizes.stack)
    }

    /// Allows the program to use memory; its instructions come with the image.
    fn add_regions(&self, guest: &mut dyn Guest) {
        let regions = [
            (DATA, self.heap_start - 1),
            (self.stack_first(), self.rules.stack_end - 1),
            (KERNEL_DATA, KERNEL_DATA_LAST),
        ];
        let handles = self.rules.handles_exceptions;
        let devices = handles.then_some((DEVICES, DEVICES_LAST));
        for (first, last) in regions.into_iter().chain(devices) {
            guest.memory().add_region(Region {
                first,
                last,
                read: true,
                write: true,
            });
        }
    }

    /// Where the data of a program end, and so the heap begins.
    fn heap_of(&self, image: &Image) -> u32 {
        let data = image.segments.iter().filter(|s| !s.access.execute);
        let ends = data.map(|segment| segment.end());
        let inside =
            ends.filter(|end| (DATA..KERNEL_DATA).contains(end) && *end < self.stack_first());
        let end = inside.fold(self.rules.heap, u32::max);
        end.next_multiple_of(8)
    }
}

impl Default for Spim {
    fn default() -> Self {
        Spim::new()
    }
}

impl Environment for Spim {
    fn name(&self) -> &'static str {
        self.rules.table.environment
    }

    fn has_printed(&self) -> bool {
        self.has_printed
    }

    fn calls(&self) -> CallTable {
        self.rules.table
    }

    fn start(
        &mut self,
        guest: &mut dyn Guest,
        image: &Image,
        args: &[Vec<u8>],
    ) -> Result<(), Trap> {
        self.heap_start = self.heap_of(image);
        self.add_regions(guest);
        guest.memory().heap_end = self.heap_start;
        if self.rules.handles_exceptions {
            guest.set_exception_vector(HANDLER);
            guest.announce_exceptions(STATUS);
        }
        guest.delay_loads(self.delays_loads);
        guest.set_reg(GP, GLOBAL_POINTER);
        if let Some(terminal) = &mut self.terminal {
            guest.memory().add_devices(DEVICES, DEVICES_LAST);
            terminal.start(guest, image.big_endian)?;
        }
        let args = match (args, self.rules.names_program) {
            (args, true) => args,
            ([], false) => &[],
            ([_, rest @ ..], false) => rest,
        };
        if args.is_empty() {
            guest.set_reg(SP, self.rules.stack_end - 4);
            return Ok(());
        }
        self.push_arguments(guest, args, image.big_endian)
    }

    fn call(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        self.pending = Pending::Nothing;
        if let Some(terminal) = &mut self.terminal {
            terminal.note_progress();
        }
        let number = guest.reg(self.rules.table.number);
        match Call::find(self.rules.calls, number) {
            Some(call) => (call.run)(self, guest),
            None => Err(CallFault::UnknownService { number }),
        }
    }

    fn answer(&mut self, guest: &mut dyn Guest, answer: Answer) -> Result<Action, CallFault> {
        let pending = std::mem::replace(&mut self.pending, Pending::Nothing);
        match (pending, answer) {
            (Pending::Nothing, _) => {}
            (Pending::Key, answer) => return self.polled(guest, &answer),
            (Pending::Number, Answer::Number(number)) => guest.set_reg(V0, number as u32),
            (Pending::Number, Answer::Done) => guest.set_reg(V0, 0),
            (Pending::Number, _) => guest.set_reg(V0, u32::MAX),
            (Pending::Read { buffer }, Answer::Bytes(bytes)) => {
                guest.memory().write_guest(buffer, &bytes)?;
                guest.set_reg(V0, bytes.len() as u32);
            }
            (Pending::Read { .. }, Answer::End) => guest.set_reg(V0, 0),
            (Pending::Read { .. }, _) => guest.set_reg(V0, u32::MAX),
            (Pending::Written { count }, Answer::Done) => guest.set_reg(V0, count),
            (Pending::Written { .. }, _) => guest.set_reg(V0, u32::MAX),
            (Pending::Line(line), answer) => return self.more_of_line(guest, line, answer),
            (Pending::Character, answer) => input::character(guest, &answer),
            (Pending::Token(wanted), answer) => return self.token(guest, wanted, answer),
            (Pending::Again(wanted), _) => {
                return self.ask(Pending::Token(wanted), Request::ReadWord);
            }
            (Pending::WholeLine { buffer, room }, answer) => {
                input::store_whole_line(guest, buffer, room, answer)?;
            }
        }
        Ok(Action::Continue)
    }

    fn before_access(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<Action, CallFault> {
        let request = match &mut self.terminal {
            Some(terminal) => terminal.before(guest, access)?,
            None => None,
        };
        self.device(request)
    }

    fn after_access(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<Action, CallFault> {
        let request = match &mut self.terminal {
            Some(terminal) => terminal.after(guest, access)?,
            None => None,
        };
        self.device(request)
    }

    fn next_tick(&self) -> Option<u64> {
        self.terminal.as_ref().and_then(Devices::next_tick)
    }

    fn tick(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let request = match &mut self.terminal {
            Some(terminal) => terminal.tick(guest)?,
            None => None,
        };
        self.device(request)
    }

    fn meet_trap(&mut self, trap: Trap, pc: u32) -> TrapPlan {
        let below_stack = |address: u32| {
            let first = self.stack_first();
            (first.saturating_sub(STACK_REACH)..first).contains(&address)
        };
        let detail = match trap {
            Trap::Load { address, .. } | Trap::Store { address, .. } if below_stack(address) => {
                return TrapPlan::End;
            }
            Trap::Load { address, .. } | Trap::Store { address, .. } => {
                format!("  Bad address in data/stack read: 0x{address:08x}\n")
            }
            Trap::Misaligned {
                address,
                store: false,
                ..
            } => format!("  Unaligned address in inst/data fetch: 0x{address:08x}\n"),
            Trap::Misaligned { address, .. } => {
                format!("  Unaligned address in store: 0x{address:08x}\n")
            }
            Trap::Illegal { .. } => "  Reserved instruction execution\n".to_owned(),
            Trap::Overflow => "  Arithmetic overflow\n".to_owned(),
            Trap::Conditional => "  Trap\n".to_owned(),
            Trap::FloatException { .. } => "  Floating point\n".to_owned(),
            Trap::Breakpoint { .. } => String::new(),
            _ => return TrapPlan::End,
        };
        match self.quiet {
            true => TrapPlan::Handle(Vec::new()),
            false => {
                TrapPlan::Handle(format!("Exception occurred at PC=0x{pc:08x}\n{detail}").into())
            }
        }
    }

    fn raised_by(&self, _fault: &CallFault) -> Option<Trap> {
        None
    }

    fn ends_at(&self, _guest: &mut dyn Guest, _pc: u32) -> Option<i32> {
        None
    }

    fn ignores_breakpoints(&self) -> bool {
        false
    }

    fn is_lenient(&self) -> bool {
        true
    }

    fn places(&self, guest: &mut dyn Guest) -> Vec<MemoryPlace> {
        let place = |name, first, last: u32| MemoryPlace {
            name,
            first,
            end: last.saturating_add(1),
        };
        let heap = MemoryPlace {
            name: "heap",
            first: self.heap_start,
            end: guest.memory().heap_end,
        };
        let stack = place("stack", self.stack_first(), self.rules.stack_end - 1);
        let kernel = place("kernel data", KERNEL_DATA, KERNEL_DATA_LAST);
        let devices = place("device memory", DEVICES, DEVICES_LAST);
        let handles = self.rules.handles_exceptions;
        let places = [heap, stack].into_iter();
        places
            .chain([kernel, devices].into_iter().filter(|_| handles))
            .collect()
    }

    fn fork(&self) -> Box<dyn Environment> {
        Box::new(self.clone())
    }
}
