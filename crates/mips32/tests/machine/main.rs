//! What only this machine has: delay slots, the program's own handler of exceptions, devices, and
//! memory that can be executed but not read.

#[path = "../common/mod.rs"]
mod common;

mod delay;
mod devices;
mod exceptions;
mod modify;
mod program;
mod slots;
