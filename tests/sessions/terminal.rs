//! A terminal of tmux with a small shell in it: types, waits for the prompt, and reads the screen.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The prompt of the shell.
const SHELL: &str = "$";
/// The prompt of the debugger.
const DEBUGGER: &str = "(jal)";
/// How long a command may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads a line and runs it, for ever. The prompt is the same everywhere, unlike that of a real
/// shell.
const LOOP: &str = "while printf '$ ' && IFS= read -r line; do eval \"$line\"; done";

/// A terminal that is closed in the end.
pub(crate) struct Terminal {
    /// The name of its tmux server, which is its own.
    server: String,
    /// What was shown before the last command, joined lines.
    before: String,
    /// Everything that was ever shown.
    seen: String,
}

/// Whether there is a tmux.
pub(crate) fn is_there() -> bool {
    Command::new("tmux").arg("-V").output().is_ok()
}

impl Terminal {
    /// Opens a terminal of a size in a folder, where `jal` is the program under test.
    pub(crate) fn open(name: &str, folder: &Path, (columns, rows): (u16, u16)) -> Self {
        let terminal = Terminal {
            server: format!("jal-{name}-{}", std::process::id()),
            before: String::new(),
            seen: String::new(),
        };
        let settings = folder.join(".tmux.conf");
        std::fs::write(
            &settings,
            "set -g status off\nset -g history-limit 100000\n",
        )
        .unwrap();
        let program = PathBuf::from(env!("CARGO_BIN_EXE_jal"));
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", program.parent().unwrap().display());
        let mut tmux = Command::new("tmux");
        tmux.args(["-u", "-L", &terminal.server, "-f"])
            .arg(&settings);
        tmux.args(["new-session", "-d", "-x", &columns.to_string()]);
        tmux.args(["-y", &rows.to_string(), "sh", "-c", LOOP]);
        tmux.current_dir(folder)
            .env("PATH", path)
            .env("LC_ALL", "C.UTF-8");
        tmux.env("XDG_STATE_HOME", folder.join("state"));
        // A pager shows pages in its own way, which differs from one system to the next.
        tmux.env("PAGER", "cat");
        tmux.env("TERM", "xterm-256color")
            .env_remove("TMUX")
            .env_remove("NO_COLOR");
        let opened = tmux.output().unwrap();
        assert!(opened.status.success(), "{opened:?}");
        terminal
    }

    fn tmux(&self, args: &[&str]) -> Output {
        let mut tmux = Command::new("tmux");
        let ran = tmux
            .args(["-u", "-L", &self.server])
            .args(args)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{args:?}: {ran:?}");
        ran
    }

    /// All that is on the screen and above it. Joined, a line is one even if the terminal is too
    /// narrow for it.
    fn shown(&self, joined: bool) -> String {
        let mut args = vec!["capture-pane", "-p", "-S", "-"];
        args.extend(joined.then_some("-J"));
        let text = String::from_utf8_lossy(&self.tmux(&args).stdout).into_owned();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n").trim_end().to_owned()
    }

    /// Types a line of the shell on an empty screen: all that is shown until the next prompt.
    pub(crate) fn run(&mut self, command: &str) -> String {
        self.wait("the shell", |shown| shown.ends_with(SHELL));
        self.tmux(&["send-keys", "-R"]);
        self.tmux(&["clear-history"]);
        self.before.clear();
        self.type_line(command, |shown| {
            let is_back = shown.ends_with(&format!("\n{SHELL}"));
            is_back || shown.ends_with(&format!("\n{DEBUGGER}"))
        })
    }

    /// Types a line of the debugger: what is shown from there on.
    pub(crate) fn ask(&mut self, command: &str) -> String {
        self.before = self.shown(false);
        let asked = format!("{DEBUGGER} {command}\n");
        let count = self.shown(true).matches(&asked).count();
        self.type_line(command, |shown| {
            let answered = shown.matches(&asked).count() > count;
            let is_prompt = shown.ends_with(&format!("\n{DEBUGGER}"));
            answered && (is_prompt || shown.ends_with(&format!("\n{SHELL}")))
        })
    }

    fn type_line(&mut self, command: &str, is_done: impl Fn(&str) -> bool) -> String {
        self.tmux(&["send-keys", "-l", "--", command]);
        self.tmux(&["send-keys", "Enter"]);
        let joined = self.wait(command, is_done);
        let shown = self.shown(false);
        // On a screen that was emptied, the prompt is gone.
        let prompt = match self.before.is_empty() {
            true => format!("{SHELL} "),
            false => String::new(),
        };
        self.seen.push_str(&format!("{prompt}{joined}\n"));
        // The line with the prompt was there before the command was typed.
        let kept = self.before.trim_end_matches(DEBUGGER);
        let new = shown.strip_prefix(kept).unwrap_or(&shown);
        let new = new.strip_suffix(SHELL).unwrap_or(new);
        let new = new.strip_suffix(DEBUGGER).unwrap_or(new);
        format!("{prompt}{}", new.trim_end())
    }

    /// Reads the screen until it shows what is waited for.
    fn wait(&self, what: &str, is_done: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let shown = self.shown(true);
            if is_done(&shown) {
                return shown;
            }
            assert!(begin.elapsed() < PATIENCE, "{what} does not end:\n{shown}");
        }
    }

    /// The first lines after the first command.
    pub(crate) fn beginning(&self, lines: usize) -> String {
        let lines: Vec<&str> = self.seen.lines().skip(1).take(lines).collect();
        lines.join("\n")
    }

    /// Whether something was ever on the screen.
    pub(crate) fn has_shown(&self, text: &str) -> bool {
        self.seen.contains(text)
    }

    /// The code of the first message that was shown.
    pub(crate) fn first_code(&self) -> String {
        let code = self.seen.split("error[").nth(1);
        let code = code.and_then(|rest| rest.split(']').next());
        code.map(str::to_owned)
            .unwrap_or_else(|| panic!("no code in:\n{}", self.seen))
    }

    /// The first command on the screen that begins so.
    pub(crate) fn proposed(&self, begin: &str) -> String {
        let mut lines = self.seen.lines().filter_map(|line| {
            let command = &line[line.find(begin)?..];
            // In a sentence it is quoted.
            Some(command.split('`').next().unwrap_or(command).trim_end())
        });
        // What was typed is no proposal.
        let found = lines.find(|line| !self.seen.contains(&format!("{SHELL} {line}\n")));
        found
            .map(str::to_owned)
            .unwrap_or_else(|| panic!("no `{begin}` in:\n{}", self.seen))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux")
            .args(["-L", &self.server, "kill-server"])
            .output();
    }
}
