//! The line that opens the debugger where a test goes wrong.

use crate::report::text::quoted;
use crate::result::TestResult;
use crate::verdict::Verdict;
use runtime::Target;

/// What the debugger must be told to run a program as its test did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Debugger {
    /// Other sources of the program.
    pub with: Vec<String>,
    /// The machine, if the name of the source does not tell.
    pub target: Option<Target>,
    /// The file with the test's input.
    pub input: Option<String>,
    /// Where random numbers begin.
    pub seed: u64,
    /// The program.
    pub source: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Debugger {
    /// The command that stops where this result has gone wrong. `at` is the first byte of the output
    /// that is wrong.
    pub(crate) fn command(&self, result: &TestResult, at: Option<usize>) -> Option<String> {
        let is_there = at.is_some_and(|at| at < result.output.len());
        let mut words = vec!["jal".to_owned(), "debug".to_owned()];
        match result.verdict {
            Verdict::WrongOutput if is_there => {
                words.push("--to-output".to_owned());
                words.extend(at.map(|at| at.to_string()));
            }
            Verdict::Convention => words.extend(["--check", "-e", "run"].map(str::to_owned)),
            Verdict::WrongOutput | Verdict::WrongExit | Verdict::Fault => {
                words.extend(["-e", "run"].map(str::to_owned));
            }
            _ => return None,
        }
        let mut option = |name: &str, value: &str| {
            words.push(name.to_owned());
            words.push(quoted(value));
        };
        if let Some(input) = &self.input {
            option("--stdin", input);
        }
        if self.seed != 0 {
            option("--seed", &self.seed.to_string());
        }
        match self.target {
            Some(Target::RiscV) => option("--isa", "rv32"),
            Some(Target::Mips) => option("--isa", "mips32"),
            None => {}
        }
        for file in &self.with {
            option("--with", file);
        }
        words.push(quoted(&self.source));
        words.extend(self.args.iter().map(|arg| quoted(arg)));
        Some(words.join(" "))
    }
}
