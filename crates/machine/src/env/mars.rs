//! The environment of MARS: call number in `$v0`, arguments in `$a0` to `$a3` and `$f12`, results
//! in `$v0`, `$a0` or `$f0`.
//!
//! `map` says where things lie in memory, `input` reads what the user types, `dialogs` asks where
//! MARS opens a window, and `terminal` is the keyboard and display in memory.

mod calls;
mod dialogs;
mod input;
mod map;
mod terminal;
#[cfg(test)]
mod tests;

pub use calls::TABLE;
pub use map::MarsMap;

use super::call::Call;
use super::java_random::JavaRandom;
use super::java_text::{double_text, float_text};
use super::{
    Action, Answer, CallFault, CallTable, DeviceAccess, Environment, Guest, MemoryPlace, OpenMode,
    Request, STRING_LIMIT, printable, printable_byte, word_bytes,
};
use crate::image::Image;
use crate::isa::Reg;
use crate::memory::Region;
use crate::trap::Trap;
use dialogs::Dialog;
use input::Number;
use std::collections::BTreeMap;
use terminal::Terminal;

const V0: Reg = Reg(2);
const A0: Reg = Reg(4);
const A1: Reg = Reg(5);
const A2: Reg = Reg(6);
const A3: Reg = Reg(7);
const GP: Reg = Reg(28);
const SP: Reg = Reg(29);
const F0: Reg = Reg(32);
const F1: Reg = Reg(33);
const F12: Reg = Reg(44);
const F13: Reg = Reg(45);

/// The most files that are open at once, the standard streams not counted.
const OPEN_LIMIT: usize = 29;
/// The longest path.
const PATH_LIMIT: usize = 4096;
/// The most streams of random numbers that are kept.
const STREAM_LIMIT: usize = 1 << 16;
/// How long a note sounds if the program does not say.
const NOTE_MILLISECONDS: i32 = 1000;

/// What waits for the host.
#[derive(Clone, Debug)]
enum Pending {
    Nothing,
    Number(Number),
    Text {
        buffer: u32,
        room: u32,
    },
    Character,
    Opened {
        path: Vec<u8>,
    },
    Read {
        buffer: u32,
    },
    Written {
        count: u32,
    },
    Time,
    Key,
    /// The question is being shown.
    Shown(Dialog),
    /// The user is being asked.
    Asked(Dialog),
}

/// The environment of MARS.
#[derive(Clone, Debug)]
pub struct Mars {
    map: &'static MarsMap,
    seed: u64,
    /// Keyboard and display, unless their words are plain memory.
    terminal: Option<Terminal>,
    heap_start: u32,
    /// Where the runs of instructions end.
    text_ends: Vec<u32>,
    /// The program also ends where it jumps to an empty word among the instructions.
    ends_anywhere: bool,
    /// The program may run what it writes.
    runs_data: bool,
    pending: Pending,
    streams: BTreeMap<i32, JavaRandom>,
    /// Paths of open files.
    open: BTreeMap<u32, Vec<u8>>,
}

impl Mars {
    /// An environment whose random numbers begin with `seed`.
    pub fn new(map: &'static MarsMap, seed: u64) -> Self {
        Mars {
            map,
            seed,
            terminal: Some(Terminal::new(map.devices)),
            ends_anywhere: false,
            runs_data: false,
            heap_start: map.heap,
            text_ends: Vec::new(),
            pending: Pending::Nothing,
            streams: BTreeMap::new(),
            open: BTreeMap::new(),
        }
    }

    /// The same as on the command line of MARS: the words of keyboard and display are plain memory,
    /// and a program ends wherever in the text area there is no instruction.
    pub fn as_command_line(self) -> Self {
        Mars {
            terminal: None,
            ends_anywhere: true,
            ..self
        }
    }

    /// The areas of instructions.
    fn text_areas(&self) -> [(u32, u32); 2] {
        let map = self.map;
        [
            (map.text, map.text_last),
            (map.kernel_text, map.kernel_text_last),
        ]
    }

