//! The host of a run on a terminal or a pipe: standard streams, raw keys, Ctrl-C.

use machine::env::{Answer, Request};
use runtime::files::Files;
use runtime::{Console, Host};
use rustix::termios::{self, LocalModes, OptionalActions};
use std::io::{self, BufReader, BufWriter, IsTerminal, Stderr, Stdin, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Standard streams of the process.
pub struct StdHost {
    console: Console<BufReader<Stdin>, BufWriter<Stdout>, Stderr>,
    /// Standard input is a terminal, so that single keys are read without waiting for a line.
    keys: bool,
    /// The program waits for input: a Ctrl-C has to end the process itself.
    waiting: Arc<AtomicBool>,
    /// What a Ctrl-C does, until its handler is installed.
    on_interrupt: Option<(Arc<AtomicBool>, u8)>,
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
            waiting: Arc::default(),
            on_interrupt: None,
        }
    }

    /// The first file that was refused, with the reason.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.console.files.take_refusal()
    }

    /// Makes Ctrl-C set `interrupt`. While the program waits for input nothing looks at that, so
    /// the process ends at once then, with `code`. The handler is installed when a run turns out
    /// to be long or to wait: a short one should not pay for its thread.
    pub fn stop_on_interrupt(&mut self, interrupt: Arc<AtomicBool>, code: u8) {
        self.on_interrupt = Some((interrupt, code));
    }

    fn arm(&mut self) {
        let Some((interrupt, code)) = self.on_interrupt.take() else {
            return;
        };
        let waiting = Arc::clone(&self.waiting);
        // Failing to install a handler leaves the system's own, which ends the process.
        let _ = ctrlc::set_handler(move || {
            if waiting.load(Ordering::Relaxed) || interrupt.swap(true, Ordering::Relaxed) {
                restore_terminal();
                let _ = writeln!(io::stderr(), "\ninterrupted while waiting for input");
                std::process::exit(code.into());
            }
        });
    }
}

impl StdHost {
    /// Ends the process with `code` if the program still waits for input after `time`: nobody
    /// looks at the clock while it does.
    pub fn stop_waiting_after(&self, time: Duration, code: u8) {
        let waiting = Arc::clone(&self.waiting);
        std::thread::spawn(move || {
            std::thread::sleep(time);
            loop {
                if waiting.load(Ordering::Relaxed) {
                    restore_terminal();
                    let seconds = time.as_secs_f64();
                    let _ = writeln!(
                        io::stderr(),
                        "error[R0304]: stopped after {seconds} s, while waiting for input"
                    );
                    std::process::exit(code.into());
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
    }
}

impl Host for StdHost {
    fn perform(&mut self, request: &Request) -> Answer {
        let reads = matches!(
            request,
            Request::ReadWord
                | Request::ReadLine
                | Request::ReadByte
                | Request::Read { file: 0, .. }
        );
        if !reads {
            return self.console.perform(request);
        }
        self.console.flush();
        self.arm();
        self.waiting.store(true, Ordering::Relaxed);
        let raw = (self.keys && *request == Request::ReadByte).then(RawKeys::enter);
        let answer = self.console.perform(request);
        drop(raw);
        self.waiting.store(false, Ordering::Relaxed);
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
