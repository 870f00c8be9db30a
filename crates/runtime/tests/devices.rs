//! The tables in docs/devices.md are what the rows say. `UPDATE_DOCS=1` writes them anew.

use machine::env::MarsMap;
use machine::screen::{BITMAP_BASES, BITMAP_PARTS, BitmapBase};
use std::fmt::Write as _;

/// One test: both tables are in one file, which may be written.
#[test]
fn the_tables_of_devices_are_current() {
    check_parts();
    check_bases();
}

fn check_parts() {
    let mut parts = "| part | without it | is |\n|---|---|---|\n".to_owned();
    for row in &BITMAP_PARTS {
        let name = match row.name {
            "" => row.form.to_owned(),
            name => format!("{name}={}", row.form),
        };
        let _ = writeln!(parts, "| `{name}` | `{}` | {} |", row.default, row.doc);
    }
    testkit::page::check_table("devices.md", "parts of a bitmap setting", &parts, "runtime");
}

fn check_bases() {
    let mut bases = "| name | in MARS | address |\n|---|---|---|\n".to_owned();
    for (number, row) in (0..).zip(&BITMAP_BASES) {
        let address = BitmapBase::Named(number).address(&MarsMap::DEFAULT);
        let _ = writeln!(
            bases,
            "| `{}` | {} | 0x{address:08x} |",
            row.name, row.title
        );
    }
    testkit::page::check_table("devices.md", "bases of a bitmap", &bases, "runtime");
}
