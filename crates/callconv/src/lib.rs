//! Whether functions keep to the calling convention: any correct code can call them, and what they
//! call can be replaced by any correct function.
//!
//! Owns the findings and their codes, what a source says about its own conventions, the checker
//! that watches a run, and the one that reads a program without running it. It knows the
//! conventions only as [`machine::isa::Abi`] describes them, and nothing of terminals and options
//! of commands.
//!
//! ```
//! use assembler::{MainFile, MemoryLoader, assemble};
//! use callconv::{Contract, lint};
//! use runtime::Target;
//!
//! // The function changes s0 and does not restore it.
//! let text = b".globl f\nf:\nli s0, 1\nret\n".to_vec();
//! let main = MainFile::Text { name: "f.s".to_owned(), text };
//! let options = Target::RiscV.options(&machine::env::MarsMap::DEFAULT);
//! let assembly = assemble(main, &[], &options, &mut MemoryLoader::default());
//! let program = assembly.program.unwrap();
//! let desc = Target::RiscV.desc();
//! let (contract, _) = Contract::read(&assembly.sources, &program, desc);
//! let findings = lint::check(&assembly.sources, &program, desc, &contract);
//! assert!(findings.iter().any(|finding| finding.title.contains("`s0`")));
//! ```

pub mod agreement;
mod body;
mod checker;
pub mod codes;
pub mod contract;
mod effect;
pub mod elsewhere;
mod finding;
mod flow;
mod frame;
mod free;
mod groups;
pub mod lint;
pub mod report;
mod scramble;
mod shadow;
#[cfg(test)]
mod testing;
mod text;
mod undefined;
mod usage;
pub mod venus;
mod words;

pub use checker::{CallEvent, CheckOptions, Checker};
pub use contract::Contract;
pub use finding::{Finding, OpenCall, RestoreFault, What};
pub use groups::Returns;
pub use scramble::Scrambler;
