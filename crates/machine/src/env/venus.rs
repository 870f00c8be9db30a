//! The environment of Venus: call number in `a0`, arguments from `a1`, result in `a0`.

mod boards;
mod calls;

pub use calls::TABLE;

use super::call::Call;
use super::venus_heap::{self, Allocator};
use super::{
    Action, Answer, CallFault, CallTable, Environment, Guest, LINUX_RISCV, MARS_CALLS, MemoryPlace,
    OpenMode, Remark, Request, STRING_LIMIT, printable,
};
use crate::image::Image;
use crate::isa::Reg;
use crate::memory::Region;
use crate::screen::{DeviceSetup, Panel};
use crate::trap::Trap;
use boards::Boards;

const RA: Reg = Reg(1);
const SP: Reg = Reg(2);
const GP: Reg = Reg(3);
const A0: Reg = Reg(10);
const A1: Reg = Reg(11);
const A2: Reg = Reg(12);
const A3: Reg = Reg(13);
const A4: Reg = Reg(14);
const A6: Reg = Reg(16);
const A7: Reg = Reg(17);

const STATIC_DATA: u32 = 0x1000_0000;
const HEAP: u32 = 0x1000_8000;
const STACK_TOP: u32 = 0x7fff_fff0;

/// Which call waits for the host.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Nothing,
    ReadInt,
    ReadString {
        buffer: u32,
        limit: u32,
    },
    ReadChar,
    Poll,
    Buttons,
    Read {
        buffer: u32,
    },
    Write {
        items: u32,
    },
    /// The answer is the result: a number, 0 when done, -1 when it failed.
    Plain,
    /// Then the program ends.
    Exit {
        code: i32,
    },
}

/// The environment of Venus.
#[derive(Clone, Debug)]
pub struct Venus {
    /// Leave all registers zero and pass no arguments.
    pub unset_registers: bool,
    /// Only an exit call ends the program.
    pub only_exit_call: bool,
    /// Any jump past the end of the text ends the program, not only one exactly to its end.
    pub lenient_end: bool,
    /// Faults on accesses between heap and stack.
    pub check_gap: bool,
    /// Has the boards of the extension for VS Code, which the command line of Venus does not have.
    pub has_boards: bool,
    heap_start: u32,
    text_end: u32,
    pending: Pending,
    allocator: Allocator,
    /// The rest of the line that the poll call hands out.
    polled: Option<std::collections::VecDeque<u8>>,
    remark: Option<Remark>,
    boards: Boards,
}

impl Default for Venus {
    fn default() -> Self {
        Venus {
            unset_registers: false,
            only_exit_call: false,
            lenient_end: false,
            check_gap: true,
            has_boards: true,
            heap_start: HEAP,
            text_end: 0,
            pending: Pending::Nothing,
            allocator: Allocator::default(),
            polled: None,
            remark: None,
            boards: Boards::default(),
        }
    }
}

impl Venus {
    fn print(&mut self, bytes: Vec<u8>) -> Result<Action, CallFault> {
        Ok(Action::Ask(Request::Print { stream: 1, bytes }))
    }

    fn ask(&mut self, pending: Pending, request: Request) -> Result<Action, CallFault> {
        self.pending = pending;
        Ok(Action::Ask(request))
    }

    fn sbrk(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let asked = guest.reg(A1);
        if asked as i32 >= 0 {
            let old = venus_heap::grow(guest, asked)?;
            guest.set_reg(A0, old);
        }
        Ok(Action::Continue)
    }

    fn atoi(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let address = guest.reg(A1);
        let text = guest.memory().read_string(address, STRING_LIMIT)?;
        self.allocator.work += text.len() as u64;
        let value = std::str::from_utf8(&text)
            .ok()
            .and_then(|t| t.parse::<i32>().ok());
        guest.set_reg(A0, value.unwrap_or(0) as u32);
        Ok(Action::Continue)
    }

    fn open(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (address, mode) = (guest.reg(A1), guest.reg(A2));
        let path = guest.memory().read_string(address, STRING_LIMIT)?;
        let mode = match mode {
            0 => OpenMode::READ,
            1 => OpenMode::REPLACE,
            2 => OpenMode::APPEND,
            3 => OpenMode {
                write: true,
                ..OpenMode::READ
            },
            4 => OpenMode {
                read: true,
                ..OpenMode::REPLACE
            },
            5 => OpenMode {
                read: true,
                ..OpenMode::APPEND
            },
            _ => {
                guest.set_reg(A0, u32::MAX);
                return Ok(Action::Continue);
            }
        };
        self.ask(Pending::Plain, Request::Open { path, mode })
    }

