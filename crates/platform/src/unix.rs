//! Linux and macOS.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::stdio::stdin;
use rustix::termios::{self, LocalModes, OptionalActions, SpecialCodeIndex};
use std::fs::{self, File, FileType};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Stdin};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

/// The program that people read files with.
pub const PAGER: &str = "less";

/// Standard output, for bytes of any kind.
pub type Stdout = io::Stdout;

/// Standard output, for bytes of any kind.
pub fn stdout() -> Stdout {
    io::stdout()
}

/// Makes the terminal understand colours, if it does not yet.
pub fn enable_colors() {}

/// Opens an address in the user's browser; an error if there is none.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(opener);
    let command = command.arg(address).stdin(Stdio::null());
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    Ok(())
}

/// Standard input.
pub struct StandardInput(BufReader<Stdin>);

impl StandardInput {
    /// That of the process.
    #[expect(clippy::new_without_default, reason = "there is one in a process")]
    pub fn new() -> Self {
        StandardInput(BufReader::new(io::stdin()))
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        io::stdin().is_terminal()
    }

    /// Whether there is something to read, or comes within `time`. At the end of input there is:
    /// reading shows it.
    pub fn wait(&mut self, time: Duration) -> bool {
        if !self.0.buffer().is_empty() {
            return true;
        }
        let stdin = stdin();
        let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
        let time = Timespec::try_from(time).ok();
        !matches!(poll(&mut wanted, time.as_ref()), Ok(0) | Err(Errno::INTR))
    }
}

impl Read for StandardInput {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl BufRead for StandardInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.0.consume(count);
    }
}

/// How the terminal was before keys were read raw.
static BEFORE: Mutex<Option<termios::Termios>> = Mutex::new(None);

/// From now on keys arrive one by one and are not shown. Ctrl-C still interrupts.
pub fn enter_raw_keys() {
    if let Ok(modes) = termios::tcgetattr(stdin()) {
        let mut raw = modes.clone();
        raw.local_modes
            .remove(LocalModes::ICANON | LocalModes::ECHO);
        let _ = termios::tcsetattr(stdin(), OptionalActions::Now, &raw);
        if let Ok(mut before) = BEFORE.lock() {
            *before = Some(modes);
        }
    }
}

/// Lets the terminal be as it was before [`enter_raw_keys`].
pub fn leave_raw_keys() {
    let before = BEFORE.lock().ok().and_then(|mut before| before.take());
    if let Some(modes) = before {
        let _ = termios::tcsetattr(stdin(), OptionalActions::Now, &modes);
    }
}

/// Waits until there is input on the terminal, at most for this time.
/// [`io::ErrorKind::BrokenPipe`] if the terminal is gone.
pub fn wait_for_screen(time: Duration) -> io::Result<()> {
    let stdin = stdin();
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

/// Lets Ctrl-C on a full screen be a signal, so that it stops what takes long, or lets it be a key
/// again. The other keys that send signals stay without effect.
pub fn let_interrupts_through(through: bool) {
    if let Ok(mut modes) = termios::tcgetattr(stdin()) {
        modes.local_modes.set(LocalModes::ISIG, through);
        for key in [SpecialCodeIndex::VQUIT, SpecialCodeIndex::VSUSP] {
            modes.special_codes[key] = 0;
        }
        // Without it, Ctrl-C is a key that counts when nothing else is done.
        let _ = termios::tcsetattr(stdin(), OptionalActions::Now, &modes);
    }
}

/// Whether standard output and standard error lead to the same place, so that what is written to
/// one continues a line of the other.
pub fn is_output_shared() -> bool {
    let place = |stream: io::Result<OwnedFd>| {
        let file = File::from(stream.ok()?).metadata().ok()?;
        Some((file.dev(), file.ino()))
    };
    let output = place(io::stdout().as_fd().try_clone_to_owned());
    output.is_some() && output == place(io::stderr().as_fd().try_clone_to_owned())
}

/// How many columns the terminal on this stream has, if it is one.
pub fn columns(stream: impl AsFd) -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(stream)?;
    Some(usize::from(width.0))
}

/// How many rows the terminal on this stream has, if it is one.
pub fn rows(stream: impl AsFd) -> Option<usize> {
    let (_, height) = terminal_size::terminal_size_of(stream)?;
    Some(usize::from(height.0))
}

/// Has the system end this process with the one that started it, whatever it is doing then.
/// Elsewhere than on Linux it ends when there is no more work to be had.
pub fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // Without it, the end of the pipe is noticed later.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}

/// Lets a file be run: qemu and shells want that.
pub fn make_executable(path: &Path) -> io::Result<()> {
    let known = fs::metadata(path)?;
    if !known.is_file() {
        return Ok(());
    }
    let mut permissions = known.permissions();
    permissions.set_mode(permissions.mode() | 0o111);
    fs::set_permissions(path, permissions)
}

/// Whether it is the door of another process, which cannot be opened as a file.
pub fn is_socket(kind: FileType) -> bool {
    kind.is_socket()
}

/// Whether the terminal is said to show UTF-8.
pub fn shows_utf8() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let mut values = names.filter_map(std::env::var_os);
    let value = values.find(|value| !value.is_empty()).unwrap_or_default();
    let value = value.to_string_lossy().to_lowercase();
    value.contains("utf-8") || value.contains("utf8")
}

/// Where programs keep what they remember of a user: the folder for state of the XDG rules.
pub fn state_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    folder.filter(|folder| folder.is_absolute()).or_else(home)
}
