//! Pictures of what programs draw: PNG files ([`png`]), animations ([`gif`]), the codes of terminals
//! with graphics ([`graphics`]), and which pictures of a run are kept ([`film`]).
//!
//! Knows no terminal and no command line. Whoever filmed a run twice has the same pictures: time is
//! virtual, and moments depend on the program alone.
//!
//! ```
//! use machine::screen::Picture;
//!
//! let mut dot = Picture::black(4, 2);
//! dot.set(3, 1, 0xff8000);
//! let file = frames::png::encode(&dot);
//! assert_eq!(frames::png::decode(&file)?, dot);
//! # Ok::<(), frames::png::NotPng>(())
//! ```

pub mod film;
pub mod gif;
pub mod graphics;
mod palette;
pub mod png;
