//! The environment of MARS, and that of RARS, which is MARS for RISC-V: each has its own table of
//! calls (`calls`, `rars_calls`), and a [`Wiring`] says which registers the calls use.
//!
//! `map` says where things lie in memory, `input` reads what the user types, `dialogs` asks where
//! MARS opens a window, `devices` are those in memory, and `timer` is a clock there.

mod calls;
mod devices;
mod dialogs;
mod input;
mod lab;
mod map;
mod rars_calls;
mod rows;
mod services;
mod terminal;
#[cfg(test)]
mod tests;
mod timer;
mod wiring;

pub use calls::TABLE;
pub use map::MarsMap;
pub use rars_calls::TABLE as RARS_TABLE;

use super::call::Call;
use super::java_random::JavaRandom;
use super::{
    Action, Answer, CallFault, CallTable, DeviceAccess, Environment, Guest, MemoryPlace, OpenMode,
    Request, STRING_LIMIT, word_bytes,
};
use crate::image::Image;
use crate::memory::Region;
use crate::screen::{DeviceSetup, Panel};
use crate::trap::Trap;
pub(super) use devices::Devices;
use dialogs::Dialog;
use input::Number;
use std::collections::BTreeMap;
use timer::Timer;
use wiring::Wiring;

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
    /// To another place in a file.
    Moved,
    Time,
    Key,
    /// The question is being shown.
    Shown(Dialog),
    /// The user is being asked.
    Asked(Dialog),
}

/// The environment of MARS or RARS.
#[derive(Clone, Debug)]
pub struct Mars {
    wiring: &'static Wiring,
    map: &'static MarsMap,
    seed: u64,
    /// What lies in memory, unless that is plain.
    devices: Option<Devices>,
    heap_start: u32,
    /// Where the runs of instructions end.
    text_ends: Vec<u32>,
    /// The program also ends where it jumps to an empty word among the instructions.
    ends_anywhere: bool,
    /// The program may run what it writes.
    /// Whether dialogs ask; otherwise they are faults.
    has_windows: bool,
    /// The clock in memory, if there is one.
    timer: Option<Timer>,
    runs_data: bool,
    /// A call has printed.
    has_printed: bool,
    pending: Pending,
    streams: BTreeMap<i32, JavaRandom>,
    /// Paths of open files.
    open: BTreeMap<u32, Vec<u8>>,
}

impl Mars {
    /// That of MARS; its random numbers begin with `seed`.
    pub fn new(map: &'static MarsMap, seed: u64) -> Self {
        Mars::with(&wiring::MARS, map, seed)
    }

    /// That of RARS.
    pub fn rars(map: &'static MarsMap, seed: u64) -> Self {
        Mars::with(&wiring::RARS, map, seed)
    }

    fn with(wiring: &'static Wiring, map: &'static MarsMap, seed: u64) -> Self {
        Mars {
            wiring,
            map,
            seed,
            devices: Some(Devices::new(map.devices, wiring)),
            ends_anywhere: false,
            has_windows: true,
            timer: wiring.timer_line.map(|line| Timer::new(map.devices, line)),
            runs_data: false,
            heap_start: map.heap,
            text_ends: Vec::new(),
            has_printed: false,
            pending: Pending::Nothing,
            streams: BTreeMap::new(),
            open: BTreeMap::new(),
        }
    }

    /// The same as on the command line of MARS: the words of keyboard and display are plain memory,
    /// there are no windows, and a program ends wherever in the text area there is no instruction.
    pub fn as_command_line(self) -> Self {
        Mars {
            devices: None,
            ends_anywhere: true,
            has_windows: false,
            timer: None,
            ..self
        }
    }

