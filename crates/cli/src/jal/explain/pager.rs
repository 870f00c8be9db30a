//! Long texts on a terminal: shown a screenful at a time, by the program that the user has for that.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

/// Shows a text: by a pager if standard output is a terminal that it does not fit on.
pub(super) fn show(text: &str) -> io::Result<()> {
    let rows = platform::rows(io::stdout());
    let fits = rows.is_none_or(|rows| text.lines().count() < rows);
    if fits || !page(text) {
        return io::stdout().write_all(text.as_bytes());
    }
    Ok(())
}

/// Shows a text by the pager; false if there is none.
fn page(text: &str) -> bool {
    let wanted = std::env::var("PAGER").unwrap_or_default();
    let mut words = wanted.split_whitespace();
    let mut command = match words.next() {
        Some(name) => {
            let mut command = Command::new(name);
            command.args(words);
            command
        }
        None => Command::new(platform::PAGER),
    };
    // Colours are shown, and the text stays on the screen.
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // Who has read enough closes the pipe.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
