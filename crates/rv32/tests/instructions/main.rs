//! Every instruction of the table, executed: the expected results are written out from the
//! RISC-V specification and owe nothing to the implementation.

#[path = "../common/mod.rs"]
mod common;

mod atomic;
mod bits;
mod control;
mod csr;
mod double;
mod float;
mod integer;
mod memory;
mod muldiv;
mod single;
mod traps;

/// What executes one instruction of this machine.
mod hart {
    pub(crate) use testkit::hart::{AT, DATA, DATA_SIZE, ROM, SCRAP};

    /// A machine for one instruction at a time.
    pub(crate) type Hart = testkit::hart::Hart<rv32::Rv32>;
}

#[test]
fn every_row_has_a_case() {
    let modules = [
        atomic::TESTS,
        bits::TESTS,
        control::TESTS,
        csr::TESTS,
        double::TESTS,
        float::TESTS,
        integer::TESTS,
        memory::TESTS,
        muldiv::TESTS,
        single::TESTS,
        traps::TESTS,
    ];
    for test in modules.concat() {
        test();
    }
    let missing = testkit::rows_without_a_case(&rv32::DESC);
    assert!(missing.is_empty(), "no case executes {missing:?}");
}
