//! Results for people and for programs.

pub mod facts;
pub mod github;
pub mod json;
pub mod junit;
#[cfg(test)]
mod testing;
pub mod text;
pub mod xml;
