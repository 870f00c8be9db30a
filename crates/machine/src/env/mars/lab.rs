//! The Digital Lab Sim: two digits, a keypad with sixteen keys and a counter, each a byte of memory.
//!
//! ```text
//! base + 0x10  right digit    bits 0 to 6: segments a to g, bit 7: the point
//! base + 0x11  left digit     the same
//! base + 0x12  keypad row     bits 0 to 3: the row to look at; above: interrupt when a key is pressed
//! base + 0x13  counter        not 0: interrupt every 30 instructions
//! base + 0x14  keypad key     the pressed key if it is in that row, or 0
//! ```
//!
//! A key is pressed by typing its digit, and stays so until the program has seen it.

use super::terminal::{IDLE_POLL, NEXT_KEY, OFFER_AGAIN};
use crate::env::{CallFault, DeviceAccess, Guest};
use crate::screen::Panel;
use crate::trap::Trap;

const RIGHT_DIGIT: u32 = 0x10;
const LEFT_DIGIT: u32 = 0x11;
const KEYPAD_ROW: u32 = 0x12;
const COUNTER: u32 = 0x13;
const KEYPAD_KEY: u32 = 0x14;

/// Instructions from one interrupt of the counter to the next.
const COUNT: u64 = 30;

/// Digits, keypad and counter.
#[derive(Clone, Debug)]
pub(super) struct Lab {
    base: u32,
    /// The interrupts of keypad and counter.
    lines: [u32; 2],
    digits: Option<[u8; 2]>,
    /// The rows that are looked at, one bit each.
    rows: u8,
    pressed: Option<u8>,
    /// The program wants an interrupt when a key is pressed.
    interrupts: bool,
    /// Such an interrupt waits for the program to accept it.
    waiting: bool,
    /// When the keypad is looked at next, if it interrupts.
    poll_at: u64,
    /// When an interrupt that waits is offered.
    offer_at: u64,
    /// When the counter interrupts next, if it does.
    count_at: Option<u64>,
}

impl Lab {
    pub(super) fn new(base: u32, lines: [u32; 2]) -> Self {
        Lab {
            base,
            lines,
            digits: None,
            rows: 0,
            pressed: None,
            interrupts: false,
            waiting: false,
            poll_at: 0,
            offer_at: 0,
            count_at: None,
        }
    }

    /// What the digits show, if the program has lit them.
    pub(super) fn panel(&self) -> Option<Panel> {
        let [right, left] = self.digits?;
        Some(Panel::Digits { left, right })
    }

    /// A key was typed.
    pub(super) fn press(&mut self, guest: &mut dyn Guest, key: u8) -> Result<(), Trap> {
        if let Some(digit) = char::from(key).to_digit(16) {
            self.pressed = Some(digit as u8);
            self.waiting = self.interrupts;
            self.offer_at = guest.steps();
        }
        self.show_key(guest)
    }

    /// What follows from the access; whether a row is looked at while no key is known to be pressed.
    pub(super) fn after(
        &mut self,
        guest: &mut dyn Guest,
        access: DeviceAccess,
    ) -> Result<bool, Trap> {
        if !access.store {
            if self.touches(access, KEYPAD_KEY) && self.byte(guest, KEYPAD_KEY) != 0 {
                (self.pressed, self.waiting) = (None, false);
                self.poll_at = guest.steps() + NEXT_KEY;
            }
            return Ok(false);
        }
        if self.touches(access, RIGHT_DIGIT) || self.touches(access, LEFT_DIGIT) {
            let digits = [RIGHT_DIGIT, LEFT_DIGIT].map(|digit| self.byte(guest, digit));
            self.digits = Some(digits);
        }
        if self.touches(access, KEYPAD_ROW) {
            let written = self.byte(guest, KEYPAD_ROW);
            self.rows = written & 0xf;
            self.interrupts = written >> 4 != 0;
            self.waiting &= self.interrupts;
            self.poll_at = guest.steps();
            self.show_key(guest)?;
        }
        if self.touches(access, COUNTER) {
            let on = self.byte(guest, COUNTER) != 0;
            self.count_at = on.then(|| guest.steps() + COUNT);
        }
        let looks = self.touches(access, KEYPAD_ROW) && self.rows != 0;
        Ok(looks && self.pressed.is_none())
    }

    /// Puts the pressed key into memory, if it is in a row that is looked at.
    fn show_key(&self, guest: &mut dyn Guest) -> Result<(), Trap> {
        let code = [self.code()];
        guest.memory().write_host(self.base + KEYPAD_KEY, &code)
    }

    /// The pressed key, if it is in a row that is looked at: its row and its column, one bit each.
    fn code(&self) -> u8 {
        let in_row = |key: &u8| self.rows >> (key / 4) & 1 != 0;
        let key = self.pressed.filter(in_row);
        key.map_or(0, |key| 1 << (key / 4) | 1 << (4 + key % 4))
    }

    /// The step at which something may happen without the program's doing.
    pub(super) fn next_tick(&self, input_ended: bool) -> Option<u64> {
        let poll = self.polls(input_ended).then_some(self.poll_at);
        let offer = self.waiting.then_some(self.offer_at);
        [poll, offer, self.count_at].into_iter().flatten().min()
    }

    /// Lets time pass; whether a key is asked for now.
    pub(super) fn tick(
        &mut self,
        guest: &mut dyn Guest,
        input_ended: bool,
    ) -> Result<bool, CallFault> {
        let (now, [keypad, counter]) = (guest.steps(), self.lines);
        if self.count_at.is_some_and(|at| at <= now) {
            self.count_at = Some(now + COUNT);
            guest.interrupt(counter);
        }
        if self.waiting && self.offer_at <= now {
            self.waiting = !guest.interrupt(keypad);
            self.offer_at = now + OFFER_AGAIN;
        }
        if self.polls(input_ended) && self.poll_at <= now {
            self.poll_at = now + IDLE_POLL;
            return Ok(true);
        }
        Ok(false)
    }

    fn polls(&self, input_ended: bool) -> bool {
        self.interrupts && self.pressed.is_none() && !input_ended
    }

    fn touches(&self, access: DeviceAccess, register: u32) -> bool {
        let (register, address) = (self.base + register, access.address);
        address <= register && register < address.saturating_add(access.size.into())
    }

    fn byte(&self, guest: &mut dyn Guest, register: u32) -> u8 {
        guest.memory().peek(self.base + register)
    }
}
