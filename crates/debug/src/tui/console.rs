//! What the program has printed, and what it was given where it was given.

use super::look::{ScreenStyle, plain};
use crate::engine::Engine;
use ratatui::text::{Line, Span};

/// The most bytes of output that are shown.
const MOST: u64 = 64 << 10;

/// A line that was typed for the program.
struct Given {
    /// How much had been printed.
    printed: u64,
    /// How much had been given before.
    before: usize,
    text: String,
}

/// The console.
#[derive(Default)]
pub(super) struct ConsolePane {
    given: Vec<Given>,
}

impl ConsolePane {
    /// Remembers what the program was just given.
    pub(super) fn note(&mut self, engine: &Engine, before: usize) {
        let now = engine.input_read().1;
        let unread = engine.unread_input();
        let begin = unread.len().saturating_sub(now.saturating_sub(before));
        let text = String::from_utf8_lossy(&unread[begin..]).into_owned();
        self.given.retain(|given| given.before < before);
        self.given.push(Given {
            printed: engine.printed(),
            before,
            text,
        });
    }

    /// How much of the input was read.
    pub(super) fn title(&self, engine: &Engine) -> String {
        match engine.input_read() {
            (0, 0) => String::new(),
            (read, given) => format!("{read} of {given} bytes of input read"),
        }
    }

    /// All rows, in lines of this width.
    pub(super) fn rows(
        &self,
        engine: &Engine,
        width: usize,
        look: ScreenStyle,
    ) -> Vec<Line<'static>> {
        let printed = engine.printed();
        let first = printed.saturating_sub(MOST);
        let output = engine.output(first);
        // Less may be kept than was asked for.
        let first = printed - output.len() as u64;
        let mut rows = Rows::new(width);
        let mut done = 0;
        let known = engine.input_read().1;
        for given in self.given.iter().filter(|given| given.before < known) {
            let until = given.printed.saturating_sub(first).min(output.len() as u64) as usize;
            rows.print(output.get(done..until).unwrap_or_default());
            done = done.max(until);
            let text = format!("‹{}›", plain(&given.text));
            rows.add(Span::styled(text, look.input()));
            rows.end_line();
        }
        rows.print(output.get(done..).unwrap_or_default());
        rows.finish()
    }
}

/// Rows that are being filled.
struct Rows {
    width: usize,
    done: Vec<Line<'static>>,
    row: Vec<Span<'static>>,
    used: usize,
}

impl Rows {
    fn new(width: usize) -> Self {
        Rows {
            width: width.max(1),
            done: Vec::new(),
            row: Vec::new(),
            used: 0,
        }
    }

    fn print(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.end_line();
            }
            let shown: Vec<char> = diag::one_line(line).chars().collect();
            for part in shown.chunks(self.width) {
                self.add(Span::raw(part.iter().collect::<String>()));
            }
        }
    }

    fn add(&mut self, span: Span<'static>) {
        let width = span.width();
        if self.used + width > self.width && self.used > 0 {
            self.end_line();
        }
        self.used += width;
        self.row.push(span);
    }

    fn end_line(&mut self) {
        self.done.push(Line::from(std::mem::take(&mut self.row)));
        self.used = 0;
    }

    fn finish(mut self) -> Vec<Line<'static>> {
        if !self.row.is_empty() {
            self.end_line();
        }
        self.done
    }
}