    fn print(&mut self, bytes: impl Into<Vec<u8>>) -> Result<Action, CallFault> {
        Ok(Action::Ask(Request::Print {
            stream: 1,
            bytes: bytes.into(),
        }))
    }

    fn ask(&mut self, pending: Pending, request: Request) -> Result<Action, CallFault> {
        self.pending = pending;
        Ok(Action::Ask(request))
    }

    fn sbrk(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let asked = guest.reg(A0);
        if (asked as i32) < 0 {
            return Err(CallFault::NegativeHeap {
                asked: asked as i32,
            });
        }
        let old = guest.memory().heap_end;
        let room = (self.map.data_last + 1).saturating_sub(old);
        if asked > room {
            return Err(CallFault::HeapLimit { asked, room });
        }
        guest.memory().heap_end = (old + asked).next_multiple_of(4);
        guest.set_reg(V0, old);
        Ok(Action::Continue)
    }

    /// The stream of random numbers that `$a0` names.
    fn stream(&mut self, guest: &mut dyn Guest) -> &mut JavaRandom {
        let id = guest.reg(A0) as i32;
        let seed = (self.seed as i64).wrapping_add(id.into());
        self.make_room(id);
        self.streams
            .entry(id)
            .or_insert_with(|| JavaRandom::new(seed))
    }

    fn seed_stream(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (id, seed) = (guest.reg(A0) as i32, guest.reg(A1) as i32);
        self.make_room(id);
        self.streams.insert(id, JavaRandom::new(seed.into()));
        Ok(Action::Continue)
    }

    fn make_room(&mut self, id: i32) {
        if self.streams.len() >= STREAM_LIMIT && !self.streams.contains_key(&id) {
            self.streams.pop_first();
        }
    }

    fn random_below(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let bound = guest.reg(A1) as i32;
        let value = self.stream(guest).below(bound);
        guest.set_reg(A0, value.ok_or(CallFault::RandomBound { bound })? as u32);
        Ok(Action::Continue)
    }

    fn open(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (address, flags) = (guest.reg(A0), guest.reg(A1));
        let path = guest.memory().read_string(address, PATH_LIMIT)?;
        let mode = match flags {
            0 => OpenMode::READ,
            1 => OpenMode::REPLACE,
            9 => OpenMode::APPEND,
            _ => return fails(guest),
        };
        let is_open = self.open.values().any(|open| *open == path);
        if is_open || self.open.len() >= OPEN_LIMIT || path.len() >= PATH_LIMIT {
            return fails(guest);
        }
        let request = Request::Open {
            path: path.clone(),
            mode,
        };
        self.ask(Pending::Opened { path }, request)
    }

    fn read(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (file, buffer, count) = (guest.reg(A0), guest.reg(A1), guest.reg(A2));
        if (count as i32) < 0 {
            return fails(guest);
        }
        self.ask(Pending::Read { buffer }, Request::Read { file, count })
    }

    fn write(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (file, buffer, count) = (guest.reg(A0), guest.reg(A1), guest.reg(A2));
        if count as usize > STRING_LIMIT {
            return fails(guest);
        }
        let bytes = guest.memory().read_host(buffer, count)?;
        self.ask(Pending::Written { count }, Request::write_to(file, bytes))
    }

    fn close(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let file = guest.reg(A0);
        match self.open.remove(&file) {
            Some(_) => Ok(Action::Ask(Request::Close { file })),
            None => Ok(Action::Continue),
        }
    }

