//! The line that opens the debugger where a test goes wrong.

use crate::result::TestResult;
use crate::verdict::Verdict;
use diag::shell_word;
use runtime::{Language, Target};

/// What the debugger must be told to run a program as its test did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Debugger {
    /// Other sources of the program.
    pub with: Vec<String>,
    /// The machine, unless the name of the source shows it.
    pub target: Option<Target>,
    /// The language, if the course says it.
    pub language: Option<Language>,
    /// The file with the test's input.
    pub input: Option<String>,
    /// Where random numbers begin.
    pub seed: u64,
    /// Handed-in code gets values that nobody can guess.
    pub is_graded: bool,
    /// The program.
    pub source: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Debugger {
    /// The command that stops where this result has gone wrong.
    pub(crate) fn command(&self, result: &TestResult) -> Option<String> {
        let mut words = vec!["jal".to_owned(), "debug".to_owned()];
        // In tests, time passes by sleeping alone.
        if result.uses_clock {
            words.push("--virtual-time".to_owned());
        }
        if self.is_graded {
            words.push("--graded".to_owned());
        }
        let mut option = |name: &str, value: &str| {
            words.push(name.to_owned());
            words.push(shell_word(value));
        };
        if let Some(input) = &self.input {
            option("--stdin", input);
        }
        if self.seed != 0 {
            option("--seed", &self.seed.to_string());
        }
        match (self.language, self.target) {
            (Some(language), _) => option("--dialect", language.dialect().name),
            (None, Some(target)) => option("--isa", target.desc().name),
            (None, None) => {}
        }
        for file in &self.with {
            option("--with", file);
        }
        let mismatch = result.comparison.mismatch;
        let wrong = mismatch.filter(|mismatch| mismatch.printed.is_some());
        // Such a test is right by luck: it goes wrong as others do.
        let is_wrong = match result.verdict {
            Verdict::Scrambled => self.is_graded,
            verdict => verdict == Verdict::WrongOutput,
        };
        match (result.verdict, wrong.map(|mismatch| mismatch.at)) {
            (_, Some(at)) if is_wrong => option("--to-output", &at.to_string()),
            (
                Verdict::WrongOutput
                | Verdict::WrongPicture
                | Verdict::WrongExit
                | Verdict::Fault
                | Verdict::NotReturned
                | Verdict::Printed,
                _,
            ) => option("-e", "run"),
            (Verdict::Scrambled, _) if self.is_graded => option("-e", "run"),
            (Verdict::Convention, _) => {
                words.push("--check".to_owned());
                words.extend(["-e", "run"].map(str::to_owned));
            }
            _ => return None,
        }
        words.push(shell_word(&self.source));
        words.extend(self.args.iter().map(|arg| shell_word(arg)));
        Some(words.join(" "))
    }
}
