//! Tiles on the screen: where they are, how large and in which colours.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Block, Widget};

/// The size of tiles and where the board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// The whole board with its rim.
    pub area: Rect,
    tile: (u16, u16),
    gap: (u16, u16),
}

/// The tallest tile; larger ones only move the numbers apart.
const TALLEST: u16 = 7;
/// The smallest tile: room for five digits.
const SMALLEST: (u16, u16) = (5, 1);

impl Grid {
    /// The largest board of so many rows and columns that fits, in the middle of `area`.
    pub(crate) fn fit(area: Rect, rows: usize, columns: usize) -> Option<Grid> {
        let rows = u16::try_from(rows).ok().filter(|rows| *rows > 0)?;
        let columns = u16::try_from(columns).ok().filter(|columns| *columns > 0)?;
        let usual = (1..=TALLEST)
            .rev()
            .map(|height| ((2 * height + 2).max(6), height));
        usual.chain([SMALLEST]).find_map(|tile| {
            let gap = gap(tile.1);
            let width = columns.checked_mul(tile.0 + gap.0)?.checked_add(gap.0)?;
            let height = rows.checked_mul(tile.1 + gap.1)?.checked_add(gap.1)?;
            (width <= area.width && height <= area.height).then(|| Grid {
                area: Rect {
                    x: area.x + (area.width - width) / 2,
                    y: area.y + (area.height - height) / 2,
                    width,
                    height,
                },
                tile,
                gap,
            })
        })
    }

    /// The columns and lines that a board of so many rows and columns needs at least.
    pub(crate) fn least(rows: usize, columns: usize) -> (usize, usize) {
        let (gap_x, gap_y) = gap(SMALLEST.1);
        let along = |count: usize, tile: u16, gap: u16| {
            let step = usize::from(tile + gap);
            count.saturating_mul(step).saturating_add(gap.into())
        };
        (
            along(columns, SMALLEST.0, gap_x),
            along(rows, SMALLEST.1, gap_y),
        )
    }

    /// The place of the tile in this row and column.
    pub(crate) fn tile(&self, row: usize, column: usize) -> Rect {
        self.between((row, column), (row, column), 0.0)
    }

    /// A place on the way between two fields; `way` is from 0 to 1.
    pub(crate) fn between(&self, from: (usize, usize), to: (usize, usize), way: f32) -> Rect {
        let along = |from: usize, to: usize, step: u16, first: u16| {
            let place = from as f32 + (to as f32 - from as f32) * way;
            first + (place * f32::from(step)).round() as u16
        };
        let (width, height) = self.tile;
        let (gap_x, gap_y) = self.gap;
        Rect {
            x: along(from.1, to.1, width + gap_x, self.area.x + gap_x),
            y: along(from.0, to.0, height + gap_y, self.area.y + gap_y),
            width,
            height,
        }
    }
}

/// The columns and lines between tiles of this height.
fn gap(height: u16) -> (u16, u16) {
    if height > 1 { (2, 1) } else { (1, 0) }
}

/// How tiles look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileLook {
    /// In colours, or with frames.
    pub color: bool,
}

impl TileLook {
    /// The board behind the tiles.
    pub(crate) fn draw_board(self, grid: &Grid, buffer: &mut Buffer) {
        if self.color {
            buffer.set_style(grid.area, Style::new().bg(Color::Indexed(240)));
        }
    }

    /// A tile, or an empty field for 0.
    pub(crate) fn draw_tile(self, value: u32, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let mut style = Style::new();
        if self.color {
            style = colors(value);
            for row in area.rows() {
                buffer.set_string(row.x, row.y, " ".repeat(row.width.into()), style);
            }
        } else if area.height >= 3 && value != 0 {
            Block::bordered().render(area, buffer);
        }
        let text = match value {
            0 if self.color => String::new(),
            0 => "·".to_string(),
            value => value.to_string(),
        };
        let width = text.chars().count() as u16;
        let x = area.x + area.width.saturating_sub(width) / 2;
        let y = area.y + (area.height - 1) / 2;
        let style = style.add_modifier(Modifier::BOLD);
        buffer.set_stringn(x, y, text, area.width.into(), style);
    }
}

/// Background and text by value: warmer and darker as it doubles.
fn colors(value: u32) -> Style {
    const BY_POWER: [(u8, u8); 14] = [
        (254, 238),
        (230, 238),
        (223, 238),
        (215, 232),
        (209, 232),
        (203, 231),
        (196, 231),
        (228, 236),
        (222, 236),
        (220, 236),
        (214, 232),
        (178, 232),
        (118, 232),
        (39, 231),
    ];
    if value == 0 {
        return Style::new().bg(Color::Indexed(244));
    }
    // A value that is not a power of two gets the colour of the next one below.
    let power = (value.ilog2() as usize).min(BY_POWER.len() - 1);
    let (background, text) = BY_POWER[power];
    Style::new()
        .bg(Color::Indexed(background))
        .fg(Color::Indexed(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_as_large_as_fits() {
        let fit = |width, height, rows, columns| {
            Grid::fit(Rect::new(0, 0, width, height), rows, columns).map(|grid| grid.tile)
        };
        assert_eq!(fit(80, 19, 4, 4), Some((8, 3)));
        assert_eq!(fit(200, 60, 4, 4), Some((16, 7)));
        assert_eq!(fit(80, 19, 10, 10), Some((6, 1)));
        assert_eq!(fit(140, 41, 20, 20), Some((5, 1)));
        assert_eq!(fit(20, 19, 4, 4), None);
        assert_eq!(fit(80, 19, 0, 0), None);
    }

    #[test]
    fn what_a_board_needs_is_just_enough() {
        for (rows, columns) in [(1, 1), (4, 4), (3, 5), (20, 20)] {
            let (width, height) = Grid::least(rows, columns);
            let (width, height) = (width as u16, height as u16);
            let fits =
                |width, height| Grid::fit(Rect::new(0, 0, width, height), rows, columns).is_some();
            assert!(fits(width, height));
            assert!(!fits(width - 1, height));
            assert!(!fits(width, height - 1));
        }
    }

    #[test]
    fn a_tile_moves_from_field_to_field() {
        let grid = Grid::fit(Rect::new(0, 0, 80, 19), 4, 4).unwrap();
        let (from, to) = ((1, 3), (1, 0));
        assert_eq!(grid.between(from, to, 0.0), grid.tile(1, 3));
        assert_eq!(grid.between(from, to, 1.0), grid.tile(1, 0));
        let middle = grid.between(from, to, 0.5);
        assert!(middle.x > grid.tile(1, 0).x && middle.x < grid.tile(1, 3).x);
    }
}
