//! The prompt: commands as text, and what happened in words.
//!
//! On a terminal the line can be edited and completed ([`terminal`]); anywhere else commands are
//! read line by line and shown with the prompt, so that what is printed reads as a session.

mod arguments;
mod breakpoints;
mod change;
mod code;
mod commands;
mod diff;
mod help;
mod info;
mod memory;
mod paint;
mod past;
mod registers;
mod stack;
mod stop;
pub mod terminal;
mod why;

pub use commands::{COMMANDS, Command, Group};
pub use diff::LoadReference;
pub use paint::Paint;
pub(crate) use registers::float_text;
pub use registers::word_text;
pub use stop::both_texts;

use crate::engine::{Engine, FrameState, Stopped, Why};
use crate::expr::{ExprError, ExprState};
use commands::{find, no_command};
use diag::RenderOptions;
use machine::isa::IsaDesc;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

/// What precedes a command.
pub const PROMPT: &str = "(jal) ";
/// What precedes input for the program.
pub const INPUT_PROMPT: &str = "input> ";
/// What is said about a line that is not text.
const NOT_TEXT: &str = "A byte of that line is not UTF-8, so the line was dropped: type it again.";
/// The longest script.
const LONGEST_SCRIPT: u64 = 1 << 20;
/// The deepest nesting of scripts and of commands of breakpoints.
const DEEPEST: usize = 16;

/// A line that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// It, without its end.
    Text(String),
    /// It is not text: a byte of it is not UTF-8.
    NotText,
    /// The user pressed Ctrl-C.
    Interrupted,
    /// There are no more lines.
    End,
}

/// Where commands come from.
pub trait Prompt {
    /// Asks for a line.
    fn ask(&mut self, prompt: &str, engine: &Engine) -> Line;

    /// Whether a person types, sees the prompt, and can be asked for input of the program.
    fn is_interactive(&self) -> bool;

    /// Forgets lines that were typed ahead: the user has stopped what runs.
    fn forget_pasted(&mut self) {}
}

/// Commands from a reader.
pub struct Lines<R>(pub R);

impl<R: BufRead> Prompt for Lines<R> {
    fn ask(&mut self, _prompt: &str, _engine: &Engine) -> Line {
        let mut line = Vec::new();
        match self.0.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Line::End,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                Line::Text(text.trim_end_matches(['\n', '\r']).to_owned())
            }
        }
    }

    fn is_interactive(&self) -> bool {
        false
    }
}

/// Why a command was not carried out, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint(pub String);

impl<T: std::error::Error> From<T> for Complaint {
    fn from(error: T) -> Self {
        Complaint(sentence(&error.to_string()))
    }
}

/// The commands in a file. Only so much of it is read as a script may have.
pub fn read_script(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(LONGEST_SCRIPT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_SCRIPT {
        let why = "a script has at most 1 MiB";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    let text = String::from_utf8(bytes);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// The command at the beginning of a line, and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let end = line
        .find(|c: char| c.is_whitespace() || c == '/')
        .unwrap_or(line.len());
    match line.strip_prefix('.') {
        Some(rest) => (".", rest),
        None => line.split_at(end.max(1).min(line.len())),
    }
}

/// The full name of the command that a line begins with.
pub fn command_name(line: &str) -> Option<&'static str> {
    find(split_word(line.trim()).0).map(|command| command.name)
}

/// A message of an error as a sentence.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    let end = if text.ends_with(['.', '?']) { "" } else { "." };
    format!("{}{}{end}", first.unwrap_or_default(), chars.as_str())
}

/// A complaint.
fn complain<T>(text: impl Into<String>) -> Result<T, Complaint> {
    Err(Complaint(text.into()))
}

type Done = Result<(), Complaint>;

/// What the pages about instructions and codes say: machine, and name of the instruction or code.
pub type Explain = fn(&'static IsaDesc, &str) -> Option<String>;

/// An expression that is shown at every stop.
struct Display {
    id: u32,
    format: String,
    text: String,
}

/// Whether a full screen shows the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// There is no terminal.
    Impossible,
    /// It can be asked for.
    Possible,
    /// It was asked for.
    Wanted,
}

