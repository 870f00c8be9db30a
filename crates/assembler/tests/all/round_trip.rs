//! Assembling, disassembling and assembling again gives the same words: for every recorded form,
//! and for every row of the table with any operands.

use crate::common::{program, run, words};
use assembler::disasm::{Style, instruction};
use proptest::prelude::*;
use rv32::DESC;

/// The words as source text, one instruction a line.
fn as_source(words: &[u32]) -> String {
    let lines = words.iter().enumerate().map(|(k, &word)| {
        let text = instruction(&DESC, word, 4 * k as u32, &Style::SOURCE, |_| None);
        format!("{}\n", text.expect("every word is an instruction").text)
    });
    lines.collect()
}

#[test]
fn every_form_survives() {
    let mut seen = 0;
    for line in include_str!("gnu-as.txt").lines() {
        let (text, bytes) = line.split_once('\t').unwrap();
        // A 16-bit instruction has no text of its own that gives 16 bits again.
        if bytes.len() % 8 != 0 || text.starts_with("c.") {
            continue;
        }
        let first = words(&program(run(&format!("here: {text}\n"))));
        let again = as_source(&first);
        assert_eq!(
            words(&program(run(&again))),
            first,
            "{text} became\n{again}"
        );
        seen += 1;
    }
    assert!(seen > 500, "only {seen} forms were tried");
}

/// A word of this row with operands taken from `noise`. Rounding modes that do not exist are
/// replaced by one that does.
fn word(row: usize, noise: u32) -> u32 {
    let row = &DESC.rows[row];
    let mut word = row.pattern.bits;
    for operand in row.operands {
        let bits = match operand.name {
            "rm" if matches!(noise >> 12 & 7, 5 | 6) => operand.field.insert(0),
            "pred" | "succ" if noise & operand.field.mask() == 0 => operand.field.insert(3),
            _ => noise & operand.field.mask(),
        };
        word |= bits;
    }
    let suffixes = row
        .suffixes
        .iter()
        .map(|s| s.bits)
        .fold(0, |all, bits| all | bits);
    word | noise & suffixes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_row_survives_with_any_operands(noise in any::<u32>()) {
        let all: Vec<u32> = (0..DESC.rows.len()).map(|row| word(row, noise)).collect();
        let text = as_source(&all);
        prop_assert_eq!(words(&program(run(&text))), all);
    }
}