    fn sleep(&mut self, milliseconds: i32) -> Result<Action, CallFault> {
        Ok(Action::Ask(Request::Sleep {
            milliseconds: milliseconds.max(0).unsigned_abs(),
        }))
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
            match answer {
                Answer::Bytes(key) => terminal.polled(guest, key.first().copied())?,
                _ => terminal.input_ended(),
            }
        }
        Ok(Action::Continue)
    }

    /// Puts the arguments where MARS puts them: the strings down from the top of the stack, then
    /// below the stack pointer a zero, their addresses and their number.
    fn push_arguments(
        &self,
        guest: &mut dyn Guest,
        args: &[Vec<u8>],
        big_endian: bool,
    ) -> Result<(), Trap> {
        let mut at = self.map.stack_top.wrapping_add(1);
        let mut words = vec![args.len() as u32];
        for arg in args {
            let text = [arg.as_slice(), &[0]].concat();
            at = at.wrapping_sub(text.len() as u32);
            guest.memory().write_host(at, &text)?;
            words.push(at);
        }
        words.push(0);
        let end = if at <= self.map.sp {
            at.wrapping_sub(1) & !3
        } else {
            self.map.sp.wrapping_add(4)
        };
        let sp = end.wrapping_sub(4 * words.len() as u32);
        let bytes: Vec<u8> = words
            .iter()
            .flat_map(|word| word_bytes(*word, big_endian))
            .collect();
        guest.memory().write_host(sp, &bytes)?;
        guest.set_reg(SP, sp);
        guest.set_reg(A0, args.len() as u32);
        guest.set_reg(A1, sp.wrapping_add(4));
        Ok(())
    }

    /// Allows the program to use the memory of the map; its instructions come with the image.
    fn add_regions(&self, guest: &mut dyn Guest) {
        let map = self.map;
        for (first, last) in self.text_areas() {
            guest.memory().add_region(Region {
                first,
                last,
                read: self.runs_data,
                write: self.runs_data,
            });
        }
        for (first, last) in [
            (map.data_first, map.data_last),
            (map.stack_first, map.stack_top | 3),
            (map.kernel_data, map.kernel_data_last),
            (map.devices, map.devices_last),
        ] {
            guest.memory().add_region(Region {
                first,
                last,
                read: true,
                write: true,
            });
        }
    }
}

/// A call that answers with -1.
fn fails(guest: &mut dyn Guest) -> Result<Action, CallFault> {
    guest.set_reg(V0, u32::MAX);
    Ok(Action::Continue)
}

/// The single-precision number in a register.
fn float(guest: &dyn Guest, reg: Reg) -> f32 {
    f32::from_bits(guest.reg(reg))
}

/// The double-precision number in a register and the one after it.
fn double(guest: &dyn Guest, reg: Reg) -> f64 {
    let (low, high) = (guest.reg(reg), guest.reg(Reg(reg.0 + 1)));
    f64::from_bits(u64::from(high) << 32 | u64::from(low))
}

fn set_double(guest: &mut dyn Guest, reg: Reg, value: f64) {
    let bits = value.to_bits();
    guest.set_reg(reg, bits as u32);
    guest.set_reg(Reg(reg.0 + 1), (bits >> 32) as u32);
}