/// A session at the prompt.
pub struct Repl<'a> {
    pub(crate) engine: Engine,
    out: &'a mut dyn Write,
    paint: Paint,
    explain: Explain,
    displays: Vec<Display>,
    displays_given: u32,
    /// The command that an empty line repeats.
    last: String,
    /// The open call that was chosen, unless it is the innermost.
    chosen: Option<FrameState>,
    /// The line up to which the source was listed.
    listed: Option<(diag::FileId, u32)>,
    /// The commands of a breakpoint that are being typed.
    collecting: Option<(u32, Vec<String>)>,
    /// How many bytes of the program's output were shown.
    shown: u64,
    /// How programs to compare with are loaded.
    references: Option<LoadReference<'a>>,
    /// The steps at which something has stopped the program.
    pub(crate) marks: Vec<u64>,
    /// What was said since a full screen asked, which shows the rest itself.
    captured: Option<Vec<u8>>,
    /// The command was not carried out.
    complained: bool,
    /// The last run was interrupted.
    was_interrupted: bool,
    /// Whether there can be a full screen, and whether it was asked for.
    pub(crate) screen: Screen,
    depth: usize,
    done: bool,
    /// The output cannot be written any more.
    broken: Option<io::ErrorKind>,
}

impl<'a> Repl<'a> {
    /// A session with this program.
    pub fn new(engine: Engine, out: &'a mut dyn Write, paint: Paint, explain: Explain) -> Self {
        let shown = engine.printed();
        Repl {
            engine,
            out,
            paint,
            explain,
            displays: Vec::new(),
            displays_given: 0,
            last: String::new(),
            chosen: None,
            listed: None,
            collecting: None,
            shown,
            references: None,
            marks: Vec::new(),
            captured: None,
            complained: false,
            was_interrupted: false,
            screen: Screen::Impossible,
            depth: 0,
            done: false,
            broken: None,
        }
    }

    /// The program.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The same, to look at.
    pub fn program(&self) -> &Engine {
        &self.engine
    }

    /// The steps at which something has stopped the program.
    pub fn marks(&self) -> &[u64] {
        &self.marks
    }

    /// Whether the session is over.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Whether commands of a breakpoint are being typed.
    pub fn is_collecting(&self) -> bool {
        self.collecting.is_some()
    }

    /// There is a terminal for a full screen; `wanted`: the session begins there.
    pub fn allow_screen(&mut self, wanted: bool) {
        self.screen = match wanted {
            true => Screen::Wanted,
            false => Screen::Possible,
        };
    }

    /// Whether a full screen was asked for.
    pub fn wants_screen(&self) -> bool {
        self.screen == Screen::Wanted
    }

    /// Says where the program is, after a full screen has shown it.
    pub fn come_back(&mut self) {
        self.screen = Screen::Possible;
        let stopped = self.engine.stopped_here();
        self.tell(&stopped);
    }

    /// Carries out a command for a full screen, which shows the source and the output itself: what
    /// was said, or why it was not carried out.
    pub fn answer(&mut self, line: &str) -> Result<String, String> {
        self.complained = false;
        let said = self.captured(|repl| repl.command(line));
        match self.complained {
            true => Err(said),
            false => Ok(said),
        }
    }

    /// The same for a command that is asked again and again: an empty line does not repeat it.
    pub fn look(&mut self, line: &str) -> Result<String, String> {
        let last = self.last.clone();
        let said = self.answer(line);
        self.last = last;
        said
    }

    /// Does something, and returns what was said about it.
    fn captured(&mut self, work: impl FnOnce(&mut Self)) -> String {
        let paint = std::mem::take(&mut self.paint);
        self.captured = Some(Vec::new());
        work(self);
        self.paint = paint;
        let said = self.captured.take().unwrap_or_default();
        String::from_utf8_lossy(&said).into_owned()
    }

    /// What there is to say about a move that has ended, but for the place, for a face that shows it.
    pub fn report(&mut self, stopped: &Stopped) -> String {
        self.captured(|repl| repl.tell(stopped))
    }

    /// The value of an expression in an open call, from the innermost, as `print` shows it.
    pub fn value(&mut self, text: &str, frame: usize) -> Result<String, String> {
        let before = self.chosen.take();
        if frame > 0 {
            let frames = self.engine.frames();
            self.chosen = self.engine.frame_state(&frames, frame);
        }
        let value = self.value_text("", text);
        self.chosen = before;
        value.map_err(|Complaint(text)| text)
    }

    /// Says what is debugged, and where it is.
    pub fn greet(&mut self) {
        let title = self.engine.desc().title;
        self.say(&format!(
            "A {title} program, before its first instruction. `help` lists the commands, `quit` ends."
        ));
        let stopped = self.engine.stopped_here();
        self.tell(&stopped);
    }

