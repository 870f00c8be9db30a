//! What a full screen needs of the terminal: whether there is one, waiting for keys and the mouse,
//! and what Ctrl-C is.

use ratatui::crossterm::event::{self, Event};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{self, LocalModes, OptionalActions, SpecialCodeIndex};
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
        .then_some("this one shows single lines only (TERM=dumb)")
}

/// What happens next on the terminal, if something does in this time. [`io::ErrorKind::BrokenPipe`]
/// if the terminal is gone: the library that reads keys never comes back from one that is, so
/// whether there is one is looked at before each of its calls.
pub fn next_event(time: Duration) -> io::Result<Option<Event>> {
    wait(Duration::ZERO)?;
    if !event::poll(Duration::ZERO)? {
        wait(time)?;
        if !event::poll(Duration::ZERO)? {
            return Ok(None);
        }
    }
    event::read().map(Some)
}

/// Waits until there is input, at most for this time.
fn wait(time: Duration) -> io::Result<()> {
    let stdin = rustix::stdio::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut terminal, Timespec::try_from(time).ok().as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    match terminal[0].revents().intersects(gone) {
        true => Err(io::ErrorKind::BrokenPipe.into()),
        false => Ok(()),
    }
}

/// Lets Ctrl-C be a signal, so that it stops what takes long, or lets it be a key again. The other
/// keys that send signals stay without effect.
pub fn let_interrupts_through(through: bool) {
    let stdin = rustix::stdio::stdin();
    if let Ok(mut modes) = termios::tcgetattr(stdin) {
        modes.local_modes.set(LocalModes::ISIG, through);
        for key in [SpecialCodeIndex::VQUIT, SpecialCodeIndex::VSUSP] {
            modes.special_codes[key] = 0;
        }
        // Without it, Ctrl-C is a key that counts when nothing else is done.
        let _ = termios::tcsetattr(stdin, OptionalActions::Now, &modes);
    }
}
