//! The environment of Linux programs. Where call numbers, arguments and results are is a matter of
//! the processor, so it is data: see [`LinuxAbi`].

mod calls;
mod files;
mod mappings;
mod record;
mod rows;
mod system;

pub use calls::{MIPS_TABLE, RISCV_TABLE};

use super::call::Call;
use super::{
    Action, Answer, CallFault, CallTable, Environment, Guest, MemoryPlace, OpenMode, Request,
    SeekStart, word_bytes,
};
use crate::image::Image;
use crate::isa::Reg;
use crate::memory::Region;
use crate::random::SplitMix64;
use crate::trap::Trap;
use files::StatCall;
use mappings::Mappings;
use record::Record;
use system::TimeLayout;

/// How programs for one processor talk to Linux.
#[derive(Debug)]
pub struct LinuxAbi {
    calls: &'static [Call<Linux>],
    table: &'static CallTable,
    /// The registers of the arguments; more of them are on the stack, at their places.
    args: &'static [Reg],
    result: Reg,
    /// The register that is 1 after an error and 0 otherwise. Without one, an error is a negative
    /// result.
    error: Option<Reg>,
    sp: Reg,
    ra: Reg,
    create: u32,
    truncate: u32,
    append: u32,
    /// In the flags of a mapping: it has no file.
    anonymous: u32,
    /// The processor's name.
    machine: &'static str,
    /// The hidden register with the address of a thread's variables, if it is not one of the others.
    thread_area: Option<Reg>,
    /// The error of a call that does not exist.
    enosys: i32,
}

impl LinuxAbi {
    /// RISC-V: number in `a7`, arguments from `a0`, result in `a0`, errors negative.
    pub const RISCV: LinuxAbi = LinuxAbi {
        calls: calls::RISCV,
        table: &RISCV_TABLE,
        args: &[Reg(10), Reg(11), Reg(12), Reg(13), Reg(14), Reg(15)],
        result: Reg(10),
        error: None,
        sp: Reg(2),
        ra: Reg(1),
        create: 0o100,
        truncate: 0o1000,
        append: 0o2000,
        anonymous: 0x20,
        machine: "riscv32",
        thread_area: None,
        enosys: -38,
    };

    /// MIPS with the o32 convention: number in `$v0`, arguments from `$a0`, result in `$v0`,
    /// `$a3` is 1 after an error.
    pub const MIPS_O32: LinuxAbi = LinuxAbi {
        calls: calls::MIPS,
        table: &MIPS_TABLE,
        args: &[Reg(4), Reg(5), Reg(6), Reg(7)],
        result: Reg(2),
        error: Some(Reg(7)),
        sp: Reg(29),
        ra: Reg(31),
        create: 0x100,
        truncate: 0x200,
        append: 0x8,
        anonymous: 0x800,
        machine: "mips",
        thread_area: Some(Reg(67)),
        enosys: -89,
    };

    /// Gives the program a result, or the negative number of an error.
    fn give(&self, guest: &mut dyn Guest, value: i32) -> Action {
        let failed = (-4095..0).contains(&value);
        match self.error {
            Some(flag) => {
                guest.set_reg(flag, failed.into());
                let shown = if failed { -value } else { value };
                guest.set_reg(self.result, shown as u32);
            }
            None => guest.set_reg(self.result, value as u32),
        }
        Action::Continue
    }
}

/// An address where there never is code.
const NOWHERE: u32 = 0xffff_f000;
const STACK_TOP: u32 = 0x7fff_f000;
const STACK_SIZE: u32 = 8 << 20;
const STACK_FIRST: u32 = STACK_TOP - STACK_SIZE;
const STRING_LIMIT: usize = 4096;
/// The most that one call moves; a program asks again for the rest.
const TRANSFER_LIMIT: u32 = 1 << 20;

