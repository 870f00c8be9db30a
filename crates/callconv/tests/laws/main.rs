//! What holds for all programs: those that keep to the calling convention have no finding, whatever
//! lies in the registers that it leaves open, and one breach of it is enough for a finding.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod flaw;
mod mutations;
mod program;
mod project;
mod random;
mod remembered;
mod run;
mod syntax;
mod undefined;
mod write;
