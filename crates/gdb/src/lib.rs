//! The remote protocol of gdb: what gdb says and hears when it debugs a program here.
//!
//! [`GdbServer::receive`] takes bytes, and [`GdbServer::tick`] lets the program run for some instructions.
//! Both return bytes to send and do nothing else: no socket, no thread, no clock. Who owns those calls
//! `tick` while [`GdbServer::is_running`]. What is said comes from the engine of the debugger, and
//! `monitor` takes every command of its prompt.

mod answers;
mod files;
mod moves;
mod packet;
mod registers;
mod server;

pub use server::{GdbProgram, GdbServer};
