//! Functions of C that programs call here as well: the environment does what they do.

use machine::env::{CallRow, CallTable};

use crate::tables::Tables;

/// The most calls that are named for one function.
const MOST_CALLS: usize = 3;

/// How to ask the environment for what a function of C does; nothing if it does not do that.
pub(crate) fn in_place_of(tables: &Tables, function: &str) -> Vec<String> {
    let Some(table) = CallTable::usual(tables.isa.name) else {
        return Vec::new();
    };
    let calls: Vec<&CallRow> = table.like(function).take(MOST_CALLS).collect();
    let Some(first) = calls.first() else {
        return Vec::new();
    };
    let more = format!(
        "there is no C library here: the environment does it, see `jal explain {}`",
        first.name
    );
    let calls = calls.iter().map(|row| call(tables, table, row));
    calls.chain([more]).collect()
}

/// How to write a call.
fn call(tables: &Tables, table: &CallTable, row: &CallRow) -> String {
    let name = |reg| tables.isa.register_name(reg);
    let load = tables.isa.idioms.load_number;
    let takes = row.takes.iter().filter(|value| value.always);
    let takes = takes.map(|value| {
        let regs: Vec<&str> = value.regs.iter().map(|reg| name(*reg)).collect();
        format!("{} = {}, ", regs.join(" and "), value.text)
    });
    format!(
        "{}: {}`{load} {}, {}`, then `{}`",
        row.name,
        takes.collect::<String>(),
        name(table.number),
        row.number,
        table.instruction
    )
}