    fn write(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (file, buffer) = (guest.reg(A1), guest.reg(A2));
        let (items, size) = (guest.reg(A3), guest.reg(A4));
        let sane = |length: &u32| file > 2 && *length as usize <= STRING_LIMIT;
        let Some(length) = items.checked_mul(size).filter(sane) else {
            guest.set_reg(A0, u32::MAX);
            return Ok(Action::Continue);
        };
        let bytes = guest.memory().read_host(buffer, length)?;
        self.ask(Pending::Write { items }, Request::Write { file, bytes })
    }

    fn read_string_done(
        &mut self,
        guest: &mut dyn Guest,
        line: &[u8],
        buffer: u32,
        limit: u32,
    ) -> Result<(), CallFault> {
        if (limit as i32) < 0 {
            guest.set_reg(A0, 0);
            return Ok(());
        }
        let mut bytes = line[..line.len().min(limit as usize)].to_vec();
        bytes.push(0);
        guest.memory().write_guest(buffer, &bytes)?;
        guest.set_reg(A0, bytes.len() as u32);
        Ok(())
    }

    /// Hands out the next character of the polled line; at its end 0, and the next call asks for
    /// another line.
    fn poll(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let Some(line) = &mut self.polled else {
            return self.ask(Pending::Poll, Request::ReadLine);
        };
        match line.pop_front() {
            Some(byte) => {
                guest.set_reg(A0, 2);
                guest.set_reg(A1, byte.into());
            }
            None => {
                self.polled = None;
                guest.set_reg(A0, 0);
                guest.set_reg(A1, 0);
            }
        }
        Ok(Action::Continue)
    }

    fn unknown(&mut self, guest: &mut dyn Guest, number: u32) -> Result<Action, CallFault> {
        // Programs written for Linux or RARS, which has the numbers of MARS, have the number in a7.
        let a7 = guest.reg(A7);
        let same_in_rars = TABLE.knows(a7) && MARS_CALLS.knows(a7);
        let known = LINUX_RISCV.knows(a7) || same_in_rars;
        self.remark = Some(Remark::UnknownCall {
            number,
            meant: known.then_some(a7),
        });
        self.print(format!("Invalid ecall {}", number as i32).into_bytes())
    }

    fn clib(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (a, b) = (guest.reg(A1), guest.reg(A2));
        let result = match guest.reg(A6) {
            1 => self.allocator.malloc(guest, a)?,
            2 => self.allocator.calloc(guest, a, b)?,
            3 => self.allocator.realloc(guest, a, b)?,
            4 => {
                let message = self.allocator.free(guest, a)?;
                return Ok(match message {
                    None => Action::Continue,
                    Some(text) => Action::Ask(Request::Print {
                        stream: 2,
                        bytes: text.into_bytes(),
                    }),
                });
            }
            5 => self.allocator.active_blocks(guest),
            other => {
                return self.print(format!("Invalid clib ecall {}", other as i32).into_bytes());
            }
        };
        guest.set_reg(A0, result);
        Ok(Action::Continue)
    }

    /// Pushes the argument strings and their table onto the stack.
    fn push_arguments(&self, guest: &mut dyn Guest, args: &[Vec<u8>]) -> Result<u32, Trap> {
        let mut sp = STACK_TOP;
        let mut addresses = Vec::new();
        for arg in args {
            sp = sp.wrapping_sub(arg.len() as u32 + 1);
            let mut text = arg.clone();
            text.push(0);
            guest.memory().write_host(sp, &text)?;
            addresses.push(sp);
        }
        sp &= !3;
        for word in std::iter::once(0).chain(addresses.into_iter().rev()) {
            sp = sp.wrapping_sub(4);
            guest.memory().write_host(sp, &word.to_le_bytes())?;
        }
        Ok(sp)
    }
}

/// A UTF-16 unit as text.
fn character(unit: u32) -> Vec<u8> {
    char::from_u32(unit & 0xffff)
        .unwrap_or('?')
        .to_string()
        .into_bytes()
}