    /// The areas of instructions.
    fn text_areas(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let map = self.map;
        let kernel = (map.kernel_text, map.kernel_text_last);
        let kernel = self.wiring.has_kernel.then_some(kernel);
        std::iter::once((map.text, map.text_last)).chain(kernel)
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

    /// A call that answers with -1.
    fn fails(&self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        guest.set_reg(self.wiring.result, u32::MAX);
        Ok(Action::Continue)
    }

    fn sbrk(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let asked = guest.reg(self.wiring.a0);
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
        guest.set_reg(self.wiring.result, old);
        Ok(Action::Continue)
    }

    /// The stream of random numbers that `$a0` names.
    fn stream(&mut self, guest: &mut dyn Guest) -> &mut JavaRandom {
        let id = guest.reg(self.wiring.a0) as i32;
        let seed = (self.seed as i64).wrapping_add(id.into());
        self.make_room(id);
        self.streams
            .entry(id)
            .or_insert_with(|| JavaRandom::new(seed))
    }

    fn seed_stream(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (id, seed) = (
            guest.reg(self.wiring.a0) as i32,
            guest.reg(self.wiring.a1) as i32,
        );
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
        let bound = guest.reg(self.wiring.a1) as i32;
        let value = self.stream(guest).below(bound);
        guest.set_reg(
            self.wiring.a0,
            value.ok_or(CallFault::RandomBound { bound })? as u32,
        );
        Ok(Action::Continue)
    }

    fn open(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (address, flags) = (guest.reg(self.wiring.a0), guest.reg(self.wiring.a1));
        let path = guest.memory().read_string(address, PATH_LIMIT)?;
        let mode = match flags {
            0 => OpenMode::READ,
            1 => OpenMode::REPLACE,
            9 => OpenMode::APPEND,
            _ => return self.fails(guest),
        };
        let is_open = self.open.values().any(|open| *open == path);
        if is_open || self.open.len() >= OPEN_LIMIT || path.len() >= PATH_LIMIT {
            return self.fails(guest);
        }
        let request = Request::Open {
            path: path.clone(),
            mode,
        };
        self.ask(Pending::Opened { path }, request)
    }

    fn read(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (file, buffer, count) = (
            guest.reg(self.wiring.a0),
            guest.reg(self.wiring.a1),
            guest.reg(self.wiring.a2),
        );
        if (count as i32) < 0 {
            return self.fails(guest);
        }
        self.ask(Pending::Read { buffer }, Request::Read { file, count })
    }

    fn write(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let (file, buffer, count) = (
            guest.reg(self.wiring.a0),
            guest.reg(self.wiring.a1),
            guest.reg(self.wiring.a2),
        );
        if count as usize > STRING_LIMIT {
            return self.fails(guest);
        }
        let bytes = guest.memory().read_host(buffer, count)?;
        self.ask(Pending::Written { count }, Request::write_to(file, bytes))
    }

    fn close(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        let file = guest.reg(self.wiring.a0);
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

    /// What a device leads to.
    fn device(&mut self, request: Option<Request>) -> Result<Action, CallFault> {
        match request {
            None => Ok(Action::Continue),
            Some(Request::PollKey) => self.ask(Pending::Key, Request::PollKey),
            Some(request) => Ok(Action::Ask(request)),
        }
    }

    fn polled(&mut self, guest: &mut dyn Guest, answer: &Answer) -> Result<Action, CallFault> {
        if let Some(devices) = &mut self.devices {
            devices.polled(guest, answer)?;
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
        guest.set_reg(self.wiring.sp, sp);
        guest.set_reg(self.wiring.a0, args.len() as u32);
        guest.set_reg(self.wiring.a1, sp.wrapping_add(4));
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
        let kernel = (map.kernel_data, map.kernel_data_last);
        let plain = [
            (map.data_first, map.data_last),
            (map.stack_first, map.stack_top | 3),
            (map.devices, map.devices_last),
        ];
        let kernel = self.wiring.has_kernel.then_some(kernel);
        for (first, last) in plain.into_iter().chain(kernel) {
            guest.memory().add_region(Region {
                first,
                last,
                read: true,
                write: true,
            });
        }
    }
}

impl Environment for Mars {
    fn name(&self) -> &'static str {
        self.wiring.table.environment
    }

    fn has_printed(&self) -> bool {
        self.has_printed
    }

    fn calls(&self) -> CallTable {
        self.wiring.table
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
        if self.wiring.has_kernel {
            guest.set_exception_vector(self.map.handler);
        } else {
            guest.check_alignment(true);
            guest.allow_user_traps();
        }
        guest.set_reg(self.wiring.gp, self.map.gp);
        guest.set_reg(self.wiring.sp, self.map.sp);
        if let Some(devices) = &mut self.devices {
            let (first, last) = (self.map.devices, self.map.devices_last);
            guest.memory().add_devices(first, last);
            devices.start(guest, image.big_endian)?;
        }
        match args {
            [] | [_] => Ok(()),
            [_, args @ ..] => self.push_arguments(guest, args, image.big_endian),
        }
    }

    fn call(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        self.pending = Pending::Nothing;
        if let Some(devices) = &mut self.devices {
            devices.note_progress();
        }
        let number = guest.reg(self.wiring.table.number);
        match Call::find(self.wiring.calls, number) {
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
            (Pending::Number(kind), answer) => input::number(self.wiring, guest, kind, answer)?,
            (Pending::Text { buffer, room }, answer) => {
                input::text(self.wiring, guest, buffer, room, answer)?
            }
            (Pending::Character, answer) => input::character(self.wiring, guest, answer)?,
            (Pending::Opened { path }, Answer::Number(file)) => {
                self.open.insert(file as u32, path);
                guest.set_reg(self.wiring.result, file as u32);
            }
            (Pending::Read { buffer }, Answer::Bytes(bytes)) => {
                guest.memory().write_guest(buffer, &bytes)?;
                guest.set_reg(self.wiring.result, bytes.len() as u32);
            }
            (Pending::Read { .. }, Answer::End) => guest.set_reg(self.wiring.result, 0),
            (Pending::Written { count }, Answer::Done) => guest.set_reg(self.wiring.result, count),
            (Pending::Moved, Answer::Number(place)) => {
                guest.set_reg(self.wiring.result, place as u32);
            }
            (
                Pending::Opened { .. }
                | Pending::Read { .. }
                | Pending::Written { .. }
                | Pending::Moved,
                _,
            ) => {
                return self.fails(guest);
            }
            (Pending::Time, Answer::Milliseconds(time)) => {
                guest.set_reg(self.wiring.a0, time as u32);
                guest.set_reg(self.wiring.a1, (time >> 32) as u32);
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
        if let Some(timer) = &self.timer {
            timer.before(guest, access)?;
        }
        let request = match &mut self.devices {
            Some(devices) => devices.before(guest, access)?,
            None => None,
        };
        self.device(request)
    }

    fn after_access(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<Action, CallFault> {
        if let Some(timer) = &mut self.timer {
            timer.after(guest, access);
        }
        let request = match &mut self.devices {
            Some(devices) => devices.after(guest, access)?,
            None => None,
        };
        self.device(request)
    }

    fn next_tick(&self) -> Option<u64> {
        let devices = self.devices.as_ref().and_then(Devices::next_tick);
        let timer = self.timer.as_ref().and_then(Timer::next_tick);
        devices.into_iter().chain(timer).min()
    }

    fn tick(&mut self, guest: &mut dyn Guest) -> Result<Action, CallFault> {
        if let Some(timer) = &mut self.timer {
            timer.tick(guest);
        }
        let request = match &mut self.devices {
            Some(devices) => devices.tick(guest)?,
            None => None,
        };
        self.device(request)
    }

    fn allows_code_at(&mut self, guest: &mut dyn Guest, pc: u32) -> bool {
        let data = (self.map.data_first, self.map.data_last);
        let mut areas = self.text_areas().chain([data]);
        let inside = areas.any(|a| a.0 <= pc && pc <= a.1);
        let empty = guest.memory().peek_bytes(pc) == [0; 4];
        if !self.runs_data || !inside || empty || !pc.is_multiple_of(4) {
            return false;
        }
        // To the end of its page: a program that writes far more gets there again.
        guest.add_executable(pc, pc | 0xfff);
        true
    }

    fn ends_at(&self, _guest: &mut dyn Guest, pc: u32) -> Option<i32> {
        let inside = |(first, last)| first <= pc && pc <= last;
        let empty_word = pc.is_multiple_of(4) && self.text_areas().any(inside);
        let ends = self.text_ends.contains(&pc) || self.ends_anywhere && empty_word;
        ends.then_some(0)
    }

    fn ignores_breakpoints(&self) -> bool {
        !self.wiring.has_kernel
    }

    fn is_lenient(&self) -> bool {
        self.wiring.has_kernel
    }

    fn set_devices(&mut self, setup: &DeviceSetup) {
        match &mut self.devices {
            _ if setup.plain_memory => self.devices = None,
            Some(devices) => devices.set_delay(setup.display_delay),
            None => {}
        }
    }

    fn panels(&self) -> Vec<Panel> {
        self.devices.as_ref().map_or_else(Vec::new, Devices::panels)
    }

    fn places(&self, guest: &mut dyn Guest) -> Vec<MemoryPlace> {
        let map = self.map;
        let place = |name, first, last: u32| MemoryPlace {
            name,
            first,
            end: last.saturating_add(1),
        };
        let heap_end = guest.memory().heap_end;
        let heap = MemoryPlace {
            name: "heap",
            first: self.heap_start,
            end: heap_end,
        };
        let stack = place("stack", map.stack_first, map.stack_top | 3);
        let kernel = place("kernel data", map.kernel_data, map.kernel_data_last);
        let kernel = self.wiring.has_kernel.then_some(kernel);
        let devices = place("device memory", map.devices, map.devices_last);
        let places = [heap, stack].into_iter().chain(kernel);
        places.chain([devices]).collect()
    }

    fn fork(&self) -> Box<dyn Environment> {
        Box::new(self.clone())
    }
}
