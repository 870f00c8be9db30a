//! Assembling, disassembling and assembling again gives the same words: for every recorded form,
//! and for every row of the tables with any operands.

use crate::common::{program, run_for, run_mips, words};
use assembler::Assembly;
use assembler::disasm::{Style, instruction};
use machine::isa::IsaDesc;
use proptest::prelude::*;

/// A machine, its assembler, how its source is written, and where its instructions begin.
struct Machine {
    desc: &'static IsaDesc,
    run: fn(&str) -> Assembly,
    style: Style,
    start: u32,
}

const RISCV: Machine = Machine {
    desc: &rv32::DESC,
    run: |text| run_for("rv32gcnb_zbc_zicond", text),
    style: Style::SOURCE,
    start: 0,
};

const MIPS: Machine = Machine {
    desc: &mips32::DESC,
    run: run_mips,
    style: Style::ADDRESSED_SOURCE,
    start: 0x0040_0000,
};

impl Machine {
    fn words(&self, text: &str) -> Vec<u32> {
        words(&program((self.run)(text)))
    }

    /// The words as source text, one instruction a line.
    fn as_source(&self, words: &[u32]) -> String {
        let lines = words.iter().enumerate().map(|(k, &word)| {
            let address = self.start + 4 * k as u32;
            let text = instruction(self.desc, word, address, &self.style, |_| None);
            format!("{}\n", text.expect("every word is an instruction").text)
        });
        lines.collect()
    }

    /// Checks the forms of a recorded table; how many there were.
    fn check_recorded(&self, table: &str) -> usize {
        let mut seen = 0;
        for line in table.lines() {
            let (text, bytes) = line.split_once('\t').expect("a line has two columns");
            // A 16-bit instruction has no text of its own that gives 16 bits again.
            if bytes.len() % 8 != 0 || !self.desc.compressed.is_empty() && text.starts_with("c.") {
                continue;
            }
            let first = self.words(&format!("here: {text}\n"));
            let again = self.as_source(&first);
            assert_eq!(self.words(&again), first, "{text} became\n{again}");
            seen += 1;
        }
        seen
    }

    /// A word of this row with operands taken from `noise`. Rounding modes that do not exist are
    /// replaced by one that does, and bit fields that reach too far begin at bit 0.
    fn word(&self, row: usize, noise: u32) -> u32 {
        let row = &self.desc.rows[row];
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
        word |= noise & suffixes;
        if instruction(self.desc, word, 0, &self.style, |_| None).is_none() {
            let position = row.operands.iter().find(|o| o.name == "pos");
            word &= !position.map_or(0, |o| o.field.mask());
        }
        word
    }

    fn check_rows(&self, noise: u32) -> Result<(), TestCaseError> {
        let rows = 0..self.desc.rows.len();
        let all: Vec<u32> = rows.map(|row| self.word(row, noise)).collect();
        prop_assert_eq!(self.words(&self.as_source(&all)), all);
        Ok(())
    }
}

#[test]
fn every_form_survives() {
    RISCV.check_recorded(include_str!("gnu-as-bits.txt"));
    let seen = RISCV.check_recorded(include_str!("gnu-as.txt"));
    assert!(seen > 500, "only {seen} forms were tried");
    let seen = MIPS.check_recorded(include_str!("gnu-as-mips.txt"));
    assert!(seen > 300, "only {seen} forms were tried");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_row_survives_with_any_operands(noise in any::<u32>()) {
        RISCV.check_rows(noise)?;
    }

    #[test]
    fn every_mips_row_survives_with_any_operands(noise in any::<u32>()) {
        MIPS.check_rows(noise)?;
    }
}
