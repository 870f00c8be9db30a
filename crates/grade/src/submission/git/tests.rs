//! Repositories as git writes them, and as nobody should.

pub(in crate::submission) mod fixture;
mod hostile;
mod peer;
