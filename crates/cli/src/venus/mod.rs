//! The drop-in `venus` command line.
