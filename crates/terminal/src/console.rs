//! The host of a run on a terminal or a pipe: standard streams, raw keys, Ctrl-C.

use machine::env::{Answer, Request};
use platform::{StandardInput, enter_raw_keys, leave_raw_keys};
use runtime::files::Files;
use runtime::{Console, Host, SLICE};
use std::io::{self, BufWriter, IsTerminal, Stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit code of a process that the user has interrupted.
pub const INTERRUPTED: u8 = 130;

/// Standard streams of the process.
pub struct StdHost {
    console: Console<StandardInput, BufWriter<platform::Stdout>, Stderr>,
    /// Standard input is a terminal, so that single keys are read without waiting for a line.
    keys: bool,
    /// The handler of Ctrl-C is installed.
    armed: bool,
    /// The program looks for keys, so they stay raw.
    polling: Option<RawKeys>,
    /// How often it has looked since there was one.
    empty_polls: u32,
}

/// On a terminal, so many looks at the keyboard are free. A program that goes on is idle, and each
/// further look waits a little for a key.
const FREE_POLLS: u32 = 1000;
/// How long an idle program waits for a key.
const IDLE_WAIT: Duration = Duration::from_millis(1);
/// How long the first look at a pipe waits: whoever writes to it may just have begun.
const PIPE_WAIT: Duration = Duration::from_millis(250);

impl StdHost {
    /// A host that reaches files only through `files`.
    pub fn new(files: Files) -> Self {
        let output = BufWriter::with_capacity(1 << 16, platform::stdout());
        let mut console = Console::new(StandardInput::new(), output, io::stderr());
        console.files = files;
        console.screen = io::stdout().is_terminal();
        StdHost {
            keys: console.input.is_terminal(),
            console,
            armed: false,
            polling: None,
            empty_polls: 0,
        }
    }

    /// The first file that was refused, with the reason.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.console.files.take_refusal()
    }

    /// Whether what comes next on the screen continues a line of the program.
    pub fn is_line_open(&self) -> bool {
        self.console.is_line_open() && platform::is_output_shared()
    }

    /// Makes Ctrl-C set `interrupt`; a second one ends the process with `code`. The handler is
    /// installed when a run turns out to be long or to wait: a short one should not pay for it.
    pub fn stop_on_interrupt(&mut self, interrupt: Arc<AtomicBool>) {
        self.console.clock.interrupt = Some(interrupt);
    }

    /// Gives up waiting for input after `time`.
    pub fn stop_waiting_after(&mut self, time: Duration) {
        self.console.clock.deadline = Instant::now().checked_add(time);
    }

    /// Lets time pass by sleeping only, which then takes none.
    pub fn use_virtual_time(&mut self) {
        self.console.clock.use_virtual_time();
    }

    fn arm(&mut self) {
        let Some(interrupt) = self.console.clock.interrupt.clone().filter(|_| !self.armed) else {
            return;
        };
        self.armed = true;
        // Failing to install a handler leaves the system's own, which ends the process.
        let _ = ctrlc::set_handler(move || {
            if interrupt.swap(true, Ordering::Relaxed) {
                leave_raw_keys();
                std::process::exit(INTERRUPTED.into());
            }
        });
    }

    /// Waits until there is something to read. False if the run must end instead.
    fn wait_for_input(&mut self) -> bool {
        while !self.console.input.wait(SLICE) {
            if self.console.clock.must_stop() {
                return false;
            }
        }
        true
    }

    /// A key, if there is one. See [`FREE_POLLS`] and [`PIPE_WAIT`].
    fn poll_key(&mut self) -> Answer {
        if self.keys && self.polling.is_none() {
            self.polling = Some(RawKeys::enter());
        }
        let wait = match (self.keys, self.empty_polls) {
            (true, 0..FREE_POLLS) => Duration::ZERO,
            (false, 0) => PIPE_WAIT,
            _ => IDLE_WAIT,
        };
        if !self.console.input.wait(wait) {
            self.empty_polls = self.empty_polls.saturating_add(1);
            return Answer::Bytes(Vec::new());
        }
        self.empty_polls = 0;
        self.console.perform(&Request::PollKey)
    }
}

impl Host for StdHost {
    fn perform(&mut self, request: &Request) -> Answer {
        let waits = request.reads_input() || matches!(request, Request::Sleep { .. });
        if !waits {
            return self.console.perform(request);
        }
        self.console.flush();
        self.arm();
        match request {
            Request::PollKey => return self.poll_key(),
            Request::Sleep { .. } => return self.console.perform(request),
            _ => {}
        }
        // A line is typed with its keys shown, and can be corrected.
        self.polling = None;
        let raw = (self.keys && *request == Request::ReadByte).then(RawKeys::enter);
        let answer = match self.wait_for_input() {
            true => self.console.perform(request),
            false => Answer::End,
        };
        if self.keys && raw.is_none() {
            self.console.end_line();
        }
        drop(raw);
        answer
    }

    fn flush(&mut self) {
        self.console.flush();
    }

    fn tick(&mut self) {
        self.arm();
        self.flush();
    }

    fn output_error(&self) -> Option<io::ErrorKind> {
        self.console.output_error()
    }
}

/// While it lives, keys arrive one by one and are not shown. Ctrl-C still interrupts.
struct RawKeys;

impl RawKeys {
    fn enter() -> Self {
        enter_raw_keys();
        RawKeys
    }
}

impl Drop for RawKeys {
    fn drop(&mut self) {
        leave_raw_keys();
    }
}
