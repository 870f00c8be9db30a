//! No command line does harm.

use crate::program::{Machine, engine};
use crate::sessions::PROGRAM;
use debug::repl::{COMMANDS, Paint, Repl};
use proptest::prelude::*;

fn carry_out(lines: &[String]) {
    let mut out = Vec::new();
    let engine = engine(Machine::RiscV, PROGRAM);
    let mut repl = Repl::new(engine, &mut out, Paint::default(), |_, _| None);
    for line in lines {
        repl.command(line);
    }
}

/// Words that commands may be given.
const WORDS: [&str; 32] = [
    "a0",
    "row",
    "main",
    "1",
    "2",
    "0",
    "-1",
    "99999999999999999999",
    "if",
    "a1",
    "==",
    ">",
    "=",
    "half",
    "*",
    "(",
    ")",
    "/8xh",
    "/s",
    "[3]",
    "pc",
    "step",
    "sum",
    ":",
    "4",
    "--end",
    "..",
    "row+31",
    "sum(1,2)",
    "fault",
    "addi a0, a0, 1",
    "\"",
];

fn line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(COMMANDS.iter().map(|c| c.name).collect::<Vec<_>>());
    let words = prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..4);
    (name, words).prop_filter_map("files are not read", |(name, words)| {
        (name != "source").then(|| format!("{name} {}", words.join(" ")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(lines in prop::collection::vec("\\PC{0,30}", 1..6)) {
        carry_out(&lines);
    }

    #[test]
    fn no_command_panics(lines in prop::collection::vec(line(), 1..8)) {
        carry_out(&lines);
    }
}
