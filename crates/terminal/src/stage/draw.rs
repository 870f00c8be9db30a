//! Draws a picture and text on a terminal: two pixels in a letter, or as an image.

use super::graphics::Drawing;
use super::text::TextPane;
use frames::graphics;
use machine::screen::Picture;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::Widget;
use ratatui::{DefaultTerminal, crossterm};
use std::borrow::Cow;
use std::io::{self, Write as _};

/// The most lines of text below the picture.
const TEXT_LINES: u16 = 8;

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// None.
    None,
    /// The 256 of most terminals.
    Indexed,
    /// All.
    True,
}

impl ColorDepth {
    /// That of this terminal, if colour is wanted.
    pub fn of_terminal(wanted: bool) -> Self {
        let names = |variable: &str| std::env::var(variable).unwrap_or_default();
        let is_true = ["truecolor", "24bit"].contains(&names("COLORTERM").as_str());
        match (wanted, is_true || names("TERM").contains("direct")) {
            (false, _) => ColorDepth::None,
            (true, true) => ColorDepth::True,
            (true, false) => ColorDepth::Indexed,
        }
    }

    fn color(self, pixel: u32) -> Color {
        let [_, red, green, blue] = pixel.to_be_bytes();
        match self {
            ColorDepth::True => Color::Rgb(red, green, blue),
            ColorDepth::Indexed => Color::Indexed(indexed(red, green, blue)),
            ColorDepth::None => Color::Reset,
        }
    }
}

/// The nearest of the 6×6×6 colours and the 24 greys.
fn indexed(red: u8, green: u8, blue: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let far = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    let level = |value: u8| {
        let rated = LEVELS.iter().enumerate();
        let nearest = rated.min_by_key(|(_, level)| level.abs_diff(value));
        nearest.map_or(0, |(index, _)| index as u8)
    };
    let cube = [level(red), level(green), level(blue)];
    let grey = (u16::from(red) + u16::from(green) + u16::from(blue)) / 3;
    let step = (grey.saturating_sub(3) / 10).min(23) as u8;
    let distance = |shown: [u8; 3]| far(shown[0], red) + far(shown[1], green) + far(shown[2], blue);
    let cube_color = cube.map(|level| LEVELS[usize::from(level)]);
    match distance([8 + 10 * step; 3]) < distance(cube_color) {
        true => 232 + step,
        false => 16 + 36 * cube[0] + 6 * cube[1] + cube[2],
    }
}

/// What is on the terminal.
pub(super) struct View {
    drawing: Drawing,
    depth: ColorDepth,
    /// The image that the terminal shows, and where.
    shown: Option<(Picture, Rect)>,
}

impl View {
    pub(super) fn new(drawing: Drawing, depth: ColorDepth) -> Self {
        View {
            drawing,
            depth,
            shown: None,
        }
    }

    /// The terminal has changed: what it shows is not known any more.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// What takes an image away.
    pub(super) fn end(&self) -> String {
        match self.drawing {
            Drawing::Kitty { .. } => graphics::kitty_end(),
            _ => String::new(),
        }
    }

    /// Draws everything; what is there already is not written again.
    pub(super) fn draw(
        &mut self,
        terminal: &mut DefaultTerminal,
        picture: &Picture,
        text: &TextPane,
        words: &str,
    ) -> io::Result<()> {
        let mut place = Rect::default();
        let lines = text.last_lines(TEXT_LINES.into());
        terminal.draw(|frame| {
            let rows = Layout::vertical([
                Constraint::Min(0),
                Constraint::Length(lines.len() as u16),
                Constraint::Length(1),
            ]);
            let [top, below, bottom] = rows.areas(frame.area());
            let buffer = frame.buffer_mut();
            place = top;
            if self.drawing == Drawing::HalfBlocks {
                half_blocks(picture, self.depth, top, buffer);
            }
            for (line, area) in lines.iter().zip(below.rows()) {
                Line::from(line.as_str()).render(area, buffer);
            }
            Line::from(words).dim().render(bottom, buffer);
        })?;
        self.draw_image(picture, place)
    }

    fn draw_image(&mut self, picture: &Picture, place: Rect) -> io::Result<()> {
        let cell = match self.drawing {
            Drawing::HalfBlocks => return Ok(()),
            Drawing::Kitty { cell } | Drawing::Sixel { cell } => cell,
        };
        let is_same = |(shown, at): &(Picture, Rect)| shown == picture && *at == place;
        if self.shown.as_ref().is_some_and(is_same) || picture.pixels.is_empty() {
            return Ok(());
        }
        let room = (
            u32::from(place.width) * cell.0,
            u32::from(place.height) * cell.1,
        );
        let fitted = fitted(picture, room.0, room.1);
        let columns = fitted.columns.div_ceil(cell.0) as u16;
        let rows = fitted.rows.div_ceil(cell.1) as u16;
        let image = match self.drawing {
            Drawing::Kitty { .. } => graphics::kitty(&fitted, columns, rows),
            _ => graphics::sixel(&fitted),
        };
        let mut out = io::stdout().lock();
        crossterm::queue!(
            out,
            crossterm::cursor::MoveTo(place.x + place.width.saturating_sub(columns) / 2, place.y)
        )?;
        out.write_all(image.as_bytes())?;
        out.flush()?;
        self.shown = Some((picture.clone(), place));
        Ok(())
    }
}

