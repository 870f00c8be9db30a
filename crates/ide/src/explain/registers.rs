//! Registers, as their rows describe them.

use super::calls;
use machine::isa::{ControlRegister, IsaDesc, Register};
use runtime::Target;
use std::fmt::Write as _;

/// What the tables of a machine say about the register `name`; nothing if there is none.
pub fn register(target: Target, name: &str) -> Option<String> {
    let desc = target.desc();
    match desc.registers.iter().find(|row| is_named(row, name)) {
        Some(row) => Some(general(target, row)),
        None => {
            let mut rows = desc.control_registers.iter();
            let row = rows.find(|row| row.name.eq_ignore_ascii_case(name))?;
            Some(control(row))
        }
    }
}

/// The names of all registers of a machine.
pub fn names(desc: &'static IsaDesc) -> impl Iterator<Item = &'static str> {
    let control = desc.control_registers.iter().map(|row| row.name);
    desc.registers
        .iter()
        .flat_map(Register::names)
        .chain(control)
}

/// Whether this is a name of the register. A shell takes `$v0` for a variable, so `v0` will do.
fn is_named(row: &Register, name: &str) -> bool {
    let bare = |known: &'static str| known.strip_prefix('$').unwrap_or("");
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let same = |known: &'static str| known.eq_ignore_ascii_case(name);
    row.names()
        .any(|known| same(known) || !is_number && same(bare(known)))
}

fn general(target: Target, row: &Register) -> String {
    let names: Vec<&str> = row.names().collect();
    let mut text = format!("{}\n    {}\n", names.join(", "), row.doc);
    for environment in calls::numbered_by(target, row.reg) {
        let _ = writeln!(text, "    In {environment}, it holds the number of a call.");
    }
    let _ = writeln!(text, "    saved by {}", row.saver.text());
    text
}

fn control(row: &ControlRegister) -> String {
    format!(
        "{} (control register {:#x})\n    {}\n",
        row.name, row.number, row.doc
    )
}
