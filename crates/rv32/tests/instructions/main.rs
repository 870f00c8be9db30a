//! Every instruction of the table, executed: the expected results are written out from the
//! RISC-V specification and owe nothing to the implementation.

#[path = "../common/mod.rs"]
mod common;

mod atomic;
mod control;
mod csr;
mod double;
mod float;
mod hart;
mod integer;
mod memory;
mod muldiv;
mod single;

use std::collections::BTreeSet;

#[test]
fn every_row_has_a_case() {
    let modules = [
        atomic::TESTS,
        control::TESTS,
        csr::TESTS,
        double::TESTS,
        float::TESTS,
        integer::TESTS,
        memory::TESTS,
        muldiv::TESTS,
        single::TESTS,
    ];
    for test in modules.concat() {
        test();
    }
    let executed = hart::executed_rows();
    let all: BTreeSet<&str> = rv32::DESC.rows.iter().map(|row| row.name).collect();
    let missing: Vec<_> = all.difference(&executed).collect();
    assert!(missing.is_empty(), "no case executes {missing:?}");
}
