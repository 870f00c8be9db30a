//! Plays the bundled games and students' own: an assembly program computes the board, this crate
//! shows it full screen.
//!
//! Owns the bundled sources, what is known of each game (where its board lies, what it reads and
//! prints), the driving of a program from one question for input to the next, and the screen. It
//! must not know the rules: what moves where is watched in the machine ([`motion`]).

pub mod app;
pub mod best;
pub mod board;
pub mod bundle;
pub mod command;
pub mod games;
mod keyboard;
pub mod motion;
pub mod recording;
mod screen;
pub mod table;
mod tiles;
