//! Time, limits, and what programs ask about the system and themselves.

use super::record::Record;
use super::{Action, Answer, EAGAIN, EFAULT, EINVAL, Guest, Linux, Pending, Request, STACK_SIZE};

/// How a time is stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum TimeLayout {
    /// Seconds and nanoseconds, 32 bits each.
    Nanoseconds32,
    /// Seconds and nanoseconds, 64 bits each.
    Nanoseconds64,
    /// Seconds and microseconds, 32 bits each.
    Microseconds32,
    /// Seconds and microseconds, 64 bits each.
    Microseconds64,
}

const REAL_TIME: u32 = 0;

impl Linux {
    /// The time of a clock. That of the day is the host's; the others count instructions, a
    /// nanosecond each.
    pub(super) fn clock_gettime(&mut self, guest: &mut dyn Guest, layout: TimeLayout) -> Action {
        let (clock, address) = (self.arg(guest, 0), self.arg(guest, 1));
        // The coarse clocks are 5 and 6.
        match clock {
            REAL_TIME | 5 => self.ask(Pending::Time { layout, address }, Request::Time),
            1..=4 | 6 | 7 => {
                let steps = guest.steps();
                self.give_time(guest, layout, address, steps)
            }
            _ => self.result(guest, EINVAL),
        }
    }

    /// The time of the day.
    pub(super) fn gettimeofday(&mut self, guest: &mut dyn Guest, layout: TimeLayout) -> Action {
        let address = self.arg(guest, 0);
        self.ask(Pending::Time { layout, address }, Request::Time)
    }

    /// The host has told the time.
    pub(super) fn answer_time(
        &mut self,
        guest: &mut dyn Guest,
        layout: TimeLayout,
        address: u32,
        answer: &Answer,
    ) -> Action {
        let milliseconds = match answer {
            Answer::Milliseconds(time) => *time,
            _ => 0,
        };
        self.give_time(
            guest,
            layout,
            address,
            milliseconds.saturating_mul(1_000_000),
        )
    }

    fn give_time(
        &mut self,
        guest: &mut dyn Guest,
        layout: TimeLayout,
        address: u32,
        nanoseconds: u64,
    ) -> Action {
        let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
        let mut record = Record::new(16, self.big_endian);
        match layout {
            TimeLayout::Nanoseconds64 | TimeLayout::Microseconds64 => {
                record.put::<8>(0, seconds);
                let is_nano = matches!(layout, TimeLayout::Nanoseconds64);
                record.put::<8>(8, if is_nano { rest } else { rest / 1000 });
            }
            TimeLayout::Nanoseconds32 | TimeLayout::Microseconds32 => {
                record.bytes.truncate(8);
                record.put::<4>(0, seconds);
                let is_nano = matches!(layout, TimeLayout::Nanoseconds32);
                record.put::<4>(4, if is_nano { rest } else { rest / 1000 });
            }
        }
        self.give_record(guest, address, &record)
    }

    /// Waits as long as the time at an address says.
    pub(super) fn sleep(&mut self, guest: &mut dyn Guest, argument: usize, wide: bool) -> Action {
        let address = self.arg(guest, argument);
        let size = if wide { 16 } else { 8 };
        let Ok(bytes) = guest.memory().read_host(address, size) else {
            return self.result(guest, EFAULT);
        };
        // Of the seconds the low half is enough, which is first or second.
        let low = |at: usize| match (wide, self.big_endian) {
            (true, true) => self.word(&bytes[2 * at + 4..]),
            (true, false) => self.word(&bytes[2 * at..]),
            (false, _) => self.word(&bytes[at..]),
        };
        let (seconds, nanoseconds) = (u64::from(low(0)), u64::from(low(4)));
        let milliseconds = seconds * 1000 + nanoseconds / 1_000_000;
        let milliseconds = u32::try_from(milliseconds).unwrap_or(u32::MAX);
        self.ask(Pending::Slept, Request::Sleep { milliseconds })
    }

    /// The name of the system.
    pub(super) fn uname(&mut self, guest: &mut dyn Guest) -> Action {
        const FIELD: usize = 65;
        let mut record = Record::new(6 * FIELD, self.big_endian);
        let texts = ["Linux", "jal", "5.10.0", "#1", self.abi.machine, "(none)"];
        for (k, text) in texts.into_iter().enumerate() {
            record.put_bytes(k * FIELD, text.as_bytes());
        }
        let address = self.arg(guest, 0);
        self.give_record(guest, address, &record)
    }

    /// How much memory there is: a gigabyte, most of it free.
    pub(super) fn sysinfo(&mut self, guest: &mut dyn Guest) -> Action {
        let mut record = Record::new(64, self.big_endian);
        record.put::<4>(16, 1 << 30);
        record.put::<4>(20, 1 << 29);
        record.put::<2>(40, 1);
        record.put::<4>(52, 1);
        let address = self.arg(guest, 0);
        self.give_record(guest, address, &record)
    }

    /// A limit of the process: only that of the stack is one.
    pub(super) fn prlimit(&mut self, guest: &mut dyn Guest) -> Action {
        const STACK: u32 = 3;
        let (resource, old) = (self.arg(guest, 1), self.arg(guest, 3));
        if old == 0 {
            return self.result(guest, 0);
        }
        let limit = if resource == STACK {
            u64::from(STACK_SIZE)
        } else {
            u64::MAX
        };
        let mut record = Record::new(16, self.big_endian);
        record.put::<8>(0, limit);
        record.put::<8>(8, limit);
        self.give_record(guest, old, &record)
    }

    /// Sends a signal to the program itself, which ends it.
    pub(super) fn kill(&mut self, guest: &mut dyn Guest, argument: usize) -> Action {
        match self.arg(guest, argument) & 0x7f {
            0 => self.result(guest, 0),
            signal => Action::Exit(128 + signal as i32),
        }
    }

    /// Waiting for another thread fails, because there is none; waking finds none.
    pub(super) fn futex(&mut self, guest: &mut dyn Guest) -> Action {
        const WAITS: [u32; 2] = [0, 9];
        let waits = WAITS.contains(&(self.arg(guest, 1) & 0x7f));
        self.result(guest, if waits { EAGAIN } else { 0 })
    }

    /// The folder that paths begin in.
    pub(super) fn getcwd(&mut self, guest: &mut dyn Guest) -> Action {
        let (buffer, size) = (self.arg(guest, 0), self.arg(guest, 1));
        if size < 2 {
            return self.result(guest, super::ERANGE);
        }
        match guest.memory().write_guest(buffer, b"/\0") {
            Ok(()) => self.result(guest, 2),
            Err(_) => self.result(guest, EFAULT),
        }
    }

    /// Keeps where the variables of a thread are.
    pub(super) fn set_thread_area(&mut self, guest: &mut dyn Guest) -> Action {
        let area = self.arg(guest, 0);
        if let Some(reg) = self.abi.thread_area {
            guest.set_reg(reg, area);
        }
        self.result(guest, 0)
    }
}
