//! The mouse: a click on a line of the source is a breakpoint, one on the timeline goes there, and
//! the wheel scrolls what is under it.

use super::act::go_to;
use super::{DebuggerScreen, Pane, ScreenOrder};
use crate::tui::time::Bar;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

/// The lines that a turn of the wheel is.
const WHEEL: i32 = 3;

impl DebuggerScreen<'_> {
    pub(super) fn on_mouse(&mut self, event: MouseEvent) -> Option<ScreenOrder> {
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::ScrollUp => self.wheel(at, -WHEEL),
            MouseEventKind::ScrollDown => self.wheel(at, WHEEL),
            _ => None,
        }
    }

    fn pane_at(&self, at: Position) -> Option<Pane> {
        let areas = self.areas()?;
        let found = areas.panes.iter().find(|(_, area)| area.contains(at));
        found.map(|(pane, _)| *pane)
    }

    fn click(&mut self, at: Position) -> Option<ScreenOrder> {
        if self.popup.take().is_some() {
            return None;
        }
        let areas = self.areas()?;
        if areas.timeline.contains(at) && at.y == areas.timeline.y {
            let bar = Bar::new(self.repl.engine.span(), areas.timeline);
            return go_to(bar.step(at.x)?);
        }
        let pane = self.pane_at(at)?;
        self.set_focus(pane);
        let top = areas.pane(Pane::Source)?.y + 1;
        if pane == Pane::Source
            && let Some(row) = at.y.checked_sub(top)
            && self.source.click(row.into())
        {
            self.toggle_breakpoint();
        }
        None
    }

    fn wheel(&mut self, at: Position, by: i32) -> Option<ScreenOrder> {
        match &mut self.popup {
            Some(popup) => {
                popup.scroll = popup.scroll.saturating_add_signed(by as isize);
            }
            None => {
                let pane = self.pane_at(at)?;
                self.scroll_by(pane, by);
            }
        }
        None
    }
}
