//! How a program comes into the adapter: whoever has files loads it.

use crate::arguments::LaunchArguments;
use debug::Engine;
use debug::repl::Explain;

/// Why a program was not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchRefusal {
    /// In one sentence.
    pub title: String,
    /// Everything that there is to say, for the console.
    pub report: String,
}

/// The board of a game, as its program has it at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebuggedBoard {
    /// The game.
    pub game: String,
    /// How many columns it has.
    pub columns: usize,
    /// Its fields, row by row; 0 is an empty one.
    pub values: Vec<u32>,
    /// The score, if there is one.
    pub score: Option<u32>,
}

/// Loads programs, and knows where their sources are.
pub trait Launcher: 'static {
    /// A program before its first instruction, as its launch configuration wants it.
    fn launch(&mut self, arguments: &LaunchArguments) -> Result<Engine, LaunchRefusal>;

    /// The path under which an editor finds a source file, if it can.
    fn path(&self, name: &str) -> Option<String>;

    /// The most bytes that a program may print before it is paused, unless its launch configuration says it.
    fn most_output(&self) -> u64 {
        u64::MAX
    }

    /// The board of this program at its present step, if it is a game that is known.
    fn board(&self, engine: &Engine) -> Option<DebuggedBoard> {
        let _ = engine;
        None
    }

    /// The pages about instructions, registers and codes.
    fn explain(&self) -> Explain;
}