const ENOENT: i32 = -2;
const EBADF: i32 = -9;
const EAGAIN: i32 = -11;
const ENOMEM: i32 = -12;
const EFAULT: i32 = -14;
const ENODEV: i32 = -19;
const EINVAL: i32 = -22;
const ENOTTY: i32 = -25;
const ESPIPE: i32 = -29;
const ERANGE: i32 = -34;

/// What the last call is waiting for.
#[derive(Clone, Debug)]
enum Pending {
    Nothing,
    Read {
        buffer: u32,
    },
    Written {
        count: u32,
    },
    Opened,
    Closed,
    /// What was read goes to several places.
    Scatter {
        pieces: Vec<(u32, u32)>,
    },
    /// The new place is stored here, or is the result.
    Seek {
        result: Option<u32>,
    },
    Stat(StatCall),
    Time {
        layout: TimeLayout,
        address: u32,
    },
    Slept,
}

/// The environment of Linux programs.
#[derive(Clone, Debug)]
pub struct Linux {
    abi: &'static LinuxAbi,
    heap_start: u32,
    pending: Pending,
    mappings: Mappings,
    big_endian: bool,
    /// Bytes that calls have handled without the host.
    work: u64,
    /// The generator for `getrandom`.
    random: SplitMix64,
}

impl Default for Linux {
    fn default() -> Self {
        Linux::with_seed(0)
    }
}

impl Linux {
    /// The environment of RISC-V programs.
    pub fn with_seed(seed: u64) -> Self {
        Linux::new(&LinuxAbi::RISCV, seed)
    }

    /// An environment whose random numbers begin with `seed`.
    pub fn new(abi: &'static LinuxAbi, seed: u64) -> Self {
        Linux {
            abi,
            heap_start: 0,
            pending: Pending::Nothing,
            mappings: Mappings::default(),
            big_endian: false,
            work: 0,
            random: SplitMix64::new(seed),
        }
    }

    /// An argument of the call. Those that have no register are on the stack.
    fn arg(&self, guest: &mut dyn Guest, index: usize) -> u32 {
        match self.abi.args.get(index) {
            Some(reg) => guest.reg(*reg),
            None => {
                let sp = guest.reg(self.abi.sp);
                let place = sp.wrapping_add(4 * index as u32);
                self.word(&guest.memory().peek_bytes::<4>(place))
            }
        }
    }

    /// The number that these bytes begin with.
    fn word(&self, bytes: &[u8]) -> u32 {
        let bytes = bytes.first_chunk().copied().unwrap_or_default();
        match self.big_endian {
            true => u32::from_be_bytes(bytes),
            false => u32::from_le_bytes(bytes),
        }
    }

    fn result(&self, guest: &mut dyn Guest, value: i32) -> Action {
        self.abi.give(guest, value)
    }

    /// Fills memory of the program; the error, if that is not possible.
    fn fill(
        &mut self,
        guest: &mut dyn Guest,
        address: u32,
        bytes: &[u8],
    ) -> Result<Option<i32>, CallFault> {
        match guest.memory().write_guest(address, bytes) {
            Ok(()) => Ok(None),
            Err(Trap::MemoryLimit { address }) => Err(Trap::MemoryLimit { address }.into()),
            Err(_) => Ok(Some(EFAULT)),
        }
    }

    /// Gives the program a structure.
    fn give_record(&mut self, guest: &mut dyn Guest, address: u32, record: &Record) -> Action {
        self.work += record.bytes.len() as u64;
        let stored = guest.memory().write_guest(address, &record.bytes);
        self.result(guest, if stored.is_ok() { 0 } else { EFAULT })
    }

    /// Fills a buffer with random bytes, the same ones for the same seed.
    fn getrandom(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (buffer, count) = (self.arg(guest, 0), self.arg(guest, 1));
        let count = count.min(TRANSFER_LIMIT);
        let bytes: Vec<u8> = (0..count).map(|_| self.random.draw() as u8).collect();
        self.work += u64::from(count);
        let error = self.fill(guest, buffer, &bytes)?;
        Ok(self.result(guest, error.unwrap_or(count as i32)))
    }

