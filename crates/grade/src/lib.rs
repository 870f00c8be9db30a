//! Grades a class: reads what was handed in, runs the course's tests on it, and writes scores and
//! feedback.
//!
//! What students hand in is read, never run natively and never unpacked to disk. Knows no command
//! line and no terminal.

pub mod grader;
pub mod merge;
pub mod record;
pub mod report;
pub mod score;
pub mod similarity;
pub mod store;
pub mod submission;
pub mod view;
