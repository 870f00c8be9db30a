//! What the calls make of a line that the user typed.

use super::wiring::Wiring;
use crate::env::java_text::{parse_double, parse_float, parse_int};
use crate::env::{Answer, CallFault, Guest};
use crate::isa::Reg;
use crate::trap::Trap;

/// Kinds of numbers that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Int,
    Float,
    Double,
}

impl Number {
    /// What it is called when it is missing.
    fn wanted(self) -> &'static str {
        match self {
            Number::Int => "an integer",
            Number::Float => "a float",
            Number::Double => "a double",
        }
    }

    /// Puts the number in `line` into its register; false if there is none.
    fn read(self, wiring: &Wiring, guest: &mut dyn Guest, line: &[u8], int: Reg) -> bool {
        match self {
            Number::Int => parse_int(line).map(|value| guest.set_reg(int, value as u32)),
            Number::Float => parse_float(line).map(|value| wiring.set_float(guest, value)),
            Number::Double => parse_double(line).map(|value| wiring.set_double(guest, value)),
        }
        .is_some()
    }

    /// The same for a dialog, where a line without a number counts as zero.
    pub(super) fn read_or_zero(self, wiring: &Wiring, guest: &mut dyn Guest, line: &[u8]) -> bool {
        self.read(wiring, guest, b"0", wiring.a0);
        self.read(wiring, guest, line, wiring.a0)
    }
}

/// The line, or the fault of a program that reads on after the end.
fn line(answer: Answer, wanted: &'static str) -> Result<Vec<u8>, CallFault> {
    match answer {
        Answer::Bytes(line) => Ok(line),
        _ => Err(CallFault::EndOfInput { wanted }),
    }
}

/// Reads a number.
pub(super) fn number(
    wiring: &Wiring,
    guest: &mut dyn Guest,
    kind: Number,
    answer: Answer,
) -> Result<(), CallFault> {
    let wanted = kind.wanted();
    let found = line(answer, wanted)?;
    match kind.read(wiring, guest, &found, wiring.result) {
        true => Ok(()),
        false => Err(CallFault::BadInput { wanted, found }),
    }
}

/// Reads the first character of a line.
pub(super) fn character(
    wiring: &Wiring,
    guest: &mut dyn Guest,
    answer: Answer,
) -> Result<(), CallFault> {
    let wanted = "a character";
    let found = line(answer, wanted)?;
    let first = match std::str::from_utf8(&found) {
        Ok(text) => text.chars().next().map(u32::from),
        Err(_) => found.first().map(|&byte| byte.into()),
    };
    match first {
        Some(first) => guest.set_reg(wiring.result, first),
        None => return Err(CallFault::BadInput { wanted, found }),
    }
    Ok(())
}

/// Reads a line into a buffer with `room` for it and its end.
pub(super) fn text(
    wiring: &Wiring,
    guest: &mut dyn Guest,
    buffer: u32,
    room: u32,
    answer: Answer,
) -> Result<(), CallFault> {
    let found = match answer {
        Answer::End if wiring.empty_line_at_end => Vec::new(),
        answer => line(answer, "a line")?,
    };
    store_line(wiring, guest, buffer, room, &found)?;
    Ok(())
}

/// Stores what there is room for, a line end if that fits too, and a zero. False if the line did
/// not fit.
pub(super) fn store_line(
    wiring: &Wiring,
    guest: &mut dyn Guest,
    buffer: u32,
    room: u32,
    line: &[u8],
) -> Result<bool, Trap> {
    let mut bytes = match wiring.utf8 {
        true => line.to_vec(),
        false => bytes_of(line),
    };
    let Some(most) = (room as i32).checked_sub(1).filter(|most| *most >= 0) else {
        return Ok(bytes.is_empty());
    };
    let fits = bytes.len() <= most as usize;
    bytes.truncate(most as usize);
    if bytes.len() < most as usize {
        bytes.push(b'\n');
    }
    bytes.push(0);
    guest.memory().write_guest(buffer, &bytes)?;
    Ok(fits)
}

/// The bytes that stand for a line in memory: one for each character if that is possible, as in
/// strings of a source.
fn bytes_of(line: &[u8]) -> Vec<u8> {
    let latin = std::str::from_utf8(line).ok().and_then(|text| {
        let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok());
        bytes.collect::<Option<Vec<u8>>>()
    });
    latin.unwrap_or_else(|| line.to_vec())
}
