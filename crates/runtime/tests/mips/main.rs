//! Whole runs of MIPS programs: sessions, hosts, devices, exceptions, and what is said about them.

mod devices;
mod linux;
mod mars;
mod reports;
mod world;
