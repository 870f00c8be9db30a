//! What keys do. The table is also what the screen and the page of help say about them.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAction {
    /// Carries out a command of the prompt that goes through time.
    Go(&'static str),
    /// Runs to the line of the cursor.
    ToCursor,
    /// Sets a breakpoint at the cursor, or takes it away.
    Breakpoint,
    /// Goes back or forward by a part of the history.
    Scrub(TimeDirection),
    /// Goes to the last stop before this step, or the first after it.
    Mark(TimeDirection),
    /// Goes to the first or the last step that is known.
    End(TimeDirection),
    /// Moves the cursor or scrolls by so many lines.
    Lines(i32),
    /// The same by pages.
    Pages(i32),
    /// The cursor goes to where the program is.
    Here,
    /// The next pane.
    NextPane,
    /// How numbers are written.
    Numbers,
    /// Asks for something.
    Ask(Asked),
    /// Shows the whole last answer.
    Answer,
    /// Shows the keys.
    Help,
    /// Goes to the prompt.
    Prompt,
    /// Ends the debugger.
    Quit,
    /// Says how to end it.
    Interrupt,
}

/// Backward or forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeDirection {
    /// To earlier steps.
    Back,
    /// To later ones.
    Forth,
}

/// What is typed on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A command of the prompt.
    Command,
    /// Input for the program.
    Input,
    /// An address that the memory follows.
    Memory,
    /// A place to look at.
    Place,
}

/// Keys that do one thing.
pub struct Key {
    codes: &'static [KeyCode],
    /// How they are written.
    pub name: &'static str,
    /// What they do.
    pub action: KeyAction,
    /// That in a few words.
    pub about: &'static str,
    /// Where they are at the foot of the screen, and the word for it.
    bar: Option<(usize, &'static str)>,
}

const fn key(
    codes: &'static [KeyCode],
    name: &'static str,
    action: KeyAction,
    about: &'static str,
) -> Key {
    Key {
        codes,
        name,
        action,
        about,
        bar: None,
    }
}

const fn shown(key: Key, row: usize, word: &'static str) -> Key {
    Key {
        bar: Some((row, word)),
        ..key
    }
}

use KeyAction::*;
use KeyCode::{BackTab, Char, Down, Enter, F, Home, Left, PageDown, PageUp, Right, Tab, Up};
use TimeDirection::{Back, Forth};

/// All keys.
pub static KEYS: &[Key] = &[
    shown(
        key(
            &[Char('s'), F(11)],
            "s, F11",
            Go("step"),
            "one source line, into functions",
        ),
        0,
        "s step",
    ),
    shown(
        key(
            &[Char('n'), F(10)],
            "n, F10",
            Go("next"),
            "one source line, over what it calls",
        ),
        0,
        "n over",
    ),
    shown(
        key(
            &[Char('f')],
            "f",
            Go("finish"),
            "to the end of the function",
        ),
        0,
        "f out",
    ),
    shown(
        key(
            &[Char('c'), F(5)],
            "c, F5",
            Go("continue"),
            "to the next stop",
        ),
        0,
        "c continue",
    ),
    shown(
        key(&[Char('r'), Enter], "r, Enter", ToCursor, "to the cursor"),
        0,
        "r to cursor",
    ),
    shown(
        key(
            &[Char('S')],
            "S",
            Go("reverse-step"),
            "back one line, into functions",
        ),
        1,
        "S back",
    ),
    shown(
        key(
            &[Char('N')],
            "N",
            Go("reverse-next"),
            "back one line, over what it called",
        ),
        1,
        "N over",
    ),
    shown(
        key(
            &[Char('F')],
            "F",
            Go("reverse-finish"),
            "back to the call of the function",
        ),
        1,
        "F call",
    ),
    shown(
        key(
            &[Char('C')],
            "C",
            Go("reverse-continue"),
            "back to the last stop",
        ),
        1,
        "C continue",
    ),
    shown(
        key(&[Left], "←", Go("back"), "back one instruction"),
        1,
        "←→ instruction",
    ),
    key(&[Right], "→", Go("stepi"), "one instruction"),
    shown(
        key(
            &[Char('[')],
            "[",
            Scrub(Back),
            "back by a part of the timeline",
        ),
        1,
        "[] scrub",
    ),
    key(
        &[Char(']')],
        "]",
        Scrub(Forth),
        "forward by a part of the timeline",
    ),
    key(&[Char('{')], "{", Mark(Back), "back to an earlier stop"),
    key(&[Char('}')], "}", Mark(Forth), "forward to a later stop"),
    key(&[Home], "Home", End(Back), "the first step"),
    key(&[KeyCode::End], "End", End(Forth), "the last known step"),
    shown(
        key(
            &[Char('b'), Char(' '), F(9)],
            "b, Space",
            Breakpoint,
            "a breakpoint at the cursor",
        ),
        0,
        "b break",
    ),
    key(&[Up], "↑", Lines(-1), "up in the current pane"),
    key(&[Down], "↓", Lines(1), "down in the current pane"),
    key(&[PageUp], "Page up", Pages(-1), "a page up"),
    key(&[PageDown], "Page down", Pages(1), "a page down"),
    key(&[Char('.')], ".", Here, "move the cursor to the program"),
    key(&[Tab, BackTab], "Tab", NextPane, "the next pane"),
    key(
        &[Char('l')],
        "l",
        Ask(Asked::Place),
        "look at a label or a line",
    ),
    shown(
        key(
            &[Char('m')],
            "m",
            Ask(Asked::Memory),
            "memory at an address",
        ),
        1,
        "m memory",
    ),
    key(
        &[Char('x')],
        "x",
        Numbers,
        "hexadecimal, decimal, or automatic",
    ),
    key(
        &[Char('i')],
        "i",
        Ask(Asked::Input),
        "input for the program",
    ),
    shown(
        key(
            &[Char(':')],
            ":",
            Ask(Asked::Command),
            "any command of the prompt",
        ),
        0,
        ": command",
    ),
    key(&[Char('v')], "v", Answer, "the whole last answer"),
    shown(
        key(&[Char('?'), Char('h'), F(1)], "?, h", Help, "these keys"),
        0,
        "? help",
    ),
    key(&[Char('p')], "p", Prompt, "to the prompt; `tui` returns"),
    shown(
        key(&[Char('q')], "q", Quit, "end the debugger"),
        1,
        "q quit",
    ),
];

/// What a key does.
pub(super) fn action(key: KeyEvent) -> Option<KeyAction> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == Char('c')).then_some(Interrupt);
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let known = KEYS.iter().find(|known| known.codes.contains(&key.code));
    known.map(|known| known.action)
}

/// The keys at the foot of a screen with so many lines for them.
pub(super) fn bar(rows: usize) -> Vec<String> {
    if rows < 2 {
        return vec![
            "s n f c forward  S N F C back  : command  Tab pane  ? help  q quit".to_owned(),
        ];
    }
    let row = |row: usize| {
        let here = KEYS.iter().filter_map(|key| key.bar);
        let here = here.filter(|(at, _)| *at == row).map(|(_, word)| word);
        here.collect::<Vec<_>>().join("  ")
    };
    vec![row(0), row(1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things_and_the_bar_fits_into_80_columns() {
        for (index, key) in KEYS.iter().enumerate() {
            for other in &KEYS[index + 1..] {
                let twice = key.codes.iter().find(|code| other.codes.contains(code));
                assert_eq!(twice, None, "{} and {}", key.name, other.name);
            }
        }
        for row in bar(2).iter().chain(&bar(1)) {
            assert!(row.chars().count() <= 80, "{row}");
        }
    }
}
