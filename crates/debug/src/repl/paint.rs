//! Colours, if they are wanted.

use anstyle::{AnsiColor, Style};

/// Paints text, or leaves it plain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint(bool);

impl Paint {
    /// Colours, or none.
    pub fn new(on: bool) -> Self {
        Paint(on)
    }

    pub(super) fn is_on(self) -> bool {
        self.0
    }

    fn paint(self, style: Style, text: &str) -> String {
        match self.0 && !text.is_empty() {
            true => format!("{style}{text}{style:#}"),
            false => text.to_owned(),
        }
    }

    /// Why the program stopped.
    pub(super) fn why(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// Something went wrong in the program.
    pub(super) fn wrong(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// What has changed.
    pub(super) fn changed(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    /// The program's own words.
    pub(super) fn output(self, text: &str) -> String {
        self.paint(AnsiColor::Cyan.on_default(), text)
    }

    /// A command to type.
    pub(super) fn tip(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// Less important.
    pub(super) fn dim(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// One of several things that belong together, such as the frames of a stack.
    pub(super) fn frame(self, index: usize, text: &str) -> String {
        const COLORS: [AnsiColor; 4] = [
            AnsiColor::Blue,
            AnsiColor::Magenta,
            AnsiColor::Green,
            AnsiColor::Yellow,
        ];
        self.paint(COLORS[index % COLORS.len()].on_default(), text)
    }
}
