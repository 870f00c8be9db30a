//! The source with the line where the program is, a cursor and breakpoints; the instructions of
//! a program that has none.

use super::look::{ScreenStyle, plain};
use crate::engine::Engine;
use crate::place::{PlaceError, SourceLine};
use crate::stops::StopCause;
use diag::FileId;
use ratatui::text::Line;
use runtime::End;

/// How far back the instructions of a program without source begin at most.
const BEFORE: u32 = 1024;
/// How many of them are shown.
const INSTRUCTIONS: usize = 1000;
/// The length of the instruction that calls the environment.
const CALL: u32 = 4;

/// The line of an address: at the beginning of a call of a macro, that of the call.
fn shown_line(engine: &Engine, address: u32) -> Option<SourceLine> {
    let map = engine.map();
    match map.macros_at(address).all(|code| code.first == address) {
        true => map.macro_calls(address).into_iter().next(),
        false => None,
    }
    .or_else(|| map.line(address))
}

/// What is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Listing {
    #[default]
    Nothing,
    /// A file with so many lines.
    File(FileId, usize),
    /// Instructions.
    Code(Vec<(u32, String)>),
}

/// The source as it is shown.
#[derive(Default)]
pub(super) struct SourcePane {
    listing: Listing,
    /// The line that keys are about, from 0.
    cursor: usize,
    top: usize,
    /// The cursor has moved: it must be seen.
    seek: bool,
    /// The line of each row that was drawn last.
    rows: Vec<usize>,
}

impl SourcePane {
    /// Shows where the program is.
    pub(super) fn follow(&mut self, engine: &Engine) {
        match engine.ended() {
            // What follows the call that has ended it has nothing to do with it.
            Some(End::Exit(_)) => self.show(engine, engine.pc().wrapping_sub(CALL)),
            _ => self.show(engine, engine.pc()),
        }
    }

    /// Shows an address, if it is in the program.
    pub(super) fn show(&mut self, engine: &Engine, address: u32) {
        let map = engine.map();
        if let Some(line) = shown_line(engine, address) {
            let lines = map.sources.text(line.file).lines().count();
            self.listing = Listing::File(line.file, lines);
            self.cursor = line.line.saturating_sub(1) as usize;
        } else if engine.is_code(address) {
            let known = match &self.listing {
                Listing::Code(code) => code.iter().position(|(at, _)| *at == address),
                _ => None,
            };
            self.cursor = known.unwrap_or_else(|| self.disassemble(engine, address));
        }
        self.seek = true;
    }

    /// Lists instructions around an address; its place among them.
    fn disassemble(&mut self, engine: &Engine, address: u32) -> usize {
        let label = engine.map().label_before(address);
        let begin = label.map_or(0, |(_, behind)| behind.min(BEFORE));
        let code = engine.instructions(address - begin, INSTRUCTIONS);
        let found = code.iter().position(|(at, _)| *at == address);
        let code = match found {
            Some(_) => code,
            None => engine.instructions(address, INSTRUCTIONS),
        };
        self.listing = Listing::Code(code);
        found.unwrap_or(0)
    }

    fn len(&self) -> usize {
        match &self.listing {
            Listing::Nothing => 0,
            Listing::File(_, lines) => *lines,
            Listing::Code(code) => code.len(),
        }
    }

    /// Moves the cursor.
    pub(super) fn go(&mut self, by: i32) {
        let last = self.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(by as isize).min(last);
        self.seek = true;
    }

    /// Scrolls; the cursor stays.
    pub(super) fn scroll(&mut self, by: i32) {
        let last = self.len().saturating_sub(1);
        self.top = self.top.saturating_add_signed(by as isize).min(last);
    }

    /// Puts the cursor onto a row that was drawn; whether there is a line.
    pub(super) fn click(&mut self, row: usize) -> bool {
        match self.rows.get(row) {
            Some(line) => {
                self.cursor = *line;
                true
            }
            None => false,
        }
    }

    /// The addresses of the line under the cursor, or of the next line that has some.
    pub(super) fn addresses(&self, engine: &Engine) -> Result<Vec<u32>, PlaceError> {
        match &self.listing {
            Listing::Nothing => Err(PlaceError::Nothing),
            Listing::File(file, _) => {
                let place = format!(":{}", self.cursor + 1);
                let is_code = |address| engine.is_code(address);
                engine.map().resolve(&place, Some(*file), is_code)
            }
            Listing::Code(code) => match code.get(self.cursor) {
                Some((address, _)) => Ok(vec![*address]),
                None => Err(PlaceError::Nothing),
            },
        }
    }