/// The picture as large as it fits into so many pixels, or as small as it must be.
fn fitted(picture: &Picture, width: u32, height: u32) -> Cow<'_, Picture> {
    let (columns, rows) = (picture.columns.max(1), picture.rows.max(1));
    let times = (width / columns).min(height / rows);
    if times > 1 {
        return Cow::Owned(picture.enlarged(times, times));
    }
    let step = columns
        .div_ceil(width.max(1))
        .max(rows.div_ceil(height.max(1)));
    match step {
        0 | 1 => Cow::Borrowed(picture),
        step => Cow::Owned(reduced(picture, step)),
    }
}

/// The picture with the mean of `step` × `step` pixels in each one.
fn reduced(picture: &Picture, step: u32) -> Picture {
    let (columns, rows) = (picture.columns.div_ceil(step), picture.rows.div_ceil(step));
    let mut small = Picture::black(columns, rows);
    for y in 0..rows {
        for x in 0..columns {
            let (mut sum, mut count) = ([0; 4], 0);
            for dy in (y * step..(y + 1) * step).take_while(|y| *y < picture.rows) {
                for dx in (x * step..(x + 1) * step).take_while(|x| *x < picture.columns) {
                    let parts = picture.get(dx, dy).to_be_bytes().map(u32::from);
                    sum = std::array::from_fn(|k| sum[k] + parts[k]);
                    count += 1;
                }
            }
            let mean = sum.map(|sum| (sum / count.max(1)) as u8);
            small.set(x, y, u32::from_be_bytes(mean));
        }
    }
    small
}

/// Draws two pixels in each letter.
fn half_blocks(picture: &Picture, depth: ColorDepth, area: Rect, buffer: &mut Buffer) {
    let fitted = fitted(picture, area.width.into(), 2 * u32::from(area.height));
    let width = (fitted.columns as u16).min(area.width);
    let left = area.x + (area.width - width) / 2;
    let lines = (fitted.rows.div_ceil(2) as u16).min(area.height);
    for line in 0..lines {
        for column in 0..width {
            let (x, y) = (u32::from(column), 2 * u32::from(line));
            let (upper, lower) = (fitted.get(x, y), fitted.get(x, y + 1));
            let Some(cell) = buffer.cell_mut((left + column, area.y + line)) else {
                continue;
            };
            if depth == ColorDepth::None {
                cell.set_char(letter(is_bright(upper), is_bright(lower)));
                continue;
            }
            let style = Style::new().fg(depth.color(upper)).bg(depth.color(lower));
            cell.set_char('▀').set_style(style);
        }
    }
}

fn is_bright(color: u32) -> bool {
    let [_, red, green, blue] = color.to_be_bytes().map(u32::from);
    2 * red + 5 * green + blue >= 8 * 48
}

/// The letter whose halves are as bright as the pixels.
fn letter(upper: bool, lower: bool) -> char {
    match (upper, lower) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkered(columns: u32, rows: u32) -> Picture {
        let mut picture = Picture::black(columns, rows);
        for (k, pixel) in (0..).zip(&mut picture.pixels) {
            *pixel = (k % columns + k / columns) % 2 * 0xff_ffff;
        }
        picture
    }

    fn drawn(picture: &Picture, width: u16, height: u16) -> String {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        half_blocks(picture, ColorDepth::None, area, &mut buffer);
        let lines = buffer.content.chunks(usize::from(width).max(1));
        let lines = lines.map(|line| line.iter().map(|cell| cell.symbol()).collect::<String>());
        lines.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn a_picture_is_as_large_as_it_fits() {
        let four = checkered(2, 2);
        assert_eq!(drawn(&four, 2, 1), "▄▀");
        assert_eq!(drawn(&four, 7, 2), "   ██  | ██    ");
        assert_eq!(drawn(&checkered(4, 1), 4, 1), " ▀ ▀");
    }

    #[test]
    fn a_picture_that_does_not_fit_is_made_smaller() {
        assert_eq!(drawn(&checkered(1024, 1024), 1, 1), "▀");
        assert_eq!(drawn(&checkered(3, 3), 0, 0), "");
        assert_eq!(reduced(&checkered(4, 2), 2).pixels, [0x7f_7f7f; 2]);
    }

    #[test]
    fn colours_become_those_that_the_terminal_has() {
        let show = |pixel| ColorDepth::Indexed.color(pixel);
        assert_eq!(show(0xff_0000), Color::Indexed(196));
        assert_eq!(show(0), Color::Indexed(16));
        assert_eq!(show(0xff_ffff), Color::Indexed(231));
        assert_eq!(show(0x80_8080), Color::Indexed(244));
        assert_eq!(ColorDepth::True.color(0x01_0203), Color::Rgb(1, 2, 3));
    }
}
