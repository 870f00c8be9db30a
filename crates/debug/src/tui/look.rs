//! Colours, beside marks that say the same without them, and how numbers are written.

use ratatui::style::{Color, Modifier, Style};

/// How things look.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenStyle {
    /// Colours are wanted.
    pub color: bool,
}

impl ScreenStyle {
    fn color(self, color: Color) -> Style {
        match self.color {
            true => Style::new().fg(color),
            false => Style::new(),
        }
    }

    /// Where the program is.
    pub(super) fn here(self) -> Style {
        self.color(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// What has changed.
    pub(super) fn changed(self) -> Style {
        self.color(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// Breakpoints and other stops.
    pub(super) fn stop(self) -> Style {
        self.color(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// What the program was given.
    pub(super) fn input(self) -> Style {
        self.color(Color::Cyan)
    }

    /// Less important.
    pub(super) fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// One of several frames.
    pub(super) fn frame(self, index: usize) -> Style {
        const COLORS: [Color; 4] = [Color::Blue, Color::Magenta, Color::Green, Color::Yellow];
        self.color(COLORS[index % COLORS.len()])
    }
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NumberView {
    /// Small ones in decimal, what looks like an address in hexadecimal.
    #[default]
    AsFits,
    /// All in hexadecimal.
    Hexadecimal,
    /// All in decimal.
    Decimal,
}

impl NumberView {
    /// The next way.
    pub(super) fn next(self) -> Self {
        match self {
            NumberView::AsFits => NumberView::Hexadecimal,
            NumberView::Hexadecimal => NumberView::Decimal,
            NumberView::Decimal => NumberView::AsFits,
        }
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            NumberView::AsFits => "as fits",
            NumberView::Hexadecimal => "hexadecimal",
            NumberView::Decimal => "decimal",
        }
    }

    /// A word.
    pub(super) fn word(self, value: u32) -> String {
        match (self, value as i32) {
            (NumberView::Decimal, number) | (NumberView::AsFits, number @ -999_999..=999_999) => {
                number.to_string()
            }
            _ => format!("0x{value:08x}"),
        }
    }
}

/// Text as it may be shown: tabs are spaces, and nothing moves the cursor.
pub(super) fn plain(text: &str) -> String {
    const TAB: usize = 8;
    let mut shown = String::new();
    let mut column = 0;
    for letter in text.trim_end().chars() {
        let width = match letter {
            '\t' => TAB - column % TAB,
            _ => 1,
        };
        match letter {
            '\t' => shown.extend(std::iter::repeat_n(' ', width)),
            letter => shown.push(diag::visible_char(letter)),
        }
        column += width;
    }
    shown
}

/// A line in parts that are not wider than this, between words if there are any.
pub(super) fn wrapped(line: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let letters: Vec<char> = line.chars().collect();
    let mut parts = Vec::new();
    let mut rest = letters.as_slice();
    while rest.len() > width {
        let space = rest[..=width].iter().rposition(|letter| *letter == ' ');
        // A gap at the beginning is not a gap between words.
        let end = space.filter(|space| *space > width / 2).unwrap_or(width);
        parts.push(rest[..end].iter().collect());
        rest = &rest[end..];
        if space == Some(end) {
            rest = &rest[1..];
        }
    }
    parts.push(rest.iter().collect());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("t0 became 3", 9), ["t0 became", "3"]);
        assert_eq!(wrapped("t0 became 3", 8), ["t0 becam", "e 3"]);
        assert_eq!(wrapped("0123456789", 4), ["0123", "4567", "89"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }

    #[test]
    fn nothing_that_is_shown_moves_the_cursor() {
        assert_eq!(plain("a\tb\x1b[2J \r\n"), "a       b␛[2J");
    }

    #[test]
    fn numbers_are_written_as_they_are_wanted() {
        let ways = [
            NumberView::AsFits,
            NumberView::Hexadecimal,
            NumberView::Decimal,
        ];
        let texts = ways.map(|way| (way.word(5), way.word(0x1000_0000)));
        let expected = [
            ("5", "0x10000000"),
            ("0x00000005", "0x10000000"),
            ("5", "268435456"),
        ];
        assert_eq!(texts, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
