//! The full screen: source, registers, stack, memory, console and a timeline around the commands of
//! the prompt.
//!
//! Keys and the mouse become an [`Order`]: a command of the prompt, or input for the program. What
//! is shown is looked up anew after each order, and only then. The terminal itself is the caller's:
//! [`App`] draws on any, and [`App::run`] reads from that of the process.

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

pub use keys::{Action, Asked, Direction, KEYS, Key};
pub use layout::Pane;

use crate::repl::Repl;
use crate::repl::terminal::complete;
use crate::stops::Cause;
use console::Console;
use layout::Areas;
use line::{Entry, Typed};
use look::{Look, Numbers};
use memory::Memory;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::Rect;
use source::Source;
use stack::Stack;
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long nothing happens before signals are looked at.
const IDLE: Duration = Duration::from_millis(250);
/// A Ctrl-C so soon after a program has stopped was meant for the program.
const MEANT_FOR_PROGRAM: Duration = Duration::from_secs(1);
/// The most commands that are remembered.
const REMEMBERED: usize = 1000;

/// Something to do that may take long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A command that a key stands for.
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
pub struct App<'a> {
    repl: Repl<'a>,
    look: Look,
    numbers: Numbers,
    /// The pane that keys scroll.
    focus: Pane,
    /// The pane beside the source where there is place for one only.
    beside: Pane,
    source: Source,
    stack: Stack,
    memory: Memory,
    console: Console,
    /// How far each pane is scrolled; the console from its end.
    scroll: [usize; Pane::ALL.len()],
    entry: Option<Entry>,
    history: Vec<String>,
    answer: Vec<String>,
    popup: Option<Popup>,
    /// The move that goes on when the program has got its input.
    pending: String,
    /// The state that was looked up last: step, changes by hand, program counter.
    seen: Option<(u64, usize, u32)>,
    busy: bool,
    leave: Option<Leave>,
    /// The screen that was drawn last.
    size: Rect,
}

