//! The keyboard and the display that programs reach through four words of memory.
//!
//! ```text
//! base + 0   receiver control      bit 0: a key is there   bit 1: interrupt when one comes
//! base + 4   receiver data         the key; reading it clears the bit
//! base + 8   transmitter control   bit 0: ready            bit 1: interrupt when ready again
//! base + 12  transmitter data      a store prints
//! ```
//!
//! The words are plain memory, kept up to date before and after each access. Everything happens
//! at steps that depend on the program alone, so that a repeated run sees the same.

use crate::env::{CallFault, DeviceAccess, Guest, Request, printable_byte, word_bytes};
use crate::screen::DeviceSetup;
use crate::trap::Trap;

const RECEIVER_CONTROL: u32 = 0;
const RECEIVER_DATA: u32 = 4;
const TRANSMITTER_CONTROL: u32 = 8;
const TRANSMITTER_DATA: u32 = 12;

const READY: u32 = 1;
const INTERRUPT: u32 = 2;

/// Characters that the display obeys instead of showing them.
const MOVE_CURSOR: u8 = 7;
const CLEAR_SCREEN: u8 = 12;

/// Instructions between two looks at the keyboard when it interrupts and no key came.
pub(super) const IDLE_POLL: u64 = 16_384;
/// Instructions between taking a key and looking for the next.
pub(super) const NEXT_KEY: u64 = 64;
/// Instructions before an interrupt that the program does not accept is offered again.
pub(super) const OFFER_AGAIN: u64 = 256;

/// Keyboard and display.
#[derive(Clone, Debug)]
pub(super) struct Terminal {
    base: u32,
    /// The interrupts of keyboard and display.
    lines: [u32; 2],
    big_endian: bool,
    keyboard: Port,
    display: Port,
    /// When the keyboard is looked at next, if it interrupts.
    poll_at: u64,
    /// When the display is ready again, if it is not.
    ready_at: u64,
    /// When interrupts that wait are offered.
    offer_at: u64,
    /// How many instructions the display is busy with one character.
    pub(super) delay: u64,
}

/// One of the two devices.
#[derive(Clone, Copy, Debug, Default)]
struct Port {
    ready: bool,
    /// The program wants interrupts.
    interrupts: bool,
    /// An interrupt waits for the program to accept it.
    waiting: bool,
}

impl Port {
    fn control(self) -> u32 {
        let ready = if self.ready { READY } else { 0 };
        let interrupts = if self.interrupts { INTERRUPT } else { 0 };
        ready | interrupts
    }

    fn becomes_ready(&mut self) {
        self.ready = true;
        self.waiting = self.interrupts;
    }

    fn becomes_busy(&mut self) {
        self.ready = false;
        self.waiting = false;
    }

    fn set_interrupts(&mut self, wanted: bool) {
        self.interrupts = wanted;
        self.waiting &= wanted;
    }
}

impl Terminal {
    /// A keyboard without a key and a display that is ready.
    pub(super) fn new(base: u32, lines: [u32; 2]) -> Self {
        Terminal {
            base,
            lines,
            big_endian: false,
            keyboard: Port::default(),
            display: Port {
                ready: true,
                ..Port::default()
            },
            poll_at: 0,
            ready_at: 0,
            offer_at: 0,
            delay: DeviceSetup::default().display_delay,
        }
    }

    /// Puts the first values into memory.
    pub(super) fn start(&mut self, guest: &mut dyn Guest, big_endian: bool) -> Result<(), Trap> {
        self.big_endian = big_endian;
        self.show(guest)
    }

