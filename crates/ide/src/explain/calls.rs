//! Calls of the environments, as their rows describe them.

use machine::env::{CALL_TABLES, CallRow, CallTable, CallValue, CallValues};
use machine::isa::Reg;
use runtime::Target;
use std::fmt::Write as _;

/// What the tables say about an instruction that calls the environment: all its calls, or the one
/// with this number or name. Empty if it is another instruction.
pub fn called_by(machines: &[Target], instruction: &str, which: Option<&str>) -> String {
    let tables = tables(machines).filter(|(table, _)| table.instruction == instruction);
    match which {
        None => tables.map(|(table, target)| list(table, target)).collect(),
        Some(which) => {
            let number = number(which);
            let wanted = |row: &CallRow| Some(row.number) == number || row.name == which;
            let found = tables.flat_map(|(table, target)| calls(table, target, &wanted));
            found.collect::<Vec<_>>().join("\n")
        }
    }
}

/// What the tables say about calls with this name.
pub fn named(machines: &[Target], name: &str) -> String {
    let wanted = |row: &CallRow| row.name == name;
    let found = tables(machines).flat_map(|(table, target)| calls(table, target, &wanted));
    found.collect::<Vec<_>>().join("\n")
}

/// What the tables say about the calls that do what a function of C does.
pub fn in_place_of(machines: &[Target], function: &str) -> String {
    let wanted = |row: &CallRow| row.is_like(function);
    let found = tables(machines).flat_map(|(table, target)| calls(table, target, &wanted));
    found.collect::<Vec<_>>().join("\n")
}

/// The names of all calls.
pub fn names(machines: &[Target]) -> impl Iterator<Item = &'static str> {
    tables(machines).flat_map(|(table, _)| table.rows.iter().map(|row| row.name))
}

/// The environments in which this register holds the number of the call.
pub fn numbered_by(target: Target, reg: Reg) -> Vec<&'static str> {
    let tables = tables(std::slice::from_ref(&target));
    let found = tables.filter(|(table, _)| table.number == reg);
    found.map(|(table, _)| table.environment).collect()
}

fn tables(machines: &[Target]) -> impl Iterator<Item = (&'static CallTable, Target)> {
    CALL_TABLES.iter().filter_map(|table| {
        let mut machines = machines.iter();
        let target = machines.find(|machine| machine.desc().name == table.isa)?;
        Some((table, *target))
    })
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn list(table: &CallTable, target: Target) -> String {
    let (environment, reg) = (table.environment, target.desc().register_name(table.number));
    let mut text = format!("\nThe calls of {environment}, with the number in {reg}:\n");
    let width = table.rows.iter().map(|row| row.name.len()).max();
    for row in table.rows {
        let width = width.unwrap_or(0);
        let _ = writeln!(text, "{:>6}  {:width$}  {}", row.number, row.name, row.doc);
    }
    text
}

fn calls(table: &CallTable, target: Target, wanted: &dyn Fn(&CallRow) -> bool) -> Vec<String> {
    let rows = table.rows.iter().filter(|row| wanted(row));
    rows.map(|row| call(table, target, row)).collect()
}

fn call(table: &CallTable, target: Target, row: &CallRow) -> String {
    let desc = target.desc();
    let (instruction, environment) = (table.instruction, table.environment);
    let mut text = format!(
        "{} ({instruction} {} of {environment}, {})\n    {}\n",
        row.name, row.number, desc.title, row.doc
    );
    let number = desc.register_name(table.number);
    let _ = writeln!(text, "    takes {number} = {}", row.number);
    let name = |value: &CallValue| {
        let names = value.regs.iter().map(|reg| desc.register_name(*reg));
        names.collect::<Vec<_>>().join(", ")
    };
    let mut lines = |verb: &str, values: &CallValues| {
        for value in values.iter() {
            let _ = writeln!(text, "    {verb} {} = {}", name(value), value.text);
        }
    };
    lines("takes", &row.takes);
    lines("gives", &row.gives);
    text
}
