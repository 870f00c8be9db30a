//! What keys do at once, and which orders they give.

use super::keys::{Asked, KeyAction, TimeDirection};
use super::layout::{Areas, Pane};
use super::line::{Entry, Typed};
use super::{DebuggerScreen, Leave, Popup, ScreenOrder, screen, time};
use crate::repl::sentence;
use crate::repl::terminal::complete;
use crate::stops::StopCause;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

/// The most commands that are remembered.
const REMEMBERED: usize = 1000;

impl DebuggerScreen<'_> {
    /// Scrolls a text over the screen, or closes it. Whether that is all that the key means: others are
    /// typed for what is below, and the text is only in their way.
    pub(super) fn press_in_popup(&mut self, key: KeyEvent) -> bool {
        let Some(popup) = &mut self.popup else {
            return false;
        };
        let page = usize::from(self.size.height / 2).max(1);
        popup.scroll = match key.code {
            KeyCode::Up => popup.scroll.saturating_sub(1),
            KeyCode::Down => popup.scroll + 1,
            KeyCode::PageUp => popup.scroll.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => popup.scroll + page,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => {
                self.popup = None;
                return true;
            }
            _ => {
                self.popup = None;
                return false;
            }
        };
        true
    }

    pub(super) fn press_in_entry(&mut self, key: KeyEvent) -> Option<ScreenOrder> {
        let entry = self.entry.as_mut()?;
        let asked = entry.asked;
        let line = match entry.press(key, &self.history) {
            Typed::More => return None,
            Typed::Line(line) => Some(line),
            Typed::Left => None,
            Typed::End if asked == Asked::Input => {
                self.entry = None;
                return Some(ScreenOrder::EndInput);
            }
            Typed::End => None,
            Typed::Complete => {
                self.complete();
                return None;
            }
        };
        self.entry = None;
        match (asked, line) {
            (Asked::Command, line) if self.repl.is_collecting() => Some(ScreenOrder::Command(
                line.unwrap_or_else(|| "end".to_owned()),
            )),
            (Asked::Command, Some(line)) if !line.trim().is_empty() => {
                self.remember(&line);
                Some(ScreenOrder::Command(line))
            }
            (Asked::Input, Some(line)) => Some(ScreenOrder::Input(line)),
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
        // What is not a command follows one.
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

    pub(super) fn act(&mut self, action: KeyAction) -> Option<ScreenOrder> {
        match action {
            KeyAction::Go(command) => return Some(ScreenOrder::Go(command.to_owned())),
            KeyAction::ToCursor => return self.run_to_cursor(),
            KeyAction::Breakpoint => self.toggle_breakpoint(),
            KeyAction::Scrub(direction) => return self.scrub(direction),
            KeyAction::Mark(direction) => return self.go_to_mark(direction),
            KeyAction::End(direction) => {
                let span = self.repl.engine.span();
                return go_to(match direction {
                    TimeDirection::Back => span.first,
                    TimeDirection::Forth => span.last,
                });
            }
            KeyAction::Lines(by) => self.move_in(self.focus, by),
            KeyAction::Pages(by) => self.move_in(self.focus, by * self.page(self.focus)),
            KeyAction::Here => self.source.follow(&self.repl.engine),
            KeyAction::NextPane => self.set_focus(self.focus.next()),
            KeyAction::Numbers => {
                self.numbers = self.numbers.next();
                self.say(&format!("Numbers: {}.", self.numbers.name()));
            }
            KeyAction::Ask(asked) => self.entry = Some(Entry::new(asked)),
            KeyAction::Answer => self.open_answer(),
            KeyAction::Help => self.popup = Some(screen::help()),
            KeyAction::Prompt => self.leave = Some(Leave::Prompt),
            KeyAction::Quit => self.leave = Some(Leave::Quit),
            KeyAction::Interrupt => {
                self.say(
                    "The program is not running: `q` ends the debugger, `p` returns to the prompt.",
                );
            }
        }
        None
    }

    pub(super) fn set_focus(&mut self, pane: Pane) {
        self.focus = pane;
        if pane.is_beside() {
            self.beside = pane;
        }
    }

    pub(super) fn say(&mut self, text: &str) {
        self.answer = vec![text.to_owned()];
    }

    pub(super) fn open_answer(&mut self) {
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

    pub(super) fn scroll_by(&mut self, pane: Pane, by: i32) {
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

    pub(super) fn areas(&self) -> Option<Areas> {
        Areas::of(self.size, self.focus, self.beside)
    }

    fn run_to_cursor(&mut self) -> Option<ScreenOrder> {
        match self.source.addresses(&self.repl.engine).as_deref() {
            Ok([address, ..]) => Some(ScreenOrder::Go(format!("advance *0x{address:x}"))),
            Ok([]) => None,
            Err(wrong) => {
                let text = sentence(&wrong.to_string());
                self.say(&text);
                None
            }
        }
    }

    /// Sets a breakpoint at the cursor, or takes away those that are there.
    pub(super) fn toggle_breakpoint(&mut self) {
        let addresses = match self.source.addresses(&self.repl.engine) {
            Ok(addresses) => addresses,
            Err(wrong) => return self.say(&sentence(&wrong.to_string())),
        };
        let here = |cause: &StopCause| match cause {
            StopCause::Break { addresses: known } => known.iter().any(|at| addresses.contains(at)),
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
                let cause = StopCause::Break { addresses };
                let id = self.repl.engine.stops.add(cause, &place, None, false);
                self.say(&format!("Breakpoint {id} at {place}."));
            }
            _ => self.say(&format!("Breakpoint at {place} removed.")),
        }
    }

    fn scrub(&mut self, direction: TimeDirection) -> Option<ScreenOrder> {
        let span = self.repl.engine.span();
        let width = self.areas().map_or(80, |areas| areas.timeline.width);
        let stride = time::Bar::new(span, Rect::new(0, 0, width, 1)).stride();
        go_to(match direction {
            TimeDirection::Back => span.step.saturating_sub(stride).max(span.first),
            TimeDirection::Forth => span.step.saturating_add(stride).min(span.last),
        })
    }

    fn go_to_mark(&mut self, direction: TimeDirection) -> Option<ScreenOrder> {
        let (step, marks) = (self.repl.engine.step(), &self.repl.marks);
        let mark = match direction {
            TimeDirection::Back => marks.iter().rev().find(|mark| **mark < step),
            TimeDirection::Forth => marks.iter().find(|mark| **mark > step),
        };
        match mark {
            Some(mark) => go_to(*mark),
            None => {
                self.say("There is no stop there: use `c` and `C` to look for one.");
                None
            }
        }
    }

    fn follow_address(&mut self, text: &str) {
        match self.memory.follow_address(&self.repl.engine, text.trim()) {
            Ok(()) => self.show_memory(),
            Err(wrong) => self.say(&sentence(&wrong)),
        }
    }

    pub(super) fn show_memory(&mut self) {
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
}

/// Goes to a step.
pub(super) fn go_to(step: u64) -> Option<ScreenOrder> {
    Some(ScreenOrder::Go(format!("goto {step}")))
}
