//! The picture: a line of title and score, the board or a report, a message, the keys.

use crate::app::App;
use crate::tiles::{Grid, Look};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Widget, Wrap};
use std::time::Duration;

const HELP: &str = "\
arrow keys, w a s d   push the tiles
u, backspace          take the last move back
n                     a new game
space                 stop and continue a replay
?                     these keys
q, escape             quit

The board is what the assembly program computed:
it is read from the program's memory after each
move, and tiles slide as the program moved them.";

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame<'_>, now: Duration) {
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(1),
    ]);
    let [title, _, middle, message, keys] = rows.areas(frame.area());
    let whole = frame.area();
    let buffer = frame.buffer_mut();
    draw_title(app, title, buffer);
    match app.report() {
        Some(report) => draw_report(report, app.scroll, middle, buffer),
        None => draw_board(app, now, middle, buffer),
    }
    Line::from(app.message.as_str())
        .bold()
        .centered()
        .render(message, buffer);
    let hints = match app.report() {
        _ if keys.width < 60 => "u undo  n new  ? help  q quit",
        Some(_) => "↑ ↓ scroll   u undo   n new game   ? help   q quit",
        None => "arrows or wasd move   u undo   n new game   ? help   q quit",
    };
    Line::from(hints).dim().centered().render(keys, buffer);
    if app.help {
        draw_help(whole, buffer);
    }
}

fn draw_title(app: &App, area: Rect, buffer: &mut Buffer) {
    let game = app.program.game;
    let what = match app.turn.score {
        Some(_) => "Score",
        None => "Tile",
    };
    let score = format!("   {what} {}   Best {} ", app.score(), app.best());
    let width = score.chars().count() as u16;
    let columns = Layout::horizontal([Constraint::Min(0), Constraint::Length(width)]);
    let [left, right] = columns.areas(area);
    let about = format!(
        "   {} · seed {} · move {} · {}",
        game.target.desc().title,
        app.seed(),
        app.moves(),
        app.program.file
    );
    Line::from(vec![format!(" {}", game.name).bold(), about.dim()]).render(left, buffer);
    Line::from(score.bold()).render(right, buffer);
}

fn draw_report(report: &str, scroll: u16, area: Rect, buffer: &mut Buffer) {
    let mut lines: Vec<Line<'_>> = report.lines().map(Line::from).collect();
    if let Some(first) = lines.first_mut() {
        *first = first.clone().bold().red();
    }
    Paragraph::new(lines)
        .wrap(Wrap { trim: false })
        .scroll((scroll, 0))
        .block(Block::new().padding(Padding::horizontal(1)))
        .render(area, buffer);
}

fn draw_board(app: &App, now: Duration, area: Rect, buffer: &mut Buffer) {
    let board = &app.turn.board;
    let Some(grid) = Grid::fit(area, board.rows(), board.columns) else {
        let text = "This window is too small for the board.";
        Paragraph::new(text)
            .wrap(Wrap { trim: true })
            .centered()
            .render(area, buffer);
        return;
    };
    let look = Look { color: app.color };
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
fn sources(app: &App, field: usize) -> Vec<usize> {
    let (Some(animation), Some(origins)) = (&app.animation, app.turn.origins.get(field)) else {
        return Vec::new();
    };
    let had_tile = |from: &&usize| animation.from.values.get(**from).is_some_and(|v| *v != 0);
    let tiles: Vec<usize> = origins.iter().filter(had_tile).copied().collect();
    // More than two tiles never become one: such a value only depends on others.
    if tiles.len() <= 2 { tiles } else { Vec::new() }
}

/// Tiles that stay are drawn first, so that those that move pass over them.
fn draw_sliding(app: &App, grid: &Grid, look: Look, way: f32, buffer: &mut Buffer) {
    let Some(animation) = &app.animation else {
        return;
    };
    let board = &app.turn.board;
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
