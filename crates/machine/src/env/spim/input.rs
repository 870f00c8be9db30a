//! What the calls make of what the user types.
//!
//! SPIM reads bytes, and leaves what it does not need to the next call; mipsy reads tokens, and asks
//! again for one that does not fit.

use super::{A0, A1, Spim, V0, numbers};
use crate::env::{Action, Answer, CallFault, Guest, Request};
use crate::isa::Reg;
use crate::trap::Trap;

/// The most bytes of a line that a number is read from.
const NUMBER_LINE: u32 = 255;
const F0: Reg = Reg(32);
const F1: Reg = Reg(33);

/// What waits for the host.
#[derive(Clone, Debug)]
pub(super) enum Pending {
    Nothing,
    /// A key for the keyboard in memory.
    Key,
    /// A number is the result.
    Number,
    Read {
        buffer: u32,
    },
    Written {
        count: u32,
    },
    /// A line, of which this much was read.
    Line(Line),
    Character,
    /// A word of the input.
    Token(Wanted),
    /// The user is told that the last word was not what the call reads.
    Again(Wanted),
    /// A line as a whole.
    WholeLine {
        buffer: u32,
        room: u32,
    },
}

/// A line that is being read byte by byte.
#[derive(Clone, Debug)]
pub(super) struct Line {
    bytes: Vec<u8>,
    /// How many bytes are read at most.
    limit: u32,
    what: LineUse,
}

/// What a line is read for.
#[derive(Clone, Copy, Debug)]
enum LineUse {
    Int,
    Float,
    Double,
    /// A string for this buffer.
    Text {
        buffer: u32,
    },
}

/// What a token has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Int,
    Character,
}

impl Wanted {
    fn name(self) -> &'static str {
        match self {
            Wanted::Int => "int",
            Wanted::Character => "character",
        }
    }

    /// The value of a token, if it is one of these.
    fn value(self, token: &[u8]) -> Option<u32> {
        match self {
            Wanted::Int => {
                let text = std::str::from_utf8(token).ok()?;
                text.parse::<i32>().ok().map(|value| value as u32)
            }
            Wanted::Character => match token {
                [byte] => Some((*byte).into()),
                _ => None,
            },
        }
    }
}

/// One more byte, which a terminal gives when its line is complete.
const BYTE: Request = Request::Read { file: 0, count: 1 };

type Outcome = Result<Action, CallFault>;

impl Spim {
    fn read_line(&mut self, limit: u32, what: LineUse) -> Outcome {
        let bytes = Vec::new();
        self.ask(Pending::Line(Line { bytes, limit, what }), BYTE)
    }

    pub(super) fn read_int(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.read_line(NUMBER_LINE, LineUse::Int)
    }

    pub(super) fn read_float(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.read_line(NUMBER_LINE, LineUse::Float)
    }

    pub(super) fn read_double(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.read_line(NUMBER_LINE, LineUse::Double)
    }

    pub(super) fn read_string(&mut self, guest: &mut dyn Guest) -> Outcome {
        let (buffer, room) = (guest.reg(A0), guest.reg(A1));
        match room as i32 {
            ..=0 => Ok(Action::Continue),
            1 => {
                guest.memory().write_guest(buffer, &[0])?;
                Ok(Action::Continue)
            }
            _ => self.read_line(room - 1, LineUse::Text { buffer }),
        }
    }

    pub(super) fn read_char(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Character, BYTE)
    }

    /// One more byte of a line has come, or the input has ended.
    pub(super) fn more_of_line(
        &mut self,
        guest: &mut dyn Guest,
        mut line: Line,
        answer: Answer,
    ) -> Outcome {
        let byte = match answer {
            Answer::Bytes(bytes) => bytes.first().copied(),
            _ => None,
        };
        line.bytes.extend(byte);
        let goes_on = byte.is_some_and(|byte| byte != b'\n');
        if goes_on && line.bytes.len() < line.limit as usize {
            return self.ask(Pending::Line(line), BYTE);
        }
        match line.what {
            LineUse::Int => guest.set_reg(V0, numbers::c_int(&line.bytes) as u32),
            LineUse::Float => {
                let value = numbers::c_number(&line.bytes) as f32;
                guest.set_wide_reg(F0, value.to_bits().into());
            }
            LineUse::Double => {
                let bits = numbers::c_number(&line.bytes).to_bits();
                guest.set_reg(F0, bits as u32);
                guest.set_reg(F1, (bits >> 32) as u32);
            }
            LineUse::Text { buffer } => {
                line.bytes.push(0);
                guest.memory().write_guest(buffer, &line.bytes)?;
            }
        }
        Ok(Action::Continue)
    }

    pub(super) fn read_int_token(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Token(Wanted::Int), Request::ReadWord)
    }

    pub(super) fn read_char_token(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Token(Wanted::Character), Request::ReadWord)
    }

    pub(super) fn read_whole_line(&mut self, guest: &mut dyn Guest) -> Outcome {
        let (buffer, room) = (guest.reg(A0), guest.reg(A1));
        self.ask(Pending::WholeLine { buffer, room }, Request::ReadLine)
    }

    /// A token has come, or the input has ended.
    pub(super) fn token(
        &mut self,
        guest: &mut dyn Guest,
        wanted: Wanted,
        answer: Answer,
    ) -> Outcome {
        let value = match &answer {
            Answer::Bytes(token) => wanted.value(token),
            _ => Some(0),
        };
        let Some(value) = value else {
            let bytes = format!(
                "[mipsy] bad input (expected {}), try again: ",
                wanted.name()
            );
            let request = Request::Print {
                stream: 1,
                bytes: bytes.into(),
            };
            return self.ask(Pending::Again(wanted), request);
        };
        guest.set_reg(V0, value);
        Ok(Action::Continue)
    }
}

/// A character; at the end of the input a line end.
pub(super) fn character(guest: &mut dyn Guest, answer: &Answer) {
    let byte = match answer {
        Answer::Bytes(bytes) => bytes.first().copied(),
        _ => None,
    };
    guest.set_reg(V0, byte.unwrap_or(b'\n').into());
}

/// Stores what there is room for of a line with its end, and a zero; the rest is lost.
pub(super) fn store_whole_line(
    guest: &mut dyn Guest,
    buffer: u32,
    room: u32,
    answer: Answer,
) -> Result<(), Trap> {
    let mut bytes = match answer {
        Answer::Bytes(mut line) => {
            line.push(b'\n');
            line
        }
        _ => Vec::new(),
    };
    let Some(most) = (room as usize).checked_sub(1) else {
        return Ok(());
    };
    bytes.truncate(most);
    bytes.push(0);
    guest.memory().write_guest(buffer, &bytes)
}
