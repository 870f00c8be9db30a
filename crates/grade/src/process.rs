//! A process that grades, seen from the one that hands out the work: each line that it is given is
//! answered by a line. If it ends, or takes too long, that is an answer too, with its last words.
//!
//! Such processes confine themselves before they look at the first submission, and say so in the
//! line that they begin with.

use platform::confine::Confined;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// So much of what a process that failed has said is told.
const LAST_WORDS: usize = 2000;

/// The allocator of the GNU library gives memory back after nearly every test, and gets it again for
/// the next: a seventh of all time. Others ignore this.
const KEEP_MEMORY: [(&str, &str); 2] = [
    ("MALLOC_TRIM_THRESHOLD_", "67108864"),
    ("MALLOC_MMAP_THRESHOLD_", "67108864"),
];

/// What systems call the folder for temporary files.
const TEMPORARY: [&str; 3] = ["TMPDIR", "TMP", "TEMP"];

/// A process that grades.
#[derive(Debug)]
pub struct GradingProcess {
    child: Child,
    input: ChildStdin,
    output: Receiver<io::Result<String>>,
    /// The file with its messages.
    said: PathBuf,
    /// The longest time that an answer may take.
    longest: Duration,
}

impl GradingProcess {
    /// Starts a process, with a folder for what lasts no longer than it, and a name for it there.
    /// The second value is why it is not confined, if it is not.
    pub fn start(
        command: &mut Command,
        temporary: &Path,
        name: &str,
        longest: Duration,
    ) -> io::Result<(Self, Option<String>)> {
        let said = temporary.join(format!("said-{name}"));
        let mut child = command
            .envs(TEMPORARY.map(|name| (name, temporary)))
            .envs(KEEP_MEMORY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&said)?)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let mut process = GradingProcess {
            child,
            input,
            output: lines(output),
            said,
            longest,
        };
        match process.line() {
            Ok(first) => Ok((process, why_open(first.trim()))),
            Err(error) => Err(io::Error::other(process.end(&error))),
        }
    }

    /// Gives the process a line, and waits for its answer.
    pub fn ask(&mut self, line: &str) -> io::Result<String> {
        writeln!(self.input, "{line}")?;
        self.input.flush()?;
        self.line()
    }

    /// The next line, which comes in time.
    fn line(&mut self) -> io::Result<String> {
        self.output
            .recv_timeout(self.longest)
            .unwrap_or_else(|none| {
                Err(match none {
                    RecvTimeoutError::Timeout => io::ErrorKind::TimedOut.into(),
                    RecvTimeoutError::Disconnected => io::ErrorKind::UnexpectedEof.into(),
                })
            })
    }

    /// Lets the process come to its end.
    pub fn dismiss(self) {
        let mut child = self.child;
        drop(self.input);
        // Its work is done, however it ends.
        let _ = child.wait();
    }

    /// Ends the process; why it could not go on.
    pub fn end(mut self, error: &io::Error) -> String {
        // One that has ended keeps its status.
        let _ = self.child.kill();
        match (error.kind(), self.child.wait()) {
            (io::ErrorKind::TimedOut, _) | (_, Err(_)) => {
                "grading took too long, or did not finish".to_owned()
            }
            (_, Ok(status)) => {
                let words = self.last_words();
                format!("the process that graded it ended early ({status}){words}")
            }
        }
    }

    /// What the process has said at its end.
    fn last_words(&self) -> String {
        let said = fs::read(&self.said).unwrap_or_default();
        let begin = said.len().saturating_sub(LAST_WORDS);
        let said = String::from_utf8_lossy(&said[begin..]);
        match said.trim() {
            "" => String::new(),
            said => format!(": {said}"),
        }
    }
}

/// The line that a process begins with: how far it is confined.
pub fn first_line(confined: &Confined) -> String {
    match confined {
        Confined::Fully => "confined".to_owned(),
        Confined::Partly => "partly".to_owned(),
        Confined::Not { why } => format!("open {why}"),
    }
}

/// What the first line says about why a process is not confined.
fn why_open(first: &str) -> Option<String> {
    match first {
        "confined" => None,
        first => Some(match first.strip_prefix("open ") {
            Some(why) => why.to_owned(),
            None => "this kernel supports only a part of it".to_owned(),
        }),
    }
}

/// The lines of a pipe, read by a thread of their own: so whoever wants one need not wait for ever.
fn lines(pipe: ChildStdout) -> Receiver<io::Result<String>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut lines = BufReader::new(pipe).lines();
        while lines.next().is_some_and(|line| sender.send(line).is_ok()) {}
    });
    receiver
}
