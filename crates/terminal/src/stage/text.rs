//! The text of a program that draws: lines, and a cursor that it may move.

/// The most lines and the most letters of a line that are kept.
const MOST_LINES: usize = 400;
const MOST_LETTERS: usize = 500;

/// What the program printed last.
#[derive(Debug, Default)]
pub(super) struct TextPane {
    lines: Vec<Vec<char>>,
    column: usize,
    row: usize,
    /// The first bytes of a letter whose rest has not come yet.
    part: Vec<u8>,
    changed: bool,
}

impl TextPane {
    /// Prints at the cursor.
    pub(super) fn print(&mut self, bytes: &[u8]) {
        self.changed = true;
        self.part.extend(bytes);
        let bytes = std::mem::take(&mut self.part);
        let whole = match std::str::from_utf8(&bytes) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => bytes.len(),
        };
        self.part = bytes[whole..].to_vec();
        for letter in String::from_utf8_lossy(&bytes[..whole]).chars() {
            match letter {
                '\n' => (self.column, self.row) = (0, self.row + 1),
                '\r' => self.column = 0,
                '\t' => self.column = (self.column + 8) & !7,
                letter if letter.is_control() => {}
                letter => self.put(letter),
            }
        }
        self.make_room();
    }

    fn put(&mut self, letter: char) {
        if self.column >= MOST_LETTERS {
            (self.column, self.row) = (0, self.row + 1);
        }
        self.make_room();
        let line = &mut self.lines[self.row];
        if line.len() <= self.column {
            line.resize(self.column + 1, ' ');
        }
        line[self.column] = letter;
        self.column += 1;
    }

    /// Makes the line of the cursor exist, and drops the oldest ones.
    fn make_room(&mut self) {
        let surplus = (self.row + 1).saturating_sub(MOST_LINES);
        self.lines.drain(..surplus.min(self.lines.len()));
        self.row -= surplus;
        if self.lines.len() <= self.row {
            self.lines.resize(self.row + 1, Vec::new());
        }
    }

    /// Takes back the last letter of the line.
    pub(super) fn erase(&mut self) {
        self.changed = true;
        self.column = self.column.saturating_sub(1);
        if let Some(line) = self.lines.get_mut(self.row) {
            line.truncate(self.column);
        }
    }

    /// Empties the screen.
    pub(super) fn clear(&mut self) {
        *self = TextPane {
            changed: true,
            ..TextPane::default()
        };
    }

    /// Moves the cursor; what is printed there replaces what was.
    pub(super) fn move_to(&mut self, x: u32, y: u32) {
        self.column = (x as usize).min(MOST_LETTERS - 1);
        self.row = (y as usize).min(MOST_LINES - 1);
        self.make_room();
    }

    /// Whether something was printed since this was last asked.
    pub(super) fn has_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// The last lines, without those that are empty at the end.
    pub(super) fn last_lines(&self, most: usize) -> Vec<String> {
        let used = self.lines.iter().rposition(|line| !line.is_empty());
        let lines = &self.lines[..used.map_or(0, |last| last + 1)];
        let first = lines.len().saturating_sub(most);
        lines[first..]
            .iter()
            .map(|line| line.iter().collect())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pane: &TextPane) -> String {
        pane.last_lines(9).join("|")
    }

    #[test]
    fn text_is_printed_where_the_cursor_is() {
        let mut pane = TextPane::default();
        pane.print(b"one\ntwo\n");
        assert_eq!(shown(&pane), "one|two");
        pane.move_to(1, 0);
        pane.print(b"NE!");
        assert_eq!(shown(&pane), "oNE!|two");
        pane.clear();
        pane.print("ü".as_bytes().split_at(1).0);
        pane.print("ü\x07\tz".as_bytes().split_at(1).1);
        assert_eq!(shown(&pane), "ü       z");
        pane.erase();
        assert_eq!(shown(&pane), "ü       ");
        assert!(pane.has_changed() && !pane.has_changed());
    }

    #[test]
    fn however_much_is_printed_little_is_kept() {
        let mut pane = TextPane::default();
        for _ in 0..3 {
            pane.print(&[b'x'; 100_000]);
            pane.print(&[b'\n'; 100_000]);
            pane.print(&[0xff; 1000]);
        }
        pane.move_to(u32::MAX, u32::MAX);
        pane.print(b"ab");
        assert!(pane.lines.len() <= MOST_LINES);
        assert!(pane.lines.iter().all(|line| line.len() <= MOST_LETTERS));
        assert_eq!(pane.last_lines(1), ["b"]);
    }
}
