//! The environment of Linux programs: call number in `a7`, arguments from `a0`, result in `a0`,
//! errors as negative numbers.

use super::{Action, Answer, CallFault, Environment, Guest, MemoryPlace, OpenMode, Request};
use crate::image::Image;
use crate::isa::Reg;
use crate::memory::Region;
use crate::trap::Trap;

const RA: Reg = Reg(1);
const SP: Reg = Reg(2);
const A0: Reg = Reg(10);
const A1: Reg = Reg(11);
const A2: Reg = Reg(12);
const A7: Reg = Reg(17);

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
const ENOSYS: i32 = -38;
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
    heap_start: u32,
    pending: Pending,
    /// State of the generator behind `getrandom`.
    random: u64,
}

impl Default for Linux {
    fn default() -> Self {
        Linux::with_seed(0)
    }
}

impl Linux {
    /// Whether Linux programs make the call `number` here.
    pub fn knows(number: u32) -> bool {
        matches!(number, 56 | 57 | 63 | 64 | 93 | 94 | 214 | 278)
    }

    /// An environment whose random numbers begin with `seed`.
    pub fn with_seed(seed: u64) -> Self {
        Linux {
            heap_start: 0,
            pending: Pending::Nothing,
            random: seed,
        }
    }

    /// Fills a buffer with random bytes, the same ones for the same seed.
    fn getrandom(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (buffer, count) = (guest.reg(A0), guest.reg(A1).min(TRANSFER_LIMIT));
        let bytes: Vec<u8> = (0..count).map(|_| self.random_byte()).collect();
        match guest.memory().write_guest(buffer, &bytes) {
            Ok(()) => Ok(result(guest, count as i32)),
            Err(Trap::MemoryLimit { address }) => Err(Trap::MemoryLimit { address }.into()),
            Err(_) => Ok(result(guest, EFAULT)),
        }
    }

    /// The next output of the SplitMix64 generator, cut to a byte.
    fn random_byte(&mut self) -> u8 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u8
    }

    fn ask(&mut self, pending: Pending, request: Request) -> Action {
        self.pending = pending;
        Action::Ask(request)
    }

    fn write(&mut self, guest: &mut dyn Guest) -> Action {
        let (file, buffer) = (guest.reg(A0), guest.reg(A1));
        let count = guest.reg(A2).min(TRANSFER_LIMIT);
        let Ok(bytes) = guest.memory().read_host(buffer, count) else {
            return result(guest, EFAULT);
        };
        let request = match file {
            1 | 2 => Request::Print {
                stream: file as u8,
                bytes,
            },
            _ => Request::Write { file, bytes },
        };
        self.ask(Pending::Written { count }, request)
    }

    fn open(&mut self, guest: &mut dyn Guest) -> Action {
        let (address, flags) = (guest.reg(A1), guest.reg(A2));
        let Ok(path) = guest.memory().read_string(address, STRING_LIMIT) else {
            return result(guest, EFAULT);
        };
        let access = flags & 3;
        let mode = OpenMode {
            read: access != 1,
            write: access != 0,
            create: flags & 0o100 != 0,
            truncate: flags & 0o1000 != 0,
            append: flags & 0o2000 != 0,
        };
        self.ask(Pending::Opened, Request::Open { path, mode })
    }

    /// Moves the end of the heap, and answers with where it is now.
    fn brk(&mut self, guest: &mut dyn Guest) -> Action {
        let wanted = guest.reg(A0);
        if (self.heap_start..STACK_FIRST).contains(&wanted) {
            guest.memory().extend_region(self.heap_start, wanted - 1);
            guest.memory().heap_end = wanted;
        }
        let end = guest.memory().heap_end;
        result(guest, end as i32)
    }

    /// Puts the argument strings, their table and empty tables of environment and auxiliary
    /// values at the top of the stack.
    fn push_arguments(&self, guest: &mut dyn Guest, args: &[Vec<u8>]) -> Result<u32, Trap> {
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
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        guest.memory().write_host(sp, &bytes)?;
        Ok(sp)
    }
}

fn result(guest: &mut dyn Guest, value: i32) -> Action {
    guest.set_reg(A0, value as u32);
    Action::Continue
}

impl Environment for Linux {
    fn name(&self) -> &'static str {
        "linux"
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
        let sp = self.push_arguments(guest, args)?;
        guest.set_reg(SP, sp);
        // A program must end by a call. Where the text begins at address 0, returning instead would
        // begin it again without end.
        if image.segment_at(0).is_some_and(|s| s.access.execute) {
            guest.set_reg(RA, NOWHERE);
        }
        Ok(())
    }

    fn call(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (a0, a1, a2) = (guest.reg(A0), guest.reg(A1), guest.reg(A2));
        Ok(match guest.reg(A7) {
            56 => self.open(guest),
            57 => self.ask(Pending::Closed, Request::Close { file: a0 }),
            63 => {
                let count = a2.min(TRANSFER_LIMIT);
                self.ask(
                    Pending::Read { buffer: a1 },
                    Request::Read { file: a0, count },
                )
            }
            64 => self.write(guest),
            93 | 94 => Action::Exit(a0 as i32),
            214 => self.brk(guest),
            278 => return self.getrandom(guest),
            _ => result(guest, ENOSYS),
        })
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
        Ok(result(guest, value))
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
