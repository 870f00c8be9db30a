//! Windows. What is said about each item in `unix.rs` holds here, too.

use crate::TextWriter;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;
use std::fs::FileType;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::os::windows::io::AsHandle;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The program that people read files with.
pub const PAGER: &str = "more";

/// Opens an address in the user's browser.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    std::process::Command::new("explorer")
        .arg(address)
        .spawn()?;
    Ok(())
}

/// Standard output, for bytes of any kind: a console takes text only.
pub enum Stdout {
    /// A console.
    Console(TextWriter<io::Stdout>),
    /// A file or a pipe.
    Bytes(io::Stdout),
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stdout::Console(text) => text.write(bytes),
            Stdout::Bytes(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stdout::Console(text) => text.flush(),
            Stdout::Bytes(out) => out.flush(),
        }
    }
}

/// Standard output, for bytes of any kind.
pub fn stdout() -> Stdout {
    let out = io::stdout();
    match out.is_terminal() {
        true => Stdout::Console(TextWriter::new(out)),
        false => Stdout::Bytes(out),
    }
}

/// Makes the console understand colours, if it does not yet.
pub fn enable_colors() {
    // Old consoles cannot: colours were asked for, or the console said that it can.
    let _ = anstyle_query::windows::enable_ansi_colors();
}

/// Keys are wanted one by one.
static RAW: AtomicBool = AtomicBool::new(false);

/// Standard input. A pipe is read by a thread, because nothing else can wait for it for some time.
pub struct StandardInput {
    is_console: bool,
    pipe: Option<Receiver<io::Result<Vec<u8>>>>,
    bytes: Vec<u8>,
    /// How many of the bytes were read.
    used: usize,
    has_ended: bool,
}

impl StandardInput {
    /// That of the process.
    #[expect(clippy::new_without_default, reason = "there is one in a process")]
    pub fn new() -> Self {
        StandardInput {
            is_console: io::stdin().is_terminal(),
            pipe: None,
            bytes: Vec::new(),
            used: 0,
            has_ended: false,
        }
    }

    /// Whether it is a console.
    pub fn is_terminal(&self) -> bool {
        self.is_console
    }

    /// Whether there is something to read, or comes within `time`. At the end of input there is:
    /// reading shows it. A line that is typed is waited for by reading it.
    pub fn wait(&mut self, time: Duration) -> bool {
        if self.used < self.bytes.len() || self.has_ended {
            return true;
        }
        if self.is_console {
            return !RAW.load(Ordering::Relaxed) || self.wait_for_key(time).unwrap_or(true);
        }
        match self.pipe().recv_timeout(time) {
            Ok(part) => self.take(part).is_ok(),
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => {
                self.has_ended = true;
                true
            }
        }
    }

    fn pipe(&mut self) -> &Receiver<io::Result<Vec<u8>>> {
        self.pipe.get_or_insert_with(|| {
            // No part waits while another was not taken: what is not read stays in the pipe.
            let (sender, receiver) = mpsc::sync_channel(0);
            thread::spawn(move || {
                loop {
                    let mut bytes = vec![0; 1 << 13];
                    let read = io::stdin().read(&mut bytes);
                    let part = read.map(|count| {
                        bytes.truncate(count);
                        bytes
                    });
                    let is_last = part.as_ref().is_ok_and(Vec::is_empty);
                    if sender.send(part).is_err() || is_last {
                        return;
                    }
                }
            });
            receiver
        })
    }

    fn take(&mut self, part: io::Result<Vec<u8>>) -> io::Result<()> {
        self.bytes = part.inspect_err(|_| self.has_ended = true)?;
        self.used = 0;
        self.has_ended = self.bytes.is_empty() && !self.is_console;
        Ok(())
    }

