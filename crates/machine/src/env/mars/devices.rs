//! The devices in memory: keyboard and display (`terminal`), and the Digital Lab Sim (`lab`). Both
//! take keys from the same keyboard, whichever looks first.

use super::lab::Lab;
use super::terminal::Terminal;
use super::wiring::Wiring;
use crate::env::{Answer, CallFault, DeviceAccess, Guest, Request};
use crate::screen::Panel;
use crate::trap::Trap;

/// So many looks for a key after the end of input, with nothing else in between, are a program that
/// waits forever.
const VAIN_POLLS: u32 = 100_000;

/// Who looks for a key.
#[derive(Clone, Copy, Debug)]
enum Looking {
    Keyboard,
    Keypad,
}

/// All devices.
#[derive(Clone, Debug)]
pub(in crate::env) struct Devices {
    terminal: Terminal,
    /// `None`: there is no lab.
    lab: Option<Lab>,
    looking: Looking,
    input_ended: bool,
    vain_polls: u32,
}

impl Devices {
    /// Devices at the addresses from `base` on.
    pub(super) fn new(base: u32, wiring: &Wiring) -> Self {
        Devices {
            terminal: Terminal::new(base, wiring.lines),
            lab: Some(Lab::new(base, wiring.lab_lines)),
            looking: Looking::Keyboard,
            input_ended: false,
            vain_polls: 0,
        }
    }

    /// A keyboard and a display alone.
    pub(in crate::env) fn without_lab(base: u32, lines: [u32; 2]) -> Self {
        Devices {
            terminal: Terminal::new(base, lines),
            lab: None,
            looking: Looking::Keyboard,
            input_ended: false,
            vain_polls: 0,
        }
    }

    /// Makes the display busy for so many instructions with each character.
    pub(in crate::env) fn set_delay(&mut self, delay: u64) {
        self.terminal.delay = delay;
    }

    /// Puts the first values into memory.
    pub(in crate::env) fn start(
        &mut self,
        guest: &mut dyn Guest,
        big_endian: bool,
    ) -> Result<(), Trap> {
        self.terminal.start(guest, big_endian)
    }

    /// Forgets vain looks for a key: the program did something else.
    pub(in crate::env) fn note_progress(&mut self) {
        self.vain_polls = 0;
    }

    /// What has to be asked before the access.
    pub(in crate::env) fn before(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<Option<Request>, CallFault> {
        match self.terminal.before(guest, access)? {
            true => self.look_for_key(Looking::Keyboard),
            false => Ok(None),
        }
    }

    fn look_for_key(&mut self, looking: Looking) -> Result<Option<Request>, CallFault> {
        self.looking = looking;
        if !self.input_ended {
            return Ok(Some(Request::PollKey));
        }
        self.vain_polls += 1;
        match self.vain_polls > VAIN_POLLS {
            true => Err(CallFault::EndOfInput { wanted: "a key" }),
            false => Ok(None),
        }
    }

    /// What follows from the access.
    pub(in crate::env) fn after(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<Option<Request>, CallFault> {
        let looks = match &mut self.lab {
            Some(lab) => lab.after(guest, access)?,
            None => false,
        };
        let request = self.terminal.after(guest, access)?;
        if request.is_some() {
            self.note_progress();
        }
        match looks {
            true => self.look_for_key(Looking::Keypad),
            false => Ok(request),
        }
    }

    /// Takes what the host says about the keyboard; no key at all: there are no more.
    pub(in crate::env) fn polled(
        &mut self,
        guest: &mut dyn Guest,
        answer: &Answer,
    ) -> Result<(), Trap> {
        let Answer::Bytes(keys) = answer else {
            self.input_ended = true;
            return Ok(());
        };
        let key = keys.first().copied();
        if key.is_some() {
            self.note_progress();
        }
        match (self.looking, key, &mut self.lab) {
            (Looking::Keyboard, key, _) => self.terminal.polled(guest, key),
            (Looking::Keypad, Some(key), Some(lab)) => lab.press(guest, key),
            (Looking::Keypad, ..) => Ok(()),
        }
    }

    /// The step at which something may happen without the program's doing.
    pub(in crate::env) fn next_tick(&self) -> Option<u64> {
        let terminal = self.terminal.next_tick(self.input_ended);
        let lab = self.lab.as_ref();
        let lab = lab.and_then(|lab| lab.next_tick(self.input_ended));
        terminal.into_iter().chain(lab).min()
    }

    /// Lets time pass; what has to be asked now.
    pub(in crate::env) fn tick(
        &mut self,
        guest: &mut dyn Guest,
    ) -> Result<Option<Request>, CallFault> {
        if self.terminal.tick(guest, self.input_ended)? {
            self.looking = Looking::Keyboard;
            return Ok(Some(Request::PollKey));
        }
        let is_looking = match &mut self.lab {
            Some(lab) => lab.tick(guest, self.input_ended)?,
            None => false,
        };
        if is_looking {
            self.looking = Looking::Keypad;
        }
        Ok(is_looking.then_some(Request::PollKey))
    }

    /// What they show.
    pub(in crate::env) fn panels(&self) -> Vec<Panel> {
        let panel = self.lab.as_ref().and_then(Lab::panel);
        panel.into_iter().collect()
    }
}
