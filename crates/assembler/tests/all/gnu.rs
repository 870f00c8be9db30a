//! The same bytes as GNU as 2.40 makes, recorded in `gnu-as.txt`: an instruction, a tab, its
//! bytes. The label `here` stands at the instruction.

use crate::common::{bytes, program, run};

#[test]
fn every_instruction_has_the_bytes_of_gnu_as() {
    for line in include_str!("gnu-as.txt").lines() {
        let (text, expect) = line.split_once('\t').unwrap();
        let program = program(run(&format!("here: {text}")));
        let found = bytes(&program, "text");
        let found: String = found.iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(found, expect, "{text}");
    }
}
