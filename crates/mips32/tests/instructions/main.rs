//! Every instruction of the table, executed: the expected results are written out from the MIPS32
//! manual and owe nothing to the implementation.

#[path = "../common/mod.rs"]
mod common;

mod compare;
mod control;
mod convert;
mod float;
mod fpu;
mod integer;
mod memory;
mod muldiv;
mod parts;
mod system;

/// What executes one instruction of this machine.
mod hart {
    pub(crate) use testkit::hart::{AT, DATA, ROM, SCRAP};
    pub(crate) use testkit::program::Order;

    /// A machine for one instruction at a time.
    pub(crate) type Hart = testkit::hart::Hart<mips32::Mips32>;

    /// Both byte orders.
    pub(crate) const ORDERS: [Order; 2] = [Order::LittleEndian, Order::BigEndian];
}

#[test]
fn every_row_has_a_case() {
    let modules = [
        compare::TESTS,
        control::TESTS,
        convert::TESTS,
        float::TESTS,
        fpu::TESTS,
        integer::TESTS,
        memory::TESTS,
        muldiv::TESTS,
        parts::TESTS,
        system::TESTS,
    ];
    for test in modules.concat() {
        test();
    }
    let missing = testkit::rows_without_a_case(&mips32::DESC);
    assert!(missing.is_empty(), "no case executes {missing:?}");
}