    /// Whether the access looks for a key while there is none.
    pub(super) fn before(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<bool, Trap> {
        self.update_display(guest)?;
        let looks = !access.store && self.touches(access, RECEIVER_CONTROL);
        Ok(looks && !self.keyboard.ready)
    }

    /// What follows from the access.
    pub(super) fn after(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<Option<Request>, CallFault> {
        let mut request = None;
        if access.store {
            let wants = |word: u32| word & INTERRUPT != 0;
            if self.touches(access, RECEIVER_CONTROL) {
                let wanted = wants(self.word(guest, RECEIVER_CONTROL));
                self.keyboard.set_interrupts(wanted);
                self.poll_at = guest.steps();
            }
            if self.touches(access, TRANSMITTER_CONTROL) {
                let wanted = wants(self.word(guest, TRANSMITTER_CONTROL));
                self.display.set_interrupts(wanted);
            }
            if self.touches(access, TRANSMITTER_DATA) && self.display.ready {
                request = Some(self.display(guest));
            }
        } else if self.touches(access, RECEIVER_DATA) {
            self.keyboard.becomes_busy();
            self.poll_at = guest.steps() + NEXT_KEY;
        }
        self.show(guest)?;
        Ok(request)
    }

    /// Takes what the host says about the keyboard.
    pub(super) fn polled(&mut self, guest: &mut dyn Guest, key: Option<u8>) -> Result<(), Trap> {
        if let Some(key) = key {
            self.keyboard.becomes_ready();
            self.offer_at = guest.steps();
            self.set_word(guest, RECEIVER_DATA, key.into())?;
        }
        self.show(guest)
    }

    /// The step at which something may happen without the program's doing.
    pub(super) fn next_tick(&self, input_ended: bool) -> Option<u64> {
        let poll = self.wants_keys(input_ended).then_some(self.poll_at);
        let ready = (self.display.interrupts && !self.display.ready).then_some(self.ready_at);
        let waiting = self.keyboard.waiting || self.display.waiting;
        let offer = waiting.then_some(self.offer_at);
        [poll, ready, offer].into_iter().flatten().min()
    }

    /// Lets time pass; whether a key is asked for now.
    pub(super) fn tick(
        &mut self,
        guest: &mut dyn Guest,
        input_ended: bool,
    ) -> Result<bool, CallFault> {
        let (now, [keyboard, display]) = (guest.steps(), self.lines);
        self.update_display(guest)?;
        if self.offer_at <= now {
            if self.keyboard.waiting && guest.interrupt(keyboard) {
                self.keyboard.waiting = false;
            } else if self.display.waiting && guest.interrupt(display) {
                self.display.waiting = false;
            }
            self.offer_at = now + OFFER_AGAIN;
        }
        if self.wants_keys(input_ended) && self.poll_at <= now {
            self.poll_at = now + IDLE_POLL;
            return Ok(true);
        }
        Ok(false)
    }

    fn wants_keys(&self, input_ended: bool) -> bool {
        self.keyboard.interrupts && !self.keyboard.ready && !input_ended
    }

    /// Makes the display ready if its time has come.
    fn update_display(&mut self, guest: &mut dyn Guest) -> Result<(), Trap> {
        if self.display.ready || guest.steps() < self.ready_at {
            return Ok(());
        }
        self.display.becomes_ready();
        self.offer_at = guest.steps();
        self.show(guest)
    }

    /// Prints what was stored.
    fn display(&mut self, guest: &mut dyn Guest) -> Request {
        self.display.becomes_busy();
        self.ready_at = guest.steps().saturating_add(self.delay);
        let word = self.word(guest, TRANSMITTER_DATA);
        match word as u8 {
            CLEAR_SCREEN => Request::ClearScreen,
            MOVE_CURSOR => Request::MoveCursor {
                x: word >> 20,
                y: word >> 8 & 0xfff,
            },
            byte => Request::Print {
                stream: 1,
                bytes: printable_byte(byte),
            },
        }
    }

    /// Brings the control words in memory up to date.
    fn show(&self, guest: &mut dyn Guest) -> Result<(), Trap> {
        self.set_word(guest, RECEIVER_CONTROL, self.keyboard.control())?;
        self.set_word(guest, TRANSMITTER_CONTROL, self.display.control())
    }

    fn touches(&self, access: DeviceAccess, register: u32) -> bool {
        let (register, address) = (self.base + register, access.address);
        address < register + 4 && register < address.saturating_add(access.size.into())
    }

    fn word(&self, guest: &mut dyn Guest, register: u32) -> u32 {
        let bytes = guest.memory().peek_bytes(self.base + register);
        match self.big_endian {
            true => u32::from_be_bytes(bytes),
            false => u32::from_le_bytes(bytes),
        }
    }

    fn set_word(&self, guest: &mut dyn Guest, register: u32, value: u32) -> Result<(), Trap> {
        let bytes = word_bytes(value, self.big_endian);
        guest.memory().write_host(self.base + register, &bytes)
    }
}
