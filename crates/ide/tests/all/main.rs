//! The language as values, over the sources of this project and over texts that nobody would write.

mod corpus;
mod layout;
mod outline;