    /// Carries out commands until there are no more, or one ends the session or asks for a full
    /// screen. An error: nothing can be printed any more.
    pub fn run(&mut self, prompt: &mut dyn Prompt) -> io::Result<()> {
        while !self.done && !self.wants_screen() && self.broken.is_none() {
            if self.engine.is_waiting() && prompt.is_interactive() {
                self.ask_for_input(prompt);
                continue;
            }
            let text = match (&self.collecting, prompt.is_interactive()) {
                (Some(_), true) => "> ",
                _ => PROMPT,
            };
            match prompt.ask(text, &self.engine) {
                Line::End => break,
                Line::NotText => self.say(NOT_TEXT),
                Line::Interrupted => {
                    self.collecting = None;
                    self.say("`quit` ends the debugger.");
                }
                Line::Text(line) => {
                    if !prompt.is_interactive() {
                        self.echo(&line);
                    }
                    self.command(&line);
                    if std::mem::take(&mut self.was_interrupted) {
                        prompt.forget_pasted();
                    }
                }
            }
        }
        match self.broken {
            Some(kind) => Err(kind.into()),
            None => Ok(()),
        }
    }

    /// Carries out the commands of a text, one a line, and shows them.
    pub fn run_script(&mut self, text: &str) {
        for line in text.lines() {
            if self.done {
                return;
            }
            self.echo(line);
            self.command(line);
        }
    }

    fn echo(&mut self, line: &str) {
        if !line.trim().is_empty() {
            let prompt = self.paint.dim(PROMPT.trim_end());
            let line = diag::one_line(line);
            self.say(&format!("{prompt} {line}"));
        }
    }

    /// Gives the program a line that is typed, and runs it on.
    fn ask_for_input(&mut self, prompt: &mut dyn Prompt) {
        let given = match prompt.ask(INPUT_PROMPT, &self.engine) {
            Line::Text(line) => self.engine.give_input(format!("{line}\n").as_bytes()),
            Line::End => self.engine.end_input(),
            Line::NotText => return self.say(NOT_TEXT),
            Line::Interrupted => {
                // Back to commands: a run will wait at this step again.
                self.engine.forget_waiting();
                return;
            }
        };
        if let Err(wrong) = given {
            self.say(&sentence(&wrong.to_string()));
            return;
        }
        let stopped = self.engine.run_on();
        self.tell(&stopped);
    }

    /// Carries out one command.
    pub fn command(&mut self, line: &str) {
        let line = line.trim();
        if let Some((id, commands)) = &mut self.collecting {
            let (id, mut commands) = (*id, std::mem::take(commands));
            match line {
                "end" | "" => self.collecting = None,
                line => {
                    commands.push(line.to_owned());
                    self.collecting = Some((id, commands.clone()));
                }
            }
            if let Some(stop) = self.engine.stops.get_mut(id) {
                stop.commands = commands;
            }
            return;
        }
        let line = match line {
            "" => self.last.clone(),
            comment if comment.starts_with('#') => return,
            line => line.to_owned(),
        };
        if line.is_empty() {
            return;
        }
        self.last.clone_from(&line);
        if let Err(Complaint(text)) = self.carry_out(&line) {
            self.complained = true;
            self.say(&text);
        }
        self.forget_marks();
        if let Some(why) = self.engine.take_refusal() {
            self.say(&format!("A file was refused: {why}"));
        }
    }

    /// Forgets stops of a history that is gone: a change by hand makes another one from there on.
    pub(crate) fn forget_marks(&mut self) {
        let last = self.engine.span().last;
        self.marks.retain(|step| *step <= last);
    }

    fn carry_out(&mut self, line: &str) -> Done {
        let (word, rest) = split_word(line);
        let Some(command) = find(word) else {
            return complain(no_command(word));
        };
        self.depth += 1;
        let done = match self.depth > DEEPEST {
            true => complain("Commands of breakpoints and scripts are nested too deeply."),
            false => (command.run)(self, rest.trim_start()),
        };
        self.depth -= 1;
        done
    }

    /// The state that expressions are about: that of the open call that was chosen.
    pub(crate) fn state(&self) -> ExprState<'_> {
        let state = self.engine.state();
        match &self.chosen {
            None => state,
            Some(frame) => ExprState {
                registers: &frame.registers,
                pc: frame.pc,
                ..state
            },
        }
    }

    /// The value of an expression in that state.
    fn evaluate(&self, text: &str) -> Result<i64, ExprError> {
        self.engine.parse(text)?.value(&self.state())
    }

    /// Prints a line.
    fn say(&mut self, text: &str) {
        self.print(text.as_bytes());
        self.print(b"\n");
    }

    fn print(&mut self, bytes: &[u8]) {
        if let Some(said) = &mut self.captured {
            said.extend_from_slice(bytes);
            return;
        }
        let written = self.out.write_all(bytes).and_then(|()| self.out.flush());
        if let Err(error) = written {
            self.broken.get_or_insert(error.kind());
        }
    }

    fn render_options(&self) -> RenderOptions {
        RenderOptions {
            color: self.paint.is_on(),
            width: None,
        }
    }
}
