//! Laws of the machine: what must hold for every instruction and every program.

#[path = "../common/mod.rs"]
mod common;

mod decode;
mod fuel;
mod modify;
mod program;
mod readings;
mod run;
mod sides;
mod survive;
