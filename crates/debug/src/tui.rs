//! The full screen: source, registers, stack, memory, console and a timeline around the commands of
//! the prompt.
//!
//! Keys and the mouse become a [`ScreenOrder`]: a command of the prompt, or input for the program. What
//! is shown is looked up again after each order, and only then. The terminal itself is the caller's:
//! [`DebuggerScreen`] draws on any, and [`DebuggerScreen::run`] reads from that of the process.

mod act;
mod console;
mod keys;
mod layout;
mod line;
mod look;
mod memory;
mod mouse;
mod registers;
mod screen;
mod source;
mod stack;
mod time;

pub use keys::{Asked, KEYS, Key, KeyAction, TimeDirection};
pub use layout::Pane;

use crate::SearchProgress;
use crate::repl::Repl;
use console::ConsolePane;
use line::Entry;
use look::{NumberView, ScreenStyle};
use memory::MemoryPane;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};
use ratatui::crossterm::queue;
use ratatui::crossterm::style::Print;
use ratatui::layout::Rect;
use source::SourcePane;
use stack::Stack;
use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long nothing happens before signals are looked at.
const IDLE: Duration = Duration::from_millis(250);
/// A Ctrl-C so soon after a program has stopped was meant for the program.
const MEANT_FOR_PROGRAM: Duration = Duration::from_secs(1);

/// Something to do that may take long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScreenOrder {
    /// The command of a key.
    Go(String),
    /// A command that was typed.
    Command(String),
    /// A line of input for the program.
    Input(String),
    /// The program gets no more input.
    EndInput,
}

/// Why the screen is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// To end the debugger.
    Quit,
    /// To go on at the prompt.
    Prompt,
    /// The terminal is gone, or the process was asked to end.
    Gone,
}

/// A text over the screen.
struct Popup {
    title: &'static str,
    lines: Vec<String>,
    scroll: usize,
}

/// A session on a full screen.
pub struct DebuggerScreen<'a> {
    repl: Repl<'a>,
    look: ScreenStyle,
    numbers: NumberView,
    /// The pane that keys scroll.
    focus: Pane,
    /// The pane beside the source where there is place for one only.
    beside: Pane,
    source: SourcePane,
    stack: Stack,
    memory: MemoryPane,
    console: ConsolePane,
    /// How far each pane is scrolled; the console from its end.
    scroll: [usize; Pane::ALL.len()],
    entry: Option<Entry>,
    history: Vec<String>,
    answer: Vec<String>,
    popup: Option<Popup>,
    /// Lines that were pasted and not carried out yet.
    pasted: VecDeque<String>,
    /// The move that goes on when the program has got its input.
    pending: String,
    /// The state that was looked up last: step, changes by hand, program counter.
    seen: Option<(u64, usize, u32)>,
    busy: bool,
    leave: Option<Leave>,
    /// The screen that was drawn last.
    size: Rect,
}

impl<'a> DebuggerScreen<'a> {
    /// A screen for a session.
    pub fn new(repl: Repl<'a>, color: bool) -> Self {
        DebuggerScreen {
            look: ScreenStyle { color },
            numbers: NumberView::default(),
            focus: Pane::Source,
            beside: Pane::Registers,
            source: SourcePane::default(),
            stack: Stack::new(&repl.engine),
            memory: MemoryPane::new(&repl.engine),
            console: ConsolePane::default(),
            scroll: [0; Pane::ALL.len()],
            entry: None,
            history: Vec::new(),
            answer: Vec::new(),
            popup: None,
            pasted: VecDeque::new(),
            pending: String::new(),
            seen: None,
            busy: false,
            leave: None,
            size: Rect::ZERO,
            repl,
        }
    }

