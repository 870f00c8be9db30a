//! The same bytes as GNU as makes, recorded: an instruction, a tab, its bytes. The label `here`
//! stands at the instruction. `gnu-as.txt` is for RISC-V, `gnu-as-mips.txt` for MIPS with the low
//! byte first. The latter lacks `clz` and `clo`, where GNU as repeats a register in bits that the
//! machine ignores and MARS has zeros, and `break`, whose number GNU as splits. Condition bits were
//! written `$fcc1` for GNU as.

use assembler::Assembly;

use crate::common::{bytes, program, run, run_mips};

fn check_all(table: &str, run: impl Fn(&str) -> Assembly) {
    for line in table.lines() {
        let (text, expect) = line.split_once('\t').expect("a line has two columns");
        let program = program(run(&format!("here: {text}")));
        let found = bytes(&program, "text");
        let found: String = found.iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(found, expect, "{text}");
    }
}

#[test]
fn every_instruction_has_the_bytes_of_gnu_as() {
    check_all(include_str!("gnu-as.txt"), run);
    check_all(include_str!("gnu-as-mips.txt"), run_mips);
}

#[test]
fn counting_bits_leaves_unused_fields_zero() {
    check_all("clz $4, $5\t2020a070\nclo $4, $5\t2120a070", run_mips);
}
