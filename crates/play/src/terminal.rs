//! Waiting for the player. The library that reads keys never comes back from a terminal that is
//! gone, so whether there is one is looked at before each of its calls.

use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io;
use std::time::Duration;

/// The next key, if one is pressed in this time. [`io::ErrorKind::BrokenPipe`] if the terminal is
/// gone.
pub fn next_key(time: Duration) -> io::Result<Option<KeyEvent>> {
    wait(Duration::ZERO)?;
    if !event::poll(Duration::ZERO)? {
        wait(time)?;
        if !event::poll(Duration::ZERO)? {
            return Ok(None);
        }
    }
    Ok(match event::read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(key),
        _ => None,
    })
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
