//! The picture.

use super::keys::{Asked, KEYS, bar};
use super::layout::{Areas, LEAST, Pane};
use super::look::{plain, wrapped};
use super::time::{Bar, LEGEND};
use super::{DebuggerScreen, Popup, registers};
use diag::number::{count, grouped};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Position, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Widget, Wrap};
use runtime::End;
use std::collections::VecDeque;

impl DebuggerScreen<'_> {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.size = frame.area();
        let Some(areas) = self.areas() else {
            draw_too_small(frame);
            return;
        };
        let mut cursor = None;
        let buffer = frame.buffer_mut();
        self.draw_title(areas.title, buffer);
        for (pane, area) in &areas.panes {
            let inside = self.draw_frame(*pane, *area, buffer);
            if *pane == Pane::Console {
                cursor = cursor.or(self.draw_console(inside, buffer));
            } else {
                self.draw_pane(*pane, inside, buffer);
            }
        }
        let console = areas.pane(Pane::Console).is_some();
        cursor = self.draw_answer(areas.answer, console, buffer).or(cursor);
        self.draw_timeline(areas.timeline, buffer);
        self.draw_keys(&areas, buffer);
        if self.popup.is_some() {
            self.draw_popup(buffer);
        } else if let Some(cursor) = cursor {
            frame.set_cursor_position(cursor);
        }
    }

    /// ` slide.s:12 in merge+8   step 37 of 106   RISC-V   ended with exit code 0`
    fn draw_title(&self, area: Rect, buffer: &mut Buffer) {
        let engine = &self.repl.engine;
        let (place, span) = (engine.location(), engine.span());
        let name = plain(&place.name);
        let at = match (&place.line, engine.ended()) {
            // It is nowhere any more.
            (_, Some(End::Exit(_))) => String::new(),
            (Some(_), _) => {
                let position = engine.map().position(place.pc).unwrap_or_default();
                format!("{} in {name}   ", plain(&position))
            }
            (None, _) => format!("0x{:08x} in {name}   ", place.pc),
        };
        let step = match span.step == span.last {
            true => format!("step {}", grouped(span.step)),
            false => format!("step {} of {}", grouped(span.step), grouped(span.last)),
        };
        let state = match engine.ended() {
            _ if self.busy => "running".to_owned(),
            Some(End::Exit(code)) => format!("ended with exit code {code}"),
            Some(End::Fault(_)) => "ended by a fault".to_owned(),
            Some(_) => "ended".to_owned(),
            None if engine.is_waiting() => "waiting for input".to_owned(),
            None => String::new(),
        };
        let title = engine.desc().title;
        let text = format!(" {at}{step}   {title}   {state}");
        let text = match text.chars().count() > area.width.into() {
            // The folder matters least.
            true => format!(" {}{step}   {title}   {state}", without_folder(&at)),
            false => text,
        };
        buffer.set_style(area, Style::new().reversed());
        Line::from(text.bold()).render(area, buffer);
    }

    /// Draws the frame of a pane; what is inside.
    fn draw_frame(&self, pane: Pane, area: Rect, buffer: &mut Buffer) -> Rect {
        let engine = &self.repl.engine;
        let what = match pane {
            Pane::Source => self.source.title(engine),
            Pane::Memory => self.memory.title(),
            Pane::Console => self.console.title(engine),
            Pane::Registers => format!("pc 0x{:08x}", self.repl.chosen_pc()),
            Pane::Stack => String::new(),
        };
        let name = match pane == self.focus {
            true => format!("[{}]", pane.name()),
            false => format!(" {} ", pane.name()),
        };
        let mut title = Line::from(name.bold());
        if !what.is_empty() {
            title.push_span(format!(
                "{}{what} ",
                if pane == self.focus { " " } else { "" }
            ));
        }
        let borders = match area.x {
            0 => Borders::TOP,
            _ => Borders::TOP | Borders::LEFT,
        };
        let block = Block::new().borders(borders).title(title);
        let inside = block.inner(area);
        block.render(area, buffer);
        inside
    }

    fn draw_pane(&mut self, pane: Pane, area: Rect, buffer: &mut Buffer) {
        let (engine, numbers, look) = (&self.repl.engine, self.numbers, self.look);
        let rows = match pane {
            Pane::Source => self.source.rows(engine, area.height.into(), look),
            Pane::Registers => {
                let all = self.repl.shown_registers();
                registers::rows(&all, area.width.into(), numbers, look)
            }
            Pane::Stack => self.stack.rows(engine, numbers, look),
            Pane::Memory => self.memory.rows(engine, area.width.into(), numbers, look),
            Pane::Console => Vec::new(),
        };
        let scroll = &mut self.scroll[pane as usize];
        *scroll = (*scroll).min(rows.len().saturating_sub(area.height.into()));
        for (row, area) in rows.iter().skip(*scroll).zip(area.rows()) {
            row.render(area, buffer);
        }
    }

    /// The end of the console, and the line that is typed for the program; where the cursor is.
    fn draw_console(&mut self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let mut rows = self
            .console
            .rows(&self.repl.engine, area.width.into(), self.look);
        let typed = self
            .entry
            .as_ref()
            .filter(|entry| entry.asked == Asked::Input);
        let height = usize::from(area.height).saturating_sub(usize::from(typed.is_some()));
        let scroll = &mut self.scroll[Pane::Console as usize];
        *scroll = (*scroll).min(rows.len().saturating_sub(height));
        rows.truncate(rows.len() - *scroll);
        let shown = rows.len().saturating_sub(height);
        let shown = &rows[shown..];
        for (row, area) in shown.iter().zip(area.rows()) {
            row.render(area, buffer);
        }
        typed?;
        let line = area.rows().nth(shown.len())?;
        self.draw_entry(line, buffer)
    }

    /// The line that is being typed; where the cursor is.
    fn draw_entry(&self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let entry = self.entry.as_ref()?;
        let prompt = entry.prompt(self.repl.is_collecting());
        let before = Line::raw(format!("{prompt}{}", diag::one_line(&entry.before()))).width();
        let text = format!("{prompt}{}", diag::one_line(&entry.text()));
        let width = usize::from(area.width).max(1);
        // The part with the cursor.
        let skipped = (before + 1).saturating_sub(width);
        let text: String = text.chars().skip(skipped).collect();
        Line::from(text.bold()).render(area, buffer);
        let column = (before - skipped).min(width - 1);
        Some(Position::new(area.x + column as u16, area.y))
    }

    fn draw_answer(&self, area: Rect, console: bool, buffer: &mut Buffer) -> Option<Position> {
        let mut rows: VecDeque<Rect> = area.rows().collect();
        let mut cursor = None;
        let elsewhere = |asked: Asked| asked == Asked::Input && console;
        if self
            .entry
            .as_ref()
            .is_some_and(|entry| !elsewhere(entry.asked))
        {
            cursor = self.draw_entry(rows.pop_front()?, buffer);
        }
        if self.busy {
            let text = "Running. Ctrl-C stops the program.";
            Line::from(text.bold()).render(rows.pop_front()?, buffer);
        }
        let answer = self.answer_rows(area);
        for (line, area) in answer.iter().zip(&rows) {
            Line::raw(format!(" {line}")).render(*area, buffer);
        }
        let hidden = answer.len().saturating_sub(rows.len());
        if let Some(area) = rows.back().filter(|_| hidden > 0) {
            let more = format!(" +{}: v ", count(hidden as u64, "line"));
            let width = more.chars().count() as u16;
            let x = area.right().saturating_sub(width);
            let area = Rect { x, ..*area }.intersection(*area);
            Line::from(more.bold()).render(area, buffer);
        }
        cursor
    }

    /// What was said last, in lines that fit.
    pub(super) fn answer_rows(&self, area: Rect) -> Vec<String> {
        let width = usize::from(area.width).saturating_sub(2);
        let lines = self.answer.iter();
        lines.flat_map(|line| wrapped(line, width)).collect()
    }

    fn draw_timeline(&self, area: Rect, buffer: &mut Buffer) {
        let engine = &self.repl.engine;
        let kept: Vec<u64> = engine.kept_steps().collect();
        let edits: Vec<u64> = engine.edits().iter().map(|edit| edit.step).collect();
        let bar = Bar::new(engine.span(), area);
        let line = bar.line(&kept, &edits, &self.repl.marks, self.look);
        let mut rows = area.rows();
        if let Some(row) = rows.next() {
            line.render(row, buffer);
        }
        if let Some(row) = rows.next() {
            let text = format!(" {LEGEND}   [ ] or a click go along it, {{ }} from stop to stop");
            Line::styled(text, self.look.dim()).render(row, buffer);
        }
    }

    fn draw_keys(&self, areas: &Areas, buffer: &mut Buffer) {
        let texts = match self.entry.as_ref().map(|entry| entry.asked) {
            Some(Asked::Input) => vec![
                "Enter gives the line to the program  Ctrl-D ends its input".to_owned(),
                "Escape goes back to the keys; the program waits".to_owned(),
            ],
            Some(Asked::Command) => vec![
                "Enter runs it  Tab completes  ↑↓ earlier commands  Escape leaves".to_owned(),
                "`help` lists all commands, `help NAME` shows examples".to_owned(),
            ],
            Some(Asked::Memory) => vec![
                "An address to follow: `board`, `sp`, `a0 + 8`".to_owned(),
                "`:board board 4 4` shows a board  Escape leaves".to_owned(),
            ],
            Some(Asked::Place) => vec![
                "A label, a line, `file:line` or `*address`  Escape leaves".to_owned(),
                String::new(),
            ],
            None => bar(areas.keys.height.into()),
        };
        for (text, area) in texts.iter().zip(areas.keys.rows()) {
            Line::styled(text.as_str(), self.look.dim()).render(area, buffer);
        }
    }

    fn draw_popup(&mut self, buffer: &mut Buffer) {
        let Some(popup) = &mut self.popup else {
            return;
        };
        let screen = buffer.area;
        let most = usize::from(screen.width).saturating_sub(4).max(1);
        let lines: Vec<String> = popup
            .lines
            .iter()
            .flat_map(|line| wrapped(line, most))
            .collect();
        let width = lines
            .iter()
            .map(|line| Line::raw(line.as_str()).width())
            .max();
        let width = width.unwrap_or(0).clamp(24.min(most), most) as u16 + 4;
        let height = (lines.len() as u16).saturating_add(2).min(screen.height);
        let area = screen.centered(Constraint::Length(width), Constraint::Length(height));
        let inside = area.inner(Margin::new(2, 1));
        let end = lines.len().saturating_sub(inside.height.into());
        popup.scroll = popup.scroll.min(end);
        let hint = match end {
            0 => " Escape closes, other keys go on ",
            _ => " ↑↓ scroll, Escape closes, other keys go on ",
        };
        Clear.render(area, buffer);
        Block::bordered()
            .title(format!(" {} ", popup.title))
            .title_bottom(hint)
            .render(area, buffer);
        for (line, area) in lines.iter().skip(popup.scroll).zip(inside.rows()) {
            Line::raw(line.as_str()).render(area, buffer);
        }
    }
}

