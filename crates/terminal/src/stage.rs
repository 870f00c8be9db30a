//! The host of a program that draws: its picture on the full screen, its text below, keys for it.
//!
//! The picture is read from the program's memory while it runs, at most thirty times a second, and
//! only what has changed is written to the terminal (`draw`; `graphics` for terminals that can do
//! more). What the program prints is shown while it runs, and goes to standard output when the screen
//! is given back.

mod draw;
mod graphics;
mod text;

pub use draw::ColorDepth;
pub use graphics::Graphics;

use crate::screen;
use draw::View;
use machine::env::{Answer, Request};
use machine::screen::Picture;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use runtime::files::Files;
use runtime::{Attention, Console, DeviceScreen, Devices, Host, LookMoment, SLICE};
use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use text::TextPane;

/// The time from one picture to the next.
const FRAME: Duration = Duration::from_millis(33);
/// The time between two looks at the keyboard.
const KEYS: Duration = Duration::from_millis(8);
/// The most keys that wait for the program.
const MOST_KEYS: usize = 1024;
/// The most bytes of text that are kept for standard output.
const MOST_TEXT: usize = 1 << 20;
/// So many looks at the keyboard are free. A program that goes on is idle, and now and then a look
/// waits a little for a key.
const FREE_POLLS: u32 = 1000;
const IDLE_EVERY: u32 = 16;
const IDLE_WAIT: Duration = Duration::from_millis(1);

/// How a program is shown.
#[derive(Clone, Debug)]
pub struct StageOptions {
    /// What there is to see.
    pub screen: DeviceScreen,
    /// What to call the program.
    pub title: String,
    /// How to draw.
    pub graphics: Graphics,
    /// How many colours to use.
    pub depth: ColorDepth,
    /// Set to stop the run.
    pub interrupt: Arc<AtomicBool>,
}

/// The full screen with a program on it.
pub struct Stage {
    options: StageOptions,
    terminal: DefaultTerminal,
    view: View,
    console: Console<VecDeque<u8>, Vec<u8>, Vec<u8>>,
    picture: Picture,
    text: TextPane,
    /// What goes to standard output in the end.
    printed: VecDeque<u8>,
    drawn: Option<Instant>,
    /// No picture before this moment: drawing must not take all of the time.
    rest_until: Instant,
    looked: Instant,
    /// The program has asked for a key.
    takes_keys: bool,
    empty_polls: u32,
    /// Time passes by sleeping alone.
    virtual_time: bool,
    gone: bool,
}

impl Stage {
    /// Takes the screen.
    pub fn open(options: StageOptions, files: Files) -> io::Result<Self> {
        let graphics = options.graphics.choose();
        let terminal = ratatui::try_init()?;
        let mut console = Console::new(VecDeque::new(), Vec::new(), Vec::new());
        console.files = files;
        console.clock.interrupt = Some(Arc::clone(&options.interrupt));
        end_with_signals(&options.interrupt);
        Ok(Stage {
            view: View::new(graphics, options.depth),
            options,
            terminal,
            console,
            picture: Picture::default(),
            text: TextPane::default(),
            printed: VecDeque::new(),
            drawn: None,
            rest_until: Instant::now(),
            looked: Instant::now(),
            takes_keys: false,
            empty_polls: 0,
            virtual_time: false,
            gone: false,
        })
    }

    /// Gives up waiting after `time`.
    pub fn stop_waiting_after(&mut self, time: Duration) {
        self.console.clock.deadline = Instant::now().checked_add(time);
    }

    /// Lets time pass by sleeping only, which then takes none.
    pub fn use_virtual_time(&mut self) {
        self.virtual_time = true;
        self.console.clock.use_virtual_time();
    }

