//! What a full screen needs of the terminal: whether there is one, waiting for keys and the mouse,
//! and what Ctrl-C is.

pub use platform::let_interrupts_through;

use platform::wait_for_screen;
use ratatui::crossterm::event::{self, Event};
use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// Why there is no screen, if there is none.
pub fn missing() -> Option<&'static str> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Some("its input or output is a file or a pipe");
    }
    (env::var_os("TERM").as_deref() == Some(OsStr::new("dumb")))
        .then_some("this terminal shows only single lines (TERM=dumb)")
}

/// What happens next on the terminal, if something does in this time. [`io::ErrorKind::BrokenPipe`]
/// if the terminal is gone: the library that reads keys never comes back from one that is, so
/// whether there is one is looked at before each of its calls.
pub fn next_event(time: Duration) -> io::Result<Option<Event>> {
    wait_for_screen(Duration::ZERO)?;
    if !event::poll(Duration::ZERO)? {
        wait_for_screen(time)?;
        if !event::poll(Duration::ZERO)? {
            return Ok(None);
        }
    }
    event::read().map(Some)
}