impl<'a> App<'a> {
    /// A screen for a session.
    pub fn new(repl: Repl<'a>, color: bool) -> Self {
        App {
            look: Look { color },
            numbers: Numbers::default(),
            focus: Pane::Source,
            beside: Pane::Registers,
            source: Source::default(),
            stack: Stack::new(&repl.engine),
            memory: Memory::new(&repl.engine),
            console: Console::default(),
            scroll: [0; Pane::ALL.len()],
            entry: None,
            history: Vec::new(),
            answer: Vec::new(),
            popup: None,
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
        self.answer = vec!["`?` shows the keys, `p` goes back to the prompt.".to_owned()];
        self.look_up(false);
    }

    /// Does what a key means at once, or says what is to be carried out.
    pub fn press(&mut self, key: KeyEvent) -> Option<Order> {
        if self.popup.is_some() {
            self.press_in_popup(key);
            return None;
        }
        if self.entry.is_some() {
            return self.press_in_entry(key);
        }
        self.act(keys::action(key)?)
    }

    fn press_in_popup(&mut self, key: KeyEvent) {
        let Some(popup) = &mut self.popup else {
            return;
        };
        let page = usize::from(self.size.height / 2).max(1);
        popup.scroll = match key.code {
            KeyCode::Up => popup.scroll.saturating_sub(1),
            KeyCode::Down => popup.scroll + 1,
            KeyCode::PageUp => popup.scroll.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => popup.scroll + page,
            _ => {
                self.popup = None;
                return;
            }
        };
    }

    fn press_in_entry(&mut self, key: KeyEvent) -> Option<Order> {
        let entry = self.entry.as_mut()?;
        let asked = entry.asked;
        let line = match entry.press(key, &self.history) {
            Typed::More => return None,
            Typed::Line(line) => Some(line),
            Typed::Left => None,
            Typed::End if asked == Asked::Input => {
                self.entry = None;
                return Some(Order::EndInput);
            }
            Typed::End => None,
            Typed::Complete => {
                self.complete();
                return None;
            }
        };
        self.entry = None;
        match (asked, line) {
            (Asked::Command, line) if self.repl.is_collecting() => {
                Some(Order::Command(line.unwrap_or_else(|| "end".to_owned())))
            }
            (Asked::Command, Some(line)) if !line.trim().is_empty() => {
                self.remember(&line);
                Some(Order::Command(line))
            }
            (Asked::Input, Some(line)) => Some(Order::Input(line)),
            (Asked::Input, None) => {
                // A run will wait at this step again.
                self.repl.engine.forget_waiting();
                None
            }
            (Asked::Memory, Some(line)) => {
                self.follow_address(&line);
                None
            }
            (Asked::Place, Some(line)) => {
                self.look_at(&line);
                None
            }
            _ => None,
        }
    }

    /// Completes the command or the expression that is typed, or says how it could go on.
    fn complete(&mut self) {
        let Some(entry) = &mut self.entry else {
            return;
        };
        // What is no command is what stands behind one.
        let command = match entry.asked {
            Asked::Command => "",
            _ => "print ",
        };
        let line = format!("{command}{}", entry.before());
        let (begin, found) = complete(&line, &self.repl.engine);
        entry.complete(begin.saturating_sub(command.len()), &found);
        if found.len() > 1 {
            self.say(&found.join(" "));
        }
    }

    fn remember(&mut self, line: &str) {
        if self.history.last().is_none_or(|last| last != line) {
            self.history.push(line.to_owned());
        }
        if self.history.len() > REMEMBERED {
            self.history.remove(0);
        }
    }

    fn act(&mut self, action: Action) -> Option<Order> {
        match action {
            Action::Go(command) => return Some(Order::Go(command.to_owned())),
            Action::ToCursor => return self.run_to_cursor(),
            Action::Breakpoint => self.toggle_breakpoint(),
            Action::Scrub(direction) => return self.scrub(direction),
            Action::Mark(direction) => return self.go_to_mark(direction),
            Action::End(direction) => {
                let span = self.repl.engine.span();
                return go_to(match direction {
                    Direction::Back => span.first,
                    Direction::Forth => span.last,
                });
            }
            Action::Lines(by) => self.move_in(self.focus, by),
            Action::Pages(by) => self.move_in(self.focus, by * self.page(self.focus)),
            Action::Here => self.source.follow(&self.repl.engine),
            Action::NextPane => self.set_focus(self.focus.next()),
            Action::Numbers => {
                self.numbers = self.numbers.next();
                self.say(&format!("Numbers: {}.", self.numbers.name()));
            }
            Action::Ask(asked) => self.entry = Some(Entry::new(asked)),
            Action::Answer => self.open_answer(),
            Action::Help => self.popup = Some(screen::help()),
            Action::Prompt => self.leave = Some(Leave::Prompt),
            Action::Quit => self.leave = Some(Leave::Quit),
            Action::Interrupt => {
                self.say("The program is not running: `q` ends the debugger, `p` is the prompt.");
            }
        }
        None
    }

    fn set_focus(&mut self, pane: Pane) {
        self.focus = pane;
        if pane.is_beside() {
            self.beside = pane;
        }
    }

    fn say(&mut self, text: &str) {
        self.answer = vec![text.to_owned()];
    }

    fn open_answer(&mut self) {
        self.popup = Some(Popup {
            title: "Answer",
            lines: self.answer.clone(),
            scroll: 0,
        });
    }

    /// Moves the cursor of the source, or scrolls another pane.
    fn move_in(&mut self, pane: Pane, by: i32) {
        match pane {
            Pane::Source => self.source.go(by),
            pane => self.scroll_by(pane, by),
        }
    }

    fn scroll_by(&mut self, pane: Pane, by: i32) {
        let by = match pane {
            // Its end is where it is not scrolled.
            Pane::Console => -by,
            _ => by,
        };
        match pane {
            Pane::Source => self.source.scroll(by),
            pane => {
                let scroll = &mut self.scroll[pane as usize];
                *scroll = scroll.saturating_add_signed(by as isize);
            }
        }
    }

    fn page(&self, pane: Pane) -> i32 {
        let area = self.areas().and_then(|areas| areas.pane(pane));
        let height = area.map_or(2, |area| area.height.saturating_sub(2));
        i32::from(height).max(1)
    }

    fn areas(&self) -> Option<Areas> {
        Areas::of(self.size, self.focus, self.beside)
    }

    fn run_to_cursor(&mut self) -> Option<Order> {
        match self.source.addresses(&self.repl.engine).as_deref() {
            Ok([address, ..]) => Some(Order::Go(format!("advance *0x{address:x}"))),
            Ok([]) => None,
            Err(wrong) => {
                let text = crate::repl::sentence(&wrong.to_string());
                self.say(&text);
                None
            }
        }
    }

    /// Sets a breakpoint at the cursor, or takes away those that are there.
    fn toggle_breakpoint(&mut self) {
        let addresses = match self.source.addresses(&self.repl.engine) {
            Ok(addresses) => addresses,
            Err(wrong) => return self.say(&crate::repl::sentence(&wrong.to_string())),
        };
        let here = |cause: &Cause| match cause {
            Cause::Break { addresses: known } => known.iter().any(|at| addresses.contains(at)),
            _ => false,
        };
        let stops = &mut self.repl.engine.stops;
        let ids: Vec<u32> = stops
            .iter()
            .filter(|s| here(&s.cause))
            .map(|s| s.id)
            .collect();
        for id in &ids {
            stops.remove(*id);
        }
        let first = addresses.first().copied().unwrap_or(0);
        let map = self.repl.engine.map();
        let place = map.position(first).unwrap_or_else(|| map.name(first));
        match ids.as_slice() {
            [] => {
                let cause = Cause::Break { addresses };
                let id = self.repl.engine.stops.add(cause, &place, None, false);
                self.say(&format!("Breakpoint {id} at {place}."));
            }
            _ => self.say(&format!("No breakpoint at {place} any more.")),
        }
    }

    fn scrub(&mut self, direction: Direction) -> Option<Order> {
        let span = self.repl.engine.span();
        let width = self.areas().map_or(80, |areas| areas.timeline.width);
        let stride = time::Bar::new(span, Rect::new(0, 0, width, 1)).stride();
        go_to(match direction {
            Direction::Back => span.step.saturating_sub(stride).max(span.first),
            Direction::Forth => span.step.saturating_add(stride).min(span.last),
        })
    }

    fn go_to_mark(&mut self, direction: Direction) -> Option<Order> {
        let (step, marks) = (self.repl.engine.step(), &self.repl.marks);
        let mark = match direction {
            Direction::Back => marks.iter().rev().find(|mark| **mark < step),
            Direction::Forth => marks.iter().find(|mark| **mark > step),
        };
        match mark {
            Some(mark) => go_to(*mark),
            None => {
                self.say("No stop was made there: `c` and `C` look for one.");
                None
            }
        }
    }

    fn follow_address(&mut self, text: &str) {
        match self.memory.follow_address(&self.repl.engine, text.trim()) {
            Ok(()) => self.show_memory(),
            Err(wrong) => self.say(&crate::repl::sentence(&wrong)),
        }
    }

    fn show_memory(&mut self) {
        self.memory.look_up(&mut self.repl);
        self.scroll[Pane::Memory as usize] = 0;
        self.set_focus(Pane::Memory);
    }

    fn look_at(&mut self, text: &str) {
        match self.repl.place(text).as_deref() {
            Ok([address, ..]) => {
                self.source.show(&self.repl.engine, *address);
                self.set_focus(Pane::Source);
            }
            Ok([]) => {}
            Err(complaint) => {
                let text = complaint.0.clone();
                self.say(&text);
            }
        }
    }

    /// Carries out an order.
    pub fn carry_out(&mut self, order: Order) {
        // Nothing that was pressed before is about this.
        self.repl.engine.interrupt().store(false, Ordering::Relaxed);
        match order {
            Order::Go(command) => self.go(command),
            Order::Command(line) => self.command(&line),
            Order::Input(line) => {
                let mut bytes = line.into_bytes();
                bytes.push(b'\n');
                self.give(|engine| engine.give_input(&bytes));
            }
            Order::EndInput => self.give(|engine| engine.end_input()),
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
            self.say(&format!("The memory shows `{}` from now on.", line.trim()));
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

    /// Looks up what the panes show, if the state is another one; `anew`: in any case.
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
        self.open();
        let interrupt = self.repl.engine.interrupt();
        let mut stopped = Instant::now();
        loop {
            if let Some(leave) = self.leave {
                return Ok(leave);
            }
            terminal.draw(|frame| self.draw(frame))?;
            let event = match terminal::next_event(IDLE) {
                Ok(event) => event,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Leave::Gone),
                Err(error) => return Err(error),
            };
            // While nothing runs, Ctrl-C is a key: this is a signal from somewhere else.
            let signalled = interrupt.swap(false, Ordering::Relaxed);
            if signalled && stopped.elapsed() > MEANT_FOR_PROGRAM {
                return Ok(Leave::Gone);
            }
            if let Some(order) = event.and_then(|event| self.on_event(&event)) {
                self.busy = true;
                if !order.is_short() {
                    terminal.draw(|frame| self.draw(frame))?;
                }
                terminal::let_interrupts_through(true);
                self.carry_out(order);
                terminal::let_interrupts_through(false);
                self.busy = false;
                stopped = Instant::now();
            }
        }
    }

    /// Does what an event means at once, or says what is to be carried out.
    pub fn on_event(&mut self, event: &Event) -> Option<Order> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => self.on_mouse(*mouse),
            _ => None,
        }
    }
}

impl Order {
    /// It takes no time worth mentioning.
    fn is_short(&self) -> bool {
        match self {
            Order::Go(command) => ["step", "stepi", "back", "reverse-step"].contains(&&**command),
            _ => false,
        }
    }
}

fn go_to(step: u64) -> Option<Order> {
    Some(Order::Go(format!("goto {step}")))
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(look::plain).collect()
}