    /// The first file that was refused, with the reason.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.console.files.take_refusal()
    }

    /// Whether what the program printed has ended in the middle of a line.
    pub fn is_line_open(&self) -> bool {
        self.printed.back().is_some_and(|byte| *byte != b'\n')
    }

    /// Shows the last picture until a key is pressed, then gives the screen back and prints what the
    /// program has printed.
    pub fn close(mut self, last_words: &str) -> io::Result<()> {
        let stopped = self.options.interrupt.load(Ordering::Relaxed);
        if !stopped && !self.gone {
            let words = format!("{last_words}   press q to leave");
            self.draw(&words);
            while !self.is_dismissed() {}
        }
        let out = self.view.end();
        let _ = io::stdout().write_all(out.as_bytes());
        if self.terminal.show_cursor().is_err() {
            // Dropping it would try again, and panic if there is nobody to tell.
            std::mem::forget(self.terminal);
        }
        let _ = ratatui::try_restore();
        let (first, second) = self.printed.as_slices();
        let mut out = io::stdout().lock();
        out.write_all(first)?;
        out.write_all(second)?;
        out.flush()
    }

    /// Whether the last picture was seen.
    fn is_dismissed(&mut self) -> bool {
        match screen::next_event(SLICE) {
            Err(_) => true,
            Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                let leaves = ['q', 'Q'].map(KeyCode::Char);
                let leaves = leaves.contains(&key.code) || is_interrupt(&key);
                leaves || matches!(key.code, KeyCode::Esc | KeyCode::Enter)
            }
            Ok(Some(Event::Resize(..))) => {
                self.draw("The program has ended.   press q to leave");
                false
            }
            Ok(_) => self.options.interrupt.load(Ordering::Relaxed),
        }
    }

    /// What the bottom line says while the program runs.
    fn hints(&self) -> String {
        let keys = match self.takes_keys {
            true => "keys go to the program, arrows as w a s d   ctrl-c ends it",
            false => "q or ctrl-c ends it",
        };
        format!("{}   {keys}", self.options.title)
    }

    fn draw(&mut self, words: &str) {
        let began = Instant::now();
        let drawn = self
            .view
            .draw(&mut self.terminal, &self.picture, &self.text, words);
        self.gone |= drawn.is_err();
        if self.gone {
            self.options.interrupt.store(true, Ordering::Relaxed);
        }
        let now = Instant::now();
        self.drawn = Some(now);
        self.rest_until = now + FRAME.max(3 * (now - began));
    }

    /// Takes the keys that were pressed, and waits for the first of them at most so long.
    fn take_events(&mut self, mut wait: Duration) {
        self.looked = Instant::now();
        for _ in 0..MOST_KEYS {
            match screen::next_event(std::mem::take(&mut wait)) {
                Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => self.press(&key),
                Ok(Some(Event::Resize(..))) => {
                    self.view.forget();
                    self.draw(&self.hints());
                }
                Ok(Some(_)) => {}
                Ok(None) => return,
                Err(_) => {
                    self.gone = true;
                    self.options.interrupt.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }

    fn press(&mut self, key: &KeyEvent) {
        let quits = !self.takes_keys && key.code == KeyCode::Char('q');
        if is_interrupt(key) || quits {
            self.options.interrupt.store(true, Ordering::Relaxed);
            return;
        }
        let mut bytes = [0; 4];
        let typed: &[u8] = match key.code {
            KeyCode::Char(c) => c.encode_utf8(&mut bytes).as_bytes(),
            KeyCode::Enter => b"\n",
            KeyCode::Tab => b"\t",
            KeyCode::Backspace => b"\x08",
            KeyCode::Esc => b"\x1b",
            KeyCode::Up => b"w",
            KeyCode::Left => b"a",
            KeyCode::Down => b"s",
            KeyCode::Right => b"d",
            _ => b"",
        };
        if self.console.input.len() < MOST_KEYS {
            self.console.input.extend(typed);
        }
    }

    /// Reads what the devices show, and draws it if it has changed.
    fn refresh(&mut self, devices: &Devices<'_>) {
        let picture = self.options.screen.small(devices);
        let changed = self.drawn.is_none() || picture != self.picture || self.text.has_changed();
        self.picture = picture;
        if changed {
            self.draw(&self.hints());
        }
    }

    fn must_stop(&self) -> bool {
        self.gone || self.console.clock.must_stop()
    }

    fn sleep(&mut self, milliseconds: u32) -> Answer {
        if self.virtual_time {
            return self.console.perform(&Request::Sleep { milliseconds });
        }
        self.console.clock.was_used = true;
        let (begin, time) = (Instant::now(), Duration::from_millis(milliseconds.into()));
        while let Some(rest) = time.checked_sub(begin.elapsed()) {
            if rest.is_zero() || self.must_stop() {
                break;
            }
            self.take_events(rest.min(SLICE));
        }
        Answer::Done
    }

    /// A key, if there is one.
    fn poll_key(&mut self) -> Answer {
        self.takes_keys = true;
        if self.console.input.is_empty() {
            self.empty_polls = self.empty_polls.saturating_add(1);
            let is_idle = self.empty_polls > FREE_POLLS;
            let waits = is_idle && self.empty_polls.is_multiple_of(IDLE_EVERY);
            if waits || self.looked.elapsed() > KEYS {
                self.take_events(if waits { IDLE_WAIT } else { Duration::ZERO });
            }
        }
        let key = self.console.input.pop_front();
        if key.is_some() {
            self.empty_polls = 0;
        }
        Answer::Bytes(key.into_iter().collect())
    }

    /// Lets the user type what the program wants to read.
    fn read(&mut self, request: &Request) -> Answer {
        self.takes_keys = true;
        let by_line = *request != Request::ReadByte;
        while !self.console.has_input_for(request) {
            if self.must_stop() {
                return Answer::End;
            }
            let before = self.console.input.len();
            self.take_events(SLICE);
            if by_line {
                let typed: Vec<u8> = self.console.input.drain(before..).collect();
                self.edit(&typed);
            }
        }
        self.console.perform(request)
    }

    /// Adds what was typed to the line, which is shown.
    fn edit(&mut self, typed: &[u8]) {
        for &byte in typed {
            if byte != 8 {
                self.console.input.push_back(byte);
                self.text.print(&[byte]);
            } else if self.console.input.back().is_some_and(|last| *last != b'\n') {
                self.console.input.pop_back();
                self.text.erase();
            }
        }
        if self.text.has_changed() {
            self.draw(&self.hints());
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.text.print(bytes);
        self.printed.extend(bytes);
        let surplus = self.printed.len().saturating_sub(MOST_TEXT);
        self.printed.drain(..surplus);
    }
}

impl Host for Stage {
    fn perform(&mut self, request: &Request) -> Answer {
        match request {
            Request::Print { bytes, .. } => self.keep(bytes),
            Request::Sleep { milliseconds } => return self.sleep(*milliseconds),
            Request::PollKey => return self.poll_key(),
            Request::ClearScreen => self.text.clear(),
            Request::MoveCursor { x, y } => self.text.move_to(*x, *y),
            request if request.reads_input() => return self.read(request),
            other => return self.console.perform(other),
        }
        Answer::Done
    }

    fn attention(&self) -> Attention {
        Attention::Live
    }

    fn look(&mut self, moment: LookMoment, devices: &Devices<'_>) {
        if self.looked.elapsed() > KEYS {
            self.take_events(Duration::ZERO);
        }
        let is_due = match moment {
            LookMoment::Input | LookMoment::End => true,
            LookMoment::Sleep { milliseconds } if milliseconds >= 10 => true,
            _ => Instant::now() >= self.rest_until,
        };
        if is_due {
            self.refresh(devices);
        }
    }
}

fn is_interrupt(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Signals end the run, which then gives the terminal back as it was; a second one does not wait.
fn end_with_signals(interrupt: &Arc<AtomicBool>) {
    let interrupt = Arc::clone(interrupt);
    // Failing to install a handler leaves the system's own, which ends the process.
    let _ = ctrlc::set_handler(move || {
        if interrupt.swap(true, Ordering::Relaxed) {
            let _ = ratatui::try_restore();
            std::process::exit(crate::console::INTERRUPTED.into());
        }
    });
}
