//! The host side of requests: consoles and files.
//!
//! [`Console`] answers from any reader and writer, so the same code serves a terminal, a pipe and
//! a test. Files are reached only through [`Files`].

use crate::clock::Clock;
use crate::files::Files;
use crate::screen::{Attention, Devices, LookMoment};
use machine::env::{Answer, Request};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write};
use std::time::Duration;

/// Answers what programs ask for.
pub trait Host {
    /// Whether this can be answered now. If not, the session stops and is [waiting]; a host that
    /// says so must know that the program will be run on when it is ready.
    ///
    /// [waiting]: crate::End::Waiting
    fn is_ready(&self, _request: &Request) -> bool {
        true
    }

    /// Does what is asked.
    fn perform(&mut self, request: &Request) -> Answer;

    /// Shows what was printed so far.
    fn flush(&mut self) {}

    /// Called now and then during a long run.
    fn tick(&mut self) {
        self.flush();
    }

    /// How closely the host looks at the program's devices.
    fn attention(&self) -> Attention {
        Attention::None
    }

    /// Looks at them.
    fn look(&mut self, _moment: LookMoment, _devices: &Devices<'_>) {}

    /// Why the program's output cannot be shown any more, if so: its reader is gone, or the disk
    /// is full.
    fn output_error(&self) -> Option<io::ErrorKind> {
        None
    }
}

/// A host that reads standard input from `input` and prints to `output` and `errors`.
pub struct Console<R, W, E> {
    /// Standard input.
    pub input: R,
    /// Standard output.
    pub output: W,
    /// Standard error.
    pub errors: E,
    /// Files.
    pub files: Files,
    /// Time.
    pub clock: Clock,
    /// The output is a screen that can be cleared.
    pub screen: bool,
    error: Option<io::ErrorKind>,
    /// The last line that was printed has no end yet.
    line_open: bool,
    /// A word was read, and the rest of its line is still there.
    after_word: bool,
}

/// The longest line or word that is read in one go; what is longer comes in pieces.
const INPUT_LIMIT: u64 = 1 << 20;

impl<R: BufRead, W: Write, E: Write> Console<R, W, E> {
    /// A console without access to files.
    pub fn new(input: R, output: W, errors: E) -> Self {
        Console {
            input,
            output,
            errors,
            files: Files::none(),
            clock: Clock::default(),
            screen: false,
            error: None,
            line_open: false,
            after_word: false,
        }
    }

    /// Whether the last line that was printed has no end yet.
    pub fn is_line_open(&self) -> bool {
        self.line_open
    }

    /// Someone else has ended that line: typed input is shown with its end.
    pub fn end_line(&mut self) {
        self.line_open = false;
    }

    fn print(&mut self, stream: u8, bytes: &[u8]) -> Answer {
        let done = match stream {
            1 => self.output.write_all(bytes),
            _ => self
                .output
                .flush()
                .and_then(|()| self.errors.write_all(bytes)),
        };
        self.note(done);
        if let Some(last) = bytes.last() {
            self.line_open = *last != b'\n';
        }
        Answer::Done
    }

    /// Sends a control sequence, if there is a screen that obeys it.
    fn control(&mut self, sequence: &str) -> Answer {
        if self.screen {
            self.print(1, sequence.as_bytes());
        }
        Answer::Done
    }

    fn note(&mut self, done: io::Result<()>) {
        if let Err(error) = done {
            self.error.get_or_insert(error.kind());
        }
    }

    /// One line without its end (`\n` or `\r\n`). What is left of a word's line does not count if
    /// it is blank, so that after `42⏎` the next line is read.
    fn line(&mut self) -> io::Result<Answer> {
        let after_word = std::mem::take(&mut self.after_word);
        let mut line = Vec::new();
        if self.raw_line(&mut line)? == 0 {
            return Ok(Answer::End);
        }
        if after_word && line.ends_with(b"\n") && line.trim_ascii().is_empty() {
            line.clear();
            if self.raw_line(&mut line)? == 0 {
                return Ok(Answer::End);
            }
        }
        if line.last() == Some(&b'\n') {
            line.pop();
            if line.last() == Some(&b'\r') {
                line.pop();
            }
        }
        Ok(Answer::Bytes(line))
    }

    fn raw_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        (&mut self.input).take(INPUT_LIMIT).read_until(b'\n', line)
    }

    /// One word; see [`Request::ReadWord`].
    fn word(&mut self) -> io::Result<Answer> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()?.filter(|_| (word.len() as u64) < INPUT_LIMIT) {
            match byte.is_ascii_whitespace() {
                true if !word.is_empty() => break,
                true => {}
                false => word.push(byte),
            }
            self.input.consume(1);
        }
        if word.is_empty() {
            return Ok(Answer::End);
        }
        self.after_word = true;
        Ok(Answer::Bytes(word))
    }

    /// Passes over the line end right after a word.
    fn skip_line_end(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.after_word) {
            for end in *b"\r\n" {
                if self.peek()? == Some(end) {
                    self.input.consume(1);
                }
            }
        }
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    fn byte(&mut self) -> io::Result<Answer> {
        self.skip_line_end()?;
        let byte = self.peek()?;
        self.input.consume(byte.is_some().into());
        Ok(byte.map_or(Answer::End, |byte| Answer::Bytes(vec![byte])))
    }

    fn some_bytes(&mut self, count: u32) -> io::Result<Answer> {
        self.skip_line_end()?;
        let there = self.input.fill_buf()?;
        let bytes = there[..there.len().min(count as usize)].to_vec();
        self.input.consume(bytes.len());
        Ok(Answer::Bytes(bytes))
    }
}

