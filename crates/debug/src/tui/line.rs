//! A line that is being typed.

use super::keys::Asked;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest line.
const LONGEST: usize = 4096;

/// A line, and what it is for.
pub(super) struct Entry {
    /// What it is for.
    pub asked: Asked,
    letters: Vec<char>,
    /// How many letters precede the cursor.
    cursor: usize,
    /// The line of the history that is shown.
    recalled: Option<usize>,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// It is not finished.
    More,
    /// It is.
    Line(String),
    /// Escape, Ctrl-C, or the last letter of an empty line taken away.
    Left,
    /// Ctrl-D on an empty line.
    End,
    /// Tab in a command: it is to be completed.
    Complete,
}

impl Entry {
    /// An empty line.
    pub(super) fn new(asked: Asked) -> Self {
        Entry {
            asked,
            letters: Vec::new(),
            cursor: 0,
            recalled: None,
        }
    }

    /// What precedes it.
    pub(super) fn prompt(&self, collecting: bool) -> &'static str {
        match self.asked {
            Asked::Command if collecting => "command of the breakpoint (`end` ends): ",
            Asked::Command => ":",
            Asked::Input => crate::repl::INPUT_PROMPT,
            Asked::Memory => "memory at: ",
            Asked::Place => "look at: ",
        }
    }

    /// The text.
    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// The text before the cursor.
    pub(super) fn before(&self) -> String {
        self.letters[..self.cursor].iter().collect()
    }

    /// Completes the word before the cursor, which begins at this byte: as far as all of these agree.
    pub(super) fn complete(&mut self, begin: usize, found: &[String]) {
        let before = self.before();
        let (Some(word), Some(first)) = (before.get(begin..), found.first()) else {
            return;
        };
        let agree = |length: &usize| {
            let part: Vec<char> = first.chars().take(*length).collect();
            found
                .iter()
                .all(|name| name.chars().take(*length).eq(part.iter().copied()))
        };
        let length = first.chars().count();
        let common = (0..=length).take_while(agree).last().unwrap_or(0);
        let rest: Vec<char> = first
            .chars()
            .take(common)
            .skip(word.chars().count())
            .collect();
        let added = rest.len();
        self.letters.splice(self.cursor..self.cursor, rest);
        self.cursor += added;
    }

    /// Types a key. `history` are earlier lines.
    pub(super) fn press(&mut self, key: KeyEvent, history: &[String]) -> Typed {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control(key.code);
        }
        match key.code {
            KeyCode::Enter => return Typed::Line(self.text()),
            KeyCode::Esc => return Typed::Left,
            KeyCode::Backspace if self.letters.is_empty() && self.asked == Asked::Command => {
                return Typed::Left;
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.letters.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.letters.len() => {
                self.letters.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.letters.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.letters.len(),
            KeyCode::Tab if self.asked != Asked::Input => return Typed::Complete,
            KeyCode::Up => self.recall(history, true),
            KeyCode::Down => self.recall(history, false),
            KeyCode::Char(letter) if self.letters.len() < LONGEST => {
                self.letters.insert(self.cursor, letter);
                self.cursor += 1;
            }
            _ => {}
        }
        Typed::More
    }

    fn control(&mut self, code: KeyCode) -> Typed {
        match code {
            KeyCode::Char('c') => return Typed::Left,
            KeyCode::Char('d') if self.letters.is_empty() => return Typed::End,
            KeyCode::Char('u') => {
                self.letters.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('a') => self.cursor = 0,
            KeyCode::Char('e') => self.cursor = self.letters.len(),
            _ => {}
        }
        Typed::More
    }

    fn recall(&mut self, history: &[String], earlier: bool) {
        let here = self.recalled.unwrap_or(history.len());
        let there = match earlier {
            true => here.checked_sub(1),
            false => Some(here + 1),
        };
        let Some(there) = there.filter(|_| self.asked == Asked::Command) else {
            return;
        };
        let line = history.get(there).map_or("", String::as_str);
        self.letters = line.chars().collect();
        self.cursor = self.letters.len();
        self.recalled = Some(there.min(history.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(entry: &mut Entry, code: KeyCode) -> Typed {
        let history = ["step".to_owned(), "regs".to_owned()];
        entry.press(KeyEvent::new(code, KeyModifiers::NONE), &history)
    }

    #[test]
    fn letters_go_where_the_cursor_is() {
        let mut entry = Entry::new(Asked::Command);
        for code in [
            KeyCode::Char('a'),
            KeyCode::Char('0'),
            KeyCode::Home,
            KeyCode::Char('p'),
            KeyCode::Char(' '),
            KeyCode::End,
            KeyCode::Char('1'),
            KeyCode::Backspace,
        ] {
            assert_eq!(press(&mut entry, code), Typed::More);
        }
        let enter = press(&mut entry, KeyCode::Enter);
        assert_eq!(enter, Typed::Line("p a0".to_owned()));
    }

    #[test]
    fn words_are_completed_as_far_as_they_are_known() {
        let mut entry = Entry::new(Asked::Command);
        for letter in "b me".chars() {
            press(&mut entry, KeyCode::Char(letter));
        }
        assert_eq!(press(&mut entry, KeyCode::Tab), Typed::Complete);
        let found = ["merge_loop", "merge_next"].map(str::to_owned);
        entry.complete(2, &found);
        assert_eq!(entry.text(), "b merge_");
        entry.complete(2, &found[1..]);
        assert_eq!(entry.text(), "b merge_next");
        entry.complete(2, &[]);
        assert_eq!(entry.before(), "b merge_next");
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut entry = Entry::new(Asked::Command);
        for (code, text) in [
            (KeyCode::Up, "regs"),
            (KeyCode::Up, "step"),
            (KeyCode::Up, "step"),
            (KeyCode::Down, "regs"),
            (KeyCode::Down, ""),
            (KeyCode::Down, ""),
            (KeyCode::Up, "regs"),
        ] {
            press(&mut entry, code);
            assert_eq!(entry.text(), text, "{code:?}");
        }
        assert_eq!(press(&mut entry, KeyCode::Esc), Typed::Left);
    }
}
