//! The command line `jal`: arguments, exit codes, colour, terminals.
//!
//! Owns everything that only a program with a terminal needs. What a command does is done by the
//! crates below.
//!
//! ```
//! let command = cli::jal::command();
//! let words = ["jal", "run", "main.s", "--stats"];
//! let matches = command.try_get_matches_from(words).expect("the options exist");
//! assert_eq!(matches.subcommand_name(), Some("run"));
//! assert_eq!(cli::exit::of_guest(-1), 255);
//! ```

pub mod error;
pub mod exit;
pub mod jal;
