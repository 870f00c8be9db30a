//! One comment that is meant for jal: `# jal: args 2`.

use super::registers;
use machine::isa::{IsaDesc, RegisterSet};
use machine::screen::BitmapSetting;
use std::ops::Range;
use std::str::FromStr;

/// What a comment says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    /// These registers are shared by the whole program.
    Global(RegisterSet),
    /// The function takes so many words as arguments.
    Args(u32),
    /// The function gives so many words as results.
    Returns(u32),
    /// How the program's bitmap display is set: whoever shows it reads that again.
    Bitmap,
}

/// What is wrong with a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// Which bytes of the text.
    pub at: Range<usize>,
    /// What is wrong there.
    pub title: String,
    /// What to write.
    pub help: Option<String>,
}

/// More arguments than this are a slip.
const MOST_ARGUMENTS: u32 = 64;

/// Where in a line the words for jal begin, if it has any.
pub(super) fn find(line: &str) -> Option<usize> {
    let mark = comment_start(line)?;
    let comment = line[mark..].trim_start_matches('#').trim_start();
    let words = comment.strip_prefix("jal:")?;
    Some(line.len() - words.len())
}

/// Where the comment of a line begins: the first `#` that is not in quotes.
pub(super) fn comment_start(line: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return Some(at),
            _ => {}
        }
    }
    None
}

/// Reads the words of a comment.
pub(super) fn parse(text: &str, desc: &IsaDesc) -> Result<Vec<Clause>, Mistake> {
    let mut clauses = Vec::new();
    let mut at = 0;
    while let Some(word) = next_word(text, at) {
        let (clause, end) = clause(text, word, desc)?;
        clauses.push(clause);
        at = end;
    }
    match clauses.is_empty() {
        true => Err(Mistake {
            title: "the comment is empty".to_owned(),
            ..Mistake::about(0..text.len())
        }),
        false => Ok(clauses),
    }
}

/// What begins with `word`, and where it ends.
fn clause(text: &str, word: Range<usize>, desc: &IsaDesc) -> Result<(Clause, usize), Mistake> {
    match &text[word.clone()] {
        "global" => {
            let registers = registers::parse(&text[word.end..], desc);
            let registers = registers.map_err(|wrong| wrong.moved(word.end))?;
            Ok((Clause::Global(registers), text.len()))
        }
        "args" => {
            let (count, end) = number(text, word, MOST_ARGUMENTS)?;
            Ok((Clause::Args(count), end))
        }
        "returns" => {
            let (count, end) = number(text, word, desc.abi.results.len() as u32)?;
            Ok((Clause::Returns(count), end))
        }
        "bitmap" => match BitmapSetting::from_str(text[word.end..].trim_end()) {
            Ok(_) => Ok((Clause::Bitmap, text.len())),
            Err(wrong) => {
                let at = wrong.at.start + word.end..wrong.at.end + word.end;
                let (title, help) = (wrong.title, Some(wrong.help));
                Err(Mistake { at, title, help })
            }
        },
        other => Err(Mistake {
            title: format!("jal does not know `{other}`"),
            ..Mistake::about(word)
        }),
    }
}

impl Mistake {
    fn about(at: Range<usize>) -> Self {
        Mistake {
            at,
            title: String::new(),
            help: Some(
                "write `global` and registers, `args` and a number, `returns` and a number, or \
                 `bitmap` and its setting"
                    .to_owned(),
            ),
        }
    }

    /// The same mistake in a text that has `by` bytes before this one.
    pub(super) fn moved(mut self, by: usize) -> Self {
        self.at = self.at.start + by..self.at.end + by;
        self
    }
}

/// The number after `word`, and where it ends.
fn number(text: &str, word: Range<usize>, most: u32) -> Result<(u32, usize), Mistake> {
    let name = &text[word.clone()];
    let help = Some(format!("write `{name}` and a number from 0 to {most}"));
    let Some(at) = next_word(text, word.end) else {
        let title = format!("`{name}` needs a number");
        return Err(Mistake {
            at: word,
            title,
            help,
        });
    };
    let end = at.end;
    let written = &text[at.clone()];
    match written.parse() {
        Ok(count) if count <= most => Ok((count, end)),
        _ => {
            let title = format!("`{written}` is not a number from 0 to {most}");
            Err(Mistake { at, title, help })
        }
    }
}

/// The next word from `from` on. Commas may stand between words.
fn next_word(text: &str, from: usize) -> Option<Range<usize>> {
    let blank = |c: char| c == ',' || c.is_whitespace();
    let rest = text[from..].trim_start_matches(blank);
    let start = text.len() - rest.len();
    let length = rest.find(blank).unwrap_or(rest.len());
    (length > 0).then_some(start..start + length)
}
