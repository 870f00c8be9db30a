//! Results for people and for programs.

pub mod text;