impl Environment for Venus {
    fn name(&self) -> &'static str {
        "venus"
    }

    fn calls(&self) -> CallTable {
        TABLE
    }

    fn start(
        &mut self,
        guest: &mut dyn Guest,
        image: &Image,
        args: &[Vec<u8>],
    ) -> Result<(), Trap> {
        // Everything may be read and written; only the gap between heap and stack is checked.
        guest.memory().add_region(Region {
            first: 0,
            last: u32::MAX,
            read: true,
            write: true,
        });
        let data_end = image
            .segments
            .iter()
            .filter(|s| !s.access.execute)
            .map(|s| s.end())
            .max()
            .unwrap_or(0);
        self.heap_start = HEAP.max(data_end);
        self.text_end = image.text_end();
        guest.memory().heap_end = self.heap_start;
        guest.check_gap(self.check_gap);
        if self.unset_registers {
            return Ok(());
        }
        let sp = self.push_arguments(guest, args)?;
        guest.set_reg(SP, sp);
        guest.set_reg(GP, STATIC_DATA);
        guest.set_reg(A0, args.len() as u32);
        guest.set_reg(A1, sp);
        if image.symbols.iter().any(|s| s.global && s.name == "main") {
            guest.set_reg(RA, self.text_end);
            self.only_exit_call = false;
        }
        Ok(())
    }

    fn call(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        self.pending = Pending::Nothing;
        let number = guest.reg(A0);
        let is_known = self.has_boards || !calls::BOARDS.contains(&number);
        match Call::find(calls::CALLS, number).filter(|_| is_known) {
            Some(call) => (call.run)(self, guest),
            None => self.unknown(guest, number),
        }
    }

    fn answer(&mut self, guest: &mut dyn Guest, answer: Answer) -> Result<Action, CallFault> {
        let pending = std::mem::replace(&mut self.pending, Pending::Nothing);
        match (pending, answer) {
            (Pending::Exit { code }, _) => return Ok(Action::Exit(code)),
            (Pending::ReadInt, Answer::Bytes(word)) => {
                let value = std::str::from_utf8(&word)
                    .ok()
                    .and_then(|t| t.parse::<i32>().ok());
                match value {
                    Some(value) => guest.set_reg(A0, value as u32),
                    None => {
                        let wanted = "an integer";
                        return Err(CallFault::BadInput {
                            wanted,
                            found: word,
                        });
                    }
                }
            }
            (Pending::ReadInt, _) => {
                return Err(CallFault::EndOfInput {
                    wanted: "an integer",
                });
            }
            (Pending::ReadString { buffer, limit }, Answer::Bytes(line)) => {
                self.read_string_done(guest, &line, buffer, limit)?;
            }
            (Pending::ReadString { .. }, _) => {
                return Err(CallFault::EndOfInput { wanted: "a line" });
            }
            (Pending::ReadChar, Answer::Bytes(bytes)) => {
                guest.set_reg(A0, bytes.first().map_or(0xffff, |&byte| byte.into()));
            }
            (Pending::ReadChar, _) => guest.set_reg(A0, 0xffff),
            (Pending::Poll, Answer::Bytes(line)) => {
                self.polled = Some(line.into());
                return self.poll(guest);
            }
            (Pending::Poll, _) => return Err(CallFault::EndOfInput { wanted: "a key" }),
            (Pending::Buttons, Answer::Bytes(key)) => {
                guest.set_reg(A0, self.boards.buttons(key.first().copied()));
            }
            (Pending::Buttons, _) if self.boards.waits_in_vain() => {
                return Err(CallFault::EndOfInput { wanted: "a button" });
            }
            (Pending::Buttons, _) => guest.set_reg(A0, 0),
            (Pending::Read { buffer }, Answer::Bytes(bytes)) if !bytes.is_empty() => {
                guest.memory().write_guest(buffer, &bytes)?;
                guest.set_reg(A0, bytes.len() as u32);
            }
            (Pending::Read { .. }, _) => guest.set_reg(A0, u32::MAX),
            (Pending::Write { items }, Answer::Done) => guest.set_reg(A0, items),
            (Pending::Write { .. }, _) => guest.set_reg(A0, u32::MAX),
            (Pending::Plain, Answer::Number(value)) => guest.set_reg(A0, value as u32),
            (Pending::Plain, Answer::Done) => guest.set_reg(A0, 0),
            (Pending::Plain, _) => guest.set_reg(A0, u32::MAX),
            (Pending::Nothing, _) => {}
        }
        Ok(Action::Continue)
    }

    fn ends_at(&self, guest: &mut dyn Guest, pc: u32) -> Option<i32> {
        let past_end =
            pc == self.text_end || (self.lenient_end && pc as i32 >= self.text_end as i32);
        (past_end && !self.only_exit_call).then(|| guest.reg(A0) as i32)
    }

    fn ignores_breakpoints(&self) -> bool {
        true
    }

    fn is_lenient(&self) -> bool {
        true
    }

    fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.allocator.work)
    }

    fn take_remark(&mut self) -> Option<Remark> {
        self.remark.take()
    }

    fn set_devices(&mut self, setup: &DeviceSetup) {
        self.boards.set_size(setup.led_matrix);
    }

    fn panels(&self) -> Vec<Panel> {
        self.boards.panels()
    }

    fn places(&self, guest: &mut dyn Guest) -> Vec<MemoryPlace> {
        let sp = guest.reg(SP);
        let heap_end = guest.memory().heap_end;
        let mut places = vec![MemoryPlace {
            name: "heap",
            first: self.heap_start,
            end: heap_end,
        }];
        if (heap_end..STACK_TOP).contains(&sp) {
            places.push(MemoryPlace {
                name: "stack",
                first: sp,
                end: STACK_TOP,
            });
        }
        places
    }

    fn fork(&self) -> Box<dyn Environment> {
        Box::new(self.clone())
    }
}