    /// Waits for a key and keeps its bytes; whether there was one.
    fn wait_for_key(&mut self, time: Duration) -> io::Result<bool> {
        let begin = Instant::now();
        while event::poll(time.saturating_sub(begin.elapsed()))? {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                let bytes = bytes_of(&key);
                if !bytes.is_empty() {
                    self.take(Ok(bytes))?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// What a terminal elsewhere sends for a key.
fn bytes_of(key: &KeyEvent) -> Vec<u8> {
    match key.code {
        KeyCode::Char(c) if key.modifiers == KeyModifiers::CONTROL && c.is_ascii_alphabetic() => {
            vec![c as u8 & 0x1f]
        }
        KeyCode::Char(c) => c.to_string().into_bytes(),
        KeyCode::Enter => b"\n".to_vec(),
        KeyCode::Tab => b"\t".to_vec(),
        KeyCode::Backspace => b"\x7f".to_vec(),
        KeyCode::Esc => b"\x1b".to_vec(),
        KeyCode::Up => b"\x1b[A".to_vec(),
        KeyCode::Down => b"\x1b[B".to_vec(),
        KeyCode::Right => b"\x1b[C".to_vec(),
        KeyCode::Left => b"\x1b[D".to_vec(),
        _ => Vec::new(),
    }
}

impl Read for StandardInput {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for StandardInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used == self.bytes.len() && !self.has_ended {
            if !self.is_console {
                let part = self.pipe().recv().unwrap_or_else(|_| Ok(Vec::new()));
                self.take(part)?;
            } else if RAW.load(Ordering::Relaxed) {
                self.wait_for_key(Duration::from_secs(1))?;
            } else {
                let mut line = vec![0; 1 << 13];
                let count = io::stdin().read(&mut line)?;
                line.truncate(count);
                self.take(Ok(line))?;
                break;
            }
        }
        Ok(&self.bytes[self.used..])
    }

    fn consume(&mut self, count: usize) {
        self.used = self.bytes.len().min(self.used + count);
    }
}

/// From now on keys arrive one by one and are not shown: they are read as events of the console,
/// whose modes stay. So Ctrl-C still interrupts.
pub fn enter_raw_keys() {
    RAW.store(true, Ordering::Relaxed);
}

/// Lets keys make lines again.
pub fn leave_raw_keys() {
    RAW.store(false, Ordering::Relaxed);
}

/// Waits until there is input on the console, at most for this time. A console that is gone takes
/// its processes with it.
pub fn wait_for_screen(time: Duration) -> io::Result<()> {
    event::poll(time).map(|_| ())
}

/// Lets Ctrl-C on a full screen be a signal, so that it stops what takes long, or lets it be a key
/// again. Events come in every mode of the console.
pub fn let_interrupts_through(through: bool) {
    // Without it, Ctrl-C is a key that counts when nothing else is done.
    let _ = match through {
        true => terminal::disable_raw_mode(),
        false => terminal::enable_raw_mode(),
    };
}

/// Whether standard output and standard error are shown on one console, so that what is written to
/// one continues a line of the other.
pub fn is_output_shared() -> bool {
    io::stdout().is_terminal() && io::stderr().is_terminal()
}

/// How many columns the terminal on this stream has, if it is one.
pub fn columns(stream: impl AsHandle) -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(stream)?;
    Some(usize::from(width.0))
}

/// How many rows the terminal on this stream has, if it is one.
pub fn rows(stream: impl AsHandle) -> Option<usize> {
    let (_, height) = terminal_size::terminal_size_of(stream)?;
    Some(usize::from(height.0))
}

/// Nothing: this process ends when there is no more work to be had.
pub fn end_with_parent() {}

/// Nothing: here the name of a file says whether it can be run.
pub fn make_executable(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether it is the door of another process: here they are not files.
pub fn is_socket(_kind: FileType) -> bool {
    false
}

/// Whether the terminal is said to show UTF-8: consoles get text, in whatever encoding they have.
pub fn shows_utf8() -> bool {
    true
}

/// Where programs keep what they remember of a user.
pub fn state_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("LOCALAPPDATA").map(PathBuf::from);
    folder.filter(|folder| folder.is_absolute())
}