    /// What is listed.
    pub(super) fn title(&self, engine: &Engine) -> String {
        match &self.listing {
            Listing::Nothing => String::new(),
            Listing::File(file, _) => plain(engine.map().sources.name(*file)),
            Listing::Code(_) => "instructions (no source)".to_owned(),
        }
    }

    /// The line of an address, if it is listed.
    fn line_of(&self, engine: &Engine, address: u32) -> Option<usize> {
        match &self.listing {
            Listing::Nothing => None,
            Listing::File(file, _) => {
                let line = shown_line(engine, address)?;
                (line.file == *file).then(|| line.line.saturating_sub(1) as usize)
            }
            Listing::Code(code) => code.iter().position(|(at, _)| *at == address),
        }
    }

    fn breakpoints(&self, engine: &Engine) -> Vec<(usize, bool)> {
        let mut found = Vec::new();
        for stop in engine.stops.iter() {
            if let StopCause::Break { addresses } = &stop.cause {
                let lines = addresses.iter().filter_map(|at| self.line_of(engine, *at));
                found.extend(lines.map(|line| (line, stop.enabled)));
            }
        }
        found
    }

    fn text(&self, engine: &Engine, line: usize) -> String {
        match &self.listing {
            Listing::Nothing => String::new(),
            Listing::File(file, _) => {
                let text = engine.map().sources.line_text(*file, line as u32 + 1);
                format!("{:>4} │ {}", line + 1, plain(text))
            }
            Listing::Code(code) => code.get(line).map_or(String::new(), |(at, text)| {
                let name = match engine.map().label_before(*at) {
                    Some((name, 0)) => format!("{name}:"),
                    _ => String::new(),
                };
                format!("{at:08x} {name:<8} {text}")
            }),
        }
    }

    /// So many rows of it.
    pub(super) fn rows(
        &mut self,
        engine: &Engine,
        height: usize,
        look: ScreenStyle,
    ) -> Vec<Line<'static>> {
        let ended = matches!(engine.ended(), Some(End::Exit(_)));
        let here = self.line_of(engine, engine.pc()).filter(|_| !ended);
        let place = engine.location();
        let behind: Vec<String> = match &self.listing {
            Listing::File(..) if place.pseudo && !ended => {
                let several = place.instructions.len() > 1;
                let texts = place.instructions.iter();
                let mark = |next: bool| if next && several { '>' } else { ' ' };
                texts
                    .map(|(_, text, next)| format!("        =  {} {text}", mark(*next)))
                    .collect()
            }
            _ => Vec::new(),
        };
        self.keep_in_sight(height, behind.len());
        let stops = self.breakpoints(engine);
        let mut rows = Vec::new();
        self.rows.clear();
        for line in self.top..self.len() {
            if rows.len() >= height {
                break;
            }
            let cursor = if line == self.cursor { '-' } else { ' ' };
            let stop = match stops.iter().find(|(at, _)| *at == line) {
                Some((_, true)) => '*',
                Some((_, false)) => 'o',
                None => ' ',
            };
            let mark = if here == Some(line) { '>' } else { ' ' };
            let style = match (mark, stop) {
                ('>', _) => look.here(),
                (_, ' ') => ratatui::style::Style::new(),
                _ => look.stop(),
            };
            let text = format!("{cursor}{stop}{mark}{}", self.text(engine, line));
            rows.push(Line::styled(text, style));
            self.rows.push(line);
            if here == Some(line) {
                for text in behind.iter().take(height.saturating_sub(rows.len())) {
                    rows.push(Line::styled(text.clone(), look.dim()));
                    self.rows.push(line);
                }
            }
        }
        rows
    }

    /// Scrolls so that the cursor, and `behind` rows after it, are seen after it has moved.
    fn keep_in_sight(&mut self, height: usize, behind: usize) {
        if !std::mem::take(&mut self.seek) {
            return;
        }
        let margin = (height / 6).min(3);
        let last = self.cursor + behind;
        let end = self.top + height;
        if self.cursor < self.top || last >= end {
            self.top = self.cursor.saturating_sub(height / 3);
        } else if self.cursor < self.top + margin {
            self.top = self.cursor.saturating_sub(margin);
        } else if last + margin >= end {
            self.top += last + margin + 1 - end;
        }
        let all = self.len() + behind;
        self.top = self.top.min(all.saturating_sub(height));
    }
}
