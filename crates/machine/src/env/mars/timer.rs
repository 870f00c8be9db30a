//! The timer of RARS: a clock in memory, and a time at which it interrupts.
//!
//! ```text
//! base + 0x18  time      milliseconds since the start, 64 bits
//! base + 0x20  timecmp   interrupts once when the time is this or later; a store arms it
//! ```
//!
//! The time depends on nothing but the instructions that ran, so that a repeated run sees the same.

use crate::env::{DeviceAccess, Guest, word_bytes};
use crate::trap::Trap;

const TIME: u32 = 0x18;
const TIME_COMPARE: u32 = 0x20;

/// Instructions that take a millisecond.
const STEPS_OF_MILLISECOND: u64 = 1000;
/// Instructions before an interrupt that the program does not accept is offered again.
const OFFER_AGAIN: u64 = 256;

/// The clock.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    base: u32,
    /// Its interrupt.
    line: u32,
    /// When it interrupts next, in instructions.
    due: Option<u64>,
}

impl Timer {
    /// A clock that does not interrupt yet.
    pub(super) fn new(base: u32, line: u32) -> Self {
        Timer {
            base,
            line,
            due: None,
        }
    }

    /// Puts the time into memory before the program looks at it.
    pub(super) fn before(&self, guest: &mut dyn Guest, access: DeviceAccess) -> Result<(), Trap> {
        if access.store || !self.touches(access, TIME) {
            return Ok(());
        }
        let time = guest.steps() / STEPS_OF_MILLISECOND;
        for (at, word) in [(TIME, time as u32), (TIME + 4, (time >> 32) as u32)] {
            let bytes = word_bytes(word, false);
            guest.memory().write_host(self.base + at, &bytes)?;
        }
        Ok(())
    }

    /// Takes the time that the program has stored.
    pub(super) fn after(&mut self, guest: &mut dyn Guest, access: DeviceAccess) {
        if !access.store || !self.touches(access, TIME_COMPARE) {
            return;
        }
        let mut word = |at: u32| {
            let bytes = guest.memory().peek_bytes(self.base + at);
            u64::from(u32::from_le_bytes(bytes))
        };
        let time = word(TIME_COMPARE) | word(TIME_COMPARE + 4) << 32;
        self.due = Some(time.saturating_mul(STEPS_OF_MILLISECOND));
    }

    /// The step at which it interrupts.
    pub(super) fn next_tick(&self) -> Option<u64> {
        self.due
    }

    /// Interrupts if it is time, and the program allows it.
    pub(super) fn tick(&mut self, guest: &mut dyn Guest) {
        let now = guest.steps();
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        self.due = match guest.interrupt(self.line) {
            true => None,
            false => Some(now + OFFER_AGAIN),
        };
    }

    /// Whether an access reaches one of the eight bytes from `register` on.
    fn touches(&self, access: DeviceAccess, register: u32) -> bool {
        let (register, address) = (self.base + register, access.address);
        address < register + 8 && register < address.saturating_add(access.size.into())
    }
}