/// A console whose input is still being typed.
impl<W: Write, E: Write> Console<VecDeque<u8>, W, E> {
    /// What is left to read, and whether that is the rest of a word's line.
    pub fn rest(&self) -> (usize, bool) {
        (self.input.len(), self.after_word)
    }

    /// Goes back to an earlier place of the input: what is left to read there, and whether that is
    /// the rest of a word's line.
    pub fn go_back(&mut self, input: VecDeque<u8>, after_word: bool) {
        self.input = input;
        self.after_word = after_word;
    }

    /// Whether what was typed so far is enough for this request. If it is not, performing the
    /// request would find the end of the input.
    pub fn has_input_for(&self, request: &Request) -> bool {
        let typed = || self.input.iter().copied();
        match request {
            Request::ReadWord => typed().any(|byte| !byte.is_ascii_whitespace()),
            Request::ReadLine => {
                let line_ends = typed().filter(|byte| *byte == b'\n').count();
                line_ends > usize::from(self.skips_first_line())
            }
            Request::ReadByte | Request::PollKey | Request::Read { file: 0, .. } => {
                self.input.len() > self.skipped_line_end()
            }
            _ => true,
        }
    }

    /// Whether the first line is the blank rest of a word's line; see [`Console::line`].
    fn skips_first_line(&self) -> bool {
        let mut line = self.input.iter().take_while(|byte| **byte != b'\n');
        self.after_word && line.all(u8::is_ascii_whitespace)
    }

    /// How many bytes [`Console::skip_line_end`] would pass over.
    fn skipped_line_end(&self) -> usize {
        let mut ends = 0;
        for end in *b"\r\n" {
            let skips = self.after_word && self.input.get(ends) == Some(&end);
            ends += usize::from(skips);
        }
        ends
    }
}

impl<R: BufRead, W: Write, E: Write> Host for Console<R, W, E> {
    fn perform(&mut self, request: &Request) -> Answer {
        if request.reads_input() {
            self.flush();
        }
        let read = match request {
            Request::Print { stream, bytes } => return self.print(*stream, bytes),
            Request::ReadWord => self.word(),
            Request::ReadLine => self.line(),
            Request::ReadByte | Request::PollKey => self.byte(),
            Request::Time => return Answer::Milliseconds(self.clock.now()),
            Request::Sleep { milliseconds } => {
                self.flush();
                let time = Duration::from_millis((*milliseconds).into());
                self.clock.sleep(time);
                return Answer::Done;
            }
            Request::ClearScreen => return self.control("\x1b[2J\x1b[H"),
            Request::MoveCursor { x, y } => {
                return self.control(&format!("\x1b[{};{}H", y + 1, x + 1));
            }
            Request::Read { file: 0, count } => self.some_bytes(*count),
            other => return self.files.perform(other),
        };
        read.unwrap_or(Answer::End)
    }

    fn flush(&mut self) {
        let done = self.output.flush();
        self.note(done);
    }

    fn output_error(&self) -> Option<io::ErrorKind> {
        self.error
    }
}

/// A host for runs that must leave no trace: prints nothing, has no input and no files.
pub struct Nowhere;

