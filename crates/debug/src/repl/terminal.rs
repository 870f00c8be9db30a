//! The prompt on a terminal: lines can be edited, completed and found again.

use super::commands::{COMMANDS, find};
use super::info::KINDS;
use super::{INPUT_PROMPT, Line, Prompt};
use crate::engine::Engine;
use crate::stops::Event;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The most lines that are remembered.
const REMEMBERED: usize = 1000;

/// A terminal.
pub struct Terminal {
    editor: Editor<Names, DefaultHistory>,
    history: Option<PathBuf>,
    /// Lines that were pasted after the one that was asked for.
    pasted: VecDeque<String>,
}

impl Terminal {
    /// The terminal of this process; `history` is where lines are remembered.
    pub fn new(history: Option<PathBuf>) -> rustyline::Result<Self> {
        let config = rustyline::Config::builder()
            .max_history_size(REMEMBERED)?
            .completion_type(rustyline::CompletionType::List)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Names::default()));
        if let Some(path) = &history {
            // The first time there is none.
            let _ = editor.load_history(path);
        }
        Ok(Terminal {
            editor,
            history,
            pasted: VecDeque::new(),
        })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(path) = &self.history {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            // Another session may have added its own. Nobody misses it much.
            let _ = self.editor.append_history(path);
        }
    }
}

impl Terminal {
    /// The first line of a text; others are the answers to what is asked next.
    fn first_line(&mut self, text: &str) -> String {
        let mut lines = text.lines().map(str::to_owned);
        let first = lines.next().unwrap_or_default();
        self.pasted.extend(lines);
        first
    }
}

impl Prompt for Terminal {
    fn ask(&mut self, prompt: &str, engine: &Engine) -> Line {
        let is_input = prompt == INPUT_PROMPT;
        if let Some(names) = self.editor.helper_mut() {
            names.fill(engine);
            names.silent = is_input;
        }
        let line = match self.pasted.pop_front() {
            Some(line) => {
                println!("{prompt}{}", diag::one_line(&line));
                line
            }
            None => match self.editor.readline(prompt) {
                Ok(text) => self.first_line(&text),
                Err(ReadlineError::Interrupted) => return Line::Interrupted,
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    return Line::NotText;
                }
                Err(_) => return Line::End,
            },
        };
        if !is_input && !line.trim().is_empty() {
            let _ = self.editor.add_history_entry(&line);
        }
        Line::Text(line)
    }

    fn forget_pasted(&mut self) {
        self.pasted.clear();
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

/// What can complete a command, and where that word begins.
pub fn complete(line: &str, engine: &Engine) -> (usize, Vec<String>) {
    let mut names = Names::default();
    names.fill(engine);
    names.candidates(line)
}

/// What can be completed.
#[derive(Default)]
struct Names {
    /// Labels and registers.
    words: Vec<String>,
    /// Input of the program is typed: there is nothing to complete.
    silent: bool,
}

impl Names {
    fn fill(&mut self, engine: &Engine) {
        if self.words.is_empty() {
            let registers = engine.desc().registers.iter().map(|r| r.name.to_owned());
            let map = engine.map();
            let labels = map.labels().map(diag::one_line);
            self.words = registers.chain(labels).collect();
            self.words.sort();
            self.words.dedup();
        }
    }

    /// What can complete `line`, and where that word begins.
    fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-' | '?');
        let begin = line
            .char_indices()
            .rev()
            .take_while(|(_, c)| is_word(*c))
            .last()
            .map_or(line.len(), |(at, _)| at);
        let word = &line[begin..];
        let first = line.split_whitespace().next().unwrap_or("");
        let command = find(first).map(|command| command.name);
        let all: Vec<&str> = match (line[..begin].trim().is_empty(), command) {
            (true, _) | (false, Some("help")) => COMMANDS.iter().map(|c| c.name).collect(),
            (false, Some("info")) => KINDS.to_vec(),
            (false, Some("catch")) => Event::ALL.iter().map(|(name, _)| *name).collect(),
            _ => self.words.iter().map(String::as_str).collect(),
        };
        let fits = all.into_iter().filter(|name| name.starts_with(word));
        (begin, fits.map(str::to_owned).collect())
    }
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if self.silent {
            return Ok((position, Vec::new()));
        }
        let line = line.get(..position).unwrap_or(line);
        if line.trim_start().starts_with("source ") {
            return FilenameCompleter::new().complete(line, position, context);
        }
        let (begin, found) = self.candidates(line);
        let pairs = found.into_iter().map(|name| Pair {
            display: name.clone(),
            replacement: name,
        });
        Ok((begin, pairs.collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: (usize, &[&str])) {
        let names = Names {
            words: ["a0", "board", "merge"].map(str::to_owned).to_vec(),
            silent: false,
        };
        let (begin, found) = names.candidates(line);
        assert_eq!(
            (begin, found.as_slice()),
            (
                expected.0,
                &expected
                    .1
                    .iter()
                    .map(|s| (*s).to_owned())
                    .collect::<Vec<_>>()[..]
            )
        );
    }

    #[test]
    fn commands_labels_and_kinds_are_completed() {
        check("reverse-c", (0, &["reverse-continue"]));
        check("help bac", (5, &["back", "backtrace"]));
        check("b mer", (2, &["merge"]));
        check("p *(half)(bo", (10, &["board"]));
        check("i hist", (2, &["history"]));
        check("catch ou", (6, &["output"]));
        check(
            "",
            (0, &COMMANDS.iter().map(|c| c.name).collect::<Vec<_>>()),
        );
    }

    #[test]
    fn two_sessions_keep_the_lines_of_both() {
        let folder = std::env::temp_dir().join(format!("jal-history-{}", std::process::id()));
        let path = folder.join("history");
        let add = |terminal: &mut Terminal, line: &str| {
            terminal.editor.add_history_entry(line).unwrap();
        };
        let mut one = Terminal::new(Some(path.clone())).unwrap();
        let mut two = Terminal::new(Some(path.clone())).unwrap();
        add(&mut one, "step");
        add(&mut two, "regs");
        drop(one);
        drop(two);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        assert!(text.contains("step") && text.contains("regs"), "{text}");
    }

    #[test]
    fn pasted_lines_are_answers_one_after_the_other() {
        let mut terminal = Terminal::new(None).unwrap();
        assert_eq!(terminal.first_line("b main\nrun\n\nregs"), "b main");
        assert_eq!(terminal.pasted, ["run", "", "regs"]);
    }
}
