//! Pictures of a terminal: runs the program in one, and draws the screen as SVG.

use crate::{output, root, target};
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// A picture: its name, its size in characters, the command, and what is typed.
struct Picture {
    name: &'static str,
    columns: u16,
    rows: u16,
    command: &'static str,
    keys: &'static [&'static str],
}

const PICTURES: [Picture; 1] = [Picture {
    name: "debug",
    columns: 110,
    rows: 27,
    command: "debug --tui docs/examples/fault.s",
    keys: &["c", "q"],
}];

/// Width and height of a character.
const CELL: (f32, f32) = (8.4, 18.0);

/// Draws all of them.
pub(crate) fn run() -> Result<()> {
    let folder = root().join("docs/pictures");
    fs::create_dir_all(&folder)?;
    let mut cargo = Command::new(env!("CARGO"));
    output(cargo.args(["build", "--quiet", "--bin", "jal"]))?;
    for picture in &PICTURES {
        let screen = screen(picture)?;
        let place = folder.join(format!("{}.svg", picture.name));
        fs::write(&place, svg(&screen)?)?;
        println!("docs/pictures/{}.svg", picture.name);
    }
    Ok(())
}

/// What a terminal shows at the end, or when the full screen is left.
fn screen(picture: &Picture) -> Result<vt100::Screen> {
    let (columns, rows) = (picture.columns, picture.rows);
    let mut typed = String::new();
    for key in picture.keys {
        // `script` copies what is typed at once; the program needs time to draw.
        write!(typed, "sleep 2; printf '{key}'; ")?;
    }
    let inside = format!(
        "stty cols {columns} rows {rows}; {}/debug/jal {}",
        target()?.display(),
        picture.command
    );
    let line = format!("{{ {typed} sleep 2; }} | script --quiet --command '{inside}' /dev/null");
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).env("TERM", "xterm-256color");
    shell.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
    let bytes = output(&mut shell).context("`script` of util-linux is needed")?;
    let left = b"\x1b[?1049l";
    let end = bytes.windows(left.len()).rposition(|bytes| bytes == left);
    let mut parser = vt100::Parser::new(rows, columns, 0);
    parser.process(&bytes[..end.unwrap_or(bytes.len())]);
    Ok(parser.screen().clone())
}

fn svg(screen: &vt100::Screen) -> Result<String> {
    let (rows, columns) = screen.size();
    let used = |row: &u16| (0..columns).any(|column| letter(screen, *row, column) != " ");
    let rows = (0..rows).rev().find(used).map_or(1, |row| row + 1);
    let (width, height) = CELL;
    let whole = (
        f32::from(columns) * width + 24.0,
        f32::from(rows) * height + 24.0,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n",
        whole.0, whole.1
    );
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let look = look(screen, row, column);
            let same = (column..columns).take_while(|next| self::look(screen, row, *next) == look);
            let count = same.count() as u16;
            let text: String = (column..column + count)
                .map(|column| letter(screen, row, column))
                .collect();
            piece(&mut svg, (row, column, count), &look, &text)?;
            column += count;
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Colours and weight of a character.
#[derive(PartialEq)]
struct Look {
    front: String,
    back: Option<String>,
    bold: bool,
}

fn look(screen: &vt100::Screen, row: u16, column: u16) -> Look {
    let Some(cell) = screen.cell(row, column) else {
        return Look {
            front: FOREGROUND.to_owned(),
            back: None,
            bold: false,
        };
    };
    let (front, back) = (colour(cell.fgcolor()), colour(cell.bgcolor()));
    let (front, back) = match cell.inverse() {
        false => (front, back),
        true => (
            Some(back.unwrap_or(BACKGROUND.to_owned())),
            Some(front.unwrap_or(FOREGROUND.to_owned())),
        ),
    };
    Look {
        front: front.unwrap_or(FOREGROUND.to_owned()),
        back,
        bold: cell.bold(),
    }
}

fn letter(screen: &vt100::Screen, row: u16, column: u16) -> String {
    let cell = screen.cell(row, column);
    let text = cell.map_or("", |cell| cell.contents());
    if text.is_empty() { " " } else { text }.to_owned()
}

fn piece(svg: &mut String, place: (u16, u16, u16), look: &Look, text: &str) -> Result<()> {
    let (row, column, count) = place;
    let (width, height) = CELL;
    let x = 12.0 + f32::from(column) * width;
    let y = 12.0 + f32::from(row) * height;
    let wide = f32::from(count) * width;
    if let Some(back) = &look.back {
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{height}\" fill=\"{back}\"/>"
        )?;
    }
    if text.trim().is_empty() {
        return Ok(());
    }
    let bold = if look.bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace(' ', "\u{a0}");
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{wide:.1}\" fill=\"{}\"{bold}>{text}</text>",
        y + 13.5,
        look.front
    )?;
    Ok(())
}

const FOREGROUND: &str = "#d8dee9";
const BACKGROUND: &str = "#1e222a";

fn colour(colour: vt100::Color) -> Option<String> {
    const NAMED: [&str; 16] = [
        "#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
        "#7f8796", "#ff7b86", "#b5e890", "#ffd68a", "#7cc0ff", "#dc8cf0", "#6fd3e0", "#ffffff",
    ];
    match colour {
        vt100::Color::Default => None,
        vt100::Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        vt100::Color::Idx(index) if index < 16 => Some(NAMED[usize::from(index)].to_owned()),
        vt100::Color::Idx(index) if index < 232 => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let index = index - 16;
            let (r, g, b) = (level(index / 36), level(index / 6 % 6), level(index % 6));
            Some(format!("#{r:02x}{g:02x}{b:02x}"))
        }
        vt100::Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            Some(format!("#{grey:02x}{grey:02x}{grey:02x}"))
        }
    }
}
