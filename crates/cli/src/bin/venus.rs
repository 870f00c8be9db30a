//! `venus`: the drop-in command line.
fn main() {}
