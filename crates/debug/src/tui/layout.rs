//! Where everything is on a screen of some size.

use ratatui::layout::{Constraint, Layout, Rect};

/// A part of the screen that shows one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The source, or the instructions of a program without one.
    Source,
    /// Registers.
    Registers,
    /// The frames on the stack.
    Stack,
    /// Memory, or a board.
    Memory,
    /// What the program printed and was given.
    Console,
}

impl Pane {
    /// All of them, in the order in which they are gone through.
    pub const ALL: [Pane; 5] = [
        Pane::Source,
        Pane::Registers,
        Pane::Stack,
        Pane::Memory,
        Pane::Console,
    ];

    /// The next one.
    pub fn next(self) -> Pane {
        let here = Pane::ALL.iter().position(|pane| *pane == self);
        Pane::ALL[here.map_or(0, |here| here + 1) % Pane::ALL.len()]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Pane::Source => "Source",
            Pane::Registers => "Registers",
            Pane::Stack => "Stack",
            Pane::Memory => "Memory",
            Pane::Console => "Console",
        }
    }

    /// Whether it is beside the source on a screen that cannot show all panes.
    pub fn is_beside(self) -> bool {
        matches!(self, Pane::Registers | Pane::Stack | Pane::Memory)
    }
}

/// The smallest screen on which something can be seen.
pub(super) const LEAST: (u16, u16) = (36, 8);

/// The places of everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    /// Where the program is, in one line.
    pub title: Rect,
    /// The panes that are shown.
    pub panes: Vec<(Pane, Rect)>,
    /// What was said last, and what is typed.
    pub answer: Rect,
    /// The timeline, perhaps with a line that explains it.
    pub timeline: Rect,
    /// The keys.
    pub keys: Rect,
}

impl Areas {
    /// For a screen of this size; `focus` is the pane that keys scroll, `beside` the one that
    /// is beside the source if there is room for only one.
    pub(super) fn of(screen: Rect, focus: Pane, beside: Pane) -> Option<Areas> {
        if screen.width < LEAST.0 || screen.height < LEAST.1 {
            return None;
        }
        let large = screen.width >= 120 && screen.height >= 36;
        let medium = screen.width >= 76 && screen.height >= 20;
        let (answer, timeline, keys) = match (large, medium) {
            (true, _) => (4, 2, 2),
            (false, true) => (3, 1, 2),
            (false, false) => (1, 1, 1),
        };
        let rows = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(answer),
            Constraint::Length(timeline),
            Constraint::Length(keys),
        ]);
        let [title, middle, answer, timeline, keys] = rows.areas(screen);
        let panes = match (large, medium) {
            (true, _) => all(middle),
            (false, true) => some(middle, beside),
            (false, false) => vec![(focus, middle)],
        };
        Some(Areas {
            title,
            panes,
            answer,
            timeline,
            keys,
        })
    }

    /// The place of a pane, if it is shown.
    pub(super) fn pane(&self, wanted: Pane) -> Option<Rect> {
        let found = self.panes.iter().find(|(pane, _)| *pane == wanted);
        found.map(|(_, area)| *area)
    }
}

/// The width that both forms of the registers need.
const WIDE_RIGHT: u16 = 78;
/// The narrowest source beside all other panes.
const LEAST_SOURCE: u16 = 62;

fn all(area: Rect) -> Vec<(Pane, Rect)> {
    let is_wide = area.width >= WIDE_RIGHT + LEAST_SOURCE;
    let right = area.width.saturating_sub(LEAST_SOURCE).min(WIDE_RIGHT);
    let [left, right] =
        Layout::horizontal([Constraint::Min(0), Constraint::Length(right)]).areas(area);
    let [source, console] =
        Layout::vertical([Constraint::Percentage(66), Constraint::Min(0)]).areas(left);
    let [registers, below] =
        Layout::vertical([Constraint::Length(18), Constraint::Min(0)]).areas(right);
    let [stack, memory] = match is_wide {
        true => Layout::horizontal([Constraint::Min(0), Constraint::Length(44)]).areas(below),
        false => Layout::vertical([Constraint::Percentage(50), Constraint::Min(0)]).areas(below),
    };
    vec![
        (Pane::Source, source),
        (Pane::Console, console),
        (Pane::Registers, registers),
        (Pane::Stack, stack),
        (Pane::Memory, memory),
    ]
}

fn some(area: Rect, beside: Pane) -> Vec<(Pane, Rect)> {
    let width = match beside {
        Pane::Memory => 44,
        _ => 34,
    };
    let [left, right] =
        Layout::horizontal([Constraint::Min(0), Constraint::Length(width)]).areas(area);
    let [source, console] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(5)]).areas(left);
    vec![
        (Pane::Source, source),
        (Pane::Console, console),
        (beside, right),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_screen_shows_all_panes_a_small_one_the_marked_one() {
        let of = |width, height, focus| {
            let screen = Rect::new(0, 0, width, height);
            let areas = Areas::of(screen, focus, Pane::Registers)?;
            Some(
                areas
                    .panes
                    .iter()
                    .map(|(pane, _)| *pane)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(of(140, 45, Pane::Source).map(|panes| panes.len()), Some(5));
        assert_eq!(of(80, 24, Pane::Source).map(|panes| panes.len()), Some(3));
        assert_eq!(of(40, 12, Pane::Stack), Some(vec![Pane::Stack]));
        assert_eq!(of(20, 5, Pane::Source), None);
    }

    #[test]
    fn a_larger_screen_never_has_less_room_for_the_source() {
        let source = |width, height| {
            let screen = Rect::new(0, 0, width, height);
            let areas = Areas::of(screen, Pane::Source, Pane::Registers);
            areas.and_then(|areas| areas.pane(Pane::Source))
        };
        let mut before = 0;
        for (width, height) in [(80, 24), (120, 40), (140, 45), (200, 60)] {
            let width = source(width, height).map_or(0, |area| area.width);
            assert!(width >= before, "{width} after {before}");
            before = width;
        }
    }
}
