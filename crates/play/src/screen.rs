//! The picture: a line of title and score, the board or a report, a message, the keys.

use crate::app::GameScreen;
use crate::tiles::{Grid, TileLook};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Widget, Wrap};
use std::time::Duration;

const HELP: &str = "\
arrow keys, w a s d   push the tiles, scroll a report
u, backspace          undo the last move
n, r                  a new game
space                 pause and continue a replay
?, h                  show these keys; any key closes them
q, escape, ctrl-c     quit

The board is what the assembly program computed:
it is read from the program's memory after each
move, and tiles slide as the program moved them.";

/// Draws everything.
pub(crate) fn draw(app: &GameScreen, frame: &mut Frame<'_>, now: Duration) {
    let words = app.last_words();
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(words.len() as u16),
        Constraint::Length(1),
        Constraint::Length(1),
    ]);
    let [title, _, middle, printed, message, keys] = rows.areas(frame.area());
    let whole = frame.area();
    let buffer = frame.buffer_mut();
    draw_title(app, title, buffer);
    match app.report() {
        Some(report) => draw_report(app, report, middle, buffer),
        None => draw_board(app, now, middle, buffer),
    }
    for (line, area) in words.iter().zip(printed.rows()) {
        Line::from(line.as_str()).centered().render(area, buffer);
    }
    Line::from(app.message.as_str())
        .bold()
        .centered()
        .render(message, buffer);
    let hints = match app.report() {
        _ if app.is_replaying() && keys.width < 60 => "space pause  n new  ? help  q quit",
        _ if app.is_replaying() => {
            "space pause   arrows or wasd take over   n new game   ? help   q quit"
        }
        _ if keys.width < 60 => "u undo  n new  ? help  q quit",
        Some(_) => "↑ ↓ scroll   u undo   n new game   ? help   q quit",
        None => "arrows or wasd move   u undo   n new game   ? help   q quit",
    };
    Line::from(hints).dim().centered().render(keys, buffer);
    if app.help {
        draw_help(whole, buffer);
    }
}

fn draw_title(app: &GameScreen, area: Rect, buffer: &mut Buffer) {
    let game = app.sitting.program.game;
    let what = match app.sitting.turn.score {
        Some(_) => "Score",
        None => "Tile",
    };
    let score = format!("   {what} {}   Best {} ", app.score(), app.best());
    let width = score.chars().count() as u16;
    let columns = Layout::horizontal([Constraint::Min(0), Constraint::Length(width)]);
    let [left, right] = columns.areas(area);
    let mut about = format!(
        "   {} · seed {} · move {}",
        game.target.desc().title,
        app.setup().seed,
        app.moves()
    );
    if !app.sitting.program.is_bundled() {
        about += &format!(" · {}", app.sitting.program.file);
    }
    Line::from(vec![format!(" {}", game.name).bold(), about.dim()]).render(left, buffer);
    Line::from(score.bold()).render(right, buffer);
}

fn draw_report(app: &GameScreen, report: &str, area: Rect, buffer: &mut Buffer) {
    let area = area.inner(Margin::new(1, 0));
    let mut lines = Vec::new();
    for (number, line) in report.lines().enumerate() {
        let style = match number {
            0 if app.color => Style::new().bold().red(),
            0 => Style::new().bold(),
            _ => Style::new(),
        };
        let parts = wrapped(line, area.width.into()).into_iter();
        lines.extend(parts.map(|part| Line::styled(part, style)));
    }
    let end = (lines.len() as u16).saturating_sub(area.height);
    app.scroll_end.set(end);
    Paragraph::new(lines)
        .scroll((app.scroll.min(end), 0))
        .render(area, buffer);
}

/// A line in parts that are not wider than the window.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    match letters.is_empty() {
        true => vec![String::new()],
        false => {
            let parts = letters.chunks(width.max(1));
            parts.map(|part| part.iter().collect()).collect()
        }
    }
}

fn draw_board(app: &GameScreen, now: Duration, area: Rect, buffer: &mut Buffer) {
    let board = &app.sitting.turn.board;
    let Some(grid) = Grid::fit(area, board.rows(), board.columns) else {
        let (columns, lines) = Grid::least(board.rows(), board.columns);
        let lines = lines + usize::from(buffer.area.height - area.height);
        let text = format!(
            "This window is too small: the board needs {columns} columns and {lines} lines."
        );
        Paragraph::new(text)
            .wrap(Wrap { trim: true })
            .centered()
            .render(area, buffer);
        return;
    };
    let look = TileLook { color: app.color };
    look.draw_board(&grid, buffer);
    for field in 0..board.values.len() {
        let (row, column) = board.position(field);
        look.draw_tile(0, grid.tile(row, column), buffer);
    }
    let (slid, appeared) = match &app.animation {
        Some(animation) => animation.progress(now),
        None => (1.0, 1.0),
    };
    if slid < 1.0 {
        draw_sliding(app, &grid, look, slid, buffer);
        return;
    }
    for (field, value) in board.values.iter().enumerate().filter(|(_, v)| **v != 0) {
        let (row, column) = board.position(field);
        let place = grid.tile(row, column);
        let is_new = app.animation.is_some() && sources(app, field).is_empty();
        let place = match appeared {
            part if is_new && part < 0.5 => smaller(place),
            _ => place,
        };
        look.draw_tile(*value, place, buffer);
    }
}

/// The fields whose tiles came to this one; none if that is not known.
fn sources(app: &GameScreen, field: usize) -> Vec<usize> {
    let (Some(animation), Some(origins)) = (&app.animation, app.sitting.turn.origins.get(field))
    else {
        return Vec::new();
    };
    let had_tile = |from: &&usize| animation.from.values.get(**from).is_some_and(|v| *v != 0);
    let tiles: Vec<usize> = origins.iter().filter(had_tile).copied().collect();
    // More than two tiles never become one: such a value only depends on others.
    if tiles.len() <= 2 { tiles } else { Vec::new() }
}

/// Tiles that stay are drawn first, so that those that move pass over them.
fn draw_sliding(app: &GameScreen, grid: &Grid, look: TileLook, way: f32, buffer: &mut Buffer) {
    let Some(animation) = &app.animation else {
        return;
    };
    let board = &app.sitting.turn.board;
    let tiles = board.values.iter().enumerate().filter(|(_, v)| **v != 0);
    let mut slides: Vec<(usize, usize)> = tiles
        .flat_map(|(to, _)| sources(app, to).into_iter().map(move |from| (from, to)))
        .collect();
    slides.sort_by_key(|(from, to)| from != to);
    for (from, to) in slides {
        let (start, end) = (board.position(from), board.position(to));
        let value = animation.from.values.get(from).copied().unwrap_or(0);
        look.draw_tile(value, grid.between(start, end, way), buffer);
    }
}

/// The middle of a tile that is still growing.
fn smaller(place: Rect) -> Rect {
    let (x, y) = (place.width / 4, place.height / 4);
    Rect {
        x: place.x + x,
        y: place.y + y,
        width: place.width - 2 * x,
        height: place.height - 2 * y,
    }
}

fn draw_help(area: Rect, buffer: &mut Buffer) {
    let text = Text::from(HELP);
    let (width, height) = (text.width() as u16 + 6, text.height() as u16 + 4);
    let area = area.centered(Constraint::Length(width), Constraint::Length(height));
    Clear.render(area, buffer);
    let block = Block::bordered()
        .title(" Keys ")
        .padding(Padding::new(2, 2, 1, 1))
        .style(Style::new());
    Paragraph::new(text).block(block).render(area, buffer);
}