    /// The session, to go on with at the prompt.
    pub fn repl(&mut self) -> &mut Repl<'a> {
        &mut self.repl
    }

    /// Why the screen is to be left, if it is.
    pub fn leaves(&self) -> Option<Leave> {
        self.leave
    }

    /// What was said last.
    pub fn answer(&self) -> &[String] {
        &self.answer
    }

    /// Begins to show the session as it is now.
    pub fn open(&mut self) {
        self.leave = None;
        self.answer = vec!["`?` shows the keys, `p` returns to the prompt.".to_owned()];
        self.look_up(false);
    }

    /// Does what a key means at once, or says what is to be carried out.
    pub fn press(&mut self, key: KeyEvent) -> Option<ScreenOrder> {
        if self.press_in_popup(key) {
            return None;
        }
        if self.entry.is_some() {
            return self.press_in_entry(key);
        }
        self.act(keys::action(key)?)
    }

    /// Carries out an order.
    pub fn carry_out(&mut self, order: ScreenOrder) {
        // Nothing that was pressed before is about this.
        self.repl.engine.interrupt().store(false, Ordering::Relaxed);
        match order {
            ScreenOrder::Go(command) => self.go(command),
            ScreenOrder::Command(line) => self.command(&line),
            ScreenOrder::Input(line) => {
                let mut bytes = line.into_bytes();
                bytes.push(b'\n');
                self.give(|engine| engine.give_input(&bytes));
            }
            ScreenOrder::EndInput => self.give(|engine| engine.end_input()),
        }
        self.look_up(false);
        if self.repl.is_done() {
            self.leave = Some(Leave::Quit);
        }
    }

    fn go(&mut self, command: String) {
        let (Ok(said) | Err(said)) = self.repl.answer(&command);
        self.answer = lines(&said);
        self.pending = command;
    }

    fn command(&mut self, line: &str) {
        let name = crate::repl::command_name(line);
        let before = self.repl.engine.input_read().1;
        let said = self.repl.answer(line);
        self.pending = "continue".to_owned();
        if name == Some("input") && self.repl.engine.input_read().1 > before {
            self.console.note(&self.repl.engine, before);
        }
        if let (Ok(_), Some("board" | "x")) = (&said, name) {
            self.memory.follow_command(line.trim());
            self.show_memory();
            self.say(&format!("The memory pane now shows `{}`.", line.trim()));
            return;
        }
        match name {
            Some("up" | "down" | "frame") => {
                let pc = self.repl.chosen_pc();
                self.source.show(&self.repl.engine, pc);
            }
            Some("backtrace" | "stack") => self.stack.look_up(&mut self.repl.engine, true),
            _ => {}
        }
        let (Ok(said) | Err(said)) = said;
        self.answer = lines(&said);
        let area = self.areas().map_or(Rect::ZERO, |areas| areas.answer);
        if self.answer_rows(area).len() > usize::from(area.height) {
            self.open_answer();
        }
        if self.repl.is_collecting() {
            self.entry = Some(Entry::new(Asked::Command));
        }
    }

    /// Gives the program something, and lets a move that has waited for it go on.
    fn give(
        &mut self,
        give: impl FnOnce(&mut crate::Engine) -> Result<(), crate::engine::EditError>,
    ) {
        let engine = &mut self.repl.engine;
        let (waited, before) = (engine.is_waiting(), engine.input_read().1);
        if let Err(wrong) = give(engine) {
            return self.say(&crate::repl::sentence(&wrong.to_string()));
        }
        self.repl.forget_marks();
        if self.repl.engine.input_read().1 > before {
            self.console.note(&self.repl.engine, before);
        }
        if waited {
            let pending = std::mem::take(&mut self.pending);
            self.go(match pending.is_empty() {
                true => "continue".to_owned(),
                false => pending,
            });
        } else {
            self.say("The program reads it when it asks for input.");
        }
    }

    /// Looks up what the panes show, if the state has changed; with `anew`, in any case.
    fn look_up(&mut self, anew: bool) {
        let engine = &self.repl.engine;
        let state = (engine.step(), engine.edits().len(), engine.pc());
        if self.seen != Some(state) || anew {
            self.seen = Some(state);
            self.source.follow(&self.repl.engine);
            self.stack.look_up(&mut self.repl.engine, false);
            self.memory.look_up(&mut self.repl);
            self.scroll[Pane::Console as usize] = 0;
        }
        if self.repl.engine.is_waiting() && self.entry.is_none() && self.popup.is_none() {
            self.entry = Some(Entry::new(Asked::Input));
        }
    }

    /// Shows the session on the terminal of the process until it is left.
    pub fn run(&mut self, terminal: &mut DefaultTerminal) -> io::Result<Leave> {
        // A line of the prompt would be in the way.
        let progress = self.repl.engine.show_progress(None);
        let left = self.show(terminal);
        self.repl.engine.show_progress(progress);
        left
    }

    fn show(&mut self, terminal: &mut DefaultTerminal) -> io::Result<Leave> {
        self.open();
        let interrupt = self.repl.engine.interrupt();
        let mut stopped = Instant::now();
        loop {
            if let Some(leave) = self.leave {
                return Ok(leave);
            }
            terminal.draw(|frame| self.draw(frame))?;
            let event = match terminal::screen::next_event(IDLE) {
                Ok(event) => event,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Leave::Gone),
                Err(error) => return Err(error),
            };
            // While nothing runs, Ctrl-C is a key: this is a signal from somewhere else.
            let signalled = interrupt.swap(false, Ordering::Relaxed);
            if signalled && stopped.elapsed() > MEANT_FOR_PROGRAM {
                return Ok(Leave::Gone);
            }
            let mut order = event.and_then(|event| self.on_event(&event));
            while let Some(next) = order {
                self.busy = true;
                if !next.is_short() {
                    terminal.draw(|frame| self.draw(frame))?;
                }
                let is_shown = Rc::new(Cell::new(false));
                let line = self.progress_line(&is_shown);
                let before = self.repl.engine.show_progress(Some(line));
                terminal::screen::let_interrupts_through(true);
                self.carry_out(next);
                terminal::screen::let_interrupts_through(false);
                self.repl.engine.show_progress(before);
                if is_shown.get() {
                    // What was written over the screen is not known to it.
                    terminal.clear()?;
                }
                self.busy = false;
                stopped = Instant::now();
                order = self.next_pasted().filter(|_| self.leave.is_none());
            }
        }
    }

    /// What writes how far a long order is over the first line of the answers.
    fn progress_line(&self, is_shown: &Rc<Cell<bool>>) -> Box<dyn FnMut(SearchProgress)> {
        let area = self.areas().map_or(Rect::ZERO, |areas| areas.answer);
        let is_shown = Rc::clone(is_shown);
        crate::progress::paced(move |words| {
            let Some(words) = words.filter(|_| area.height > 0) else {
                return;
            };
            is_shown.set(true);
            let width = usize::from(area.width);
            let words: String = words.chars().take(width).collect();
            // The line is only a comfort.
            let _ = queue!(
                io::stdout(),
                MoveTo(area.x, area.y),
                Print(format!("{words:width$}"))
            );
            let _ = io::stdout().flush();
        })
    }

    /// Does what an event means at once, or says what is to be carried out.
    pub fn on_event(&mut self, event: &Event) -> Option<ScreenOrder> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => self.on_mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            _ => None,
        }
    }

    /// Takes a text that is pasted as if it were typed, with Enter at the end of each line.
    fn paste(&mut self, text: &str) -> Option<ScreenOrder> {
        self.popup = None;
        let Some(entry) = &mut self.entry else {
            self.say("Press `:` before you paste commands.");
            return None;
        };
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut lines = text.split('\n');
        for letter in lines.next().unwrap_or_default().chars() {
            entry.press(KeyEvent::from(KeyCode::Char(letter)), &[]);
        }
        let rest: Vec<String> = lines.map(str::to_owned).collect();
        if rest.is_empty() {
            return None;
        }
        self.pasted = rest.into();
        self.press_in_entry(KeyEvent::from(KeyCode::Enter))
    }

    /// What comes of the lines that were pasted after the one that was carried out.
    pub fn next_pasted(&mut self) -> Option<ScreenOrder> {
        while let Some(line) = self.pasted.pop_front() {
            let is_last = self.pasted.is_empty();
            let entry = self.entry.get_or_insert_with(|| Entry::new(Asked::Command));
            for letter in line.chars() {
                entry.press(KeyEvent::from(KeyCode::Char(letter)), &[]);
            }
            // What follows the last line end can still be changed.
            if is_last {
                if line.is_empty() {
                    self.entry = None;
                }
                return None;
            }
            let order = self.press_in_entry(KeyEvent::from(KeyCode::Enter));
            if order.is_some() {
                return order;
            }
        }
        None
    }
}

impl ScreenOrder {
    /// It takes no time worth mentioning.
    fn is_short(&self) -> bool {
        match self {
            ScreenOrder::Go(command) => {
                ["step", "stepi", "back", "reverse-step"].contains(&&**command)
            }
            _ => false,
        }
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(look::plain).collect()
}
