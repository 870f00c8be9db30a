//! What the test programs share: encoding by mnemonic, and images made of words.

use machine::image::{Access, Segment};
use machine::isa::Row;

/// The row of a mnemonic.
#[track_caller]
pub fn row(name: &str) -> &'static Row {
    let found = rv32::DESC.rows.iter().find(|row| row.name == name);
    found.unwrap_or_else(|| panic!("no row is named {name}"))
}

/// The word of an instruction, its operands in the order in which they are written. Targets are
/// distances.
#[track_caller]
pub fn encode(name: &str, operands: &[i64]) -> u32 {
    let row = row(name);
    assert_eq!(row.operands.len(), operands.len(), "operands of {name}");
    let pairs = row.operands.iter().zip(operands);
    pairs.fold(row.pattern.bits, |word, (operand, &value)| {
        assert!(operand.field.fits(value), "{name}: {value} does not fit");
        word | operand.field.insert(value)
    })
}

/// A segment that may be written, and executed if its name is `text`.
pub fn segment(name: &str, address: u32, size: u32, words: &[u32]) -> Segment {
    Segment {
        name: name.to_string(),
        address,
        bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        size,
        access: Access {
            read: true,
            write: true,
            execute: name == "text",
        },
    }
}