    fn ask(&mut self, pending: Pending, request: Request) -> Action {
        self.pending = pending;
        Action::Ask(request)
    }

    fn write(&mut self, guest: &mut dyn Guest) -> Action {
        let (file, buffer) = (self.arg(guest, 0), self.arg(guest, 1));
        let count = self.arg(guest, 2).min(TRANSFER_LIMIT);
        let Ok(bytes) = guest.memory().read_host(buffer, count) else {
            return self.result(guest, EFAULT);
        };
        self.ask(Pending::Written { count }, Request::write_to(file, bytes))
    }

    /// Opens the file whose path and flags are in the arguments from `first` on.
    fn open(&mut self, guest: &mut dyn Guest, first: usize) -> Action {
        let (address, flags) = (self.arg(guest, first), self.arg(guest, first + 1));
        let Ok(path) = guest.memory().read_string(address, STRING_LIMIT) else {
            return self.result(guest, EFAULT);
        };
        let access = flags & 3;
        let mode = OpenMode {
            read: access != 1,
            write: access != 0,
            create: flags & self.abi.create != 0,
            truncate: flags & self.abi.truncate != 0,
            append: flags & self.abi.append != 0,
        };
        self.ask(Pending::Opened, Request::Open { path, mode })
    }

    /// Moves the end of the heap, and answers with where it is now.
    fn brk(&mut self, guest: &mut dyn Guest) -> Action {
        let wanted = self.arg(guest, 0);
        if (self.heap_start..self.mappings.lowest()).contains(&wanted) {
            guest.memory().extend_region(self.heap_start, wanted - 1);
            guest.memory().heap_end = wanted;
        }
        let end = guest.memory().heap_end;
        self.result(guest, end as i32)
    }

    /// What the system tells a program besides its arguments, as kinds and values. The random bytes
    /// are at `random`.
    fn auxiliary_values(&self, image: &Image, random: u32) -> Vec<u32> {
        const PROGRAM_HEADERS: u32 = 3;
        const PROGRAM_HEADER_SIZE: u32 = 4;
        const PROGRAM_HEADER_COUNT: u32 = 5;
        const PAGE_SIZE: u32 = 6;
        const ENTRY: u32 = 9;
        const SECURE: u32 = 23;
        const RANDOM: u32 = 25;
        let mut values = vec![
            PAGE_SIZE,
            0x1000,
            ENTRY,
            image.entry,
            SECURE,
            0,
            RANDOM,
            random,
        ];
        if let Some(headers) = image.program_headers {
            values.extend([PROGRAM_HEADERS, headers.address]);
            values.extend([PROGRAM_HEADER_SIZE, headers.size]);
            values.extend([PROGRAM_HEADER_COUNT, headers.count]);
        }
        values.extend([0, 0]);
        values
    }

    /// Puts the argument strings, their table, an empty table of environment variables and the
    /// auxiliary values at the top of the stack.
    fn push_arguments(
        &mut self,
        guest: &mut dyn Guest,
        image: &Image,
        args: &[Vec<u8>],
    ) -> Result<u32, Trap> {
        let mut at = STACK_TOP;
        let mut words = vec![args.len() as u32];
        for arg in args {
            at = at.saturating_sub(arg.len() as u32 + 1).max(STACK_FIRST);
            let mut text = arg.clone();
            text.push(0);
            guest.memory().write_host(at, &text)?;
            words.push(at);
        }
        words.extend([0, 0]);
        let random = at.saturating_sub(16).max(STACK_FIRST) & !15;
        let bytes: Vec<u8> = (0..16).map(|_| self.random.draw() as u8).collect();
        guest.memory().write_host(random, &bytes)?;
        at = random;
        words.extend(self.auxiliary_values(image, random));
        let sp = at.saturating_sub(4 * words.len() as u32) & !15;
        let bytes: Vec<u8> = words
            .iter()
            .flat_map(|word| word_bytes(*word, image.big_endian))
            .collect();
        guest.memory().write_host(sp, &bytes)?;
        Ok(sp)
    }
}

