//! The host of a run on a terminal or a pipe: standard streams, raw keys, Ctrl-C.

use machine::env::{Answer, Request};
use runtime::files::Files;
use runtime::{Console, Host};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{self, LocalModes, OptionalActions};
use std::io::{self, BufReader, BufWriter, IsTerminal, Stderr, Stdin, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Standard streams of the process.
pub struct StdHost {
    console: Console<BufReader<Stdin>, BufWriter<Stdout>, Stderr>,
    /// Standard input is a terminal, so that single keys are read without waiting for a line.
    keys: bool,
    /// Set by Ctrl-C, if that is to stop the run.
    interrupt: Option<Arc<AtomicBool>>,
    /// The handler that sets it is installed.
    armed: bool,
    /// When waiting for input makes no sense any more.
    deadline: Option<Instant>,
}

impl StdHost {
    /// A host that reaches files only through `files`.
    pub fn new(files: Files) -> Self {
        let output = BufWriter::with_capacity(1 << 16, io::stdout());
        let mut console = Console::new(BufReader::new(io::stdin()), output, io::stderr());
        console.files = files;
        StdHost {
            console,
            keys: io::stdin().is_terminal(),
            interrupt: None,
            armed: false,
            deadline: None,
        }
    }

    /// The first file that was refused, with the reason.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.console.files.take_refusal()
    }

    /// Makes Ctrl-C set `interrupt`; a second one ends the process with `code`. The handler is
    /// installed when a run turns out to be long or to wait: a short one should not pay for it.
    pub fn stop_on_interrupt(&mut self, interrupt: Arc<AtomicBool>) {
        self.interrupt = Some(interrupt);
    }

    /// Gives up waiting for input after `time`.
    pub fn stop_waiting_after(&mut self, time: Duration) {
        self.deadline = Instant::now().checked_add(time);
    }

    fn arm(&mut self) {
        let Some(interrupt) = self.interrupt.clone().filter(|_| !self.armed) else {
            return;
        };
        self.armed = true;
        // Failing to install a handler leaves the system's own, which ends the process.
        let _ = ctrlc::set_handler(move || {
            if interrupt.swap(true, Ordering::Relaxed) {
                restore_terminal();
                std::process::exit(crate::exit::INTERRUPTED.into());
            }
        });
    }

    /// Waits until there is something to read. False if the run must end instead.
    fn wait_for_input(&self) -> bool {
        const SLICE: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: 50_000_000,
        };
        while self.console.input.buffer().is_empty() {
            let interrupted = self
                .interrupt
                .as_ref()
                .is_some_and(|i| i.load(Ordering::Relaxed));
            if interrupted
                || self
                    .deadline
                    .is_some_and(|deadline| Instant::now() >= deadline)
            {
                return false;
            }
            let stdin = rustix::stdio::stdin();
            let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
            match poll(&mut wanted, Some(&SLICE)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                // Readable, at its end, or not to be polled: reading tells.
                _ => return true,
            }
        }
        true
    }
}

impl Host for StdHost {
    fn perform(&mut self, request: &Request) -> Answer {
        if !request.reads_input() {
            return self.console.perform(request);
        }
        self.console.flush();
        self.arm();
        let raw = (self.keys && *request == Request::ReadByte).then(RawKeys::enter);
        let answer = match self.wait_for_input() {
            true => self.console.perform(request),
            false => Answer::End,
        };
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

/// How the terminal was before keys were read raw; also the interrupt handler restores it.
static BEFORE: Mutex<Option<termios::Termios>> = Mutex::new(None);

/// While it lives, keys arrive one by one and are not shown. Ctrl-C still interrupts.
struct RawKeys;

impl RawKeys {
    fn enter() -> Self {
        if let Ok(modes) = termios::tcgetattr(rustix::stdio::stdin()) {
            let mut raw = modes.clone();
            raw.local_modes
                .remove(LocalModes::ICANON | LocalModes::ECHO);
            let _ = termios::tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &raw);
            if let Ok(mut before) = BEFORE.lock() {
                *before = Some(modes);
            }
        }
        RawKeys
    }
}

impl Drop for RawKeys {
    fn drop(&mut self) {
        restore_terminal();
    }
}

fn restore_terminal() {
    let before = BEFORE.lock().ok().and_then(|mut before| before.take());
    if let Some(modes) = before {
        let _ = termios::tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &modes);
    }
}
