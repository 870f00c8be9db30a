//! What Linux, macOS and Windows do differently: one name for each thing, and what stands in for it
//! where a system lacks it. No other crate asks on which system it runs.
//!
//! | | Linux | macOS | Windows |
//! |---|---|---|---|
//! | [`StandardInput::wait`] on a pipe | `poll` | `poll` | a thread that reads ahead |
//! | [`enter_raw_keys`] | modes of the terminal | the same | events of the console |
//! | [`stdout`] | bytes | bytes | a console shows U+FFFD for what is not UTF-8 |
//! | [`is_output_shared`] | the same file | the same file | both are consoles |
//! | [`wait_for_screen`] notices a terminal that is gone | yes | yes | no |
//! | [`confine`](crate::confine::confine) | landlock | no: `jal grade` asks for `--trust` | the same |
//! | [`end_with_parent`] | a signal | when its input ends | when its input ends |
//! | [`make_executable`] | a mode | a mode | nothing: the name decides |
//! | [`shows_utf8`] | what the locale says | the same | yes: consoles get it as text |
//! | [`open_in_browser`] | `xdg-open` | `open` | `explorer` |
//! | [`state_folder`] | XDG | XDG | `%LOCALAPPDATA%` |
//!
//! ```
//! use std::io::Write;
//!
//! platform::enable_colors();
//! let mut out = platform::stdout();
//! writeln!(out, "read files with {}", platform::PAGER)?;
//! if let Some(folder) = platform::state_folder() {
//!     writeln!(out, "best scores are in {}", folder.join("jal").display())?;
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "confine")]
pub mod confine;
mod text;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::{
    PAGER, StandardInput, Stdout, columns, enable_colors, end_with_parent, enter_raw_keys,
    is_output_shared, is_socket, leave_raw_keys, let_interrupts_through, make_executable,
    open_in_browser, rows, shows_utf8, state_folder, stdout, wait_for_screen,
};
#[cfg(windows)]
pub use windows::{
    PAGER, StandardInput, Stdout, columns, enable_colors, end_with_parent, enter_raw_keys,
    is_output_shared, is_socket, leave_raw_keys, let_interrupts_through, make_executable,
    open_in_browser, rows, shows_utf8, state_folder, stdout, wait_for_screen,
};

pub use text::TextWriter;