impl Environment for Linux {
    fn name(&self) -> &'static str {
        "linux"
    }

    fn calls(&self) -> CallTable {
        *self.abi.table
    }

    fn start(
        &mut self,
        guest: &mut dyn Guest,
        image: &Image,
        args: &[Vec<u8>],
    ) -> Result<(), Trap> {
        self.big_endian = image.big_endian;
        let end = image.segments.iter().map(|s| s.end()).max().unwrap_or(0);
        self.heap_start = (end.saturating_add(0xfff) & !0xfff).max(0x1000);
        let memory = guest.memory();
        memory.heap_end = self.heap_start;
        memory.add_region(Region {
            // Empty, but there to be extended.
            first: self.heap_start,
            last: self.heap_start - 1,
            read: true,
            write: true,
        });
        memory.add_region(Region {
            first: STACK_FIRST,
            last: STACK_TOP - 1,
            read: true,
            write: true,
        });
        let sp = self.push_arguments(guest, image, args)?;
        guest.set_reg(self.abi.sp, sp);
        // A program must end by a call. Where the text begins at address 0, returning instead would
        // begin it again without end.
        if image.segment_at(0).is_some_and(|s| s.access.execute) {
            guest.set_reg(self.abi.ra, NOWHERE);
        }
        Ok(())
    }

    fn call(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        match Call::find(self.abi.calls, guest.reg(self.abi.table.number)) {
            Some(call) => (call.run)(self, guest),
            None => Ok(self.result(guest, self.abi.enosys)),
        }
    }

    fn answer(&mut self, guest: &mut dyn Guest, answer: Answer) -> Result<Action, CallFault> {
        let value = match (
            std::mem::replace(&mut self.pending, Pending::Nothing),
            answer,
        ) {
            (Pending::Read { buffer }, Answer::Bytes(bytes)) => {
                let error = self.fill(guest, buffer, &bytes)?;
                error.unwrap_or(bytes.len() as i32)
            }
            (Pending::Scatter { pieces }, Answer::Bytes(bytes)) => {
                self.scatter(guest, &pieces, &bytes)?
            }
            (Pending::Read { .. } | Pending::Scatter { .. }, Answer::End) => 0,
            (Pending::Seek { result: None }, Answer::Number(place)) => place,
            (
                Pending::Seek {
                    result: Some(address),
                },
                Answer::Number(place),
            ) => {
                let mut record = Record::new(8, self.big_endian);
                record.put::<8>(0, place as u64);
                return Ok(self.give_record(guest, address, &record));
            }
            (Pending::Stat(call), answer) => return Ok(self.answer_stat(guest, call, answer)),
            (Pending::Time { layout, address }, answer) => {
                return Ok(self.answer_time(guest, layout, address, &answer));
            }
            (Pending::Slept, _) => 0,
            (Pending::Written { count }, Answer::Done) => count as i32,
            (Pending::Opened, Answer::Number(file)) => file,
            (Pending::Opened, _) => ENOENT,
            (Pending::Closed, Answer::Done) => 0,
            (Pending::Nothing, _) => return Ok(Action::Continue),
            _ => EBADF,
        };
        Ok(self.result(guest, value))
    }

    fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    fn ends_at(&self, _guest: &mut dyn Guest, _pc: u32) -> Option<i32> {
        None
    }

    fn ignores_breakpoints(&self) -> bool {
        false
    }

    fn places(&self, guest: &mut dyn Guest) -> Vec<MemoryPlace> {
        let heap_end = guest.memory().heap_end;
        vec![
            MemoryPlace {
                name: "heap",
                first: self.heap_start,
                end: heap_end,
            },
            MemoryPlace {
                name: "stack",
                first: STACK_FIRST,
                end: STACK_TOP,
            },
        ]
    }

    fn fork(&self) -> Box<dyn Environment> {
        Box::new(self.clone())
    }
}
