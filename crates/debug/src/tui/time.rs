//! The timeline: where in the run the program is, where it was stopped, which states are kept.

use super::look::ScreenStyle;
use crate::engine::HistorySpan;
use diag::number::grouped;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

/// What the marks mean.
pub(super) const LEGEND: &str = "● here  B stopped here  E changed by hand  ' state kept";

/// The timeline on a screen.
pub(super) struct Bar {
    span: HistorySpan,
    /// Its first column and its length.
    begin: u16,
    cells: u16,
    left: String,
    right: String,
}

impl Bar {
    /// The timeline in the first row of an area.
    pub(super) fn new(span: HistorySpan, area: Rect) -> Self {
        let left = format!(" {} ", grouped(span.first));
        let right = format!(" {} ", grouped(span.last));
        let used = left.chars().count() + right.chars().count();
        Bar {
            span,
            begin: area.x + left.chars().count() as u16,
            cells: area.width.saturating_sub(used as u16).max(1),
            left,
            right,
        }
    }

    /// The cell of a step.
    fn cell(&self, step: u64) -> usize {
        let length = self.span.last.saturating_sub(self.span.first);
        let at = step.clamp(self.span.first, self.span.last) - self.span.first;
        let cells = u128::from(self.cells - 1);
        let cell = u128::from(at) * cells / u128::from(length.max(1));
        cell as usize
    }

    /// The step of a column of the screen, if it belongs to the timeline. That of the present step
    /// is the present step.
    pub(super) fn step(&self, column: u16) -> Option<u64> {
        let cell = column
            .checked_sub(self.begin)
            .filter(|cell| *cell < self.cells)?;
        if usize::from(cell) == self.cell(self.span.step) {
            return Some(self.span.step);
        }
        let length = u128::from(self.span.last - self.span.first);
        let cells = u128::from(self.cells.saturating_sub(1).max(1));
        // The first step that is drawn there.
        let at = (u128::from(cell) * length).div_ceil(cells);
        Some(self.span.first + at as u64)
    }

    /// It, with marks at these steps.
    pub(super) fn line(
        &self,
        kept: &[u64],
        edits: &[u64],
        stops: &[u64],
        look: ScreenStyle,
    ) -> Line<'static> {
        let mut cells = vec![('─', Style::new()); self.cells.into()];
        let inside = |step: &&u64| (self.span.first..=self.span.last).contains(*step);
        // So many would hide the line and say nothing.
        let kept = if 2 * kept.len() > cells.len() {
            &[]
        } else {
            kept
        };
        let marks = [
            (kept, '\'', look.dim()),
            (edits, 'E', look.input()),
            (stops, 'B', look.stop()),
            (&[self.span.step][..], '●', look.here()),
        ];
        for (steps, mark, style) in marks {
            for step in steps.iter().filter(inside) {
                if let Some(cell) = cells.get_mut(self.cell(*step)) {
                    *cell = (mark, style);
                }
            }
        }
        let mut line = Line::raw(self.left.clone());
        for (mark, style) in cells {
            line.push_span(ratatui::text::Span::styled(mark.to_string(), style));
        }
        line.push_span(self.right.clone());
        line
    }

    /// How far one goes at once: a cell, at least one instruction.
    pub(super) fn stride(&self) -> u64 {
        let length = self.span.last - self.span.first;
        (length / u64::from(self.cells.saturating_sub(1).max(1))).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(step: u64, last: u64, width: u16) -> Bar {
        let span = HistorySpan {
            first: 0,
            step,
            last,
            bytes: 0,
            states: 1,
        };
        Bar::new(span, Rect::new(0, 0, width, 1))
    }

    #[test]
    fn marks_stand_where_their_steps_are() {
        let look = ScreenStyle { color: false };
        let line = bar(50, 100, 30).line(&[0], &[25], &[50, 75, 100, 200], look);
        assert_eq!(line.to_string(), " 0 '────E────●────B─────B 100 ");
        let begin = bar(0, 0, 12).line(&[0], &[], &[], look);
        assert_eq!(begin.to_string(), " 0 ●───── 0 ");
    }

    #[test]
    fn a_column_leads_to_a_step_that_is_drawn_there() {
        for last in [0, 1, 7, 22, 23, 1000, u64::MAX / 2] {
            let bar = bar(last / 3, last, 80);
            for column in 0..80 {
                if let Some(step) = bar.step(column) {
                    assert!(step <= last, "{step} of {last}");
                    let drawn = bar.cell(step) as u16 + bar.begin;
                    assert!(last < 80 || drawn == column, "{last}: {column} {drawn}");
                }
            }
        }
    }
}