impl Host for Nowhere {
    fn perform(&mut self, request: &Request) -> Answer {
        match request {
            request if request.tells_nothing() => Answer::Done,
            Request::ReadWord | Request::ReadLine | Request::ReadByte => Answer::End,
            Request::PollKey => Answer::Bytes(Vec::new()),
            Request::Time => Answer::Milliseconds(0),
            _ => Answer::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn console(input: &[u8]) -> Console<&[u8], Vec<u8>, Vec<u8>> {
        Console::new(input, Vec::new(), Vec::new())
    }

    fn bytes(text: &str) -> Answer {
        Answer::Bytes(text.into())
    }

    #[test]
    fn words_on_one_line_are_read_one_by_one() {
        let mut host = console(b"  1 2\n\n3");
        assert_eq!(host.perform(&Request::ReadWord), bytes("1"));
        assert_eq!(host.perform(&Request::ReadWord), bytes("2"));
        assert_eq!(host.perform(&Request::ReadWord), bytes("3"));
        assert_eq!(host.perform(&Request::ReadWord), Answer::End);
    }

    #[test]
    fn a_read_does_not_depend_on_how_input_arrives() {
        for size in 1..8 {
            let input = io::BufReader::with_capacity(size, &b"42 \r\nhello\n7\nx"[..]);
            let mut host = Console::new(input, Vec::new(), Vec::new());
            assert_eq!(host.perform(&Request::ReadWord), bytes("42"));
            assert_eq!(host.perform(&Request::ReadLine), bytes("hello"));
            assert_eq!(host.perform(&Request::ReadWord), bytes("7"));
            assert_eq!(host.perform(&Request::ReadByte), bytes("x"));
        }
    }

    #[test]
    fn a_line_after_a_number_is_the_next_line() {
        let mut host = console(b"42 \r\nhello\r\nlast");
        assert_eq!(host.perform(&Request::ReadWord), bytes("42"));
        assert_eq!(host.perform(&Request::ReadLine), bytes("hello"));
        assert_eq!(host.perform(&Request::ReadLine), bytes("last"));
        assert_eq!(host.perform(&Request::ReadLine), Answer::End);
    }

    #[test]
    fn bytes_and_blocks_come_in_order() {
        let mut host = console(b"abcdef");
        assert_eq!(host.perform(&Request::ReadByte), bytes("a"));
        assert_eq!(
            host.perform(&Request::Read { file: 0, count: 3 }),
            bytes("bcd")
        );
        assert_eq!(
            host.perform(&Request::Read { file: 0, count: 9 }),
            bytes("ef")
        );
        assert_eq!(
            host.perform(&Request::Read { file: 0, count: 9 }),
            bytes("")
        );
    }

    /// Which requests are ready after each of these keys, and whether what is ready really is.
    #[track_caller]
    fn check_ready(word_before: bool, typed: &str, ready: &str) {
        let requests = [
            ('w', Request::ReadWord),
            ('l', Request::ReadLine),
            ('b', Request::ReadByte),
            ('r', Request::Read { file: 0, count: 4 }),
        ];
        let mut is_ready = String::new();
        for (letter, request) in requests {
            let mut host = Console::new(VecDeque::new(), Vec::new(), Vec::new());
            if word_before {
                host.input.extend(b"42");
                assert_eq!(host.perform(&Request::ReadWord), bytes("42"));
            }
            host.input.extend(typed.bytes());
            let says = host.has_input_for(&request);
            let answer = host.perform(&request);
            let is_end = answer == Answer::End || letter == 'r' && answer == bytes("");
            // A line without its end could be read, but more of it may come.
            let may_come = letter == 'l' && !says;
            assert!(says != is_end || may_come, "{letter} of {typed:?}");
            is_ready.extend(says.then_some(letter));
        }
        assert_eq!(is_ready, ready, "{typed:?}");
    }

    #[test]
    fn what_is_typed_is_enough_or_not() {
        check_ready(false, "", "");
        check_ready(false, " ", "br");
        check_ready(false, "\n", "lbr");
        check_ready(false, "a", "wbr");
        check_ready(false, "a\n", "wlbr");
    }

    #[test]
    fn the_line_end_after_a_word_is_not_enough() {
        check_ready(true, "\n", "");
        check_ready(true, "\r", "");
        check_ready(true, "\r\n", "");
        check_ready(true, " \n", "br");
        check_ready(true, "\na", "wbr");
        check_ready(true, "\n\n", "lbr");
        check_ready(true, " x\n", "wlbr");
        check_ready(true, " \r\nline\n", "wlbr");
    }

    #[test]
    fn what_needs_no_input_is_always_ready() {
        let host = Console::new(VecDeque::new(), Vec::new(), Vec::new());
        assert!(host.has_input_for(&Request::Time));
        assert!(host.has_input_for(&Request::Read { file: 3, count: 1 }));
    }

    #[test]
    fn without_a_terminal_every_byte_is_a_key() {
        let mut host = console(b"a\n");
        assert_eq!(host.perform(&Request::PollKey), bytes("a"));
        assert_eq!(host.perform(&Request::PollKey), bytes("\n"));
        assert_eq!(host.perform(&Request::PollKey), Answer::End);
    }

    #[test]
    fn only_a_screen_gets_control_sequences() {
        for (screen, expected) in [(true, "\x1b[2J\x1b[H\x1b[5;11H"), (false, "")] {
            let mut host = console(b"");
            host.screen = screen;
            assert_eq!(host.perform(&Request::ClearScreen), Answer::Done);
            let cursor = Request::MoveCursor { x: 10, y: 4 };
            assert_eq!(host.perform(&cursor), Answer::Done);
            assert_eq!(String::from_utf8_lossy(&host.output), expected);
        }
    }

    #[test]
    fn time_passes_by_sleeping() {
        let mut host = console(b"");
        host.clock.use_virtual_time();
        let sleep = Request::Sleep { milliseconds: 1500 };
        assert_eq!(host.perform(&sleep), Answer::Done);
        assert_eq!(host.perform(&Request::Time), Answer::Milliseconds(1500));
    }

    #[test]
    fn without_files_nothing_can_be_opened() {
        let mut host = console(b"");
        assert_eq!(host.perform(&Request::Close { file: 3 }), Answer::Failed);
    }
}