/// A place without the folder of its file.
pub(super) fn without_folder(place: &str) -> &str {
    place.rsplit(['/', '\\']).next().unwrap_or(place)
}

/// The page with all keys.
pub(super) fn help() -> Popup {
    let mut lines: Vec<String> = KEYS
        .iter()
        .map(|key| format!("{:<11}{}", key.name, key.about))
        .collect();
    lines.extend([
        String::new(),
        "A capital letter goes back where the lower-case one goes forward.".to_owned(),
        "Ctrl-C stops a running program, not the debugger.".to_owned(),
        "In the source: - cursor, * breakpoint, o disabled one, > next line,".to_owned(),
        "= instructions of a pseudo-instruction. Elsewhere * marks changes.".to_owned(),
        format!("On the timeline: {LEGEND}."),
        "Mouse: click on a line to set a breakpoint, on the timeline to go".to_owned(),
        "there; the wheel scrolls. Hold Shift to select text.".to_owned(),
    ]);
    Popup {
        title: "Keys",
        lines,
        scroll: 0,
    }
}

fn draw_too_small(frame: &mut Frame<'_>) {
    let (width, height) = LEAST;
    let text =
        format!("This window is too small: the debugger needs {width} columns and {height} lines.");
    let text = Paragraph::new(text).wrap(Wrap { trim: true });
    frame.render_widget(text, frame.area());
}
