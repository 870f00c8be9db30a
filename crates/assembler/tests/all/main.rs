//! The assembler as a whole: text in, program and diagnostics out.

mod again;
mod common;
mod diagnostics;
mod directives;
mod gnu;
mod includes;
mod instructions;
mod mars;
mod mars_expansions;
mod mars_programs;
mod names;
mod original;
mod patches;
mod programs;
mod robust;
mod round_trip;
