//! The environments, driven by a host whose answers each test writes down.

#[path = "../common/mod.rs"]
mod common;

mod gap;
mod linux;
mod linux_calls;
mod venus;
mod venus_boards;
mod venus_files;
mod venus_heap;
mod venus_start;
mod world;
