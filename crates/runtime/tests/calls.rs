//! The tables of calls in docs/running.md are what the rows say. `UPDATE_DOCS=1` writes them anew.

use machine::env::{CALL_TABLES, CallTable, CallValues, LINUX_MIPS, LINUX_RISCV};
use machine::env::{MARS_CALLS, MIPSY_CALLS, RARS_CALLS, SPIM_CALLS, VENUS_CALLS};
use machine::isa::IsaDesc;
use runtime::{EnvironmentKind, Target};
use std::fmt::Write as _;

fn desc(table: &CallTable) -> &'static IsaDesc {
    let target = Target::named(table.isa);
    target.expect("a table is for a machine that exists").desc()
}

fn values(desc: &IsaDesc, values: &CallValues) -> String {
    let one = |value: &machine::env::CallValue| {
        let names = value.regs.iter().map(|reg| desc.register_name(*reg));
        let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
        format!("{} = {}", names.join(", "), value.text)
    };
    values.iter().map(one).collect::<Vec<_>>().join("<br>")
}

fn page(table: &CallTable) -> String {
    let desc = desc(table);
    let number = desc.register_name(table.number);
    let mut text = format!("| `{number}` | call | takes | gives | does |\n|---|---|---|---|---|\n");
    for row in table.rows {
        let (takes, gives) = (values(desc, &row.takes), values(desc, &row.gives));
        let (number, name, doc) = (row.number, row.name, row.doc);
        let _ = writeln!(text, "| {number} | `{name}` | {takes} | {gives} | {doc} |");
    }
    text
}

#[test]
fn the_tables_of_calls_are_current() {
    for (name, table) in [
        ("calls of venus", &VENUS_CALLS),
        ("calls of rars", &RARS_CALLS),
        ("calls of mars", &MARS_CALLS),
        ("calls of spim", &SPIM_CALLS),
        ("calls of mipsy", &MIPSY_CALLS),
        ("calls of linux on rv32", &LINUX_RISCV),
        ("calls of linux on mips32", &LINUX_MIPS),
    ] {
        testkit::page::check_table("running.md", name, &page(table), "runtime");
    }
}

#[test]
fn every_environment_has_a_table_for_each_machine_it_suits() {
    for kind in EnvironmentKind::ALL {
        for target in Target::ALL.into_iter().filter(|target| kind.suits(*target)) {
            let tables = CALL_TABLES.iter();
            let fits = |table: &&CallTable| {
                table.environment == kind.name() && table.isa == target.desc().name
            };
            assert_eq!(
                tables.filter(fits).count(),
                1,
                "{} on {target:?}",
                kind.name()
            );
        }
    }
}

#[test]
fn a_call_has_one_number_in_an_environment() {
    for table in &CALL_TABLES {
        for row in table.rows {
            let same = table.rows.iter().filter(|other| other.name == row.name);
            assert_eq!(same.count(), 1, "{} of {}", row.name, table.environment);
            assert!(
                row.doc.ends_with('.'),
                "{}: a sentence ends with a full stop",
                row.name
            );
        }
    }
}
