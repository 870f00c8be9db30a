//! Which graphics a terminal has: it is asked, and nothing is drawn that it did not say it can show.

use platform::{StandardInput, enter_raw_keys, leave_raw_keys};
use std::io::{self, BufRead as _, Write as _};
use std::time::{Duration, Instant};

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    /// As well as the terminal can.
    Auto,
    /// With halves of letters.
    HalfBlocks,
    /// With the protocol of kitty.
    Kitty,
    /// With sixels.
    Sixel,
}

/// How the picture is drawn, and how many pixels a letter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    HalfBlocks,
    Kitty { cell: (u32, u32) },
    Sixel { cell: (u32, u32) },
}

/// How long a terminal has to answer. One that does not know a question answers the last all the
/// same, so that only one without any answer makes us wait so long.
const PATIENCE: Duration = Duration::from_millis(300);
/// Whether pictures of kitty are understood, how many pixels a letter has, and what kind of terminal
/// it is: all know the last.
const QUESTION: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c";
/// The pixels of a letter, if the terminal does not say.
const USUAL_CELL: (u32, u32) = (8, 16);
/// The most bytes of an answer.
const LONGEST: usize = 4096;

impl Graphics {
    /// What to draw with on this terminal.
    pub(super) fn choose(self) -> Drawing {
        match self {
            Graphics::HalfBlocks => Drawing::HalfBlocks,
            _ => self.among(&ask()),
        }
    }

    /// The same, if this is the terminal's answer.
    fn among(self, answer: &[u8]) -> Drawing {
        let text = String::from_utf8_lossy(answer);
        let cell = cell_size(&text).unwrap_or(USUAL_CELL);
        let has_kitty = text.contains("\x1b_Gi=31;OK");
        match self {
            Graphics::Auto | Graphics::Kitty if has_kitty => Drawing::Kitty { cell },
            Graphics::Auto | Graphics::Sixel if has_sixel(&text) => Drawing::Sixel { cell },
            _ => Drawing::HalfBlocks,
        }
    }
}

/// Asks the terminal.
fn ask() -> Vec<u8> {
    enter_raw_keys();
    let mut out = io::stdout();
    let asked = out
        .write_all(QUESTION.as_bytes())
        .and_then(|()| out.flush());
    let mut answer = Vec::new();
    if asked.is_ok() {
        let mut input = StandardInput::new();
        let end = Instant::now() + PATIENCE;
        while answer.len() < LONGEST && !is_complete(&answer) {
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() || !input.wait(rest) {
                break;
            }
            let read = input.fill_buf().map_or(0, |bytes| {
                answer.extend_from_slice(bytes);
                bytes.len()
            });
            if read == 0 {
                break;
            }
            input.consume(read);
        }
    }
    leave_raw_keys();
    answer
}

/// The last answer: `ESC [ ? numbers c`.
fn kind(text: &str) -> Option<&str> {
    let (_, answer) = text.rsplit_once("\x1b[?")?;
    Some(answer.split_once('c')?.0)
}

fn is_complete(answer: &[u8]) -> bool {
    kind(&String::from_utf8_lossy(answer)).is_some()
}

fn has_sixel(text: &str) -> bool {
    kind(text).is_some_and(|kind| kind.split(';').any(|number| number == "4"))
}

/// `ESC [ 6 ; height ; width t`.
fn cell_size(text: &str) -> Option<(u32, u32)> {
    let (_, answer) = text.split_once("\x1b[6;")?;
    let (numbers, _) = answer.split_once('t')?;
    let (height, width) = numbers.split_once(';')?;
    let sane = |text: &str| text.parse().ok().filter(|n| (1..=200).contains(n));
    Some((sane(width)?, sane(height)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_terminal_has_is_used() {
        let cell = (10, 20);
        let kitty = b"\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c";
        let sixel = b"\x1b[6;20;10t\x1b[?62;4;22c";
        let plain = b"\x1b[?1;2c";
        assert_eq!(Graphics::Auto.among(kitty), Drawing::Kitty { cell });
        assert_eq!(Graphics::Auto.among(sixel), Drawing::Sixel { cell });
        assert_eq!(Graphics::Auto.among(plain), Drawing::HalfBlocks);
        assert_eq!(Graphics::Kitty.among(sixel), Drawing::HalfBlocks);
        assert_eq!(Graphics::Sixel.among(sixel), Drawing::Sixel { cell });
        assert_eq!(Graphics::Auto.among(b""), Drawing::HalfBlocks);
        let cell = USUAL_CELL;
        let silent = b"\x1b[6;0;999999t\x1b[?4c";
        assert_eq!(Graphics::Sixel.among(silent), Drawing::Sixel { cell });
        assert!(is_complete(plain) && !is_complete(b"\x1b[?1;2"));
    }
}
