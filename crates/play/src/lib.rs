//! Plays the bundled games and students' own: an assembly program computes the board, this crate
//! shows it full screen.
//!
//! Some draw by themselves (`drawn`). Owns the bundled sources, what is known of each game (where its board lies, what it reads and
//! prints), the driving of a program from one question for input to the next, and the screen. It
//! must not know the rules: what moves where is watched in the machine (`motion`).
//!
//! ```
//! use play::board::MoveDirection;
//! use play::games;
//! use play::table::{GameProgram, GameSetup, StopSwitch, Table};
//! use std::sync::Arc;
//!
//! let game = games::named("2048", None).ok_or("no such game")?;
//! let program = Arc::new(GameProgram::bundled(game));
//! let setup = GameSetup { seed: 7, size: (4, 4) };
//! let (mut table, start) = Table::new(&program, setup, &StopSwitch::default())?;
//! let turn = table.play(MoveDirection::Left, true);
//! assert_eq!(start.board.values.len(), 16);
//! assert!(turn.ending.is_none() && turn.board.largest() >= 2);
//! # Ok::<(), String>(())
//! ```

#[cfg(feature = "screen")]
pub mod app;
#[cfg(feature = "screen")]
pub mod best;
pub mod board;
#[cfg(feature = "bundle")]
pub mod bundle;
pub mod command;
pub mod drawn;
pub mod games;
mod keyboard;
mod motion;
pub mod reading;
pub mod recording;
#[cfg(feature = "screen")]
mod screen;
pub mod sitting;
pub mod table;
#[cfg(feature = "screen")]
mod tiles;
