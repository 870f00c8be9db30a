//! How people write settings, in files and in options.

pub mod glob;
pub mod units;