impl Environment for Mars {
    fn name(&self) -> &'static str {
        "mars"
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
        let (code, data): (Vec<_>, Vec<_>) = image.segments.iter().partition(|s| s.access.execute);
        self.runs_data = code.iter().any(|segment| segment.access.write);
        self.add_regions(guest);
        self.text_ends = code.iter().map(|segment| segment.end()).collect();
        if code.is_empty() {
            // A program without instructions ends where it starts.
            self.text_ends.push(image.entry);
        }
        let used = data.iter().map(|segment| segment.end());
        let used = used.filter(|end| (self.map.heap..=self.map.data_last).contains(end));
        self.heap_start = used.fold(self.map.heap, u32::max).next_multiple_of(4);
        guest.memory().heap_end = self.heap_start;
        guest.set_exception_vector(self.map.handler);
        guest.set_reg(GP, self.map.gp);
        guest.set_reg(SP, self.map.sp);
        if let Some(terminal) = &mut self.terminal {
            let (first, last) = (self.map.devices, self.map.devices_last);
            guest.memory().add_devices(first, last);
            terminal.start(guest, image.big_endian)?;
        }
        match args {
            [] | [_] => Ok(()),
            [_, args @ ..] => self.push_arguments(guest, args, image.big_endian),
        }
    }

    fn call(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        self.pending = Pending::Nothing;
        if let Some(terminal) = &mut self.terminal {
            terminal.note_progress();
        }
        let number = guest.reg(V0);
        match Call::find(calls::CALLS, number) {
            Some(call) => (call.run)(self, guest),
            None => Err(CallFault::UnknownService { number }),
        }
    }

    fn answer(&mut self, guest: &mut dyn Guest, answer: Answer) -> Result<Action, CallFault> {
        match (
            std::mem::replace(&mut self.pending, Pending::Nothing),
            answer,
        ) {
            (Pending::Nothing, _) => {}
            (Pending::Number(kind), answer) => input::number(guest, kind, answer)?,
            (Pending::Text { buffer, room }, answer) => input::text(guest, buffer, room, answer)?,
            (Pending::Character, answer) => input::character(guest, answer)?,
            (Pending::Opened { path }, Answer::Number(file)) => {
                self.open.insert(file as u32, path);
                guest.set_reg(V0, file as u32);
            }
            (Pending::Read { buffer }, Answer::Bytes(bytes)) => {
                guest.memory().write_guest(buffer, &bytes)?;
                guest.set_reg(V0, bytes.len() as u32);
            }
            (Pending::Read { .. }, Answer::End) => guest.set_reg(V0, 0),
            (Pending::Written { count }, Answer::Done) => guest.set_reg(V0, count),
            (Pending::Opened { .. } | Pending::Read { .. } | Pending::Written { .. }, _) => {
                return fails(guest);
            }
            (Pending::Time, Answer::Milliseconds(time)) => {
                guest.set_reg(A0, time as u32);
                guest.set_reg(A1, (time >> 32) as u32);
            }
            (Pending::Time, _) => {}
            (Pending::Key, answer) => return self.polled(guest, &answer),
            (Pending::Shown(dialog), _) => {
                return self.ask(Pending::Asked(dialog), Request::ReadLine);
            }
            (Pending::Asked(dialog), answer) => return self.replied(guest, dialog, answer),
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
        self.terminal.as_ref().and_then(Terminal::next_tick)
    }

    fn tick(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let request = match &mut self.terminal {
            Some(terminal) => terminal.tick(guest)?,
            None => None,
        };
        self.device(request)
    }

    fn allows_code_at(&mut self, guest: &mut dyn Guest, pc: u32) -> bool {
        let data = (self.map.data_first, self.map.data_last);
        let [text, kernel] = self.text_areas();
        let inside = [text, kernel, data].iter().any(|a| a.0 <= pc && pc <= a.1);
        let empty = guest.memory().peek_bytes(pc) == [0; 4];
        if !self.runs_data || !inside || empty || !pc.is_multiple_of(4) {
            return false;
        }
        // To the end of its page: a program that writes far more gets there again.
        guest.add_executable(pc, pc | 0xfff);
        true
    }

    fn ends_at(&self, _guest: &mut dyn Guest, pc: u32) -> Option<i32> {
        let inside = |&(first, last): &(u32, u32)| first <= pc && pc <= last;
        let empty_word = pc.is_multiple_of(4) && self.text_areas().iter().any(inside);
        let ends = self.text_ends.contains(&pc) || self.ends_anywhere && empty_word;
        ends.then_some(0)
    }

    fn ignores_breakpoints(&self) -> bool {
        false
    }

    fn is_lenient(&self) -> bool {
        true
    }

    fn places(&self, guest: &mut dyn Guest) -> Vec<MemoryPlace> {
        let map = self.map;
        let place = |name, first, last: u32| MemoryPlace {
            name,
            first,
            end: last.saturating_add(1),
        };
        let heap_end = guest.memory().heap_end;
        vec![
            MemoryPlace {
                name: "heap",
                first: self.heap_start,
                end: heap_end,
            },
            place("stack", map.stack_first, map.stack_top | 3),
            place("kernel data", map.kernel_data, map.kernel_data_last),
            place("device memory", map.devices, map.devices_last),
        ]
    }

    fn fork(&self) -> Box<dyn Environment> {
        Box::new(self.clone())
    }
}
