//! What the tests of both machines share.
//!
//! Owns encoding by mnemonic, a machine for one instruction at a time that remembers which rows it
//! has executed, random programs and the laws that hold for them, the reference page of an
//! instruction set, and what its calling convention must say. Knows no instruction by name. A
//! helper here panics when a test is wrong: no other crate than tests may use it.
//!
//! ```
//! let text = testkit::segment("text", 0x1000, 8, &[0x0050_0513]);
//! assert!(text.access.execute);
//! assert_eq!(text.bytes, [0x13, 0x05, 0x50, 0x00]);
//! ```

pub mod decode;
pub mod hart;
pub mod laws;
pub mod names;
pub mod page;
pub mod program;
pub mod readings;

use machine::image::{Access, Segment};
use machine::isa::{IsaDesc, Reg, Row};
use machine::run::{Isa, Machine};

/// The registers that only this instruction set has.
#[track_caller]
pub fn state<I: Isa>(machine: &Machine) -> &I::State {
    machine.state_of::<I>().expect("it is one of its machines")
}

/// The same, to change them.
#[track_caller]
pub fn state_mut<I: Isa>(machine: &mut Machine) -> &mut I::State {
    let state = machine.state_of_mut::<I>();
    state.expect("it is one of its machines")
}

/// The row of a mnemonic.
#[track_caller]
pub fn row(desc: &'static IsaDesc, name: &str) -> &'static Row {
    let found = desc.rows.iter().find(|row| row.name == name);
    found.unwrap_or_else(|| panic!("no row is named {name}"))
}

/// The word of an instruction, its operands in the order in which they are written. Each is what
/// its field holds: the target of a branch is a distance, that of a jump within its region the
/// address in it.
#[track_caller]
pub fn encode(desc: &'static IsaDesc, name: &str, operands: &[i64]) -> u32 {
    let row = row(desc, name);
    assert_eq!(row.operands.len(), operands.len(), "operands of {name}");
    let pairs = row.operands.iter().zip(operands);
    pairs.fold(row.pattern.bits, |word, (operand, &value)| {
        assert!(operand.field.fits(value), "{name}: {value} does not fit");
        word | operand.field.insert(value)
    })
}

/// A segment that may be written, and executed if its name is `text`; its words have their low
/// byte first.
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

/// The rows that no case of a test has executed.
pub fn rows_without_a_case(desc: &'static IsaDesc) -> Vec<&'static str> {
    let executed = hart::executed_rows();
    let names = desc.rows.iter().map(|row| row.name);
    names.filter(|name| !executed.contains(name)).collect()
}

/// The calling convention says of every register, once, what a call may do to it.
#[track_caller]
pub fn every_register_has_one_part_in_calls(desc: &IsaDesc) {
    let abi = desc.abi;
    let groups = [abi.saved, abi.temporaries, abi.fixed, abi.kernel].concat();
    for register in desc.registers.iter().filter(|r| r.reg != Reg(0)) {
        let parts = groups.iter().filter(|reg| **reg == register.reg);
        assert_eq!(parts.count(), 1, "{}", register.name);
    }
    assert!(abi.saved.contains(&abi.sp));
    let passed = [abi.args, abi.results, abi.float_args, abi.float_results];
    for reg in passed.concat().iter().chain([&abi.ra]) {
        let name = desc.register_name(*reg);
        assert!(abi.temporaries.contains(reg), "{name}");
    }
    for reg in [abi.gp].iter().chain(&abi.tp) {
        assert!(abi.fixed.contains(reg), "{}", desc.register_name(*reg));
    }
}
