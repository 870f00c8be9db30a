//! The environment of Linux programs. Where call numbers, arguments and results are is a matter of
//! the processor, so it is data: see [`LinuxAbi`].

mod calls;

pub use calls::{MIPS_TABLE, RISCV_TABLE};

use super::call::Call;
use super::{
    Action, Answer, CallFault, CallTable, Environment, Guest, MemoryPlace, OpenMode, Request,
    word_bytes,
};
use crate::image::Image;
use crate::isa::Reg;
use crate::memory::Region;
use crate::random::SplitMix64;
use crate::trap::Trap;

/// How programs for one processor talk to Linux.
#[derive(Debug)]
pub struct LinuxAbi {
    calls: &'static [Call<Linux>],
    table: &'static CallTable,
    args: [Reg; 3],
    result: Reg,
    /// The register that is 1 after an error and 0 otherwise. Without one, an error is a negative
    /// result.
    error: Option<Reg>,
    sp: Reg,
    ra: Reg,
    create: u32,
    truncate: u32,
    append: u32,
    /// The error of a call that does not exist.
    enosys: i32,
}

impl LinuxAbi {
    /// RISC-V: number in `a7`, arguments from `a0`, result in `a0`, errors negative.
    pub const RISCV: LinuxAbi = LinuxAbi {
        calls: calls::RISCV,
        table: &RISCV_TABLE,
        args: [Reg(10), Reg(11), Reg(12)],
        result: Reg(10),
        error: None,
        sp: Reg(2),
        ra: Reg(1),
        create: 0o100,
        truncate: 0o1000,
        append: 0o2000,
        enosys: -38,
    };

    /// MIPS with the o32 convention: number in `$v0`, arguments from `$a0`, result in `$v0`,
    /// `$a3` is 1 after an error.
    pub const MIPS_O32: LinuxAbi = LinuxAbi {
        calls: calls::MIPS,
        table: &MIPS_TABLE,
        args: [Reg(4), Reg(5), Reg(6)],
        result: Reg(2),
        error: Some(Reg(7)),
        sp: Reg(29),
        ra: Reg(31),
        create: 0x100,
        truncate: 0x200,
        append: 0x8,
        enosys: -89,
    };

    fn arg(&self, guest: &dyn Guest, index: usize) -> u32 {
        self.args.get(index).map_or(0, |reg| guest.reg(*reg))
    }

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

const EBADF: i32 = -9;
const EFAULT: i32 = -14;
const ENOENT: i32 = -2;

#[derive(Clone, Copy, Debug)]
enum Pending {
    Nothing,
    Read { buffer: u32 },
    Written { count: u32 },
    Opened,
    Closed,
}

/// The environment of Linux programs.
#[derive(Clone, Debug)]
pub struct Linux {
    abi: &'static LinuxAbi,
    heap_start: u32,
    pending: Pending,
    /// The generator behind `getrandom`.
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
            random: SplitMix64::new(seed),
        }
    }

    fn result(&self, guest: &mut dyn Guest, value: i32) -> Action {
        self.abi.give(guest, value)
    }

    /// Fills a buffer with random bytes, the same ones for the same seed.
    fn getrandom(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (buffer, count) = (self.abi.arg(guest, 0), self.abi.arg(guest, 1));
        let count = count.min(TRANSFER_LIMIT);
        let bytes: Vec<u8> = (0..count).map(|_| self.random.draw() as u8).collect();
        match guest.memory().write_guest(buffer, &bytes) {
            Ok(()) => Ok(self.result(guest, count as i32)),
            Err(Trap::MemoryLimit { address }) => Err(Trap::MemoryLimit { address }.into()),
            Err(_) => Ok(self.result(guest, EFAULT)),
        }
    }

    fn ask(&mut self, pending: Pending, request: Request) -> Action {
        self.pending = pending;
        Action::Ask(request)
    }

    fn write(&mut self, guest: &mut dyn Guest) -> Action {
        let (file, buffer) = (self.abi.arg(guest, 0), self.abi.arg(guest, 1));
        let count = self.abi.arg(guest, 2).min(TRANSFER_LIMIT);
        let Ok(bytes) = guest.memory().read_host(buffer, count) else {
            return self.result(guest, EFAULT);
        };
        self.ask(Pending::Written { count }, Request::write_to(file, bytes))
    }

    /// Opens the file whose path and flags are in the arguments from `first` on.
    fn open(&mut self, guest: &mut dyn Guest, first: usize) -> Action {
        let (address, flags) = (self.abi.arg(guest, first), self.abi.arg(guest, first + 1));
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
        let wanted = self.abi.arg(guest, 0);
        if (self.heap_start..STACK_FIRST).contains(&wanted) {
            guest.memory().extend_region(self.heap_start, wanted - 1);
            guest.memory().heap_end = wanted;
        }
        let end = guest.memory().heap_end;
        self.result(guest, end as i32)
    }

    /// Puts the argument strings, their table and empty tables of environment and auxiliary
    /// values at the top of the stack.
    fn push_arguments(
        &self,
        guest: &mut dyn Guest,
        args: &[Vec<u8>],
        big_endian: bool,
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
        words.extend([0, 0, 0, 0]);
        let sp = at.saturating_sub(4 * words.len() as u32) & !15;
        let bytes: Vec<u8> = words
            .iter()
            .flat_map(|word| word_bytes(*word, big_endian))
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
        let sp = self.push_arguments(guest, args, image.big_endian)?;
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
                match guest.memory().write_guest(buffer, &bytes) {
                    Ok(()) => bytes.len() as i32,
                    Err(Trap::MemoryLimit { address }) => {
                        return Err(Trap::MemoryLimit { address }.into());
                    }
                    Err(_) => EFAULT,
                }
            }
            (Pending::Read { .. }, Answer::End) => 0,
            (Pending::Written { count }, Answer::Done) => count as i32,
            (Pending::Opened, Answer::Number(file)) => file,
            (Pending::Opened, _) => ENOENT,
            (Pending::Closed, Answer::Done) => 0,
            (Pending::Nothing, _) => return Ok(Action::Continue),
            _ => EBADF,
        };
        Ok(self.result(guest, value))
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
