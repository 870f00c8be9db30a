//! What calls of the environment cost.
//!
//! A call is one instruction, but it may do the work of millions: print a long string, clear a large
//! block. What it does beyond [`FREE_BYTES`] counts against the limit of steps, and nowhere else, so
//! that the limit bounds the work of a program, whatever it is made of. The number of instructions
//! that a program has run stays what it is.

use super::{Answer, Request};

/// So many bytes are included in the instruction that makes the call.
pub const FREE_BYTES: u64 = 256;
/// So many more bytes count as a step.
pub const BYTES_PER_STEP: u64 = 8;
/// What opening a file, closing it or bringing it to the disk counts as.
pub const FILE_BYTES: u64 = 8 << 10;

/// The steps that count for a call that handles so many bytes.
pub fn steps_of(bytes: u64) -> u64 {
    bytes.saturating_sub(FREE_BYTES) / BYTES_PER_STEP
}

impl Request {
    /// The bytes that answering this takes.
    pub fn bytes(&self, answer: &Answer) -> u64 {
        let asked = match self {
            Request::Print { bytes, .. } | Request::Write { bytes, .. } => bytes.len() as u64,
            Request::Open { path, .. } => FILE_BYTES + path.len() as u64,
            Request::Close { .. } | Request::Flush { .. } => FILE_BYTES,
            Request::ReadWord
            | Request::ReadLine
            | Request::ReadByte
            | Request::PollKey
            | Request::Read { .. }
            | Request::AtEnd { .. }
            | Request::Seek { .. }
            | Request::Time
            | Request::Sleep { .. }
            | Request::ClearScreen
            | Request::MoveCursor { .. } => 0,
        };
        match answer {
            Answer::Bytes(bytes) => asked + bytes.len() as u64,
            _ => asked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_charged_for_what_it_moves() {
        let print = |length| Request::Print {
            stream: 1,
            bytes: vec![0; length],
        };
        let steps = |request: Request, answer| steps_of(request.bytes(&answer));
        assert_eq!(steps(print(256), Answer::Done), 0);
        assert_eq!(steps(print(1 << 20), Answer::Done), (1 << 17) - 32);
        let line = Answer::Bytes(vec![0; 1056]);
        assert_eq!(steps(Request::ReadLine, line), 100);
        assert_eq!(steps(Request::Close { file: 3 }, Answer::Done), 992);
        assert_eq!(steps(Request::Time, Answer::Milliseconds(1)), 0);
    }
}
